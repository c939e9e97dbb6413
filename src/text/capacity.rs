//! Giving unused capacity back.

/// The smallest number of unused bytes that are given back: a page of memory. Less would cost a
/// call of the allocator, and maybe a copy, for memory that the allocator hardly uses again.
const MIN_SAVED: usize = 4096;

/// Gives the unused capacity of a list back, if that is worth a copy.
#[inline]
pub(crate) fn shrink_list<T>(list: &mut Vec<T>) {
    if is_worth_shrinking(list.capacity(), list.len(), size_of::<T>()) {
        list.shrink_to_fit();
    }
}

/// Gives the unused capacity of a text back, if that is worth a copy.
#[inline]
pub(crate) fn shrink_text(text: &mut String) {
    if is_text_worth_shrinking(text) {
        text.shrink_to_fit();
    }
}

/// Whether the unused capacity of a text is worth a copy.
#[inline]
pub(crate) fn is_text_worth_shrinking(text: &String) -> bool {
    is_worth_shrinking(text.capacity(), text.len(), 1)
}

#[inline]
fn is_worth_shrinking(capacity: usize, length: usize, size: usize) -> bool {
    // First with a constant: all that a small fragment takes for each of its lists.
    if capacity < MIN_SAVED / size {
        return false;
    }
    let unused = capacity - length;
    unused * size >= MIN_SAVED && unused > length / 32
}
