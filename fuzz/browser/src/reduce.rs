//! Makes a case smaller while both still answer it in different ways.

use crate::Failure;
use crate::cases::{Case, Kind};
use crate::chromium::Chromium;

/// How many batches the browser is asked for one case at most.
const MAX_BATCHES: usize = 80;

/// How many characters a page of bytes has at most that is reduced character by character: each
/// attempt loads a frame.
const MAX_BYTES: usize = 200;

/// Leaves out runs of tags and texts, shorter and shorter ones, and then runs of characters.
pub(crate) fn reduced(case: &Case, chromium: &mut Chromium) -> Result<Case, Failure> {
    let mut case = case.clone();
    let mut batches = 0;
    reduce_part(&mut case, chromium, &mut batches, tags_and_texts, |case| &mut case.text)?;
    if case.kind != Kind::Bytes || case.text.len() <= MAX_BYTES {
        reduce_part(&mut case, chromium, &mut batches, characters, |case| &mut case.text)?;
    }
    if case.kind == Kind::Selector {
        reduce_part(&mut case, chromium, &mut batches, characters, |case| &mut case.detail)?;
    }
    Ok(case)
}

fn reduce_part(
    case: &mut Case,
    chromium: &mut Chromium,
    batches: &mut usize,
    split: fn(&str) -> Vec<&str>,
    part: fn(&mut Case) -> &mut String,
) -> Result<(), Failure> {
    let text = part(case).clone();
    let mut pieces = split(&text);
    let mut length = pieces.len().div_ceil(2);
    while length > 0 && *batches < MAX_BATCHES {
        *batches += 1;
        let starts: Vec<usize> = (0..pieces.len()).step_by(length).collect();
        let without = |start: usize| {
            let end = (start + length).min(pieces.len());
            [&pieces[..start], &pieces[end..]].concat()
        };
        let mut shorter = Vec::new();
        for &start in &starts {
            let mut candidate = case.clone();
            *part(&mut candidate) = without(start).concat();
            shorter.push(candidate);
        }
        match chromium.differing(&shorter)?.first() {
            Some(&index) => pieces = without(starts[index]),
            None if length == 1 => break,
            None => length = length.div_ceil(2),
        }
        length = length.min(pieces.len());
    }
    *part(case) = pieces.concat();
    Ok(())
}

/// The tags and texts of markup.
fn tags_and_texts(text: &str) -> Vec<&str> {
    text.split_inclusive('>')
        .flat_map(|piece| {
            let (before, tag) = piece.split_at(piece.find('<').unwrap_or(0));
            [before, tag]
        })
        .filter(|piece| !piece.is_empty())
        .collect()
}

fn characters(text: &str) -> Vec<&str> {
    text.split_inclusive(|_| true).collect()
}
