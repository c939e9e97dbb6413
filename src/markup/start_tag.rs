//! The effect of a start tag.

use crate::elements::{ElementClass, ElementRow, StartTagRule, TagSet, Traits};
use crate::names::{ElementName, LocalName, Namespace, known};

use super::effect::Effect;
use super::foreign::is_html_start_tag;
use super::level::{Level, Others};
use super::nest::Nest;
use super::place::Place;
use super::table_part::TablePart;

impl<T> Nest<T> {
    /// Returns the effect of the start tag of an element here.
    #[inline(always)] // Writers ask for each element, and nearly all take the first branch.
    pub fn effect(&self, name: ElementName) -> Effect {
        // Nearly all elements: of HTML, in one of HTML, with nothing to close.
        if name.namespace == Namespace::Html
            && let Some(level) = self.open.last()
            && level.name.namespace == Namespace::Html
            && level.place.has_flow()
            && !ElementRow::of(name.local)
                .start_tag
                .has(StartTagRule::OTHER.union(level.around.closing))
        {
            return Effect::Inserts;
        }
        self.effect_of_any(name)
    }

    #[inline(never)]
    fn effect_of_any(&self, name: ElementName) -> Effect {
        let place = self.open.last().map_or(Place::Flow, |level| level.place);
        let row = name.row();
        if name.namespace != Namespace::Html {
            return self.effect_of_foreign(name, row, place);
        }
        if place.has_flow() {
            return match self.stays_in_mathml(name.local) {
                true => Effect::Moves,
                false => self.effect_in_flow(name.local, row),
            };
        }
        match place {
            Place::Table | Place::ColumnGroup | Place::Section | Place::Row => {
                self.effect_in_table(name.local, row, place)
            }
            Place::Head if row.is(Traits::IN_HEAD) => Effect::Inserts,
            // "Create an element for the token", without an end tag.
            Place::Frameset if name.local == known::FRAME => Effect::Inserts,
            Place::Head | Place::Frameset | Place::Foreign => self.moves_from(place),
            Place::Unknown => self.effect_in_unknown(name.local, row),
            Place::Text => Effect::Unsure,
            Place::Flow | Place::Cell | Place::Caption | Place::Template => {
                debug_assert!(false, "these have flow");
                Effect::Unsure
            }
        }
    }

    /// Whether a start tag makes an element of MathML here, though the place is one of HTML.
    ///
    /// <https://html.spec.whatwg.org/#mathml-text-integration-point>
    #[inline]
    fn stays_in_mathml(&self, tag: LocalName) -> bool {
        self.open.last().is_some_and(|level| {
            level.name.namespace == Namespace::MathMl
                && !is_html_start_tag(level.name, level.place, tag)
        })
    }

    /// Returns the effect of the start tag of an element of SVG or MathML.
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inforeign>
    fn effect_of_foreign(&self, name: ElementName, row: &ElementRow, place: Place) -> Effect {
        let is_root = matches!(
            (name.namespace, name.local),
            (Namespace::Svg, known::SVG) | (Namespace::MathMl, known::MATH)
        );
        let is_same = || self.current().is_some_and(|current| current.namespace == name.namespace);
        match place {
            _ if place.has_flow() && is_root => Effect::Inserts,
            Place::Foreign if is_same() && row.is(Traits::STAYS_FOREIGN) => Effect::Inserts,
            Place::Foreign | Place::Unknown => Effect::Unsure,
            _ if place.has_flow() || !self.is_at_context() => Effect::Unsure,
            _ => Effect::ReachesOut,
        }
    }

    /// Returns the effect of a start tag in a table, outside of its cells and captions.
    fn effect_in_table(&self, name: LocalName, row: &ElementRow, place: Place) -> Effect {
        match name {
            known::TEMPLATE => Effect::Inserts,
            known::SCRIPT | known::STYLE if place != Place::ColumnGroup => Effect::Inserts,
            // A hidden `input` is inserted, any other one moved.
            known::INPUT if self.is_at_context() => Effect::ReachesOut,
            known::INPUT => Effect::Unsure,
            // It ends at once.
            known::FORM if self.ignores_forms() => self.in_place_of(known::FORM, Effect::Moves),
            known::FORM => Effect::Unsure,
            _ => match TablePart::of(name, row) {
                Some(part) => self.effect_of_table_part(part),
                None => self.moves_from(place),
            },
        }
    }

    /// Returns the effect of a start tag "in body".
    ///
    /// <https://html.spec.whatwg.org/#parsing-main-inbody>
    #[inline]
    fn effect_in_flow(&self, name: LocalName, row: &ElementRow) -> Effect {
        let rule = row.start_tag;
        if rule.has(StartTagRule::OTHER) {
            return self.effect_of_other(name, row);
        }
        match self.closed_by_rule(rule) {
            Ok(0) => Effect::Inserts,
            Ok(closed) => self.closing(closed),
            Err(effect) => effect,
        }
    }

    /// Returns the effect of a start tag in an element of which it is not known whether it has
    /// flow.
    fn effect_in_unknown(&self, name: LocalName, row: &ElementRow) -> Effect {
        match self.is_at_context() || self.effect_in_flow(name, row) == Effect::ReachesOut {
            true => Effect::ReachesOut,
            false => Effect::Unsure,
        }
    }

    /// Returns how many elements the steps of a rule close. If that is not known, returns the
    /// effect of the start tag.
    #[inline]
    fn closed_by_rule(&self, rule: StartTagRule) -> Result<usize, Effect> {
        let out_of_sight = || self.out_of_sight();
        let closing = self.around(0).closing;
        let mut closed = 0;
        if rule.has(StartTagRule::CLOSES_LI) && closing.has(StartTagRule::CLOSES_LI) {
            closed = self.count_to(0, |level| level.is_html(known::LI)).ok_or_else(out_of_sight)?;
        }
        if rule.has(StartTagRule::CLOSES_DD_AND_DT) && closing.has(StartTagRule::CLOSES_DD_AND_DT) {
            let is_item = |name: ElementName| name.is_html(known::DD) || name.is_html(known::DT);
            closed = self.count_to(0, |level| is_item(level.name)).ok_or_else(out_of_sight)?;
        }
        if rule.has(StartTagRule::CLOSES_P)
            && self.around(closed).closing.has(StartTagRule::CLOSES_P)
        {
            let is_p = |level: &Level<T>| level.is_html(known::P);
            closed = self.count_to(closed, is_p).ok_or_else(out_of_sight)?;
        }
        if rule.has(StartTagRule::CLOSES_HEADING)
            && self.around(closed).closing.has(StartTagRule::CLOSES_HEADING)
        {
            closed += 1;
        }
        // The adoption agency algorithm ends it.
        if rule.has(StartTagRule::CLOSES_A)
            && self.around(closed).closing.has(StartTagRule::CLOSES_A)
        {
            return Err(match self.is_in_scope(closed, known::A) {
                true => self.in_place_of(known::A, Effect::Unsure),
                // It leaves the stack of open elements alone, from around the scope. So its end tag
                // may end another element with that name, and later ones what is farther out.
                false => self.out_of_sight(),
            });
        }
        Ok(closed)
    }

    /// Whether an element with that name is [in scope], and near, when the innermost `closed`
    /// elements have ended.
    ///
    /// [in scope]: https://html.spec.whatwg.org/#has-an-element-in-scope
    fn is_in_scope(&self, closed: usize, name: LocalName) -> bool {
        let is_boundary = |level: &Level<T>| level.name.row().is_in(ElementClass::SCOPE_BOUNDARY);
        let found = self.count_to(closed, |level| level.is_html(name) || is_boundary(level));
        found.and_then(|found| self.level_above(found - 1)).is_some_and(|it| it.is_html(name))
    }

    /// Returns the effect of a start tag whose rule has other steps, too.
    fn effect_of_other(&self, name: LocalName, row: &ElementRow) -> Effect {
        if let Some(part) = TablePart::of(name, row) {
            return self.effect_of_table_part(part);
        }
        let around = self.around(0);
        let closed = match self.closed_before_other_steps(name, row) {
            Ok(closed) => closed,
            Err(effect) => return effect,
        };
        match name {
            // "Process the token using the rules for the "in head" insertion mode."
            _ if row.is(Traits::IN_HEAD) => Effect::Inserts,
            known::FORM if self.ignores_forms() => self.in_place_of(known::FORM, Effect::Moves),
            // After a part of a table in a `template`, the insertion mode is "in table", whose rule
            // for `form` closes nothing.
            known::FORM if closed > 0 && around.others.has(Others::IN_TEMPLATE) => Effect::Unsure,
            known::NOBR if around.others.has(Others::NOBR_IN_SCOPE) => {
                self.in_place_of(known::NOBR, Effect::Moves)
            }
            known::BUTTON if around.in_scope.intersects(TagSet::of(known::BUTTON)) => {
                self.closing_innermost(known::BUTTON)
            }
            known::INPUT if self.is_in_select() => self.closing_innermost(known::SELECT),
            known::SELECT if self.is_in_select() => self.in_place_of(known::SELECT, Effect::Moves),
            known::HR => match self.is_in_select() {
                true => self.implying_in(known::SELECT, closed, None),
                false => self.closing(closed),
            },
            known::OPTION | known::OPTGROUP => {
                let except = (name == known::OPTION).then_some(known::OPTGROUP);
                match self.is_in_select() {
                    true => self.implying_in(known::SELECT, 0, except),
                    false => self.closing(usize::from(self.is_current(0, known::OPTION))),
                }
            }
            known::RB | known::RTC if around.others.has(Others::RUBY_IN_SCOPE) => {
                self.implying_in(known::RUBY, 0, None)
            }
            known::RP | known::RT if around.others.has(Others::RUBY_IN_SCOPE) => {
                self.implying_in(known::RUBY, 0, Some(known::RTC))
            }
            // `image` becomes an `img`, and a `plaintext` has no end.
            known::IMAGE | known::PLAINTEXT => Effect::Moves,
            // These make elements of SVG and MathML.
            known::SVG | known::MATH => Effect::Moves,
            // Ignored, but for attributes that `html` and `body` lack.
            known::HTML | known::HEAD => Effect::Moves,
            known::BODY | known::FRAMESET => Effect::Moves,
            known::FRAME => Effect::Moves,
            // A sink may copy nodes into it, of an `option` in the same `select`, wherever that is.
            known::SELECTEDCONTENT => self.in_place_of(known::SELECT, Effect::Unsure),
            // The other steps are about content, flags and the list of active formatting elements.
            _ => self.closing(closed),
        }
    }

    /// Returns how many elements the usual steps close before the other steps of a rule. If that is
    /// not known, returns the effect of the start tag.
    fn closed_before_other_steps(
        &self,
        name: LocalName,
        row: &ElementRow,
    ) -> Result<usize, Effect> {
        let closed = self.closed_by_rule(row.start_tag)?;
        match (name, self.quirks) {
            (known::TABLE, Some(true)) => Ok(0),
            (known::TABLE, None) if self.ends_context(closed) => Err(Effect::ReachesOut),
            (known::TABLE, None) if closed > 0 => Err(Effect::Unsure),
            _ => Ok(closed),
        }
    }

    /// Whether the start tag of a `form` is ignored. In a `template`, the form element pointer is
    /// not used.
    fn ignores_forms(&self) -> bool {
        let others = self.around(0).others;
        others.has(Others::FORM_POINTER) && !others.has(Others::IN_TEMPLATE)
    }

    /// Returns the effect of a start tag that generates implied end tags where an element is in
    /// scope, after it has closed `closed` elements. If that one is around a context, it may not be
    /// there after all.
    fn implying_in(&self, name: LocalName, closed: usize, except: Option<LocalName>) -> Effect {
        let implied = self.implied(closed, except);
        match implied > 0 && self.may_be_around(name) {
            true => Effect::ReachesOut,
            false => self.closing(closed + implied),
        }
    }

    /// Whether a `select` is in scope.
    fn is_in_select(&self) -> bool {
        self.around(0).in_scope.intersects(TagSet::of(known::SELECT))
    }

    /// Returns how many elements "generate implied end tags" ends, after `closed` others.
    ///
    /// <https://html.spec.whatwg.org/#generate-implied-end-tags>
    fn implied(&self, closed: usize, except: Option<LocalName>) -> usize {
        let levels = self.open.iter().rev().skip(closed);
        let is_implied = |level: &&Level<T>| {
            level.row().is_in(ElementClass::IMPLIED_END_TAG)
                && except.is_none_or(|except| !level.is_html(except))
        };
        levels.take_while(is_implied).count()
    }
}
