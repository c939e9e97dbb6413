//! The codes of parse errors.

use std::fmt;
use std::str::FromStr;

/// The text is the code of no [`ParseErrorCode`]: the error of parsing one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("unknown parse error code: {code:?}")]
#[non_exhaustive]
pub struct UnknownParseErrorCode {
    /// The text as it was given.
    pub code: String,
}

/// Declares the codes, each in one line: variant, code, the anchor of the rule for this crate's own
/// codes, and description.
macro_rules! parse_error_codes {
    (standard { $($standard:ident $standard_code:literal $standard_text:literal)* }
     own { $($own:ident $own_code:literal $own_anchor:literal $own_text:literal)* }) => {
        /// The kind of a parse error.
        ///
        /// The standard has codes for the errors of tokenization
        /// (<https://html.spec.whatwg.org/#parse-errors>), but none for errors of tree
        /// construction, and none for bytes that are malformed in the encoding of the document,
        /// which conformance checkers are expected to report. The codes for these are this crate's
        /// own; they are stable, and [`is_standard`](ParseErrorCode::is_standard) returns false for
        /// them.
        ///
        /// A code prints as the standard writes it, and can be parsed from that.
        ///
        /// ```
        /// use consomme::ParseErrorCode;
        ///
        /// let code: ParseErrorCode = "end-tag-with-attributes".parse()?;
        /// assert_eq!(code, ParseErrorCode::EndTagWithAttributes);
        /// assert_eq!(code.description(), "an end tag has attributes; they are dropped");
        /// assert_eq!(code.link(), "https://html.spec.whatwg.org/#parse-error-end-tag-with-attributes");
        /// # Ok::<(), consomme::UnknownParseErrorCode>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum ParseErrorCode {
            $(#[doc = concat!("`", $standard_code, "`: ", $standard_text, ".\n\n<https://html.spec.whatwg.org/#parse-error-", $standard_code, ">")]
            $standard,)*
            $(#[doc = concat!("`", $own_code, "` (not in the standard): ", $own_text, ".\n\n<https://html.spec.whatwg.org/#", $own_anchor, ">")]
            $own,)*
        }

        impl ParseErrorCode {
            /// All codes, the standard's first.
            pub const ALL: &[ParseErrorCode] = &[$(ParseErrorCode::$standard,)* $(ParseErrorCode::$own,)*];

            /// Returns the code as the standard writes it, such as `"eof-in-tag"`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ParseErrorCode::$standard => $standard_code,)*
                    $(ParseErrorCode::$own => $own_code,)*
                }
            }

            /// Returns the description of the error, often with the parser's reaction. It has no
            /// full stop at its end.
            pub const fn description(self) -> &'static str {
                match self {
                    $(ParseErrorCode::$standard => $standard_text,)*
                    $(ParseErrorCode::$own => $own_text,)*
                }
            }

            /// Returns a link to the standard: to the definition of the error, or for a code of
            /// this crate to the rule that detects it.
            pub const fn link(self) -> &'static str {
                match self {
                    $(ParseErrorCode::$standard => concat!("https://html.spec.whatwg.org/#parse-error-", $standard_code),)*
                    $(ParseErrorCode::$own => concat!("https://html.spec.whatwg.org/#", $own_anchor),)*
                }
            }

            /// Returns whether the standard defines the code. The codes of tree construction and of
            /// malformed bytes are this crate's own.
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
        CharacterReferenceOutsideUnicodeRange "character-reference-outside-unicode-range" "a numeric character reference is above U+10FFFF; it is replaced by U+FFFD"
        ControlCharacterInInputStream "control-character-in-input-stream" "the input contains a control character"
        ControlCharacterReference "control-character-reference" "a numeric character reference names a control character"
        DisallowedProcessingInstructionTarget "disallowed-processing-instruction-target" "a processing instruction with the target `xml` or `xml-stylesheet` becomes a comment"
        DuplicateAttribute "duplicate-attribute" "a tag has two attributes with the same name; the second is dropped"
        EndTagWithAttributes "end-tag-with-attributes" "an end tag has attributes; they are dropped"
        EndTagWithTrailingSolidus "end-tag-with-trailing-solidus" "an end tag ends with `/>`; the `/` is ignored"
        EofBeforeTagName "eof-before-tag-name" "the input ends where a tag name is expected"
        EofInCdata "eof-in-cdata" "the input ends in a CDATA section"
        EofInComment "eof-in-comment" "the input ends in a comment"
        EofInDoctype "eof-in-doctype" "the input ends in a doctype"
        EofInProcessingInstruction "eof-in-processing-instruction" "the input ends in a processing instruction"
        EofInScriptHtmlCommentLikeText "eof-in-script-html-comment-like-text" "the input ends after `<!--` in a script"
        EofInTag "eof-in-tag" "the input ends in a tag"
        IncorrectlyClosedComment "incorrectly-closed-comment" "a comment is closed by `--!>`"
        IncorrectlyOpenedComment "incorrectly-opened-comment" "`<!` is not followed by `--`, `DOCTYPE` or an allowed `[CDATA[`; it becomes a comment"
        InvalidCharacterSequenceAfterDoctypeName "invalid-character-sequence-after-doctype-name" "the name of the doctype is followed by neither `PUBLIC` nor `SYSTEM`"
        InvalidFirstCharacterOfProcessingInstructionTarget "invalid-first-character-of-processing-instruction-target" "the target of a processing instruction does not start with a letter or `_`"
        InvalidFirstCharacterOfTagName "invalid-first-character-of-tag-name" "`<` or `</` is not followed by a letter; write `&lt;` for the character `<`"
        InvalidProcessingInstructionTarget "invalid-processing-instruction-target" "the target of a processing instruction contains a character that is not allowed"
        MissingAttributeValue "missing-attribute-value" "an attribute has `=` but no value"
        MissingDoctypeName "missing-doctype-name" "the doctype has no name"
        MissingDoctypePublicIdentifier "missing-doctype-public-identifier" "the doctype ends before its public identifier"
        MissingDoctypeSystemIdentifier "missing-doctype-system-identifier" "the doctype ends before its system identifier"
        MissingEndTagName "missing-end-tag-name" "`</>` has no tag name; it is dropped"
        MissingQuoteBeforeDoctypePublicIdentifier "missing-quote-before-doctype-public-identifier" "the public identifier does not start with a quotation mark"
        MissingQuoteBeforeDoctypeSystemIdentifier "missing-quote-before-doctype-system-identifier" "the system identifier does not start with a quotation mark"
        MissingSemicolonAfterCharacterReference "missing-semicolon-after-character-reference" "a character reference does not end with `;`"
        MissingWhitespaceAfterDoctypePublicKeyword "missing-whitespace-after-doctype-public-keyword" "there is no whitespace between `PUBLIC` and the public identifier"
        MissingWhitespaceAfterDoctypeSystemKeyword "missing-whitespace-after-doctype-system-keyword" "there is no whitespace between `SYSTEM` and the system identifier"
        MissingWhitespaceBeforeDoctypeName "missing-whitespace-before-doctype-name" "there is no whitespace between `DOCTYPE` and the name"
        MissingWhitespaceBetweenAttributes "missing-whitespace-between-attributes" "there is no whitespace between two attributes"
        MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers "missing-whitespace-between-doctype-public-and-system-identifiers" "there is no whitespace between the public and the system identifier"
        NestedComment "nested-comment" "a comment contains `<!--`"
        NonVoidHtmlElementStartTagWithTrailingSolidus "non-void-html-element-start-tag-with-trailing-solidus" "`/>` ends a start tag whose element can have content; the `/` is ignored"
        NoncharacterCharacterReference "noncharacter-character-reference" "a numeric character reference names a noncharacter"
        NoncharacterInInputStream "noncharacter-in-input-stream" "the input contains a noncharacter"
        NullCharacterReference "null-character-reference" "a numeric character reference names U+0000; it is replaced by U+FFFD"
        SurrogateCharacterReference "surrogate-character-reference" "a numeric character reference names a surrogate; it is replaced by U+FFFD"
        SurrogateInInputStream "surrogate-in-input-stream" "the input contains a surrogate; decoded text cannot, so this is never reported: a surrogate in the bytes is a malformed sequence"
        UnexpectedCharacterAfterDoctypeSystemIdentifier "unexpected-character-after-doctype-system-identifier" "the system identifier is followed by another character"
        UnexpectedCharacterInAttributeName "unexpected-character-in-attribute-name" "an attribute name contains `\"`, `'` or `<`"
        UnexpectedCharacterInUnquotedAttributeValue "unexpected-character-in-unquoted-attribute-value" "an unquoted attribute value contains `\"`, `'`, `<`, `=` or `` ` ``"
        UnexpectedEqualsSignBeforeAttributeName "unexpected-equals-sign-before-attribute-name" "an attribute name starts with `=`"
        UnexpectedNullCharacter "unexpected-null-character" "the input contains U+0000, which is dropped or replaced by U+FFFD"
        UnexpectedSolidusInTag "unexpected-solidus-in-tag" "a tag contains a `/` that is not followed by `>`; it is ignored"
        UnknownNamedCharacterReference "unknown-named-character-reference" "`&`, a name and `;` are not a known character reference; write `&amp;` for the character `&`"
        UnexpectedQuestionMarkInsteadOfTagName "unexpected-question-mark-instead-of-tag-name" "`<?` starts a comment (revision of 2024-09-12 only)"
    }
    own {
        MalformedByteSequence "malformed-byte-sequence" "the-input-byte-stream" "bytes are malformed in the encoding of the document; they are replaced by U+FFFD"
        MissingDoctype "missing-doctype" "the-initial-insertion-mode" "the document does not start with `<!DOCTYPE html>`, so browsers show it in quirks mode"
        NonconformingDoctype "nonconforming-doctype" "the-initial-insertion-mode" "the doctype is not `<!DOCTYPE html>`"
        MisplacedDoctype "misplaced-doctype" "parsing-main-inbody" "a doctype is not at the start of the document; it is dropped"
        UnexpectedStartTag "unexpected-start-tag" "parsing-main-inbody" "a start tag is not allowed here; it is dropped"
        UnexpectedEndTag "unexpected-end-tag" "parsing-main-inbody" "an end tag matches no open element that it can close; it is dropped"
        EndTagCreatesElement "end-tag-creates-element" "parsing-main-inbody" "an end tag without a start tag creates an element: `</p>` an empty paragraph, `</br>` a line break"
        UnexpectedText "unexpected-text" "parsing-main-inframeset" "text is not allowed here, for example in a `frameset`; it is dropped"
        EofInTextElement "eof-in-text-element" "parsing-main-incdata" "the input ends in an element that contains only text, such as `script`, `style`, `title` or `textarea`"
        UnclosedElement "unclosed-element" "optional-tags" "a tag closes an element, but elements in it still need their end tags"
        UnclosedElementAtEof "unclosed-element-at-eof" "optional-tags" "the input ends before the end tag that an open element needs"
        FosterParentedContent "foster-parented-content" "foster-parent" "content that is not allowed directly in a table is moved before the table"
        FormInTable "form-in-table" "parsing-main-intable" "a form starts directly in a table; its element stays empty"
        HiddenInputInTable "hidden-input-in-table" "parsing-main-intable" "a hidden input is directly in a table, not in a cell"
        NestedTable "nested-table" "parsing-main-intable" "a table starts directly in a table, not in a cell; the outer table is closed first"
        ImpliedTableStructure "implied-table-structure" "parsing-main-intbody" "a cell is not in a row; the row is implied"
        MisnestedFormattingElement "misnested-formatting-element" "adoption-agency-algorithm" "formatting elements overlap (`<b><i></b></i>`); they are split so that they nest"
        NestedHeading "nested-heading" "parsing-main-inbody" "a heading starts in a heading, which is closed first"
        NestedForm "nested-form" "parsing-main-inbody" "a form starts in a form; its tag is dropped"
        NestedInteractiveElement "nested-interactive-element" "parsing-main-inbody" "`a`, `button` or `nobr` starts in another of its kind, which is closed first"
        MisplacedHtmlStartTag "misplaced-html-start-tag" "parsing-main-inbody" "an `html` start tag is not the first tag; only its new attributes are used"
        MisplacedBodyStartTag "misplaced-body-start-tag" "parsing-main-inbody" "a `body` start tag is in the body; only its new attributes are used"
        MisplacedFramesetStartTag "misplaced-frameset-start-tag" "parsing-main-inbody" "a `frameset` start tag is in the body; it is dropped or replaces the body"
        MisplacedHeadElement "misplaced-head-element" "the-after-head-insertion-mode" "an element of the head is after the head; it is moved into the head"
        MisplacedRubyText "misplaced-ruby-text" "parsing-main-inbody" "`rb`, `rp`, `rt` or `rtc` is not directly in a `ruby` element"
        ImageStartTag "image-start-tag" "parsing-main-inbody" "`image` is used instead of `img`"
        DisallowedInHeadNoscript "disallowed-in-head-noscript" "parsing-main-inheadnoscript" "content is not allowed in a `noscript` of the head; it ends the head"
        HtmlElementInForeignContent "html-element-in-foreign-content" "parsing-main-inforeign" "an HTML tag is in SVG or MathML, which is closed first"
        NamespaceDeclarationMismatch "namespace-declaration-mismatch" "create-an-element-for-the-token" "`xmlns` or `xmlns:xlink` does not have the only value that is allowed"
        ContentAfterBody "content-after-body" "parsing-main-afterbody" "content follows the end of the body; it is moved into the body"
        SelectContentConflict "select-content-conflict" "parsing-main-inbody" "a tag in a `select` closes the `select`, or the option before it"
    }
}

impl ParseErrorCode {
    /// Returns whether the error is about the tag or character at its position. Other errors are
    /// about the text before it.
    pub(super) fn is_about_the_text_at_its_position(self) -> bool {
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
    type Err = UnknownParseErrorCode;

    /// Parses a code as the standard writes it.
    fn from_str(code: &str) -> Result<Self, UnknownParseErrorCode> {
        let known = ParseErrorCode::ALL.iter().find(|known| known.as_str() == code);
        known.copied().ok_or_else(|| UnknownParseErrorCode { code: code.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_is_named_like_its_code() {
        for code in ParseErrorCode::ALL {
            let variant: String = code
                .as_str()
                .split('-')
                .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
                .collect();
            assert_eq!(format!("{code:?}"), variant);
            assert_eq!(code.as_str().parse(), Ok(*code));
        }
        assert!("eof-in-tags".parse::<ParseErrorCode>().is_err());
    }
}
