//! What can be chosen about writing tokens.

use std::fmt;

use crate::dom::{Document, NodeRef};

use super::compact::write_compact;

/// How a tree is written in fewer bytes than the standard's algorithm takes, or by a
/// [`TokenWriter`](super::TokenWriter).
///
/// By default values have no quotes where they need none, and tags are left out that the parser
/// implies, but what is written parses to the same tree:
///
/// ```
/// use consomme::parse_document;
/// use consomme::serialize::WriterOptions;
///
/// let page = "<!DOCTYPE html><html><head><title>Soup</title></head><body><p class=\"clear\">Broth.</p></body></html>";
/// let document = parse_document(page.as_bytes(), &Default::default());
/// let html = WriterOptions::new().html(document.root());
/// assert_eq!(html, "<!DOCTYPE html><title>Soup</title><p class=clear>Broth.");
/// ```
///
/// Not so for trees that no input parses to, nor for those few that parsing makes of faulty input
/// and that the standard's algorithm doesn't bring back either.
///
/// ```
/// use consomme::serialize::{TokenWriter, WriterOptions};
///
/// let options = WriterOptions::new().collapse_white_space(true).always_quote(true);
/// let mut writer = TokenWriter::new(String::new(), options);
/// writer.start_tag("li", [("class", "clear")], false)?;
/// writer.text("bones,\n      water")?;
/// writer.end_tag("li")?;
/// assert_eq!(writer.finish()?, "<li class=\"clear\">bones, water");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct WriterOptions {
    pub(super) omit_optional_tags: bool,
    pub(super) assume_conforming: bool,
    pub(super) quotes: Quotes,
    pub(super) always_quote: bool,
    pub(super) leave_out_empty_values: bool,
    pub(super) leave_out_boolean_values: bool,
    pub(super) sort_attributes: bool,
    pub(super) trailing_solidus: bool,
    pub(super) escape_raw_text: bool,
    pub(super) collapse_white_space: bool,
    /// `None` for what the document was parsed with.
    pub(super) scripting: Option<bool>,
    pub(super) meta_charset: Option<String>,
}

/// Which quotes an attribute value is written in, if it is quoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Quotes {
    /// Double quotes; single ones around a value that has double quotes and no single ones.
    #[default]
    Either,
    /// Double quotes.
    Double,
    /// Single quotes.
    Single,
}

impl Default for WriterOptions {
    fn default() -> Self {
        WriterOptions {
            omit_optional_tags: true,
            assume_conforming: false,
            quotes: Quotes::Either,
            always_quote: false,
            leave_out_empty_values: true,
            leave_out_boolean_values: false,
            sort_attributes: false,
            trailing_solidus: false,
            escape_raw_text: false,
            collapse_white_space: false,
            scripting: None,
            meta_charset: None,
        }
    }
}

impl WriterOptions {
    /// The shortest that parses to the same tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether tags are left out that the parser implies. True by default.
    ///
    /// <https://html.spec.whatwg.org/#optional-tags>
    #[must_use]
    pub fn omit_optional_tags(mut self, omit: bool) -> Self {
        self.omit_optional_tags = omit;
        self
    }

    /// Whether what is written counts as conforming, as the standard's rules for optional tags do:
    /// more tags are left out, but content that no content model allows, such as a `p` in a `span`,
    /// may come back as another tree. False by default.
    #[must_use]
    pub fn assume_conforming(mut self, assume: bool) -> Self {
        self.assume_conforming = assume;
        self
    }

    /// Which quotes stand around values that have some. [`Quotes::Either`] by default.
    #[must_use]
    pub fn quotes(mut self, quotes: Quotes) -> Self {
        self.quotes = quotes;
        self
    }

    /// Whether values are quoted that don't need it. False by default.
    ///
    /// <https://html.spec.whatwg.org/#unquoted>
    #[must_use]
    pub fn always_quote(mut self, always: bool) -> Self {
        self.always_quote = always;
        self
    }

    /// Whether an attribute with an empty value is written as its name alone. True by default.
    #[must_use]
    pub fn leave_out_empty_values(mut self, leave_out: bool) -> Self {
        self.leave_out_empty_values = leave_out;
        self
    }

    /// Whether a boolean attribute whose value is its name (`disabled="disabled"`) is written as
    /// its name alone. It then means the same, but its value is empty in the tree that comes back.
    /// False by default.
    ///
    /// <https://html.spec.whatwg.org/#boolean-attributes>
    #[must_use]
    pub fn leave_out_boolean_values(mut self, leave_out: bool) -> Self {
        self.leave_out_boolean_values = leave_out;
        self
    }

    /// Whether attributes are written in order of their names, which helps a later compression.
    /// False by default.
    #[must_use]
    pub fn sort_attributes(mut self, sort: bool) -> Self {
        self.sort_attributes = sort;
        self
    }

    /// Whether the tags of void elements end with ` />`. False by default.
    #[must_use]
    pub fn trailing_solidus(mut self, solidus: bool) -> Self {
        self.trailing_solidus = solidus;
        self
    }

    /// Whether the text of `script`, `style` and the like is escaped as other text is, for readers
    /// that parse XML. An HTML parser takes the references literally. False by default.
    #[must_use]
    pub fn escape_raw_text(mut self, escape: bool) -> Self {
        self.escape_raw_text = escape;
        self
    }

    /// Whether a run of white space becomes one space, except in `pre`, `textarea`, `script` and
    /// the like. False by default.
    #[must_use]
    pub fn collapse_white_space(mut self, collapse: bool) -> Self {
        self.collapse_white_space = collapse;
        self
    }

    /// Whether scripting counts as enabled: if it does, the text of a `noscript` is written as it
    /// is. By default it is as it was when the document was [parsed](Document::scripting), and
    /// disabled where there is none.
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = Some(scripting);
        self
    }

    /// The same, with scripting as in that document unless something was chosen.
    pub(super) fn of(&self, document: &Document) -> Self {
        WriterOptions {
            scripting: Some(self.scripting.unwrap_or(document.scripting())),
            ..self.clone()
        }
    }

    /// Declares the encoding with this label in the `head`: in every `meta` that declares one, else
    /// in a new one at its start. Not done by default, nor where no `head` is written. The writer's
    /// output is UTF-8 anyway: encoding it is up to the caller.
    #[must_use]
    pub fn meta_charset(mut self, label: &str) -> Self {
        self.meta_charset = Some(label.to_owned());
        self
    }

    /// A node and what is below it, as HTML; of a document or fragment, all of it.
    pub fn html<'a>(&self, node: impl Into<NodeRef<'a>>) -> String {
        let mut html = String::new();
        // Writing to a `String` does not fail.
        let _ = write_compact(node.into(), self, &mut html);
        html
    }

    /// Writes what [`html`](Self::html) returns, in pieces of some thousand bytes.
    ///
    /// # Errors
    ///
    /// The writer's.
    pub fn write_html<'a>(
        &self,
        node: impl Into<NodeRef<'a>>,
        writer: &mut impl fmt::Write,
    ) -> fmt::Result {
        write_compact(node.into(), self, writer)
    }
}
