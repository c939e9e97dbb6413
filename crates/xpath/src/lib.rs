//! XPath 1.0 for the trees of [consomme], an HTML parser.
//!
//! ```
//! use consomme_xpath::{XPath, XPathExt};
//!
//! let links = XPath::parse("//ul[@class='menu']//a[not(@rel)]/@href")?;
//! let document = consomme::parse_str("<ul class=menu><li><a href=/soup>Soup</a><li><a href=/ad rel=ad>Ad</a></ul>");
//! let found: Vec<_> = document.xpath_items(&links)?.iter().map(|item| item.string_value()).collect();
//! assert_eq!(found, ["/soup"]);
//! # Ok::<(), consomme_xpath::XPathError>(())
//! ```
//!
//! - [`XPath`] is a compiled expression; [`XPathOptions`] has prefixes and functions of your own.
//! - [`XPathExt`] evaluates it at a document, node or element; [`Evaluator`] has variables and the
//!   budget.
//! - The [`Value`] is a set of nodes, each an [`Item`], or a string, number or boolean.
//! - An [`XPathError`] names the error and its place.
//! - [`XPath::to_css`] returns an expression as a CSS selector, if it is one.
//!
//! # HTML
//!
//! As the [standard](https://html.spec.whatwg.org/#interactions-with-xpath-and-xslt) says, a name
//! without a prefix stands for HTML elements: `//svg` finds nothing, `//svg:svg` does. Names of
//! HTML elements and of their attributes are lowercased first: `//DIV[@Id]` finds the same as
//! `//div[@id]`. The README has more about HTML.
//!
//! # Time
//!
//! A step without positions looks at each node once, however many context nodes lead to it; sets are
//! sorted by an order that is computed once. Predicates can still take time quadratic in the size of
//! the tree, so each evaluation has a budget: [`Evaluator::max_steps`].

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod axis;
mod css;
mod entry;
mod error;
mod evaluate;
mod evaluator;
mod expression;
mod ext;
mod extension;
mod functions;
mod item;
mod lexer;
mod names;
mod node_set;
mod node_test;
mod number;
mod options;
mod parser;
mod value;
mod walk;
mod xpath;

/// The crate whose trees are searched.
pub use consomme;

pub use css::{CssPath, CssTarget, NotCss};
pub use error::{XPathError, XPathErrorKind};
pub use evaluator::Evaluator;
pub use ext::XPathExt;
pub use extension::CallContext;
pub use item::{AttributeNode, Item, NamespaceNode};
pub use node_set::{NodeSet, NodeSetIntoIter};
pub use options::XPathOptions;
pub use value::Value;
pub use xpath::XPath;

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
