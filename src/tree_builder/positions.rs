//! Telling the sink the positions of tokens, and the reasons for nodes that the source does not
//! contain.

use crate::elements::{ElementClass, ElementRow};
use crate::input::ParseContext;
use crate::names::{ElementName, LocalName, Namespace, PackedElementName, known};
use crate::text::TagRange;
use crate::tokenizer::token::Token;
use crate::tree_sink::{ClosedBy, Reason, TreeSink};

use super::TreeBuilder;
use super::open_elements::OpenElement;
#[cfg(feature = "stream")]
use super::standing::{FramesetRivalry, Standing, StandingNote};

impl<S: TreeSink> TreeBuilder<S> {
    /// Tells the sink the position of the token that starts at byte `start` of the source, and the
    /// errors in it, if it wants to know them. `closes` is how the token closes elements of other
    /// tags; `None` if it closes none.
    pub(super) fn tell_of_token(
        &mut self,
        start: usize,
        closes: Option<ClosedBy>,
        context: &mut ParseContext,
    ) {
        if self.positions {
            if let Some(closes) = closes {
                self.token_closes = closes;
            }
            #[cfg(feature = "stream")]
            if S::ASKS_WHERE_TOKENS_ARE {
                self.before_token = self.standing_note();
            }
            self.sink.token(start..context.token.end);
        }
        if S::IS_TOLD_ERRORS && context.errors.has_untold() {
            self.tell_errors(context);
        }
    }

    /// Returns where the parser stands.
    #[cfg(feature = "stream")]
    pub(crate) fn standing(&self) -> Standing {
        self.standing_note().standing()
    }

    /// Notes where the parser stands.
    #[cfg(feature = "stream")]
    #[inline(always)] // For each token of a stream that is rewritten.
    fn standing_note(&self) -> StandingNote {
        StandingNote {
            mode: self.mode,
            original_mode: self.original_mode,
            template_mode: self.template_modes.last().copied(),
            needs_reconstruction: self.may_need_reconstruction() && self.needs_reconstruction(),
        }
    }

    /// Makes the sink be told of tokens from now on, as with positions.
    #[cfg(feature = "stream")]
    pub(crate) fn start_to_tell_of_tokens(&mut self) {
        self.positions = true;
        self.tells_of_tokens = true;
    }

    /// Returns where the parser stood before the current token, if the sink is told of tokens.
    #[cfg(feature = "stream")]
    pub(crate) fn before_token(&self) -> Standing {
        self.before_token.standing()
    }

    /// Notes a start tag `body` or `frameset` that decides about the `body`, unless one has.
    pub(super) fn note_frameset_rivalry(&mut self, _is_body: bool) {
        #[cfg(feature = "stream")]
        if self.frameset_rivalry == FramesetRivalry::Open {
            self.frameset_rivalry =
                if _is_body { FramesetRivalry::BodyTag } else { FramesetRivalry::Content };
        }
    }

    /// Whether all content before a `frameset` has decided if that takes the place of the `body`.
    #[cfg(feature = "stream")]
    pub(crate) fn has_frameset_by_content(&self) -> bool {
        self.frameset_rivalry == FramesetRivalry::Content
    }

    /// Returns how the current token closes elements of other tags, if the sink is told.
    #[cfg(feature = "stream")]
    pub(crate) fn token_closes(&self) -> ClosedBy {
        self.token_closes
    }

    /// Tells the sink, if it wants positions, that the current token closes the HTML element
    /// with that name, which stays on the stack of open elements: `body` or `html`.
    pub(super) fn tell_closed(&mut self, name: LocalName, context: &ParseContext) {
        if !self.positions {
            return;
        }
        let Some(index) = self.open.last_position_of(name) else {
            debug_assert!(false, "`body` was in scope, and `html` is always on the stack");
            return;
        };
        let entry = self.open.entry(index);
        self.tell_closed_by(entry.handle, entry.name, TagRange::NONE, context);
    }

    /// Tells the sink, which wants positions, what closes the current node.
    #[cold] // As `tell_closed_by`. It reads the entry itself, so that its callers do not.
    pub(super) fn tell_current_closed(&mut self, context: &ParseContext) {
        let Some(entry) = self.open.current() else { return };
        self.tell_closed_by(entry.handle, entry.name, entry.tag, context);
    }

    /// Tells the sink that the token is the end tag of the current node.
    #[inline(always)] // As a part of the body loop.
    pub(super) fn tell_current_closed_by_own_end_tag(&mut self, context: &ParseContext) {
        if self.positions
            && let Some(current) = self.open.current()
        {
            self.sink.closed(current.handle, ClosedBy::OwnEndTag, &context.strings);
        }
    }

    /// Tells the sink what closes an element that is on the stack of open elements.
    pub(super) fn tell_entry_closed(&mut self, index: usize, context: &ParseContext) {
        if self.positions {
            let entry = self.open.entry(index);
            self.tell_closed_by(entry.handle, entry.name, entry.tag, context);
        }
    }

    /// Tells the sink what closes an element that was on the stack of open elements.
    pub(super) fn tell_removed(&mut self, entry: &OpenElement<S::Handle>, context: &ParseContext) {
        if self.positions {
            self.tell_closed_by(entry.handle, entry.name, TagRange::NONE, context);
        }
    }

    /// Tells the sink that an element is closed that is not on the stack of open elements, or no
    /// longer. `tag` is its start tag; empty if the token cannot be its start tag.
    pub(super) fn tell_popped(
        &mut self,
        element: S::Handle,
        name: PackedElementName,
        tag: TagRange,
        context: &ParseContext,
    ) {
        if self.positions {
            self.tell_closed_by(element, name, tag, context);
        }
        self.sink.element_popped(element, name.unpack(), &context.strings);
    }

    /// Tells the sink that the start tag of an element that is not on the stack of open elements
    /// has closed it: the element is void.
    #[inline(always)] // As a part of the insertion of a void element.
    pub(super) fn tell_popped_at_own_start_tag(
        &mut self,
        element: S::Handle,
        name: ElementName,
        context: &ParseContext,
    ) {
        if self.positions {
            self.sink.closed(element, ClosedBy::OwnStartTag, &context.strings);
        }
        self.sink.element_popped(element, name, &context.strings);
    }

    /// Tells the sink, which wants positions, how the current token closes an element.
    #[cold] // So that nothing of it is computed without positions.
    fn tell_closed_by(
        &mut self,
        element: S::Handle,
        name: PackedElementName,
        tag: TagRange,
        context: &ParseContext,
    ) {
        let is_start_tag = tag.start != tag.end && tag.start as usize == context.token.start;
        let by = match self.token_closes {
            ClosedBy::EndTag(end_tag) if name.local() == end_tag => ClosedBy::OwnEndTag,
            ClosedBy::EndTag(end_tag) if is_other_end_tag_of(name, end_tag) => ClosedBy::OwnEndTag,
            ClosedBy::StartTag(_) if is_start_tag => ClosedBy::OwnStartTag,
            closes => closes,
        };
        self.sink.closed(element, by, &context.strings);
    }

    /// Tells the sink, if it wants positions, why the next node is made or goes elsewhere.
    #[inline]
    pub(super) fn explain(&mut self, reason: Reason) {
        if self.positions {
            self.sink.explain(reason);
        }
    }
}

/// Returns how a token closes elements of other tags.
#[inline(always)]
pub(super) fn closes(token: &Token<'_>) -> ClosedBy {
    match token {
        Token::StartTag(tag) => ClosedBy::StartTag(tag.name),
        Token::EndTag(tag) => ClosedBy::EndTag(tag.name),
        Token::EndOfFile => ClosedBy::EndOfFile,
        _ => ClosedBy::Other,
    }
}

/// Whether an end tag with another name still belongs to an element that it closes: SVG elements
/// have names with capitals, and any heading has the end tag of any other.
#[inline(never)] // Few elements are closed by another name.
fn is_other_end_tag_of(name: PackedElementName, tag: LocalName) -> bool {
    let ElementName { namespace, local } = name.unpack();
    let is_heading = |row: &ElementRow| row.is_in(ElementClass::HEADING);
    namespace == Namespace::Svg && local == known::adjusted_svg_tag_name(tag)
        || is_heading(name.unpack().row()) && is_heading(ElementRow::of(tag))
}
