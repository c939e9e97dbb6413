//! Styles whose properties are listed fetch only what the policy for URLs keeps, whatever they are
//! made of.

#[path = "support/config.rs"]
mod config;

use consomme::sanitizer::{Policy, Preset, RelativeUrls, Sanitizer, UrlPolicy, UrlUse};
use proptest::prelude::*;
use proptest::sample::select;

use config::config;

/// What styles are made of, and what tells one token from another.
const PIECES: &[&str] = &[
    "background",
    "background-image",
    "color",
    "filter",
    "--x",
    "content",
    "behavior",
    ":",
    ":",
    ":",
    ";",
    ";",
    "url(",
    "URL(",
    "u\\72l(",
    "\\55rl(",
    "src(",
    "image-set(",
    "-webkit-image-set(",
    "image(",
    "type(",
    "var(",
    "attr(",
    "calc(",
    "f(",
    "path(",
    "(",
    "[",
    "{",
    "}",
    "]",
    ")",
    ")",
    ")",
    ")",
    "'",
    "'",
    "\"",
    "\"",
    "http://evil/",
    "https\\:",
    "cid:x",
    "cid:\\22 y",
    "data:image/png,x",
    "data:text/html,x",
    "#x",
    "/x",
    "\\",
    "\\\n",
    "\n",
    " ",
    " ",
    ",",
    "/*",
    "*/",
    "//",
    "@import",
    "<!--",
    "-->",
    "!important",
    "red",
    "1px",
    "1x",
    "progid:",
    "\u{e9}",
    "\u{7f}",
    "&quot;",
    "</p>",
];

fn style() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 0..16).prop_map(|pieces| pieces.concat());
    let value = prop::collection::vec(select(PIECES), 0..8)
        .prop_map(|pieces| format!("background: {}", pieces.concat()));
    let url = prop::collection::vec(select(PIECES), 0..4)
        .prop_map(|pieces| format!("background: url({})", pieces.concat()));
    prop_oneof![pieces, value, url]
}

/// Checks what was written of a style, by the few forms that are left: no escape outside strings,
/// every URL a string in a function, and that string one of the policy.
fn check(css: &str) -> Result<(), String> {
    let mut functions: Vec<String> = Vec::new();
    let mut name = String::new();
    let mut rest = css.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => {
                let mut string = String::new();
                loop {
                    match rest.next().ok_or("a string is open")? {
                        '"' => break,
                        '\\' => string.extend(['\\', rest.next().ok_or("an escape is open")?]),
                        other => string.push(other),
                    }
                }
                let is_url = functions.iter().any(|it| {
                    ["url", "src", "image", "image-set", "-webkit-image-set"].contains(&&**it)
                }) && functions.last().is_none_or(|it| it != "type");
                let is_kept = ["cid:", "data:image/", "#"].iter().any(|it| string.starts_with(it));
                if is_url && !is_kept {
                    return Err(format!("{string} is fetched"));
                }
            }
            '(' => {
                let name = std::mem::take(&mut name);
                let next = rest.clone().find(|c| !c.is_whitespace());
                if name == "url" && next != Some('"') {
                    return Err("a URL that is no string".to_owned());
                }
                functions.push(name);
            }
            ')' => drop(functions.pop().ok_or("a parenthesis is not open")?),
            '\\' | '\'' | '{' | '}' | '@' => return Err(format!("{c} outside a string")),
            _ => {}
        }
        match c.is_ascii_alphanumeric() || c == '-' {
            true => name.push(c.to_ascii_lowercase()),
            false => name.clear(),
        }
    }
    match functions.is_empty() {
        true => Ok(()),
        false => Err("a function is open".to_owned()),
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn a_style_fetches_what_the_policy_keeps_and_is_a_fixed_point(style in style()) {
        let urls = UrlPolicy::new()
            .relative(RelativeUrls::Drop)
            .schemes(UrlUse::Resource, [""; 0])
            .schemes(UrlUse::Media, ["cid", "data"]);
        let listed = ["background", "background-image", "color", "filter", "--x", "content", "behavior"];
        let mut wide = Sanitizer::new().policy(Policy::new().urls(urls).style_properties(listed));
        wide.allow_attribute("style");
        for sanitizer in [wide, Sanitizer::preset(Preset::Email)] {
            let mut tree = consomme::parse_fragment("div", "<p>1</p>");
            let p = tree.root().first_child().unwrap().id();
            tree.set_attr(p, "style", &style).unwrap();
            let html = sanitizer.sanitize_str(&tree.inner_html());
            prop_assert_eq!(&sanitizer.sanitize_str(&html), &html);
            tree.sanitize(&sanitizer);
            prop_assert_eq!(&tree.inner_html(), &html);
            let kept = tree.node(p).as_element().unwrap().attr("style").unwrap_or_default();
            if let Err(message) = check(kept) {
                panic!("{message}: {kept}");
            }
        }
    }
}
