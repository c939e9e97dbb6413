//! Writes the features of the pages of a folder for `fit/fit.py`.
//!
//! ```text
//! cargo run --release -p consomme-extract --features _fit --example dump_features FOLDER OUTPUT
//! ```
//!
//! `FOLDER` has pages as `ID.html.gz`. `OUTPUT.names` gets the names of the features, `OUTPUT.bin`
//! the features of each block as 32-bit floats, and `OUTPUT.jsonl` the rest of each page.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};

use consomme_extract::consomme::{Hints, parse_document};
use consomme_extract::fit;
use flate2::read::GzDecoder;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: dump_features FOLDER OUTPUT".into());
    };
    fs::write(format!("{output}.names"), fit::names().join("\n"))?;
    let mut matrix = BufWriter::new(File::create(format!("{output}.bin"))?);
    let mut lines = BufWriter::new(File::create(format!("{output}.jsonl"))?);
    let mut paths: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let mut html = Vec::new();
        GzDecoder::new(File::open(&path)?).read_to_end(&mut html)?;
        let document = parse_document(html, &Hints::new());
        for feature in fit::features(&document) {
            matrix.write_all(&feature.to_le_bytes())?;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut outline = fit::outline(&document);
        outline["id"] = name.split('.').next().unwrap_or("").into();
        writeln!(lines, "{outline}")?;
    }
    Ok(())
}
