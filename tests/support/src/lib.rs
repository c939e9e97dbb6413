//! Shared by the tests, the benches and the fuzz targets. Nothing here sees more of consomme than
//! its public API.
//!
//! - `config.rs`: the number of inputs for each property
//! - `dat.rs`, `tree_case.rs`: read the `.dat` files of the tree construction suite
//! - `encodings.rs`: texts in every encoding
//! - `events.rs`: checks that events are the tokens of a document
//! - `expectations.rs`: cases that are known to fail, with the reason
//! - `families.rs`: hostile documents of any size; the only part for unit tests of consomme,
//!   because it has no types of consomme: these would be of another build of the crate
//! - `fuzz_cases.rs`: the fuzz targets on seeds, finds and generated documents
//! - `generator/`: documents made from the vocabulary of the standard
//! - `heap.rs`: how much memory a call takes
//! - `in_page.rs`: sanitized text in a page
//! - `json_suite.rs`, `tokenizer_suite.rs`: read and run the JSON files of the tokenizer suite
//! - `memory/`: the promises about memory, and documents to try them with
//! - `page_tasks.rs`: how long tasks on real pages take
//! - `patterns.rs`: markup that takes most memory for its bytes
//! - `pretty.rs`: checks the promises of pretty-printing
//! - `reference_serializer.rs`: the standard's fragment serialization, step by step
//! - `reference_tokenizer/`: a tokenizer that follows the standard step by step
//! - `rendered.rs`: checks that rendered text leads back to the source
//! - `rows.rs`: cases that are rows of a text file
//! - `sanitizer/`: payloads, and checks of safety
//! - `script_engine.rs`: runs the few statements of the shared suites' scripted cases
//! - `soup.rs`: markup for properties
//! - `source_check.rs`: checks that positions are right
//! - `stream_selectors.rs`: selectors for streams, refused ones, too
//! - `styles.rs`: checks of `style` attributes
//! - `suite.rs`: finds the shared suites and runs each case as a trial of its own
//! - `targets/`: the checks of the fuzz targets
//! - `tokens.rs`, `tree_dump.rs`: write tokens and trees as the suites write them
//! - `tree.rs`: questions about trees
//! - `web/`: checks of consomme-web
//! - `xml.rs`: checks that XML is well-formed and the tree of the document

pub mod config;
pub mod dat;
pub mod encodings;
pub mod events;
pub mod expectations;
pub mod families;
pub mod fuzz_cases;
pub mod generator;
pub mod heap;
pub mod in_page;
pub mod json_suite;
pub mod memory;
pub mod page_tasks;
pub mod patterns;
pub mod pretty;
pub mod reference_serializer;
pub mod reference_tokenizer;
pub mod rendered;
pub mod rows;
#[cfg(feature = "sanitizer")]
pub mod sanitizer;
pub mod script_engine;
pub mod soup;
pub mod source_check;
pub mod stream_selectors;
pub mod styles;
pub mod suite;
pub mod targets;
pub mod tokenizer_suite;
pub mod tokens;
pub mod tree;
pub mod tree_case;
pub mod tree_dump;
#[cfg(feature = "web")]
pub mod web;
pub mod xml;
