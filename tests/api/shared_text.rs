//! Documents that share their text with others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use consomme::{InputText, Limits, ParseOptions, parse_fragment, parse_str};

/// A text that comes with something else, as a file that is mapped to memory would.
struct Owner {
    text: &'static str,
    asked: Arc<AtomicUsize>,
}

impl AsRef<str> for Owner {
    fn as_ref(&self) -> &str {
        match self.asked.fetch_add(1, Ordering::Relaxed) {
            0 => self.text,
            _ => "",
        }
    }
}

#[test]
fn a_shared_text_is_the_text_of_all_its_documents() {
    let text: Arc<str> = Arc::from("<ul><li>Leek &amp; <b>salt</b></ul>");
    let page = parse_str(&text);
    let fragment = parse_fragment("div", &text);
    let copy = page.clone();
    for document in [&page, &fragment, &copy] {
        assert_eq!(document.source().as_ptr(), text.as_ptr());
    }
    assert_eq!(Arc::strong_count(&text), 3, "a clone shares the owner of the first");
    drop((page, fragment, text));
    assert_eq!(copy.root().text_content(), "Leek & salt");
}

#[test]
fn an_edit_leaves_the_text_to_the_others() {
    let text: Arc<str> = Arc::from("<p>Leek");
    let mut page = parse_str(&text);
    let body = page.body().unwrap().id();
    page.set_inner_html(body, "<p>Salt\r\n").unwrap();
    assert_eq!((page.root().text_content().as_str(), &*text), ("Salt\n", "<p>Leek"));
}

#[test]
fn a_text_that_needs_a_change_is_copied() {
    let small = ParseOptions::new().limits(Limits::default().input_bytes(Some(7)));
    for (options, text, source) in [
        (ParseOptions::new(), "<p>Leek\r\n", "<p>Leek\n"),
        (ParseOptions::new(), "\u{FEFF}<p>Leek", "<p>Leek"),
        (small, "<p>Leek soup", "<p>Leek"),
    ] {
        let text: Arc<str> = Arc::from(text);
        let page = options.parse_str(&text);
        assert_eq!((page.source(), Arc::strong_count(&text)), (source, 1));
    }
}

#[test]
fn an_owner_is_asked_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let owner = Owner { text: "\u{FEFF}<p>Leek\r", asked: Arc::clone(&asked) };
    let page = parse_str(InputText::shared(owner));
    assert_eq!((page.source(), asked.load(Ordering::Relaxed)), ("<p>Leek\n", 1));
}
