//! Writes tokens, each as short as possible.

use std::fmt;

use crate::elements::{ElementRow, Traits};
use crate::markup::{Following, OmissionRules, Parent};
use crate::names::{ElementName, LocalName, Namespace, Packed, known};
use crate::serialize::doctype::write_doctype;
use crate::serialize::output::CAPACITY;
use crate::tokenizer::Token;

use super::charset_declaration::CharsetDeclaration;
use super::escape::escape_into;
use super::nesting::Nesting;
use super::options::MinifyOptions;
use super::start_tag::{AttributeText, write_start_tag};

/// Writes a document or fragment from its tokens (start tags, text, end tags and so on) in the
/// order of the source.
///
/// The [`MinifyOptions`] set which tags it omits and how it quotes. It buffers about 8 KB of
/// output, and with [`meta_charset`](MinifyOptions::meta_charset) the whole `head`. Otherwise, it
/// keeps only the names of the open elements and a tag that may turn out to be optional.
///
/// It doesn't check its input: names must be lowercase and valid in a tag, a comment must not
/// contain `-->`, and the text of a `script` must not contain `</script>`.
///
/// ```
/// use consomme::serialize::{TokenWriter, MinifyOptions};
/// use consomme::tokenizer::Tokens;
///
/// let mut tokens = Tokens::new();
/// tokens.feed_str("<ul class='a'><li id=\"x\">one</li><li title=\"1 &lt; 2\">two</li></ul>");
/// tokens.end();
/// let mut writer = TokenWriter::new(String::new(), MinifyOptions::new());
/// while let Some(token) = tokens.next_token() {
///     writer.token(&token)?;
/// }
/// assert_eq!(writer.finish()?, "<ul class=a><li id=x>one<li title=\"1 &lt; 2\">two</ul>");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Debug)]
pub struct TokenWriter<W> {
    writer: W,
    options: MinifyOptions,
    rules: OmissionRules,
    nesting: Nesting,
    /// A tag that is omitted or written, depending on the next token.
    pending: Option<PendingTag>,
    /// The name of that tag.
    pending_name: String,
    /// The output that has not been passed to `writer`.
    out: String,
    /// Whether the last character written was a space for collapsed whitespace of the same text.
    after_space: bool,
    charset_declaration: CharsetDeclaration,
}

/// A tag without attributes that has not been written yet.
#[derive(Clone, Copy, Debug)]
struct PendingTag {
    name: LocalName,
    parent: Parent,
    kind: PendingKind,
}

#[derive(Clone, Copy, Debug)]
enum PendingKind {
    StartTag {
        /// The name of the element before it, if its end tag was omitted.
        omitted_before: Option<LocalName>,
    },
    EndTag,
}

impl<W: fmt::Write> TokenWriter<W> {
    /// Creates a writer for one document or fragment.
    pub fn new(writer: W, options: MinifyOptions) -> Self {
        TokenWriter {
            writer,
            rules: OmissionRules {
                assume_conforming: options.assume_conforming,
                is_tree: false,
                is_document: false,
            },
            nesting: Nesting::default(),
            pending: None,
            pending_name: String::new(),
            out: String::with_capacity(CAPACITY),
            after_space: false,
            charset_declaration: CharsetDeclaration::new(options.meta_charset.is_some()),
            options,
        }
    }

    /// Creates a writer for a tree.
    pub(super) fn for_tree(
        writer: W,
        options: MinifyOptions,
        is_document: bool,
        is_without_quirks: bool,
    ) -> Self {
        let mut writer = Self::new(writer, options);
        writer.rules.is_tree = true;
        writer.rules.is_document = is_document;
        writer.nesting = Nesting::of_tree(is_without_quirks.then_some(false));
        writer
    }

    /// Starts the element whose content alone will be written, and parsed in its context.
    ///
    /// A fragment's parser takes the insertion mode from the context, but never has it open. For a
    /// `select` and a `ruby`, the optional tags in them depend on the open element: these count as
    /// no parent.
    pub(super) fn start_context(&mut self, name: &str, element: ElementName) {
        if element.is_html(known::SELECT) || element.is_html(known::RUBY) {
            return;
        }
        self.nesting.push(element, name, self.options.scripting == Some(true));
    }

    /// Writes a token of the tokenizer. [`Token::EndOfFile`] writes nothing.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer, as for all methods of this type.
    pub fn token(&mut self, token: &Token<'_>) -> fmt::Result {
        match *token {
            Token::Doctype { name, public_id, system_id, force_quirks: _ } => {
                self.doctype(name.unwrap_or(""), public_id, system_id)
            }
            Token::StartTag(tag) => self.start_tag(tag.name(), tag.attrs(), tag.self_closing()),
            Token::EndTag(tag) => self.end_tag(tag.name()),
            Token::Comment(data) => self.comment(data),
            Token::ProcessingInstruction { target, data } => {
                self.processing_instruction(target, data)
            }
            Token::Characters(text) => self.text(text),
            Token::EndOfFile => Ok(()),
        }
    }

    /// Writes a doctype. An empty identifier counts as missing.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn doctype(
        &mut self,
        name: &str,
        public_id: Option<&str>,
        system_id: Option<&str>,
    ) -> fmt::Result {
        self.settle(Following::Comment, None);
        let Ok(()) = write_doctype(
            name,
            public_id.unwrap_or_default(),
            system_id.unwrap_or_default(),
            &mut self.out,
        );
        self.pass_on()
    }

    /// Writes a start tag with attributes, each given as name and value. `self_closing` is whether
    /// the tag ends with `/>`. It matters only for SVG and MathML: HTML elements ignore it.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn start_tag<'t>(
        &mut self,
        name: &str,
        attributes: impl IntoIterator<Item = (&'t str, &'t str)>,
        self_closing: bool,
    ) -> fmt::Result {
        let attributes = attributes.into_iter();
        let attributes: Vec<AttributeText<'_>> =
            attributes.map(|(name, value)| AttributeText { prefix: None, name, value }).collect();
        let local = known_name(name);
        let namespace = self.nesting.namespace_for(local);
        self.start_element(name, ElementName { namespace, local }, attributes, self_closing)
    }

    /// Writes an end tag.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn end_tag(&mut self, name: &str) -> fmt::Result {
        let local = known_name(name);
        let ends_parent = self.nesting.is_current(name, local);
        self.settle(Following::EndTag { name, local, ends_parent }, None);
        if ElementRow::of(local).is(Traits::IN_EVERY_DOCUMENT) {
            self.end_head();
        }
        let ended = self.nesting.end(name, local);
        let is_known = local != known::NO_NAME && !ended.is_foreign;
        if is_known && self.can_omit_tags() && (ended.is_current || self.options.assume_conforming)
        {
            self.hold_back(name, local, PendingKind::EndTag);
        } else {
            self.write_end_tag(name);
            self.nesting.close_ended();
        }
        self.pass_on()
    }

    /// Writes text, given unescaped. It may be split over several calls at any character.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn text(&mut self, text: &str) -> fmt::Result {
        let Some(first) = text.bytes().next() else { return Ok(()) };
        let after_space = self.after_space;
        let next = match first.is_ascii_whitespace() {
            true => Following::Whitespace,
            false => Following::Text,
        };
        self.settle(next, None);
        if !self.rules.is_tree && !text.trim_ascii().is_empty() {
            self.nesting.check_text();
        }
        let is_raw = self.nesting.is_raw_text() && !self.options.escape_raw_text;
        let mut text = text;
        if self.out.is_empty()
            && !is_raw
            && let Some(rest) = text.strip_prefix('\u{FEFF}')
        {
            // Unescaped, at the start of the output, it would be parsed as a byte order mark.
            self.out.push_str("&#xFEFF;");
            text = rest;
        }
        if is_raw {
            self.out.push_str(text);
        } else if self.options.collapse_whitespace && !self.nesting.keeps_whitespace() {
            self.after_space = after_space;
            self.write_collapsed(text);
        } else {
            escape_into(text, None, &self.options, &mut self.out);
        }
        self.pass_on()
    }

    /// Writes a comment.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn comment(&mut self, data: &str) -> fmt::Result {
        self.settle(Following::Comment, None);
        self.out.push_str("<!--");
        self.out.push_str(data);
        self.out.push_str("-->");
        self.pass_on()
    }

    /// Writes a processing instruction.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn processing_instruction(&mut self, target: &str, data: &str) -> fmt::Result {
        self.settle(Following::Comment, None);
        self.out.push_str("<?");
        self.out.push_str(target);
        if !data.is_empty() {
            self.out.push(' ');
            self.out.push_str(data);
        }
        self.out.push_str("?>");
        self.pass_on()
    }

    /// Writes the rest of the output and returns the underlying writer. Without this call, the end
    /// of the document is missing.
    ///
    /// # Errors
    ///
    /// The errors of the underlying writer.
    pub fn finish(mut self) -> Result<W, fmt::Error> {
        self.settle(Following::End, None);
        self.end_head();
        self.writer.write_str(&self.out)?;
        Ok(self.writer)
    }

    /// Writes a start tag, or holds it back, and pushes the element.
    pub(super) fn start_element(
        &mut self,
        name: &str,
        element: ElementName,
        attributes: Vec<AttributeText<'_>>,
        self_closing: bool,
    ) -> fmt::Result {
        let ElementName { namespace, local } = element;
        let is_html = namespace == Namespace::Html;
        let next = Following::StartTag { name, local };
        let mut omitted_before = self.settle(next, Some(element));
        if !self.rules.is_tree {
            omitted_before = self.nesting.close_before(element).or(omitted_before);
        }
        if is_html && local == known::BODY {
            self.end_head();
        }
        let starts_awaited_head =
            is_html && local == known::HEAD && self.charset_declaration.is_before_head();
        if starts_awaited_head {
            self.charset_declaration.head_starts(self.out.len());
        }
        if is_html
            && attributes.is_empty()
            && ElementRow::of(local).is(Traits::OPTIONAL_START_TAG)
            && self.can_omit_tags()
        {
            self.hold_back(name, local, PendingKind::StartTag { omitted_before });
        } else {
            let declaration;
            let mut attributes = attributes;
            if is_html && local == known::META && self.nesting.parent() == Parent::Html(known::HEAD)
            {
                declaration = self
                    .charset_declaration
                    .declaration(&attributes, self.options.meta_charset.as_deref());
                if let Some((index, value)) = &declaration {
                    attributes[*index].value = value;
                }
            }
            write_start_tag(name, element, attributes, self_closing, &self.options, &mut self.out);
            if starts_awaited_head {
                self.charset_declaration.head_tag_is_written(self.out.len(), false);
            }
        }
        let is_empty = if is_html { element.is_void() } else { self_closing };
        if !is_empty {
            self.nesting.push(element, name, self.options.scripting == Some(true));
        }
        self.pass_on()
    }

    /// Whether the options and the nesting allow omitting tags.
    fn can_omit_tags(&self) -> bool {
        self.options.omit_optional_tags
            && (self.options.assume_conforming || !self.nesting.misnested)
    }

    /// Holds a tag back until the next token is known.
    fn hold_back(&mut self, name: &str, local: LocalName, kind: PendingKind) {
        self.pending_name.clear();
        self.pending_name.push_str(name);
        self.pending = Some(PendingTag { name: local, parent: self.nesting.parent(), kind });
    }

    /// Writes the tag that was held back, unless it can be omitted before `next`; `started` is the
    /// element if that is a start tag. Returns its name if it was an end tag and was omitted.
    fn settle(&mut self, next: Following<'_>, started: Option<ElementName>) -> Option<LocalName> {
        self.after_space = false;
        let PendingTag { name, parent, kind } = self.pending.take()?;
        let is_omitted = match kind {
            PendingKind::StartTag { omitted_before } => {
                self.rules.can_omit_start_tag(name, parent, omitted_before, next)
            }
            PendingKind::EndTag => {
                let may = self.rules.can_omit_end_tag(name, parent, next);
                may && (self.rules.assume_conforming
                    || ElementRow::of(name).is(Traits::IN_EVERY_DOCUMENT)
                    || self.nesting.ends_at(next, started))
            }
        };
        // An element without its end tag stays open until the end tag of its parent is written.
        if matches!(kind, PendingKind::EndTag)
            && !(is_omitted && matches!(next, Following::EndTag { .. }))
        {
            self.nesting.close_ended();
        }
        match kind {
            PendingKind::EndTag if is_omitted => return Some(name),
            _ if is_omitted => return None,
            PendingKind::StartTag { .. } => self.out.push('<'),
            PendingKind::EndTag => self.out.push_str("</"),
        }
        self.out.push_str(&self.pending_name);
        self.out.push('>');
        if name == known::HEAD && matches!(kind, PendingKind::StartTag { .. }) {
            self.charset_declaration.head_tag_is_written(self.out.len(), true);
        }
        None
    }

    fn write_end_tag(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Writes text with each run of whitespace as one space.
    fn write_collapsed(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let end =
                rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if !word.is_empty() {
                escape_into(word, None, &self.options, &mut self.out);
                self.after_space = false;
            }
            rest = after.trim_ascii_start();
            if rest.len() < after.len() && !self.after_space {
                self.out.push(' ');
                self.after_space = true;
            }
        }
    }

    /// Inserts the declaration of the encoding into the `head`, which is complete, if one is wanted
    /// and missing.
    fn end_head(&mut self) {
        let Some(range) = self.charset_declaration.end() else { return };
        let label = self.options.meta_charset.clone().unwrap_or_default();
        let content = self.out.split_off(range.end);
        self.out.truncate(range.start);
        let attributes = vec![AttributeText { prefix: None, name: "charset", value: &label }];
        let meta = ElementName::html(known::META);
        write_start_tag("meta", meta, attributes, false, &self.options, &mut self.out);
        self.out.push_str(&content);
    }

    /// Passes the output to the writer, if it is long enough and final.
    fn pass_on(&mut self) -> fmt::Result {
        if self.out.len() < CAPACITY || self.charset_declaration.is_in_head() {
            return Ok(());
        }
        self.writer.write_str(&self.out)?;
        self.out.clear();
        Ok(())
    }
}

/// Returns a known name, or [`known::NO_NAME`] for any other.
fn known_name(name: &str) -> LocalName {
    Packed::new(name.as_bytes(), 0, name.len())
        .and_then(Packed::known_name)
        .unwrap_or(known::NO_NAME)
}
