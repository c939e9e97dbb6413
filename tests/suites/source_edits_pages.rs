//! Edits of the source of real pages: without an edit the source is the input, byte for byte, and
//! nearly every edit is exact, with every byte outside of the patches as it was.

use std::fs;
use std::sync::Mutex;

use consomme::source_edits::SourceEdits;
use consomme::{Document, Hints, NodeId, NodeRef, ParseOptions};
use consomme_test::suite::{Case, PAGES, Run, Suites};

/// How many edits of each kind are tried on a page of up to 100,000 bytes; on a larger one, one.
const TRIES: usize = 3;

/// The kinds of edits.
const KINDS: [&str; 12] = [
    "set an attribute",
    "add an attribute",
    "remove an attribute",
    "replace a text",
    "remove an element",
    "append HTML",
    "insert an element",
    "move an element",
    "remove a comment",
    "remove all comments",
    "replace the last text of the body",
    "append HTML to the body",
];

/// The elements in which anything can be, and before which a `span` can be.
const CONTAINERS: &[&str] =
    &["a", "article", "b", "div", "em", "i", "main", "nav", "p", "section", "span"];
/// The elements that can be anywhere in these.
const PHRASING: &[&str] = &["br", "code", "em", "i", "img", "input", "span", "strong", "sup"];

/// How many edits were tried, and how many of these were exact without writing a stretch anew.
#[derive(Clone, Copy, Default)]
struct Count {
    tried: usize,
    exact: usize,
}

static COUNTS: Mutex<[Count; KINDS.len()]> =
    Mutex::new([Count { tried: 0, exact: 0 }; KINDS.len()]);

pub(crate) fn add(suites: &mut Suites) {
    let mut run = Run::new("tests/data/roundtrip_exceptions.txt", "source_edits");
    for (name, path) in run.suite_files(&PAGES, "", &["html"]) {
        let case = Case { file: "pages", line: 1, input: &name, variants: &[] };
        run.add_with_reason("source edits", &case, move |_| {
            let bytes = fs::read(&path).map_err(|error| error.to_string())?;
            check(&bytes)
        });
    }
    suites.add("source_edits_pages", run, || {
        let counts = COUNTS.lock().unwrap();
        let mut all = Count::default();
        for (kind, count) in KINDS.iter().zip(counts.iter()) {
            let Count { tried, exact } = count;
            println!("{kind}: {exact} of {tried} exact");
            all.tried += tried;
            all.exact += exact;
        }
        println!("{} of {} edits are exact", all.exact, all.tried);
        assert!(1000 * all.exact >= 999 * all.tried, "999 of 1,000 edits are exact");
    });
}

fn check(bytes: &[u8]) -> Result<(), String> {
    let parsed = ParseOptions::new().lossless(true).parse_document(bytes, &Hints::new());
    let encoding = parsed.encoding().ok_or("bytes have an encoding")?;
    let text = encoding.decode_with_bom_removal(bytes).0;
    let edits = parsed.source_edits().ok_or("the source is kept")?;
    if edits.apply() != text || edits.apply_to_bytes(bytes).as_deref() != Ok(bytes) {
        return Err("without an edit, the source is not the input".to_owned());
    }
    let tries = if bytes.len() > 100_000 { 1 } else { TRIES };
    let mut random = Random(bytes.len() as u64);
    for kind in 0..KINDS.len() {
        for _ in 0..tries {
            let mut document = parsed.clone();
            if edit(kind, &mut document, &mut random).is_none() {
                continue;
            }
            let edits = document.source_edits().ok_or("the source is kept")?;
            check_patches(&edits, &text)?;
            count(kind, &edits);
        }
    }
    Ok(())
}

/// Counts the result of an edit.
fn count(kind: usize, edits: &SourceEdits<'_>) {
    // A patch of one edit replaces little by little, unless it writes more than the edit anew.
    let both = |patch: &consomme::source_edits::Patch| patch.range().len().min(patch.text().len());
    let replaced = edits.patches().iter().map(both).max().unwrap_or(0);
    let count = &mut COUNTS.lock().unwrap()[kind];
    count.tried += 1;
    count.exact += usize::from(edits.inexact().is_empty() && replaced <= 2000);
}

/// Every byte outside of the patches is as it was.
fn check_patches(edits: &SourceEdits<'_>, text: &str) -> Result<(), String> {
    let mut expected = text.to_owned();
    let mut end = text.len();
    for patch in edits.patches().iter().rev() {
        if patch.range().end > end {
            return Err("the patches overlap".to_owned());
        }
        end = patch.range().start;
        expected.replace_range(patch.range(), patch.text());
    }
    if expected == edits.apply() { Ok(()) } else { Err("the patches are not the edits".to_owned()) }
}

/// Makes an edit of some kind at a random place, if there is one.
fn edit(kind: usize, document: &mut Document, random: &mut Random) -> Option<()> {
    let element = |random: &mut Random, document: &Document, names: &[&str]| {
        random.of(document, |node| {
            let name = node.as_element().map(|element| element.name());
            name.is_some_and(|name| {
                names.contains(&name)
                    || (names.is_empty() && !["html", "head", "body"].contains(&name))
            })
        })
    };
    match kind {
        0 | 2 => {
            let has_any = |node: NodeRef<'_>| {
                node.as_element().is_some_and(|element| element.attrs().len() > 0)
            };
            let node = random.of(document, has_any)?;
            let attributes = document.element(node)?.attrs();
            let name = attributes.clone().nth(random.below(attributes.len()))?.name().to_owned();
            match kind {
                0 => document.set_attr(node, &name, "new \"value\" & more").ok(),
                _ => document.remove_attr(node, &name).ok().map(|_| ()),
            }
        }
        1 => document.set_attr(element(random, document, &[])?, "data-new", "a 'b' & c").ok(),
        3 => {
            let is_text =
                |node: NodeRef<'_>| node.as_text().is_some_and(|text| !text.trim().is_empty());
            document.set_text(random.of(document, is_text)?, "New text & more\nof it").ok()
        }
        4 => document.detach(element(random, document, &[])?).ok(),
        5 => {
            let node = element(random, document, CONTAINERS)?;
            document.append_html(node, "<b>new</b> text &amp; more\n").ok()
        }
        6 => {
            let node = element(random, document, CONTAINERS)?;
            let new = document.create_element("span").ok()?;
            document.set_text(new, "new").ok()?;
            document.insert_before(node, new).ok()
        }
        8 => {
            let node = random.of(document, |node| node.as_comment().is_some())?;
            document.detach(node).ok()
        }
        9 => {
            let comments = document.descendants().filter(|node| node.as_comment().is_some());
            let comments: Vec<NodeId> = comments.map(NodeRef::id).collect();
            comments.into_iter().try_for_each(|comment| document.detach(comment)).ok()
        }
        10 => {
            let body = document.body()?.as_node();
            let text = body.children().rfind(|node| node.as_text().is_some())?.id();
            document.set_text(text, "\nNew text\n").ok()
        }
        11 => document.append_html(document.body()?.id(), "<p>New").ok(),
        _ => {
            // One with an `a` or a `div` in it could not be anywhere.
            let is_simple = |node: NodeRef<'_>| {
                node.as_element().is_some_and(|element| {
                    PHRASING.contains(&element.name()) && element.first_element_child().is_none()
                })
            };
            let node = random.of(document, is_simple)?;
            document.append(element(random, document, CONTAINERS)?, node).ok()
        }
    }
}

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    /// Returns a number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % bound.max(1) as u64) as usize
    }

    /// Returns one of the nodes for which `is_wanted` returns true.
    fn of(
        &mut self,
        document: &Document,
        is_wanted: impl Fn(NodeRef<'_>) -> bool,
    ) -> Option<NodeId> {
        let nodes: Vec<NodeId> =
            document.descendants().filter(|node| is_wanted(*node)).map(NodeRef::id).collect();
        nodes.get(self.below(nodes.len())).copied()
    }
}
