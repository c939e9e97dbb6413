//! The places of arguments in functions of a page. Plans, values and the rule of one parse take
//! functions apart here.

use datafusion::common::{Result, plan_err};

use super::HTML_FIELDS;
use crate::fields::{Field, field, fields};

/// A field with the number of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Item {
    pub(crate) field: Field,
    pub(crate) arguments: usize,
}

impl Item {
    /// Returns the name of the value in a struct. Fields with arguments can occur several times, so
    /// they have their position, too.
    pub(crate) fn name(self, position: usize) -> String {
        match self.arguments {
            0 => self.field.name.to_owned(),
            _ => format!("{}_{position}", self.field.name),
        }
    }
}

/// Writes items as [`Shape::Several`] takes them: with the number of their arguments, if they have
/// any.
pub(crate) fn write_items(items: impl Iterator<Item = Item>) -> String {
    let one = |Item { field, arguments }: Item| match arguments {
        0 => field.name.to_owned(),
        _ => format!("{}/{arguments}", field.name),
    };
    items.map(one).collect::<Vec<_>>().join(", ")
}

/// Reads items that commas separate.
///
/// # Errors
///
/// If an item is no field, has too few or too many arguments, or occurs twice without arguments.
fn parse_items(function: &str, text: &str) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    for text in text.split(',').map(str::trim) {
        let (name, count) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let Some(field) = field(name) else {
            let known = fields().filter(|field| field.required_arguments() == 0);
            let known: Vec<_> = known.map(|field| field.name).collect();
            return plan_err!("{function}: no field {name:?}; there are {}", known.join(", "));
        };
        let arguments = count.map_or(Some(0), |count| count.parse().ok().filter(|&it| it > 0));
        let allowed = field.required_arguments()..=field.arguments.len();
        let Some(arguments) = arguments.filter(|count| allowed.contains(count)) else {
            return plan_err!("{function}: {name} takes arguments: call html_{name}");
        };
        let item = Item { field, arguments };
        if arguments == 0 && items.contains(&item) {
            return plan_err!("{function}: {name} stands there twice");
        }
        items.push(item);
    }
    Ok(items)
}

/// The places of arguments in a function of a page. The page comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    /// The arguments of a field, then the hints, which can be left out. The value is the field's.
    One(Field),
    /// Items in a literal text, and the hints, at these positions; then the arguments of the
    /// items. The value is a struct.
    Several { items: usize, hints: usize },
}

/// The arguments of a function of a page.
#[derive(Clone, Debug)]
pub(crate) struct Arguments<'a, T> {
    pub(crate) page: &'a T,
    pub(crate) hints: Option<&'a T>,
    /// The fields with their own arguments.
    pub(crate) items: Vec<(Item, &'a [T])>,
}

impl Shape {
    /// The shape of `html_once`, which takes any number of arguments.
    pub(crate) const ONCE: Shape = Shape::Several { items: 2, hints: 1 };

    /// How many arguments come before the arguments of the items of [`Shape::Several`].
    const BEFORE_OWN: usize = 3;

    /// Returns the shape of a function that people call. `None` if that is not one of a page.
    pub(crate) fn of(function: &str) -> Option<Shape> {
        match function {
            HTML_FIELDS => Some(Shape::Several { items: 1, hints: 2 }),
            _ => Some(Shape::One(field(function.strip_prefix("html_")?)?)),
        }
    }

    /// Returns the position of the hints.
    pub(super) fn hints(self) -> usize {
        match self {
            Shape::One(field) => 1 + field.arguments.len(),
            Shape::Several { hints, .. } => hints,
        }
    }

    /// Returns how many arguments there must be, and how many there can be.
    pub(super) fn counts(self) -> (usize, usize) {
        match self {
            Shape::One(field) => (1 + field.required_arguments(), 2 + field.arguments.len()),
            Shape::ONCE => (Shape::BEFORE_OWN, usize::MAX),
            Shape::Several { .. } => (2, Shape::BEFORE_OWN),
        }
    }

    /// Takes the arguments of a function apart. `text` reads a literal text.
    ///
    /// # Errors
    ///
    /// If the items are wrong, or arguments are missing.
    pub(crate) fn take<'a, T>(
        self,
        function: &str,
        given: &'a [T],
        text: impl Fn(&'a T) -> Option<&'a str>,
    ) -> Result<Arguments<'a, T>> {
        let (items, own) = match self {
            Shape::One(field) => {
                let end = given.len().min(self.hints());
                (vec![Item { field, arguments: end.saturating_sub(1) }], given.get(1..end))
            }
            Shape::Several { items, .. } => {
                let Some(names) = given.get(items).and_then(text) else {
                    return plan_err!("{function}: the names of the fields must be a literal text");
                };
                (parse_items(function, names)?, given.get(Shape::BEFORE_OWN..))
            }
        };
        let mut own = own.unwrap_or_default();
        let take = |item: Item| {
            let (first, rest) = own.split_at_checked(item.arguments)?;
            own = rest;
            Some((item, first))
        };
        let items = items.into_iter().map(take).collect::<Option<_>>();
        match (given.first(), items) {
            (Some(page), Some(items)) => {
                Ok(Arguments { page, hints: given.get(self.hints()), items })
            }
            _ => plan_err!("{function}: arguments are missing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, arguments: usize) -> Item {
        Item { field: field(name).unwrap(), arguments }
    }

    #[test]
    fn items_are_read_as_they_are_written() {
        let items = [item("title", 0), item("links", 1), item("select_attr", 2)];
        let text = write_items(items.into_iter());
        assert_eq!(text, "title, links/1, select_attr/2");
        assert_eq!(parse_items("f", &text).unwrap(), items);
        let names = [item("title", 0), item("links", 0)];
        assert_eq!(parse_items("f", " title,links ").unwrap(), names);
    }

    #[test]
    fn wrong_names_are_told() {
        for (names, message) in [
            ("title, titel", "no field \"titel\""),
            ("title,title", "title stands there twice"),
            ("select", "select takes arguments"),
            ("title/0", "title takes arguments"),
            ("title/1", "title takes arguments"),
            ("", "no field \"\""),
        ] {
            let error = parse_items("f", names).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn arguments_are_found_in_each_shape() {
        let text = |text: &&'static str| Some(*text);
        for (shape, given) in [
            (Shape::of("html_links").unwrap(), &["page", "address", "hints"][..]),
            (Shape::ONCE, &["page", "hints", "links/1", "address"]),
        ] {
            let arguments = shape.take("f", given, text).unwrap();
            assert_eq!((*arguments.page, arguments.hints), ("page", Some(&"hints")));
            assert_eq!(arguments.items, [(item("links", 1), &["address"][..])]);
        }
        let fields = Shape::of(HTML_FIELDS).unwrap();
        let arguments = fields.take("f", &["page", "title"], text).unwrap();
        assert_eq!((arguments.hints, arguments.items), (None, vec![(item("title", 0), &[][..])]));
        // Only `html_once` takes items with a number of arguments.
        assert!(fields.take("f", &["page", "links/1", "hints"], text).is_err());
        assert_eq!(Shape::of("html_once"), None);
        assert_eq!(Shape::of("title"), None);
    }
}
