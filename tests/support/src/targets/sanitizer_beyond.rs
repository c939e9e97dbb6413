//! The actions of a policy that go beyond names and values: frames, verdicts of callbacks, elements
//! that become text, templates.

use consomme::{ElementRef, Namespace, NodeRef};
use consomme_sanitizer::{ElementVerdict, Escape, FramePolicy, Policy, TextVerdict};

use super::choices::Choices;

/// The host whose frames stay, and no other's.
const FRAME_HOST: &str = "frames.example";

/// Whether the attributes of an `iframe` are those of a frame from the listed host, in a sandbox.
pub fn is_listed_frame<'a>(attribute: impl Fn(&str) -> Option<&'a str>) -> bool {
    let src = attribute("src").unwrap_or_default().trim().to_ascii_lowercase();
    let rest = src.strip_prefix("https:").unwrap_or(&src).strip_prefix("//");
    let rest = rest.and_then(|rest| rest.strip_prefix(FRAME_HOST));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
        && attribute("sandbox") == Some("allow-scripts")
        && attribute("srcdoc").is_none()
        && attribute("allow").is_none()
}

/// The actions of a policy that go beyond names and values. No callback has anything to change in
/// its own results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beyond {
    pub frames: bool,
    verdicts: Option<Verdicts>,
    pub texts: bool,
    escape: Option<Escape>,
    pub templates: bool,
    /// Rules for style sheets and for values. Without the feature `css`, they do nothing.
    pub sheets: bool,
}

/// The verdicts of the callback for elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Verdicts {
    /// The new names of `u`, `big` and `g` of SVG.
    names: [&'static str; 2],
    /// The markup that takes the place of `hr` and of `wbr`.
    markup: &'static str,
    wrapper: &'static str,
}

impl Beyond {
    pub fn choose(choices: &mut Choices<'_>) -> Beyond {
        Beyond {
            frames: choices.flag(),
            verdicts: choices.flag().then(|| Verdicts::choose(choices)),
            texts: choices.flag(),
            escape: choices.one_of(&[None, None, Some(Escape::Tags), Some(Escape::All)]),
            templates: choices.flag(),
            sheets: choices.flag(),
        }
    }

    /// Returns the policy with these actions.
    pub fn add_to(self, mut policy: Policy) -> Policy {
        if self.frames {
            policy = policy.frames(FramePolicy::new([FRAME_HOST]));
        }
        if let Some(verdicts) = self.verdicts {
            policy = policy.on_element(move |element| verdicts.of(element));
        }
        if self.texts {
            policy = policy.on_text(verdict_of_text);
        }
        if let Some(escape) = self.escape {
            policy = policy.escape_unlisted(escape);
        }
        #[cfg(feature = "css")]
        if self.sheets {
            let values = consomme_sanitizer::StyleValues::new().max_length(50.0).non_negative(true);
            let sheets = consomme_sanitizer::StyleSheets::new(SCOPE);
            policy = policy.style_values(values).style_sheets(sheets);
        }
        policy.break_templates(self.templates)
    }

    /// Adds markup that these actions are about.
    pub fn add_markup(self, choices: &mut Choices<'_>, markup: &mut String) {
        if self.frames {
            add_some(choices, markup, FRAMES);
        }
        if self.verdicts.is_some() {
            add_some(choices, markup, EDITED);
        }
        if self.texts {
            add_some(
                choices,
                markup,
                &["<b>html</b>", "<td>html", "<p>set", "html", "<select>html"],
            );
        }
        if self.templates {
            add_some(choices, markup, TEMPLATES);
        }
        #[cfg(feature = "css")]
        if self.sheets {
            for _ in 0..choices.number(3) {
                *markup += choices.one_of(&["<style>", "<svg><style>", "<p style='"]);
                for _ in 0..choices.number(12) {
                    *markup += choices.one_of(SHEETS);
                }
                *markup += choices.one_of(&["</style>", "'>"]);
            }
        }
    }

    /// Checks that a tree has no syntax of templates, where that is broken.
    pub fn check_templates(self, tree: &consomme::Document, html: &str) {
        let check = |text: &str| {
            let mut signs = ["{{", "}}", "${", "<%", "%>"].iter();
            assert!(!signs.any(|sign| text.contains(sign)), "{text:?} in {html:?}");
        };
        if !self.templates {
            return;
        }
        for node in tree.root().descendants_with_templates() {
            node.as_text().iter().for_each(|text| check(text));
            node.as_comment().iter().for_each(|text| check(text));
            let attributes = node.as_element().into_iter().flat_map(|element| element.attrs());
            attributes.for_each(|attribute| check(attribute.value()));
        }
    }
}

impl Verdicts {
    fn choose(choices: &mut Choices<'_>) -> Verdicts {
        let names = [choices.one_of(NEW_NAMES), choices.one_of(NEW_NAMES)];
        Verdicts { names, markup: choices.one_of(MARKUP), wrapper: choices.one_of(WRAPPERS) }
    }

    fn of(self, element: ElementRef<'_>) -> ElementVerdict {
        // The element that asks for a wrapper goes, so that none asks for another one.
        let first = element.as_node().first_element_child();
        let asks = first.is_some_and(|first| first.name() == "x-w");
        let is_html = element.namespace() == Namespace::Html;
        match element.name() {
            "u" if is_html => ElementVerdict::Rename(self.names[0].to_owned()),
            "big" if is_html => ElementVerdict::Rename(self.names[1].to_owned()),
            "rect" if !is_html => ElementVerdict::Rename(self.names[0].to_owned()),
            "g" if !is_html => ElementVerdict::Rename(self.names[1].to_owned()),
            "hr" | "wbr" => ElementVerdict::Replace(self.markup.to_owned()),
            "x-w" => ElementVerdict::Remove,
            "blockquote" | "ellipse" if asks => ElementVerdict::Wrap(self.wrapper.to_owned()),
            "cite" => ElementVerdict::AddAttributes(
                ADDED
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                    .collect(),
            ),
            "code" => ElementVerdict::Escape,
            _ => ElementVerdict::Keep,
        }
    }
}

fn verdict_of_text(text: NodeRef<'_>) -> TextVerdict {
    match text.as_text().unwrap_or_default() {
        "html" => TextVerdict::Replace(
            "{<i onclick=f()>1</i>{<script>f()</script><li>2<img src=x onerror=f()>".to_owned(),
        ),
        "set" => TextVerdict::Set("\n<script>\0\rf()</script>{{".to_owned()),
        _ => TextVerdict::Keep,
    }
}

const NEW_NAMES: &[&str] = &[
    "em",
    "p",
    "li",
    "td",
    "table",
    "a",
    "form",
    "button",
    "option",
    "select",
    "pre",
    "h1",
    "div",
    "style",
    "xmp",
    "title",
    "textarea",
    "noscript",
    "plaintext",
    "template",
    "script",
    "iframe",
    "image",
    "svg",
    "math",
    "desc",
    "title",
    "circle",
    "SCRIPT",
    "body",
    "frameset",
    "html",
    "rt",
    "nobr",
    "x\"<",
    "selectedcontent",
    "br",
    "caption",
    "col",
    "input",
];

const MARKUP: &[&str] = &[
    "",
    "1",
    "<p onclick=f()>1<script>f()</script>",
    "<li>1<dd>2",
    "<table><td>1</table>",
    "<td>1</td>",
    "</div></p>1",
    "<style>a</style><xmp><img src=x onerror=f()></xmp>",
    "<svg><desc><p>1",
    "<a href=javascript:f()>1</a><b>2",
    "<template shadowrootmode=open>1</template>",
    "<select><option>1",
    "<plaintext>1",
    "<!--1-->",
    "<iframe src=//frames.example/ srcdoc='<script>f()</script>'></iframe>",
];

const WRAPPERS: &[&str] = &[
    "<div></div>",
    "<div onclick=f()><section>",
    "<p><b>",
    "<table>",
    "<table><td>",
    "<svg>",
    "<a href=javascript:f()>",
    "<style></style>",
    "<template>",
    "<select>",
    "<li>",
    "<script></script>",
    "<button><form>",
    "<math><mi>",
    "<switch>",
];

const ADDED: &[(&str, &str)] = &[
    ("onclick", "f()"),
    ("ID", "x"),
    ("href", "javascript:f()"),
    ("XLINK:HREF", "javascript:f()"),
    ("x\"'<", "1"),
    ("title", "\0\"<>&{{"),
    ("style", "background:url(//evil/)"),
    ("class", "a b"),
];

/// Elements that callbacks edit.
const EDITED: &[&str] = &[
    "<u>1<b>2</b></u>",
    "<u></u>",
    "<big>&lt;/style>&lt;img src=x onerror=f()></big>",
    "<big onclick=f()>",
    "<svg><g><rect></rect></g></svg>",
    "<svg><rect></rect><ellipse><x-w></x-w></ellipse></svg>",
    "<hr>",
    "<p>1<wbr>2",
    "<table><tr><wbr><td><hr>",
    "<blockquote><x-w></x-w>1</blockquote>",
    "<blockquote onclick=f()><x-w>1",
    "<p><a><blockquote><x-w>",
    "<table><td><blockquote><x-w></x-w></table>",
    "<cite title=x>1</cite>",
    "<code onclick=f()><b>1</b></code>",
    "<svg><cite></cite></svg>",
];

/// The scope of style sheets.
#[cfg(feature = "css")]
pub const SCOPE: &str = ".m";

#[cfg(feature = "css")]
const SHEETS: &[&str] = &[
    "p{color:red}",
    "p",
    ",",
    "+ p",
    "~",
    ">",
    ".m ",
    "{",
    "}",
    "{width:9px}",
    "{width:-9px;width:99px}",
    "{background:url(//evil/)}",
    "{content:'}body{color:red'}",
    "{content:'&lt;/style>&lt;img src=x onerror=f()>'}",
    "{color:red;",
    "@media x{",
    "@supports (x){",
    "@import 'x';",
    "@\\69mport 'x';",
    "@font-face{src:url(x)}",
    "/*",
    "*/",
    "<!--",
    "-->",
    "\\",
    "[x='",
    "(",
    ")",
    ";",
    "</style><img src=x onerror=f()>",
];

const TEMPLATES: &[&str] = &[
    "{{x}}",
    "{<script></script>{",
    "<p title='{{' href='${x}' id='<%'>",
    "<!--{{--><!-- { -->",
    "<x{{ {{>",
    "<li>{</li>{",
    "<template>{<!-- -->{",
    "<style>a{{}}</style>",
    "$<b>{</b>",
];

/// Adds a few of the pieces to markup, in some places of it.
fn add_some(choices: &mut Choices<'_>, markup: &mut String, pieces: &[&str]) {
    for _ in 0..=choices.number(3) {
        let piece = choices.one_of(pieces);
        match choices.flag() {
            true => markup.push_str(piece),
            false => markup.insert_str(0, piece),
        }
    }
}

const FRAMES: &[&str] = &[
    "<iframe src=https://frames.example/1>",
    "<iframe src=//frames.example/ onload=f() srcdoc='<script>f()</script>'></iframe>",
    "<iframe src=https://frames.example/><img src=x onerror=f()></iframe>",
    "<iframe src=https://frames.example@evil.example/></iframe>",
    "<iframe src=https://evil.example/></iframe>",
    "<iframe src='javascript://frames.example/%0Af()'></iframe>",
    "<noscript><iframe src=//frames.example/></noscript>",
    "<select><iframe src=//frames.example/></select>",
    "<svg><iframe src=//frames.example/></svg>",
    "<table><iframe src=//frames.example/></iframe>",
    "<title><iframe src=//frames.example/></title>",
    "</iframe>",
];
