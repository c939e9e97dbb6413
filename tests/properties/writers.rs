//! Trees that are written and read again: shadow roots and text elements in the contents of
//! templates, and copies in a `selectedcontent`.

use consomme::serialize::{MinifyOptions, SerializeOptions};
use consomme::{Document, ElementRef, NodeRef, ParseOptions};
use consomme_test::config::config;
use consomme_test::targets::tree::{assert_same, dump_without_identifiers};
use proptest::prelude::*;

/// Text, comments and instructions.
const LEAVES: &[&str] =
    &["a", "&lt;p>", "&amp;lt;", "<!>", "<!--b-->", "<?c?>", "<?c d?>", "<br>", "&#160;", "\n"];

/// Elements whose content is text, some of them depending on scripting.
const TEXT_ELEMENTS: &[&str] =
    &["noscript", "noembed", "noframes", "iframe", "xmp", "style", "script", "textarea", "title"];

const SHADOW_ROOT_ATTRIBUTES: &[&str] = &[
    " shadowrootcustomelementregistry",
    " shadowrootclonable",
    " shadowrootserializable",
    " shadowrootdelegatesfocus",
    " shadowrootslotassignment=manual",
];

/// Markup whose tags are all in place: without scripting, as with it.
fn markup() -> impl Strategy<Value = String> {
    let attributes = prop::collection::vec(prop::sample::select(SHADOW_ROOT_ATTRIBUTES), 0..3);
    let text_element = (prop::sample::select(TEXT_ELEMENTS), prop::sample::select(LEAVES))
        .prop_map(|(name, text)| format!("<{name}>{text}</{name}>"));
    let leaf = prop_oneof![
        3 => prop::sample::select(LEAVES).prop_map(str::to_owned),
        2 => text_element,
    ];
    leaf.prop_recursive(5, 40, 4, move |inner| {
        let content = prop::collection::vec(inner, 0..4).prop_map(|parts| parts.concat());
        let mode = prop::sample::select(&["open", "closed"][..]);
        let attributes = attributes.clone().prop_map(|list| list.concat());
        prop_oneof![
            content.clone().prop_map(|content| format!("<div>{content}</div>")),
            content.clone().prop_map(|content| format!("<template>{content}</template>")),
            (mode, attributes, content.clone(), content.clone()).prop_map(
                |(mode, attributes, shadow, content)| format!(
                    "<div><template shadowrootmode={mode}{attributes}>{shadow}</template>\
                     {content}</div>"
                )
            ),
            (content.clone(), content).prop_map(|(first, selected)| format!(
                "<select><button><selectedcontent></selectedcontent></button>\
                 <option>{first}</option><option selected>{selected}</option></select>"
            )),
        ]
    })
}

fn parse(html: &str, options: &ParseOptions) -> Document {
    options.parse_fragment("div", html)
}

/// Returns how many shadow roots outside of templates have no custom element registry.
fn roots_without_registry(document: &Document) -> usize {
    let roots = document.all_nodes().filter_map(NodeRef::as_shadow_root);
    roots
        .filter(|root| root.keeps_custom_element_registry_null() && is_in_tree(root.host()))
        .count()
}

/// Whether an element is in the tree of its document, in shadow roots, too, but in no template.
fn is_in_tree(element: ElementRef<'_>) -> bool {
    let mut root = element.root();
    while let Some(shadow_root) = root.as_shadow_root() {
        root = shadow_root.host().root();
    }
    root == element.document().root()
}

proptest! {
    #![proptest_config(config(500))]

    /// Each shadow root comes back with all that it was declared with, wherever its host is, and
    /// each text as it was.
    #[test]
    fn shadow_roots_and_texts_come_back_wherever_they_are(
        html in markup(), scripting: bool, shadow_roots: bool,
    ) {
        let options =
            ParseOptions::new().scripting(scripting).declarative_shadow_roots(shadow_roots);
        let document = parse(&html, &options);
        let roots = document.all_nodes().filter_map(NodeRef::as_shadow_root);
        let roots: Vec<_> = roots.map(|root| root.id()).collect();
        let serialize = SerializeOptions::new().scripting(scripting).shadow_roots(roots);
        let written = document.root().serialize_inner(&serialize).to_string();
        let before = dump_without_identifiers(&document);
        if shadow_roots {
            let attributes = written.matches("shadowrootcustomelementregistry").count();
            prop_assert_eq!(attributes, roots_without_registry(&document), "{}", &written);
        }
        // The standard writes the text of a `noscript` in the contents of a template escaped, for a
        // document without scripts.
        let mut noscripts = document.all_nodes().filter_map(NodeRef::as_element);
        let reader = match noscripts.any(|it| it.name() == "noscript" && is_in_tree(it)) {
            true => None,
            false if html.contains("<noscript>") => Some(options.clone().scripting(false)),
            false => Some(options.clone()),
        };
        if let Some(reader) = reader {
            // No attribute says that a shadow root in the contents of a template has no registry.
            let registry = " customelementregistry";
            let again = dump_without_identifiers(&parse(&written, &reader)).replace(registry, "");
            let what = format!("{html:?}, written as {written:?}");
            assert_same(&before.replace(registry, ""), &again, &what);
        }
        if !shadow_roots {
            let minify = MinifyOptions::new().scripting(scripting);
            let written = document.root().serialize_inner(&minify).to_string();
            let again = dump_without_identifiers(&parse(&written, &options));
            assert_same(&before, &again, &format!("{html:?}, minified to {written:?}"));
        }
    }
}
