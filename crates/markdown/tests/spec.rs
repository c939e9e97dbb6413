//! Round trips: the examples of CommonMark 0.31.2 and of GitHub's extensions, from their HTML to
//! Markdown and back.

mod readers;

use std::fs;

use consomme_markdown::Markdown;
use consomme_markdown::consomme::{NodeRef, parse_fragment};
use readers::{READERS, sources_of_pulldown};

/// An example of a specification: its name, its Markdown and its HTML.
struct Example {
    name: String,
    html: String,
}

const FILES: [&str; 4] = ["spec.rs", "gfm_table.rs", "gfm_strikethrough.rs", "gfm_tasklist.rs"];

/// Reads the examples from the tests of pulldown-cmark, which are made from the specifications.
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

/// The elements that Markdown has.
const ELEMENTS: &str = " p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del a img br hr table thead tbody tr th td input ";

fn can_be_said(root: NodeRef<'_>) -> bool {
    root.descendant_elements_all().all(|name| ELEMENTS.contains(&format!(" {name} ")))
}

trait All<'a> {
    fn descendant_elements_all(self) -> Box<dyn Iterator<Item = &'a str> + 'a>;
}

impl<'a> All<'a> for NodeRef<'a> {
    fn descendant_elements_all(self) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        Box::new(self.descendants().filter_map(|node| Some(node.as_element()?.name())))
    }
}

/// Writes a tree so that two trees that show the same are equal: whitespace between blocks, and the
/// way in which addresses are escaped, do not count.
fn tree(html: &str) -> String {
    let html = html.replace("/>", ">");
    let document = parse_fragment("body", html.as_str());
    let mut dump = String::new();
    let mut depth_of = Vec::new();
    for node in document.root().descendants() {
        depth_of.push(0);
        let depth = node.ancestors().count();
        if let Some(text) = node.as_text() {
            let in_pre =
                node.ancestors().any(|node| node.as_element().is_some_and(|e| e.name() == "pre"));
            let text = if in_pre {
                text.trim_end_matches('\n').to_owned()
            } else {
                let text = text.replace('\n', " ");
                let is_block = |node: Option<NodeRef<'_>>| {
                    node.is_none_or(|node| {
                        node.as_element().is_some_and(|e| {
                            !" em strong del a img code input ".contains(&format!(" {} ", e.name()))
                        })
                    })
                };
                let text =
                    if is_block(node.previous_sibling()) { text.trim_start() } else { &text };
                if is_block(node.next_sibling()) {
                    text.trim_end().to_owned()
                } else {
                    text.to_owned()
                }
            };
            if !text.is_empty() {
                dump += &format!("{depth}\"{text}\"\n");
            }
        } else if let Some(element) = node.as_element() {
            let mut attrs: Vec<String> = element
                .attrs()
                .filter(|a| !matches!(a.name(), "style" | "disabled"))
                .map(|a| {
                    let v = if matches!(a.name(), "href" | "src") {
                        percent(a.value())
                    } else {
                        a.value().to_owned()
                    };
                    format!(" {}={v:?}", a.name())
                })
                .collect();
            for a in element.attrs() {
                if a.name() == "style" {
                    attrs.push(format!(
                        " align={:?}",
                        a.value().trim_start_matches("text-align: ").trim_end_matches(';')
                    ));
                }
            }
            attrs.sort();
            dump += &format!("{depth}<{}{}>\n", element.name(), attrs.concat());
        }
    }
    dump
}

fn percent(url: &str) -> String {
    let mut out = String::new();
    let bytes = url.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'%'
            && i + 2 < bytes.len()
            && let Ok(b) = u8::from_str_radix(&url.get(i + 1..i + 3).unwrap_or("zz"), 16)
        {
            out += &format!("{{{b:02x}}}");
            i += 3;
            continue;
        }
        if bytes[i].is_ascii_alphanumeric() || b"/:.#?&=-_~@+,;!$'()*".contains(&bytes[i]) {
            out.push(bytes[i] as char)
        } else {
            out += &format!("{{{:02x}}}", bytes[i])
        }
        i += 1;
    }
    out
}

#[test]
fn examples_make_round_trips() {
    let folder = sources_of_pulldown().unwrap();
    let markdown = Markdown::new().merge_nested(false).layout_tables(false).data_urls(true);
    for file in FILES {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let (mut n, mut said, mut good) = (0, 0, 0);
        for example in examples(&text) {
            n += 1;
            let document = parse_fragment("body", example.html.as_str());
            if !can_be_said(document.root()) {
                continue;
            }
            said += 1;
            let written = markdown.to_string(&document);
            let mut ok = true;
            for (name, render) in READERS {
                let again = render(&written);
                if tree(&again) != tree(&example.html) {
                    ok = false;
                    println!(
                        "== {} {name}\n{}\n-- md\n{written}\n-- again\n{again}",
                        example.name, example.html
                    );
                }
            }
            if ok {
                good += 1;
            }
        }
        println!("{file}: {n} examples, {said} can be said, {good} good");
    }
}
