//! The tree between two steps, and the nodes that the parser holds.

use crate::parse_error::ParseError;
use crate::settings::LimitsHit;
use crate::text::Strings;
use crate::tree_sink::TreeSink;

use super::Driver;
use super::written_texts::WrittenTexts;

/// The state of the parse: the tree, errors, limits, and what the parser holds.
impl<S: TreeSink> Driver<S> {
    /// Returns the tree under construction.
    pub fn sink(&self) -> &S {
        &self.engine.builder.sink
    }

    /// Returns the tree under construction, for changes. Scripts change trees: any node may be
    /// moved or removed, but handles of nodes that the parser [holds](Driver::held_handles) must
    /// stay valid.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.engine.builder.sink
    }

    /// Returns the texts and names that the tree under construction refers to.
    pub fn strings(&self) -> &Strings {
        &self.engine.input.context.strings
    }

    /// Returns the parse errors so far, if [`ParseOptions::errors`](crate::ParseOptions::errors) is
    /// on. Errors of the input stream, such as control characters, can be ahead of other errors.
    ///
    /// At the end of a step, the tree has all text that is parsed. So an error about a run of text
    /// is reported once for each step in which the run continues.
    pub fn errors(&self) -> &[ParseError] {
        self.engine.input.context.errors.as_slice()
    }

    /// Returns the limits that the parser has reached so far. Limits of the sink itself are not
    /// included.
    pub fn limits_hit(&self) -> LimitsHit {
        self.engine.input.context.limits_hit()
    }

    /// Returns the handles of the open elements: the stack of open elements, the `html` element
    /// first, the current node last.
    ///
    /// <https://html.spec.whatwg.org/#stack-of-open-elements>
    pub fn open_elements(&self) -> impl DoubleEndedIterator<Item = S::Handle> {
        self.engine.builder.open_elements()
    }

    /// Returns the handles that the parser holds, some of them more than once: open elements,
    /// active formatting elements, the `head` and `form` element pointers, running scripts. A tree
    /// with a garbage collector keeps their nodes alive.
    pub fn held_handles(&self) -> impl Iterator<Item = S::Handle> {
        self.engine.builder.held_handles().chain(self.scripts.elements())
    }

    /// Returns the text that is not parsed, in order: the rest of the document, as far as it was
    /// fed and can be decoded. A scanner can look ahead in it while a script runs.
    ///
    /// Newlines are normalized in a part of it only.
    pub fn unparsed(&mut self) -> impl Iterator<Item = &str> {
        self.network.decode_all(self.engine.builder.is_fragment());
        let parts = std::iter::once(self.engine.input.unread()).chain(self.texts_to_come());
        parts.filter(|text| !text.is_empty())
    }

    /// Returns the decoded text that the input stream has not been given, in order.
    pub(super) fn texts_to_come(&self) -> impl Iterator<Item = &str> {
        let writes = self.scripts.texts.iter().rev().flat_map(WrittenTexts::unread);
        writes.chain(std::iter::once(self.network.text.as_str()))
    }
}
