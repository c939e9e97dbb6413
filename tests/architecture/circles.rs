//! Files that use each other in a circle: none but those that are listed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::files_of;
use super::rooms::{code_of, expand};

/// Circles of files that use each other, each with the reason. Any other circle fails: whoever
/// reads one of its files has to read all. Take a circle out when it is broken; add none.
const CIRCLES: &[(&str, &[&str])] = &[(
    "views of a tree lead to each other: a node to its document, a document to its root",
    &[
        "dom/read/attr",
        "dom/read/document",
        "dom/read/element_ref",
        "dom/read/leaf_refs",
        "dom/read/node_kind",
        "dom/read/node_ref",
        "dom/read/traverse",
    ],
)];

#[test]
fn no_other_files_use_each_other_in_a_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = Files::read(&source);
    let circles = files.circles();
    let listed: BTreeSet<Vec<&str>> = CIRCLES.iter().map(|(_, files)| files.to_vec()).collect();
    let found: BTreeSet<Vec<&str>> =
        circles.iter().map(|circle| circle.iter().map(String::as_str).collect()).collect();
    assert_eq!(found, listed, "left: the circles of src, right: the list");
}

/// The modules of `src` with the paths that they import and the names that they pass on.
struct Files {
    modules: BTreeMap<Vec<String>, Module>,
}

#[derive(Default)]
struct Module {
    imports: Vec<Vec<String>>,
    passes_on: BTreeMap<String, Vec<String>>,
}

impl Files {
    fn read(source: &Path) -> Files {
        let modules = files_of(source, "").into_iter().map(|file| {
            let name = module_of(file.strip_prefix(source).unwrap());
            let module = Module::read(&code_of(&file), &name);
            (name, module)
        });
        Files { modules: modules.collect() }
    }

    /// Returns the module that a path is in, through the names that modules pass on.
    fn module(&self, path: &[String], depth: usize) -> Option<&[String]> {
        let length =
            (0..=path.len()).rev().find(|&length| self.modules.contains_key(&path[..length]))?;
        let (name, module) = self.modules.get_key_value(&path[..length])?;
        match path.get(length).and_then(|name| module.passes_on.get(name)) {
            Some(target) if depth < 8 => {
                self.module(&[target.as_slice(), &path[length + 1..]].concat(), depth + 1)
            }
            _ => Some(name),
        }
    }

    /// Returns the sets of modules each of which reaches all others of its set.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let next = |name: &Vec<String>| {
            let imports = self.modules[name].imports.iter();
            let uses = imports.filter_map(|path| self.module(path, 0));
            uses.filter(|used| used != name).map(<[String]>::to_vec).collect::<BTreeSet<_>>()
        };
        let uses: BTreeMap<_, _> = self.modules.keys().map(|name| (name, next(name))).collect();
        let reached = |from: &Vec<String>| {
            let mut reached = BTreeSet::new();
            let mut waiting: Vec<_> = uses[from].iter().collect();
            while let Some(name) = waiting.pop() {
                if reached.insert(name) {
                    waiting.extend(&uses[name]);
                }
            }
            reached
        };
        let reached: BTreeMap<_, _> = uses.keys().map(|&name| (name, reached(name))).collect();
        let in_circles = reached.iter().filter(|(name, reached)| reached.contains(*name));
        let circle = |name: &Vec<String>, names: &BTreeSet<&Vec<String>>| {
            let same = names.iter().filter(|other| reached[*other].contains(name));
            same.map(|other| other.join("/")).collect()
        };
        in_circles.map(|(name, reached)| circle(name, reached)).collect()
    }
}

impl Module {
    fn read(code: &str, name: &[String]) -> Module {
        let mut module = Module::default();
        let starts = code.match_indices("use ").map(|(at, _)| code.split_at(at));
        for (before, import) in starts {
            let before = before.rsplit('\n').next().unwrap().trim();
            if !(before.is_empty() || before.starts_with("pub") && !before.contains('"')) {
                continue;
            }
            let mut paths = Vec::new();
            expand(&import["use ".len()..], "", &mut paths);
            for path in paths {
                let Some(path) = absolute(&path, name) else { continue };
                if before.is_empty() {
                    module.imports.push(path);
                } else if let Some(last) = path.last().cloned() {
                    module.passes_on.insert(last, path);
                }
            }
        }
        module
    }
}

/// Returns the module of a file.
fn module_of(path: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        path.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    names.pop_if(|last| last == "mod" || last == "lib");
    names
}

/// Returns a path of the crate from its root; `None` for one of another crate.
fn absolute(path: &str, module: &[String]) -> Option<Vec<String>> {
    let mut base = module.to_vec();
    let mut names = path.split("::").peekable();
    match *names.peek()? {
        "crate" => base.clear(),
        "super" | "self" => {}
        "std" | "core" => return None,
        // A module of this one.
        _ => return Some([base, names.map(str::to_owned).collect()].concat()),
    }
    for name in names {
        match name {
            "crate" | "self" => {}
            "super" => _ = base.pop(),
            name => base.push(name.to_owned()),
        }
    }
    Some(base)
}
