//! Many pages on many cores. The output comes in the order of the arguments.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::ArgMatches;
use consomme_schema::PageOptions;
use tempfile::NamedTempFile;

use crate::failure::{Failure, Outcome};
use crate::inputs::{Input, Page};
use crate::output::{Format, Output};
use crate::settings;

/// The number of files from which on progress is shown on a terminal.
const MANY: usize = 20;

/// A command that looks at one page after the other.
pub(crate) trait Task: Sync {
    /// Looks at a page, and returns whether there was something to find.
    fn page(&self, page: &Page, output: &mut Output<'_>) -> Result<bool, Failure>;

    /// Reads standard input as a stream, in memory that does not grow with it. `None` if the
    /// command has to have the whole page.
    fn stream(&self, _: &PageOptions, _: &mut Output<'_>) -> Option<Result<bool, Failure>> {
        None
    }
}

/// The result of one input: its output, and whether something was found.
type Done = (Vec<u8>, Result<bool, Failure>);

/// Runs a command over the inputs that its arguments name.
pub(crate) fn run(arguments: &ArgMatches, task: &dyn Task) -> Result<Outcome, Failure> {
    let options = settings::page_options(arguments)?;
    let files = arguments.get_many::<OsString>("files").unwrap_or_default();
    let inputs = Input::all(files)?;
    let format = settings::format(arguments);
    let target = arguments.get_one::<OsString>("output");
    let mut writer = Writer::new(target.map(Path::new))?;
    let result = match inputs.as_slice() {
        [input] => one(input, task, &options, format, &mut writer),
        inputs => many(inputs, task, &options, format, jobs(arguments), &mut writer),
    };
    let found = result?;
    writer.finish()?;
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
    if matches!(input, Input::Standard) {
        let streamed = task.stream(options, &mut Output::new(&mut writer.file, format, None));
        if let Some(result) = streamed {
            return result;
        }
    }
    let mut found = false;
    input.each_page(options, &mut |page| {
        let name = input.is_archive().then_some(page.name.as_str());
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
    // A thread waits until its result is taken, so that a slow reader of the output slows all.
    let (sender, receiver) = mpsc::sync_channel::<(usize, Done)>(jobs);
    thread::scope(|scope| {
        for _ in 0..jobs.min(inputs.len()) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(index) else { return };
                    if sender.send((index, of_input(input, task, options, format))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        in_order(receiver, inputs.len(), writer)
    })
}

/// Writes results in the order of the inputs. A file that fails is reported, and the others are
/// read.
fn in_order(
    receiver: mpsc::Receiver<(usize, Done)>,
    count: usize,
    writer: &mut Writer,
) -> Result<bool, Failure> {
    let mut waiting: Vec<Option<Done>> = Vec::new();
    waiting.resize_with(count, || None);
    let (mut written, mut found, mut has_failed) = (0, false, false);
    let progress = Progress::new(count);
    for (index, done) in receiver {
        waiting[index] = Some(done);
        while let Some((bytes, result)) = waiting.get_mut(written).and_then(Option::take) {
            written += 1;
            progress.show(written);
            writer.file.write_all(&bytes).map_err(Failure::output)?;
            match result {
                Ok(is_found) => found |= is_found,
                Err(failure) => {
                    has_failed = true;
                    failure.print();
                }
            }
        }
    }
    progress.clear();
    match has_failed {
        false => Ok(found),
        true => {
            // The output of the other files is written all the same.
            writer.file.flush().map_err(Failure::output)?;
            Err(Failure::Reported)
        }
    }
}

fn of_input(input: &Input, task: &dyn Task, options: &PageOptions, format: Format) -> Done {
    let mut bytes = Vec::new();
    let mut found = false;
    let result = input.each_page(options, &mut |page| {
        found |= task.page(&page, &mut Output::new(&mut bytes, format, Some(&page.name)))?;
        Ok(())
    });
    (bytes, result.map(|()| found))
}

/// A line about progress, on a terminal only.
struct Progress {
    count: usize,
    is_shown: bool,
}

impl Progress {
    fn new(count: usize) -> Progress {
        let is_shown = count >= MANY && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Progress { count, is_shown }
    }

    fn show(&self, done: usize) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{done} of {} files", self.count);
        }
    }

    fn clear(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Standard output, or a file that takes its place when all is written.
struct Writer {
    file: BufWriter<Box<dyn Write>>,
    target: Option<(PathBuf, tempfile::TempPath)>,
}

impl Writer {
    fn new(target: Option<&Path>) -> Result<Writer, Failure> {
        let Some(target) = target else {
            let file: Box<dyn Write> = Box::new(io::stdout().lock());
            return Ok(Writer { file: BufWriter::with_capacity(64 * 1024, file), target: None });
        };
        let name = target.display().to_string();
        let found = fs::metadata(target);
        // A pipe or a device has no content to replace.
        if found.as_ref().is_ok_and(|found| !found.is_file()) {
            let file = File::options().write(true).open(target);
            let file: Box<dyn Write> = Box::new(file.map_err(|error| Failure::io(&name, error))?);
            return Ok(Writer { file: BufWriter::new(file), target: None });
        }
        if let (Err(error), Ok(_)) = (found, fs::symlink_metadata(target)) {
            // A link that leads nowhere.
            return Err(Failure::io(&name, error));
        }
        // A link stays, and the file that it leads to is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let new = new_file(folder.unwrap_or(Path::new(".")));
        let new = new.map_err(|error| Failure::io(target.display().to_string(), error))?;
        let (file, path) = new.into_parts();
        let file: Box<dyn Write> = Box::new(file);
        Ok(Writer { file: BufWriter::new(file), target: Some((target, path)) })
    }

    fn finish(mut self) -> Result<(), Failure> {
        let Some((target, path)) = self.target else {
            return self.file.flush().map_err(Failure::output);
        };
        let name = target.display().to_string();
        self.file.flush().map_err(|error| Failure::io(&name, error))?;
        if let Ok(old) = fs::metadata(&target) {
            let kept = fs::set_permissions(&path, old.permissions());
            kept.map_err(|error| Failure::io(&name, error))?;
        }
        path.persist(&target).map_err(|error| Failure::io(&name, error.error))
    }
}

/// Creates a file with the permissions of any new file.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The mask of the process is applied to it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
