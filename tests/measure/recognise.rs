//! Recognises the text of pictures and pages, one JSON object a line: for `tests/measure/recognition.py` and
//! `tests/measure/hostile_pictures.py`.
//!
//! ```text
//! cargo run --release --example recognise -- MODELS usual|careful FILE[#PAGE]...
//! ```

use std::error::Error;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chachong_recognition::{
    DOTS_PER_INCH, Engine, ModelFiles, ModelSize, Recognised, RecognitionError, page_count,
    pdf_page_count, picture, render,
};
use serde_json::{Value, json};

/// Font for characters of fonts that a pdf does not hold.
static CHINESE_FONT: &[u8] = include_bytes!("../../assets/fonts/ChachongSans-SC.otf");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("no folder of models")?;
    let size = match arguments.next().as_deref() {
        Some("careful") => ModelSize::Small,
        _ => ModelSize::Tiny,
    };
    let engine = Engine::new(ModelFiles::read(folder.as_ref(), size)?)?;
    for name in arguments {
        let (path, page) = match name.rsplit_once('#') {
            Some((path, page)) => (path.to_owned(), page.parse().ok()),
            None => (name, None),
        };
        let bytes = Arc::new(std::fs::read(&path)?);
        let pages = page.map_or_else(|| 1..=pages_of(&bytes), |page: u32| page..=page);
        for page in pages {
            let row = row(&engine, &path, &bytes, page);
            writeln!(std::io::stdout(), "{row}")?;
        }
    }
    Ok(())
}

fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF")
}

/// Returns the number of pages, 1 for a file that has none that can be counted.
fn pages_of(bytes: &Arc<Vec<u8>>) -> u32 {
    let counted = catch_unwind(|| {
        if is_pdf(bytes) {
            pdf_page_count(bytes)
        } else {
            page_count(bytes)
        }
    });
    counted.map_or(1, |pages| pages.unwrap_or(1).max(1))
}

/// Reads one page and says what it cost.
fn row(engine: &Engine, path: &str, bytes: &Arc<Vec<u8>>, page: u32) -> Value {
    let began = processor_seconds();
    let read = || -> Result<(f64, Recognised), RecognitionError> {
        let raster = if is_pdf(bytes) {
            render(bytes, page, DOTS_PER_INCH, Some(CHINESE_FONT))?.picture
        } else {
            picture(bytes, page)?
        };
        let rendered = processor_seconds() - began;
        Ok((rendered, engine.read(&raster, &|| false)?))
    };
    let result = catch_unwind(AssertUnwindSafe(read));
    let mut row = json!({
        "file": path, "page": page, "cpu": processor_seconds() - began, "peak": peak_megabytes(),
    });
    match result {
        Ok(Ok((rendered, read))) => {
            row["render"] = json!(rendered);
            row["read"] = json!(read);
        }
        Ok(Err(error)) => row["error"] = json!(error.to_string()),
        Err(_) => row["panic"] = json!(true),
    }
    row
}

/// Returns the processor time of this process so far, in seconds; 0 where the system does not say (only Linux does).
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks = |field: usize| {
        fields
            .get(field)
            .and_then(|ticks| ticks.parse::<f64>().ok())
    };
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}

/// Returns the most memory that this process has had so far, in megabytes; 0 where the system does not say.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
