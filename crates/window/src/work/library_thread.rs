//! Thread of the library: takes requests and sends answers, so that no frame waits for a disk.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use egui::Context;

use crate::work::library_messages::{
    AddedAs, Answer, CaseStep, Filling, Joined, Joining as JoiningProgress, LibraryReply,
    LibraryRequest, TypedPassword,
};
use crate::work::source_opening::SourceToOpen;
use chachong_check::{CheckResult, Document, Origin, PROCESSING_VERSION, Settings};
use chachong_jobs::library::{
    AddEvent, BroughtCase, DumpEvent, Joining, TextsFound, add_to_library, bring_case,
    bring_documents, join_library, keep_batch, keep_submissions, member_details, new_and_known,
    search_library, settle_library,
};
use chachong_library::{CaseList, DocumentId, Library, LibraryError, Query, Store, is_server};
use chachong_simhash::Recipe;
use chachong_window_model::folder_name::given_folder_name;
use chachong_window_model::library_view::{FoundTexts, Overview};

/// Maximum number of documents whose texts a search examines.
const MOST_LOOKED_INTO: usize = 500;
/// Interval at which the end of a pause is checked.
const PAUSE: Duration = Duration::from_millis(50);
/// Number of characters shown on each side of a match.
const AROUND: usize = 40;
/// Number of members whose details are read and shown at a time.
const READ_AT_ONCE: usize = 500;

fn overview(library: &Library) -> Result<Overview, LibraryError> {
    let store = library.store();
    let members = match store.members(&Recipe::THESIS.text_form(), PROCESSING_VERSION) {
        // Who may only check does not see the list.
        Err(LibraryError::NoRight { .. }) => Vec::new(),
        members => members?,
    };
    Ok(Overview {
        about: store.about()?,
        members: Arc::new(members),
        checks: store.checks()?,
        templates: store.templates()?,
        cases: match store.cases() {
            Err(LibraryError::NoRight { .. }) => CaseList::default(),
            cases => cases?,
        },
    })
}

/// Thread of the library.
#[derive(Clone)]
pub(crate) struct LibraryThread {
    /// Library in use; `None` until one is.
    library: Option<Arc<Library>>,
    /// Libraries opened before, with their canonical paths: one that is still in use is not opened a second time, as
    /// that would be read-only.
    opened: Vec<(PathBuf, Weak<dyn Store>)>,
    replies: Sender<Answer>,
    context: Context,
    control: Arc<AddingControl>,
}

/// Control of the adding of documents by the window.
#[derive(Debug, Default)]
pub(crate) struct AddingControl {
    /// Whether to stop; what was added stays.
    pub(crate) stop: AtomicBool,
    /// Whether to wait.
    pub(crate) paused: AtomicBool,
}

impl LibraryThread {
    /// Starts the thread, which ends with the sender of the returned requests.
    pub(crate) fn start(
        context: Context,
        control: Arc<AddingControl>,
    ) -> (Sender<LibraryRequest>, Receiver<Answer>) {
        let (send, requests) = channel();
        let (replies, receive) = channel();
        let mut thread = Self {
            library: None,
            opened: Vec::new(),
            replies,
            context,
            control,
        };
        std::thread::spawn(move || thread.serve(&requests));
        (send, receive)
    }

    fn serve(&mut self, requests: &Receiver<LibraryRequest>) {
        let mut waiting = VecDeque::new();
        while let Some(request) = waiting.pop_front().or_else(|| requests.recv().ok()) {
            waiting.extend(requests.try_iter());
            // Of the searches typed meanwhile only the last is answered.
            let is_search =
                |request: &LibraryRequest| matches!(request, LibraryRequest::SearchTexts(_));
            if is_search(&request) && waiting.iter().any(is_search) {
                continue;
            }
            if let Err(error) = self.answer(request) {
                self.reply(LibraryReply::Failed(error));
            }
        }
    }

    fn reply(&self, reply: LibraryReply) {
        // The receiver may be gone with the window.
        let of = self.library.clone();
        let _ = self.replies.send(Answer { of, reply });
        self.context.request_repaint();
    }

    /// Passes a typed password to the connections, and saves it in the keyring on request. Fails if the keyring does not save it;
    /// the caller opens the library all the same.
    fn take_password(file: &Path, password: Option<TypedPassword>) -> Result<(), LibraryError> {
        let Some(password) = password else {
            return Ok(());
        };
        Library::type_password(file, &password.text);
        if password.keep {
            return Library::keep_password(file, &password.text);
        }
        Ok(())
    }

    /// Opens a library and sends the result. If only the overview cannot be read, the library is sent without one, and the error is
    /// returned.
    fn reply_opened(
        &mut self,
        number: u64,
        file: &Path,
        may_make: bool,
    ) -> Result<(), LibraryError> {
        let library = match self.open(file, may_make) {
            Ok(library) => library,
            Err(error) => {
                self.reply(LibraryReply::NotOpened(number, error));
                return Ok(());
            }
        };
        let (overview, failed) = match overview(&library) {
            Ok(overview) => (Some(Box::new(overview)), None),
            Err(error) => (None, Some(error)),
        };
        self.reply(LibraryReply::Opened(number, library, overview));
        failed.map_or(Ok(()), Err)
    }

    /// Opens a further library and sends the result. Files are opened here, one after the other, so that none is opened twice;
    /// servers, which may answer slowly, on another thread.
    fn reply_source(&mut self, mut source: SourceToOpen) {
        let file = source.file.clone();
        if is_server(&file) {
            let thread = self.clone();
            std::thread::spawn(move || {
                let password = source.password.take();
                let mut kept = Ok(());
                let open = || {
                    kept = Self::take_password(&file, password);
                    Library::open(&file).map(Arc::new)
                };
                let opened = source.opened(thread.library.as_deref(), open);
                thread.reply(LibraryReply::SourceOpened(file, opened));
                if let Err(error) = kept {
                    thread.reply(LibraryReply::Failed(error));
                }
            });
            return;
        }
        let in_use = self.library.clone();
        let opened = source.opened(in_use.as_deref(), || self.open_file(&file, false));
        self.reply(LibraryReply::SourceOpened(file, opened));
    }

    fn answer(&mut self, request: LibraryRequest) -> Result<(), LibraryError> {
        match (request, self.library.clone()) {
            (
                LibraryRequest::Open {
                    number,
                    file,
                    password,
                    may_make,
                },
                _,
            ) => {
                let kept = Self::take_password(&file, password);
                return kept.and(self.reply_opened(number, &file, may_make));
            }
            (LibraryRequest::Use(library), _) => self.library = Some(library),
            (LibraryRequest::OpenSource(source), _) => self.reply_source(*source),
            (LibraryRequest::ChangeCase(library, id, step), in_use) => {
                let mut case = library.store().case(id)?;
                match step {
                    CaseStep::Add(entry) => case.add(entry),
                    CaseStep::TakeBack if case.take_back().is_none() => return Ok(()),
                    CaseStep::TakeBack => {}
                }
                library.store().keep_case(Some(id), &case)?;
                if in_use.is_some_and(|in_use| Arc::ptr_eq(in_use.store(), library.store())) {
                    self.reply(LibraryReply::Case(id, Box::new(case), false));
                    self.overview()?;
                }
            }
            (_, None) => {}
            (LibraryRequest::Overview, Some(_)) => self.overview()?,
            (LibraryRequest::SearchTexts(typed), Some(library)) => {
                let query = Query::parse(&typed);
                let store = library.store().as_ref();
                let found = search_library(store, &query, MOST_LOOKED_INTO, AROUND);
                let (texts, failed) = match found {
                    Ok(texts) => (texts, None),
                    // An empty result is sent nevertheless: the window waits for it.
                    Err(error) => (TextsFound::default(), Some(error)),
                };
                self.reply(LibraryReply::FoundTexts(FoundTexts { typed, texts }));
                return failed.map_or(Ok(()), Err);
            }
            (LibraryRequest::Remove(documents), Some(library)) => {
                library.store().remove_members(&documents)?;
                self.reply(LibraryReply::Removed(documents));
                self.overview()?;
            }
            (LibraryRequest::Restore(documents), Some(library)) => {
                library.store().restore_members(&documents)?;
                self.overview()?;
            }
            (LibraryRequest::Join(result, batch), Some(library)) => {
                self.aside(move |thread| thread.join(&library, &result, &batch));
            }
            (LibraryRequest::Fill(filling), Some(library)) => {
                self.aside(move |thread| thread.fill(&library, filling));
            }
            (LibraryRequest::Details(members), Some(library)) => {
                let thread = self.clone();
                std::thread::spawn(move || thread.reply_details(&library, &members));
            }
            (LibraryRequest::DropTemplate(document), Some(library)) => {
                library.store().set_template(document, "", false)?;
                self.overview()?;
            }
            (LibraryRequest::Check(check), Some(library)) => {
                let found = library.store().check(check)?;
                self.reply(LibraryReply::Check(Box::new(found)));
            }
            (LibraryRequest::Case(id), Some(library)) => {
                let case = library.store().case(id)?;
                self.reply(LibraryReply::Case(id, Box::new(case), false));
            }
            (LibraryRequest::KeepCase(case), Some(library)) => {
                let kept = library.store().keep_case(None, &case)?;
                self.reply(LibraryReply::Case(kept, case, true));
                self.overview()?;
            }
            (LibraryRequest::BringCase(case), Some(library)) => {
                let store = library.store();
                let (BroughtCase::Added(id) | BroughtCase::Known(id)) =
                    bring_case(&**store, &case)?;
                let case = store.case(id)?;
                self.reply(LibraryReply::Case(id, Box::new(case), true));
                self.overview()?;
            }
            (LibraryRequest::DeleteCase(id), Some(library)) => {
                library.store().delete_case(id)?;
                self.overview()?;
            }
            (LibraryRequest::Decisions(documents), Some(library)) => {
                let decisions = library.store().decisions(&documents)?;
                self.reply(LibraryReply::Decisions(decisions));
            }
            (LibraryRequest::RemoveCheck(check), Some(library)) => {
                library.store().remove_check(check)?;
                self.overview()?;
            }
        }
        Ok(())
    }

    fn open(&mut self, file: &Path, may_make: bool) -> Result<Arc<Library>, LibraryError> {
        let library = self.open_file(file, may_make)?;
        if !library.store().about()?.read_only {
            // What was removed in an earlier run can no longer be restored.
            if library.store().purge()? > 0 {
                library.drop_title_index()?;
            }
        }
        Ok(library)
    }

    /// Opens a library, or returns the open one if the path is another name of it and it can be written to. Creates a missing
    /// library if `may_make` is set.
    fn open_file(&mut self, file: &Path, may_make: bool) -> Result<Arc<Library>, LibraryError> {
        self.opened.retain(|(_, store)| store.strong_count() > 0);
        // The canonical path finds an open library under any of its names; a file that does not exist yet has none and
        // is open nowhere.
        let place = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let same = self.opened.iter().find(|(other, _)| *other == place);
        if let Some(store) = same.and_then(|(_, store)| store.upgrade())
            && !store.about()?.read_only
        {
            return Ok(match &self.library {
                Some(library) if Arc::ptr_eq(library.store(), &store) => Arc::clone(library),
                _ => Arc::new(Library::over(store, file)),
            });
        }
        let library = Arc::new(if may_make {
            Library::open(file)?
        } else {
            Library::open_existing(file)?
        });
        let place = file.canonicalize().unwrap_or(place);
        self.opened.push((place, Arc::downgrade(library.store())));
        Ok(library)
    }

    /// Runs long work on a thread of its own, so that other requests are answered meanwhile; sends an overview at the
    /// end.
    fn aside(&self, work: impl FnOnce(&Self) -> Result<(), LibraryError> + Send + 'static) {
        let thread = self.clone();
        std::thread::spawn(move || {
            let done = work(&thread).and_then(|()| thread.overview());
            if let Err(error) = done {
                thread.reply(LibraryReply::Failed(error));
            }
        });
    }

    /// Returns whether to continue, after waiting for the end of a pause.
    fn goes_on(&self) -> bool {
        let AddingControl { stop, paused } = &*self.control;
        while paused.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(PAUSE);
        }
        !stop.load(Ordering::Relaxed)
    }

    /// Reads the details of members and sends them in parts. If a part fails, sends the error instead, and the list shows the
    /// remaining members without details.
    fn reply_details(&self, library: &Library, members: &[(DocumentId, String)]) {
        for some in members.chunks(READ_AT_ONCE) {
            match member_details(library.store().as_ref(), some) {
                Ok(details) => self.reply(LibraryReply::Details(details)),
                Err(error) => {
                    self.reply(LibraryReply::Failed(error));
                    return;
                }
            }
        }
    }

    fn join(
        &self,
        library: &Library,
        result: &CheckResult,
        batch: &str,
    ) -> Result<(), LibraryError> {
        let checked = |document: &&Document| document.origin == Origin::Checked;
        let mut total = result.documents.iter().filter(checked).count();
        let joining = |done, total| {
            LibraryReply::Joining(JoiningProgress {
                done,
                total,
                is_dump: false,
            })
        };
        self.reply(joining(0, total));
        let brought = bring_documents(library.store(), &result.documents, &|| self.goes_on())?;
        let before = library.store().about()?.members;
        let mut members = Vec::new();
        total = brought.joining.len();
        let joined = join_library(library.store().as_ref(), &brought.joining, &mut |joined| {
            members.extend_from_slice(joined);
            self.reply(joining(members.len(), total));
            self.goes_on()
        });
        let (damaged, joined) = match joined {
            Ok(damaged) => (damaged, Ok(())),
            Err(error) => (Vec::new(), Err(error)),
        };
        // What was added before an error stays in the library.
        let count = new_and_known(library.store().as_ref(), before, members.len());
        let (added, known) = count.unwrap_or((members.len(), 0));
        self.reply(LibraryReply::Joined(Joined {
            as_templates: false,
            added,
            known,
            not_read: [brought.lost, damaged].concat(),
            dumps: Vec::new(),
        }));
        joined?;
        let handed_in = (&result.documents[..], result.submissions.as_ref());
        keep_submissions(library.store().as_ref(), handed_in, &members)?;
        keep_batch(library.store().as_ref(), &members, batch)?;
        settle_library(library)
    }

    fn fill(&self, library: &Library, filling: Filling) -> Result<(), LibraryError> {
        let Filling {
            paths,
            isolation,
            added_as,
        } = filling;
        let batch = match &added_as {
            AddedAs::Members(batch) => Some(batch.trim()),
            AddedAs::Templates => None,
        };
        let settings = Settings {
            isolation,
            ..Settings::default()
        };
        self.reply(LibraryReply::Joining(JoiningProgress::default()));
        let as_templates = batch.is_none();
        let mut joined = Joined {
            as_templates,
            ..Joined::default()
        };
        let (mut read, mut total) = (0, 0);
        let mut is_dump = false;
        let mut batches: BTreeMap<String, Vec<Joining>> = BTreeMap::new();
        let given = paths.clone();
        let filled = add_to_library(library, paths, settings, as_templates, &mut |event| {
            match event {
                AddEvent::Found(found) => (total, is_dump) = (found, false),
                AddEvent::Reading(_)
                | AddEvent::PassedOver(_)
                | AddEvent::Dump(DumpEvent::Kept(_)) => {}
                AddEvent::Read => read += 1,
                AddEvent::Added(added) => {
                    joined.added += added.len();
                    for joining in added {
                        let batch = match batch {
                            None => break,
                            Some("") => given_folder_name(&given, &joining.path),
                            Some(batch) => batch.to_owned(),
                        };
                        batches.entry(batch).or_default().push(joining);
                    }
                }
                AddEvent::NotRead(document) => joined.not_read.push(*document),
                AddEvent::Dump(DumpEvent::Opened(header)) => {
                    let articles = header.articles.unwrap_or(0);
                    is_dump = true;
                    (read, total) = (0, usize::try_from(articles).unwrap_or(usize::MAX));
                }
                AddEvent::Dump(DumpEvent::Read(count, _)) => {
                    read += count;
                    // The number of articles is an estimate.
                    total = total.max(read);
                }
                AddEvent::DumpRead(file, summary) => {
                    joined.added += summary.added;
                    joined.dumps.push((file, summary));
                }
            }
            self.reply(LibraryReply::Joining(JoiningProgress {
                done: read,
                total,
                is_dump,
            }));
            self.goes_on()
        });
        self.reply(LibraryReply::Joined(joined));
        for (batch, documents) in &batches {
            keep_batch(library.store().as_ref(), documents, batch)?;
        }
        filled.map(|_| ())
    }

    fn overview(&self) -> Result<(), LibraryError> {
        let Some(library) = &self.library else {
            return Ok(());
        };
        self.reply(LibraryReply::Overview(Box::new(overview(library)?)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_before_the_work_begins_is_not_lost() {
        let (replies, _received) = channel();
        let thread = LibraryThread {
            library: None,
            opened: Vec::new(),
            replies,
            context: Context::default(),
            control: Arc::default(),
        };
        thread.control.stop.store(true, Ordering::Relaxed);
        let (send, went_on) = channel();
        thread.aside(move |thread| {
            send.send(thread.goes_on()).unwrap();
            Ok(())
        });
        assert!(!went_on.recv().unwrap());
    }
}
