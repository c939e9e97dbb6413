//! A parse in the hands of its caller: [`Driver`], which pauses at scripts, takes what they write,
//! and lends the document between two steps. The guide to [embedding](crate::guide::embedding)
//! explains it.

pub use crate::parse::{
    DeclaredEncoding, DocumentBuilder, DocumentMut, Driver, PausedScript, Step, WriteError,
};
