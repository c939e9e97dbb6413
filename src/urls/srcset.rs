//! The attribute `srcset`: the images among which an `img` element chooses.

use crate::steps;

/// One of the images that a `srcset` attribute offers: the standard's image source.
///
/// <https://html.spec.whatwg.org/#image-source>
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ImageCandidate<'a> {
    /// The URL as written.
    pub url: &'a str,
    /// The width descriptor, in pixels of the image: 300 for `300w`. It is never 0.
    pub width: Option<u64>,
    /// The pixel density descriptor, in pixels of the image per CSS pixel: 1.5 for `1.5x`. It is
    /// not negative. A candidate that has neither descriptor counts as one with `1x`.
    pub density: Option<f64>,
}

impl<'a> ImageCandidate<'a> {
    /// Parses a `srcset` or `imagesrcset` attribute. Candidates with errors are left out.
    ///
    /// ```
    /// use consomme::urls::ImageCandidate;
    ///
    /// let candidates: Vec<_> = ImageCandidate::parse_srcset("a.png, b.png 1.5x, c.png 800w").collect();
    /// assert_eq!(candidates[1].url, "b.png");
    /// assert_eq!(candidates[1].density, Some(1.5));
    /// assert_eq!(candidates[2].width, Some(800));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
    pub fn parse_srcset(srcset: &'a str) -> impl Iterator<Item = ImageCandidate<'a>> + Clone {
        WrittenCandidates { rest: srcset }.filter_map(WrittenCandidate::parsed)
    }
}

/// Whether a `srcset` attribute offers any image.
pub(crate) fn has_candidates(srcset: &str) -> bool {
    ImageCandidate::parse_srcset(srcset).next().is_some()
}

/// A candidate of a `srcset` attribute as written, whether or not there are errors in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenCandidate<'a> {
    pub(crate) url: &'a str,
    /// The text between the URL and the next candidate.
    pub(crate) descriptors: &'a str,
}

/// Splits a `srcset` attribute.
///
/// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
#[derive(Clone, Debug)]
pub(crate) struct WrittenCandidates<'a> {
    pub(crate) rest: &'a str,
}

impl<'a> Iterator for WrittenCandidates<'a> {
    type Item = WrittenCandidate<'a>;

    fn next(&mut self) -> Option<WrittenCandidate<'a>> {
        // "Splitting loop: Collect a sequence of code points that are ASCII whitespace or U+002C
        // COMMA characters."
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        steps::count(1 + self.rest.len() - rest.len());
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        let without_commas = url.trim_end_matches(',');
        let end = match without_commas.len() == url.len() {
            true => after.find(outside_parentheses(|c| c == ',')).unwrap_or(after.len()),
            // "If url ends with U+002C (,)", it has no descriptors.
            false => 0,
        };
        steps::count(url.len() + end);
        let (descriptors, rest) = after.split_at(end);
        self.rest = rest;
        (!url.is_empty()).then_some(WrittenCandidate { url: without_commas, descriptors })
    }
}

impl<'a> WrittenCandidate<'a> {
    /// Returns the candidate, unless there is an error in its descriptors.
    pub(crate) fn parsed(self) -> Option<ImageCandidate<'a>> {
        let mut descriptors = Descriptors::default();
        self.descriptors
            .split(outside_parentheses(|c| c.is_ascii_whitespace()))
            .for_each(|descriptor| descriptors.add(descriptor));
        descriptors.candidate(self.url)
    }
}

/// Returns a predicate for the characters of descriptors, called in order: whether one is an end
/// outside of parentheses.
fn outside_parentheses(is_end: impl Fn(char) -> bool) -> impl FnMut(char) -> bool {
    let mut is_in_parentheses = false;
    move |c| {
        match c {
            '(' => is_in_parentheses = true,
            ')' => is_in_parentheses = false,
            _ => {}
        }
        !is_in_parentheses && is_end(c)
    }
}

/// The descriptors of a candidate.
#[derive(Debug, Default)]
struct Descriptors {
    width: Option<u64>,
    density: Option<f64>,
    /// The height, which has no effect: the standard's *future-compat-h*.
    height: Option<u64>,
    has_error: bool,
}

impl Descriptors {
    fn add(&mut self, descriptor: &str) {
        // The last character may be longer than a byte.
        let (value, unit) = match descriptor.char_indices().last() {
            Some((at, unit)) => (&descriptor[..at], unit),
            None => return,
        };
        match unit {
            'w' if is_integer(value) => {
                self.has_error |= self.width.is_some() || self.density.is_some();
                self.width = integer(value);
                self.has_error |= self.width.is_none();
            }
            'h' if is_integer(value) => {
                self.has_error |= self.height.is_some() || self.density.is_some();
                self.height = integer(value);
                self.has_error |= self.height.is_none();
            }
            'x' if is_float(value) => {
                let others = [self.width.is_some(), self.density.is_some(), self.height.is_some()];
                self.has_error |= others.contains(&true);
                // Adding 0 makes -0, which is no value by the rules for parsing numbers, 0.
                self.density = value
                    .parse()
                    .ok()
                    .filter(|&density: &f64| density >= 0.0 && density.is_finite())
                    .map(|density| density + 0.0);
                self.has_error |= self.density.is_none();
            }
            _ => self.has_error = true,
        }
    }

    /// Returns the candidate, unless there is an error in its descriptors.
    fn candidate(self, url: &str) -> Option<ImageCandidate<'_>> {
        let Descriptors { width, density, height, has_error } = self;
        let is_valid = !has_error && (height.is_none() || width.is_some());
        is_valid.then_some(ImageCandidate { url, width, density })
    }
}

/// Whether a text is a valid non-negative integer.
///
/// <https://html.spec.whatwg.org/#valid-non-negative-integer>
fn is_integer(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the value of an integer, which is not 0. One that is too large is the largest possible.
fn integer(digits: &str) -> Option<u64> {
    Some(digits.parse().unwrap_or(u64::MAX)).filter(|&value| value != 0)
}

/// Whether a text is a valid floating-point number.
///
/// <https://html.spec.whatwg.org/#valid-floating-point-number>
fn is_float(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || is_integer(whole)) && is_integer(fraction),
        None => is_integer(mantissa),
    };
    is_mantissa
        && exponent.is_none_or(|exponent| {
            is_integer(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
        })
}
