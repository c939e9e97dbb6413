//! A wire between two processes that can be cut: a port whose connections go on to another one.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wire looks at its state while nothing comes through it.
const PERIOD: Duration = Duration::from_millis(20);

/// How long an address may be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a wire treats bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum WireState {
    /// They go through.
    Whole,
    /// They wait, as in a network that is gone.
    Silent,
    /// All connections are closed, and new ones at once, as by a router that is started again.
    Reset,
}

/// A port whose connections go on to another one, on 127.0.0.1. They end with the value.
pub(crate) struct Wire {
    from: (&'static str, u16),
    state: Arc<AtomicU8>,
    is_over: Arc<AtomicBool>,
}

impl Wire {
    /// Listens at an address.
    pub(crate) fn new(from: (&'static str, u16), to: u16) -> Wire {
        let listener = bind(from);
        let state = Arc::new(AtomicU8::new(WireState::Whole as u8));
        let is_over = Arc::new(AtomicBool::new(false));
        let wire = Wire { from, state: Arc::clone(&state), is_over: Arc::clone(&is_over) };
        thread::spawn(move || {
            for from in listener.incoming().flatten() {
                if is_over.load(Ordering::SeqCst) {
                    return;
                }
                // The process at the other end may be gone.
                let Ok(to) = TcpStream::connect(("127.0.0.1", to)) else { continue };
                for (from, to) in [(&from, &to), (&to, &from)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let state = Arc::clone(&state);
                    thread::spawn(move || carry(&from, &to, &state));
                }
            }
        });
        wire
    }

    pub(crate) fn port(&self) -> u16 {
        self.from.1
    }

    pub(crate) fn set(&self, state: WireState) {
        self.state.store(state as u8, Ordering::SeqCst);
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.set(WireState::Reset);
        self.is_over.store(true, Ordering::SeqCst);
        // The thread that listens looks at it after the next connection.
        let _ = TcpStream::connect(self.from);
    }
}

/// Listens at an address that was just found free. A process that another thread starts at that
/// moment has a copy of the listener that found it so, until it runs its own program.
fn bind(address: (&str, u16)) -> TcpListener {
    let start = Instant::now();
    loop {
        match TcpListener::bind(address) {
            Ok(listener) => return listener,
            Err(error) if error.kind() == ErrorKind::AddrInUse && start.elapsed() < PATIENCE => {
                thread::sleep(PERIOD);
            }
            Err(error) => panic!("{address:?}: {error}"),
        }
    }
}

/// Carries bytes in one direction.
fn carry(mut from: &TcpStream, mut to: &TcpStream, state: &AtomicU8) {
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    from.set_read_timeout(Some(PERIOD)).unwrap();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match state.load(Ordering::SeqCst) {
            state if state == WireState::Silent as u8 => {
                thread::sleep(PERIOD);
                continue;
            }
            state if state == WireState::Reset as u8 => break,
            _ => {}
        }
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => {
                if to.write_all(&buffer[..length]).is_err() {
                    break;
                }
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
