//! The walk over a tree that finds all fields.

use consomme::{BaseUrl, ElementRef, NodeRef};

use crate::error::FieldError;
use crate::field::{Kind, Take};
use crate::options::PageOptions;
use crate::schema::{Compiled, Schema};
use crate::selector::{Decided, Output};
use crate::value::{Page, Record, Value, convert};

/// How many errors an extraction keeps. More are counted only.
const MAX_ERRORS: usize = 100;

/// How many characters of a text an error shows.
const SHOWN: usize = 60;

/// The values of a page, and their errors.
#[derive(Clone, Debug, Default)]
pub struct Extracted {
    pub(crate) record: Record,
    pub(crate) errors: Vec<FieldError>,
    pub(crate) errors_left_out: usize,
}

impl Extracted {
    /// Returns the values. A value with an error is [`Value::Missing`].
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the values.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Returns the errors, in the order of the fields; the first hundred of them.
    pub fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// Returns how many more errors there are.
    pub fn errors_left_out(&self) -> usize {
        self.errors_left_out
    }

    /// Returns the values if nothing is wrong with them.
    ///
    /// # Errors
    ///
    /// The first error.
    pub fn into_result(self) -> Result<Record, FieldError> {
        match self.errors.into_iter().next() {
            None => Ok(self.record),
            Some(error) => Err(error),
        }
    }
}

/// A match of a field.
#[derive(Debug)]
pub(crate) struct Taken<'a> {
    pub(crate) element: ElementRef<'a>,
    pub(crate) text: String,
}

/// The matches of a field.
#[derive(Debug, Default)]
pub(crate) struct Slot<'a> {
    pub(crate) taken: Vec<Taken<'a>>,
    /// For a field that takes the first text: the matching elements up to the one that has it, with
    /// the rule by which it matches.
    pub(crate) seen: Vec<(ElementRef<'a>, Decided)>,
}

impl Schema {
    /// Finds the fields below a node or in a document.
    pub fn extract<'a>(&self, node: impl Into<NodeRef<'a>>) -> Extracted {
        self.extract_with(node, &PageOptions::new())
    }

    /// Finds the fields below a node or in a document whose address is known.
    pub fn extract_with<'a>(
        &self,
        node: impl Into<NodeRef<'a>>,
        options: &PageOptions,
    ) -> Extracted {
        let node = node.into();
        let address = options.get_address();
        let base = address.and_then(|address| node.document().base_url(address));
        self.extract_on(node, base)
    }

    /// Finds the fields below a node whose URLs are resolved against a base.
    pub(crate) fn extract_on(&self, node: NodeRef<'_>, base: Option<BaseUrl>) -> Extracted {
        let mut extracted = Extracted::default();
        extracted.record = self.fill(node, &Page { base }, &mut extracted);
        extracted
    }

    /// Finds the matches of all fields in one walk.
    pub(crate) fn find<'a>(&self, scope: NodeRef<'a>) -> Vec<Slot<'a>> {
        let mut slots: Vec<Slot<'a>> = Vec::new();
        slots.resize_with(self.fields.len(), Slot::default);
        let mut open = self.fields.len();
        if let Some(element) = scope.as_element() {
            // The walk is over the content of the element.
            let own = (0..self.parts.len()).filter(|part| self.parts[*part].is_scope);
            open -= self.take_parts(element, own, &mut slots);
        }
        let mut matches = self.set.matches_in(scope);
        while open > 0
            && let Some((element, parts)) = matches.next()
        {
            open -= self.take_parts(element, parts, &mut slots);
        }
        slots
    }

    /// Takes the texts of an element that matches some parts. Returns how many fields need no more.
    fn take_parts<'a>(
        &self,
        element: ElementRef<'a>,
        parts: impl IntoIterator<Item = usize>,
        slots: &mut [Slot<'a>],
    ) -> usize {
        let mut taken: Vec<(usize, &Output)> = Vec::new();
        let mut filled = 0;
        for part in parts.into_iter().map(|part| &self.parts[part]) {
            let (field, slot) = (&self.fields[part.field], &mut slots[part.field]);
            let is_first = field.take == Take::First;
            // An element that matches two parts gives the same text once.
            if is_first && !slot.taken.is_empty() || taken.contains(&(part.field, &part.output)) {
                continue;
            }
            taken.push((part.field, &part.output));
            if is_first {
                let decided = part.decided.as_ref().copied().unwrap_or(Decided::AtEnd);
                slot.seen.push((element, decided));
            }
            field.take_texts(element, &part.output, &mut slot.taken);
            filled += usize::from(is_first && !slot.taken.is_empty());
        }
        filled
    }

    /// Returns the values of the fields below a node.
    // The recursion is that of the schema, which is limited.
    fn fill(&self, scope: NodeRef<'_>, page: &Page, extracted: &mut Extracted) -> Record {
        let slots = self.find(scope);
        let mut fields = Vec::with_capacity(self.fields.len());
        for (field, slot) in self.fields.iter().zip(slots) {
            let value = match &field.group {
                Some(group) => field.groups(group, slot, scope, page, extracted),
                None => field.value(slot, scope, page, extracted),
            };
            fields.push((field.name.clone(), value));
        }
        Record::new(fields)
    }
}

impl Compiled {
    /// Adds the texts that an element gives.
    fn take_texts<'a>(&self, element: ElementRef<'a>, output: &Output, taken: &mut Vec<Taken<'a>>) {
        let is_one = self.take == Take::First;
        let mut take = |text: String| taken.push(Taken { element, text });
        match output {
            _ if self.group.is_some() => take(String::new()),
            // Whether an element matches is all that counts.
            Output::TextContent if self.kind == Kind::Boolean => take("true".to_owned()),
            Output::TextContent => take(element.text_content()),
            Output::Html => take(element.outer_html()),
            Output::Attribute(name) => {
                if let Some(value) = element.attr(name) {
                    take(value.to_owned());
                }
            }
            Output::Texts => {
                let texts = element.children().filter_map(NodeRef::as_text);
                let is_wanted = |text: &&str| self.kind == Kind::Raw || !text.trim().is_empty();
                let texts = texts.filter(is_wanted).map(str::to_owned);
                match is_one {
                    true => texts.take(1).for_each(take),
                    false => texts.for_each(take),
                }
            }
        }
    }

    /// Returns the value of a field that is no group.
    fn value(
        &self,
        slot: Slot<'_>,
        scope: NodeRef<'_>,
        page: &Page,
        extracted: &mut Extracted,
    ) -> Value {
        let is_missing = slot.taken.is_empty();
        let mut values = Vec::with_capacity(slot.taken.len());
        for Taken { element, text } in slot.taken {
            match convert(&text, &self.kind, page) {
                Ok(value) => values.push(value),
                Err(reason) => {
                    extracted.add_error(self, &self.name, reason, Some(&text), element.as_node())
                }
            }
        }
        if is_missing {
            return self.without_match(scope, extracted);
        }
        match &self.take {
            Take::First => values.pop().unwrap_or(Value::Missing),
            Take::All => Value::List(values),
            Take::Joined(separator) => {
                let texts: Vec<String> = values.into_iter().map(written).collect();
                Value::Text(texts.join(separator))
            }
        }
    }

    /// Returns the value of a field that is a group.
    fn groups(
        &self,
        group: &Schema,
        slot: Slot<'_>,
        scope: NodeRef<'_>,
        page: &Page,
        extracted: &mut Extracted,
    ) -> Value {
        if slot.taken.is_empty() {
            return self.without_match(scope, extracted);
        }
        let mut records = Vec::with_capacity(slot.taken.len());
        for (index, taken) in slot.taken.iter().enumerate() {
            let name = match self.take {
                Take::All => format!("{}[{index}]", self.name),
                Take::First | Take::Joined(_) => self.name.to_string(),
            };
            let before = extracted.errors.len();
            let record = group.fill(taken.element.as_node(), page, extracted);
            for error in &mut extracted.errors[before..] {
                *error = error.clone().in_group(&name);
            }
            records.push(Value::Record(record));
        }
        match self.take {
            Take::All => Value::List(records),
            Take::First | Take::Joined(_) => records.pop().unwrap_or(Value::Missing),
        }
    }

    /// Returns the value of a field that matches nothing.
    fn without_match(&self, scope: NodeRef<'_>, extracted: &mut Extracted) -> Value {
        if let Some(default) = &self.default {
            return default.clone();
        }
        if self.is_required {
            let reason = "nothing matches".to_owned();
            extracted.add_error(self, &self.name, reason, None, scope);
        }
        match (&self.take, &self.kind) {
            (Take::All, _) => Value::List(Vec::new()),
            (Take::First, Kind::Boolean) if self.group.is_none() => Value::Boolean(false),
            _ => Value::Missing,
        }
    }
}

impl Extracted {
    fn add_error(
        &mut self,
        field: &Compiled,
        name: &str,
        reason: String,
        text: Option<&str>,
        at: NodeRef<'_>,
    ) {
        if self.errors.len() == MAX_ERRORS {
            self.errors_left_out += 1;
            return;
        }
        let element = at.as_element();
        self.errors.push(FieldError {
            field: name.to_owned(),
            selector: field.selector.clone(),
            reason,
            text: text.map(|text| shortened(text).into()),
            element: element.map(|element| element.css_path().into()),
            offset: element.and_then(|element| element.span()).map(|span| span.range().start),
        });
    }
}

/// Returns the start of a text, with white space collapsed.
fn shortened(text: &str) -> String {
    let start: String = text.trim().chars().take(SHOWN).collect();
    let words: Vec<&str> = start.split_whitespace().collect();
    let end = if start.len() < text.trim().len() { "…" } else { "" };
    words.join(" ") + end
}

/// Returns a value as a part of a joined text.
fn written(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Integer(integer) => integer.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Missing | Value::List(_) | Value::Record(_) => String::new(),
    }
}
