//! Tests that the rewriter patches only the start tag of each element. The names come from the
//! rows.

use crate::dom::ElementRef;
use crate::stream::{RewriteSelectors, StreamRewriter};
use crate::{Hints, ParseOptions};

use super::every_element::{PLACES, assert_made, elements, named};

/// Sets an attribute of the element with a name and an `id`, in a document that arrives in two
/// pieces. Returns the output.
fn set_attr(name: &str, pieces: [&str; 2]) -> String {
    let selectors = RewriteSelectors::new().start_tags(&[&format!("{name}[id]")]).unwrap();
    let mut rewriter = StreamRewriter::new(&ParseOptions::new(), &Hints::new(), &selectors);
    let mut output = Vec::new();
    for piece in pieces {
        rewriter.feed_str(piece);
        set_attr_of_matches(&mut rewriter);
    }
    rewriter.end();
    set_attr_of_matches(&mut rewriter);
    rewriter.write_to(&mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn set_attr_of_matches(rewriter: &mut StreamRewriter) {
    while let Some(mut found) = rewriter.next_match() {
        found.set_attr("lang", "a").unwrap();
    }
}

#[test]
fn a_start_tag_is_patched_and_all_else_stays_byte_for_byte() {
    for (name, row) in elements() {
        let mut is_made_anywhere = false;
        for before in PLACES {
            let opening = format!("<!doctype HTML>\r\n{before}");
            let before = format!("{opening}<{name}  ID=i");
            let after = format!(" >x\r\n</{name} >b&lt <!-- c");
            let html = format!("{before}{after}");
            let document = ParseOptions::new().positions(true).parse_str(&html);
            // The attributes of a second `body` go to the first one, whose start tag is elsewhere.
            // If that was implied, the second is the first tag of the element, and is lent.
            let start = |element: ElementRef<'_>| Some(element.span()?.range().start);
            let is_made =
                named(&document, name).any(|element| start(element) == Some(opening.len()));
            is_made_anywhere |= is_made;
            let adds = ["html", "body"].contains(&name)
                && named(&document, name).any(|element| element.attr("id") == Some("i"));
            let added = if is_made || adds { " lang=\"a\"" } else { "" };
            assert_eq!(set_attr(name, [&before, &after]), format!("{before}{added}{after}"));
        }
        assert_made(is_made_anywhere, name, row);
    }
}
