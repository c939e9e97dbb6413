//! A page whose scripts write constants has the tree of the page with each constant after its
//! script, however the caller drives the parse. When the caller also edits the document or aborts
//! the parse, the tree is still sound.

use std::collections::BTreeSet;

use consomme::{Context, Document, Limits, ParseOptions};

use super::choices::{Choices, split_text};
use super::scripted_page::{MAX_SCRIPTS, ScriptedPage, running};
use super::scripted_run::{Interference, run as drive};
use super::tree::{assert_same, dump, may_patch_content, may_select_content};
use crate::source_check::dump_source_positions;

pub fn run(data: &[u8]) {
    let (text, mut choices) = split_text(data);
    let options = running(&choices.options());
    let interference = match choices.number(5) {
        0..=3 => Interference::default(),
        4 => Interference { edits: false, aborts: true },
        _ => Interference { edits: true, aborts: true },
    };
    let context = choices.flag().then(|| choices.context());
    let page = ScriptedPage::read(&text);
    check(&page, &options, context.as_ref(), interference, &mut choices);
}

/// Drives the parse of a page, or of a fragment for that context, and checks its tree.
pub fn check(
    page: &ScriptedPage,
    options: &ParseOptions,
    context: Option<&Context<'_>>,
    interference: Interference,
    choices: &mut Choices<'_>,
) {
    let outcome = drive(page, options, context, interference, choices);
    let document = outcome.document;
    document.check_invariants().unwrap();
    if interference.edits {
        return;
    }
    document.check_parsed().unwrap();
    if interference.any() || document.limits_hit().any() {
        return;
    }
    let (spliced, whole, scripts) = match context {
        Some(context) => {
            // The scripts of a fragment do not run.
            let text = page.network.clone();
            let whole = options.parse_fragment(context.clone(), text.as_str());
            (text, whole, 0)
        }
        None => {
            // Limits that are not reached make no difference.
            let unlimited = options.clone().limits(Limits::default());
            let (spliced, scripts) = page.spliced(&|text| unlimited.parse_str(text));
            let whole = options.parse_str(spliced.as_str());
            (spliced, whole, scripts)
        }
    };
    // At the end of the input, a `<template for>` or a `selectedcontent` can remove a script that
    // has just ended, so that the page is spliced without it.
    let may_lack_script = scripts < outcome.scripts || scripts == MAX_SCRIPTS;
    let lost_script = may_lack_script && (may_patch_content(&whole) || may_select_content(&whole));
    if !whole.limits_hit().any() && !lost_script {
        assert_same(&account(&whole), &account(&document), &format!("{page:?} as {spliced:?}"));
        assert_eq!(scripts, outcome.scripts, "scripts of {page:?}");
    }
}

/// Everything that may not depend on where the input was cut and where text came from: all but
/// offsets into the input.
pub fn account(document: &Document) -> String {
    format!(
        "{:?}\n{}\n{:#?}\n{:?}\n{:?}\n{}",
        document.quirks_mode(),
        dump(document),
        errors(document),
        document.limits_hit(),
        document.source(),
        dump_source_positions(document),
    )
}

/// Where the errors start, and their codes. Each step ends a run of text, so how often something is
/// said about a text, and where, depends on the steps: of such errors only the codes are here.
fn errors(document: &Document) -> (Vec<(usize, &'static str)>, BTreeSet<&'static str>) {
    let (of_texts, of_others): (Vec<_>, Vec<_>) = document
        .recorded_errors()
        .unwrap_or_default()
        .iter()
        .map(|error| (error.span().start, error.code().as_str()))
        .partition(|(_, code)| OF_TEXTS.contains(code));
    (of_others, of_texts.into_iter().map(|(_, code)| code).collect())
}

/// Errors that the tree builder reports about texts.
const OF_TEXTS: &[&str] =
    &["content-after-body", "foster-parented-content", "missing-doctype", "unexpected-text"];
