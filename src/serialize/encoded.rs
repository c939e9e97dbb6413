//! A node to be written in an encoding, whatever the writer.

use std::convert::Infallible;
use std::io;

use encoding_rs::{Encoding, WINDOWS_1252, X_USER_DEFINED};

use super::encode::{Check, EncodeError, Encoder};
use super::output::{Pieces, capacity_for};
use super::written::{Serialized, WriteOptions};

impl<'a, F: WriteOptions> Serialized<'a, F> {
    /// Prepares the text to be written in an encoding. The bytes, decoded with that encoding, parse
    /// like the text itself.
    ///
    /// A character that the encoding doesn't have is written as a hexadecimal character reference
    /// (`&#x20AC;`) in text and attribute values. Nothing can stand for it elsewhere: in names,
    /// comments, document types, processing instructions, and the raw text of a `script`, a `style`
    /// and such. XML has no raw text.
    ///
    /// The [output encoding] of the standard is used: UTF-8 for UTF-16BE, UTF-16LE and replacement,
    /// which browsers never write. [`Encoded::encoding`] says which it is. No byte order mark is
    /// written.
    ///
    /// ```
    /// use consomme::encoding_rs::SHIFT_JIS;
    /// use consomme::parse_fragment;
    /// use consomme::serialize::SerializeOptions;
    ///
    /// let soup = parse_fragment("body", "<p title=\"5 €\">スープ");
    /// let encoded = soup.serialize(&SerializeOptions::new()).encode(SHIFT_JIS)?;
    /// assert_eq!(encoded.to_bytes(), b"<p title=\"5 &#x20AC;\">\x83X\x81[\x83v</p>");
    ///
    /// let script = parse_fragment("body", "<script>price = '5 €'</script>");
    /// let error = script.serialize(&SerializeOptions::new()).encode(SHIFT_JIS).unwrap_err();
    /// assert_eq!((error.character(), error.text()), ('€', "price = '5 €'"));
    /// # Ok::<(), consomme::serialize::EncodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first character, in the order of the text, that the encoding doesn't have where no
    /// reference can stand for it. Then nothing has been written.
    ///
    /// [output encoding]: https://encoding.spec.whatwg.org/#get-an-output-encoding
    pub fn encode(&self, encoding: &'static Encoding) -> Result<Encoded<'a, F>, EncodeError> {
        let mut encoding = encoding.output_encoding();
        // A `meta` that declares x-user-defined means windows-1252:
        // <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>
        if self.declares_encoding && encoding == X_USER_DEFINED {
            encoding = WINDOWS_1252;
        }
        let mut serialized = self.clone();
        serialized.options.set_encoding(encoding);
        serialized.with_node(encoding, |node| {
            serialized.options.check(node, serialized.inner, &mut Check::new(encoding, F::IS_XML))
        })?;
        Ok(Encoded { serialized, encoding })
    }
}

/// A node to be written in an encoding, from [`Serialized::encode`].
#[derive(Clone, Debug)]
#[must_use = "nothing is written until a method is called"]
pub struct Encoded<'a, F> {
    serialized: Serialized<'a, F>,
    encoding: &'static Encoding,
}

impl<F: WriteOptions> Encoded<'_, F> {
    /// The encoding that the bytes are in: the output encoding of the one that was asked for.
    ///
    /// <https://encoding.spec.whatwg.org/#get-an-output-encoding>
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns the bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(capacity_for(self.serialized.node));
        let Ok(()) = self.write(|piece| {
            bytes.extend_from_slice(piece);
            Ok::<(), Infallible>(())
        });
        bytes
    }

    /// Writes the bytes in pieces of about 8 KB, so the writer needs no buffer of its own. Doesn't
    /// flush the writer.
    ///
    /// # Errors
    ///
    /// The errors of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        self.write(|piece| writer.write_all(piece))
    }

    fn write<E>(&self, write_piece: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut encoder = Encoder::new(self.encoding, write_piece);
        let mut out = Pieces::new(|piece: &str| encoder.write(piece));
        let Serialized { options, inner, .. } = &self.serialized;
        self.serialized.with_node(self.encoding, |node| options.write(node, *inner, &mut out))?;
        out.finish()?;
        encoder.finish()
    }
}
