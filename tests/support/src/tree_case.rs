//! A tree construction case, as the `.dat` files state it.
//!
//! Three things go beyond the shared suite's format and serve this crate's own files: a line
//! `#revision 2024` before `#document`, attributes on the context element (`math annotation-xml
//! encoding="text/html"`), and a line `#shadow-roots` before `#document`, which allows declarative
//! shadow roots.

use std::str;

use consomme::{Context, Namespace, Revision};

use super::dat;

/// The headings of the format, in the order that [`dat::cases`] asks for.
const HEADINGS: &[&str] = &[
    "data",
    "errors",
    "new-errors",
    "document-fragment",
    "script-on",
    "script-off",
    "revision",
    "shadow-roots",
    "document",
];

/// One case of a tree construction file.
pub struct TreeCase {
    /// Line of its `#data`, 1-based.
    pub line: usize,
    /// The input, newlines as they stand in the file.
    pub data: String,
    /// How many parse errors the suite counts.
    pub errors: usize,
    /// The context element of a fragment case.
    pub context: Option<ContextElement>,
    /// Scripting on, off, or both to be tried.
    pub scripting: Option<bool>,
    /// The revision that the case is stated for, where it is not the file's.
    pub revision: Option<Revision>,
    /// Whether declarative shadow roots are allowed.
    pub shadow_roots: bool,
    /// The expected tree dump.
    pub document: String,
}

/// Reads every case of a file; the message says which line is wrong.
pub fn read(bytes: &[u8]) -> Result<Vec<TreeCase>, String> {
    dat::cases(bytes, HEADINGS).iter().map(read_case).collect()
}

fn read_case(case: &dat::Case<'_>) -> Result<TreeCase, String> {
    let line = case.line;
    let text = |heading: &str| -> Result<Option<&str>, String> {
        let body = case.body(heading).map(str::from_utf8).transpose();
        body.map_err(|error| format!("line {line}: #{heading} is not UTF-8: {error}"))
    };
    let count = |lines: Option<&str>| lines.unwrap_or("").lines().filter(|l| !l.is_empty()).count();
    let scripting = match (case.body("script-on"), case.body("script-off")) {
        (Some(_), _) => Some(true),
        (None, Some(_)) => Some(false),
        (None, None) => None,
    };
    let revision = match case.argument("revision") {
        None => None,
        Some(b"2024") => Some(Revision::Snapshot2024),
        Some(other) => return Err(format!("line {line}: unknown revision {other:?}")),
    };
    Ok(TreeCase {
        line,
        data: text("data")?.unwrap_or_default().to_owned(),
        errors: count(text("errors")?) + count(text("new-errors")?),
        context: text("document-fragment")?.map(ContextElement::read).transpose()?,
        scripting,
        revision,
        shadow_roots: case.body("shadow-roots").is_some(),
        document: text("document")?
            .ok_or_else(|| format!("line {line}: a case without #document"))?
            .to_owned(),
    })
}

/// The context element of a fragment case.
pub struct ContextElement {
    pub namespace: Namespace,
    pub name: String,
    pub attributes: Vec<(String, String)>,
}

impl ContextElement {
    /// Reads `td`, `svg title`, `math annotation-xml encoding="text/html"`.
    fn read(line: &str) -> Result<Self, String> {
        let (namespace, rest) = match line.split_once(' ') {
            Some(("svg", rest)) => (Namespace::Svg, rest),
            Some(("math", rest)) => (Namespace::MathMl, rest),
            _ => (Namespace::Html, line),
        };
        let (name, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut attributes = Vec::new();
        while !rest.is_empty() {
            let wrong = || format!("not a context element: {line}");
            let (attribute, after) = rest.split_once("=\"").ok_or_else(wrong)?;
            let (value, after) = after.split_once('"').ok_or_else(wrong)?;
            attributes.push((attribute.to_owned(), value.to_owned()));
            rest = after.trim_start();
        }
        Ok(ContextElement { namespace, name: name.to_owned(), attributes })
    }

    /// Returns the context as the parser takes it.
    pub fn context(&self) -> Context<'_> {
        let start = Context::new(self.namespace, self.name.as_str());
        self.attributes
            .iter()
            .fold(start, |context, (name, value)| context.attr(name.as_str(), value.as_str()))
    }
}
