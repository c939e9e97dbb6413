//! Rounds, medians, ratios, memory.

use std::time::{Duration, Instant};

use crate::heap::Heap;
use crate::pages::{Page, PageSet};
use crate::peer::Contender;
use crate::peers;

/// A turn of a contender lasts at least this long, so it goes over the pages several times if it is
/// fast or the pages are few. The first time over, its code and data have to come back to the
/// caches, and the branch predictor has learned another program: that takes about a millisecond,
/// which is a tenth of one time over all pages for the fastest, and nothing for the slowest.
const TURN: Duration = Duration::from_millis(200);

/// The measurements over one set of pages.
pub struct Measured {
    pub set: PageSet,
    pub pages: usize,
    pub bytes: usize,
    pub rounds: usize,
    /// One for each contender, in the order given.
    pub figures: Vec<Figures>,
}

/// The figures of one contender.
pub struct Figures {
    pub contender: Contender,
    /// Bytes of the pages per second, in each round.
    speeds: Vec<f64>,
    /// The sum of [`Contender::count`].
    pub count: usize,
    /// Summed up over the pages, each measured alone.
    pub heap: Heap,
}

impl Figures {
    /// Least, median and greatest speed, in bytes per second.
    pub fn speed(&self) -> (f64, f64, f64) {
        spread(self.speeds.clone())
    }
}

impl Measured {
    /// The figures of a contender, if it took part.
    pub fn of(&self, name: &str) -> Option<&Figures> {
        self.figures.iter().find(|figures| figures.contender.name == name)
    }

    /// How many times as fast as `yardstick` the contender `name` is: the median of the rounds'
    /// ratios.
    pub fn ratio(&self, name: &str, yardstick: &str) -> Option<f64> {
        let (own, others) = (self.of(name)?, self.of(yardstick)?);
        let ratios =
            own.speeds.iter().zip(&others.speeds).map(|(own, other)| own / other).collect();
        Some(spread(ratios).1)
    }
}

/// Runs the contenders for `rounds` rounds, after one that does not count, then counts their
/// memory.
pub fn compare(set: PageSet, pages: &[Page], contenders: &[Contender], rounds: usize) -> Measured {
    let bytes = total_bytes(pages);
    eprintln!("{}: {} pages, {:.1} MB", set.name(), pages.len(), bytes as f64 / 1e6);

    let mut speeds = vec![Vec::with_capacity(rounds); contenders.len()];
    for contender in contenders {
        contender.pass(pages);
    }
    for round in 0..rounds {
        for place in 0..contenders.len() {
            let index = (round + place) % contenders.len();
            speeds[index].push(turn(&contenders[index], pages, bytes));
        }
        eprintln!("  round {} of {rounds}", round + 1);
    }

    let figures = contenders.iter().zip(speeds).map(|(contender, speeds)| {
        let mut heap = Heap::default();
        for page in pages {
            heap += contender.heap(page);
        }
        let count = pages.iter().map(|page| contender.count(page)).sum();
        Figures { contender: *contender, speeds, count, heap }
    });
    Measured { set, pages: pages.len(), bytes, rounds, figures: figures.collect() }
}

/// Runs a contender over pages of `bytes` bytes for one [`TURN`], or a few if most of the time goes
/// to preparing its input. Returns its speed, in bytes per second.
fn turn(contender: &Contender, pages: &[Page], bytes: usize) -> f64 {
    let start = Instant::now();
    let mut time = Duration::ZERO;
    let mut passes = 0;
    while passes == 0 || (time < TURN && start.elapsed() < 4 * TURN) {
        time += contender.pass(pages);
        passes += 1;
    }
    per_second(bytes * passes, time)
}

/// The contenders that take part if only `names` are asked for: these, and the ones that their
/// ratios refer to. Without names, all.
pub fn participants(names: &[Contender]) -> Vec<Contender> {
    let is_asked_for = |contender: &Contender| {
        names.iter().any(|asked| {
            asked.name == contender.name
                || asked.task.yardstick() == contender.name
                || peers::PAIRS.contains(&(asked.name, contender.name))
        })
    };
    peers::ALL
        .iter()
        .filter(|contender| names.is_empty() || is_asked_for(contender))
        .copied()
        .collect()
}

/// Runs one contender for `time`, so that a profiler sees little else, and prints its mean speed.
/// Its input, such as copies for `consomme-vec`, is made meanwhile: a profile shows that, the speed
/// leaves it out.
pub fn profile(contender: &Contender, pages: &[Page], time: Duration) {
    let start = Instant::now();
    let mut running = Duration::ZERO;
    let mut passes = 0;
    while passes == 0 || start.elapsed() < time {
        running += contender.pass(pages);
        passes += 1;
    }
    let speed = per_second(total_bytes(pages) * passes, running) / 1e6;
    println!("{}: {passes} passes over {} pages, {speed:.1} MB/s", contender.name, pages.len());
}

fn total_bytes(pages: &[Page]) -> usize {
    pages.iter().map(|page| page.bytes.len()).sum()
}

fn per_second(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64()
}

/// Least, middle and greatest of `values`, of which there is at least one. Of an even number, the
/// upper middle one.
fn spread(mut values: Vec<f64>) -> (f64, f64, f64) {
    values.sort_by(f64::total_cmp);
    (values[0], values[values.len() / 2], values[values.len() - 1])
}
