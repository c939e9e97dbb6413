//! The HTML Standard's own algorithms over a tree, without a browser: URLs, images, tables, forms,
//! microdata, metadata and headings of a page.
//!
//! It works on documents that [consomme] has parsed:
//!
//! ```
//! use consomme_web::{PageUrl, UrlKind, urls};
//!
//! let document = consomme::parse_str("<base href=/soups/><a href=leek>Leek</a><img src=bowl.png>");
//! let page = PageUrl::new(&document, "https://example.com/menu").unwrap();
//! let links: Vec<_> = urls(&document)
//!     .filter(|used| used.kind == UrlKind::Hyperlink)
//!     .filter_map(|used| used.resolve(&page))
//!     .collect();
//! assert_eq!(links, ["https://example.com/soups/leek"]);
//! ```
//!
//! # Where to start
//!
//! | to | see |
//! |---|---|
//! | find every URL of a page, with its purpose | [`urls`], [`FoundUrl::resolve`] |
//! | resolve URLs as the page does | [`PageUrl`] |
//! | read `srcset` and `sizes` | [`parse_srcset`], [`parse_sizes`] |
//! | read tables as rows of texts, or as a grid with header cells | [`tables`], [`Table`] |
//! | fill in forms and get the request that sends them | [`forms`], [`Form`] |
//! | get title, date, authors, language, icons, feeds, OpenGraph, JSON-LD | [`metadata`] |
//! | get microdata, also as JSON | [`Microdata`] |
//! | get the headings with their levels | [`outline`] |
//! | read `<meta http-equiv=refresh>` | [`parse_refresh`] |

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod forms;
mod ids;
mod metadata;
mod microdata;
mod outline;
mod page_url;
mod srcset;
mod tables;
mod text;
mod urls;

/// The parser, whose documents the functions of this crate take.
pub use consomme;
pub use consomme::urls::{ImageCandidate, Refresh, UrlKind, parse_refresh};

pub use forms::{Entry, EntryValue, Form, FormFile, FormMethod, Submission, SubmissionBody, forms};
pub use ids::Ids;
pub use metadata::{
    Alternate, Feed, FeedKind, GraphProperty, Icon, IconSize, Metadata, Robots, RobotsRule,
    ThemeColor, TimedRefresh, Viewport, ViewportLength, metadata, parse_viewport,
};
pub use microdata::{Item, Microdata, Property, PropertyValue};
pub use outline::{Heading, outline};
pub use page_url::PageUrl;
pub use srcset::{SourceSize, SourceSizeValue, parse_sizes, parse_srcset, source_size};
pub use tables::{Cell, ColumnGroup, Columns, RowGroup, Rows, Spans, Table, TableHeaders, tables};
pub use urls::{FoundUrl, Urls, urls};

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
