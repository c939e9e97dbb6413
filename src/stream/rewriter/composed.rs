//! Patches of a text that is patched already.

use std::ops::Range;

/// A range of a text and its replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Replacement {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

/// Returns a text with patches, which are sorted and apart.
pub(super) fn patched(text: &str, patches: &[Replacement]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for patch in patches {
        out.push_str(&text[at..patch.range.start]);
        out.push_str(&patch.text);
        at = patch.range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Returns the length of a text with patches.
pub(super) fn patched_length(text: &str, patches: &[Replacement]) -> usize {
    let grown = |length: usize, one: &Replacement| length + one.text.len() - one.range.len();
    patches.iter().fold(text.len(), grown)
}

/// Returns the patches that have the effect of `first`, and then of `second` on the result. Both
/// are sorted and disjoint, and so are the returned ones.
pub(super) fn composed(
    first: Vec<Replacement>,
    second: impl DoubleEndedIterator<Item = Replacement>,
) -> Vec<Replacement> {
    let mut all = first;
    // From the end, so that earlier offsets stay the same.
    for patch in second.rev() {
        compose_one(&mut all, patch);
    }
    all
}

/// Returns the same patches, with neighbors joined into one.
pub(super) fn joined(patches: Vec<Replacement>) -> Vec<Replacement> {
    let mut all: Vec<Replacement> = Vec::with_capacity(patches.len());
    for patch in patches {
        match all.last_mut() {
            Some(last) if last.range.end == patch.range.start => {
                last.range.end = patch.range.end;
                last.text.push_str(&patch.text);
            }
            _ => all.push(patch),
        }
    }
    all
}

/// Merges `patch`, whose range is in the patched text, into `all`. Call it from the last patch to
/// the first.
fn compose_one(all: &mut Vec<Replacement>, patch: Replacement) {
    let Range { start, end } = patch.range;
    // Where each patch of `all` is in the patched text.
    let mut places: Vec<Range<usize>> = Vec::with_capacity(all.len());
    let (mut grown, mut shrunk) = (0, 0);
    for one in all.iter() {
        let at = one.range.start + grown - shrunk;
        places.push(at..at + one.text.len());
        grown += one.text.len();
        shrunk += one.range.len();
    }
    // The patches before this one, and the ones that it touches.
    let low = places.partition_point(|place| place.end <= start);
    let high = places.partition_point(|place| place.start < end || place.end <= end).max(low);
    let offset = |at: usize, count: usize| match count.checked_sub(1) {
        Some(last) => all[last].range.end + (at - places[last].end),
        None => at,
    };
    let mut text = String::new();
    let first = if low < high && places[low].start < start {
        text.push_str(&all[low].text[..start - places[low].start]);
        all[low].range.start
    } else {
        offset(start, low)
    };
    text.push_str(&patch.text);
    let last = if low < high && places[high - 1].end > end {
        text.push_str(&all[high - 1].text[end - places[high - 1].start..]);
        all[high - 1].range.end
    } else {
        offset(end, high)
    };
    all.splice(low..high, [Replacement { range: first..last, text }]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacements(all: &[(Range<usize>, &str)]) -> Vec<Replacement> {
        let one = |(range, text): &(Range<usize>, &str)| Replacement {
            range: range.clone(),
            text: (*text).to_owned(),
        };
        all.iter().map(one).collect()
    }

    /// All pairs of patches of a short text, and two patches at once.
    #[test]
    fn composed_patches_do_what_both_do_one_after_the_other() {
        let text = "abcdef";
        let mut firsts = vec![replacements(&[(1..1, "XY"), (3..5, "Z")])];
        for start in 0..=text.len() {
            for end in start..=text.len() {
                for new in ["", "X", "XYZ"] {
                    firsts.push(replacements(&[(start..end, new)]));
                }
            }
        }
        for first in &firsts {
            let middle = patched(text, first);
            for start in 0..=middle.len() {
                for end in start..=middle.len() {
                    let mut second = replacements(&[(start..end, "12")]);
                    if end + 2 <= middle.len() {
                        second.extend(replacements(&[(end + 1..end + 2, "")]));
                    }
                    let expected = patched(&middle, &second);
                    let both = composed(first.clone(), second.clone().into_iter());
                    assert!(both.is_sorted_by(|a, b| a.range.end <= b.range.start), "{both:?}");
                    assert_eq!(patched(text, &both), expected, "{first:?} {second:?} {both:?}");
                }
            }
        }
    }
}
