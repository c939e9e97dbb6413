//! Which tags can be left out.
//!
//! <https://html.spec.whatwg.org/#optional-tags>
//!
//! The standard's rules assume that the document is conforming. Where that is not to be assumed, a
//! rule asks for more: that the parser, seeing what comes next, does what it would have done at the
//! tag.

use crate::names::LocalName;
use crate::names::known;

/// What comes after a tag.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next<'a> {
    StartTag {
        name: &'a str,
        local: LocalName,
    },
    EndTag {
        name: &'a str,
        local: LocalName,
        /// It ends the element that the tag stands in.
        ends_parent: bool,
    },
    /// A text that begins with white space.
    WhiteSpace,
    /// Any other text.
    Text,
    /// A comment or a processing instruction.
    Comment,
    /// Nothing more.
    End,
}

/// What element a tag stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parent {
    /// None, or one that is not written.
    Root,
    /// An element of HTML; [`known::NO_NAME`] stands for all whose names are not known.
    Html(LocalName),
    /// An element of SVG or MathML.
    Foreign,
}

/// What the rules depend on beyond a tag and what is around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The rules are the standard's and no more.
    pub(super) assume_conforming: bool,
    /// The tags are those of a tree: nothing but comments follows the body.
    pub(super) is_tree: bool,
    /// The tags are those of a document's tree. A fragment may be that of a table, where a `form`
    /// ends no `p`.
    pub(super) is_document: bool,
    /// The parser will not be in quirks mode, where a `table` ends no `p`.
    pub(super) is_without_quirks: bool,
}

impl Rules {
    /// Whether the start tag of an HTML element, which has no attributes, can be left out.
    /// `omitted_before` is the element right before it, if its end tag was left out.
    pub(super) fn can_omit_start_tag(
        &self,
        name: LocalName,
        parent: Parent,
        omitted_before: Option<LocalName>,
        next: Next<'_>,
    ) -> bool {
        let conforming = self.assume_conforming;
        let in_table = conforming || parent == Parent::Html(known::TABLE);
        let in_html = conforming || matches!(parent, Parent::Root | Parent::Html(known::HTML));
        match name {
            // Deviation: kept before white space too, which the parser would drop, tag or no tag.
            known::HTML => {
                (conforming || parent == Parent::Root)
                    && match next {
                        Next::EndTag { ends_parent, .. } => conforming || ends_parent,
                        Next::StartTag { .. } | Next::Text | Next::End => true,
                        Next::WhiteSpace | Next::Comment => false,
                    }
            }
            known::HEAD => {
                in_html
                    && match next {
                        Next::StartTag { local, .. } => {
                            conforming || !matches!(local, known::HTML | known::HEAD)
                        }
                        Next::EndTag { local, .. } => local == known::HEAD,
                        Next::End => true,
                        Next::Text | Next::WhiteSpace | Next::Comment => false,
                    }
            }
            known::BODY => {
                in_html
                    && match next {
                        Next::StartTag { local, .. } => !goes_into_head(local),
                        Next::EndTag { ends_parent, .. } => conforming || ends_parent,
                        Next::Text | Next::End => true,
                        Next::WhiteSpace | Next::Comment => false,
                    }
            }
            known::COLGROUP => {
                in_table && next.starts(&[known::COL]) && omitted_before != Some(name)
            }
            known::TBODY => {
                let follows_omitted =
                    matches!(omitted_before, Some(known::TBODY | known::THEAD | known::TFOOT));
                in_table && next.starts(&[known::TR]) && !follows_omitted
            }
            _ => false,
        }
    }

    /// Whether the end tag of an HTML element can be left out.
    pub(super) fn can_omit_end_tag(&self, name: LocalName, parent: Parent, next: Next<'_>) -> bool {
        let conforming = self.assume_conforming;
        let in_table = conforming || parent == Parent::Html(known::TABLE);
        let in_select = conforming || parent == Parent::Html(known::SELECT);
        let at_white_space_or_comment = matches!(next, Next::WhiteSpace | Next::Comment);
        match name {
            // Deviation: that of `html` and of `body` are kept before white space too, to no
            // effect.
            known::HTML | known::BODY if conforming => !at_white_space_or_comment,
            // If their start tags are left out as well, what comes next must not be taken for the
            // head's.
            known::HTML => matches!(next, Next::End),
            known::BODY => matches!(next, Next::EndTag { local: known::HTML, .. } | Next::End),
            known::HEAD => match next {
                Next::StartTag { local, .. } => {
                    conforming || !goes_into_head(local) || local == known::FRAMESET
                }
                Next::EndTag { ends_parent, .. } => conforming || ends_parent,
                _ => !at_white_space_or_comment,
            },
            known::LI => next.starts(&[known::LI]) || self.ends_with_parent(name, parent, next),
            known::DT => next.starts(&[known::DT, known::DD]),
            known::DD => {
                next.starts(&[known::DT, known::DD]) || self.ends_with_parent(name, parent, next)
            }
            known::P => self.starts_after_p(next) || self.ends_with_parent(name, parent, next),
            known::RT | known::RP => {
                let in_ruby = conforming || parent == Parent::Html(known::RUBY);
                (in_ruby && next.starts(&[known::RT, known::RP]))
                    || self.ends_with_parent(name, parent, next)
            }
            known::OPTGROUP => {
                (in_select && next.starts(&[known::OPTGROUP, known::HR]))
                    || self.ends_with_parent(name, parent, next)
            }
            known::OPTION => {
                next.starts(&[known::OPTION])
                    || (in_select && next.starts(&[known::OPTGROUP, known::HR]))
                    || self.ends_with_parent(name, parent, next)
            }
            known::COLGROUP | known::CAPTION if conforming => !at_white_space_or_comment,
            // Anything but a part of a table would go into the caption, and a template into the
            // column group.
            known::COLGROUP | known::CAPTION => {
                (in_table
                    && next.starts(&[
                        known::CAPTION,
                        known::COLGROUP,
                        known::THEAD,
                        known::TBODY,
                        known::TFOOT,
                        known::TR,
                    ]))
                    || self.ends_with_parent(name, parent, next)
            }
            known::THEAD => in_table && next.starts(&[known::TBODY, known::TFOOT]),
            known::TBODY => {
                (in_table && next.starts(&[known::TBODY, known::TFOOT]))
                    || self.ends_with_parent(name, parent, next)
            }
            // Deviation: left out before a `tbody` too, where it makes no difference to the parser.
            known::TFOOT => {
                (in_table && next.starts(&[known::TBODY]))
                    || self.ends_with_parent(name, parent, next)
            }
            known::TR => next.starts(&[known::TR]) || self.ends_with_parent(name, parent, next),
            known::TD | known::TH => {
                next.starts(&[known::TD, known::TH]) || self.ends_with_parent(name, parent, next)
            }
            _ => false,
        }
    }

    /// Whether the parser ends the HTML element `name` when `parent`, which it stands in, ends.
    pub(super) fn is_ended_by_parent(&self, name: LocalName, parent: Parent) -> bool {
        let is_last = matches!(parent, Parent::Html(known::BODY | known::HTML));
        closes_with(name, parent) && (!is_last || self.is_tree)
    }

    /// Whether there is no more content in the parent element, and its end is the end of this
    /// element too.
    fn ends_with_parent(&self, name: LocalName, parent: Parent, next: Next<'_>) -> bool {
        match next {
            Next::End => true,
            Next::EndTag { name: next_name, local, .. } if self.assume_conforming => {
                name != known::P || ends_p(next_name, local)
            }
            Next::EndTag { ends_parent, .. } => {
                ends_parent && self.is_ended_by_parent(name, parent)
            }
            _ => false,
        }
    }

    /// Whether the start tag is one of those before which the end tag of a `p` can be left out.
    fn starts_after_p(&self, next: Next<'_>) -> bool {
        let Next::StartTag { name, local } = next else { return false };
        match local {
            known::TABLE => self.assume_conforming || self.is_without_quirks,
            known::FORM => self.assume_conforming || self.is_document,
            // Deviation: these two are not in the standard's list. The parser ends a `p` before
            // `dir`; `datagrid` was in drafts.
            known::DIR => true,
            known::NO_NAME => self.assume_conforming && name == "datagrid",
            _ => is_after_p(local),
        }
    }
}

impl Next<'_> {
    /// Whether this is a start tag of one of these names.
    fn starts(self, names: &[LocalName]) -> bool {
        matches!(self, Next::StartTag { local, .. } if names.contains(&local))
    }
}

/// Whether a start tag belongs into the `head` as long as no `body` was started, or means something
/// else there.
fn goes_into_head(local: LocalName) -> bool {
    matches!(
        local,
        known::BASE
            | known::BASEFONT
            | known::BGSOUND
            | known::FRAMESET
            | known::HEAD
            | known::HTML
            | known::LINK
            | known::META
            | known::NOFRAMES
            | known::NOSCRIPT
            | known::SCRIPT
            | known::STYLE
            | known::TEMPLATE
            | known::TITLE
    )
}

/// Whether the start tag ends a `p` by the standard's list.
pub(super) fn is_after_p(local: LocalName) -> bool {
    AFTER_P.contains(&local)
}

/// Whether the end tag of a `p` can be left out before the end tag of that parent.
fn ends_p(name: &str, local: LocalName) -> bool {
    let transparent = matches!(
        local,
        known::A
            | known::AUDIO
            | known::DEL
            | known::INS
            | known::MAP
            | known::NOSCRIPT
            | known::VIDEO
    );
    let is_autonomous_custom_element = local == known::NO_NAME && name.contains('-');
    !transparent && !is_autonomous_custom_element
}

/// Whether the end tag of `parent`, or what stands for it, ends `name` with it. It does not where
/// the parser looks for the parent by name and gives up at any special element, as for a `span`.
fn closes_with(name: LocalName, parent: Parent) -> bool {
    let parent = match parent {
        Parent::Root => return true,
        Parent::Html(parent) => parent,
        Parent::Foreign => return false,
    };
    match name {
        known::P => GENERATES_IMPLIED_END_TAGS.contains(&parent),
        // A list item looks for one to end only up to the next element of another list.
        known::LI => {
            !matches!(parent, known::DD | known::DT) && GENERATES_IMPLIED_END_TAGS.contains(&parent)
        }
        known::DD => parent != known::LI && GENERATES_IMPLIED_END_TAGS.contains(&parent),
        known::OPTION => {
            matches!(parent, known::SELECT | known::OPTGROUP | known::DATALIST)
                || GENERATES_IMPLIED_END_TAGS.contains(&parent)
        }
        known::OPTGROUP => parent == known::SELECT,
        known::RT | known::RP => matches!(parent, known::RUBY | known::RTC),
        known::CAPTION | known::COLGROUP => parent == known::TABLE,
        // Deviation: not by the end tag of a template. Where that ends a cell, the parser leaves
        // the cell's marker in the list of active formatting elements.
        known::TBODY | known::TFOOT => parent == known::TABLE,
        known::TR => matches!(parent, known::TABLE | known::TBODY | known::TFOOT | known::THEAD),
        known::TD | known::TH => parent == known::TR,
        _ => false,
    }
}

/// The elements whose end the parser begins with "generate implied end tags", and those that are
/// never popped.
#[rustfmt::skip]
const GENERATES_IMPLIED_END_TAGS: &[LocalName] = &[
    known::ADDRESS, known::APPLET, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::BODY, known::BUTTON,
    known::CAPTION, known::CENTER, known::DD, known::DETAILS, known::DIALOG, known::DIR, known::DIV, known::DL,
    known::DT, known::FIELDSET, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::FORM, known::H1, known::H2,
    known::H3, known::H4, known::H5, known::H6, known::HEADER, known::HGROUP, known::HTML, known::LI, known::LISTING,
    known::MAIN, known::MARQUEE, known::MENU, known::NAV, known::OBJECT, known::OL, known::PRE, known::SEARCH,
    known::SECTION, known::SUMMARY, known::TD, known::TEMPLATE, known::TH, known::UL,
];

/// The elements, `table` aside, before which the end tag of a `p` can be left out.
#[rustfmt::skip]
const AFTER_P: &[LocalName] = &[
    known::ADDRESS, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::DETAILS, known::DIALOG, known::DIV,
    known::DL, known::FIELDSET, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::FORM, known::H1, known::H2,
    known::H3, known::H4, known::H5, known::H6, known::HEADER, known::HGROUP, known::HR, known::MAIN, known::MENU,
    known::NAV, known::OL, known::P, known::PRE, known::SEARCH, known::SECTION, known::UL,
];
