//! Step-by-step parsing: [`Driver`], which pauses at scripts, takes the text that they write, and
//! lends the document between two steps. The guide to [embedding](crate::guide::embedding) explains
//! it.

pub use crate::parse::{
    DeclaredEncoding, DocumentBuilder, DocumentMut, Driver, PausedScript, Step, WriteError,
};
