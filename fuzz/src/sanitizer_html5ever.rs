//! Checks sanitized text as html5ever reads it, scripting on and off: nothing that runs a script,
//! and, without a policy, no element and no attribute that the sanitizer removes.
//!
//! The trees are not compared: html5ever's differs from consomme's where html5ever is at fault or
//! follows another revision, and the text must be safe all the same.

use std::cell::Cell;
use std::rc::Rc;

use consomme::{Context, Namespace};
use consomme_sanitizer::{SanitizeOptions, Sanitizer, SanitizerConfig};
use consomme_test::sanitizer::html5ever_faults;
use consomme_test::sanitizer::safety::{self, Element};
#[cfg(feature = "css")]
use consomme_test::styles::{self, Kept};
use consomme_test::targets::choices::split_text;
use consomme_test::targets::sanitizer_beyond::is_listed_frame;
use consomme_test::targets::sanitizer_choices::Configuration;
use consomme_test::targets::sanitizer_pieces::PIECES;
use html5ever::ParseOpts;
use html5ever::tendril::TendrilSink;
use html5ever::tokenizer::TokenizerOpts;

use crate::compare_html5ever::html5ever_fragment;

thread_local! {
    /// The configuration that the safe methods apply with the last sanitizer.
    static LAST: Cell<Option<(Rc<Sanitizer>, Rc<SanitizerConfig>)>> = const { Cell::new(None) };
}

pub(crate) fn run(data: &[u8]) {
    let (mut text, mut choices) = split_text(data);
    let configuration = Configuration::choose(&mut choices);
    let has_policy = configuration.has_policy();
    let frames = configuration.beyond().frames;
    let (namespace, name) = choices.context_name();
    for _ in 0..choices.number(24) {
        text += choices.one_of(PIECES);
    }
    configuration.add_data_attributes(&mut text);
    #[cfg(feature = "css")]
    configuration.add_styles(&mut choices, &mut text);
    #[cfg(feature = "css")]
    let styles = configuration.kept_styles();
    let sanitizer = configuration.sanitizer();

    let context = Context::new(namespace, name);
    let sanitized = SanitizeOptions::new().sanitize(&sanitizer, context, &text);
    let html = sanitized.html();
    // Elements that a configuration allows only in SVG, html5ever may put into HTML.
    if html5ever_faults::may_leave_foreign_content(html) {
        return;
    }
    let is_checked = !has_policy && !html5ever_faults::may_be_misplaced(namespace, html);
    let config = is_checked.then(|| kept(&sanitizer));
    for scripting in [false, true] {
        let mut options = ParseOpts {
            tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
            ..ParseOpts::default()
        };
        options.tree_builder.scripting_enabled = scripting;
        let tree = html5ever_fragment((namespace, name, false), options).one(html);
        for element in tree.elements() {
            if frames && is_frame(&element) {
                continue;
            }
            if let Err(message) = check(&element, config.as_deref()) {
                panic!("{message}, scripting {scripting}, in {name}: {html:?}");
            }
            #[cfg(feature = "css")]
            check_styles(&element, styles, html);
        }
    }
}

/// Whether an element is a frame that the policy keeps.
fn is_frame(element: &Element) -> bool {
    let attribute = |name: &str| {
        let mut attributes = element.attributes.iter();
        attributes.find(|(_, local, _)| local == name).map(|(_, _, value)| value.as_str())
    };
    (element.namespace.as_str(), element.name.as_str()) == (Namespace::Html.url(), "iframe")
        && is_listed_frame(attribute)
}

fn check(element: &Element, config: Option<&SanitizerConfig>) -> Result<(), String> {
    safety::check_scripts(element)?;
    config.map_or(Ok(()), |config| safety::check_kept(element, config))
}

/// Checks the styles of an element, if the configuration lists properties.
#[cfg(feature = "css")]
fn check_styles(element: &Element, styles: Option<Kept<'_>>, html: &str) {
    let Some(kept) = styles else { return };
    for (_, _, style) in element.attributes.iter().filter(|(_, name, _)| name == "style") {
        let checked = styles::check(style, kept);
        assert!(checked.is_ok(), "{}: {style:?} in {html:?}", checked.unwrap_err());
    }
}

/// Returns the configuration that the safe methods apply with a sanitizer.
fn kept(sanitizer: &Rc<Sanitizer>) -> Rc<SanitizerConfig> {
    let config = match LAST.take() {
        Some((last, config)) if Rc::ptr_eq(&last, sanitizer) => config,
        _ => {
            let mut safe = Sanitizer::clone(sanitizer);
            safe.remove_unsafe();
            Rc::new(safe.config())
        }
    };
    LAST.set(Some((Rc::clone(sanitizer), Rc::clone(&config))));
    config
}
