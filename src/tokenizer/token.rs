//! What the tokenizer gives to the tree builder.

use std::ops::{Deref, DerefMut};

use crate::names::{AttributeNamespace, LocalName, known};
pub(crate) use crate::text::Attribute;
use crate::text::Span;

/// The attributes of a tag. As many as nearly all tags have need no room of their own.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    few: [Attribute; FEW],
    /// All of them, if there are more.
    many: Vec<Attribute>,
    length: usize,
}

/// How many attributes nearly all tags have at most.
const FEW: usize = 8;

impl Attributes {
    /// How many there are: known without a look at them.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Drops them all, but not the room.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, attribute: Attribute) {
        match self.few.get_mut(self.length) {
            Some(place) => *place = attribute,
            None => self.push_to_many(attribute.value, attribute.name, attribute.namespace),
        }
        self.length += 1;
    }

    // In parts, which are passed in registers: a whole attribute would be written and read back,
    // here and where there are few.
    #[inline(never)]
    fn push_to_many(&mut self, value: Span, name: LocalName, namespace: AttributeNamespace) {
        if self.length == FEW {
            self.many.clear();
            self.many.extend_from_slice(&self.few);
        }
        self.many.push(Attribute { value, name, namespace });
    }
}

impl Default for Attributes {
    #[inline(always)]
    fn default() -> Self {
        let none = Attribute {
            value: Span::EMPTY,
            name: known::NO_NAME,
            namespace: AttributeNamespace::None,
        };
        Attributes { few: [none; FEW], many: Vec::new(), length: 0 }
    }
}

impl Deref for Attributes {
    type Target = [Attribute];

    #[inline(always)]
    fn deref(&self) -> &[Attribute] {
        self.few.get(..self.length).unwrap_or(&self.many)
    }
}

impl DerefMut for Attributes {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Attribute] {
        self.few.get_mut(..self.length).unwrap_or(&mut self.many)
    }
}

/// A start tag or an end tag.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    /// The tag name, ASCII capitals made small.
    pub(crate) name: LocalName,
    /// The attributes in order of the input, duplicates dropped. Reused from tag to tag.
    pub(crate) attributes: Attributes,
    /// The tag ended with `/>`.
    pub(crate) self_closing: bool,
    /// The byte offset in the source of its `<`.
    pub(crate) start: u32,
    /// The byte offset in the source behind its `>`.
    pub(crate) end: u32,
}

impl Tag {
    /// The value of the attribute without a namespace of that name.
    pub(crate) fn attribute(&self, name: LocalName) -> Option<Span> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == name)?;
        Some(attribute.value)
    }
}

impl Default for Tag {
    fn default() -> Self {
        Tag {
            name: known::NO_NAME,
            attributes: Attributes::default(),
            self_closing: false,
            start: 0,
            end: 0,
        }
    }
}

/// A DOCTYPE.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doctype {
    /// The name, ASCII capitals made small; `None` if missing.
    pub(crate) name: Option<Span>,
    /// The public identifier; `None` if missing, which differs from empty.
    pub(crate) public_id: Option<Span>,
    /// The system identifier; `None` if missing, which differs from empty.
    pub(crate) system_id: Option<Span>,
    /// The document is to be in quirks mode whatever else stands here.
    pub(crate) force_quirks: bool,
    /// The byte offsets in the source of its `<` and behind its `>`.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A token.
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
    /// A comment.
    Comment(Span),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target, as written.
        target: Span,
        /// The data, without the white space before it.
        data: Span,
    },
    /// A run of characters, at least one, none of them U+0000.
    Characters(Span),
    /// A U+0000 character, from the data state or a CDATA section, where it is emitted as it is.
    NullCharacter(Span),
    /// The end of the input. No token follows.
    EndOfFile,
}
