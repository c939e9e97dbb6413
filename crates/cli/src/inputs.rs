//! Files, folders, archives and standard input.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use consomme::Hints;
use consomme_schema::PageOptions;
use consomme_warc::{Input as ArchiveInput, ReadOptions};
use flate2::read::MultiGzDecoder;
use walkdir::WalkDir;

use crate::failure::Failure;

/// The ends of the names of files in a folder that are read, with `.gz` or without: pages, web
/// archives, and pages that a program has made.
const PAGES: [&str; 10] =
    [".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".warc"];

/// The first bytes of gzip.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// The first bytes of a web archive.
const WARC: &[u8] = b"WARC/";

const NO_PAGES: &str = "no file in the folder has the name of a page, such as .html, .php or .warc.gz; \
                        a file that is given by its name is read whatever that is";

/// A file or standard input.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    Standard,
    File(PathBuf),
}

/// A page in memory.
pub(crate) struct Page {
    /// The file, and the place in an archive.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) options: PageOptions,
    /// Whether it is in an archive.
    pub(crate) is_record: bool,
}

/// The bytes of an input, which its first bytes tell apart.
pub(crate) enum Opened {
    /// A page, decompressed.
    Page(Box<dyn Read + Send>),
    /// A web archive as it is: its reader decompresses.
    Archive(Box<dyn Read + Send>),
}

impl Input {
    /// Returns the inputs that arguments name. Folders are searched for pages.
    pub(crate) fn all<'a>(
        files: impl IntoIterator<Item = &'a OsString>,
    ) -> Result<Vec<Input>, Failure> {
        let mut inputs = Vec::new();
        let (mut is_empty, mut has_standard) = (true, false);
        for file in files {
            is_empty = false;
            if file == "-" {
                if std::mem::replace(&mut has_standard, true) {
                    return Err(Failure::usage("standard input, -, is given twice"));
                }
                inputs.push(Input::Standard);
            } else if Path::new(file).is_dir() {
                add_folder(Path::new(file), &mut inputs)?;
            } else {
                inputs.push(Input::File(file.into()));
            }
        }
        match (is_empty, inputs.is_empty()) {
            (true, _) => Ok(vec![Input::Standard]),
            (false, true) => Err(Failure::usage(NO_PAGES)),
            (false, false) => Ok(inputs),
        }
    }

    /// Returns the name for people.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Standard => "standard input".to_owned(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// Opens the input. Its first bytes say whether it is compressed, and whether it is a web
    /// archive; so does the name of a file, if an archive has a damaged start.
    ///
    /// Bytes that no text has are an error, unless the encoding is given.
    pub(crate) fn open(&self, options: &PageOptions) -> io::Result<Opened> {
        let mut reader: Box<dyn Read + Send> = match self {
            Input::Standard => Box::new(io::stdin()),
            Input::File(path) => Box::new(File::open(path)?),
        };
        let start = take_start(&mut reader)?;
        let is_gzip = start.starts_with(&GZIP);
        let is_archive = self.is_named_archive()
            || if is_gzip { starts_archive(&start) } else { start.starts_with(WARC) };
        let whole = io::Cursor::new(start).chain(reader);
        match (is_archive, is_gzip) {
            (true, _) => Ok(Opened::Archive(Box::new(whole))),
            (false, true) => text(Box::new(MultiGzDecoder::new(whole)), options),
            (false, false) => text(Box::new(whole), options),
        }
    }

    fn is_named_archive(&self) -> bool {
        matches!(self, Input::File(path)
            if ends_with(path.as_os_str(), ".warc") || ends_with(path.as_os_str(), ".warc.gz"))
    }

    /// Calls a function with each page of the input: one, or each of an archive.
    pub(crate) fn each_page(
        &self,
        options: &PageOptions,
        function: &mut dyn FnMut(Page) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let opened = self.open(options).map_err(|error| Failure::io(self.name(), error))?;
        self.each_page_of(opened, options, function)
    }

    /// Calls a function with each page of the input, which is open: one, or each of an archive.
    pub(crate) fn each_page_of(
        &self,
        opened: Opened,
        options: &PageOptions,
        function: &mut dyn FnMut(Page) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = self.name();
        let mut reader = match opened {
            Opened::Page(reader) => reader,
            Opened::Archive(reader) => return self.each_record(reader, options, function),
        };
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(|error| Failure::io(&name, error))?;
        function(Page { name, bytes, options: options.clone(), is_record: false })
    }

    fn each_record(
        &self,
        reader: Box<dyn Read + Send>,
        options: &PageOptions,
        function: &mut dyn FnMut(Page) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = self.name();
        let (mut failure, mut is_damaged) = (None, false);
        let read = ReadOptions::new().read(&mut ArchiveInput::new(reader), &mut |record| {
            let name = format!("{name}@{}", record.offset);
            let is_html = record.content_type.as_deref().is_none_or(is_html_type);
            let result = match (record.body, record.error) {
                (Some(bytes), _) if is_html => {
                    let options = of_record(options, record.url, record.content_type);
                    function(Page { name, bytes, options, is_record: true })
                }
                (None, Some(error)) => {
                    // The other records are read all the same.
                    is_damaged = true;
                    Failure::io(name, io::Error::other(error.to_string())).print();
                    Ok(())
                }
                _ => Ok(()),
            };
            match result {
                // The page is done with, and all other pages are read.
                Err(Failure::Reported) => is_damaged = true,
                result => failure = result.err(),
            }
            Ok(if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        match (failure, read) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => Err(Failure::io(&name, error)),
            (None, Ok(())) if is_damaged => Err(Failure::Reported),
            (None, Ok(())) => Ok(()),
        }
    }
}

/// Takes the first bytes of a reader.
fn take_start(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(START).read_to_end(&mut start)?;
    Ok(start)
}

/// Whether the start of a gzip file is that of an archive.
fn starts_archive(start: &[u8]) -> bool {
    let mut first = [0; WARC.len()];
    MultiGzDecoder::new(start).read_exact(&mut first).is_ok() && first == WARC
}

/// Looks at the first bytes of a page.
fn text(mut reader: Box<dyn Read + Send>, options: &PageOptions) -> io::Result<Opened> {
    if *options.get_hints() != Hints::new() {
        return Ok(Opened::Page(reader));
    }
    let start = take_start(&mut reader)?;
    check_text(&start)?;
    Ok(Opened::Page(Box::new(io::Cursor::new(start).chain(reader))))
}

/// Whether a media type is one of HTML.
fn is_html_type(kind: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default().trim();
    let types = ["text/html", "application/xhtml+xml"];
    essence.is_empty() || types.iter().any(|html| essence.eq_ignore_ascii_case(html))
}

/// How many bytes are looked at for bytes that no text has.
const START: u64 = 1024;

/// Looks for a byte that no text has, as browsers do.
///
/// <https://mimesniff.spec.whatwg.org/#binary-data-byte>
fn check_text(start: &[u8]) -> io::Result<()> {
    if start.starts_with(b"\xfe\xff") || start.starts_with(b"\xff\xfe") {
        return Ok(());
    }
    let is_binary = |byte: &u8| matches!(*byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    match start.iter().position(is_binary) {
        None => Ok(()),
        Some(place) => Err(io::Error::other(format!(
            "byte {place} is 0x{:02x}, so this is no text; --charset reads it all the same",
            start[place]
        ))),
    }
}

/// Returns the options of a page of an archive: its address, and the type that it was sent with.
fn of_record(
    options: &PageOptions,
    url: Option<String>,
    content_type: Option<String>,
) -> PageOptions {
    let mut options = options.clone();
    if let (None, Some(url)) = (options.get_address(), url) {
        options = options.address(url);
    }
    match content_type {
        Some(kind) if *options.get_hints() == Hints::new() => {
            let hints = Hints::new().content_type(&kind);
            options.hints(hints)
        }
        _ => options,
    }
}

/// Adds the pages in a folder, in the order of their names. Links are followed.
fn add_folder(folder: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let name = error.path().unwrap_or(folder).display().to_string();
            let error = error.into_io_error();
            Failure::io(name, error.unwrap_or_else(|| io::Error::other("a circle of links")))
        })?;
        if entry.file_type().is_file() && has_name_of_page(entry.file_name()) {
            inputs.push(Input::File(entry.into_path()));
        }
    }
    Ok(())
}

fn has_name_of_page(name: &OsStr) -> bool {
    PAGES.iter().any(|end| ends_with(name, end) || ends_with(name, &format!("{end}.gz")))
}

fn ends_with(name: &OsStr, end: &str) -> bool {
    let name = name.as_encoded_bytes();
    let start = name.len().checked_sub(end.len());
    start.is_some_and(|start| name[start..].eq_ignore_ascii_case(end.as_bytes()))
}
