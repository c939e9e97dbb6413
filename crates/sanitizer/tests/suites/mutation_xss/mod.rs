//! Mutation: markup that is harmless as a tree and harmful once that is serialized and parsed
//! again.
//!
//! The known families, each case with what becomes of it: it comes back as the same tree; or as
//! another one that has no element and no attribute that the first did not have; or, where the
//! standard itself does so, with the reason that [`mutation`] has for it. A property looks for
//! more.

mod cases;

use consomme::{Namespace, Revision};
use consomme_test::config::config;
use consomme_test::suite::Suites;
use consomme_test::targets::mutation::{self, Thing, mutations};
use consomme_test::targets::roundtrip::parse;
use consomme_test::targets::tree::dump_without_identifiers;
use consomme_test::targets::unstable::{self, Setting};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;

use cases::FAMILIES;

/// Markup, and the outcome of serializing and parsing its tree again.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    markup: &'static str,
    outcome: Outcome,
    setting: Setting,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The tree is the same after parsing again.
    Same,
    /// The tree is another one, for this reason of [`unstable::reason`], and nothing new in it.
    Changes(&'static str),
    /// The tree has new elements or attributes, for this reason of [`mutation::reason`].
    Mutates(&'static str),
}

const fn same(name: &'static str, markup: &'static str) -> Case {
    let setting =
        Setting { revision: Revision::Living2026, scripting: false, context: None, depth: None };
    Case { name, markup, outcome: Outcome::Same, setting }
}

const fn changes(name: &'static str, markup: &'static str, reason: &'static str) -> Case {
    Case { outcome: Outcome::Changes(reason), ..same(name, markup) }
}

const fn mutates(name: &'static str, markup: &'static str, reason: &'static str) -> Case {
    Case { outcome: Outcome::Mutates(reason), ..same(name, markup) }
}

impl Case {
    const fn scripting(mut self) -> Case {
        self.setting.scripting = true;
        self
    }

    const fn snapshot_2024(mut self) -> Case {
        self.setting.revision = Revision::Snapshot2024;
        self
    }

    const fn fragment_for(mut self, context: &'static str) -> Case {
        self.setting.context = Some(context);
        self
    }

    const fn depth_7(mut self) -> Case {
        self.setting.depth = Some(7);
        self
    }

    const fn depth_8(mut self) -> Case {
        self.setting.depth = Some(8);
        self
    }

    fn check(self) {
        let document = parse(self.markup, self.setting);
        let (html, new) = mutations(&document, self.setting);
        let again = parse(&html, self.setting);
        let short =
            |reason: Option<&'static str>| reason.and_then(|reason| reason.split(':').next());
        let is_same = dump_without_identifiers(&document) == dump_without_identifiers(&again);
        let outcome = match (is_same, new.is_empty()) {
            (true, _) => Outcome::Same,
            (_, true) => {
                Outcome::Changes(short(unstable::reason(&document, self.setting)).unwrap_or("none"))
            }
            _ => {
                Outcome::Mutates(short(mutation::reason(&document, self.setting)).unwrap_or("none"))
            }
        };
        assert_eq!(outcome, self.outcome, "{} became {html}, where {new:?} is new", self.markup);
    }
}

impl Case {
    /// Checks that the markup, sanitized, is safe and a fixed point for every reader, whatever
    /// stays of it.
    fn check_sanitized(self) {
        use consomme::Namespace;
        use consomme_sanitizer::Sanitizer;
        use consomme_test::targets::choices::ContextParts;

        let contexts = match self.setting.context {
            Some(context) => vec![context],
            None => vec!["div", "body", "html", "td", "table", "template", "form"],
        };
        for context in contexts {
            let context = ContextParts::of((Namespace::Html, context));
            for mut sanitizer in [Sanitizer::new(), Sanitizer::allow_everything()] {
                consomme_test::targets::sanitizer::check(self.markup, &sanitizer, &context);
                // Elements that hide markup are removed, and the hidden markup comes up.
                for name in ["style", "xmp", "noscript", "template", "form", "table", "select"] {
                    sanitizer.replace_element_with_children(name);
                }
                consomme_test::targets::sanitizer::check(self.markup, &sanitizer, &context);
            }
            self.check_styled(&context);
        }
    }

    /// Checks that every reader finds only allowed styles before, in and after the markup.
    fn check_styled(self, context: &consomme_test::targets::choices::ContextParts) {
        use consomme::{NodeRef, ParseOptions};
        use consomme_sanitizer::{Policy, Sanitizer, UrlPolicy};
        use consomme_test::styles::{Kept, check};

        let policy = Policy::new().urls(UrlPolicy::new()).style_properties(["color"]);
        let sanitizer = Sanitizer::allow_everything().policy(policy);
        let style = "style='color:red;position:fixed;color:u\\72l(//x);color:expression(f())'";
        let markup = format!("<p {style}>1{}<p {style}><svg {style}>", self.markup);
        let html = consomme_test::targets::sanitizer::check(&markup, &sanitizer, context);
        for revision in [Revision::Living2026, Revision::Snapshot2024] {
            for scripting in [false, true] {
                let options = ParseOptions::new().revision(revision).scripting(scripting);
                let tree = options.parse_fragment(context.context(), html.as_str());
                let nodes = tree.root().descendants_with_templates();
                for element in nodes.filter_map(NodeRef::as_element) {
                    let kept = Kept { properties: &["color"], url: Some(|_| false) };
                    let style = element.attr("style").unwrap_or_default();
                    assert_eq!(check(style, kept), Ok(()), "{style} in {html}");
                }
            }
        }
    }
}

/// The pieces of hostile markup.
const PIECES: &[&str] = &[
    "<form>",
    "</form>",
    "<math>",
    "</math>",
    "<mi>",
    "<mtext>",
    "</mtext>",
    "<mglyph>",
    "<malignmark>",
    "<annotation-xml>",
    "<annotation-xml encoding=text/html>",
    "<svg>",
    "</svg>",
    "<foreignObject>",
    "<desc>",
    "<title>",
    "</title>",
    "<g>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<xmp>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "</template>",
    "<template for=a>",
    "<?marker name=a?>",
    "<?marker name='a'?>",
    "<table>",
    "</table>",
    "<caption>",
    "<tr>",
    "<td>",
    "</td>",
    "<select>",
    "</select>",
    "<option>",
    "<p>",
    "</p>",
    "<a href=x>",
    "</a>",
    "<b>",
    "</b>",
    "<nobr>",
    "<h1>",
    "<h2>",
    "<li>",
    "<button>",
    "<div>",
    "</div>",
    "<font color=red>",
    "<br>",
    "<plaintext>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<a title=\"</style><img src=x onerror=f()>\">",
    "<p title='--><img src=x>'>",
    "<b id=\"</noscript><img src=x>\">",
    "&lt;img src=x&gt;",
    "<img src=x>",
    "x",
    " ",
    "\n",
    "<frameset>",
    "<body>",
    "<head>",
];

/// Any soup of these pieces, in any setting.
fn soup() -> impl Strategy<Value = (String, Setting)> {
    let context = select(
        &[None, None, Some("div"), Some("td"), Some("form"), Some("table"), Some("template")][..],
    );
    let setting = (
        any::<bool>(),
        any::<bool>(),
        context,
        select(&[None, Some(7), Some(8), Some(9), Some(10)][..]),
    )
        .prop_map(|(living, scripting, context, depth)| Setting {
            revision: if living { Revision::Living2026 } else { Revision::Snapshot2024 },
            scripting,
            context,
            depth,
        });
    (prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat()), setting)
}

/// Adds a trial.
fn add_trial(suites: &mut Suites, name: &str, check: impl FnOnce() + Send + 'static) {
    suites.add_trial(format!("mutation_xss {name}"), || {
        check();
        Ok(())
    });
}

pub(crate) fn add(suites: &mut Suites) {
    for case in FAMILIES.iter().flat_map(|family| family.iter()) {
        add_trial(suites, case.name, || case.check());
        add_trial(suites, &format!("sanitized: {}", case.name), || case.check_sanitized());
    }
    add_trial(suites, "noscript mutates where scripting is on and was off", || {
        let off = same("", "").setting;
        let document =
            parse("<p><noscript><!--</noscript><img src=x onerror=f()>--></noscript>", off);
        let (_, new) = mutations(&document, Setting { scripting: true, ..off });
        assert!(new.contains(&Thing::Element(Namespace::Html, "img".to_owned())), "{new:?}");
    });
    add_trial(suites, "nothing in any soup mutates without a reason", || {
        let result = TestRunner::new(config(2048)).run(&soup(), |(text, setting)| {
            mutation::check(&text, setting);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{error}"));
    });
}
