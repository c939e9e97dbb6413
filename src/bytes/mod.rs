//! Finding bytes, many at a time.
//!
//! - `windows.rs`: among 64 bytes, with vector instructions
//! - `words.rs`: among eight bytes, in an ordinary register
//! - `scan.rs`: the searches of the tokenizer, made of these

// The tokenizer spends its time looking for the end of runs: of text, of attribute values, of
// names. On 130 real pages, of 350,000 runs of text and quoted values half are shorter than 16
// bytes, nine in ten are shorter than 64, and one in a hundred is longer than 256. So the cost is
// not in the bytes but in the branches: a loop that leaves at the end of the run leaves at a
// different round each time, and the processor mispredicts it once for each run. The tricks below
// look at enough bytes at once that one branch, always taken the same way, gives the answer.
//
// Figures are instructions of parsing these pages (as counted by callgrind; x86-64), with the trick
// replaced by a simple loop. Mispredictions come on top.
//
// # Windows: 64 bytes, one bit each (`windows::any_of`)
//
// The window is compared with each wanted byte; a comparison makes a byte 0xFF where it is equal
// and 0 elsewhere, so the results can be joined by `or`. One more instruction for each vector
// (`movemask`, with SSE2) gathers the highest bit of each byte. Bytes never influence each other,
// so every bit is right. `trailing_zeros` is the index of the first wanted byte.
//
// The crate `fearless_simd` makes the instructions callable without `unsafe`: here the instructions
// that every processor of the target has, on x86-64 SSE2. Wider ones, chosen at run time around the
// whole body loop, take fewer instructions and no less time, because the branch after each search
// is as hard to predict.
//
// A search by `memchr3` instead, which has to be called and to prepare its vectors, takes 6 % more.
//
// # The last window (`windows::first_of_last`)
//
// At the end of the bytes there is less than a window. If there is a window before it, the last 64
// bytes are searched, some of them for the second time, and their bits are shifted out. So a loop
// over single bytes, up to 63 of them, is needed for inputs shorter than a window only. On whole
// pages, which end once, it makes no difference.
//
// # Without NUL (`scan::text_end`)
//
// A NUL ends most runs too, but hardly any page has one. The input stream notes whether it has seen
// any (it looks for carriage returns at the same time), and without one, each window is compared
// with two bytes, not three: comparing with all three takes 2 % more.
//
// # Printable text (`windows::content`)
//
// Is every byte in 0x20..=0x7E, or a tab (0x09) or line feed (0x0A)? A minimum and a maximum for
// each of 64 lanes answers it, because a range check on the extremes is one on all bytes. The two
// bytes outside of the range are folded into it: after subtracting 0x09 (wrapping), tab and line
// feed are 0 and 1, printable bytes are 0x17..=0x75, and bytes 0x00..=0x08 are 0xF7 and above. For
// the maximum that will do: at most 0x75, or, for UTF-8 without the noncharacters, 0xE5. For the
// minimum, subtracting 2 more makes 0 and 1 to 0xFE and 0xFF, which lower no minimum. All other
// bytes are two less: printable bytes are 0x15 and above, and bytes 0x0B..=0x1F are 0x00..=0x14.
//
// This reads the whole input, without a branch for each run, so here the widest vectors of the
// processor count: with AVX2 or AVX-512 instead of SSE2, parsing with errors and positions takes
// 3 to 4 % less time.
//
// # Words: eight bytes, one subtraction (`words::below`)
//
// Names are shorter than text: most have less than eight bytes. `below` subtracts `n` (at most
// 0x80) from each byte of a word by one subtraction of the word. If no byte borrows from the next,
// the highest bit of a byte of the difference is set exactly if the byte was less than `n`,
// provided that the byte itself has no highest bit: those are masked out (`& !word`), so non-ASCII
// bytes are never found.
//
// A byte that is less than `n` borrows from the next higher byte, and may make that one wrong. But
// the lowest byte that borrows is a true match: bytes from 0x80 on are not less than `n`, so it is
// ASCII, and no borrow has come from below. So all marks up to the lowest one are right, and those
// above it may be false. That is why `first_found` returns the index of the lowest mark and nothing
// else is asked of them. It also holds for several differences joined by `or`: the lowest mark of
// all is the lowest of one of them.
//
// Other questions reduce to this one. A byte equals `b` if their exclusive or is less than 1
// (`equal`). It is one of `<`, `=`, `>`, `?`, which differ in the lowest two bits only, if its
// exclusive or with `<` is less than 4 (`one_of_four`). `b` is ASCII, so the highest bit of a byte
// stays as it was.
//
// Looking at single bytes instead takes 1 % more. Most names are too short to reach this code: see
// the next trick.
//
// # Leading letters (`words::leading_letters`)
//
// On these pages, nine of ten names of tags and attributes are one to seven lowercase letters, and
// known. Their packed form (the bytes of the name, then zeros, as one integer) is the key of the
// table in `names/packed.rs`. A word of the input has it already, followed by other bytes. Bit 6
// tells: in ASCII it is set from 0x40 on, in letters and few other characters, and clear in
// whitespace, `/`, `=`, `>` and digits. `others` has a mark at bit 6 of each byte where it is
// clear; `others & -others` is the lowest of them; shifted down by six it is the lowest bit of that
// byte, and one less is ones in all bytes before. Letters cannot be told from `@` or `_` this way,
// but no known name has such a byte, so the table does not have the key. The caller checks the byte
// that follows.
//
// Looking for the end of every name, and then for the name, takes 29 % more.

pub(crate) mod scan;
pub(crate) mod windows;
pub(crate) mod words;
