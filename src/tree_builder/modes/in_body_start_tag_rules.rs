//! The "in body" insertion mode: the start tags whose rules insert an element and do little else.
//!
//! What they do is a row of a table, so that the body loop processes them by a few tests of bits
//! instead of a jump that depends on the name. The match in `in_body` has the others.

use crate::input::ParseContext;
use crate::names::known::{self, KNOWN_COUNT};
use crate::names::{ElementName, LocalName};
use crate::parse_error::ParseErrorCode;
use crate::tokenizer::token::Tag;
use crate::tree_builder::TreeBuilder;
use crate::tree_builder::element_row::ElementRow;
use crate::tree_builder::element_sets::{ElementClass, TagSet};
use crate::tree_sink::TreeSink;

/// What a rule does with a start tag besides inserting an HTML element for it: a bit for each step,
/// in the order of the steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StartTagRule(u16);

impl StartTagRule {
    /// "Insert an HTML element for the token."
    const INSERTS: Self = Self(0);
    /// "Set the frameset-ok flag to "not ok"."
    const SETS_FRAMESET_NOT_OK: Self = Self(1 << 0);
    /// Closes the `li` before it.
    const CLOSES_LI: Self = Self(1 << 1);
    /// "If the stack of open elements has a `p` element in button scope, then close a `p` element."
    const CLOSES_P: Self = Self(1 << 2);
    /// "If the current node is an HTML element whose tag name is one of "h1", "h2", "h3", "h4",
    /// "h5", or "h6", then this is a parse error; pop the current node off the stack of open
    /// elements."
    const CLOSES_HEADING: Self = Self(1 << 3);
    /// Ends an `a` in the list of active formatting elements.
    const CLOSES_A: Self = Self(1 << 4);
    /// "Reconstruct the active formatting elements, if any."
    const RECONSTRUCTS: Self = Self(1 << 5);
    /// The element may be associated with the form that the form element pointer points to.
    const ASSOCIATES_WITH_FORM: Self = Self(1 << 6);
    /// "Push onto the list of active formatting elements that element."
    const IS_FORMATTING: Self = Self(1 << 7);
    /// "Immediately pop the current node off the stack of open elements. Acknowledge the token's
    /// self-closing flag, if it is set."
    pub(crate) const IS_VOID: Self = Self(1 << 8);
    /// Something else: the match in `in_body` has the rule.
    pub(crate) const DOES_MORE: Self = Self(1 << 9);

    /// The rule for "any other start tag".
    pub(crate) const ANY_OTHER: Self = Self::RECONSTRUCTS;

    /// Returns what both do.
    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns those of the elements that it closes that [`TagSet`] knows.
    pub(crate) const fn closes(self) -> TagSet {
        let p = TagSet::P_IN_BUTTON_SCOPE.only_if(self.does(Self::CLOSES_P));
        p.union(TagSet::of(known::LI).only_if(self.does(Self::CLOSES_LI)))
    }

    /// Whether the rule does that.
    #[inline(always)]
    pub(crate) const fn does(self, step: Self) -> bool {
        self.0 & step.0 != 0
    }
}

/// The rules, by the index of the name.
pub(crate) const START_TAG_RULES: [StartTagRule; KNOWN_COUNT] = {
    let mut rules = [StartTagRule::ANY_OTHER; KNOWN_COUNT];
    let mut i = 0;
    while i < NAMES.len() {
        let (rule, names) = NAMES[i];
        let mut j = 0;
        while j < names.len() {
            if let Some(index) = names[j].known_index() {
                rules[index] = rule;
            }
            j += 1;
        }
        i += 1;
    }
    rules
};

/// Each rule with its tag names, but for "any other start tag", in the order of the standard.
///
/// <https://html.spec.whatwg.org/#parsing-main-inbody>
#[rustfmt::skip]
const NAMES: &[(StartTagRule, &[LocalName])] = &[
    (StartTagRule::CLOSES_P, &[
        known::ADDRESS, known::ARTICLE, known::ASIDE, known::BLOCKQUOTE, known::CENTER, known::DETAILS, known::DIALOG,
        known::DIR, known::DIV, known::DL, known::FIGCAPTION, known::FIGURE, known::FOOTER, known::HEADER,
        known::HGROUP, known::MAIN, known::MENU, known::NAV, known::OL, known::P, known::SEARCH, known::SECTION,
        known::SUMMARY, known::UL,
    ]),
    (StartTagRule::CLOSES_P.and(StartTagRule::ASSOCIATES_WITH_FORM), &[known::FIELDSET]),
    (StartTagRule::CLOSES_P.and(StartTagRule::CLOSES_HEADING), &[
        known::H1, known::H2, known::H3, known::H4, known::H5, known::H6,
    ]),
    (StartTagRule::SETS_FRAMESET_NOT_OK.and(StartTagRule::CLOSES_LI).and(StartTagRule::CLOSES_P), &[known::LI]),
    (StartTagRule::CLOSES_A.and(StartTagRule::RECONSTRUCTS).and(StartTagRule::IS_FORMATTING), &[known::A]),
    (StartTagRule::RECONSTRUCTS.and(StartTagRule::IS_FORMATTING), &[
        known::B, known::BIG, known::CODE, known::EM, known::FONT, known::I, known::S, known::SMALL, known::STRIKE,
        known::STRONG, known::TT, known::U,
    ]),
    (StartTagRule::SETS_FRAMESET_NOT_OK.and(StartTagRule::RECONSTRUCTS).and(StartTagRule::IS_VOID), &[
        known::AREA, known::BR, known::EMBED, known::KEYGEN, known::WBR,
    ]),
    (StartTagRule::SETS_FRAMESET_NOT_OK.and(StartTagRule::RECONSTRUCTS).and(StartTagRule::IS_VOID)
        .and(StartTagRule::ASSOCIATES_WITH_FORM), &[known::IMG]),
    (StartTagRule::INSERTS.and(StartTagRule::IS_VOID), &[known::PARAM, known::SOURCE, known::TRACK]),
    (StartTagRule::RECONSTRUCTS.and(StartTagRule::ASSOCIATES_WITH_FORM), &[known::OUTPUT]),
    (StartTagRule::DOES_MORE, &[
        known::APPLET, known::BASE, known::BASEFONT, known::BGSOUND, known::BODY, known::BUTTON, known::CAPTION,
        known::COL, known::COLGROUP, known::DD, known::DT, known::FORM, known::FRAME, known::FRAMESET, known::HEAD,
        known::HR, known::HTML, known::IFRAME, known::IMAGE, known::INPUT, known::LINK, known::LISTING,
        known::MARQUEE, known::MATH, known::META, known::NOBR, known::NOEMBED, known::NOFRAMES, known::NOSCRIPT,
        known::OBJECT, known::OPTGROUP, known::OPTION, known::PLAINTEXT, known::PRE, known::RB, known::RP, known::RT,
        known::RTC, known::SCRIPT, known::SELECT, known::SELECTEDCONTENT, known::STYLE, known::SVG, known::TABLE,
        known::TBODY, known::TD, known::TEMPLATE, known::TEXTAREA, known::TFOOT, known::TH, known::THEAD,
        known::TITLE, known::TR, known::XMP,
    ]),
];

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a start tag by the rule in its row, which does no more than the table says.
    // Always inlined into its two callers, of which one is the body loop.
    #[inline(always)]
    pub(crate) fn start_tag_by_rule(
        &mut self,
        row: &ElementRow,
        tag: &Tag,
        context: &mut ParseContext,
    ) {
        let rule = row.start_tag;
        debug_assert!(!rule.does(StartTagRule::DOES_MORE), "the match in `in_body` has the rule");
        if self.has_to_prepare_for(row) {
            self.prepare_by_rule(rule, context);
        }
        self.frameset_ok &= !rule.does(StartTagRule::SETS_FRAMESET_NOT_OK);
        match self.usual_place() {
            Some((parent, parent_level))
                if !(rule.does(StartTagRule::ASSOCIATES_WITH_FORM) & self.form.is_some()) =>
            {
                let name = ElementName::html(tag.name);
                let element = self.create_element_for_token(tag, name, parent, context);
                self.sink.append(parent, element);
                if rule.does(StartTagRule::IS_VOID) {
                    // It need not be pushed to be popped.
                    self.sink.element_popped(element, name, &context.strings);
                    self.acknowledge_self_closing();
                    return;
                }
                self.open.push_html(element, tag.name, row, parent_level + 1, tag.range());
                if rule.does(StartTagRule::IS_FORMATTING) {
                    self.push_onto_active_formatting_elements(element, tag, context);
                }
            }
            _ => self.insert_elsewhere_by_rule(rule, tag, context),
        }
    }

    /// Returns whether a rule may change something before it inserts the element.
    // In one condition without a branch inside: which of the steps a rule has differs from tag to
    // tag, so that branches on them predict badly; that a step has something to do is rare.
    #[inline(always)]
    fn has_to_prepare_for(&self, row: &ElementRow) -> bool {
        let rule = row.start_tag;
        self.open.has_any_in_scope(row.closes)
            | (rule.does(StartTagRule::CLOSES_HEADING) & self.is_current_heading())
            | (rule.does(StartTagRule::CLOSES_A) & self.formatting.has_any(known::A))
            | (rule.does(StartTagRule::RECONSTRUCTS) & self.may_need_reconstruction())
    }

    /// Does what a rule does before it inserts the element.
    // Never inlined: one start tag in twenty comes here.
    #[inline(never)]
    fn prepare_by_rule(&mut self, rule: StartTagRule, context: &mut ParseContext) {
        if rule.does(StartTagRule::CLOSES_LI) {
            self.close_li_before_li(context);
        }
        if rule.does(StartTagRule::CLOSES_P) {
            self.close_p_element_in_button_scope(context);
        }
        if rule.does(StartTagRule::CLOSES_HEADING) && self.is_current_heading() {
            self.error(ParseErrorCode::NestedHeading, context);
            self.pop(context);
        }
        if rule.does(StartTagRule::CLOSES_A) {
            self.close_a_before_a(context);
        }
        if rule.does(StartTagRule::RECONSTRUCTS) {
            self.reconstruct_active_formatting_elements(context);
        }
    }

    /// Inserts the element for a tag where the place or the form that it belongs to is not the
    /// usual one.
    // Never inlined, to keep the body loop short.
    #[inline(never)]
    fn insert_elsewhere_by_rule(
        &mut self,
        rule: StartTagRule,
        tag: &Tag,
        context: &mut ParseContext,
    ) {
        if rule.does(StartTagRule::ASSOCIATES_WITH_FORM) {
            self.insert_form_associated_element(tag, context);
        } else if rule.does(StartTagRule::IS_FORMATTING) {
            self.insert_formatting_element(tag, context);
        } else {
            self.insert_html_element(tag, context);
        }
        if rule.does(StartTagRule::IS_VOID) {
            self.pop_void_element(context);
        }
    }

    /// Closes the `li` before a start tag `li`.
    #[inline]
    fn close_li_before_li(&mut self, context: &mut ParseContext) {
        if self.open.last_position_of_item(known::LI).is_some() {
            self.close_element_and_implied(known::LI, context);
        }
    }

    /// Whether the current node is a heading.
    #[inline(always)]
    fn is_current_heading(&self) -> bool {
        self.open.current().is_some_and(|current| current.class.intersects(ElementClass::HEADING))
    }
}
