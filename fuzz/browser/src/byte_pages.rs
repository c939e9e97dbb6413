//! Pages of bytes: in some encoding, declared in some way or in none, perhaps damaged.

use consomme_test::encodings::{ENCODINGS, encode, encoding};

use crate::cases::Random;

/// Labels that are none, or that a declaration does not mean.
const ODD_LABELS: [&str; 4] = ["x-user-defined", "utf-16", "replacement", "nonsense"];

/// How many spaces come before the declaration: it is found in the first 1024 bytes.
const PADDINGS: [usize; 8] = [0, 0, 0, 0, 900, 1010, 1024, 1100];

/// Returns a page, with a character up to U+00FF for each byte.
pub(crate) fn page(random: &mut Random) -> String {
    let (name, text) = ENCODINGS[random.number(ENCODINGS.len())];
    let declaration = declaration(random, name);
    let padding = " ".repeat(PADDINGS[random.number(PADDINGS.len())]);
    let odd_length = "x".repeat(random.number(2));
    let page = format!("{padding}{declaration}<p>{text}</p>{odd_length}");
    let mut bytes = encode(&page, encoding(name));
    bytes.splice(0..0, mark(random).iter().copied());
    for _ in 0..random.number(6).saturating_sub(2) {
        let at = random.number(bytes.len());
        bytes[at] = random.number(256) as u8;
    }
    bytes.into_iter().map(char::from).collect()
}

/// A declaration of an encoding, mostly of that one, or none.
fn declaration(random: &mut Random, name: &str) -> String {
    let (other, _) = ENCODINGS[random.number(ENCODINGS.len())];
    let odd = random.one_of(&ODD_LABELS);
    let label = random.one_of(&[name, name, name, name, other, odd]);
    match random.number(8) {
        0 | 1 => format!("<meta charset={label}>"),
        2 => format!("<meta charset='{label} '>"),
        3 => format!("<meta http-equiv=content-type content='text/html; charset={label}'>"),
        4 => format!("<meta content='charset = \"{label}\"' http-equiv=Content-Type>"),
        5 => format!("<!--<meta charset={other}>--><i charset=koi8-r></i><META CHARSET={label} >"),
        6 => format!("<?xml version='1.0' encoding='{label}'?>"),
        _ => String::new(),
    }
}

/// A byte order mark, or mostly none.
fn mark(random: &mut Random) -> &'static [u8] {
    match random.number(12) {
        0 => b"\xEF\xBB\xBF",
        1 => b"\xFE\xFF",
        2 => b"\xFF\xFE",
        _ => b"",
    }
}
