//! The algorithm to "reset the insertion mode appropriately". In the revision of 2024, it chooses
//! "in select" and "in select in table", too.

use crate::names::{LocalName, Namespace, known};
use crate::tree_sink::TreeSink;

use super::TreeBuilder;
use super::insertion_mode::InsertionMode;

impl<S: TreeSink> TreeBuilder<S> {
    /// Resets the insertion mode appropriately.
    ///
    /// The standard goes up the stack of open elements, from the current node, until a node decides
    /// the insertion mode. Each such node is special, and the stack keeps for its special elements
    /// which other ones are above them ([`Scopes`]). So [`mode_decider`] has the node at which the
    /// loop would end, without a loop: the lowest one of the set [`DECIDES_MODE`], to which
    /// `select` belongs without relaxed `select` parsing, or the first one on the stack. Only the
    /// steps for that one node are left.
    ///
    /// [`Scopes`]: super::open_elements
    /// [`mode_decider`]: super::open_elements::OpenElements::mode_decider
    /// [`DECIDES_MODE`]: crate::elements::ElementClass::DECIDES_MODE
    ///
    /// <https://html.spec.whatwg.org/#reset-the-insertion-mode-appropriately>
    pub(crate) fn reset_the_insertion_mode_appropriately(&mut self) {
        let index = self.open.mode_decider();
        // Step 3: "last" is whether this is the first node on the stack. In the fragment case the
        // context element takes the place of that node.
        let last = index == 0;
        let name = match &self.context {
            Some(context) if last => context.name,
            _ => self.open.entry(index).name.unpack(),
        };
        // No step is about foreign elements, and one of them can be the context element.
        self.mode = if name.namespace == Namespace::Html {
            self.mode_decided_by(name.local, last)
        } else {
            InsertionMode::InBody
        };
    }

    /// Returns the insertion mode that an HTML element on the stack of open elements decides.
    fn mode_decided_by(&self, name: LocalName, last: bool) -> InsertionMode {
        match name {
            known::SELECT if !self.revision.has_relaxed_select() => self.mode_in_select(last),
            known::TD | known::TH if !last => InsertionMode::InCell,
            known::TR => InsertionMode::InRow,
            known::TBODY | known::THEAD | known::TFOOT => InsertionMode::InTableBody,
            known::CAPTION => InsertionMode::InCaption,
            known::COLGROUP => InsertionMode::InColumnGroup,
            known::TABLE => InsertionMode::InTable,
            known::TEMPLATE => self.current_template_mode(),
            known::HEAD if !last => InsertionMode::InHead,
            known::BODY => InsertionMode::InBody,
            known::FRAMESET => InsertionMode::InFrameset,
            known::HTML if self.head.is_none() => InsertionMode::BeforeHead,
            known::HTML => InsertionMode::AfterHead,
            // "If last is true, switch the insertion mode to "in body"" (fragment case).
            _ => InsertionMode::InBody,
        }
    }

    /// Returns the current template insertion mode: the last one on the stack of template insertion
    /// modes.
    fn current_template_mode(&self) -> InsertionMode {
        let mode = self.template_modes.last();
        debug_assert!(mode.is_some(), "each `template` on the stack has its insertion mode");
        mode.copied().unwrap_or(InsertionMode::InTemplate)
    }

    /// The step for `select`: looks for a `table` above the `select`, up to the nearest `template`.
    /// Neither can be below the `select`, because then the `select` would not decide the insertion
    /// mode. So it is enough to compare the lowest `table` on the stack with the lowest `template`.
    fn mode_in_select(&self, last: bool) -> InsertionMode {
        let table = self.open.last_position_of(known::TABLE);
        if !last && table > self.open.last_position_of(known::TEMPLATE) {
            return InsertionMode::InSelectInTable;
        }
        InsertionMode::InSelect
    }
}
