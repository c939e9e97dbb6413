//! How to use this crate, by topic. This module contains only text. Its examples are compiled and
//! run as tests.
//!
//! - [A tour](tour): parse, read, select, edit, find errors, write.
//! - [Untrusted input](untrusted_input): the cost of hostile pages, and facts to know before
//!   sanitizing.
//! - [Editing the source](editing_source): change a file and leave every other byte as it is.
//! - [Embedding](embedding): step-by-step parsing, with scripts, edits and trees of your own.
//! - [Streams](streams): documents without end, one match at a time, in memory that does not grow.
//! - [Streams in a service](services): any executor, readers and writers, and what to decide first.
//! - [From a page to a prompt](prompt): main content and Markdown, with the packages for these.
//! - [Data](data): the output of the feature `serde` for other programs.
//! - [Coming from another parser](coming_from): the same task with scraper, html5ever, kuchiki, tl,
//!   lol_html, jsoup, parse5, cheerio, Beautiful Soup or lxml, and with this crate.
//! - [In the shell](shell): the program `consomme`, ten tasks in one line each.
//! - [Surprises](surprises): where the standard's tree is not the one in the markup.

#[doc = include_str!("tour/parse.md")]
#[doc = include_str!("tour/read.md")]
#[doc = include_str!("tour/select.md")]
#[doc = include_str!("tour/text.md")]
#[doc = include_str!("tour/edit.md")]
#[doc = include_str!("tour/errors.md")]
#[doc = include_str!("tour/positions.md")]
#[doc = include_str!("tour/write.md")]
#[doc = include_str!("tour/shadow_roots.md")]
#[doc = include_str!("tour/speculation.md")]
pub mod tour {}

#[doc = include_str!("untrusted_input.md")]
pub mod untrusted_input {}

#[doc = include_str!("editing_source.md")]
pub mod editing_source {}

#[doc = include_str!("embedding.md")]
pub mod embedding {}

#[doc = include_str!("streams.md")]
pub mod streams {}

#[doc = include_str!("services.md")]
pub mod services {}

#[doc = include_str!("prompt.md")]
pub mod prompt {}

#[doc = include_str!("data.md")]
pub mod data {}

#[doc = include_str!("coming_from/start.md")]
#[doc = include_str!("coming_from/scraper.md")]
#[doc = include_str!("coming_from/html5ever.md")]
#[doc = include_str!("coming_from/kuchiki.md")]
#[doc = include_str!("coming_from/tl.md")]
#[doc = include_str!("coming_from/lol_html.md")]
#[doc = include_str!("coming_from/jsoup.md")]
#[doc = include_str!("coming_from/parse5.md")]
#[doc = include_str!("coming_from/beautiful_soup.md")]
pub mod coming_from {}

#[doc = include_str!("shell.md")]
pub mod shell {}

#[doc = include_str!("surprises.md")]
pub mod surprises {}
