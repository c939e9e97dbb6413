//! Document types with their identifiers.

use super::output::Output;

/// Writes a document type with its public and system identifier, unless they are empty. The
/// standard's serialization writes neither.
pub(super) fn write_doctype<O: Output>(
    name: &str,
    public_id: &str,
    system_id: &str,
    out: &mut O,
) -> Result<(), O::Error> {
    out.write("<!DOCTYPE")?;
    if !name.is_empty() {
        out.write(" ")?;
        out.write(name)?;
    }
    if !public_id.is_empty() {
        out.write(" PUBLIC")?;
        write_identifier(public_id, out)?;
    }
    if !system_id.is_empty() {
        out.write(if public_id.is_empty() { " SYSTEM" } else { "" })?;
        write_identifier(system_id, out)?;
    }
    out.write(">")
}

fn write_identifier<O: Output>(id: &str, out: &mut O) -> Result<(), O::Error> {
    let quote = if id.contains('"') { "'" } else { "\"" };
    out.write(" ")?;
    out.write(quote)?;
    out.write(id)?;
    out.write(quote)
}
