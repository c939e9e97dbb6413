//! Events to blocks: paragraphs, headings, lists, quotes, tables, code.

use consomme::rendering::{RenderedEvent, TextOptions};
use consomme::{ElementRef, NodeRef};

use crate::inline::{BREAK, Inline, Mark, longest_run};
use crate::table::Table;

/// Returns a node's content as Markdown, with a line feed at the end of each line.
pub(crate) fn markdown(node: NodeRef<'_>) -> String {
    let mut writer = Writer::default();
    for event in node.rendered(&TextOptions::new().skipped_contents(true)) {
        match event {
            RenderedEvent::Start { element, kind, .. } if kind.is_inline() => writer.open(element),
            RenderedEvent::End { element, kind, .. } if kind.is_inline() => writer.close(element),
            RenderedEvent::Start { element, .. } => writer.start(element),
            RenderedEvent::End { element, .. } => writer.end(element),
            RenderedEvent::Text { text, .. } => writer.text(text),
            RenderedEvent::LineBreak { .. } => writer.line_break(),
            RenderedEvent::Replaced { element, .. } => writer.replaced(element),
            // The writer knows where a cell or row ends by its box.
            _ => {}
        }
    }
    writer.end_block();
    writer.out
}

#[derive(Default)]
struct Writer {
    out: String,
    inline: Inline,
    /// The quotes and list items that are open, the outermost first.
    containers: Vec<Container>,
    /// The lists that are open.
    lists: Vec<List>,
    /// The level of the heading that is open, or 0.
    heading: usize,
    /// The code block that is open.
    code: Option<Code>,
    table: Option<Table>,
    /// How many tables are open.
    tables: usize,
    /// Whether the last block is a text right in a list item, so that no empty line has to be
    /// before the next item.
    is_tight: bool,
    /// The marker of the list that has just ended: an equal one would continue it.
    ended_list: Option<char>,
}

struct Container {
    /// The prefix of all lines but the first.
    prefix: String,
    /// The prefix of the first line, until it is written.
    first: Option<String>,
}

struct List {
    marker: char,
    /// The number of the next item of an ordered list.
    number: Option<u64>,
}

#[derive(Default)]
struct Code {
    text: String,
    language: Option<String>,
    /// How many code blocks are open within it.
    inner: usize,
}

impl Writer {
    fn open(&mut self, element: ElementRef<'_>) {
        if let Some(code) = &mut self.code {
            code.language = code.language.take().or_else(|| language(element));
        } else if let Some(mark) = mark(element) {
            self.inline.open(mark);
        }
    }

    fn close(&mut self, element: ElementRef<'_>) {
        if self.code.is_none() && mark(element).is_some() {
            self.inline.close();
        }
    }

    fn text(&mut self, text: &str) {
        match &mut self.code {
            Some(code) => code.text.push_str(text),
            None => self.inline.text(text),
        }
    }

    fn line_break(&mut self) {
        match &mut self.code {
            Some(code) => code.text.push('\n'),
            None => self.inline.line_break(),
        }
    }

    fn replaced(&mut self, element: ElementRef<'_>) {
        let address = element.attr("src").filter(|_| element.name() == "img");
        if let Some(address) = address.filter(|_| self.code.is_none()) {
            self.inline.image(element.attr("alt").unwrap_or(""), address);
        }
    }

    /// Starts a block.
    fn start(&mut self, element: ElementRef<'_>) {
        if let Some(code) = &mut self.code {
            code.inner += usize::from(is_code_block(element));
            let is_at_start = code.text.is_empty() || code.text.ends_with('\n');
            return code.text.push_str(if is_at_start { "" } else { "\n" });
        }
        self.end_block();
        match element.name() {
            "table" => {
                self.tables += 1;
                self.table.get_or_insert_default();
            }
            "tr" if self.tables == 1 => self.table.get_or_insert_default().start_row(),
            _ if is_code_block(element) => {
                self.code = Some(Code { language: language(element), ..Code::default() });
            }
            // A cell of a table in Markdown is one line.
            _ if self.table.is_some() => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.heading = usize::from(element.name().as_bytes()[1] - b'0');
            }
            "blockquote" => self.contain("> ".to_owned(), "> ".to_owned()),
            "ul" | "menu" | "dir" | "ol" => self.start_list(element),
            "li" => self.start_item(element),
            "hr" => self.block(&["***".to_owned()]),
            _ => {}
        }
    }

    /// Ends a block.
    fn end(&mut self, element: ElementRef<'_>) {
        if let Some(code) = &mut self.code {
            match (is_code_block(element), code.inner) {
                (true, 0) => self.end_code(),
                (true, _) => code.inner -= 1,
                (false, _) => {}
            }
            return;
        }
        match element.name() {
            "table" => {
                self.tables -= 1;
                if let Some(table) = self.table.take_if(|_| self.tables == 0) {
                    self.block(&table.lines());
                }
            }
            "td" | "th" if self.tables == 1 => {
                self.end_block();
                self.table.get_or_insert_default().end_cell(element);
            }
            "caption" if self.tables == 1 => {
                self.end_block();
                let text = std::mem::take(&mut self.table.get_or_insert_default().cell);
                self.block(&[escaped_line(&text)]);
            }
            _ if self.table.is_some() => self.end_block(),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.end_block();
                self.heading = 0;
            }
            "blockquote" => {
                self.end_block();
                self.containers.pop();
            }
            "ul" | "menu" | "dir" | "ol" => {
                self.end_block();
                self.ended_list = self.lists.pop().map(|list| list.marker);
                self.is_tight &= !self.lists.is_empty();
            }
            "li" => {
                self.end_block();
                // An item without content.
                if self.containers.last().is_some_and(|item| item.first.is_some()) {
                    self.block(&[String::new()]);
                    self.is_tight = true;
                }
                self.containers.pop();
            }
            "p" => {
                self.end_block();
                self.is_tight = false;
            }
            _ => self.end_block(),
        }
    }

    fn start_list(&mut self, list: ElementRef<'_>) {
        let is_ordered = list.name() == "ol";
        let start = list.attr("start").and_then(|start| start.trim().parse().ok()).unwrap_or(1);
        let [marker, other] = if is_ordered { ['.', ')'] } else { ['-', '+'] };
        let marker = if self.ended_list == Some(marker) { other } else { marker };
        // Only a list that starts with 1 may follow a paragraph without an empty line.
        self.is_tight &= !is_ordered || start == 1;
        self.lists.push(List { marker, number: is_ordered.then_some(start) });
    }

    fn start_item(&mut self, item: ElementRef<'_>) {
        let marker = match self.lists.last_mut() {
            Some(List { marker, number: Some(number) }) => {
                let value = item.attr("value").and_then(|value| value.trim().parse().ok());
                *number = value.unwrap_or(*number);
                let marker = format!("{number}{marker} ");
                *number = number.saturating_add(1);
                marker
            }
            list => format!("{} ", list.map_or('-', |list| list.marker)),
        };
        self.contain(marker.clone(), " ".repeat(marker.len()));
    }

    fn contain(&mut self, first: String, prefix: String) {
        self.containers.push(Container { prefix, first: Some(first) });
    }

    /// Ends a code block.
    fn end_code(&mut self) {
        let Some(Code { text, language, .. }) = self.code.take() else { return };
        if self.table.is_some() {
            self.inline.open(Mark::Code);
            self.inline.text(&text.trim().replace('\n', " "));
            return self.inline.close();
        }
        let fence = "`".repeat(3.max(longest_run(&text, '`') + 1));
        let mut lines = vec![format!("{fence}{}", language.unwrap_or_default())];
        lines.extend(text.trim_end_matches('\n').split('\n').map(str::to_owned));
        lines.push(fence);
        self.block(&lines);
    }

    /// Writes the texts since the last block as a paragraph, heading or part of a cell.
    fn end_block(&mut self) {
        let text = self.inline.take();
        if text.is_empty() {
            return;
        }
        if let Some(table) = &mut self.table {
            return table.add(&text.replace('|', "\\|").replace(BREAK, "<br>"));
        }
        if self.heading > 0 {
            let text = text.replace(BREAK, " ");
            // Markdown drops a `#` at the end.
            let text = text.strip_suffix('#').map_or(text.clone(), |text| format!("{text}\\#"));
            return self.block(&[format!("{} {text}", "#".repeat(self.heading))]);
        }
        let lines: Vec<String> = text.split('\n').map(escaped_line).collect();
        self.block(&lines);
        self.is_tight = self.containers.last().is_some_and(Container::is_item);
    }

    /// Writes the lines of a block, each after the prefixes of its containers.
    fn block(&mut self, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        let new_item = |last: &Container| last.is_item() && last.first.is_some();
        let is_next = self.is_tight && self.containers.last().is_some_and(new_item);
        if !self.out.is_empty() && !is_next {
            let begun = self.containers.iter().take_while(|container| container.first.is_none());
            let prefix: String = begun.map(|container| &*container.prefix).collect();
            self.out += prefix.trim_end();
            self.out.push('\n');
        }
        for line in lines {
            let start = self.out.len();
            for container in &mut self.containers {
                self.out += container.first.take().as_ref().unwrap_or(&container.prefix);
            }
            self.out += line;
            if line.is_empty() {
                let end = start + self.out[start..].trim_end().len();
                self.out.truncate(end);
            }
            self.out.push('\n');
        }
        (self.is_tight, self.ended_list) = (false, None);
    }
}

impl Container {
    fn is_item(&self) -> bool {
        self.prefix.trim_end().is_empty()
    }
}

/// Returns the mark that an inline element makes.
fn mark(element: ElementRef<'_>) -> Option<Mark> {
    Some(match element.name() {
        "em" | "i" => Mark::Emphasis,
        "strong" | "b" => Mark::Strong,
        "del" | "s" | "strike" => Mark::Strikethrough,
        "code" | "kbd" | "samp" | "tt" => Mark::Code,
        "a" => Mark::Link(element.attr("href")?.to_owned()),
        _ => return None,
    })
}

fn is_code_block(element: ElementRef<'_>) -> bool {
    matches!(element.name(), "pre" | "listing" | "xmp" | "plaintext")
}

/// Returns the language of code: the class `language-rust`, for example.
fn language(element: ElementRef<'_>) -> Option<String> {
    let language = |class: &str| {
        let name = class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"))?;
        (!name.contains('`')).then(|| name.to_owned())
    };
    element.classes().find_map(language)
}

/// Returns a line of a paragraph with a backslash before characters that would begin another block.
fn escaped_line(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let at = match line.as_bytes().get(digits) {
        Some(b'#' | b'>' | b'+' | b'-' | b'=' | b'|') if digits == 0 => 0,
        Some(b'.' | b')') if digits > 0 => digits,
        _ => return line.to_owned(),
    };
    format!("{}\\{}", &line[..at], &line[at..])
}

#[cfg(test)]
mod tests;
