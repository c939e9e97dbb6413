//! How `read_warc` travels between the processes: the table from the client to the scheduler, the
//! step of a plan from there to the executors.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result, TableReference, exec_datafusion_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use serde_json::{Value, json};

use crate::warc::{WarcFile, WarcScan, WarcTable};

/// What the bytes of this crate start with, which no message of Ballista does: in its encoding, the
/// first byte would name a field that it doesn't have.
const MARK: &[u8] = b"consomme-sql 1 ";

/// Ballista's codec for logical plans, and the table of `read_warc`.
#[derive(Debug, Default)]
pub(super) struct LogicalCodec {
    ballista: BallistaLogicalExtensionCodec,
}

/// Ballista's codec for physical plans, and the step of `read_warc`.
#[derive(Debug, Default)]
pub(super) struct PhysicalCodec {
    ballista: BallistaPhysicalExtensionCodec,
}

/// Writes a value with the mark before it.
fn write(value: &Value, buffer: &mut Vec<u8>) {
    buffer.extend_from_slice(MARK);
    buffer.extend_from_slice(value.to_string().as_bytes());
}

/// Reads a value. `None` if the bytes are not of this crate.
fn read(buffer: &[u8]) -> Option<Result<Value>> {
    let json = buffer.strip_prefix(MARK)?;
    Some(serde_json::from_slice(json).map_err(|error| DataFusionError::External(error.into())))
}

/// Returns the error for bytes that this crate doesn't write.
fn wrong() -> DataFusionError {
    exec_datafusion_err!("a plan with read_warc comes from another version of consomme-sql")
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[LogicalPlan],
        context: &TaskContext,
    ) -> Result<Extension> {
        self.ballista.try_decode(buffer, inputs, context)
    }

    fn try_encode(&self, node: &Extension, buffer: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode(node, buffer)
    }

    fn try_decode_table_provider(
        &self,
        buffer: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let Some(value) = read(buffer) else {
            return self.ballista.try_decode_table_provider(buffer, table, schema, context);
        };
        let value = value?;
        let pattern = value["pattern"].as_str().ok_or_else(wrong)?;
        Ok(Arc::new(WarcTable { pattern: pattern.to_owned() }))
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        provider: Arc<dyn TableProvider>,
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        match provider.downcast_ref::<WarcTable>() {
            Some(warc) => {
                write(&json!({ "pattern": warc.pattern }), buffer);
                Ok(())
            }
            None => self.ballista.try_encode_table_provider(table, provider, buffer),
        }
    }

    fn try_decode_file_format(
        &self,
        buffer: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.ballista.try_decode_file_format(buffer, context)
    }

    fn try_encode_file_format(
        &self,
        buffer: &mut Vec<u8>,
        format: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.ballista.try_encode_file_format(buffer, format)
    }
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match read(buffer) {
            Some(value) => Ok(Arc::new(scan_from(&value?).ok_or_else(wrong)??)),
            None => self.ballista.try_decode(buffer, inputs, context, converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buffer: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        match node.downcast_ref::<WarcScan>() {
            Some(scan) => {
                write(&scan_to(scan), buffer);
                Ok(())
            }
            None => self.ballista.try_encode(node, buffer, converter),
        }
    }
}

/// Returns what is sent of a step.
fn scan_to(scan: &WarcScan) -> Value {
    let file = |file: &WarcFile| json!([file.path, file.bytes]);
    let partitions: Vec<Vec<_>> =
        scan.partitions.iter().map(|files| files.iter().map(file).collect()).collect();
    json!({
        "store": scan.store.as_str(),
        "partitions": partitions,
        "columns": scan.columns,
        "limit": scan.limit,
    })
}

/// Returns the step that was sent. `None` if the value is none.
fn scan_from(value: &Value) -> Option<Result<WarcScan>> {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let file = |value: &Value| {
        Some(WarcFile { path: value[0].as_str()?.to_owned(), bytes: value[1].as_u64()? })
    };
    let files = |value: &Value| value.as_array()?.iter().map(file).collect::<Option<Vec<_>>>();
    let partitions = value["partitions"].as_array()?.iter().map(files).collect::<Option<_>>()?;
    let columns = value["columns"].as_array()?.iter().map(number).collect::<Option<_>>()?;
    let limit = match &value["limit"] {
        Value::Null => None,
        limit => Some(number(limit)?),
    };
    let store = ObjectStoreUrl::parse(value["store"].as_str()?);
    Some(store.and_then(|store| WarcScan::new(store, partitions, columns, limit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_read_as_it_is_written() {
        let files = vec![vec![WarcFile { path: "a/b.warc.gz".to_owned(), bytes: 7 }], vec![]];
        let store = ObjectStoreUrl::local_filesystem();
        let scan = WarcScan::new(store, files, vec![4, 0], Some(3)).unwrap();
        let mut buffer = Vec::new();
        write(&scan_to(&scan), &mut buffer);
        let read = scan_from(&read(&buffer).unwrap().unwrap()).unwrap().unwrap();
        assert_eq!(read.partitions, scan.partitions);
        assert_eq!((read.columns.clone(), read.limit), (scan.columns.clone(), scan.limit));
        assert_eq!(read.schema(), scan.schema());
    }

    #[test]
    fn other_bytes_are_left_to_ballista() {
        assert!(read(b"\x0a\x00").is_none());
        assert!(scan_from(&json!({ "store": "file:///" })).is_none());
    }
}
