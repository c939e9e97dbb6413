//! What the fuzz targets run.

mod compare_html5ever;
mod html5ever_tree;
#[path = "../../tests/targets/mod.rs"]
mod targets;

/// The targets that need more than `cargo test` of the crate itself has.
const OTHER_TARGETS: &[(&str, targets::Target)] = &[("compare_html5ever", compare_html5ever::run)];

/// Runs the target of that name on an input.
///
/// # Panics
///
/// Where it finds something, and if there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let mut targets = targets::TARGETS.iter().chain(OTHER_TARGETS);
    let (_, target) = targets.find(|(other, _)| *other == name).expect("a target");
    target(data);
}
