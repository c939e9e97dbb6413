//! All fuzz targets.

mod compare_html5ever;
pub mod executions;
mod extract;
mod html5ever_tree;
mod markdown;
#[cfg(feature = "sanitizer")]
mod sanitizer_html5ever;
mod schema;
mod xpath;
mod xpath_css;

use std::alloc::System;

use consomme_test::heap::Cap;

/// Counts the bytes for the target `memory`.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// The targets that `cargo test` of the crate itself cannot run.
const OTHER_TARGETS: &[(&str, consomme_test::targets::Target)] = &[
    ("compare_html5ever", compare_html5ever::run),
    ("extract", extract::run),
    ("markdown", markdown::run),
    ("memory", memory),
    #[cfg(feature = "sanitizer")]
    ("sanitizer_html5ever", sanitizer_html5ever::run),
    ("schema", schema::run),
    ("web", consomme_test::web::check_input),
    ("xpath", xpath::run),
];

/// The names of all targets.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|(name, _)| name)
}

/// Runs the target of that name on an input.
///
/// # Panics
///
/// If the target finds something wrong, and if there is no such target.
pub fn run(name: &str, input: &[u8]) {
    let target = all().find(|(other, _)| *other == name).expect("a target of that name");
    consomme_test::targets::run(target, input);
}

/// The input of which the generator makes a document for a target, another one for each seed.
///
/// The document and choices that it becomes are returned, so that they can be reduced.
pub fn generated(name: &str, seed: u64) -> Vec<u8> {
    consomme_test::generator::generated(name, seed)
}

fn memory(data: &[u8]) {
    consomme_test::memory::check_input(&HEAP, data);
}

fn all() -> impl Iterator<Item = (&'static str, consomme_test::targets::Target)> {
    consomme_test::targets::TARGETS.iter().chain(OTHER_TARGETS).copied()
}
