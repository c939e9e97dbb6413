//! SQL over HTML: functions for [DataFusion], in one process, or on many machines with [Ballista].
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let session = SessionContext::new_with_config(consomme_sql::session_config());
//! consomme_sql::register(&session);
//! let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/sample/soups.warc");
//! let query = format!(
//!     "SELECT url, html_title(html) AS title, array_length(html_links(html)) AS links
//!      FROM read_warc('{sample}') WHERE html_lang(html) = 'en' ORDER BY url"
//! );
//! let answer = session.sql(&query).await?.to_string().await?;
//! assert!(answer.contains("| https://soups.example/leek | Leek and potato soup | 1     |"));
//! # Ok(())
//! # }
//! ```
//!
//! # Where to start
//!
//! | to | see |
//! |---|---|
//! | add the functions to a session of DataFusion | [`register`], [`session_config`] |
//! | query files from a terminal, also on a cluster | the program `consomme-sql` |
//! | read archives of the web | the table function `read_warc`, [`register_warc`], the function `warc_record` |
//! | read from S3, Azure, Google or HTTP | [`Stores`] |
//! | set limits, and hints that hold for all pages | [`ConsommeOptions`] |
//! | have several functions of a page parse it once | [`OneParse`], which `register` adds |
//! | run queries on a cluster | `session`, `run_scheduler`, `run_executor`, with the feature `cluster` |
//! | add the functions to a cluster of your own | `session_state`, `function_registry`, with that feature |
//! | show how far a query is | [`total_bytes`] |
//!
//! # Functions
//!
//! A page is `Binary` or `Utf8`, or the view, large or dictionary form of either. Bytes are decoded
//! as browsers do it. The last argument of each function, which can be left out, has the hints for
//! the encoding: the value of the header `Content-Type`, or a struct with any of the texts
//! `content_type`, `encoding`, `locale`, `top_level_domain` and `default_encoding`.
//!
//! Texts are of type `LargeUtf8`. An address is the URL of the page; without it, relative URLs stay
//! as they are, or are left out where only absolute ones make sense.
//!
//! | function | value |
//! |---|---|
//! | `html_text(html)` | the text as a reader sees it |
//! | `html_title(html)` | the title |
//! | `html_lang(html)` | the language: `lang` of the document element, or a `meta` element's |
//! | `html_description(html)` | `<meta name=description>` |
//! | `html_canonical(html, [address])` | the URL of `<link rel=canonical>` |
//! | `html_encoding(html)` | the name of the encoding; null for a page that is text already |
//! | `html_encoding_source(html)` | the source that decided the encoding: `meta`, `transport`, … |
//! | `html_links(html, [address])` | the hyperlinks: structs of `url`, `text` and `rel` |
//! | `html_urls(html, [address])` | all URLs: structs of `url`, `kind`, `element` and `attribute` |
//! | `html_meta(html)` | a map of the `meta` elements: name or property, content |
//! | `html_metadata(html, [address])` | the metadata of the page in JSON: OpenGraph, icons, feeds, JSON-LD, … |
//! | `html_microdata(html, [address])` | the microdata in JSON |
//! | `html_tables(html)` | the tables: lists of rows, which are lists of texts |
//! | `html_outline(html)` | the headings: structs of `text` and `level` |
//! | `html_select(html, css)` | the texts of the elements that a selector matches |
//! | `html_select_attr(html, css, name)` | an attribute of these elements |
//! | `html_select_error(html, css)` | why these two are null |
//! | `html_xpath(html, xpath)` | the string-values of the nodes, or the one value, as texts |
//! | `html_xpath_error(html, xpath)` | why `html_xpath` is null |
//! | `html_sanitize(html)` | HTML that is safe in a `div` |
//! | `html_errors(html)` | the parse errors: structs of `code`, `message`, `offset`, `line` and `column` |
//! | `html_error(html)` | why values are null or not whole; null if all is well |
//! | `html_fields(html, 'title, links, error')` | a struct of several; `error` tells about these |
//! | `warc_record(file, offset, length)` | the record of an archive at a place, in bytes: a struct of `url`, `date`, `status`, `content_type`, `html` and `error` |
//!
//! Selectors and expressions are literals: one that is wrong is an error of the query. A page never
//! is: a value that cannot be had is null.
//!
//! # Memory
//!
//! A task parses one page at a time. Besides that page and its tree it holds a batch of pages and
//! the values for it: [`BATCH_SIZE`] rows, or fewer from `read_warc`, whose batches end at 16 MB
//! of pages. `read_warc` has two batches and up to 12 MB of each file ahead.
//!
//! # Features
//!
//! - `cli`, on by default: the program `consomme-sql`, and `cluster`.
//! - `cluster`: sessions and processes of a cluster.
//! - `stores`, on by default: `aws`, `azure`, `gcp` and `http`, each of which reads from stores of
//!   its kind.
//!
//! For the functions alone, turn the default features off: that compiles a third fewer crates.
//!
//! [DataFusion]: https://datafusion.apache.org
//! [Ballista]: https://datafusion.apache.org/ballista/

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "cluster")]
mod cluster;
mod fields;
mod functions;
mod one_parse;
mod options;
mod page;
#[cfg(feature = "cluster")]
mod parquet;
mod register;
mod source;
mod stores;
mod values;
mod warc;

/// The engine, whose sessions the functions of this crate take.
pub use datafusion;

#[cfg(feature = "cluster")]
pub use cluster::{
    ExecutorOptions, SCHEDULER_VARIABLE, STARTS, SchedulerOptions, Tls, function_registry,
    run_executor, run_scheduler, session, session_state, session_with_tls,
};
pub use functions::functions;
pub use one_parse::OneParse;
pub use options::ConsommeOptions;
#[cfg(feature = "cluster")]
pub use parquet::register_parquet;
pub use register::{BATCH_SIZE, register, session_config};
pub use source::total_bytes;
pub use stores::Stores;
pub use warc::register_warc;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
