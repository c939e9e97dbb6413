//! The pages that are parsed, and the choice among them.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::str::FromStr;
use std::{env, fs};

use anyhow::{Context as _, Result, bail, ensure};

use crate::contender::Contender;

/// Where the pages lie unless `CONSOMME_PAGES` says otherwise.
const DEFAULT_DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/pages");

/// A page is small under this many bytes.
const SMALL: usize = 30_000;

/// One input.
pub struct Page {
    /// The file as it is.
    pub bytes: Vec<u8>,
    /// The file as UTF-8, for contenders that read `&str`; what is malformed became U+FFFD beforehand.
    pub text: String,
}

/// Which of the pages are parsed.
#[derive(Clone, Copy)]
pub enum PageSet {
    /// Every page.
    All,
    /// The third of the pages with most nodes per byte.
    Dense,
    /// The pages under 30 KB.
    Small,
}

impl FromStr for PageSet {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "all" => Ok(Self::All),
            "dense" => Ok(Self::Dense),
            "small" => Ok(Self::Small),
            _ => bail!("no page set {name:?}: all, dense or small"),
        }
    }
}

/// The pages of `set`, by file name. A note on standard error counts those that are not UTF-8.
pub fn load(set: PageSet) -> Result<Vec<Page>> {
    let directory =
        env::var_os("CONSOMME_PAGES").map_or_else(|| PathBuf::from(DEFAULT_DIRECTORY), PathBuf::from);
    let mut paths = Vec::new();
    for entry in fs::read_dir(&directory).with_context(|| format!("pages in {}", directory.display()))? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension() == Some(OsStr::new("html")));
    paths.sort();

    let mut pages = Vec::with_capacity(paths.len());
    let mut malformed = 0;
    for path in &paths {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        malformed += usize::from(str::from_utf8(&bytes).is_err());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        pages.push(Page { bytes, text });
    }
    if malformed > 0 {
        eprintln!("{malformed} pages are not UTF-8: contenders that read text get U+FFFD there");
    }

    match set {
        PageSet::All => {}
        PageSet::Dense => keep_densest_third(&mut pages),
        PageSet::Small => pages.retain(|page| page.bytes.len() < SMALL),
    }
    ensure!(!pages.is_empty(), "no such pages in {}", directory.display());
    Ok(pages)
}

/// Keeps the third of `pages` with most nodes per byte, as consomme's tree counts them.
fn keep_densest_third(pages: &mut Vec<Page>) {
    pages.sort_by_cached_key(|page| {
        let nodes = Contender::ConsommeBytes.count_nodes(page) as u64;
        Reverse(nodes * 1_000_000 / (page.bytes.len() as u64).max(1))
    });
    pages.truncate(pages.len().div_ceil(3));
}
