//! The tokenizer on its own.

use std::fmt;

use crate::input::InputStream;
use crate::parse_error::{ErrorLog, ParseError};
use crate::settings::{Limits, Revision};
use crate::text::{LineColumn, Strings};

use super::state_machine::Tokenizer;
use super::text_mode::TextMode;
use super::token;

/// The tokenizer on its own: text in, tokens out, no tree.
///
/// Without a tree builder nobody tells the tokenizer that, say, the text of a `title` is RCDATA:
/// after a start tag the caller does, with [`set_state`](Tokens::set_state). What was read stays in
/// memory as long as the `Tokens`.
///
/// ```
/// use consomme::tokenizer::{TextMode, Token, Tokens};
///
/// let mut tokens = Tokens::new();
/// tokens.feed("<title>Fish &amp; <b>");
/// tokens.feed("chips</title>");
/// tokens.finish();
/// let mut texts = String::new();
/// let mut tags = Vec::new();
/// while let Some(token) = tokens.next() {
///     match token {
///         Token::StartTag(tag) => {
///             tags.push(tag.name().to_owned());
///             tokens.set_state(TextMode::Rcdata);
///         }
///         Token::Characters(text) => texts.push_str(text),
///         _ => {}
///     }
/// }
/// assert_eq!(tags, ["title"]);
/// assert_eq!(texts, "Fish & <b>chips");
/// ```
#[derive(Debug)]
pub struct Tokens {
    tokenizer: Tokenizer,
    input: InputStream,
    /// The end-of-file token was given.
    ended: bool,
}

/// A token.
///
/// <https://html.spec.whatwg.org/#tokenization>
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Token<'t> {
    /// A DOCTYPE.
    Doctype {
        /// The name, ASCII capitals made small; `None` if missing.
        name: Option<&'t str>,
        /// The public identifier; `None` if missing, which differs from empty.
        public_id: Option<&'t str>,
        /// The system identifier; `None` if missing, which differs from empty.
        system_id: Option<&'t str>,
        /// The document is to be in quirks mode whatever else stands here.
        force_quirks: bool,
    },
    /// A start tag.
    StartTag(Tag<'t>),
    /// An end tag.
    EndTag(Tag<'t>),
    /// A comment.
    Comment(&'t str),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target, as written.
        target: &'t str,
        /// The data, without the white space before it.
        data: &'t str,
    },
    /// Some characters. A text may come as several of these; where it is cut has no meaning.
    Characters(&'t str),
    /// The end of the input. No token follows.
    EndOfFile,
}

/// A start tag or an end tag.
#[derive(Clone, Copy)]
pub struct Tag<'t> {
    tag: &'t token::Tag,
    strings: &'t Strings,
}

impl<'t> Tag<'t> {
    /// The name, ASCII capitals made small.
    pub fn name(&self) -> &'t str {
        self.strings.name(self.tag.name)
    }

    /// Name and value of each attribute in order of the input, duplicates dropped. An end tag may
    /// have some too; they mean nothing.
    pub fn attrs(&self) -> impl ExactSizeIterator<Item = (&'t str, &'t str)> + use<'t> {
        let strings = self.strings;
        let attributes = self.tag.attributes.iter();
        attributes.map(|attribute| (strings.name(attribute.name), strings.get(attribute.value)))
    }

    /// Whether the tag ended with `/>`.
    pub fn self_closing(&self) -> bool {
        self.tag.self_closing
    }
}

/// Prints the name and the attributes, as a start tag has them: whether it is one is for the
/// [`Token`] to say.
impl fmt::Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name())?;
        for (name, value) in self.attrs() {
            write!(f, " {name}={value:?}")?;
        }
        f.write_str(if self.self_closing() { "/>" } else { ">" })
    }
}

impl Default for Tokens {
    fn default() -> Self {
        Tokens::new()
    }
}

impl Tokens {
    /// A tokenizer in the data state, without input, that collects no errors.
    pub fn new() -> Self {
        let limits = Limits::unlimited();
        Tokens {
            tokenizer: Tokenizer::new(Revision::default(), &limits),
            input: InputStream::new(&limits, false),
            ended: false,
        }
    }

    /// Sets the state to start in. To be called before [`feed`](Tokens::feed).
    #[must_use]
    pub fn initial_state(mut self, mode: TextMode) -> Self {
        self.tokenizer.set_state(mode);
        self
    }

    /// Sets the name that the first end tag must have to end RCDATA, RAWTEXT or script data, as the
    /// start tag before the input does: `"title"`.
    #[must_use]
    pub fn last_start_tag(mut self, name: &str) -> Self {
        let name = self.input.context.strings.names.intern(&name.to_ascii_lowercase());
        self.tokenizer.set_last_start_tag(name);
        self
    }

    /// Sets the revision of the standard to follow.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.tokenizer.set_revision(revision);
        self
    }

    /// Sets whether errors are collected for [`errors`](Tokens::errors). To be called before
    /// [`feed`](Tokens::feed).
    #[must_use]
    pub fn collect_errors(mut self, collect: bool) -> Self {
        self.input.context.errors = ErrorLog::new(collect, Limits::unlimited().errors);
        self
    }

    /// Appends a piece of the input, which may be cut anywhere: the tokens do not depend on it.
    /// After [`finish`](Tokens::finish) nothing is taken.
    pub fn feed(&mut self, text: &str) {
        if !self.input.is_last() {
            self.input.push(text);
        }
    }

    /// Says that no more input will come.
    pub fn finish(&mut self) {
        self.input.set_last(true);
    }

    /// The next token, or `None` when more input is needed or [`Token::EndOfFile`] was given.
    #[allow(clippy::should_implement_trait)] // A token borrows from the tokenizer: this is no `Iterator`.
    pub fn next(&mut self) -> Option<Token<'_>> {
        if self.ended {
            return None;
        }
        let token = self.tokenizer.next(&mut self.input)?;
        if matches!(token, token::Token::EndOfFile) {
            self.ended = true;
            self.input.context.errors.sort();
        }
        Some(view(token, &self.input.context.strings))
    }

    /// Switches to another state, as a tree builder does after some start tags. To be called
    /// between two tokens; in the middle of one, or with a state in the middle of one, what comes
    /// of it is no particular token.
    pub fn set_state(&mut self, mode: TextMode) {
        self.tokenizer.set_state(mode);
    }

    /// Sets whether `<![CDATA[` starts a CDATA section, as it does inside SVG and MathML. Until
    /// then it does not.
    pub fn set_cdata_allowed(&mut self, allowed: bool) {
        self.tokenizer.set_cdata_allowed(allowed);
    }

    /// The parse errors so far, if they are [collected](Tokens::collect_errors): in order of
    /// position once [`Token::EndOfFile`] was given, before that in the order in which they were
    /// found.
    pub fn errors(&self) -> &[ParseError] {
        self.input.context.errors.as_slice()
    }

    /// The line and column of a byte offset in the input after newlines are normalized. Takes time
    /// linear in `offset`.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        LineColumn::of(self.input.context.strings.source(), offset)
    }
}

/// The token as the user sees it.
fn view<'t>(token: token::Token<'t>, strings: &'t Strings) -> Token<'t> {
    match token {
        token::Token::Doctype(doctype) => Token::Doctype {
            name: doctype.name.map(|name| strings.get(name)),
            public_id: doctype.public_id.map(|id| strings.get(id)),
            system_id: doctype.system_id.map(|id| strings.get(id)),
            force_quirks: doctype.force_quirks,
        },
        token::Token::StartTag(tag) => Token::StartTag(Tag { tag, strings }),
        token::Token::EndTag(tag) => Token::EndTag(Tag { tag, strings }),
        token::Token::Comment(data) => Token::Comment(strings.get(data)),
        token::Token::ProcessingInstruction { target, data } => {
            Token::ProcessingInstruction { target: strings.get(target), data: strings.get(data) }
        }
        token::Token::Characters(text) | token::Token::NullCharacter(text) => {
            Token::Characters(strings.get(text))
        }
        token::Token::EndOfFile => Token::EndOfFile,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_in_order_of_position_at_the_end() {
        let mut tokens = Tokens::new().collect_errors(true);
        tokens.feed("</>\u{1}<a b b>\n</c d>");
        tokens.finish();
        while tokens.next().is_some() {}
        let errors =
            tokens.errors().iter().map(|error| tokens.line_column(error.offset()).to_string());
        assert_eq!(errors.collect::<Vec<_>>(), ["1:3", "1:4", "1:11", "2:6"]);
    }

    /// A token prints itself, not all that was read.
    #[test]
    fn tags_print_as_tags() {
        let mut tokens = Tokens::new();
        tokens.feed("<br CLASS=a\"b hidden/></p>");
        tokens.finish();
        assert_eq!(
            format!("{:?}", tokens.next().unwrap()),
            r#"StartTag(<br class="a\"b" hidden=""/>)"#
        );
        assert_eq!(format!("{:?}", tokens.next().unwrap()), "EndTag(<p>)");
    }

    #[test]
    fn nothing_follows_the_end() {
        let mut tokens = Tokens::new();
        tokens.feed("a");
        assert!(tokens.next().is_none());
        tokens.finish();
        tokens.feed("b");
        assert!(matches!(tokens.next(), Some(Token::Characters("a"))));
        assert!(matches!(tokens.next(), Some(Token::EndOfFile)));
        tokens.set_state(TextMode::Rcdata);
        assert!(tokens.next().is_none());
    }

    #[test]
    fn newlines_are_normalized() {
        let mut tokens = Tokens::default();
        tokens.feed("a\r");
        tokens.feed("\nb\r");
        tokens.finish();
        assert!(matches!(tokens.next(), Some(Token::Characters("a\nb\n"))));
    }
}
