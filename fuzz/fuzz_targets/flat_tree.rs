#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| consomme_fuzz::run("flat_tree", data));
