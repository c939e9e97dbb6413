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

/// The ends of the names of files in a folder that are read.
const PAGES: [&str; 8] =
    [".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz", ".warc", ".warc.gz"];

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
}

impl Input {
    /// Returns the inputs that arguments name. Folders are searched for pages.
    pub(crate) fn all<'a>(
        files: impl IntoIterator<Item = &'a OsString>,
    ) -> Result<Vec<Input>, Failure> {
        let mut inputs = Vec::new();
        let mut is_empty = true;
        for file in files {
            is_empty = false;
            if file == "-" {
                inputs.push(Input::Standard);
            } else if Path::new(file).is_dir() {
                add_folder(Path::new(file), &mut inputs)?;
            } else {
                inputs.push(Input::File(file.into()));
            }
        }
        if is_empty {
            inputs.push(Input::Standard);
        }
        Ok(inputs)
    }

    /// Returns the name for people.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Standard => "standard input".to_owned(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// Opens the input; a compressed file is decompressed. Bytes that no text has are an error,
    /// unless the encoding is given.
    pub(crate) fn open(&self, options: &PageOptions) -> io::Result<Box<dyn Read + Send>> {
        let mut reader = self.open_any()?;
        if *options.get_hints() != Hints::new() {
            return Ok(reader);
        }
        let mut start = Vec::new();
        reader.by_ref().take(START).read_to_end(&mut start)?;
        check_text(&start)?;
        Ok(Box::new(io::Cursor::new(start).chain(reader)))
    }

    fn open_any(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Input::Standard => Ok(Box::new(io::stdin())),
            Input::File(path) if ends_with(path.as_os_str(), ".gz") => {
                Ok(Box::new(MultiGzDecoder::new(File::open(path)?)))
            }
            Input::File(path) => Ok(Box::new(File::open(path)?)),
        }
    }

    /// Whether the input has many pages.
    pub(crate) fn is_archive(&self) -> bool {
        matches!(self, Input::File(path)
            if ends_with(path.as_os_str(), ".warc") || ends_with(path.as_os_str(), ".warc.gz"))
    }

    /// Calls a function with each page of the input: one, or those of an archive.
    pub(crate) fn each_page(
        &self,
        options: &PageOptions,
        function: &mut dyn FnMut(Page) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let name = self.name();
        if self.is_archive() {
            return self.each_record(options, function);
        }
        let mut bytes = Vec::new();
        let read = self.open(options).and_then(|mut reader| reader.read_to_end(&mut bytes));
        read.map_err(|error| Failure::io(&name, error))?;
        function(Page { name, bytes, options: options.clone() })
    }

    fn each_record(
        &self,
        options: &PageOptions,
        function: &mut dyn FnMut(Page) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Input::File(path) = self else { return Ok(()) };
        let name = self.name();
        let file = File::open(path).map_err(|error| Failure::io(&name, error))?;
        let (mut failure, mut is_damaged) = (None, false);
        let read = ReadOptions::new().read(&mut ArchiveInput::new(file), &mut |record| {
            let name = format!("{name}@{}", record.offset);
            let is_html = record.content_type.as_deref().is_none_or(is_html_type);
            let result = match (record.body, record.error) {
                (Some(bytes), _) if is_html => {
                    let options = of_record(options, record.url, record.content_type);
                    function(Page { name, bytes, options })
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
                // The page is done with, and the others are read all the same.
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

/// Adds the pages in a folder, in the order of their names.
fn add_folder(folder: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let name = error.path().unwrap_or(folder).display().to_string();
            let error = error.into_io_error();
            Failure::io(name, error.unwrap_or_else(|| io::Error::other("a circle of links")))
        })?;
        if entry.file_type().is_file() && PAGES.iter().any(|end| ends_with(entry.file_name(), end))
        {
            inputs.push(Input::File(entry.into_path()));
        }
    }
    Ok(())
}

fn ends_with(name: &OsStr, end: &str) -> bool {
    let name = name.as_encoded_bytes();
    let start = name.len().checked_sub(end.len());
    start.is_some_and(|start| name[start..].eq_ignore_ascii_case(end.as_bytes()))
}
