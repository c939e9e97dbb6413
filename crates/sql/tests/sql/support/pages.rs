//! Pages of a folder, soups, and many small ones made from them.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Returns the pages of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages` beside the
/// repository. Without that folder there are soups only.
pub(crate) fn pages() -> Vec<Vec<u8>> {
    let folder = env::var_os("CONSOMME_PAGES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/pages"),
        PathBuf::from,
    );
    let mut paths: Vec<_> = match fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| entry.unwrap().path()).collect(),
        Err(_) => Vec::new(),
    };
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    paths.sort();
    let mut pages: Vec<_> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    let mut random = Random::new(1);
    pages.extend((0..70).map(|_| random.soup(200)));
    pages
}

/// Returns `count` small pages: parts of [`pages`] and soups, the same ones for each call.
pub(crate) fn small_pages(count: usize) -> Vec<Vec<u8>> {
    let pages = pages();
    let mut random = Random::new(2);
    let part = |_| {
        let page = &pages[random.below(pages.len())];
        if random.below(4) == 0 || page.is_empty() {
            return random.soup(15);
        }
        let start = random.below(page.len());
        let length = 50 + random.below(500);
        page[start..page.len().min(start + length)].to_vec()
    };
    (0..count).map(part).collect()
}

/// Numbers that look random and are the same in each run: xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below another one.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    /// Returns markup of a number of pieces in any order.
    pub(crate) fn soup(&mut self, pieces: usize) -> Vec<u8> {
        let mut soup = Vec::new();
        for _ in 0..pieces {
            soup.extend_from_slice(PIECES[self.below(PIECES.len())].as_bytes());
        }
        soup
    }
}

const PIECES: &[&str] = &[
    "<!doctype html>",
    "<html lang=de>",
    "<html lang=en>",
    "<title>Soup",
    "</title>",
    "<meta name=description content=Broth>",
    "<meta charset=utf-8>",
    "<link rel=canonical href=https://example.com/soup>",
    "<base href=https://example.org/>",
    "<p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<a href=/leek>Leek",
    "<a rel=next href='https://example.com/bisque'>",
    "</a>",
    "<table><tr><td>1<td rowspan=2>2",
    "</table>",
    "<h1>Soups</h1>",
    "<h2 class=menu>Bisque</h2>",
    "<ul><li>",
    "</ul>",
    "<div itemscope itemtype=https://schema.org/Recipe><span itemprop=name>Broth</span>",
    "</div>",
    "<script>if (a < b) serve()</script>",
    "<img src=bowl.png srcset='bowl.png 1x, large.png 2x'>",
    "<svg><a href=#onion>",
    "</svg>",
    "<template>",
    "</template>",
    "&amp; &eacute; &#0;",
    "cr\u{E8}me br\u{FB}l\u{E9}e ",
    "\r\n",
    "salt ",
    "<p hidden>",
    "<!-- bones -->",
];
