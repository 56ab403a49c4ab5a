//! Picture of one page of a document. The sandboxed worker renders it from the file on a thread, only while it is shown.

use chachong_compare::DocumentIndex;
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::async_cache::AsyncCache;
use chachong_import::{
    Archives, ImportCause, Importer, Isolation, LARGEST_PAGE, Limits, PageName, Stop, WantedPage,
};
use chachong_recognition::Turn;
use chachong_window_model::state::State;

/// Wanted page: the generation of the documents, the document's position, and the page with its rotation.
type Key = (u64, DocumentIndex, WantedPage);

/// Rendered picture, or the reason why there is none; `None` if the work was stopped.
type Rendered = Option<Result<Arc<ColorImage>, ImportCause>>;

/// Loader of the picture of the displayed page.
pub(crate) struct Loader {
    isolation: Isolation,
    picture: AsyncCache<Key, Rendered>,
}

/// Picture of a page as a texture.
#[derive(Default)]
pub(crate) struct Sheet {
    /// Document and page of the picture; `None` before the first.
    of: Option<Key>,
    rendered: Rendered,
    texture: Option<TextureHandle>,
}

impl std::fmt::Debug for Sheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sheet({:?})", self.of)
    }
}

/// Returns the request to the importer for a page.
pub(crate) fn wanted(name: &PageName, turn: Turn) -> WantedPage {
    WantedPage {
        page: name.clone(),
        turn,
        side: LARGEST_PAGE,
    }
}

impl Loader {
    pub(crate) fn new(isolation: Isolation) -> Self {
        Self {
            isolation,
            picture: AsyncCache::default(),
        }
    }

    /// Stores the rendered picture in `sheet`, and starts to render the wanted page of a document.
    pub(crate) fn poll(
        &mut self,
        wanted: Option<(DocumentIndex, WantedPage)>,
        sheet: &mut Sheet,
        state: &State,
        context: &Context,
    ) {
        let wanted = wanted.map(|(document, page)| (state.check.generation, document, page));
        let isolation = &self.isolation;
        let ready = (self.picture).poll(wanted.clone(), context, |(_, document, page), _| {
            let path = state.check.result.documents.get(document.0)?.path.clone();
            let (page, isolation) = (page.clone(), isolation.clone());
            let passwords = state.settings.passwords.clone();
            Some(move || {
                let archives = Archives::new(isolation.clone(), Limits::default(), passwords);
                let importer = Importer::new(isolation, Limits::default()).with_archives(archives);
                match importer.page(&path, page, &|| false) {
                    Ok(picture) => {
                        let size = [picture.width, picture.height].map(|side| side as usize);
                        let image = ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
                        Some(Ok(Arc::new(image)))
                    }
                    Err(Stop::Failed(error)) => Some(Err(error.cause)),
                    Err(Stop::Cancelled) => None,
                }
            })
        });
        let ready = ready.filter(|(key, _)| Some(key) == wanted.as_ref());
        sheet.take(ready);
    }

    /// Returns whether the wanted page is not rendered yet.
    pub(crate) fn is_busy(
        &self,
        wanted: Option<(DocumentIndex, WantedPage)>,
        state: &State,
    ) -> bool {
        let key = |(document, page)| (state.check.generation, document, page);
        self.picture.is_loading(wanted.map(key))
    }
}

impl Sheet {
    fn take(&mut self, ready: Option<&(Key, Rendered)>) {
        if self.of.as_ref() != ready.map(|(key, _)| key) {
            *self = Self::default();
            if let Some((key, rendered)) = ready {
                self.of = Some(key.clone());
                self.rendered.clone_from(rendered);
            }
        }
    }

    /// Returns the picture, or the reason why there is none; `None` while it is being rendered, and if no page is wanted.
    pub(crate) fn texture(
        &mut self,
        context: &Context,
    ) -> Option<Result<&TextureHandle, &ImportCause>> {
        match self.rendered.as_ref()? {
            Err(cause) => Some(Err(cause)),
            Ok(image) => {
                let load =
                    || context.load_texture("page", Arc::clone(image), TextureOptions::LINEAR);
                Some(Ok(self.texture.get_or_insert_with(load)))
            }
        }
    }
}
