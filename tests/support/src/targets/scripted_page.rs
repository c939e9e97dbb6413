//! Pages whose scripts write constants, and the page that results: each constant after the end tag
//! of the script that writes it.
//!
//! A script names its constant by a number, which is its text or its attribute `src`. The first
//! constant has the number 1; a script with another text writes nothing.

use std::ops::Range;

use consomme::{Document, ElementRef, Namespace, NodeRef, ParseOptions};

use crate::source_check::all_nodes;

/// Separates the page and the constants in the text of a fuzz target's input.
const SEPARATOR: char = '\u{1D}';

/// How many scripts of a page run. Constants can write scripts that name themselves.
pub const MAX_SCRIPTS: usize = 24;

/// A page whose scripts write constants.
#[derive(Clone, Debug)]
pub struct ScriptedPage {
    /// The text of the network.
    pub network: String,
    /// The texts that the scripts write, by number.
    pub constants: Vec<String>,
}

impl ScriptedPage {
    /// Reads a page and its constants, with a separator before each constant.
    pub fn read(text: &str) -> Self {
        let mut parts = text.split(SEPARATOR).map(str::to_owned);
        let network = parts.next().unwrap_or_default();
        ScriptedPage { network, constants: parts.collect() }
    }

    /// Returns the text that a script with this text or `src` writes.
    pub fn constant(&self, number: &str) -> &str {
        let number: usize = number.trim().parse().unwrap_or_default();
        let constant = number.checked_sub(1).and_then(|index| self.constants.get(index));
        constant.map_or("", String::as_str)
    }

    /// Returns the page with each constant after the end tag of the script that writes it, and how
    /// many scripts ran.
    ///
    /// It finds the scripts without a driver: in the trees of the text before the end of each tag
    /// that may end a script. Changes by a constant come after that.
    pub fn spliced(&self, parse: &dyn Fn(&str) -> Document) -> (String, usize) {
        let mut text = self.network.clone();
        let mut scripts = 0;
        let mut searched = 0;
        while let Some(end) = next_tag(&text, searched) {
            searched = end;
            if let Some(number) = script_that_ends(&text[..end], parse) {
                text.insert_str(end, self.constant(&number));
                scripts += 1;
                if scripts == MAX_SCRIPTS {
                    break;
                }
            }
        }
        (text, scripts)
    }
}

/// Returns the text or `src` of a script: which constant it writes.
pub fn number(script: ElementRef<'_>) -> String {
    script.attr("src").map_or_else(|| script.text_content(), str::to_owned)
}

/// Returns the end of the next tag that may end a script: a `>` not far after the word `script`.
fn next_tag(text: &str, from: usize) -> Option<usize> {
    /// The most bytes that the generator puts between the two.
    const FAR: usize = 200;
    let ends = text[from..].match_indices('>').map(|(at, _)| from + at);
    let mut ends = ends.filter(|&end| {
        let before = text.as_bytes()[end.saturating_sub(FAR)..end].to_ascii_lowercase();
        before.windows(6).any(|word| word == b"script")
    });
    ends.next().map(|end| end + 1)
}

/// Returns the number of the script whose end tag, or whose start tag that closes itself, is the
/// last in this text, if there is one that a parser runs.
fn script_that_ends(text: &str, parse: &dyn Fn(&str) -> Document) -> Option<String> {
    let document = parse(text);
    let script = all_nodes(&document).into_iter().find_map(|node| ends_here(node, text))?;
    let source = script.source()?;
    let start_tag = source.start_tag()?.range();
    let is_current = |text: &str| is_current(&parse(&format!("{text}{MARK}")), &start_tag);
    let runs = match (script.namespace(), source.end_tag()) {
        (Namespace::Html, Some(_)) => true,
        // "Acknowledge the token's self-closing flag, and then act as described in the steps for a
        // 'script' end tag below."
        (Namespace::Svg, None) => !is_current(text),
        // "An end tag whose tag name is 'script', if the current node is an SVG script element".
        (Namespace::Svg, Some(tag)) => is_current(&text[..tag.range().start]),
        _ => false,
    };
    runs.then(|| number(script))
}

/// A comment whose parent is the current node.
const MARK: &str = "<!--current node-->";

/// Whether the current node is the one with this start tag.
fn is_current(document: &Document, start_tag: &Range<usize>) -> bool {
    let marks = |node: &NodeRef<'_>| node.as_comment() == Some("current node");
    let mark = all_nodes(document).into_iter().find(marks);
    let current = mark.and_then(NodeRef::parent).and_then(NodeRef::as_element);
    let tag = current.and_then(ElementRef::source).and_then(|source| source.start_tag());
    tag.is_some_and(|tag| tag.range() == *start_tag)
}

/// Returns the script element whose last tag ends where the text ends.
fn ends_here<'a>(node: NodeRef<'a>, text: &str) -> Option<ElementRef<'a>> {
    let script = node.as_element().filter(|element| element.name() == "script")?;
    let source = script.source()?;
    let tag = source.end_tag().or(source.start_tag())?;
    (tag.range().end == text.len()).then_some(script)
}

/// Returns options with which the scripts of a page run and are found.
pub fn running(options: &ParseOptions) -> ParseOptions {
    options.clone().scripting(true).positions(true).errors(true)
}
