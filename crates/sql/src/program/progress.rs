//! How far a query is: rows, bytes per second, time left.
//!
//! The steps of a plan that read files count their input. For Parquet, the number of rows is known
//! beforehand; for archives, the number of bytes.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use consomme_sql::total_bytes;
use datafusion::common::stats::Precision;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};

/// A step that reads files.
struct Source {
    plan: Arc<dyn ExecutionPlan>,
    /// How many rows it will read, if that is known.
    rows: Option<usize>,
    /// How many bytes its files have.
    bytes: Option<u64>,
}

/// The progress of a query.
pub(crate) struct Progress {
    sources: Vec<Source>,
    start: Instant,
    is_shown: bool,
    /// Whether a line is on the terminal.
    has_line: bool,
}

impl Progress {
    /// Starts. Nothing is shown if that is not wanted, or if there is no terminal.
    pub(crate) fn new(plan: &Arc<dyn ExecutionPlan>, is_wanted: bool) -> Progress {
        let mut sources = Vec::new();
        add_sources(plan, &mut sources);
        let is_shown = is_wanted && io::stderr().is_terminal();
        Progress { sources, start: Instant::now(), is_shown, has_line: false }
    }

    /// Writes the line again.
    pub(crate) fn show(&mut self) {
        let elapsed = self.start.elapsed();
        if self.is_shown && elapsed > Duration::from_millis(400) {
            // A terminal that takes no output doesn't end a query.
            let _ = write!(io::stderr(), "\r\x1B[K{}", self.line(elapsed));
            self.has_line = true;
        }
    }

    /// Removes the line, before something else is written.
    pub(crate) fn clear(&mut self) {
        if self.has_line {
            let _ = write!(io::stderr(), "\r\x1B[K");
            self.has_line = false;
        }
    }

    /// Returns the line after some time.
    fn line(&self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let (mut rows, mut bytes) = (0, 0);
        let mut part: Option<f64> = None;
        for source in &self.sources {
            let metrics = source.plan.metrics().unwrap_or_default();
            let read_rows = metrics.output_rows().unwrap_or(0);
            let read_bytes = metrics.sum_by_name("bytes_scanned").map_or(0, |sum| sum.as_usize());
            rows += read_rows;
            bytes += read_bytes;
            let own = match (source.rows, source.bytes) {
                (Some(total), _) if total > 0 => Some(read_rows as f64 / total as f64),
                (None, Some(total)) if total > 0 => Some(read_bytes as f64 / total as f64),
                _ => None,
            };
            part = match (part, own) {
                (Some(part), Some(own)) => Some(part.min(own)),
                (part, own) => own.or(part),
            };
        }
        let mut line = format!("{rows} rows");
        if bytes > 0 {
            let megabytes = bytes as f64 / 1e6;
            line += &format!(", {megabytes:.1} MB read, {:.1} MB/s", megabytes / seconds);
        }
        match part {
            Some(part) if part > 0.0 && part < 1.0 => {
                line += &format!(", {:.0} s left", seconds / part - seconds);
            }
            _ => line += &format!(", {seconds:.0} s so far"),
        }
        line
    }
}

/// Adds the steps of a plan that read files, or have no steps below them.
fn add_sources(plan: &Arc<dyn ExecutionPlan>, sources: &mut Vec<Source>) {
    let bytes = total_bytes(&**plan);
    if bytes.is_some() || plan.children().is_empty() {
        sources.push(Source { plan: Arc::clone(plan), rows: total_rows(plan), bytes });
        return;
    }
    for child in plan.children() {
        add_sources(child, sources);
    }
}

/// Returns how many rows a step will read, if it knows that.
fn total_rows(plan: &Arc<dyn ExecutionPlan>) -> Option<usize> {
    let statistics = StatisticsContext::new().compute(&**plan, &StatisticsArgs::new()).ok()?;
    match statistics.num_rows {
        Precision::Exact(rows) => Some(rows),
        Precision::Inexact(_) | Precision::Absent => None,
    }
}
