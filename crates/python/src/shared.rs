//! A document that objects of Python share.
//!
//! Rules that keep threads from waiting for each other for ever:
//!
//! - Nothing calls into Python while it holds the lock of a document, but to make a `str`, which
//!   runs no code of Python. All else is read into values of Rust first.
//! - Whoever waits for the lock is detached from the interpreter meanwhile.
//! - Nobody holds the locks of two documents.

use std::sync::{OnceLock, PoisonError, RwLock, TryLockError};

use consomme::{Document, LimitsHit};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;

use crate::character_index::CharacterIndex;
use crate::fault::Fault;
use crate::guard::guarded;
use crate::spare_memory;

/// Work on less input than this takes a few microseconds: other threads wait longer for their turn
/// than they would for the interpreter.
pub(crate) const MIN_BYTES_DETACHED: usize = 4096;

/// A document, and the hints with which it was parsed.
#[derive(Debug)]
pub(crate) struct Shared {
    document: RwLock<Document>,
    /// Its address.
    pub(crate) url: Option<String>,
    /// The length of its source in bytes.
    source_length: usize,
    characters: OnceLock<CharacterIndex>,
}

impl Shared {
    #[inline]
    pub(crate) fn new(document: Document, url: Option<String>) -> Shared {
        let source_length = document.source().len();
        let document = RwLock::new(document);
        Shared { document, url, source_length, characters: OnceLock::new() }
    }

    /// Whether walks over the whole document are worth releasing the interpreter.
    pub(crate) fn is_large(&self) -> bool {
        self.source_length >= MIN_BYTES_DETACHED
    }

    /// Reads the document.
    #[inline]
    pub(crate) fn read<T>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(&Document) -> T,
    ) -> Result<T, Fault> {
        let document = match self.document.try_read() {
            Ok(document) => document,
            Err(TryLockError::WouldBlock) => {
                self.document.read_py_attached(py).map_err(|_| poisoned())?
            }
            Err(TryLockError::Poisoned(_)) => return Err(poisoned()),
        };
        guarded(|| function(&document))
    }

    /// Reads the document while other threads use the interpreter.
    pub(crate) fn read_detached<T: Send>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(&Document) -> T + Send,
    ) -> Result<T, Fault> {
        py.detach(|| {
            let document = self.document.read().map_err(|_| poisoned())?;
            guarded(|| function(&document))
        })
    }

    /// Edits the document. After a panic in an edit, every other call fails.
    pub(crate) fn write<T>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(&mut Document) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        guarded(|| {
            let mut document = self.document.write_py_attached(py).map_err(|_| poisoned())?;
            function(&mut document)
        })?
    }

    /// Edits the document while other threads use the interpreter.
    pub(crate) fn write_detached<T: Send>(
        &self,
        py: Python<'_>,
        function: impl FnOnce(&mut Document) -> Result<T, Fault> + Send,
    ) -> Result<T, Fault> {
        py.detach(|| {
            guarded(|| {
                let mut document = self.document.write().map_err(|_| poisoned())?;
                function(&mut document)
            })?
        })
    }

    /// Returns the index that turns byte offsets of the source into character offsets.
    pub(crate) fn characters(&self, document: &Document) -> &CharacterIndex {
        self.characters.get_or_init(|| CharacterIndex::new(document.source()))
    }

    /// Returns the limits that were reached.
    pub(crate) fn limits_hit(&self, py: Python<'_>) -> Result<LimitsHit, Fault> {
        self.read(py, Document::limits_hit)
    }
}

fn poisoned() -> Fault {
    Fault::internal("an edit of this document has failed before")
}

/// Gives the memory to the next document.
impl Drop for Shared {
    fn drop(&mut self) {
        if spare_memory::is_worth_keeping(self.source_length) {
            let document = self.document.get_mut().unwrap_or_else(PoisonError::into_inner);
            spare_memory::keep(std::mem::take(document), self.source_length);
        }
    }
}
