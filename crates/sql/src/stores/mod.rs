//! Where files are: a disk, S3, Azure's and Google's storage, servers of HTTP.
//!
//! - `address.rs`: the store and the path that an address names
//! - `build.rs`: a store from the scheme of its address and the environment
//! - `pattern.rs`: the files of a pattern in any store
//! - `registry.rs`: the stores of a session, which are built when they are first wanted

mod address;
mod build;
mod pattern;
mod registry;

#[cfg(feature = "cluster")]
pub(crate) use address::url_of;
pub(crate) use address::{Address, file_address};
pub(crate) use pattern::{Found, files, listing_url};
pub use registry::Stores;
#[cfg(feature = "cluster")]
pub(crate) use registry::runtime;
