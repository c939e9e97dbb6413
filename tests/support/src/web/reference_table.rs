//! Tables, slot by slot as the standard has it.

use std::collections::HashMap;

use consomme::ElementRef;
use consomme_web::Ids;

/// A cell: its element, and the slot and the size of it.
pub(super) struct ReferenceCell<'a> {
    pub(super) element: ElementRef<'a>,
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

#[derive(Default)]
pub(super) struct ReferenceTable<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) cells: Vec<ReferenceCell<'a>>,
    slots: HashMap<(usize, usize), Vec<usize>>,
    /// The rows of each row group.
    row_groups: Vec<std::ops::Range<usize>>,
    column_groups: Vec<std::ops::Range<usize>>,
    y: usize,
    growing: Vec<usize>,
}

fn number(element: ElementRef<'_>, attribute: &str) -> Option<usize> {
    let text = element.attr(attribute)?.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let is_negative = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    // Without digits it is an error, with too many of them the largest number.
    let value = (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX));
    value.filter(|&value| !is_negative || value == 0)
}

impl<'a> ReferenceTable<'a> {
    /// <https://html.spec.whatwg.org/#forming-a-table>
    pub(super) fn of(element: ElementRef<'a>) -> Self {
        let mut table = ReferenceTable::default();
        let children: Vec<_> = element.child_elements().collect();
        let mut at = 0;
        let is = |at: usize, names: &[&str]| names.iter().any(|name| children[at].is_html(name));
        while at < children.len() && !is(at, &["thead", "tbody", "tfoot", "tr"]) {
            if is(at, &["colgroup"]) {
                let start = table.width;
                let cols: Vec<_> =
                    children[at].child_elements().filter(|col| col.is_html("col")).collect();
                for span in if cols.is_empty() { vec![children[at]] } else { cols } {
                    let span = number(span, "span").filter(|&span| span > 0).unwrap_or(1);
                    table.width += span.min(1000);
                }
                table.column_groups.push(start..table.width);
            }
            at += 1;
        }
        let mut pending = Vec::new();
        for &child in &children[at..] {
            if child.is_html("tr") {
                table.row(child);
            } else if ["thead", "tbody", "tfoot"].iter().any(|name| child.is_html(name)) {
                table.end_row_group();
                if child.is_html("tfoot") {
                    pending.push(child);
                } else {
                    table.row_group(child);
                }
            }
        }
        for tfoot in pending {
            table.row_group(tfoot);
        }
        table
    }

    fn row_group(&mut self, group: ElementRef<'a>) {
        let start = self.height;
        for row in group.child_elements().filter(|row| row.is_html("tr")) {
            self.row(row);
        }
        if self.height > start {
            self.row_groups.push(start..self.height);
        }
        self.end_row_group();
    }

    fn end_row_group(&mut self) {
        while self.y < self.height {
            self.grow();
            self.y += 1;
        }
        self.growing.clear();
    }

    fn grow(&mut self) {
        for index in self.growing.clone() {
            let cell = &mut self.cells[index];
            cell.height = self.y + 1 - cell.y;
            let (x, width) = (cell.x, cell.width);
            for x in x..x + width {
                self.slots.entry((x, self.y)).or_default().push(index);
            }
        }
    }

    fn row(&mut self, row: ElementRef<'a>) {
        if self.height == self.y {
            self.height += 1;
        }
        let mut x = 0;
        self.grow();
        for element in row.child_elements().filter(|c| c.is_html("td") || c.is_html("th")) {
            while x < self.width && self.slots.contains_key(&(x, self.y)) {
                x += 1;
            }
            if x == self.width {
                self.width += 1;
            }
            let width = number(element, "colspan").filter(|&n| n > 0).unwrap_or(1).min(1000);
            let mut height = number(element, "rowspan").unwrap_or(1).min(65534);
            let grows = height == 0;
            height = height.max(1);
            self.width = self.width.max(x + width);
            self.height = self.height.max(self.y + height);
            let index = self.cells.len();
            for y in self.y..self.y + height {
                for x in x..x + width {
                    self.slots.entry((x, y)).or_default().push(index);
                }
            }
            self.cells.push(ReferenceCell { element, x, y: self.y, width, height });
            if grows {
                self.growing.push(index);
            }
            x += width;
        }
        self.y += 1;
    }

    /// <https://html.spec.whatwg.org/#algorithm-for-assigning-header-cells>
    pub(super) fn headers(&self, principal: usize, ids: &Ids<'a>) -> Vec<usize> {
        let mut list = Vec::new();
        let cell = &self.cells[principal];
        if let Some(value) = cell.element.attr("headers") {
            for id in value.split_ascii_whitespace() {
                let element = ids.get(id);
                list.extend(self.cells.iter().position(|other| Some(other.element) == element));
            }
        } else {
            for y in cell.y..cell.y + cell.height {
                self.scan(principal, cell.x, y, true, &mut list);
            }
            for x in cell.x..cell.x + cell.width {
                self.scan(principal, x, cell.y, false, &mut list);
            }
            let before =
                |h: &ReferenceCell<'_>| h.x < cell.x + cell.width && h.y < cell.y + cell.height;
            let with_scope = |name: &'static str| {
                (0..self.cells.len()).filter(move |&at| {
                    let cell = &self.cells[at];
                    cell.element.name() == "th" && scope(cell) == name
                })
            };
            let row_group = self.row_groups.iter().find(|rows| rows.contains(&cell.y));
            if let Some(rows) = row_group {
                list.extend(
                    with_scope("rowgroup")
                        .filter(|&at| rows.contains(&self.cells[at].y) && before(&self.cells[at])),
                );
            }
            let column_group = self.column_groups.iter().find(|columns| columns.contains(&cell.x));
            if let Some(columns) = column_group {
                list.extend(
                    with_scope("colgroup").filter(|&at| {
                        columns.contains(&self.cells[at].x) && before(&self.cells[at])
                    }),
                );
            }
        }
        let mut headers = Vec::new();
        for index in list {
            let element = self.cells[index].element;
            let is_empty = element.first_element_child().is_none()
                && element.own_text().bytes().all(|byte| byte.is_ascii_whitespace());
            if !is_empty && index != principal && !headers.contains(&index) {
                headers.push(index);
            }
        }
        headers
    }

    fn scan(&self, principal: usize, x: usize, y: usize, is_left: bool, list: &mut Vec<usize>) {
        let (mut x, mut y) = (x, y);
        let mut opaque: Vec<usize> = Vec::new();
        let is_header = |at: usize| self.cells[at].element.name() == "th";
        let mut in_block = is_header(principal);
        let mut block = if in_block { vec![principal] } else { Vec::new() };
        loop {
            let next = if is_left { x.checked_sub(1) } else { y.checked_sub(1) };
            let Some(next) = next else { return };
            if is_left {
                x = next
            } else {
                y = next
            }
            let Some([current]) = self.slots.get(&(x, y)).map(Vec::as_slice) else { continue };
            let cell = &self.cells[*current];
            if is_header(*current) {
                in_block = true;
                block.push(*current);
                let same = |at: &usize| {
                    let other = &self.cells[*at];
                    if is_left {
                        (other.y, other.height) == (cell.y, cell.height)
                    } else {
                        (other.x, other.width) == (cell.x, cell.width)
                    }
                };
                let applies =
                    if is_left { self.is_row_header(cell) } else { self.is_column_header(cell) };
                if applies && !opaque.iter().any(same) {
                    list.push(*current);
                }
            } else if in_block {
                in_block = false;
                opaque.append(&mut block);
            }
        }
    }

    fn is_column_header(&self, cell: &ReferenceCell<'_>) -> bool {
        let has_data =
            || (cell.y..cell.y + cell.height).any(|y| (0..self.width).any(|x| self.has_data(x, y)));
        scope(cell) == "col" || scope(cell) == "auto" && !has_data()
    }

    fn is_row_header(&self, cell: &ReferenceCell<'_>) -> bool {
        let has_data =
            || (cell.x..cell.x + cell.width).any(|x| (0..self.height).any(|y| self.has_data(x, y)));
        scope(cell) == "row" || scope(cell) == "auto" && !self.is_column_header(cell) && !has_data()
    }

    fn has_data(&self, x: usize, y: usize) -> bool {
        let there = self.slots.get(&(x, y)).into_iter().flatten();
        there.into_iter().any(|&at| self.cells[at].element.name() == "td")
    }

    /// Whether a slot has more than one cell.
    pub(super) fn has_overlaps(&self) -> bool {
        self.slots.values().any(|cells| cells.len() > 1)
    }
}

fn scope(cell: &ReferenceCell<'_>) -> &'static str {
    let written = cell.element.attr("scope").unwrap_or("");
    let known = ["row", "col", "rowgroup", "colgroup"].into_iter();
    known.into_iter().find(|name| name.eq_ignore_ascii_case(written)).unwrap_or("auto")
}
