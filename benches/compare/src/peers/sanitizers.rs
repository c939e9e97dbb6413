//! Sanitizers: text to text, with the configuration that each has by default. Both keep the markup
//! of text, links and tables and remove scripts, styles and forms. Ammonia also keeps images,
//! checks the schemes of URLs and sets `rel` on links; consomme also keeps MathML and drawings in
//! SVG, and finds a fixed point.
//!
//! Both are configured once, as a server does it.

use std::sync::LazyLock;

use ammonia::Builder;
use consomme_sanitizer::Sanitizer;

use crate::pages::Page;
use crate::peer::Peer;

static AMMONIA: LazyLock<Builder<'_>> = LazyLock::new(Builder::default);

pub enum Ammonia {}

impl<'p> Peer<'p> for Ammonia {
    type Input = &'p str;
    type Output = String;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> String {
        AMMONIA.clean(text).to_string()
    }

    fn count(html: &String) -> usize {
        html.len()
    }
}

static CONSOMME: LazyLock<Sanitizer> = LazyLock::new(Sanitizer::new);

pub enum Consomme {}

impl<'p> Peer<'p> for Consomme {
    type Input = &'p str;
    type Output = String;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> String {
        CONSOMME.sanitize_str(text)
    }

    fn count(html: &String) -> usize {
        html.len()
    }
}
