//! The interface between the tree builder and the tree it builds.
//!
//! - `mod.rs`: the trait
//! - `closed_by.rs`: the token that closes an element
//! - `copy_budget.rs`: the number of nodes that a sink may copy
//! - `element.rs`: the values that the tree builder passes to a tree
//! - `reason.rs`: the reasons for nodes that the source has elsewhere or not at all
//! - `shadow_root.rs`: the properties that a shadow root is created with

mod closed_by;
mod copy_budget;
mod element;
mod reason;
mod shadow_root;

use std::fmt::Debug;
use std::hash::RandomState;
use std::ops::Range;

use crate::names::ElementName;
use crate::parse_error::ParseError;
use crate::text::{Attribute, Span, Strings};

pub use closed_by::ClosedBy;
pub use copy_budget::CopyBudget;
pub use element::{NewDoctype, NewElement, QuirksMode};
pub use reason::Reason;
pub use shadow_root::{ShadowRootInit, ShadowRootMode, SlotAssignment};

/// A tree that the parser builds. Implement it to have the parser build a tree of your own, with
/// [`parse_str_into`](crate::ParseOptions::parse_str_into) or
/// [`parse_document_into`](crate::ParseOptions::parse_document_into); the parser builds a
/// [`Document`](crate::Document) through it, too.
///
/// A handle stands for a node: a small `Copy` value, such as an index, that the tree chooses. Spans
/// and names refer to the [`Strings`] passed along with them, which gives their text. They stay
/// valid until [`finish`](TreeSink::finish), which hands the strings over to the tree.
///
/// # Methods
///
/// Fifteen methods are required. All other methods have defaults that suit a tree without their
/// feature:
///
/// | Group | Methods | With the defaults |
/// |---|---|---|
/// | Start and end | [`root`], [`finish`] | required |
/// | Creating nodes | [`create_element`], [`clone_element`], [`create_comment`], [`create_processing_instruction`] | required |
/// | Attributes | [`has_same_attributes`], [`add_missing_attributes`] | required |
/// | Links | [`parent`], [`append`], [`insert_before`], [`append_text`], [`insert_text_before`], [`remove_from_parent`], [`reparent_children`] | required |
/// | Details of documents | [`append_doctype`], [`set_quirks_mode`], [`template_contents`], [`element_popped`], [`popped_before`] | there are no doctypes and no modes; the content of a `template` is its children |
/// | Errors | [`parse_error`] | errors are in [`Parsed::errors`](crate::sink::Parsed::errors) only |
/// | Scripts, custom elements, forms | [`set_intended_parent`], [`mark_script_already_started`], [`associate_with_form`] | elements are created without regard to where; scripts are not marked; the owner of a form control is its nearest `form` ancestor |
/// | Limits | [`node_count`], [`attributes_hash`] | [`Limits::nodes`](crate::Limits::nodes) has no effect; attributes are compared one by one |
/// | Positions | [`token`], [`explain`], [`moved`], [`closed`] | positions are not recorded |
/// | Selected content | [`option_inserted`], [`option_popped`], [`selectedcontent_inserted`], [`children_removed`] | a `selectedcontent` stays as it is in the source |
/// | Template patching | [`find_markers`], [`remove_siblings_between`] | a `<template for>` is an ordinary template |
/// | Shadow roots | [`attach_declarative_shadow_root`] | a `<template shadowrootmode>` is an ordinary template |
///
/// [`root`]: TreeSink::root
/// [`finish`]: TreeSink::finish
/// [`create_element`]: TreeSink::create_element
/// [`clone_element`]: TreeSink::clone_element
/// [`create_comment`]: TreeSink::create_comment
/// [`create_processing_instruction`]: TreeSink::create_processing_instruction
/// [`has_same_attributes`]: TreeSink::has_same_attributes
/// [`add_missing_attributes`]: TreeSink::add_missing_attributes
/// [`parent`]: TreeSink::parent
/// [`append`]: TreeSink::append
/// [`insert_before`]: TreeSink::insert_before
/// [`append_text`]: TreeSink::append_text
/// [`insert_text_before`]: TreeSink::insert_text_before
/// [`remove_from_parent`]: TreeSink::remove_from_parent
/// [`reparent_children`]: TreeSink::reparent_children
/// [`append_doctype`]: TreeSink::append_doctype
/// [`set_quirks_mode`]: TreeSink::set_quirks_mode
/// [`template_contents`]: TreeSink::template_contents
/// [`element_popped`]: TreeSink::element_popped
/// [`popped_before`]: TreeSink::popped_before
/// [`parse_error`]: TreeSink::parse_error
/// [`set_intended_parent`]: TreeSink::set_intended_parent
/// [`mark_script_already_started`]: TreeSink::mark_script_already_started
/// [`associate_with_form`]: TreeSink::associate_with_form
/// [`node_count`]: TreeSink::node_count
/// [`attributes_hash`]: TreeSink::attributes_hash
/// [`token`]: TreeSink::token
/// [`explain`]: TreeSink::explain
/// [`moved`]: TreeSink::moved
/// [`closed`]: TreeSink::closed
/// [`option_inserted`]: TreeSink::option_inserted
/// [`option_popped`]: TreeSink::option_popped
/// [`selectedcontent_inserted`]: TreeSink::selectedcontent_inserted
/// [`children_removed`]: TreeSink::children_removed
/// [`find_markers`]: TreeSink::find_markers
/// [`remove_siblings_between`]: TreeSink::remove_siblings_between
/// [`attach_declarative_shadow_root`]: TreeSink::attach_declarative_shadow_root
///
/// # With scripts
///
/// A tree for a script engine has these duties, by call:
///
/// - [`create_element`] runs the constructor of a custom element, with the attributes of the token
///   and the [intended parent](TreeSink::set_intended_parent), unless the element [is in a
///   fragment](NewElement::is_in_fragment). `document.write` is not allowed meanwhile. That
///   constructor may move nodes. If the element has a parent afterwards, or the node that it is to
///   go into is now inside the element (counted through shadow roots and template contents),
///   [`append`] and [`insert_before`] leave it where it is: the standard does not insert it, and
///   the content after its start tag goes into it all the same. A `script` gets its parser document
///   here, and its "force async" is set to false, unless it is in a fragment whose scripts [can
///   run](crate::ParseOptions::runnable_scripts).
/// - [`append`] and [`insert_before`] run the reactions to an insertion: reactions of custom
///   elements (`connectedCallback`), resetting form owners.
/// - [`element_popped`] says that an element has ended: reactions to its end, such as processing a
///   `link`, `style` or `object`.
/// - [`remove_from_parent`] and [`reparent_children`] move nodes that are in the tree already.
///
/// The line number of a script is the last [`token`]'s, which takes
/// [positions](crate::ParseOptions::positions).
///
/// # Examples
///
/// A tree that keeps the name and the parent of each element, and no text:
///
/// ```
/// use consomme::sink::{Attribute, NewElement, Span, Strings, TreeSink};
/// use consomme::ParseOptions;
///
/// struct Outline(Vec<(String, Option<usize>)>);
/// impl Outline {
///     fn add(&mut self, name: String) -> usize {
///         self.0.push((name, None));
///         self.0.len() - 1
///     }
/// }
///
/// impl TreeSink for Outline {
///     type Handle = usize;
///     type Output = Vec<(String, Option<usize>)>;
///
///     fn root(&self) -> usize { 0 }
///     fn finish(self, _: Strings) -> Self::Output { self.0 }
///     fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
///         self.add(strings.name(element.name.local).to_owned())
///     }
///     fn clone_element(&mut self, element: usize, _: &Strings) -> usize { self.add(self.0[element].0.clone()) }
///     fn create_comment(&mut self, _: Span, _: &Strings) -> usize { self.add("#comment".to_owned()) }
///     fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> usize { self.add("#pi".to_owned()) }
///     fn has_same_attributes(&self, _: usize, _: usize, _: &Strings) -> bool { true }
///     fn add_missing_attributes(&mut self, _: usize, _: &[Attribute], _: &Strings) {}
///     fn parent(&self, node: usize) -> Option<usize> { self.0[node].1 }
///     fn append(&mut self, parent: usize, child: usize) { self.0[child].1 = Some(parent); }
///     fn insert_before(&mut self, sibling: usize, child: usize) { self.0[child].1 = self.0[sibling].1; }
///     fn append_text(&mut self, _: usize, _: Span, _: &mut Strings) {}
///     fn insert_text_before(&mut self, _: usize, _: Span, _: &mut Strings) {}
///     fn remove_from_parent(&mut self, node: usize) { self.0[node].1 = None; }
///     fn reparent_children(&mut self, from: usize, to: usize) {
///         self.0.iter_mut().filter(|node| node.1 == Some(from)).for_each(|node| node.1 = Some(to));
///     }
/// }
///
/// let outline = Outline(vec![("#document".to_owned(), None)]);
/// let outline = ParseOptions::new().parse_str_into("<title>Menu</title><ul><li>Broth", outline).output;
/// assert!(outline.iter().map(|node| &*node.0).eq(["#document", "html", "head", "title", "body", "ul", "li"]));
/// assert_eq!(outline[6].1, Some(5));
/// ```
///
/// A tree that treats some elements specially compares their names with the constants in
/// [`known_names`](crate::sink::known_names).
pub trait TreeSink {
    /// A handle of a node of the tree. Two handles are equal if they stand for the same node: the
    /// tree builder compares them.
    type Handle: Copy + Eq + Debug;

    /// The result: the tree turns into it when parsing ends, and the call that parses returns it.
    type Output;

    // ---- Start and end -------------------------------------------------------------------------

    /// Returns the root: a document, or the document fragment that receives the result of a
    /// fragment parse. It exists before the first call.
    fn root(&self) -> Self::Handle;

    /// Ends parsing and returns the result. `strings` holds the text and the names that all spans
    /// and names of this parse refer to.
    fn finish(self, strings: Strings) -> Self::Output;

    // ---- Creating nodes ------------------------------------------------------------------------

    /// Creates an element without parent or children. An HTML `template` element gets its
    /// [template contents](TreeSink::template_contents) with it.
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> Self::Handle;

    /// Creates an element with the name and attributes of `element`, without parent or children.
    fn clone_element(&mut self, element: Self::Handle, strings: &Strings) -> Self::Handle;

    /// Creates a comment without a parent.
    fn create_comment(&mut self, data: Span, strings: &Strings) -> Self::Handle;

    /// Creates a processing instruction without a parent.
    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> Self::Handle;

    // ---- Attributes ----------------------------------------------------------------------------

    /// Returns whether two elements have the same attributes, in whatever order.
    fn has_same_attributes(&self, a: Self::Handle, b: Self::Handle, strings: &Strings) -> bool;

    /// Adds the attributes whose names the element does not have yet.
    fn add_missing_attributes(
        &mut self,
        element: Self::Handle,
        attributes: &[Attribute],
        strings: &Strings,
    );

    // ---- Links ---------------------------------------------------------------------------------

    /// Returns the parent of a node.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// Appends a node, which has no parent, to `parent`.
    fn append(&mut self, parent: Self::Handle, child: Self::Handle);

    /// Inserts a node, which has no parent, right before `sibling`, which has one.
    fn insert_before(&mut self, sibling: Self::Handle, child: Self::Handle);

    /// Appends text to `parent`: to its last child if that is a text node, and as a new text node
    /// otherwise.
    fn append_text(&mut self, parent: Self::Handle, text: Span, strings: &mut Strings);

    /// Inserts text right before `sibling`, which has a parent: at the end of the sibling before it
    /// if that is a text node, and as a new text node otherwise.
    fn insert_text_before(&mut self, sibling: Self::Handle, text: Span, strings: &mut Strings);

    /// Removes a node from its parent, if it has one.
    fn remove_from_parent(&mut self, node: Self::Handle);

    /// Moves all children of `from` to the end of `to`.
    fn reparent_children(&mut self, from: Self::Handle, to: Self::Handle);

    // ---- Details of documents (optional) -------------------------------------------------------

    /// Appends a doctype to the root. By default, the doctype is dropped.
    fn append_doctype(&mut self, _doctype: NewDoctype, _strings: &Strings) {}

    /// Sets the mode of the document. By default, the mode is dropped; the parser itself keeps
    /// track of it.
    fn set_quirks_mode(&mut self, _mode: QuirksMode) {}

    /// Returns the template contents of an HTML `template` element: the node that receives the
    /// template's content. By default, it is the element itself.
    ///
    /// <https://html.spec.whatwg.org/#template-contents>
    fn template_contents(&self, template: Self::Handle) -> Self::Handle {
        template
    }

    /// Notes that an element left the stack of open elements: all its children are there, unless
    /// [`popped_before`](Self::popped_before) was called. Called a second time for a `head` that
    /// returns to the stack for content after its end tag.
    fn element_popped(&mut self, _element: Self::Handle, _name: ElementName, _strings: &Strings) {}

    /// Notes that the next element that is popped leaves the stack of open elements before `inner`,
    /// the element after it, which stays there. If `inner` is inside the element, its content may
    /// still change until `inner` is popped. So it is for a `form` whose end tag comes before those
    /// of elements in it, for a `head`, and for formatting elements that an `a` or the adoption
    /// agency algorithm removes. By default, nothing is done.
    fn popped_before(&mut self, _inner: Self::Handle) {}

    // ---- Errors (optional) ---------------------------------------------------------------------

    /// Whether [`parse_error`](TreeSink::parse_error) is called. A tree without that method can set
    /// it to `false`: then parsing with errors takes no time for calls that do nothing.
    const IS_TOLD_ERRORS: bool = true;

    /// Notes a parse error, as soon as it is found: one of the tokenizer or the input stream before
    /// the calls for the token that it is in, one of the tree builder among them. Called only if
    /// [errors](crate::ParseOptions::errors) are asked for, for as many as the limit allows.
    /// [`ParseError::message_in`] gives the words for it.
    ///
    /// The errors of the result are the same, in order of position and each once.
    fn parse_error(&mut self, _error: &ParseError, _strings: &Strings) {}

    // ---- Scripts, custom elements and forms (optional) -----------------------------------------

    /// Gives the intended parent of the next element that is [created](Self::create_element) or
    /// [cloned](Self::clone_element): the node that it is going to be inserted into. Its node
    /// document becomes the element's, and its custom element registry decides about the element's
    /// definition.
    ///
    /// Called before every element but the `html` element of a fragment, which is never inserted.
    ///
    /// <https://html.spec.whatwg.org/#create-an-element-for-the-token>
    fn set_intended_parent(&mut self, _parent: Self::Handle) {}

    /// Notes that an HTML `script`, before it is inserted, is one that will not run, because it is
    /// parsed in a fragment; or, while it is the current node, because the input ends in it.
    ///
    /// In a fragment whose scripts [can run](crate::ParseOptions::runnable_scripts) once they are
    /// inserted, as in `createContextualFragment()`, only the last is called.
    ///
    /// <https://html.spec.whatwg.org/#already-started>
    fn mark_script_already_started(&mut self, _script: Self::Handle) {}

    /// Associates a form control with the `form` element that the form element pointer points to,
    /// if `intended_parent` is in the same tree as that. The control was just created and is
    /// inserted next, into `intended_parent`.
    ///
    /// The form need not be an ancestor, as in `<table><form><tr><td><input>`. It is in another
    /// tree if a script has moved nodes, and if it is the one that the context of a fragment is in.
    /// Not called for custom elements, in a `template`, and for controls with a `form` attribute.
    ///
    /// <https://html.spec.whatwg.org/#concept-form-association>
    fn associate_with_form(
        &mut self,
        _control: Self::Handle,
        _form: Self::Handle,
        _intended_parent: Self::Handle,
        _strings: &Strings,
    ) {
    }

    // ---- Limits (optional) ---------------------------------------------------------------------

    /// Returns the number of nodes, for [`Limits::nodes`](crate::Limits::nodes). By default 0: the
    /// limit has no effect.
    fn node_count(&self) -> usize {
        0
    }

    /// Whether the parser is to pause before the next token. If so, `has_nodes` holds for any
    /// number, too: see `parse/bound.rs`. Only the streams of this crate make the parser pause.
    #[doc(hidden)]
    fn wants_pause(&self) -> bool {
        false
    }

    /// Whether the tree has that many nodes or more, or the parser is to pause. The parser asks
    /// before each token, so the sinks of this crate answer in one comparison.
    #[doc(hidden)]
    #[inline(always)]
    fn has_nodes(&self, count: usize) -> bool {
        self.node_count() >= count
    }

    /// Whether the sink asks where the parser stood before the current token. Only the streams of
    /// this crate do.
    #[doc(hidden)]
    const ASKS_WHERE_TOKENS_ARE: bool = false;

    /// Returns a hash of the attributes of an element, computed with `state`, that is equal for
    /// elements that [have the same attributes](Self::has_same_attributes), in whatever order.
    ///
    /// The tree builder asks for it only while many formatting elements are open, to find equal
    /// ones without comparing each with each. By default 0 for all, which makes it compare them.
    fn attributes_hash(
        &self,
        _element: Self::Handle,
        _strings: &Strings,
        _state: &RandomState,
    ) -> u64 {
        0
    }

    // ---- Positions (optional): called only with `ParseOptions::positions` ----------------------

    /// Notes that the calls from here to the next call of this method are for the token in this
    /// byte range of the source; the range is empty at the end of the input.
    ///
    /// Like the three methods after it, it is called only if
    /// [positions](crate::ParseOptions::positions) are asked for.
    fn token(&mut self, _source: Range<usize>) {}

    /// Gives the reason for the next node created for this token: why it is a copy, or why it is
    /// not where the source has it.
    fn explain(&mut self, _reason: Reason) {}

    /// Notes that a node moved, for the last reason given to [`explain`](TreeSink::explain) for
    /// this token if there is one, and for `reason` otherwise.
    fn moved(&mut self, _node: Self::Handle, _reason: Reason) {}

    /// Notes that the token closes an element, and how: before
    /// [`element_popped`](Self::element_popped), and at the end tags of `body` and `html`, after
    /// which these stay on the stack of open elements until they are popped.
    fn closed(&mut self, _element: Self::Handle, _by: ClosedBy, _strings: &Strings) {}

    // ---- Selected content (optional) -----------------------------------------------------------

    /// Notes that an HTML `option` element was inserted. Not called by revisions of the standard
    /// without `selectedcontent`.
    ///
    /// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
    fn option_inserted(&mut self, _option: Self::Handle, _strings: &Strings) {}

    /// Notes that an HTML `option` left the stack of open elements. If it is the selected one of
    /// its `select`, its content is to be cloned into the `selectedcontent` there.
    ///
    /// Here and in the two methods after it, a sink takes each node that it copies from `copies`.
    /// If not as many are left, it leaves the `selectedcontent` as it is.
    ///
    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    fn option_popped(
        &mut self,
        _option: Self::Handle,
        _strings: &Strings,
        _copies: &mut CopyBudget,
    ) {
    }

    /// Notes that an HTML `selectedcontent` element was inserted. Its root need not be a document.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    fn selectedcontent_inserted(
        &mut self,
        _selectedcontent: Self::Handle,
        _strings: &Strings,
        _copies: &mut CopyBudget,
    ) {
    }

    /// Notes that children of a node were [removed](Self::remove_siblings_between). If the node is
    /// a `select` or is in one, another option may have become the selected one, or another
    /// `selectedcontent` the first.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    fn children_removed(
        &mut self,
        _parent: Self::Handle,
        _strings: &Strings,
        _copies: &mut CopyBudget,
    ) {
    }

    // ---- Template patching (optional) ----------------------------------------------------------

    /// Returns the processing instructions between which a `<template for>` with the value `name`
    /// puts its content, among the descendants of `scope`: the same `<?marker name="…">` twice, or
    /// a `<?start name="…">` and its `<?end>`, if there is one. By default `None`: the template is
    /// an ordinary one.
    ///
    /// <https://html.spec.whatwg.org/#find-markers>
    fn find_markers(
        &mut self,
        _scope: Self::Handle,
        _name: &str,
        _strings: &Strings,
    ) -> Option<(Self::Handle, Option<Self::Handle>)> {
        None
    }

    /// Removes all siblings after `start` and before `end`, or up to the last one if there is no
    /// `end`. Called only for nodes that [`find_markers`](Self::find_markers) returned.
    fn remove_siblings_between(
        &mut self,
        _start: Self::Handle,
        _end: Option<Self::Handle>,
        _strings: &Strings,
    ) {
    }

    // ---- Shadow roots (optional) ---------------------------------------------------------------

    /// Attaches a shadow root to `host`, unless it has one already, and makes it the [template
    /// contents](Self::template_contents) of `template`, an element without a parent and without
    /// content. Returns whether it did; if not, as by default, the template is an ordinary one.
    ///
    /// `host` is an HTML element with a valid shadow host name. Called only if declarative shadow
    /// roots are [allowed](crate::ParseOptions::declarative_shadow_roots). `template` is never
    /// inserted into the tree then.
    ///
    /// <https://dom.spec.whatwg.org/#concept-attach-a-shadow-root>
    fn attach_declarative_shadow_root(
        &mut self,
        _host: Self::Handle,
        _template: Self::Handle,
        _init: &ShadowRootInit,
        _strings: &Strings,
    ) -> bool {
        false
    }
}
