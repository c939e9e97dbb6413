//! Which elements are open while tokens are written.

use crate::names::known;
use crate::names::{ElementName, LocalName, Namespace};

use super::content::{is_plain, keeps_text};
use super::elements::Handling;
use super::optional_tags::{Next, Parent, Rules};

/// How far up an end tag looks for its element: beyond, it counts as one without an element. This
/// keeps the time linear; the parser's own limit on depth is the same by default.
const SEARCH_DEPTH: usize = 512;

/// An open element.
#[derive(Debug)]
struct Open {
    name: ElementName,
    /// The name, if it is not a known one.
    unknown_name: Option<Box<str>>,
    has_raw_text: bool,
    /// It or an element around it shows white space as it is.
    keeps_white_space: bool,
}

impl Open {
    fn is(&self, name: &str, local: LocalName) -> bool {
        self.name.local == local
            && self.unknown_name.as_deref().is_none_or(|unknown| unknown == name)
    }
}

/// The elements about which it is asked whether one is open.
const COUNTED: [LocalName; 5] = [known::P, known::A, known::BUTTON, known::FORM, known::NOBR];

/// The stack of open elements, as far as tags alone tell.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    open: Vec<Open>,
    /// How many of each of [`COUNTED`] are open.
    counts: [usize; COUNTED.len()],
    /// A tag came that did not fit: from here on, the parser's stack may differ from this one.
    pub(super) misnested: bool,
    /// Which of `html`, `head` and `body` have been started, the last of them; [`known::NO_NAME`]
    /// once something else was started outside the head.
    outermost: Option<LocalName>,
}

/// What an end tag ends.
pub(super) struct Ended {
    /// The element has no other open in it.
    pub(super) is_current: bool,
    /// It is one of SVG or MathML.
    pub(super) is_foreign: bool,
}

impl Nesting {
    /// What element the next tag stands in.
    pub(super) fn parent(&self) -> Parent {
        self.parent_of(self.open.len())
    }

    /// What element the one at that index stands in.
    fn parent_of(&self, index: usize) -> Parent {
        match index.checked_sub(1).and_then(|index| self.open.get(index)) {
            None => Parent::Root,
            Some(Open { name: ElementName { namespace: Namespace::Html, local }, .. }) => {
                Parent::Html(*local)
            }
            Some(_) => Parent::Foreign,
        }
    }

    /// Whether an end tag of that name ends the current element.
    pub(super) fn is_current(&self, name: &str, local: LocalName) -> bool {
        self.open.last().is_some_and(|open| open.is(name, local))
    }

    /// Whether text that comes now is raw text.
    pub(super) fn is_raw_text(&self) -> bool {
        self.open.last().is_some_and(|open| open.has_raw_text)
    }

    /// Whether white space that comes now is shown as it is.
    pub(super) fn keeps_white_space(&self) -> bool {
        self.open.last().is_some_and(|open| open.keeps_white_space)
    }

    /// The namespace of the element that a start tag of that name makes. Closes the foreign
    /// elements that the tag breaks out of.
    ///
    /// <https://html.spec.whatwg.org/#tree-construction-dispatcher>
    pub(super) fn namespace_for(&mut self, local: LocalName) -> Namespace {
        while let Some(open) = self.open.last() {
            let foreign = open.name.namespace;
            if foreign == Namespace::Html || is_integration_point(open.name, local) {
                break;
            }
            if !BREAKS_OUT.contains(&local) {
                let is_svg_in_annotation =
                    open.name.local == known::ANNOTATION_XML && local == known::SVG;
                return if is_svg_in_annotation { Namespace::Svg } else { foreign };
            }
            self.misnested = true;
            self.truncate(self.open.len() - 1);
        }
        match local {
            known::SVG => Namespace::Svg,
            known::MATH => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }

    /// Closes the elements that a start tag of that name ends, if their end tags could have been
    /// left out. Returns the outermost of them.
    pub(super) fn close_before(&mut self, rules: &Rules, next: Next<'_>) -> Option<LocalName> {
        let mut closed = None;
        let rules = Rules { assume_conforming: false, ..*rules };
        while let Some(index) = self.open.len().checked_sub(1) {
            let name = self.open[index].name;
            let is_closed = match name.local {
                _ if name.namespace != Namespace::Html => false,
                // These may be left out before most start tags, but few of them end the element.
                known::HTML | known::BODY => false,
                known::HEAD => {
                    matches!(next, Next::StartTag { local: known::BODY | known::FRAMESET, .. })
                }
                local => rules.can_omit_end_tag(local, self.parent_of(index), next),
            };
            if !is_closed {
                break;
            }
            closed = Some(name.local);
            self.truncate(index);
        }
        closed
    }

    /// Notes what a start tag may do besides starting an element. To be called before
    /// [`push`](Self::push).
    pub(super) fn check_start_tag(&mut self, local: LocalName) {
        let parent = self.parent();
        let is_plain = match local {
            known::HTML => parent == Parent::Root && self.outermost.is_none(),
            known::HEAD => {
                matches!(parent, Parent::Root | Parent::Html(known::HTML))
                    && matches!(self.outermost, None | Some(known::HTML))
            }
            known::BODY => {
                matches!(parent, Parent::Root | Parent::Html(known::HTML))
                    && matches!(self.outermost, None | Some(known::HTML | known::HEAD))
            }
            _ => {
                let counts = &self.counts;
                let is_open = |name| {
                    COUNTED.iter().zip(counts).any(|(&counted, &n)| counted == name && n > 0)
                };
                is_plain(local, parent, is_open)
            }
        };
        self.misnested |= !is_plain;
        match local {
            known::HTML | known::HEAD | known::BODY => self.outermost = Some(local),
            _ if matches!(parent, Parent::Root | Parent::Html(known::HTML)) => {
                self.outermost = Some(known::NO_NAME);
            }
            _ => {}
        }
    }

    /// Notes what text other than white space may do.
    pub(super) fn check_text(&mut self) {
        self.misnested |= !keeps_text(self.parent());
    }

    /// Opens an element.
    pub(super) fn push(&mut self, name: ElementName, text: &str, scripting: bool) {
        if let Some(counted) = counted(name) {
            self.counts[counted] += 1;
        }
        let handling = Handling::of(name);
        let has_raw_text = handling.is_raw_text(scripting);
        let is_preformatted = name.namespace == Namespace::Html
            && matches!(name.local, known::PRE | known::TEXTAREA | known::LISTING);
        self.open.push(Open {
            name,
            unknown_name: (name.local == known::NO_NAME).then(|| text.into()),
            has_raw_text,
            keeps_white_space: has_raw_text || is_preformatted || self.keeps_white_space(),
        });
    }

    /// Closes the elements from that index on.
    fn truncate(&mut self, index: usize) {
        for open in self.open.drain(index..) {
            if let Some(counted) = counted(open.name) {
                self.counts[counted] -= 1;
            }
        }
    }

    /// Closes the element that an end tag of that name ends, and those open in it.
    pub(super) fn pop(&mut self, name: &str, local: LocalName, rules: &Rules) -> Ended {
        let found = self.open.iter().rev().take(SEARCH_DEPTH).position(|open| open.is(name, local));
        let Some(inside) = found else {
            self.misnested = true;
            return Ended { is_current: false, is_foreign: false };
        };
        let index = self.open.len() - 1 - inside;
        // An element whose end tag was left out before it came here ends as well.
        let fits = (index + 1..self.open.len()).all(|i| {
            let name = self.open[i].name;
            name.namespace == Namespace::Html
                && rules.is_ended_by_parent(name.local, self.parent_of(i))
        });
        self.misnested |= !fits;
        let is_foreign = self.open[index].name.namespace != Namespace::Html;
        self.truncate(index);
        Ended { is_current: inside == 0, is_foreign }
    }
}

/// The index among [`COUNTED`].
fn counted(name: ElementName) -> Option<usize> {
    COUNTED.iter().position(|&counted| name.is_html(counted))
}

/// Whether a start tag of that name in the foreign element `name` is an HTML one. For an
/// `annotation-xml` this depends on attributes; here it never is.
///
/// <https://html.spec.whatwg.org/#html-integration-point>
fn is_integration_point(name: ElementName, local: LocalName) -> bool {
    match name.namespace {
        Namespace::Html => true,
        Namespace::Svg => {
            matches!(
                name.local,
                known::FOREIGN_OBJECT | known::FOREIGNOBJECT | known::DESC | known::TITLE
            )
        }
        Namespace::MathMl => {
            matches!(name.local, known::MI | known::MO | known::MN | known::MS | known::MTEXT)
                && !matches!(local, known::MGLYPH | known::MALIGNMARK)
        }
    }
}

/// The start tags that end foreign content. (`font` does so by its attributes; here it doesn't.)
///
/// <https://html.spec.whatwg.org/#parsing-main-inforeign>
#[rustfmt::skip]
const BREAKS_OUT: &[LocalName] = &[
    known::B, known::BIG, known::BLOCKQUOTE, known::BODY, known::BR, known::CENTER, known::CODE, known::DD, known::DIV,
    known::DL, known::DT, known::EM, known::EMBED, known::H1, known::H2, known::H3, known::H4, known::H5, known::H6,
    known::HEAD, known::HR, known::I, known::IMG, known::LI, known::LISTING, known::MENU, known::META, known::NOBR,
    known::OL, known::P, known::PRE, known::RUBY, known::S, known::SMALL, known::SPAN, known::STRONG, known::STRIKE,
    known::SUB, known::SUP, known::TABLE, known::TT, known::U, known::UL, known::VAR,
];
