//! `edit`: changes of elements that a selector finds, in a source that stays as it is elsewhere.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command};
use consomme::{Document, NodeId, Selector, TreeError};

use super::Entry;
use crate::failure::{Failure, Outcome};
use crate::inputs::Page;
use crate::output::Output;
use crate::pages::{self, Task};
use crate::settings;

pub(crate) const ENTRY: Entry = Entry {
    name: "edit",
    about: "Change elements, and leave every other byte as it is",
    grammar,
    run,
};

const LONG: &str = "\
Prints a page with changed elements. Every other byte stays as it was, in the encoding of the \
page. With --output, the file may be the page itself: it is replaced as a whole or not at all. If \
the result would be read otherwise than it was meant, a message says so and where.";

const EDITS: [&str; 7] = ["set", "unset", "remove", "unwrap", "text", "html", "replace"];

fn grammar(command: Command) -> Command {
    let value = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help).allow_hyphen_values(true)
    };
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let command = command
        .long_about(LONG)
        .arg(Arg::new("selector").value_name("SELECTOR").required(true).help("A CSS selector"))
        .arg(value("set", "NAME=VALUE", "Set an attribute"))
        .arg(value("unset", "NAME", "Remove an attribute"))
        .arg(flag("remove", "Remove the elements"))
        .arg(flag("unwrap", "Put the children of the elements in their place"))
        .arg(value("text", "TEXT", "Set the text of the elements"))
        .arg(value("html", "HTML", "Set the content of the elements"))
        .arg(value("replace", "HTML", "Replace the elements"))
        .group(ArgGroup::new("edit").args(EDITS).required(true));
    settings::with_files(command)
}

fn run(arguments: &ArgMatches) -> Result<Outcome, Failure> {
    let selector = Selector::parse(settings::text(arguments, "selector"));
    let selector = selector.map_err(|error| Failure::Mistake {
        message: format!("selector, byte {}: {}", error.offset(), error.reason()),
        excerpt: error.excerpt().to_string(),
    })?;
    refuse_many(arguments)?;
    let is_for_file = arguments.contains_id("output");
    pages::run(arguments, &Edit { selector, change: change(arguments)?, is_for_file })
}

const ONE_PAGE: &str = "--output takes one page, not of an archive, a folder or gzip";

/// Refuses to write several pages, or one that is compressed, into a file: it could not be read
/// again.
fn refuse_many(arguments: &ArgMatches) -> Result<(), Failure> {
    let files: Vec<&OsString> = arguments.get_many("files").into_iter().flatten().collect();
    let is_other = |file: &&OsString| {
        let path = Path::new(file);
        let has = |end: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(end));
        path.is_dir() || has("warc") || has("gz")
    };
    match arguments.contains_id("output") && (files.len() > 1 || files.iter().any(is_other)) {
        true => Err(Failure::usage(ONE_PAGE)),
        false => Ok(()),
    }
}

/// Returns the change that the arguments ask for. The grammar requires one.
fn change(arguments: &ArgMatches) -> Result<Change, Failure> {
    let value = |name| arguments.get_one::<String>(name).cloned();
    if let Some(written) = value("set") {
        let attribute = written.split_once('=');
        let (name, value) = attribute
            .ok_or_else(|| Failure::usage(format!("--set {written}: expected NAME=VALUE")))?;
        return Ok(Change::Set(name.to_owned(), value.to_owned()));
    }
    let changes = [
        value("unset").map(Change::Unset),
        value("text").map(Change::Text),
        value("html").map(Change::Html),
        value("replace").map(Change::Replace),
        arguments.get_flag("unwrap").then_some(Change::Unwrap),
    ];
    Ok(changes.into_iter().flatten().next().unwrap_or(Change::Remove))
}

enum Change {
    Set(String, String),
    Unset(String),
    Remove,
    Unwrap,
    Text(String),
    Html(String),
    Replace(String),
}

struct Edit {
    selector: Selector,
    change: Change,
    /// Whether the result becomes a file.
    is_for_file: bool,
}

impl Edit {
    fn apply(&self, document: &mut Document, id: NodeId) -> Result<(), TreeError> {
        match &self.change {
            Change::Set(name, value) => document.set_attr(id, name, value).map(|_| ()),
            Change::Unset(name) => document.remove_attr(id, name).map(|_| ()),
            Change::Remove => document.detach(id),
            Change::Unwrap => document.unwrap_element(id),
            Change::Text(text) => document.set_text(id, text),
            Change::Html(html) => document.set_inner_html(id, html),
            Change::Replace(html) => document.set_outer_html(id, html),
        }
    }
}

impl Task for Edit {
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure> {
        // The bytes of standard input say that it is an archive.
        if self.is_for_file && page.is_record {
            return Err(Failure::usage(ONE_PAGE));
        }
        let options = &page.options;
        let parse = options.get_parse().clone().lossless(true);
        let mut document = parse.parse_document(&page.bytes, options.get_hints());
        let ids: Vec<NodeId> =
            document.select(&self.selector).map(|element| element.id()).collect();
        let root = document.root().id();
        for id in &ids {
            // An element in one that was removed or replaced is gone with it.
            let is_there = document.get(*id).is_some_and(|node| node.root().id() == root);
            if is_there {
                let changed = self.apply(&mut document, *id);
                changed.map_err(|error| Failure::usage(format!("{}: {error}", page.name)))?;
            }
        }
        let invalid = |message: String| Failure::io(&page.name, io::Error::other(message));
        let edits = document.source_edits();
        let edits = edits.ok_or_else(|| invalid("a limit left no source to edit".to_owned()))?;
        let lines = document.line_index();
        for inexact in edits.inexact() {
            let place = lines.line_column(inexact.range().start);
            let _ = writeln!(
                io::stderr(),
                "consomme: {}:{}:{}: the result is read otherwise than it was meant: {}",
                page.name,
                place.line,
                place.column,
                inexact.reason(),
            );
        }
        if !edits.inexact().is_empty() {
            // Another page than the one that was asked for takes no place of a file.
            return Err(Failure::Reported);
        }
        let bytes =
            edits.apply_to_bytes(&page.bytes).map_err(|error| invalid(error.to_string()))?;
        output.writer().write_all(&bytes).map_err(Failure::output)?;
        Ok(!ids.is_empty())
    }
}
