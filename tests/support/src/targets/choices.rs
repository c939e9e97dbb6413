//! The choices of an input: how the bytes after the markup become options. Missing bytes count as
//! zeros, which choose the default.

use arbitrary::Unstructured;
use consomme::encoding::XmlRules;
use consomme::{Context, Hints, Limits, Namespace, ParseOptions, QuirksMode, Revision};
use encoding_rs::Encoding;

/// The byte between the markup and the choices.
const SEPARATOR: u8 = 0xFF;

/// Splits an input into its markup and its choices.
pub fn split(data: &[u8]) -> (&[u8], Choices<'_>) {
    let at = data.iter().rposition(|&byte| byte == SEPARATOR);
    let (markup, choices) = at.map_or((data, &[][..]), |at| (&data[..at], &data[at + 1..]));
    (markup, Choices::new(choices))
}

/// Splits an input into its markup, as text, and its choices. Invalid UTF-8 becomes U+FFFD.
pub fn split_text(data: &[u8]) -> (String, Choices<'_>) {
    let (markup, choices) = split(data);
    (String::from_utf8_lossy(markup).into_owned(), choices)
}

/// Encodings of every kind: one byte, two, of ASCII and not, with states, and the one that decodes
/// nothing.
const ENCODINGS: [&Encoding; 14] = [
    encoding_rs::UTF_8,
    encoding_rs::WINDOWS_1252,
    encoding_rs::SHIFT_JIS,
    encoding_rs::EUC_JP,
    encoding_rs::ISO_2022_JP,
    encoding_rs::GBK,
    encoding_rs::GB18030,
    encoding_rs::BIG5,
    encoding_rs::EUC_KR,
    encoding_rs::UTF_16LE,
    encoding_rs::UTF_16BE,
    encoding_rs::X_USER_DEFINED,
    encoding_rs::REPLACEMENT,
    encoding_rs::KOI8_U,
];

const CONTENT_TYPES: [&str; 8] = [
    "",
    "text/html",
    "text/html; charset=utf-8",
    "text/html; charset=\"shift_jis\"",
    "text/html;charset=klingon",
    "application/xhtml+xml",
    "text/xml; charset=utf-16",
    ";=",
];

/// Contexts of fragments: every element that a rule names, and some that none does.
pub const CONTEXTS: &[(Namespace, &str)] = &[
    (Namespace::Html, "div"),
    (Namespace::Html, "body"),
    (Namespace::Html, "html"),
    (Namespace::Html, "head"),
    (Namespace::Html, "frameset"),
    (Namespace::Html, "table"),
    (Namespace::Html, "caption"),
    (Namespace::Html, "colgroup"),
    (Namespace::Html, "col"),
    (Namespace::Html, "tbody"),
    (Namespace::Html, "thead"),
    (Namespace::Html, "tr"),
    (Namespace::Html, "td"),
    (Namespace::Html, "th"),
    (Namespace::Html, "select"),
    (Namespace::Html, "option"),
    (Namespace::Html, "optgroup"),
    (Namespace::Html, "selectedcontent"),
    (Namespace::Html, "template"),
    (Namespace::Html, "form"),
    (Namespace::Html, "p"),
    (Namespace::Html, "a"),
    (Namespace::Html, "button"),
    (Namespace::Html, "li"),
    (Namespace::Html, "ul"),
    (Namespace::Html, "pre"),
    (Namespace::Html, "object"),
    (Namespace::Html, "marquee"),
    (Namespace::Html, "ruby"),
    (Namespace::Html, "title"),
    (Namespace::Html, "textarea"),
    (Namespace::Html, "script"),
    (Namespace::Html, "style"),
    (Namespace::Html, "xmp"),
    (Namespace::Html, "iframe"),
    (Namespace::Html, "noembed"),
    (Namespace::Html, "noframes"),
    (Namespace::Html, "noscript"),
    (Namespace::Html, "plaintext"),
    (Namespace::Html, "x-custom"),
    (Namespace::Html, "svg"),
    (Namespace::Svg, "svg"),
    (Namespace::Svg, "g"),
    (Namespace::Svg, "foreignObject"),
    (Namespace::Svg, "desc"),
    (Namespace::Svg, "title"),
    (Namespace::Svg, "script"),
    (Namespace::Svg, "style"),
    (Namespace::Svg, "template"),
    (Namespace::MathMl, "math"),
    (Namespace::MathMl, "mi"),
    (Namespace::MathMl, "mtext"),
    (Namespace::MathMl, "annotation-xml"),
    (Namespace::MathMl, "td"),
    (Namespace::Html, "tfoot"),
    (Namespace::Html, "applet"),
    (Namespace::Html, "ol"),
    (Namespace::Html, "dl"),
    (Namespace::Html, "dd"),
    (Namespace::Html, "dt"),
    (Namespace::Html, "h1"),
    (Namespace::Html, "nobr"),
    (Namespace::Html, "b"),
    (Namespace::Html, "font"),
    (Namespace::Html, "rb"),
    (Namespace::Html, "rt"),
    (Namespace::Html, "rtc"),
    (Namespace::Html, "rp"),
    (Namespace::Html, "address"),
    (Namespace::Html, "fieldset"),
    (Namespace::Html, "datalist"),
    (Namespace::Html, "listing"),
    (Namespace::Html, "center"),
    (Namespace::Html, "image"),
    (Namespace::Html, "br"),
    (Namespace::Html, "input"),
    (Namespace::Html, "hr"),
    (Namespace::Html, "img"),
    (Namespace::Html, "meta"),
    (Namespace::Html, "link"),
    (Namespace::Html, "base"),
    (Namespace::Html, "frame"),
    (Namespace::Html, "math"),
    (Namespace::Html, "search"),
    (Namespace::Html, "details"),
    (Namespace::Html, "area"),
    (Namespace::Svg, "a"),
    (Namespace::Svg, "font"),
    (Namespace::Svg, "p"),
    (Namespace::Svg, "td"),
    (Namespace::Svg, "path"),
    (Namespace::MathMl, "mo"),
    (Namespace::MathMl, "mn"),
    (Namespace::MathMl, "ms"),
    (Namespace::MathMl, "mglyph"),
    (Namespace::MathMl, "malignmark"),
    (Namespace::MathMl, "svg"),
    (Namespace::MathMl, "mrow"),
];

/// The bytes of the choices that are not used yet.
pub struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    /// The choices that these bytes make.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(Unstructured::new(bytes))
    }

    /// Whether all bytes are used: further choices are the default.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn flag(&mut self) -> bool {
        self.0.arbitrary().unwrap_or_default()
    }

    /// Two flags from one byte; the first is what [`flag`](Self::flag) would return.
    pub fn two_flags(&mut self) -> (bool, bool) {
        let byte: u8 = self.0.arbitrary().unwrap_or_default();
        (byte & 1 != 0, byte & 2 != 0)
    }

    /// The choices of a section of its own: a byte says how many bytes it has, up to that number.
    pub fn section(&mut self, most: usize) -> Choices<'a> {
        let length = self.number(most).min(self.0.len());
        Choices::new(self.0.bytes(length).unwrap_or_default())
    }

    /// A number up to that one.
    pub fn number(&mut self, most: usize) -> usize {
        self.0.int_in_range(0..=most).unwrap_or_default()
    }

    /// One of these; the first by default.
    pub fn one_of<T: Clone>(&mut self, these: &[T]) -> T {
        these[self.number(these.len() - 1)].clone()
    }

    /// The living standard by default.
    pub fn revision(&mut self) -> Revision {
        self.one_of(&[Revision::Living2026, Revision::Snapshot2024])
    }

    /// Everything that can be chosen about a parse but its errors.
    pub fn options(&mut self) -> ParseOptions {
        let options = ParseOptions::new().revision(self.revision()).scripting(self.flag());
        let (iframe_srcdoc, declarative_shadow_roots) = self.two_flags();
        let options =
            options.iframe_srcdoc(iframe_srcdoc).declarative_shadow_roots(declarative_shadow_roots);
        if self.flag() { options.limits(self.limits()) } else { options }
    }

    /// Limits that are reached soon, or not at all.
    fn limits(&mut self) -> Limits {
        let mut limit = |most| match self.number(most) {
            0 => None,
            limit => Some(limit),
        };
        Limits::unlimited()
            .depth(limit(30))
            .nodes(limit(200))
            .attributes_per_element(limit(5))
            .input_bytes(limit(1000))
            .errors(limit(20))
    }

    /// Hints about the encoding; none by default.
    pub fn hints(&mut self) -> Hints {
        let mut hints = Hints::new();
        match self.one_of(&CONTENT_TYPES) {
            "" => {}
            content_type => hints = hints.content_type(content_type),
        }
        if self.flag() {
            hints = hints.user_override(self.one_of(&ENCODINGS));
        }
        if self.flag() {
            hints = hints.previous_visit(self.one_of(&ENCODINGS));
        }
        if self.flag() {
            hints = hints.containing_document(self.one_of(&ENCODINGS));
        }
        if self.flag() {
            hints = hints.default_encoding(self.one_of(&ENCODINGS));
        }
        if self.flag() {
            hints = hints.locale(self.one_of(&["ja", "zh-Hant-HK", "", "x"]));
        }
        hints = hints.distrust(self.flag()).local_file(self.flag());
        // Chosen without the feature, too, so that the bytes that follow mean the same.
        hints = detect(hints, self.flag());
        hints = hints.xml_rules(self.one_of(&[XmlRules::Rfc7303, XmlRules::Rfc3023]));
        match self.number(4) {
            0 => hints,
            1 => hints.prescan_bytes(0),
            few => hints.prescan_bytes(few * 7),
        }
    }

    /// The element that a fragment is parsed for: a `div` by default.
    pub fn context_name(&mut self) -> (Namespace, &'static str) {
        self.one_of(CONTEXTS)
    }

    /// A context with attributes, quirks mode and form.
    pub fn context(&mut self) -> Context<'static> {
        self.context_parts().context()
    }

    /// Chooses the parts of a context.
    pub fn context_parts(&mut self) -> ContextParts {
        let element = self.context_name();
        let quirks_mode =
            self.one_of(&[QuirksMode::NoQuirks, QuirksMode::Quirks, QuirksMode::LimitedQuirks]);
        let in_form = self.flag();
        let encodings = ["text/html", "Application/XHTML+xml", "x"];
        let encoding = self.flag().then(|| self.one_of(&encodings));
        ContextParts { element, quirks_mode, in_form, encoding }
    }

    /// Lengths of pieces, to be used in turn; none for an input that is not cut.
    pub fn cuts(&mut self) -> Vec<usize> {
        (0..self.number(4)).map(|_| self.number(20)).collect()
    }
}

/// The parts of the context of a fragment.
#[derive(Clone, Copy, Debug)]
pub struct ContextParts {
    /// The namespace and name of the element.
    pub element: (Namespace, &'static str),
    pub quirks_mode: QuirksMode,
    /// Whether it is in a `form`.
    pub in_form: bool,
    /// The attribute `encoding`.
    pub encoding: Option<&'static str>,
}

impl ContextParts {
    /// The parts that are the default for an element.
    pub fn of(element: (Namespace, &'static str)) -> ContextParts {
        let quirks_mode = QuirksMode::NoQuirks;
        ContextParts { element, quirks_mode, in_form: false, encoding: None }
    }

    pub fn context(self) -> Context<'static> {
        let (namespace, name) = self.element;
        let context =
            Context::new(namespace, name).quirks_mode(self.quirks_mode).in_form(self.in_form);
        match self.encoding {
            Some(encoding) => context.attr("encoding", encoding),
            None => context,
        }
    }
}

/// Cuts a text into pieces of these lengths in characters, used in turn.
pub fn pieces<'a>(text: &'a str, cuts: &[usize]) -> Vec<&'a str> {
    let ends = |rest: &str, cut| rest.char_indices().nth(cut).map_or(rest.len(), |(at, _)| at);
    let mut pieces = Vec::new();
    let mut rest = text;
    for &cut in turns(cuts) {
        let (piece, after) = rest.split_at(ends(rest, cut));
        pieces.push(piece);
        rest = after;
        if rest.is_empty() {
            return pieces;
        }
    }
    vec![text]
}

/// Cuts bytes into pieces of these lengths, used in turn.
pub fn byte_pieces<'a>(bytes: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    for &cut in turns(cuts) {
        let (piece, after) = rest.split_at(cut.min(rest.len()));
        pieces.push(piece);
        rest = after;
        if rest.is_empty() {
            return pieces;
        }
    }
    vec![bytes]
}

/// The cuts again and again; nothing, if they would come to no end.
fn turns(cuts: &[usize]) -> impl Iterator<Item = &usize> {
    let advance = cuts.iter().any(|&cut| cut > 0);
    cuts.iter().cycle().take(if advance { usize::MAX } else { 0 })
}

#[cfg(feature = "detect")]
fn detect(hints: Hints, wanted: bool) -> Hints {
    hints.detect(wanted)
}

#[cfg(not(feature = "detect"))]
fn detect(hints: Hints, _wanted: bool) -> Hints {
    hints
}
