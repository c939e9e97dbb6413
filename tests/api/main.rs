//! The public API as its users meet it.
//!
//! - `absent_features.rs`: what the compiler says about methods of features that are off
//! - `atoms.rs`: names as atoms (feature `atoms`)
//! - `data.rs`: values that can be serialized (feature `serde`)
//! - `events.rs`: documents without a tree
//! - `parse_errors.rs`: an input for each code
//! - `positions.rs`: where nodes are in the source
//! - `recycler.rs`: documents in the memory of others
//! - `shared_text.rs`: documents that share their text
//! - `surface.rs`, `traits.rs`: the public types
//! - `tables.rs`: tables against their sources
//! - `ten_programs/`: programs as a user would write them (features `selectors` and `url`)
//! - `twelve_tasks.rs`: the tasks that people ask for most
//! - `urls.rs`: URLs, resolved (feature `url`)
//! - `xml.rs`: the output as XML

mod absent_features;
#[cfg(feature = "atoms")]
mod atoms;
#[cfg(feature = "serde")]
mod data;
mod events;
mod parse_errors;
mod positions;
mod recycler;
mod shared_text;
mod surface;
mod tables;
#[cfg(all(feature = "selectors", feature = "url"))]
mod ten_programs;
mod traits;
mod twelve_tasks;
#[cfg(feature = "url")]
mod urls;
mod xml;
