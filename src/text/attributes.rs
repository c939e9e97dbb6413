//! A list of attributes that allocates nothing while it is short.

use std::ops::{Deref, DerefMut};

use crate::names::{AttributeName, AttributeNamespace, known};

use super::{Attribute, Span};

/// A vector of attributes with inline storage for up to [`INLINE`] of them: the attributes of a
/// tag, or of all elements of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Attributes {
    /// All attributes, if there are at most [`INLINE`].
    few: [Attribute; INLINE],
    /// All attributes, if there are more.
    many: Vec<Attribute>,
    /// How many attributes there are.
    length: usize,
}

/// The number of attributes that are stored without a vector: enough for 997 of 1,000 tags of real
/// pages, and for all tags of 99 of 100 fragments of 200 bytes.
const INLINE: usize = 8;

/// The number of attributes that a list copies at once from another one: enough for 92 of 100 tags
/// of real pages.
const BLOCK: usize = 4;

const UNUSED: Attribute = Attribute {
    value: Span::EMPTY,
    name: AttributeName::new(AttributeNamespace::None, known::NO_NAME),
};

/// The list of attributes of an element that has none.
pub(crate) static NO_ATTRIBUTES: Attributes =
    Attributes { few: [UNUSED; INLINE], many: Vec::new(), length: 0 };

impl Attributes {
    /// Returns an empty list with capacity for `expected` attributes.
    #[inline]
    pub(crate) fn with_capacity(expected: usize) -> Self {
        let many = if expected <= INLINE { Vec::new() } else { Vec::with_capacity(expected) };
        Attributes { few: [UNUSED; INLINE], many, length: 0 }
    }

    /// Makes room for as many attributes in all, of which there are none yet.
    #[cfg(feature = "stream")]
    pub(crate) fn reserve(&mut self, expected: usize) {
        if expected > INLINE {
            self.many.reserve(expected);
        }
    }

    /// Returns the buffer, without its contents.
    pub(crate) fn into_memory(self) -> Vec<Attribute> {
        let mut many = self.many;
        many.clear();
        many
    }

    /// Makes this the buffer of an empty list, with capacity for `expected` attributes.
    pub(crate) fn use_memory(&mut self, mut memory: Vec<Attribute>, expected: usize) {
        debug_assert!(self.length == 0 && memory.is_empty(), "they have no attributes");
        if expected > INLINE {
            memory.reserve(expected);
        }
        self.many = memory;
    }

    /// The number of attributes. Unlike the slice's own `len`, it does not have to find out which
    /// of the two stores is in use.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Removes all attributes and keeps the capacity.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }

    /// Removes the attributes from an index on.
    pub(crate) fn truncate(&mut self, length: usize) {
        if self.length > INLINE {
            self.many.truncate(length);
            // Few attributes are in the other store.
            if let Some(few) = self.few.get_mut(..length) {
                few.copy_from_slice(&self.many);
            }
        }
        self.length = self.length.min(length);
    }

    /// Appends an attribute.
    #[inline]
    pub(crate) fn push(&mut self, attribute: Attribute) {
        match self.few.get_mut(self.length) {
            Some(slot) => *slot = attribute,
            None => self.push_to_many(attribute),
        }
        self.length += 1;
    }

    fn push_to_many(&mut self, attribute: Attribute) {
        self.move_to_many();
        self.many.push(attribute);
    }

    /// Makes the vector the store in use, before the list gets longer than [`INLINE`].
    fn move_to_many(&mut self) {
        if let Some(few) = self.few.get(..self.length) {
            self.many.clear();
            self.many.extend_from_slice(few);
        }
    }

    /// Appends the attributes of another list.
    // Always inlined, as a part of the creation of an element.
    #[inline(always)]
    pub(crate) fn extend(&mut self, other: &Attributes) {
        match other.few.first_chunk::<BLOCK>() {
            // Copying a block of a fixed length, even with attributes that are not used, takes less
            // time than copying the attributes one by one.
            Some(block) if other.length <= BLOCK && self.length > INLINE => {
                self.many.extend_from_slice(block);
                self.length += other.length;
                self.many.truncate(self.length);
            }
            _ => self.extend_from_slice(other),
        }
    }

    // Never inlined: the list of a large tree is short but once, and few tags have many attributes.
    #[inline(never)]
    fn extend_from_slice(&mut self, attributes: &[Attribute]) {
        if self.length > INLINE {
            self.many.extend_from_slice(attributes);
            self.length += attributes.len();
        } else {
            attributes.iter().for_each(|attribute| self.push(*attribute));
        }
    }

    /// Appends an attribute until there are `length`.
    pub(crate) fn resize(&mut self, length: usize, attribute: Attribute) {
        while self.length < length {
            self.push(attribute);
        }
    }

    /// Gives unused capacity back where that is worth a copy.
    pub(crate) fn shrink(&mut self) {
        if self.length <= INLINE {
            self.many.clear();
        }
        super::shrink_list(&mut self.many);
    }
}

impl Default for Attributes {
    #[inline]
    fn default() -> Self {
        Attributes::with_capacity(0)
    }
}

impl From<Vec<Attribute>> for Attributes {
    fn from(attributes: Vec<Attribute>) -> Self {
        let mut list = Attributes::with_capacity(0);
        list.extend_from_slice(&attributes);
        list
    }
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Attributes {}

impl Deref for Attributes {
    type Target = [Attribute];

    #[inline]
    fn deref(&self) -> &[Attribute] {
        self.few.get(..self.length).unwrap_or(&self.many)
    }
}

impl DerefMut for Attributes {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Attribute] {
        self.few.get_mut(..self.length).unwrap_or(&mut self.many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(number: usize) -> Attribute {
        Attribute { value: Span::of_source(number, number), name: known::CLASS.into() }
    }

    #[test]
    fn a_list_of_any_length_behaves_as_a_vector() {
        let all: Vec<Attribute> = (0..3 * INLINE).map(attribute).collect();
        for length in 0..all.len() {
            for capacity in [0, INLINE, 2 * INLINE] {
                let mut pushed = Attributes::with_capacity(capacity);
                all[..length].iter().for_each(|attribute| pushed.push(*attribute));
                assert_eq!((&*pushed, pushed.len()), (&all[..length], length));
                for end in length..=all.len() {
                    let mut extended = pushed.clone();
                    extended.extend(&Attributes::from(all[length..end].to_vec()));
                    assert_eq!((&*extended, extended.len()), (&all[..end], end));
                    extended.shrink();
                    assert_eq!(&*extended, &all[..end]);
                    extended.truncate(length);
                    assert_eq!(&*extended, &all[..length]);
                    extended.clear();
                    extended.push(all[0]);
                    assert_eq!(&*extended, &all[..1]);
                }
            }
        }
    }
}
