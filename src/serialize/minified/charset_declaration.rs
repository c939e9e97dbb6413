//! The declaration of the encoding in the `head` that is being written.

use std::ops::Range;

use super::start_tag::AttributeText;

/// Finds out where the declaration goes. Offsets are into the text that the token writer has not
/// passed on yet.
#[derive(Debug)]
pub(super) struct CharsetDeclaration {
    progress: Progress,
}

#[derive(Debug)]
enum Progress {
    /// No declaration is wanted, or it has been written.
    Done,
    /// The `head` has not started.
    BeforeHead,
    InHead {
        /// The offset of the start tag.
        tag: usize,
        /// The offset of the content.
        content: usize,
        /// Whether the start tag can be omitted before a `meta`.
        is_optional: bool,
        /// Whether a `meta` in the `head` has declared the encoding.
        is_declared: bool,
    },
}

impl CharsetDeclaration {
    pub(super) fn new(is_wanted: bool) -> Self {
        let progress = if is_wanted { Progress::BeforeHead } else { Progress::Done };
        CharsetDeclaration { progress }
    }

    pub(super) fn is_before_head(&self) -> bool {
        matches!(self.progress, Progress::BeforeHead)
    }

    pub(super) fn is_in_head(&self) -> bool {
        matches!(self.progress, Progress::InHead { .. })
    }

    /// Notes that the `head` starts at an offset.
    pub(super) fn head_starts(&mut self, at: usize) {
        self.progress =
            Progress::InHead { tag: at, content: at, is_optional: true, is_declared: false };
    }

    /// Notes that the start tag of the `head` was written, and its end.
    pub(super) fn head_tag_is_written(&mut self, end: usize, optional: bool) {
        if let Progress::InHead { content, is_optional, .. } = &mut self.progress {
            *content = end;
            *is_optional = optional;
        }
    }

    /// Returns the index and the new value of the attribute in which a `meta` of the `head`
    /// declares an encoding, if it does, given the label of the new encoding.
    pub(super) fn declaration(
        &mut self,
        attributes: &[AttributeText<'_>],
        label: Option<&str>,
    ) -> Option<(usize, String)> {
        let Progress::InHead { is_declared, .. } = &mut self.progress else { return None };
        let label = label?;
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

    /// Ends the `head`, if it has started. Returns the range that a new declaration replaces, if
    /// one is needed: the optional start tag of the `head`, or an empty range after it.
    pub(super) fn end(&mut self) -> Option<Range<usize>> {
        let Progress::InHead { tag, content, is_optional, is_declared } = self.progress else {
            return None;
        };
        self.progress = Progress::Done;
        (!is_declared).then_some(if is_optional { tag..content } else { content..content })
    }
}
