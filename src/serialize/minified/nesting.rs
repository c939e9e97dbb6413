//! The elements that are open in the output so far.
//!
//! The token writer has no tree builder: its tokens may come from a tokenizer alone, from a tree,
//! or from a program, and its output is parsed later, if at all. So the open elements are derived
//! from the tags alone. Where the tags leave the parser's behavior open, the tokens count as
//! [misnested](Nesting::misnested), and no more tags are omitted (unless the content is assumed to
//! be conforming).

use crate::elements::{ElementRow, Traits};
use crate::markup::{Effect, Following, Nest, Parent};
use crate::names::{ElementName, LocalName, Namespace, known};

/// How many levels up an end tag looks for its element. An end tag that finds none counts as a
/// stray one. The bound keeps the time linear. The parser's default limit on depth is as large.
const SEARCH_DEPTH: usize = 512;

/// The facts that the writer keeps for an open element.
#[derive(Debug)]
struct Open {
    /// The local name, if it is not a known one.
    unknown_name: Option<Box<str>>,
    has_raw_text: bool,
    /// Whether whitespace in the element must not be collapsed, because of this element or of one
    /// around it.
    keeps_whitespace: bool,
}

impl Open {
    /// Whether the element may have this name: a name that is not a known one is compared as text.
    #[inline]
    fn is(&self, name: &str) -> bool {
        self.unknown_name.as_deref().is_none_or(|unknown| unknown == name)
    }
}

/// The open elements, derived from the tags alone.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    nest: Nest<Open>,
    /// The number of innermost elements that have ended, but whose end tags are omitted or held
    /// back: the parser ends them at the next token.
    ended: usize,
    /// Whether a tag did not fit. From there on, the parser's stack may differ from this one.
    pub(super) misnested: bool,
    /// The last of `html`, `head` and `body` that was started; [`known::NO_NAME`] after the start
    /// of another element outside the head.
    outermost: Option<LocalName>,
}

/// The element that an end tag ended.
pub(super) struct Ended {
    /// Whether it was the current element, with no other open in it.
    pub(super) is_current: bool,
    /// Whether it was an element of SVG or MathML.
    pub(super) is_foreign: bool,
}

impl Nesting {
    /// Returns the elements of a tree that is read in quirks mode, or not, if that is known.
    pub(super) fn of_tree(quirks: Option<bool>) -> Nesting {
        let mut nesting = Nesting::default();
        nesting.nest.set_quirks(quirks);
        nesting
    }

    /// Returns the parent of the next tag.
    pub(super) fn parent(&self) -> Parent {
        let parent = (self.nest.len() - self.ended).checked_sub(1);
        match parent.and_then(|level| self.nest.name(level)) {
            None => Parent::Root,
            Some(ElementName { namespace: Namespace::Html, local }) => Parent::Html(local),
            Some(_) => Parent::Foreign,
        }
    }

    /// Returns how many levels up the innermost element with this name is that has not ended.
    fn find(&self, name: &str, local: LocalName) -> Option<usize> {
        if self.is_current(name, local) {
            return Some(0);
        }
        let mut open = self.nest.of_owner().skip(self.ended).take(SEARCH_DEPTH);
        open.position(|(element, open)| element.local == local && open.is(name))
    }

    /// Whether an end tag of this name ends the current element.
    #[inline]
    pub(super) fn is_current(&self, name: &str, local: LocalName) -> bool {
        let current = self.nest.above(self.ended);
        current.is_some_and(|(element, open)| element.local == local && open.is(name))
    }

    /// Whether text at this point is raw text.
    pub(super) fn is_raw_text(&self) -> bool {
        self.nest.last().is_some_and(|open| open.has_raw_text)
    }

    /// Whether whitespace at this point must not be collapsed.
    pub(super) fn keeps_whitespace(&self) -> bool {
        self.nest.last().is_some_and(|open| open.keeps_whitespace)
    }

    /// Returns the namespace of the element that a start tag of this name creates.
    ///
    /// Deviation (Optional tags): the attributes of `annotation-xml` and `font` count for nothing.
    pub(super) fn namespace_for(&mut self, local: LocalName) -> Namespace {
        let before = self.nest.len();
        let breaks_out = || local != known::FONT && ElementRow::of(local).is(Traits::BREAKS_OUT);
        let namespace = self.nest.namespace_of(local, breaks_out);
        self.misnested |= self.nest.len() < before;
        namespace
    }

    /// Whether the parser treats the next token like the end tags that are omitted or held back.
    pub(super) fn ends_at(&self, next: Following<'_>, started: Option<ElementName>) -> bool {
        match next {
            Following::StartTag { .. } => {
                started.is_some_and(|name| self.nest.effect(name) == Effect::Closes(self.ended))
            }
            Following::EndTag { .. } => {
                let parent = (self.nest.len() - self.ended).checked_sub(1);
                parent.is_some_and(|level| self.nest.ends_all_from(level))
            }
            Following::Whitespace | Following::Text | Following::Comment => false,
            Following::End => true,
        }
    }

    /// Ends the elements whose end tags were omitted or held back.
    pub(super) fn close_ended(&mut self) {
        self.nest.truncate(self.nest.len() - self.ended);
        self.ended = 0;
    }

    /// Ends the elements that a start tag ends. Returns the name of the outermost of them. Notes
    /// whether the tag may do more than end these and start an element. Call this before
    /// [`push`](Self::push).
    pub(super) fn close_before(&mut self, name: ElementName) -> Option<LocalName> {
        let parent = self.parent();
        let is_at_top = matches!(parent, Parent::Root | Parent::Html(known::HTML));
        let fits = match name {
            ElementName { namespace: Namespace::Html, local: known::HTML } => {
                parent == Parent::Root && self.outermost.is_none()
            }
            ElementName { namespace: Namespace::Html, local: known::HEAD } => {
                is_at_top && matches!(self.outermost, None | Some(known::HTML))
            }
            ElementName { namespace: Namespace::Html, local: known::BODY } => {
                is_at_top && matches!(self.outermost, None | Some(known::HTML | known::HEAD))
            }
            _ => return self.close_before_content(name),
        };
        self.misnested |= !fits;
        self.outermost = Some(name.local);
        None
    }

    /// As [`close_before`](Self::close_before), for an element that is not `html`, `head` or
    /// `body`.
    fn close_before_content(&mut self, name: ElementName) -> Option<LocalName> {
        let is_foreign_parent = self.parent() == Parent::Foreign;
        let mut closed_name = None;
        match self.nest.effect(name) {
            Effect::Inserts => {}
            Effect::Closes(closed) => {
                let level = self.nest.len() - closed;
                closed_name = self.nest.name(level).map(|name| name.local);
                self.nest.truncate(level);
            }
            // Foreign content goes on in the parent's namespace, so the tag only inserts.
            _ if is_foreign_parent && name.namespace != Namespace::Html => {}
            Effect::Moves | Effect::Unsure | Effect::ReachesOut => self.misnested = true,
        }
        if self.nest.is_outermost() {
            self.outermost = Some(known::NO_NAME);
        }
        closed_name
    }

    /// Notes whether the parser may move text that is not only whitespace.
    pub(super) fn check_text(&mut self) {
        self.misnested |= !self.nest.keeps_text();
    }

    /// Pushes an element. `text` is its local name.
    pub(super) fn push(&mut self, name: ElementName, text: &str, scripting: bool) {
        let has_raw_text = name.is_raw_text(scripting);
        let is_preformatted = name.drops_line_feed();
        let open = Open {
            unknown_name: (name.local == known::NO_NAME).then(|| text.into()),
            has_raw_text,
            keeps_whitespace: has_raw_text || is_preformatted || self.keeps_whitespace(),
        };
        self.nest.push(name, open);
    }

    /// Finds the element that an end tag of this name ends. It and the elements open in it have
    /// ended, and stay until [`close_ended`](Self::close_ended).
    pub(super) fn end(&mut self, name: &str, local: LocalName) -> Ended {
        let Some(inside) = self.find(name, local) else {
            self.misnested = true;
            return Ended { is_current: false, is_foreign: false };
        };
        self.ended += inside + 1;
        let level = self.nest.len() - self.ended;
        // All open elements inside must have omitted end tags.
        self.misnested |= inside > 0 && !self.nest.ends_all_from(level);
        let is_foreign = self.nest.name(level).is_some_and(|it| it.namespace != Namespace::Html);
        Ended { is_current: inside == 0, is_foreign }
    }
}
