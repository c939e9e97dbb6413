//! The limit on copies of elements, and updating `selectedcontent`, which copies some.

use crate::input::ParseContext;
use crate::text::Strings;
use crate::tree_sink::TreeSink;

use super::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether [`Limits::copies`](crate::Limits::copies) allows another copy of an element. If not,
    /// records that the limit was reached.
    pub(super) fn may_copy(&mut self, context: &mut ParseContext) -> bool {
        let may = self.copies < self.max_copies.saturating_add(context.token.end);
        context.limits_hit.copies |= !may;
        may
    }

    /// Lets the sink update a `selectedcontent` element after an HTML `option`, whose content is
    /// now complete, was popped off the stack of open elements.
    ///
    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    // Out of line, because `pop` is inlined in many places and options are rare.
    #[cold]
    pub(super) fn option_popped(&mut self, option: S::Handle, context: &mut ParseContext) {
        self.update_selectedcontent(context, |sink, strings| sink.option_popped(option, strings));
    }

    /// Lets the sink update a `selectedcontent` element, unless the limit on copies is reached.
    pub(super) fn update_selectedcontent(
        &mut self,
        context: &mut ParseContext,
        update: impl FnOnce(&mut S, &Strings),
    ) {
        if self.may_copy(context) {
            let nodes = self.sink.node_count();
            update(&mut self.sink, &context.strings);
            // A sink may count fewer nodes afterwards: the old content is gone.
            self.copies += self.sink.node_count().saturating_sub(nodes);
        }
    }
}
