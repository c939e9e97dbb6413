//! Pages that scripts fill, and texts in their data that take the place of their content.

use consomme::Document;
use consomme_web::{PageUrl, metadata};

use super::json_ld;
use crate::page::Page;

/// A text for machines that takes the place of main content, from
/// [`Extraction::substitute`](crate::Extraction::substitute).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Substitute {
    /// The text. It may have markup if the page wrote it so.
    pub text: String,
    /// The place that it came from.
    pub place: SubstitutePlace,
}

/// The place of a [`Substitute`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SubstitutePlace {
    /// `articleBody` or `text` of an article in JSON-LD: the whole content.
    ArticleBody,
    /// `description` of a product in JSON-LD.
    ProductDescription,
    /// The description of the page.
    Description,
}

impl SubstitutePlace {
    /// Returns the name in small letters, such as `"article-body"`.
    pub fn as_str(self) -> &'static str {
        match self {
            SubstitutePlace::ArticleBody => "article-body",
            SubstitutePlace::ProductDescription => "product-description",
            SubstitutePlace::Description => "description",
        }
    }
}

/// A page with scripts and at most this many words is filled by scripts.
const FEW_WORDS: u32 = 60;

/// Returns whether it looks as if scripts fill a page.
pub(crate) fn needs_scripts(document: &Document, page: &Page<'_>) -> bool {
    let words: u32 = page.blocks.iter().map(|block| block.counts.words).sum();
    let is_program =
        |kind: &str| kind.is_empty() || kind == "module" || kind.ends_with("javascript");
    words <= FEW_WORDS
        && document.descendant_elements().any(|element| {
            element.is_html("script") && is_program(element.attr("type").unwrap_or(""))
        })
}

/// Returns the best text that a page has for machines.
pub(crate) fn substitute(document: &Document) -> Option<Substitute> {
    let page = PageUrl::new(document, "about:blank")?;
    let about = metadata(document, &page);
    let objects = json_ld::objects(&about.json_ld);
    let articles = objects.iter().filter(|object| object.is_article());
    let body = articles.clone().find_map(|object| object.text("articleBody"));
    let body = body.or_else(|| articles.clone().find_map(|object| object.text("text")));
    let products = objects.iter().filter(|object| object.is_product());
    let of_product = || products.clone().find_map(|object| object.text("description"));
    let graph = || about.open_graph.iter().find(|property| property.name == "og:description");
    let of_page = || about.description.clone().or_else(|| Some(graph()?.value.clone()));
    let found = body
        .map(|text| (text, SubstitutePlace::ArticleBody))
        .or_else(|| Some((of_product()?, SubstitutePlace::ProductDescription)))
        .or_else(|| Some((of_page()?, SubstitutePlace::Description)));
    let (text, place) = found?;
    (!text.trim().is_empty()).then_some(Substitute { text, place })
}
