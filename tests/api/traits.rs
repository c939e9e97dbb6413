//! Which traits the public types have: a table that the compiler checks.

use std::convert::Infallible;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::iter::FusedIterator;
use std::str::FromStr;

use consomme::driver::{DeclaredEncoding, Driver, PausedScript, Step, WriteError};
use consomme::encoding::{
    ByteOffsets, CandidateVerdict, Confidence, EncodingCandidate, EncodingReport, EncodingSource,
    LabelError, MediaTypeKind, XmlRules,
};
use consomme::events::{Event, Events};
use consomme::iter::{
    Ancestors, Attrs, Children, Classes, Elements, FormElements, Preceding, Traverse, TreeOrder,
};
use consomme::positions::{
    AttributeSource, AttributeSources, ElementSource, LineColumn, LineIndex, Origin, Reason,
    SourceSpan,
};
use consomme::serialize::{
    EncodeError, MinifyOptions, PrettyOptions, Quotes, SerializeOptions, XmlOptions,
};
use consomme::shadow::{FlatTree, ShadowRootInit, ShadowRootMode, ShadowRootRef, SlotAssignment};
use consomme::sink::{
    Attribute, ElementName, EncodingChanged, LocalName, NameTable, NewDoctype, NewElement, Parsed,
    Span, Strings,
};
use consomme::speculation::{
    FetchKind, ImageCandidate, PictureSource, Speculated, Speculation, SpeculativeFetch,
};
use consomme::tokenizer::{TextMode, Token, Tokens};
use consomme::{
    AdjacentPosition, Attr, AttributeNamespace, Context, DoctypeRef, Document, ElementRef, Hints,
    Limits, LimitsHit, Namespace, NodeId, NodeKind, NodeMap, NodeRef, ParseError, ParseErrorCode,
    ParseOptions, Parser, ProcessingInstructionRef, QuirksMode, Revision, TreeError,
    UnknownParseErrorCode, Visit, parse_fragment,
};

/// Accepts types that can be printed for debugging and sent to other threads.
fn any<T: Debug + Send + Sync + Unpin>() {}

/// Accepts types that can be cloned, too.
fn cloned<T: Debug + Send + Sync + Unpin + Clone>() {}

/// Accepts types that can be compared, too.
fn compared<T: Debug + Send + Sync + Unpin + Clone + Eq>() {}

/// Accepts types that can be keys of a map.
fn key<T: Debug + Send + Sync + Unpin + Clone + Eq + Hash>() {}

/// A key that is copied.
fn small_key<T: Debug + Send + Sync + Unpin + Copy + Eq + Hash>() {}

/// A key that is ordered, too.
fn ordered<T: Debug + Send + Sync + Unpin + Copy + Ord + Hash>() {}

/// Options: a key with a default.
fn options<T: Debug + Send + Sync + Unpin + Clone + Eq + Hash + Default>() {}

fn error<T: Error + Clone + Eq + Send + Sync + Unpin + 'static>() {}

fn printed<T: Display>() {}

fn iterator<T: FusedIterator + Debug + Clone + Send + Sync + Unpin>() {}

fn from_both_ends<T: DoubleEndedIterator>() {}

#[test]
fn every_type_has_the_traits_of_its_kind() {
    // Documents and what refers to them.
    compared::<Document>();
    ordered::<NodeId>();
    small_key::<NodeRef<'_>>();
    small_key::<NodeKind<'_>>();
    small_key::<ElementRef<'_>>();
    small_key::<DoctypeRef<'_>>();
    small_key::<ProcessingInstructionRef<'_>>();
    small_key::<ShadowRootRef<'_>>();
    small_key::<Visit<'_>>();
    small_key::<SourceSpan<'_>>();
    small_key::<Origin<'_>>();
    cloned::<Attr<'_>>();
    cloned::<ElementSource<'_>>();
    cloned::<AttributeSource<'_>>();
    cloned::<LineIndex<'_>>();
    cloned::<ByteOffsets<'_>>();
    cloned::<FlatTree<'_>>();
    cloned::<NodeMap<String>>();

    // Names, places and other values.
    ordered::<LineColumn>();
    ordered::<LocalName>();
    ordered::<Namespace>();
    ordered::<AttributeNamespace>();
    ordered::<ParseErrorCode>();
    small_key::<ParseError>();
    small_key::<LimitsHit>();
    small_key::<Revision>();
    small_key::<QuirksMode>();
    small_key::<AdjacentPosition>();
    small_key::<Reason>();
    small_key::<Quotes>();
    small_key::<TextMode>();
    small_key::<ShadowRootInit>();
    small_key::<ShadowRootMode>();
    small_key::<SlotAssignment>();
    small_key::<Confidence>();
    small_key::<EncodingSource>();
    small_key::<CandidateVerdict>();
    small_key::<MediaTypeKind>();
    small_key::<XmlRules>();
    compared::<EncodingReport>();
    compared::<EncodingCandidate>();
    small_key::<FetchKind>();
    key::<SpeculativeFetch>();
    key::<Speculated>();
    key::<PictureSource>();
    cloned::<ImageCandidate<'_>>();

    // Options.
    options::<ParseOptions>();
    options::<Hints>();
    options::<Limits>();
    small_key::<Limits>();
    options::<SerializeOptions>();
    options::<MinifyOptions>();
    options::<PrettyOptions>();
    options::<XmlOptions>();
    key::<Context<'_>>();

    // Trees of one's own, tokens, drivers.
    small_key::<Attribute>();
    small_key::<ElementName>();
    small_key::<Span>();
    small_key::<NewDoctype>();
    compared::<NewElement<'_>>();
    cloned::<NameTable>();
    cloned::<Strings>();
    cloned::<Parsed<Document>>();
    compared::<Token<'_>>();
    cloned::<Event<'_>>();
    small_key::<Step<NodeId>>();
    small_key::<PausedScript<NodeId>>();
    small_key::<DeclaredEncoding>();
    any::<Parser>();
    any::<Tokens>();
    any::<Events>();
    any::<Speculation>();
    any::<Driver<consomme::driver::DocumentBuilder>>();

    // With features.
    #[cfg(feature = "selectors")]
    {
        key::<consomme::Selector>();
        compared::<consomme::select::Extractor>();
        cloned::<consomme::select::SelectorSet>();
        cloned::<consomme::select::SelectorOptions>();
    }
    #[cfg(feature = "url")]
    key::<consomme::BaseUrl>();
}

#[test]
fn every_error_is_one() {
    error::<TreeError>();
    error::<ParseError>();
    error::<EncodeError>();
    error::<LabelError>();
    error::<UnknownParseErrorCode>();
    error::<EncodingChanged>();
    error::<WriteError>();
    #[cfg(feature = "selectors")]
    error::<consomme::SelectorError>();
}

#[test]
fn every_iterator_can_be_cloned_and_ends_for_good() {
    iterator::<Ancestors<'_>>();
    iterator::<Attrs<'_>>();
    iterator::<AttributeSources<'_>>();
    iterator::<Children<'_>>();
    iterator::<Classes<'_>>();
    iterator::<TreeOrder<'_>>();
    iterator::<Elements<TreeOrder<'_>>>();
    iterator::<FormElements<'_>>();
    iterator::<Preceding<'_>>();
    iterator::<Traverse<'_>>();
    from_both_ends::<Attrs<'_>>();
    from_both_ends::<Children<'_>>();
    from_both_ends::<Classes<'_>>();
    from_both_ends::<TreeOrder<'_>>();
    from_both_ends::<Elements<TreeOrder<'_>>>();
}

#[test]
fn what_a_reader_may_see_is_printed() {
    printed::<Document>();
    printed::<NodeRef<'_>>();
    printed::<ElementRef<'_>>();
    printed::<NodeId>();
    printed::<LineColumn>();
    printed::<ParseErrorCode>();
    printed::<LimitsHit>();
    printed::<EncodingReport>();
    printed::<Reason>();
}

#[test]
fn a_document_is_made_of_text_and_compared_as_a_tree() {
    let (borrowed, owned) = (Document::from("<p>x"), Document::from("<P>x</P>".to_owned()));
    let parsed: Result<Document, Infallible> = Document::from_str("<html><p>x");
    assert_eq!((&borrowed, Ok(&borrowed)), (&owned, parsed.as_ref()));
    assert_ne!(borrowed, Document::from("<p>y"));
    assert_ne!(borrowed, parse_fragment("body", "<p>x"));
}

#[test]
fn an_element_is_made_of_a_node_or_not() {
    let document = parse_fragment("div", "<p>x");
    let p = document.root().first_child().unwrap();
    let text = p.first_child().unwrap();
    let name =
        |node| -> Result<String, TreeError> { Ok(ElementRef::try_from(node)?.name().into()) };
    assert_eq!(name(p), Ok("p".to_owned()));
    assert_eq!(name(text), Err(TreeError::NotAnElement { node: text.id() }));
}

#[test]
fn a_context_is_made_of_whatever_names_an_element() {
    let document = parse_fragment("table", "<tr>");
    let tr = document.descendant_elements().next_back().unwrap();
    let name = "TR".to_owned();
    let html = "<td>1".to_owned();
    for fragment in [
        parse_fragment("tr", &html),
        parse_fragment(&name, &html),
        parse_fragment(tr, &html),
        parse_fragment(Context::from(&tr), &html),
        parse_fragment(name, html.as_str()),
    ] {
        assert_eq!(fragment.inner_html(), "<td>1</td>");
    }
}

#[test]
fn options_return_what_was_set() {
    let limits = Limits::unlimited().depth(Some(9)).nodes(Some(8)).copies(Some(7));
    let limits = limits.attributes_per_element(Some(6)).input_bytes(Some(5)).errors(Some(4));
    let limits = limits.searches(None);
    assert_eq!(
        [
            limits.get_depth(),
            limits.get_nodes(),
            limits.get_copies(),
            limits.get_attributes_per_element(),
            limits.get_input_bytes(),
            limits.get_errors(),
            limits.get_searches(),
        ],
        [Some(9), Some(8), Some(7), Some(6), Some(5), Some(4), None]
    );
    let options = ParseOptions::new()
        .revision(Revision::Snapshot2024)
        .scripting(true)
        .errors(true)
        .positions(true)
        .iframe_srcdoc(true)
        .runnable_scripts(true)
        .declarative_shadow_roots(true)
        .limits(limits);
    assert!(options.get_scripting() && options.get_errors() && options.get_positions());
    assert!(options.get_runnable_scripts());
    assert!(options.get_iframe_srcdoc() && options.get_declarative_shadow_roots());
    assert_eq!((options.get_revision(), options.get_limits()), (Revision::Snapshot2024, limits));
    assert_ne!(options, ParseOptions::new());
}
