//! Tables: each table of a page as comma-separated values. A cell that spans rows or columns is
//! repeated, and a table in a cell is a table of its own, too.

use std::collections::BTreeMap;

use consomme::{ElementRef, SelectorError, parse_str};

fn tables(html: &str) -> Result<Vec<String>, SelectorError> {
    parse_str(html).select("table")?.map(comma_separated).collect()
}

fn comma_separated(table: ElementRef<'_>) -> Result<String, SelectorError> {
    let mut cells = BTreeMap::new();
    let mut y = 0;
    for part in ["> thead > tr", "> tbody > tr", "> tfoot > tr"] {
        for row in table.select(part)? {
            let mut x = 0;
            for cell in row.select("> td, > th")? {
                while cells.contains_key(&(y, x)) {
                    x += 1;
                }
                for dy in 0..span(cell, "rowspan") {
                    for dx in 0..span(cell, "colspan") {
                        cells.insert((y + dy, x + dx), cell.inner_text());
                    }
                }
            }
            y += 1;
        }
    }
    let mut lines = vec![Vec::new(); y];
    for ((y, _), text) in cells {
        lines.get_mut(y).into_iter().for_each(|line| line.push(text.clone()));
    }
    Ok(lines.iter().map(|line| line.join(",") + "\n").collect())
}

fn span(cell: ElementRef<'_>, attribute: &str) -> usize {
    let span = cell.attr(attribute).and_then(|value| value.parse().ok());
    span.unwrap_or(1).clamp(1, 1000)
}

#[test]
fn tables_keep_their_shape() {
    let html = "<table><tfoot><tr><td colspan=3>all fresh</tfoot>
        <tr><th rowspan=2>Leek<td>small<td>4 €<tr><td>large<td>6 €
        <tr><td>Miso<td><table><tr><td>in<td>side</table><td>5 €</table>";
    let menu = "Leek,small,4 €\nLeek,large,6 €\nMiso,in\tside,5 €\nall fresh,all fresh,all fresh\n";
    assert_eq!(tables(html).unwrap(), [menu, "in,side\n"]);
}
