//! Guesses the encoding from the bytes.

use encoding_rs::{Encoding, UTF_8};

use super::hints::Hints;

/// Guesses the encoding of the whole input, if the hints ask for it: UTF-8 for a local file that is
/// well-formed UTF-8, or else the result of frequency analysis. `None` without a guess, as for an
/// input that is ASCII.
///
/// <https://html.spec.whatwg.org/#encoding-sniffing-algorithm>
pub(super) fn detect(whole_input: &[u8], hints: &Hints) -> Option<&'static Encoding> {
    if hints.local_file && has_utf_8_pattern(whole_input) {
        return Some(UTF_8);
    }
    #[cfg(feature = "detect")]
    if hints.detect {
        return frequency_analysis(whole_input, hints);
    }
    None
}

/// Returns whether [`detect`] can return a guess with these hints.
pub(super) fn is_wanted(hints: &Hints) -> bool {
    #[cfg(feature = "detect")]
    if hints.detect {
        return true;
    }
    hints.local_file
}

/// Returns whether the input has bytes above 0x7F and is well-formed UTF-8.
fn has_utf_8_pattern(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// Guesses the encoding by frequency analysis.
///
/// ISO-2022-JP is only guessed for local files. Its bytes are all ASCII, so anybody who can put
/// text into a page on the web could have the page decoded as ISO-2022-JP.
#[cfg(feature = "detect")]
fn frequency_analysis(whole_input: &[u8], hints: &Hints) -> Option<&'static Encoding> {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    let allow_iso_2022_jp =
        if hints.local_file { Iso2022JpDetection::Allow } else { Iso2022JpDetection::Deny };
    let mut detector = EncodingDetector::new(allow_iso_2022_jp);
    let saw_non_ascii = detector.feed(whole_input, true);
    let top_level_domain = hints.top_level_domain.as_deref().map(str::as_bytes);
    let guess = detector.guess(top_level_domain, Utf8Detection::Allow);
    // Without such bytes, the guess depends on nothing but the top-level domain.
    (saw_non_ascii || guess == encoding_rs::ISO_2022_JP).then_some(guess)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_file_in_well_formed_utf_8_is_detected() {
        let local = Hints::new().local_file(true);
        let rows: &[(&str, &[u8], Option<&'static Encoding>)] = &[
            ("well-formed UTF-8 with bytes above 0x7F", b"caf\xC3\xA9", Some(UTF_8)),
            ("a malformed sequence", b"caf\xE9", None),
            ("an incomplete sequence", b"caf\xC3", None),
            ("ASCII", b"cafe", None),
            ("no bytes", b"", None),
        ];
        for (rule, bytes, expected) in rows {
            assert_eq!(detect(bytes, &local), *expected, "{rule}");
            assert_eq!(detect(bytes, &Hints::new()), None, "{rule}, not asked for");
        }
    }

    #[cfg(feature = "detect")]
    #[test]
    fn frequency_analysis_finds_legacy_encodings() {
        use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS, WINDOWS_1251};

        let russian = "Щи да каша, пища наша; уха из ершей и пироги с капустой.";
        let japanese = "味噌汁と白いご飯、それから焼き魚をお願いします。";
        let rows = [
            ("Russian", WINDOWS_1251.encode(russian).0, None, Some(WINDOWS_1251)),
            (
                "Russian under another domain",
                WINDOWS_1251.encode(russian).0,
                Some("jp"),
                Some(WINDOWS_1251),
            ),
            ("Japanese", SHIFT_JIS.encode(japanese).0, Some("jp"), Some(SHIFT_JIS)),
            ("Japanese in another encoding", EUC_JP.encode(japanese).0, None, Some(EUC_JP)),
            ("UTF-8", russian.as_bytes().into(), Some("ru"), Some(UTF_8)),
            ("there is no guess for ASCII", "<p>Broth".as_bytes().into(), Some("ru"), None),
            ("ISO-2022-JP is not guessed", ISO_2022_JP.encode(japanese).0, Some("jp"), None),
        ];
        for (rule, bytes, domain, expected) in rows {
            let mut hints = Hints::new().detect(true);
            if let Some(domain) = domain {
                hints = hints.top_level_domain(domain);
            }
            assert_eq!(detect(&bytes, &hints), expected, "{rule}");
        }
        let local = Hints::new().detect(true).local_file(true);
        assert_eq!(
            detect(&ISO_2022_JP.encode(japanese).0, &local),
            Some(ISO_2022_JP),
            "ISO-2022-JP is guessed for local files"
        );
    }
}
