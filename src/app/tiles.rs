//! Pictures of the matrix, made off the frame where they take long, and kept as a texture. Knows nothing of where they
//! are drawn.

use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

use super::theme::distance_color;
use crate::compare::{Fingerprinted, NO_DISTANCE, raster};

/// Up to this many cells a picture takes less than a frame and is made at once.
const CELLS_AT_ONCE: f64 = 2e6;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    /// `State::generation`.
    pub(super) generation: u64,
    /// Visible rows and columns, in cells.
    pub(super) rows: Range<f64>,
    pub(super) columns: Range<f64>,
    /// Size in pixels.
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) dark: bool,
}

#[derive(Default)]
pub(super) struct Tiles {
    ready: Option<(Key, TextureHandle)>,
    running: Option<Receiver<(Key, ColorImage)>>,
}

impl Tiles {
    /// The picture for `key`, or the latest older one with its own key while the new one is being made.
    pub(super) fn picture(
        &mut self,
        ctx: &Context,
        key: &Key,
        documents: impl FnOnce() -> Vec<Fingerprinted>,
    ) -> Option<(Key, TextureHandle)> {
        if let Some(receive) = &self.running {
            match receive.try_recv() {
                Ok((key, image)) => {
                    self.ready = Some((key, load(ctx, image)));
                    self.running = None;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.running = None,
            }
        }
        let is_ready = self.ready.as_ref().is_some_and(|(ready, _)| ready == key);
        if !is_ready && self.running.is_none() {
            let cells = (key.rows.end - key.rows.start) * (key.columns.end - key.columns.start);
            let documents = documents();
            if cells <= CELLS_AT_ONCE {
                self.ready = Some((key.clone(), load(ctx, draw(key, &documents))));
            } else {
                let (send, receive) = channel();
                let (key, ctx) = (key.clone(), ctx.clone());
                std::thread::spawn(move || {
                    let image = draw(&key, &documents);
                    // The window may be gone.
                    let _ = send.send((key, image));
                    ctx.request_repaint();
                });
                self.running = Some(receive);
            }
        }
        self.ready.clone()
    }
}

fn draw(key: &Key, documents: &[Fingerprinted]) -> ColorImage {
    let palette: Vec<Color32> = (0..=64)
        .map(|distance| distance_color(distance, key.dark))
        .collect();
    let pixels = raster(
        documents,
        key.rows.clone(),
        key.columns.clone(),
        key.width,
        key.height,
    )
    .into_iter()
    .map(|distance| {
        if distance == NO_DISTANCE {
            Color32::TRANSPARENT
        } else {
            palette[usize::from(distance)]
        }
    })
    .collect();
    ColorImage::new([key.width, key.height], pixels)
}

fn load(ctx: &Context, image: ColorImage) -> TextureHandle {
    ctx.load_texture("matrix", image, TextureOptions::NEAREST)
}
