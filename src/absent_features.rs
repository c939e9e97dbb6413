//! The methods of features that are off. They exist so that a call of one says which feature it
//! needs: each has a bound that no type fulfils, so no call compiles and no code is generated.
//!
//! With the feature on, the methods come from `select`, `urls/base.rs` and `encoding/sniff`.

// Each method returns what its namesake returns, or something like it, so that the rest of a
// program that calls one compiles, and the error about the feature stays alone.

#[cfg(not(feature = "selectors"))]
mod selectors {
    use crate::dom::{Document, ElementRef, NodeId, NodeRef};

    /// The bound of methods with selectors.
    #[diagnostic::on_unimplemented(
        message = "selectors need the feature `selectors` of the crate `consomme`, which is off",
        label = "needs the feature `selectors`",
        note = "`cargo add consomme --features selectors` turns it on"
    )]
    pub trait NeedsFeatureSelectors: Sized {
        /// Stands for the result of a method that cannot be called.
        fn absent<T>(self) -> T;
    }

    type Outcome<T> = Result<T, std::fmt::Error>;
    type Select<'a> = std::iter::Empty<ElementRef<'a>>;

    impl Document {
        #[doc(hidden)]
        pub fn select<S: NeedsFeatureSelectors>(&self, selector: S) -> Outcome<Select<'_>> {
            selector.absent()
        }

        #[doc(hidden)]
        pub fn select_first<S: NeedsFeatureSelectors>(
            &self,
            selector: S,
        ) -> Outcome<Option<ElementRef<'_>>> {
            selector.absent()
        }

        #[doc(hidden)]
        pub fn remove_selected<S: NeedsFeatureSelectors>(
            &mut self,
            selector: S,
        ) -> Outcome<Vec<NodeId>> {
            selector.absent()
        }
    }

    impl<'a> NodeRef<'a> {
        #[doc(hidden)]
        pub fn select<S: NeedsFeatureSelectors>(self, selector: S) -> Outcome<Select<'a>> {
            selector.absent()
        }

        #[doc(hidden)]
        pub fn select_first<S: NeedsFeatureSelectors>(
            self,
            selector: S,
        ) -> Outcome<Option<ElementRef<'a>>> {
            selector.absent()
        }
    }

    impl<'a> ElementRef<'a> {
        #[doc(hidden)]
        pub fn matches<S: NeedsFeatureSelectors>(self, selector: S) -> Outcome<bool> {
            selector.absent()
        }

        #[doc(hidden)]
        pub fn closest<S: NeedsFeatureSelectors>(
            self,
            selector: S,
        ) -> Outcome<Option<ElementRef<'a>>> {
            selector.absent()
        }
    }
}

#[cfg(not(feature = "url"))]
mod url {
    use crate::dom::{Document, ElementRef};

    /// The bound of methods that resolve URLs.
    #[diagnostic::on_unimplemented(
        message = "resolving URLs needs the feature `url` of the crate `consomme`, which is off",
        label = "needs the feature `url`",
        note = "`cargo add consomme --features url` turns it on"
    )]
    pub trait NeedsFeatureUrl: Sized {
        /// Stands for the result of a method that cannot be called.
        fn absent<T>(self) -> T;
    }

    /// Stands for a `BaseUrl`.
    #[derive(Debug)]
    pub enum FeatureUrlIsOff {}

    impl Document {
        #[doc(hidden)]
        pub fn base_url<A: NeedsFeatureUrl>(&self, address: A) -> Option<FeatureUrlIsOff> {
            address.absent()
        }
    }

    impl ElementRef<'_> {
        #[doc(hidden)]
        pub fn abs_url<B: NeedsFeatureUrl>(self, _attribute: &str, base: B) -> Option<String> {
            base.absent()
        }
    }
}

#[cfg(not(feature = "detect"))]
mod detect {
    use crate::encoding::sniff::Hints;

    /// The bound of methods that guess encodings.
    #[diagnostic::on_unimplemented(
        message = "guessing encodings needs the feature `detect` of the crate `consomme`, which is off",
        label = "needs the feature `detect`",
        note = "`cargo add consomme --features detect` turns it on"
    )]
    pub trait NeedsFeatureDetect: Sized {
        /// Stands for the result of a method that cannot be called.
        fn absent<T>(self) -> T;
    }

    impl Hints {
        #[doc(hidden)]
        #[must_use]
        pub fn detect<W: NeedsFeatureDetect>(self, wanted: W) -> Hints {
            wanted.absent()
        }

        #[doc(hidden)]
        #[must_use]
        pub fn top_level_domain<D: NeedsFeatureDetect>(self, domain: D) -> Hints {
            domain.absent()
        }
    }
}
