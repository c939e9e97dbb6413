//! Many pages on many cores. The output comes in the order of the arguments.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::ArgMatches;
use consomme_schema::PageOptions;
use tempfile::NamedTempFile;

use crate::failure::{Failure, Outcome};
use crate::inputs::{Input, Opened, Page};
use crate::order::Order;
use crate::output::{Format, Output};
use crate::settings;

/// A command that looks at one page after the other.
pub(crate) trait Task: Sync {
    /// Looks at a page, and returns whether there was something to find.
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure>;

    /// Returns the command that reads standard input as a stream; `None` if it has to have the
    /// whole page.
    fn as_stream(&self) -> Option<&dyn StreamTask> {
        None
    }
}

/// A command that reads a page as a stream, in memory that does not grow with it.
pub(crate) trait StreamTask {
    /// Reads a page, and returns whether there was something to find.
    fn stream(
        &self,
        reader: Box<dyn Read + Send>,
        options: &PageOptions,
        output: &mut Output<'_>,
    ) -> Result<bool, Failure>;
}

/// Runs a command over the inputs that its arguments name.
pub(crate) fn run(arguments: &ArgMatches, task: &dyn Task) -> Result<Outcome, Failure> {
    let options = settings::page_options(arguments)?;
    let files = arguments.get_many::<OsString>("files").unwrap_or_default();
    let inputs = Input::all(files)?;
    let format = settings::format(arguments);
    let target = arguments.get_one::<OsString>("output").map(Path::new);
    let mut writer = Writer::new(target)?;
    let result = match inputs.as_slice() {
        [input] => one(input, task, &options, format, &mut writer),
        inputs => many(inputs, task, &options, format, jobs(arguments), &mut writer),
    };
    let found = result.map_err(|failure| failure.of_output(target))?;
    writer.finish(target)?;
    Ok(Outcome::of(found))
}

fn jobs(arguments: &ArgMatches) -> usize {
    let asked = arguments.get_one::<u16>("jobs").map(|jobs| usize::from(*jobs));
    asked.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1)
}

/// Runs a command over one input, whose output is written at once.
fn one(
    input: &Input,
    task: &dyn Task,
    options: &PageOptions,
    format: Format,
    writer: &mut Writer,
) -> Result<bool, Failure> {
    let opened = input.open(options).map_err(|error| Failure::io(input.name(), error))?;
    let opened = match (input, opened, task.as_stream()) {
        (Input::Standard, Opened::Page(reader), Some(stream)) => {
            return stream.stream(
                reader,
                options,
                &mut Output::new(&mut writer.file, format, None),
            );
        }
        (_, opened, _) => opened,
    };
    let mut found = false;
    input.each_page_of(opened, options, &mut |page| {
        let name = page.is_record.then_some(page.name.as_str());
        found |= task.page(&page, &mut Output::new(&mut writer.file, format, name))?;
        Ok(())
    })?;
    Ok(found)
}

/// Runs a command over many inputs.
fn many(
    inputs: &[Input],
    task: &dyn Task,
    options: &PageOptions,
    format: Format,
    jobs: usize,
    writer: &mut Writer,
) -> Result<bool, Failure> {
    let next = AtomicUsize::new(0);
    let order = Order::new(&mut writer.file, inputs.len());
    thread::scope(|scope| {
        for _ in 0..jobs.min(inputs.len()) {
            scope.spawn(|| {
                while !order.is_over() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(index) else { return };
                    let mut writer = order.writer(index);
                    let mut found = false;
                    let result = input.each_page(options, &mut |page| {
                        let mut output = Output::new(&mut writer, format, Some(&page.name));
                        found |= task.page(&page, &mut output)?;
                        Ok(())
                    });
                    writer.finish(result.map(|()| found));
                }
            });
        }
    });
    order.finish()
}

/// Standard output, or a file that takes its place when all is written.
struct Writer {
    file: BufWriter<Box<dyn Write + Send>>,
    target: Option<(PathBuf, tempfile::TempPath)>,
}

impl Writer {
    fn new(target: Option<&Path>) -> Result<Writer, Failure> {
        let Some(target) = target else {
            // On a terminal, each line is shown at once.
            let capacity = if io::stdout().is_terminal() { 0 } else { BUFFER };
            let file: Box<dyn Write + Send> = Box::new(io::stdout());
            return Ok(Writer { file: BufWriter::with_capacity(capacity, file), target: None });
        };
        let failed = |error| Failure::io(target.display().to_string(), error);
        let found = fs::metadata(target);
        // A pipe or a device has no content to replace.
        if found.as_ref().is_ok_and(|found| !found.is_file()) {
            let file = File::options().write(true).open(target).map_err(failed)?;
            let file: Box<dyn Write + Send> = Box::new(file);
            return Ok(Writer { file: BufWriter::with_capacity(BUFFER, file), target: None });
        }
        let permissions = match found {
            Ok(found) => Some(found.permissions()),
            // A link that leads nowhere.
            Err(error) if fs::symlink_metadata(target).is_ok() => return Err(failed(error)),
            Err(_) => None,
        };
        // A link stays, and the file that it leads to is replaced.
        let replaced = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let folder = replaced.parent().filter(|folder| !folder.as_os_str().is_empty());
        let new = new_file(folder.unwrap_or(Path::new(".")), permissions).map_err(failed)?;
        let (file, path) = new.into_parts();
        let file: Box<dyn Write + Send> = Box::new(file);
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(Writer { file, target: Some((replaced, path)) })
    }

    fn finish(mut self, name: Option<&Path>) -> Result<(), Failure> {
        self.file.flush().map_err(|error| Failure::output(error).of_output(name))?;
        let Some((target, path)) = self.target else { return Ok(()) };
        let failed = |error| Failure::output(error).of_output(name);
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(&path, old.permissions()).map_err(failed)?;
        }
        path.persist(&target).map_err(|error| failed(error.error))
    }
}

/// How many bytes are written at once.
const BUFFER: usize = 64 << 10;

/// Creates a file that only those can read who can read the file that it replaces; without one, with
/// the permissions of any new file.
fn new_file(folder: &Path, replaced: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The mask of the process is applied to it.
        builder.permissions(replaced.unwrap_or_else(|| fs::Permissions::from_mode(0o666)));
    }
    #[cfg(not(unix))]
    let _ = replaced;
    builder.tempfile_in(folder)
}
