//! Stage 4: tree construction, which turns tokens into a tree.
//!
//! A token goes to the rules of the current insertion mode or to the rules for foreign content. The
//! rules return whether they are done with the token or it must be reprocessed ([`Processing`]):
//! reprocessing is a value, never a nested call.
//!
//! The rules of the standard:
//!
//! | File | Content |
//! |---|---|
//! | `dispatcher` | the tree construction dispatcher; `process_token`, where tokens enter |
//! | `modes` | the rules of the insertion modes, one file each |
//! | `foreign_content` | the rules for parsing tokens in foreign content |
//! | `foreign_names` | adjusting the names of SVG and MathML |
//! | `integration_points` | HTML integration points that depend on attributes |
//! | `mode_reset` | resetting the insertion mode appropriately |
//! | `appropriate_place` | the appropriate place for inserting a node |
//! | `foster_parenting` | the place of a node that is foster-parented |
//! | `insertion` | inserting characters, comments, processing instructions and elements |
//! | `content_patching` | `<template for>` |
//! | `declarative_shadow_root` | `<template shadowrootmode>` |
//! | `popping` | popping elements; generating implied end tags; stopping parsing |
//! | `reconstruct` | reconstructing the active formatting elements |
//! | `adoption_agency` | the adoption agency algorithm |
//! | `form_pointer` | the form element pointer; associating elements with forms |
//! | `fragment` | the fragment parsing algorithm: the context element |
//! | `quirks` | from a DOCTYPE token to the document's mode |
//! | `public_id_prefixes` | the public identifiers that set a mode by how they start |
//!
//! The state that they share:
//!
//! | File | Content |
//! |---|---|
//! | `open_elements` | the stack of open elements |
//! | `active_formatting` | the list of active formatting elements, with the Noah's Ark clause |
//! | `stack` | a stack that allocates nothing while it is low |
//! | `insertion_mode` | the insertion modes |
//! | `insertion_place` | places at which nodes are inserted |
//! | `open_templates` | the open templates whose content goes elsewhere |
//! | `form_element` | the element that the form element pointer points to |
//! | `context_element` | the context element of a fragment |
//!
//! These files use no tree builder: `mod.rs` has the tree builder, whose fields they are, and the
//! files of the rules use that.
//!
//! Additions to the standard:
//!
//! | File | Content |
//! |---|---|
//! | `usual_tokens` | the tokens that the body loop processes |
//! | `depth_limit` | the place of an element that would be too deep |
//! | `height_limit` | closing elements when too many are open |
//! | `copies` | the limit on copies of nodes; updating `selectedcontent` |
//! | `copy_with_sink` | copying a tree builder, for speculative parsing |
//! | `standing` | where the parser stands between two tokens |
//! | `positions` | telling the sink the positions of tokens, and why it makes nodes |
//! | `errors` | reporting parse errors |
//! | `handles` | the handles that the tree builder holds |
//! | `whitespace` | the whitespace in a run of characters |
//!
//! <https://html.spec.whatwg.org/#tree-construction>

mod active_formatting;
mod adoption_agency;
mod appropriate_place;
mod content_patching;
mod context_element;
mod copies;
mod copy_with_sink;
mod declarative_shadow_root;
mod depth_limit;
mod dispatcher;
mod errors;
mod foreign_content;
mod foreign_names;
mod form_element;
mod form_pointer;
mod foster_parenting;
mod fragment;
mod handles;
mod height_limit;
mod insertion;
mod insertion_mode;
mod insertion_place;
mod integration_points;
mod mode_reset;
mod modes;
mod open_elements;
mod open_templates;
mod popping;
mod positions;
mod public_id_prefixes;
mod quirks;
mod reconstruct;
mod stack;
#[cfg(feature = "stream")]
mod standing;
mod usual_tokens;
mod whitespace;

use encoding_rs::Encoding;

use crate::names::LocalName;
use crate::settings::Revision;
use crate::text::Span;
use crate::tokenizer::TextMode;
use crate::tree_sink::{ClosedBy, QuirksMode, TreeSink};

use active_formatting::ActiveFormattingElements;
use context_element::ContextElement;
use form_element::FormElement;
use insertion_mode::InsertionMode;
use insertion_place::DEPTH_MARGIN;
use open_elements::OpenElements;
use open_templates::{ContentPatch, ShadowTemplate};
#[cfg(feature = "stream")]
use standing::{FramesetRivalry, StandingNote};

pub(crate) use copy_with_sink::{HeldNode, Region};
pub(crate) use form_element::ContextForm;
#[cfg(feature = "stream")]
pub(crate) use standing::{Section, Standing};

/// The rest of the work for a token after some rules have processed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Processing {
    /// Nothing.
    Done,
    /// The token must be reprocessed by the rules that the insertion mode and the stack of open
    /// elements now select.
    Reprocess,
}

/// A request to the code that drives the stages, after a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Request<H> {
    /// Switch the tokenizer to the state for this kind of text.
    SwitchTokenizer(TextMode),
    /// A `meta` element declares this encoding in this attribute value: change the encoding.
    ChangeEncoding(&'static Encoding, Span),
    /// The end tag of a `script` element was processed: let the caller run it. Only if that is
    /// [asked for](TreeBuilder::pause_at_scripts).
    RunScript {
        /// The `script` element.
        element: H,
        /// Whether it is an SVG element; otherwise it is an HTML element.
        is_svg: bool,
    },
    /// Stop: the end of the input was processed, and no token may follow.
    Stop,
}

/// The parse options that concern the tree builder.
#[derive(Clone, Debug)]
pub(crate) struct TreeBuilderOptions {
    pub(crate) revision: Revision,
    /// Whether scripting counts as enabled: the content of `noscript` is text then.
    pub(crate) scripting: bool,
    /// Whether the scripts of a fragment are not "already started".
    pub(crate) runnable_scripts: bool,
    /// Whether the document is the value of an `iframe`'s `srcdoc` attribute, which needs no
    /// doctype.
    pub(crate) iframe_srcdoc: bool,
    /// Whether `<template shadowrootmode>` attaches a shadow root.
    pub(crate) declarative_shadow_roots: bool,
    /// [`Limits::depth`](crate::Limits::depth), in levels of elements.
    pub(crate) depth_limit: u32,
    /// [`Limits::copies`](crate::Limits::copies), in nodes; one more is allowed for each byte
    /// parsed.
    pub(crate) max_copies: usize,
    /// Whether the sink is told the positions of tokens and the reasons for implied nodes.
    pub(crate) positions: bool,
    /// Whether the sink is told the parse errors.
    pub(crate) errors: bool,
}

/// The tree construction stage.
#[derive(Debug)]
pub(crate) struct TreeBuilder<S: TreeSink> {
    /// The tree under construction, which the parse owns as well. It is no method's result, because
    /// taking it out of `self` would copy the rest: 11 % of the instructions for a short fragment.
    pub(crate) sink: S,
    revision: Revision,
    scripting: bool,
    runnable_scripts: bool,
    iframe_srcdoc: bool,
    declarative_shadow_roots: bool,
    depth_limit: u32,
    /// The number of levels from 1 on that are not near the depth limit.
    usual_levels: u32,
    max_copies: usize,
    /// The number of copies of nodes made so far.
    copies: usize,
    positions: bool,
    /// How the current token closes elements of other tags; kept up to date with positions only.
    token_closes: ClosedBy,
    /// Where the parser stood before the current token, if the sink
    /// [asks](TreeSink::ASKS_WHERE_TOKENS_ARE) and is told of tokens.
    #[cfg(feature = "stream")]
    before_token: StandingNote,
    /// The reason for which a `frameset` takes the place of the `body`, or does not.
    #[cfg(feature = "stream")]
    frameset_rivalry: FramesetRivalry,
    /// Whether the end of a `script` element in a document is a [`Request::RunScript`].
    pauses_at_scripts: bool,
    /// Whether the sink is told something before each token: its position or parse errors.
    tells_of_tokens: bool,
    /// <https://html.spec.whatwg.org/#insertion-mode>
    mode: InsertionMode,
    /// The original insertion mode, which "text" and "in table text" return to.
    ///
    /// <https://html.spec.whatwg.org/#original-insertion-mode>
    original_mode: InsertionMode,
    /// The stack of template insertion modes.
    ///
    /// <https://html.spec.whatwg.org/#stack-of-template-insertion-modes>
    template_modes: Vec<InsertionMode>,
    /// The stack of open elements.
    open: OpenElements<S::Handle>,
    /// The list of active formatting elements.
    formatting: ActiveFormattingElements<S::Handle>,
    /// The head element pointer.
    ///
    /// <https://html.spec.whatwg.org/#head-element-pointer>
    head: Option<S::Handle>,
    /// The form element pointer.
    ///
    /// <https://html.spec.whatwg.org/#form-element-pointer>
    form: Option<FormElement<S::Handle>>,
    /// The frameset-ok flag: whether a `frameset` may still replace the `body`.
    ///
    /// <https://html.spec.whatwg.org/#frameset-ok-flag>
    frameset_ok: bool,
    /// Whether foster parenting is enabled.
    ///
    /// <https://html.spec.whatwg.org/#foster-parent>
    foster_parenting: bool,
    /// Whether the current start tag has put an element in a place that is not the usual one.
    inserted_elsewhere: bool,
    /// Whether the adjusted current node is an SVG or MathML element; up to date between tokens.
    in_foreign_content: bool,
    /// Whether a line feed at the start of the next token is ignored: a newline at the start of
    /// `pre`, `listing` and `textarea` is an authoring convenience.
    ignore_line_feed: bool,
    /// The pending table character tokens.
    ///
    /// <https://html.spec.whatwg.org/#concept-pending-table-char-tokens>
    pending_table_characters: Vec<Span>,
    /// The context element of the fragment parsing algorithm; `None` for a document.
    context: Option<ContextElement>,
    /// The `<template for>` elements on the stack whose content goes elsewhere, the innermost last.
    content_patches: Vec<ContentPatch<S::Handle>>,
    /// The `template` elements on the stack whose contents are a shadow root, the innermost last.
    shadow_templates: Vec<ShadowTemplate<S::Handle>>,
    /// The `href` of the first `base` element of the document that has one.
    base: Option<Span>,
    quirks_mode: QuirksMode,
    /// The parser cannot change the mode flag.
    ///
    /// <https://dom.spec.whatwg.org/#concept-document-mode>
    cannot_change_mode: bool,
    /// Whether the self-closing flag of the current start tag was acknowledged.
    self_closing_acknowledged: bool,
    /// The request made since [`take_request`](Self::take_request) was last called.
    request: Option<Request<S::Handle>>,
    /// Whether the end of the input was processed.
    stopped: bool,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Creates a tree builder for a document.
    // Always inlined: it fills several hundred bytes, which a call would return through memory and
    // have copied. That shows in the time to parse a short fragment.
    #[inline(always)]
    pub(crate) fn new(sink: S, options: &TreeBuilderOptions) -> Self {
        TreeBuilder {
            sink,
            revision: options.revision,
            scripting: options.scripting,
            runnable_scripts: options.runnable_scripts,
            iframe_srcdoc: options.iframe_srcdoc,
            declarative_shadow_roots: options.declarative_shadow_roots,
            depth_limit: options.depth_limit,
            usual_levels: options.depth_limit.saturating_sub(DEPTH_MARGIN + 1),
            max_copies: options.max_copies,
            copies: 0,
            positions: options.positions,
            token_closes: ClosedBy::Other,
            #[cfg(feature = "stream")]
            before_token: StandingNote::default(),
            #[cfg(feature = "stream")]
            frameset_rivalry: FramesetRivalry::Open,
            pauses_at_scripts: false,
            tells_of_tokens: options.positions || options.errors && S::IS_TOLD_ERRORS,
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            template_modes: Vec::new(),
            open: OpenElements::new(options.revision, options.depth_limit),
            formatting: ActiveFormattingElements::new(),
            head: None,
            form: None,
            frameset_ok: true,
            foster_parenting: false,
            inserted_elsewhere: false,
            in_foreign_content: false,
            ignore_line_feed: false,
            pending_table_characters: Vec::new(),
            context: None,
            content_patches: Vec::new(),
            shadow_templates: Vec::new(),
            base: None,
            quirks_mode: QuirksMode::NoQuirks,
            cannot_change_mode: false,
            self_closing_acknowledged: false,
            request: None,
            stopped: false,
        }
    }

    /// Sets whether the end of a `script` element in a document is a [`Request::RunScript`].
    pub(crate) fn pause_at_scripts(&mut self, pauses: bool) {
        self.pauses_at_scripts = pauses;
    }

    /// Whether there is a request to [take](Self::take_request).
    #[inline(always)]
    pub(crate) fn has_request(&self) -> bool {
        self.request.is_some()
    }

    /// Takes the request made since the last call.
    #[inline]
    pub(crate) fn take_request(&mut self) -> Option<Request<S::Handle>> {
        // Checked first, because `take` also writes when there is none, and there usually is none.
        if self.request.is_none() { None } else { self.request.take() }
    }

    /// Whether a fragment is parsed.
    pub(crate) fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// Whether scripting counts as enabled.
    pub(crate) fn is_scripting_enabled(&self) -> bool {
        self.scripting
    }

    /// Returns the `href` of the first `base` element of the document that has one, as written.
    ///
    /// Deviation (Base URL): the standard has the first one in tree order. Here it is the first in
    /// the order of the start tags, which differs only if one of them is foster-parented or a
    /// script has put one into the tree.
    ///
    /// <https://html.spec.whatwg.org/#document-base-url>
    pub(crate) fn base(&self) -> Option<Span> {
        self.base
    }

    /// Whether the end of the input was processed.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the current node is the HTML element with that name.
    #[inline]
    fn current_is_html(&self, name: LocalName) -> bool {
        self.open.current().is_some_and(|current| current.is_html(name))
    }

    /// Acknowledges the self-closing flag of the current start tag, if it is set.
    ///
    /// <https://html.spec.whatwg.org/#acknowledge-self-closing-flag>
    #[inline]
    fn acknowledge_self_closing(&mut self) {
        self.self_closing_acknowledged = true;
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        if !self.cannot_change_mode {
            self.quirks_mode = mode;
            self.sink.set_quirks_mode(mode);
        }
    }

    /// Sets the mode of the document and the parser cannot change the mode flag.
    pub(crate) fn fix_quirks_mode(&mut self, mode: QuirksMode) {
        self.cannot_change_mode = false;
        self.set_quirks_mode(mode);
        self.cannot_change_mode = true;
    }
}
