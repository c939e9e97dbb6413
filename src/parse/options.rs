//! The options of a parse.

use crate::settings::{Limits, Revision};

/// The options of a parse. Input that is there as a whole is parsed by its methods; a
/// [`Parser`](crate::Parser) and a [`Driver`](crate::driver::Driver) take options as well. Methods
/// that begin with `get_` return the settings.
///
/// ```
/// use consomme::ParseOptions;
///
/// let document = ParseOptions::new().errors(true).parse_str("<p>Unclosed <b>broth</p>");
/// assert_eq!(document.errors()[0].code().as_str(), "missing-doctype");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParseOptions {
    pub(super) revision: Revision,
    pub(super) scripting: bool,
    pub(super) runnable_scripts: bool,
    pub(super) errors: bool,
    pub(crate) positions: bool,
    pub(super) lossless: bool,
    pub(super) iframe_srcdoc: bool,
    pub(super) declarative_shadow_roots: bool,
    pub(crate) limits: Limits,
    pub(super) without_body_loop: bool,
}

/// Setting options.
impl ParseOptions {
    /// Returns the default options: the Living Standard, scripting disabled, neither errors nor
    /// positions recorded, and the limits of [`Limits::default`].
    pub fn new() -> Self {
        ParseOptions::default()
    }

    /// Sets the revision of the standard to follow.
    ///
    /// ```
    /// use consomme::{ParseOptions, Revision};
    ///
    /// let options = ParseOptions::new().revision(Revision::Snapshot2024);
    /// assert_eq!(options.parse_fragment("div", "<?soup hot?>").inner_html(), "<!--?soup hot?-->");
    /// assert_eq!(ParseOptions::new().parse_fragment("div", "<?soup hot?>").inner_html(), "<?soup hot?>");
    /// ```
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Sets whether scripting counts as enabled. If it does, the content of `noscript` is text, as
    /// in a browser; otherwise it is parsed. Scripts are never run. Off by default.
    ///
    /// <https://html.spec.whatwg.org/#scripting-mode>
    #[must_use]
    pub fn scripting(mut self, enabled: bool) -> Self {
        self.scripting = enabled;
        self
    }

    /// Sets whether the scripts of a fragment can run once they are inserted into a document, as
    /// those of `createContextualFragment` and of `setHTMLUnsafe` with `runScripts`: the standard's
    /// scripting mode *Fragment*. Otherwise a [`TreeSink`](crate::sink::TreeSink) is told of each
    /// that it [is "already started"](crate::sink::TreeSink::mark_script_already_started). Off by
    /// default; a document is not affected, and the parser itself runs no script of a fragment.
    ///
    /// <https://html.spec.whatwg.org/#scripting-mode-fragment>
    #[must_use]
    pub fn runnable_scripts(mut self, can_run: bool) -> Self {
        self.runnable_scripts = can_run;
        self
    }

    /// Sets whether parse errors are collected, for [`Document::errors`](crate::Document::errors)
    /// and [`Parsed::errors`](crate::sink::Parsed::errors). A
    /// [`TreeSink`](crate::sink::TreeSink::parse_error) is told each when it is found. Off by
    /// default, and then without cost. At most [`Limits::errors`] are kept.
    #[must_use]
    pub fn errors(mut self, collected: bool) -> Self {
        self.errors = collected;
        self
    }

    /// Sets whether the position of each node in the source is recorded, and the reason why the
    /// parser created or moved it, for [`NodeRef::span`], [`NodeRef::origin`] and
    /// [`ElementRef::source`]. Off by default, and then without cost; otherwise a node takes 12 to
    /// 24 bytes more.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<p>Clear <b class=big>broth</b>";
    /// let document = ParseOptions::new().positions(true).parse_str(html);
    /// let mut elements = document.descendants().filter_map(|node| node.as_element());
    /// let b = elements.find(|element| element.name() == "b").unwrap().source().unwrap();
    /// assert_eq!(&html[b.start_tag().unwrap().range()], "<b class=big>");
    /// assert_eq!(&html[b.end_tag().unwrap().range()], "</b>");
    /// assert_eq!(&html[b.attr("class").unwrap().value().unwrap().range()], "big");
    /// ```
    ///
    /// [`NodeRef::span`]: crate::NodeRef::span
    /// [`NodeRef::origin`]: crate::NodeRef::origin
    /// [`ElementRef::source`]: crate::ElementRef::source
    #[must_use]
    pub fn positions(mut self, recorded: bool) -> Self {
        self.positions = recorded;
        self.lossless &= recorded;
        self
    }

    /// Sets whether the document keeps its parsed tree and source, so that edits of the document
    /// become edits of its source: see [`source_edits`](crate::source_edits). It records
    /// [positions](Self::positions), too; turning these off again turns both off. Off by default,
    /// and then without cost; otherwise a node takes 32 bytes more than with positions.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<P CLASS = big>Clear\r\n<b>broth</b>";
    /// let mut document = ParseOptions::new().lossless(true).parse_str(html);
    /// let p = document.body().unwrap().first_element_child().unwrap().id();
    /// document.set_attr(p, "class", "small").unwrap();
    /// assert_eq!(document.to_source().unwrap(), "<P CLASS = small>Clear\r\n<b>broth</b>");
    /// ```
    #[must_use]
    pub fn lossless(mut self, kept: bool) -> Self {
        self.lossless = kept;
        self.positions |= kept;
        self
    }

    /// Sets whether the document is the content of an `iframe srcdoc` attribute: it needs no
    /// doctype then. Off by default.
    ///
    /// <https://html.spec.whatwg.org/#an-iframe-srcdoc-document>
    #[must_use]
    pub fn iframe_srcdoc(mut self, is_srcdoc: bool) -> Self {
        self.iframe_srcdoc = is_srcdoc;
        self
    }

    /// Sets whether `<template shadowrootmode>` attaches a shadow root to its parent, for
    /// [`ElementRef::shadow_root`], instead of being a template. Browsers do this for pages and in
    /// `setHTMLUnsafe`, not in `innerHTML` or `DOMParser`. Off by default, and then without cost.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// let html = "<main><template shadowrootmode=open><h1>Soups</h1><slot></slot></template>Broth</main>";
    /// let main = |options: &ParseOptions| {
    ///     let document = options.parse_str(html);
    ///     let main = document.body().unwrap().first_element_child().unwrap();
    ///     (main.children().count(), main.shadow_root().map(|root| root.text_content()))
    /// };
    /// let options = ParseOptions::new().declarative_shadow_roots(true);
    /// assert_eq!(main(&options), (1, Some("Soups".to_owned())));
    /// assert_eq!(main(&ParseOptions::new()), (2, None));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#parser-allow-declarative-shadow-roots>
    ///
    /// [`ElementRef::shadow_root`]: crate::ElementRef::shadow_root
    #[must_use]
    pub fn declarative_shadow_roots(mut self, allowed: bool) -> Self {
        self.declarative_shadow_roots = allowed;
        self
    }

    /// Sets the limits on the resources that the document can take.
    ///
    /// ```
    /// use consomme::{Limits, ParseOptions};
    ///
    /// let options = ParseOptions::new().limits(Limits::default().input_bytes(Some(1 << 20)).nodes(Some(100_000)));
    /// assert!(!options.parse_str("<p>Broth").limits_hit().any());
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether every token goes through the states of the tokenizer and the dispatcher of the
    /// tree builder, also where the body loop would parse it. The result is the same; tests compare
    /// the two.
    #[doc(hidden)]
    #[must_use]
    pub fn without_body_loop(mut self, without: bool) -> Self {
        self.without_body_loop = without;
        self
    }
}

/// The options as they were set, or their defaults.
impl ParseOptions {
    /// Returns the [revision](Self::revision) of the standard.
    pub fn get_revision(&self) -> Revision {
        self.revision
    }

    /// Returns whether [scripting](Self::scripting) counts as enabled.
    pub fn get_scripting(&self) -> bool {
        self.scripting
    }

    /// Returns whether the scripts of a fragment [can run](Self::runnable_scripts) later.
    pub fn get_runnable_scripts(&self) -> bool {
        self.runnable_scripts
    }

    /// Returns whether parse [errors](Self::errors) are collected.
    pub fn get_errors(&self) -> bool {
        self.errors
    }

    /// Returns whether [positions](Self::positions) are recorded.
    pub fn get_positions(&self) -> bool {
        self.positions
    }

    /// Returns whether the document keeps what edits of its [source](Self::lossless) need.
    pub fn get_lossless(&self) -> bool {
        self.lossless
    }

    /// Returns whether the document is the content of an [`iframe srcdoc`](Self::iframe_srcdoc).
    pub fn get_iframe_srcdoc(&self) -> bool {
        self.iframe_srcdoc
    }

    /// Returns whether [declarative shadow roots](Self::declarative_shadow_roots) are attached.
    pub fn get_declarative_shadow_roots(&self) -> bool {
        self.declarative_shadow_roots
    }

    /// Returns the [limits](Self::limits), to change one of them for example.
    ///
    /// ```
    /// use consomme::ParseOptions;
    ///
    /// // The caller's limits, but no pages of more than a megabyte.
    /// fn for_pages(options: &ParseOptions) -> ParseOptions {
    ///     options.clone().limits(options.get_limits().input_bytes(Some(1 << 20)))
    /// }
    ///
    /// let options = for_pages(&ParseOptions::new().scripting(true));
    /// assert!(options.get_scripting());
    /// assert_eq!(options.get_limits().get_input_bytes(), Some(1 << 20));
    /// ```
    pub fn get_limits(&self) -> Limits {
        self.limits
    }
}
