//! The limit on the steps of a walk. The families of pages and selectors are those whose time grows
//! with the square of the page: each must use up its steps, or its work is not counted.

use consomme::select::{Extractor, SelectorOptions, SelectorSet};
use consomme::{Document, Limits, ParseOptions, Selector};

/// The number of elements of a hostile page.
const N: usize = 2000;

/// Many times what a walk takes that looks at each element of a hostile page once.
const STEPS: u64 = 100 * N as u64;

fn page(html: &str) -> Document {
    ParseOptions::new().limits(Limits::default().depth(None)).parse_str(html)
}

fn compile(selector: &str) -> Selector {
    SelectorOptions::new().extensions(true).parse(selector).unwrap()
}

/// Selectors and pages that take time quadratic in the size of the page.
fn hostile() -> Vec<(String, Document)> {
    let paragraphs = "<p>".repeat(N);
    let deep = "<div>".repeat(N);
    let comments = "<!---->".repeat(N);
    let long_class = "a ".repeat(4 * N);
    let rows: Vec<(&str, String)> = vec![
        // Selectors in parentheses are left to the crate for matching.
        (":is(h1 ~ p)", paragraphs.clone()),
        ("h1 + p, p:not(h1 ~ p)", paragraphs.clone()),
        // Comments between elements are no elements, yet take time.
        (":is(h1 ~ b)", comments.clone() + &"<b></b>".repeat(N)),
        (":is(:empty ~ b)", comments.clone() + "<i>" + &comments + "1</i>" + &"<b>1</b>".repeat(N)),
        ("div:lang(en)", deep.clone()),
        ("div:dir(rtl)", deep.clone()),
        ("b:dir(rtl)", format!("<p dir=auto>{}", "<b>1</b>".repeat(N))),
        ("b:dir(rtl)", format!("<p dir=auto>{}{}", "1".repeat(100 * N), "<b></b>".repeat(N))),
        (":heading(1)", "<div><h1></h1>".repeat(N)),
        ("div:read-write", deep.clone()),
        ("button:default", format!("<form id=f></form>{}", "<button form=f></button>".repeat(N))),
        (
            "input:indeterminate",
            format!("<form id=f></form>{}", "<input type=radio name=a form=f>".repeat(N)),
        ),
        // Each paragraph reads the long attribute of its parent.
        ("div[class*=b] > p", format!("<div class='{long_class}'>{paragraphs}")),
        ("div.b > p, .a:not(.b) > i", format!("<div class='{long_class}'>{}", "<i></i>".repeat(N))),
        // Each element walks up: no simple selector rejects it earlier.
        ("span div div:not(b) > div", format!("<span>{deep}")),
    ];
    let mut all: Vec<(String, Document)> =
        rows.into_iter().map(|(selector, html)| (selector.to_owned(), page(&html))).collect();
    // A selector as long as the page.
    let parts: Vec<String> = (0..N).map(|i| format!("p.x{i}")).collect();
    all.push((parts.join(", "), page(&paragraphs)));
    all.push((format!("p:is({})", parts.join(", ")), page(&paragraphs)));
    all
}

#[test]
fn hostile_selectors_and_pages_use_up_their_steps() {
    for (selector, document) in hostile() {
        let short = &selector[..selector.len().min(40)];
        let compiled = compile(&selector);
        let mut found = document.select(&compiled).max_steps(STEPS);
        found.by_ref().for_each(drop);
        assert!(found.is_cut(), "{short}");
        assert!(found.next().is_none(), "{short}: a cut walk stays at its end");

        // The index of a set finds the parts that ask for a class of the element: none.
        let is_list = selector.starts_with("p.x0, ");
        let mut set = SelectorSet::new();
        set.add(&compiled);
        let mut found = set.matches_in(&document).max_steps(STEPS);
        found.by_ref().for_each(drop);
        assert_ne!(found.is_cut(), is_list, "{short}");

        let extractor = Extractor::parse(&selector).unwrap();
        let mut found = extractor.extract(&document).max_steps(STEPS);
        found.by_ref().for_each(drop);
        assert!(found.is_cut(), "{short}");
    }
}

#[test]
fn usual_selectors_take_a_few_steps_for_each_element() {
    let html =
        "<ul class=menu><li><a href=/leek title='Leek soup'>Leek <b>hot</b></a></ul>".repeat(N);
    let document = page(&html);
    let selectors = [
        "a",
        "a[href]",
        "ul.menu > li a[href^='/']",
        "li:has(b)",
        "li:nth-child(2n + 1)",
        "a:contains(hot)",
        "ul:first-child",
        "b:only-child, [title], .x, #y",
        "*",
    ];
    for selector in selectors {
        let selector = compile(selector);
        let mut found = document.select(&selector).max_steps(50 * 4 * N as u64);
        assert_eq!(found.by_ref().count(), document.select(&selector).count(), "{selector}");
        assert!(!found.is_cut(), "{selector}");
    }
}

/// Once a search among siblings has taken as many steps as the document has nodes, each is looked
/// at once. Controls keep the answer for the elements around them.
#[test]
fn searches_among_siblings_take_linear_time() {
    let paragraphs = "<p>".repeat(N);
    let deep = "<div>".repeat(N);
    let inputs = "<input>".repeat(N);
    let comments = "<!---->".repeat(N);
    let rows = [
        ("h1 ~ p", paragraphs.clone()),
        ("h1 + p, h1 ~ p", paragraphs.clone()),
        ("h1 ~ b", comments.clone() + &"<b></b>".repeat(N)),
        (":empty ~ b", comments.clone() + "<i>" + &comments + "1</i>" + &"<b>1</b>".repeat(N)),
        (":disabled", format!("<fieldset disabled>{inputs}")),
        (":disabled", format!("<fieldset disabled>{comments}<legend>{inputs}")),
        (
            ":disabled",
            format!("<fieldset disabled>{comments}{}", "<legend><input></legend>".repeat(N)),
        ),
        (":disabled", format!("{}{inputs}", "<fieldset disabled>".repeat(N))),
        ("input:enabled", deep + &inputs),
    ];
    for (selector, html) in rows {
        let document = page(&html);
        let selector = compile(selector);
        let mut found = document.select(&selector).max_steps(STEPS);
        let expected = document.descendant_elements().filter(|one| one.matches(&selector)).count();
        assert_eq!(found.by_ref().count(), expected, "{selector}");
        assert!(!found.is_cut(), "{selector}");
    }
}

/// The nodes between the elements count as searched, so that after a few anchors one walk answers
/// for all.
#[test]
fn searches_of_has_through_comments_take_linear_time() {
    let document = page(&("<b></b>".repeat(N / 10) + &"<!---->".repeat(10 * N)));
    let selector = compile("b:has(~ i)");
    let mut found = document.select(&selector).max_steps(STEPS);
    assert_eq!(found.by_ref().count(), 0);
    assert!(!found.is_cut());
}

/// A match that was found after the steps had run out could be wrong: `:not(…)` would hold.
#[test]
fn a_cut_walk_returns_the_first_matches_and_nothing_else() {
    let html =
        "<p>1<b>2</b><i>3</i><p class=x>4<ul><li>5<li>6<b>7</b></ul><p dir=auto>8<input disabled>"
            .repeat(3);
    let document = page(&html);
    let selectors = [
        "p ~ p",
        "p:not(h1 ~ p)",
        "li:nth-last-of-type(1)",
        "b:not(p > b)",
        ":not(:has(b))",
        "p:not(:has(~ ul))",
        ":not(:dir(rtl))",
        ":not(:lang(en))",
        ":not(:contains(6))",
        ":not(:disabled)",
        ":not(:empty)",
        ":first-child",
        ":not(.x), :not([class])",
    ];
    for text in selectors {
        let selector = compile(text);
        let all: Vec<_> = document.select(&selector).collect();
        let mut set = SelectorSet::new();
        set.add(&selector);
        let extractor = Extractor::parse(text).unwrap_or_else(|_| Extractor::parse("p").unwrap());
        let all_texts: Vec<_> = extractor.extract(&document).collect();
        let mut cuts = 0;
        for steps in 0..1500 {
            let mut walk = document.select(&selector).max_steps(steps);
            let found: Vec<_> = walk.by_ref().collect();
            assert!(all.starts_with(&found), "{text} after {steps} steps");
            assert!(walk.is_cut() || found == all, "{text} after {steps} steps");
            cuts += usize::from(walk.is_cut());

            let mut walk = set.matches_in(&document).max_steps(steps);
            let found: Vec<_> = walk.by_ref().map(|(element, _)| element).collect();
            assert!(all.starts_with(&found), "{text} after {steps} steps");
            assert!(walk.is_cut() || found == all, "{text} after {steps} steps");

            let mut walk = extractor.extract(&document).max_steps(steps);
            let found: Vec<_> = walk.by_ref().collect();
            assert!(all_texts.starts_with(&found), "{text} after {steps} steps");
            assert!(walk.is_cut() || found == all_texts, "{text} after {steps} steps");
        }
        assert!(cuts > 20 && cuts < 1500, "{text}: {cuts} limits cut it");
    }
}

#[test]
fn a_clone_goes_on_with_the_steps_that_are_left() {
    let document = page(&"<p>".repeat(N));
    let selector = compile("p");
    let mut found = document.select(&selector).max_steps(N as u64 / 2);
    assert!(found.next().is_some());
    let mut clone = found.clone();
    assert_eq!(clone.by_ref().count(), found.by_ref().count());
    assert!(clone.is_cut() && found.is_cut());
}
