//! Watched folders: documents that appear in them join the check.

use std::path::{Path, PathBuf};
use std::task::Poll;

use egui::Context;

use crate::task::Task;
use chachong_import::{Watch, WatchCause, WatchError, WatchEvent};

/// Watch of one folder. Its start walks through the folder, which takes time on a network drive.
enum Watching {
    Starting(Task<Result<Watch, WatchError>>),
    On(Watch),
}

/// Watched folders, in the order in which the person chose them.
#[derive(Default)]
pub(crate) struct WatchedFolders {
    folders: Vec<(PathBuf, Watching)>,
}

/// Event in a watched folder.
pub(crate) enum WatchNews {
    /// Files, or a whole folder, to add to the check.
    Appeared(Vec<PathBuf>),
    /// Folder that can no longer be watched, and why.
    Lost(PathBuf, WatchCause),
}

impl WatchedFolders {
    pub(crate) fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Starts to watch a folder.
    pub(crate) fn watch(&mut self, folder: PathBuf, context: &Context) {
        let watched = folder.clone();
        let start = Task::start(context, move || Watch::start(vec![watched]));
        self.folders.push((folder, Watching::Starting(start)));
    }

    /// Ends the watch of a folder; nothing happens if it is not watched.
    pub(crate) fn unwatch(&mut self, folder: &Path) {
        self.folders.retain(|(watched, _)| watched != folder);
    }

    /// Returns the events in the folders since the last call. A lost folder stays until [`Self::unwatch`].
    pub(crate) fn poll(&mut self) -> Vec<WatchNews> {
        let mut news = Vec::new();
        for (folder, watching) in &mut self.folders {
            if let Watching::Starting(start) = watching {
                match start.poll() {
                    Poll::Ready(Some(Ok(watch))) => {
                        *watching = Watching::On(watch);
                        // Files that are in the folder already cause no event, so the whole folder is added once.
                        news.push(WatchNews::Appeared(vec![folder.clone()]));
                    }
                    Poll::Ready(Some(Err(error))) => {
                        news.push(WatchNews::Lost(folder.clone(), error.cause));
                    }
                    Poll::Ready(None) => {
                        news.push(WatchNews::Lost(folder.clone(), WatchCause::Missing));
                    }
                    Poll::Pending => {}
                }
            }
            if let Watching::On(watch) = watching {
                news.extend(watch.events.try_iter().map(|event| match event {
                    WatchEvent::Appeared(paths) => WatchNews::Appeared(paths),
                    WatchEvent::Lost(folder, cause) => WatchNews::Lost(folder, cause),
                }));
            }
        }
        news
    }
}
