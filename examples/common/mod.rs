//! Shared by programs that read a page: how they read it, and how they end.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// Runs a program with its arguments, and returns its exit code. `run` returns `None` if it cannot
/// be called so.
pub(crate) fn start(
    name: &str,
    usage: &str,
    run: impl FnOnce(&[OsString]) -> Option<Result<(), Box<dyn Error>>>,
) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let result = match arguments.as_slice() {
        [option] if option == "-h" || option == "--help" => {
            writeln!(io::stdout(), "{usage}").map_err(Into::into)
        }
        arguments => run(arguments).unwrap_or_else(|| Err(usage.into())),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output may stop reading: `links … | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads a file, or standard input.
pub(crate) fn read(file: Option<&OsString>) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    match file.filter(|file| *file != "-") {
        None => io::stdin().read_to_end(&mut bytes).map_err(|error| format!("-: {error}"))?,
        Some(file) => std::fs::File::open(file)
            .and_then(|mut open| open.read_to_end(&mut bytes))
            .map_err(|error| format!("{}: {error}", file.display()))?,
    };
    Ok(bytes)
}
