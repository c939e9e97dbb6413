//! The states of the tokenizer.

use super::text_mode::TextMode;

/// A state of the tokenizer, one for each state of the standard.
///
/// <https://html.spec.whatwg.org/#tokenization>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Ordinary text: tags and character references have meaning.
    ///
    /// <https://html.spec.whatwg.org/#data-state>
    Data,
    /// Text of `title` and `textarea`: character references have meaning, tags have none but the
    /// end tag.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-state>
    Rcdata,
    /// Text of `style` and the like: nothing has meaning but the end tag.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-state>
    Rawtext,
    /// Text of a `script`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-state>
    ScriptData,
    /// Text behind `<plaintext>`: nothing has meaning any more.
    ///
    /// <https://html.spec.whatwg.org/#plaintext-state>
    Plaintext,
    /// Behind a `<`.
    ///
    /// <https://html.spec.whatwg.org/#tag-open-state>
    TagOpen,
    /// Behind `</`.
    ///
    /// <https://html.spec.whatwg.org/#end-tag-open-state>
    EndTagOpen,
    /// In the name of a tag.
    ///
    /// <https://html.spec.whatwg.org/#tag-name-state>
    TagName,
    /// Behind a `<` in RCDATA.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-less-than-sign-state>
    RcdataLessThanSign,
    /// Behind `</` in RCDATA.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-end-tag-open-state>
    RcdataEndTagOpen,
    /// In what may be the name of the end tag of RCDATA.
    ///
    /// <https://html.spec.whatwg.org/#rcdata-end-tag-name-state>
    RcdataEndTagName,
    /// Behind a `<` in RAWTEXT.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-less-than-sign-state>
    RawtextLessThanSign,
    /// Behind `</` in RAWTEXT.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-end-tag-open-state>
    RawtextEndTagOpen,
    /// In what may be the name of the end tag of RAWTEXT.
    ///
    /// <https://html.spec.whatwg.org/#rawtext-end-tag-name-state>
    RawtextEndTagName,
    /// Behind a `<` in a script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-less-than-sign-state>
    ScriptDataLessThanSign,
    /// Behind `</` in a script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-end-tag-open-state>
    ScriptDataEndTagOpen,
    /// In what may be the name of the end tag of a script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-end-tag-name-state>
    ScriptDataEndTagName,
    /// Behind `<!` in a script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escape-start-state>
    ScriptDataEscapeStart,
    /// Behind `<!-` in a script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escape-start-dash-state>
    ScriptDataEscapeStartDash,
    /// In a script, behind `<!--`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-state>
    ScriptDataEscaped,
    /// The same, behind a `-`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-state>
    ScriptDataEscapedDash,
    /// The same, behind `--`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-dash-dash-state>
    ScriptDataEscapedDashDash,
    /// The same, behind a `<`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-less-than-sign-state>
    ScriptDataEscapedLessThanSign,
    /// The same, behind `</`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-open-state>
    ScriptDataEscapedEndTagOpen,
    /// The same, in what may be the name of the end tag.
    ///
    /// <https://html.spec.whatwg.org/#script-data-escaped-end-tag-name-state>
    ScriptDataEscapedEndTagName,
    /// The same, in what may be the name of a `<script>` tag.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escape-start-state>
    ScriptDataDoubleEscapeStart,
    /// In a script, behind `<!--` and `<script>`: the next `</script>` does not end the script.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-state>
    ScriptDataDoubleEscaped,
    /// The same, behind a `-`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-state>
    ScriptDataDoubleEscapedDash,
    /// The same, behind `--`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-dash-dash-state>
    ScriptDataDoubleEscapedDashDash,
    /// The same, behind a `<`.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escaped-less-than-sign-state>
    ScriptDataDoubleEscapedLessThanSign,
    /// The same, in what may be the name of a `</script>` tag.
    ///
    /// <https://html.spec.whatwg.org/#script-data-double-escape-end-state>
    ScriptDataDoubleEscapeEnd,
    /// Where the name of an attribute is expected.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-name-state>
    BeforeAttributeName,
    /// In the name of an attribute.
    ///
    /// <https://html.spec.whatwg.org/#attribute-name-state>
    AttributeName,
    /// Behind the name of an attribute and white space.
    ///
    /// <https://html.spec.whatwg.org/#after-attribute-name-state>
    AfterAttributeName,
    /// Behind the `=` of an attribute.
    ///
    /// <https://html.spec.whatwg.org/#before-attribute-value-state>
    BeforeAttributeValue,
    /// In an attribute value in `"`.
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(double-quoted)-state>
    AttributeValueDoubleQuoted,
    /// In an attribute value in `'`.
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(single-quoted)-state>
    AttributeValueSingleQuoted,
    /// In an attribute value without quotation marks.
    ///
    /// <https://html.spec.whatwg.org/#attribute-value-(unquoted)-state>
    AttributeValueUnquoted,
    /// Behind the closing quotation mark of an attribute value.
    ///
    /// <https://html.spec.whatwg.org/#after-attribute-value-(quoted)-state>
    AfterAttributeValueQuoted,
    /// Behind a `/` in a tag.
    ///
    /// <https://html.spec.whatwg.org/#self-closing-start-tag-state>
    SelfClosingStartTag,
    /// In a comment that something other than `<!--` started, up to the next `>`.
    ///
    /// <https://html.spec.whatwg.org/#bogus-comment-state>
    BogusComment,
    /// Behind `<!`.
    ///
    /// <https://html.spec.whatwg.org/#markup-declaration-open-state>
    MarkupDeclarationOpen,
    /// Behind `<!--`.
    ///
    /// <https://html.spec.whatwg.org/#comment-start-state>
    CommentStart,
    /// Behind `<!---`.
    ///
    /// <https://html.spec.whatwg.org/#comment-start-dash-state>
    CommentStartDash,
    /// In a comment.
    ///
    /// <https://html.spec.whatwg.org/#comment-state>
    Comment,
    /// In a comment, behind a `<`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-state>
    CommentLessThanSign,
    /// In a comment, behind `<!`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-state>
    CommentLessThanSignBang,
    /// In a comment, behind `<!-`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-state>
    CommentLessThanSignBangDash,
    /// In a comment, behind `<!--`.
    ///
    /// <https://html.spec.whatwg.org/#comment-less-than-sign-bang-dash-dash-state>
    CommentLessThanSignBangDashDash,
    /// In a comment, behind a `-`.
    ///
    /// <https://html.spec.whatwg.org/#comment-end-dash-state>
    CommentEndDash,
    /// In a comment, behind `--`.
    ///
    /// <https://html.spec.whatwg.org/#comment-end-state>
    CommentEnd,
    /// In a comment, behind `--!`.
    ///
    /// <https://html.spec.whatwg.org/#comment-end-bang-state>
    CommentEndBang,
    /// Behind `<!DOCTYPE`.
    ///
    /// <https://html.spec.whatwg.org/#doctype-state>
    Doctype,
    /// Where the name of a doctype is expected.
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-name-state>
    BeforeDoctypeName,
    /// In the name of a doctype.
    ///
    /// <https://html.spec.whatwg.org/#doctype-name-state>
    DoctypeName,
    /// Behind the name of a doctype.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-name-state>
    AfterDoctypeName,
    /// Behind the `PUBLIC` of a doctype.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-public-keyword-state>
    AfterDoctypePublicKeyword,
    /// Where the public identifier is expected.
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-public-identifier-state>
    BeforeDoctypePublicIdentifier,
    /// In a public identifier in `"`.
    ///
    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(double-quoted)-state>
    DoctypePublicIdentifierDoubleQuoted,
    /// In a public identifier in `'`.
    ///
    /// <https://html.spec.whatwg.org/#doctype-public-identifier-(single-quoted)-state>
    DoctypePublicIdentifierSingleQuoted,
    /// Behind the public identifier.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-public-identifier-state>
    AfterDoctypePublicIdentifier,
    /// Behind the public identifier and white space.
    ///
    /// <https://html.spec.whatwg.org/#between-doctype-public-and-system-identifiers-state>
    BetweenDoctypePublicAndSystemIdentifiers,
    /// Behind the `SYSTEM` of a doctype.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-system-keyword-state>
    AfterDoctypeSystemKeyword,
    /// Where the system identifier is expected.
    ///
    /// <https://html.spec.whatwg.org/#before-doctype-system-identifier-state>
    BeforeDoctypeSystemIdentifier,
    /// In a system identifier in `"`.
    ///
    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(double-quoted)-state>
    DoctypeSystemIdentifierDoubleQuoted,
    /// In a system identifier in `'`.
    ///
    /// <https://html.spec.whatwg.org/#doctype-system-identifier-(single-quoted)-state>
    DoctypeSystemIdentifierSingleQuoted,
    /// Behind the system identifier.
    ///
    /// <https://html.spec.whatwg.org/#after-doctype-system-identifier-state>
    AfterDoctypeSystemIdentifier,
    /// In what makes no sense in a doctype, up to the next `>`.
    ///
    /// <https://html.spec.whatwg.org/#bogus-doctype-state>
    BogusDoctype,
    /// In a CDATA section.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-state>
    CdataSection,
    /// In a CDATA section, behind a `]`.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-bracket-state>
    CdataSectionBracket,
    /// In a CDATA section, behind `]]`.
    ///
    /// <https://html.spec.whatwg.org/#cdata-section-end-state>
    CdataSectionEnd,
    /// Behind `<?`.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-open-state>
    ProcessingInstructionOpen,
    /// In the target of a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-target-state>
    ProcessingInstructionTarget,
    /// Behind the target of a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#after-processing-instruction-target-state>
    AfterProcessingInstructionTarget,
    /// In the data of a processing instruction.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-data-state>
    ProcessingInstructionData,
    /// In the data of a processing instruction, behind a `?`.
    ///
    /// <https://html.spec.whatwg.org/#processing-instruction-questionable-state>
    ProcessingInstructionQuestionable,
    /// Behind an `&`.
    ///
    /// <https://html.spec.whatwg.org/#character-reference-state>
    CharacterReference,
    /// In what may be the name of a character reference.
    ///
    /// <https://html.spec.whatwg.org/#named-character-reference-state>
    NamedCharacterReference,
    /// In a name that is no character reference's.
    ///
    /// <https://html.spec.whatwg.org/#ambiguous-ampersand-state>
    AmbiguousAmpersand,
    /// Behind `&#`.
    ///
    /// <https://html.spec.whatwg.org/#numeric-character-reference-state>
    NumericCharacterReference,
    /// Behind `&#x`.
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
