//! Text to text: the output is read again until it is stable.

use crate::removals::Removals;
use crate::walk::{Noting, sanitize_in_place};
use consomme::entities::escape_text;
use consomme::{Document, LimitsHit};

use super::readers::{OTHERS, PRIMARY, Reading};
use super::sanitized::Sanitized;
use super::writer::{Written, write_sanitized};

/// How many times text is read again at most: twice, if the context implies elements around it.
const TEXT_ROUNDS: usize = 4;

impl Reading<'_> {
    /// Sanitizes a text without a policy: the kept nodes are written, and the tree is not changed.
    pub(super) fn without_policy(&self, html: &str, removals: &mut Removals) -> Sanitized {
        let mut tree = self.parse_source(html);
        let max_removals = self.options.max_removals;
        let noted = (max_removals > 0).then_some(&mut *removals);
        let limits_hit = tree.limits_hit();
        let written = self.write(&tree, noted);
        if written.is_cut {
            // Only a part of the tree was written, and the account is of all of it.
            if max_removals > 0 {
                *removals = Removals::new(max_removals);
                sanitize_in_place(&mut tree, &mut Noting::new(self.rules, Some(removals)), true);
            }
            return self.as_text(&written.html, limits_hit);
        }
        if written.is_stable && !self.options.always_reads_again {
            return Sanitized::stable(written.html, 0, limits_hit);
        }
        self.until_stable(written.html, limits_hit)
    }

    fn write(&self, document: &Document, removals: Option<&mut Removals>) -> Written {
        // A tree that was cut off or flattened at a limit is read again.
        let has_flow = self.has_flow && !document.limits_hit().any();
        let nest = self.nest(document.root());
        write_sanitized(document, self.rules, removals, nest, has_flow, self.max_bytes)
    }

    /// Reads the output again until that changes nothing. The limits are those reached before.
    fn until_stable(&self, html: String, mut limits_hit: LimitsHit) -> Sanitized {
        match self.read_again(html, self.options.rounds, &mut limits_hit) {
            Ok((html, rounds)) => Sanitized::stable(html, rounds, limits_hit),
            Err(unstable) => self.as_text(&unstable, limits_hit),
        }
    }

    /// Returns a result that did not become stable, or was cut, as text. The limits are those
    /// reached before.
    pub(super) fn as_text(&self, unstable: &str, mut limits_hit: LimitsHit) -> Sanitized {
        let tree = self.parse(PRIMARY, unstable);
        limits_hit = limits_hit.or(tree.limits_hit());
        let text = escape_text(&tree.root().text_content()).replace('\r', "&#13;");
        // Where no text can be, as in a table, there is none.
        let text = self
            .read_again(text, TEXT_ROUNDS, &mut limits_hit)
            .or_else(|_| self.read_again(String::new(), TEXT_ROUNDS, &mut limits_hit));
        debug_assert!(text.is_ok(), "the empty text, or the elements implied by it, is stable");
        let html = text.map_or_else(|_| String::new(), |(html, _)| html);
        Sanitized::text(html, self.options.rounds, limits_hit)
    }

    /// Reads a text again until that changes nothing. Returns the stable text and the number of
    /// rounds, or the last text if none is stable. Adds the limits that were reached where the text
    /// changed.
    fn read_again(
        &self,
        mut html: String,
        rounds: usize,
        limits_hit: &mut LimitsHit,
    ) -> Result<(String, usize), String> {
        for round in 1..=rounds {
            let Some((changed, reached)) = self.changed(&html) else { return Ok((html, round)) };
            *limits_hit = limits_hit.or(reached);
            if changed.is_cut {
                return Err(changed.html);
            }
            html = changed.html;
        }
        Err(html)
    }

    /// Returns what becomes of a text when it is sanitized again, for the first reader for whom it
    /// changes, with the limits that this reader reached; `None` if it is stable.
    fn changed(&self, html: &str) -> Option<(Written, LimitsHit)> {
        let document = self.parse(PRIMARY, html);
        let written = self.write(&document, None);
        if written.html != html || written.has_removed {
            return Some((written, document.limits_hit()));
        }
        if written.is_stable && !self.options.always_reads_again {
            return None;
        }
        let mut depends_on_scripting = written.depends_on_scripting;
        let mut depends_on_revision = written.depends_on_revision || self.differs_in_2024;
        for reader in OTHERS {
            let is_same = (reader.scripting && !depends_on_scripting)
                || (reader.revision != PRIMARY.revision && !depends_on_revision);
            if is_same && !self.options.always_reads_again {
                continue;
            }
            let (document, is_outside) = self.parse_as_other(reader, html);
            let written = self.write(&document, None);
            if written.has_removed || written.is_cut || is_outside {
                return Some((written, document.limits_hit()));
            }
            // Text for one reader can be a `noscript` for another one. If the tree differs from the
            // written one, it may lack elements about which readers differ: a `<template for>` that
            // was carried out leaves no element.
            let is_other_tree = written.html != html;
            depends_on_scripting |= written.depends_on_scripting || is_other_tree;
            depends_on_revision |= written.depends_on_revision || is_other_tree;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use consomme::ParseOptions;

    use crate::{
        Policy, Removal, RemovalReason, SanitizeOptions, Sanitized, Sanitizer, SanitizerConfig,
    };

    fn sanitize_noting(html: &str) -> Sanitized {
        let options = SanitizeOptions::new().max_removals(10);
        options.sanitize(&Sanitizer::allow_everything(), "div", html)
    }

    /// A parser that attaches declarative shadow roots does so for the element that the text is put
    /// into, if a template is outermost in it.
    #[test]
    fn no_template_makes_the_element_around_a_text_a_shadow_host() {
        let all = Sanitizer::allow_everything();
        let mut unwrapping = Sanitizer::allow_everything();
        unwrapping.replace_element_with_children("div");
        let policy = || Policy::new().unwrap_unlisted(true);
        let templates = ["template", "b"].map(|name| (name, ["shadowrootmode"]));
        let listing = SanitizerConfig::new().elements(templates);
        let listing = Sanitizer::from_config(listing).unwrap().policy(policy());
        for html in [
            "<template shadowrootmode=open>1</template>",
            "<template shadowrootmode=CLOSED shadowrootclonable>1</template>",
            "<!-- 1 --><b>2</b><template shadowrootmode=open>1</template>",
            "<div><template shadowrootmode=open>1</template></div>",
            "<div><div><template shadowrootmode=x>1</template></div></div>",
            "<b><template shadowrootmode=open>1</template></b>",
            "<template><template shadowrootmode=open>1</template></template>",
        ] {
            let is_inside = html.starts_with("<b>") || html.starts_with("<template><template");
            let is_in_div = html.starts_with("<div>");
            for (sanitizer, is_kept) in [
                (&all, is_inside || is_in_div),
                (&all.clone().policy(policy()), is_inside || is_in_div),
                (&unwrapping, is_inside),
                (&unwrapping.clone().policy(policy()), is_inside),
                (&listing, is_inside),
            ] {
                let options = SanitizeOptions::new().max_removals(10);
                let sanitized = options.sanitize(sanitizer, "div", html);
                assert!(!sanitized.is_text());
                let found = sanitized.html();
                assert_eq!(found.contains("shadowrootmode"), is_kept, "{html} {found}");
                assert_eq!(options.sanitize(sanitizer, "div", found).html(), found);
                let mut reasons = sanitized.removals().list().iter().map(Removal::reason);
                assert_eq!(reasons.any(|it| it == RemovalReason::ShadowHost), !is_kept, "{html}");

                let page = format!("<body><div>{found}</div>");
                let page = ParseOptions::new().declarative_shadow_roots(true).parse_str(page);
                let div = page.body().unwrap().first_element_child().unwrap();
                assert!(div.shadow_root().is_none(), "{html}");
            }
            // A tree is put somewhere by its nodes.
            let mut tree = ParseOptions::new().parse_fragment("div", html);
            all.sanitize(&mut tree);
            assert!(tree.inner_html().contains("shadowrootmode"));
        }
    }

    #[test]
    fn removals_are_in_the_order_of_the_source_in_templates_too() {
        let html = "<p onclick=a()><template><b onclick=b()></template><i onclick=c()>";
        let sanitized = sanitize_noting(html);
        let removals = sanitized.removals().list().iter();
        let found: Vec<_> = removals.map(|removal| removal.element().unwrap()).collect();
        assert_eq!(found, ["p", "b", "i"]);
    }

    #[test]
    fn the_removals_of_a_text_that_is_too_long_are_all_there() {
        // The `b` is opened again in each `p`, so that the output is cut before the `script`.
        let many = "<p onclick=a()>1".repeat(2000);
        let html = format!("<p><b title={}>{many}<script></script>", "x".repeat(2000));
        let sanitized = sanitize_noting(&html);
        assert!(sanitized.is_text() && sanitized.html().starts_with('1'));
        assert!(!sanitized.html().ends_with(&"1".repeat(2000)), "it was cut");
        // 2,000 handlers, the script, and the markup of a result that is text.
        assert_eq!(sanitized.removals().count(), 2002);
    }
}
