//! Sanitizing: properties for any markup, in any context, with any configuration.

use consomme::speculation::Speculation;
use consomme::{Limits, ParseOptions};
use consomme_sanitizer::{
    Policy, Preset, SanitizeOptions, Sanitizer, SanitizerConfig, UrlPolicy, UrlUse,
};
use consomme_test::config::config;
use consomme_test::generator::MAX_SECTION;
use consomme_test::soup::soup;
use consomme_test::targets::choices::{CONTEXTS, ContextParts};
use consomme_test::targets::sanitizer::{check, run};
use consomme_test::targets::sanitizer_held::{ELEMENTS, NAMES, VALUES};
use consomme_test::targets::sanitizer_pieces::PIECES;
use proptest::prelude::*;
use proptest::sample::select;

/// Hostile pieces in any order, or any markup.
fn markup() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => pieces, 1 => soup()]
}

/// Markup with attributes that hold URLs, on which others depend, or that are held back.
fn markup_with_images() -> impl Strategy<Value = String> {
    let (elements, names, values) = (select(ELEMENTS), select(NAMES), select(VALUES));
    let attribute = (names, values).prop_map(|(name, value)| format!(" {name}=\"{value}\""));
    let attributes = prop::collection::vec(attribute, 0..5).prop_map(|all| all.concat());
    let element = (elements, attributes).prop_map(|(name, all)| format!("<{name}{all}>"));
    prop::collection::vec(prop_oneof![3 => element, 1 => markup()], 0..6)
        .prop_map(|all| all.concat())
}

/// An attribute on which the meaning of others depends: its element, its name, its value.
fn enforced() -> impl Strategy<Value = (&'static str, &'static str, &'static str)> {
    select(
        &[
            ("meta", "http-equiv", "refresh"),
            ("meta", "http-equiv", "x"),
            ("link", "rel", "stylesheet"),
            ("link", "rel", "icon"),
            ("input", "type", "image"),
            ("img", "alt", "x"),
        ][..],
    )
}

fn contexts() -> impl Strategy<Value = ContextParts> {
    select(CONTEXTS).prop_map(ContextParts::of)
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn sanitized_text_is_safe_and_a_fixed_point_for_the_default_configuration(
        text in markup(), context in contexts(),
    ) {
        check(&text, &Sanitizer::new(), &context);
    }

    #[test]
    fn sanitized_text_is_safe_and_a_fixed_point_if_everything_is_allowed(
        text in markup(), context in contexts(),
    ) {
        check(&text, &Sanitizer::allow_everything(), &context);
    }

    #[test]
    fn sanitized_text_is_safe_and_a_fixed_point_for_any_configuration(
        text in markup(), choices in prop::collection::vec(0..=0xFE_u8, 0..48),
    ) {
        // As the fuzz target takes them.
        let mut input = text.into_bytes();
        input.push(0xFF);
        input.extend(choices);
        run(&input);
    }

    #[test]
    fn sanitized_text_is_safe_and_a_fixed_point_for_any_policy(
        text in markup(), base in 0..=1_u8, choices in prop::collection::vec(0..=0xFE_u8, 8..160),
    ) {
        // A section of all that decides about the configuration, of which these are the first
        // two choices: the base, and that there is a policy.
        let mut input = text.into_bytes();
        input.extend([0xFF, MAX_SECTION as u8, base, 1]);
        input.extend(choices);
        run(&input);
    }

    #[test]
    fn a_page_with_a_text_fetches_nothing_if_the_policy_says_so(text in markup()) {
        let urls = UrlPolicy::new().any_scheme(UrlUse::Media).any_scheme(UrlUse::Resource);
        let policy = Policy::new().urls(urls.fetch_nothing(true));
        let html = Sanitizer::allow_everything().policy(policy).sanitize_str(&text);
        let page = format!("<!DOCTYPE html><body><div>{html}</div>");
        let mut fetches = Speculation::new(&ParseOptions::new(), page.as_str());
        prop_assert!(fetches.next().is_none(), "{}", page);
    }

    #[test]
    fn a_page_with_a_mail_fetches_nothing(text in markup_with_images()) {
        let mail = Sanitizer::preset(Preset::Email);
        let html = mail.sanitize_str(&text);
        prop_assert_eq!(&mail.sanitize_str(&html), &html);
        let page = format!("<!DOCTYPE html><body><div>{html}</div>");
        let asked = Speculation::new(&ParseOptions::new(), page.as_str());
        for found in asked {
            let found = format!("{found:?}");
            prop_assert!(!found.contains("//") && !found.contains("\"x"), "{} {}", found, page);
        }
    }

    #[test]
    fn what_is_judged_is_what_is_written(
        text in markup_with_images(), enforced in prop::collection::vec(enforced(), 0..4),
    ) {
        let urls = UrlPolicy::new()
            .schemes(UrlUse::Resource, [""; 0])
            .hosts(UrlUse::Link, ["a.example"])
            .hold_images(["http"]);
        let policy = enforced.iter().fold(Policy::new().urls(urls.clone()), |policy, it| {
            policy.enforce_attribute(it.0, it.1, it.2)
        });
        // The second sanitizer does not enforce anything: it judges what the first one left.
        let sanitizer = Sanitizer::allow_everything().policy(policy);
        let judge = Sanitizer::allow_everything().policy(Policy::new().urls(urls));
        let mut tree = ParseOptions::new().parse_fragment("div", text.as_str());
        sanitizer.sanitize_unsafe(&mut tree);
        for again in [&sanitizer, &judge] {
            let before = tree.inner_html();
            again.sanitize_unsafe(&mut tree);
            prop_assert_eq!(tree.inner_html(), before, "{:?}", enforced);
        }
    }

    #[test]
    fn the_number_of_rounds_decides_only_between_html_and_text(
        text in markup(), context in contexts(), rounds in 0_usize..4,
    ) {
        let all = Sanitizer::from_config(SanitizerConfig::new()).unwrap();
        let least = SanitizeOptions::new().rounds(rounds).sanitize(&all, context.context(), &text);
        prop_assert!(least.rounds() <= rounds);
        let most = SanitizeOptions::new().rounds(20).sanitize(&all, context.context(), &text);
        if !least.is_text() {
            prop_assert_eq!(least.html(), most.html());
        }
        let again = SanitizeOptions::new().rounds(20).sanitize(&all, context.context(), least.html());
        prop_assert_eq!(again.html(), least.html());
    }

    #[test]
    fn limits_keep_sanitized_text_a_fixed_point(
        text in markup(), context in contexts(), depth in 3_usize..12,
    ) {
        let options = SanitizeOptions::new().limits(Limits::default().depth(Some(depth)));
        let sanitizer = Sanitizer::allow_everything();
        let html = options.sanitize(&sanitizer, context.context(), &text).into_html();
        let again = options.sanitize(&sanitizer, context.context(), &html);
        prop_assert_eq!(again.html(), html);
    }

    #[test]
    fn a_sanitizer_that_allows_less_leaves_no_more_of_a_tree(
        text in markup(), context in contexts(),
    ) {
        let count = |sanitizer: &Sanitizer| {
            let mut tree = ParseOptions::new().parse_fragment(context.context(), text.as_str());
            sanitizer.sanitize(&mut tree);
            tree.root().descendants().count()
        };
        prop_assert!(count(&Sanitizer::new()) <= count(&Sanitizer::allow_everything()));
    }
}
