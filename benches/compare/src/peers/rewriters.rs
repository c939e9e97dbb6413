//! Rewriters: a page to the same page, where each link has another attribute. Lol_html sees tags,
//! consomme builds the standard's tree and frees the finished parts.

use consomme::stream::{RewriteSelectors, StreamRewriter};
use consomme::{Hints, ParseOptions};
use lol_html::{HtmlRewriter, Settings, element};

use crate::pages::Page;
use crate::peer::Peer;

const SELECTOR: &str = "a[href]";

/// How many bytes come at a time.
const PIECE: usize = 32 * 1024;

pub enum LolHtml {}

impl<'p> Peer<'p> for LolHtml {
    type Input = &'p str;
    type Output = Vec<u8>;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> Vec<u8> {
        let handler = element!(SELECTOR, |link| Ok(link.set_attribute("rel", "nofollow")?));
        // Strict, it would stop where it is in doubt.
        let settings = Settings::new().with_strict(false).append_element_content_handler(handler);
        let mut output = Vec::new();
        let mut rewriter =
            HtmlRewriter::new(settings, |piece: &[u8]| output.extend_from_slice(piece));
        for piece in text.as_bytes().chunks(PIECE) {
            rewriter.write(piece).expect("no handler fails");
        }
        rewriter.end().expect("no handler fails");
        output
    }

    fn count(output: &Vec<u8>) -> usize {
        output.len()
    }
}

pub enum Consomme {}

impl<'p> Peer<'p> for Consomme {
    type Input = &'p str;
    type Output = Vec<u8>;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> Vec<u8> {
        let selectors = RewriteSelectors::new().attributes(&[SELECTOR]).expect("it is valid");
        let hints = Hints::new().content_type("text/html; charset=utf-8");
        let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &hints, &selectors);
        let mut output = Vec::new();
        for piece in text.as_bytes().chunks(PIECE).map(Some).chain([None]) {
            match piece {
                Some(piece) => rewriter.feed(piece),
                None => rewriter.end(),
            }
            while let Some(mut link) = rewriter.next_match() {
                link.set_attr("rel", "nofollow").expect("the name is valid");
            }
            rewriter.write_to(&mut output).expect("a list can be written to");
        }
        output
    }

    fn count(output: &Vec<u8>) -> usize {
        output.len()
    }
}
