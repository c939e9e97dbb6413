//! The tokenizer without a tree builder.

use std::fmt;

use crate::input::InputStream;
use crate::parse_error::{ErrorLog, ParseError};
use crate::settings::{Limits, Revision};
use crate::text::{LineColumn, Strings};

use super::state_machine::Tokenizer;
use super::text_mode::TextMode;
use super::token::{self, Leaf};

/// The tokenizer on its own: text in, tokens out, no tree.
///
/// A tree builder tells the tokenizer that, say, the text of a `title` is RCDATA. Without one, the
/// caller does so, with [`set_state`](Tokens::set_state) after the start tag;
/// [`Events`](crate::events::Events) do it by themselves. Input is fed in pieces, split anywhere,
/// and stays in memory as long as the `Tokens`. There are no [limits](crate::Limits).
///
/// ```
/// use consomme::tokenizer::{TextMode, Token, Tokens};
///
/// let mut tokens = Tokens::new();
/// tokens.feed_str("<title>Fish &amp; <b>");
/// tokens.feed_str("chips</title>");
/// tokens.end();
/// let mut texts = String::new();
/// let mut tags = Vec::new();
/// while let Some(token) = tokens.next_token() {
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
///
/// <https://html.spec.whatwg.org/#tokenization>
#[derive(Debug)]
pub struct Tokens {
    pub(crate) tokenizer: Tokenizer,
    pub(crate) input: InputStream,
    /// Whether the end-of-file token was returned.
    ended: bool,
}

/// A token, as [`Tokens::next_token`] returns it.
///
/// <https://html.spec.whatwg.org/#tokenization>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Token<'t> {
    /// A DOCTYPE.
    Doctype {
        /// The name, ASCII-lowercased; `None` if missing.
        name: Option<&'t str>,
        /// The public identifier; `None` if missing, which the standard tells from empty.
        public_id: Option<&'t str>,
        /// The system identifier; `None` if missing, which the standard tells from empty.
        system_id: Option<&'t str>,
        /// The standard's force-quirks flag: whether the document is in quirks mode regardless of
        /// the name and the identifiers.
        force_quirks: bool,
    },
    /// A start tag.
    StartTag(Tag<'t>),
    /// An end tag.
    EndTag(Tag<'t>),
    /// The data of a comment.
    Comment(&'t str),
    /// A processing instruction, as `<?target data>`.
    ProcessingInstruction {
        /// The target, as written.
        target: &'t str,
        /// The data, without the whitespace between it and the target.
        data: &'t str,
    },
    /// One or more characters, with references replaced. A text may come as several of these
    /// tokens, split anywhere.
    Characters(&'t str),
    /// The end of the input. No token follows.
    EndOfFile,
}

/// A start tag or an end tag, which the [`Token`] tells apart.
#[derive(Clone, Copy)]
pub struct Tag<'t> {
    tag: &'t token::Tag,
    strings: &'t Strings,
}

impl<'t> Tag<'t> {
    /// The name, ASCII-lowercased.
    ///
    /// ```
    /// use consomme::tokenizer::{Token, Tokens};
    ///
    /// let mut tokens = Tokens::new();
    /// tokens.feed_str("<A HREF=/ href=# Hidden>");
    /// let Some(Token::StartTag(tag)) = tokens.next_token() else { panic!() };
    /// assert_eq!(tag.name(), "a");
    /// assert_eq!(tag.attrs().collect::<Vec<_>>(), [("href", "/"), ("hidden", "")]);
    /// ```
    pub fn name(&self) -> &'t str {
        self.strings.name(self.tag.name)
    }

    /// Iterates over the ASCII-lowercased name and the value of each attribute, in the order of the
    /// input. Of duplicate attributes, only the first is returned. End tags may have attributes
    /// too, which is a parse error.
    pub fn attrs(&self) -> impl ExactSizeIterator<Item = (&'t str, &'t str)> + use<'t> {
        let strings = self.strings;
        let attributes = self.tag.attributes.iter();
        attributes.map(|attribute| (strings.name(attribute.name()), strings.get(attribute.value)))
    }

    /// Whether the tag ended with `/>`.
    pub fn self_closing(&self) -> bool {
        self.tag.self_closing
    }
}

/// Compares the names, the attributes in their order, and whether the tags end with `/>`.
impl PartialEq for Tag<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
            && self.self_closing() == other.self_closing()
            && self.attrs().eq(other.attrs())
    }
}

impl Eq for Tag<'_> {}

/// Prints both kinds of tag as `<name attribute="value">`: the [`Token`] says which it is.
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
    /// Creates a tokenizer in [data](TextMode::Data) mode that collects no errors.
    pub fn new() -> Self {
        let limits = Limits::unlimited();
        Tokens {
            tokenizer: Tokenizer::new(Revision::default(), &limits),
            input: InputStream::new(&limits, false),
            ended: false,
        }
    }

    /// Sets the text mode at the start of the input. Call this before
    /// [`feed_str`](Tokens::feed_str).
    #[must_use]
    pub fn initial_state(mut self, mode: TextMode) -> Self {
        self.tokenizer.set_state(mode);
        self
    }

    /// Sets the name of the start tag that comes before the input, ASCII case-insensitively:
    /// `"title"`. In RCDATA, RAWTEXT and script data, only an end tag of that name ends the text.
    /// Every start tag in the input replaces it.
    ///
    /// ```
    /// use consomme::tokenizer::{TextMode, Token, Tokens};
    ///
    /// let mut tokens = Tokens::new().initial_state(TextMode::Rawtext).last_start_tag("style");
    /// tokens.feed_str("p { content: '</b>' }</style>");
    /// assert!(matches!(tokens.next_token(), Some(Token::Characters("p { content: '</b>' }"))));
    /// assert!(matches!(tokens.next_token(), Some(Token::EndTag(_))));
    /// ```
    #[must_use]
    pub fn last_start_tag(mut self, name: &str) -> Self {
        let name = self.input.context.strings.names_mut().intern(&name.to_ascii_lowercase());
        self.tokenizer.set_last_start_tag(name);
        self
    }

    /// Sets the revision of the standard to follow.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.tokenizer.set_revision(revision);
        self
    }

    /// Sets whether parse errors are collected for [`errors`](Tokens::errors). Call this before
    /// [`feed_str`](Tokens::feed_str).
    #[must_use]
    pub fn collect_errors(mut self, collect: bool) -> Self {
        self.input.context.errors = ErrorLog::new(collect, Limits::unlimited().errors);
        self
    }

    /// Appends a piece of the input. Where the input is split has no effect on the tokens. After
    /// [`end`](Tokens::end), pieces are ignored.
    pub fn feed_str(&mut self, text: &str) {
        if !self.input.is_last() {
            self.input.push(text);
        }
    }

    /// Declares that no more input will come.
    pub fn end(&mut self) {
        self.input.set_last(true);
    }

    /// Returns the next token, or `None` if more input is needed or [`Token::EndOfFile`] was
    /// returned.
    ///
    /// Tokens borrow from the tokenizer, which reuses its memory for the next. That is why this is
    /// no `Iterator`: its items could not borrow. Loop with `while let`.
    pub fn next_token(&mut self) -> Option<Token<'_>> {
        if self.ended {
            return None;
        }
        let token = self.tokenizer.next(&mut self.input)?;
        if matches!(token, token::Token::EndOfFile) {
            self.ended = true;
            self.input.context.errors.sort();
        }
        Some(token.with_texts(&self.input.context.strings))
    }

    /// Switches to another text mode, as a tree builder does after some start tags.
    ///
    /// Call this between two tokens. If [`next_token`](Tokens::next_token) has returned `None` in
    /// the middle of a token, the part that was read becomes text or is dropped; which of the two
    /// is not specified.
    pub fn set_state(&mut self, mode: TextMode) {
        self.tokenizer.set_state(mode);
    }

    /// Sets whether `<![CDATA[` starts a CDATA section, as it does inside SVG and MathML elements.
    /// By default it does not.
    ///
    /// ```
    /// use consomme::tokenizer::{Token, Tokens};
    ///
    /// let mut tokens = Tokens::new();
    /// tokens.feed_str("<![CDATA[1]]><![CDATA[2]]>");
    /// assert!(matches!(tokens.next_token(), Some(Token::Comment("[CDATA[1]]"))));
    /// tokens.set_cdata_allowed(true);
    /// assert!(matches!(tokens.next_token(), Some(Token::Characters("2"))));
    /// ```
    pub fn set_cdata_allowed(&mut self, allowed: bool) {
        self.tokenizer.set_cdata_allowed(allowed);
    }

    /// Returns the parse errors so far, if they are [collected](Tokens::collect_errors): in the
    /// order of their positions once [`Token::EndOfFile`] was returned, before that in the order in
    /// which they were found. Their positions are byte offsets in the input with its newlines
    /// normalized, which [`line_column`](Tokens::line_column) takes.
    ///
    /// ```
    /// use consomme::tokenizer::Tokens;
    ///
    /// let mut tokens = Tokens::new().collect_errors(true);
    /// tokens.feed_str("<br>\r\n<p id=a id=b>");
    /// tokens.end();
    /// while tokens.next_token().is_some() {}
    /// let error = &tokens.errors()[0];
    /// assert_eq!(error.code().as_str(), "duplicate-attribute");
    /// assert_eq!(tokens.line_column(error.offset()).to_string(), "2:11");
    /// ```
    pub fn errors(&self) -> &[ParseError] {
        self.input.context.errors.as_slice()
    }

    /// Returns the line and column of a byte offset in the input with its newlines normalized, in
    /// time linear in `offset`. An offset past the end counts as the end, one inside a character as
    /// its start.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        LineColumn::of(self.input.context.strings.source(), offset)
    }
}

impl<'t> token::Token<'t> {
    /// Replaces the spans and names with their texts.
    pub(crate) fn with_texts(self, strings: &'t Strings) -> Token<'t> {
        match self {
            token::Token::Doctype(doctype) => Token::Doctype {
                name: doctype.name.map(|name| strings.get(name)),
                public_id: doctype.public_id.map(|id| strings.get(id)),
                system_id: doctype.system_id.map(|id| strings.get(id)),
                force_quirks: doctype.force_quirks,
            },
            token::Token::StartTag(tag) => Token::StartTag(Tag { tag, strings }),
            token::Token::EndTag(tag) => Token::EndTag(Tag { tag, strings }),
            token::Token::Leaf(Leaf::Comment(data)) => Token::Comment(strings.get(data)),
            token::Token::Leaf(Leaf::ProcessingInstruction { target, data }) => {
                let (target, data) = (strings.get(target), strings.get(data));
                Token::ProcessingInstruction { target, data }
            }
            token::Token::Characters(text) | token::Token::NullCharacter(text) => {
                Token::Characters(strings.get(text))
            }
            token::Token::EndOfFile => Token::EndOfFile,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_sorted_by_position_after_the_end_of_file_token() {
        let mut tokens = Tokens::new().collect_errors(true);
        tokens.feed_str("</>\u{1}<a b b>\n</c d>");
        tokens.end();
        while tokens.next_token().is_some() {}
        let errors =
            tokens.errors().iter().map(|error| tokens.line_column(error.offset()).to_string());
        assert_eq!(errors.collect::<Vec<_>>(), ["1:3", "1:4", "1:11", "2:6"]);
    }

    /// Not as a token with all the strings of the input.
    #[test]
    fn tags_print_as_tags() {
        let mut tokens = Tokens::new();
        tokens.feed_str("<br CLASS=a\"b hidden/></p>");
        tokens.end();
        assert_eq!(
            format!("{:?}", tokens.next_token().unwrap()),
            r#"StartTag(<br class="a\"b" hidden=""/>)"#
        );
        assert_eq!(format!("{:?}", tokens.next_token().unwrap()), "EndTag(<p>)");
    }

    #[test]
    fn no_token_follows_the_end_of_file_token() {
        let mut tokens = Tokens::new();
        tokens.feed_str("a");
        assert!(tokens.next_token().is_none());
        tokens.end();
        tokens.feed_str("b");
        assert!(matches!(tokens.next_token(), Some(Token::Characters("a"))));
        assert!(matches!(tokens.next_token(), Some(Token::EndOfFile)));
        tokens.set_state(TextMode::Rcdata);
        assert!(tokens.next_token().is_none());
    }

    #[test]
    fn newlines_are_normalized() {
        let mut tokens = Tokens::default();
        tokens.feed_str("a\r");
        tokens.feed_str("\nb\r");
        tokens.end();
        assert!(matches!(tokens.next_token(), Some(Token::Characters("a\nb\n"))));
    }
}
