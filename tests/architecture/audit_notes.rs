//! Each exemption in `supply-chain/config.toml` has notes: by hand, or these facts, which
//! `cargo metadata` and the sources give: which packages have the crate, what brings it, how much
//! of it is unsafe, and what of it runs while others are compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::audits::name_and_version;
use super::unsafe_lines::{folder_of, host, metadata, name_of, unsafe_lines};

/// How notes of facts begin. Others are by hand.
const BEGINNINGS: [&str; 2] = ["In ", "On "];

/// The notes of a crate that no build on this platform has.
const ELSEWHERE: &str = "On other platforms only.";

/// The platform whose builds the notes are about.
const HOST: &str = "x86_64-unknown-linux-gnu";

/// How many names are listed at most.
const MAX_NAMES: usize = 3;

/// A crate, with those that depend on it.
struct Linked {
    facts: String,
    is_member: bool,
    /// The crates that have this one in a build, and those that have it in tests.
    parents: BTreeSet<String>,
    testing_parents: BTreeSet<String>,
}

#[test]
fn each_exemption_has_notes() {
    if host() != HOST {
        eprintln!("SKIPPED: other crates are built on this platform than on {HOST}");
        return;
    }
    let Some(notes) = notes() else {
        assert!(std::env::var_os("CI").is_none(), "where all packages are built, cargo has them");
        eprintln!("SKIPPED: cargo cannot list the packages without a network");
        return;
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("supply-chain/config.toml");
    let config = fs::read_to_string(&path).unwrap();
    let mut parts = config.split("[[exemptions.");
    let mut expected = parts.next().unwrap_or_default().to_owned();
    for entry in parts {
        let lines: Vec<&str> = entry.trim_end().lines().collect();
        let is_fact = |line: &&&str| {
            BEGINNINGS.iter().any(|start| line.starts_with(&format!("notes = \"{start}")))
        };
        let has_others = lines.iter().any(|line| line.starts_with("notes = ") && !is_fact(&line));
        let (name, version) = name_and_version(entry);
        let facts = notes.get(&format!("{name} {version}")).map_or(ELSEWHERE, String::as_str);
        let kept = lines.iter().filter(|line| !is_fact(line)).copied();
        expected += "[[exemptions.";
        expected += &kept.collect::<Vec<_>>().join("\n");
        if !has_others {
            expected += &format!("\nnotes = \"{facts}\"");
        }
        expected += "\n\n";
    }
    let expected = format!("{}\n", expected.trim_end());
    if std::env::var_os("CONSOMME_UPDATE").is_some() {
        fs::write(path, expected).unwrap();
    } else {
        let differs = config.lines().zip(expected.lines()).find(|(old, new)| old != new);
        assert!(config == expected, "CONSOMME_UPDATE=1 writes the notes: {differs:?}");
    }
}

/// The facts of each crate, by name and version.
fn notes() -> Option<BTreeMap<String, String>> {
    let metadata = metadata()?;
    let linked = linked(&metadata);
    let members: Vec<&String> =
        linked.iter().filter(|(_, it)| it.is_member).map(|(id, _)| id).collect();
    let name = |id: &String| id.split(' ').next().unwrap_or_default().to_owned();
    let facts = linked.iter().map(|(id, it)| {
        // The packages of this repository that have it in a build.
        let mut with = BTreeSet::new();
        let mut pending: Vec<&String> = it.parents.iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(parent) = pending.pop() {
            if seen.insert(parent) {
                with.extend(members.contains(&parent).then(|| name(parent)));
                pending.extend(&linked[parent].parents);
            }
        }
        // These two are not published.
        with.retain(|package| package != "consomme-examples" && package != "consomme-test");
        let parents =
            if with.is_empty() { &it.testing_parents | &it.parents } else { it.parents.clone() };
        let place = if with.is_empty() { "tests only".to_owned() } else { listed(with) };
        let parents = listed(parents.iter().map(name).collect());
        (id.clone(), format!("In {place}: with {parents}. {}", it.facts))
    });
    Some(facts.collect())
}

/// Lists some names, and says how many others there are.
fn listed(names: BTreeSet<String>) -> String {
    let others = names.len().saturating_sub(MAX_NAMES);
    let mut listed: Vec<String> = names.into_iter().take(MAX_NAMES).collect();
    if others > 0 {
        listed.push(format!("{others} others"));
    }
    listed.join(", ")
}

/// The crates of all builds on this platform, by name and version.
fn linked(metadata: &Value) -> BTreeMap<String, Linked> {
    let packages = metadata["packages"].as_array().expect("it lists packages");
    let members = metadata["workspace_members"].as_array().expect("it lists members");
    let names: BTreeMap<&str, String> = packages
        .iter()
        .map(|package| (package["id"].as_str().expect("it is a text"), name_of(package)))
        .collect();
    let linked = packages.iter().map(|package| {
        let is_member = members.contains(&package["id"]);
        let facts = if is_member { String::new() } else { facts(package) };
        let (parents, testing_parents) = (BTreeSet::new(), BTreeSet::new());
        (name_of(package), Linked { facts, is_member, parents, testing_parents })
    });
    let mut linked: BTreeMap<String, Linked> = linked.collect();
    for node in metadata["resolve"]["nodes"].as_array().expect("it has the graph") {
        let parent = &names[node["id"].as_str().expect("it is a text")];
        for dependency in node["deps"].as_array().expect("it lists dependencies") {
            let child = &names[dependency["pkg"].as_str().expect("it is a text")];
            let kinds = dependency["dep_kinds"].as_array().expect("it lists kinds");
            let is_built = kinds.iter().any(|kind| kind["kind"] != "dev");
            let child = linked.get_mut(child).expect("it is a package");
            let parents = if is_built { &mut child.parents } else { &mut child.testing_parents };
            parents.insert(parent.clone());
        }
    }
    linked
}

/// How much of a crate is unsafe, and what of it runs while others are compiled.
fn facts(package: &Value) -> String {
    let targets = package["targets"].as_array().expect("it lists targets");
    let has = |kind: &str| {
        targets.iter().any(|target| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
        })
    };
    let mut facts = match unsafe_lines(&folder_of(package)) {
        0 => "No `unsafe`.".to_owned(),
        1 => "A line with `unsafe`.".to_owned(),
        count => format!("{count} lines with `unsafe`."),
    };
    if has("proc-macro") {
        facts += " A procedural macro.";
    }
    if has("custom-build") {
        facts += " Has a build script.";
    }
    facts
}
