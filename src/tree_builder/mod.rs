//! Stage 4: tokens to tree.
//!
//! A token goes ([`dispatcher`]) to the rules of the current insertion mode ([`modes`], one file
//! each) or to those for foreign content. Rules return whether they are done with it or it is to be
//! processed again, by the rules that fit then: reprocessing is a value, never a call that nests.
//!
//! <https://html.spec.whatwg.org/#tree-construction>

mod active_formatting;
mod adoption_agency;
mod content_patching;
mod depth;
mod dispatcher;
mod element_sets;
mod foreign_content;
mod foreign_names;
mod formatting;
mod insertion;
mod insertion_mode;
mod modes;
mod open_elements;
mod place;
mod popping;
mod quirks;

use encoding_rs::Encoding;

use crate::input::ParseContext;
use crate::names::{ElementName, LocalName, Namespace, known};
use crate::parse_error::ParseErrorCode;
use crate::settings::Revision;
use crate::steps;
use crate::text::Span;
use crate::tokenizer::TextMode;
use crate::tokenizer::token::{Attribute, Tag};
use crate::tree_sink::{NewElement, QuirksMode, Reason, TreeSink};

use active_formatting::ActiveFormattingElements;
use content_patching::ContentPatch;
use element_sets::ElementClass;
use insertion_mode::InsertionMode;
use open_elements::{OpenElements, SpecialId};

/// What is to happen with a token after some rules have seen it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// It is dealt with.
    Done,
    /// It is to be processed again, as the insertion mode is now.
    Reprocess,
}

/// What the tree builder asks of those who drive it, after a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Request {
    /// The tokenizer is to switch to this state.
    SwitchTokenizer(TextMode),
    /// A `meta` element has declared this encoding, in this attribute value.
    ChangeEncoding(&'static Encoding, Span),
    /// The end of the input was processed: no token is to follow.
    Stop,
}

/// What a parse is to follow, as far as the tree builder goes.
#[derive(Clone, Debug)]
pub(crate) struct TreeBuilderOptions {
    pub(crate) revision: Revision,
    /// `noscript` is for those without scripts: its content is text.
    pub(crate) scripting: bool,
    /// The document is the content of an `iframe srcdoc` attribute: no doctype is needed.
    pub(crate) iframe_srcdoc: bool,
    /// How many levels of elements the tree may have.
    pub(crate) depth_limit: u32,
    /// How many copies of elements may be made, besides one for each byte parsed.
    pub(crate) most_copies: usize,
    /// The sink is told where tokens stand and what the source does not say.
    pub(crate) positions: bool,
}

/// The element that a fragment is parsed for.
#[derive(Clone, Debug)]
pub(crate) struct ContextElement {
    pub(crate) name: ElementName,
    pub(crate) class: ElementClass,
}

/// The `form` element that the form element pointer stands for.
#[derive(Clone, Copy, Debug)]
struct FormElement<H> {
    handle: H,
    /// Where it stands on the stack of open elements, as long as it does.
    special: SpecialId,
}

/// The tree construction stage.
#[derive(Debug)]
pub(crate) struct TreeBuilder<S: TreeSink> {
    pub(crate) sink: S,
    revision: Revision,
    pub(crate) scripting: bool,
    iframe_srcdoc: bool,
    depth_limit: u32,
    most_copies: usize,
    /// How many copies of elements were made.
    copies: usize,
    positions: bool,
    /// <https://html.spec.whatwg.org/#insertion-mode>
    mode: InsertionMode,
    /// <https://html.spec.whatwg.org/#original-insertion-mode>
    original_mode: InsertionMode,
    /// <https://html.spec.whatwg.org/#stack-of-template-insertion-modes>
    template_modes: Vec<InsertionMode>,
    open: OpenElements<S::Handle>,
    formatting: ActiveFormattingElements<S::Handle>,
    /// <https://html.spec.whatwg.org/#head-element-pointer>
    head: Option<S::Handle>,
    /// <https://html.spec.whatwg.org/#form-element-pointer>
    form: Option<FormElement<S::Handle>>,
    /// <https://html.spec.whatwg.org/#frameset-ok-flag>
    frameset_ok: bool,
    /// <https://html.spec.whatwg.org/#foster-parent>
    foster_parenting: bool,
    /// Whether the adjusted current node is of SVG or MathML, since the last token.
    in_foreign_content: bool,
    /// The next token, if it is a line feed, is dropped: a newline at the start of `pre` blocks is
    /// not content.
    ignore_line_feed: bool,
    /// <https://html.spec.whatwg.org/#concept-pending-table-char-tokens>
    pending_table_characters: Vec<Span>,
    /// The element that a fragment is parsed for; `None` for a document.
    context: Option<ContextElement>,
    /// The `<template for>` elements on the stack that put their content elsewhere, the innermost
    /// last.
    content_patches: Vec<ContentPatch<S::Handle>>,
    quirks_mode: QuirksMode,
    /// The self-closing flag of the start tag at hand was acknowledged.
    self_closing_acknowledged: bool,
    /// What is asked since [`take_request`](Self::take_request) was called.
    request: Option<Request>,
    /// The end of the input was processed.
    stopped: bool,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// A tree builder for a document.
    #[inline(always)]
    pub(crate) fn new(sink: S, options: &TreeBuilderOptions) -> Self {
        TreeBuilder {
            sink,
            revision: options.revision,
            scripting: options.scripting,
            iframe_srcdoc: options.iframe_srcdoc,
            depth_limit: options.depth_limit,
            most_copies: options.most_copies,
            copies: 0,
            positions: options.positions,
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            template_modes: Vec::new(),
            open: OpenElements::new(options.revision),
            formatting: ActiveFormattingElements::new(),
            head: None,
            form: None,
            frameset_ok: true,
            foster_parenting: false,
            in_foreign_content: false,
            ignore_line_feed: false,
            pending_table_characters: Vec::new(),
            context: None,
            content_patches: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            self_closing_acknowledged: false,
            request: None,
            stopped: false,
        }
    }

    /// Makes a new tree builder one for a fragment, and returns the state in which its tokenizer
    /// starts. The sink's root takes the result. `name` and `attributes` are those of the context
    /// element; `form` tells whether it is a form or stands in one.
    ///
    /// <https://html.spec.whatwg.org/#parsing-html-fragments>
    pub(crate) fn start_fragment(
        &mut self,
        name: ElementName,
        attributes: &[Attribute],
        quirks_mode: QuirksMode,
        form: bool,
        context: &mut ParseContext,
    ) -> TextMode {
        // Step 3: the mode of the context's document.
        self.set_quirks_mode(quirks_mode);
        // Step 6: the tokenizer's state by the context.
        let is_html = name.namespace == Namespace::Html;
        let state = if is_html { self.state_for_context(name.local) } else { TextMode::Data };
        // Steps 7 and 8: a root that stays empty; what goes into it goes to the sink's root
        // instead.
        let html = ElementName::html(known::HTML);
        let root = self.sink.create_element(
            NewElement { name: html, attributes: &[], source: 0..0 },
            &context.strings,
        );
        // What goes into it goes into the sink's root, so that it is no level of its own.
        self.open.push(root, html, ElementClass::of(html), 0);
        // Step 9: a template has its own insertion mode.
        if name.is_html(known::TEMPLATE) {
            self.template_modes.push(InsertionMode::InTemplate);
        }
        // Step 10: the context's attributes tell whether it is an integration point.
        let mut class = ElementClass::of(name);
        if name.namespace == Namespace::MathMl
            && insertion::is_html_integration_point(name, attributes, context)
        {
            class = class.union(ElementClass::HTML_INTEGRATION_POINT);
        }
        self.in_foreign_content = !class.intersects(ElementClass::HTML);
        self.context = Some(ContextElement { name, class });
        // Step 11: the insertion mode.
        self.reset_the_insertion_mode_appropriately();
        // Step 12: the form element pointer. Only whether it is null matters: any form that is not
        // open will do.
        if form {
            let name = ElementName::html(known::FORM);
            let form = NewElement { name, attributes: &[], source: 0..0 };
            let handle = self.sink.create_element(form, &context.strings);
            self.form = Some(FormElement { handle, special: self.open.last_special() });
        }
        state
    }

    /// The tokenizer's state for a fragment whose context is the HTML element of that name.
    fn state_for_context(&self, name: LocalName) -> TextMode {
        match name {
            known::TITLE | known::TEXTAREA => TextMode::Rcdata,
            known::STYLE | known::XMP | known::IFRAME | known::NOEMBED | known::NOFRAMES => {
                TextMode::Rawtext
            }
            known::SCRIPT => TextMode::ScriptData,
            known::NOSCRIPT if self.scripting => TextMode::Rawtext,
            known::PLAINTEXT => TextMode::Plaintext,
            _ => TextMode::Data,
        }
    }

    /// Tells the sink that the token is the end tag of the HTML element of that name, which stays
    /// open: `body` or `html`.
    fn tell_closed(&mut self, name: LocalName) {
        let index = self.open.last_position_of(name);
        if let Some(element) = index.and_then(|index| self.open.get(index)) {
            self.sink.closed(element.handle);
        }
    }

    /// Tells the sink, if it wants to know, why the next node is made, or made elsewhere.
    #[inline]
    fn explain(&mut self, reason: Reason) {
        if self.positions {
            self.sink.explain(reason);
        }
    }

    /// Whether the current node is the HTML element of that name.
    #[inline]
    fn current_is_html(&self, name: LocalName) -> bool {
        self.open.current().is_some_and(|current| current.is_html(name))
    }

    /// Reports an error of the token at hand.
    #[inline]
    fn error(&mut self, code: ParseErrorCode, context: &mut ParseContext) {
        if context.errors.is_enabled() {
            let element = self.open.name_in_error(code);
            report_error_of_token(code, element, context);
        }
    }

    /// Acknowledges the self-closing flag of the start tag at hand, if it is set.
    ///
    /// <https://html.spec.whatwg.org/#acknowledge-self-closing-flag>
    #[inline]
    fn acknowledge_self_closing(&mut self) {
        self.self_closing_acknowledged = true;
    }

    /// Inserts an element whose content is text up to its end tag, read by the tokenizer in that
    /// state.
    ///
    /// <https://html.spec.whatwg.org/#generic-raw-text-element-parsing-algorithm>
    fn parse_text_element(
        &mut self,
        tag: &Tag,
        text_mode: TextMode,
        context: &mut ParseContext,
    ) -> Next {
        self.insert_html_element(tag, context);
        self.switch_to_text(text_mode);
        Next::Done
    }

    /// Switches the tokenizer to that state and the insertion mode to "text".
    fn switch_to_text(&mut self, text_mode: TextMode) {
        self.request = Some(Request::SwitchTokenizer(text_mode));
        self.original_mode = self.mode;
        self.mode = InsertionMode::Text;
    }

    /// What was asked since this was last called.
    #[inline]
    pub(crate) fn take_request(&mut self) -> Option<Request> {
        // Nothing is written where nothing is asked, as nearly always.
        if self.request.is_none() { None } else { self.request.take() }
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
        self.sink.set_quirks_mode(mode);
    }

    /// Stops parsing: every element that is still open is popped.
    ///
    /// Deviation: a `<template for>` that is still open loses its markers, as its end tag would
    /// have it lose them. The standard leaves them in the tree; browsers and the shared test suite
    /// don't.
    ///
    /// <https://html.spec.whatwg.org/#stop-parsing>
    fn stop_parsing(&mut self, context: &mut ParseContext) -> Next {
        while let Some(patch) = self.content_patches.pop() {
            self.remove_markers(&patch);
        }
        self.pop_to_length(0, context);
        self.stopped = true;
        self.request = Some(Request::Stop);
        Next::Done
    }

    /// Whether a fragment is parsed.
    pub(crate) fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// Whether the end of the input was processed.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The revision that is followed.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether scripting counts as enabled.
    pub(crate) fn scripting(&self) -> bool {
        self.scripting
    }
}

/// The length in bytes of the white space at the start of a text.
///
/// <https://infra.spec.whatwg.org/#ascii-whitespace>
fn leading_white_space(text: &str) -> usize {
    let is_white_space = |b: &u8| matches!(b, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
    let length = text.bytes().position(|b| !is_white_space(&b)).unwrap_or(text.len());
    steps::count(length);
    length
}

/// Whether a text is white space all through.
fn is_white_space(text: &str) -> bool {
    leading_white_space(text) == text.len()
}

/// Splits a run of characters into the white space at its start and the rest.
fn split_white_space(text: Span, context: &ParseContext) -> (Span, Span) {
    text.split_at(leading_white_space(context.strings.get(text)))
}

/// Reports an error of the token at hand. That of a text does not lie in the white space around it,
/// which is wrong nowhere.
#[cold]
fn report_error_of_token(
    code: ParseErrorCode,
    element: Option<LocalName>,
    context: &mut ParseContext,
) {
    let (start, end) = (context.token.start, context.token.end);
    let token = context.strings.source().get(start..end).unwrap_or_default();
    let text = token.trim_ascii();
    if text.is_empty() {
        context.errors.report_of(element, code, start, end);
    } else {
        let start = end - token.trim_ascii_start().len();
        context.errors.report_of(element, code, start, start + text.len());
    }
}
