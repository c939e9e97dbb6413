//! The declaration of the encoding in the `head` that is being written.

use std::ops::Range;

use super::WriterOptions;
use super::attributes::AttributeText;

/// Knows where a `meta` with the encoding has to go. Offsets are into the text that is not handed
/// on yet.
#[derive(Debug)]
pub(super) struct MetaCharset {
    state: State,
}

#[derive(Debug)]
enum State {
    /// No declaration is wanted, or it is there.
    Idle,
    /// The `head` has not come.
    Awaited,
    /// The `head` is being written.
    InHead {
        /// Where its start tag begins.
        tag: usize,
        /// Where its content begins.
        content: usize,
        /// The start tag can be left out before a `meta`.
        is_optional: bool,
        /// An encoding is declared.
        is_declared: bool,
    },
}

impl MetaCharset {
    pub(super) fn new(is_wanted: bool) -> Self {
        MetaCharset { state: if is_wanted { State::Awaited } else { State::Idle } }
    }

    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.state, State::Awaited)
    }

    pub(super) fn is_in_head(&self) -> bool {
        matches!(self.state, State::InHead { .. })
    }

    /// The `head` starts at that offset.
    pub(super) fn head_starts(&mut self, at: usize) {
        self.state = State::InHead { tag: at, content: at, is_optional: true, is_declared: false };
    }

    /// The start tag of the `head` was written and ends at that offset.
    pub(super) fn head_tag_is_written(&mut self, end: usize, optional: bool) {
        if let State::InHead { content, is_optional, .. } = &mut self.state {
            *content = end;
            *is_optional = optional;
        }
    }

    /// The index and new value of the attribute in which a `meta` of the `head` declares an
    /// encoding.
    pub(super) fn declaration(
        &mut self,
        attributes: &[AttributeText<'_>],
        options: &WriterOptions,
    ) -> Option<(usize, String)> {
        let State::InHead { is_declared, .. } = &mut self.state else { return None };
        let label = options.meta_charset.as_deref()?;
        let position =
            |name: &str| attributes.iter().position(|attribute| attribute.is_named(name));
        let declaration = match position("charset") {
            Some(index) => (index, label.to_owned()),
            None => {
                let pragma = attributes.get(position("http-equiv")?)?.value;
                let index = position("content")?;
                if !pragma.eq_ignore_ascii_case("content-type") {
                    return None;
                }
                (index, format!("text/html; charset={label}"))
            }
        };
        *is_declared = true;
        Some(declaration)
    }

    /// The `head` ends, if there is one. Returns what the declaration takes the place of, unless
    /// there is one.
    pub(super) fn end(&mut self) -> Option<Range<usize>> {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::InHead { tag, content, is_optional, is_declared: false } => {
                Some(if is_optional { tag..content } else { content..content })
            }
            State::Awaited => {
                self.state = State::Awaited;
                None
            }
            _ => None,
        }
    }
}
