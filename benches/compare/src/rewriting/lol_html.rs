//! The jobs as users of lol_html do them.

use std::io::Write;

use lol_html::html_content::{ContentType, TextType};
use lol_html::{HtmlRewriter, Settings, element, text};

use super::jobs::{BANNER, Job, WORD, rewritten};

pub fn run<'p>(
    job: Job,
    has_matches: bool,
    pieces: impl Iterator<Item = &'p [u8]>,
    output: &mut impl Write,
) {
    let selector = job.selector(has_matches);
    // Strict, it would stop where it is in doubt.
    let settings = Settings::new().with_strict(false);
    let settings = match job {
        Job::Links => settings.append_element_content_handler(element!(selector, |link| {
            Ok(link.set_attribute("rel", "nofollow")?)
        })),
        Job::Banner => settings.append_element_content_handler(element!(selector, |body| {
            body.append(BANNER, ContentType::Html);
            Ok(())
        })),
        Job::Scripts => settings.append_element_content_handler(element!(selector, |script| {
            script.remove();
            Ok(())
        })),
        Job::Texts => settings.append_element_content_handler(text!(selector, |piece| {
            if piece.text_type() == TextType::Data && piece.as_str().contains(WORD.0) {
                let replaced = piece.as_str().replace(WORD.0, WORD.1);
                // The piece is as it is written, with its references.
                piece.replace(&replaced, ContentType::Html);
            }
            Ok(())
        })),
        Job::Urls => settings.append_element_content_handler(element!(selector, |element| {
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
        })),
    };
    let mut rewriter = HtmlRewriter::new(settings, |piece: &[u8]| {
        output.write_all(piece).expect("a buffer takes all")
    });
    for piece in pieces {
        rewriter.write(piece).expect("no handler fails");
    }
    rewriter.end().expect("no handler fails");
}
