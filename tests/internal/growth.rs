//! The check that parsing takes linear time: for every family of hostile documents, twice the size
//! takes no more than twice the steps, and a little. Counted, not timed: the same on every machine.

use crate::driver::Step;
use crate::steps;
use crate::{Hints, Limits, ParseOptions, Revision};

#[allow(dead_code, unreachable_pub)]
#[path = "../support/families.rs"]
mod families;

use families::{FAMILIES, Family, Feed, repeat, writes};

/// How much more twice the size may take.
const MOST: f64 = 2.3;

/// Parses a document without limits, or with those that keep its tree linear.
fn parse(family: &Family, document: &str, revision: Revision) {
    let limits = if family.is_larger_than_linear {
        // As if many were copied already.
        Limits::default().copies(Some(0))
    } else {
        Limits::unlimited()
    };
    let options = ParseOptions::new()
        .revision(revision)
        .errors(true)
        .declarative_shadow_roots(true)
        .limits(limits);
    match family.feed {
        Feed::Text => drop(options.parse_str(document)),
        Feed::Bytes => drop(options.parse_document(document.as_bytes(), &Hints::new())),
        Feed::Characters => {
            let mut parser = options.parser();
            let mut buffer = [0; 4];
            for character in document.chars() {
                parser.feed_str(character.encode_utf8(&mut buffer));
            }
            drop(parser.finish());
        }
        Feed::SingleBytes => {
            let mut parser = options.parser();
            for byte in document.as_bytes() {
                parser.feed(&[*byte]);
            }
            drop(parser.finish());
        }
        Feed::Scripts => run_scripts(&options, document),
    }
}

/// Parses a document and runs its scripts, as [`writes`] says.
fn run_scripts(options: &ParseOptions, document: &str) {
    let mut driver = options.clone().scripting(true).document_driver(&Hints::new());
    driver.feed_str(document);
    driver.close();
    let mut running = Vec::new();
    let mut step = driver.step();
    while step != Step::Finished {
        if let Step::Script(script) = step {
            let source = driver.document().node(script.element).text_content();
            running.push(writes(&source).into_iter());
        }
        step = match running.last_mut().map(Iterator::next) {
            None => driver.step(),
            Some(Some(text)) => driver.write(&text).expect("a script that runs can write"),
            Some(None) => {
                running.pop();
                driver.end_script()
            }
        };
    }
    drop(driver.finish_document());
}

/// How many times as many steps a document of twice that size takes.
fn growth(family: &Family, size: usize, revision: Revision) -> f64 {
    let count = |size| steps::counted(|| parse(family, &(family.make)(size), revision));
    count(2 * size) as f64 / count(size) as f64
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn every_family_takes_linear_time() {
    let mut slow = Vec::new();
    for family in FAMILIES {
        for revision in [Revision::Living2026, Revision::Snapshot2024] {
            let growth = growth(family, 2000, revision);
            if growth > MOST {
                slow.push(format!("{}, {revision:?}: {growth:.1} times the steps", family.name));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Tags that the rules single out.
const NAMES: &[&str] = &[
    "a",
    "b",
    "font",
    "nobr",
    "p",
    "div",
    "span",
    "table",
    "tbody",
    "tr",
    "td",
    "caption",
    "colgroup",
    "col",
    "ul",
    "li",
    "dd",
    "button",
    "h1",
    "form",
    "select",
    "option",
    "optgroup",
    "selectedcontent",
    "hr",
    "br",
    "input",
    "template",
    "svg",
    "g",
    "foreignObject",
    "desc",
    "math",
    "mi",
    "annotation-xml",
    "ruby",
    "rt",
    "object",
    "frameset",
    "html",
    "head",
    "body",
    "pre",
    "textarea",
    "script",
    "title",
    "noscript",
    "image",
    "template for=a",
    "template for=@",
    "?marker name='a'",
    "?start name='@'",
    "?end",
];

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn tag(&mut self) -> String {
        let name = NAMES[self.below(NAMES.len())];
        match self.below(8) {
            0..4 => format!("<{name}>"),
            4 => format!("<{name} a=@>"),
            5 => format!("<{name} a@>x"),
            _ => format!("</{name}>"),
        }
    }

    fn unit(&mut self) -> String {
        (0..=self.below(3)).map(|_| self.tag()).collect()
    }
}

/// Families that nobody has thought of: up to three units of up to three tags, each repeated n
/// times. Where the tree itself grows faster than the document, its nodes are what counts.
#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn families_made_at_random_take_linear_time() {
    let mut numbers = Numbers(1);
    let mut slow = Vec::new();
    for _ in 0..600 {
        let units: Vec<String> = (0..=numbers.below(3)).map(|_| numbers.unit()).collect();
        let measure = |size| {
            let document: String = units.iter().map(|unit| repeat(unit, size)).collect();
            let mut nodes = 0;
            let limits = Limits::unlimited().nodes(Some(100_000));
            let steps = steps::counted(|| {
                let parsed = ParseOptions::new().limits(limits).parse_str(document.as_str());
                nodes = parsed.tree.nodes.len();
            });
            steps as f64 / (nodes + document.len()) as f64
        };
        let growth = measure(600) / measure(300);
        if growth > MOST / 2.0 {
            slow.push(format!("({}): {growth:.2} times the steps for each node", units.join(")(")));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
