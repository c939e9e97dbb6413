//! The arguments of the methods, and the changes that they make.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use consomme::select::SelectorSet;
use consomme::{ElementRef, Selector, parse_fragment};

use super::{ids, parse, selector};

/// Every form of a selector finds the same; a text gives a `Result`, a compiled selector doesn't.
#[test]
fn a_selector_is_a_text_or_compiled() {
    static ITEMS: LazyLock<Selector> = LazyLock::new(|| selector("li"));
    let document = parse("<!DOCTYPE html><ul id=u><li id=a><li id=b></ul>");
    let (compiled, shared) = (selector("li"), Arc::new(selector("li")));
    let text = String::from("li");
    for found in [
        document.select(&compiled),
        document.select(&&compiled),
        document.select(compiled.clone()),
        document.select(&ITEMS),
        document.select(&shared),
        document.select("li").unwrap(),
        document.select(&"li").unwrap(),
        document.select(&text).unwrap(),
    ] {
        assert_eq!(ids(found), "a b");
    }
    let first: Option<ElementRef<'_>> = document.select_first(&ITEMS);
    let item = first.unwrap();
    assert_eq!(document.root().select_first("li"), Ok(Some(item)));
    assert!(item.matches(&ITEMS) && item.matches("ul > *").unwrap());
    assert_eq!(item.closest("ul").unwrap(), item.parent_element());
    assert!(document.select("li:").is_err() && document.select_first(":x").is_err());
    assert!(item.matches("[").is_err() && item.closest("").is_err());
    let mut set = SelectorSet::new();
    assert_eq!((set.add("li"), set.add(&ITEMS), set.add("li,").is_err()), (Ok(0), 1, true));
    assert_eq!(set.len(), 2);
}

#[test]
fn equal_selectors_have_equal_hashes() {
    let selectors: HashSet<Selector> =
        ["a > b", "a>b", " a  >b", "a b", "a, b"].into_iter().map(selector).collect();
    assert_eq!(selectors.len(), 3);
    assert!(selectors.contains(&Selector::try_from("a,b").unwrap()));
    assert_eq!("a>b".parse(), Selector::parse("a > b"));
}

#[test]
fn an_error_shows_the_selector_around_the_offset() {
    let message = |text: &str| Selector::parse(text).unwrap_err().to_string();
    assert_eq!(message("é ! b"), "selector `é ! b`, byte 3: `!` can't follow a combinator");
    assert_eq!(message(""), "selector ``, byte 0: the selector ends too early");
    assert_eq!(message("a\n;"), "selector `a ;`, byte 2: `;` can't follow a combinator");
    let long = "é,".repeat(100) + "!" + &",b".repeat(100);
    let shown = format!("…{}!{}…", "é,".repeat(20), ",b".repeat(29) + ",");
    assert_eq!(
        message(&long),
        format!("selector `{shown}`, byte 300: `!` stands where a selector is expected")
    );
    assert_eq!(Selector::parse(&long).unwrap_err().text(), long);
}

#[test]
fn removing_selected_elements_reaches_into_templates_and_keeps_what_is_in_them() {
    let html =
        "<b>1<i>2</i></b><i>3</i><template><i>4</i><template><p><i>5</i></p></template></template>";
    let mut document = parse_fragment("div", html);
    let removed = document.remove_selected("b, i").unwrap();
    document.check_invariants().unwrap();
    let removed: Vec<_> = removed.iter().map(|&id| document.node(id).outer_html()).collect();
    assert_eq!(removed, ["<b>1<i>2</i></b>", "<i>3</i>", "<i>4</i>", "<i>5</i>"]);
    assert_eq!(document.inner_html(), "<template><template><p></p></template></template>");
    assert!(document.remove_selected(&selector("i")).is_empty());
    assert!(document.remove_selected("i >").is_err());
    // Each tree counts for itself.
    let mut document = parse_fragment("div", "<p></p><template><p></p><b></b></template>");
    assert_eq!(document.remove_selected("p:has(+ b), p:only-child").unwrap().len(), 1);
    assert_eq!(document.inner_html(), "<p></p><template><b></b></template>");
}
