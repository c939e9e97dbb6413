//! Finds the functions of one page.

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, Result, ScalarValue};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{Expr, lit};

use crate::functions::{Item, Shape, html_once, html_part, write_items};

/// A function of a page, taken apart.
#[derive(Debug)]
struct Call {
    page: Page,
    /// The fields with their arguments. There is one, except for `html_fields`.
    items: Vec<(Item, Vec<Expr>)>,
    /// Whether the value is a struct: only `html_fields` returns one.
    is_struct: bool,
}

/// A page with its hints. Functions that share both are one parse.
#[derive(Clone, PartialEq, Debug)]
struct Page {
    page: Expr,
    hints: Expr,
}

/// The functions of one page and the same hints.
#[derive(Debug)]
pub(super) struct Group {
    page: Page,
    items: Vec<(Item, Vec<Expr>)>,
    /// How many calls there are that don't repeat others.
    calls: usize,
    /// The name of the column that gets the struct of all values.
    column: String,
}

impl Call {
    /// Takes a function apart. `None` if it is another one, or if its value differs from call to
    /// call.
    fn new(function: &ScalarFunction) -> Option<Call> {
        if function.args.iter().any(Expr::is_volatile) {
            return None;
        }
        let name = function.func.name();
        let shape = Shape::of(name)?;
        let arguments = shape.take(name, &function.args, |argument| match argument {
            Expr::Literal(value, _) => value.try_as_str().flatten(),
            _ => None,
        });
        let arguments = arguments.ok()?;
        let hints = arguments.hints.cloned();
        let hints = hints.unwrap_or_else(|| lit(ScalarValue::Utf8(None)));
        Some(Call {
            page: Page { page: arguments.page.clone(), hints },
            items: arguments.items.into_iter().map(|(item, own)| (item, own.to_vec())).collect(),
            is_struct: matches!(shape, Shape::Several { .. }),
        })
    }
}

impl Group {
    /// Returns the expression that parses the page, under the name of its column.
    pub(super) fn parse(&self) -> Expr {
        let Page { page, hints } = self.page.clone();
        let items = write_items(self.items.iter().map(|(item, _)| *item));
        let own = self.items.iter().flat_map(|(_, own)| own.iter().cloned());
        html_once()
            .call([page, hints, lit(items)].into_iter().chain(own).collect())
            .alias(&self.column)
    }

    /// Returns the name of an item in the struct.
    fn name(&self, item: &(Item, Vec<Expr>)) -> Option<String> {
        Some(item.0.name(self.items.iter().position(|other| other == item)?))
    }

    /// Returns the replacement of a function. `None` if it is not of this group.
    fn part(&self, call: &Call) -> Option<Expr> {
        if call.page != self.page {
            return None;
        }
        let names: Vec<_> = call.items.iter().map(|item| self.name(item)).collect::<Option<_>>()?;
        let column = Expr::Column(Column::new_unqualified(&self.column));
        let mut arguments = vec![column, lit(names.join(", "))];
        if call.is_struct {
            arguments.push(lit("struct"));
        }
        Some(html_part().call(arguments))
    }
}

/// Returns the groups of at least two functions of one page. `names` makes the names of their
/// columns.
pub(super) fn groups<'e>(
    expressions: impl Iterator<Item = &'e Expr>,
    mut names: impl FnMut() -> String,
) -> Result<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for expression in expressions {
        visit(expression, &mut |call| {
            let found = groups.iter().position(|group| group.page == call.page);
            let index = found.unwrap_or(groups.len());
            if index == groups.len() {
                let (items, column) = (Vec::new(), String::new());
                groups.push(Group { page: call.page, items, calls: 0, column });
            }
            let group = &mut groups[index];
            let before = group.items.len();
            for item in call.items {
                if !group.items.contains(&item) {
                    group.items.push(item);
                }
            }
            // A call that repeats others does not count: DataFusion evaluates an expression that
            // occurs twice once.
            group.calls += usize::from(group.items.len() > before);
        })?;
    }
    groups.retain(|group| group.calls > 1);
    for group in &mut groups {
        group.column = names();
    }
    Ok(groups)
}

/// Calls a function for each call in an expression, from the left.
fn visit(expression: &Expr, each: &mut impl FnMut(Call)) -> Result<()> {
    expression.apply(|expression| {
        if stays(expression) {
            return Ok(TreeNodeRecursion::Jump);
        }
        let Expr::ScalarFunction(function) = expression else {
            return Ok(TreeNodeRecursion::Continue);
        };
        let Some(call) = Call::new(function) else { return Ok(TreeNodeRecursion::Continue) };
        each(call);
        Ok(TreeNodeRecursion::Jump)
    })?;
    Ok(())
}

/// Puts the parts of groups in the places of the functions.
pub(super) fn replace(expression: Expr, groups: &[Group]) -> Result<Transformed<Expr>> {
    expression.transform_down(|expression| {
        if stays(&expression) {
            return Ok(Transformed::new(expression, false, TreeNodeRecursion::Jump));
        }
        let call = match &expression {
            Expr::ScalarFunction(function) => Call::new(function),
            _ => None,
        };
        let Some(call) = call else { return Ok(Transformed::no(expression)) };
        let part = groups.iter().find_map(|group| group.part(&call));
        let is_replaced = part.is_some();
        Ok(Transformed::new(part.unwrap_or(expression), is_replaced, TreeNodeRecursion::Jump))
    })
}

/// Whether the functions in an expression stay, because they are called for some rows only.
fn stays(expression: &Expr) -> bool {
    matches!(expression, Expr::Case(_))
}
