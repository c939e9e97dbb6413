//! How long Markdown and plain text of real pages take, as a part of the time that parsing takes.
//!
//! ```text
//! cargo bench -p consomme-markdown [-- ROUNDS]
//! ```
//!
//! The pages are the `.html` files of the folder `CONSOMME_PAGES`, by default `shared/corpus/pages`
//! beside the repository.

use consomme_markdown::consomme::rendering::TextOptions;
use consomme_markdown::{to_markdown, to_text};
use consomme_test::page_tasks::{Task, measure};

const TASKS: &[Task<()>] = &[
    ("rendered events", |document, ()| document.rendered(&TextOptions::new()).count()),
    ("inner_text", |document, ()| document.inner_text().len()),
    ("Markdown", |document, ()| to_markdown(document).len()),
    ("plain text", |document, ()| to_text(document).len()),
];

fn main() {
    measure(|_| (), TASKS);
}
