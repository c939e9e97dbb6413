//! Others that build no tree.

use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

use html5gum::Span;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use lol_html::{HtmlRewriter, Settings, element};

use crate::pages::Page;
use crate::peer::Peer;

/// A rewriter that calls a handler for every element, which does nothing; its output is dropped.
pub enum LolHtml {}

impl<'p> Peer<'p> for LolHtml {
    type Input = &'p Page;
    type Output = usize;

    fn input(page: &'p Page) -> &'p Page {
        page
    }

    fn run(page: &mut &'p Page) -> usize {
        let elements = Rc::new(Cell::new(0));
        let count = Rc::clone(&elements);
        let handler = element!("*", move |element| {
            black_box(&element);
            count.set(count.get() + 1);
            Ok(())
        });
        // Strict, it would stop where it is in doubt.
        let settings = Settings::new().with_strict(false).append_element_content_handler(handler);
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        rewriter.write(page.text.as_bytes()).expect("no handler fails");
        rewriter.end().expect("no handler fails");
        elements.get()
    }

    fn count(elements: &usize) -> usize {
        *elements
    }
}

/// The tokenizer with a callback that does nothing: its way without an allocation per token.
pub enum Html5gum {}

impl<'p> Peer<'p> for Html5gum {
    type Input = &'p str;
    type Output = usize;

    fn input(page: &'p Page) -> &'p str {
        &page.text
    }

    fn run(text: &mut &'p str) -> usize {
        let mut tokens = 0;
        let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
            let is_token = !matches!(
                event,
                CallbackEvent::AttributeName { .. }
                    | CallbackEvent::AttributeValue { .. }
                    | CallbackEvent::CloseStartTag { .. }
                    | CallbackEvent::Error(_)
            );
            tokens += usize::from(is_token);
            black_box(event);
            None
        });
        html5gum::Tokenizer::new_with_emitter(*text, emitter).for_each(drop);
        tokens
    }

    fn count(tokens: &usize) -> usize {
        *tokens
    }
}
