//! The pages that are parsed, and the choice among them.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{env, fs};

use anyhow::{Context as _, Result, bail, ensure};
use consomme::{Document, Hints, parse_document};
use encoding_rs::{Encoding, UTF_8};

/// Where the pages lie unless `CONSOMME_PAGES` says otherwise.
const DEFAULT_DIRECTORY: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/pages");

/// A page is small under this many bytes.
const SMALL: usize = 30_000;

/// How many bytes a fragment has at most: its end is moved back to where a character ends.
const FRAGMENT: usize = 200;

/// A piece ends at the first `<` after this many bytes.
const PIECE: usize = 600;

/// How many fragments are cut from a page.
const FRAGMENTS_PER_PAGE: usize = 16;

/// One input.
#[derive(Clone)]
pub struct Page {
    /// The file as it is.
    pub bytes: Vec<u8>,
    /// The file decoded, for contenders that read `&str`.
    pub text: String,
    /// The encoding of the bytes, for contenders that decode but do not look for it.
    pub encoding: &'static Encoding,
    /// Whether to parse it as the content of a `body` element. Contenders without fragment parsing
    /// parse it as a document.
    pub is_fragment: bool,
}

impl Page {
    pub fn is_small(&self) -> bool {
        self.bytes.len() < SMALL
    }
}

/// Which of the pages are parsed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PageSet {
    /// Every page.
    All,
    /// The third of the pages with most nodes per byte.
    Dense,
    /// The pages of [`Dense`](Self::Dense) with CRLF at each line's end, as many servers send them.
    DenseCrlf,
    /// The third of the pages with most script per byte.
    Script,
    /// The pages under 30 KB.
    Small,
    /// Pieces of 200 bytes, cut from all pages.
    Fragments,
    /// All pages, cut into pieces of 600 bytes and up to the next tag.
    Pieces,
}

impl PageSet {
    /// Every set.
    pub const ALL: [Self; 7] = [
        Self::All,
        Self::Dense,
        Self::DenseCrlf,
        Self::Script,
        Self::Small,
        Self::Fragments,
        Self::Pieces,
    ];

    /// The name on the command line and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Dense => "dense",
            Self::DenseCrlf => "dense-crlf",
            Self::Script => "script",
            Self::Small => "small",
            Self::Fragments => "fragments",
            Self::Pieces => "pieces",
        }
    }

    /// Returns a description of the set, in words.
    pub fn description(self) -> &'static str {
        match self {
            Self::All => "all pages",
            Self::Dense => "the third with most nodes per byte",
            Self::DenseCrlf => "the third with most nodes per byte, with CRLF line ends",
            Self::Script => "the third with most script per byte",
            Self::Small => "pages under 30 KB",
            Self::Fragments => "fragments of 200 bytes",
            Self::Pieces => "pieces of 600 bytes and up to the next tag",
        }
    }

    /// Returns the description on two short lines, for the chart.
    pub fn head(self) -> [&'static str; 2] {
        match self {
            Self::All => ["", "all pages"],
            Self::Dense => ["most nodes", "per byte"],
            Self::DenseCrlf => ["most nodes,", "CRLF"],
            Self::Script => ["most script", "per byte"],
            Self::Small => ["pages under", "30 KB"],
            Self::Fragments => ["fragments", "of 200 bytes"],
            Self::Pieces => ["pieces", "of 600 bytes"],
        }
    }

    /// The pages that are in the set.
    pub fn choose(self, pages: &[Page]) -> Vec<Page> {
        match self {
            Self::All => pages.to_vec(),
            Self::Dense => greatest_third(pages, |document| document.descendants().count()),
            Self::DenseCrlf => Self::Dense.choose(pages).into_iter().map(with_crlf).collect(),
            Self::Script => greatest_third(pages, script_bytes),
            Self::Small => pages.iter().filter(|page| page.is_small()).cloned().collect(),
            Self::Fragments => pages.iter().flat_map(fragments).collect(),
            Self::Pieces => pages.iter().flat_map(pieces).collect(),
        }
    }
}

impl FromStr for PageSet {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match Self::ALL.into_iter().find(|set| set.name() == name) {
            Some(set) => Ok(set),
            None => bail!("no page set {name:?}"),
        }
    }
}

/// The pages, by file name. A note on standard error counts those that are not UTF-8.
pub fn load() -> Result<Vec<Page>> {
    let directory = env::var_os("CONSOMME_PAGES")
        .map_or_else(|| PathBuf::from(DEFAULT_DIRECTORY), PathBuf::from);
    let mut paths = Vec::new();
    for entry in
        fs::read_dir(&directory).with_context(|| format!("pages in {}", directory.display()))?
    {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension() == Some(OsStr::new("html")));
    paths.sort();
    ensure!(!paths.is_empty(), "no pages in {}", directory.display());

    let pages = paths.iter().map(|path| read(path)).collect::<Result<Vec<Page>>>()?;
    let others = pages.iter().filter(|page| page.encoding != UTF_8).count();
    if others > 0 {
        eprintln!(
            "{others} pages are not UTF-8: contenders that read text get them decoded beforehand"
        );
    }
    Ok(pages)
}

fn read(path: &Path) -> Result<Page> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let encoding = if str::from_utf8(&bytes).is_ok() {
        UTF_8
    } else {
        parse_document(bytes.as_slice(), &Hints::new()).encoding().unwrap_or(UTF_8)
    };
    let text = encoding.decode(&bytes).0.into_owned();
    Ok(Page { bytes, text, encoding, is_fragment: false })
}

/// The third of `pages` in which `count` finds most per byte, as consomme's tree has it.
fn greatest_third(pages: &[Page], count: impl Fn(&Document) -> usize) -> Vec<Page> {
    let mut pages = pages.to_vec();
    pages.sort_by_cached_key(|page| {
        let document = parse_document(page.bytes.as_slice(), &Hints::new());
        Reverse(count(&document) as u64 * 1_000_000 / (page.bytes.len() as u64).max(1))
    });
    pages.truncate(pages.len().div_ceil(3));
    pages
}

/// The page with CRLF where a line ends in LF or CR.
///
/// # Panics
///
/// If the page's encoding does not write ASCII as ASCII.
fn with_crlf(page: Page) -> Page {
    assert!(page.encoding.is_ascii_compatible(), "line ends are bytes only in such encodings");
    let text = page.text.replace("\r\n", "\n").replace(['\r', '\n'], "\r\n");
    let mut bytes = Vec::with_capacity(page.bytes.len() + page.bytes.len() / 16);
    for (index, &byte) in page.bytes.iter().enumerate() {
        match byte {
            b'\n' if index > 0 && page.bytes[index - 1] == b'\r' => {}
            b'\r' | b'\n' => bytes.extend_from_slice(b"\r\n"),
            _ => bytes.push(byte),
        }
    }
    Page { bytes, text, ..page }
}

/// The bytes of text in `script` elements.
fn script_bytes(document: &Document) -> usize {
    let elements = document.descendants().filter_map(|node| node.as_element());
    elements
        .filter(|element| element.name() == "script")
        .map(|script| script.text_content().len())
        .sum()
}

/// Pieces of the page's markup, spread evenly over its body. Each starts with a tag.
fn fragments(page: &Page) -> impl Iterator<Item = Page> {
    let text = page.text.as_str();
    let body = text.find("<body").unwrap_or(0);
    let step = (text.len() - body) / FRAGMENTS_PER_PAGE;
    (0..FRAGMENTS_PER_PAGE).filter_map(move |index| {
        let start = next_tag(text, text.ceil_char_boundary(body + index * step))?;
        let end = text.floor_char_boundary(start + FRAGMENT);
        let text = String::from(&text[start..end]);
        Some(Page { bytes: text.clone().into_bytes(), text, encoding: UTF_8, is_fragment: true })
    })
}

/// The page's markup in pieces, each but the last of at least 600 bytes; all but the first start
/// with `<`.
fn pieces(page: &Page) -> Vec<Page> {
    let mut rest = page.text.as_str();
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let least = rest.ceil_char_boundary(PIECE);
        let end = rest[least..].find('<').map_or(rest.len(), |index| least + index);
        let text = String::from(&rest[..end]);
        pieces.push(Page {
            bytes: text.clone().into_bytes(),
            text,
            encoding: UTF_8,
            is_fragment: true,
        });
        rest = &rest[end..];
    }
    pieces
}

/// Where the first start tag at or after `position` is.
fn next_tag(text: &str, position: usize) -> Option<usize> {
    let is_tag = |&(index, _): &(usize, &str)| {
        text.as_bytes().get(position + index + 1).is_some_and(u8::is_ascii_alphabetic)
    };
    text[position..].match_indices('<').find(is_tag).map(|(index, _)| position + index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fragments are compared between runs: the same page has to give the same ones.
    #[test]
    fn fragments_are_cut_at_characters_and_start_with_a_tag() {
        let text = format!("<!DOCTYPE html><body>{}", "<p title=é>Süppchen & < Brühe".repeat(400));
        let page =
            Page { bytes: text.clone().into_bytes(), text, encoding: UTF_8, is_fragment: false };
        let cut: Vec<Page> = fragments(&page).collect();
        assert_eq!(cut.len(), FRAGMENTS_PER_PAGE);
        for fragment in cut {
            assert!(fragment.is_fragment);
            assert!(fragment.text.starts_with("<p ") || fragment.text.starts_with("<body>"));
            assert!((FRAGMENT - 3..=FRAGMENT).contains(&fragment.bytes.len()));
        }
    }

    /// Cutting must not go wrong where there is nothing to cut.
    #[test]
    fn a_page_without_tags_has_no_fragments() {
        for text in ["", "é", "1 < 2"] {
            let bytes = text.as_bytes().to_vec();
            let page =
                Page { bytes, text: String::from(text), encoding: UTF_8, is_fragment: false };
            assert_eq!(fragments(&page).count(), 0, "{text:?}");
        }
    }

    /// The bytes and the text of a page have to stay the same page.
    #[test]
    fn every_line_ends_in_crlf() {
        let text = String::from("a\nb\r\nc\rd\n\n\r");
        let page =
            Page { bytes: text.clone().into_bytes(), text, encoding: UTF_8, is_fragment: false };
        let page = with_crlf(page);
        assert_eq!(page.text, "a\r\nb\r\nc\r\nd\r\n\r\n\r\n");
        assert_eq!(page.bytes, page.text.as_bytes());
    }

    #[test]
    fn pieces_are_the_page_cut_before_tags() {
        let text = "<p title=é>Süppchen & Brühe".repeat(400);
        let page =
            Page { bytes: text.clone().into_bytes(), text, encoding: UTF_8, is_fragment: false };
        let cut = pieces(&page);
        assert_eq!(cut.iter().map(|piece| piece.text.as_str()).collect::<String>(), page.text);
        assert!(cut.iter().all(|piece| piece.text.starts_with("<p ")));
        assert!(
            cut.iter().rev().skip(1).all(|piece| (PIECE..PIECE + 40).contains(&piece.text.len()))
        );
    }
}
