//! Text that is sanitized in pieces becomes the same wherever it is cut, up to the same error, if
//! there is one; without an error, it is what the whole text becomes.

use consomme::{Context, Namespace, ParseOptions};
use consomme_sanitizer::{
    Policy, Preset, SanitizeOptions, Sanitizer, StreamError, UrlPolicy, UrlUse,
};

use super::choices::{Choices, pieces, split_text};
use super::sanitizer::check_handlers;
use super::sanitizer_choices::Configuration;
use super::sanitizer_pieces::PIECES;
use super::tree::assert_same;

/// Contexts whose content is parsed as that of a `div`, and two others.
const CONTEXTS: &[&str] = &["div", "body", "section", "td", "li", "p", "tr", "select"];

thread_local! {
    /// Making the sanitizers takes longer than all that an input checks with them.
    static SANITIZERS: Vec<Sanitizer> = sanitizers();
}

/// How a text is sanitized in pieces.
struct Streaming {
    context: Context<'static>,
    options: SanitizeOptions,
    min_segment: usize,
    max_held: usize,
    cuts: Vec<usize>,
}

impl Streaming {
    fn choose(choices: &mut Choices<'_>) -> Streaming {
        Streaming {
            context: Context::new(Namespace::Html, choices.one_of(CONTEXTS)),
            options: SanitizeOptions::new().inner_html(choices.flag()),
            min_segment: 1 + choices.number(60),
            max_held: choices.one_of(&[1 << 20, 1 << 20, 1000, 100, 1]),
            cuts: choices.cuts(),
        }
    }

    /// Returns what pieces of a text become, and the error, if the stream gives up.
    fn sanitize(
        &self,
        sanitizer: &Sanitizer,
        pieces: Vec<&str>,
    ) -> (String, Result<(), StreamError>) {
        let mut html = String::new();
        let result = self.write(sanitizer, pieces, &mut html);
        (html, result)
    }

    fn write(
        &self,
        sanitizer: &Sanitizer,
        pieces: Vec<&str>,
        html: &mut String,
    ) -> Result<(), StreamError> {
        let stream = self.options.stream(sanitizer, self.context.clone())?;
        let mut stream = stream.max_held(self.max_held).min_segment(self.min_segment);
        for piece in pieces {
            stream.write(piece, html)?;
        }
        stream.finish(html)
    }
}

pub fn run(data: &[u8]) {
    let (mut text, mut choices) = split_text(data);
    let configuration = Configuration::choose(&mut choices);
    let streaming = Streaming::choose(&mut choices);
    let is_configured = choices.flag();
    let which = choices.number(100);
    for _ in 0..choices.number(24) {
        text += choices.one_of(PIECES);
    }
    if choices.flag() {
        // Text that a stream decides, so that it has written something before the rest.
        text.insert_str(0, &"<p>x</p>".repeat(choices.number(8)));
    }
    configuration.add_images(&mut choices, &mut text);
    if is_configured {
        return check(&streaming, &configuration.sanitizer(), &text);
    }
    SANITIZERS.with(|all| check(&streaming, &all[which % all.len()], &text));
}

fn check(streaming: &Streaming, sanitizer: &Sanitizer, text: &str) {
    let Streaming { context, options, min_segment, cuts, .. } = streaming;
    let (html, result) = streaming.sanitize(sanitizer, vec![text]);
    let (html_of_pieces, result_of_pieces) = streaming.sanitize(sanitizer, pieces(text, cuts));
    assert_same(&html, &html_of_pieces, &format!("{text:?} cut at {cuts:?}"));
    assert_eq!(result, result_of_pieces, "{text:?} cut at {cuts:?}");
    match result {
        Ok(()) => {
            let whole = options.sanitize(sanitizer, context.clone(), text);
            assert_same(whole.html(), &html, &format!("{text:?} in segments of {min_segment}"));
        }
        Err(StreamError::Rule(_) | StreamError::Context(_)) => assert_eq!(html, ""),
        Err(
            StreamError::MovesBack { at }
            | StreamError::Undivided { at, .. }
            | StreamError::Unstable { at }
            | StreamError::Limit { at }
            | StreamError::TooLong { at },
        ) => {
            let decided = usize::try_from(at).ok().and_then(|at| text.get(..at));
            assert!(decided.is_some(), "{at} is no place in {text:?}");
            // A part of a safe text is written.
            let read = ParseOptions::new().parse_fragment(context.clone(), &*html);
            check_handlers(&read, &html);
        }
        Err(other) => panic!("{other} is not known here"),
    }
}

/// Sanitizers of all kinds whose rules a stream decides.
pub fn sanitizers() -> Vec<Sanitizer> {
    let urls = || UrlPolicy::new().schemes(UrlUse::Media, ["https"]).hold_images(["http"]);
    let policy = || {
        Policy::new()
            .urls(urls())
            .classes_everywhere(["x"])
            .id_prefix("u-")
            .enforce_attribute("a", "rel", "nofollow")
    };
    let mut most = Sanitizer::allow_everything();
    most.set_comments(false);
    let none: [&str; 0] = [];
    let mut config = most.config();
    config.processing_instructions = Some(none.map(Into::into).into());
    config.remove_processing_instructions = None;
    let most = Sanitizer::from_config(config).expect("a valid configuration");
    let mut unwrapping = Sanitizer::new();
    unwrapping.replace_element_with_children("div");
    unwrapping.replace_element_with_children("b");
    let mut all = vec![
        Sanitizer::new(),
        Sanitizer::new().policy(policy()),
        Sanitizer::new().policy(Policy::new().unwrap_unlisted(true)),
        most.clone(),
        most.policy(policy()),
        unwrapping,
    ];
    all.extend(Preset::ALL.map(Sanitizer::preset));
    all
}
