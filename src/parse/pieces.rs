//! Reads a reader until its end.

use std::io::{self, Read};
use std::ops::ControlFlow;

/// How many bytes are read at a time.
const READ_SIZE: usize = 64 * 1024;

/// Calls a function with each piece that a reader has, and at its end with an empty one, until the
/// function breaks. Returns how many bytes were read.
///
/// # Errors
///
/// If the function or the reader fails. After [`Interrupted`](io::ErrorKind::Interrupted), reading
/// continues.
pub(crate) fn each_piece(
    mut reader: impl Read,
    mut function: impl FnMut(&[u8]) -> io::Result<ControlFlow<()>>,
) -> io::Result<u64> {
    let mut buffer = vec![0; READ_SIZE];
    let mut total = 0;
    loop {
        let length = match reader.read(&mut buffer) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        total += length as u64;
        if function(&buffer[..length])?.is_break() || length == 0 {
            return Ok(total);
        }
    }
}
