//! Parse errors: their codes, where they stand, and the log that collects them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::error::Error;

/// Declares the codes: variant, code, meaning, and for our own the anchor of the rule; both directions come from this
/// one list.
macro_rules! parse_error_codes {
    (standard { $($standard:ident $standard_code:literal $standard_text:literal)* }
     own { $($own:ident $own_code:literal $own_anchor:literal $own_text:literal)* }) => {
        /// What kind of error the input has.
        ///
        /// The first group of codes is the standard's
        /// (<https://html.spec.whatwg.org/#parse-errors>); the standard gives none to errors of tree construction,
        /// so the codes of the second group are this crate's own: stable, and told apart by
        /// [`is_standard`](ParseErrorCode::is_standard).
        ///
        /// A code prints as the standard writes it, and is parsed from that.
        ///
        /// ```
        /// use consomme::ParseErrorCode;
        ///
        /// let code: ParseErrorCode = "end-tag-with-attributes".parse()?;
        /// assert_eq!(code, ParseErrorCode::EndTagWithAttributes);
        /// assert_eq!(code.description(), "an end tag has attributes; they are dropped");
        /// assert_eq!(code.link(), "https://html.spec.whatwg.org/#parse-error-end-tag-with-attributes");
        /// # Ok::<(), consomme::Error>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum ParseErrorCode {
            $(#[doc = concat!("`", $standard_code, "`: ", $standard_text, ".\n\n<https://html.spec.whatwg.org/#parse-error-", $standard_code, ">")]
            $standard,)*
            $(#[doc = concat!("`", $own_code, "` (ours): ", $own_text, ".\n\n<https://html.spec.whatwg.org/#", $own_anchor, ">")]
            $own,)*
        }

        impl ParseErrorCode {
            /// Every code, the standard's first.
            pub const ALL: &[ParseErrorCode] = &[$(ParseErrorCode::$standard,)* $(ParseErrorCode::$own,)*];

            /// The code as the standard writes it, such as `"eof-in-tag"`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ParseErrorCode::$standard => $standard_code,)*
                    $(ParseErrorCode::$own => $own_code,)*
                }
            }

            /// The meaning in a few words, without a full stop.
            pub const fn description(self) -> &'static str {
                match self {
                    $(ParseErrorCode::$standard => $standard_text,)*
                    $(ParseErrorCode::$own => $own_text,)*
                }
            }

            /// Where the standard says so: its definition of the error, or for a code of ours the rule of tree
            /// construction that the input runs into.
            pub const fn link(self) -> &'static str {
                match self {
                    $(ParseErrorCode::$standard => concat!("https://html.spec.whatwg.org/#parse-error-", $standard_code),)*
                    $(ParseErrorCode::$own => concat!("https://html.spec.whatwg.org/#", $own_anchor),)*
                }
            }

            /// Whether the code is the standard's. Those of tree construction are this crate's own.
            pub const fn is_standard(self) -> bool {
                matches!(self, $(ParseErrorCode::$standard)|*)
            }
        }
    };
}

parse_error_codes! {
    standard {
        AbruptClosingOfEmptyComment "abrupt-closing-of-empty-comment" "an empty comment is closed by `>` (`<!-->`, `<!--->`)"
        AbruptDoctypePublicIdentifier "abrupt-doctype-public-identifier" "`>` ends the doctype inside its public identifier"
        AbruptDoctypeSystemIdentifier "abrupt-doctype-system-identifier" "`>` ends the doctype inside its system identifier"
        AbsenceOfDigitsInNumericCharacterReference "absence-of-digits-in-numeric-character-reference" "a numeric character reference has no digits (`&#qux;`)"
        CdataInHtmlContent "cdata-in-html-content" "a CDATA section outside SVG and MathML becomes a comment"
        CharacterReferenceOutsideUnicodeRange "character-reference-outside-unicode-range" "a numeric character reference is above U+10FFFF; U+FFFD takes its place"
        ControlCharacterInInputStream "control-character-in-input-stream" "a control character stands in the input"
        ControlCharacterReference "control-character-reference" "a numeric character reference names a control character"
        DisallowedProcessingInstructionTarget "disallowed-processing-instruction-target" "a processing instruction with the target `xml` or `xml-stylesheet` becomes a comment"
        DuplicateAttribute "duplicate-attribute" "a tag has two attributes of one name; the second is dropped"
        EndTagWithAttributes "end-tag-with-attributes" "an end tag has attributes; they are dropped"
        EndTagWithTrailingSolidus "end-tag-with-trailing-solidus" "an end tag has `/` before its `>`; it means nothing"
        EofBeforeTagName "eof-before-tag-name" "the input ends where a tag name is expected"
        EofInCdata "eof-in-cdata" "the input ends in a CDATA section"
        EofInComment "eof-in-comment" "the input ends in a comment"
        EofInDoctype "eof-in-doctype" "the input ends in a doctype"
        EofInProcessingInstruction "eof-in-processing-instruction" "the input ends in a processing instruction"
        EofInScriptHtmlCommentLikeText "eof-in-script-html-comment-like-text" "the input ends in text of a script that looks like a comment"
        EofInTag "eof-in-tag" "the input ends in a tag"
        IncorrectlyClosedComment "incorrectly-closed-comment" "a comment is closed by `--!>`"
        IncorrectlyOpenedComment "incorrectly-opened-comment" "`<!` is followed by neither `--`, `DOCTYPE` nor an allowed `[CDATA[`; it becomes a comment"
        InvalidCharacterSequenceAfterDoctypeName "invalid-character-sequence-after-doctype-name" "the name of the doctype is followed by neither `PUBLIC` nor `SYSTEM`"
        InvalidFirstCharacterOfProcessingInstructionTarget "invalid-first-character-of-processing-instruction-target" "the target of a processing instruction starts with neither a letter nor `_`"
        InvalidFirstCharacterOfTagName "invalid-first-character-of-tag-name" "`<` or `</` is not followed by a letter; write `&lt;` for the character"
        InvalidProcessingInstructionTarget "invalid-processing-instruction-target" "the target of a processing instruction has a character that it can't have"
        MissingAttributeValue "missing-attribute-value" "an attribute has `=` but no value"
        MissingDoctypeName "missing-doctype-name" "the doctype has no name"
        MissingDoctypePublicIdentifier "missing-doctype-public-identifier" "`>` stands where the public identifier is expected"
        MissingDoctypeSystemIdentifier "missing-doctype-system-identifier" "`>` stands where the system identifier is expected"
        MissingEndTagName "missing-end-tag-name" "`</>` has no tag name; it is dropped"
        MissingQuoteBeforeDoctypePublicIdentifier "missing-quote-before-doctype-public-identifier" "the public identifier has no quotation mark before it"
        MissingQuoteBeforeDoctypeSystemIdentifier "missing-quote-before-doctype-system-identifier" "the system identifier has no quotation mark before it"
        MissingSemicolonAfterCharacterReference "missing-semicolon-after-character-reference" "a character reference does not end with `;`"
        MissingWhitespaceAfterDoctypePublicKeyword "missing-whitespace-after-doctype-public-keyword" "no white space between `PUBLIC` and the public identifier"
        MissingWhitespaceAfterDoctypeSystemKeyword "missing-whitespace-after-doctype-system-keyword" "no white space between `SYSTEM` and the system identifier"
        MissingWhitespaceBeforeDoctypeName "missing-whitespace-before-doctype-name" "no white space between `DOCTYPE` and the name"
        MissingWhitespaceBetweenAttributes "missing-whitespace-between-attributes" "no white space between two attributes"
        MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers "missing-whitespace-between-doctype-public-and-system-identifiers" "no white space between the public and the system identifier"
        NestedComment "nested-comment" "`<!--` stands inside a comment"
        NonVoidHtmlElementStartTagWithTrailingSolidus "non-void-html-element-start-tag-with-trailing-solidus" "`/>` ends a start tag whose element can have content; the `/` means nothing"
        NoncharacterCharacterReference "noncharacter-character-reference" "a numeric character reference names a noncharacter"
        NoncharacterInInputStream "noncharacter-in-input-stream" "a noncharacter stands in the input"
        NullCharacterReference "null-character-reference" "a numeric character reference names U+0000; U+FFFD takes its place"
        SurrogateCharacterReference "surrogate-character-reference" "a numeric character reference names a surrogate; U+FFFD takes its place"
        SurrogateInInputStream "surrogate-in-input-stream" "a surrogate stands in the input; text in UTF-8 can't have one, so this is never reported"
        UnexpectedCharacterAfterDoctypeSystemIdentifier "unexpected-character-after-doctype-system-identifier" "something follows the system identifier"
        UnexpectedCharacterInAttributeName "unexpected-character-in-attribute-name" "an attribute name has `\"`, `'` or `<`"
        UnexpectedCharacterInUnquotedAttributeValue "unexpected-character-in-unquoted-attribute-value" "an unquoted attribute value has `\"`, `'`, `<`, `=` or `` ` ``"
        UnexpectedEqualsSignBeforeAttributeName "unexpected-equals-sign-before-attribute-name" "an attribute name starts with `=`"
        UnexpectedNullCharacter "unexpected-null-character" "U+0000 stands where it is dropped or replaced"
        UnexpectedSolidusInTag "unexpected-solidus-in-tag" "`/` stands in a tag and is not followed by `>`; it means nothing"
        UnknownNamedCharacterReference "unknown-named-character-reference" "`&` and a name and `;` are no character reference; write `&amp;` for the character"
        UnexpectedQuestionMarkInsteadOfTagName "unexpected-question-mark-instead-of-tag-name" "`<?` starts a comment (revision of 2024-09-12 only)"
    }
    own {
        MissingDoctype "missing-doctype" "the-initial-insertion-mode" "the document does not start with `<!DOCTYPE html>`, so browsers show it in quirks mode"
        NonconformingDoctype "nonconforming-doctype" "the-initial-insertion-mode" "the doctype is not `<!DOCTYPE html>`"
        MisplacedDoctype "misplaced-doctype" "parsing-main-inbody" "a doctype stands after the start of the document; it is dropped"
        UnexpectedStartTag "unexpected-start-tag" "parsing-main-inbody" "a start tag stands where its element can't; it is dropped"
        UnexpectedEndTag "unexpected-end-tag" "parsing-main-inbody" "an end tag matches no element that it could close; it is dropped"
        EndTagCreatesElement "end-tag-creates-element" "parsing-main-inbody" "`</p>` without an open `p` makes an empty paragraph, `</br>` makes a line break"
        UnexpectedText "unexpected-text" "parsing-main-inframeset" "text stands where none can be, such as among frames; it is dropped"
        EofInTextElement "eof-in-text-element" "parsing-main-incdata" "the input ends in an element that holds nothing but text, such as `script`, `style`, `title` or `textarea`"
        UnclosedElement "unclosed-element" "optional-tags" "a tag closes an element while others in it are open that need an end tag"
        UnclosedElementAtEof "unclosed-element-at-eof" "optional-tags" "the input ends while an element is open that needs an end tag"
        FosterParentedContent "foster-parented-content" "foster-parent" "something that can't stand right in a table is moved before it"
        FormInTable "form-in-table" "parsing-main-intable" "a form starts right in a table; its element stays empty"
        HiddenInputInTable "hidden-input-in-table" "parsing-main-intable" "`<input type=hidden>` stands right in a table"
        NestedTable "nested-table" "parsing-main-intable" "a table starts right in a table, not in a cell; the outer one is closed first"
        ImpliedTableStructure "implied-table-structure" "parsing-main-intbody" "a cell stands outside a row; the row is implied"
        MisnestedFormattingElement "misnested-formatting-element" "adoption-agency-algorithm" "formatting elements overlap (`<b><i></b></i>`); they are split so that they nest"
        NestedHeading "nested-heading" "parsing-main-inbody" "a heading starts in a heading, which is closed first"
        NestedForm "nested-form" "parsing-main-inbody" "a form starts in a form; its tag is dropped"
        NestedInteractiveElement "nested-interactive-element" "parsing-main-inbody" "`a`, `button` or `nobr` starts in another of its kind, which is closed first"
        MisplacedHtmlStartTag "misplaced-html-start-tag" "parsing-main-inbody" "an `html` start tag is not the first tag; only its new attributes count"
        MisplacedBodyStartTag "misplaced-body-start-tag" "parsing-main-inbody" "a `body` start tag stands in the body; only its new attributes count"
        MisplacedFramesetStartTag "misplaced-frameset-start-tag" "parsing-main-inbody" "a `frameset` start tag stands in the body; it is dropped or takes the place of the body"
        MisplacedHeadElement "misplaced-head-element" "the-after-head-insertion-mode" "an element of the head stands behind it; it is moved there"
        MisplacedRubyText "misplaced-ruby-text" "parsing-main-inbody" "`rb`, `rp`, `rt` or `rtc` stands outside a `ruby`, or in an element in it"
        ImageStartTag "image-start-tag" "parsing-main-inbody" "`image` is written for `img`"
        DisallowedInHeadNoscript "disallowed-in-head-noscript" "parsing-main-inheadnoscript" "something stands in a `noscript` of the head that can't, which ends the head"
        HtmlElementInForeignContent "html-element-in-foreign-content" "parsing-main-inforeign" "a tag of HTML stands in SVG or MathML, which is closed first"
        NamespaceDeclarationMismatch "namespace-declaration-mismatch" "create-an-element-for-the-token" "`xmlns` or `xmlns:xlink` has another value than the only one that it can have"
        ContentAfterBody "content-after-body" "parsing-main-afterbody" "content follows the end of the body; it goes into the body"
        SelectContentConflict "select-content-conflict" "parsing-main-inbody" "something stands in a `select` that closes it, or the option before it"
    }
}

impl ParseErrorCode {
    /// Whether what is wrong is the tag or character at the place of the error. Other errors are noticed there, behind
    /// what is wrong.
    fn is_of_what_stands_there(self) -> bool {
        use ParseErrorCode::*;
        match self {
            ControlCharacterInInputStream
            | InvalidFirstCharacterOfProcessingInstructionTarget
            | InvalidFirstCharacterOfTagName
            | InvalidProcessingInstructionTarget
            | NonVoidHtmlElementStartTagWithTrailingSolidus
            | NoncharacterInInputStream
            | UnexpectedCharacterAfterDoctypeSystemIdentifier
            | UnexpectedCharacterInAttributeName
            | UnexpectedCharacterInUnquotedAttributeValue
            | UnexpectedNullCharacter => true,
            MissingDoctype => false,
            other => !other.is_standard(),
        }
    }
}

impl fmt::Display for ParseErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ParseErrorCode {
    type Err = Error;

    /// The code that is written so; an error for any other text.
    fn from_str(code: &str) -> Result<Self, Error> {
        let known = ParseErrorCode::ALL.iter().find(|known| known.as_str() == code);
        known.copied().ok_or_else(|| Error::UnknownParseErrorCode { code: code.to_owned() })
    }
}

/// One error of the input: what and where.
///
/// It prints as what is wrong, its code and its offset; [`message`](ParseError::message) quotes the source, too.
///
/// ```
/// use consomme::ParseOptions;
///
/// let document = ParseOptions::new().errors(true).parse_str("<!DOCTYPE html>\n<p>Clear</b>");
/// let error = &document.errors()[0];
/// assert_eq!(error.code().as_str(), "unexpected-end-tag");
/// assert_eq!(document.line_column(error.offset()).to_string(), "2:9");
/// assert_eq!(
///     error.message(document.source()),
///     "`</b>`: an end tag matches no element that it could close; it is dropped"
/// );
/// ```
///
/// Offsets count bytes of the decoded text in UTF-8 after newlines are normalized;
/// [`Document::line_column`](crate::Document::line_column) makes lines and columns of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseError {
    code: ParseErrorCode,
    start: u32,
    end: u32,
}

impl ParseError {
    /// What is wrong.
    pub fn code(&self) -> ParseErrorCode {
        self.code
    }

    /// The byte offset at which it is noticed; the length of the text for what the end of the input makes wrong.
    pub fn offset(&self) -> usize {
        self.start as usize
    }

    /// The byte offsets of the character or the tag that is wrong; empty at the end of the input.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What is wrong, in words for the author of the page, behind the tag or character that is, where it is one.
    ///
    /// `source` is what the offsets count: [`Document::source`](crate::Document::source). In any other text, nothing or
    /// something else is quoted. Control characters are escaped, so that a page can't command a terminal.
    pub fn message(&self, source: &str) -> String {
        let description = self.code.description();
        match source.get(self.span()) {
            Some(found) if !found.is_empty() && self.code.is_of_what_stands_there() => {
                format!("{}: {description}", Quote(found))
            }
            _ => description.to_owned(),
        }
    }

    /// Whether the error is one of the input stream: a character that must not stand there.
    fn is_of_input_stream(&self) -> bool {
        matches!(
            self.code,
            ParseErrorCode::ControlCharacterInInputStream | ParseErrorCode::NoncharacterInInputStream
        )
    }
}

/// Prints a part of the source on one line, between backticks, and no more than the start of it.
struct Quote<'a>(&'a str);

impl fmt::Display for Quote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How many characters are quoted.
        const MOST: usize = 40;
        f.write_str("`")?;
        for c in self.0.chars().take(MOST) {
            match c {
                '\t' | '\n' => f.write_str(" ")?,
                c if c.is_control() => write!(f, "{}", c.escape_unicode())?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str(if self.0.chars().nth(MOST).is_some() { "…`" } else { "`" })
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} at byte {})", self.code.description(), self.code, self.start)
    }
}

impl std::error::Error for ParseError {}

/// Collects parse errors, when they are wanted.
///
/// The input stream reports its errors as it is fed, ahead of the stages that read it. Of these and of all others, as
/// many as wanted are kept each, and the first of both are chosen in the end: so which errors are kept does not depend on
/// how the input was cut.
#[derive(Clone, Debug)]
pub(crate) struct ErrorLog {
    errors: Vec<ParseError>,
    /// How many errors are kept; 0 when none are wanted.
    most: usize,
    /// How many of the errors are those of the input stream.
    of_input_stream: usize,
    /// Where the first error of the input stream stands that is not kept.
    first_dropped: Option<u32>,
    /// An error of another stage is not kept, or one that was chosen against in the end.
    overflowed: bool,
}

impl ErrorLog {
    pub(crate) fn new(enabled: bool, most: usize) -> Self {
        let most = if enabled { most } else { 0 };
        ErrorLog { errors: Vec::new(), most, of_input_stream: 0, first_dropped: None, overflowed: false }
    }

    /// Whether errors are wanted.
    #[inline]
    pub(crate) fn is_enabled(&self) -> bool {
        self.most != 0
    }

    /// Keeps an error from byte `start` to byte `end` of the source.
    #[cold]
    pub(crate) fn report(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        let error = ParseError { code, start: start as u32, end: end as u32 };
        if error.is_of_input_stream() {
            if self.of_input_stream < self.most {
                self.of_input_stream += 1;
                self.errors.push(error);
            } else {
                self.first_dropped.get_or_insert(error.start);
            }
        } else if self.errors.len() - self.of_input_stream < self.most {
            self.errors.push(error);
        } else {
            self.overflowed = true;
        }
    }

    /// The errors so far, in the order in which they were reported, or of position since [`sort`](Self::sort).
    pub(crate) fn as_slice(&self) -> &[ParseError] {
        &self.errors
    }

    /// Puts the errors in order of position. Of one position, those of the input stream come first, as they would if
    /// each character were checked when it is read; the others stay in the order in which they were reported.
    pub(crate) fn sort(&mut self) {
        self.errors.sort_by_key(|error| (error.start, !error.is_of_input_stream()));
    }

    /// Drops the errors from byte `start` of the source on, where nothing but the input stream has been yet.
    pub(crate) fn drop_from(&mut self, start: usize) {
        self.errors.retain(|error| (error.start as usize) < start);
        self.of_input_stream = self.errors.iter().filter(|error| error.is_of_input_stream()).count();
        self.first_dropped = self.first_dropped.filter(|&dropped| (dropped as usize) < start);
    }

    /// The errors in order of position; those of one position in the order in which they were reported. And whether
    /// there were more than are kept.
    ///
    /// An error that two stages report of the same place counts once.
    pub(crate) fn into_sorted(mut self) -> (Vec<ParseError>, bool) {
        self.sort();
        self.errors.dedup();
        let overflowed = self.overflowed || self.first_dropped.is_some() || self.errors.len() > self.most;
        self.errors.truncate(self.most);
        (self.errors, overflowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed on a terminal is one line of what the source has there, and can't command it.
    #[test]
    fn a_message_quotes_the_source_on_one_line() {
        let error = |start, end| ParseError { code: ParseErrorCode::NestedForm, start, end };
        let message =
            |start, end| error(start, end).message("<p\n\u{1B}é>").split_once(": ").unwrap().0.to_owned();
        assert_eq!(message(0, 7), "`<p \\u{1b}é>`");
        assert_eq!(error(7, 7).message("<p\n\u{1B}é>"), ParseErrorCode::NestedForm.description());
        assert_eq!(error(4, 5).message("<p\n\u{1B}é>"), error(9, 10).message("<p>"), "no character boundary");
        assert_eq!(error(0, 99).message(&"é".repeat(99)), error(0, 99).message("é"), "not in the source");
        let long = "é".repeat(41);
        assert!(error(0, 82).message(&long).starts_with(&format!("`{}…`", "é".repeat(40))));
        assert_eq!(
            error(3, 4).to_string(),
            "a form starts in a form; its tag is dropped (nested-form at byte 3)"
        );
    }

    #[test]
    fn each_variant_is_named_like_its_code() {
        for code in ParseErrorCode::ALL {
            let variant: String =
                code.as_str().split('-').map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
            assert_eq!(format!("{code:?}"), variant);
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        assert!("eof-in-tags".parse::<ParseErrorCode>().is_err());
    }

    #[test]
    fn which_errors_are_kept_does_not_depend_on_when_the_input_stream_reports() {
        let control = ParseErrorCode::ControlCharacterInInputStream;
        let reports = [(control, 1), (ParseErrorCode::EofInTag, 2), (control, 3), (control, 4)];
        let kept = |order: [usize; 4]| {
            let mut log = ErrorLog::new(true, 2);
            for (code, start) in order.map(|index| reports[index]) {
                log.report(code, start, start + 1);
            }
            let (errors, overflowed) = log.into_sorted();
            assert!(overflowed);
            errors.iter().map(ParseError::offset).collect::<Vec<_>>()
        };
        assert_eq!(kept([0, 1, 2, 3]), [1, 2]);
        assert_eq!(kept([0, 2, 3, 1]), [1, 2]);
    }

    #[test]
    fn what_is_read_again_overflows_only_if_it_does_then() {
        let mut log = ErrorLog::new(true, 1);
        log.report(ParseErrorCode::ControlCharacterInInputStream, 1, 2);
        log.report(ParseErrorCode::ControlCharacterInInputStream, 5, 6);
        log.drop_from(4);
        let (errors, overflowed) = log.into_sorted();
        assert_eq!((errors.len(), overflowed), (1, false));
    }
}
