//! The insertion modes.

/// An insertion mode: it selects the rules by which tokens are processed.
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
    /// Only without [relaxed `select`](crate::Revision::has_relaxed_select).
    InSelect,
    /// Only without [relaxed `select`](crate::Revision::has_relaxed_select).
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
