//! A result that lacks content says so.

use consomme::{Limits, LimitsHit};

use crate::{Policy, RemovalReason, Removed, SanitizeOptions, Sanitized, Sanitizer};

/// Sanitizes with each way to do it, and checks that all of them agree about limits.
fn sanitized(limits: Limits, html: &str) -> Sanitized {
    let options = SanitizeOptions::new().limits(limits).max_removals(10);
    let sanitizer = Sanitizer::allow_everything();
    let sanitized = options.sanitize(&sanitizer, "div", html);
    for other in [
        options.clone().always_read_again(true).sanitize(&sanitizer, "div", html),
        options.sanitize(&sanitizer.clone().policy(Policy::new()), "div", html),
    ] {
        assert_eq!(other.html(), sanitized.html());
        assert_eq!(other.limits_hit(), sanitized.limits_hit());
        assert_eq!(other.removals(), sanitized.removals());
    }
    // Without an account of the rest, too.
    let unnoted = options.max_removals(0).sanitize(&sanitizer, "div", html);
    assert_eq!(unnoted.removals().count(), sanitized.removals().count());
    assert!(unnoted.removals().list().is_empty());
    sanitized
}

fn lines(sanitized: &Sanitized) -> Vec<String> {
    sanitized.removals().list().iter().map(|removal| removal.to_string()).collect()
}

#[test]
fn a_limit_that_cuts_the_input_is_a_removal() {
    let html = "<p>1</p>".repeat(200);
    let whole = sanitized(Limits::default(), &html);
    assert_eq!((whole.html(), whole.limits_hit()), (html.as_str(), LimitsHit::default()));
    assert!(whole.removals().is_empty());

    let cut = sanitized(Limits::default().nodes(Some(100)), &html);
    assert!(cut.limits_hit().nodes && cut.html().len() < html.len() && !cut.is_text());
    assert_eq!(lines(&cut), ["limit nodes: the rest is left out"]);

    let cut = sanitized(Limits::default().input_bytes(Some(100)), &html);
    assert!(cut.limits_hit().input_bytes && cut.html().len() < html.len());
    assert_eq!(lines(&cut), ["limit input_bytes: the rest is left out"]);
    let removal = &cut.removals().list()[0];
    assert_eq!((removal.what(), removal.reason()), (Removed::Rest, RemovalReason::Limit));
    assert_eq!((removal.name(), removal.span()), ("input_bytes", None));

    let cut = sanitized(Limits::default().attributes_per_element(Some(1)), "<p id=1 lang=en>2</p>");
    assert_eq!(cut.html(), "<p id=\"1\">2</p>");
    assert_eq!(lines(&cut), ["limit attributes_per_element: the rest is left out"]);
}

#[test]
fn a_limit_that_arranges_elements_otherwise_is_no_removal() {
    let html = format!("{}1", "<div>".repeat(20));
    let flat = sanitized(Limits::default().depth(Some(10)), &html);
    assert!(flat.limits_hit().depth);
    assert_eq!(flat.html().matches("<div>").count(), 20);
    assert!(flat.removals().is_empty());
}

#[test]
fn a_limit_on_bytes_does_not_cut_a_result_that_grows() {
    let limits = Limits::default().input_bytes(Some(20));
    let html = "a & b & c & d & <p>x";
    let sanitized = sanitized(limits, html);
    assert_eq!(sanitized.html(), "a &amp; b &amp; c &amp; d &amp; <p>x</p>");
    assert!(!sanitized.limits_hit().any());
}

#[test]
fn a_result_without_markup_or_without_anything_says_so() {
    let options = SanitizeOptions::new();
    let sanitizer = Sanitizer::allow_everything();
    let long = options.clone().max_output(Some(3)).sanitize(&sanitizer, "div", "1234");
    assert!(long.is_too_long() && !long.removals().is_empty());
    let long = options.clone().max_output(Some(3)).max_removals(1);
    let long = long.sanitize(&sanitizer, "div", "1234");
    assert_eq!(lines(&long), ["limit max_output: the rest is left out"]);

    let text = options.clone().max_removals(1).sanitize(&sanitizer, "script", "<p>1");
    assert_eq!(lines(&text), ["markup: only text can be written"]);
    let text = options.clone().max_removals(1).sanitize(&sanitizer, "script", "");
    assert!(text.is_text() && text.removals().is_empty());

    // A `plaintext` cannot be ended, so that no markup is stable.
    let html = "<b>1</b><plaintext>2";
    let text = options.clone().max_removals(1).sanitize(&sanitizer, "div", html);
    assert!(text.is_text());
    assert_eq!(lines(&text), ["markup: only text can be written"]);
    assert!(options.max_removals(1).sanitize(&sanitizer, "div", "<b>1</b>").removals().is_empty());
}

#[test]
fn the_account_of_a_tree_has_the_limits_of_its_parse() {
    let options = consomme::ParseOptions::new().limits(Limits::default().nodes(Some(100)));
    let mut page = options.parse_str("<p>1</p>".repeat(200));
    let removals = Sanitizer::allow_everything().sanitize_noting(&mut page, 1);
    assert_eq!(removals.list()[0].to_string(), "limit nodes: the rest is left out");
}
