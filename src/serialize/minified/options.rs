//! The options of the minifying writer.

/// Options of the minifying writer, which writes a tree
/// ([`Document::serialize`](crate::Document::serialize)) or a stream of tokens
/// ([`TokenWriter`](super::TokenWriter)) in fewer bytes than the standard's algorithm. Shadow roots
/// are not written.
///
/// By default, it omits quotes around attribute values where none are needed, and tags that the
/// parser implies. The output still parses to the same tree:
///
/// ```
/// use consomme::parse_document;
/// use consomme::serialize::MinifyOptions;
///
/// let page = "<!DOCTYPE html><html><head><title>Soup</title></head><body><p class=\"clear\">Broth.</p></body></html>";
/// let document = parse_document(page.as_bytes(), &Default::default());
/// let html = document.serialize(&MinifyOptions::new()).to_string();
/// assert_eq!(html, "<!DOCTYPE html><title>Soup</title><p class=clear>Broth.");
/// ```
///
/// The exceptions are trees that the standard's algorithm doesn't preserve either: edited trees
/// that no input parses to, and some trees that the parser builds from faulty input; see
/// [the guide](crate::guide::untrusted_input).
///
/// ```
/// use consomme::serialize::{TokenWriter, MinifyOptions};
///
/// let options = MinifyOptions::new().collapse_whitespace(true).always_quote(true);
/// let mut writer = TokenWriter::new(String::new(), options);
/// writer.start_tag("li", [("class", "clear")], false)?;
/// writer.text("bones,\n      water")?;
/// writer.end_tag("li")?;
/// assert_eq!(writer.finish()?, "<li class=\"clear\">bones, water");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MinifyOptions {
    pub(super) omit_optional_tags: bool,
    pub(super) assume_conforming: bool,
    pub(super) quotes: Quotes,
    pub(super) always_quote: bool,
    pub(super) leave_out_empty_values: bool,
    pub(super) leave_out_boolean_values: bool,
    pub(super) sort_attributes: bool,
    pub(super) trailing_solidus: bool,
    pub(super) escape_raw_text: bool,
    pub(super) collapse_whitespace: bool,
    /// `None`: as when the document was parsed.
    pub(super) scripting: Option<bool>,
    pub(super) meta_charset: Option<String>,
}

/// The quotes around an attribute value, if it is quoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Quotes {
    /// Double quotes, or single quotes around a value that contains double quotes and no single
    /// quotes.
    #[default]
    Either,
    /// Double quotes.
    Double,
    /// Single quotes.
    Single,
}

impl Default for MinifyOptions {
    fn default() -> Self {
        MinifyOptions {
            omit_optional_tags: true,
            assume_conforming: false,
            quotes: Quotes::Either,
            always_quote: false,
            leave_out_empty_values: true,
            leave_out_boolean_values: false,
            sort_attributes: false,
            trailing_solidus: false,
            escape_raw_text: false,
            collapse_whitespace: false,
            scripting: None,
            meta_charset: None,
        }
    }
}

impl MinifyOptions {
    /// The shortest output that parses to the same tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether tags that the parser implies are omitted. True by default.
    ///
    /// <https://html.spec.whatwg.org/#optional-tags>
    #[must_use]
    pub fn omit_optional_tags(mut self, omit: bool) -> Self {
        self.omit_optional_tags = omit;
        self
    }

    /// Sets whether the content is assumed to be conforming, as the standard's rules for optional
    /// tags do. Then more tags are omitted, but content that no content model allows, such as a `p`
    /// in a `span`, may parse to another tree. False by default.
    #[must_use]
    pub fn assume_conforming(mut self, assume: bool) -> Self {
        self.assume_conforming = assume;
        self
    }

    /// Sets the quotes around the values that are quoted. [`Quotes::Either`] by default.
    #[must_use]
    pub fn quotes(mut self, quotes: Quotes) -> Self {
        self.quotes = quotes;
        self
    }

    /// Sets whether values that need no quotes are quoted too. False by default.
    ///
    /// <https://html.spec.whatwg.org/#unquoted>
    #[must_use]
    pub fn always_quote(mut self, always: bool) -> Self {
        self.always_quote = always;
        self
    }

    /// Sets whether an attribute with an empty value is written as its name alone. True by default.
    #[must_use]
    pub fn leave_out_empty_values(mut self, leave_out: bool) -> Self {
        self.leave_out_empty_values = leave_out;
        self
    }

    /// Sets whether a boolean attribute whose value is its name (`disabled="disabled"`) is written
    /// as its name alone. The meaning stays the same, but the parsed value is then empty. False by
    /// default.
    ///
    /// <https://html.spec.whatwg.org/#boolean-attributes>
    #[must_use]
    pub fn leave_out_boolean_values(mut self, leave_out: bool) -> Self {
        self.leave_out_boolean_values = leave_out;
        self
    }

    /// Sets whether attributes are sorted by name, which helps to compress the output. False by
    /// default.
    #[must_use]
    pub fn sort_attributes(mut self, sort: bool) -> Self {
        self.sort_attributes = sort;
        self
    }

    /// Sets whether the tags of void elements end with ` />`. False by default.
    #[must_use]
    pub fn trailing_solidus(mut self, solidus: bool) -> Self {
        self.trailing_solidus = solidus;
        self
    }

    /// Sets whether the text of `script`, `style` and other elements with raw text is escaped, for
    /// readers that parse XML. An HTML parser takes the references literally. False by default.
    #[must_use]
    pub fn escape_raw_text(mut self, escape: bool) -> Self {
        self.escape_raw_text = escape;
        self
    }

    /// Sets whether each run of whitespace is written as one space, except in `pre`, `textarea`,
    /// `listing`, and elements with raw text such as `script`. False by default.
    #[must_use]
    pub fn collapse_whitespace(mut self, collapse: bool) -> Self {
        self.collapse_whitespace = collapse;
        self
    }

    /// Sets whether scripting counts as enabled: see
    /// [`SerializeOptions::scripting`](crate::serialize::SerializeOptions::scripting). A
    /// [`TokenWriter`](super::TokenWriter) has no document to ask: there it is disabled by default.
    #[must_use]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = Some(scripting);
        self
    }

    /// Declares the encoding with this label in the `head`: in every `meta` that already declares
    /// one, or else in a new `meta` at its start. If no `head` is written, nothing is declared.
    ///
    /// The output is UTF-8 whatever the label: encoding it is up to the caller.
    #[must_use]
    pub fn meta_charset(mut self, label: &str) -> Self {
        self.meta_charset = Some(label.to_owned());
        self
    }
}
