//! Attributes and names.

use super::{check, find};

#[test]
fn a_value_keeps_its_quotation_marks() {
    for (html, value, expected) in [
        ("<p A = \"x\" b>", "y", "<p A = \"y\" b>"),
        ("<p a='x'>", "\"", "<p a='\"'>"),
        ("<p a='x'>", "'&\r", "<p a='&#39;&amp;&#13;'>"),
        ("<p a=\"\">", "<\">", "<p a=\"<&quot;>\">"),
        ("<p a=x>", "y/", "<p a=y/>"),
        ("<p a=x/>", "y", "<p a=y>"),
        ("<p a=x>", "", "<p a=\"\">"),
        ("<p a=x b>", "y z", "<p a=\"y z\" b>"),
        ("<p a b>", "x", "<p a=\"x\" b>"),
        ("<p a = >", "x", "<p a=\"x\" >"),
        ("<p a=x a=y>", "z", "<p a=z a=y>"),
    ] {
        check(html, |d| d.set_attr(find(d, "p"), "a", value).unwrap(), expected);
    }
}

#[test]
fn a_new_attribute_comes_after_the_last_one() {
    for (html, expected) in [
        ("<p>", "<p c=\"1\">"),
        ("<p >", "<p c=\"1\" >"),
        ("<p/>", "<p c=\"1\"/>"),
        ("<p a=b/>", "<p a=b/ c=\"1\">"),
        ("<p a='b' />", "<p a='b' c=\"1\" />"),
        ("<p a= >", "<p a=\"\" c=\"1\" >"),
        ("<P\n>x", "<P c=\"1\"\n>x"),
    ] {
        check(html, |d| d.set_attr(find(d, "p"), "c", "1").unwrap(), expected);
    }
}

#[test]
fn a_removed_attribute_takes_the_whitespace_before_it() {
    for (html, expected) in [
        ("<p a>", "<p>"),
        ("<p  a = 'b'\n c>", "<p\n c>"),
        ("<p c a=b/>", "<p c>"),
        ("<p c a/>", "<p c/>"),
        ("<p c='1'a='2'd='3'>", "<p c='1'd='3'>"),
        ("<p a=1 c A=2 a>", "<p c>"),
    ] {
        check(html, |d| assert!(d.remove_attr(find(d, "p"), "a").unwrap()), expected);
    }
}

#[test]
fn names_with_prefixes_and_in_mixed_case_are_found() {
    check(
        "<svg viewbox='0 0 1 1' XLINK:href=#a>",
        |d| {
            let svg = find(d, "svg");
            d.set_attr(svg, "viewBox", "1").unwrap();
            d.set_attr(svg, "xlink:href", "#b").unwrap();
        },
        "<svg viewbox='1' XLINK:href=#b>",
    );
}

#[test]
fn an_implied_element_with_an_attribute_gets_its_tag() {
    let set = |name: &'static str| {
        move |d: &mut consomme::Document| d.set_attr(find(d, name), "a", "b").unwrap()
    };
    check("<table><tr><td>x", set("tbody"), "<table><tbody a=\"b\"><tr><td>x");
    check("<!--c--> <p>x", set("html"), "<!--c--> <html a=\"b\"><p>x");
    check("<p>x", set("body"), "<body a=\"b\"><p>x");
    check("<p>x", set("head"), "<head a=\"b\"><p>x");
    check("x</p>y", set("p"), "x<p a=\"b\"></p>y");
    check("x</br>y", set("br"), "x<br a=\"b\">y");
    check(
        "<title>x</title>y",
        |d| ["html", "body", "head"].map(|name| set(name)(d)).into_iter().collect(),
        "<html a=\"b\"><head a=\"b\"><title>x</title><body a=\"b\">y",
    );
}

#[test]
fn the_attributes_of_a_later_tag_are_those_of_the_element() {
    let html = "<p>x<body a=1 b=2>y";
    check(html, |d| d.set_attr(find(d, "body"), "a", "3").unwrap(), "<p>x<body a=3 b=2>y");
    check(html, |d| assert!(d.remove_attr(find(d, "body"), "a").unwrap()), "<p>x<body b=2>y");
}

#[test]
fn an_element_is_renamed_in_both_tags() {
    let rename =
        |to: &'static str| move |d: &mut consomme::Document| d.rename(find(d, "b"), to).unwrap();
    check("<B class=x>y</B >", rename("i"), "<i class=x>y</i >");
    check("<b>y", rename("div"), "<div>y</div>");
}

#[test]
fn the_attributes_of_a_copy_are_those_of_its_original() {
    // Both have changed in the same way.
    check(
        "<p><b class=x>1<p>2",
        |d| {
            let all: Vec<_> =
                d.descendant_elements().filter(|e| e.name() == "b").map(|e| e.id()).collect();
            all.into_iter().for_each(|b| d.set_attr(b, "class", "y").unwrap());
        },
        "<p><b class=y>1<p>2",
    );
    // One of them is changed: the stretch around both is written anew.
    check(
        "<div><p><b class=x>1<p>2</div>",
        |d| d.set_attr(find(d, "b"), "class", "y").unwrap(),
        "<div><p><b class=\"y\">1</b></p><p><b class=\"x\">2</b></p></div>",
    );
}

#[test]
fn an_attribute_that_the_parser_reads_counts_as_well() {
    // A hidden input stays in the table, another one does not: what moves has to be moved.
    check(
        "<div><table><input type=hidden></table></div>",
        |d| d.set_attr(find(d, "input"), "type", "HIDDEN").unwrap(),
        "<div><table><input type=HIDDEN></table></div>",
    );
}

#[test]
fn another_name_closes_what_the_old_one_has_closed() {
    let rename = |index: usize, name: &'static str| {
        move |d: &mut consomme::Document| {
            let element = d.body().unwrap().child_elements().nth(index).unwrap().id();
            d.rename(element, name).unwrap();
        }
    };
    check("<li>a<li>b", rename(1, "form"), "<li>a</li><form>b</form>");
    check("<li>a<li>b", rename(0, "form"), "<form>a</form><li>b");
    check("<p>a<div>b</div>", rename(1, "ul"), "<p>a<ul>b</ul>");
    check("<p>a<div>b</div>", rename(1, "i"), "<p>a</p><i>b</i>");
    check("<p><em>a<ul>", rename(0, "form"), "<form><em>a</em></form><ul>");
}
