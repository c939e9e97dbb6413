//! Microdata in JSON.
//!
//! <https://html.spec.whatwg.org/#json>

use std::collections::{HashMap, HashSet};

use consomme::{ElementRef, NodeId};

use super::item::{names, property_elements};
use super::page::{Microdata, is_item};
use super::value;
use consomme::steps;

/// An object that is written: an item whose properties are not all written.
struct Frame<'a> {
    item: NodeId,
    /// The names of the properties with their elements, the last one first.
    groups: Vec<(&'a str, Vec<ElementRef<'a>>)>,
    /// Whether a property was written, so that a comma comes before the next one.
    has_property: bool,
    /// Whether a value of the last group was written.
    has_value: bool,
}

/// Writes items. Returns `None` if it takes more than `max` bytes and looks at elements.
///
/// The objects that are open are on a stack of their own, so that depth costs no stack frames.
pub(super) fn write<'a>(
    microdata: &Microdata<'a>,
    items: &[ElementRef<'a>],
    max: usize,
) -> Option<String> {
    let mut writer = Writer { microdata, out: String::from(r#"{"items":["#), looked_at: 0, max };
    for (index, &item) in items.iter().enumerate() {
        if index > 0 {
            writer.out.push(',');
        }
        writer.item(item)?;
    }
    writer.out.push_str("]}");
    (writer.out.len() + writer.looked_at <= max).then_some(writer.out)
}

struct Writer<'w, 'a> {
    microdata: &'w Microdata<'a>,
    out: String,
    /// How many elements were looked at.
    looked_at: usize,
    max: usize,
}

impl<'a> Writer<'_, 'a> {
    /// "get the object" for an item.
    ///
    /// <https://html.spec.whatwg.org/#get-the-object>
    fn item(&mut self, item: ElementRef<'a>) -> Option<()> {
        // "memory": the items that are open.
        let mut memory = HashSet::new();
        let mut frames = vec![self.open(item, &mut memory)?];
        while let Some(frame) = frames.last_mut() {
            steps::count(1);
            (self.out.len() + self.looked_at <= self.max).then_some(())?;
            let Some((name, elements)) = frame.groups.last_mut() else {
                self.out.push_str("}}");
                memory.remove(&frame.item);
                frames.pop();
                continue;
            };
            let Some(element) = elements.pop() else {
                self.out.push(']');
                frame.groups.pop();
                frame.has_value = false;
                continue;
            };
            if frame.has_value {
                self.out.push(',');
            } else {
                if frame.has_property {
                    self.out.push(',');
                }
                push_string(name, &mut self.out);
                self.out.push_str(":[");
            }
            frame.has_value = true;
            frame.has_property = true;
            if !is_item(element) {
                push_string(&value::text(element, &self.microdata.page), &mut self.out);
            } else if memory.contains(&element.id()) {
                // "if value is in memory, then let value be the string "ERROR""
                push_string("ERROR", &mut self.out);
            } else {
                frames.push(self.open(element, &mut memory)?);
            }
        }
        Some(())
    }

    /// Writes the start of the object of an item.
    fn open(&mut self, item: ElementRef<'a>, memory: &mut HashSet<NodeId>) -> Option<Frame<'a>> {
        memory.insert(item.id());
        self.out.push('{');
        let types: Vec<_> = item.attr("itemtype").unwrap_or("").split_ascii_whitespace().collect();
        if !types.is_empty() {
            self.out.push_str(r#""type":["#);
            for (index, name) in types.into_iter().enumerate() {
                if index > 0 {
                    self.out.push(',');
                }
                push_string(name, &mut self.out);
            }
            self.out.push_str("],");
        }
        if let Some(id) = item.attr("itemid").and_then(|id| self.microdata.page.join(id)) {
            self.out.push_str(r#""id":"#);
            push_string(&id, &mut self.out);
            self.out.push(',');
        }
        self.out.push_str(r#""properties":{"#);
        let (elements, looked_at) = property_elements(self.microdata, item);
        let mut places = HashMap::new();
        let mut groups: Vec<(&'a str, Vec<ElementRef<'a>>)> = Vec::new();
        for element in elements {
            for name in names(element) {
                self.looked_at += 1;
                let place = *places.entry(name).or_insert_with(|| {
                    groups.push((name, Vec::new()));
                    groups.len() - 1
                });
                groups[place].1.push(element);
            }
        }
        self.looked_at += looked_at;
        groups.reverse();
        groups.iter_mut().for_each(|(_, elements)| elements.reverse());
        Some(Frame { item: item.id(), groups, has_property: false, has_value: false })
    }
}

/// Writes a string "in the shortest possible way (meaning […] only using Unicode escapes in strings
/// for characters that do not have a dedicated escape sequence)".
fn push_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..'\u{20}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out.push('"');
}
