//! `supply-chain/` has an entry for each version in the lock file, an audit or an exemption, and
//! none that is stale. `cargo vet` checks more, but is not everywhere, and takes a network.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn each_dependency_has_an_audit_or_an_exemption_of_its_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let locked = locked(&read("Cargo.lock"));
    let audited = entries(&read("supply-chain/audits.toml"), "[[audits.");
    let exempted = entries(&read("supply-chain/config.toml"), "[[exemptions.");
    let known: BTreeSet<_> = audited.union(&exempted).cloned().collect();
    let missing: Vec<_> = locked.difference(&known).collect();
    let stale: Vec<_> = exempted.difference(&locked).collect();
    assert!(missing.is_empty(), "no entry in supply-chain for {missing:?}");
    assert!(stale.is_empty(), "supply-chain/config.toml has what the lock file has not: {stale:?}");
    let both: Vec<_> = audited.intersection(&exempted).collect();
    assert!(both.is_empty(), "audited, so that no exemption is needed: {both:?}");
}

/// The names and versions that come from a registry.
fn locked(lock: &str) -> BTreeSet<(String, String)> {
    let packages = lock.split("[[package]]").skip(1);
    let packages = packages.filter(|package| package.contains("\nsource = "));
    packages.map(|package| (value(package, "name"), value(package, "version"))).collect()
}

/// The names and versions of the entries whose headings start so.
fn entries(file: &str, start: &str) -> BTreeSet<(String, String)> {
    let entry = |entry: &str| {
        let (name, rest) = entry.split_once("]]").expect("a heading ends");
        (name.trim_matches('"').to_owned(), value(rest, "version"))
    };
    file.split(start).skip(1).map(entry).collect()
}

/// The text of a line `key = "text"`.
fn value(lines: &str, key: &str) -> String {
    let start = format!("\n{key} = \"");
    let (_, rest) = lines.split_once(&start).unwrap_or_else(|| panic!("no {key} in {lines}"));
    rest.split('"').next().expect("a text has a start").to_owned()
}
