//! Reads a crawl from an archive or a folder.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use indicatif::ProgressBar;
use rust_warc::{WarcError, WarcReader, WarcRecord};

use crate::http;

/// An item of a crawl.
pub(crate) enum Item {
    File(PathBuf),
    Record(WarcRecord),
}

pub(crate) type Items<'a> = Box<dyn Iterator<Item = io::Result<Item>> + Send + 'a>;

/// An HTML page.
pub(crate) struct Page {
    pub(crate) address: String,
    pub(crate) content_type: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// Returns the items of an archive or a folder, in order. The bar shows the progress.
pub(crate) fn items<'a>(path: &Path, bar: &'a ProgressBar) -> io::Result<Items<'a>> {
    if path.is_dir() {
        let files = html_files(path)?;
        bar.set_length(files.len() as u64);
        return Ok(Box::new(bar.wrap_iter(files.into_iter()).map(|file| Ok(Item::File(file)))));
    }
    let file = File::open(path)?;
    bar.set_length(file.metadata()?.len());
    let mut reader: Box<dyn BufRead + Send> = Box::new(BufReader::new(bar.wrap_read(file)));
    if path.extension().is_some_and(|extension| extension == "gz") {
        reader = Box::new(BufReader::new(MultiGzDecoder::new(reader)));
    }
    Ok(Box::new(WarcReader::new(reader).map(|record| match record {
        Ok(record) => Ok(Item::Record(record)),
        Err(WarcError::IO(error)) => Err(error),
        Err(error) => Err(io::Error::other(format!("{error:?}"))),
    })))
}

/// Returns the files below a folder that are named `.html` or `.htm`, sorted.
fn html_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "html" || extension == "htm")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

impl Item {
    /// Returns the page, if the item is one. Other records of an archive are requests, images and
    /// so on.
    pub(crate) fn page(self) -> io::Result<Option<Page>> {
        match self {
            Item::File(path) => {
                let address = path.display().to_string();
                let body = fs::read(&path)
                    .map_err(|error| io::Error::other(format!("{address}: {error}")))?;
                Ok(Some(Page { address, content_type: None, body }))
            }
            Item::Record(record) => http::page(record),
        }
    }
}
