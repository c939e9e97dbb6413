//! A compiled selector, or the text of one: both are accepted wherever a selector is.

use std::sync::{Arc, LazyLock};

use crate::select::grammar::SelectorError;

use super::selector::Selector;

/// A compiled [`Selector`], or the text of one: what [`select`](crate::NodeRef::select) and the
/// other methods with selectors take.
///
/// A text may be wrong, so with a text the methods return a `Result`. A compiled selector can't be
/// wrong, so with one they return their result as it is:
///
/// | argument | `Outcome<T>` |
/// |---|---|
/// | `&str`, `&String` | `Result<T, SelectorError>` |
/// | `&Selector`, `Selector`, `&LazyLock<Selector>`, `&Arc<Selector>` | `T` |
///
/// A text is compiled at each call, which takes a few microseconds. In a loop over many elements or
/// small documents, compile it once: in a variable before the loop, or in a static.
///
/// ```
/// use std::sync::LazyLock;
///
/// use consomme::{Selector, parse_str};
///
/// static LINKS: LazyLock<Selector> = LazyLock::new(|| Selector::parse("a[href]").unwrap());
///
/// # fn main() -> Result<(), consomme::SelectorError> {
/// let document = parse_str("<ul><li><a href=/1>One</a><li><a>Two</a></ul>");
/// assert_eq!(document.select("li")?.count(), 2);
/// for item in document.select("li")? {
///     println!("{} links", item.select(&LINKS).count());
/// }
/// # Ok(())
/// # }
/// ```
///
/// The trait is sealed. Functions of your own can take both, too:
///
/// ```
/// use consomme::select::IntoSelector;
/// use consomme::{Document, Selector, parse_str};
///
/// fn count<S: IntoSelector>(document: &Document, selector: S) -> S::Outcome<usize> {
///     selector.apply(|selector| document.select(selector).count())
/// }
///
/// let document = parse_str("<p>Clear<p>Hot");
/// assert_eq!(count(&document, "p"), Ok(2));
/// assert_eq!(count(&document, &Selector::parse("p")?), 2);
/// # Ok::<(), consomme::SelectorError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a selector nor the text of one",
    label = "expected `&Selector` or `&str`"
)]
pub trait IntoSelector: sealed::Sealed {
    /// The result of a method that returns a `T` for a compiled selector.
    type Outcome<T>;

    /// Calls a function with the compiled selector.
    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> Self::Outcome<T>;
}

impl IntoSelector for &str {
    type Outcome<T> = Result<T, SelectorError>;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> Result<T, SelectorError> {
        Selector::parse(self).map(|selector| function(&selector))
    }
}

impl IntoSelector for &String {
    type Outcome<T> = Result<T, SelectorError>;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> Result<T, SelectorError> {
        self.as_str().apply(function)
    }
}

impl IntoSelector for Selector {
    type Outcome<T> = T;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> T {
        function(&self)
    }
}

impl IntoSelector for &Selector {
    type Outcome<T> = T;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> T {
        function(self)
    }
}

impl<F: FnOnce() -> Selector> IntoSelector for &LazyLock<Selector, F> {
    type Outcome<T> = T;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> T {
        function(self)
    }
}

impl IntoSelector for &Arc<Selector> {
    type Outcome<T> = T;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> T {
        function(self)
    }
}

/// A reference to one of the references above, as closures get it.
impl<S: IntoSelector + Copy> IntoSelector for &S {
    type Outcome<T> = S::Outcome<T>;

    fn apply<T>(self, function: impl FnOnce(&Selector) -> T) -> S::Outcome<T> {
        (*self).apply(function)
    }
}

mod sealed {
    use super::{Arc, IntoSelector, LazyLock, Selector};

    /// Not reachable from outside, so that further kinds of selectors can be added.
    pub trait Sealed {}

    impl Sealed for &str {}
    impl Sealed for &String {}
    impl Sealed for Selector {}
    impl Sealed for &Selector {}
    impl<F: FnOnce() -> Selector> Sealed for &LazyLock<Selector, F> {}
    impl Sealed for &Arc<Selector> {}
    impl<S: IntoSelector + Copy> Sealed for &S {}
}
