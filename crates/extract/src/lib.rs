//! The main content of any page, as nodes of the tree that browsers build: articles, forums,
//! products, lists, manuals.
//!
//! It works on documents that [consomme] has parsed:
//!
//! ```
//! let page = "<nav><a href=/>Home</a> <a href=/soups>Soups</a></nav>\
//!     <article><h1>Onion soup</h1><p>Fry four onions in butter until they are brown, which takes \
//!     about half an hour, and add a litre of stock.<p>Let it simmer for twenty minutes, and serve \
//!     it with bread and cheese, as they do in Paris.</article><footer>All rights reserved</footer>";
//! let document = consomme::parse_str(page);
//! let content = consomme_extract::extract(&document);
//! let markdown = content.to_markdown();
//! assert!(markdown.contains("Fry four onions") && !markdown.contains("rights"));
//! ```
//!
//! # Where to start
//!
//! | to | see |
//! |---|---|
//! | get main content | [`extract`], [`Extractor`] |
//! | write it as text, Markdown or HTML | [`Extraction::text`], [`Extraction::to_markdown`], [`Extraction::to_html`] |
//! | cite the source of each block | [`Extraction::blocks`], [`ContentBlock::source`] |
//! | get title, authors, dates, each with its place | [`Extraction::facts`] |
//! | get the posts of a forum | [`Extraction::posts`] |
//! | get products with their prices | [`Extraction::products`] |
//! | know whether scripts fill a page | [`Extraction::needs_scripts`], [`Extraction::substitute`] |

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod choice;
mod extraction;
mod extractor;
mod facts;
mod features;
#[cfg(feature = "_fit")]
#[doc(hidden)]
pub mod fit;
mod kind;
mod model;
mod page;
mod posts;
mod tree;

/// The parser, whose documents the functions of this crate take.
pub use consomme;

pub use extraction::{ContentBlock, Extraction};
pub use extractor::{Extractor, Focus, extract};
pub use facts::{Fact, FactPlace, Facts, Product, Substitute, SubstitutePlace};
pub use kind::PageKind;
pub use posts::Post;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
