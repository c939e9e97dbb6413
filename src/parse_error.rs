//! Parse errors: their codes, where they stand, and the log that collects them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::error::Error;

/// Declares the codes: variant, code, meaning; both directions come from this one list.
macro_rules! parse_error_codes {
    (standard { $($standard:ident $standard_code:literal $standard_text:literal)* }
     own { $($own:ident $own_code:literal $own_text:literal)* }) => {
        /// What kind of error the input has.
        ///
        /// The first group of codes is the standard's
        /// (<https://html.spec.whatwg.org/#parse-errors>); the standard gives none to errors of tree construction,
        /// so the codes of the second group are this crate's own: stable, and told apart by
        /// [`is_standard`](ParseErrorCode::is_standard).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum ParseErrorCode {
            $(#[doc = concat!("`", $standard_code, "`: ", $standard_text, ".\n\n<https://html.spec.whatwg.org/#parse-error-", $standard_code, ">")]
            $standard,)*
            $(#[doc = concat!("`", $own_code, "` (ours): ", $own_text, ".")]
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
        CharacterReferenceOutsideUnicodeRange "character-reference-outside-unicode-range" "a numeric character reference is above U+10FFFF"
        ControlCharacterInInputStream "control-character-in-input-stream" "a control character stands in the input"
        ControlCharacterReference "control-character-reference" "a numeric character reference names a control character"
        DisallowedProcessingInstructionTarget "disallowed-processing-instruction-target" "a processing instruction with the target `xml` or `xml-stylesheet` becomes a comment"
        DuplicateAttribute "duplicate-attribute" "a tag has two attributes of one name; the later one is dropped"
        EndTagWithAttributes "end-tag-with-attributes" "an end tag has attributes"
        EndTagWithTrailingSolidus "end-tag-with-trailing-solidus" "an end tag has `/` before its `>`"
        EofBeforeTagName "eof-before-tag-name" "the input ends where a tag name is expected"
        EofInCdata "eof-in-cdata" "the input ends in a CDATA section"
        EofInComment "eof-in-comment" "the input ends in a comment"
        EofInDoctype "eof-in-doctype" "the input ends in a doctype"
        EofInProcessingInstruction "eof-in-processing-instruction" "the input ends in a processing instruction"
        EofInScriptHtmlCommentLikeText "eof-in-script-html-comment-like-text" "the input ends in text of a script that looks like a comment"
        EofInTag "eof-in-tag" "the input ends in a tag"
        IncorrectlyClosedComment "incorrectly-closed-comment" "a comment is closed by `--!>`"
        IncorrectlyOpenedComment "incorrectly-opened-comment" "`<!` is followed by neither `--`, `DOCTYPE` nor an allowed `[CDATA[`"
        InvalidCharacterSequenceAfterDoctypeName "invalid-character-sequence-after-doctype-name" "the name of the doctype is followed by neither `PUBLIC` nor `SYSTEM`"
        InvalidFirstCharacterOfProcessingInstructionTarget "invalid-first-character-of-processing-instruction-target" "the target of a processing instruction starts with neither a letter nor `_`"
        InvalidFirstCharacterOfTagName "invalid-first-character-of-tag-name" "a tag name does not start with a letter"
        InvalidProcessingInstructionTarget "invalid-processing-instruction-target" "the target of a processing instruction has a character that it can't have"
        MissingAttributeValue "missing-attribute-value" "`>` stands where an attribute value is expected"
        MissingDoctypeName "missing-doctype-name" "the doctype has no name"
        MissingDoctypePublicIdentifier "missing-doctype-public-identifier" "`>` stands where the public identifier is expected"
        MissingDoctypeSystemIdentifier "missing-doctype-system-identifier" "`>` stands where the system identifier is expected"
        MissingEndTagName "missing-end-tag-name" "`</>` has no tag name"
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
        NullCharacterReference "null-character-reference" "a numeric character reference names U+0000"
        SurrogateCharacterReference "surrogate-character-reference" "a numeric character reference names a surrogate"
        SurrogateInInputStream "surrogate-in-input-stream" "a surrogate stands in the input; text in UTF-8 can't have one, so this is never reported"
        UnexpectedCharacterAfterDoctypeSystemIdentifier "unexpected-character-after-doctype-system-identifier" "something follows the system identifier"
        UnexpectedCharacterInAttributeName "unexpected-character-in-attribute-name" "an attribute name has `\"`, `'` or `<`"
        UnexpectedCharacterInUnquotedAttributeValue "unexpected-character-in-unquoted-attribute-value" "an unquoted attribute value has `\"`, `'`, `<`, `=` or `` ` ``"
        UnexpectedEqualsSignBeforeAttributeName "unexpected-equals-sign-before-attribute-name" "an attribute name starts with `=`"
        UnexpectedNullCharacter "unexpected-null-character" "U+0000 stands where it is dropped or replaced"
        UnexpectedSolidusInTag "unexpected-solidus-in-tag" "`/` stands in a tag and is not followed by `>`"
        UnknownNamedCharacterReference "unknown-named-character-reference" "a character reference has a name that is none of the standard's"
        UnexpectedQuestionMarkInsteadOfTagName "unexpected-question-mark-instead-of-tag-name" "`<?` starts a comment (revision of 2024-09-12 only)"
    }
    own {
        MissingDoctype "missing-doctype" "the document does not start with a doctype"
        NonconformingDoctype "nonconforming-doctype" "the doctype is not `<!DOCTYPE html>`"
        MisplacedDoctype "misplaced-doctype" "a doctype stands where none can be; it is dropped"
        UnexpectedStartTag "unexpected-start-tag" "a start tag stands where it can't; it is dropped or makes the parser close something first"
        UnexpectedEndTag "unexpected-end-tag" "an end tag matches nothing that it can close; it is dropped"
        UnexpectedText "unexpected-text" "text stands where none can be; it is dropped or moved"
        UnexpectedEof "unexpected-eof" "the input ends where more is needed, such as in a script"
        UnclosedElement "unclosed-element" "an end tag closes other elements that are still open"
        UnclosedElementAtEof "unclosed-element-at-eof" "the input ends while an element is open that needs its end tag"
        FosterParentedContent "foster-parented-content" "something that can't stand in a table is moved before it"
        MisnestedFormattingElement "misnested-formatting-element" "formatting elements overlap; the adoption agency sorts them out"
        NestedHeading "nested-heading" "a heading starts inside another heading"
        NestedForm "nested-form" "a form starts inside another form; its tag is dropped"
        NestedInteractiveElement "nested-interactive-element" "`a`, `nobr` or `button` starts inside another of its kind, which is closed first"
        MisplacedHtmlStartTag "misplaced-html-start-tag" "an `html` start tag is not the first; its attributes are added to the first"
        MisplacedBodyStartTag "misplaced-body-start-tag" "a `body` start tag is not the first; its attributes are added to the first"
        ImageStartTag "image-start-tag" "`image` is written for `img`"
        DisallowedInHeadNoscript "disallowed-in-head-noscript" "something stands in a `noscript` in the head that can't"
        MisplacedHeadElement "misplaced-head-element" "an element that belongs in the head stands between head and body"
        ImpliedTableStructure "implied-table-structure" "a part of a table is missing and is implied"
        HtmlElementInForeignContent "html-element-in-foreign-content" "an HTML element starts inside SVG or MathML, which is closed first"
        NamespaceDeclarationMismatch "namespace-declaration-mismatch" "`xmlns` or `xmlns:xlink` has another value than the only one that it can have"
        ContentAfterBody "content-after-body" "content follows the end of the body or document; it goes into the body"
        SelectContentConflict "select-content-conflict" "something stands in a `select` that closes it or the option before it"
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

    /// The byte offsets of the character or the tag that is wrong.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.code, self.start, self.code.description())
    }
}

/// Collects parse errors, when they are wanted.
#[derive(Clone, Debug)]
pub(crate) struct ErrorLog {
    errors: Vec<ParseError>,
    /// How many errors are kept; 0 when none are wanted.
    most: usize,
    /// More errors were reported than are kept.
    overflowed: bool,
}

impl ErrorLog {
    pub(crate) fn new(enabled: bool, most: usize) -> Self {
        ErrorLog { errors: Vec::new(), most: if enabled { most } else { 0 }, overflowed: false }
    }

    /// Whether errors are wanted.
    #[inline]
    pub(crate) fn is_enabled(&self) -> bool {
        self.most != 0
    }

    /// Keeps an error from byte `start` to byte `end` of the source.
    #[cold]
    pub(crate) fn report(&mut self, code: ParseErrorCode, start: usize, end: usize) {
        if self.errors.len() < self.most {
            self.errors.push(ParseError { code, start: start as u32, end: end as u32 });
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
        self.errors.sort_by_key(|error| {
            let is_of_input_stream = matches!(
                error.code,
                ParseErrorCode::ControlCharacterInInputStream | ParseErrorCode::NoncharacterInInputStream
            );
            (error.start, !is_of_input_stream)
        });
    }

    /// Drops the errors from byte `start` of the source on.
    pub(crate) fn drop_from(&mut self, start: usize) {
        self.errors.retain(|error| (error.start as usize) < start);
    }

    /// Whether errors were reported that are not kept.
    pub(crate) fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The errors in order of position; those of one position in the order in which they were reported.
    ///
    /// An error that two stages report of the same place counts once.
    pub(crate) fn into_sorted(mut self) -> Vec<ParseError> {
        self.sort();
        self.errors.dedup();
        self.errors
    }
}

/// A place in a text as people count: both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LineColumn {
    /// The line, from 1. Lines end with a line feed, after newlines are normalized.
    pub line: u32,
    /// The column, from 1, in code points.
    pub column: u32,
}

impl LineColumn {
    /// The place of the byte `offset` of `text`. An offset past the end counts as the end, one inside a character as
    /// its start. Takes time linear in `offset`.
    pub(crate) fn of(text: &str, offset: usize) -> LineColumn {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |at| at + 1);
        LineColumn {
            line: memchr::memchr_iter(b'\n', before.as_bytes()).count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        }
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn lines_and_columns_count_from_one_in_code_points() {
        let text = "aé\n𝒳b";
        let at = |offset| LineColumn::of(text, offset).to_string();
        assert_eq!(
            [at(0), at(1), at(3), at(4), at(8), at(9), at(99)],
            ["1:1", "1:2", "1:3", "2:1", "2:2", "2:3", "2:3"]
        );
    }
}
