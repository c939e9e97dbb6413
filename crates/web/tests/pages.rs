//! Real pages: every URL of the standard's index is found, and all else is sound.

use std::collections::BTreeMap;

use consomme_test::suite;
use consomme_test::web;
use consomme_web::consomme::{Document, ElementRef, Hints, Namespace, ParseOptions};
use consomme_web::{parse_refresh, parse_srcset, urls};

/// The rows of the standard's index of attributes whose value is a URL, or has URLs in it: the
/// attribute, the elements (none for all HTML elements) and the form of the value.
///
/// `style` and `srcdoc` have URLs in another language, and `usemap` has a name.
///
/// <https://html.spec.whatwg.org/#attributes-3>
const INDEX: &[(&str, &[&str], Form)] = &[
    ("action", &["form"], Form::Single),
    ("cite", &["blockquote", "del", "ins", "q"], Form::Single),
    ("content", &["meta"], Form::Refresh),
    ("data", &["object"], Form::Single),
    ("formaction", &["button", "input"], Form::SubmitButton),
    ("href", &["a", "area"], Form::Single),
    ("href", &["link"], Form::Single),
    ("href", &["base"], Form::Single),
    ("imagesrcset", &["link"], Form::Srcset),
    ("itemid", &[], Form::Single),
    ("itemtype", &[], Form::Tokens),
    ("ping", &["a", "area"], Form::Ping),
    ("poster", &["video"], Form::Single),
    (
        "src",
        &["audio", "embed", "iframe", "img", "script", "source", "track", "video"],
        Form::Single,
    ),
    ("src", &["input"], Form::ImageButton),
    ("srcset", &["img", "source"], Form::Srcset),
];

/// The attributes of obsolete features that browsers still have.
const OBSOLETE: &[(&str, &[&str], Form)] = &[
    ("background", &["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"], Form::Single),
    ("longdesc", &["frame", "iframe", "img"], Form::Single),
    ("src", &["frame"], Form::Single),
];

/// How a value holds URLs, and where the attribute has an effect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Single,
    Tokens,
    Srcset,
    Refresh,
    /// Tokens, if there is a hyperlink.
    Ping,
    /// One, if the button is one that submits.
    SubmitButton,
    /// One, if the input is an image button.
    ImageButton,
}

/// Returns the URLs of an attribute by its row of the index.
fn expected<'a>(element: ElementRef<'a>, value: &'a str, form: Form) -> Vec<&'a str> {
    let is_type = |names: &[&str]| {
        let written = element.attr("type").unwrap_or("").to_ascii_lowercase();
        names.contains(&&*written)
    };
    match form {
        Form::Single => vec![value],
        Form::Tokens => value.split_ascii_whitespace().collect(),
        Form::Ping if element.has_attr("href") => value.split_ascii_whitespace().collect(),
        Form::Srcset => parse_srcset(value).map(|candidate| candidate.url).collect(),
        Form::Refresh => {
            let is_refresh =
                element.attr("http-equiv").unwrap_or("").eq_ignore_ascii_case("refresh");
            let refresh = parse_refresh(value).filter(|_| is_refresh);
            refresh.map(|refresh| refresh.url.unwrap_or("")).into_iter().collect()
        }
        Form::SubmitButton if element.name() == "button" && !is_type(&["reset", "button"]) => {
            vec![value]
        }
        Form::SubmitButton if is_type(&["submit", "image"]) => vec![value],
        Form::ImageButton if is_type(&["image"]) => vec![value],
        Form::Ping | Form::SubmitButton | Form::ImageButton => Vec::new(),
    }
}

fn for_each_page(mut check: impl FnMut(&str, &Document)) {
    let options = ParseOptions::new().positions(true);
    suite::for_each_page(|name, bytes| check(name, &options.parse_document(&bytes, &Hints::new())));
}

#[test]
fn every_url_of_the_index_is_found_and_no_other() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for_each_page(|name, document| {
        let mut found: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for used in urls(document) {
            let key = (used.element.id().index(), used.attribute);
            found.entry(key).or_default().push(used.url);
            if used.element.namespace() != Namespace::Html {
                *counts
                    .entry(format!("{} in {:?}", used.attribute, used.element.namespace()))
                    .or_default() += 1;
            }
            let span = used.span().unwrap_or_else(|| panic!("{name}: {used:?} has no span"));
            // As written, the value may have references.
            assert!(
                span.text().contains(used.url) || span.text().contains('&'),
                "{name}: {used:?}"
            );
        }
        for element in document.descendant_elements() {
            for &(attribute, elements, form) in INDEX.iter().chain(OBSOLETE) {
                let is_row = element.namespace() == Namespace::Html
                    && (elements.is_empty() || elements.contains(&element.name()));
                let Some(value) = element.attr(attribute).filter(|_| is_row) else { continue };
                let expected = expected(element, value, form);
                let found = found.remove(&(element.id().index(), attribute)).unwrap_or_default();
                assert_eq!(found, expected, "{name}: {attribute} of {element:?}");
                *counts.entry(format!("{attribute} of {}", elements.join(" "))).or_default() +=
                    expected.len();
            }
        }
        // The rest is in SVG and MathML.
        for ((_, attribute), _) in found {
            let is_foreign = attribute == "href" || attribute == "xlink:href";
            assert!(is_foreign, "{name}: {attribute}");
        }
    });
    for (row, count) in counts {
        println!("{count:6} {row}");
    }
}

/// Each row by itself, since pages do not have all of them.
#[test]
fn each_row_of_the_index_is_found() {
    for &(attribute, elements, form) in INDEX.iter().chain(OBSOLETE) {
        for element in if elements.is_empty() { &["p"] } else { elements } {
            let (value, more) = match form {
                Form::Single => ("u", ""),
                Form::Tokens => ("u v", ""),
                Form::Srcset => ("u 1x, v 2x", ""),
                Form::Refresh => ("1; url=u", " http-equiv=refresh"),
                Form::Ping => ("u v", " href=w"),
                Form::SubmitButton => ("u", " type=submit"),
                Form::ImageButton => ("u", " type=image"),
            };
            // Only fragments have elements that a body cannot have.
            let mut document = consomme_web::consomme::parse_fragment("div", "<p>");
            let p = document.root().first_child().expect("it has an element").id();
            document.set_inner_html(p, "<i>").expect("it is an element");
            let made = document.create_element(element).expect("it is a name");
            document.append(p, made).expect("it can be there");
            document.set_attr(made, attribute, value).expect("it is a name");
            for pair in more.split_ascii_whitespace() {
                let (name, value) = pair.split_once('=').expect("it has a value");
                document.set_attr(made, name, value).expect("it is a name");
            }
            let made = document.element(made).expect("it is an element");
            let expected = expected(made, value, form);
            let found = urls(made).filter(|used| used.attribute == attribute);
            let found: Vec<_> = found.map(|used| used.url).collect();
            assert!(!expected.is_empty());
            assert_eq!(found, expected, "{attribute} of {element}");
        }
    }
}

#[test]
fn all_that_is_found_in_pages_is_sound() {
    for_each_page(|_, document| web::check(document));
}
