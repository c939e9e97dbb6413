//! Texts, JSON lines and texts that NUL ends.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

/// The form of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Each text ends with a newline.
    Text,
    /// Each text is the field `value` of an object on a line.
    Json,
    /// Each text ends with NUL.
    Null,
}

/// The output of one page.
pub(crate) struct Output<'w> {
    writer: &'w mut dyn Write,
    format: Format,
    /// The name of the page, if the output has to tell pages apart.
    name: Option<&'w str>,
}

impl<'w> Output<'w> {
    pub(crate) fn new(writer: &'w mut dyn Write, format: Format, name: Option<&'w str>) -> Self {
        Output { writer, format, name }
    }

    /// Returns the form of output.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        match self.format {
            Format::Json => self.object(json!({ "value": text })),
            Format::Null => self.ended(text, b'\0'),
            Format::Text => self.ended(text, b'\n'),
        }
    }

    fn ended(&mut self, text: &str, end: u8) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(&[end])
    }

    /// Writes an object on a line, with the name of the page.
    pub(crate) fn object(&mut self, object: Value) -> io::Result<()> {
        let mut fields = Map::new();
        if let Some(name) = self.name {
            fields.insert("file".to_owned(), name.into());
        }
        if let Value::Object(object) = object {
            fields.extend(object);
        }
        serde_json::to_writer(&mut *self.writer, &fields)?;
        self.writer.write_all(b"\n")
    }

    /// Writes a line of JSON that keeps the order of its fields.
    pub(crate) fn json_line(&mut self, json: &str) -> io::Result<()> {
        match (self.name, json.strip_prefix('{')) {
            (Some(name), Some(rest)) => {
                let comma = if rest == "}" { "" } else { "," };
                writeln!(self.writer, "{{\"file\":{}{comma}{rest}", Value::from(name))
            }
            _ => writeln!(self.writer, "{json}"),
        }
    }

    /// Returns the writer, for output that is a page of its own.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        self.writer
    }

    /// Returns the name of the page, if the output has to tell pages apart.
    pub(crate) fn name(&self) -> Option<&'w str> {
        self.name
    }
}
