//! Advisories of other sanitizers: for each an input of the same class, and what comes of it here.
//! `ADVISORIES.md` has the table. The inputs are our own.
//!
//! [`check`] is that of the fuzz target: every reader, of 2024 and of 2026, with scripting and
//! without, alone and in a page, finds nothing that runs a script and nothing that the
//! configuration removes; and the text is a fixed point.

use std::thread;

use consomme::{Limits, Namespace, NodeRef, ParseOptions, Revision};
use consomme_sanitizer::{
    AttributeVerdict, ElementVerdict, FramePolicy, Policy, Preset, SanitizeOptions, Sanitizer,
    SanitizerAttribute, UrlPolicy, UrlUse,
};
use consomme_test::targets::choices::ContextParts;
use consomme_test::targets::sanitizer::check;

/// Markup that must never become an element.
const IMAGE: &str = "<img src=x onerror=f()>";

/// The contexts that a text is sanitized for.
const CONTEXTS: [&str; 6] = ["div", "body", "td", "table", "form", "template"];

/// Sanitizes a text for each context, checks what every reader makes of it, and returns the text
/// for a `div`.
fn checked(text: &str, sanitizer: &Sanitizer) -> String {
    let texts = CONTEXTS.map(|name| check(text, sanitizer, &context(name)));
    for html in &texts {
        assert!(!html.contains("<img"), "{text} became {html}");
        assert!(!html.contains("<script"), "{text} became {html}");
    }
    texts.into_iter().next().expect("there is a context")
}

fn context(name: &'static str) -> ContextParts {
    ContextParts::of((Namespace::Html, name))
}

/// Keeps everything that a safe method can keep, but for the image that stands for the attack, and
/// for comments, in which the image would be no element.
fn wide() -> Sanitizer {
    let mut sanitizer = Sanitizer::allow_everything();
    sanitizer.remove_element("img");
    sanitizer.set_comments(false);
    sanitizer
}

/// [`wide`], with these elements of HTML replaced with their children.
fn unwrapping(names: &[&str]) -> Sanitizer {
    let mut sanitizer = wide();
    for name in names {
        sanitizer.replace_element_with_children(*name);
    }
    sanitizer
}

#[test]
fn markup_of_any_depth_is_sanitized_on_a_small_stack() {
    const LEVELS: usize = 50_000;
    // By default the depth is limited, which alone would keep a recursion on the stack.
    let limits = [Limits::default(), Limits::unlimited()];
    let sanitize = move || {
        for tag in ["<b>", "<ul><li>", "<svg><g>", "<math><mi><p>"] {
            let text = tag.repeat(LEVELS) + "x<script>f()";
            for options in limits.map(|limits| SanitizeOptions::new().limits(limits)) {
                let sanitized = options.sanitize(&Sanitizer::new(), "div", &text);
                let html = sanitized.html();
                assert_eq!(html.matches('x').count(), 1, "the text of {tag} is there");
                assert!(!html.contains("script"), "no script is in {tag}");
            }
        }
    };
    let thread = thread::Builder::new().stack_size(256 * 1024).spawn(sanitize).expect("a thread");
    thread.join().expect("no overflow");
}

#[test]
fn elements_that_change_their_namespace_when_read_again_stay_harmless() {
    for text in [
        r#"<math><annotation-xml encoding=text/html><svg><iframe><a id="</iframe>IMG">"#,
        r#"<svg><title><math><mtext><iframe></title><a id="</iframe>IMG"></iframe>"#,
        r#"<svg></p><title><noembed><a id="</noembed>IMG">"#,
        r#"<math><mi></br><mglyph><xmp><a id="</xmp>IMG">"#,
    ] {
        let text = text.replace("IMG", IMAGE);
        checked(&text, &wide());
        checked(&text, &unwrapping(&["iframe", "noembed", "xmp", "p"]));
    }
}

#[test]
fn attribute_values_are_written_between_quotes_whatever_is_in_them() {
    for text in [
        "<p title=a&#32;onclick=f()>1",
        "<p title='a&#9;onclick=f()'>1",
        "<p title=&#96;&#10;onclick=f()//>1",
        "<p title='&#34; onclick=f() &#34;'>1",
    ] {
        let mut sanitizer = Sanitizer::new();
        sanitizer.allow_attribute("title");
        let html = checked(text, &sanitizer);
        assert!(html.starts_with("<p title=\"") && html.ends_with("\">1</p>"), "{html}");
        assert_eq!(html.matches('"').count(), 2, "{html}");
    }
}

#[test]
fn unwrapped_elements_of_svg_and_mathml_leave_no_code_that_html_reads_as_markup() {
    let foreign = [
        (Namespace::Svg, "svg"),
        (Namespace::Svg, "g"),
        (Namespace::Svg, "desc"),
        (Namespace::Svg, "foreignObject"),
        (Namespace::MathMl, "math"),
        (Namespace::MathMl, "mrow"),
        (Namespace::MathMl, "mtext"),
    ];
    for text in [
        r#"<svg><g><style><a id="</style>IMG">"#,
        r#"<svg><desc><math><mrow><style><a id="</style>IMG">"#,
        r#"<math><mtext><p></mtext><style><a id="</style>IMG">"#,
        r#"<svg><foreignObject><math><style><a id="</style>IMG"></math>"#,
    ] {
        let text = text.replace("IMG", IMAGE);
        // Each element alone, and all of them.
        for element in foreign {
            let mut sanitizer = wide();
            sanitizer.replace_element_with_children(element);
            checked(&text, &sanitizer);
        }
        let mut sanitizer = wide();
        for element in foreign {
            sanitizer.replace_element_with_children(element);
        }
        checked(&text, &sanitizer);
    }
}

#[test]
fn annotation_xml_that_loses_its_encoding_does_not_change_what_is_in_it() {
    for encoding in ["text/html", "application/xhtml+xml", "TEXT/HTML"] {
        for content in [
            r#"<style><a id="</style>IMG"></style>"#,
            r#"<p><xmp><a id="</xmp>IMG"></xmp>"#,
            r#"<svg><style><a id="</style>IMG">"#,
            r#"<title><!--</title>IMG-->"#,
        ] {
            let text = format!("<math><annotation-xml encoding={encoding}>{content}");
            let text = text.replace("IMG", IMAGE);
            let mut sanitizer = wide();
            sanitizer.remove_attribute("encoding");
            checked(&text, &sanitizer);
            sanitizer.replace_element_with_children((Namespace::MathMl, "annotation-xml"));
            checked(&text, &sanitizer);
        }
    }
}

#[test]
fn animations_of_svg_put_no_script_into_a_link() {
    let mut sanitizer = Sanitizer::allow_everything();
    // `animateMotion` animates a place, whatever its `attributeName` says.
    let names = ["set", "animate", "animateTransform"];
    for name in names {
        sanitizer.allow_element((Namespace::Svg, name));
    }
    for name in ["attributeName", "to", "from", "by", "values", "begin", "href"] {
        sanitizer.allow_attribute(name);
    }
    let xlink = Some("http://www.w3.org/1999/xlink");
    sanitizer.allow_attribute(SanitizerAttribute::new("href", xlink));
    for name in names {
        for target in ["href", "xlink:href", "HREF"] {
            for value in ["to", "from", "by", "values"] {
                let text = format!(
                    "<svg><a href=#><{name} attributeName={target} {value}=javascript:f() \
                     begin=0s></{name}><text>x</text></a></svg>"
                );
                let html = checked(&text, &sanitizer);
                let is_animated = html.contains("attributeName=\"href\"")
                    || html.contains("attributeName=\"xlink:href\"");
                assert!(!is_animated || !html.contains("javascript"), "{text} became {html}");
            }
        }
    }
}

#[test]
fn text_of_elements_that_are_not_kept_stays_text() {
    let raw = ["xmp", "iframe", "noembed", "noframes", "noscript", "style", "textarea", "title"];
    for name in raw.into_iter().chain(["plaintext", "script"]) {
        let text = format!("<p>1</p><{name}>{IMAGE}&lt;img src=x onerror=f()></{name}>2");
        let mut removing = wide();
        removing.remove_element(name);
        checked(&text, &removing);
        checked(&text, &unwrapping(&[name]));
        checked(&text, &unwrapping(&raw));
    }
}

#[test]
fn forms_and_tables_that_move_content_of_mathml_stay_harmless() {
    for text in [
        r#"<form><math><mi></form><form><malignmark><svg><title><style><a id="</style>IMG">"#,
        r#"<math><mi><table><malignmark><style><!--</style><a title="--&gt;IMG">"#,
        r#"<math><mo><table><tr><mglyph><title><a id="</title>IMG"></table>"#,
        r#"<svg></p><style><a id="</style>IMG">"#,
        r#"<math></br><style><a id="</style>IMG">"#,
    ] {
        let text = text.replace("IMG", IMAGE);
        checked(&text, &wide());
        checked(&text, &unwrapping(&["form", "table", "tr"]));
    }
}

#[test]
fn content_around_the_limit_on_depth_of_browsers_stays_harmless() {
    for levels in [500, 506, 507, 508, 509, 510, 511, 512, 513, 520] {
        for inner in [
            r#"<svg><style><a id="</style>IMG">"#,
            r#"<math><mi><table><mglyph><style><!--</style><a title="--&gt;IMG">"#,
            r#"<form><div></form><form><table><p><select><option><style><a id="</style>IMG">"#,
        ] {
            let text = "<div>".repeat(levels) + &inner.replace("IMG", IMAGE);
            for sanitizer in [wide(), unwrapping(&["div"])] {
                let html = sanitizer.sanitize_str(&text);
                // A page adds levels, which moves the limit to other elements of the text.
                for around in 0..12 {
                    assert_harmless(&("<div>".repeat(around) + &html), &text);
                }
            }
        }
    }
}

/// Asserts that no reader of a page finds the image, a script or an event handler.
fn assert_harmless(page: &str, text: &str) {
    for revision in [Revision::Living2026, Revision::Snapshot2024] {
        for scripting in [false, true] {
            let options = ParseOptions::new().revision(revision).scripting(scripting);
            let page = options.parse_str(page);
            for element in page.root().descendants_with_templates().filter_map(NodeRef::as_element)
            {
                let is_hostile = matches!(element.name(), "img" | "script")
                    || element.attrs().any(|attribute| attribute.name().starts_with("on"));
                assert!(!is_hostile, "{element:?} comes of {text}");
            }
        }
    }
}

#[test]
fn end_tags_in_attribute_values_end_no_element_around_them() {
    let raw = ["noscript", "xmp", "noembed", "noframes", "iframe", "style", "title", "textarea"];
    for name in raw {
        let text = format!("<b title='</{name}>{IMAGE}' lang='--!>{IMAGE}'>1</b>");
        let html = checked(&text, &wide());
        // Not even as characters: `<` and `>` of values are written as references.
        assert!(!html.contains(&format!("</{name}")) && !html.contains("-->"), "{html}");
    }
}

#[test]
fn copies_that_a_select_makes_of_an_option_are_sanitized() {
    for content in [IMAGE, "<svg><script>f()</script></svg>", "<a href=javascript:f()>1</a>"] {
        let text = format!(
            "<select><button><selectedcontent></selectedcontent></button>\
             <option>1<option selected>{content}2</select>"
        );
        checked(&text, &wide());
        checked(&text, &unwrapping(&["select", "button", "option", "selectedcontent"]));
        let mut tree = ParseOptions::new().parse_fragment("div", text.as_str());
        wide().sanitize(&mut tree);
        let html = tree.root().inner_html();
        assert!(!html.contains("<img") && !html.contains("script"), "{html}");
    }
}

#[test]
fn template_syntax_that_removed_parts_separated_is_broken() {
    let sanitizer = wide().policy(Policy::new().break_templates(true));
    for (start, end) in [("{{", "}}"), ("${", "}"), ("<%", "%>")] {
        let (first, second) = start.split_at(1);
        for between in ["<img>", "<script></script>", "<!--x-->", "<?x y?>"] {
            let text = format!("<p>{}{between}{second}f(){end}", first.replace('<', "&lt;"));
            let html = checked(&text, &sanitizer);
            let html = html.replace("&lt;", "<");
            assert!(!html.contains(start), "{start} came together in {html}");
        }
    }
}

#[test]
fn names_that_hide_properties_of_a_form_hide_nothing_from_the_sanitizer() {
    let names = "attributes childNodes children content firstChild innerHTML localName \
                 namespaceURI nodeName nodeType nextSibling parentNode removeAttribute tagName";
    for name in names.split_whitespace() {
        let text = format!("<form onsubmit=f()><input name={name} id={name} onfocus=f()>{IMAGE}");
        let html = checked(&text, &wide());
        assert!(!html.contains("onsubmit") && !html.contains("onfocus"), "{html}");
    }
    // With the preset for comments no such name is left.
    let prefix = wide().policy(Policy::new().id_prefix("user-"));
    let html = checked("<form name=body><a id=cookie name=location>1</a></form>", &prefix);
    assert!(!html.contains("\"body\"") && !html.contains("\"location\""), "{html}");
    assert!(!html.contains("\"cookie\""), "{html}");
}

#[test]
fn results_of_callbacks_are_sanitized() {
    let hostile = format!("<i onclick=f()>{IMAGE}<script>f()</script></i>");
    for verdict in [
        ElementVerdict::Replace(hostile.clone()),
        ElementVerdict::Wrap(format!("<u onclick=f()>{IMAGE}</u>")),
        ElementVerdict::Rename("script".to_owned()),
        ElementVerdict::AddAttributes(vec![("onclick".to_owned(), "f()".to_owned())]),
        ElementVerdict::Unwrap,
    ] {
        let policy = Policy::new().on_element(move |element| match element.name() {
            "b" => verdict.clone(),
            _ => ElementVerdict::Keep,
        });
        let sanitizer = wide().policy(policy);
        let html = sanitizer.sanitize_str(&format!("<p><b>{IMAGE}<em onclick=f()>1</em></b>"));
        assert!(!["onclick", "<img", "<script"].iter().any(|part| html.contains(part)), "{html}");
    }
    let policy =
        Policy::new().on_attribute(|_, _| AttributeVerdict::Set("java\tscript:f()".to_owned()));
    let html = wide().policy(policy).sanitize_str("<a href=/>1</a>");
    assert_eq!(html, "<a>1</a>");
}

#[test]
fn templates_and_shadow_roots_hide_nothing() {
    for text in [
        "<template><template><p onclick=f()>IMG<script>f()</script></template></template>",
        "<div><template shadowrootmode=open>IMG<a href=javascript:f()>1</a></template></div>",
        r#"<svg><template><style><a id="</style>IMG"></template>"#,
        "<p><template><b></p><p onclick=f()>IMG",
    ] {
        let text = text.replace("IMG", IMAGE);
        checked(&text, &wide());
        checked(&text, &unwrapping(&["template"]));
    }
}

#[test]
fn a_tag_that_the_input_does_not_end_is_no_element() {
    for text in ["1<img src=x onerror=f()//", "1<b onclick='f()'", "1<b onclick=f() ", "1<b/"] {
        let html = checked(text, &wide());
        assert_eq!(html, "1", "of {text}");
    }
}

#[test]
fn script_urls_are_found_behind_control_characters_and_references() {
    let urls = [
        "ja&Tab;vascript:f()",
        "java&NewLine;script&colon;f()",
        "&#1;javascript:f()",
        "&#x1F; JaVaScRiPt:f()",
        "java&#13;script:f()",
        " \u{C}javascript:f()",
    ];
    for url in urls {
        for tag in ["a", "area", "svg><a", "math><mi"] {
            let html = checked(&format!("<{tag} href='{url}'>1"), &wide());
            assert!(!html.contains("href"), "{url} became {html}");
        }
        // A policy that keeps relative URLs does not take them for relative.
        let policy = Policy::new().urls(UrlPolicy::new());
        let html = checked(&format!("<a href='{url}'>1</a>"), &Sanitizer::new().policy(policy));
        assert_eq!(html, "<a>1</a>", "of {url}");
    }
}

#[test]
fn escapes_of_urls_make_no_scheme() {
    // A browser reads this as a relative URL, and so does the policy.
    for url in ["javascript%3Af()", "java%0Ascript:f()", "%6Aavascript:f()"] {
        let html = checked(&format!("<a href='{url}'>1</a>"), &wide());
        let read = ParseOptions::new().parse_fragment("div", html.as_str());
        let href = read.descendants().find_map(|node| node.as_element()?.attr("href"));
        let base = url::Url::parse("https://example.com/").expect("a URL");
        if let Some(href) = href {
            let scheme = base.join(href).map(|url| url.scheme().to_owned());
            assert_ne!(scheme.as_deref(), Ok("javascript"), "{html}");
        }
    }
}

#[test]
fn each_attribute_that_sends_a_form_elsewhere_is_checked() {
    let text = "<form action=javascript:f()><button formaction=javascript:f()>1</button>\
                <input type=image formaction=' javascript:f()'><input type=submit formaction=/ok>";
    let html = checked(text, &wide());
    assert!(!html.contains("javascript"), "{html}");
    // With a policy, other hosts too.
    let policy = Policy::new().urls(UrlPolicy::new().schemes(UrlUse::Form, ["https"]));
    let html =
        checked("<form><button formaction=ftp://a.example/>1</button>", &wide().policy(policy));
    assert!(!html.contains("formaction"), "{html}");
}

#[test]
fn code_in_contexts_of_several_parsers_is_removed_for_each() {
    for text in [
        r#"<svg><noscript><style><a id="</style></noscript>IMG"></noscript></svg>"#,
        r#"<noscript><p id="</noscript>IMG"></noscript>"#,
        r#"<math><noscript><!--</noscript>IMG--></noscript></math>"#,
        r#"<style><noscript></style>IMG</noscript>"#,
        r#"<noscript><style></noscript>IMG</style>"#,
    ] {
        let text = text.replace("IMG", IMAGE);
        checked(&text, &wide());
        checked(&text, &unwrapping(&["noscript", "style"]));
    }
}

#[test]
fn images_that_are_documents_of_svg_are_left_out_by_a_policy_for_urls() {
    let data = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='f()'/%3E";
    let sanitizer = Sanitizer::allow_everything().policy(Policy::new().urls(UrlPolicy::new()));
    let html = sanitizer.sanitize_str(&format!(
        "<img src=\"{data}\"><a href=\"{data}\">1</a><svg><image href=\"{data}\"/></svg>\
         <embed src=\"{data}\"><iframe src=\"{data}\"></iframe><object data=\"{data}\"></object>"
    ));
    assert!(!html.contains("svg+xml"), "{html}");
}

#[cfg(feature = "css")]
#[test]
fn style_sheets_and_styles_import_nothing_and_run_nothing() {
    let policy = Policy::new().urls(UrlPolicy::new()).style_properties(["color"]);
    let sanitizer = Sanitizer::allow_everything().policy(policy);
    for style in [
        "color:u\\72l(//evil.example)",
        "color:expression(f())",
        "c\\6flor:red;behavior:url(x)",
        "@import '//evil.example';color:red",
        "color:red\\",
        "color:\"\\",
        "/*color:red;*/-moz-binding:url(x)",
    ] {
        let html = check(
            &format!("<p style='{}'>1", style.replace('\'', "&#39;")),
            &sanitizer,
            &context("div"),
        );
        for part in ["evil", "expression", "behavior", "binding", "import"] {
            assert!(!html.contains(part), "{style} became {html}");
        }
    }
}

#[test]
fn no_base_element_moves_the_links_of_a_page() {
    let texts =
        ["<base href=//evil.example/>1", "<p><base href=x target=y>1", "<svg><base href=x>"];
    for text in texts {
        for sanitizer in [Sanitizer::new(), Sanitizer::preset(Preset::Comments)] {
            assert!(!checked(text, &sanitizer).contains("base"));
        }
    }
    // It goes whatever a configuration keeps. That of SVG moves nothing.
    for text in &texts[..2] {
        assert!(!checked(text, &wide()).contains("base"));
    }
}

#[test]
fn characters_that_unicode_normalizes_to_brackets_stay_what_they_are() {
    let text = "\u{FF1C}img src=x onerror=f()\u{FF1E}\u{FE64}b\u{FE65} &#xFF1C;script&#xFF1E;";
    let html = checked(text, &Sanitizer::new());
    assert_eq!(html.matches('\u{FF1C}').count(), 2, "{html}");
    assert!(!html.contains('<') && !html.contains('>'), "{html}");
}

#[test]
fn hosts_of_frames_are_those_that_a_browser_fetches() {
    let frames = FramePolicy::new(["video.example"]);
    let sanitizer = wide().policy(Policy::new().frames(frames));
    let keeps = |source: &str| {
        sanitizer.sanitize_str(&format!("<iframe src=\"{source}\"></iframe>")).contains("src=")
    };
    assert!(keeps("https://video.example/1"));
    for source in [
        "https://evil.example\\@video.example/",
        "https://evil.example/@video.example/",
        "https://video.example@evil.example/",
        "https://evil.example#video.example/",
        "https:\\\\evil.example\\video.example",
        "https:evil.example?video.example",
        "//evil.example/video.example",
        "https://video.example.evil.example/",
        "https://evilvideo.example/",
        "java\tscript://video.example/%0Af()",
    ] {
        assert!(!keeps(source), "{source} stays");
    }
}
