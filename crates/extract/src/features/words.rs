//! Words in small letters.

/// The bytes that hold most words.
const USUAL: usize = 32;

/// Calls a function with each word in small letters.
pub(super) fn lowercased<'t>(words: impl Iterator<Item = &'t str>, mut each: impl FnMut(&str)) {
    let mut buffer = String::with_capacity(USUAL);
    for word in words {
        if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
            each(word);
        } else if word.is_ascii() {
            buffer.clear();
            buffer.push_str(word);
            buffer.make_ascii_lowercase();
            each(&buffer);
        } else {
            each(&word.to_lowercase());
        }
    }
}

/// Returns the words of a text: its letters and digits.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
