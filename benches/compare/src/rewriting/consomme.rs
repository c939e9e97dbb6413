//! The jobs as users of consomme do them.

use std::io::Write;

use consomme::stream::{LeafKind, RewriteItem, RewriteMatch, RewriteSelectors, StreamRewriter};
use consomme::{Document, Hints, ParseOptions, Parser};

use super::jobs::{BANNER, Job, WORD, rewritten};

/// Compiles the selector of a job, for all documents.
pub fn compiled(job: Job, has_matches: bool) -> RewriteSelectors {
    let selector = [job.selector(has_matches)];
    let selectors = match job {
        Job::Links | Job::Urls => RewriteSelectors::new().attributes(&selector),
        Job::Banner | Job::Scripts => RewriteSelectors::new().start_tags(&selector),
        Job::Texts => Ok(RewriteSelectors::new().leaves(has_matches)),
    };
    selectors.expect("it is valid")
}

pub fn run<'p>(
    job: Job,
    selectors: &RewriteSelectors,
    pieces: impl Iterator<Item = &'p [u8]>,
    output: &mut impl Write,
) {
    let hints = Hints::new().charset("utf-8");
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &hints, selectors);
    for piece in pieces.map(Some).chain([None]) {
        match piece {
            Some(piece) => rewriter.feed(piece),
            None => rewriter.end(),
        }
        while let Some(item) = rewriter.next_item() {
            match item {
                RewriteItem::Element(mut element) => edit(job, &mut element),
                RewriteItem::Leaf(mut leaf) if leaf.kind() == LeafKind::Text => {
                    let is_code = |name: &str| matches!(name, "script" | "style");
                    if leaf.source().contains(WORD.0)
                        && !leaf.parent().is_some_and(|parent| is_code(parent.name()))
                    {
                        let replaced = leaf.text().replace(WORD.0, WORD.1);
                        let _reasons = leaf.replace_with_text(&replaced);
                    }
                }
                _ => {}
            }
        }
        rewriter.write_to(&mut *output).expect("a buffer takes all");
    }
}

/// Parses a document, whose tree is dropped by the caller.
pub fn parse<'p>(pieces: impl Iterator<Item = &'p [u8]>) -> Document {
    let mut parser = Parser::new(&ParseOptions::new(), &Hints::new().charset("utf-8"));
    pieces.for_each(|piece| parser.feed(piece));
    parser.finish()
}

/// Edits a match. Where an edit is not exact, or refused, the page stays as it is there, as with
/// lol_html.
fn edit(job: Job, element: &mut RewriteMatch<'_>) {
    match job {
        Job::Links => element.set_attr("rel", "nofollow").expect("the name is valid"),
        Job::Urls => {
            element.rewrite_urls(|found| rewritten(found.url));
        }
        Job::Banner => drop(element.append_html(BANNER)),
        Job::Scripts => drop(element.remove()),
        Job::Texts => {}
    }
}
