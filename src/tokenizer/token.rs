//! The tokens as the tree builder gets them: texts are spans, names are numbers.

use crate::names::{LocalName, known};
pub(crate) use crate::text::Attribute;
use crate::text::{Attributes, Span, TagRange};

/// A start tag or an end tag.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    /// The tag name, ASCII-lowercased.
    pub(crate) name: LocalName,
    /// The attributes in the order of the input, without duplicates. There is one list, which the
    /// tokenizer reuses from tag to tag.
    pub(crate) attributes: Attributes,
    /// Whether the tag ended with `/>`: the standard's self-closing flag.
    pub(crate) self_closing: bool,
    /// Whether an attribute was dropped because the tag has another one of its name.
    pub(crate) had_duplicate_attributes: bool,
    /// The byte offset in the source of its `<`.
    pub(crate) start: u32,
    /// The byte offset in the source after its `>`.
    pub(crate) end: u32,
}

impl Tag {
    /// Returns the byte range in the source.
    #[inline]
    pub(crate) fn range(&self) -> TagRange {
        TagRange { start: self.start, end: self.end }
    }

    /// Returns the value of the attribute of that name. The tokenizer's attributes have no
    /// namespace.
    pub(crate) fn attribute(&self, name: LocalName) -> Option<Span> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name() == name)?;
        Some(attribute.value)
    }
}

impl Default for Tag {
    fn default() -> Self {
        Tag {
            name: known::NO_NAME,
            attributes: Attributes::default(),
            self_closing: false,
            had_duplicate_attributes: false,
            start: 0,
            end: 0,
        }
    }
}

/// A DOCTYPE.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doctype {
    /// The name, ASCII-lowercased; `None` if missing.
    pub(crate) name: Option<Span>,
    /// The public identifier; `None` if missing, which the standard tells from empty.
    pub(crate) public_id: Option<Span>,
    /// The system identifier; `None` if missing, which the standard tells from empty.
    pub(crate) system_id: Option<Span>,
    /// The standard's force-quirks flag: the document is in quirks mode regardless of the
    /// identifiers.
    pub(crate) force_quirks: bool,
    /// The byte offset in the source of its `<`.
    pub(crate) start: u32,
    /// The byte offset in the source after its `>`.
    pub(crate) end: u32,
}

/// A token. Its spans stay valid after it; the tag or DOCTYPE that it borrows is reused for later
/// tokens.
///
/// <https://html.spec.whatwg.org/#tokenization>
#[derive(Debug)]
pub(crate) enum Token<'t> {
    /// A DOCTYPE.
    Doctype(&'t Doctype),
    /// A start tag. The tree builder may adjust its attributes.
    StartTag(&'t mut Tag),
    /// An end tag.
    EndTag(&'t Tag),
    /// A comment or a processing instruction.
    Leaf(Leaf),
    /// One or more characters, none of them U+0000.
    Characters(Span),
    /// A U+0000 character from the data state or a CDATA section, which emit it as it is.
    NullCharacter(Span),
    /// The end of the input. No token follows.
    EndOfFile,
}

/// A token that all insertion modes insert as a node without children, or ignore.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf {
    /// A comment.
    Comment(Span),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target, as written.
        target: Span,
        /// The data, without the whitespace between it and the target.
        data: Span,
    },
}
