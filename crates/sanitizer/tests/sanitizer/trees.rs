//! Cases with markup, a configuration, and the tree that remains.

use std::path::Path;

use consomme::{Document, NodeId, NodeRef, ParseOptions};
use consomme_sanitizer::{Sanitizer, SanitizerConfig};
use consomme_test::suite::{Case, Run};
use consomme_test::tree_dump::{Doctype, dump};
use serde_json::Value;

use super::{configuration, dat, rows};

/// Adds the cases of a `.dat` file.
pub(crate) fn add_dat(run: &mut Run, file: &str, name: &str, path: &Path) {
    let text = std::fs::read_to_string(path).expect("a file of the suite");
    for case in dat::read(&text) {
        let input = case.section("data").unwrap_or_default().to_owned();
        let config = case.section("config").map(str::to_owned);
        for method in methods(name, &case) {
            // A variant is a word.
            let word = config.as_ref().map(|config| config.split_whitespace().collect::<String>());
            let variants: Vec<_> = [Some(method), word.as_deref()].into_iter().flatten().collect();
            let place = Case { file, line: case.line, input: &input, variants: &variants };
            let context = case.section("document-fragment").unwrap_or("div").to_owned();
            let expected = case.section("document").unwrap_or_default().to_owned();
            let throws = case.section("error").is_some();
            let (input, config) = (input.clone(), config.clone());
            run.add("trees", &place, move || {
                let config = config.map(|config| serde_json::from_str(&config).expect("JSON"));
                let sanitizer = sanitizer(method, config);
                match (sanitizer, throws) {
                    (Err(_), true) => Ok(()),
                    (Err(error), false) => Err(error),
                    (Ok(_), true) => Err("the configuration is valid".to_owned()),
                    (Ok(sanitizer), false) => {
                        let (document, element) = filtered(method, &context, &input, &sanitizer);
                        check(document.node(element), &expected)
                    }
                }
            });
        }
    }
}

/// Returns the methods that a case is for.
fn methods(name: &str, case: &dat::Case) -> Vec<&'static str> {
    const BOTH: &[&str] = &["setHTML", "setHTMLUnsafe"];
    if let Some(method) = case.section("method") {
        return BOTH.iter().copied().filter(|found| *found == method).collect();
    }
    match name {
        "sethtml-unsafety.sub.dat" => vec!["setHTMLUnsafe"],
        "sanitizer-processing-instructions.dat" => BOTH.to_vec(),
        "sanitizer-in-noahs-ark.dat" if case.section("config").is_some() => BOTH.to_vec(),
        _ => vec!["setHTML"],
    }
}

/// Adds the cases of a JSON file with trees of the content of a `div`. Scripting is enabled in its
/// document where the cases are about `noscript`; the results of the others do not depend on it.
pub(crate) fn add_json(run: &mut Run, file: &str, path: &Path) {
    let scripting = file.ends_with("sethtml-noscript.json");
    for (line, row) in rows(path) {
        let methods = match row["method"].as_str() {
            Some("setHTMLUnsafe") => &["setHTMLUnsafe"][..],
            Some(_) => &["setHTML"],
            None => &["setHTML", "setHTMLUnsafe"],
        };
        for &method in methods {
            let input = row["input"].as_str().expect("an input").to_owned();
            let label = row["name"].as_str().map_or_else(|| line.to_string(), str::to_owned);
            let variants = [method, label.as_str()];
            let place = Case { file, line, input: &input, variants: &variants };
            let (row, input) = (row.clone(), input.clone());
            run.add("trees", &place, move || {
                let sanitizer = sanitizer(method, configuration(&row))?;
                let empty = ParseOptions::new().scripting(scripting).parse_fragment("div", "");
                let (document, element) = filtered_in(empty, method, "div", &input, &sanitizer);
                check(document.node(element), row["expected"].as_str().expect("a tree"))
            });
        }
    }
}

/// Adds the cases of a JSON file with whole documents, and fragments for other contexts.
pub(crate) fn add_documents(run: &mut Run, file: &str, path: &Path) {
    for (line, row) in rows(path) {
        let input = row["input"].as_str().expect("an input").to_owned();
        let method = row["method"].as_str().expect("a method").to_owned();
        let place = Case { file, line, input: &input, variants: &[&method] };
        let (row, input, method) = (row.clone(), input.clone(), method.clone());
        run.add("documents", &place, move || {
            let sanitizer = sanitizer(&method, configuration(&row))?;
            let options = ParseOptions::new();
            let (document, parent) = match method.as_str() {
                "Document.parseHTML" => (sanitizer.parse_html(&options, &input), None),
                "Document.parseHTMLUnsafe" => (sanitizer.parse_html_unsafe(&options, &input), None),
                method => {
                    let context = row["context"].as_str().expect("a context");
                    let (document, element) = filtered(method, context, &input, &sanitizer);
                    (document, Some(element))
                }
            };
            let parent = parent.map_or(document.root(), |parent| document.node(parent));
            check(parent, row["expected"].as_str().expect("a tree"))
        });
    }
}

/// Adds the cases of the file about animations: whether `set` keeps its `attributeName`.
pub(crate) fn add_animations(run: &mut Run, file: &str, path: &Path) {
    for (line, row) in rows(path) {
        let method = match row["method"].as_str() {
            Some("setHTMLUnsafe") => "setHTMLUnsafe",
            _ => "setHTML",
        };
        let input = row["input"].as_str().expect("an input").to_owned();
        let place = Case { file, line, input: &input, variants: &[method] };
        let (row, input) = (row.clone(), input.clone());
        run.add("animations", &place, move || {
            let sanitizer = sanitizer(method, configuration(&row))?;
            let (document, _) = filtered(method, "div", &input, &sanitizer);
            let mut sets = document.descendant_elements().filter(|element| element.name() == "set");
            let is_removed = sets.next().ok_or("no set")?.attr("attributeName").is_none();
            match is_removed == (row["expected"] == "remove") {
                true => Ok(()),
                false => Err(format!("expected {}: {}", row["expected"], document.inner_html())),
            }
        });
    }
}

/// Returns the sanitizer that a method uses if it gets this option.
///
/// # Errors
///
/// The message of an invalid configuration.
pub(crate) fn sanitizer(method: &str, config: Option<Value>) -> Result<Sanitizer, String> {
    let is_safe = !method.ends_with("Unsafe");
    let Some(config) = config else {
        return Ok(if is_safe { Sanitizer::new() } else { Sanitizer::allow_everything() });
    };
    let config: SanitizerConfig =
        serde_json::from_value(config).map_err(|error| error.to_string())?;
    let sanitizer = match is_safe {
        true => Sanitizer::from_safe_config(config),
        false => Sanitizer::from_config(config),
    };
    sanitizer.map_err(|error| error.to_string())
}

/// Calls a method of an element of that name. Returns the element and its document.
pub(crate) fn filtered(
    method: &str,
    context: &str,
    html: &str,
    sanitizer: &Sanitizer,
) -> (Document, NodeId) {
    filtered_in(Document::new_fragment(), method, context, html, sanitizer)
}

/// Calls a method of an element of that name in a document, which is returned.
fn filtered_in(
    mut document: Document,
    method: &str,
    context: &str,
    html: &str,
    sanitizer: &Sanitizer,
) -> (Document, NodeId) {
    let element = document.create_element(context).expect("a name");
    document.append(document.root().id(), element).expect("a child");
    let result = match method {
        "setHTML" => sanitizer.set_html(&mut document, element, html),
        _ => sanitizer.set_html_unsafe(&mut document, element, html),
    };
    result.expect("an element");
    // The trees that the suite's reader compares have no adjacent texts.
    document.normalize(document.root().id()).expect("the root");
    document.check_invariants().expect("a sound tree");
    (document, element)
}

/// Compares the children of a node with a tree of the suite.
fn check(parent: NodeRef<'_>, expected: &str) -> Result<(), String> {
    let actual = with_sorted_attributes(&dump(parent, Doctype::Full));
    let expected = with_sorted_attributes(&expected_tree(expected));
    match actual == expected {
        true => Ok(()),
        false => Err(format!("expected:\n{expected}\nactual:\n{actual}")),
    }
}

/// Returns a tree as the other suites write it. This one has no spaces around comments, and writes
/// a `div` as markup in two cases.
fn expected_tree(written: &str) -> String {
    let line = |line: &str| match line {
        "| <div><?target data?></div>" => "| <div>\n|   <?target data?>".to_owned(),
        "| <div></div>" => "| <div>".to_owned(),
        line if line.ends_with("-->") => line.replace("<!--", "<!-- ").replace("-->", " -->"),
        line => line.to_owned(),
    };
    written.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Sorts the attributes of each element: their order means nothing.
fn with_sorted_attributes(tree: &str) -> String {
    let mut lines: Vec<&str> = tree.lines().map(str::trim_end).collect();
    let is_attribute = |line: &&str| {
        let line = line.strip_prefix("| ").map_or("", str::trim_start);
        !line.is_empty() && !line.starts_with(['<', '"', '#']) && line.contains("=\"")
    };
    for group in lines.chunk_by_mut(|a, b| is_attribute(a) && is_attribute(b)) {
        group.sort_unstable();
    }
    lines.join("\n")
}
