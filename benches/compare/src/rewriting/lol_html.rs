//! The jobs as users of lol_html do them.

use std::borrow::Cow;
use std::io::Write;

use lol_html::html_content::{ContentType, Element, TextChunk, TextType};
use lol_html::{ElementContentHandlers, HtmlRewriter, Selector, Settings};

use super::jobs::{BANNER, Job, WORD, rewritten};

/// Parses the selector of a job, for all documents.
pub fn parsed(job: Job, has_matches: bool) -> Selector {
    job.selector(has_matches).parse().expect("it is valid")
}

pub fn run<'p>(
    job: Job,
    selector: &Selector,
    pieces: impl Iterator<Item = &'p [u8]>,
    output: &mut impl Write,
) {
    let handlers = ElementContentHandlers::default();
    // Strict, it would stop where it is in doubt.
    let settings = Settings::new().with_strict(false);
    let handlers = match job {
        Job::Links => handlers
            .element(|link: &mut Element<'_, '_>| Ok(link.set_attribute("rel", "nofollow")?)),
        Job::Banner => handlers.element(|body: &mut Element<'_, '_>| {
            body.append(BANNER, ContentType::Html);
            Ok(())
        }),
        Job::Scripts => handlers.element(|script: &mut Element<'_, '_>| {
            script.remove();
            Ok(())
        }),
        Job::Texts => handlers.text(|piece: &mut TextChunk<'_>| {
            if piece.text_type() == TextType::Data && piece.as_str().contains(WORD.0) {
                let replaced = piece.as_str().replace(WORD.0, WORD.1);
                // The piece is as it is written, with its references.
                piece.replace(&replaced, ContentType::Html);
            }
            Ok(())
        }),
        Job::Urls => handlers.element(|element: &mut Element<'_, '_>| {
            for name in ["href", "src"] {
                if let Some(url) = element.get_attribute(name).as_deref().and_then(rewritten) {
                    element.set_attribute(name, &url)?;
                }
            }
            if let Some(list) = element.get_attribute("srcset") {
                let urls = list.split(',').map(|one| {
                    let one = one.trim();
                    rewritten(one).unwrap_or_else(|| one.to_owned())
                });
                element.set_attribute("srcset", &urls.collect::<Vec<_>>().join(", "))?;
            }
            Ok(())
        }),
    };
    let settings = settings.append_element_content_handler((Cow::Borrowed(selector), handlers));
    let mut rewriter = HtmlRewriter::new(settings, |piece: &[u8]| {
        output.write_all(piece).expect("a buffer takes all")
    });
    for piece in pieces {
        rewriter.write(piece).expect("no handler fails");
    }
    rewriter.end().expect("no handler fails");
}
