//! Helpers that several tests share.
//!
//! - `cluster.rs`: a scheduler and executors as processes
//! - `pages.rs`: pages of a folder, soups, and many small ones made from them
//! - `tables.rs`: pages as tables and files, answers as text

pub(crate) mod cluster;
pub(crate) mod pages;
pub(crate) mod tables;
