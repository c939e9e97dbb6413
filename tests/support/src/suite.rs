//! Finds the shared suites, and runs their cases.
//!
//! The suites are not part of this repository. Each is in a directory that an environment variable
//! names, by default beside the checkout. A missing suite is one ignored trial that says where to
//! get it. If `CI` is `true`, that trial fails, so that a green run in CI has seen every case.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use consomme::Revision;
use libtest_mimic::{Arguments, Failed, FormatSetting, Trial};
use serde_json::Value;

use super::expectations::{Expectations, judge};
use super::tree_case::{self, TreeCase};

/// A directory of cases kept outside this repository.
pub struct Location {
    /// The environment variable that names the directory.
    variable: &'static str,
    /// The directory if the variable is not set, relative to the root of the repository.
    default: &'static str,
    /// Where to get the cases.
    origin: &'static str,
}

/// The html5lib suite in its last version, of June 2026. Its tree construction tests have moved to
/// [`WPT`].
pub const HTML5LIB: Location = Location {
    variable: "CONSOMME_HTML5LIB_TESTS",
    default: "../shared/html5lib-tests",
    origin: "commit 9329e64 of https://github.com/html5lib/html5lib-tests",
};

/// The html5lib suite as of September 2024, for [`Revision::Snapshot2024`].
pub const HTML5LIB_2024: Location = Location {
    variable: "CONSOMME_HTML5LIB_TESTS_2024",
    default: "../shared/html5lib-tests-2024",
    origin: "commit a9f4496 of https://github.com/html5lib/html5lib-tests",
};

/// The data of Web Platform Tests: a folder for each of `html-syntax-parsing` (tree construction),
/// `template-for`, `srcset`, `encoding` and `url`, and two with the data of `sanitizer-api`.
pub const WPT: Location = Location {
    variable: "CONSOMME_WPT",
    default: "../shared/wpt",
    origin: "the data of https://github.com/web-platform-tests/wpt, as .dat and JSON files",
};

/// The suites of tree construction, each with its folder and the revision that it is for.
pub const TREES: [(Location, &str, Revision); 2] = [
    (WPT, "html-syntax-parsing", Revision::Living2026),
    (HTML5LIB_2024, "tree-construction", Revision::Snapshot2024),
];

/// Real pages, one in each file.
pub const PAGES: Location = Location {
    variable: "CONSOMME_PAGES",
    default: "../shared/corpus/pages",
    origin: "any HTML pages",
};

impl Location {
    /// Returns the directory `part` of the suite (`""` for all of it).
    ///
    /// # Errors
    ///
    /// If there is no such directory: where to get it.
    pub fn find(&self, part: &str) -> Result<PathBuf, String> {
        let root =
            std::env::var_os(self.variable).map_or_else(|| self.default.into(), PathBuf::from);
        let directory = repository().join(root).join(part);
        if directory.is_dir() {
            Ok(directory)
        } else {
            Err(format!(
                "there is no directory {}: get {}, or set {}",
                directory.display(),
                self.origin,
                self.variable
            ))
        }
    }
}

/// Returns the root of the repository.
pub fn repository() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// Whether missing suites are failures.
pub fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

/// Calls a function with the name and the bytes of each of the [`PAGES`]. Where these are missing,
/// says that they are left out.
///
/// # Panics
///
/// If a page cannot be read; in CI, if there are no pages.
pub fn for_each_page(mut check: impl FnMut(&str, Vec<u8>)) {
    match PAGES.find("") {
        Ok(folder) => {
            for (name, path) in files(&folder, &["html"]) {
                check(&name, std::fs::read(path).expect("a page can be read"));
            }
        }
        Err(reason) => {
            assert!(!in_ci(), "{reason}");
            eprintln!("left out: {reason}");
        }
    }
}

/// A file of the core's own test data.
pub fn own_data(name: &str) -> PathBuf {
    repository().join("tests/data").join(name)
}

/// The files under `directory` with one of the extensions, by path relative to it, sorted.
///
/// # Panics
///
/// When a directory cannot be read.
pub fn files(directory: &Path, extensions: &[&str]) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut pending = vec![(String::new(), directory.to_owned())];
    while let Some((prefix, directory)) = pending.pop() {
        let entries = std::fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", directory.display()));
        for entry in entries.flatten() {
            let path = entry.path();
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if path.is_dir() {
                pending.push((format!("{name}/"), path));
            } else if path.extension().is_some_and(|found| extensions.iter().any(|e| found == *e)) {
                found.push((name, path));
            }
        }
    }
    found.sort();
    found
}

/// The word for a revision in the names of trials and in the lists of exceptions.
pub fn revision_word(revision: Revision) -> &'static str {
    match revision {
        Revision::Snapshot2024 => "snapshot-2024",
        _ => "living-2026",
    }
}

/// A case of a suite: its place, its input, and its variant.
pub struct Case<'a> {
    /// The file from the suite's root: `tree-construction/tests1.dat`; this crate's own are
    /// `data/...`.
    pub file: &'a str,
    /// The line of the case in the file, 1-based.
    pub line: usize,
    /// The input, as the file writes it.
    pub input: &'a str,
    /// Revision, scripting, initial state.
    pub variants: &'a [&'a str],
}

impl Case<'_> {
    /// `file:line "start of the input" [variants]`.
    fn name(&self) -> String {
        let start: String = self.input.chars().take(40).collect();
        let mut name = format!("{}:{} \"{}\"", self.file, self.line, start.escape_default());
        if !self.variants.is_empty() {
            name.push_str(&format!(" [{}]", self.variants.join(" ")));
        }
        name
    }
}

/// The work of a trial.
type Body = Box<dyn FnOnce() -> Result<(), Failed> + Send>;

/// The trials of one suite.
pub struct Run {
    trials: Vec<(String, Body)>,
    /// The trials that are ignored, because they only report missing data.
    ignored: Vec<(String, Body)>,
    /// Why data is missing.
    missing: BTreeSet<String>,
    groups: BTreeMap<String, Group>,
    expectations: Expectations,
    /// The first part of the file names that this suite answers for in the list of exceptions.
    prefix: &'static str,
    cases: HashSet<(String, String)>,
    files: BTreeMap<String, FileCounts>,
    complete: bool,
}

/// How many cases of a file there are, and which are expected to fail.
#[derive(Clone, Default)]
struct FileCounts {
    /// By line; a case may have several trials.
    cases: HashSet<usize>,
    trials: usize,
    /// The lines of the cases that are expected to fail in at least one trial, by reason.
    failing: BTreeMap<String, HashSet<usize>>,
}

/// How many trials a group of files gave.
#[derive(Default)]
struct Group {
    trials: usize,
    expected_failures: usize,
}

impl Run {
    /// A run that answers for the rows of `list`, a file of the repository, whose files start with
    /// `prefix`.
    pub fn new(list: &str, prefix: &'static str) -> Self {
        Run {
            trials: Vec::new(),
            ignored: Vec::new(),
            missing: BTreeSet::new(),
            groups: BTreeMap::new(),
            expectations: Expectations::load(&repository().join(list)),
            prefix,
            cases: HashSet::new(),
            files: BTreeMap::new(),
            complete: true,
        }
    }

    /// Adds a case to whose whole outcome the list of exceptions applies.
    pub fn add<F>(&mut self, group: &str, case: &Case<'_>, body: F)
    where
        F: FnOnce() -> Result<(), String> + Send + 'static,
    {
        self.add_with_reason(group, case, |reason| judge(reason.as_deref(), body()));
    }

    /// Adds a case that applies the reason for an exception to a part of its checks.
    pub fn add_with_reason<F>(&mut self, group: &str, case: &Case<'_>, body: F)
    where
        F: FnOnce(Option<String>) -> Result<(), String> + Send + 'static,
    {
        let reason = self.expectations.reason(case.file, case.variants, case.input);
        let group = self.groups.entry(group.to_owned()).or_default();
        group.trials += 1;
        group.expected_failures += usize::from(reason.is_some());
        self.cases.insert((case.file.to_owned(), case.input.to_owned()));
        // Cases of our own are no part of a shared suite.
        let is_shared =
            !["data/", "own", "roundtrip/"].iter().any(|own| case.file.starts_with(own));
        let revision = case.variants.iter().find(|variant| variant.ends_with("-2024"));
        let file = match revision {
            Some(revision) => format!("{} ({revision})", case.file),
            None => case.file.to_owned(),
        };
        if is_shared {
            let counts = self.files.entry(file).or_default();
            counts.cases.insert(case.line);
            counts.trials += 1;
            if let Some(reason) = &reason {
                counts.failing.entry(reason.clone()).or_default().insert(case.line);
            }
        }
        let place = format!("{}:{}", case.file, case.line);
        let body = move || body(reason).map_err(|message| format!("{place}\n{message}").into());
        self.trials.push((case.name(), Box::new(body)));
    }

    /// The files of a suite's directory, as [`files`] gives them. Without any, a trial reports the
    /// missing data.
    pub fn suite_files(
        &mut self,
        location: &Location,
        part: &str,
        extensions: &[&str],
    ) -> Vec<(String, PathBuf)> {
        let reason = match location.find(part) {
            Ok(directory) => match files(&directory, extensions) {
                found if found.is_empty() => {
                    let variable = location.variable;
                    let directory = directory.display();
                    format!("{directory} ({variable}) has no file .{}", extensions.join(", ."))
                }
                found => return found,
            },
            Err(reason) => reason,
        };
        self.complete = false;
        let name = format!("suite is missing: {reason}");
        if in_ci() {
            self.trials.push((name, Box::new(move || Err(reason.into()))));
        } else {
            self.missing.insert(reason.clone());
            self.ignored.push((name, Box::new(move || Err(reason.into()))));
        }
        Vec::new()
    }

    /// Reads a file of JSON. If that fails, a trial says so.
    pub fn read_json(&mut self, file: &str, path: &Path) -> Value {
        let bytes = std::fs::read(path).map_err(|error| error.to_string());
        let value = bytes
            .and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string()));
        value.unwrap_or_else(|message| {
            self.broken(file, message);
            Value::Null
        })
    }

    /// Adds every case of a file of tree construction, for scripting on and off unless it says
    /// which. `check` gets the case, the revision that it is for, and whether scripting is on.
    pub fn add_trees(
        &mut self,
        group: &str,
        file: &str,
        path: &Path,
        revision: Revision,
        check: fn(&TreeCase, Revision, bool) -> Result<(), String>,
    ) {
        let bytes = std::fs::read(path).map_err(|error| error.to_string());
        let cases = match bytes.and_then(|bytes| tree_case::read(&bytes)) {
            Ok(cases) => cases,
            Err(message) => return self.broken(file, message),
        };
        for case in cases {
            let case = Arc::new(case);
            let revision = case.revision.unwrap_or(revision);
            for scripting in [false, true] {
                if case.scripting.is_some_and(|only| only != scripting) {
                    continue;
                }
                let word = if scripting { "script-on" } else { "script-off" };
                let variants = [revision_word(revision), word];
                let place = Case { file, line: case.line, input: &case.data, variants: &variants };
                let case = Arc::clone(&case);
                self.add(group, &place, move || check(&case, revision, scripting));
            }
        }
    }

    /// Adds a trial for something that went wrong while the cases were read.
    pub fn broken(&mut self, file: &str, message: String) {
        let body = move || Err(message.into());
        self.trials.push((format!("{file} can be read"), Box::new(body)));
    }

    /// Runs the suite alone: see [`Suites::run`].
    pub fn finish(self, report: impl FnOnce() + 'static) -> ! {
        let mut suites = Suites::default();
        suites.add("", self, report);
        suites.run()
    }
}

/// The suites of one test binary.
#[derive(Default)]
pub struct Suites {
    trials: Vec<Trial>,
    /// The files of each suite with all of its data, by its name.
    files: BTreeMap<String, BTreeMap<String, FileCounts>>,
    /// The text printed after all trials.
    reports: Vec<Box<dyn FnOnce()>>,
    /// The suites some of whose data is missing, each with the reasons.
    skipped: BTreeMap<String, BTreeSet<String>>,
    /// How many cases such a suite has with all of its data, as `CONFORMANCE.md` says.
    case_counts: BTreeMap<String, String>,
}

impl Suites {
    /// Adds a suite, whose name starts the names of its trials. After all trials, the numbers of
    /// its groups are printed, then `report` is called.
    pub fn add(&mut self, name: &str, mut run: Run, report: impl FnOnce() + 'static) {
        if run.complete {
            self.files.insert(name.to_owned(), std::mem::take(&mut run.files));
            let complaints = run.expectations.complaints(
                |file| file.starts_with(run.prefix),
                |file, input| run.cases.contains(&(file.to_owned(), input.to_owned())),
            );
            let body = move || {
                if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
            };
            let name = "the list of exceptions fits the suite".to_owned();
            run.trials.push((name, Box::new(body)));
        }
        let full = |trial: &str| format!("{name} {trial}").trim_start().to_owned();
        let trials = run.trials.into_iter();
        self.trials.extend(trials.map(|(trial, body)| Trial::test(full(&trial), body)));
        if !run.missing.is_empty() {
            self.skipped.entry(name.to_owned()).or_default().append(&mut run.missing);
        }
        let ignored = run.ignored.into_iter();
        let ignored = ignored.map(|(trial, body)| Trial::test(full(&trial), body));
        self.trials.extend(ignored.map(|trial| trial.with_ignored_flag(true)));
        let groups: Vec<_> =
            run.groups.into_iter().map(|(group, counts)| (full(&group), counts)).collect();
        self.reports.push(Box::new(move || {
            for (group, Group { trials, expected_failures }) in groups {
                eprintln!("{group}: {trials} trials, {expected_failures} of them expected to fail");
            }
            report();
        }));
    }

    /// Adds a trial that is no case of a list.
    pub fn add_trial(
        &mut self,
        name: String,
        body: impl FnOnce() -> Result<(), Failed> + Send + 'static,
    ) {
        self.trials.push(Trial::test(name, body));
    }

    /// Adds a trial that compares a section of `CONFORMANCE.md` with these suites, each with its
    /// title; with `CONSOMME_UPDATE` set, it writes the section. Without the data of all of them
    /// there is no such trial, but the page still says how many cases are skipped; so it is if
    /// features are off without which suites are not whole.
    ///
    /// The rest of the run shows that what is not expected to fail passes.
    pub fn add_conformance(&mut self, section: &str, suites: &[(&str, &str)], are_whole: bool) {
        let page = std::fs::read_to_string(repository().join("CONFORMANCE.md")).unwrap_or_default();
        for (name, title) in suites.iter().filter(|(name, _)| self.skipped.contains_key(*name)) {
            let start = page.split_once(&format!("## {title}\n\n"));
            let count = start.and_then(|(_, rest)| rest.split_once(" cases in ")).map(|it| it.0);
            self.case_counts.extend(count.map(|count| ((*name).to_owned(), count.to_owned())));
        }
        if !are_whole {
            return;
        }
        let mut text = String::new();
        for (name, title) in suites {
            let Some(files) = self.files.get(*name) else { return };
            text += &table(title, files);
        }
        let (start, end) =
            (format!("<!-- {section} -->\n"), format!("<!-- end of {section} -->\n"));
        let body = move || {
            let path = repository().join("CONFORMANCE.md");
            let whole = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let (before, rest) = whole.split_once(&start).ok_or("the section does not start")?;
            let (written, after) = rest.split_once(&end).ok_or("the section does not end")?;
            if written == text {
                return Ok(());
            }
            if std::env::var_os("CONSOMME_UPDATE").is_none() {
                let says = "CONFORMANCE.md says something else; CONSOMME_UPDATE=1 writes it";
                return Err(says.into());
            }
            let whole = format!("{before}{start}{text}{end}{after}");
            std::fs::write(&path, whole).map_err(|error| error.to_string().into())
        };
        self.trials.push(Trial::test(format!("CONFORMANCE.md: {section}"), body));
    }

    /// Runs all trials, prints what there is to report, and ends the process.
    pub fn run(self) -> ! {
        let mut arguments = Arguments::from_args();
        // A line for each of some thousand trials helps only where somebody asks for some of them.
        if arguments.format.is_none() && arguments.filter.is_none() && !arguments.list {
            arguments.format = Some(FormatSetting::Terse);
        }
        let conclusion = libtest_mimic::run(&arguments, self.trials);
        if !arguments.list {
            // An ignored trial is one letter of thousands.
            for (suite, reasons) in &self.skipped {
                let reasons = reasons.iter().map(String::as_str).collect::<Vec<_>>().join("; ");
                let cases = match self.case_counts.get(suite) {
                    Some(count) => format!("up to {count} cases"),
                    None => "cases".to_owned(),
                };
                let suite = if suite.is_empty() { "the suite" } else { suite };
                eprintln!("SKIPPED {cases} of {suite}: {reasons}");
            }
            for report in self.reports {
                report();
            }
        }
        conclusion.exit()
    }
}

/// Returns the table of a suite: its cases by file, then the reasons for those expected to fail.
fn table(title: &str, files: &BTreeMap<String, FileCounts>) -> String {
    let failing =
        |counts: &FileCounts| counts.failing.values().flatten().collect::<HashSet<_>>().len();
    let sum = |count: &dyn Fn(&FileCounts) -> usize| files.values().map(count).sum::<usize>();
    let (cases, fail) = (sum(&|counts| counts.cases.len()), sum(&failing));
    let mut text = format!(
        "## {title}\n\n{cases} cases in {} trials: {} pass, {fail} are expected to fail.\n\n\
         | file | cases | pass | expected to fail |\n|---|--:|--:|--:|\n",
        sum(&|counts| counts.trials),
        cases - fail,
    );
    for (file, counts) in files {
        let (cases, fail) = (counts.cases.len(), failing(counts));
        text += &format!("| {file} | {cases} | {} | {fail} |\n", cases - fail);
    }
    text.push('\n');
    let mut reasons = BTreeMap::<&str, usize>::new();
    for (reason, lines) in files.values().flat_map(|counts| &counts.failing) {
        *reasons.entry(reason).or_default() += lines.len();
    }
    for (reason, count) in &reasons {
        text += &format!("- {count}: {reason}\n");
    }
    if !reasons.is_empty() {
        text.push('\n');
    }
    text
}
