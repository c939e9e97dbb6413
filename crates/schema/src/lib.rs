//! Named fields of an HTML page: selectors with types, groups and defaults, found in one walk.
//!
//! ```
//! use consomme_schema::{Field, Schema};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let schema = Schema::builder()
//!     .text("title", "h1")
//!     .field("price", Field::css(".price").number().required())
//!     .field("images", Field::css("img::attr(src)").url().all())
//!     .build()?;
//! let document = consomme::parse_str("<h1>Leek soup</h1><b class=price>4.50 €</b><img src=leek.png>");
//! let soup = schema.extract(&document).into_result()?;
//! assert_eq!(soup.get("title"), Some(&"Leek soup".into()));
//! assert_eq!(soup.get("price"), Some(&4.5.into()));
//! # Ok(())
//! # }
//! ```
//!
//! # Where to start
//!
//! | to | see |
//! |---|---|
//! | describe fields in Rust | [`Schema::builder`], [`Field`] |
//! | describe them as data | `Schema::from_json`, `Schema::from_toml` (features `json`, `toml`) |
//! | describe them by a struct | [`Extract`] (feature `derive`) |
//! | see ten tasks | [`guide`] |
//! | find them in a tree | [`Schema::extract`] |
//! | read no more of a page than it takes | [`Schema::read`], [`Schema::ends_early`] |
//! | read a document without end | [`Schema::each`] |
//! | describe fields by XPath | `Field::xpath` (feature `xpath`) |
//! | get the texts of one selector | [`Query`] |
//! | get a struct of yours | [`Record::to`], or [`Extract::from_record`] |
//!
//! - `builder.rs`, `field.rs`: schemas before they are compiled
//! - `data.rs`: from JSON and TOML
//! - `each.rs`: over the elements of a stream
//! - `early.rs`, `settled.rs`: a page read up to where all fields are certain
//! - `error.rs`: mistakes in schemas and in values
//! - `extract.rs`: the walk
//! - `first.rs`: a page read up to the first text of a selector
//! - `guide.md`: scraping, by task
//! - `options.rs`: the hints about a page, and its address
//! - `query.rs`: one selector, without a schema
//! - `schema.rs`, `selector/`: compiled schemas
//! - `typed.rs`: schemas from structs
//! - `value/`: values

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod builder;
mod data;
mod each;
mod early;
mod error;
mod extract;
mod field;
mod first;
mod options;
mod query;
mod schema;
mod selector;
mod settled;
mod typed;
mod value;

/// The parser, whose documents a schema takes.
pub use consomme;
#[cfg(feature = "derive")]
pub use consomme_schema_derive::Extract;

pub use builder::SchemaBuilder;
pub use data::SchemaDataError;
pub use each::Each;
pub use early::ReadPage;
pub use error::{FieldError, SchemaError, WholePage};
pub use extract::Extracted;
pub use field::Field;
pub use options::PageOptions;
pub use query::{Query, StreamedQuery};
pub use schema::Schema;
#[doc(hidden)]
pub use typed::derived;
pub use typed::{Extract, FieldValue};
pub use value::{Record, Value, ValueError};

#[doc = include_str!("guide.md")]
pub mod guide {}

/// The examples of the README are compiled and run.
#[cfg(all(doctest, feature = "derive", feature = "json", feature = "toml"))]
#[doc = include_str!("../README.md")]
struct Readme;
