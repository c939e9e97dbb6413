//! Keeps panics on this side of the border to Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::fault::Fault;

/// Calls a function, and returns a panic as a fault.
///
/// PyO3 would raise `PanicException`, which is no `Exception`: a server that catches all exceptions
/// of a request would end at it.
pub(crate) fn guarded<T>(function: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(function)).map_err(|panic| Fault::internal(message(&*panic)))
}

/// Returns the message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
