//! How much memory is on the heap, counted by the allocator. One thread runs these trials one after
//! the other, so that nothing else allocates meanwhile.
//!
//! - `driver.rs`: text that scripts write
//! - `encoding.rs`: bytes
//! - `events.rs`: events
//! - `huge.rs`: 2 and 4 GiB, where it is asked for
//! - `load.rs`: hostile input and long use
//! - `search.rs`: a search for the documents that take most
//! - `stream.rs`: streams and rewriters (feature `stream`)
//! - `stream_families.rs`: streams of markup that repeats

mod driver;
mod encoding;
mod events;
mod huge;
mod load;
mod search;
#[cfg(feature = "stream")]
mod stream;
#[cfg(feature = "stream")]
mod stream_families;

use std::alloc::System;

use cap::Cap;
use libtest_mimic::{Arguments, Trial};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const MEGABYTE: usize = 1024 * 1024;

fn main() {
    let trial = |name, run: fn()| {
        Trial::test(name, move || {
            run();
            Ok(())
        })
    };
    let trials = vec![
        trial(
            "memory_is_little_more_than_the_document",
            encoding::is_little_more_than_the_document,
        ),
        trial("written_text_takes_limited_memory", driver::is_bounded),
        trial("events_do_not_grow_with_the_input", events::do_not_grow_with_the_input),
        trial("documents_end_at_2_gib", huge::documents_end_at_2_gib).with_ignored_flag(true),
        trial(
            "offsets_in_the_input_go_on_after_2_gib",
            huge::offsets_in_the_input_go_on_after_2_gib,
        )
        .with_ignored_flag(true),
        trial("replaced_characters_end_at_2_gib", huge::replaced_characters_end_at_2_gib)
            .with_ignored_flag(true),
        trial("memory_is_bounded", load::is_bounded),
        trial("a_search_finds_no_document_above_the_promise", search::finds_none_above_the_promise),
        #[cfg(feature = "stream")]
        trial("streams_are_flat", stream::is_flat),
        #[cfg(feature = "stream")]
        trial("offsets_of_streams_go_on_after_4_gib", huge::offsets_of_streams_go_on_after_4_gib)
            .with_ignored_flag(true),
        #[cfg(feature = "stream")]
        trial("streams_of_repeated_markup_are_flat", stream_families::are_flat),
    ];
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, trials).exit();
}
