//! Takes a step of a plan apart and puts it together again.

use std::sync::Arc;

use datafusion::common::tree_node::Transformed;
use datafusion::common::{Column, DFSchema, Result};
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{Aggregate, Expr, Filter, LogicalPlan, Projection, Sort, Window};

use super::calls::{Group, groups, replace};

/// Rewrites a step and the filters below it, if they have several functions of one page.
pub(super) fn rewrite_step(plan: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let expressions = match &plan {
        LogicalPlan::Projection(_)
        | LogicalPlan::Filter(_)
        | LogicalPlan::Sort(_)
        | LogicalPlan::Window(_) => plan.expressions(),
        LogicalPlan::Aggregate(aggregate)
            if !aggregate.group_expr.iter().any(|one| matches!(one, Expr::GroupingSet(_))) =>
        {
            plan.expressions()
        }
        _ => return Ok(Transformed::no(plan)),
    };
    let (filters, bottom) = filters_below(&plan);
    let all = expressions.iter().chain(filters.iter().map(|filter| &filter.predicate));
    let groups = groups(all, names(bottom.schema()))?;
    if groups.is_empty() {
        return Ok(Transformed::no(plan));
    }
    let mut input = Arc::new(parse(bottom, &groups)?);
    for filter in filters.iter().rev() {
        let predicate = replace(filter.predicate.clone(), &groups)?.data;
        input = Arc::new(LogicalPlan::Filter(Filter::try_new(predicate, input)?));
    }
    Ok(Transformed::yes(put_on(plan, input, &groups)?))
}

/// Returns the filters right below a step, from the top, and their input.
fn filters_below(plan: &LogicalPlan) -> (Vec<&Filter>, &Arc<LogicalPlan>) {
    let mut filters = Vec::new();
    let mut input = match plan {
        LogicalPlan::Projection(step) => &step.input,
        LogicalPlan::Filter(step) => &step.input,
        LogicalPlan::Sort(step) => &step.input,
        LogicalPlan::Window(step) => &step.input,
        LogicalPlan::Aggregate(step) => &step.input,
        _ => unreachable!("`rewrite_step` lets no other steps through"),
    };
    while let LogicalPlan::Filter(filter) = &**input {
        filters.push(filter);
        input = &filter.input;
    }
    (filters, input)
}

/// Returns a function that makes names of columns which a schema doesn't have.
fn names(schema: &DFSchema) -> impl FnMut() -> String + '_ {
    let mut number = 0;
    move || loop {
        number += 1;
        let name = format!("__html_{number}");
        if !schema.has_column_with_unqualified_name(&name) {
            return name;
        }
    }
}

/// Returns the projection that adds the parsed pages.
fn parse(input: &Arc<LogicalPlan>, groups: &[Group]) -> Result<LogicalPlan> {
    let columns = input.schema().columns().into_iter().map(Expr::Column);
    let all = columns.chain(groups.iter().map(Group::parse)).collect();
    Ok(LogicalPlan::Projection(Projection::try_new(all, Arc::clone(input))?))
}

/// Puts a step on its new input, with the columns that it had.
fn put_on(plan: LogicalPlan, input: Arc<LogicalPlan>, groups: &[Group]) -> Result<LogicalPlan> {
    let schema = Arc::clone(plan.schema());
    let names = NamePreserver::new_for_projection();
    let replace_named = |expression: Expr| {
        let name = names.save(&expression);
        Ok(name.restore(replace(expression, groups)?.data))
    };
    let replace_all = |expressions: Vec<Expr>| {
        expressions.into_iter().map(|one| Ok(replace(one, groups)?.data)).collect::<Result<_>>()
    };
    match plan {
        LogicalPlan::Projection(step) => {
            let all = step.expr.into_iter().map(replace_named).collect::<Result<_>>()?;
            Ok(LogicalPlan::Projection(Projection::try_new(all, input)?))
        }
        LogicalPlan::Filter(step) => {
            let predicate = replace(step.predicate, groups)?.data;
            with_columns_of(LogicalPlan::Filter(Filter::try_new(predicate, input)?), &schema)
        }
        LogicalPlan::Sort(mut step) => {
            for sort in &mut step.expr {
                sort.expr = replace(sort.expr.clone(), groups)?.data;
            }
            with_columns_of(LogicalPlan::Sort(Sort { input, ..step }), &schema)
        }
        LogicalPlan::Window(step) => {
            let all = step.window_expr.into_iter().map(replace_named).collect::<Result<_>>()?;
            with_columns_of(LogicalPlan::Window(Window::try_new(all, input)?), &schema)
        }
        LogicalPlan::Aggregate(step) => {
            let group = replace_all(step.group_expr)?;
            let aggregate = Aggregate::try_new(input, group, replace_all(step.aggr_expr)?)?;
            with_names_of(LogicalPlan::Aggregate(aggregate), &schema)
        }
        other => Ok(other),
    }
}

/// Drops the columns that a schema doesn't have.
fn with_columns_of(plan: LogicalPlan, schema: &DFSchema) -> Result<LogicalPlan> {
    let columns = schema.columns().into_iter().map(Expr::Column).collect();
    Ok(LogicalPlan::Projection(Projection::try_new(columns, Arc::new(plan))?))
}

/// Names the columns as a schema has them, in order.
fn with_names_of(plan: LogicalPlan, schema: &DFSchema) -> Result<LogicalPlan> {
    let rename = |(new, old): (Column, Column)| match new == old {
        true => Expr::Column(new),
        false => Expr::Column(new).alias_qualified(old.relation, old.name),
    };
    let all = plan.schema().columns().into_iter().zip(schema.columns()).map(rename).collect();
    Ok(LogicalPlan::Projection(Projection::try_new(all, Arc::new(plan))?))
}
