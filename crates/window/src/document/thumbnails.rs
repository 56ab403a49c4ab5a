//! Pictures of documents, read again from their files to be shown. The sandboxed worker reads them on a thread, and
//! only while a page shows them.

use chachong_compare::DocumentIndex;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Image, TextureHandle, TextureOptions, Ui, Vec2};

use crate::async_cache::AsyncCache;
use crate::widgets::labels::busy_ui;
use crate::widgets::theme::Tokens;
use chachong_import::{
    Archives, ImportCause, Importer, Isolation, Limits, Passwords, Picture, Stop, WantedPicture,
};
use chachong_messages::{Language, document_name};
use chachong_window_model::state::State;

/// Maximum number of pictures that become textures in one frame: handing over more would delay it.
const TEXTURES_A_FRAME: usize = 4;

/// Place of a picture: the position of its document, and its place in the document's list of pictures.
pub(crate) type Place = (DocumentIndex, usize);

/// Pictures that a page shows, and the maximum width and height to reduce them to, in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PictureRequest {
    pub(crate) places: Vec<Place>,
    pub(crate) side: u32,
}

/// Pictures that were read, and why those of some documents were not.
#[derive(Default)]
struct Images {
    shown: HashMap<Place, Arc<ColorImage>>,
    failed: Vec<(DocumentIndex, ImportCause)>,
}

/// Loader of the pictures that the page shows. The key is the generation of the documents and the requested pictures.
pub(crate) struct Loader {
    isolation: Isolation,
    images: AsyncCache<(u64, PictureRequest), Arc<Images>>,
}

impl Loader {
    pub(crate) fn new(isolation: Isolation) -> Self {
        Self {
            isolation,
            images: AsyncCache::default(),
        }
    }

    /// Moves the pictures that were read into `gallery`, and starts to read those that are wanted. Without wanted
    /// pictures, the gallery is emptied.
    pub(crate) fn poll(
        &mut self,
        wanted: Option<PictureRequest>,
        gallery: &mut Gallery,
        state: &State,
        context: &Context,
    ) {
        let wanted = wanted.map(|wanted| (state.check.generation, wanted));
        let isolation = &self.isolation;
        let ready = (self.images).poll(wanted.clone(), context, |(_, wanted), _| {
            let files = files(state, wanted);
            let (side, isolation) = (wanted.side, isolation.clone());
            let passwords = state.settings.passwords.clone();
            Some(move || Arc::new(read(files, side, isolation, passwords)))
        });
        let images = ready.filter(|(key, _)| Some(key) == wanted.as_ref());
        gallery.take(images.map(|(_, images)| Arc::clone(images)));
    }

    /// Returns whether wanted pictures are not read yet.
    pub(crate) fn is_busy(&self, wanted: Option<PictureRequest>, state: &State) -> bool {
        let key = |wanted| (state.check.generation, wanted);
        self.images.is_loading(wanted.map(key))
    }
}

/// File with the pictures wanted of it.
struct File {
    document: DocumentIndex,
    path: PathBuf,
    pictures: Vec<(usize, WantedPicture)>,
}

fn files(state: &State, wanted: &PictureRequest) -> Vec<File> {
    let mut places = wanted.places.clone();
    places.sort_unstable();
    places.dedup();
    let file = |places: &[Place]| {
        let document = places[0].0;
        let pictures = places.iter().filter_map(|&(document, at)| {
            let Picture { place, sha256, .. } = picture(state, (document, at))?;
            let (place, sha256) = (place.clone(), sha256.clone());
            Some((at, WantedPicture { place, sha256 }))
        });
        Some(File {
            document,
            path: state.check.result.document(document)?.path.clone(),
            pictures: pictures.collect(),
        })
    };
    places
        .chunk_by(|x, y| x.0 == y.0)
        .filter_map(file)
        .collect()
}

/// Returns what is known of a picture; `None` if the document is gone or no longer has a picture at this place.
pub(crate) fn picture(state: &State, (document, at): Place) -> Option<&Picture> {
    let content = state.check.result.document(document)?.content()?;
    content.metadata.pictures.get(at)
}

fn read(files: Vec<File>, longest: u32, isolation: Isolation, passwords: Passwords) -> Images {
    let archives = Archives::new(isolation.clone(), Limits::default(), passwords);
    let importer = Importer::new(isolation, Limits::default()).with_archives(archives);
    let mut images = Images::default();
    for file in files {
        let (places, wanted): (Vec<usize>, Vec<WantedPicture>) = file.pictures.into_iter().unzip();
        match importer.pictures(&file.path, wanted, longest, &|| false) {
            Ok(thumbnails) => {
                for (place, thumbnail) in places.into_iter().zip(thumbnails) {
                    if let Some(thumbnail) = thumbnail {
                        let size = [thumbnail.width, thumbnail.height].map(|side| side as usize);
                        let image = ColorImage::from_rgba_unmultiplied(size, &thumbnail.rgba);
                        images.shown.insert((file.document, place), Arc::new(image));
                    }
                }
            }
            Err(Stop::Failed(error)) => images.failed.push((file.document, error.cause)),
            Err(Stop::Cancelled) => {}
        }
    }
    images
}

/// Pictures of a page as textures, each made when it comes into sight.
#[derive(Default)]
pub(crate) struct Gallery {
    /// Pictures that were read; `None` until then.
    images: Option<Arc<Images>>,
    textures: HashMap<Place, TextureHandle>,
    /// Number of textures made in this frame.
    made: usize,
}

impl std::fmt::Debug for Gallery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gallery({} textures)", self.textures.len())
    }
}

impl Gallery {
    fn take(&mut self, images: Option<Arc<Images>>) {
        let is_same = match (&self.images, &images) {
            (Some(own), Some(new)) => Arc::ptr_eq(own, new),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.textures.clear();
            self.images = images;
        }
        self.made = 0;
    }

    /// Draws a picture within `size` points, or why there is none; `name` is read by a screen reader.
    pub(crate) fn picture_ui(
        &mut self,
        ui: &mut Ui,
        place: Place,
        size: Vec2,
        name: &str,
        language: Language,
    ) {
        let Some(images) = &self.images else {
            busy_ui(ui, language);
            return;
        };
        let Some(image) = images.shown.get(&place) else {
            ui.weak(language.text("evidence.picture-lost"));
            return;
        };
        if !self.textures.contains_key(&place) {
            if self.made >= TEXTURES_A_FRAME {
                ui.ctx().request_repaint();
                return;
            }
            self.made += 1;
            let name = format!("picture {} {}", place.0.0, place.1);
            let texture = (ui.ctx()).load_texture(name, Arc::clone(image), TextureOptions::LINEAR);
            self.textures.insert(place, texture);
        }
        if let Some(texture) = self.textures.get(&place) {
            // A small picture is not blown up.
            let own = texture.size_vec2();
            let scale = (size / own).min_elem().min(1.0);
            // Pictures are on white paper, also in the dark theme.
            let image = Image::from_texture(texture).bg_fill(Color32::WHITE);
            ui.add(image.fit_to_exact_size(own * scale).alt_text(name));
        }
    }

    /// Draws why the pictures of some documents cannot be read again.
    pub(crate) fn failures_ui(&self, ui: &mut Ui, state: &State) {
        let language = state.language;
        for (document, cause) in self.images.iter().flat_map(|images| &images.failed) {
            if let Some(document) = state.check.result.document(*document) {
                let (name, reason) = (document_name(document, language), language.reason(cause));
                let text = language.fill(
                    "evidence.file-lost",
                    &[("name", &name), ("reason", &reason)],
                );
                ui.colored_label(Tokens::of(ui).related, text);
            }
        }
    }
}
