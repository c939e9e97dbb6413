//! XML output is well-formed for every tree, and an XML parser makes the same tree of it, apart
//! from the standard's coercion.
//!
//! <https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset>

use consomme::encoding_rs::{KOI8_R, UTF_8};
use consomme::serialize::{EncodeError, XmlOptions};
use consomme::shadow::{ShadowRootInit, ShadowRootMode};
use consomme::{
    Document, Hints, Limits, Namespace, ParseOptions, Revision, parse_document, parse_fragment,
    parse_str,
};
use consomme_test::config::config;
use consomme_test::suite::{PAGES, TREES, files, in_ci, own_data};
use consomme_test::tree_case;
use consomme_test::xml::{check, parse_xml};
use proptest::prelude::*;

/// Every tree of the shared suites and our own, with scripting as the case says.
#[test]
fn every_tree_of_the_suites_is_well_formed_xml() {
    let mut directories = vec![(own_data(""), Revision::Living2026)];
    for (location, folder, revision) in TREES {
        match location.find(folder) {
            Ok(directory) => directories.push((directory, revision)),
            Err(reason) => assert!(!in_ci(), "{reason}"),
        }
    }
    let (mut count, mut wrong) = (0, Vec::new());
    for (directory, revision) in directories {
        for (file, path) in files(&directory, &["dat"]) {
            let Ok(cases) = tree_case::read(&std::fs::read(&path).unwrap()) else { continue };
            for case in cases {
                let options = ParseOptions::new()
                    .revision(case.revision.unwrap_or(revision))
                    .scripting(case.scripting.unwrap_or(false));
                let document = match &case.context {
                    Some(context) => options.parse_fragment(context.context(), &case.data),
                    None => options.parse_str(&case.data),
                };
                count += 1;
                if let Err(message) = check(&document) {
                    wrong.push(format!("{file}:{} {:?}: {message}", case.line, case.data));
                }
            }
        }
    }
    assert!(count > 500, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_page_is_well_formed_xml() {
    let directory = match PAGES.find("") {
        Ok(directory) => directory,
        Err(reason) => return assert!(!in_ci(), "{reason}"),
    };
    for (file, path) in files(&directory, &["html"]) {
        let document = parse_document(std::fs::read(path).unwrap(), &Hints::new());
        if let Err(message) = check(&document) {
            panic!("{file}: {message}");
        }
    }
}

#[track_caller]
fn written(html: &str, options: &XmlOptions) -> String {
    parse_fragment("body", html).serialize(options).to_string()
}

const XHTML: &str = " xmlns=\"http://www.w3.org/1999/xhtml\"";

#[test]
fn each_rule_that_may_be_applied_is_an_option() {
    let all = XmlOptions::new();
    for (html, options, expected) in [
        (
            "<fb:like a:b=1 a@=2>",
            all.clone(),
            "<fbU00003Alike* aU00003Ab=\"1\" aU000040=\"2\"></fbU00003Alike>",
        ),
        ("<p a:b=1 c=2>", all.clone().rename_attributes(false), "<p* c=\"2\"></p>"),
        ("<p a:b=1 aU00003Ab=2>", all.clone(), "<p* au00003ab=\"2\" aU00003Ab=\"1\"></p>"),
        ("<p xmlns=a xmlns:b=c>", all.clone(), "<p*></p>"),
        ("<p a=1>", all.clone().namespace_declarations(false), "<p a=\"1\"></p>"),
        ("a<!--b--c--->d", all.clone(), "a<!--b- -c- -->d"),
        ("a<!--b-->d", all.clone().comments(false), "ad"),
        ("\u{C}a\u{1}", all.clone(), " a\u{FFFD}"),
        ("\u{C}a\u{1}", all.clone().replace_characters(false), " a"),
        ("<template><p>a</template>", all.clone(), "<template*><p>a</p></template>"),
        (
            "<template><p>a</template>",
            all.clone().template_contents(false),
            "<template*></template>",
        ),
        ("<script>a<b&&c</script>", all.clone(), "<script*>a&lt;b&amp;&amp;c</script>"),
        ("<pre>\n\na&nbsp;</pre>", all.clone(), "<pre*>\na\u{A0}</pre>"),
        ("<br><p>", all.clone(), "<br*/><p*></p>"),
        (
            "<p svg:a=1 b:c=2>",
            all.clone()
                .prefix("svg", "urn:a")
                .prefix("b", "urn:b")
                .prefix("1", "urn:c")
                .prefix("d", ""),
            "<p* xmlns:svg=\"urn:a\" xmlns:b=\"urn:b\" svg:a=\"1\" b:c=\"2\"></p>",
        ),
        (
            "<p b:c=1 d:c=2>",
            all.clone().prefix("b", "u").prefix("d", "u"),
            "<p* xmlns:b=\"u\" xmlns:d=\"u\" b:c=\"1\"></p>",
        ),
    ] {
        let expected = expected.replace('*', XHTML);
        if html.contains("aU00003Ab=2") {
            // The names of attributes are lowercase in HTML.
            assert_eq!(
                written(html, &options),
                "<p xmlns=\"http://www.w3.org/1999/xhtml\" aU00003Ab=\"1\" au00003ab=\"2\"></p>"
            );
            continue;
        }
        assert_eq!(written(html, &options), expected, "{html}");
        parse_xml(&format!("<x>{expected}</x>")).unwrap();
    }
}

#[test]
fn foreign_elements_and_attributes_are_in_their_namespaces() {
    let html = "<svg xmlns:xlink=x><a xlink:href=#b xml:lang=c><foreignObject><p>d</p></foreignObject></a></svg>\
                <math><mi xlink:href=#e></math>";
    let declared = XmlOptions::new();
    let xlink = "xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    let expected = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {xlink}><a xlink:href=\"#b\" xml:lang=\"c\"><foreignObject>\
         <p{XHTML}>d</p></foreignObject></a></svg>\
         <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi {xlink} xlink:href=\"#e\"/></math>"
    );
    assert_eq!(written(html, &declared), expected);
    assert_eq!(
        written(html, &declared.namespace_declarations(false)),
        "<svg><a xlinkU00003Ahref=\"#b\" xml:lang=\"c\"><foreignObject><p>d</p></foreignObject></a></svg>\
         <math><mi xlinkU00003Ahref=\"#e\"/></math>"
    );
}

/// A name that is coerced may be the name of another attribute of the edited tree.
#[test]
fn of_two_attributes_with_one_name_the_first_is_written() {
    let mut fragment = parse_fragment("body", "<svg a:b=1></svg>");
    let svg = fragment.root().first_child().unwrap().id();
    fragment.set_attr(svg, "aU00003Ab", "2").unwrap();
    assert_eq!(fragment.to_xml(), "<svg xmlns=\"http://www.w3.org/2000/svg\" aU00003Ab=\"1\"/>");
}

#[test]
fn a_void_element_with_children_is_written_with_them() {
    let mut fragment = parse_fragment("body", "<br>");
    let br = fragment.root().first_child().unwrap().id();
    fragment.append_text(br, "a").unwrap();
    assert_eq!(fragment.to_xml(), format!("<br{XHTML}>a</br>"));
}

#[test]
fn document_types_are_those_of_xml() {
    for (html, expected) in [
        ("<!DOCTYPE html>", "<!DOCTYPE html>"),
        ("<!DOCTYPE>", ""),
        ("<!DOCTYPE a:b>", "<!DOCTYPE aU00003Ab>"),
        (
            "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
            "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
        ),
        (
            "<!DOCTYPE html PUBLIC '-//A//B\"é'>",
            "<!DOCTYPE html PUBLIC \"-//A//BU000022U0000E9\" \"\">",
        ),
        ("<!DOCTYPE html SYSTEM 'a\"b'>", "<!DOCTYPE html SYSTEM 'a\"b'>"),
    ] {
        let document = parse_str(html);
        let xml = document.to_xml();
        assert!(xml.starts_with(&format!("{expected}<html")), "{xml}");
        assert!(
            document.serialize(&XmlOptions::new().doctype(false)).to_string().starts_with("<html")
        );
        check(&document).unwrap();
    }
    let mut document = Document::new();
    let html = document.append_element(document.root().id(), "html").unwrap();
    let doctype = document.create_doctype("html", "", "a\"'<>").unwrap();
    document.insert_before(html, doctype).unwrap();
    assert!(document.to_xml().starts_with("<!DOCTYPE html SYSTEM 'a\"U000027<>'>"));
    assert_eq!(document.node(doctype).to_xml(), "", "alone, it is not well-formed content");
    check(&document).unwrap();
}

#[test]
fn the_declaration_names_the_encoding() -> Result<(), EncodeError> {
    let document = parse_fragment("body", "<p title=€>борщ\u{85}</p>");
    let serialized = document.serialize(&XmlOptions::new().declaration(true));
    let rest = |text: &[u8]| {
        [b"?>\n<p xmlns=\"http://www.w3.org/1999/xhtml\" title=\"&#x20AC;\">", text].concat()
    };
    let expected =
        [&b"<?xml version=\"1.0\" encoding=\"KOI8-R\""[..], &rest(b"\xC2\xCF\xD2\xDD&#x85;</p>")]
            .concat();
    assert_eq!(serialized.encode(KOI8_R)?.to_bytes(), expected);
    let utf_8 = serialized.encode(UTF_8)?.to_bytes();
    assert_eq!(utf_8, serialized.to_string().into_bytes());
    assert!(utf_8.starts_with(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<p"));
    // Raw text has references in XML, comments have none.
    let script = parse_fragment("body", "<script>й€</script>");
    assert!(script.serialize(&XmlOptions::new()).encode(KOI8_R).is_ok());
    let comment = parse_fragment("body", "<!--й€-->");
    let error = comment.serialize(&XmlOptions::new()).encode(KOI8_R).unwrap_err();
    assert_eq!((error.character(), error.text()), ('€', "й€"));
    assert!(comment.serialize(&XmlOptions::new().comments(false)).encode(KOI8_R).is_ok());
    Ok(())
}

#[test]
fn shadow_roots_are_templates_if_asked_for() {
    let mut document = parse_fragment("body", "<div><b>a</b></div>");
    let host = document.root().first_child().unwrap().id();
    let init = ShadowRootInit::new(ShadowRootMode::Open);
    let shadow = document.attach_shadow(host, init).unwrap();
    document.set_inner_html(shadow, "<slot></slot><br>").unwrap();
    assert_eq!(document.to_xml(), format!("<div{XHTML}><b>a</b></div>"));
    let options = XmlOptions::new().shadow_roots([shadow]);
    let template = "shadowrootmode=\"open\"><slot></slot><br/></template>";
    assert_eq!(
        document.serialize(&options).to_string(),
        format!("<div{XHTML}><template {template}<b>a</b></div>")
    );
    assert_eq!(
        document.node(host).serialize_inner(&options).to_string(),
        format!("<template{XHTML} {template}<b{XHTML}>a</b>")
    );
}

/// The template of a shadow root comes before any other node here, and declares the prefix.
#[test]
fn a_prefix_at_a_shadow_root_may_be_missing_in_the_encoding() {
    let mut document = parse_fragment("body", "<div></div>");
    let host = document.root().first_child().unwrap().id();
    let init = ShadowRootInit::new(ShadowRootMode::Open);
    let shadow = document.attach_shadow(host, init).unwrap();
    let options = XmlOptions::new().shadow_roots([shadow]).prefix("é", "urn:a");
    let error = document.node(host).serialize_inner(&options).encode(KOI8_R).unwrap_err();
    assert_eq!((error.character(), error.node()), ('é', shadow));
}

/// Nothing recurses: the XML of a tree of any depth is written. The parser of the test may recurse.
#[test]
fn the_depth_of_a_tree_is_not_limited() {
    const DEPTH: usize = 100_000;
    let limits = Limits::default().depth(None);
    let document = ParseOptions::new().limits(limits).parse_fragment("body", "<div>".repeat(DEPTH));
    let xml = document.to_xml();
    assert_eq!(xml.matches("<div").count(), DEPTH);
    assert_eq!(xml.matches("</div>").count(), DEPTH);
}

proptest! {
    #![proptest_config(config(400))]

    /// Edits make names, data and nestings that no parser makes.
    #[test]
    fn edited_trees_are_well_formed_xml(
        nodes in prop::collection::vec((0..8_u8, any::<prop::sample::Index>(), TEXT, TEXT), 1..24),
        is_document in any::<bool>(),
    ) {
        let mut document = if is_document { Document::new() } else { Document::new_fragment() };
        let mut parents = vec![document.root().id()];
        for (kind, parent, first, second) in &nodes {
            let parent = parents[parent.index(parents.len())];
            let node = match kind {
                0 | 1 => document.create_element(first),
                2 => document.create_element_ns(Namespace::Svg, first),
                3 => document.create_element_ns(Namespace::MathMl, first),
                4 => document.create_text(first),
                5 => document.create_comment(first),
                6 => document.create_processing_instruction(first, second),
                _ => document.create_doctype(first, second, first),
            };
            // Nodes that the document refuses are left out.
            let Ok(node) = node else { continue };
            for name in [first, second] {
                let _ = document.set_attr(node, name, second);
            }
            if document.append(parent, node).is_ok() && *kind < 4 {
                parents.push(document.node(node).as_element().and_then(|e| e.template_contents()).map_or(node, |contents| contents.id()));
            }
        }
        if let Err(message) = check(&document) {
            return Err(TestCaseError::fail(format!("{message}\n{}", document.to_xml())));
        }
    }
}

/// Names, data and values that are hard to write.
const TEXT: &str = "(xml|XML|xmlns|xmlns:a|xml:a|a|b|template|br|svg|html|a:b|aU00003Ab|[a-c:_<&>\"'=\\-?\\]!\\]U0-9 \\t\\n\\r\\x0C\\x01\\x7Fé\u{FFFE}🍲]{1,6}|.{0,4})";
