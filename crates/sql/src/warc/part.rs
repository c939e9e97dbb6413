//! `warc_part(record, 'html')`: a field of what `warc_record` returns, and the rule that makes it.
//!
//! It returns the same as `get_field`, by which DataFusion reads `record['html']`. But the optimizer
//! moves `get_field` to the leaves of a plan, below filters, and copies the call of `warc_record`
//! along, for each field: then every copy would fetch every record.

use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, BooleanArray};
use datafusion::arrow::compute::nullif;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{DFSchema, Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::utils::merge_schema;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ExprSchemable, LogicalPlan, ReturnFieldArgs, ScalarFunctionArgs,
    ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::optimizer::AnalyzerRule;

use super::rows::record_schema;

/// The name of the function.
const WARC_PART: &str = "warc_part";

/// Returns the function `warc_part`.
pub(crate) fn warc_part() -> ScalarUDF {
    ScalarUDF::new_from_impl(WarcPart { signature: Signature::any(2, Volatility::Immutable) })
}

/// The function `warc_part`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct WarcPart {
    signature: Signature,
}

/// Returns the position and the field of a name in a record.
fn part<'a>(record: &'a Fields, name: Option<&ScalarValue>) -> Result<(usize, &'a FieldRef)> {
    let name = name.and_then(|name| name.try_as_str().flatten());
    match name.and_then(|name| record.find(name)) {
        Some(found) => Ok(found),
        None => plan_err!("a record has no such field; it has {}", names(record)),
    }
}

fn names(record: &Fields) -> String {
    record.iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ")
}

impl ScalarUDFImpl for WarcPart {
    fn name(&self) -> &str {
        WARC_PART
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        exec_err!("{WARC_PART}: the type depends on the name")
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let Some(DataType::Struct(record)) = args.arg_fields.first().map(|it| it.data_type())
        else {
            return plan_err!("{WARC_PART} takes a record");
        };
        let (_, field) = part(record, args.scalar_arguments.get(1).copied().flatten())?;
        Ok(Arc::new(Field::new(WARC_PART, field.data_type().clone(), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [record, ColumnarValue::Scalar(name)] = args.args.as_slice() else {
            return exec_err!("{WARC_PART} takes a record and a name");
        };
        let record = record.to_array(args.number_rows)?;
        let Some(record) = record.as_struct_opt() else {
            return exec_err!("{WARC_PART} takes a record");
        };
        let (position, _) = part(record.fields(), Some(name))?;
        let column = Arc::clone(record.column(position));
        // The fields of a record that is null need not be.
        Ok(ColumnarValue::Array(match record.nulls() {
            Some(nulls) => nullif(&column, &BooleanArray::new(!nulls.inner(), None))?,
            None => column,
        }))
    }
}

/// The rule that reads the fields of records by `warc_part`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordParts;

impl AnalyzerRule for RecordParts {
    fn name(&self) -> &str {
        "consomme_record_parts"
    }

    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        Ok(plan.transform_down_with_subqueries(rewrite_step)?.data)
    }
}

fn rewrite_step(step: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    let schema = merge_schema(&step.inputs());
    let names = NamePreserver::new(&step);
    step.map_expressions(|expression| {
        let name = names.save(&expression);
        let rewritten = expression.transform_up(|expression| Ok(rewrite(expression, &schema)))?;
        Ok(rewritten.update_data(|expression| name.restore(expression)))
    })
}

/// Puts `warc_part` in the place of `get_field` of a record.
fn rewrite(expression: Expr, schema: &DFSchema) -> Transformed<Expr> {
    let Expr::ScalarFunction(ScalarFunction { func, args }) = &expression else {
        return Transformed::no(expression);
    };
    let is_of_record = func.name() == "get_field"
        && args.len() == 2
        && args[0].get_type(schema).is_ok_and(|it| it == DataType::Struct(record_fields()));
    match is_of_record {
        true => Transformed::yes(warc_part().call(args.clone())),
        false => Transformed::no(expression),
    }
}

fn record_fields() -> Fields {
    record_schema().fields().clone()
}
