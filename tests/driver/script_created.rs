//! Parsers that `document.open` makes: the insertion point is the end of the input while no script
//! runs.
//!
//! <https://html.spec.whatwg.org/#document-open-steps>

use consomme::driver::{Driver, Step};

use super::{Documents, options};

fn opened() -> Documents {
    Driver::script_created(&options())
}

/// All cuts of a page that writes text and scripts make the same tree as the page in one call.
#[test]
fn where_the_text_is_cut_makes_no_difference() {
    let page =
        "<!DOCTYPE html><title>a&amp;b</title>\r\n<table>x<tr><td>é<script>1</script>c</table>\r";
    let parse = |pieces: &[&str]| {
        let mut driver = opened();
        for piece in pieces {
            let mut step = driver.write(piece).unwrap();
            while let Step::Script(_) = step {
                assert_eq!(driver.write("<i>w"), Ok(Step::NeedsInput));
                step = driver.end_script();
            }
        }
        driver.end();
        assert_eq!(driver.step(), Step::Finished);
        let document = driver.finish_document();
        document.check_parsed().unwrap();
        document.inner_html()
    };
    let whole = parse(&[page]);
    assert!(whole.contains("<i>w"), "{whole}");
    for (at, _) in page.char_indices() {
        assert_eq!(parse(&[&page[..at], &page[at..]]), whole, "{at}");
    }
}
