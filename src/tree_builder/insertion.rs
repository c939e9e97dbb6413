//! Creating and inserting nodes.

use crate::input::ParseContext;
use crate::names::{AttributeNamespace, ElementName, LocalName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::text::Span;
use crate::tokenizer::token::{Attribute, Tag};
use crate::tree_sink::{NewElement, TreeSink};

use super::TreeBuilder;
use super::element_sets::ElementClass;
use super::place::{InsertionLocation, Place};

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts a node, which has no parent, at a location.
    pub(crate) fn insert_at(&mut self, location: InsertionLocation<S::Handle>, node: S::Handle) {
        match location {
            InsertionLocation::LastChildOf(parent) => self.sink.append(parent, node),
            InsertionLocation::Before(sibling) => self.sink.insert_before(sibling, node),
        }
    }

    /// <https://html.spec.whatwg.org/#insert-a-character>
    #[inline(always)]
    pub(crate) fn insert_characters(&mut self, text: Span, context: &mut ParseContext) {
        match self.plain_place() {
            Some((parent, _)) => self.sink.append_text(parent, text, &mut context.strings),
            None => self.insert_characters_elsewhere(text, context),
        }
    }

    #[inline(never)]
    fn insert_characters_elsewhere(&mut self, text: Span, context: &mut ParseContext) {
        match self.adjusted_insertion_location() {
            InsertionLocation::LastChildOf(parent) => {
                self.sink.append_text(parent, text, &mut context.strings);
            }
            InsertionLocation::Before(sibling) => {
                self.sink.insert_text_before(sibling, text, &mut context.strings);
            }
        }
    }

    /// <https://html.spec.whatwg.org/#insert-a-comment>
    pub(crate) fn insert_comment(&mut self, data: Span, context: &mut ParseContext) {
        let location = self.adjusted_insertion_location();
        let comment = self.sink.create_comment(data, &context.strings);
        self.insert_at(location, comment);
    }

    /// Inserts a comment as the last child of the document.
    pub(crate) fn insert_comment_in_document(&mut self, data: Span, context: &mut ParseContext) {
        let comment = self.sink.create_comment(data, &context.strings);
        let root = self.sink.root();
        self.sink.append(root, comment);
    }

    /// Inserts a comment as the last child of the first element on the stack, `html`.
    pub(crate) fn insert_comment_in_html(&mut self, data: Span, context: &mut ParseContext) {
        let location = self.place_inside(0).location;
        let comment = self.sink.create_comment(data, &context.strings);
        self.insert_at(location, comment);
    }

    /// <https://html.spec.whatwg.org/#insert-a-processing-instruction>
    pub(crate) fn insert_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        context: &mut ParseContext,
    ) {
        let location = self.adjusted_insertion_location();
        let instruction =
            self.sink.create_processing_instruction(target, data, &mut context.strings);
        self.insert_at(location, instruction);
    }

    /// Inserts a processing instruction as the last child of the document.
    pub(crate) fn insert_processing_instruction_in_document(
        &mut self,
        target: Span,
        data: Span,
        context: &mut ParseContext,
    ) {
        let instruction =
            self.sink.create_processing_instruction(target, data, &mut context.strings);
        let root = self.sink.root();
        self.sink.append(root, instruction);
    }

    /// Inserts a processing instruction as the last child of the first element on the stack,
    /// `html`.
    pub(crate) fn insert_processing_instruction_in_html(
        &mut self,
        target: Span,
        data: Span,
        context: &mut ParseContext,
    ) {
        let location = self.place_inside(0).location;
        let instruction =
            self.sink.create_processing_instruction(target, data, &mut context.strings);
        self.insert_at(location, instruction);
    }

    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    #[inline(always)]
    pub(crate) fn create_element_for_token(
        &mut self,
        tag: &Tag,
        name: ElementName,
        context: &ParseContext,
    ) -> S::Handle {
        let source = tag.start as usize..tag.end as usize;
        self.sink.create_element(
            NewElement { name, attributes: &tag.attributes, source },
            &context.strings,
        )
    }

    /// <https://html.spec.whatwg.org/#insert-an-html-element>
    // What follows is inlined here, for elements of HTML alone.
    #[inline(never)]
    pub(crate) fn insert_html_element(
        &mut self,
        tag: &Tag,
        context: &mut ParseContext,
    ) -> S::Handle {
        self.insert_element(tag, ElementName::html(tag.name), ElementClass::NONE, context)
    }

    /// Inserts an element that belongs to some sets besides those that its name says.
    #[inline(always)]
    fn insert_element(
        &mut self,
        tag: &Tag,
        name: ElementName,
        more: ElementClass,
        context: &mut ParseContext,
    ) -> S::Handle {
        let Some((parent, level)) = self.plain_place() else {
            return self.insert_element_elsewhere(tag, name, more, context);
        };
        let element = self.create_element_for_token(tag, name, context);
        self.sink.append(parent, element);
        self.open.push(element, name, ElementClass::of(name).union(more), level + 1);
        element
    }

    #[inline(never)]
    fn insert_element_elsewhere(
        &mut self,
        tag: &Tag,
        name: ElementName,
        more: ElementClass,
        context: &mut ParseContext,
    ) -> S::Handle {
        let Place { location, level } = self.place_for_element(name, context);
        let element = self.create_element_for_token(tag, name, context);
        self.insert_at(location, element);
        self.open.push(element, name, ElementClass::of(name).union(more), level);
        element
    }

    /// <https://html.spec.whatwg.org/#insert-a-foreign-element>
    pub(crate) fn insert_foreign_element(
        &mut self,
        tag: &Tag,
        namespace: Namespace,
        context: &mut ParseContext,
    ) -> S::Handle {
        let name = ElementName { namespace, local: tag.name };
        let mut more = ElementClass::NONE;
        if namespace == Namespace::MathMl
            && is_html_integration_point(name, &tag.attributes, context)
        {
            more = ElementClass::HTML_INTEGRATION_POINT;
        }
        if context.errors.is_enabled() {
            self.check_namespace_declarations(tag, namespace, context);
        }
        self.insert_element(tag, name, more, context)
    }

    /// Reports an `xmlns` that is not the element's namespace, and an `xmlns:xlink` that is not
    /// XLink's.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    fn check_namespace_declarations(
        &mut self,
        tag: &Tag,
        namespace: Namespace,
        context: &mut ParseContext,
    ) {
        for attribute in &*tag.attributes {
            let expected = match attribute.namespace {
                AttributeNamespace::Xmlns => Some(namespace.url()),
                AttributeNamespace::XmlnsPrefixed => AttributeNamespace::XLink.url(),
                _ => None,
            };
            if expected.is_some_and(|expected| expected != context.strings.get(attribute.value)) {
                self.error(ParseErrorCode::NamespaceDeclarationMismatch, context);
            }
        }
    }

    /// Inserts an HTML element that no tag of the source stands for, such as an implied `tbody`.
    pub(crate) fn insert_implied_element(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) -> S::Handle {
        let at = context.token.start;
        let tag = Tag { name, start: at as u32, end: at as u32, ..Tag::default() };
        self.insert_html_element(&tag, context)
    }

    /// Inserts an HTML element for a tag and pops it off the stack at once. Acknowledges the
    /// self-closing flag.
    pub(crate) fn insert_void_element(&mut self, tag: &Tag, context: &mut ParseContext) {
        self.insert_html_element(tag, context);
        self.pop(context);
        self.acknowledge_self_closing();
    }
}

/// Whether a MathML element is an HTML integration point: `annotation-xml` with one of two
/// encodings.
///
/// <https://html.spec.whatwg.org/#html-integration-point>
pub(crate) fn is_html_integration_point(
    name: ElementName,
    attributes: &[Attribute],
    context: &ParseContext,
) -> bool {
    let mut encodings = attributes.iter().filter(|attribute| attribute.name == known::ENCODING);
    name.local == known::ANNOTATION_XML
        && encodings.next().is_some_and(|attribute| {
            let value = context.strings.get(attribute.value);
            value.eq_ignore_ascii_case("text/html")
                || value.eq_ignore_ascii_case("application/xhtml+xml")
        })
}
