//! The one way in which the tree builder speaks to a tree.

use std::fmt::{self, Debug};
use std::hash::RandomState;
use std::ops::Range;

use crate::names::ElementName;
use crate::text::{Attribute, Span, Strings};

/// Whether a document is in quirks mode.
///
/// <https://dom.spec.whatwg.org/#concept-document-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum QuirksMode {
    /// As the standards say.
    #[default]
    NoQuirks,
    /// As the standards say, but for a few details of layout.
    LimitedQuirks,
    /// As browsers did before the standards.
    Quirks,
}

/// An element that the tree builder wants made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NewElement<'a> {
    /// Its namespace and local name.
    pub name: ElementName,
    /// Its attributes, no two with the same namespace and name.
    pub attributes: &'a [Attribute],
    /// The bytes of the source that its start tag takes; empty, where the element is implied.
    pub source: Range<usize>,
}

/// A doctype that the tree builder wants appended to the document. A missing part is an empty text.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NewDoctype {
    /// The name.
    pub name: Span,
    /// The public identifier.
    pub public_id: Span,
    /// The system identifier.
    pub system_id: Span,
}

/// What the parser does that the source does not say: why a node is there, or why it is not where
/// the source has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A formatting element was still in effect when the element around it ended, and is opened
    /// again.
    ///
    /// <https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements>
    Reconstruction,
    /// Formatting elements overlap with others: copies of them are made, and nodes move into the
    /// copies.
    ///
    /// <https://html.spec.whatwg.org/#adoption-agency-algorithm>
    AdoptionAgency,
    /// A `selectedcontent` shows a copy of what the selected option holds.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    SelectedContent,
    /// It can't stand in a table and goes before it.
    ///
    /// <https://html.spec.whatwg.org/#foster-parent>
    FosterParenting,
    /// It would be deeper than [`Limits::depth`](crate::Limits::depth) allows: it becomes a sibling
    /// instead of a child, or is put further up.
    DepthLimit,
    /// It stands in a `<template for>` and goes where that says.
    ///
    /// <https://html.spec.whatwg.org/#prepare-content-patching>
    ContentPatching,
    /// It stands behind the end of the `head`, `body` or `html` and goes into that.
    ///
    /// <https://html.spec.whatwg.org/#the-after-head-insertion-mode>
    Reopening,
}

impl Reason {
    /// A name for use in data: that of the variant, in lower case with hyphens.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Reconstruction => "reconstruction",
            Reason::AdoptionAgency => "adoption-agency",
            Reason::SelectedContent => "selected-content",
            Reason::FosterParenting => "foster-parenting",
            Reason::DepthLimit => "depth-limit",
            Reason::ContentPatching => "content-patching",
            Reason::Reopening => "reopening",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A tree that the parser builds. [`Document`](crate::Document) is made through this trait;
/// implement it to have a tree of your own built.
///
/// Handles are small and `Copy`; what they stand for is the tree's. Spans and names mean something
/// together with the [`Strings`] that each call brings, and stay valid until
/// [`finish`](TreeSink::finish), which hands these over.
///
/// A tree of elements without text, each with its name and its parent:
///
/// ```
/// use consomme::{Attribute, NewDoctype, NewElement, ParseOptions, QuirksMode, Span, Strings, TreeSink};
///
/// struct Outline(Vec<(String, Option<usize>)>);
///
/// impl Outline {
///     fn add(&mut self, name: &str) -> usize {
///         self.0.push((name.to_owned(), None));
///         self.0.len() - 1
///     }
/// }
///
/// impl TreeSink for Outline {
///     type Handle = usize;
///     type Output = Vec<(String, Option<usize>)>;
///
///     fn finish(self, _: Strings) -> Self::Output {
///         self.0
///     }
///     fn root(&self) -> usize {
///         0
///     }
///     fn parent(&self, node: usize) -> Option<usize> {
///         self.0[node].1
///     }
///     fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> usize {
///         self.add(strings.name(element.name.local))
///     }
///     fn clone_element(&mut self, element: usize, _: &Strings) -> usize {
///         self.add(&self.0[element].0.clone())
///     }
///     fn create_comment(&mut self, _: Span, _: &Strings) -> usize {
///         self.add("#comment")
///     }
///     fn create_processing_instruction(&mut self, _: Span, _: Span, _: &mut Strings) -> usize {
///         self.add("#processing-instruction")
///     }
///     fn template_contents(&self, template: usize) -> usize {
///         template
///     }
///     fn append(&mut self, parent: usize, child: usize) {
///         self.0[child].1 = Some(parent);
///     }
///     fn insert_before(&mut self, sibling: usize, child: usize) {
///         self.0[child].1 = self.parent(sibling);
///     }
///     fn remove_from_parent(&mut self, node: usize) {
///         self.0[node].1 = None;
///     }
///     fn reparent_children(&mut self, from: usize, to: usize) {
///         self.0.iter_mut().filter(|node| node.1 == Some(from)).for_each(|node| node.1 = Some(to));
///     }
///     fn has_same_attributes(&self, _: usize, _: usize, _: &Strings) -> bool {
///         true
///     }
///     fn add_missing_attributes(&mut self, _: usize, _: &[Attribute], _: &Strings) {}
///     fn append_text(&mut self, _: usize, _: Span, _: &mut Strings) {}
///     fn insert_text_before(&mut self, _: usize, _: Span, _: &mut Strings) {}
///     fn append_doctype(&mut self, _: NewDoctype, _: &Strings) {}
///     fn set_quirks_mode(&mut self, _: QuirksMode) {}
/// }
///
/// let root = ("#document".to_owned(), None);
/// let outline = ParseOptions::new().parse_str_into("<title>Menu</title><ul><li>Broth", Outline(vec![root]));
/// let names: Vec<_> = outline.iter().map(|node| node.0.as_str()).collect();
/// assert_eq!(names, ["#document", "html", "head", "title", "body", "ul", "li"]);
/// assert_eq!(outline[6].1, Some(5));
/// ```
pub trait TreeSink {
    /// Stands for a node of the tree. The tree builder compares handles: two are equal if their
    /// nodes are the same.
    type Handle: Copy + Eq + Debug;

    /// What the tree becomes when parsing ends, and the call that parses returns.
    type Output;

    /// Parsing has ended. `strings` is the text and the names to which all spans and names of the
    /// parse refer.
    fn finish(self, strings: Strings) -> Self::Output;

    /// The root: a document, or the document fragment that takes the result of a fragment parse.
    fn root(&self) -> Self::Handle;

    /// How many nodes there are, for the limit on them. A tree that doesn't count keeps the
    /// default, 0.
    fn node_count(&self) -> usize {
        0
    }

    /// Makes an element without parent or children. That of an HTML `template` has template
    /// contents.
    fn create_element(&mut self, element: NewElement<'_>, strings: &Strings) -> Self::Handle;

    /// Makes an element with the name and attributes of `element`, without parent or children.
    fn clone_element(&mut self, element: Self::Handle, strings: &Strings) -> Self::Handle;

    /// Whether two elements have the same attributes, in whatever order.
    fn has_same_attributes(&self, a: Self::Handle, b: Self::Handle, strings: &Strings) -> bool;

    /// A hash of the attributes of an element, made with `state`, that is the same for elements
    /// that [have the same attributes](Self::has_same_attributes), in whatever order.
    ///
    /// Asked only where many formatting elements are open at once, to find those alike without
    /// comparing each to each. A tree that keeps the default has them compared.
    fn attributes_hash(
        &self,
        _element: Self::Handle,
        _strings: &Strings,
        _state: &RandomState,
    ) -> u64 {
        0
    }

    /// Adds those of `attributes` whose names the element does not have yet.
    fn add_missing_attributes(
        &mut self,
        element: Self::Handle,
        attributes: &[Attribute],
        strings: &Strings,
    );

    /// Makes a comment without a parent.
    fn create_comment(&mut self, data: Span, strings: &Strings) -> Self::Handle;

    /// Makes a processing instruction without a parent.
    fn create_processing_instruction(
        &mut self,
        target: Span,
        data: Span,
        strings: &mut Strings,
    ) -> Self::Handle;

    /// Appends a doctype to the root.
    fn append_doctype(&mut self, doctype: NewDoctype, strings: &Strings);

    /// Sets the mode of the document.
    fn set_quirks_mode(&mut self, mode: QuirksMode);

    /// Appends a node, which has no parent, to `parent`.
    fn append(&mut self, parent: Self::Handle, child: Self::Handle);

    /// Inserts a node, which has no parent, right before `sibling`, which has one.
    fn insert_before(&mut self, sibling: Self::Handle, child: Self::Handle);

    /// Appends text to `parent`: to its last child, if that is a text node, else as a new one.
    fn append_text(&mut self, parent: Self::Handle, text: Span, strings: &mut Strings);

    /// Inserts text before `sibling`, which has a parent: at the end of the text node right before
    /// it, or as a new one.
    fn insert_text_before(&mut self, sibling: Self::Handle, text: Span, strings: &mut Strings);

    /// Takes a node out of its parent, if it has one.
    fn remove_from_parent(&mut self, node: Self::Handle);

    /// Moves all children of `from` to the end of `to`.
    fn reparent_children(&mut self, from: Self::Handle, to: Self::Handle);

    /// The parent of a node.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// The template contents of an HTML `template` element.
    ///
    /// <https://html.spec.whatwg.org/#template-contents>
    fn template_contents(&self, template: Self::Handle) -> Self::Handle;

    /// An element has left the stack of open elements: all its children are there. Called again for
    /// a `head` that was put back on the stack for what follows its end tag.
    fn element_popped(&mut self, _element: Self::Handle, _name: ElementName, _strings: &Strings) {}

    /// An HTML `option` element was inserted by the revision that knows `selectedcontent`.
    ///
    /// <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
    fn option_inserted(&mut self, _option: Self::Handle, _strings: &Strings) {}

    /// An HTML `option` has left the stack of open elements: clone it into the `selectedcontent` of
    /// its `select`, if it is the selected one. A tree that does not mirror the selected option
    /// does nothing.
    ///
    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    fn option_popped(&mut self, _option: Self::Handle, _strings: &Strings) {}

    /// An HTML `selectedcontent` element was inserted, perhaps into a tree that is not a
    /// document's.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    fn selectedcontent_inserted(&mut self, _selectedcontent: Self::Handle, _strings: &Strings) {}

    /// The processing instructions between which `<template for>` with that value puts its content,
    /// among the descendants of `scope`: a `<?marker name="…">` twice, or a `<?start name="…">` and
    /// its `<?end>`, if there is one. A tree that answers `None`, as by default, has such a
    /// template as an ordinary one.
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

    /// Removes all siblings after `start` up to `end`, which stays, or up to the last one.
    fn remove_siblings_between(
        &mut self,
        _start: Self::Handle,
        _end: Option<Self::Handle>,
        _strings: &Strings,
    ) {
    }

    /// Children of a node were [removed](Self::remove_siblings_between): if that is a `select` or
    /// is in one, a `selectedcontent` may have to show another option now, or another one to show
    /// it. A tree that does not mirror the selected option does nothing.
    ///
    /// <https://html.spec.whatwg.org/#the-selectedcontent-element>
    fn children_removed(&mut self, _parent: Self::Handle, _strings: &Strings) {}

    /// The calls up to the next one of this are for the token that stands at these bytes of the
    /// source; at the end of the input the range is empty.
    ///
    /// Called only if [positions](crate::ParseOptions::positions) are asked for, as are the three
    /// that follow.
    fn token(&mut self, _source: Range<usize>) {}

    /// Why the next node is made that is made for this token: why the next clone is made, or why
    /// the next node goes where the source does not have it.
    fn explain(&mut self, _reason: Reason) {}

    /// A node was moved, for the reason last given to [`explain`](TreeSink::explain) if that is
    /// one, or else this.
    fn moved(&mut self, _node: Self::Handle, _reason: Reason) {}

    /// The token is the end tag of an element that stays on the stack of open elements: `body` or
    /// `html`.
    fn closed(&mut self, _element: Self::Handle) {}
}
