//! The elements that are open in the output so far.
//!
//! This is a second stack of open elements, beside the tree builder's. The token writer has no tree
//! builder: its tokens may come from a tokenizer alone, from a tree, or from a program, and what it
//! writes is parsed later, if at all. So this stack is derived from the tags alone, with the few
//! rules that matter for omitting tags. Where these rules can't tell what the parser will do, the
//! tokens count as [misnested](Nesting::misnested), and no more tags are omitted
//! (unless the content is assumed to be conforming).

use crate::names::{ElementName, LocalName, Namespace, known};

use super::optional_tags::{Following, OmissionRules, Parent};
use super::plain_start_tags::{is_plain, keeps_text};

/// How many levels up an end tag looks for its element. An end tag that finds none counts as a
/// stray one. The bound keeps the time linear. The parser's default limit on depth is as large.
const SEARCH_DEPTH: usize = 512;

/// One level of the nesting: an open element.
#[derive(Debug)]
struct NestingLevel {
    name: ElementName,
    /// The local name, if it is not a known one.
    unknown_name: Option<Box<str>>,
    has_raw_text: bool,
    /// Whether whitespace in the element must not be collapsed, because of this element or of one
    /// around it.
    keeps_whitespace: bool,
}

impl NestingLevel {
    fn is(&self, name: &str, local: LocalName) -> bool {
        self.name.local == local
            && self.unknown_name.as_deref().is_none_or(|unknown| unknown == name)
    }
}

/// The elements that change the effect of some start tags while they are open.
const COUNTED: [LocalName; 5] = [known::P, known::A, known::BUTTON, known::FORM, known::NOBR];

/// The stack of open elements, as far as the tags alone tell.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    open: Vec<NestingLevel>,
    /// The number of open elements of each name in [`COUNTED`].
    counts: [usize; COUNTED.len()],
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
    /// Returns the parent of the next tag.
    pub(super) fn parent(&self) -> Parent {
        self.parent_of(self.open.len())
    }

    /// Returns the parent of the element at an index.
    fn parent_of(&self, index: usize) -> Parent {
        match index.checked_sub(1).and_then(|index| self.open.get(index)) {
            None => Parent::Root,
            Some(NestingLevel {
                name: ElementName { namespace: Namespace::Html, local }, ..
            }) => Parent::Html(*local),
            Some(_) => Parent::Foreign,
        }
    }

    /// Whether an end tag of this name ends the current element.
    pub(super) fn is_current(&self, name: &str, local: LocalName) -> bool {
        self.open.last().is_some_and(|open| open.is(name, local))
    }

    /// Whether text at this point is raw text.
    pub(super) fn is_raw_text(&self) -> bool {
        self.open.last().is_some_and(|open| open.has_raw_text)
    }

    /// Whether whitespace at this point must not be collapsed.
    pub(super) fn keeps_whitespace(&self) -> bool {
        self.open.last().is_some_and(|open| open.keeps_whitespace)
    }

    /// Returns the namespace of the element that a start tag of this name creates. Pops the foreign
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

    /// Pops the elements that a start tag ends because their end tags are optional. Returns the
    /// name of the outermost of them.
    pub(super) fn close_before(
        &mut self,
        rules: &OmissionRules,
        next: Following<'_>,
    ) -> Option<LocalName> {
        let mut closed = None;
        let rules = OmissionRules { assume_conforming: false, ..*rules };
        while let Some(index) = self.open.len().checked_sub(1) {
            let name = self.open[index].name;
            let is_closed = match name.local {
                _ if name.namespace != Namespace::Html => false,
                // Their end tags can be omitted before most start tags, but few of these tags end
                // the element.
                known::HTML | known::BODY => false,
                known::HEAD => {
                    matches!(next, Following::StartTag { local: known::BODY | known::FRAMESET, .. })
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

    /// Notes whether a start tag may do more than start an element. Call this before
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

    /// Notes whether the parser may move text that is not only whitespace.
    pub(super) fn check_text(&mut self) {
        self.misnested |= !keeps_text(self.parent());
    }

    /// Pushes an element. `text` is its local name.
    pub(super) fn push(&mut self, name: ElementName, text: &str, scripting: bool) {
        if let Some(counted) = counted(name) {
            self.counts[counted] += 1;
        }
        let has_raw_text = name.is_raw_text(scripting);
        let is_preformatted = name.namespace == Namespace::Html
            && matches!(name.local, known::PRE | known::TEXTAREA | known::LISTING);
        self.open.push(NestingLevel {
            name,
            unknown_name: (name.local == known::NO_NAME).then(|| text.into()),
            has_raw_text,
            keeps_whitespace: has_raw_text || is_preformatted || self.keeps_whitespace(),
        });
    }

    /// Pops the elements from an index on.
    fn truncate(&mut self, index: usize) {
        for open in self.open.drain(index..) {
            if let Some(counted) = counted(open.name) {
                self.counts[counted] -= 1;
            }
        }
    }

    /// Pops the element that an end tag of this name ends, and the elements open in it.
    pub(super) fn pop(&mut self, name: &str, local: LocalName, rules: &OmissionRules) -> Ended {
        let found = self.open.iter().rev().take(SEARCH_DEPTH).position(|open| open.is(name, local));
        let Some(inside) = found else {
            self.misnested = true;
            return Ended { is_current: false, is_foreign: false };
        };
        let index = self.open.len() - 1 - inside;
        // The open elements inside must be those whose end tags were omitted.
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

/// Returns the index of a name in [`COUNTED`].
fn counted(name: ElementName) -> Option<usize> {
    COUNTED.iter().position(|&counted| name.is_html(counted))
}

/// Whether a start tag `local` in the foreign element `name` creates an HTML element.
///
/// Deviation: never in an `annotation-xml`, where it depends on attributes that are not kept here.
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

/// The start tags that end foreign content.
///
/// Deviation: without `font`, where it depends on the attributes.
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
