//! Form owners: which form a control belongs to, after parsing and after edits.

use std::collections::BTreeMap;

use consomme::driver::{Driver, Step};
use consomme::{
    AdjacentPosition, Context, Document, ElementRef, Hints, NodeId, ParseOptions, Revision,
    parse_fragment, parse_str,
};
use consomme_test::config::config;
use proptest::prelude::*;

/// Returns the element with that `id` or `name`, wherever it is.
fn find<'a>(document: &'a Document, key: &str) -> ElementRef<'a> {
    let mut waiting = vec![document.root()];
    while let Some(root) = waiting.pop() {
        for element in root.descendant_elements() {
            if element.id_attr() == Some(key) || element.attr("name") == Some(key) {
                return element;
            }
            waiting.extend(element.template_contents());
            waiting.extend(element.shadow_root().map(|root| root.as_node()));
        }
    }
    panic!("there is no {key}")
}

fn id(document: &Document, key: &str) -> NodeId {
    find(document, key).id()
}

/// Returns the id of the form owner of the control with that name: "-" if it has none.
fn owner<'a>(document: &'a Document, control: &str) -> &'a str {
    find(document, control).form_owner().map_or("-", |form| form.id_attr().unwrap_or("?"))
}

/// Returns the names of the controls of the form with that id.
fn elements<'a>(document: &'a Document, form: &str) -> Vec<&'a str> {
    find(document, form).form_elements().map(|e| e.attr("name").unwrap_or("?")).collect()
}

/// Checks the form owners of controls: `"a=f b=-"` says that `a` belongs to `f` and `b` to no form.
/// The lists of elements must agree with them.
#[track_caller]
fn check_document(document: &Document, expected: &str) {
    document.check_invariants().unwrap();
    for pair in expected.split_whitespace() {
        let (control, form) = pair.split_once('=').unwrap();
        assert_eq!(owner(document, control), form, "{control} in {}", document.inner_html());
    }
    // `form_elements` finds what `form_owner` says.
    let root = document.root();
    let listed = ["button", "fieldset", "input", "object", "output", "select", "textarea"];
    for form in root.descendant_elements().filter(|e| e.name() == "form") {
        let owned = root
            .descendant_elements()
            .filter(|e| listed.contains(&e.name()) && e.form_owner() == Some(form));
        assert_eq!(form.form_elements().collect::<Vec<_>>(), owned.collect::<Vec<_>>());
    }
}

#[track_caller]
fn check(html: &str, expected: &str) {
    check_document(&parse_str(html), expected);
    check_document(&parse_str(html).clone(), expected);
    let mut compacted = parse_str(html);
    compacted.compact();
    check_document(&compacted, expected);
    // In pieces, and while the document grows.
    let mut driver = Driver::new(&ParseOptions::new(), &Hints::new());
    for piece in html.split_inclusive('<') {
        driver.feed_str(piece);
        driver.step();
        driver.document().check_invariants().unwrap();
    }
    driver.end();
    assert_eq!(driver.step(), Step::Finished);
    check_document(&driver.finish_document(), expected);
}

// ---- Parsing -----------------------------------------------------------------------------------

#[test]
fn a_control_belongs_to_the_form_that_it_is_in() {
    check(
        "<form id=f><p><input name=a><b><select name=b></select></b></form><input name=c>",
        "a=f b=f c=-",
    );
}

#[test]
fn every_form_associated_element_has_an_owner_and_no_other() {
    for name in "button fieldset input object output select textarea img".split(' ') {
        check(&format!("<form id=f><{name} name=a></{name}></form>"), "a=f");
    }
    for name in "label legend option keygen p meter progress x-input".split(' ') {
        check(&format!("<form id=f><{name} name=a></{name}></form>"), "a=-");
    }
    check("<form id=f><svg><input name=a></svg><math><a><button name=b>", "a=- b=-");
    assert_eq!(find(&parse_str("<form id=f>"), "f").form_owner(), None);
}

#[test]
fn a_form_in_a_table_is_empty_and_owns_the_controls_of_the_cells() {
    let html = "<table><form id=f><tr><td><input name=a><tr><td><p><textarea name=b></textarea></table>\
                <input name=c>";
    check(html, "a=f b=f c=f");
    assert_eq!(elements(&parse_str(html), "f"), ["a", "b", "c"]);
}

#[test]
fn a_form_in_a_table_owns_controls_up_to_its_end_tag() {
    check("<table><form id=f><tr><td><input name=a></form><input name=b></table>", "a=f b=-");
}

#[test]
fn a_hidden_control_in_a_table_belongs_to_the_form_beside_it() {
    check("<table><form id=f><input type=hidden name=a><tr><td><input name=b>", "a=f b=f");
}

#[test]
fn a_foster_parented_control_belongs_to_the_form() {
    check("<table><form id=f><input name=a><select name=b>", "a=f b=f");
    check("<form id=f><table><tr><input name=a>", "a=f");
}

#[test]
fn of_two_forms_in_tables_each_owns_the_controls_after_it() {
    let html = "<table><form id=f><tr><td><input name=a></td></tr></form>\
                <form id=g><tr><td><input name=b></td></tr></form></table>";
    check(html, "a=f b=g");
}

#[test]
fn a_second_form_in_a_form_is_dropped() {
    check("<form id=f><input name=a><form id=g><input name=b></form><input name=c>", "a=f b=f c=-");
}

#[test]
fn a_form_that_ends_in_the_middle_of_an_element_loses_what_follows() {
    // The form stays the ancestor of `b`, which is created after the form's end tag.
    check("<form id=f><div><input name=a></form><input name=b></div>", "a=f b=f");
}

#[test]
fn a_form_in_a_form_owns_what_is_in_it() {
    check("<form id=f><div></form><form id=g><input name=a></form><input name=b></div>", "a=g b=f");
}

#[test]
fn an_open_form_owns_controls_that_are_in_another_form() {
    // `f` is closed as an element by `</div>`, but its pointer stays.
    check("<div><form id=f></div><input name=a></form><input name=b>", "a=f b=-");
}

#[test]
fn a_control_in_a_template_belongs_to_a_form_there() {
    check(
        "<form id=f><template><input name=a><form id=g><input name=b></form></template><input name=c>",
        "a=- b=g c=f",
    );
}

#[test]
fn nested_templates_have_forms_of_their_own() {
    let html = "<template><form id=f><template><input name=a><form id=g><button name=b></form></template>\
                <input name=c></form><input name=d></template>";
    check(html, "a=- b=g c=f d=-");
    assert_eq!(elements(&parse_str(html), "f"), ["c"]);
    assert_eq!(elements(&parse_str(html), "g"), ["b"]);
}

#[test]
fn a_table_in_a_template_has_no_form_in_its_rows() {
    check("<template><table><form id=f><tr><td><input name=a></table></template>", "a=-");
}

#[test]
fn the_form_attribute_names_a_form_anywhere() {
    let html = "<input name=a form=f><form id=g><input name=b form=f><input name=c></form><form id=f></form>";
    check(html, "a=f b=f");
    assert_eq!(elements(&parse_str(html), "f"), ["a", "b"]);
    assert_eq!(elements(&parse_str(html), "g"), ["c"]);
}

#[test]
fn a_form_attribute_that_names_no_form_leaves_no_owner() {
    check(
        "<div id=d></div><form id=f><input name=a form><input name=b form=x><input name=c form=d>\
         <input name=d1 form=F>",
        "a=- b=- c=- d1=-",
    );
}

#[test]
fn the_first_element_with_the_id_decides() {
    check("<p id=f></p><form id=f><input name=a form=f>", "a=-");
    check("<input name=a form=f><form id=f class=1></form><form id=f class=2></form>", "a=f");
    let document = parse_str("<form id=f class=1></form><form id=f class=2><input name=a form=f>");
    assert!(find(&document, "a").form_owner().unwrap().has_class("1"));
}

#[test]
fn the_form_attribute_of_an_image_has_no_effect() {
    check("<form id=g></form><form id=f><img name=a form=g></form>", "a=f");
}

#[test]
fn an_image_is_not_among_the_elements_of_its_form_but_an_image_button_is() {
    let document = parse_str("<form id=f><img name=a><input type=image name=b>");
    assert_eq!(owner(&document, "a"), "f");
    assert_eq!(elements(&document, "f"), ["b"]);
}

#[test]
fn the_elements_of_a_form_are_in_tree_order() {
    let html = "<button name=1 form=f></button><table><form id=f><tr><td><fieldset name=3><input name=4>\
                </fieldset></table><output name=5></output><input name=6 form=x><object name=7>";
    // The table is where its form was opened.
    let document = parse_str(html);
    assert_eq!(elements(&document, "f"), ["1", "3", "4", "5", "7"]);
    check(html, "1=f 3=f 4=f 5=f 6=- 7=f");
}

#[test]
fn elements_of_something_other_than_a_form_are_none() {
    let document = parse_str("<fieldset id=f><input name=a form=f></fieldset>");
    assert_eq!(elements(&document, "f"), Vec::<&str>::new());
    assert_eq!(document.body().unwrap().form_elements().count(), 0);
}

#[test]
fn the_adoption_agency_moves_a_control_away_from_a_form_that_is_not_its_ancestor() {
    // `p`, with the input, is moved out of `b`: for a moment it is in no tree.
    check("<table><form id=f><tr><td><b><p><input name=a></b><input name=b>", "a=- b=f");
    check("<form id=f><b><p><input name=a></b><input name=b>", "a=f b=f");
}

#[test]
fn the_adoption_agency_moves_a_form_with_its_controls() {
    // `form` is the furthest block: it moves, and the controls in it with it.
    check("<b><form id=f><input name=a></b><input name=b></form>", "a=f b=f");
}

#[test]
fn a_deep_control_belongs_to_a_form_far_above() {
    let deep = "<div>".repeat(200);
    check(&format!("<form id=f>{deep}<input name=a></form>"), "a=f");
    check(&format!("<table><form id=f><tr><td>{deep}<input name=a></form>"), "a=f");
}

#[test]
fn a_document_without_such_forms_has_no_owners_to_find() {
    check("<input name=a><p><img name=b>", "a=- b=-");
}

// ---- Fragments ---------------------------------------------------------------------------------

/// "… and the parser's fragment context element is null".
#[test]
fn the_form_element_pointer_of_a_fragment_owns_nothing() {
    let html = "<table><form id=f><tr><td><input name=a></table><input name=b form=f>";
    check_document(&parse_fragment("div", html), "a=- b=f");
    check_document(&parse_fragment("div", "<div><form id=f></div><input name=a></form>"), "a=-");
    let of_2024 = ParseOptions::new().revision(Revision::Snapshot2024);
    check_document(&of_2024.parse_fragment("div", html), "a=f b=f");
}

/// A `template` on the stack, or as the context, keeps the form element pointer away.
#[test]
fn the_form_element_pointer_owns_nothing_in_template_contents() {
    check(
        "<form id=f><input name=a><template><div><form id=g></div><input name=b></form>",
        "a=f b=-",
    );
    check("<table><form id=f><template><tr><td><input name=a>", "a=-");
}

#[test]
fn in_a_fragment_for_a_form_nothing_is_associated_with_the_form_outside() {
    let context = Context::html("div").in_form(true);
    check_document(&parse_fragment(context, "<input name=a><form id=f><input name=b>"), "a=- b=-");
    let context = Context::html("form");
    check_document(
        &parse_fragment(context, "<input name=a></form><form id=f></form><input name=b>"),
        "a=- b=-",
    );
}

/// The example of the standard, at "reset the form owner".
#[test]
fn inner_html_has_owners_by_ancestry_alone() {
    let mut document = parse_str("<form id=a><div id=b></div></form>");
    let b = id(&document, "b");
    let html = "<table><tr><td></form><form id=c><input name=d></table><input name=e>";
    document.set_inner_html(b, html).unwrap();
    check_document(&document, "d=c e=a");

    let html = "<table><tr><td></form><form id=c></form></table>";
    document.set_inner_html(b, html).unwrap();
    let html = "<table></form><form id=c><tr><td><input name=d></table><input name=e>";
    document.set_inner_html(b, html).unwrap();
    check_document(&document, "d=a e=a");
}

#[test]
fn html_that_is_inserted_beside_an_element_has_owners_by_ancestry_alone() {
    let mut document = parse_str("<p id=p>");
    let p = id(&document, "p");
    let html = "<table><form id=f><tr><td><input name=a></table><input name=b>";
    document.insert_adjacent_html(p, AdjacentPosition::AfterEnd, html).unwrap();
    check_document(&document, "a=- b=-");
}

// ---- Edits -------------------------------------------------------------------------------------

const TABLE: &str = "<div id=d><table id=t><form id=f><tr><td id=c><input name=a></table></form></div>\
                     <form id=g><p id=p></form>";

#[test]
fn a_control_that_moves_belongs_to_the_form_that_it_gets_into() {
    let mut document = parse_str(TABLE);
    check_document(&document, "a=f");
    let (a, p) = (id(&document, "a"), id(&document, "p"));
    document.append(p, a).unwrap();
    check_document(&document, "a=g");
}

#[test]
fn a_control_that_comes_back_belongs_to_no_form() {
    let mut document = parse_str(TABLE);
    let (a, c) = (id(&document, "a"), id(&document, "c"));
    document.detach(a).unwrap();
    assert_eq!(document.node(a).as_element().unwrap().form_owner(), None);
    document.append(c, a).unwrap();
    check_document(&document, "a=-");
}

#[test]
fn an_ancestor_that_moves_takes_the_control_away_from_its_form() {
    let mut document = parse_str(TABLE);
    let (c, p) = (id(&document, "c"), id(&document, "p"));
    document.append(p, c).unwrap();
    check_document(&document, "a=g");
    let mut document = parse_str(TABLE);
    let (c, d) = (id(&document, "c"), id(&document, "d"));
    document.append(d, c).unwrap();
    check_document(&document, "a=-");
}

#[test]
fn a_form_that_moves_loses_the_controls_that_are_not_in_it() {
    let mut document = parse_str(TABLE);
    let (f, p) = (id(&document, "f"), id(&document, "p"));
    document.append(p, f).unwrap();
    check_document(&document, "a=-");
    let mut document = parse_str(TABLE);
    document.discard(id(&document, "f")).unwrap();
    check_document(&document, "a=-");
    document.compact();
    check_document(&document, "a=-");
}

#[test]
fn a_control_and_its_form_may_move_together() {
    let mut document = parse_str(TABLE);
    let (t, p) = (id(&document, "t"), id(&document, "p"));
    document.detach(t).unwrap();
    let control = document.node(t).descendant_elements().find(|e| e.name() == "input").unwrap();
    assert_eq!(control.form_owner().unwrap().id_attr(), Some("f"));
    document.append(p, t).unwrap();
    check_document(&document, "a=f");
    document.compact();
    check_document(&document, "a=f");
}

#[test]
fn wrapping_and_unwrapping_reset_what_they_move() {
    let mut document = parse_str(TABLE);
    let (t, d) = (id(&document, "t"), id(&document, "d"));
    let form = document.create_element("form").unwrap();
    document.set_attr(form, "id", "w").unwrap();
    document.wrap_in(t, form).unwrap();
    check_document(&document, "a=f");
    document.unwrap_element(d).unwrap();
    check_document(&document, "a=f");
    let c = id(&document, "c");
    document.unwrap_element(c).unwrap();
    check_document(&document, "a=w");
}

#[test]
fn what_does_not_hold_control_or_form_may_move() {
    let mut document = parse_str(TABLE);
    let (c, p, g) = (id(&document, "c"), id(&document, "p"), id(&document, "g"));
    document.prepend(c, p).unwrap();
    document.discard(g).unwrap();
    check_document(&document, "a=f");
}

#[test]
fn a_form_attribute_takes_precedence_and_resets_when_it_goes() {
    let mut document = parse_str(TABLE);
    let a = id(&document, "a");
    document.set_attr(a, "form", "g").unwrap();
    check_document(&document, "a=g");
    document.set_attr(a, "form", "f").unwrap();
    check_document(&document, "a=f");
    document.remove_attr(a, "form").unwrap();
    check_document(&document, "a=-");
}

#[test]
fn ids_that_change_change_the_owners() {
    let mut document = parse_str("<form id=f></form><form id=g></form><input name=a form=g>");
    let [f, g] = ["f", "g"].map(|form| id(&document, form));
    check_document(&document, "a=g");
    document.set_attr(f, "id", "g").unwrap();
    document.set_attr(g, "id", "h").unwrap();
    assert_eq!(find(&document, "a").form_owner().unwrap().id(), f);
    check_document(&document, "a=g");
}

#[test]
fn an_element_without_a_connection_to_the_document_ignores_its_form_attribute() {
    let mut document =
        parse_str("<form id=f><div id=d><form id=g></form><input name=a form=g></div>");
    let d = id(&document, "d");
    check_document(&document, "a=-");
    document.detach(d).unwrap();
    let control = document.node(d).descendant_elements().find(|e| e.name() == "input").unwrap();
    assert_eq!(control.form_owner(), None);
    check("<template><form id=f><input name=a form=g><form id=g></form></template>", "a=f");
}

#[test]
fn a_form_that_is_renamed_owns_nothing() {
    let mut document = parse_str(TABLE);
    let (f, a) = (id(&document, "f"), id(&document, "a"));
    document.rename(f, "div").unwrap();
    check_document(&document, "a=-");
    document.rename(f, "form").unwrap();
    document.rename(a, "b").unwrap();
    check_document(&document, "a=-");
}

// ---- Copies ------------------------------------------------------------------------------------

#[test]
fn a_copy_of_a_control_belongs_to_the_form_that_it_is_inserted_into() {
    let mut document = parse_str(TABLE);
    let (a, c, t) = (id(&document, "a"), id(&document, "c"), id(&document, "t"));
    let copy = document.clone_node(a).unwrap();
    document.append(c, copy).unwrap();
    assert_eq!(document.node(copy).as_element().unwrap().form_owner(), None);
    let table = document.clone_node(t).unwrap();
    let control = document.node(table).descendant_elements().find(|e| e.name() == "input").unwrap();
    assert_eq!(control.form_owner(), None);
    check_document(&document, "a=f");
}

#[test]
fn a_clone_of_a_document_has_its_form_owners_and_is_independent() {
    let mut document = parse_str(TABLE);
    let clone = document.clone();
    let (a, p) = (id(&document, "a"), id(&document, "p"));
    document.append(p, a).unwrap();
    check_document(&document, "a=g");
    check_document(&clone, "a=f");
}

#[test]
fn an_imported_copy_has_no_associations_and_an_adopted_node_keeps_them() {
    let mut document = parse_str(TABLE);
    let mut other = parse_str("<form id=h>");
    let (t, h) = (id(&document, "t"), id(&other, "h"));
    let copy = other.import_node(document.node(t)).unwrap();
    other.append(h, copy).unwrap();
    check_document(&other, "a=h");
    other.discard(copy).unwrap();
    let adopted = other.adopt_node(&mut document, t).unwrap();
    other.append(h, adopted).unwrap();
    check_document(&other, "a=f");
    let c = id(&other, "c");
    let mut third = parse_str("<form id=k>");
    let k = id(&third, "k");
    let adopted = third.adopt_node(&mut other, c).unwrap();
    third.append(k, adopted).unwrap();
    check_document(&third, "a=k");
}

// ---- Shadow trees ------------------------------------------------------------------------------

#[test]
fn a_shadow_tree_has_forms_of_its_own() {
    let options = ParseOptions::new().declarative_shadow_roots(true);
    let html = "<form id=f><div><template shadowrootmode=open><input name=a><input name=b form=f>\
                <form id=g></form><input name=c form=g></template><input name=d></div>";
    check_document(&options.parse_str(html), "a=- b=- c=g d=f");
    assert_eq!(elements(&options.parse_str(html), "g"), ["c"]);
}

// ---- Scripts -----------------------------------------------------------------------------------

/// Parses a page, runs `edit` at its script, and returns the document.
fn with_script(html: &str, edit: impl FnOnce(&mut Document)) -> Document {
    let mut driver = Driver::new(&ParseOptions::new().scripting(true), &Hints::new());
    driver.feed_str(html);
    driver.end();
    let Step::Script(_) = driver.step() else { panic!("the page has a script") };
    edit(&mut driver.document());
    assert_eq!(driver.end_script(), Step::Finished);
    driver.finish_document()
}

#[test]
fn a_form_that_a_script_removes_owns_nothing_that_follows() {
    let html = "<table><form id=f><tr><td><input name=a><script></script><input name=b></table>";
    let document = with_script(html, |document| {
        let f = id(document, "f");
        document.detach(f).unwrap();
    });
    check_document(&document, "a=- b=-");
}

#[test]
fn a_form_that_a_script_moves_owns_what_follows_and_not_what_was_before() {
    let html =
        "<p id=p><table><form id=f><tr><td><input name=a><script></script><input name=b></table>";
    let document = with_script(html, |document| {
        let (f, p) = (id(document, "f"), id(document, "p"));
        document.append(p, f).unwrap();
    });
    check_document(&document, "a=- b=f");
}

#[test]
fn what_follows_a_removed_form_stays_without_owner_when_the_form_comes_back() {
    let html =
        "<table id=t><form id=f><tr><td><input name=a><script></script><input name=b></table>";
    let mut form = None;
    let mut document = with_script(html, |document| {
        let f = id(document, "f");
        form = Some(f);
        document.detach(f).unwrap();
    });
    let t = id(&document, "t");
    document.append(t, form.unwrap()).unwrap();
    check_document(&document, "a=- b=-");
}

// ---- Moves, against a model --------------------------------------------------------------------

/// Returns the nearest `form` ancestor.
fn nearest_form(element: ElementRef<'_>) -> Option<NodeId> {
    let mut ancestors = element.ancestors().filter_map(|node| node.as_element());
    ancestors.find(|ancestor| ancestor.name() == "form").map(|form| form.id())
}

/// Returns the nodes at and below a node.
fn at_and_below(document: &Document, node: NodeId) -> Vec<NodeId> {
    let node = document.node(node);
    std::iter::once(node.id()).chain(node.descendants().map(|node| node.id())).collect()
}

fn form_soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<table>", "</table>", "<form>", "</form>", "<tr>", "<td>", "<input>", "<b>", "</b>",
        "<p>", "<div>", "</div>", "<select>", "<i>",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config(512))]

    /// The model resets the form owner of each control that a removal separates from its form, when
    /// it happens.
    #[test]
    fn moves_reset_the_form_owners_that_they_should(
        html in form_soup(),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..12),
    ) {
        let mut document = parse_str(html);
        let body = document.body().unwrap().id();
        let nodes = at_and_below(&document, body);
        let controls: Vec<_> = document.descendant_elements().collect();
        let mut model: BTreeMap<NodeId, NodeId> = controls
            .into_iter()
            .filter_map(|control| Some((control.id(), control.form_owner()?.id())))
            .collect();
        for (node, parent) in moves {
            let (node, parent) = (*node.get(&nodes), *parent.get(&nodes));
            let moved = at_and_below(&document, node);
            if document.append(parent, node).is_ok() {
                model.retain(|control, form| moved.contains(control) == moved.contains(form));
            }
            document.check_invariants().unwrap();
            for element in nodes.iter().filter_map(|&node| document.node(node).as_element()) {
                if ["input", "select"].contains(&element.name()) {
                    let expected = model.get(&element.id()).copied().or(nearest_form(element));
                    prop_assert_eq!(element.form_owner().map(|form| form.id()), expected);
                    if let Some(form) = expected {
                        model.insert(element.id(), form);
                    }
                }
            }
            check_document(&document, "");
            document.compact();
        }
    }
}
