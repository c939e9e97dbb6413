//! `supply-chain/` has an entry for each version in the lock file, an audit or an exemption, and
//! none that is stale. `cargo vet` checks more, but is not everywhere, and takes a network.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::unsafe_lines::cargo;

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

/// An audit that `cargo vet` would not keep says that nobody has run it since the package went.
#[test]
fn imported_audits_are_of_packages_in_the_lock_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let locked = locked(&read("Cargo.lock"));
    let names: BTreeSet<_> = locked.iter().map(|(name, _)| name.as_str()).collect();
    let imports = read("supply-chain/imports.lock");
    let headings = imports.lines().filter_map(|line| line.strip_prefix("[[")?.strip_suffix("]]"));
    let imported: BTreeSet<_> = headings.filter_map(|path| path.rsplit('.').next()).collect();
    assert!(imported.contains("adler2"), "the headings are read right: {imported:?}");
    let stale: Vec<_> = imported.difference(&names).collect();
    assert!(
        stale.is_empty(),
        "supply-chain/imports.lock has what the lock file has not: {stale:?}"
    );
}

/// `cargo vet` asks more of what a package is built with than of what its tests use.
#[test]
fn dependencies_of_packages_are_trusted_to_be_deployed() {
    let mut arguments = vec!["tree", "--workspace", "--all-features"];
    arguments.extend(["--exclude", "consomme-examples", "--exclude", "consomme-test"]);
    arguments.extend(["--edges", "normal,build", "--prefix", "none", "--format", "{p}"]);
    let Some(tree) = cargo(&arguments) else {
        assert!(std::env::var_os("CI").is_none(), "where all packages are built, cargo has them");
        eprintln!("SKIPPED: cargo cannot list the packages without a network");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = fs::read_to_string(root.join("supply-chain/config.toml")).unwrap();
    let exemptions = config.split("[[exemptions.").skip(1);
    let for_tests = exemptions.filter(|entry| value(entry, "criteria") != "safe-to-deploy");
    let for_tests: BTreeSet<_> = for_tests.map(name_and_version).collect();
    let deployed = tree.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" v")?;
        Some((name.to_owned(), rest.split_whitespace().next()?.to_owned()))
    });
    let deployed: BTreeSet<_> = deployed.collect();
    assert!(deployed.iter().any(|(name, _)| name == "encoding_rs"), "the tree is read right");
    let wrong: Vec<_> = deployed.intersection(&for_tests).collect();
    assert!(
        wrong.is_empty(),
        "packages are built with these, which are audited for tests: {wrong:?}"
    );
}

/// The names and versions that come from a registry.
fn locked(lock: &str) -> BTreeSet<(String, String)> {
    let packages = lock.split("[[package]]").skip(1);
    let packages = packages.filter(|package| package.contains("\nsource = "));
    packages.map(|package| (value(package, "name"), value(package, "version"))).collect()
}

/// The names and versions of the entries whose headings start so.
fn entries(file: &str, start: &str) -> BTreeSet<(String, String)> {
    file.split(start).skip(1).map(name_and_version).collect()
}

/// The name and the version of an entry, whose heading is cut off up to the name.
pub(super) fn name_and_version(entry: &str) -> (String, String) {
    let (name, rest) = entry.split_once("]]").expect("a heading ends");
    (name.trim_matches('"').to_owned(), value(rest, "version"))
}

/// The text of a line `key = "text"`.
fn value(lines: &str, key: &str) -> String {
    let start = format!("\n{key} = \"");
    let (_, rest) = lines.split_once(&start).unwrap_or_else(|| panic!("no {key} in {lines}"));
    rest.split('"').next().expect("a text has a start").to_owned()
}
