//! An HTML parser: it parses text or bytes into the tree that browsers build.
//!
//! This prints the address and the text of each link, with the feature `selectors`:
//!
//! ```
//! # #[cfg(feature = "selectors")] {
//! let html = r#"<ul><li><a href="/leek">Leek <b>soup</b></a><li><a>Sold out</a></ul>"#;
//!
//! let page = consomme::parse_str(html);
//! for link in page.select("a[href]").unwrap() {
//!     println!("{} {}", link.attr("href").unwrap(), link.inner_text()); // /leek Leek soup
//! }
//! # assert_eq!(page.select_first("a[href]").unwrap().unwrap().inner_text(), "Leek soup");
//! # }
//! ```
//!
//! A page from a file or a server comes as bytes, whose encoding is found as in browsers:
//!
//! ```
//! use consomme::{Hints, parse_document};
//!
//! let bytes = b"<meta charset=Shift_JIS><title>\x83X\x81[\x83v</title>";
//! let page = parse_document(bytes, &Hints::new().content_type("text/html"));
//! assert_eq!(page.title().as_deref(), Some("スープ"));
//! ```
//!
//! It follows the WHATWG HTML Living Standard of 2026-09-28
//! (<https://html.spec.whatwg.org/#parsing>); [`Revision`] selects that of 2024-09-12 instead.
//! Types and functions carry the standard's names. The README lists the deviations; the source
//! marks each with `Deviation`.
//!
//! # Where to start
//!
//! | to | see |
//! |---|---|
//! | parse a page: bytes, text, or either in pieces | [`parse_document`], [`parse_str`], [`Parser`] |
//! | parse a fragment for an element, as `innerHTML` does | [`parse_fragment`], [`Context`] |
//! | choose scripting, limits, errors, the revision | [`ParseOptions`], [`Limits`] |
//! | parse many documents in the same memory, or one text without a copy | [`Recycler`], [`InputText::shared`] |
//! | pass on what is known about the encoding, and ask what decided | [`Hints`], [`encoding`] |
//! | read the tree | [`Document`], [`NodeRef`], [`ElementRef`] |
//! | find elements as style sheets do | [`Document::select`], with the feature `selectors` |
//! | find the URLs of an element, and what each is for | [`ElementRef::urls`], [`urls`] |
//! | resolve the links of a page | [`Document::base_url`], with the feature `url` |
//! | get the text as a reader sees it, and find it in the source | [`NodeRef::inner_text`], [`rendering`] |
//! | attach declarative shadow roots, and fill their slots | [`ParseOptions::declarative_shadow_roots`], [`shadow`] |
//! | find the form of a control, and the controls of a form | [`ElementRef::form_owner`], [`ElementRef::form_elements`] |
//! | find a node in the source, and why it exists | [`ParseOptions::positions`], [`NodeRef::origin`], [`positions`] |
//! | change the tree | [`Document::append`], [`Document::set_attr`], [`Document::set_inner_html`] |
//! | write HTML (standard, minified or indented) or XML | [`NodeRef::inner_html`], [`Document::serialize`], [`serialize`] |
//! | decode and escape character references | [`entities`] |
//! | sanitize untrusted HTML | the package [`consomme-sanitizer`](https://docs.rs/consomme-sanitizer) |
//! | check pages | [`Document::errors`], [`ParseError`] |
//! | know what a tag does where you write it | [`markup::Nest`] |
//! | change the source and leave the rest of it as it is | [`ParseOptions::lossless`], [`source_edits`] |
//! | take the matches of selectors out of a document while it comes in, in constant memory | [`stream::StreamParser`](https://docs.rs/consomme/latest/consomme/stream/struct.StreamParser.html), with the feature `stream` |
//! | edit such matches, and write the document as it passes | [`stream::StreamRewriter`](https://docs.rs/consomme/latest/consomme/stream/struct.StreamRewriter.html), with the feature `stream` |
//! | get tokens, or tags and texts in order, without a tree | [`tokenizer`], [`events`] |
//! | resolve images, lay out tables, submit forms; microdata, metadata, the outline | the package [`consomme-web`](https://docs.rs/consomme-web) |
//! | write Markdown or plain text | the package [`consomme-markdown`](https://docs.rs/consomme-markdown) |
//! | get named fields of a page | the package [`consomme-schema`](https://docs.rs/consomme-schema) |
//! | find nodes by XPath | the package [`consomme-xpath`](https://docs.rs/consomme-xpath) |
//! | query pages with SQL | the package [`consomme-sql`](https://docs.rs/consomme-sql) |
//! | use trees written for html5ever | the package [`consomme-html5ever`](https://docs.rs/consomme-html5ever) |
//!
//! The [guide] has [a tour](guide::tour), and chapters on
//! [untrusted input](guide::untrusted_input), [editing the source](guide::editing_source),
//! [embedding](guide::embedding), [streams](guide::streams),
//! [streams in a service](guide::services), [data for other programs](guide::data), for those who
//! [come from another parser](guide::coming_from), and on the [surprises](guide::surprises) of
//! HTML.
//!
//! # Embedding
//!
//! A browser, an engine or another library parses with its own tree and its own scripts; the
//! [guide](guide::embedding) shows how.
//!
//! | to | see |
//! |---|---|
//! | parse step by step, run scripts, edit the document while it grows | [`driver::Driver`] |
//! | build a tree of your own | [`sink::TreeSink`] |
//! | find out early what a page will fetch | [`speculation::Speculation`] |
//! | hand names to crates that have atoms | [`Atoms`](https://docs.rs/consomme/latest/consomme/struct.Atoms.html), with the feature `atoms` |
//!
//! # How input flows
//!
//! ```text
//!     bytes, Hints
//!       │
//!       ▼
//! ┌─ encoding ──────┐  sniffing: byte order mark, hints, <meta>, XML declaration; decoding
//! └─────┬─────▲─────┘
//!  text │     │ a late <meta>: another encoding, on the fly or from the start
//!       ▼     │
//! ┌─ input ───┴─────┐  newlines normalized; one growing buffer, the document's text
//! └─────┬───────────┘
//!       ▼
//! ┌─ tokenizer ─────┐  a state machine; tokens are spans of the buffer
//! └─────┬─────▲─────┘
//! token │     │ the next state; whether CDATA is allowed
//!       ▼     │
//! ┌─ tree_builder ──┐  insertion modes, adoption agency, foster parenting
//! └─────┬───────────┘
//!       │ TreeSink
//!       ▼
//! ┌─ dom ───────────┐  the tree: Document, NodeRef, ElementRef
//! └─────┬───────────┘
//!       ▼
//! ┌─ serialize ─────┐  the tree to text
//! └─────────────────┘
//! ```
//!
//! Parsing never fails and never panics: the standard defines a tree for every input. All limits
//! are in [`Limits`], and [`Document::limits_hit`] says which were reached.
//!
//! # Features
//!
//! All are off by default.
//!
//! - `selectors`: CSS selectors, on the crates `selectors` and `cssparser`.
//! - `stream`: `selectors`, and the module `stream`: matches in documents without end, and
//!   rewriting these; the [guide](guide::streams) says how.
//! - `atoms`: `Atoms`, the names of documents as atoms of the crate `string_cache`.
//! - `detect`: guesses the encoding of pages that declare none, for `Hints::detect`.
//! - `serde`: `Serialize` for errors, places, limits, encoding reports and other plain data; the
//!   [guide](guide::data) has the shapes.
//! - `url`: `BaseUrl` and `ElementRef::abs_url`, on the crate `url`: the URLs of a page, resolved.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(not(all(feature = "selectors", feature = "url", feature = "detect")))]
mod absent_features;
mod api;
mod bytes;
#[cfg(feature = "serde")]
mod data;
mod document_builder;
mod dom;
mod elements;
pub mod encoding;
pub mod entities;
pub mod events;
// The guide has many links to items of features. Without these, the links are text only.
#[cfg(any(doc, doctest))]
#[cfg_attr(
    not(all(feature = "atoms", feature = "detect", feature = "stream", feature = "url")),
    allow(rustdoc::broken_intra_doc_links)
)]
pub mod guide;
mod input;
pub mod markup;
mod names;
mod parse;
mod parse_error;
pub mod rendering;
#[cfg(feature = "selectors")]
pub mod select;
pub mod serialize;
mod settings;
mod sorting;
pub mod source_edits;
mod speculative_fetch;
#[doc(hidden)]
pub mod steps;
#[cfg(feature = "stream")]
pub mod stream;
#[cfg(test)]
mod tests;
mod text;
pub mod tokenizer;
mod tree_builder;
mod tree_sink;
mod treeless;
pub mod urls;

/// The crate whose [`Encoding`](encoding_rs::Encoding) this crate uses to name encodings.
///
/// ```
/// use consomme::encoding_rs::UTF_8;
/// use consomme::{Hints, parse_document};
///
/// let hints = Hints::new().default_encoding(UTF_8);
/// assert_eq!(parse_document("<p>Consommé".as_bytes(), &hints).root().text_content(), "Consommé");
/// ```
pub use encoding_rs;
/// The crate whose [`Atom`](string_cache::Atom) and [`StaticAtomSet`](string_cache::StaticAtomSet)
/// [`Atoms`] uses, with the feature `atoms`. Besides `encoding_rs`, no other crate's types are in
/// the public API.
///
/// ```
/// use consomme::{Atoms, parse_str, string_cache::EmptyStaticAtomSet};
///
/// // Without a static set, every name of more than seven bytes is allocated once.
/// let document = parse_str("<p>");
/// let mut atoms = Atoms::<EmptyStaticAtomSet>::new();
/// assert_eq!(atoms.element_name(document.body().unwrap()), "body");
/// ```
#[cfg(feature = "atoms")]
pub use string_cache;

pub use api::{driver, iter, positions, shadow, sink, speculation};

pub use dom::{
    Attr, AttrChange, Directionality, DoctypeRef, Document, ElementRef, NodeId, NodeKind, NodeMap,
    NodeRef, ProcessingInstructionRef, TreeError, Visit,
};
pub use encoding::sniff::Hints;
#[cfg(feature = "atoms")]
pub use names::Atoms;
pub use names::{AttributeNamespace, Namespace};
pub use parse::{
    AdjacentPosition, Context, InputText, IntoBytes, IntoText, ParseOptions, Parser, Recycler,
    parse_document, parse_fragment, parse_str,
};
pub use parse_error::{ParseError, ParseErrorCode, UnknownParseErrorCode};
#[cfg(feature = "selectors")]
pub use select::api::Selector;
#[cfg(feature = "selectors")]
pub use select::grammar::SelectorError;
pub use settings::{Limits, LimitsHit, Revision};
pub use tree_sink::QuirksMode;
#[cfg(feature = "url")]
pub use urls::base::BaseUrl;

/// The examples of the README are compiled and run. They select.
#[cfg(all(doctest, feature = "selectors"))]
#[doc = include_str!("../README.md")]
struct Readme;
