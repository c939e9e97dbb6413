//! From the normalized source back to the text as it came.

/// Where the bytes of the source stood before newlines were normalized and a byte order mark was dropped.
///
/// <https://infra.spec.whatwg.org/#normalize-newlines>
#[derive(Clone, Default, Debug)]
pub(crate) struct SourceMap {
    /// How many bytes were dropped before the first.
    dropped: usize,
    /// The byte offsets in the source of the line feeds that stand for a carriage return and a line feed, ascending. Any
    /// other newline has as many bytes as it had.
    shortened: Vec<u32>,
}

impl SourceMap {
    /// The byte offset in the text as it came of the byte `offset` of the source. The start of a newline is that of the
    /// whole newline, and what is behind it is behind the whole.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let before = self.shortened.partition_point(|&newline| (newline as usize) < offset);
        self.dropped + offset + before
    }

    /// Notes that the text had that many bytes before the source starts.
    pub(crate) fn drop_before_start(&mut self, bytes: usize) {
        self.dropped = bytes;
    }

    /// Notes that the line feed at byte `offset` of the source, behind those noted before, was two characters.
    pub(crate) fn shorten(&mut self, offset: usize) {
        self.shortened.push(offset as u32);
    }

    /// Forgets what is known of the source from byte `end` on.
    pub(crate) fn truncate(&mut self, end: usize) {
        let kept = self.shortened.partition_point(|&newline| (newline as usize) < end);
        self.shortened.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_behind_a_shortened_newline_are_one_more() {
        // "a\r\nb\n\r\nc", normalized "a\nb\n\nc".
        let mut map = SourceMap::default();
        assert_eq!(map.original(5), 5);
        map.shorten(1);
        map.shorten(4);
        let all: Vec<usize> = (0..=6).map(|offset| map.original(offset)).collect();
        assert_eq!(all, [0, 1, 3, 4, 5, 7, 8]);
        map.drop_before_start(3);
        assert_eq!(map.original(2), 6);
        map.truncate(4);
        assert_eq!(map.original(6), 10);
    }
}
