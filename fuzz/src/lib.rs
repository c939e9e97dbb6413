//! What the fuzz targets run.

#[path = "../../tests/targets/mod.rs"]
mod targets;

/// Runs the target of that name on an input.
///
/// # Panics
///
/// Where it finds something, and if there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = targets::TARGETS.iter().find(|(other, _)| *other == name).expect("a target");
    target(data);
}
