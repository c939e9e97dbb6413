//! The codes of parse errors.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// Declares the codes: variant, code, meaning, and for our own the anchor of the rule; both
/// directions come from this one list.
macro_rules! parse_error_codes {
    (standard { $($standard:ident $standard_code:literal $standard_text:literal)* }
     own { $($own:ident $own_code:literal $own_anchor:literal $own_text:literal)* }) => {
        /// What kind of error the input has.
        ///
        /// The first group of codes is the standard's
        /// (<https://html.spec.whatwg.org/#parse-errors>); the standard gives none to errors of
        /// tree construction, so the codes of the second group are this crate's own: stable, and
        /// told apart by [`is_standard`](ParseErrorCode::is_standard).
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

            /// Where the standard says so: its definition of the error, or for a code of ours the
            /// rule of tree construction that the input runs into.
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
        EndTagCreatesElement "end-tag-creates-element" "parsing-main-inbody" "an end tag that ends nothing makes an element: of `p` an empty paragraph, of `br` a line break"
        UnexpectedText "unexpected-text" "parsing-main-inframeset" "text stands where none can be, such as among frames; it is dropped"
        EofInTextElement "eof-in-text-element" "parsing-main-incdata" "the input ends in an element that holds nothing but text, such as `script`, `style`, `title` or `textarea`"
        UnclosedElement "unclosed-element" "optional-tags" "a tag closes an element while others in it are open that need an end tag"
        UnclosedElementAtEof "unclosed-element-at-eof" "optional-tags" "the input ends while an element is open that needs an end tag"
        FosterParentedContent "foster-parented-content" "foster-parent" "something that can't stand right in a table is moved before it"
        FormInTable "form-in-table" "parsing-main-intable" "a form starts right in a table; its element stays empty"
        HiddenInputInTable "hidden-input-in-table" "parsing-main-intable" "a hidden input stands right in a table, not in a cell"
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
    /// Whether what is wrong is the tag or character at the place of the error. Other errors are
    /// noticed there, behind what is wrong.
    pub(super) fn is_of_what_stands_there(self) -> bool {
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
