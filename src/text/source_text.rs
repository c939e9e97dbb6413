//! The source text of a document: its own, or one that it shares with others.

use std::fmt;
use std::mem;
use std::ops::Deref;
use std::sync::Arc;

use yoke::Yoke;
use yoke::either::EitherCart;

use super::capacity::is_text_worth_shrinking;

/// A text that the caller owns, too, beside that owner, which is asked for it once.
type SharedText = Arc<Yoke<&'static str, Box<dyn AsRef<str> + Send + Sync>>>;

/// The input after decoding and newline normalization.
///
/// The text is beside its owner, so that reading does not ask who owns it: the tokenizer reads it
/// for each token. To ask takes five instructions a token, and makes parsing 4 % slower.
pub(crate) struct SourceText(Yoke<&'static str, EitherCart<String, SharedText>>);

impl SourceText {
    /// Returns the text of an owner, which is not copied as long as it is not changed.
    pub(crate) fn shared(owner: Box<dyn AsRef<str> + Send + Sync>) -> Self {
        SourceText::of(Arc::new(Yoke::attach_to_cart(owner, |owner| owner.as_ref())))
    }

    fn of(text: SharedText) -> Self {
        SourceText(Yoke::attach_to_cart(text, |text| *text.get()).wrap_cart_in_either_b())
    }

    #[inline(always)]
    pub(crate) fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Changes the text. One that is shared is copied first.
    #[inline]
    pub(crate) fn edit<R>(&mut self, edit: impl FnOnce(&mut String) -> R) -> R {
        let mut text = match mem::take(self).0.into_backing_cart() {
            EitherCart::A(text) => text,
            EitherCart::B(text) => copied(&text),
        };
        let result = edit(&mut text);
        *self = SourceText::from(text);
        result
    }

    /// Returns the text, unless it is shared.
    pub(crate) fn into_owned(self) -> Option<String> {
        match self.0.into_backing_cart() {
            EitherCart::A(text) => Some(text),
            EitherCart::B(_) => None,
        }
    }

    /// Removes all text, but keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.edit(String::clear);
    }

    /// Gives unused capacity back where that is worth a copy.
    #[inline]
    pub(crate) fn shrink(&mut self) {
        if let EitherCart::A(text) = self.0.backing_cart()
            && is_text_worth_shrinking(text)
        {
            self.edit(String::shrink_to_fit);
        }
    }

    /// Returns the capacity of a text that is not shared, in bytes.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        match self.0.backing_cart() {
            EitherCart::A(text) => text.capacity(),
            EitherCart::B(_) => 0,
        }
    }
}

// Cold because few shared texts are changed: those with a byte order mark.
#[cold]
fn copied(text: &SharedText) -> String {
    (*text.get()).to_owned()
}

impl From<String> for SourceText {
    #[inline]
    fn from(text: String) -> Self {
        SourceText(Yoke::attach_to_cart(text, |text| text).wrap_cart_in_either_a())
    }
}

impl Default for SourceText {
    #[inline]
    fn default() -> Self {
        SourceText::from(String::new())
    }
}

impl Clone for SourceText {
    fn clone(&self) -> Self {
        match self.0.backing_cart() {
            EitherCart::A(_) => SourceText::from(self.as_str().to_owned()),
            EitherCart::B(text) => SourceText::of(Arc::clone(text)),
        }
    }
}

impl Deref for SourceText {
    type Target = str;

    #[inline(always)]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for SourceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
