//! The blocks of a file, fetched ahead.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use bytes::Bytes;
use consomme_warc::Source;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many bytes a block has.
const BLOCK_BYTES: u64 = 4 << 20;

/// How many blocks are fetched before they are read.
const BLOCKS_AHEAD: usize = 2;

/// The blocks of a file, for a thread that may wait.
#[derive(Debug)]
pub(super) struct Blocks {
    receiver: Receiver<object_store::Result<Bytes>>,
    block: Bytes,
    /// Where the block is in the file.
    start: u64,
    /// How many bytes of the block have been consumed.
    consumed: usize,
}

/// Sends the blocks of a file.
#[derive(Debug)]
pub(super) struct Fetch {
    store: Arc<dyn ObjectStore>,
    path: Path,
    bytes: u64,
    sender: Sender<object_store::Result<Bytes>>,
}

/// Prepares to read a file of `length` bytes.
pub(super) fn blocks(store: Arc<dyn ObjectStore>, path: Path, bytes: u64) -> (Fetch, Blocks) {
    let (sender, receiver) = channel(BLOCKS_AHEAD);
    let blocks = Blocks { receiver, block: Bytes::new(), start: 0, consumed: 0 };
    (Fetch { store, path, bytes, sender }, blocks)
}

impl Fetch {
    /// Fetches the blocks, until there are no more or nobody reads them.
    pub(super) async fn run(self) {
        let mut start = 0;
        while start < self.bytes {
            let end = self.bytes.min(start + BLOCK_BYTES);
            let block = self.store.get_range(&self.path, start..end).await;
            let is_error = block.is_err();
            if self.sender.send(block).await.is_err() || is_error {
                return;
            }
            start = end;
        }
    }
}

impl Read for Blocks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Blocks {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.consumed == self.block.len() {
            match self.receiver.blocking_recv() {
                Some(Ok(block)) => {
                    self.start = self.position();
                    (self.block, self.consumed) = (block, 0);
                }
                Some(Err(error)) => return Err(io::Error::other(error)),
                None => break,
            }
        }
        Ok(&self.block[self.consumed..])
    }

    fn consume(&mut self, count: usize) {
        self.consumed += count;
    }
}

impl Source for Blocks {
    fn position(&self) -> u64 {
        self.start + self.consumed as u64
    }

    fn go_back(&mut self, position: u64) {
        let consumed = usize::try_from(position.saturating_sub(self.start));
        self.consumed = self.consumed.min(consumed.unwrap_or(usize::MAX));
    }
}
