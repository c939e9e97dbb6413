//! Creating and inserting nodes.

use crate::input::InputStream;
use crate::names::{AttributeNamespace, ElementName, LocalName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::revision::Revision;
use crate::steps;
use crate::strings::{Span, Strings};
use crate::tokenizer::token::{Attribute, Tag};
use crate::tree_sink::{NewElement, Reason, TreeSink};

use super::TreeBuilder;
use super::active_formatting::FormattingElement;
use super::element_sets::ElementClass;

/// A place in the tree where a node can be inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InsertionLocation<H> {
    /// Inside a node, after its last child.
    LastChildOf(H),
    /// Right before a node that has a parent.
    Before(H),
}

/// A place for an element, and how deep in the tree it would be there, at most: a child of the root has 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<H> {
    pub(crate) location: InsertionLocation<H>,
    pub(crate) level: u32,
}

impl<H> Place<H> {
    pub(super) fn last_child_of(parent: H, level: u32) -> Self {
        Place { location: InsertionLocation::LastChildOf(parent), level }
    }
}

/// How many levels an element may need below it: those near the limit on depth are asked about.
const ROOM: u32 = 5;

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node>
    ///
    /// `target` is the index of the override target on the stack; `None` is the current node.
    pub(crate) fn appropriate_place_for_inserting_node(&mut self, target: Option<usize>) -> Place<S::Handle> {
        // Step 1: the target.
        let index = target.unwrap_or(self.open.len().saturating_sub(1));
        let Some(target) = self.open.get(index).copied() else { return self.place_in_root() };
        // Step 2: foster parenting, or inside the target.
        if self.foster_parenting && target.class.is_any(ElementClass::FOSTERS) {
            self.explain(Reason::FosterParenting);
            return self.foster_parent_place();
        }
        self.place_inside(index)
    }

    /// Where a node goes that is foster-parented.
    ///
    /// <https://html.spec.whatwg.org/#foster-parent>
    fn foster_parent_place(&mut self) -> Place<S::Handle> {
        // Substeps 1 and 2: the last template and the last table.
        let last_table = self.open.last_position_of(known::TABLE);
        let last_template =
            if self.open.has_template() { self.open.last_position_of(known::TEMPLATE) } else { None };
        // Substep 3: a template lower than any table takes the node into its contents.
        if let Some(template) = last_template
            && last_table.is_none_or(|table| template > table)
            && let Some(template) = self.open.get(template)
        {
            let contents = self.sink.template_contents(template.handle);
            return Place::last_child_of(contents, template.level + 1);
        }
        // Substep 4: without a table, in the fragment case, the topmost element takes it.
        let Some(table) = last_table else { return self.place_inside(0) };
        // Substep 5: before the table, if that has a parent.
        if let Some(entry) = self.open.get(table)
            && self.sink.parent(entry.handle).is_some()
        {
            return Place { location: InsertionLocation::Before(entry.handle), level: entry.level };
        }
        // Substeps 6 and 7: inside the element above the table.
        self.place_inside(self.open.above(table).unwrap_or(0))
    }

    fn place_in_root(&self) -> Place<S::Handle> {
        Place::last_child_of(self.sink.root(), 1)
    }

    /// After the last child of the element at that index of the stack. The contents of a `template` stand for it, or
    /// what `<template for>` patches; and the fragment stands for the root, in the fragment case.
    pub(super) fn place_inside(&mut self, index: usize) -> Place<S::Handle> {
        let Some(entry) = self.open.get(index).copied() else { return self.place_in_root() };
        // Step 3: inside a template.
        if entry.class.is_any(ElementClass::TEMPLATE) {
            return self.place_inside_template(&entry);
        }
        // Adjusted insertion location, step 3: the root insertion target.
        if index == 0 && self.context.is_some() {
            return self.place_in_root();
        }
        Place::last_child_of(entry.handle, entry.level + 1)
    }

    /// What nodes go into, and its level, if nothing special is about that, as nearly always: the current node, or the
    /// root of a fragment.
    #[inline(always)]
    fn plain_place(&self) -> Option<(S::Handle, u32)> {
        let current = self.open.current()?;
        let is_plain = !self.foster_parenting
            && !current.class.is_any(ElementClass::TEMPLATE)
            && current.level + ROOM < self.depth_limit;
        let is_root_of_fragment = self.open.len() == 1 && self.context.is_some();
        let handle = if is_root_of_fragment { self.sink.root() } else { current.handle };
        is_plain.then_some((handle, current.level))
    }

    /// <https://html.spec.whatwg.org/#adjusted-insertion-location>
    pub(crate) fn adjusted_insertion_location(&mut self) -> InsertionLocation<S::Handle> {
        self.appropriate_place_for_inserting_node(None).location
    }

    /// The adjusted insertion location, for an element of that name.
    pub(crate) fn place_for_element(
        &mut self,
        name: ElementName,
        input: &mut InputStream,
    ) -> Place<S::Handle> {
        let place = self.appropriate_place_for_inserting_node(None);
        if place.level + ROOM <= self.depth_limit {
            place
        } else {
            self.place_at_depth_limit(place, name, input)
        }
    }

    /// Inserts a node, which has no parent, at a location.
    pub(crate) fn insert_at(&mut self, location: InsertionLocation<S::Handle>, node: S::Handle) {
        match location {
            InsertionLocation::LastChildOf(parent) => self.sink.append(parent, node),
            InsertionLocation::Before(sibling) => self.sink.insert_before(sibling, node),
        }
    }

    /// <https://html.spec.whatwg.org/#insert-a-character>
    #[inline(always)]
    pub(crate) fn insert_characters(&mut self, text: Span, input: &mut InputStream) {
        match self.plain_place() {
            Some((parent, _)) => self.sink.append_text(parent, text, &mut input.strings),
            None => self.insert_characters_elsewhere(text, input),
        }
    }

    #[inline(never)]
    fn insert_characters_elsewhere(&mut self, text: Span, input: &mut InputStream) {
        match self.adjusted_insertion_location() {
            InsertionLocation::LastChildOf(parent) => {
                self.sink.append_text(parent, text, &mut input.strings);
            }
            InsertionLocation::Before(sibling) => {
                self.sink.insert_text_before(sibling, text, &mut input.strings);
            }
        }
    }

    /// <https://html.spec.whatwg.org/#insert-a-comment>
    pub(crate) fn insert_comment(&mut self, data: Span, input: &mut InputStream) {
        let location = self.adjusted_insertion_location();
        let comment = self.sink.create_comment(data, &input.strings);
        self.insert_at(location, comment);
    }

    /// Inserts a comment as the last child of the document.
    pub(crate) fn insert_comment_in_document(&mut self, data: Span, input: &mut InputStream) {
        let comment = self.sink.create_comment(data, &input.strings);
        let root = self.sink.root();
        self.sink.append(root, comment);
    }

    /// Inserts a comment as the last child of the first element on the stack, `html`.
    pub(crate) fn insert_comment_in_html(&mut self, data: Span, input: &mut InputStream) {
        let location = self.place_inside(0).location;
        let comment = self.sink.create_comment(data, &input.strings);
        self.insert_at(location, comment);
    }

    /// <https://html.spec.whatwg.org/#insert-a-processing-instruction>
    pub(crate) fn insert_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        input: &mut InputStream,
    ) {
        let location = self.adjusted_insertion_location();
        let instruction = self.sink.create_processing_instruction(target, data, &mut input.strings);
        self.insert_at(location, instruction);
    }

    /// Inserts a processing instruction as the last child of the document.
    pub(crate) fn insert_processing_instruction_in_document(
        &mut self,
        target: Span,
        data: Span,
        input: &mut InputStream,
    ) {
        let instruction = self.sink.create_processing_instruction(target, data, &mut input.strings);
        let root = self.sink.root();
        self.sink.append(root, instruction);
    }

    /// Inserts a processing instruction as the last child of the first element on the stack, `html`.
    pub(crate) fn insert_processing_instruction_in_html(
        &mut self,
        target: Span,
        data: Span,
        input: &mut InputStream,
    ) {
        let location = self.place_inside(0).location;
        let instruction = self.sink.create_processing_instruction(target, data, &mut input.strings);
        self.insert_at(location, instruction);
    }

    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    #[inline(always)]
    pub(crate) fn create_element_for_token(
        &mut self,
        tag: &Tag,
        name: ElementName,
        input: &InputStream,
    ) -> S::Handle {
        let source = tag.start as usize..tag.end as usize;
        self.sink.create_element(NewElement { name, attributes: &tag.attributes, source }, &input.strings)
    }

    /// <https://html.spec.whatwg.org/#insert-an-html-element>
    // What follows is inlined here, for elements of HTML alone.
    #[inline(never)]
    pub(crate) fn insert_html_element(&mut self, tag: &Tag, input: &mut InputStream) -> S::Handle {
        self.insert_element(tag, ElementName::html(tag.name), ElementClass::NONE, input)
    }

    /// Inserts an element that belongs to some sets besides those that its name says.
    #[inline(always)]
    fn insert_element(
        &mut self,
        tag: &Tag,
        name: ElementName,
        more: ElementClass,
        input: &mut InputStream,
    ) -> S::Handle {
        let Some((parent, level)) = self.plain_place() else {
            return self.insert_element_elsewhere(tag, name, more, input);
        };
        let element = self.create_element_for_token(tag, name, input);
        self.sink.append(parent, element);
        self.open.push(element, name, ElementClass::of(name).and(more), level + 1);
        element
    }

    #[inline(never)]
    fn insert_element_elsewhere(
        &mut self,
        tag: &Tag,
        name: ElementName,
        more: ElementClass,
        input: &mut InputStream,
    ) -> S::Handle {
        let Place { location, level } = self.place_for_element(name, input);
        let element = self.create_element_for_token(tag, name, input);
        self.insert_at(location, element);
        self.open.push(element, name, ElementClass::of(name).and(more), level);
        element
    }

    /// <https://html.spec.whatwg.org/#insert-a-foreign-element>
    pub(crate) fn insert_foreign_element(
        &mut self,
        tag: &Tag,
        namespace: Namespace,
        input: &mut InputStream,
    ) -> S::Handle {
        let name = ElementName { namespace, local: tag.name };
        let mut more = ElementClass::NONE;
        if namespace == Namespace::MathMl && is_html_integration_point(name, &tag.attributes, input) {
            more = ElementClass::HTML_INTEGRATION_POINT;
        }
        if input.errors.is_enabled() {
            self.check_namespace_declarations(tag, namespace, input);
        }
        self.insert_element(tag, name, more, input)
    }

    /// Reports an `xmlns` that is not the element's namespace, and an `xmlns:xlink` that is not XLink's.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    fn check_namespace_declarations(&mut self, tag: &Tag, namespace: Namespace, input: &mut InputStream) {
        for attribute in &*tag.attributes {
            let expected = match attribute.namespace {
                AttributeNamespace::Xmlns => Some(namespace.url()),
                AttributeNamespace::XmlnsPrefixed => AttributeNamespace::XLink.url(),
                _ => None,
            };
            if expected.is_some_and(|expected| expected != input.strings.get(attribute.value)) {
                self.error(ParseErrorCode::NamespaceDeclarationMismatch, input);
            }
        }
    }

    /// Inserts an HTML element that no tag of the source stands for, such as an implied `tbody`.
    pub(crate) fn insert_implied_element(&mut self, name: LocalName, input: &mut InputStream) -> S::Handle {
        let at = input.token_start;
        let tag = Tag { name, start: at as u32, end: at as u32, ..Tag::default() };
        self.insert_html_element(&tag, input)
    }

    /// Inserts an HTML element for a tag and pops it off the stack at once. Acknowledges the self-closing flag.
    pub(crate) fn insert_void_element(&mut self, tag: &Tag, input: &mut InputStream) {
        self.insert_html_element(tag, input);
        self.pop(input);
        self.acknowledge_self_closing();
    }

    /// Pops the current node off the stack of open elements.
    #[inline(always)]
    pub(crate) fn pop(&mut self, input: &mut InputStream) {
        if let Some(entry) = self.open.pop() {
            self.sink.element_popped(entry.handle, entry.name, &input.strings);
            if entry.is_html(known::OPTION) && self.revision != Revision::Snapshot2024 {
                self.option_popped(entry.handle, input);
            }
        }
    }

    /// An `option` has all that is in it.
    #[cold]
    fn option_popped(&mut self, option: S::Handle, input: &mut InputStream) {
        self.update_selectedcontent(input, |sink, strings| sink.option_popped(option, strings));
    }

    /// Has the tree bring a `selectedcontent` up to date, if the limit allows for copies.
    pub(super) fn update_selectedcontent(
        &mut self,
        input: &mut InputStream,
        update: impl FnOnce(&mut S, &Strings),
    ) {
        if self.may_copy(input) {
            let nodes = self.sink.node_count();
            update(&mut self.sink, &input.strings);
            // A tree may give nodes up as well, and count no more than there are.
            self.copies += self.sink.node_count().saturating_sub(nodes);
        }
    }

    /// Pops until that many elements are left on the stack.
    pub(crate) fn pop_to_length(&mut self, length: usize, input: &mut InputStream) {
        while self.open.len() > length {
            self.pop(input);
        }
    }

    /// Pops until an HTML element of that name has been popped.
    pub(crate) fn pop_until_popped(&mut self, name: LocalName, input: &mut InputStream) {
        while let Some(current) = self.open.current() {
            let found = current.is_html(name);
            self.pop(input);
            if found {
                break;
            }
        }
    }

    /// Pops until an element of one of these sets has been popped.
    pub(crate) fn pop_until_any_popped(&mut self, sets: ElementClass, input: &mut InputStream) {
        while let Some(current) = self.open.current() {
            let found = current.class.is_any(sets);
            self.pop(input);
            if found {
                break;
            }
        }
    }

    /// Clears the stack back to a table, table body or table row context.
    ///
    /// <https://html.spec.whatwg.org/#clear-the-stack-back-to-a-table-context>
    pub(crate) fn clear_stack_back_to(&mut self, context: ElementClass, input: &mut InputStream) {
        while self.open.current().is_some_and(|current| !current.class.is_any(context)) {
            self.pop(input);
        }
    }

    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self, input: &mut InputStream) {
        while self.open.current().is_some_and(|current| current.class.is_any(ElementClass::IMPLIED_END_TAG)) {
            self.pop(input);
        }
    }

    /// Generates implied end tags, except for HTML elements of that name.
    pub(crate) fn generate_implied_end_tags_except(&mut self, name: LocalName, input: &mut InputStream) {
        while self.open.current().is_some_and(|current| {
            current.class.is_any(ElementClass::IMPLIED_END_TAG) && !current.is_html(name)
        }) {
            self.pop(input);
        }
    }

    /// <https://html.spec.whatwg.org/#generate-all-implied-end-tags-thoroughly>
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self, input: &mut InputStream) {
        let implied = ElementClass::THOROUGHLY_IMPLIED_END_TAG;
        while self.open.current().is_some_and(|current| current.class.is_any(implied)) {
            self.pop(input);
        }
    }

    /// <https://html.spec.whatwg.org/#close-a-p-element>
    pub(crate) fn close_p_element(&mut self, input: &mut InputStream) {
        self.generate_implied_end_tags_except(known::P, input);
        if !self.current_is_html(known::P) {
            self.error(ParseErrorCode::UnclosedElement, input);
        }
        self.pop_until_popped(known::P, input);
    }

    /// Closes a `p` element, if there is one in button scope.
    #[inline]
    pub(crate) fn close_p_element_in_button_scope(&mut self, input: &mut InputStream) {
        if self.open.has_p_in_button_scope() {
            self.close_p_element(input);
        }
    }

    /// Inserts an HTML element for a tag and pushes it onto the list of active formatting elements.
    ///
    /// <https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements>
    pub(crate) fn insert_formatting_element(&mut self, tag: &Tag, input: &mut InputStream) {
        let handle = self.insert_html_element(tag, input);
        let stack_index = self.open.len() - 1;
        let element = FormattingElement { handle, name: tag.name, stack_index: stack_index as u32 };
        let (sink, strings) = (&self.sink, &input.strings);
        let id = self.formatting.push(
            element,
            |a, b| sink.has_same_attributes(a, b, strings),
            |element, state| sink.attributes_hash(element, strings, state),
        );
        self.open.set_formatting(stack_index, id);
    }

    /// Whether an element of the list of active formatting elements is on the stack of open elements.
    pub(crate) fn is_open(&self, element: &FormattingElement<S::Handle>) -> bool {
        self.open.get(element.stack_index as usize).is_some_and(|entry| entry.handle == element.handle)
    }

    /// Whether the latest entry of the list of active formatting elements is an element that is not open.
    #[inline]
    fn has_elements_to_reconstruct(&self) -> bool {
        let last = self.formatting.last().and_then(|last| self.formatting.element(last));
        last.is_some_and(|last| !self.is_open(last))
    }

    /// Whether the limit allows for another copy of an element.
    pub(super) fn may_copy(&mut self, input: &mut InputStream) -> bool {
        let may = self.copies < self.most_copies.saturating_add(input.position);
        input.limits_hit.copies |= !may;
        may
    }

    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    #[inline]
    pub(crate) fn reconstruct_active_formatting_elements(&mut self, input: &mut InputStream) {
        // Steps 1 and 2: nothing to reconstruct.
        if self.has_elements_to_reconstruct() {
            self.reconstruct_from_first_unopened(input);
        }
    }

    #[cold]
    fn reconstruct_from_first_unopened(&mut self, input: &mut InputStream) {
        // Steps 3 to 6: rewind to after the latest entry that is a marker or open.
        let Some(mut entry) = self.formatting.last() else { return };
        while let Some(before) = self.formatting.previous(entry)
            && self.formatting.element(before).is_some_and(|element| !self.is_open(element))
        {
            steps::count(1);
            entry = before;
        }
        // Steps 7 to 10: advance, and create each anew.
        let mut next = Some(entry);
        while let Some(entry) = next
            && let Some(&element) = self.formatting.element(entry)
        {
            steps::count(1);
            next = self.formatting.next(entry);
            if !self.may_copy(input) {
                // Deviation: past the limit on copies it ends here.
                self.formatting.remove(entry);
                continue;
            }
            self.copies += 1;
            let name = ElementName::html(element.name);
            let Place { location, level } = self.place_for_element(name, input);
            self.explain(Reason::Reconstruction);
            let handle = self.sink.clone_element(element.handle, &input.strings);
            self.insert_at(location, handle);
            self.open.push(handle, name, ElementClass::of(name), level);
            let stack_index = self.open.len() - 1;
            self.open.set_formatting(stack_index, entry);
            self.formatting.replace(entry, handle, stack_index);
        }
    }
}

/// Whether a MathML element is an HTML integration point: `annotation-xml` with one of two encodings.
///
/// <https://html.spec.whatwg.org/#html-integration-point>
pub(crate) fn is_html_integration_point(
    name: ElementName,
    attributes: &[Attribute],
    input: &InputStream,
) -> bool {
    let mut encodings = attributes.iter().filter(|attribute| attribute.name == known::ENCODING);
    name.local == known::ANNOTATION_XML
        && encodings.next().is_some_and(|attribute| {
            let value = input.strings.get(attribute.value);
            value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
        })
}
