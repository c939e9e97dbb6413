//! The tags that the standard lets authors omit.
//!
//! <https://html.spec.whatwg.org/#optional-tags>
//!
//! The standard's rules assume a conforming document. For any other, a tag can be omitted only if
//! the parser does the same without it. For the end tags of most elements, [`Nest`](super::Nest)
//! knows that; for other tags, the rules here are stricter unless
//! [`assume_conforming`](OmissionRules::assume_conforming) is set.

use crate::elements::{ElementRow, TagSet, Traits};
use crate::names::{LocalName, known};

/// The token that follows a tag.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Following<'a> {
    StartTag {
        name: &'a str,
        local: LocalName,
    },
    EndTag {
        name: &'a str,
        local: LocalName,
        /// Whether the end tag ends the parent of the tag.
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
pub(crate) enum Parent {
    /// No parent, or one that is not written.
    Root,
    /// An HTML element; [`known::NO_NAME`] for every name that is not a known one.
    Html(LocalName),
    /// An element of SVG or MathML.
    Foreign,
}

/// The rules for omitting tags, with the facts that they depend on besides the tags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OmissionRules {
    /// Whether the rules are the standard's, which assume a conforming document.
    pub(crate) assume_conforming: bool,
    /// Whether the tags come from a tree, in which only comments follow the body.
    pub(crate) is_tree: bool,
    /// Whether the tags come from the tree of a document. A fragment may be one of a table, where a
    /// `form` start tag doesn't end a `p`.
    pub(crate) is_document: bool,
}

impl OmissionRules {
    /// Whether the start tag of an HTML element without attributes can be omitted.
    /// `omitted_before` is the name of the element right before it, if its end tag was omitted.
    pub(crate) fn can_omit_start_tag(
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
            // Deviation (Optional tags): not omitted before whitespace either, which the parser
            // drops in any case.
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
            known::COLGROUP => in_table && next.starts(known::COL) && omitted_before != Some(name),
            known::TBODY => {
                let follows_omitted = omitted_before.is_some_and(is_table_section);
                in_table && next.starts(known::TR) && !follows_omitted
            }
            _ => false,
        }
    }

    /// Whether the standard lets authors omit the end tag of an HTML element. If the document may
    /// not be conforming, this is so only where the parser ends the element; for `html`, `head` and
    /// `body`, the rules here ensure that.
    pub(crate) fn can_omit_end_tag(
        &self,
        name: LocalName,
        parent: Parent,
        next: Following<'_>,
    ) -> bool {
        let conforming = self.assume_conforming;
        let at_whitespace_or_comment = matches!(next, Following::Whitespace | Following::Comment);
        match name {
            // Deviation (Optional tags): the end tags of `html` and `body` are not omitted before
            // whitespace either, though the parser would do the same.
            known::HTML | known::BODY if conforming => !at_whitespace_or_comment,
            // If their start tags are omitted too, the next content must not be parsed as a part of
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
            known::LI => next.starts(name) || self.ends_with_parent(name, parent, next),
            known::DT => next.starts_item(),
            known::DD => next.starts_item() || self.ends_with_parent(name, parent, next),
            known::P => self.starts_after_p(next) || self.ends_with_parent(name, parent, next),
            known::RT | known::RP => {
                next.starts(known::RT)
                    || next.starts(known::RP)
                    || self.ends_with_parent(name, parent, next)
            }
            known::OPTION if next.starts(name) => true,
            known::OPTION | known::OPTGROUP => {
                next.starts(known::OPTGROUP)
                    || next.starts(known::HR)
                    || self.ends_with_parent(name, parent, next)
            }
            known::COLGROUP | known::CAPTION => !at_whitespace_or_comment,
            known::THEAD => next.starts(known::TBODY) || next.starts(known::TFOOT),
            known::TBODY => {
                next.starts(known::TBODY)
                    || next.starts(known::TFOOT)
                    || self.ends_with_parent(name, parent, next)
            }
            // Deviation (Optional tags): omitted before a `tbody` too, where the parser does the
            // same.
            known::TFOOT => next.starts(known::TBODY) || self.ends_with_parent(name, parent, next),
            known::TR => next.starts(name) || self.ends_with_parent(name, parent, next),
            known::TD | known::TH => {
                next.starts(known::TD)
                    || next.starts(known::TH)
                    || self.ends_with_parent(name, parent, next)
            }
            _ => false,
        }
    }

    /// Whether there is no more content in the parent, so that its end ends the element, too.
    fn ends_with_parent(&self, name: LocalName, parent: Parent, next: Following<'_>) -> bool {
        match next {
            Following::End => true,
            Following::EndTag { name: next_name, local, .. } if self.assume_conforming => {
                name != known::P || ends_p(next_name, local)
            }
            // More than comments may follow the end tag of the body.
            Following::EndTag { ends_parent, .. } => {
                let is_last = matches!(parent, Parent::Html(known::BODY | known::HTML));
                ends_parent && (!is_last || self.is_tree)
            }
            _ => false,
        }
    }

    /// Whether the end tag of a `p` can be omitted before this token, because it is a start tag
    /// that ends a `p`.
    fn starts_after_p(&self, next: Following<'_>) -> bool {
        let Following::StartTag { name, local } = next else { return false };
        match local {
            known::FORM => self.assume_conforming || self.is_document,
            // Deviation (Optional tags): these two are not in the standard's list. The parser ends
            // a `p` before `dir`; `datagrid` was in drafts of the standard.
            known::DIR => true,
            known::NO_NAME => self.assume_conforming && name == "datagrid",
            known::TABLE => true,
            _ => ElementRow::of(local).is(Traits::OPTIONAL_P_END_TAG),
        }
    }
}

impl Following<'_> {
    /// Whether this is a start tag with that name.
    fn starts(self, name: LocalName) -> bool {
        matches!(self, Following::StartTag { local, .. } if local == name)
    }

    /// Whether this is the start tag `dd` or `dt`.
    fn starts_item(self) -> bool {
        self.starts(known::DD) || self.starts(known::DT)
    }
}

/// Whether the parser, between `head` and `body`, doesn't start the `body` at this start tag.
pub(crate) fn goes_into_head(local: LocalName) -> bool {
    match local {
        known::HTML | known::HEAD => true,
        known::FRAMESET | known::NOSCRIPT => true,
        _ => ElementRow::of(local).is(Traits::IN_HEAD),
    }
}

/// Whether the element is a `tbody`, `tfoot` or `thead`.
fn is_table_section(name: LocalName) -> bool {
    TagSet::of(name).intersects(TagSet::TABLE_SECTIONS)
}

/// Whether the end tag of a `p` can be omitted before the end tag of this parent.
fn ends_p(name: &str, local: LocalName) -> bool {
    let is_autonomous_custom_element = local == known::NO_NAME && name.contains('-');
    !ElementRow::of(local).is(Traits::KEEPS_P_END_TAG) && !is_autonomous_custom_element
}
