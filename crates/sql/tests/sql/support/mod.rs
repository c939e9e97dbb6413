//! Helpers that several tests share.
//!
//! - `archives.rs`: archives of pages
//! - `certificates.rs`: certificates of the processes of a cluster
//! - `cluster.rs`: a scheduler and executors as processes
//! - `pages.rs`: pages of a folder, soups, and many small ones made from them
//! - `s3.rs`: a server of S3
//! - `tables.rs`: pages as tables and files, answers as text
//! - `wire.rs`: a wire between two processes that can be cut

pub(crate) mod archives;
pub(crate) mod certificates;
pub(crate) mod cluster;
pub(crate) mod pages;
pub(crate) mod s3;
pub(crate) mod tables;
pub(crate) mod wire;
