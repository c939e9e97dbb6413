//! XPath: expressions that are compiled and trees that are there; each finds all its nodes. Only
//! the start of a page is taken: other contenders take time quadratic in the size of the tree,
//! minutes for a large page.
//!
//! xee-xpath is left out: it takes XML and has XPath 3.1 with the tables of Unicode that this
//! needs, which would take most of the build. libxml binds libxml2, which `crates/xpath/benches`
//! measures through lxml.

use ::consomme::Document;
use consomme_xpath::{XPath, XPathExt as _};
use skyscraper::html;
use skyscraper::xpath::{self, Xpath, XpathItemTree};
use sxd_xpath::{Context, Factory, Value};

use crate::pages::Page;
use crate::peer::Peer;

/// As XPath 1.0 and 3.1 have them: a function takes one node in the latter.
const EXPRESSIONS: [&str; 3] =
    ["//a/@href", "//div[@class='x']//p[2]", "//*[text()[contains(., 'x')]]"];

/// How many bytes of a page are taken at most.
const MAX_BYTES: usize = 8_000;

fn start(page: &Page) -> &str {
    &page.text[..page.text.floor_char_boundary(MAX_BYTES)]
}

pub enum Consomme {}

impl<'p> Peer<'p> for Consomme {
    type Input = (Document, [XPath; 3]);
    type Output = usize;

    fn input(page: &'p Page) -> Self::Input {
        let paths = EXPRESSIONS.map(|path| path.parse().expect("an expression"));
        (::consomme::parse_str(start(page)), paths)
    }

    fn run((document, paths): &mut Self::Input) -> usize {
        paths.iter().map(|path| document.xpath_items(path).expect("nodes").len()).sum()
    }

    fn count(found: &usize) -> usize {
        *found
    }
}

pub enum Sxd {}

impl<'p> Peer<'p> for Sxd {
    type Input = (sxd_document::Package, [sxd_xpath::XPath; 3]);
    type Output = usize;

    fn input(page: &'p Page) -> Self::Input {
        let factory = Factory::new();
        let compile = |path| factory.build(path).expect("an expression").expect("not empty");
        (sxd_html::parse_html(start(page)), EXPRESSIONS.map(compile))
    }

    fn run((package, paths): &mut Self::Input) -> usize {
        let document = package.as_document();
        let context = Context::new();
        let found = paths.iter().map(|path| {
            match path.evaluate(&context, document.root()).expect("a value") {
                Value::Nodeset(nodes) => nodes.document_order().len(),
                _ => 0,
            }
        });
        found.sum()
    }

    fn count(found: &usize) -> usize {
        *found
    }
}

pub enum Skyscraper {}

impl<'p> Peer<'p> for Skyscraper {
    type Input = (XpathItemTree, [Xpath; 3]);
    type Output = usize;

    fn input(page: &'p Page) -> Self::Input {
        let tree = html::parse(start(page)).expect("it takes any text");
        (tree, EXPRESSIONS.map(|path| xpath::parse(path).expect("an expression")))
    }

    fn run((tree, paths): &mut Self::Input) -> usize {
        paths.iter().map(|path| path.apply(tree).expect("nodes").len()).sum()
    }

    fn count(found: &usize) -> usize {
        *found
    }
}
