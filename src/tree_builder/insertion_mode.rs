//! The insertion modes, and how to get back to the one that fits the stack of open elements.

use crate::names::{LocalName, known};
use crate::tree_sink::TreeSink;

use super::TreeBuilder;

/// Which rules a token is handled by.
///
/// <https://html.spec.whatwg.org/#the-insertion-mode>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InsertionMode {
    /// <https://html.spec.whatwg.org/#the-initial-insertion-mode>
    Initial,
    /// <https://html.spec.whatwg.org/#the-before-html-insertion-mode>
    BeforeHtml,
    /// <https://html.spec.whatwg.org/#the-before-head-insertion-mode>
    BeforeHead,
    /// <https://html.spec.whatwg.org/#parsing-main-inhead>
    InHead,
    /// <https://html.spec.whatwg.org/#parsing-main-inheadnoscript>
    InHeadNoscript,
    /// <https://html.spec.whatwg.org/#the-after-head-insertion-mode>
    AfterHead,
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    InBody,
    /// <https://html.spec.whatwg.org/#parsing-main-incdata>
    Text,
    /// <https://html.spec.whatwg.org/#parsing-main-intable>
    InTable,
    /// <https://html.spec.whatwg.org/#parsing-main-intabletext>
    InTableText,
    /// <https://html.spec.whatwg.org/#parsing-main-incaption>
    InCaption,
    /// <https://html.spec.whatwg.org/#parsing-main-incolgroup>
    InColumnGroup,
    /// <https://html.spec.whatwg.org/#parsing-main-intbody>
    InTableBody,
    /// <https://html.spec.whatwg.org/#parsing-main-intr>
    InRow,
    /// <https://html.spec.whatwg.org/#parsing-main-intd>
    InCell,
    /// Revision of 2024-09-12 only.
    InSelect,
    /// Revision of 2024-09-12 only.
    InSelectInTable,
    /// <https://html.spec.whatwg.org/#parsing-main-intemplate>
    InTemplate,
    /// <https://html.spec.whatwg.org/#parsing-main-afterbody>
    AfterBody,
    /// <https://html.spec.whatwg.org/#parsing-main-inframeset>
    InFrameset,
    /// <https://html.spec.whatwg.org/#parsing-main-afterframeset>
    AfterFrameset,
    /// <https://html.spec.whatwg.org/#the-after-after-body-insertion-mode>
    AfterAfterBody,
    /// <https://html.spec.whatwg.org/#the-after-after-frameset-insertion-mode>
    AfterAfterFrameset,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/#reset-the-insertion-mode-appropriately>
    pub(crate) fn reset_the_insertion_mode_appropriately(&mut self) {
        // Steps 1, 2 and 4 to 18: the lowest node that decides, if not the topmost one, which
        // always does.
        let index = self.open.mode_decider();
        // Step 3: the topmost node stands for the context in the fragment case.
        let is_last = index == 0;
        let context = self.context.as_ref().filter(|_| is_last).map(|context| context.name);
        let name = context.or_else(|| self.open.get(index).map(|entry| entry.name));
        let mode = name
            .filter(|name| name.is_html(name.local))
            .and_then(|name| self.mode_decided_by(name.local, is_last));
        self.mode = mode.unwrap_or(InsertionMode::InBody);
    }

    /// The mode that an HTML element on the stack makes fit, if it is one that decides.
    fn mode_decided_by(&self, name: LocalName, is_last: bool) -> Option<InsertionMode> {
        Some(match name {
            known::SELECT if !self.revision.has_relaxed_select() => self.mode_in_select(is_last),
            known::TD | known::TH if !is_last => InsertionMode::InCell,
            known::TR => InsertionMode::InRow,
            known::TBODY | known::THEAD | known::TFOOT => InsertionMode::InTableBody,
            known::CAPTION => InsertionMode::InCaption,
            known::COLGROUP => InsertionMode::InColumnGroup,
            known::TABLE => InsertionMode::InTable,
            known::TEMPLATE => *self.template_modes.last()?,
            known::HEAD if !is_last => InsertionMode::InHead,
            known::BODY => InsertionMode::InBody,
            known::FRAMESET => InsertionMode::InFrameset,
            known::HTML if self.head.is_none() => InsertionMode::BeforeHead,
            known::HTML => InsertionMode::AfterHead,
            _ => return None,
        })
    }

    /// The step for `select` in the revision of 2024-09-12: whether a table is around it.
    fn mode_in_select(&self, is_last: bool) -> InsertionMode {
        // A `table` and a `template` decide themselves, so none is below this `select`.
        let table = self.open.last_position_of(known::TABLE);
        if !is_last && table > self.open.last_position_of(known::TEMPLATE) {
            return InsertionMode::InSelectInTable;
        }
        InsertionMode::InSelect
    }
}
