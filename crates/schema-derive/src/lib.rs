//! The derive macro of [consomme-schema](https://docs.rs/consomme-schema), which documents and
//! exports it: use that crate, with its feature `derive`.

#![forbid(unsafe_code)]

mod expand;
mod settings;

use proc_macro::TokenStream;

/// Implements `Extract` and `FieldValue` for a struct with named fields.
///
/// Each field has its selector in `#[css("…")]`, or in `#[xpath("…")]` with the feature `xpath`. Its type says how many matches it takes and what
/// they are: `String`, numbers, `bool`, `Option` and `Vec` of these, or another struct with
/// `#[derive(Extract)]`, which is a group. `#[extract(…)]` adds settings:
///
/// | setting | meaning |
/// |---|---|
/// | `url`, `date`, `raw` | the type of a text |
/// | `date = "%d.%m.%Y"` | a date in a format of `strptime` |
/// | `decimal_comma` | a number with a comma before its fraction |
/// | `joined = " "` | all matches as one text |
/// | `default = …` | the value of a page without a match: a literal |
/// | `rename = "…"` | the name in the schema |
/// | `serde` | the type implements serde's `Deserialize`, and is made of the value by it |
#[proc_macro_derive(Extract, attributes(css, xpath, extract))]
pub fn derive_extract(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    expand::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
