//! Text that is parsed without waiting in between.

use consomme::driver::{Driver, Step};
use consomme::{Hints, Limits, NodeId, ParseOptions};

use super::{Documents, body, options, script};

/// Pieces whose cuts are in tags, references, newlines and characters that a token ends with.
const PIECES: [&str; 12] = [
    "\u{FEFF}",
    "\u{FEFF}<!DOCTYPE html>\r",
    "",
    "\n<title>a&am",
    "p;b</tit",
    "le><p title='x",
    "y\r\n'>c\r",
    "d\u{1}<!--",
    "-->é&not",
    "in;<script>e</scr",
    "ipt>f<![CDATA[",
    "]]><table>g",
];

/// Parses the pieces, and returns the document with its errors, by `add`.
fn parse(mut driver: Documents, add: impl Fn(&mut Documents, &str) -> Step<NodeId>) -> [String; 2] {
    for piece in PIECES {
        assert_eq!(add(&mut driver, piece), Step::NeedsInput);
        driver.document().check_invariants().unwrap();
    }
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    let document = driver.finish_document();
    document.check_invariants().unwrap();
    let spans = document.descendants().map(|node| node.span().map(|span| span.source_range()));
    [
        document.inner_html(),
        format!("{:?} {:?}", document.recorded_errors(), spans.collect::<Vec<_>>()),
    ]
}

fn queued(driver: &mut Documents, piece: &str) -> Step<NodeId> {
    driver.feed_str(piece);
    driver.step()
}

#[test]
fn text_that_is_parsed_directly_is_parsed_as_text_that_is_queued() {
    for options in [ParseOptions::new(), ParseOptions::new().errors(true).positions(true)] {
        let drivers =
            || [Driver::new(&options, &Hints::new()), Driver::for_fragment(&options, "div")];
        for ((direct, queue), mixed) in drivers().into_iter().zip(drivers()).zip(drivers()) {
            let expected = parse(queue, queued);
            assert_eq!(parse(direct, |driver, piece| driver.parse_str(piece)), expected);
            let count = std::cell::Cell::new(0);
            let alternate = |driver: &mut Documents, piece: &str| {
                count.set(count.get() + 1);
                if count.get() % 3 == 0 { queued(driver, piece) } else { driver.parse_str(piece) }
            };
            assert_eq!(parse(mixed, alternate), expected);
        }
    }
}

#[test]
fn text_that_is_fed_before_comes_first() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.pause_at_scripts(false);
    driver.feed_str("<p>1");
    assert_eq!(driver.parse_str("2"), Step::NeedsInput);
    assert_eq!(driver.parse_str("3"), Step::NeedsInput);
    assert_eq!(body(&mut driver), "<p>123</p>");
}

#[test]
fn a_long_text_is_parsed_in_pieces() {
    let text = format!("<p>{}</p>", "é&amp;".repeat(30_000));
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    assert_eq!(driver.parse_str(&text), Step::NeedsInput);
    assert_eq!(body(&mut driver), text);
}

#[test]
fn a_driver_that_pauses_at_scripts_keeps_the_rest() {
    let mut driver = Driver::new(&options(), &Hints::new());
    script(driver.parse_str("<p>1<script></script>2"));
    assert_eq!(driver.write("<b>"), Ok(Step::NeedsInput));
    assert_eq!(driver.end_script(), Step::NeedsInput);
    assert_eq!(body(&mut driver), "<p>1<b>2</b></p>");
    driver.pause_at_scripts(false);
    assert_eq!(driver.parse_str("<script></script>3"), Step::NeedsInput);
    assert_eq!(body(&mut driver), "<p>1<b>23</b></p>");
}

#[test]
fn text_after_the_end_and_past_a_limit_is_ignored() {
    let limits = Limits::default().nodes(Some(10));
    let mut driver = Driver::new(&ParseOptions::new().limits(limits), &Hints::new());
    assert_eq!(driver.parse_str(&"<p>".repeat(20_000)), Step::Finished);
    assert_eq!(driver.parse_str("<p>"), Step::Finished);
    assert!(driver.limits_hit().nodes);

    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    driver.end();
    assert_eq!(driver.parse_str("<p>"), Step::Finished);
    assert_eq!(body(&mut driver), "");
}

#[test]
fn text_after_bytes_is_more_bytes() {
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    driver.feed(b"<p>\xC3");
    driver.parse_str("\u{FEFF}");
    driver.end();
    driver.step();
    assert_eq!(body(&mut driver), "<p>Ãï»¿</p>");
}

/// Whether a parse pauses at scripts is decided before it starts.
#[test]
fn a_parse_that_has_started_does_not_begin_to_pause() {
    let mut driver = Driver::new(&options(), &Hints::new());
    driver.pause_at_scripts(false);
    driver.feed(format!("{}<meta charset=windows-1251>", "é".repeat(1000)).as_bytes());
    driver.feed(b"<script></script>x<script></script>y");
    driver.end();
    assert!(matches!(driver.step(), Step::EncodingDeclared(_)));
    driver.pause_at_scripts(true);
    driver.ignore_encoding();
    assert_eq!(driver.step(), Step::Finished);
}
