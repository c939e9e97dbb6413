//! Any calls in any order: whatever the caller does, nothing panics and the tree is sound.

use consomme::driver::{Driver, Step};
use consomme::{Document, Hints, Limits, NodeId, ParseOptions, QuirksMode};
use proptest::prelude::*;

use super::Documents;

const TEXTS: [&str; 26] = [
    "",
    "\r",
    "\n",
    "<p>é",
    "<script>",
    "</script>",
    "<script></script>",
    "<script></script>x<script></script>",
    "<svg><script/>",
    "<meta charset=koi8-r>",
    "<meta charset=utf-8>",
    "<b id=a>",
    "</b></a>",
    "<a href='&amp;",
    "&am",
    "p;'>",
    "\u{0}\u{1}",
    "<!--",
    "-->",
    "<table><td>",
    "<select><button><selectedcontent></button><option>",
    "<option selected>o",
    "<template for=m>t</template>",
    "<?start name='m'>",
    "<template shadowrootmode=open>",
    "<form><input>",
];

/// Makes one call. `kind` says which one, `choice` with which argument.
fn call(driver: &mut Documents, kind: u8, choice: u8) {
    let text = TEXTS[usize::from(choice) % TEXTS.len()];
    match kind {
        0..=4 => drop(driver.step()),
        5..=9 => driver.feed_str(text),
        10..=12 => driver.feed(text.as_bytes()),
        13 => driver.feed(&[choice | 0x80]),
        14..=22 => drop(driver.write(text)),
        23..=28 => drop(driver.end_script()),
        29..=30 => driver.block(),
        31..=32 => drop(driver.unblock()),
        33 => drop(driver.parse_str(text)),
        34 => driver.start_now(),
        35 if choice < 30 => driver.end(),
        36 if choice < 10 => driver.abort(),
        37 if choice < 30 => driver.abort_at_first_error(),
        38 => driver.start_plain_text(),
        39 => driver.fix_quirks_mode(QuirksMode::LimitedQuirks),
        40 => driver.pause_at_scripts(choice < 200),
        41 => driver.ignore_destructive_writes(choice < 100),
        42..=43 => drop(driver.switch_encoding()),
        44 => driver.restart_document(),
        45 => driver.ignore_encoding(),
        46 => drop(driver.unparsed().count()),
        47 => drop(driver.speculate().count()),
        48 => drop(driver.document().check_invariants()),
        49..=55 => edit(&mut driver.document(), choice),
        56 if choice < 5 => drop(std::mem::take(&mut *driver.document())),
        57 if choice < 5 => std::mem::forget(driver.document()),
        _ => drop(driver.held_handles().count()),
    }
}

/// Edits a node.
fn edit(document: &mut Document, choice: u8) {
    let ids: Vec<NodeId> = document.descendants().map(|node| node.id()).collect();
    if ids.is_empty() {
        return;
    }
    let (id, other) =
        (ids[usize::from(choice / 7) % ids.len()], ids[usize::from(choice) % ids.len()]);
    // Both are fine: an edit that is made, and one that is refused.
    let _ = match choice % 7 {
        0 => document.detach(id),
        1 => document.append(other, id),
        2 => document.set_inner_html(id, TEXTS[usize::from(choice) % TEXTS.len()]),
        3 => document.set_attr(id, "id", "edited"),
        4 => document.insert_before(other, id),
        5 => document.discard(id),
        _ => document.set_text(id, "text"),
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_calls_in_any_order_leave_a_sound_tree(
        context in prop::sample::select(vec!["", "", "", "open", "div", "td", "select", "script", "template"]),
        has_limits in any::<bool>(),
        records in any::<bool>(),
        hints in prop::sample::select(vec!["text/html", "text/html; charset=utf-8"]),
        calls in prop::collection::vec((0_u8..60, any::<u8>()), 0..120),
    ) {
        let limits = match has_limits {
            true => Limits::default().nodes(Some(40)).input_bytes(Some(300)).depth(Some(8)).copies(Some(3)).errors(Some(2)),
            false => Limits::default(),
        };
        let options = ParseOptions::new()
            .scripting(true)
            .declarative_shadow_roots(true)
            .errors(records)
            .positions(records)
            .limits(limits);
        let mut driver = match context {
            "" => Driver::new(&options, &Hints::new().content_type(hints)),
            "open" => Driver::script_created(&options),
            _ => Driver::for_fragment(&options, context),
        };
        for (kind, choice) in calls {
            call(&mut driver, kind, choice);
        }
        driver.end();
        // Each answer leads on.
        let mut step = driver.step();
        for _ in 0..10_000 {
            step = match step {
                Step::Finished => break,
                Step::Script(_) | Step::NeedsInput => driver.end_script(),
                Step::Blocked if driver.nesting_level() > 0 => driver.end_script(),
                Step::Blocked => driver.unblock(),
                Step::EncodingDeclared(_) => {
                    driver.ignore_encoding();
                    driver.step()
                }
                step => panic!("{step:?}"),
            };
        }
        prop_assert_eq!(step, Step::Finished);
        let document = driver.finish_document();
        document.check_invariants().unwrap();
        let _ = document.inner_html();
    }
}
