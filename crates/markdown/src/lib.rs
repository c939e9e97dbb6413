//! HTML to Markdown.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod blocks;
mod containers;
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

pub use converter::{Converted, Markdown, to_markdown};
pub use limits::LimitsHit;
pub use options::{
    Bullet, CodeBlockStyle, ComplexTableStyle, DefinitionStyle, Delimiter, Fence, HardBreakStyle,
    HeaderStyle, HeadingStyle, ImageStyle, LinkStyle, MathStyle, RubyStyle, SpanStyle,
};
pub use output::{BlockKind, BlockRange};
pub use plain::{LinkText, PlainText, to_text};
pub use rules::Action;
