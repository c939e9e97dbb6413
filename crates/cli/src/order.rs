//! The outputs of many inputs, in the order of the inputs and in memory that is bounded.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::progress::Progress;

/// How many bytes of outputs wait for one before them. An input whose output does not fit waits
/// itself, so that a slow one holds up other inputs, and not the memory.
const MAX_WAITING: usize = 16 << 20;

/// How many bytes of its output an input holds before it waits for its turn: an archive
/// may be gigabytes.
const MAX_HELD: usize = 1 << 20;

/// Takes the outputs of inputs from any threads, and writes them in the order of the inputs.
pub(crate) struct Order<'w> {
    state: Mutex<State<'w>>,
    has_turned: Condvar,
}

struct State<'w> {
    writer: &'w mut (dyn Write + Send),
    /// The input whose turn it is.
    next: usize,
    waiting: HashMap<usize, Done>,
    waiting_bytes: usize,
    progress: Progress,
    found: bool,
    has_failed: bool,
    /// Why nothing more is written.
    failure: Option<Failure>,
}

/// The result of one input: its output, and whether something was found.
struct Done {
    bytes: Vec<u8>,
    result: Result<bool, Failure>,
}

impl<'w> Order<'w> {
    pub(crate) fn new(writer: &'w mut (dyn Write + Send), count: usize) -> Order<'w> {
        let state = State {
            writer,
            next: 0,
            waiting: HashMap::new(),
            waiting_bytes: 0,
            progress: Progress::new(count),
            found: false,
            has_failed: false,
            failure: None,
        };
        Order { state: Mutex::new(state), has_turned: Condvar::new() }
    }

    /// Returns the writer of an input.
    pub(crate) fn writer(&self, index: usize) -> InTurn<'_, 'w> {
        InTurn { order: self, index, held: Vec::new() }
    }

    /// Whether nothing more is written.
    pub(crate) fn is_over(&self) -> bool {
        self.lock().failure.is_some()
    }

    /// Returns whether something was found, once all inputs are done.
    pub(crate) fn finish(self) -> Result<bool, Failure> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.progress.clear();
        match (state.failure, state.has_failed) {
            (Some(failure), _) => Err(failure),
            (None, true) => {
                // The output of the other files is written all the same.
                state.writer.flush().map_err(Failure::output)?;
                Err(Failure::Reported)
            }
            (None, false) => Ok(state.found),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'w>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of an input. That comes: inputs are begun in their order, so the one whose
    /// turn it is has a thread, which does not wait.
    fn wait<'o>(
        &self,
        state: MutexGuard<'o, State<'w>>,
        index: usize,
    ) -> MutexGuard<'o, State<'w>> {
        let is_early = |state: &mut State<'w>| state.next != index && state.failure.is_none();
        self.has_turned.wait_while(state, is_early).unwrap_or_else(PoisonError::into_inner)
    }
}

impl State<'_> {
    fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() {
            self.failure = self.writer.write_all(bytes).err().map(Failure::output);
        }
    }

    /// Writes the outputs whose turn it is. An input that fails is reported, and the others are
    /// read.
    fn write_waiting(&mut self) {
        while let Some(done) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.waiting_bytes -= done.bytes.len();
            self.progress.show(self.next);
            self.write(&done.bytes);
            match done.result {
                Ok(is_found) => self.found |= is_found,
                Err(failure) => {
                    self.has_failed = true;
                    self.progress.clear();
                    failure.print();
                }
            }
        }
    }
}

/// The writer of one input.
pub(crate) struct InTurn<'o, 'w> {
    order: &'o Order<'w>,
    index: usize,
    held: Vec<u8>,
}

impl InTurn<'_, '_> {
    /// Ends the output of the input.
    pub(crate) fn finish(mut self, result: Result<bool, Failure>) {
        let done = Done { bytes: std::mem::take(&mut self.held), result };
        let mut state = self.order.lock();
        if state.waiting_bytes + done.bytes.len() > MAX_WAITING {
            state = self.order.wait(state, self.index);
        }
        state.waiting_bytes += done.bytes.len();
        state.waiting.insert(self.index, done);
        state.write_waiting();
        drop(state);
        self.order.has_turned.notify_all();
    }
}

impl Write for InTurn<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.held.len() >= MAX_HELD {
            let mut state = self.order.wait(self.order.lock(), self.index);
            state.write(&self.held);
            if state.failure.is_some() {
                return Err(io::Error::other("the output has failed"));
            }
            self.held.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Ends the waiting of all other threads if this one panics, so that the program ends.
impl Drop for InTurn<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.order.lock().failure = Some(Failure::Reported);
            self.order.has_turned.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_come_in_the_order_of_the_inputs() {
        let mut output = Vec::new();
        let order = Order::new(&mut output, 3);
        for index in [2, 0, 1] {
            let mut writer = order.writer(index);
            writer.write_all(index.to_string().as_bytes()).unwrap();
            writer.finish(Ok(index == 1));
        }
        assert!(order.finish().unwrap());
        assert_eq!(output, b"012");
    }

    #[test]
    fn outputs_behind_a_slow_input_wait_in_bounded_memory() {
        let mut output = Vec::new();
        let order = Order::new(&mut output, 40);
        let begun = std::sync::atomic::AtomicUsize::new(1);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    loop {
                        let index = begun.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        if index >= 40 {
                            return;
                        }
                        let mut writer = order.writer(index);
                        writer.write_all(&vec![b'a'; MAX_HELD - 1]).unwrap();
                        writer.finish(Ok(true));
                    }
                });
            }
            // The first input takes until all others wait.
            while begun.load(std::sync::atomic::Ordering::Relaxed) < 17 {
                thread::yield_now();
            }
            assert!(order.lock().waiting_bytes <= MAX_WAITING);
            let mut first = order.writer(0);
            first.write_all(b"first").unwrap();
            first.finish(Ok(true));
        });
        assert!(order.finish().unwrap());
        assert!(output.starts_with(b"firsta") && output.len() == 5 + 39 * (MAX_HELD - 1));
    }

    #[test]
    fn a_long_output_is_written_before_its_input_ends() {
        let mut output = Vec::new();
        let order = Order::new(&mut output, 1);
        let mut writer = order.writer(0);
        writer.write_all(&vec![b'a'; 3 * MAX_HELD]).unwrap();
        assert!(writer.held.is_empty());
        writer.finish(Ok(true));
        assert!(order.finish().unwrap());
        assert_eq!(output.len(), 3 * MAX_HELD);
    }
}
