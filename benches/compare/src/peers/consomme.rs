//! consomme itself.

use std::cell::Cell;
use std::mem;
use std::sync::Arc;

use consomme::{Document, Hints, ParseOptions, Recycler, tokenizer};
use encoding_rs::UTF_8;

use crate::pages::Page;
use crate::peer::Peer;

/// From `&[u8]`: finds the encoding, decodes, copies the text into the document. A fragment has no
/// encoding of its own: it is checked to be UTF-8.
pub enum Bytes {}

impl<'p> Peer<'p> for Bytes {
    type Input = &'p Page;
    type Output = Document;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> Document {
        parse_bytes(page, &ParseOptions::new())
    }

    fn count(document: &Document) -> usize {
        document.descendants().count()
    }
}

/// As [`Bytes`], with all records on that are off by default: parse errors and positions.
pub enum Accounting {}

impl<'p> Peer<'p> for Accounting {
    type Input = &'p Page;
    type Output = Document;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> Document {
        parse_bytes(page, &ParseOptions::new().errors(true).positions(true))
    }

    fn count(document: &Document) -> usize {
        document.descendants().count()
    }
}

fn parse_bytes(page: &Page, options: &ParseOptions) -> Document {
    if page.is_fragment {
        let (text, _) = UTF_8.decode_without_bom_handling(&page.bytes);
        options.parse_fragment("body", text)
    } else {
        options.parse_document(page.bytes.as_slice(), &Hints::new())
    }
}

/// From `&str`.
pub enum Text {}

impl<'p> Peer<'p> for Text {
    type Input = &'p Page;
    type Output = Document;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> Document {
        if page.is_fragment {
            ParseOptions::new().parse_fragment("body", page.text.as_str())
        } else {
            ParseOptions::new().parse_str(page.text.as_str())
        }
    }

    fn count(document: &Document) -> usize {
        document.descendants().count()
    }
}

/// From an owned `Vec<u8>`, which the document may adopt. Freeing the input counts, copying it
/// beforehand does not.
pub enum Owned {}

impl<'p> Peer<'p> for Owned {
    type Input = (&'p Page, Vec<u8>);
    type Output = Document;

    const KEEPS_INPUT: bool = true;

    fn input(page: &'p Page) -> (&'p Page, Vec<u8>) {
        (page, page.bytes.clone())
    }

    fn run((page, bytes): &mut (&'p Page, Vec<u8>)) -> Document {
        let bytes = mem::take(bytes);
        if page.is_fragment {
            let text = String::from_utf8(bytes).expect("fragments are UTF-8");
            ParseOptions::new().parse_fragment("body", text)
        } else {
            ParseOptions::new().parse_document(bytes, &Hints::new())
        }
    }

    fn count(document: &Document) -> usize {
        document.descendants().count()
    }
}

/// From an `Arc<str>`, which the document shares.
pub enum Shared {}

impl<'p> Peer<'p> for Shared {
    type Input = (&'p Page, Arc<str>);
    type Output = Document;

    fn input(page: &'p Page) -> (&'p Page, Arc<str>) {
        (page, Arc::from(page.text.as_str()))
    }

    fn run((page, text): &mut (&'p Page, Arc<str>)) -> Document {
        if page.is_fragment {
            ParseOptions::new().parse_fragment("body", &*text)
        } else {
            ParseOptions::new().parse_str(&*text)
        }
    }

    fn count(document: &Document) -> usize {
        document.descendants().count()
    }
}

/// As [`Shared`], in the memory of the document before.
pub enum Recycled {}

/// A document that is given back when it is dropped.
pub struct ToRecycle(Option<Document>);

thread_local! {
    static RECYCLER: Cell<Recycler> = Cell::default();
}

/// Calls a function with the recycler of the thread.
fn with_recycler<R>(function: impl FnOnce(&mut Recycler) -> R) -> R {
    RECYCLER.with(|cell| {
        let mut recycler = cell.take();
        let result = function(&mut recycler);
        cell.set(recycler);
        result
    })
}

impl Drop for ToRecycle {
    fn drop(&mut self) {
        with_recycler(|recycler| recycler.recycle(self.0.take().expect("it is dropped once")));
    }
}

impl<'p> Peer<'p> for Recycled {
    type Input = (&'p Page, Arc<str>);
    type Output = ToRecycle;

    fn input(page: &'p Page) -> (&'p Page, Arc<str>) {
        Shared::input(page)
    }

    fn run((page, text): &mut (&'p Page, Arc<str>)) -> ToRecycle {
        ToRecycle(Some(with_recycler(|recycler| {
            if page.is_fragment {
                recycler.parse_fragment("body", &*text)
            } else {
                recycler.parse_str(&*text)
            }
        })))
    }

    fn count(output: &ToRecycle) -> usize {
        output.0.as_ref().map_or(0, Shared::count)
    }
}

/// The tokenizer alone, from `&str`.
pub enum Tokens {}

impl<'p> Peer<'p> for Tokens {
    type Input = &'p str;
    type Output = usize;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> usize {
        let mut tokens = tokenizer::Tokens::new();
        tokens.feed_str(text);
        tokens.end();
        let mut count = 0;
        while let Some(token) = tokens.next_token() {
            std::hint::black_box(&token);
            count += 1;
        }
        count
    }

    fn count(tokens: &usize) -> usize {
        *tokens
    }
}

/// The tree back to HTML.
pub enum Serialize {}

impl<'p> Peer<'p> for Serialize {
    type Input = Document;
    type Output = String;

    fn input(page: &'p Page) -> Document {
        parse_bytes(page, &ParseOptions::new())
    }

    fn run(document: &mut Document) -> String {
        document.inner_html()
    }

    fn count(html: &String) -> usize {
        html.len()
    }
}
