//! Runs fuzz targets over their seeds and finds, and then over generated documents, on stable Rust.
//!
//! ```sh
//! cargo run --release --manifest-path fuzz/Cargo.toml --no-default-features \
//!     --features css,detect,sanitizer,selectors,stream --bin generate -- 60 1 roundtrip mutation
//! ```
//!
//! The arguments are how many seconds to run, the first seed (1 if there is none), and the targets
//! (all if there are none), which take equal shares of the time. It prints how many documents each
//! target has checked, and stops at the first find, which it reduces and writes to
//! `fuzz/artifacts`.
//!
//! With `CONSOMME_UPDATE=1` it adds the run to `fuzz/EXECUTIONS.md`, also one that ends with a find;
//! if no first seed is given, it is then one that no run has used.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use consomme_fuzz::executions::Executions;

/// How long one target runs before it is the next one's turn.
const TURN: Duration = Duration::from_millis(500);

/// A document that takes longer is a find.
const MAX_SECONDS: u64 = 60;

/// How long a find is reduced.
const REDUCTION: Duration = Duration::from_secs(20);

/// The message of the last panic, and where it was.
static MESSAGE: Mutex<String> = Mutex::new(String::new());

/// For how many seconds the current document has been checked.
static SECONDS: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let number = |text: Option<String>, default: u64| {
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let length = Duration::from_secs(number(arguments.next(), 60));
    let first_seed = arguments.next();
    let mut targets: Vec<String> = arguments.collect();
    if targets.is_empty() {
        targets = consomme_fuzz::names().map(str::to_owned).collect();
    }
    let is_counted = std::env::var_os("CONSOMME_UPDATE").is_some_and(|value| value == "1");
    let counted = is_counted.then(|| Executions::load().expect("fuzz/EXECUTIONS.md is a table"));
    let new_seed =
        counted.as_ref().map_or(1, |counted| counted.new_seed(targets.iter().map(String::as_str)));
    let first_seed = number(first_seed, new_seed);
    panic::set_hook(Box::new(|info| {
        *MESSAGE.lock().expect("no panic holds it") = info.to_string();
    }));
    thread::spawn(end_if_stuck);

    let mut seeds: BTreeMap<&str, u64> =
        targets.iter().map(|target| (target.as_str(), first_seed)).collect();
    for target in &targets {
        for (path, input) in files(target).expect("the seeds and finds can be read") {
            if fails(target, &input) {
                println!("{target} fails on {path}");
                println!("{}", MESSAGE.lock().expect("no panic holds it"));
                return ExitCode::FAILURE;
            }
        }
    }
    let start = Instant::now();
    let found = run_in_turn(&mut seeds, length);
    if let Some(mut counted) = counted {
        for (target, seed) in &seeds {
            counted.add(target, first_seed, *seed);
        }
        counted.save().expect("fuzz/EXECUTIONS.md can be written");
    }
    if found {
        return ExitCode::FAILURE;
    }
    println!("no finds in {} s", start.elapsed().as_secs());
    for (target, seed) in seeds {
        println!("{target:20} {:10} documents", seed - first_seed);
    }
    ExitCode::SUCCESS
}

/// Runs the targets in turn over documents of their next seeds; returns whether there was a find.
fn run_in_turn(seeds: &mut BTreeMap<&str, u64>, length: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < length {
        for (target, seed) in &mut *seeds {
            let turn = Instant::now();
            while turn.elapsed() < TURN && start.elapsed() < length {
                let input = consomme_fuzz::generated(target, *seed);
                // A seed that is a find is used, too.
                *seed += 1;
                if fails(target, &input) {
                    report(target, *seed - 1, input);
                    return true;
                }
            }
        }
    }
    false
}

/// The seeds, and the target's finds.
fn files(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [root.join("seeds"), root.join("../tests/finds").join(target)] {
        if !folder.is_dir() {
            continue;
        }
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            files.push((path.display().to_string(), fs::read(&path)?));
        }
    }
    Ok(files)
}

/// Whether a target fails on an input.
fn fails(target: &str, input: &[u8]) -> bool {
    SECONDS.store(0, Ordering::Relaxed);
    panic::catch_unwind(AssertUnwindSafe(|| consomme_fuzz::run(target, input))).is_err()
}

/// Ends the process when one document takes too long.
fn end_if_stuck() {
    loop {
        thread::sleep(Duration::from_secs(1));
        if SECONDS.fetch_add(1, Ordering::Relaxed) > MAX_SECONDS {
            eprintln!("a document has taken more than {MAX_SECONDS} s; the last panic was:");
            eprintln!("{}", MESSAGE.lock().expect("no panic holds it"));
            process::exit(2);
        }
    }
}

/// Prints a find, reduced, and writes it to a file.
fn report(target: &str, seed: u64, input: Vec<u8>) {
    let input = reduced(target, input);
    // The message of the reduced input.
    fails(target, &input);
    println!("{target} fails on seed {seed}, reduced to {:?}", String::from_utf8_lossy(&input));
    println!("{}", MESSAGE.lock().expect("no panic holds it"));
    match write(target, seed, &input) {
        Ok(path) => println!("written to {path}"),
        Err(error) => eprintln!("it cannot be written: {error}"),
    }
}

fn write(target: &str, seed: u64, input: &[u8]) -> io::Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target);
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("seed-{seed}"));
    fs::write(&path, input)?;
    Ok(path.display().to_string())
}

/// Leaves out parts of an input, shorter and shorter ones, as long as the target fails without.
fn reduced(target: &str, mut input: Vec<u8>) -> Vec<u8> {
    let start = Instant::now();
    let mut length = input.len() / 2;
    while length > 0 {
        let before = input.len();
        let mut at = 0;
        while at < input.len() && start.elapsed() < REDUCTION {
            let mut shorter = input.clone();
            shorter.drain(at..(at + length).min(input.len()));
            if fails(target, &shorter) {
                input = shorter;
            } else {
                at += length;
            }
        }
        if input.len() == before || length > 1 {
            length /= 2;
        }
    }
    input
}
