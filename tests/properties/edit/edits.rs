//! Which edits are tried, on which documents.

use consomme::AdjacentPosition::{self, AfterBegin, AfterEnd, BeforeBegin, BeforeEnd};
use consomme::{AttributeNamespace, Document, ParseOptions, parse_fragment};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// An edit. Nodes are chosen by an index into all that the document was ever seen to have.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Append(Index, Index),
    Prepend(Index, Index),
    InsertBefore(Index, Index),
    InsertAfter(Index, Index),
    Replace(Index, Index),
    Wrap(Index, Index),
    Unwrap(Index),
    Detach(Index),
    RemoveChildren(Index),
    Discard(Index),
    Create(usize, &'static str),
    SetText(Index, &'static str),
    Rename(Index, &'static str),
    Normalize(Index),
    Compact,
    SetAttribute(Index, &'static str, &'static str),
    SetAttributeNs(Index, AttributeNamespace, &'static str, &'static str),
    RemoveAttribute(Index, &'static str),
    RemoveAttributeNs(Index, AttributeNamespace, &'static str),
    AddClass(Index, &'static str),
    RemoveClass(Index, &'static str),
    CloneNode(Index),
    CloneShallow(Index),
    Import(Index),
    Adopt(Index),
    SetInnerHtml(Index, &'static str),
    SetOuterHtml(Index, &'static str),
    InsertAdjacentHtml(Index, AdjacentPosition, &'static str),
}

const TEXTS: &[&str] = &["", "x", "é&amp;", " Salt\n", "日本"];
const ELEMENTS: &[&str] = &["P", "template", "tr", "x-y", "a b", ""];
const ATTRIBUTES: &[&str] = &["id", "Class", "href", "xlink:href", "data-é", "viewBox", "a=b", ""];
const LOCAL_NAMES: &[&str] = &["id", "href", "xmlns", "Class", "a b"];
const CLASSES: &[&str] = &["a", "b", "A", "", "a b"];
const HTML: &[&str] = &[
    "",
    "x&lt;y",
    "<p class='a b a'>1<p>2",
    "<td>1<td id=x>2",
    "<template><tr><td>x</template>",
    "<svg viewbox=1 xlink:href=#a><desc>x<p>y",
    "<head></head><body class=z>x",
    "<select><button><selectedcontent></selectedcontent></button><option selected>A<b>B</b>",
    "<!--c--><?t d?>",
];
const NAMESPACES: &[AttributeNamespace] = &[
    AttributeNamespace::None,
    AttributeNamespace::XLink,
    AttributeNamespace::Xml,
    AttributeNamespace::Xmlns,
    AttributeNamespace::XmlnsPrefixed,
];

pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    let node = any::<Index>;
    let structure = prop_oneof![
        4 => (node(), node()).prop_map(|(a, b)| Edit::Append(a, b)),
        2 => (node(), node()).prop_map(|(a, b)| Edit::Prepend(a, b)),
        4 => (node(), node()).prop_map(|(a, b)| Edit::InsertBefore(a, b)),
        4 => (node(), node()).prop_map(|(a, b)| Edit::InsertAfter(a, b)),
        3 => (node(), node()).prop_map(|(a, b)| Edit::Replace(a, b)),
        3 => (node(), node()).prop_map(|(a, b)| Edit::Wrap(a, b)),
        2 => node().prop_map(Edit::Unwrap),
        2 => node().prop_map(Edit::Detach),
        1 => node().prop_map(Edit::RemoveChildren),
        1 => node().prop_map(Edit::Discard),
        4 => (0..6_usize, select(TEXTS)).prop_map(|(kind, text)| Edit::Create(kind, text)),
        2 => select(ELEMENTS).prop_map(|name| Edit::Create(6, name)),
        1 => select(ELEMENTS).prop_map(|name| Edit::Create(7, name)),
    ];
    let content = prop_oneof![
        2 => (node(), select(TEXTS)).prop_map(|(a, text)| Edit::SetText(a, text)),
        1 => (node(), select(ELEMENTS)).prop_map(|(a, name)| Edit::Rename(a, name)),
        2 => node().prop_map(Edit::Normalize),
        2 => Just(Edit::Compact),
        3 => (node(), select(ATTRIBUTES), select(TEXTS)).prop_map(|(a, n, v)| Edit::SetAttribute(a, n, v)),
        2 => (node(), select(NAMESPACES), select(LOCAL_NAMES), select(TEXTS))
            .prop_map(|(a, ns, n, v)| Edit::SetAttributeNs(a, ns, n, v)),
        2 => (node(), select(ATTRIBUTES)).prop_map(|(a, n)| Edit::RemoveAttribute(a, n)),
        1 => (node(), select(NAMESPACES), select(LOCAL_NAMES))
            .prop_map(|(a, ns, n)| Edit::RemoveAttributeNs(a, ns, n)),
        1 => (node(), select(CLASSES)).prop_map(|(a, class)| Edit::AddClass(a, class)),
        1 => (node(), select(CLASSES)).prop_map(|(a, class)| Edit::RemoveClass(a, class)),
    ];
    let copies = prop_oneof![
        3 => node().prop_map(Edit::CloneNode),
        1 => node().prop_map(Edit::CloneShallow),
        1 => node().prop_map(Edit::Import),
        1 => node().prop_map(Edit::Adopt),
        3 => (node(), select(HTML)).prop_map(|(a, html)| Edit::SetInnerHtml(a, html)),
        1 => (node(), select(HTML)).prop_map(|(a, html)| Edit::SetOuterHtml(a, html)),
        2 => (node(), select(&[BeforeBegin, AfterBegin, BeforeEnd, AfterEnd][..]), select(HTML))
            .prop_map(|(a, position, html)| Edit::InsertAdjacentHtml(a, position, html)),
    ];
    prop_oneof![5 => structure, 3 => content, 2 => copies]
}

/// The documents that are edited: each has something that the rest don't.
const DOCUMENTS: &[&str] = &[
    "<!DOCTYPE html><!--c--><title>T&amp;t</title><p class=a id=x>One <b>two</b> three<?t d?>",
    "<table>f&amp;<tr title='&amp;'>g&amp;<td>1</table>h<template><p>x<template>y</template></template><b id=i href=j><p>z</b>",
    "<svg viewBox='0 0 1 1' xlink:href=#a xml:lang=fr><use></svg><select><option>A",
];

pub(crate) fn documents() -> impl Strategy<Value = Document> {
    let options = ParseOptions::new();
    let parsed = select(DOCUMENTS).prop_map(move |html| options.parse_str(html));
    let fragment = select(DOCUMENTS).prop_map(|html| parse_fragment("div", html));
    prop_oneof![4 => parsed, 2 => fragment, 1 => Just(Document::new()), 1 => Just(Document::new_fragment())]
}
