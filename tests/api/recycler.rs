//! Documents that are parsed in the memory of others.

use consomme::{Hints, ParseOptions, Recycler};

#[test]
fn a_document_has_nothing_of_the_one_before() {
    let mut recycler = Recycler::new(&ParseOptions::new().errors(true).positions(true));
    let cooked =
        "<!doctype html><soup-of day=1 data-x=2>Leek &amp; salt</b></soup-of><!--a--><?b?>";
    let before = recycler.parse_str(cooked);
    let id = before.root().id();
    assert!(!before.errors().is_empty());
    recycler.recycle(before);
    let document = recycler.parse_document(b"<p title=x>", &Hints::utf8());
    assert_eq!(document.to_string(), "<html><head></head><body><p title=\"x\"></p></body></html>");
    assert_eq!((document.source(), document.errors().len()), ("<p title=x>", 1));
    assert_ne!(document.root().id(), id);
    recycler.recycle(document);
    let fragment = recycler.parse_fragment("tr", "<td>1<td>2");
    assert_eq!(fragment.inner_html(), "<td>1</td><td>2</td>");
}

#[test]
fn a_change_of_the_encoding_begins_anew() {
    let mut recycler = Recycler::default();
    recycler.recycle(consomme::parse_str("<p>".repeat(1000)));
    let page = [b"<!--".as_slice(), &[b'x'; 2000], b"--><meta charset=koi8-r><p>\xE2\xCF\xD2\xDD"];
    let document = recycler.parse_document(page.concat(), &Hints::new());
    assert_eq!(document.root().text_content(), "Борщ");
}
