//! Functions of the caller.

use std::fmt;

use crate::item::Item;
use crate::value::Value;

/// The context of a call of a caller's function, which gets it besides its arguments.
///
/// <https://www.w3.org/TR/1999/REC-xpath-19991116/#section-Introduction>
#[derive(Clone, Copy, Debug)]
pub struct CallContext<'a> {
    pub(crate) item: Item<'a>,
    pub(crate) position: u64,
    pub(crate) size: u64,
}

impl<'a> CallContext<'a> {
    /// Returns the context node.
    pub fn item(&self) -> Item<'a> {
        self.item
    }

    /// Returns the context position, from 1: the value of `position()`.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns the context size: the value of `last()`.
    pub fn size(&self) -> u64 {
        self.size
    }
}

/// The type of a function of the caller: it fails with a message.
type Run = dyn for<'a> Fn(CallContext<'a>, &[Value<'a>]) -> Result<Value<'a>, String> + Send + Sync;

/// A function of the caller and its name.
pub(crate) struct Extension {
    /// The name as expressions write it, with its prefix.
    pub(crate) name: String,
    pub(crate) run: Box<Run>,
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Extension").field(&self.name).finish()
    }
}
