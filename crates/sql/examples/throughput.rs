//! Measures queries over pages in memory on one core: megabytes of HTML per second, the best of
//! several rounds. With a second folder, writes the pages there as Parquet, for the same queries
//! from Python and on a cluster.
//!
//! ```text
//! cargo run --release --no-default-features --example throughput -- FOLDER [OUT]
//! ```

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs};

use consomme_sql::{register, session_config};
use datafusion::arrow::array::{ArrayRef, BinaryArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

/// How many bytes of pages there are at least.
const BYTES: usize = 200_000_000;

/// How often each query runs.
const ROUNDS: usize = 5;

/// How many rows a batch has.
const ROWS: usize = 64;

/// The queries, each with whether functions of one page are one parse.
const QUERIES: &[(&str, bool, &str)] = &[
    (
        "title, links, text",
        true,
        "html_title(html) AS a, html_links(html) AS b, html_text(html) AS c",
    ),
    (
        "title, links, text; a parse each",
        false,
        "html_title(html) AS a, html_links(html) AS b, html_text(html) AS c",
    ),
    ("html_fields of the same", true, "html_fields(html, 'title, links, text') AS a"),
    ("title", true, "html_title(html) AS a"),
    ("text", true, "html_text(html) AS a"),
    ("links", true, "html_links(html) AS a"),
    (
        "two selectors",
        true,
        "html_select(html, 'h1') AS a, html_select_attr(html, 'img', 'src') AS b",
    ),
    ("metadata", true, "html_metadata(html, 'https://example.com/') AS a"),
    ("sanitize", true, "html_sanitize(html) AS a"),
];

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("throughput FOLDER [OUT]: FOLDER has pages that end in .html");
        std::process::exit(2);
    };
    let batches = batches(&read(Path::new(&folder))?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(batches, arguments.next()))
}

/// Reads the pages of a folder.
fn read(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    paths.sort();
    Ok(paths.iter().map(fs::read).collect::<std::io::Result<_>>()?)
}

/// Repeats the pages to [`BYTES`].
fn batches(pages: &[Vec<u8>]) -> Result<Vec<RecordBatch>> {
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let count = BYTES.div_ceil(bytes.max(1)) * pages.len();
    let all: Vec<_> = pages.iter().cycle().take(count).collect();
    let schema = Arc::new(Schema::new(vec![Field::new("html", DataType::Binary, true)]));
    let batch = |pages: &[&Vec<u8>]| {
        let html: BinaryArray = pages.iter().map(|page| Some(page.as_slice())).collect();
        Ok(RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(html) as ArrayRef])?)
    };
    all.chunks(ROWS).map(batch).collect()
}

async fn run(batches: Vec<RecordBatch>, out: Option<String>) -> Result<()> {
    let bytes: usize = batches
        .iter()
        .map(|batch| batch.column(0).to_data().buffers().last().map_or(0, |buffer| buffer.len()))
        .sum();
    println!("{:.1} MB of pages", bytes as f64 / 1e6);
    if let Some(folder) = out {
        return write(batches, &folder).await;
    }
    for (name, one_parse, expressions) in QUERIES {
        let config =
            session_config().with_target_partitions(1).set_bool("consomme.one_parse", *one_parse);
        let session = SessionContext::new_with_config(config);
        register(&session);
        let schema = batches[0].schema();
        let table = MemTable::try_new(schema, vec![batches.clone()])?;
        session.register_table("pages", Arc::new(table))?;
        let query = format!("SELECT {expressions} FROM pages");
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let mut stream = session.sql(&query).await?.execute_stream().await?;
            let mut rows = 0;
            while let Some(batch) = futures::StreamExt::next(&mut stream).await {
                rows += batch?.num_rows();
            }
            assert!(rows > 0, "there are pages");
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{name}: {:.0} MB/s", bytes as f64 / 1e6 / best);
    }
    Ok(())
}

/// Writes the pages to 16 files of Parquet.
#[cfg(feature = "cli")]
async fn write(batches: Vec<RecordBatch>, folder: &str) -> Result<()> {
    use datafusion::dataframe::DataFrameWriteOptions;

    fs::create_dir_all(folder)?;
    let session = SessionContext::new_with_config(session_config().with_target_partitions(1));
    for (index, batches) in batches.chunks(batches.len().div_ceil(16)).enumerate() {
        let frame = session.read_batches(batches.to_vec())?;
        let path = format!("{folder}/{index}.parquet");
        frame.write_parquet(&path, DataFrameWriteOptions::new(), None).await?;
    }
    Ok(())
}

/// Writing takes the feature `cli`, which has Parquet.
#[cfg(not(feature = "cli"))]
async fn write(_: Vec<RecordBatch>, _: &str) -> Result<()> {
    datafusion::common::config_err!("built without Parquet: build with the default features")
}
