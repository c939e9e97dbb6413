//! Damaged archives: nothing panics, and every whole record is read.

use std::io::{Cursor, Read, Write};
use std::ops::{ControlFlow, Range};

use consomme_warc::{Input, ReadOptions, Record, Source};
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

/// Returns a record whose page is a number.
fn record(number: usize, is_compressed: bool) -> Vec<u8> {
    let body = format!("HTTP/1.1 200 OK\r\n\r\n<p>{number}{}", " soup".repeat(number % 30));
    let record = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://soups.example/{number}\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n",
        body.len()
    );
    if !is_compressed {
        return record.into_bytes();
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(record.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// Reads bytes in small pieces.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(7);
        self.0.read(&mut buffer[..count])
    }
}

fn read(source: &mut impl Source) -> Vec<Record> {
    let mut records = Vec::new();
    let each = &mut |record| {
        records.push(record);
        Ok(ControlFlow::Continue(()))
    };
    ReadOptions::new().max_body_bytes(1 << 16).read(source, each).unwrap();
    records
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whole_records_are_read_around_damage(
        count in 1..12_usize,
        is_compressed in any::<bool>(),
        at in any::<prop::sample::Index>(),
        length in 1..200_usize,
        fill in prop::option::of(prop::sample::select(&[0, 0xAA, 0xFF][..])),
    ) {
        let mut file = Vec::new();
        let mut places: Vec<Range<usize>> = Vec::new();
        for number in 0..count {
            let start = file.len();
            file.extend(record(number, is_compressed));
            places.push(start..file.len());
        }
        let start = at.index(file.len());
        let damage = start..file.len().min(start + length);
        match fill {
            Some(byte) => file[damage.clone()].fill(byte),
            None => drop(file.drain(damage.clone())),
        }
        let records = read(&mut Cursor::new(&file));
        for (number, place) in places.iter().enumerate() {
            let is_after = is_compressed && place.start >= damage.end;
            // Line ends after a record say nothing of it.
            if place.end <= damage.start || is_after {
                let url = format!("https://soups.example/{number}");
                let body = format!("<p>{number}");
                let is_it = |record: &Record| {
                    record.url.as_deref() == Some(&url)
                        && record.body.as_ref().is_some_and(|it| it.starts_with(body.as_bytes()))
                };
                prop_assert!(records.iter().any(is_it), "{number}: {records:?}");
            }
        }
        // The buffer of an input is a piece: what is before a piece is gone.
        for record in read(&mut Input::new(Pieces(&file))) {
            if record.body.is_some() && record.url.is_some() {
                prop_assert!(records.iter().any(|other| other.url == record.url));
            }
        }
        for place in places {
            let bytes = &file[place.start.min(file.len())..place.end.min(file.len())];
            let _ = ReadOptions::new().read_one(bytes, 0);
        }
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for start in [&b""[..], b"\x1F\x8B\x08\0\0\0\0\0\0\0", b"WARC/1.0\r\nWARC-Type: response\r\n"] {
            let file = [start, &bytes].concat();
            let mut source = Cursor::new(&file);
            let records = read(&mut source);
            prop_assert!(records.len() <= file.len());
        }
    }
}
