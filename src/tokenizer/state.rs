//! The states of the tokenizer.

use super::text_mode::TextMode;

/// A state of the tokenizer: one for each state of the standard but the numeric character reference
/// end state, which consumes nothing and so is never the current one.
///
/// <https://html.spec.whatwg.org/#tokenization>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// In ordinary markup.
    ///
    /// <https://html.spec.whatwg.org/#data-state>
    Data,
    /// In the text of `title` and `textarea`.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-state>
    Rcdata,
    /// In the text of `style` and similar elements.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-state>
    Rawtext,
    /// In the text of `script`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-state>
    ScriptData,
    /// In the text after `<plaintext>`.
    ///
    /// <https://html.spec.whatwg.org/#plaintext-state>
    Plaintext,
    /// After a `<`.
    ///
    /// <https://html.spec.whatwg.org/#tag-open-state>
    TagOpen,
    /// After `</`.
    ///
    /// <https://html.spec.whatwg.org/#end-tag-open-state>
    EndTagOpen,
    /// In the name of a tag.
    ///
    /// <https://html.spec.whatwg.org/#tag-name-state>
    TagName,
    /// In RCDATA, after a `<`.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-less-than-sign-state>
    RcdataLessThanSign,
    /// In RCDATA, after `</`.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-end-tag-open-state>
    RcdataEndTagOpen,
    /// In RCDATA, in the letters after `</`.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-end-tag-name-state>
    RcdataEndTagName,
    /// In RAWTEXT, after a `<`.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-less-than-sign-state>
    RawtextLessThanSign,
    /// In RAWTEXT, after `</`.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-end-tag-open-state>
    RawtextEndTagOpen,
    /// In RAWTEXT, in the letters after `</`.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-end-tag-name-state>
    RawtextEndTagName,
    /// In script data, after a `<`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-less-than-sign-state>
    ScriptDataLessThanSign,
    /// In script data, after `</`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-end-tag-open-state>
    ScriptDataEndTagOpen,
    /// In script data, in the letters after `</`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-end-tag-name-state>
    ScriptDataEndTagName,
    /// In script data, after `<!`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escape-start-state>
    ScriptDataEscapeStart,
    /// In script data, after `<!-`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escape-start-dash-state>
    ScriptDataEscapeStartDash,
    /// In script data after `<!--`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-state>
    ScriptDataEscaped,
    /// In escaped script data, after a `-`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-state>
    ScriptDataEscapedDash,
    /// In escaped script data, after `--`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-dash-state>
    ScriptDataEscapedDashDash,
    /// In escaped script data, after a `<`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-less-than-sign-state>
    ScriptDataEscapedLessThanSign,
    /// In escaped script data, after `</`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-open-state>
    ScriptDataEscapedEndTagOpen,
    /// In escaped script data, in the letters after `</`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-name-state>
    ScriptDataEscapedEndTagName,
    /// In escaped script data, in the letters after `<`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escape-start-state>
    ScriptDataDoubleEscapeStart,
    /// In escaped script data after `<script`: the next `</script>` does not end the script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-state>
    ScriptDataDoubleEscaped,
    /// In double escaped script data, after a `-`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-state>
    ScriptDataDoubleEscapedDash,
    /// In double escaped script data, after `--`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-dash-state>
    ScriptDataDoubleEscapedDashDash,
    /// In double escaped script data, after a `<`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-less-than-sign-state>
    ScriptDataDoubleEscapedLessThanSign,
    /// In double escaped script data, in the letters after `</`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escape-end-state>
    ScriptDataDoubleEscapeEnd,
    /// Before the name of an attribute.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    BeforeAttributeName,
    /// In the name of an attribute.
    ///
    /// <https://html.spec.whatwg.org/#attribute-name-state>
    AttributeName,
    /// After the name of an attribute.
    ///
    /// <https://html.spec.whatwg.org/#after-attribute-name-state>
    AfterAttributeName,
    /// After the `=` of an attribute.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-value-state>
    BeforeAttributeValue,
    /// In a double-quoted attribute value.
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(double-quoted)-state>
    AttributeValueDoubleQuoted,
    /// In a single-quoted attribute value.
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(single-quoted)-state>
    AttributeValueSingleQuoted,
    /// In an unquoted attribute value.
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(unquoted)-state>
    AttributeValueUnquoted,
    /// After the closing quotation mark of an attribute value.
    ///
    /// <https://html.spec.whatwg.org/#after-attribute-value-(quoted)-state>
    AfterAttributeValueQuoted,
    /// After a `/` in a tag.
    ///
    /// <https://html.spec.whatwg.org/#self-closing-start-tag-state>
    SelfClosingStartTag,
    /// In a comment that did not start with `<!--` and ends at the next `>`.
    ///
    /// <https://html.spec.whatwg.org/#bogus-comment-state>
    BogusComment,
    /// After `<!`.
    ///
    /// <https://html.spec.whatwg.org/#markup-declaration-open-state>
    MarkupDeclarationOpen,
    /// After `<!--`.
    ///
    /// <https://html.spec.whatwg.org/#comment-start-state>
    CommentStart,
    /// After `<!---`.
    ///
    /// <https://html.spec.whatwg.org/#comment-start-dash-state>
    CommentStartDash,
    /// In a comment.
    ///
    /// <https://html.spec.whatwg.org/#comment-state>
    Comment,
    /// In a comment, after a `<`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-state>
    CommentLessThanSign,
    /// In a comment, after `<!`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-state>
    CommentLessThanSignBang,
    /// In a comment, after `<!-`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-state>
    CommentLessThanSignBangDash,
    /// In a comment, after `<!--`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-dash-state>
    CommentLessThanSignBangDashDash,
    /// In a comment, after a `-`.
    ///
    /// <https://html.spec.whatwg.org/#comment-end-dash-state>
    CommentEndDash,
    /// In a comment, after `--`.
    ///
    /// <https://html.spec.whatwg.org/#comment-end-state>
    CommentEnd,
    /// In a comment, after `--!`.
    ///
    /// <https://html.spec.whatwg.org/#comment-end-bang-state>
    CommentEndBang,
    /// After `<!DOCTYPE`.
    ///
    /// <https://html.spec.whatwg.org/#doctype-state>
    Doctype,
    /// Before the name of a DOCTYPE.
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-name-state>
    BeforeDoctypeName,
    /// In the name of a DOCTYPE.
    ///
    /// <https://html.spec.whatwg.org/#doctype-name-state>
    DoctypeName,
    /// After the name of a DOCTYPE.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-name-state>
    AfterDoctypeName,
    /// After the `PUBLIC` of a DOCTYPE.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-public-keyword-state>
    AfterDoctypePublicKeyword,
    /// Before the public identifier.
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-public-identifier-state>
    BeforeDoctypePublicIdentifier,
    /// In a double-quoted public identifier.
    ///
    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state>
    DoctypePublicIdentifierDoubleQuoted,
    /// In a single-quoted public identifier.
    ///
    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state>
    DoctypePublicIdentifierSingleQuoted,
    /// After the public identifier.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-public-identifier-state>
    AfterDoctypePublicIdentifier,
    /// Between the public and the system identifier.
    ///
    /// <https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state>
    BetweenDoctypePublicAndSystemIdentifiers,
    /// After the `SYSTEM` of a DOCTYPE.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-system-keyword-state>
    AfterDoctypeSystemKeyword,
    /// Before the system identifier.
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-system-identifier-state>
    BeforeDoctypeSystemIdentifier,
    /// In a double-quoted system identifier.
    ///
    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state>
    DoctypeSystemIdentifierDoubleQuoted,
    /// In a single-quoted system identifier.
    ///
    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state>
    DoctypeSystemIdentifierSingleQuoted,
    /// After the system identifier.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-system-identifier-state>
    AfterDoctypeSystemIdentifier,
    /// In the ignored rest of a DOCTYPE, up to the next `>`.
    ///
    /// <https://html.spec.whatwg.org/#bogus-doctype-state>
    BogusDoctype,
    /// In a CDATA section.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-state>
    CdataSection,
    /// In a CDATA section, after a `]`.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-bracket-state>
    CdataSectionBracket,
    /// In a CDATA section, after `]]`.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-end-state>
    CdataSectionEnd,
    /// After `<?`.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-open-state>
    ProcessingInstructionOpen,
    /// In the target of a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-target-state>
    ProcessingInstructionTarget,
    /// After the target of a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#after-processing-instruction-target-state>
    AfterProcessingInstructionTarget,
    /// In the data of a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-data-state>
    ProcessingInstructionData,
    /// In the data of a processing instruction, after a `?`.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-questionable-state>
    ProcessingInstructionQuestionable,
    /// After an `&`.
    ///
    /// <https://html.spec.whatwg.org/#character-reference-state>
    CharacterReference,
    /// In the possible name of a character reference.
    ///
    /// <https://html.spec.whatwg.org/#named-character-reference-state>
    NamedCharacterReference,
    /// In letters and digits after an `&` that are no known name.
    ///
    /// <https://html.spec.whatwg.org/#ambiguous-ampersand-state>
    AmbiguousAmpersand,
    /// After `&#`.
    ///
    /// <https://html.spec.whatwg.org/#numeric-character-reference-state>
    NumericCharacterReference,
    /// After `&#x`.
    ///
    /// <https://html.spec.whatwg.org/#hexadecimal-character-reference-start-state>
    HexadecimalCharacterReferenceStart,
    /// In the digits of a hexadecimal character reference.
    ///
    /// <https://html.spec.whatwg.org/#hexadecimal-character-reference-state>
    HexadecimalCharacterReference,
    /// In the digits of a decimal character reference.
    ///
    /// <https://html.spec.whatwg.org/#decimal-character-reference-state>
    DecimalCharacterReference,
}

impl From<TextMode> for State {
    fn from(mode: TextMode) -> State {
        match mode {
            TextMode::Data => State::Data,
            TextMode::Rcdata => State::Rcdata,
            TextMode::Rawtext => State::Rawtext,
            TextMode::ScriptData => State::ScriptData,
            TextMode::Plaintext => State::Plaintext,
            TextMode::CdataSection => State::CdataSection,
        }
    }
}
