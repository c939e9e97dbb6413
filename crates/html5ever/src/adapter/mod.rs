//! An html5ever tree as a tree that consomme's parser builds.
//!
//! - `formatting.rs`: the attributes of formatting elements
//! - `lines.rs`: line numbers of tokens
//! - `names.rs`: names as atoms
//! - `parents.rs`: the parent of each node
//! - `texts.rs`: texts as tendrils

mod formatting;
mod lines;
mod names;
mod parents;
mod texts;

use std::borrow::Cow;
use std::hash::RandomState;
use std::ops::Range;

use consomme::shadow::ShadowRootInit;
use consomme::sink::{
    Attribute, CopyBudget, ElementName, NewDoctype, NewElement, Span, Strings, known_names,
};
use consomme::{Namespace, ParseError, QuirksMode};
use html5ever::interface::{ElementFlags, NodeOrText, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tree_builder;

use formatting::FormattingElements;
use lines::Lines;
use names::Names;
use parents::Parents;
use texts::Texts;

/// The number of a node, in the order of creation. Texts have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number(u32);

/// An html5ever tree as a tree that consomme's parser builds.
///
/// consomme's handles are `Copy` and compared often; html5ever's may be reference counted. So the
/// parser gets numbers, and the handles are in a list.
pub(crate) struct Adapter<S: TreeSink> {
    sink: S,
    handles: Vec<S::Handle>,
    parents: Parents,
    names: Names,
    texts: Texts,
    formatting: FormattingElements,
    /// The node that the parser takes for the root of the tree: the document, or the `html` element
    /// of a fragment, which is created first.
    root: Number,
    drop_doctype: bool,
    exact_errors: bool,
    lines: Lines,
    /// The number of times that text was added, for the limit on nodes.
    texts_added: usize,
    /// The attributes of the last `<template shadowrootmode>`.
    shadow_attributes: Vec<html5ever::Attribute>,
}

/// The options that concern the adapter.
#[derive(Clone, Copy)]
pub(crate) struct AdapterOptions {
    /// Whether the tree gets no doctype.
    pub(crate) drop_doctype: bool,
    /// Whether the messages of errors are sentences, not codes alone.
    pub(crate) exact_errors: bool,
}

impl<S: TreeSink> Adapter<S> {
    /// The number of the document.
    const DOCUMENT: Number = Number(0);

    /// Returns an adapter for a document.
    pub(crate) fn for_document(sink: S, options: &AdapterOptions) -> Self {
        Adapter::new(sink, options)
    }

    /// Returns an adapter for a fragment, whose nodes become children of an `html` element, and the
    /// number of the `form` element of the context.
    pub(crate) fn for_fragment(
        sink: S,
        form: Option<S::Handle>,
        options: &AdapterOptions,
    ) -> (Self, Option<Number>) {
        let mut adapter = Adapter::new(sink, options);
        let form = form.map(|form| adapter.add(form));
        // The `html` element is created first.
        adapter.root = Number(adapter.handles.len() as u32);
        (adapter, form)
    }

    fn new(sink: S, options: &AdapterOptions) -> Self {
        let mut adapter = Adapter {
            handles: Vec::new(),
            parents: Parents::default(),
            names: Names::default(),
            texts: Texts::default(),
            formatting: FormattingElements::default(),
            root: Self::DOCUMENT,
            drop_doctype: options.drop_doctype,
            exact_errors: options.exact_errors,
            lines: Lines::default(),
            texts_added: 0,
            shadow_attributes: Vec::new(),
            sink,
        };
        let document = adapter.sink.get_document();
        adapter.add(document);
        adapter
    }

    /// Notes the text that is going to be parsed next: the source as consomme will have it from
    /// this byte on.
    pub(crate) fn add_source(&mut self, text: StrTendril, start: usize) {
        self.texts.add(text, start);
    }

    /// Notes newlines in the text that is going to be parsed next.
    pub(crate) fn add_lines(&mut self, text: &str) {
        self.lines.add(text);
    }

    /// Reports an error to the tree.
    pub(crate) fn report(&self, error: Cow<'static, str>) {
        self.sink.parse_error(error);
    }

    /// Gives a node a number.
    #[inline]
    fn add(&mut self, handle: S::Handle) -> Number {
        let number = Number(self.handles.len() as u32);
        self.handles.push(handle);
        self.parents.add();
        number
    }

    #[inline]
    fn handle(&self, number: Number) -> &S::Handle {
        &self.handles[number.0 as usize]
    }

    /// Creates an element in the sink.
    #[inline]
    fn create(
        &mut self,
        name: ElementName,
        attributes: &[Attribute],
        had_duplicate_attributes: bool,
        strings: &Strings,
    ) -> S::Handle {
        let attributes = self.attributes(attributes, strings);
        let mut flags = ElementFlags::default();
        flags.had_duplicate_attributes = had_duplicate_attributes;
        match name.namespace {
            Namespace::Html => flags.template = name.local == known_names::TEMPLATE,
            Namespace::MathMl => {
                flags.mathml_annotation_xml_integration_point =
                    is_integration_point(name, &attributes);
            }
            _ => {}
        }
        let name = self.names.element(name.namespace, name.local, strings);
        self.sink.create_element(name, attributes, flags)
    }

    /// Gives the contents of a template, which is the last node, the next number.
    fn template_created(&mut self, template: Number, attributes: &[Attribute], strings: &Strings) {
        let contents = self.sink.get_template_contents(self.handle(template));
        self.add(contents);
        if attributes.iter().any(|attribute| attribute.name() == known_names::SHADOWROOTMODE) {
            self.shadow_attributes = self.attributes(attributes, strings);
        }
    }

    /// Converts attributes to html5ever's.
    #[inline]
    fn attributes(
        &mut self,
        attributes: &[Attribute],
        strings: &Strings,
    ) -> Vec<html5ever::Attribute> {
        let mut all = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            all.push(html5ever::Attribute {
                name: self.names.attribute(attribute.namespace(), attribute.name(), strings),
                value: self.texts.get(attribute.value(), strings),
            });
        }
        all
    }
}

/// Returns whether a MathML element is an HTML integration point.
///
/// <https://html.spec.whatwg.org/#html-integration-point>
fn is_integration_point(name: ElementName, attributes: &[html5ever::Attribute]) -> bool {
    let is_html = |value: &str| {
        value.eq_ignore_ascii_case("text/html")
            || value.eq_ignore_ascii_case("application/xhtml+xml")
    };
    name.local == known_names::ANNOTATION_XML
        && attributes
            .iter()
            .any(|attribute| &*attribute.name.local == "encoding" && is_html(&attribute.value))
}

impl<S: TreeSink> consomme::sink::TreeSink for Adapter<S> {
    type Handle = Number;
    type Output = S::Output;

    fn finish(self, _strings: Strings) -> S::Output {
        self.sink.finish()
    }

    #[inline]
    fn root(&self) -> Number {
        self.root
    }

    #[inline]
    fn node_count(&self) -> usize {
        self.handles.len() + self.texts_added
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> Number {
        let NewElement { name, attributes, had_duplicate_attributes, .. } = element;
        let handle = self.create(name, attributes, had_duplicate_attributes, strings);
        let number = self.add(handle);
        if name.is_formatting() {
            self.formatting.add(number.0, &element);
        } else if name.is_html(known_names::TEMPLATE) {
            self.template_created(number, attributes, strings);
        }
        if number == self.root {
            self.append(Self::DOCUMENT, number);
        }
        number
    }

    fn clone_element(&mut self, element: Number, strings: &Strings) -> Number {
        let Some((name, attributes, had_duplicates)) = self.formatting.get(element.0) else {
            return element;
        };
        let attributes = attributes.to_vec();
        let handle = self.create(name, &attributes, had_duplicates, strings);
        let number = self.add(handle);
        self.formatting.add_copy(number.0, element.0);
        number
    }

    fn has_same_attributes(&self, a: Number, b: Number, strings: &Strings) -> bool {
        self.formatting.have_same_attributes(a.0, b.0, strings)
    }

    fn attributes_hash(&self, element: Number, strings: &Strings, state: &RandomState) -> u64 {
        self.formatting.hash_attributes(element.0, strings, state)
    }

    fn add_missing_attributes(
        &mut self,
        element: Number,
        attributes: &[Attribute],
        strings: &Strings,
    ) {
        let attributes = self.attributes(attributes, strings);
        self.sink.add_attrs_if_missing(self.handle(element), attributes);
    }

    fn create_comment(&mut self, data: Span, strings: &Strings) -> Number {
        let comment = self.sink.create_comment(self.texts.get(data, strings));
        self.add(comment)
    }

    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> Number {
        let target = self.texts.get(target, strings);
        let data = self.texts.get(data, strings);
        let instruction = self.sink.create_pi(target, data);
        self.add(instruction)
    }

    fn append_doctype(&mut self, doctype: NewDoctype, strings: &Strings) {
        if self.drop_doctype {
            return;
        }
        let name = self.texts.get(doctype.name, strings);
        let public_id = self.texts.get(doctype.public_id, strings);
        let system_id = self.texts.get(doctype.system_id, strings);
        self.sink.append_doctype_to_document(name, public_id, system_id);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.sink.set_quirks_mode(match mode {
            QuirksMode::NoQuirks => tree_builder::NoQuirks,
            QuirksMode::LimitedQuirks => tree_builder::LimitedQuirks,
            QuirksMode::Quirks => tree_builder::Quirks,
        });
    }

    #[inline]
    fn append(&mut self, parent: Number, child: Number) {
        self.parents.set(child.0, parent.0);
        let node = NodeOrText::AppendNode(self.handle(child).clone());
        self.sink.append(self.handle(parent), node);
    }

    fn insert_before(&mut self, sibling: Number, child: Number) {
        self.parents.set_sibling(child.0, sibling.0);
        let node = NodeOrText::AppendNode(self.handle(child).clone());
        self.sink.append_before_sibling(self.handle(sibling), node);
    }

    #[inline]
    fn append_text(&mut self, parent: Number, text: Span, strings: &mut Strings) {
        self.texts_added += 1;
        let text = NodeOrText::AppendText(self.texts.get(text, strings));
        self.sink.append(self.handle(parent), text);
    }

    fn insert_text_before(&mut self, sibling: Number, text: Span, strings: &mut Strings) {
        self.texts_added += 1;
        let text = NodeOrText::AppendText(self.texts.get(text, strings));
        self.sink.append_before_sibling(self.handle(sibling), text);
    }

    fn remove_from_parent(&mut self, node: Number) {
        self.parents.clear(node.0);
        self.sink.remove_from_parent(self.handle(node));
    }

    fn reparent_children(&mut self, from: Number, to: Number) {
        self.parents.move_children(from.0, to.0);
        self.sink.reparent_children(self.handle(from), self.handle(to));
    }

    fn parent(&self, node: Number) -> Option<Number> {
        self.parents.parent(node.0).map(Number)
    }

    fn template_contents(&self, template: Number) -> Number {
        Number(template.0 + 1)
    }

    #[inline]
    fn element_popped(&mut self, element: Number, _name: ElementName, _strings: &Strings) {
        self.sink.pop(self.handle(element));
    }

    fn parse_error(&mut self, error: &ParseError, _strings: &Strings) {
        self.report(match self.exact_errors {
            true => Cow::Owned(error.to_string()),
            false => Cow::Borrowed(error.code().as_str()),
        });
    }

    fn mark_script_already_started(&mut self, script: Number) {
        self.sink.mark_script_already_started(self.handle(script));
    }

    fn associate_with_form(
        &mut self,
        control: Number,
        form: Number,
        intended_parent: Number,
        _strings: &Strings,
    ) {
        let [control, form, parent] =
            [control, form, intended_parent].map(|number| self.handle(number));
        self.sink.associate_with_form(control, form, (parent, None));
    }

    fn token(&mut self, source: Range<usize>) {
        if let Some(line) = self.lines.line_of_token(source.end) {
            self.sink.set_current_line(line);
        }
    }

    fn option_popped(&mut self, option: Number, _strings: &Strings, _copies: &mut CopyBudget) {
        self.sink.maybe_clone_an_option_into_selectedcontent(self.handle(option));
    }

    fn attach_declarative_shadow_root(
        &mut self,
        host: Number,
        template: Number,
        _init: &ShadowRootInit,
        _strings: &Strings,
    ) -> bool {
        let (host, handle) = (self.handle(host), self.handle(template));
        let is_attached = self.sink.allow_declarative_shadow_roots(host)
            && self.sink.attach_declarative_shadow(host, handle, &self.shadow_attributes);
        if is_attached {
            let contents = self.sink.get_template_contents(handle);
            let number = self.template_contents(template);
            self.handles[number.0 as usize] = contents;
        }
        is_attached
    }
}
