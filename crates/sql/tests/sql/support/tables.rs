//! Pages as tables and files, answers as text.

use std::path::Path;
use std::sync::Arc;

use consomme_sql::{register, session_config};
use datafusion::arrow::array::{ArrayRef, BinaryArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::prelude::{SessionConfig, SessionContext};

/// Returns a session with the functions.
pub(crate) fn session() -> SessionContext {
    session_with(session_config())
}

/// Returns a session with the functions and these settings.
pub(crate) fn session_with(config: SessionConfig) -> SessionContext {
    let session = SessionContext::new_with_config(config);
    register(&session);
    session
}

/// Returns pages as batches of `rows` rows, with the columns `id` and `html`.
pub(crate) fn batches(pages: &[Vec<u8>], rows: usize) -> Vec<RecordBatch> {
    let batch = |(index, pages): (usize, &[Vec<u8>])| {
        let ids = (0..pages.len()).map(|row| i64::try_from(index * rows + row).unwrap());
        let html: BinaryArray = pages.iter().map(|page| Some(page.as_slice())).collect();
        let columns: [ArrayRef; 2] = [Arc::new(Int64Array::from_iter_values(ids)), Arc::new(html)];
        RecordBatch::try_new(schema(), columns.to_vec()).unwrap()
    };
    pages.chunks(rows).enumerate().map(batch).collect()
}

/// Returns the columns of [`batches`].
pub(crate) fn schema() -> Arc<Schema> {
    Arc::new(Schema::new(vec![
        Field::new("id", DataType::Int64, false),
        Field::new("html", DataType::Binary, true),
    ]))
}

/// Registers pages as the table `pages`.
pub(crate) fn add_pages(session: &SessionContext, pages: &[Vec<u8>]) {
    let table = MemTable::try_new(schema(), vec![batches(pages, 64)]).unwrap();
    session.register_table("pages", Arc::new(table)).unwrap();
}

/// Writes pages to a number of files of Parquet in a folder.
pub(crate) async fn write_parquet(pages: &[Vec<u8>], files: usize, folder: &Path) {
    let session = session();
    for (index, batches) in batches(pages, pages.len().div_ceil(files)).into_iter().enumerate() {
        let path = folder.join(format!("{index}.parquet"));
        let frame = session.read_batch(batches).unwrap();
        let options = datafusion::dataframe::DataFrameWriteOptions::new();
        frame.write_parquet(path.to_str().unwrap(), options, None).await.unwrap();
    }
}

/// Returns the answer of a query as a table of text.
pub(crate) async fn answer(session: &SessionContext, query: &str) -> String {
    let batches = session.sql(query).await.unwrap().collect().await.unwrap();
    pretty_format_batches(&batches).unwrap().to_string()
}

/// Returns the one array of a query with one column.
pub(crate) async fn column(session: &SessionContext, query: &str) -> ArrayRef {
    let frame = session.sql(query).await.unwrap();
    let batches = frame.collect().await.unwrap();
    let schema = batches[0].schema();
    let whole = datafusion::arrow::compute::concat_batches(&schema, &batches).unwrap();
    Arc::clone(whole.column(0))
}

/// Returns the error of a query.
pub(crate) async fn error(session: &SessionContext, query: &str) -> String {
    let result = match session.sql(query).await {
        Ok(frame) => frame.collect().await.map(drop),
        Err(error) => Err(error),
    };
    result.unwrap_err().to_string()
}
