//! Helpers of the tokenizer's unit tests: tokens and errors as short texts.

use crate::input::InputStream;
use crate::names::LocalName;
use crate::settings::{Limits, Revision};

use super::{TextMode, Token, Tokenizer, Tokens, token};

/// Returns the tokens of a whole input, with adjacent characters joined: `"text"`, `<a b="c">`,
/// `</a>`, `<!--comment-->`, `<?target data>` and `<!DOCTYPE name public system>`.
pub(super) fn tokens(html: &str) -> Vec<String> {
    tokens_in(Tokens::new(), &[html])
}

/// Returns the tokens of a whole input that comes after a start tag of that name, in a text mode.
pub(super) fn tokens_from(mode: TextMode, last_start_tag: &str, html: &str) -> Vec<String> {
    tokens_in(Tokens::new().initial_state(mode).last_start_tag(last_start_tag), &[html])
}

/// Returns the tokens of an input in pieces, given a tokenizer with its settings.
pub(super) fn tokens_in(mut tokens: Tokens, pieces: &[&str]) -> Vec<String> {
    let mut shown = Vec::new();
    let mut text = String::new();
    for piece in pieces {
        tokens.feed_str(piece);
        take(&mut tokens, &mut text, &mut shown);
    }
    tokens.end();
    take(&mut tokens, &mut text, &mut shown);
    assert_eq!(shown.pop().as_deref(), Some("end"), "the end-of-file token is the last");
    shown
}

/// Takes all tokens that are available. Text that no other token follows yet stays in `text`.
fn take(tokens: &mut Tokens, text: &mut String, shown: &mut Vec<String>) {
    while let Some(token) = tokens.next_token() {
        if let Token::Characters(characters) = token {
            assert!(!characters.is_empty());
            text.push_str(characters);
            continue;
        }
        if !text.is_empty() {
            shown.push(format!("{:?}", std::mem::take(text)));
        }
        shown.push(show(token));
    }
}

fn show(token: Token<'_>) -> String {
    let optional =
        |text: Option<&str>| text.map_or("missing".to_owned(), |text| format!("{text:?}"));
    match token {
        Token::Doctype { name, public_id, system_id, force_quirks } => {
            let parts = [name, public_id, system_id].map(optional).join(" ");
            format!("<!DOCTYPE {parts}{}>", if force_quirks { " quirks" } else { "" })
        }
        Token::StartTag(tag) => {
            let attributes: String =
                tag.attrs().map(|(name, value)| format!(" {name}={value:?}")).collect();
            format!("<{}{attributes}{}>", tag.name(), if tag.self_closing() { " /" } else { "" })
        }
        Token::EndTag(tag) => format!("</{}>", tag.name()),
        Token::Comment(data) => format!("<!--{data}-->"),
        Token::ProcessingInstruction { target, data } => format!("<?{target} {data}>"),
        Token::Characters(text) => format!("{text:?}"),
        Token::EndOfFile => "end".to_owned(),
    }
}

/// Returns the errors of a whole input, each as code and byte offset: `eof-in-tag 3`.
pub(super) fn errors(html: &str) -> Vec<String> {
    errors_in(Tokens::new(), &[html])
}

/// Returns the errors of an input in pieces, given a tokenizer with its settings.
pub(super) fn errors_in(tokens: Tokens, pieces: &[&str]) -> Vec<String> {
    let mut tokens = tokens.collect_errors(true);
    for piece in pieces {
        tokens.feed_str(piece);
        while tokens.next_token().is_some() {}
    }
    tokens.end();
    while tokens.next_token().is_some() {}
    tokens.errors().iter().map(|error| format!("{} {}", error.code(), error.offset())).collect()
}

/// A tokenizer and its whole input, for tests that look at spans and names.
pub(super) struct WholeInput {
    pub(super) input: InputStream,
    pub(super) tokenizer: Tokenizer,
}

impl WholeInput {
    pub(super) fn new(html: &str, limits: &Limits) -> Self {
        let mut input = InputStream::new(limits, false);
        input.push(html);
        input.set_last(true);
        WholeInput { input, tokenizer: Tokenizer::new(Revision::default(), limits) }
    }

    pub(super) fn next(&mut self) -> Option<token::Token<'_>> {
        self.tokenizer.next(&mut self.input)
    }

    pub(super) fn name(&self, name: LocalName) -> &str {
        self.input.context.strings.name(name)
    }
}
