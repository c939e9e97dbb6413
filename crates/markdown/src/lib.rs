//! HTML to Markdown that loses no text, and to plain text with layout, from the tree that browsers
//! build.
//!
//! It works on documents that [consomme] has parsed:
//!
//! ```
//! use consomme_markdown::to_markdown;
//!
//! let document = consomme::parse_str("<h2>Soups</h2><ol><li>Leek<li><i>Onion</i></ol>");
//! assert_eq!(to_markdown(&document), "## Soups\n\n1. Leek\n2. *Onion*\n");
//! ```
//!
//! # Where to start
//!
//! | to | see |
//! |---|---|
//! | get Markdown | [`to_markdown`] |
//! | choose how it is written | [`Markdown`] |
//! | keep, drop or replace elements | [`Markdown::rule`], [`Markdown::decide`], [`Action`] |
//! | cite the source of each block | [`Markdown::convert`], [`BlockRange`] |
//! | write into a file or a socket | [`Markdown::write_io`], [`Markdown::write`] |
//! | get text for a terminal | [`to_text`], [`PlainText`] |

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod blocks;
mod bytes;
mod containers;
mod conversion;
mod convert;
mod converter;
mod html;
mod inline;
mod limits;
mod markdown;
mod options;
mod output;
mod plain;
mod rules;

/// The parser, whose documents the functions of this crate take.
pub use consomme;

pub use conversion::Converted;
pub use converter::{Markdown, to_markdown};
pub use limits::LimitsHit;
pub use options::{
    Bullet, CodeBlockStyle, ComplexTableStyle, DefinitionStyle, Delimiter, Fence, HardBreakStyle,
    HeaderStyle, HeadingStyle, ImageStyle, LinkStyle, MathStyle, RubyStyle, SpanStyle,
};
pub use output::{BlockKind, BlockRange};
pub use plain::{LinkText, PlainText, to_text};
pub use rules::Action;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
