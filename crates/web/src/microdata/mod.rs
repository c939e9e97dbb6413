//! Microdata: items with properties.
//!
//! - `item.rs`: items and their properties
//! - `json.rs`: "extract the microdata from those nodes into a JSON form"
//! - `page.rs`: the microdata of a page
//! - `value.rs`: the values of properties

mod item;
mod json;
mod page;
mod value;

pub use item::{Item, Property};
pub use page::Microdata;
pub use value::PropertyValue;
