//! The columns of the table, as the source text declares them.

use crate::elements::ElementRow;

/// A set, a list, a step or a kind that a row can have: `Traits::LISTED`, `Content::Void`.
pub(super) struct Column {
    /// The type and the constant or variant.
    pub(super) name: String,
    /// Whether its documentation, or that of its type, has a link.
    pub(super) is_linked: bool,
    /// The bit of the constant; none for a variant.
    bit: u32,
}

impl Column {
    /// Whether a row has it.
    pub(super) fn is_of(&self, row: &ElementRow) -> bool {
        let (kind, constant) = self.name.split_once("::").unwrap();
        match kind {
            "ElementClass" => row.class.0 & self.bit != 0,
            "Traits" => row.traits.0 & self.bit != 0,
            "StartTagRule" => u32::from(row.start_tag.0) & self.bit != 0,
            "Content" => format!("{:?}", row.content) == constant,
            "Display" => format!("{:?}", row.display) == constant,
            _ => unreachable!("{kind} is no column"),
        }
    }
}

/// Reads the columns from the declarations, so that a new one is tested, too.
pub(super) fn columns() -> Vec<Column> {
    let mut columns = Vec::new();
    for (kind, text) in [
        ("ElementClass", include_str!("../element_class.rs")),
        ("Traits", include_str!("../traits.rs")),
        ("StartTagRule", include_str!("../start_tag_rule.rs")),
        ("Content", include_str!("../content.rs")),
        ("Display", include_str!("../display.rs")),
    ] {
        let (head, body) = text.split_once(&format!(" {kind}")).unwrap();
        let is_type_linked = head.rsplit("\n\n").next().unwrap().contains("<https://");
        let mut is_linked = is_type_linked;
        for line in body.lines().map(str::trim) {
            if line.starts_with("///") {
                is_linked |= line.contains("<https://");
                continue;
            }
            if let Some((name, bit)) = constant(line) {
                columns.push(Column { name: format!("{kind}::{name}"), is_linked, bit });
            }
            is_linked = is_type_linked;
        }
    }
    columns
}

/// Reads the declaration of a bit or of a variant.
fn constant(line: &str) -> Option<(&str, u32)> {
    if let Some((name, bit)) = line.split_once(": Self = Self(1 << ") {
        let name = name.strip_prefix("pub(crate) const ")?;
        return Some((name, 1 << bit.strip_suffix(");")?.parse::<u32>().unwrap()));
    }
    let name = line.strip_suffix(',')?;
    name.chars().all(char::is_alphabetic).then_some((name, 0))
}
