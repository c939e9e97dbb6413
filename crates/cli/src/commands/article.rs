//! `article`: the main content of a page, of any kind.

use clap::{Arg, ArgMatches, Command};
use consomme_extract::{Extraction, Extractor, Fact, Focus, SubstitutePlace};
use serde_json::{Value, json};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::{Format, Output};
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "article", about: "Print the main content of pages", grammar, run };

const LONG: &str = "\
Prints the main content of pages: the text of an article, the posts of a forum, the items of a list, \
without menus, forms and notices around it. With --json, title, authors, dates, site, language and \
addresses are beside it, as the page states them, how good the content probably is, from 0 to 1, and \
whether scripts have to fill the page.";

fn grammar(command: Command) -> Command {
    let command = command
        .long_about(LONG)
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("FORM")
                .value_parser(["markdown", "text", "html"])
                .default_value("markdown")
                .help("How the content is written"),
        )
        .arg(
            Arg::new("focus")
                .long("focus")
                .value_name("ON")
                .value_parser(["precision", "balance", "recall"])
                .default_value("balance")
                .help("Whether to leave out or to keep what is not certain"),
        );
    settings::with_formats(settings::with_files(settings::with_address(command)))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let focus = match settings::text(arguments, "focus") {
        "precision" => Focus::Precision,
        "recall" => Focus::Recall,
        _ => Focus::Balance,
    };
    let form: Form = match settings::text(arguments, "as") {
        "text" => |content| content.text(),
        "html" => |content| content.to_html(),
        _ => |content| content.to_markdown(),
    };
    pages::run(arguments, &Article { extractor: Extractor::new().focus(focus), form })
}

/// Writes the content in a form.
type Form = fn(&Extraction<'_>) -> String;

struct Article {
    extractor: Extractor,
    form: Form,
}

impl Task for Article {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let extractor = match options.get_address() {
            Some(address) => self.extractor.clone().base_url(address),
            None => self.extractor.clone(),
        };
        let content = extractor.extract(&document);
        let text = match content.substitute() {
            // Scripts fill the page, and the article is in its data.
            Some(data) if data.place == SubstitutePlace::ArticleBody => data.text,
            _ => (self.form)(&content),
        };
        let text = text.trim_end();
        let written = match output.format() {
            Format::Json => output.object(described(&content, text)),
            Format::Text | Format::Null if text.is_empty() => Ok(()),
            Format::Text | Format::Null => output.text(text),
        };
        written.map_err(Failure::output)?;
        Ok(!text.is_empty())
    }
}

/// Returns the content with the facts that the page states.
fn described(content: &Extraction<'_>, text: &str) -> Value {
    let facts = content.facts();
    let value = |fact: Option<Fact>| fact.map(|fact| fact.value);
    let authors: Vec<String> = facts.authors.into_iter().map(|fact| fact.value).collect();
    json!({
        "kind": content.kind().as_str(),
        // Two digits are as much as the estimate is worth.
        "confidence": (f64::from(content.confidence()) * 100.0).round() / 100.0,
        "title": value(facts.title),
        "authors": authors,
        "published": value(facts.published),
        "modified": value(facts.modified),
        "site": value(facts.site),
        "description": value(facts.description),
        "language": value(facts.language),
        "image": value(facts.image),
        "canonical": value(facts.canonical),
        "needs_scripts": content.needs_scripts(),
        "content": text,
    })
}
