//! A parser under load, and when something around it breaks: full budgets, readers that fail, sinks
//! that panic, many threads. `tests/memory` tests the heap.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use consomme::sink::{Attribute, NewDoctype, NewElement, Span, Strings, TreeSink};
use consomme::{Hints, Limits, ParseErrorCode, ParseOptions, Parser, QuirksMode, parse_document};
use consomme_test::tree_dump::{Doctype, dump};

/// A page with something of everything, names that no table knows among it.
const PAGE: &str = "<!DOCTYPE html><title>Soup &amp; bread</title><x-a data-b=c><p>1<b>2<table>3<tr><td>4</table>\
    <svg><x-d e-f=g></svg><template><li>5</template><select><option>6</select></x-a>";

#[test]
fn a_full_budget_of_errors_keeps_the_first_and_the_whole_tree() {
    let count = 150_000;
    let html = "<!DOCTYPE html><p>".to_owned() + &"&#0;".repeat(count);
    let document = ParseOptions::new().errors(true).parse_str(html.as_str());
    assert_eq!(document.errors().len(), 100_000);
    assert!(document.limits_hit().errors);
    assert!(
        document
            .errors()
            .iter()
            .all(|error| error.code() == ParseErrorCode::NullCharacterReference)
    );
    assert_eq!(document.root().text_content().chars().count(), count);

    let limits = Limits::default().errors(Some(7));
    let few = ParseOptions::new().errors(true).limits(limits).parse_str(html.as_str());
    assert_eq!(few.errors(), &document.errors()[..7]);

    let all = ParseOptions::new().errors(true).limits(Limits::unlimited()).parse_str(html);
    assert_eq!(all.errors().len(), count);
    assert!(!all.limits_hit().any());
}

#[test]
fn every_limit_at_once_keeps_a_tree() {
    let limits = Limits::default()
        .depth(Some(4))
        .nodes(Some(40))
        .attributes_per_element(Some(1))
        .input_bytes(Some(4000))
        .errors(Some(3));
    let html = "<div a=1 b=2><p></b>\0".repeat(1000);
    let document = ParseOptions::new().errors(true).limits(limits).parse_str(html);
    document.check_parsed().unwrap();
    let hit = document.limits_hit();
    assert!(hit.depth && hit.nodes && hit.attributes_per_element && hit.errors, "{hit:?}");
}

/// Gives a text, then an error instead of more.
struct Breaks<'a> {
    text: &'a [u8],
    kind: io::ErrorKind,
}

impl Read for Breaks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty() {
            return Err(self.kind.into());
        }
        self.text.read(buffer)
    }
}

#[test]
fn a_reader_that_fails_leaves_the_tree_so_far() {
    let mut parser = Parser::new(&ParseOptions::new(), &Hints::new());
    let text = b"<meta charset=utf-8><p>Clear broth";
    let reader = Breaks { text, kind: io::ErrorKind::ConnectionReset };
    let error = parser.read_from(reader).expect_err("the error of the reader");
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    // It can go on from elsewhere.
    parser.read_from(&b", hot"[..]).expect("a reader that does not fail");
    assert_eq!(parser.finish().root().text_content(), "Clear broth, hot");

    let mut parser = Parser::new(&ParseOptions::new(), &Hints::new());
    let reader = Breaks { text: b"", kind: io::ErrorKind::TimedOut };
    parser.read_from(reader).expect_err("the error of the reader");
    let document = parser.finish();
    assert_eq!(document.inner_html(), "<html><head></head><body></body></html>");
    assert!(document.encoding().is_some(), "what fails at once was still one of bytes");
}

/// A sink that panics when it is to make one node too many.
struct Fragile {
    parents: Vec<Option<usize>>,
    most: usize,
}

impl Fragile {
    fn create(&mut self) -> usize {
        assert!(self.parents.len() < self.most, "one node too many");
        self.parents.push(None);
        self.parents.len() - 1
    }
}

impl TreeSink for Fragile {
    type Handle = usize;
    type Output = usize;

    fn finish(self, _strings: Strings) -> usize {
        self.parents.len()
    }

    fn root(&self) -> usize {
        0
    }

    fn create_element(&mut self, _element: NewElement<'_>, _strings: &Strings) -> usize {
        self.create()
    }

    fn clone_element(&mut self, _element: usize, _strings: &Strings) -> usize {
        self.create()
    }

    fn has_same_attributes(&self, _a: usize, _b: usize, _strings: &Strings) -> bool {
        true
    }

    fn add_missing_attributes(
        &mut self,
        _element: usize,
        _attributes: &[Attribute],
        _strings: &Strings,
    ) {
    }

    fn create_comment(&mut self, _data: Span, _strings: &Strings) -> usize {
        self.create()
    }

    fn create_processing_instruction(
        &mut self,
        _target: Span,
        _data: Span,
        _strings: &mut Strings,
    ) -> usize {
        self.create()
    }

    fn append_doctype(&mut self, _doctype: NewDoctype, _strings: &Strings) {}

    fn set_quirks_mode(&mut self, _mode: QuirksMode) {}

    fn append(&mut self, parent: usize, child: usize) {
        self.parents[child] = Some(parent);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.parents[child] = self.parents[sibling];
    }

    fn append_text(&mut self, parent: usize, _text: Span, _strings: &mut Strings) {
        let text = self.create();
        self.append(parent, text);
    }

    fn insert_text_before(&mut self, sibling: usize, _text: Span, _strings: &mut Strings) {
        let text = self.create();
        self.insert_before(sibling, text);
    }

    fn remove_from_parent(&mut self, node: usize) {
        self.parents[node] = None;
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for parent in &mut self.parents {
            if *parent == Some(from) {
                *parent = Some(to);
            }
        }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    fn template_contents(&self, template: usize) -> usize {
        template
    }
}

/// Wherever the sink panics, the panic comes out, and parsing works as before: nothing that threads
/// share is left broken.
#[test]
fn a_sink_that_panics_breaks_nothing_else() {
    let expected = dump(ParseOptions::new().parse_str(PAGE).root(), Doctype::Full);
    let fragile = |most| Fragile { parents: vec![None], most };
    let nodes = ParseOptions::new().parse_str_into(PAGE, fragile(usize::MAX)).output;
    std::panic::set_hook(Box::new(|_| {}));
    for most in 1..nodes {
        let parse = || ParseOptions::new().parse_str_into(PAGE, fragile(most)).output;
        let panic = catch_unwind(AssertUnwindSafe(parse)).expect_err("too many nodes");
        assert_eq!(panic.downcast_ref(), Some(&"one node too many"));
    }
    drop(std::panic::take_hook());
    assert_eq!(dump(ParseOptions::new().parse_str(PAGE).root(), Doctype::Full), expected);
}

#[test]
fn threads_parse_the_same_bytes_at_once() {
    let expected = dump(parse_document(PAGE.as_bytes(), &Hints::new()).root(), Doctype::Full);
    thread::scope(|scope| {
        for thread in 0..8 {
            let expected = &expected;
            scope.spawn(move || {
                for round in 0..200 {
                    let document = parse_document(PAGE.as_bytes(), &Hints::new());
                    assert_eq!(&dump(document.root(), Doctype::Full), expected);
                    // Names that no document had before, and that others make at the same time.
                    let html = format!("<x-{round} y-{round}=1><z-{thread}-{round}>");
                    let document = ParseOptions::new().parse_str(html);
                    let written = format!("<x-{round} y-{round}=\"1\"><z-{thread}-{round}>");
                    assert!(document.inner_html().contains(&written));
                }
            });
        }
    });
}

/// A document goes to other threads, is read there by many, and dropped by the last.
#[test]
fn a_document_is_shared_among_threads() {
    let document = std::sync::Arc::new(ParseOptions::new().positions(true).parse_str(PAGE));
    let expected = document.inner_html();
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let (document, expected) = (document.clone(), expected.clone());
            thread::spawn(move || {
                assert_eq!(document.inner_html(), expected);
                assert_eq!(document.as_ref().clone().inner_html(), expected);
            })
        })
        .collect();
    drop(document);
    for thread in threads {
        thread.join().expect("reading");
    }
}
