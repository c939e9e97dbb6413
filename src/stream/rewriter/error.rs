//! Why an edit of a match was refused.

use std::fmt;
use std::io;

use encoding_rs::Encoding;

use crate::dom::TreeError;
use crate::source_edits::InexactReason;

/// Why an edit of a [`RewriteMatch`](super::RewriteMatch) was refused. Nothing is changed then.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// The element is lent at its start tag, and the edit needs its content.
    NotComplete,
    /// The source of the element, parsed in the elements around it but without the content before
    /// and after, does not give the element: the parser has moved or copied nodes in it or around
    /// it, or a limit was reached. Or the source of the element alone cannot express the edit. Or
    /// the edit changes the whole element, but the lent tag, a second `html` or `body` tag, only
    /// adds attributes to it.
    NotAlone,
    /// An earlier edit has removed the element, or has replaced it or the text: there is nothing to
    /// edit, and no place beside it. Edit its neighbors first.
    Removed,
    /// The source does not express the edit exactly, and the rewriter is
    /// [strict](super::StreamRewriter::strict).
    Inexact(InexactReason),
    /// The edits so far have parsed as much as edits may: 64 bytes for each byte of the input, and
    /// 1 MiB besides. Only edits of elements that are nested 64 levels deep or more, or 64 edits or
    /// more of one large element, reach this.
    TooMuchWork,
    /// The tree does not allow the edit.
    Tree(TreeError),
    /// The encoding does not have a character, and no character reference can stand for it: it is
    /// in a name, a comment or a script.
    #[non_exhaustive]
    Unmappable {
        /// The character.
        character: char,
        /// The encoding.
        encoding: &'static Encoding,
    },
    /// The encoding cannot be written.
    #[non_exhaustive]
    Undecodable {
        /// The encoding.
        encoding: &'static Encoding,
    },
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RewriteError::NotComplete => f.write_str(
                "the edit needs the content of the element, which is lent at its start tag",
            ),
            RewriteError::NotAlone => f.write_str(
                "the source of the element does not give it when it is parsed by itself",
            ),
            RewriteError::Removed => f.write_str("an earlier edit has removed it"),
            RewriteError::Inexact(reason) => {
                write!(f, "the source does not express the edit exactly: {reason}")
            }
            RewriteError::TooMuchWork => {
                f.write_str("the edits so far have parsed the input as often as edits may")
            }
            RewriteError::Tree(error) => error.fmt(f),
            RewriteError::Unmappable { character, encoding } => {
                let (name, number) = (encoding.name(), u32::from(*character));
                write!(
                    f,
                    "{name} does not have {character:?} (U+{number:04X}), and nothing can stand for it"
                )
            }
            RewriteError::Undecodable { encoding } => {
                write!(f, "{} cannot be written", encoding.name())
            }
        }
    }
}

impl std::error::Error for RewriteError {}

impl From<TreeError> for RewriteError {
    fn from(error: TreeError) -> RewriteError {
        RewriteError::Tree(error)
    }
}

/// Makes the error one of a closure of [`rewrite`](super::rewrite).
impl From<RewriteError> for io::Error {
    fn from(error: RewriteError) -> io::Error {
        io::Error::other(error)
    }
}
