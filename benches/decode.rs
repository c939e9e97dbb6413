//! Measures decoding: the same text in several encodings, and as text that is decoded already.
//!
//! The text is one long paragraph, so that there is little to do but to decode it. `decode` has it
//! as a whole, `decode_pieces` piece by piece. The throughput counts bytes of input.

mod support;

use std::hint::black_box;

use consomme::{Hints, ParseOptions, Parser};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use encoding_rs::{
    BIG5, EUC_JP, Encoding, GB18030, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
};

/// How many characters a text has, about.
const LENGTH: usize = 256 * 1024;

/// A name, a phrase and the encoding it is written in.
const TEXTS: [(&str, &str, &Encoding); 10] = [
    ("ascii", "The broth is clarified with egg whites. ", UTF_8),
    ("utf_8_latin", "Für das Süppchen klärt man die Brühe. ", UTF_8),
    ("utf_8_japanese", "だしは昆布と鰹節でとります。", UTF_8),
    ("windows_1252", "Für das Süppchen klärt man die Brühe. ", WINDOWS_1252),
    ("windows_1251", "Бульон осветляют яичным белком. ", WINDOWS_1251),
    ("shift_jis", "だしは昆布と鰹節でとります。", SHIFT_JIS),
    ("euc_jp", "だしは昆布と鰹節でとります。", EUC_JP),
    ("gb18030", "清汤要用小火慢慢熬成。", GB18030),
    ("big5", "清湯要用小火慢慢熬成。", BIG5),
    ("utf_16le", "The broth is clarified with egg whites. ", UTF_16LE),
];

/// The phrase over and over.
fn text(phrase: &str) -> String {
    format!("<!DOCTYPE html><p>{}", phrase.repeat(LENGTH / phrase.chars().count()))
}

/// The bytes of a text; encoding_rs writes no UTF-16.
fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}

/// Measures `run` on the bytes of every text, with the encoding as a hint.
fn measure<R>(criterion: &mut Criterion, name: &str, run: impl Fn(&[u8], &Hints) -> R) {
    let mut group = criterion.benchmark_group(name);
    for (name, phrase, encoding) in TEXTS {
        let bytes = encode(&text(phrase), encoding);
        let hints = Hints::new().user_override(encoding);
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), &bytes, |bencher, bytes| {
            bencher.iter(|| drop(black_box(run(black_box(bytes), &hints))));
        });
    }
    group.finish();
}

fn whole(criterion: &mut Criterion) {
    let options = ParseOptions::new();
    measure(criterion, "decode", |bytes, hints| options.parse_document(bytes, hints));
}

fn pieces(criterion: &mut Criterion) {
    let options = ParseOptions::new();
    measure(criterion, "decode_pieces", |bytes, hints| {
        let mut parser = Parser::new(&options, hints);
        bytes.chunks(support::PIECE).for_each(|piece| parser.feed(piece));
        parser.finish()
    });
}

/// Benchmarks the texts that need no decoding, in UTF-8.
fn decoded(criterion: &mut Criterion) {
    let options = ParseOptions::new();
    let mut group = criterion.benchmark_group("decode_nothing");
    for (name, phrase, _) in &TEXTS[..3] {
        let text = text(phrase);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), &text, |bencher, text| {
            bencher.iter(|| drop(black_box(options.parse_str(black_box(text.as_str())))));
        });
    }
    group.finish();
}

criterion_group!(benches, whole, pieces, decoded);
criterion_main!(benches);
