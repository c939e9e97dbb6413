//! Telling the sink the positions of tokens, and the reasons for nodes that the source does not
//! contain.

use crate::input::ParseContext;
use crate::names::LocalName;
use crate::tree_sink::{Reason, TreeSink};

use super::TreeBuilder;

impl<S: TreeSink> TreeBuilder<S> {
    /// Tells the sink the position of the token that starts at byte `start` of the source, and the
    /// errors in it, if it wants to know them.
    pub(super) fn tell_of_token(&mut self, start: usize, context: &mut ParseContext) {
        if self.positions {
            self.sink.token(start..context.token.end);
        }
        if S::IS_TOLD_ERRORS && context.errors.has_untold() {
            self.tell_errors(context);
        }
    }

    /// Makes the sink be told of tokens from now on, as with positions.
    #[cfg(feature = "selectors")]
    pub(crate) fn start_to_tell_of_tokens(&mut self) {
        self.positions = true;
        self.tells_of_tokens = true;
    }

    /// Tells the sink, if it wants positions, that the current token is the end tag of the HTML
    /// element with that name, which stays on the stack of open elements: `body` or `html`.
    pub(super) fn tell_closed(&mut self, name: LocalName) {
        if !self.positions {
            return;
        }
        let Some(index) = self.open.last_position_of(name) else {
            debug_assert!(false, "`body` was in scope, and `html` is always on the stack");
            return;
        };
        self.sink.closed(self.open.entry(index).handle);
    }

    /// Tells the sink, if it wants positions, why the next node is made or goes elsewhere.
    #[inline]
    pub(super) fn explain(&mut self, reason: Reason) {
        if self.positions {
            self.sink.explain(reason);
        }
    }
}
