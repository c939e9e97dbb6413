//! The check that parsing takes linear time: for every family of hostile documents, twice the size
//! takes no more than twice the steps, and a little. Counted, not timed: the same on every machine.

use crate::driver::{Driver, Step};
use crate::events::Events;
use crate::steps;
use crate::{Document, Hints, Limits, NodeId, ParseOptions, Parser, Revision};

use consomme_test::families::{FAMILIES, Family, Feed, repeat, writes};

/// How many times as many steps twice the size may take. The worst family takes 2.14 times.
const MAX_RATIO: f64 = 2.2;

/// Parses a document without limits but the one on depth, or with limits that keep its tree linear.
fn parse(family: &Family, document: &str, revision: Revision, depth: Option<usize>) {
    let limits = match family.is_larger_than_linear {
        // As if many were copied already.
        true if depth.is_none() => Limits::default().copies(Some(0)),
        true => Limits::default().copies(Some(0)).depth(depth),
        false => Limits::unlimited().depth(depth),
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
            let mut parser = Parser::new(&options, &Hints::new());
            let mut buffer = [0; 4];
            for character in document.chars() {
                parser.feed_str(character.encode_utf8(&mut buffer));
            }
            drop(parser.finish());
        }
        Feed::SingleBytes => {
            let mut parser = Parser::new(&options, &Hints::new());
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
    let mut driver = Driver::new(&options.clone().scripting(true), &Hints::new());
    driver.feed_str(document);
    driver.end();
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
fn growth(family: &Family, size: usize, revision: Revision, depth: Option<usize>) -> f64 {
    let count = |size| steps::counted(|| parse(family, &(family.make)(size), revision, depth));
    count(2 * size) as f64 / count(size) as f64
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn the_events_of_every_family_take_linear_time() {
    let read = |text: &str| {
        let mut events = Events::new();
        events.feed_str(text);
        events.end();
        while events.next_event().is_some() {}
    };
    let mut slow = Vec::new();
    for family in FAMILIES {
        // As many formatting elements are copied as the limit allows, whatever the size.
        if family.is_larger_than_linear {
            continue;
        }
        let count = |size| steps::counted(|| read(&(family.make)(size)));
        let growth = |size| count(2 * size) as f64 / count(size) as f64;
        // Nothing is forgotten of a short document, and forgetting takes steps.
        let is_slow = |size: usize| growth(size) > MAX_RATIO;
        if is_slow(2000) && is_slow(16_000) {
            let growth = growth(16_000);
            slow.push(format!("{}: {growth:.1} times the steps", family.name));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn every_family_takes_linear_time() {
    let mut slow = Vec::new();
    // With a low limit, most elements are siblings, and more would be open than can be.
    let (living, snapshot) = (Revision::Living2026, Revision::Snapshot2024);
    let runs = [(living, None), (snapshot, None), (living, Some(20)), (snapshot, Some(20))];
    for family in FAMILIES {
        for (revision, depth) in runs {
            let growth = growth(family, 2000, revision, depth);
            if growth > MAX_RATIO {
                let name = family.name;
                slow.push(format!("{name}, {revision:?}, {depth:?}: {growth:.1} times the steps"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// The name of an edit, a document, and the edit.
type SourceEdit = (&'static str, fn(usize) -> String, fn(&mut Document));

/// Makes edits of every child of the body, or of every attribute of its first one, and makes the
/// patches for them.
const SOURCE_EDITS: &[SourceEdit] = &[
    (
        "siblings without end tags removed",
        |n| repeat("<p>x", n),
        |document| {
            let children = body_children(document);
            children.into_iter().for_each(|id| document.detach(id).expect("it is a child"));
        },
    ),
    (
        "every second sibling removed",
        |n| repeat("<p>x</p>", n),
        |document| {
            let children = body_children(document).into_iter().step_by(2);
            children.for_each(|id| document.detach(id).expect("it is a child"));
        },
    ),
    (
        "siblings in the opposite order",
        |n| repeat("<p>x</p>", n),
        |document| {
            let body = document.body().expect("every document has one").id();
            for id in body_children(document) {
                document.prepend(body, id).expect("it is a child");
            }
        },
    ),
    (
        "an element inserted before every sibling",
        |n| repeat("<p>x", n),
        |document| {
            for id in body_children(document) {
                let new = document.create_element("hr").expect("it is a name");
                document.insert_before(id, new).expect("it is new");
            }
        },
    ),
    (
        "a div, which no source has there, in every paragraph",
        |n| repeat("<p>x</p>", n),
        |document| {
            for id in body_children(document) {
                let new = document.create_element("div").expect("it is a name");
                document.append(id, new).expect("it is new");
            }
        },
    ),
    (
        "a text in every sibling",
        |n| repeat("<p>x &amp; y</p>", n),
        |document| {
            for id in body_children(document) {
                document.set_text(id, "new").expect("it is an element");
            }
        },
    ),
    (
        "every element of a chain renamed",
        |n| repeat("<i>", n),
        |document| {
            let all: Vec<_> = document.descendant_elements().map(|element| element.id()).collect();
            for id in all.into_iter().skip(3) {
                document.rename(id, "em").expect("it is a name");
            }
        },
    ),
    (
        "a comment after every element of a chain removed",
        |n| repeat("<div>", n) + &repeat("</div><!--x-->", n),
        |document| {
            let is_comment = |node: &crate::NodeRef<'_>| node.as_comment().is_some();
            let all: Vec<_> =
                document.descendants().filter(is_comment).map(|node| node.id()).collect();
            all.into_iter().for_each(|id| document.detach(id).expect("it is a child"));
        },
    ),
    (
        "one long end tag for many elements",
        |n| format!("<x-{0}>{1}</x-{0} {2}>", repeat("x", n), repeat("<i>", n), repeat("a ", n)),
        |document| document.detach(body_children(document)[0]).expect("it is a child"),
    ),
    (
        "a value of every attribute",
        |n| format!("<p {}>", (0..n).map(|i| format!("a{i}=x ")).collect::<String>()),
        |document| {
            change_attributes(document, |document, p, name| {
                document.set_attr(p, name, "new").expect("it is a name");
            });
        },
    ),
    (
        "attributes removed",
        |n| format!("<p {}>", (0..n).map(|i| format!("a{i}=x ")).collect::<String>()),
        |document| {
            change_attributes(document, |document, p, name| {
                document.remove_attr(p, name).expect("it is an element");
            });
        },
    ),
];

/// Returns the children of the body.
fn body_children(document: &Document) -> Vec<NodeId> {
    let body = document.body().expect("every document has one");
    body.as_node().children().map(|child| child.id()).collect()
}

/// Changes every attribute of the first child of the body.
fn change_attributes(document: &mut Document, change: fn(&mut Document, NodeId, &str)) {
    let id = body_children(document)[0];
    let element = document.element(id).expect("it is an element");
    let names: Vec<_> = element.attrs().map(|attribute| attribute.name().to_owned()).collect();
    names.iter().for_each(|name| change(document, id, name));
}

#[test]
#[cfg_attr(miri, ignore = "takes long")]
fn edits_of_the_source_take_linear_time() {
    let mut slow = Vec::new();
    for (name, make, edit) in SOURCE_EDITS {
        let count = |size| {
            let html = make(size);
            let options = ParseOptions::new().lossless(true).limits(Limits::unlimited());
            let hints = Hints::new().user_override(encoding_rs::ISO_2022_JP);
            let mut document = options.parse_document(html.as_bytes(), &hints);
            edit(&mut document);
            steps::counted(|| {
                let edits = document.source_edits().expect("the source is kept");
                edits.apply_to_bytes(html.as_bytes()).expect("it is ASCII");
            })
        };
        let growth = count(2000) as f64 / count(1000) as f64;
        if growth > MAX_RATIO {
            slow.push(format!("{name}: {growth:.1} times the steps"));
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

/// Random families: up to three units of up to three tags, each repeated n times. Where the tree
/// itself grows faster than the document, its nodes are counted.
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
                nodes = parsed.tree.nodes().len();
            });
            steps as f64 / (nodes + document.len()) as f64
        };
        let growth = measure(600) / measure(300);
        if growth > MAX_RATIO / 2.0 {
            slow.push(format!("({}): {growth:.2} times the steps for each node", units.join(")(")));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Selectors that ask about ancestors, siblings, content and numbers.
#[cfg(all(feature = "selectors", not(debug_assertions)))]
const SELECTORS: &[&str] = &[
    "p:nth-child(2)",
    "b:nth-last-of-type(2n + 1)",
    ":nth-child(2 of .a, b)",
    "div div > i b",
    "li + li, b + i",
    ":has(svg)",
    ":has(x)",
    "div:has(a b), b:has(a i), p:has(b x)",
    "b:has(> i, u), :has(> b ~ i), :has(> b ~ x)",
    ":has(+ x), i:has(~ b), :has(~ x i)",
    ":not(div b), b:not(b b b)",
    ":is(div b) i, b:has(:is(a b))",
    ":empty, i:only-child, :not(:last-child)",
    "b ~ i, i ~ p ~ b",
    "b ~ x, x ~ b b, b ~ * > x",
    ":first-of-type :last-of-type",
    ":only-of-type, x:nth-of-type(2)",
    ":disabled, :enabled, :read-write, :in-range",
];

/// Selecting in each hostile document, with and without a limit on depth. Only in optimized builds:
/// in others, the crate for matching counts siblings once more, to check its cache.
#[cfg(all(feature = "selectors", not(debug_assertions)))]
#[test]
fn selectors_take_linear_time() {
    let mut slow = Vec::new();
    let families = FAMILIES.iter().filter(|family| family.feed == Feed::Text);
    for family in families.filter(|family| !family.is_larger_than_linear) {
        for limits in [Limits::unlimited(), Limits::default(), Limits::default().depth(Some(20))] {
            let parsed = |size| ParseOptions::new().limits(limits).parse_str(&(family.make)(size));
            let (short, long) = (parsed(1000), parsed(2000));
            for selector in SELECTORS {
                let steps_for_each = |document: &Document| {
                    let selector = crate::Selector::parse(selector).expect("it is valid");
                    let nodes = document.tree.nodes().len();
                    let walk = || assert!(document.select(&selector).count() <= nodes);
                    (nodes as u64 + steps::counted(walk)) as f64 / nodes as f64
                };
                let growth = |short: &Document, long: &Document| {
                    steps_for_each(long) / steps_for_each(short)
                };
                // Up to the limit on depth, an element has more ancestors in a longer document.
                // A search that takes long is made in another way, after some steps: in a short
                // document, only some searches come that far.
                if growth(&short, &long) > 1.4 && growth(&parsed(8000), &parsed(16_000)) > 1.4 {
                    slow.push((*selector, family.name, limits, growth(&short, &long)));
                }
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
