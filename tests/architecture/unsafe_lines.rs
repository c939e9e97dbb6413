//! The table of `SECURITY.md`: how much unsafe code each dependency has, and which builds have it.
//!
//! `cargo tree` says which crates are linked, by feature; the sources are those that cargo has
//! unpacked. A line counts if its code has the word `unsafe`. Crates that run only while something
//! else is compiled are not in the program, and not in the table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The lines of `SECURITY.md` around the table.
const START: &str = "<!-- unsafe lines -->\n";
const END: &str = "<!-- end of unsafe lines -->\n";

/// The features that bring dependencies.
const FEATURES: [&str; 6] = ["atoms", "detect", "selectors", "serde", "stream", "url"];

#[test]
fn the_table_of_unsafe_lines_is_that_of_the_sources() {
    let Some(sources) = sources() else {
        eprintln!("SKIPPED: cargo cannot list the packages without a network");
        return;
    };
    // Each crate with the builds that link it.
    let mut builds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for feature in ["default"].into_iter().chain(FEATURES) {
        for package in linked(feature) {
            builds.entry(package).or_default().push(feature);
        }
    }
    let mut table =
        String::from("| crate | lines with `unsafe` | in builds with |\n|---|--:|---|\n");
    for (package, features) in &builds {
        let source = sources.get(package).unwrap_or_else(|| panic!("no source of {package}"));
        let features = match features.first() {
            Some(&"default") => "any features".to_owned(),
            _ => features.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        table += &format!("| {package} | {} | {features} |\n", unsafe_lines(source));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("SECURITY.md");
    let paper = fs::read_to_string(&path).unwrap();
    let (before, rest) = paper.split_once(START).expect("SECURITY.md has a place for the table");
    let (written, after) = rest.split_once(END).expect("the table ends");
    if std::env::var_os("CONSOMME_UPDATE").is_some() {
        fs::write(path, format!("{before}{START}{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(written, table, "CONSOMME_UPDATE=1 writes the table");
    }
}

/// Runs cargo in the repository; what it prints, or `None` if it fails.
pub(super) fn cargo(arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    // The table is about this lock file, and no test fetches anything.
    let output = command.args(["--locked", "--offline"]).output().expect("cargo runs");
    output.status.success().then(|| String::from_utf8(output.stdout).expect("cargo prints text"))
}

/// Asks cargo about all packages that builds on this platform have. `None` if it fails.
pub(super) fn metadata() -> Option<Value> {
    // Packages for other platforms may not be there.
    let platform = host();
    let arguments = ["metadata", "--format-version", "1", "--all-features", "--filter-platform"];
    let metadata = cargo(&[&arguments[..], &[&*platform]].concat())?;
    Some(serde_json::from_str(&metadata).expect("metadata is JSON"))
}

/// The folders with the sources of all packages, by name and version.
fn sources() -> Option<BTreeMap<String, PathBuf>> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().expect("it lists packages");
    let folders = packages.iter().map(|package| (name_of(package), folder_of(package)));
    Some(folders.collect())
}

/// The name and the version of a package.
pub(super) fn name_of(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().expect("it is a text");
    format!("{} {}", text("name"), text("version"))
}

/// The platform that tests run on.
pub(super) fn host() -> String {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs").stdout;
    let version = String::from_utf8(version).expect("rustc prints text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("it has a host").to_owned()
}

/// The folder with the sources of a package: mostly `src`, but some have their files beside the
/// manifest.
pub(super) fn folder_of(package: &Value) -> PathBuf {
    let targets = package["targets"].as_array().expect("it lists targets");
    let is_library = |target: &&Value| {
        let kinds = target["kind"].as_array().expect("it lists kinds");
        kinds.iter().any(|kind| kind != "custom-build" && kind != "test" && kind != "bench")
    };
    let library = targets.iter().find(is_library).expect("a package has code");
    let file = PathBuf::from(library["src_path"].as_str().expect("it is a text"));
    file.parent().expect("it is in a folder").to_owned()
}

/// The crates that a build with a feature links, by name and version.
fn linked(feature: &str) -> Vec<String> {
    let mut arguments = vec!["tree", "--package", "consomme", "--edges", "normal,no-proc-macro"];
    arguments.extend(["--prefix", "none", "--format", "{p}"]);
    if feature != "default" {
        arguments.extend(["--features", feature]);
    }
    let tree = cargo(&arguments).expect("cargo prints the tree");
    let packages = tree.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        (name != "consomme").then(|| format!("{name} {version}"))
    });
    let mut packages: Vec<String> = packages.collect();
    packages.sort();
    packages.dedup();
    packages
}

/// How many lines of code below a folder have the word `unsafe`.
pub(super) fn unsafe_lines(folder: &Path) -> usize {
    let (mut count, mut files) = (0, 0);
    let mut pending = vec![folder.to_owned()];
    while let Some(path) = pending.pop() {
        let is_linked = !["tests", "benches", "examples"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && is_linked {
            pending.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            files += 1;
            let text = fs::read_to_string(&path).unwrap();
            count += text.lines().filter(|line| has_unsafe(line)).count();
        }
    }
    assert!(files > 0, "{} has sources", folder.display());
    count
}

/// Whether a line has the word `unsafe` before a comment.
fn has_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe")
}

#[test]
fn the_word_counts_in_code_only() {
    assert!(has_unsafe("unsafe { read() } // it is"));
    assert!(has_unsafe("pub unsafe fn read();"));
    assert!(!has_unsafe("// unsafe"));
    assert!(!has_unsafe("#![forbid(unsafe_code)]"));
}
