//! Round trips: the HTML of the examples of CommonMark 0.31.2 and of GitHub's extensions becomes
//! Markdown, which renders to the same tree. And once more: Markdown of the rendered Markdown is
//! the same.
//!
//! The examples are read from the sources of pulldown-cmark, whose tests are made from the
//! specifications.

mod readers;

use std::fs;

use consomme_markdown::Markdown;
use consomme_markdown::consomme::{ElementRef, NodeRef, parse_fragment};
use consomme_test::suite;
use readers::{READERS, sources_of_pulldown};

/// The files with examples: how many have a tree that Markdown can say, and of these, how many make
/// the round trip.
const FILES: [(&str, usize, usize); 4] = [
    ("spec.rs", 587, 581),
    ("gfm_table.rs", 9, 9),
    ("gfm_strikethrough.rs", 3, 3),
    ("gfm_tasklist.rs", 2, 2),
];

/// Examples that do not make the round trip, each with the reason. One that does fails.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("spec_test_79", "headings without content are left out"),
    ("spec_test_138", "code of spaces shows nothing"),
    ("spec_test_334", "code of spaces shows nothing"),
    ("spec_test_484", "a link without content shows nothing"),
    ("spec_test_487", "a link without content shows nothing"),
    ("spec_test_623", "a paragraph without content shows nothing"),
];

/// The elements that Markdown has, with the attributes that it has for them.
const ELEMENTS: [(&str, &[&str]); 27] = [
    ("p", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("ul", &[]),
    ("ol", &["start"]),
    ("li", &[]),
    ("blockquote", &[]),
    ("pre", &[]),
    ("code", &["class"]),
    ("em", &[]),
    ("strong", &[]),
    ("del", &[]),
    ("a", &["href", "title"]),
    ("img", &["src", "alt", "title"]),
    ("br", &[]),
    ("hr", &[]),
    ("table", &[]),
    ("thead", &[]),
    ("tbody", &[]),
    ("tr", &[]),
    ("th", &["style", "align"]),
    ("td", &["style", "align"]),
    ("input", &["type", "checked", "disabled"]),
];

/// The elements that are parts of a line.
const INLINE: [&str; 6] = ["code", "em", "strong", "del", "a", "img"];

/// An example: its name and its HTML.
struct Example {
    name: String,
    html: String,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for function in text.split("fn ").skip(1) {
        let name = function.split('(').next().unwrap_or("").to_owned();
        let Some((_, expected)) = function.split_once("let expected = r##\"") else { continue };
        let Some((html, _)) = expected.split_once("\"##;") else { continue };
        examples.push(Example { name, html: html.to_owned() });
    }
    examples
}

/// Whether Markdown has each node of a tree. Raw HTML in an example leaves others.
fn can_be_said(root: NodeRef<'_>) -> bool {
    let is_known = |element: ElementRef<'_>| {
        let row = ELEMENTS.iter().find(|(name, _)| *name == element.name());
        row.is_some_and(|(_, names)| element.attrs().all(|attr| names.contains(&attr.name())))
    };
    let is_known_node = |node: NodeRef<'_>| match node.as_element() {
        Some(table) if table.name() == "table" => {
            table.first_element_child().is_some_and(|first| first.name() == "thead")
                && is_known(table)
        }
        Some(element) => is_known(element),
        None => node.is_text(),
    };
    let is_block = |node: NodeRef<'_>| match node.as_element() {
        Some(element) => !INLINE.contains(&element.name()),
        None => node.as_text().is_some_and(|text| text.trim().is_empty()),
    };
    root.descendants().all(is_known_node) && root.children().all(is_block)
}

/// Writes a tree so that two trees that show the same are equal. Whitespace that a browser
/// collapses, and the way in which addresses are escaped, do not count.
fn tree(html: &str) -> String {
    let document = parse_fragment("body", html);
    let mut dump = String::new();
    for node in document.root().descendants() {
        let depth = node.ancestors().count();
        if let Some(text) = node.as_text() {
            let text = shown(node, text);
            if !text.is_empty() {
                dump += &format!("{depth} {text:?}\n");
            }
        } else if let Some(element) = node.as_element() {
            let is_empty = element.name() == "tbody" && element.first_element_child().is_none();
            if !is_empty {
                dump += &format!("{depth} <{}{}>\n", element.name(), attributes(element).concat());
            }
        }
    }
    dump
}

/// Returns the part of a text that shows.
fn shown(node: NodeRef<'_>, text: &str) -> String {
    if node.ancestors().any(|node| node.as_element().is_some_and(|pre| pre.name() == "pre")) {
        return text.trim_end_matches('\n').to_owned();
    }
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    let is_edge = |node: Option<NodeRef<'_>>| {
        node.is_none_or(|node| {
            node.as_element().is_some_and(|element| !INLINE.contains(&element.name()))
        })
    };
    let has_start = text.starts_with(is_space) && !is_edge(node.previous_sibling());
    let has_end = text.ends_with(is_space) && !is_edge(node.next_sibling());
    let space = |has: bool| if has { " " } else { "" };
    match words.is_empty() {
        true => space(has_start && has_end).to_owned(),
        false => format!("{}{}{}", space(has_start), words.join(" "), space(has_end)),
    }
}

fn attributes(element: ElementRef<'_>) -> Vec<String> {
    let mut attributes = Vec::new();
    for attr in element.attrs() {
        let value = attr.value();
        attributes.push(match attr.name() {
            name @ ("href" | "src") => format!(" {name}={}", unescaped(value)),
            "style" => {
                format!(" align={}", value.trim_start_matches("text-align: ").trim_end_matches(';'))
            }
            "alt" if value.is_empty() => String::new(),
            name => format!(" {name}={value}"),
        });
    }
    attributes.sort();
    attributes
}

/// Returns an address with each `%xx` as its byte.
fn unescaped(address: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| byte == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Converts an example, and compares it with both renderings.
fn check(html: &str, markdown: &Markdown) -> Result<(), String> {
    let written = markdown.to_string(&parse_fragment("body", html));
    for (name, render) in READERS {
        let again = render(&written);
        if tree(&again) != tree(html) {
            return Err(format!("{name}:\n{html}\n{written}\n{again}"));
        }
        let twice = markdown.to_string(&parse_fragment("body", again.as_str()));
        if twice != written {
            return Err(format!("{name}, twice:\n{written}\n{twice}"));
        }
    }
    Ok(())
}

#[test]
fn examples_make_round_trips() {
    let Some(folder) = sources_of_pulldown() else {
        assert!(!suite::in_ci(), "the sources of pulldown-cmark are not there");
        return eprintln!("left out: the sources of pulldown-cmark are not there");
    };
    // Nested emphasis and small tables are for people; here, the tree counts.
    let markdown = Markdown::new().merge_nested(false).layout_tables(false);
    let mut wrong = Vec::new();
    for (file, count, passing) in FILES {
        let text = fs::read_to_string(folder.join(file)).expect("the file can be read");
        let (mut said, mut passed) = (0, 0);
        for Example { name, html } in examples(&text) {
            if !can_be_said(parse_fragment("body", html.as_str()).root()) {
                continue;
            }
            said += 1;
            let reason = EXCEPTIONS.iter().find(|(exception, _)| *exception == name);
            match (check(&html, &markdown), reason) {
                (Ok(()), None) => passed += 1,
                (Err(_), Some(_)) => {}
                (Err(difference), None) => wrong.push(format!("{name} {difference}")),
                (Ok(()), Some((_, reason))) => wrong.push(format!("{name} passes: {reason}")),
            }
        }
        if (said, passed) != (count, passing) {
            wrong.push(format!("{file}: {said} examples can be said, {passed} pass"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
