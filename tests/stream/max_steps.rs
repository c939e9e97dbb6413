//! The limit on the steps of the selectors of a stream.

use std::io;

use consomme::stream::{
    RewriteSelectors, StreamError, StreamFailure, StreamParser, StreamRewriter, StreamSelectors,
};
use consomme::{Hints, Limits, ParseOptions};

/// The number of elements of a hostile page.
const N: usize = 2000;

/// Many times what a stream takes that looks at each element of a hostile page once.
const STEPS: u64 = 100 * N as u64;

fn options() -> ParseOptions {
    ParseOptions::new().limits(Limits::default().depth(None))
}

/// Selectors and pages that take time quadratic in the size of the page.
fn hostile() -> Vec<(&'static str, String)> {
    let long_class = "a ".repeat(4 * N);
    vec![
        ("b:has(i u), b:nth-child(2) *", "<b>".repeat(N)),
        ("i b", "<b>".repeat(N)),
        ("i > b b, b:first-child > u b", "<b>".repeat(N)),
        ("b:nth-child(2) b:nth-child(3) b", "<b>".repeat(N)),
        ("b:lang(en)", "<b>".repeat(N)),
        ("div[class*=b] > p", format!("<div class='{long_class}'>{}", "<p>".repeat(N))),
        ("p:has(> i + b)", format!("<p>{}</p>", "<b></b>".repeat(N)).repeat(N / 4)),
    ]
}

/// Runs a stream and returns the number of its matches.
fn matches(stream: &mut StreamParser, page: &str) -> usize {
    stream.feed_str(page);
    stream.end();
    std::iter::from_fn(|| stream.next_match().map(|_| ())).count()
}

#[test]
fn hostile_pages_use_up_their_steps() {
    for (selector, page) in hostile() {
        let selectors = StreamSelectors::new(&[selector]).unwrap().max_steps(STEPS);
        let mut stream = StreamParser::new(&options(), &Hints::new(), &selectors);
        matches(&mut stream, &page);
        let hit = stream.limits_hit();
        assert!(hit.steps && !hit.input_bytes && !hit.nodes, "{selector}: {hit}");
        assert!(matches!(stream.failure(), Some(StreamFailure::Limit(hit)) if hit.steps));
    }
}

/// A limit that is not reached changes nothing, and nothing is wrong before one that is.
#[test]
fn the_matches_before_the_limit_are_right() {
    let page = "<ul><li>1<b>2</b><li class=x>3</ul><p>4</p><p>5<i></i></p>".repeat(10);
    let all = ["li", "ul > li.x", "li:nth-child(2)", "p + p", "p:has(i)", "li b, ul i"];
    let all_matches = |max_steps: Option<u64>| {
        let mut selectors = StreamSelectors::new(&all).unwrap();
        if let Some(steps) = max_steps {
            selectors = selectors.max_steps(steps);
        }
        let mut stream = StreamParser::new(&options(), &Hints::new(), &selectors);
        stream.feed_str(&page);
        stream.end();
        let mut found = Vec::new();
        while let Some(one) = stream.next_match() {
            found.push((one.selectors().to_vec(), one.text_content()));
        }
        (found, stream.limits_hit().steps)
    };
    let (complete, is_cut) = all_matches(None);
    assert!(complete.len() == 40 && !is_cut);
    assert_eq!(all_matches(Some(1 << 20)), (complete.clone(), false));
    for steps in 0..600 {
        let (found, is_cut) = all_matches(Some(steps));
        assert!(is_cut && found.len() < complete.len(), "{steps}");
        assert_eq!(found, complete[..found.len()], "{steps}");
    }
}

#[test]
fn a_rewriter_ends_there_or_passes_the_rest() {
    let page = "<p><a href=/>Leek</a>".repeat(N);
    for selectors in [
        RewriteSelectors::new().attributes(&["p a[href]"]).unwrap(),
        RewriteSelectors::new().elements(&["a:has(b)", "p > a"]).unwrap(),
    ] {
        let selectors = selectors.max_steps(1000);
        let rewrite = |passes| {
            let rewriter = StreamRewriter::new(&options(), &Hints::utf8(), &selectors);
            let mut output = Vec::new();
            let rewriter = rewriter.pass_rest_at_limit(passes);
            let result =
                rewriter.read_from(page.as_bytes(), &mut output, |a| Ok(a.set_attr("x", "")?));
            (result, String::from_utf8(output).unwrap())
        };
        let (result, _) = rewrite(false);
        let error: io::Error = result.unwrap_err();
        let error = error.get_ref().unwrap().downcast_ref::<StreamError>().unwrap();
        assert!(error.summary().limits_hit.steps && error.summary().matches > 0);
        let (result, output) = rewrite(true);
        let summary = result.unwrap();
        assert_eq!(output.matches(" x=\"\"").count() as u64, summary.matches);
        assert_eq!(output.replace(" x=\"\"", ""), page);
    }
}
