//! Compares the built-in lists with the standard's and Chromium's.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{Sanitizer, SanitizerConfig, SanitizerElement};
use consomme::Namespace;
use consomme::sink::{ElementName, LocalName, NameTable};

use super::builtin::{
    animates_attributes, is_non_replaceable, navigating_url_attribute,
    safe_baseline_remove_elements, safe_default_configuration,
};
use super::event_handlers::event_handler_content_attributes;
use super::lists::rows;

/// Reads a file of `tests/data`.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(path).expect("the file is part of the package")
}

/// The rows of a section, each with one space between its words. No row is there twice.
fn set(list: &str, section: &str) -> BTreeSet<String> {
    unique(rows(list, section).map(|row| row.collect::<Vec<_>>().join(" ")))
}

/// The words of a section.
fn words(list: &str, section: &str) -> BTreeSet<String> {
    unique(rows(list, section).flatten().map(str::to_owned))
}

fn unique(items: impl Iterator<Item = String>) -> BTreeSet<String> {
    let mut set = BTreeSet::new();
    items.for_each(|item| assert!(set.insert(item.clone()), "{item} is there twice"));
    assert!(!set.is_empty());
    set
}

/// A namespace and local name as the lists have them.
fn row_of(element: &SanitizerElement) -> String {
    let namespace = match element.known_namespace().expect("one of three namespaces") {
        Namespace::Html => "html",
        Namespace::MathMl => "mathml",
        Namespace::Svg => "svg",
        other => panic!("{other:?}"),
    };
    format!("{namespace} {}", element.name())
}

/// The rows of the elements of a configuration, with the attributes sorted.
fn elements(config: &SanitizerConfig) -> BTreeSet<String> {
    let rows = config.elements.iter().flatten().map(|kept| {
        assert_eq!(kept.remove_attributes, None);
        let attributes = kept.attributes.iter().flatten();
        attributes.fold(row_of(&kept.element), |row, attribute| {
            assert_eq!(attribute.namespace(), None);
            format!("{row} {}", attribute.name())
        })
    });
    unique(rows)
}

/// All elements with known names. The names in rules are known.
fn known_elements() -> impl Iterator<Item = (ElementName, SanitizerElement)> {
    let namespaces = [Namespace::Html, Namespace::MathMl, Namespace::Svg];
    LocalName::known()
        .flat_map(move |local| namespaces.map(|namespace| ElementName::new(namespace, local)))
        .map(|name| (name, (name.namespace, NameTable::default().get(name.local)).into()))
}

/// The elements for which a rule returns a value, with the value.
fn found<'a>(rule: impl Fn(ElementName, &SanitizerElement) -> Option<&'a str>) -> BTreeSet<String> {
    let row = |(name, element): (ElementName, SanitizerElement)| {
        let found = rule(name, &element)?;
        Some(format!("{} {found}", row_of(&element)).trim_end().to_owned())
    };
    unique(known_elements().filter_map(row))
}

/// Compares a list with one of another name.
fn assert_same(ours: &BTreeSet<String>, theirs: &BTreeSet<String>, what: &str) {
    let (more, fewer): (Vec<_>, Vec<_>) =
        (ours.difference(theirs).collect(), theirs.difference(ours).collect());
    assert!(more.is_empty() && fewer.is_empty(), "{what}: more {more:?}, fewer {fewer:?}");
}

#[test]
fn the_configurations_are_those_of_the_standard_and_of_chromium() {
    let config = Sanitizer::new().config();
    let attributes = unique(config.attributes.iter().flatten().map(ToString::to_string));
    let unsafe_elements = unique(safe_baseline_remove_elements().map(|it| row_of(&it)));
    let flags = [
        format!("comments {}", config.comments.unwrap()),
        format!("dataAttributes {}", config.data_attributes.unwrap()),
        format!("processingInstructions {:?}", config.processing_instructions.as_ref().unwrap()),
    ];
    for name in ["sanitizer_lists.txt", "sanitizer_chromium.txt"] {
        let list = data(name);
        assert_same(&elements(&config), &set(&list, "default elements"), name);
        assert_same(&attributes, &words(&list, "default attributes"), name);
        assert_same(&unique(flags.iter().cloned()), &set(&list, "default flags"), name);
        assert_same(&unsafe_elements, &set(&list, "unsafe elements"), name);
    }
}

#[test]
fn the_default_configuration_is_canonical_and_valid() {
    let config = safe_default_configuration();
    let mut canonical = config.clone();
    canonical.canonicalize(true);
    assert_eq!(canonical, config);
    assert_eq!(config.check_valid(), Ok(()));
}

#[test]
fn the_rules_for_urls_and_replacing_are_those_of_the_standard() {
    let list = data("sanitizer_lists.txt");
    let names = NameTable::default();
    // The rule names the local name alone; `xlink:href` has the same as `href`.
    let navigating = found(|name, _| navigating_url_attribute(name).map(|it| names.get(it)));
    let listed = set(&list, "navigating URL attributes");
    let listed = listed.iter().map(|row| row.replace("xlink:", ""));
    assert_same(&navigating, &listed.collect(), "navigating");
    let animating = found(|name, _| animates_attributes(name).then_some("attributeName"));
    assert_same(&animating, &set(&list, "animating URL attributes"), "animating");
    let fixed = found(|_, element| is_non_replaceable(element).then_some(""));
    assert_same(&fixed, &set(&list, "non-replaceable elements"), "non-replaceable");
}

#[test]
fn the_event_handlers_are_those_of_the_standard_and_more() {
    let list = data("sanitizer_lists.txt");
    let of_elements = words(&list, "event handlers of every element");
    let of_bodies = words(&list, "event handlers of body and frameset");
    let standard = of_elements.union(&of_bodies).cloned().collect();
    let ours = words(include_str!("event_handlers.txt"), "standard");
    assert_same(&ours, &standard, "standard");
    for name in unique(event_handler_content_attributes().map(str::to_owned)) {
        let is_event = name.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(name.starts_with("on") && name.len() > 4 && is_event, "{name}");
    }
}

/// Each attribute that runs a script in Chromium is removed, and each difference has its reason.
#[test]
fn the_event_handlers_are_those_of_chromium_and_more() {
    let (list, chromium) = (data("sanitizer_lists.txt"), data("sanitizer_chromium.txt"));
    let ours = unique(event_handler_content_attributes().map(str::to_owned));
    let theirs = words(&chromium, "unsafe attributes");
    assert!(words(&chromium, "attributes that become functions").is_subset(&ours));
    assert_eq!(theirs.difference(&ours).next(), None, "Chromium removes no more");
    let more: BTreeSet<_> = ours.difference(&theirs).cloned().collect();
    assert_same(&more, &words(&list, "not in Chromium"), "not in Chromium");
    let properties = words(&chromium, "handlers of elements without attribute");
    let others = words(&chromium, "handlers of window and document alone");
    let properties: BTreeSet<_> = properties.union(&others).cloned().collect();
    let without = properties.difference(&ours).cloned().collect();
    assert_same(&without, &words(&list, "properties without attribute"), "without attribute");
}
