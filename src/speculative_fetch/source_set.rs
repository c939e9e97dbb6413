//! The images among which an `img` element chooses.

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
    /// use consomme::speculation::ImageCandidate;
    ///
    /// let candidates: Vec<_> = ImageCandidate::parse_srcset("a.png, b.png 1.5x, c.png 800w").collect();
    /// assert_eq!(candidates[1].url, "b.png");
    /// assert_eq!(candidates[1].density, Some(1.5));
    /// assert_eq!(candidates[2].width, Some(800));
    /// ```
    ///
    /// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
    pub fn parse_srcset(srcset: &'a str) -> impl Iterator<Item = ImageCandidate<'a>> + Clone {
        Candidates::of(srcset)
    }
}

/// Parses a `srcset` attribute. Candidates with errors are left out.
///
/// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
#[derive(Clone, Debug)]
pub(super) struct Candidates<'a> {
    rest: &'a str,
}

impl<'a> Candidates<'a> {
    pub(super) fn of(srcset: &'a str) -> Self {
        Candidates { rest: srcset }
    }
}

/// Whether a `srcset` attribute offers any image.
pub(super) fn has_candidates(srcset: &str) -> bool {
    Candidates::of(srcset).next().is_some()
}

impl<'a> Iterator for Candidates<'a> {
    type Item = ImageCandidate<'a>;

    fn next(&mut self) -> Option<ImageCandidate<'a>> {
        loop {
            // "Splitting loop: Collect a sequence of code points that are ASCII whitespace or
            // U+002C COMMA characters."
            let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
            if rest.is_empty() {
                self.rest = rest;
                return None;
            }
            let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            let (url, rest) = rest.split_at(end);
            steps::count(url.len());
            let mut descriptors = Descriptors::default();
            let without_commas = url.trim_end_matches(',');
            self.rest = rest;
            if without_commas.len() == url.len() {
                let end = split_descriptors(rest, |descriptor| descriptors.add(descriptor));
                steps::count(end);
                self.rest = &rest[end..];
            }
            if let Some(candidate) = descriptors.candidate(without_commas) {
                return Some(candidate);
            }
        }
    }
}

/// Calls `each` with each descriptor of a candidate. Returns where the candidate ends: after its
/// comma.
///
/// <https://html.spec.whatwg.org/#parse-a-srcset-attribute>
fn split_descriptors<'a>(text: &'a str, mut each: impl FnMut(&'a str)) -> usize {
    let mut start = 0;
    let mut is_in_parens = false;
    for (at, byte) in text.bytes().enumerate() {
        let is_end_of_candidate = byte == b',' && !is_in_parens;
        match byte {
            b')' => is_in_parens = false,
            b'(' => is_in_parens = true,
            _ if is_end_of_candidate || byte.is_ascii_whitespace() && !is_in_parens => {
                if start < at {
                    each(&text[start..at]);
                }
                start = at + 1;
            }
            _ => {}
        }
        if is_end_of_candidate {
            return start;
        }
    }
    if start < text.len() {
        each(&text[start..]);
    }
    text.len()
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
