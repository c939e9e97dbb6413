//! What can be chosen about serializing.

use std::{fmt, io};

use crate::dom::NodeRef;
use crate::revision::Revision;

use super::{to_string, write_fmt, write_io};

/// How a tree is written by the standard's algorithm, the one behind `innerHTML`.
///
/// ```
/// use consomme::serialize::SerializeOptions;
/// use consomme::{Revision, parse_fragment};
///
/// let fragment = parse_fragment("div", "<p title='a < b'>1 &lt; 2<br/>");
/// let options = SerializeOptions::new();
/// assert_eq!(options.inner_html(fragment.root()), "<p title=\"a &lt; b\">1 &lt; 2<br></p>");
/// let options = options.revision(Revision::Snapshot2024);
/// assert_eq!(options.inner_html(fragment.root()), "<p title=\"a < b\">1 &lt; 2<br></p>");
/// ```
///
/// <https://html.spec.whatwg.org/#serialising-html-fragments>
#[derive(Clone, Debug, Default)]
pub struct SerializeOptions {
    pub(super) revision: Revision,
    pub(super) scripting: bool,
}

impl SerializeOptions {
    /// The living standard, scripting disabled.
    pub fn new() -> Self {
        Self::default()
    }

    /// The revision of the standard to follow. [`Revision::Snapshot2024`] leaves `<` and `>` in attribute values as
    /// they are and ends a processing instruction with `>`, not with `?>`.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Whether scripting counts as enabled: if it does, text in a `noscript` is written as it is. Give what the tree
    /// was parsed with.
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// What is below a node, as HTML: for a `template` its contents, for a void element nothing.
    pub fn inner_html(&self, node: NodeRef<'_>) -> String {
        let document = node.document();
        to_string(&document.tree, &document.strings, node.id(), true, self)
    }

    /// A node and what is below it, as HTML. For a document or fragment this is the same as
    /// [`inner_html`](Self::inner_html).
    pub fn outer_html(&self, node: NodeRef<'_>) -> String {
        let document = node.document();
        to_string(&document.tree, &document.strings, node.id(), false, self)
    }

    /// Writes what [`inner_html`](Self::inner_html) returns as UTF-8, in pieces of some thousand bytes: a buffered
    /// writer gains nothing. Does not flush the writer.
    ///
    /// # Errors
    ///
    /// The writer's.
    pub fn write_inner(&self, node: NodeRef<'_>, writer: &mut impl io::Write) -> io::Result<()> {
        let document = node.document();
        write_io(&document.tree, &document.strings, node.id(), true, self, writer)
    }

    /// Writes what [`outer_html`](Self::outer_html) returns, as [`write_inner`](Self::write_inner) does.
    ///
    /// # Errors
    ///
    /// The writer's.
    pub fn write_outer(&self, node: NodeRef<'_>, writer: &mut impl io::Write) -> io::Result<()> {
        let document = node.document();
        write_io(&document.tree, &document.strings, node.id(), false, self, writer)
    }

    /// Writes what [`inner_html`](Self::inner_html) returns to a `fmt::Write`, in pieces of some thousand bytes.
    ///
    /// # Errors
    ///
    /// The writer's.
    pub fn format_inner(&self, node: NodeRef<'_>, writer: &mut impl fmt::Write) -> fmt::Result {
        let document = node.document();
        write_fmt(&document.tree, &document.strings, node.id(), true, self, writer)
    }

    /// Writes what [`outer_html`](Self::outer_html) returns to a `fmt::Write`, in pieces of some thousand bytes.
    ///
    /// # Errors
    ///
    /// The writer's.
    pub fn format_outer(&self, node: NodeRef<'_>, writer: &mut impl fmt::Write) -> fmt::Result {
        let document = node.document();
        write_fmt(&document.tree, &document.strings, node.id(), false, self, writer)
    }
}
