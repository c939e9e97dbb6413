//! Which trees need no second parse, because each element stands where its tags only start and end
//! it.

use crate::{SanitizeOptions, Sanitizer, SanitizerConfig};
use consomme::Context;

/// Whether no second parse was needed, after checking that one would have changed nothing.
fn is_stable(html: &str) -> bool {
    let all = Sanitizer::from_config(SanitizerConfig::new()).expect("a valid configuration");
    let options = SanitizeOptions::new();
    let sanitized = options.sanitize(&all, "div", html);
    let slowly = options.clone().always_read_again(true).sanitize(&all, "div", html);
    assert_eq!(sanitized.html(), slowly.html());
    let again = options.sanitize(&all, "div", sanitized.html());
    assert_eq!(again.html(), sanitized.html());
    sanitized.rounds() == 0
}

#[test]
fn ordinary_markup_is_stable() {
    for html in [
        "<h1>1</h1><p>2 <b>3<i>4</i></b> <a href=/>5</a><br><img src=a>",
        "<ul><li>1<ul><li>2</ul><li>3</ul><dl><dt>4<dd>5</dl>",
        "<table><caption>1</caption><colgroup><col></colgroup><tr> <td>2<table><tr><td>3</table></table>",
        "<b><b><b><b><b>1</b></b></b></b></b>2",
        "<b><p>1</p><div>2<h2>3</h2></div></b>",
        "<ruby>1<rp>(</rp><rt>2</rt><rp>)</rp></ruby>",
        "<svg viewBox='0 0 1 1'><g><title>1</title><circle r=1 /></g></svg><math><mi>x</mi></math>",
        "<pre>\n\n1</pre>\n<pre></pre>\n2<title>&lt;/title></title>",
        "<x-a><x-b>1</x-b></x-a><p>2<x-a>3</x-a></p>",
    ] {
        assert!(is_stable(html), "{html:?}");
    }
}

#[test]
fn elements_whose_tags_reach_no_other_are_stable() {
    for html in [
        // Elements that hide an element from the start tags of others.
        "<a>1<table><tr><td><a>2",
        "<p><button><p>1",
        "<p><marquee><div>1",
        "<h1><button><h2>1",
        "<li><button><li>1",
        // Elements with rules of their own.
        "<form>1</form><form>2</form>",
        "<nobr>1</nobr>",
        "<textarea>\n\n1",
        // Foreign content in which HTML goes on.
        "<svg><desc><p>1",
        "<svg><foreignObject><p><a>1",
        "<math><mi><b>1",
    ] {
        assert!(is_stable(html), "{html:?}");
    }
}

#[test]
fn what_a_tag_could_end_or_move_is_not_stable() {
    for html in [
        // Elements with rules of their own.
        "<table><tr><form><td>1",
        "<form>1<div></form>2<form>3",
        "<select><option>1",
        "<noscript><p>1</noscript>",
        "<template><p>1",
        "<plaintext>1",
        "<!--1-->",
        "<math><annotation-xml encoding=text/html><p>1",
        "<math><mtext><mglyph>1",
        "<svg><style>1",
    ] {
        assert!(!is_stable(html), "{html:?}");
    }
}

#[test]
fn a_form_is_not_stable_in_a_context_that_is_in_one() {
    // The parser ignores the start tag of a `form` in another, but not after an end tag.
    let sanitizer = Sanitizer::from_config(SanitizerConfig::new()).expect("it is valid");
    let html = "</form><form>1";
    for (context, expected) in [
        (Context::html("td"), "<form>1</form>"),
        (Context::html("p").in_form(true), "1"),
        (Context::html("x-y").in_form(true), "1"),
        (Context::html("form"), "1"),
    ] {
        let sanitized = SanitizeOptions::new().sanitize(&sanitizer, context, html);
        assert_eq!(sanitized.html(), expected);
    }
}

#[test]
fn what_is_moved_when_it_is_parsed_is_stable_where_it_went() {
    for html in ["<table>1<tr><td>2", "<p>1<div>2", "<b>1<p>2</b>3", "<a>1<a>2", "<h1>1<h2>2"] {
        assert!(is_stable(html), "{html:?}");
    }
}
