//! Text recognition: turns the picture of a page into lines of text with positions and confidence, on this machine
//! alone.
//!
//! A worker makes a picture ([`picture()`] from an image file, [`render()`] from a page of a pdf), and an [`Engine`]
//! reads the picture. Decisions and figures: docs/recognition.md.
//!
//! ```
//! use chachong_recognition::{ModelSize, Engine, ModelFiles, Raster, find_models};
//!
//! let blank_page = Raster::new(600, 800, vec![255; 600 * 800 * 3]).unwrap();
//! match find_models(&["assets/models".into()], ModelSize::Tiny) {
//!     Ok(folder) => {
//!         let engine = Engine::new(ModelFiles::read(&folder, ModelSize::Tiny)?)?;
//!         let read = engine.read(&blank_page, &|| false)?;
//!         assert!(read.pages.iter().all(|page| page.lines.is_empty()));
//!     }
//!     // The error names the file that is missing and the folders that were looked at.
//!     Err(error) => assert!(error.to_string().contains("assets")),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod arrange;
mod bend;
mod boxes;
mod columns;
mod correction;
mod decoding;
mod detection;
mod divide;
mod edge;
mod engine;
mod error;
mod geometry;
mod level;
mod models;
mod network;
mod page;
mod picture;
mod raster;
mod reading_order;
mod render;
mod roles;
mod spread;
mod strip;
mod tiff;
mod trust;
mod turning;

pub use agreement::{
    Agreement, Compared, DocumentVerdict, LayerKind, Verdict, agreement, document_verdict,
    sampled_pages,
};
pub use engine::Engine;
pub use error::RecognitionError;
pub use models::{MODELS_FOLDER, ModelFiles, ModelSize, ModelsError, find as find_models};
pub use page::{
    Confidence, Direction, Letter, Line, Page, PageState, Recognised, Role, Trust, Turn,
};
pub use picture::{page_count, picture};
pub use raster::Raster;
pub use render::{DOTS_PER_INCH, Rendered, pdf_page_count, render};

/// Version of the rules by which pages are recognised. Any change of a figure or rule in this crate must raise this
/// number, so that results of an older version are recognised again.
pub const RECOGNITION_VERSION: u32 = 3;
