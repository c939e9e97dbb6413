//! The check that a conversion takes linear time: for every family of hostile pages, twice the size
//! takes no more than twice the steps and bytes, and a little. Counted, not timed: the same on
//! every machine.

use consomme_markdown::consomme::{Document, Limits, ParseOptions, steps};
use consomme_markdown::{HardBreakStyle, LinkStyle, Markdown, PlainText, SpanStyle};

/// How many times as many steps and bytes twice the size may take.
const MAX_RATIO: f64 = 2.1;

/// The sizes that are compared.
const SIZE: usize = 500;

/// A family of pages: its name, and the page of a size.
type Family = (&'static str, fn(usize) -> String);

const FAMILIES: &[Family] = &[
    ("lists in lists", |n| format!("{}a", "<ul><li>b".repeat(n))),
    ("quotes in quotes", |n| format!("{}a", "<blockquote>b".repeat(n))),
    ("ordered lists and quotes", |n| "<ol><li><blockquote>b".repeat(n)),
    ("tables in tables", |n| "<table><tr><td>a".repeat(n)),
    ("emphasis in emphasis", |n| format!("a{}b", "<em>c<strong>d<del>".repeat(n))),
    ("emphasis in words", |n| "a<b>'b'</b>c<i>d</i>e".repeat(n)),
    ("emphasis that is empty", |n| format!("a{}", "<b><i></i> </b>".repeat(n))),
    ("emphasis around line breaks", |n| "<b><i><br>a<br></i></b><br>".repeat(n)),
    ("line breaks in emphasis", |n| format!("<b><i><s>a{}</s></i></b>b", "<br>".repeat(n))),
    ("links and emphasis", |n| "<b>a</b>'<a href=x><i>'b</i></a>".repeat(n)),
    ("stars", |n| format!("<p>{}", "*".repeat(n))),
    ("underscores in words", |n| format!("<p>a{}b", "_".repeat(n))),
    ("all delimiters", |n| format!("<p>{}", "*_`[]()<>&!~\\".repeat(n))),
    ("backticks", |n| format!("<code>{}</code>", "`".repeat(n))),
    ("runs of backticks", |n| {
        let runs: String = (1..)
            .scan(0, |sum, k| {
                *sum += k;
                (*sum < n).then_some(k)
            })
            .map(|k| format!("{} ", "`".repeat(k)))
            .collect();
        format!("<code>{runs}</code><pre>{runs}</pre>")
    }),
    ("codes", |n| "<code>a`</code><code>b</code>c".repeat(n)),
    ("addresses", |n| format!("<p>{}", "http://a_b*c ".repeat(n))),
    ("one long address", |n| format!("<p>http://{}", "a_*://".repeat(n))),
    ("references", |n| format!("<p>{}", "&amp;a".repeat(n))),
    ("cells that span columns and rows", |n| {
        format!("<table>{}", "<tr><td colspan=1000 rowspan=65534>abc<td>d".repeat(n))
    }),
    ("rows below cells that span rows", |n| {
        format!("<table><tr>{}{}", "<td rowspan=9999>abc".repeat(n), "<tr><td>".repeat(n))
    }),
    ("a long row and short ones", |n| {
        format!("<table><tr>{}{}", "<td>a".repeat(n), "<tr><td>b".repeat(n))
    }),
    ("a wide cell and many rows", |n| {
        format!("<table><tr><th>{}<th>b{}", "a".repeat(n), "<tr><td>a<td>b".repeat(n))
    }),
    ("cells with lists", |n| {
        format!("<table><caption>c</caption>{}", "<tr><td><ul><li>a<li>b</ul>".repeat(n))
    }),
    ("footnotes", |n| {
        let links: String = (0..n).map(|i| format!("<sup><a href=#n{i}>{i}</a></sup>")).collect();
        let notes: String = (0..n).map(|i| format!("<li id=n{i}>a")).collect();
        format!("{links}<section data-footnotes><ol>{notes}</ol></section>")
    }),
    ("links that are the same", |n| "<a href='x y' title='a\"b'>c</a> ".repeat(n)),
    ("preformatted text in itself", |n| "<pre><div>a</div>".repeat(n)),
    ("items without lists", |n| "<li>a<ul>b".repeat(n)),
    ("definitions", |n| "<dl><dt>a<dd>b".repeat(n)),
    ("ruby", |n| "<ruby>a<rt>b</ruby>".repeat(n)),
];

/// Returns the number of steps and bytes that all ways of writing take.
fn cost(document: &Document) -> (u64, usize) {
    let mut bytes = 0;
    let steps = steps::counted(|| {
        let ways = [
            Markdown::new(),
            Markdown::new().merge_nested(false).span_style(SpanStyle::Repeat),
            Markdown::new().html(false).link_style(LinkStyle::Reference).layout_tables(false),
            Markdown::new().hard_break_style(HardBreakStyle::Spaces).tables(false),
        ];
        for way in ways {
            bytes += way.convert(document).text.len();
        }
        for width in [10, 80] {
            bytes += PlainText::new().width(width).to_string(document).len();
        }
        bytes += PlainText::new().no_wrap().to_string(document).len();
    });
    (steps, bytes)
}

#[test]
fn twice_the_page_takes_twice_the_steps_and_bytes() {
    for (name, make) in FAMILIES {
        let [one, two] = [SIZE, 2 * SIZE].map(|size| {
            let limits = Limits::default().depth(None);
            let page = make(size);
            cost(&ParseOptions::new().limits(limits).parse_str(page.as_str()))
        });
        assert!(one.0 > 0 && one.1 > 0, "{name}: nothing is counted");
        let steps = two.0 as f64 / one.0 as f64;
        let bytes = two.1 as f64 / one.1 as f64;
        assert!(steps < MAX_RATIO, "{name}: {} steps become {}", one.0, two.0);
        assert!(bytes < MAX_RATIO, "{name}: {} bytes become {}", one.1, two.1);
    }
}

/// A conversion that gives up something says so.
#[test]
fn limits_report_themselves() {
    let convert = |html: &str| {
        let limits = Limits::default().depth(None);
        Markdown::new()
            .span_style(SpanStyle::Repeat)
            .convert(&ParseOptions::new().limits(limits).parse_str(html))
            .limits
    };
    assert!(!convert("<ul><li><table><tr><td colspan=3>a</table></ul>").any());
    assert!(convert(&"<ul><li>".repeat(100)).nesting);
    assert!(convert(&"<blockquote>".repeat(100)).nesting);
    assert!(convert(&"<table><tr><td>".repeat(100)).nesting);
    let cells = "<tr><th colspan=1000 rowspan=65534>a".repeat(100);
    assert!(convert(&format!("<table>{cells}")).table_slots);
    let long = "a".repeat(1 << 16);
    assert!(convert(&format!("<table><tr><th colspan=1000>{long}<tr><td>b<td>c")).table_slots);
}
