//! Expressions evaluated here and by lxml: how many times as fast.
//!
//! ```text
//! cargo bench -p consomme-xpath [-- ROUNDS]
//! ```
//!
//! The pages are the `.html` files of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages`
//! beside the repository. lxml gets the same trees as XML and parses them before anything is
//! measured. A round evaluates each expression over all pages, here and in a Python that waits
//! meanwhile, so that a slow moment of the machine falls on both alike. The ratio is the median over
//! the rounds. `CONSOMME_PYTHON` names the program that runs Python with lxml, by default `python3`.

use std::fs;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use consomme::serialize::XmlOptions;
use consomme::{Document, Hints};
use consomme_xpath::{XPath, XPathExt, XPathOptions};

/// The rounds that are measured if the command line does not say how many.
const ROUNDS: usize = 15;

const EXPRESSIONS: &[&str] = &[
    "//a/@href",
    "//div[@class='x']//p[2]",
    "//*[contains(text(),'x')]",
    "//a",
    "//div//p",
    "//li[last()]",
    "//a[starts-with(@href,'http')]",
    "//div[@class]/following-sibling::*[1]",
    "//p[b or strong]/text()",
    "//img/ancestor::div",
];

/// How long lxml takes, as a program that waits for the next expression.
struct Lxml {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let Some(documents) = documents() else {
        println!("left out: there are no pages; CONSOMME_PAGES names their folder");
        return;
    };
    let Some(mut lxml) = Lxml::start(&documents) else {
        println!("left out: there is no Python with lxml; CONSOMME_PYTHON names it");
        return;
    };
    println!("{} pages, {rounds} rounds", documents.len());
    println!("{:40} {:>10} {:>10} {:>7} {:>8}", "expression", "lxml", "consomme", "ratio", "nodes");
    let options = XPathOptions::new().any_namespace(true);
    for expression in EXPRESSIONS {
        let path = options.parse(expression).expect("an expression");
        let mut times = Vec::new();
        let mut counts = (0, 0);
        for round in 0..=rounds {
            let (theirs, their_count) = lxml.evaluate(expression);
            let start = Instant::now();
            let our_count = evaluate(&documents, &path);
            let ours = start.elapsed().as_secs_f64();
            counts = (our_count, their_count);
            // The first round warms up.
            if round > 0 {
                times.push((theirs, ours));
            }
        }
        let milliseconds = |seconds: f64| format!("{:.2} ms", seconds * 1e3);
        let theirs = milliseconds(median(times.iter().map(|(theirs, _)| *theirs)));
        let ours = milliseconds(median(times.iter().map(|(_, ours)| *ours)));
        let ratio = median(times.iter().map(|(theirs, ours)| theirs / ours));
        println!("{expression:40} {theirs:>10} {ours:>10} {ratio:>7.1} {:>8}", counts.0);
        if counts.0 != counts.1 {
            // Attributes that declare namespaces are not handed over.
            println!("  lxml finds {} nodes", counts.1);
        }
    }
    drop(lxml.input);
    lxml.child.wait().expect("it ends with its input");
}

/// Evaluates an expression over all pages, and returns how many nodes it finds.
fn evaluate(documents: &[Document], path: &XPath) -> usize {
    let nodes = documents.iter().map(|document| document.xpath_items(path).expect("nodes"));
    // All results are kept until the end, as in Python.
    black_box(nodes.collect::<Vec<_>>()).iter().map(|nodes| nodes.len()).sum()
}

impl Lxml {
    /// Starts Python with the documents; `None` if it has no lxml.
    fn start(documents: &[Document]) -> Option<Lxml> {
        let python = std::env::var("CONSOMME_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut check = Command::new(&python);
        check.args(["-c", "import lxml.etree"]).stdout(Stdio::null()).stderr(Stdio::null());
        if !check.status().is_ok_and(|status| status.success()) {
            return None;
        }
        let folder = std::env::temp_dir().join(format!("consomme-xpath-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the pages");
        let options =
            XmlOptions::new().namespace_declarations(false).doctype(false).template_contents(false);
        let mut files = Vec::new();
        for (index, document) in documents.iter().enumerate() {
            let file = folder.join(format!("{index}.xml"));
            fs::write(&file, document.serialize(&options).to_string()).expect("a file");
            files.push(file);
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/time.py");
        let mut command = Command::new(python);
        command.arg(script).args(files).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("Python starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut lxml = Lxml { child, input, output };
        // It has read the files when it answers.
        lxml.evaluate("/");
        fs::remove_dir_all(folder).expect("the folder is removed");
        Some(lxml)
    }

    /// Returns how many seconds an expression takes over all pages, and how many nodes it finds.
    fn evaluate(&mut self, expression: &str) -> (f64, usize) {
        writeln!(self.input, "{expression}").expect("Python reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("Python answers");
        let (time, count) = line.trim().split_once(' ').expect("two numbers");
        (time.parse::<f64>().expect("a number") / 1e9, count.parse().expect("a number"))
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn documents() -> Option<Vec<Document>> {
    let folder = std::env::var_os("CONSOMME_PAGES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/pages"),
        PathBuf::from,
    );
    let mut pages: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    let parse =
        |page: PathBuf| consomme::parse_document(fs::read(page).expect("a page"), &Hints::new());
    Some(pages.into_iter().map(parse).collect())
}
