//! From the text that a selector gives to a value.

use consomme::BaseUrl;

use super::{Value, date, number};
use crate::field::Kind;

/// The page that a value is on.
#[derive(Clone, Default, Debug)]
pub(crate) struct Page {
    /// The URL that relative URLs are resolved against, if the address of the page is known.
    pub(crate) base: Option<BaseUrl>,
}

/// Makes a value of a text.
///
/// # Errors
///
/// The reason, if the text is no value of that kind.
pub(crate) fn convert(text: &str, kind: &Kind, page: &Page) -> Result<Value, String> {
    match kind {
        Kind::Raw => Ok(Value::Text(text.to_owned())),
        Kind::Text => Ok(Value::Text(collapse(text))),
        Kind::Boolean => boolean(text).map(Value::Boolean),
        Kind::Number { decimal } => number::parse(text, *decimal),
        Kind::Date { format } => date::parse(text, format.as_deref()).map(Value::Text),
        Kind::Url => url(text, page).map(Value::Text),
    }
}

/// Makes each run of white space one space, and none at the ends.
fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Reads a boolean. An empty text is true: the value of a boolean attribute that is there.
fn boolean(text: &str) -> Result<bool, String> {
    match text.trim_ascii().to_ascii_lowercase().as_str() {
        "" | "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("it is neither `true`, `yes`, `on`, `1` nor `false`, `no`, `off`, `0`".to_owned()),
    }
}

/// Resolves a URL. Without the address of the page, it stays as it is written.
fn url(text: &str, page: &Page) -> Result<String, String> {
    let written = text.trim_ascii();
    match &page.base {
        None => Ok(written.to_owned()),
        Some(base) => base.join(written).ok_or_else(|| "it is no valid URL".to_owned()),
    }
}
