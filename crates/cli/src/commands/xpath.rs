//! `xpath`: the value of an XPath 1.0 expression.

use std::io;

use clap::{Arg, ArgAction, ArgMatches, Command};
use consomme_xpath::{Item, Value, XPath, XPathError, XPathExt};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry =
    Entry { name: "xpath", about: "Print the value of an XPath 1.0 expression", grammar, run };

fn grammar(command: Command) -> Command {
    let command = command
        .long_about(
            "Prints the value of an XPath 1.0 expression: elements as HTML, or as text with \
             --text; attributes and texts as they are; a number, a text or a boolean on a line. \
             `false` and no nodes are exit code 1.",
        )
        .arg(
            Arg::new("expression")
                .value_name("EXPRESSION")
                .required(true)
                .help("An XPath 1.0 expression"),
        )
        .arg(
            Arg::new("text")
                .short('t')
                .long("text")
                .action(ArgAction::SetTrue)
                .help("Print the texts of elements with white space collapsed"),
        );
    settings::with_formats(settings::with_files(command))
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let path = XPath::parse(settings::text(arguments, "expression"));
    let path = path.map_err(|error| mistake(&error))?;
    pages::run(arguments, &Evaluate { path, is_text: arguments.get_flag("text") })
}

fn mistake(error: &XPathError) -> Failure {
    Failure::Mistake { message: error.to_string(), excerpt: error.excerpt().to_string() }
}

struct Evaluate {
    path: XPath,
    is_text: bool,
}

impl Evaluate {
    fn write(&self, item: Item<'_>, output: &mut Output<'_>) -> io::Result<()> {
        match item.as_element() {
            Some(element) if !self.is_text => output.text(&element.outer_html()),
            Some(_) => {
                let text = item.string_value();
                output.text(&text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            None => output.text(&item.string_value()),
        }
    }
}

impl Task for Evaluate {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        let options = &page.options;
        let document = options.get_parse().parse_document(&page.bytes, options.get_hints());
        let value = document.xpath(&self.path).map_err(|error| mistake(&error))?;
        let (written, found) = match &value {
            Value::Nodes(nodes) => {
                let mut nodes_left = nodes.iter();
                let written = nodes_left.try_for_each(|item| self.write(item, output));
                (written, !nodes.is_empty())
            }
            Value::Boolean(boolean) => (output.text(&value.to_text()), *boolean),
            _ => (output.text(&value.to_text()), true),
        };
        written.map(|()| found).map_err(Failure::output)
    }
}
