//! Finds the functions of one page.

use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::common::{Column, Result, ScalarValue};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{Expr, lit};

use crate::functions::{
    Field, HTML_FIELDS, OnceItem, html_once, html_part, parse_names, write_items,
};

/// A function of a page, taken apart.
#[derive(Clone, Debug)]
struct Call {
    page: Expr,
    hints: Expr,
    /// The fields with their arguments. There is one, except for `html_fields`.
    items: Vec<(Field, Vec<Expr>)>,
    /// Whether the value is a struct: that of `html_fields`.
    is_struct: bool,
}

/// The functions of one page and the same hints.
#[derive(Debug)]
pub(super) struct Group {
    page: Expr,
    hints: Expr,
    items: Vec<(Field, Vec<Expr>)>,
    /// The column that gets the struct of all values.
    column: Column,
}

impl Call {
    /// Takes a function apart. `None` if it is another one, or if its value differs from call to
    /// call.
    fn new(function: &ScalarFunction) -> Option<Call> {
        let no_hints = || lit(ScalarValue::Utf8(None));
        if function.args.iter().any(Expr::is_volatile) {
            return None;
        }
        let (page, rest) = function.args.split_first()?;
        if function.func.name() == HTML_FIELDS {
            let (names, hints) = rest.split_first()?;
            let Expr::Literal(names, _) = names else { return None };
            let fields = parse_names(names.try_as_str().flatten()?).ok()?;
            return Some(Call {
                page: page.clone(),
                hints: hints.first().cloned().unwrap_or_else(no_hints),
                items: fields.into_iter().map(|field| (field, Vec::new())).collect(),
                is_struct: true,
            });
        }
        let field = Field::from_function(function.func.name())?;
        let (own, hints) = rest.split_at(rest.len().min(field.arguments().len()));
        Some(Call {
            page: page.clone(),
            hints: hints.first().cloned().unwrap_or_else(no_hints),
            items: vec![(field, own.to_vec())],
            is_struct: false,
        })
    }
}

impl Group {
    /// Returns the expression that parses the page, under the name of its column.
    pub(super) fn parse(&self) -> Expr {
        let items: Vec<_> = self
            .items
            .iter()
            .map(|(field, own)| OnceItem { field: *field, arguments: own.len() })
            .collect();
        let before = [self.page.clone(), self.hints.clone(), lit(write_items(&items))];
        let own = self.items.iter().flat_map(|(_, own)| own.iter().cloned());
        html_once().call(before.into_iter().chain(own).collect()).alias(&self.column.name)
    }

    /// Returns the name of an item in the struct.
    fn name(&self, item: &(Field, Vec<Expr>)) -> Option<String> {
        let position = self.items.iter().position(|other| other == item)?;
        Some(OnceItem { field: item.0, arguments: item.1.len() }.name(position))
    }

    /// Returns what takes the place of a function. `None` if it is not of this group.
    fn part(&self, call: &Call) -> Option<Expr> {
        if (&call.page, &call.hints) != (&self.page, &self.hints) {
            return None;
        }
        let names: Vec<_> = call.items.iter().map(|item| self.name(item)).collect::<Option<_>>()?;
        let mut arguments = vec![Expr::Column(self.column.clone()), lit(names.join(", "))];
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
    let mut groups: Vec<(Group, usize)> = Vec::new();
    for expression in expressions {
        visit(expression, &mut |call| {
            let found = groups
                .iter_mut()
                .find(|(group, _)| (&group.page, &group.hints) == (&call.page, &call.hints));
            let (group, calls) = match found {
                Some(found) => found,
                None => {
                    let column = Column::new_unqualified(String::new());
                    let Call { page, hints, .. } = call.clone();
                    groups.push((Group { page, hints, items: Vec::new(), column }, 0));
                    let last = groups.len() - 1;
                    &mut groups[last]
                }
            };
            let before = group.items.len();
            for item in call.items {
                if !group.items.contains(&item) {
                    group.items.push(item);
                }
            }
            // A call that repeats others does not count: DataFusion evaluates an expression that
            // occurs twice once.
            *calls += usize::from(group.items.len() > before);
        })?;
    }
    let several = groups.into_iter().filter(|(_, calls)| *calls > 1);
    Ok(several
        .map(|(group, _)| Group { column: Column::new_unqualified(names()), ..group })
        .collect())
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
        match Call::new(function) {
            Some(call) => {
                each(call);
                Ok(TreeNodeRecursion::Jump)
            }
            None => Ok(TreeNodeRecursion::Continue),
        }
    })?;
    Ok(())
}

/// Puts the parts of groups in the places of the functions.
pub(super) fn replace(expression: Expr, groups: &[Group]) -> Result<Transformed<Expr>> {
    expression.transform_down(|expression| {
        if stays(&expression) {
            return Ok(Transformed::new(expression, false, TreeNodeRecursion::Jump));
        }
        let Expr::ScalarFunction(function) = &expression else {
            return Ok(Transformed::no(expression));
        };
        let Some(call) = Call::new(function) else {
            return Ok(Transformed::no(expression));
        };
        let part = groups.iter().find_map(|group| group.part(&call));
        let is_replaced = part.is_some();
        Ok(Transformed::new(part.unwrap_or(expression), is_replaced, TreeNodeRecursion::Jump))
    })
}

/// Whether the functions in an expression stay, because they are called for some rows only.
fn stays(expression: &Expr) -> bool {
    matches!(expression, Expr::Case(_))
}
