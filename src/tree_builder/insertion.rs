//! Creating and inserting nodes.
//!
//! <https://html.spec.whatwg.org/#creating-and-inserting-nodes>

use crate::input::ParseContext;
use crate::names::{AttributeNamespace, ElementName, LocalName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::text::{NO_ATTRIBUTES, Span, Strings, TagRange};
use crate::tokenizer::token::{Leaf, Tag};
use crate::tree_sink::{NewElement, TreeSink};

use super::TreeBuilder;
use super::insertion_place::{InsertionLocation, InsertionPlace};
use super::integration_points::is_html_integration_point;
use crate::elements::ElementClass;

/// The position at which a rule has a comment or a processing instruction inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodePosition {
    /// The adjusted insertion location, when a rule names no position.
    Adjusted,
    /// "As the last child of the `Document` object".
    LastChildOfDocument,
    /// "As the last child of the first element in the stack of open elements (the `html` element)".
    LastChildOfHtml,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Inserts a node, which has no parent, at a location.
    pub(crate) fn insert_at(&mut self, location: InsertionLocation<S::Handle>, node: S::Handle) {
        match location {
            InsertionLocation::LastChildOf(parent) => self.sink.append(parent, node),
            InsertionLocation::Before(sibling) => self.sink.insert_before(sibling, node),
        }
    }

    /// Inserts a run of characters.
    ///
    /// <https://html.spec.whatwg.org/#insert-a-character>
    // Always inlined, as a part of the body loop.
    #[inline(always)]
    pub(crate) fn insert_characters(&mut self, text: Span, context: &mut ParseContext) {
        match self.usual_place() {
            Some((parent, _)) => self.sink.append_text(parent, text, &mut context.strings),
            None => self.insert_characters_elsewhere(text, context),
        }
    }

    /// Inserts a run of characters at the adjusted insertion location.
    // Never inlined, to keep its callers short.
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

    /// Inserts a comment or a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#insert-a-comment>
    ///
    /// <https://html.spec.whatwg.org/#insert-a-processing-instruction>
    pub(crate) fn insert_leaf(
        &mut self,
        leaf: Leaf,
        position: NodePosition,
        context: &mut ParseContext,
    ) {
        let location = self.location_of(position);
        let node = match leaf {
            Leaf::Comment(data) => self.sink.create_comment(data, &context.strings),
            Leaf::ProcessingInstruction { target, data } => {
                self.sink.create_processing_instruction(target, data, &mut context.strings)
            }
        };
        self.insert_at(location, node);
    }

    /// Returns the location that a position stands for.
    fn location_of(&mut self, position: NodePosition) -> InsertionLocation<S::Handle> {
        match position {
            NodePosition::Adjusted => match self.usual_place() {
                Some((parent, _)) => InsertionLocation::LastChildOf(parent),
                None => self.adjusted_insertion_location(),
            },
            NodePosition::LastChildOfDocument => InsertionLocation::LastChildOf(self.sink.root()),
            NodePosition::LastChildOfHtml => self.place_inside(0).location,
        }
    }

    /// Creates an element for a tag, to be inserted into `intended_parent`.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    // Always inlined: it only passes the parts of the tag on to the sink.
    #[inline(always)]
    pub(crate) fn create_element_for_token(
        &mut self,
        tag: &Tag,
        name: ElementName,
        intended_parent: S::Handle,
        context: &ParseContext,
    ) -> S::Handle {
        let element = NewElement {
            name,
            attributes: &tag.attributes,
            list: &tag.attributes,
            source: tag.start as usize..tag.end as usize,
            had_duplicate_attributes: tag.had_duplicate_attributes,
            is_in_fragment: self.is_fragment(),
        };
        self.sink.set_intended_parent(intended_parent);
        self.sink.create_element(element, &context.strings)
    }

    /// Inserts an HTML element for a tag.
    ///
    /// <https://html.spec.whatwg.org/#insert-an-html-element>
    // Never inlined, because about forty rules call it; the functions that it calls are inlined
    // here, where the namespace is known.
    #[inline(never)]
    pub(crate) fn insert_html_element(
        &mut self,
        tag: &Tag,
        context: &mut ParseContext,
    ) -> S::Handle {
        self.insert_prepared_element(tag, context, |_, _, _, _| {})
    }

    /// Inserts a foreign element for a tag.
    ///
    /// <https://html.spec.whatwg.org/#insert-a-foreign-element>
    pub(crate) fn insert_foreign_element(
        &mut self,
        tag: &Tag,
        namespace: Namespace,
        context: &mut ParseContext,
    ) -> S::Handle {
        let name = ElementName { namespace, local: tag.name };
        let more = if is_html_integration_point(name, &tag.attributes, context) {
            ElementClass::HTML_INTEGRATION_POINT
        } else {
            ElementClass::NONE
        };
        if context.errors.is_enabled() {
            self.check_namespace_declarations(tag, namespace, context);
        }
        self.insert_element(tag, name, more, |_, _, _, _| {}, context)
    }

    /// Inserts an HTML element for a tag, after calling a function with the sink, the new element,
    /// its intended parent and the strings.
    #[inline]
    pub(super) fn insert_prepared_element(
        &mut self,
        tag: &Tag,
        context: &mut ParseContext,
        prepare: impl FnOnce(&mut S, S::Handle, S::Handle, &Strings),
    ) -> S::Handle {
        let name = ElementName::html(tag.name);
        self.insert_element(tag, name, ElementClass::NONE, prepare, context)
    }

    /// Inserts an element for a tag and pushes it onto the stack of open elements. It belongs to
    /// the sets in `more` besides the sets of its name. Before it is inserted, calls `prepare` with
    /// the sink, the element, its intended parent and the strings.
    // Always inlined into its three callers, see `insert_html_element`.
    #[inline(always)]
    fn insert_element(
        &mut self,
        tag: &Tag,
        name: ElementName,
        more: ElementClass,
        prepare: impl FnOnce(&mut S, S::Handle, S::Handle, &Strings),
        context: &mut ParseContext,
    ) -> S::Handle {
        let Some((parent, parent_level)) = self.usual_place() else {
            return self.insert_element_elsewhere(tag, name, more, prepare, context);
        };
        let element = self.create_element_for_token(tag, name, parent, context);
        prepare(&mut self.sink, element, parent, &context.strings);
        self.sink.append(parent, element);
        self.open.push(
            element,
            name,
            ElementClass::of(name).union(more),
            parent_level + 1,
            tag.range(),
        );
        element
    }

    /// As [`insert_element`](Self::insert_element), at the appropriate place.
    // Never inlined, to keep its callers short.
    #[inline(never)]
    fn insert_element_elsewhere(
        &mut self,
        tag: &Tag,
        name: ElementName,
        more: ElementClass,
        prepare: impl FnOnce(&mut S, S::Handle, S::Handle, &Strings),
        context: &mut ParseContext,
    ) -> S::Handle {
        self.inserted_elsewhere = true;
        let place = self.place_for_element(name, context);
        let parent = self.node_containing(place.location);
        let element = self.create_element_for_token(tag, name, parent, context);
        prepare(&mut self.sink, element, parent, &context.strings);
        self.insert_at(place.location, element);
        self.open.push(element, name, ElementClass::of(name).union(more), place.level, tag.range());
        element
    }

    /// Reports an `xmlns` attribute whose value is not the element's namespace, and an
    /// `xmlns:xlink` attribute whose value is not the XLink namespace.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    fn check_namespace_declarations(
        &mut self,
        tag: &Tag,
        namespace: Namespace,
        context: &mut ParseContext,
    ) {
        for attribute in &*tag.attributes {
            let expected = match attribute.namespace() {
                AttributeNamespace::Xmlns => Some(namespace.url()),
                AttributeNamespace::XmlnsPrefixed => AttributeNamespace::XLink.url(),
                AttributeNamespace::None | AttributeNamespace::XLink | AttributeNamespace::Xml => {
                    None
                }
            };
            if expected.is_some_and(|expected| expected != context.strings.get(attribute.value)) {
                self.error(ParseErrorCode::NamespaceDeclarationMismatch, context);
            }
        }
    }

    /// Inserts an HTML element for a start tag token with no attributes that the source does not
    /// have, such as an implied `tbody`.
    // Never inlined: it takes the place of three functions that are, but runs seldom.
    #[inline(never)]
    pub(crate) fn insert_implied_element(
        &mut self,
        name: LocalName,
        context: &mut ParseContext,
    ) -> S::Handle {
        let place = match self.usual_place() {
            Some((parent, level)) => InsertionPlace::last_child_of(parent, level + 1),
            None => self.place_for_element(ElementName::html(name), context),
        };
        let parent = self.node_containing(place.location);
        let element = self.create_implied_element(name, parent, context);
        self.insert_at(place.location, element);
        self.push_implied_element(element, name, place.level, context);
        element
    }

    /// Creates an element that the source has no tag for, to be inserted into `intended_parent`.
    fn create_implied_element(
        &mut self,
        name: LocalName,
        intended_parent: S::Handle,
        context: &ParseContext,
    ) -> S::Handle {
        let at = context.token.start;
        let element = NewElement {
            name: ElementName::html(name),
            attributes: &NO_ATTRIBUTES,
            list: &NO_ATTRIBUTES,
            source: at..at,
            had_duplicate_attributes: false,
            is_in_fragment: self.is_fragment(),
        };
        self.sink.set_intended_parent(intended_parent);
        self.sink.create_element(element, &context.strings)
    }

    fn push_implied_element(
        &mut self,
        element: S::Handle,
        name: LocalName,
        level: u32,
        context: &ParseContext,
    ) {
        let at = context.token.start as u32;
        let name = ElementName::html(name);
        let tag = TagRange { start: at, end: at };
        self.open.push(element, name, ElementClass::of(name), level, tag);
    }

    /// Inserts the implied elements `html`, `head` and `body` of a document, and pops the `head`:
    /// the default steps of the rules from "before html" to "after head". No limit on depth is so
    /// low that it matters here.
    #[inline(never)] // Runs once.
    pub(crate) fn insert_implied_html_head_and_body(&mut self, context: &mut ParseContext) {
        debug_assert!(self.open.len() == 0 && !self.is_fragment(), "there is no element yet");
        let html = self.append_implied_element(self.sink.root(), known::HTML, context);
        self.push_implied_element(html, known::HTML, 1, context);
        let head = self.append_implied_element(html, known::HEAD, context);
        // "Set the head element pointer to the newly created `head` element."
        self.head = Some(head);
        // It need not be pushed to be popped.
        self.tell_popped(head, ElementName::html(known::HEAD).into(), TagRange::NONE, context);
        let body = self.append_implied_element(html, known::BODY, context);
        self.push_implied_element(body, known::BODY, 2, context);
    }

    fn append_implied_element(
        &mut self,
        parent: S::Handle,
        name: LocalName,
        context: &ParseContext,
    ) -> S::Handle {
        let element = self.create_implied_element(name, parent, context);
        self.sink.append(parent, element);
        element
    }

    /// Inserts an HTML element for a tag, immediately pops it off the stack of open elements and
    /// acknowledges the tag's self-closing flag, if it is set.
    pub(crate) fn insert_void_element(&mut self, tag: &Tag, context: &mut ParseContext) {
        let Some((parent, _)) = self.usual_place() else {
            self.insert_html_element(tag, context);
            return self.pop_void_element(context);
        };
        // It need not be pushed to be popped.
        let name = ElementName::html(tag.name);
        let element = self.create_element_for_token(tag, name, parent, context);
        self.sink.append(parent, element);
        self.tell_popped_at_own_start_tag(element, name, context);
        self.acknowledge_self_closing();
    }

    /// Immediately pops the current node off the stack of open elements and acknowledges the
    /// self-closing flag of its tag, if it is set.
    pub(crate) fn pop_void_element(&mut self, context: &mut ParseContext) {
        self.pop(context);
        self.acknowledge_self_closing();
    }
}
