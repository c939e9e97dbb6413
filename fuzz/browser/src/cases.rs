//! Cases, each made from a seed.

use consomme_test::generator;
use consomme_test::suite;
use serde_json::{Value, json};
use std::sync::LazyLock;

use crate::byte_pages;

/// The kinds of comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// The tree of a document.
    Document,
    /// The tree of a fragment for a context element, as `innerHTML` sets it.
    Fragment,
    /// The tree of a piece of a real page that was changed.
    Page,
    /// The serialization of the tree of a document.
    Serialization,
    /// The encoding and the text of a page of bytes.
    Bytes,
    /// The elements that a selector matches.
    Selector,
    /// The tree that `setHTML` makes with a configuration.
    Sanitizer,
    /// The tree of sanitized text in a page with scripting.
    SanitizedText,
    /// `innerText`.
    InnerText,
}

pub(crate) const KINDS: [Kind; 9] = [
    Kind::Document,
    Kind::Fragment,
    Kind::Page,
    Kind::Serialization,
    Kind::Bytes,
    Kind::Selector,
    Kind::Sanitizer,
    Kind::SanitizedText,
    Kind::InnerText,
];

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Document => "document",
            Kind::Fragment => "fragment",
            Kind::Page => "page",
            Kind::Serialization => "serialization",
            Kind::Bytes => "bytes",
            Kind::Selector => "selector",
            Kind::Sanitizer => "sanitizer",
            Kind::SanitizedText => "sanitized-text",
            Kind::InnerText => "inner-text",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Kind> {
        KINDS.into_iter().find(|kind| kind.name() == name)
    }
}

/// One question to both.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) kind: Kind,
    /// The markup; of [`Kind::Bytes`], a character up to U+00FF for each byte.
    pub(crate) text: String,
    /// The context element, the selector or the configuration.
    pub(crate) detail: String,
}

/// Context elements of fragments: a namespace and a local name.
pub(crate) const CONTEXTS: [&str; 22] = [
    "html div",
    "html div",
    "html div",
    "html body",
    "html html",
    "html head",
    "html p",
    "html table",
    "html tbody",
    "html tr",
    "html td",
    "html caption",
    "html colgroup",
    "html select",
    "html template",
    "html textarea",
    "html title",
    "html frameset",
    "svg svg",
    "svg foreignObject",
    "math mi",
    "math annotation-xml",
];

/// Configurations of sanitizers, in the JSON of browsers.
pub(crate) const CONFIGURATIONS: [&str; 8] = [
    "{}",
    r#"{"attributes":["id","title"],"comments":true,"dataAttributes":true}"#,
    r#"{"elements":["div","p","b","i","a","table","tr","td","select","option","svg","math"],"attributes":["id","class","href","type"]}"#,
    r#"{"elements":["div",{"name":"p","removeAttributes":["class"]},{"name":"svg","namespace":"http://www.w3.org/2000/svg"},{"name":"g","namespace":"http://www.w3.org/2000/svg"}],"removeAttributes":["id"]}"#,
    r#"{"removeElements":["b","p","table"],"removeAttributes":["class","style"]}"#,
    r#"{"replaceWithChildrenElements":["b","i","a","div","p","table","tbody","tr","td","select","template","form"]}"#,
    r#"{"removeElements":["style","script","xmp"],"replaceWithChildrenElements":["svg","math","mi","desc","title"],"comments":false}"#,
    r#"{"elements":["b",{"name":"a","attributes":["href"]}],"replaceWithChildrenElements":["p","div","template"],"attributes":["id"]}"#,
];

impl Case {
    pub(crate) fn of(kind: Kind, seed: u64) -> Case {
        let mut random = Random(seed);
        let (text, detail) = match kind {
            Kind::Document | Kind::Serialization | Kind::InnerText => {
                (document(seed), String::new())
            }
            Kind::Fragment => (document(seed), random.one_of(&CONTEXTS).to_owned()),
            Kind::Page => (piece_of_page(&mut random), String::new()),
            Kind::Bytes => (byte_pages::page(&mut random), String::new()),
            Kind::Selector => {
                let made = text_of(generator::generated("selectors", seed));
                let (selector, text) = made.split_once('\n').unwrap_or(("*", &made));
                (text.to_owned(), selector.to_owned())
            }
            Kind::Sanitizer | Kind::SanitizedText => {
                // No page can look into closed shadow roots.
                let text = document(seed).replace("shadowrootmode", "data-mode");
                (text, random.one_of(&CONFIGURATIONS).to_owned())
            }
        };
        Case { kind, text, detail }
    }

    pub(crate) fn json(&self) -> Value {
        let mut text = self.text.clone();
        // The browser is given the sanitized text.
        if self.kind == Kind::SanitizedText {
            text = crate::ours::sanitized(self);
        }
        json!({"kind": self.kind.name(), "text": text, "detail": self.detail})
    }
}

/// The markup of a generated input, without the choices after it.
fn text_of(mut generated: Vec<u8>) -> String {
    if let Some(at) = generated.iter().rposition(|&byte| byte == 0xFF) {
        generated.truncate(at);
    }
    String::from_utf8_lossy(&generated).into_owned()
}

fn document(seed: u64) -> String {
    text_of(generator::generated("parse_bytes", seed))
}

/// A piece of a real page, of which parts are left out, doubled and moved.
fn piece_of_page(random: &mut Random) -> String {
    static PAGES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let Ok(folder) = suite::PAGES.find("") else { return Vec::new() };
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
        paths.sort();
        paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
    });
    if PAGES.is_empty() {
        return String::new();
    }
    let page = &PAGES[random.number(PAGES.len())];
    let start = random.number(page.len());
    let start = page[..page.floor_char_boundary(start)].rfind('<').unwrap_or(0);
    let end = page.floor_char_boundary((start + 200 + random.number(3000)).min(page.len()));
    let mut parts: Vec<&str> = page[start..end].split_inclusive('>').collect();
    for _ in 0..random.number(8) {
        let (at, other) = (random.number(parts.len()), random.number(parts.len()));
        match random.number(3) {
            0 => parts.insert(other, parts[at]),
            1 if parts.len() > 1 => drop(parts.remove(at)),
            _ => parts.swap(at, other),
        }
    }
    parts.concat()
}

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// A number below `end`, which is not 0.
    pub(crate) fn number(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) % end as u64) as usize
    }

    pub(crate) fn one_of<'a>(&mut self, these: &[&'a str]) -> &'a str {
        these[self.number(these.len())]
    }
}
