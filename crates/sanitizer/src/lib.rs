//! The standard's Sanitizer: HTML that others wrote, made safe.
//!
//! ```
//! use consomme_sanitizer::Sanitizer;
//!
//! let comment = "<p onclick=a()>Hello <b>world<script>a()</script></p><a href=javascript:a()>x";
//! let html = Sanitizer::new().sanitize_str(comment);
//! assert_eq!(html, "<p>Hello <b>world</b></p><b><a>x</a></b>");
//! ```
//!
//! A [`Sanitizer`] has a [configuration](SanitizerConfig): which elements, attributes, comments and
//! processing instructions stay. Safe methods remove what runs scripts besides, whatever it says. A
//! tree is sanitized by [`Sanitizer::sanitize`] and its kin, as browsers do it, a text by
//! [`Sanitizer::sanitize_str`] and [`SanitizeOptions::sanitize`].
//!
//! It follows the standard of 2026-09-28: the text of 2026-08-21 with the member `javascriptURLs` of
//! [#12898](https://github.com/whatwg/html/pull/12898).
//!
//! <https://html.spec.whatwg.org/#html-sanitization>
//!
//! The [guide] goes through the tasks, and says how to come from ammonia, nh3, DOMPurify,
//! sanitize-html, OWASP's Java sanitizer or jsoup.
//!
//! # Features
//!
//! - `css`: policies for the properties in `style` attributes, their values, and style sheets, on the
//!   crate `cssparser`.
//! - `serde`: configurations from the JSON that browsers take, and as such; policies and sanitizers as
//!   JSON; the options of other sanitizers, translated.
//! - `url`: `UrlPolicy::resolve`, on the crate `url`.
//!
//! # Promises for text
//!
//! The standard warns that a sanitized tree that is written and parsed again can be another one. So
//! a text is sanitized until that changes nothing. It is sanitized for a context element: a `div`,
//! unless another one is named. Put the result between the start tag and the end tag of that
//! element, or into its `innerHTML`. For the context `html`, that makes a whole document.
//!
//! - **A fixed point**: sanitizing the result with the same sanitizer, context and options gives
//!   the same text, byte for byte, unless it is longer than [`Limits`](consomme::Limits) say that a
//!   source may be. With a [`Policy`], this holds if its functions return their own results
//!   unchanged.
//! - **Only allowed content, for four readers**: a browser by the standard of 2026-09-28 and one by
//!   that of 2024-09-12, each with scripting enabled and disabled. None of them finds an element or
//!   attribute in it that this sanitizer removes: no element that runs scripts, no event handler
//!   content attribute, no `javascript:` URL that navigates; no frame but from hosts that a
//!   [policy](FramePolicy) lists, in its sandbox. The second revision has no customizable `select`,
//!   processing instructions and `<template for>`.
//! - **Nothing around it changes, for these readers**: no attribute comes to the `html` or `body`
//!   element of the page, no `frameset` takes the place of its `body`, and no `template` makes the
//!   element that the text was put into a shadow host, or replaces content of the page.
//! - **It stays where it was put, for the two of 2026**: all of it is in the context element of the
//!   page, as the tree that a fragment has, and all around it is as without it: items of lists,
//!   paragraphs, headings, tables, ruby; and links, forms, buttons, `nobr` and `select`, if
//!   [`SanitizeOptions::around`] says that they are there. Elements that cannot stay are replaced
//!   with their children: an `li`, `dd` or `dt` where no list of the text is around it, blocks in a
//!   `p` and in elements that may be in one (`span`, `a`, names that the standard does not know), an
//!   `a` in an `a`. Text that a table would not take goes.
//! - **The same tree, for a browser of 2026 without scripting**: it builds the tree that was
//!   written. Other readers can arrange allowed content in another way, where they differ about
//!   `noscript`, `select`, `template` or processing instructions; all other content is the same.
//!
//! [`Sanitized::is_text`] tells when there was nothing but text to write.
//!
//! The page itself has to be written well: the context element is where its tags are, and each
//! element has its end tag. Between the tags of a `pre`, `listing` or `textarea`, write a line feed
//! before the result, because the parser drops one there.
//!
//! Not promised: that text is harmless in other places (an attribute, a `script`, a `style`, a
//! `textarea` that was not named as the context, XML), that a reader with lower limits on depth
//! builds the same tree (browsers stop at 512 levels, as the default [`Limits`](consomme::Limits) do,
//! counted from the root of the page), and what pages do with the ids, names, classes and data
//! attributes that are allowed. In quirks mode a `table` can stand in a `p`; that moves elements,
//! and makes none.

// Which file holds what:
//
// - `sanitizer.rs`: the sanitizer, which has a configuration and a policy
// - `config/`: the configuration
// - `rules/`: a configuration compiled for lookups
// - `policy/`: rules beyond the standard
// - `data/`: sanitizers as data, and the options of other sanitizers
// - `walk/`: the standard's steps over a tree, for any of these
// - `guide.md`: the guide
// - `removals.rs`: the removals, with reasons
// - `held_images.rs`: the images that are held back, and how trackers look
// - `elements.rs`: lists of elements, read from `elements.txt`
// - `methods.rs`: the methods for trees: `setHTML` and its kin
// - `text/`: sanitizing text
// - `stream/`: sanitizing text in pieces
// - `presets.rs`: sanitizers that people know
// - `profiles.rs`: sanitizers by language

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod config;
#[cfg(feature = "serde")]
mod data;
mod elements;
mod held_images;
#[cfg(feature = "serde")]
mod json;
#[cfg(any(doc, doctest))]
#[doc = include_str!("guide.md")]
pub mod guide {}
mod methods;
mod policy;
mod presets;
mod profiles;
mod removals;
mod rules;
mod sanitizer;
mod stream;
mod text;
mod walk;

pub use config::{
    SanitizerAttribute, SanitizerConfig, SanitizerConfigError, SanitizerElement,
    SanitizerElementWithAttributes,
};
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub use data::{
    SCHEMA, Translated, Untranslated, from_ammonia, from_dompurify, from_sanitize_html,
};
pub use held_images::{HeldImage, HeldImages, Tracking};
pub use policy::{
    AttributeVerdict, ElementVerdict, Escape, FramePolicy, Policy, RelativeUrls, TextVerdict,
    UrlPolicy, UrlUse,
};
#[cfg(feature = "css")]
#[cfg_attr(docsrs, doc(cfg(feature = "css")))]
pub use policy::{Colors, StyleSheets, StyleValues};
pub use presets::Preset;
pub use profiles::Profile;
pub use removals::{Removal, RemovalReason, Removals, Removed};
pub use sanitizer::Sanitizer;
pub use stream::{SanitizeStream, StreamError};
pub use text::{SanitizeOptions, Sanitized};

/// The parser, whose documents a [`Sanitizer`] takes.
pub use consomme;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
