//! Sanitized text stays in the element that it is put into, and all around that is as without it:
//! each payload, in each context, in all surroundings.

use std::collections::HashSet;
use std::path::Path;

use consomme::sink::LocalName;
use consomme::{Context, Namespace, ParseOptions};
use consomme_sanitizer::{Preset, SanitizeOptions, Sanitizer};
use consomme_test::config::config;
use consomme_test::in_page::{AROUND, EmptyPage, SHELLS};
use consomme_test::sanitizer::payloads::{self, LONG, Payload};
use consomme_test::sanitizer::safety::TRIED;
use consomme_test::suite::{Case, Run};

/// Contexts in SVG and MathML, and one that the standard does not know.
const OTHERS: [(Namespace, &str); 13] = [
    (Namespace::Html, "x-custom"),
    (Namespace::Svg, "svg"),
    (Namespace::Svg, "g"),
    (Namespace::Svg, "a"),
    (Namespace::Svg, "foreignObject"),
    (Namespace::Svg, "desc"),
    (Namespace::Svg, "title"),
    (Namespace::MathMl, "math"),
    (Namespace::MathMl, "mi"),
    (Namespace::MathMl, "mtext"),
    (Namespace::MathMl, "mrow"),
    (Namespace::MathMl, "annotation-xml"),
    (Namespace::MathMl, "malignmark"),
];

/// Optimized builds try each payload, others every hundredth or so.
const STEP: usize = if cfg!(debug_assertions) { 101 } else { 1 };

/// Each sanitizer is tried in every eighth context, so that all together have each, and the one that
/// keeps most in every other one. With `CASES_TIMES=8`, each is tried in all of them.
fn context_step(name: &str) -> usize {
    let step = if name == "everything" { 2 } else { 8 };
    (step / config(1).cases as usize).max(1)
}

/// Adds a trial for each sanitizer.
pub(crate) fn add(run: &mut Run) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sanitizer/payloads");
    let tried = TRIED.iter().map(|tried| (tried.name, tried.sanitizer.clone()));
    let presets = Preset::ALL.map(|preset| (preset.as_str(), Sanitizer::preset(preset)));
    for (shift, (name, sanitizer)) in tried.chain(presets).enumerate() {
        let step = context_step(name);
        let case = Case { file: "own payloads", line: 1, input: name, variants: &[] };
        let directory = directory.clone();
        run.add(&format!("surroundings {name}"), &case, move || {
            let payloads = payloads::read(&directory);
            let html = LocalName::known().filter_map(LocalName::known_text);
            // All names of elements of HTML, and attributes of one word.
            let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            let html = html.filter(|name| name.bytes().all(is_word));
            let contexts = html.map(|name| (Namespace::Html, name)).chain(OTHERS);
            for (number, context) in contexts.enumerate().skip(shift % step).step_by(step) {
                check(&payloads, number, context, &sanitizer)?;
            }
            Ok(())
        });
    }
}

/// Checks all payloads in a context.
fn check(
    payloads: &[Payload],
    number: usize,
    context: (Namespace, &str),
    sanitizer: &Sanitizer,
) -> Result<(), String> {
    for is_named in [false, true] {
        let shells = SHELLS.iter().filter(|shell| shell.is_named == is_named);
        let pages: Vec<_> = shells.filter_map(|shell| EmptyPage::new(context, shell)).collect();
        if pages.is_empty() {
            continue;
        }
        let around: &[&str] = if is_named { &AROUND } else { &[] };
        let options = SanitizeOptions::new().around(around.iter().copied());
        let short = payloads.iter().filter(|payload| payload.html.len() < LONG);
        let mut seen = HashSet::new();
        for payload in short.skip(number % STEP).step_by(STEP) {
            let of_context = || Context::new(context.0, context.1);
            let sanitized = options.sanitize(sanitizer, of_context(), &payload.html).into_html();
            if !seen.insert(sanitized.clone()) {
                continue;
            }
            let fragment = ParseOptions::new().parse_fragment(of_context(), sanitized.as_str());
            for page in &pages {
                page.check(&sanitized, &fragment).map_err(|message| {
                    format!("{}:{} in {context:?}: {message}", payload.family, payload.line)
                })?;
            }
        }
    }
    Ok(())
}
