//! Each payload with each preset: no reader finds anything in the text that runs a script, that the
//! preset removes, or that goes where its rules for URLs do not let it.

use std::path::Path;

use consomme::{Document, ElementRef, NodeRef, ParseOptions, Revision};
use consomme_sanitizer::{Preset, Sanitizer};
use consomme_test::sanitizer::payloads::{self, LONG, Payload};
use consomme_test::sanitizer::safety::{self, Tried};
use consomme_test::source_check::all_nodes;
#[cfg(feature = "css")]
use consomme_test::styles::{self, Kept};
use consomme_test::suite::{Case, Run};
use url::Url;

use super::payload_cases::{described, sanitized_to_fixed_point};

/// Where each payload is tried.
const CONTEXTS: [&str; 8] =
    ["div", "body", "html", "table", "select", "template", "svg desc", "math mi"];

/// Where a page with the text is, of a scheme that is special and of one that is not.
const BASES: [&str; 2] = ["https://page.invalid/a/b", "page://page.invalid/a/b"];

/// Adds a trial for each preset.
pub(crate) fn add(run: &mut Run) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sanitizer/payloads");
    for preset in Preset::ALL {
        let case = Case { file: "own payloads", line: 1, input: "all of them", variants: &[] };
        let directory = directory.clone();
        run.add(&format!("preset {preset}"), &case, move || {
            let tried = tried(preset);
            payloads::read(&directory).iter().try_for_each(|payload| check(payload, preset, &tried))
        });
    }
}

/// Returns the sanitizer of a preset, and the content that it keeps: besides its configuration, the
/// attributes that it enforces.
fn tried(preset: Preset) -> Tried {
    let mut tried = Tried::new("preset", Sanitizer::preset(preset));
    let links = tried.config.elements.iter_mut().flatten();
    if let Some(link) = links.into_iter().find(|element| element.element.name() == "a") {
        link.attributes.get_or_insert_default().extend(["rel".into(), "target".into()]);
    }
    tried
}

fn check(payload: &Payload, preset: Preset, tried: &Tried) -> Result<(), String> {
    let contexts = if payload.html.len() < LONG { &CONTEXTS[..] } else { &CONTEXTS[..1] };
    for context in [payload.context.as_str()].iter().chain(contexts) {
        check_in(context, &payload.html, preset, tried).map_err(|message| {
            format!("{}:{}, in {context}: {message}", payload.family, payload.line)
        })?;
    }
    let page = tried.sanitizer.parse_html(&ParseOptions::new(), &payload.html);
    check_tree(&page, preset, tried)
        .map_err(|message| format!("{}:{}: {message}", payload.family, payload.line))
}

fn check_in(context: &str, html: &str, preset: Preset, tried: &Tried) -> Result<(), String> {
    let context = payloads::context(context);
    let sanitized = sanitized_to_fixed_point(&tried.sanitizer, &context, html)?;
    for revision in [Revision::Living2026, Revision::Snapshot2024] {
        for scripting in [false, true] {
            let options = ParseOptions::new().revision(revision).scripting(scripting);
            let tree = options.parse_fragment(context.clone(), sanitized.html());
            check_tree(&tree, preset, tried)
                .map_err(|message| format!("{message}\n{}", sanitized.html()))?;
            let mut tree = options.parse_fragment(context.clone(), html);
            tried.sanitizer.sanitize(&mut tree);
            check_tree(&tree, preset, tried)
                .map_err(|message| format!("{message}\nin the tree: {}", tree.inner_html()))?;
        }
    }
    Ok(())
}

fn check_tree(tree: &Document, preset: Preset, tried: &Tried) -> Result<(), String> {
    for element in all_nodes(tree).into_iter().filter_map(NodeRef::as_element) {
        let described = described(element);
        safety::check_scripts(&described)?;
        safety::check_kept(&described, &tried.config)?;
        check_attributes(element, preset)?;
    }
    Ok(())
}

fn check_attributes(element: ElementRef<'_>, preset: Preset) -> Result<(), String> {
    for attribute in element.attrs() {
        let value = attribute.value();
        let is_kept = match attribute.name() {
            "href" => is_link(value, preset),
            "src" => is_media(value, preset),
            "cite" => goes_to(value, &["http", "https"]),
            "style" => {
                check_style(value)?;
                true
            }
            _ => true,
        };
        if !is_kept {
            return Err(format!("{attribute:?} of {element:?}"));
        }
    }
    Ok(())
}

fn is_link(url: &str, preset: Preset) -> bool {
    let schemes: &[&str] = match preset {
        Preset::Comments => &["http", "https", "mailto"],
        Preset::Email => &["http", "https", "mailto", "tel"],
        _ => &["http", "https", "mailto", "ftp"],
    };
    goes_to(url, schemes)
}

fn is_media(url: &str, preset: Preset) -> bool {
    match preset {
        Preset::Email => goes_to(url, &["cid", "data"]) && !is_other_data(url),
        _ => goes_to(url, &["http", "https"]),
    }
}

/// Whether a URL is one with data that are no image, sound or film.
fn is_other_data(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| {
        let is_media = |kind| url.path().trim_start().to_ascii_lowercase().starts_with(kind);
        url.scheme() == "data" && !["image/", "audio/", "video/"].into_iter().any(is_media)
    })
}

/// Whether a URL has one of these schemes wherever the page is, or is a place in the page itself.
fn goes_to(url: &str, schemes: &[&str]) -> bool {
    BASES.iter().all(|base| {
        let base = Url::parse(base).expect("a URL");
        let Ok(url) = base.join(url) else { return true };
        if url.host_str() != base.host_str() {
            return schemes.contains(&url.scheme());
        }
        let mut place = url.clone();
        place.set_fragment(None);
        place == base && url.fragment().is_some()
    })
}

/// Checks a style of the preset for mail, by the properties that put a box where it should not be,
/// and by its URLs.
#[cfg(feature = "css")]
fn check_style(style: &str) -> Result<(), String> {
    const PROPERTIES: [&str; 6] =
        ["background", "background-image", "color", "font-family", "font", "width"];
    let url = |url: &str| goes_to(url, &["cid", "data"]) && !is_other_data(url);
    styles::check(style, Kept { properties: &PROPERTIES, url: Some(url) })
}

#[cfg(not(feature = "css"))]
fn check_style(style: &str) -> Result<(), String> {
    Err(format!("the style {style}"))
}
