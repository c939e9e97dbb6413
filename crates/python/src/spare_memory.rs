//! The memory of documents that were dropped, for the next ones.

use std::sync::Mutex;

use consomme::{Context, Document, Hints, IntoBytes, IntoText, ParseOptions, Recycler};

/// Documents with less source take their memory from the allocator as fast.
const MIN_SOURCE: usize = 4096;
/// The memory of larger documents goes back to the system, which clears it while they are parsed:
/// that is less of their time.
const MAX_SOURCE: usize = 4 << 20;
/// How many memories are kept: a page is read and dropped before the next one in each of a few
/// threads.
const MAX_SPARE: usize = 4;
/// How much more source than that of the next document the memory may be for: a document that is
/// kept keeps its memory.
const MAX_RATIO: usize = 4;

static SPARE: Mutex<Vec<Spare>> = Mutex::new(Vec::new());

/// The memory of one document.
struct Spare {
    recycler: Recycler,
    /// The length of the source of that document.
    source_length: usize,
}

/// Whether the memory of a document serves another one.
pub(crate) fn is_worth_keeping(source_length: usize) -> bool {
    (MIN_SOURCE..=MAX_SOURCE).contains(&source_length)
}

/// Takes the memory of a document.
pub(crate) fn keep(document: Document, source_length: usize) {
    let mut recycler = Recycler::new(&ParseOptions::new());
    recycler.recycle(document);
    // Another thread holds the lock for a few nanoseconds only, without calling anything.
    let Ok(mut spare) = SPARE.lock() else { return };
    let dropped = (spare.len() == MAX_SPARE).then(|| spare.swap_remove(0));
    spare.push(Spare { recycler, source_length });
    drop(spare);
    drop(dropped);
}

/// Returns a memory for a document whose source has that length.
fn take(source_length: usize) -> Option<Recycler> {
    if !is_worth_keeping(source_length) {
        return None;
    }
    let mut spare = SPARE.lock().ok()?;
    let fits = |spare: &Spare| spare.source_length / MAX_RATIO <= source_length;
    let at = spare.iter().rposition(fits)?;
    Some(spare.swap_remove(at).recycler)
}

/// Parses bytes with the default options, in spare memory if there is any.
pub(crate) fn parse_document(bytes: &[u8], hints: &Hints) -> Document {
    match take(bytes.len()) {
        Some(mut recycler) => recycler.parse_document(bytes, hints),
        None => ParseOptions::new().parse_document(bytes.into_bytes(), hints),
    }
}

/// Parses text with the default options, in spare memory if there is any.
pub(crate) fn parse_str<'a>(length: usize, text: impl IntoText<'a>) -> Document {
    match take(length) {
        Some(mut recycler) => recycler.parse_str(text),
        None => ParseOptions::new().parse_str(text),
    }
}

/// Parses a fragment with the default options, in spare memory if there is any.
pub(crate) fn parse_fragment<'a>(
    length: usize,
    context: Context<'a>,
    text: impl IntoText<'a>,
) -> Document {
    match take(length) {
        Some(mut recycler) => recycler.parse_fragment(context, text),
        None => ParseOptions::new().parse_fragment(context, text),
    }
}
