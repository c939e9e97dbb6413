//! Styles whose properties are listed fetch only URLs that the policy keeps, whatever they are made
//! of.

use consomme_sanitizer::{Policy, Preset, RelativeUrls, Sanitizer, UrlPolicy, UrlUse};
use consomme_test::config::config;
use consomme_test::styles::{Kept, check};
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of styles, and characters that separate tokens.
const PIECES: &[&str] = &[
    "background",
    "background-image",
    "color",
    "filter",
    "--x",
    "content",
    "behavior",
    "expression(",
    "expre\\73sion(",
    "exp/**/ression",
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
        let url = |url: &str| ["cid:", "data:image/", "#"].iter().any(|it| url.starts_with(it));
        for (sanitizer, properties) in
            [(wide, &listed[..]), (Sanitizer::preset(Preset::Email), &listed[..3])]
        {
            let mut tree = consomme::parse_fragment("div", "<p>1</p>");
            let p = tree.root().first_child().unwrap().id();
            tree.set_attr(p, "style", &style).unwrap();
            let html = sanitizer.sanitize_str(&tree.inner_html());
            prop_assert_eq!(&sanitizer.sanitize_str(&html), &html);
            sanitizer.sanitize(&mut tree);
            prop_assert_eq!(&tree.inner_html(), &html);
            let kept = tree.node(p).as_element().unwrap().attr("style").unwrap_or_default();
            if let Err(message) = check(kept, Kept { properties, url: Some(url) }) {
                panic!("{message}: {kept}");
            }
        }
    }
}
