//! The rooms of `src`: folders and files at its top. The table says for each which others it may
//! use. A room that it does not list, and a `use` that it does not allow, fail.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::files_of;

/// Each room, or wing of one, with the modules of the crate that it may use besides its own. The
/// row of a wing takes the place of the row of its room.
const ROOMS: &[(&str, &[&str])] = &[
    ("absent_features", &["dom", "encoding"]),
    // The public modules that pass on names of several rooms.
    ("api", &["dom", "names", "parse", "speculative_fetch", "text", "tree_sink", "urls"]),
    ("bytes", &["steps"]),
    // The serialized form of public types.
    (
        "data",
        &[
            "dom",
            "encoding",
            "names",
            "parse_error",
            "settings",
            "speculative_fetch",
            "text",
            "tree_sink",
            "urls",
        ],
    ),
    ("encoding", &["bytes"]),
    ("encoding/decode", &["bytes"]),
    (
        "encoding/sniff",
        &[
            "encoding::change_encoding",
            "encoding::decode",
            "encoding::labels",
            "encoding::meta_charset",
            "encoding::vocabulary",
        ],
    ),
    ("elements", &["names"]),
    // The rows have the names of HTML elements.
    ("names", &["elements::table"]),
    ("steps", &[]),
    ("sorting", &[]),
    ("text", &["names", "sorting", "steps"]),
    ("settings", &["text"]),
    ("parse_error", &["names", "text"]),
    ("input", &["bytes", "parse_error", "settings", "steps", "text"]),
    (
        "tokenizer",
        &["elements", "bytes", "input", "names", "parse_error", "settings", "steps", "text"],
    ),
    ("tree_sink", &["names", "parse_error", "text"]),
    (
        "tree_builder",
        &[
            "elements",
            "encoding",
            "input::ParseContext",
            "names",
            "parse_error",
            "settings",
            "steps",
            "text",
            "tokenizer::token",
            "tokenizer::TextMode",
            "tree_sink",
        ],
    ),
    (
        "dom/arena",
        &["encoding::Hints", "names", "settings", "sorting", "steps", "text", "tree_sink"],
    ),
    (
        "dom/read",
        &[
            "elements",
            "markup",
            "dom::arena",
            "encoding",
            "names",
            "parse_error",
            "settings",
            "sorting",
            "steps",
            "text",
            "tree_sink",
        ],
    ),
    (
        "dom/edit",
        &["elements", "dom::arena", "dom::read", "names", "settings", "steps", "text", "tree_sink"],
    ),
    (
        "speculative_fetch",
        &[
            "elements",
            "names",
            "steps",
            "text",
            "tree_builder::Region",
            "tree_sink",
            "treeless",
            "urls::srcset",
        ],
    ),
    ("urls", &["dom", "names", "steps"]),
    ("markup", &["elements", "names", "steps", "tree_builder::adjusted_svg_tag_name"]),
    ("document_builder", &["elements", "dom", "names", "settings", "steps", "text", "tree_sink"]),
    ("events", &["input", "settings", "steps", "text", "tokenizer", "tree_builder", "treeless"]),
    ("treeless", &["elements", "names", "sorting", "steps", "text", "tree_builder", "tree_sink"]),
    ("entities", &["serialize", "tokenizer"]),
    ("rendering", &["elements", "bytes::windows", "dom", "names", "steps", "text", "tree_sink"]),
    (
        "parse",
        &[
            "bytes",
            "document_builder",
            "dom",
            "encoding",
            "input",
            "names",
            "parse_error",
            "settings",
            "speculative_fetch",
            "steps",
            "text",
            "tokenizer",
            "tree_builder",
            "tree_sink",
            "treeless",
        ],
    ),
    ("select", &["elements", "dom", "names", "steps", "text", "tree_sink"]),
    (
        "stream",
        &[
            "document_builder::Ancestry",
            "document_builder::Observer",
            "document_builder::Observed",
            "dom",
            "elements",
            "encoding",
            "markup",
            "names",
            "parse",
            "select",
            "serialize",
            "settings",
            "sorting",
            "source_edits",
            "steps",
            "text",
            "tokenizer::ReferenceDecoder",
            "tree_sink",
            "urls",
        ],
    ),
    (
        "source_edits",
        &[
            "markup",
            "elements",
            "dom",
            "encoding",
            "names",
            "parse",
            "serialize",
            "sorting",
            "steps",
            "text",
            "tree_sink",
        ],
    ),
    (
        "serialize",
        &[
            "markup",
            "elements",
            "bytes",
            "dom",
            "names",
            "rendering",
            "settings",
            "sorting",
            "text",
            "tokenizer::Token",
            "tree_sink",
        ],
    ),
    (
        "serialize/fragment",
        &[
            "elements",
            "dom",
            "names",
            "serialize::doctype",
            "serialize::encode",
            "serialize::escape",
            "serialize::output",
            "serialize::shadow_roots",
            "serialize::walk",
            "serialize::writer",
            "settings",
            "text",
        ],
    ),
    (
        "serialize/minified",
        &[
            "markup",
            "elements",
            "dom",
            "names",
            "serialize::doctype",
            "serialize::encode",
            "serialize::fragment",
            "serialize::output",
            "serialize::walk",
            "serialize::writer",
            "settings",
            "sorting",
            "text",
            "tokenizer::Token",
            "tree_sink",
        ],
    ),
    (
        "serialize/xml",
        &[
            "elements",
            "dom",
            "names",
            "serialize::output",
            "serialize::shadow_roots",
            "serialize::walk",
            "serialize::writer",
            "text",
        ],
    ),
    (
        "serialize/pretty",
        &[
            "elements",
            "dom",
            "names",
            "rendering",
            "serialize::encode",
            "serialize::fragment",
            "serialize::output",
            "serialize::walk",
            "serialize::writer",
            "settings",
            "tree_sink",
        ],
    ),
];

/// Files and folders at the top of `src` that are no rooms: they name everything.
const NO_ROOMS: [&str; 3] = ["guide", "lib.rs", "tests"];

#[test]
fn a_room_uses_only_what_the_table_allows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut used_rows = BTreeSet::new();
    for file in files_of(&source, "") {
        let path = file.strip_prefix(&source).unwrap().with_extension("");
        let mut rows = ROOMS.iter().filter(|(room, _)| path.starts_with(room));
        if NO_ROOMS.iter().any(|name| file == source.join(name) || path.starts_with(name)) {
            continue;
        }
        let is_root_of_wings = path.ends_with("mod") && path.components().count() == 2;
        let Some(&(room, allowed)) = rows.by_ref().max_by_key(|(room, _)| room.len()) else {
            // The root of a room with wings declares them and passes on their names.
            let has_wings = ROOMS
                .iter()
                .any(|(room, _)| Path::new(room).parent() == path.parent() && room.contains('/'));
            if !(has_wings && is_root_of_wings) {
                wrong.push(format!("{}: the table has no row for it", file.display()));
            }
            continue;
        };
        used_rows.insert(room);
        let code = code_of(&file);
        // A path that climbs out of the folder would escape this test.
        if room.contains('/') && code.contains("super::super::") {
            wrong.push(format!("{}: `super::super`, not `crate`", file.display()));
        }
        let own = room.replace('/', "::");
        for used in paths_of_crate(&code) {
            let is_in = |module: &str| {
                used == module
                    || used.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
            };
            if !is_in(&own) && !allowed.iter().any(|module| is_in(module)) {
                wrong.push(format!("{}: crate::{used}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (room, _) in ROOMS {
        assert!(used_rows.contains(room), "{room} is gone");
    }
}

/// Returns the code of a file without comments and unit tests.
pub(super) fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.fold(String::new(), |code, line| code + line + "\n")
}

/// Returns the paths that start with `crate::`, without it: those of imports, each item of their
/// braces by itself, and those within code.
fn paths_of_crate(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        // The scope of a visibility is no use.
        if !code[..at].ends_with("in ") {
            expand(&code[at + "crate::".len()..], "", &mut paths);
        }
    }
    paths
}

/// Adds the paths at the start of a code, and returns the code after them.
pub(super) fn expand<'c>(code: &'c str, prefix: &str, paths: &mut Vec<String>) -> &'c str {
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let (path, rest) = code.split_at(end.unwrap_or(code.len()));
    let Some(mut items) =
        rest.strip_prefix('{').filter(|_| path.is_empty() || path.ends_with("::"))
    else {
        paths.push(format!("{prefix}{path}").trim_end_matches(':').to_owned());
        return rest;
    };
    let prefix = format!("{prefix}{path}");
    // Braces nest as deep as somebody has written them.
    loop {
        items = items.trim_start();
        if let Some(rest) = items.strip_prefix('}') {
            return rest;
        }
        items = expand(items, &prefix, paths);
        // `Item as Name`
        let end = items.find([',', '}']).expect("braces are closed");
        items = items[end..].strip_prefix(',').unwrap_or(&items[end..]);
    }
}

#[test]
fn paths_are_found_however_they_are_written() {
    for (code, expected) in [
        ("use crate::text::Span;", &["text::Span"][..]),
        (
            "use crate::{steps, text::{self, Span as S}, names};",
            &["steps", "text::self", "text::Span", "names"],
        ),
        ("crate::steps::count(1);", &["steps::count"]),
        ("pub(in crate::dom) tree: Tree", &[]),
    ] {
        assert_eq!(paths_of_crate(code), expected, "{code}");
    }
}
