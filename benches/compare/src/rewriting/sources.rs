//! The documents to rewrite.

use crate::pages::Page;

/// How many bytes come at a time.
pub const PIECE: usize = 32 * 1024;

/// The size of the one large page.
const LARGE: u64 = 50_000_000;

/// Documents of one kind.
pub struct Source<'p> {
    pub name: String,
    pub documents: Vec<Document<'p>>,
    /// Whether one round takes long enough.
    pub is_long: bool,
}

/// A document: texts, the middle one any number of times.
pub struct Document<'p> {
    start: &'p str,
    middle: String,
    times: u64,
    end: &'p str,
}

impl<'p> Document<'p> {
    fn of_page(page: &'p Page) -> Self {
        Document { start: &page.text, middle: String::new(), times: 0, end: "" }
    }

    pub fn bytes(&self) -> u64 {
        (self.start.len() + self.end.len()) as u64 + self.times * self.middle.len() as u64
    }

    /// The document in pieces.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let middles = (0..self.times).flat_map(|_| self.middle.as_bytes().chunks(PIECE));
        self.start.as_bytes().chunks(PIECE).chain(middles).chain(self.end.as_bytes().chunks(PIECE))
    }
}

/// The sources: all pages, the small ones, one large page, and rows.
pub fn all(pages: &[Page], rows: u64) -> Vec<Source<'_>> {
    let of_pages = |name: &str, is_of: &dyn Fn(&Page) -> bool| Source {
        name: name.to_owned(),
        documents: pages.iter().filter(|page| is_of(page)).map(Document::of_page).collect(),
        is_long: false,
    };
    let mut sources =
        vec![of_pages("130 pages", &|_| true), of_pages("under 30 KB", &|page| page.is_small())];
    // lol_html keeps every element without an end tag open: 43 GB of memory for 10 GB of rows. So
    // the rows of the last source have end tags, which those of a page may lack.
    let row = |number: usize, cell_end: &str, row_end: &str| {
        format!(
            "<tr class=row><td><a href=\"https://shop.example/soup/{number}\">Soup {number}</a>\
             {cell_end}<td>with the leeks &amp; the salt{cell_end}\
             <td><img src=/i/{number}.png alt=\"\">{cell_end}{row_end}\n"
        )
    };
    let without_ends: String = (0..400).map(|number| row(number, "", "")).collect();
    let with_ends: String = (0..400).map(|number| row(number, "</td>", "</tr>")).collect();
    let named_rows = format!("{} MB of rows", rows / 1_000_000);
    for (name, bytes, middle) in
        [("a page of 50 MB".to_owned(), LARGE, without_ends), (named_rows, rows, with_ends)]
    {
        sources.push(Source {
            name,
            documents: vec![Document {
                start: "<!DOCTYPE html><title>Menu</title><body><h1>Menu</h1><script>let a = 1;</script><table>",
                times: bytes / middle.len() as u64,
                middle,
                end: "</table></body></html>",
            }],
            is_long: bytes > LARGE,
        });
    }
    sources
}
