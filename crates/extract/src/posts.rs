//! The posts of a discussion.

use consomme::{ElementRef, steps};
use foldhash::{HashMap, HashMapExt};

use crate::page::{Page, Tag};

/// A post of a discussion, or a comment.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Post<'a> {
    /// The element that holds the post.
    pub element: ElementRef<'a>,
    /// The name of its author, as the page writes it.
    pub author: Option<String>,
    /// When it was written: of a `time` element, its `datetime`, otherwise as the page writes it.
    pub date: Option<String>,
    /// The main content in it, a line for each block.
    pub text: String,
}

/// Words in the attributes of elements with the name of an author.
const AUTHOR: [&str; 6] = ["author", "username", "user", "poster", "creator", "nickname"];

/// The most bytes of a name. A longer text is no name.
const MAX_NAME: usize = 60;

/// Text nodes of a name: elements in each other may all be asked, so each reads few.
const MAX_PIECES: usize = 16;

/// Returns the posts: the boxes that are alike, beside each other, with most of the chosen text.
pub(crate) fn posts<'a>(page: &Page<'a>, is_chosen: &[bool]) -> Vec<Post<'a>> {
    let words = chosen_words(page, is_chosen);
    let of = |index: usize| {
        let blocks = &page.boxes[index].blocks;
        words[blocks.end.max(blocks.start)] - words[blocks.start]
    };
    let mut lists: HashMap<(usize, Tag, &str), (Vec<usize>, u32)> = HashMap::new();
    for (index, page_box) in page.boxes.iter().enumerate().skip(1) {
        steps::count(1);
        let is_item = matches!(
            page_box.tag,
            Tag::Division
                | Tag::Article
                | Tag::Section
                | Tag::Item
                | Tag::Row
                | Tag::Table
                | Tag::Other
        );
        let class = page_box.element.and_then(first_class).unwrap_or("");
        if is_item && of(index) > 0 {
            let list = lists.entry((page_box.parent, page_box.tag, class)).or_default();
            list.0.push(index);
            list.1 += of(index);
        }
    }
    // Lists in each other can have the same text: the one with more items counts.
    let best = lists.into_values().filter(|(items, _)| items.len() >= 2);
    let best = best.max_by_key(|(items, sum)| (*sum, items.len(), std::cmp::Reverse(items[0])));
    let Some((items, _)) = best else { return Vec::new() };
    items.into_iter().filter_map(|index| post(page, is_chosen, index)).collect()
}

/// Returns for each block the words of chosen blocks before it.
fn chosen_words(page: &Page<'_>, is_chosen: &[bool]) -> Vec<u32> {
    let mut sums = vec![0];
    let mut sum = 0;
    for (block, is_chosen) in page.blocks.iter().zip(is_chosen) {
        sum += if *is_chosen { block.counts.words } else { 0 };
        sums.push(sum);
    }
    sums
}

/// Returns the first class without digits: many pages number their posts.
fn first_class(element: ElementRef<'_>) -> Option<&str> {
    let classes = element.attr("class")?.split_ascii_whitespace();
    classes.into_iter().find(|class| !class.bytes().any(|byte| byte.is_ascii_digit()))
}

fn post<'a>(page: &Page<'a>, is_chosen: &[bool], index: usize) -> Option<Post<'a>> {
    let element = page.boxes[index].element?;
    let (mut author, mut date) = (None, None);
    for inner in element.descendant_elements() {
        steps::count(1);
        if author.is_none() && is_author(inner) {
            author = short_text(inner);
        }
        if date.is_none() {
            date = date_of(inner);
        }
        if author.is_some() && date.is_some() {
            break;
        }
    }
    let mut text = String::new();
    for at in page.boxes[index].blocks.clone() {
        if is_chosen[at] {
            text.push_str(page.text(at));
            text.push('\n');
        }
    }
    Some(Post { element, author, date, text })
}

fn is_author(element: ElementRef<'_>) -> bool {
    let of = |name| element.attr(name).unwrap_or("");
    let property = of("itemprop").split_ascii_whitespace().any(|word| word == "author");
    let relation = of("rel").split_ascii_whitespace().any(|word| word == "author");
    let mut classes = of("class").split_ascii_whitespace();
    let class = classes.any(|class| {
        class.len() < 40
            && class
                .split(|c: char| !c.is_ascii_alphabetic())
                .any(|word| AUTHOR.iter().any(|author| word.eq_ignore_ascii_case(author)))
    });
    property || relation || class
}

/// Returns the text of an element if it is short. Reads no more of a long one.
fn short_text(element: ElementRef<'_>) -> Option<String> {
    let mut text = String::new();
    for piece in element.as_node().texts().take(MAX_PIECES) {
        steps::count(1);
        for word in piece.split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            if text.len() > MAX_NAME {
                return None;
            }
        }
    }
    (!text.is_empty()).then_some(text)
}

fn date_of(element: ElementRef<'_>) -> Option<String> {
    let property = element.attr("itemprop").unwrap_or("");
    if element.is_html("time") || matches!(property, "datePublished" | "dateCreated") {
        let written = element.attr("datetime").or_else(|| element.attr("content"));
        return written.map(str::to_owned).or_else(|| short_text(element));
    }
    None
}
