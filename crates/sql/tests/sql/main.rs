//! The tests of the public functions, in one program: each program of tests would link the engine
//! again.
//!
//! - `cluster.rs`: a cluster gives the answers of one process, also when executors die
//! - `functions.rs`: every function gives the same as the crates
//! - `limits.rs`: a page never fails a query
//! - `losses.rs`: a cluster never gives a wrong answer, whatever happens to an executor
//! - `messages.rs`: what the program says when it cannot go on
//! - `one_parse.rs`: several functions of one page are one parse
//! - `stores.rs`: files in stores of S3 and on servers of HTTP
//! - `tls.rs`: a cluster with certificates
//! - `warc.rs`: `read_warc` and `warc_record`
//! - `support/`: helpers that several of these share

mod cluster;
mod functions;
mod limits;
mod losses;
mod messages;
mod one_parse;
mod stores;
mod support;
mod tls;
mod warc;
