//! Compiled schemas.

use std::collections::HashSet;
use std::sync::Arc;

use consomme::select::SelectorSet;

use crate::builder::SchemaBuilder;
use crate::error::{SchemaError, WholePage};
use crate::field::{Field, Kind, Language, Take};
use crate::selector::{self, Decided, Output, Part};
use crate::value::{Value, check_date_format};

/// Named fields of a page, compiled once for any number of pages.
///
/// ```
/// use consomme_schema::{Field, Schema};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = Schema::builder()
///     .text("title", "h1")
///     .field(
///         "soups",
///         Field::css("li").all().fields(
///             Schema::builder()
///                 .text("name", "b")
///                 .field("price", Field::css("i").number()),
///         ),
///     )
///     .build()?;
/// let page = "<h1>Menu</h1><ul><li><b>Leek</b> <i>4.50</i><li><b>Miso</b> <i>3</i></ul>";
/// let document = consomme::parse_str(page);
/// let menu = schema.extract(&document).into_result()?;
/// assert_eq!(menu.get("title").unwrap().as_text(), Some("Menu"));
/// # Ok(())
/// # }
/// ```
///
/// [`extract`](Schema::extract) finds the fields of a tree in one walk, and in one more walk over
/// each group for the fields in it. [`read`](Schema::read) reads a page up to where all fields are
/// certain, and [`each`](Schema::each) reads a document without end.
#[derive(Clone, Debug)]
pub struct Schema {
    pub(crate) fields: Vec<Compiled>,
    /// The parts of the selectors of all fields.
    pub(crate) set: SelectorSet,
    /// For each selector of the set.
    pub(crate) parts: Vec<PartOf>,
}

/// A part of the selector of a field.
#[derive(Clone, Debug)]
pub(crate) struct PartOf {
    pub(crate) field: usize,
    pub(crate) output: Output,
    /// Whether it is the element of a group itself.
    pub(crate) is_scope: bool,
    /// When its matches are certain, or why only the whole page decides them.
    pub(crate) decided: Result<Decided, String>,
}

/// A compiled field.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) name: Arc<str>,
    pub(crate) selector: String,
    pub(crate) kind: Kind,
    pub(crate) take: Take,
    pub(crate) group: Option<Schema>,
    pub(crate) is_required: bool,
    pub(crate) default: Option<Value>,
}

impl Schema {
    /// How deep groups may be nested in each other.
    pub const MAX_DEPTH: usize = 32;

    /// Returns a builder without fields.
    pub fn builder() -> SchemaBuilder {
        SchemaBuilder::new()
    }

    /// Returns the names of the fields, in their order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.fields.iter().map(|field| &*field.name)
    }

    pub(crate) fn compile(builder: SchemaBuilder) -> Result<Schema, SchemaError> {
        compile(builder, 0)
    }

    /// Whether [`read`](Self::read) can stop before the end of a page.
    ///
    /// # Errors
    ///
    /// The first field that only the whole page decides, with the reason: it takes all matches, or
    /// its selector depends on later siblings or on the content of elements.
    ///
    /// ```
    /// use consomme_schema::{Field, Schema};
    ///
    /// let schema = Schema::builder().text("title", "title").field("links", Field::css("a").all());
    /// let reason = schema.build().unwrap().ends_early().unwrap_err();
    /// assert_eq!(reason.field(), "links");
    /// ```
    pub fn ends_early(&self) -> Result<(), WholePage> {
        for (index, field) in self.fields.iter().enumerate() {
            let parts = self.parts.iter().filter(|part| part.field == index);
            let refusal = parts.filter_map(|part| part.decided.as_ref().err()).next();
            let reason = match (&field.take, refusal) {
                (Take::All | Take::Joined(_), _) => "takes all matches on the page".to_owned(),
                (Take::First, Some(reason)) => reason.clone(),
                // Selectors of a group may look at elements around it.
                (Take::First, None) => match field.group.as_ref().and_then(Schema::undecided) {
                    Some(reason) => reason,
                    None => continue,
                },
            };
            let (name, selector) = (field.name.to_string(), field.selector.clone());
            return Err(WholePage { field: name, selector, reason });
        }
        Ok(())
    }
}

impl Schema {
    /// Returns why a selector of the schema, or of a group in it, depends on later elements.
    // The recursion is as deep as the schema, which is limited.
    fn undecided(&self) -> Option<String> {
        let own = self.parts.iter().find_map(|part| part.decided.as_ref().err()).cloned();
        let groups = || self.fields.iter().filter_map(|field| field.group.as_ref());
        own.or_else(|| groups().find_map(Schema::undecided))
    }
}

/// Compiles a schema at a depth of nested groups.
// The recursion is as deep as the schema, which is limited.
fn compile(builder: SchemaBuilder, depth: usize) -> Result<Schema, SchemaError> {
    let mut schema = Schema { fields: Vec::new(), set: SelectorSet::new(), parts: Vec::new() };
    let mut names = HashSet::new();
    for (name, field) in builder.fields {
        let mistake = |offset, reason: String| SchemaError {
            field: name.clone(),
            selector: field.selector.clone(),
            offset,
            reason,
        };
        if !names.insert(name.clone()) {
            return Err(mistake(None, "another field of the group has this name".to_owned()));
        }
        if depth == Schema::MAX_DEPTH {
            let reason = format!("groups are nested more than {} deep", Schema::MAX_DEPTH);
            return Err(mistake(None, reason));
        }
        if field.selector.trim().is_empty() {
            return Err(mistake(None, "the field has no selector".to_owned()));
        }
        let parts = match field.language {
            Language::Css => selector::parse(&field.selector),
            #[cfg(feature = "xpath")]
            Language::XPath => selector::parse_xpath(&field.selector, depth > 0),
        };
        let parts = parts.map_err(|error| mistake(Some(error.offset), error.reason))?;
        if field.group.is_some() {
            check_group(&field, &parts).map_err(|reason| mistake(None, reason))?;
        }
        if let Kind::Date { format: Some(format) } = &field.kind {
            check_date_format(format).map_err(|reason| mistake(None, reason))?;
        }
        schema.add_parts(parts);
        let group = match field.group {
            None => None,
            Some(group) => Some(compile(group, depth + 1).map_err(|error| error.in_group(&name))?),
        };
        schema.fields.push(Compiled {
            name: name.into(),
            selector: field.selector,
            kind: field.kind,
            take: field.take,
            group,
            is_required: field.is_required,
            default: field.default,
        });
    }
    Ok(schema)
}

impl Schema {
    /// The name of the field of [`Schema::of_first`].
    pub(crate) const FIRST: &str = "first";

    /// Returns a schema with one field: the first text that the parts of a selector give, as it is.
    pub(crate) fn of_first(parts: Vec<Part>) -> Schema {
        let mut schema = Schema { fields: Vec::new(), set: SelectorSet::new(), parts: Vec::new() };
        schema.add_parts(parts);
        schema.fields.push(Compiled {
            name: Schema::FIRST.into(),
            selector: String::new(),
            kind: Kind::Raw,
            take: Take::First,
            group: None,
            is_required: false,
            default: None,
        });
        schema
    }

    /// Adds the parts of the next field.
    fn add_parts(&mut self, parts: Vec<Part>) {
        let field = self.fields.len();
        for part in parts {
            let decided = selector::decided(&part);
            let is_scope = matches!(part.text.trim_ascii(), ":scope" | "&");
            self.set.add(part.selector);
            self.parts.push(PartOf { field, output: part.output, is_scope, decided });
        }
    }
}

/// Returns why a field cannot be a group.
fn check_group(field: &Field, parts: &[Part]) -> Result<(), String> {
    if matches!(field.take, Take::Joined(_)) {
        return Err("a group is no text that can be joined".to_owned());
    }
    match parts.iter().all(|part| part.output == Output::TextContent) {
        true => Ok(()),
        false => Err("a group is an element, so its selector has no pseudo-element".to_owned()),
    }
}
