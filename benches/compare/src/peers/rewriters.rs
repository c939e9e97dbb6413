//! Rewriters: a page to the same page, where each link has another attribute. Lol_html sees tags,
//! consomme builds the standard's tree and frees the finished parts. `rewriting` has other jobs.

use crate::pages::Page;
use crate::peer::Peer;
use crate::rewriting::jobs::Job;
use crate::rewriting::sources::PIECE;
use crate::rewriting::{consomme, lol_html};

pub enum LolHtml {}

impl<'p> Peer<'p> for LolHtml {
    type Input = &'p str;
    type Output = Vec<u8>;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> Vec<u8> {
        let mut output = Vec::new();
        let selector = lol_html::parsed(Job::Links, true);
        lol_html::run(Job::Links, &selector, text.as_bytes().chunks(PIECE), &mut output);
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
        let mut output = Vec::new();
        let selectors = consomme::compiled(Job::Links, true);
        consomme::run(Job::Links, &selectors, text.as_bytes().chunks(PIECE), &mut output);
        output
    }

    fn count(output: &Vec<u8>) -> usize {
        output.len()
    }
}
