//! Kinds of pages.

use std::fmt;

use crate::model::{KIND_COUNT, Kinds};

/// The purpose of a page, which decides which of its parts are main content: the items of a list,
/// but not the list of related items beside an article.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PageKind {
    /// An article: news, an entry of a blog or of an encyclopedia.
    Article,
    /// A list of products.
    Collection,
    /// A manual, or a reference.
    Documentation,
    /// A discussion: questions and answers, or a thread.
    Forum,
    /// A list of anything else: articles, jobs, results.
    Listing,
    /// One product.
    Product,
    /// Anything that presents a company, an institution or its offers.
    Service,
}

impl PageKind {
    /// All kinds.
    pub const ALL: &'static [PageKind] = &PageKind::OF_TABLES;

    /// All kinds, in the order of the tables.
    const OF_TABLES: [PageKind; KIND_COUNT] = [
        PageKind::Article,
        PageKind::Collection,
        PageKind::Documentation,
        PageKind::Forum,
        PageKind::Listing,
        PageKind::Product,
        PageKind::Service,
    ];

    /// Returns the name in small letters, such as `"article"`.
    pub fn as_str(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::Collection => "collection",
            PageKind::Documentation => "documentation",
            PageKind::Forum => "forum",
            PageKind::Listing => "listing",
            PageKind::Product => "product",
            PageKind::Service => "service",
        }
    }

    /// Returns the kind with the largest probability.
    pub(crate) fn likeliest(kinds: &Kinds) -> (PageKind, f32) {
        let all = PageKind::OF_TABLES.into_iter().zip(kinds.iter().copied());
        all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((PageKind::Article, 0.0))
    }

    /// Returns the probabilities if it is certain that a page is of this kind.
    pub(crate) fn certain(self) -> Kinds {
        PageKind::OF_TABLES.map(|kind| if kind == self { 1.0 } else { 0.0 })
    }
}

/// Writes the name.
impl fmt::Display for PageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
