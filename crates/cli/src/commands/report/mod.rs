//! `report`: a page explained in one HTML file that needs nothing else: the source with its parse
//! errors, the tree beside it, and the encoding.
//!
//! - `source.rs`: the source, with errors underlined and places that the tree links to
//! - `tree.rs`: the tree, with the nodes that were implied, moved or copied, and why
//! - `style.css`: how it looks

mod source;
mod tree;

use std::fmt::{self, Write};

use clap::{ArgMatches, Command};
use consomme::entities::{escape_attribute, escape_text};
use consomme::{Document, LimitsHit};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "report", about: "Explain a page in one HTML file", grammar, run };

/// Browsers enforce that the report loads nothing and runs nothing, whatever is in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("style.css");

fn grammar(command: Command) -> Command {
    let command = command.long_about(
        "Prints an HTML file that explains a page and needs nothing else, no network and no \
         script: its source with the parse errors underlined and explained; beside it the tree, \
         with what the parser has implied, moved or copied and why; and what decided the \
         encoding. Nodes of the tree and places in the source are linked.",
    );
    settings::with_files(command)
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    pages::run(arguments, &Report)
}

struct Report;

impl Task for Report {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let parse = options.get_parse().clone().errors(true).positions(true);
        let document = parse.parse_document(&page.bytes, options.get_hints());
        let mut html = String::with_capacity(document.source().len() * 4);
        // Writing to a string does not fail.
        let _ = write_report(&page.name, page.bytes.len(), &document, &mut html);
        output.writer().write_all(html.as_bytes()).map(|()| true).map_err(Failure::output)
    }
}

fn write_report(name: &str, bytes: usize, document: &Document, html: &mut String) -> fmt::Result {
    let name = source::visible(name);
    let name = escape_text(&name);
    let errors = match document.errors().len() {
        1 => "1 parse error".to_owned(),
        count => format!("{count} parse errors"),
    };
    write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n\
         <title>{name}: {errors}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{name}</h1>\n<p>{bytes} bytes, {errors}.</p>\n"
    )?;
    let limits = document.limits_hit();
    if limits != LimitsHit::default() {
        writeln!(
            html,
            "<p>The tree is not that of the whole page because of a limit: {limits}.</p>"
        )?;
    }
    write_encoding(document, html)?;
    html.push_str("<div class=\"panes\">\n<section>\n<h2>Source</h2>\n<pre class=\"pane\">");
    // The parser drops a newline at the start of `pre`.
    html.push('\n');
    source::write(document, html)?;
    html.push_str("</pre>\n</section>\n<section>\n<h2>Tree</h2>\n<div class=\"pane tree\">\n");
    tree::write(document, html)?;
    html.push_str("</div>\n</section>\n</div>\n");
    write_errors(document, html)?;
    html.push_str("</body>\n</html>\n");
    Ok(())
}

/// Writes what decided the encoding: the decision, then each declaration and hint.
fn write_encoding(document: &Document, html: &mut String) -> fmt::Result {
    let Some(report) = document.encoding_report() else { return Ok(()) };
    html.push_str("<h2>Encoding</h2>\n<ol class=\"encoding\">\n");
    for line in report.to_string().lines() {
        writeln!(html, "<li>{}</li>", escape_text(&source::visible(line)))?;
    }
    html.push_str("</ol>\n");
    Ok(())
}

/// Writes the parse errors as a list. The underlined places link to its items.
fn write_errors(document: &Document, html: &mut String) -> fmt::Result {
    html.push_str("<h2>Parse errors</h2>\n");
    if document.errors().is_empty() {
        html.push_str("<p>None.</p>\n");
        return Ok(());
    }
    html.push_str("<ol class=\"errors\">\n");
    let lines = document.line_index();
    for (number, error) in document.errors().iter().enumerate() {
        let place = lines.line_column(error.offset());
        writeln!(
            html,
            "<li id=\"error{number}\"><a class=\"at\" href=\"#at-error{number}\">{}:{}</a> {} \
             <code>{}</code></li>",
            place.line,
            place.column,
            escape_text(&source::visible(&error.message(document))),
            escape_attribute(&error.code().to_string()),
        )?;
    }
    html.push_str("</ol>\n");
    Ok(())
}
