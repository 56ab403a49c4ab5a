//! A person's decisions on shared texts: their effects in this check, and in the library for later checks. Draws nothing.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::App;
use crate::shared_texts::loaded::beginning;
use crate::work::library_messages::LibraryRequest;
use chachong_compare::{DocumentIndex, Reason, SharedText, Span, TextDecision};
use chachong_jobs::library::{drop_template, keep_template, template_text};
use chachong_library::LibraryError;
use chachong_messages::{Language, day};
use chachong_window_model::background_task::BackgroundTask;
use chachong_window_model::decisions::{DatedDecision, Step};
use chachong_window_model::page::{NoticeKind, Page};
use chachong_window_model::shared_view::{SharedCommand, SharedPart, documents_of};

/// Number of characters of a text in the name of its template.
const NAMED: usize = 20;

/// Reason why a text is not kept in the library.
enum NotKept {
    /// The text of its document cannot be read again.
    Text(std::io::Error),
    Library(LibraryError),
    /// The person stopped the task.
    Stopped,
}

impl App {
    pub(crate) fn apply_shared(&mut self, command: SharedCommand) {
        let shared = &mut self.state.shared;
        match command {
            SharedCommand::Filter(filter) => {
                shared.filter = filter;
                self.state.arrange_shared();
            }
            SharedCommand::Choose(position, open) => {
                shared.chosen = position;
                shared.open |= open;
                shared.follow = !open;
            }
            SharedCommand::List => (shared.open, shared.follow) = (false, true),
            SharedCommand::RowShown => shared.follow = false,
            SharedCommand::Part(part) => {
                shared.part = part;
                self.state.go(Page::Shared);
                self.state.arrange_shared();
                self.state.shared.follow = true;
            }
            SharedCommand::Decide(part, position, decision) => {
                self.decide_text((part, position), decision);
            }
            SharedCommand::Show(part, position) => {
                shared.part = part;
                self.state.go(Page::Shared);
                self.state.arrange_shared();
                let shared = &mut self.state.shared;
                if !shared.rows.contains(&position) {
                    shared.filter.clear();
                    self.state.arrange_shared();
                }
                let shared = &mut self.state.shared;
                (shared.chosen, shared.open, shared.follow) = (position, true, true);
            }
        }
    }

    fn decide_text(
        &mut self,
        (part, position): (SharedPart, usize),
        decision: Option<TextDecision>,
    ) {
        let Some(texts) = self.state.texts_of(part) else {
            return;
        };
        let Some(text) = texts.all().get(position).cloned() else {
            return;
        };
        let before = self.state.check.decision_on(&text);
        if before.map(|(decision, _)| decision) == decision {
            return;
        }
        let places = self.state.check.named_places(&text);
        let decisions = &mut self.state.check.decisions;
        match decision {
            Some(_) => decisions.add_step(Step::Text { places, before }),
            None => decisions.remove_text_steps(&places),
        }
        self.set_decision(&text, decision.map(|decision| (decision, now())));
    }

    /// Withdraws the decision on the text at these places.
    pub(crate) fn take_back_text(&mut self, places: Vec<(DocumentIndex, Span)>) {
        let text = SharedText::at(places, 0);
        let named = self.state.check.named_places(&text);
        self.state.check.decisions.remove_text_steps(&named);
        self.set_decision(&text, None);
    }

    /// Undoes the last decision on a text; returns `false` if nothing is left to undo.
    pub(crate) fn undo_text(
        &mut self,
        places: &[(String, Span)],
        before: Option<DatedDecision>,
    ) -> bool {
        let Some(text) = self.state.check.text_of(places) else {
            return false;
        };
        let is = self.state.check.decision_on(&text);
        if is == before {
            return false;
        }
        self.set_decision(&text, before);
        true
    }

    /// Sets the decision on a text, here and in the library, and shows a notice.
    fn set_decision(&mut self, text: &SharedText, decision: Option<DatedDecision>) {
        let was = self
            .state
            .check
            .decision_on(text)
            .map(|(decision, _)| decision);
        let (is, when) = decision.map_or((None, 0), |(is, when)| (Some(is), when));
        (self.state).choose(|choices| choices.decide_text(text, is, when));
        self.saved_check.save_choices(&self.state);
        let count = documents_of(text);
        let is_code = self.state.check.result.is_code(text);
        let key = match is {
            Some(TextDecision::Template) if is_code => "shared-code.left-out",
            Some(TextDecision::Counts) if is_code => "shared-code.now-counts",
            None if self.state.check.result.is_given(text) => "given.taken-back",
            None => "shared-texts.taken-back",
            Some(TextDecision::Counts) => "shared-texts.now-counts",
            Some(TextDecision::Template) => {
                let mut reasons = self.state.check.choices.reasons_left_out();
                if reasons.any(|reason| reason == Reason::Templates) {
                    "shared-texts.left-out"
                } else {
                    // The text is a template, but the person counts templates.
                    "shared-texts.templates-count"
                }
            }
        };
        let is_template = is == Some(TextDecision::Template);
        let keeping = match (
            self.state.library.is_writable(),
            self.library_link.library().is_some(),
        ) {
            (true, _) => "shared-texts.keeping",
            (false, true) => "shared-texts.not-kept-read-only",
            (false, false) => "shared-texts.not-kept",
        };
        self.tell_of_text(|language| {
            let told = language.fill(key, &[("count", &count)]);
            if is_template {
                format!("{told} {}", language.text(keeping))
            } else {
                told
            }
        });
        if self.state.library.is_writable() {
            if is_template {
                self.keep_as_template(text);
            } else if was == Some(TextDecision::Template) {
                self.drop_as_template(text, true);
            }
        }
    }

    /// Shows a notice about a text; it offers undo if a decision can be undone.
    fn tell_of_text(&mut self, text: impl Fn(Language) -> String) {
        let kind = if self.state.check.decisions.can_undo() {
            NoticeKind::Decision
        } else {
            NoticeKind::Information
        };
        self.inform(kind, text);
    }

    /// Stores the text in the library as a template for later checks.
    fn keep_as_template(&mut self, text: &SharedText) {
        let Some(library) = self.library_link.library().cloned() else {
            return;
        };
        let by = self.state.check.result.recipe.into();
        let (documents, here) = self.state.check.documents_with(text);
        let (language, named) = (self.state.language, self.state.check.named_places(text));
        self.run_task(BackgroundTask::KeepTemplate, move |stop| {
            let store = library.store();
            let kept = || -> Result<String, NotKept> {
                let extracted = template_text(&documents, &here).map_err(NotKept::Text)?;
                let characters: Vec<char> = extracted.text.chars().take(4 * NAMED).collect();
                let values: [(&str, &dyn std::fmt::Display); 2] = [
                    ("day", &day(now())),
                    ("text", &beginning(&characters, NAMED)),
                ];
                let name = language.fill("shared-texts.template-name", &values);
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(NotKept::Stopped);
                }
                let kept = keep_template(store.as_ref(), &extracted, &name, &by);
                let document = kept.map_err(NotKept::Library)?;
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    let dropped = store.set_template(document, "", false);
                    return dropped.map_err(NotKept::Library).and(Err(NotKept::Stopped));
                }
                Ok(name)
            };
            let kept = kept();
            Box::new(move |app: &mut Self| app.template_kept(&named, kept, &library))
        });
    }

    /// Shows a notice about the stored template, or removes it again if the person has withdrawn the decision meanwhile.
    fn template_kept(
        &mut self,
        places: &[(String, Span)],
        kept: Result<String, NotKept>,
        library: &Arc<chachong_library::Library>,
    ) {
        let text = self.state.check.text_of(places);
        let name = match kept {
            Ok(name) => name,
            Err(NotKept::Stopped) => return,
            Err(NotKept::Text(error)) => {
                return self.inform(NoticeKind::Error, |language| {
                    language.fill("shared-texts.keep-failed", &[("detail", &error)])
                });
            }
            Err(NotKept::Library(error)) => {
                let error = error.log();
                return self.inform(NoticeKind::Error, |language| {
                    let detail = language.library_error(error);
                    language.fill("shared-texts.keep-failed", &[("detail", &detail)])
                });
            }
        };
        self.library_link.ask(LibraryRequest::Overview);
        let Some(text) = text else { return };
        let is = self.state.check.decision_on(&text).map(|(is, _)| is);
        if is != Some(TextDecision::Template) {
            self.drop_as_template(&text, false);
            return;
        }
        self.tell_of_text(|language| {
            let values: [(&str, &dyn std::fmt::Display); 3] = [
                ("count", &documents_of(&text)),
                ("name", &name),
                ("file", &library.file().display()),
            ];
            language.fill("shared-texts.kept", &values)
        });
    }

    /// Removes the text from the library's templates; with `tell` a notice says so.
    fn drop_as_template(&mut self, text: &SharedText, tell: bool) {
        let Some(library) = self.library_link.library().cloned() else {
            return;
        };
        let (documents, here) = self.state.check.documents_with(text);
        let count = documents_of(text);
        self.run_task(BackgroundTask::DropTemplate, move |_| {
            let dropped = drop_template(library.store().as_ref(), &documents, &here);
            Box::new(move |app: &mut Self| {
                match dropped {
                    Ok(0) => return,
                    Ok(_) if tell => app.tell_of_text(|language| {
                        language.fill("shared-texts.dropped", &[("count", &count)])
                    }),
                    Ok(_) => {}
                    Err(error) => app.tell_library_error(&error),
                }
                app.library_link.ask(LibraryRequest::Overview);
            })
        });
    }
}

/// Returns the present time in seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0))
}
