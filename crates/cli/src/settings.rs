//! The arguments that most commands have.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use consomme::{Document, Hints, NodeRef, ParseOptions, Selector, encoding};
use consomme_schema::PageOptions;

use crate::failure::Failure;
use crate::output::Format;

/// Adds the files that a command reads, and how it reads them.
pub(crate) fn with_files(command: Command) -> Command {
    command
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .num_args(0..)
                .value_parser(value_parser!(OsString))
                .help("Files, folders, web archives (.warc, .warc.gz), or - for standard input"),
        )
        .arg(
            Arg::new("charset")
                .long("charset")
                .value_name("LABEL")
                .help("The encoding of the pages, whatever they declare"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .value_parser(value_parser!(OsString))
                .help("Write to a file, which is replaced as a whole or not at all"),
        )
        .arg(
            Arg::new("jobs")
                .short('j')
                .long("jobs")
                .value_name("N")
                .value_parser(value_parser!(u16).range(1..))
                .help("How many files to read at the same time [default: one for each core]"),
        )
}

/// Adds the address of the page.
pub(crate) fn with_address(command: Command) -> Command {
    command.arg(address())
}

/// Returns the argument that is the address of the page.
pub(crate) fn address() -> Arg {
    Arg::new("address")
        .long("address")
        .value_name("URL")
        .help("The URL of the page, against which others are resolved")
}

/// Adds the part of a page that a command is about.
pub(crate) fn with_part(command: Command) -> Command {
    command.arg(
        Arg::new("in")
            .long("in")
            .value_name("SELECTOR")
            .help("Only the first matching element of each page"),
    )
}

/// The part of a page that a command is about.
pub(crate) struct Part(Option<Selector>);

impl Part {
    /// Returns the part; `None`, if the page has none.
    pub(crate) fn find<'d>(&self, document: &'d Document) -> Option<NodeRef<'d>> {
        match &self.0 {
            None => Some(document.root()),
            Some(part) => Some(document.select_first(part)?.as_node()),
        }
    }

    /// Returns the URL against which a writer of the part resolves others, if the address of the page
    /// is known. A part alone has no `base`.
    pub(crate) fn address(&self, document: &Document, options: &PageOptions) -> Option<String> {
        let address = options.get_address()?;
        match &self.0 {
            None => Some(address.to_owned()),
            Some(_) => document.base_url(address).map(|base| base.as_str().to_owned()),
        }
    }

    /// Returns a document with nothing but the part, if it is an element: writers of a node write
    /// its content.
    pub(crate) fn alone(&self, part: NodeRef<'_>) -> Result<Option<Document>, Failure> {
        if self.0.is_none() {
            return Ok(None);
        }
        let mut document = Document::new_fragment();
        let root = document.root().id();
        let copy = document.import_node(part).and_then(|copy| document.append(root, copy));
        copy.map(|()| Some(document)).map_err(|error| Failure::usage(error.to_string()))
    }
}

/// Returns the part that the arguments name.
pub(crate) fn part(arguments: &ArgMatches) -> Result<Part, Failure> {
    let part = arguments.get_one::<String>("in");
    let part = part.map(|text| Selector::parse(text)).transpose();
    part.map(Part).map_err(|error| Failure::Mistake {
        message: format!("--in, byte {}: {}", error.offset(), error.reason()),
        excerpt: error.excerpt().to_string(),
    })
}

/// Adds the forms of output.
pub(crate) fn with_formats(command: Command) -> Command {
    command
        .arg(
            Arg::new("json")
                .long("json")
                .action(ArgAction::SetTrue)
                .conflicts_with("null")
                .help("Print a JSON object on each line"),
        )
        .arg(
            Arg::new("null")
                .short('0')
                .long("null")
                .action(ArgAction::SetTrue)
                .help("End each text with NUL instead of a newline"),
        )
}

/// Returns the form of output.
pub(crate) fn format(arguments: &ArgMatches) -> Format {
    let is_set = |name| matches!(arguments.try_get_one::<bool>(name), Ok(Some(true)));
    match (is_set("json"), is_set("null")) {
        (true, _) => Format::Json,
        (false, true) => Format::Null,
        (false, false) => Format::Text,
    }
}

/// Returns a text of the arguments that the grammar requires or that has a default.
pub(crate) fn text<'m>(arguments: &'m ArgMatches, name: &str) -> &'m str {
    arguments.get_one::<String>(name).map_or("", String::as_str)
}

/// Returns the hints of the arguments about the pages.
pub(crate) fn page_options(arguments: &ArgMatches) -> Result<PageOptions, Failure> {
    let mut options = PageOptions::new().parse(ParseOptions::new());
    if let Some(label) = arguments.get_one::<String>("charset") {
        let encoding = encoding::for_label(label)
            .map_err(|error| Failure::usage(format!("--charset: {error}")))?;
        options = options.hints(Hints::new().user_override(encoding));
    }
    // Commands that resolve no URL have no address.
    if let Ok(Some(address)) = arguments.try_get_one::<String>("address") {
        if consomme::BaseUrl::new(address, None).is_none() {
            return Err(Failure::usage(format!("--address: {address} is no absolute URL")));
        }
        options = options.address(address);
    }
    Ok(options)
}
