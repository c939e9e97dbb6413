//! Which tags can be omitted.
//!
//! <https://html.spec.whatwg.org/#optional-tags>
//!
//! The standard's rules assume a conforming document. Unless
//! [`assume_conforming`](OmissionRules::assume_conforming) is set, the rules here are stricter: a
//! tag is omitted only if what follows makes the parser do what it would have done at the tag.

use crate::names::{LocalName, known};

/// The token that follows a tag.
#[derive(Clone, Copy, Debug)]
pub(super) enum Following<'a> {
    StartTag {
        name: &'a str,
        local: LocalName,
    },
    EndTag {
        name: &'a str,
        local: LocalName,
        /// Whether it ends the parent of the tag.
        ends_parent: bool,
    },
    /// Text that begins with whitespace.
    Whitespace,
    /// Other text.
    Text,
    /// A comment or a processing instruction.
    Comment,
    /// The end of the output.
    End,
}

/// The parent of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parent {
    /// None, or one that is not written.
    Root,
    /// An HTML element; [`known::NO_NAME`] for every name that is not a known one.
    Html(LocalName),
    /// An element of SVG or MathML.
    Foreign,
}

/// The rules for omitting tags, with the facts that they depend on besides the tags.
#[derive(Clone, Copy, Debug)]
pub(super) struct OmissionRules {
    /// Whether the rules are the standard's, which assume a conforming document.
    pub(super) assume_conforming: bool,
    /// Whether the tags come from a tree, in which only comments follow the body.
    pub(super) is_tree: bool,
    /// Whether the tags come from the tree of a document. A fragment may be one of a table, where a
    /// `form` start tag doesn't end a `p`.
    pub(super) is_document: bool,
    /// Whether the parser will not be in quirks mode, where a `table` start tag doesn't end a `p`.
    pub(super) is_without_quirks: bool,
}

impl OmissionRules {
    /// Whether the start tag of an HTML element without attributes can be omitted.
    /// `omitted_before` is the name of the element right before it, if its end tag was omitted.
    pub(super) fn can_omit_start_tag(
        &self,
        name: LocalName,
        parent: Parent,
        omitted_before: Option<LocalName>,
        next: Following<'_>,
    ) -> bool {
        let conforming = self.assume_conforming;
        let in_table = conforming || parent == Parent::Html(known::TABLE);
        let in_html = conforming || matches!(parent, Parent::Root | Parent::Html(known::HTML));
        match name {
            // Deviation: not omitted before whitespace either, which the parser drops in any case.
            known::HTML => {
                (conforming || parent == Parent::Root)
                    && match next {
                        Following::EndTag { ends_parent, .. } => conforming || ends_parent,
                        Following::StartTag { .. } | Following::Text | Following::End => true,
                        Following::Whitespace | Following::Comment => false,
                    }
            }
            known::HEAD => {
                in_html
                    && match next {
                        Following::StartTag { local, .. } => {
                            conforming || !matches!(local, known::HTML | known::HEAD)
                        }
                        Following::EndTag { local, .. } => local == known::HEAD,
                        Following::End => true,
                        Following::Text | Following::Whitespace | Following::Comment => false,
                    }
            }
            known::BODY => {
                in_html
                    && match next {
                        Following::StartTag { local, .. } => !goes_into_head(local),
                        Following::EndTag { ends_parent, .. } => conforming || ends_parent,
                        Following::Text | Following::End => true,
                        Following::Whitespace | Following::Comment => false,
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

    /// Whether the end tag of an HTML element can be omitted.
    pub(super) fn can_omit_end_tag(
        &self,
        name: LocalName,
        parent: Parent,
        next: Following<'_>,
    ) -> bool {
        let conforming = self.assume_conforming;
        let in_table = conforming || parent == Parent::Html(known::TABLE);
        let in_select = conforming || parent == Parent::Html(known::SELECT);
        let at_whitespace_or_comment = matches!(next, Following::Whitespace | Following::Comment);
        match name {
            // Deviation: the end tags of `html` and `body` are not omitted before whitespace
            // either, though the parser would do the same.
            known::HTML | known::BODY if conforming => !at_whitespace_or_comment,
            // If their start tags are omitted too, what follows must not be parsed as a part of
            // the head.
            known::HTML => matches!(next, Following::End),
            known::BODY => {
                matches!(next, Following::EndTag { local: known::HTML, .. } | Following::End)
            }
            known::HEAD => match next {
                Following::StartTag { local, .. } => {
                    conforming || !goes_into_head(local) || local == known::FRAMESET
                }
                Following::EndTag { ends_parent, .. } => conforming || ends_parent,
                _ => !at_whitespace_or_comment,
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
            known::COLGROUP | known::CAPTION if conforming => !at_whitespace_or_comment,
            // The parser would put anything but a part of a table into the caption, and a
            // `template` into the column group.
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
            // Deviation: omitted before a `tbody` too, where the parser does the same.
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

    /// Whether the parser ends the HTML element `name` when its parent ends.
    pub(super) fn is_ended_by_parent(&self, name: LocalName, parent: Parent) -> bool {
        let is_last = matches!(parent, Parent::Html(known::BODY | known::HTML));
        closes_with(name, parent) && (!is_last || self.is_tree)
    }

    /// Whether no content follows in the parent, and the end of the parent ends this element too.
    fn ends_with_parent(&self, name: LocalName, parent: Parent, next: Following<'_>) -> bool {
        match next {
            Following::End => true,
            Following::EndTag { name: next_name, local, .. } if self.assume_conforming => {
                name != known::P || ends_p(next_name, local)
            }
            Following::EndTag { ends_parent, .. } => {
                ends_parent && self.is_ended_by_parent(name, parent)
            }
            _ => false,
        }
    }

    /// Whether the end tag of a `p` can be omitted before this token, because it is a start tag
    /// that ends a `p`.
    fn starts_after_p(&self, next: Following<'_>) -> bool {
        let Following::StartTag { name, local } = next else { return false };
        match local {
            known::TABLE => self.assume_conforming || self.is_without_quirks,
            known::FORM => self.assume_conforming || self.is_document,
            // Deviation: these two are not in the standard's list. The parser ends a `p` before
            // `dir`; `datagrid` was in drafts of the standard.
            known::DIR => true,
            known::NO_NAME => self.assume_conforming && name == "datagrid",
            _ => is_after_p(local),
        }
    }
}

impl Following<'_> {
    /// Whether this is a start tag with one of these names.
    fn starts(self, names: &[LocalName]) -> bool {
        matches!(self, Following::StartTag { local, .. } if names.contains(&local))
    }
}

/// Whether the parser, between `head` and `body`, doesn't start the `body` at this start tag.
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

/// Whether the start tag is in the standard's list of those before which the end tag of a `p` can
/// be omitted. The list has `table` too, which depends on the quirks mode and is not in this one.
pub(super) fn is_after_p(local: LocalName) -> bool {
    AFTER_P.contains(&local)
}

/// Whether the end tag of a `p` can be omitted before the end tag of this parent.
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

/// Whether the end tag of `parent`, or a tag that implies it, ends the element `name` in it. It
/// doesn't if the parser looks for the parent by name and gives up at the first special element, as
/// it does for a `span`.
fn closes_with(name: LocalName, parent: Parent) -> bool {
    let parent = match parent {
        Parent::Root => return true,
        Parent::Html(parent) => parent,
        Parent::Foreign => return false,
    };
    match name {
        known::P => GENERATES_IMPLIED_END_TAGS.contains(&parent),
        // At a list item's start tag, the parser looks for an item to end only up to the next
        // element of another list.
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
        // Deviation: not for the end tag of a `template`. When that ends a cell, the parser leaves
        // the cell's marker in the list of active formatting elements.
        known::TBODY | known::TFOOT => parent == known::TABLE,
        known::TR => matches!(parent, known::TABLE | known::TBODY | known::TFOOT | known::THEAD),
        known::TD | known::TH => parent == known::TR,
        _ => false,
    }
}

/// The elements at whose end the parser generates implied end tags, and `html` and `body`, which
/// it doesn't pop.
#[rustfmt::skip]
const GENERATES_IMPLIED_END_TAGS: &[LocalName] = &[
    known::ADDRESS, known::APPLET, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::BODY, known::BUTTON,
    known::CAPTION, known::CENTER, known::DD, known::DETAILS, known::DIALOG, known::DIR, known::DIV, known::DL,
    known::DT, known::FIELDSET, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::FORM, known::H1, known::H2,
    known::H3, known::H4, known::H5, known::H6, known::HEADER, known::HGROUP, known::HTML, known::LI, known::LISTING,
    known::MAIN, known::MARQUEE, known::MENU, known::NAV, known::OBJECT, known::OL, known::PRE, known::SEARCH,
    known::SECTION, known::SUMMARY, known::TD, known::TEMPLATE, known::TH, known::UL,
];

/// The elements, except `table`, before which the end tag of a `p` can be omitted.
#[rustfmt::skip]
const AFTER_P: &[LocalName] = &[
    known::ADDRESS, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::DETAILS, known::DIALOG, known::DIV,
    known::DL, known::FIELDSET, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::FORM, known::H1, known::H2,
    known::H3, known::H4, known::H5, known::H6, known::HEADER, known::HGROUP, known::HR, known::MAIN, known::MENU,
    known::NAV, known::OL, known::P, known::PRE, known::SEARCH, known::SECTION, known::UL,
];
