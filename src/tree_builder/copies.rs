//! The limit on copies of nodes, and updating `selectedcontent`, which copies some.

use crate::input::ParseContext;
use crate::text::Strings;
use crate::tree_sink::{CopyBudget, TreeSink};

use super::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether [`Limits::copies`](crate::Limits::copies) allows another copy of an element. If not,
    /// records that the limit was reached.
    pub(super) fn may_copy(&mut self, context: &mut ParseContext) -> bool {
        let may = self.copies_left(context) > 0;
        context.limits_hit.copies |= !may;
        may
    }

    /// Returns how many more copies the limit allows.
    fn copies_left(&self, context: &ParseContext) -> usize {
        self.max_copies.saturating_add(context.token.end).saturating_sub(self.copies)
    }

    /// Lets the sink update a `selectedcontent` element after an HTML `option`, whose content is
    /// now complete, was popped off the stack of open elements.
    ///
    /// <https://html.spec.whatwg.org/#maybe-clone-an-option-into-selectedcontent>
    // Out of line, because `pop` is inlined in many places and options are rare.
    #[cold]
    pub(super) fn option_popped(&mut self, option: S::Handle, context: &mut ParseContext) {
        self.update_selectedcontent(context, |sink, strings, copies| {
            sink.option_popped(option, strings, copies);
        });
    }

    /// Lets the sink update a `selectedcontent` element, unless the limit on copies was reached.
    ///
    /// Once is enough: the limit grows with the input, and finding what to update takes as long as
    /// the option before it, so another try after each tag would take quadratic time.
    pub(super) fn update_selectedcontent(
        &mut self,
        context: &mut ParseContext,
        update: impl FnOnce(&mut S, &Strings, &mut CopyBudget),
    ) {
        if !context.limits_hit.copies && self.may_copy(context) {
            let left = self.copies_left(context);
            let mut copies = CopyBudget::new(left);
            update(&mut self.sink, &context.strings, &mut copies);
            self.copies += left - copies.left();
            context.limits_hit.copies |= copies.is_exceeded();
        }
    }
}
