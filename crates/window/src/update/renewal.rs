//! Change of recipe while documents are listed: new fingerprints are computed in the background and replace the old
//! ones all at once, so that fingerprints of different recipes are never compared. Draws nothing.

use std::time::Instant;

use crate::App;
use crate::work::reading::READING_EVENTS;
use chachong_jobs::{RenewEvent, Renewed, Renewing};
use chachong_simhash::Recipe;
use chachong_window_model::page::NoticeKind;
use chachong_window_model::passages::Passages;
use chachong_window_model::progress::Progress;

impl App {
    /// Switches to another recipe from now on.
    pub(crate) fn choose_recipe(&mut self, recipe: Recipe) {
        self.state.settings.recipe = recipe;
        self.preferences.recipe = Some(recipe.name().to_owned());
        if self.reading.renewing.end() {
            self.state.check.progress = None;
        }
        self.start_next_batch();
    }

    /// Starts renewing the listed fingerprints if another recipe made them. Returns whether renewing is under way, so
    /// that other work waits.
    pub(crate) fn renew_if_needed(&mut self) -> bool {
        if self.reading.renewing.is_running() {
            return true;
        }
        let recipe = self.state.settings.recipe;
        if self.state.check.result.documents.is_empty() {
            self.state.check.result_mut().recipe = recipe;
        }
        if self.state.check.result.recipe == recipe {
            return false;
        }
        self.comparison.drop_all();
        if self.state.searching_passages().is_some() {
            self.state.check.passages = Passages::Wanted;
        }
        let documents = &self.state.check.result.documents;
        self.state.check.progress = Some(Progress {
            batch: self.state.check.result.positions().collect(),
            renewing: true,
            started: Some(Instant::now()),
            ..Progress::default()
        });
        let (library, threads) = (self.library_link.store(), self.preferences.threads);
        let renewing = Renewing::start(documents, recipe.into(), threads, library.cloned());
        self.reading.renewing.start(renewing);
        true
    }

    /// Applies the events of the renewal.
    pub(crate) fn poll_renewal(&mut self) {
        let is_last = |event: &RenewEvent| matches!(event, RenewEvent::Done(_));
        for event in self.reading.renewing.poll(READING_EVENTS, is_last) {
            match event {
                RenewEvent::Progress(done) => {
                    if let Some(progress) = &mut self.state.check.progress {
                        progress.done = done;
                    }
                }
                RenewEvent::Done(all) => self.end_renewal(all),
            }
        }
    }

    /// Takes over the new fingerprints of all documents; `None` if the renewal was cancelled: the former recipe stays.
    fn end_renewal(&mut self, all: Option<Vec<Renewed>>) {
        self.state.check.progress = None;
        if let Some(all) = all {
            let lost = (all.iter().filter(|r| **r == Renewed::TextLost)).count();
            self.state.take_fingerprints(&all);
            self.saved_check.save(&self.state);
            if lost > 0 {
                self.inform(NoticeKind::NotCompared, |language| {
                    language.fill("notice.texts-lost", &[("count", &lost)])
                });
            }
        } else {
            let before = self.state.check.result.recipe;
            self.state.settings.recipe = before;
            self.preferences.recipe = Some(before.name().to_owned());
            self.inform(NoticeKind::Information, |language| {
                let name = language.text(&format!("recipe.{}", before.name()));
                language.fill("notice.recipe-kept", &[("recipe", &name)])
            });
        }
        self.start_next_batch();
    }
}
