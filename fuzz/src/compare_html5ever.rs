//! Checks that the tree is html5ever's, except where `DIFFERENCES.md` says why not.

use std::collections::HashSet;

use consomme::{Context, Limits, Namespace, ParseOptions, QuirksMode, Revision};
use consomme_test::targets::choices::{Choices, split_text};
use consomme_test::targets::tree::{assert_same, dump};
use html5ever::tendril::TendrilSink;
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{
    Attribute, LocalName, ParseOpts, QualName, expanded_name, interface, local_name, ns,
};

use crate::html5ever_tree::Html5everTree;

/// The input of both parsers.
struct Input {
    text: String,
    scripting: bool,
    /// The namespace and name of the context of a fragment, and whether it has
    /// `encoding=text/html`; `None` for a document.
    context: Option<(Namespace, &'static str, bool)>,
    quirks_mode: QuirksMode,
}

impl Input {
    fn decode(data: &[u8]) -> Self {
        let (text, mut choices) = split_text(data);
        let is_fragment = choices.flag();
        Input {
            text,
            scripting: choices.flag(),
            context: is_fragment.then(|| context(&mut choices)),
            quirks_mode: choices.one_of(&[QuirksMode::NoQuirks, QuirksMode::Quirks]),
        }
    }
}

impl Input {
    /// Whether this is a fragment for an element of that name.
    fn is_for(&self, name: &str) -> bool {
        self.context.is_some_and(|(_, context, _)| context == name)
    }
}

fn context(choices: &mut Choices<'_>) -> (Namespace, &'static str, bool) {
    let (namespace, name) = choices.context_name();
    (namespace, name, choices.flag())
}

pub(crate) fn run(data: &[u8]) {
    let input = Input::decode(data);
    let Some(revision) = common_revision(&input) else { return };
    let ours = ours(&input, revision);
    let theirs = theirs(&input);
    let Input { text, scripting, context, .. } = &input;
    assert_same(&theirs, &ours, &format!("{text:?} scripting {scripting} for {context:?}"));
}

/// Returns the revision of the standard that html5ever follows in everything that the input uses;
/// `None` if there is none, or if a known difference can show.
fn common_revision(input: &Input) -> Option<Revision> {
    let mut tags = Tags::of(&input.text);
    tags.start.extend(input.context.map(|(_, name, _)| name.to_ascii_lowercase()));
    let has_instruction = input.text.contains("<?");
    let revision = if has_instruction { Revision::Snapshot2024 } else { Revision::Living2026 };
    let is_revision_mixed = has_instruction && tags.starts_any(&["select", "template"]);
    let is_known = DIFFERENCES.iter().any(|(_, shows)| shows(&tags, input));
    (!is_revision_mixed && !is_known).then_some(revision)
}

/// The names after each `<` and `</` of a text, ASCII-lowercased.
struct Tags {
    start: HashSet<String>,
    end: HashSet<String>,
}

impl Tags {
    fn of(text: &str) -> Self {
        let mut tags = Tags { start: HashSet::new(), end: HashSet::new() };
        for part in text.split('<').skip(1) {
            let (names, part) = match part.strip_prefix('/') {
                Some(part) => (&mut tags.end, part),
                None => (&mut tags.start, part),
            };
            let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
            let name = part.split(is_end).next().unwrap_or_default();
            names.insert(name.to_ascii_lowercase());
        }
        tags
    }

    fn starts_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.start.contains(*name))
    }
}

/// Whether a difference can show in an input.
type Shows = fn(&Tags, &Input) -> bool;

/// The differences of `DIFFERENCES.md` by their names there. The conditions are coarse: one may
/// hold for an input in which the difference does not show.
const DIFFERENCES: &[(&str, Shows)] = &[
    ("selectedcontent", |tags, _| tags.starts_any(&["selectedcontent"])),
    ("template-for", |tags, input| tags.starts_any(&["template"]) && input.text.contains("for")),
    ("template-frameset", |tags, _| {
        tags.starts_any(&["template"]) && tags.starts_any(&["frameset"])
    }),
    ("template-form", |tags, _| {
        tags.starts_any(&["template"]) && tags.starts_any(&["form"]) && tags.starts_any(TABLE_PARTS)
    }),
    ("special", |tags, _| tags.starts_any(&["isindex", "keygen", "search"])),
    ("foreign-special", |tags, _| {
        tags.starts_any(FOREIGN_SPECIAL)
            && (tags.starts_any(&["li", "dd", "dt"])
                || tags.end.iter().any(|name| !HAVE_END_TAG_RULES.contains(&name.as_str())))
    }),
    ("annotation-xml", |tags, _| tags.starts_any(&["annotation-xml"])),
    ("table-text-doctype", |tags, _| {
        tags.start.iter().any(|name| name.starts_with("!doctype"))
            && tags.starts_any(&["table", "tbody", "thead", "tfoot", "tr"])
    }),
    ("template-table-text", |tags, _| {
        tags.starts_any(&["template"])
            && tags.starts_any(&["caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "tr"])
            && tags.starts_any(FORMATTING)
    }),
    ("thead", |tags, _| tags.starts_any(&["thead"])),
    ("byte-order-mark", |tags, input| {
        tags.starts_any(&["base", "basefont", "bgsound", "link", "meta", "script"])
            && input.text.contains('\u{FEFF}')
    }),
    ("select-input", |tags, input| input.is_for("select") && tags.starts_any(&["input"])),
    ("line-feed-with-error", |tags, input| {
        tags.starts_any(&["pre", "listing", "textarea"])
            && (input.text.contains("&#") || input.text.contains("</>"))
    }),
    ("silmaril", |_, input| input.text.to_ascii_lowercase().contains("+//silmaril//")),
    ("empty-system-identifier", |_, input| {
        let text = input.text.to_ascii_lowercase();
        text.contains("frameset//") || text.contains("transitional//")
    }),
    ("foreign-context", |tags, input| {
        input.context.is_some_and(|(namespace, ..)| namespace != Namespace::Html)
            && !tags.end.is_empty()
    }),
    ("foreign-form", |tags, input| {
        input.context.is_some() && tags.starts_any(&["math", "svg"]) && tags.end.contains("form")
    }),
];

/// A `table` and the elements that belong into one.
const TABLE_PARTS: &[&str] =
    &["caption", "col", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// <https://html.spec.whatwg.org/#formatting>
const FORMATTING: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// The elements of SVG and MathML that are special, without `annotation-xml`.
///
/// <https://html.spec.whatwg.org/#special>
const FOREIGN_SPECIAL: &[&str] =
    &["mi", "mo", "mn", "ms", "mtext", "foreignobject", "desc", "title"];

/// Names whose end tags have a rule of their own "in body", and so do not walk up the stack to a
/// special element.
const HAVE_END_TAG_RULES: &[&str] = &[
    "address",
    "article",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "html",
    "li",
    "marquee",
    "object",
    "ol",
    "p",
    "pre",
    "script",
    "select",
    "style",
    "table",
    "tbody",
    "td",
    "template",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

fn ours(input: &Input, revision: Revision) -> String {
    let options = ParseOptions::new()
        .revision(revision)
        .scripting(input.scripting)
        .limits(Limits::unlimited());
    let document = match input.context {
        None => options.parse_str(&*input.text),
        Some((namespace, name, is_text_html)) => {
            let mut context = Context::new(namespace, name).quirks_mode(input.quirks_mode);
            if is_text_html {
                context = context.attr("encoding", "text/html");
            }
            options.parse_fragment(context, &*input.text)
        }
    };
    let mode = if input.context.is_none() { document.quirks_mode() } else { QuirksMode::NoQuirks };
    format!("{mode:?}\n{}", dump(&document))
}

fn theirs(input: &Input) -> String {
    let mut options = ParseOpts {
        tokenizer: TokenizerOpts {
            discard_bom: input.context.is_none(),
            ..TokenizerOpts::default()
        },
        tree_builder: TreeBuilderOpts {
            scripting_enabled: input.scripting,
            ..TreeBuilderOpts::default()
        },
    };
    let parser = match input.context {
        None => html5ever::parse_document(Html5everTree::new(), options),
        Some(context) => {
            options.tree_builder.quirks_mode = html5ever_quirks_mode(input.quirks_mode);
            html5ever_fragment(context, options)
        }
    };
    let tree = parser.one(&*input.text);
    let mode = if input.context.is_none() {
        tree.quirks_mode.get()
    } else {
        interface::QuirksMode::NoQuirks
    };
    format!("{mode:?}\n{}", tree.dump(input.context.is_some()))
}

fn html5ever_quirks_mode(mode: QuirksMode) -> interface::QuirksMode {
    match mode {
        QuirksMode::Quirks => interface::QuirksMode::Quirks,
        _ => interface::QuirksMode::NoQuirks,
    }
}

/// Returns a parser of html5ever for a fragment, for a context of that namespace and name that may
/// have `encoding=text/html`.
pub(crate) fn html5ever_fragment(
    (namespace, name, is_text_html): (Namespace, &str, bool),
    options: ParseOpts,
) -> html5ever::Parser<Html5everTree> {
    let namespace = match namespace {
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
        _ => ns!(html),
    };
    let encoding = is_text_html.then(|| Attribute {
        name: QualName::new(None, ns!(), LocalName::from("encoding")),
        value: "text/html".into(),
    });
    let tree = Html5everTree::new();
    let name = QualName::new(None, namespace, LocalName::from(name));
    let is_form = name.expanded() == expanded_name!(html "form");
    let element = interface::create_element(&tree, name, encoding.into_iter().collect());
    let form = is_form.then_some(element);
    let scripting = options.tree_builder.scripting_enabled;
    html5ever::driver::parse_fragment_for_element(tree, options, element, scripting, form)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inputs of `DIFFERENCES.md` still show the differences.
    #[test]
    fn each_known_difference_is_one() {
        let html = |name| Some((Namespace::Html, name, false));
        for (name, text, context) in [
            ("special", "<dt><isindex><dd>", None),
            ("special", "<li><search><li>", None),
            ("foreign-special", "<li><math><mi><li>", None),
            ("foreign-special", "<option><svg><desc></option>x", None),
            ("annotation-xml", "<p><math><annotation-xml encoding=text/html><div>", None),
            ("table-text-doctype", "<table><<!DOCTYPE> ", None),
            ("table-text-doctype", "<table>x<!DOCTYPEhtml> ", None),
            ("template-table-text", "<template><tr>x<b>y</tr> ", None),
            ("thead", "<template><thead><thead>", None),
            ("byte-order-mark", "<meta charset>\u{FEFF}", None),
            ("select-input", "<input>", html("select")),
            (
                "foreign-context",
                "<div><i></div><t></i><dd>i",
                Some((Namespace::Svg, "style", false)),
            ),
            ("byte-order-mark", "<link charset>\u{FEFF}", None),
            ("byte-order-mark", "<script></script>\u{FEFF}", None),
            ("line-feed-with-error", "<pre>&#xax", None),
            ("line-feed-with-error", "<listing></>\n", None),
            (
                "silmaril",
                "<!DOCTYPE html PUBLIC '+//Silmaril//dtd html Pro v0r11 19970101//'>",
                None,
            ),
            (
                "empty-system-identifier",
                "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Frameset//' ''>",
                None,
            ),
            ("selectedcontent", "<select><selectedcontent></selectedcontent><option>x", None),
            ("template-for", "<div><?start name=\"a\"></div><template for=a>x</template>", None),
        ] {
            let input = Input {
                text: text.to_owned(),
                scripting: false,
                context,
                quirks_mode: QuirksMode::NoQuirks,
            };
            assert_ne!(ours(&input, Revision::Living2026), theirs(&input), "{name}: {text}");
            let tags = Tags::of(text);
            let shows =
                DIFFERENCES.iter().find(|(known, _)| *known == name).map(|(_, shows)| shows);
            assert!(shows.is_some_and(|shows| shows(&tags, &input)), "{name} shows in {text}");
        }
    }

    #[test]
    fn the_seeds_have_the_same_trees() {
        let seeds =
            std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/seeds")).expect("the seeds");
        for seed in seeds.flatten() {
            run(&std::fs::read(seed.path()).expect("a seed"));
        }
    }
}
