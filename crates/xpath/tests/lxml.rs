//! The values of expressions over real pages agree with lxml.
//!
//! `lxml/answer.py` evaluates the expressions of `lxml/expressions.txt` over pages that consomme
//! writes as XML, without namespaces. It runs where `python3`, or the program that the variable
//! `CONSOMME_PYTHON` names, has lxml; elsewhere the test says that it is left out.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use consomme::serialize::XmlOptions;
use consomme::{Document, Hints, NodeMap, NodeRef};
use consomme_xpath::{Item, Value, XPath, XPathOptions};
use serde_json::Value as Json;

/// How many expressions there are at least.
const MIN_EXPRESSIONS: usize = 300;

/// How many pages are handed over at once.
const BATCH: usize = 10;

#[test]
fn the_values_of_expressions_are_those_of_lxml() {
    let Some(python) = python() else {
        println!("left out: `{}` has no lxml", python_name());
        return;
    };
    let Some(pages) = pages() else {
        println!("left out: there are no pages; CONSOMME_PAGES names their folder");
        return;
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lxml");
    let expressions = fs::read_to_string(folder.join("expressions.txt")).unwrap();
    let lines = expressions.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let options = XPathOptions::new().any_namespace(true);
    let paths: Vec<XPath> = lines.map(|line| options.parse(line).expect(line)).collect();
    assert!(paths.len() >= MIN_EXPRESSIONS, "there are {} expressions", paths.len());
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    let batches: Vec<(usize, &[PathBuf])> = pages.chunks(BATCH).enumerate().collect();
    let mut wrong: Vec<String> = std::thread::scope(|scope| {
        let shares = batches.chunks(batches.len().div_ceil(workers)).map(|share| {
            let (python, folder, paths) = (&python, &folder, &paths);
            let compare = |(number, batch): &(usize, &[PathBuf])| {
                compare(python, folder, paths, *number, batch)
            };
            scope.spawn(move || share.iter().flat_map(compare).collect::<Vec<_>>())
        });
        let shares: Vec<_> = shares.collect();
        shares.into_iter().flat_map(|share| share.join().expect("no comparison panics")).collect()
    });
    let found = wrong.len();
    wrong.truncate(50);
    assert!(wrong.is_empty(), "{found} values differ:\n{}", wrong.join("\n"));
}

/// Returns the expressions whose values over some pages differ from lxml's. `number` tells the
/// files of these pages from others.
fn compare(
    python: &str,
    folder: &Path,
    paths: &[XPath],
    number: usize,
    batch: &[PathBuf],
) -> Vec<String> {
    let mut wrong = Vec::new();
    let documents: Vec<Document> = batch.iter().map(|page| parse(page)).collect();
    let mut files = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{number}-{index}.xml"));
        fs::write(&file, document.serialize(&xml()).to_string()).unwrap();
        files.push(file);
    }
    let mut command = Command::new(python);
    command.arg(folder.join("answer.py")).arg(folder.join("expressions.txt")).args(&files);
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "answer.py fails");
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), documents.len());
    for ((document, answer), page) in documents.iter().zip(answers.lines()).zip(batch) {
        let answers: Vec<Json> = serde_json::from_str(answer).unwrap();
        let numbers = numbers(document);
        for (path, theirs) in paths.iter().zip(&answers) {
            let ours = value(&path.evaluate(document).expect("a value"), &numbers);
            if !is_same(&ours, theirs) {
                let page = page.file_name().unwrap().display();
                wrong.push(format!(
                    "{page} {path}\n  ours   {}\n  theirs {}",
                    cut(&ours),
                    cut(theirs)
                ));
            }
        }
    }
    for file in files {
        fs::remove_file(file).unwrap();
    }
    wrong
}

/// Returns the start of a value.
fn cut(value: &Json) -> String {
    value.to_string().chars().take(200).collect()
}

/// The options with which a tree is handed over, as far as XML allows.
fn xml() -> XmlOptions {
    // The contents of a template are no children in XPath.
    XmlOptions::new().namespace_declarations(false).doctype(false).template_contents(false)
}

/// Numbers elements, comments and processing instructions as `answer.py` does.
fn numbers(document: &Document) -> NodeMap<i64> {
    let root = document.document_element().unwrap().as_node();
    let nodes = root.inclusive_descendants().filter(|node| node.as_text().is_none());
    nodes.zip(0..).map(|(node, number)| (node.id(), number)).collect()
}

fn value(value: &Value<'_>, numbers: &NodeMap<i64>) -> Json {
    match value {
        Value::Boolean(boolean) => Json::from(*boolean),
        Value::Number(number) if number.is_finite() => Json::from(*number),
        Value::Number(number) => Json::from(number.to_string().to_lowercase()),
        Value::Nodes(nodes) => nodes.iter().map(|item| key(item, numbers)).collect(),
        other => Json::from(&*other.to_text()),
    }
}

fn key(item: Item<'_>, numbers: &NodeMap<i64>) -> i64 {
    let number = |node: NodeRef<'_>| numbers.get(node.id()).copied();
    match item {
        Item::Attribute(attribute) => 4 * number(attribute.element().as_node()).unwrap() + 3,
        Item::Node(node) if node.as_text().is_some() => match node.previous_sibling() {
            Some(previous) => 4 * number(previous).unwrap() + 2,
            None => 4 * number(node.parent().unwrap()).unwrap() + 1,
        },
        Item::Node(node) => number(node).map_or(-1, |number| 4 * number),
        _ => unreachable!("no expression selects namespaces"),
    }
}

fn is_same(ours: &Json, theirs: &Json) -> bool {
    match (ours.as_f64(), theirs.as_f64()) {
        (Some(ours), Some(theirs)) => (ours - theirs).abs() <= 1e-9 * theirs.abs(),
        _ => ours == theirs,
    }
}

/// Parses a page, and removes the attributes that cannot be handed over: attributes that declare
/// namespaces, and attributes whose names XML does not allow.
fn parse(page: &Path) -> Document {
    let mut document = consomme::parse_document(fs::read(page).unwrap(), &Hints::new());
    let is_kept = |name: &str| {
        let is_name_character = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        name != "xmlns"
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(is_name_character)
    };
    let mut removed = Vec::new();
    for element in document.descendant_elements() {
        for attribute in element.attrs() {
            let name = attribute.qualified_name();
            if !is_kept(&name) {
                removed.push((element.id(), name.into_owned()));
            }
        }
    }
    for (element, name) in removed {
        document.remove_attr(element, &name).unwrap();
    }
    document
}

fn python_name() -> String {
    std::env::var("CONSOMME_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Returns the program that runs Python, if it has lxml.
fn python() -> Option<String> {
    let python = python_name();
    let mut command = Command::new(&python);
    command.args(["-c", "import lxml.etree"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()).then_some(python)
}

/// The pages: the `.html` files of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages`
/// beside the repository.
fn pages() -> Option<Vec<PathBuf>> {
    let folder = std::env::var_os("CONSOMME_PAGES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/pages"),
        PathBuf::from,
    );
    let mut pages: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    Some(pages)
}
