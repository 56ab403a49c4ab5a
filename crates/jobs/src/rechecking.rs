//! Re-check in the background: opens an earlier check of the library and follows its passages into the present check.

use std::path::PathBuf;
use std::sync::Arc;

use chachong_check::{
    CheckResult, CopyError, CopyWatch, EarlierCheck, Fingerprinting, Recheck, Settings, in_pool,
};
use chachong_compare::{StepWatch, Watch};
use chachong_library::{CheckId, Store};
use chachong_semantics::{Encoder, open_model};

use crate::reopening::{kept_documents, reopened_request};
use crate::{
    Job, KeptSettings, Libraries, Session, SessionDocuments, SessionStep, StepEvent, run_check,
};

/// Input of a re-check: the two checks to compare, and what is needed to read the earlier one.
pub struct RecheckRequest {
    /// Library that saved the earlier check.
    pub store: Arc<dyn Store>,
    /// Earlier check.
    pub earlier: EarlierSource,
    /// Present check.
    pub now: Arc<CheckResult>,
    /// Folders in which the sentence model is searched for. Without the model, a passage that was rewritten in other words counts as
    /// deleted.
    pub models: Vec<PathBuf>,
    /// Settings for reading files whose texts the library no longer has.
    pub settings: Settings,
    /// Libraries to compare with if the earlier check must be compared again.
    pub libraries: Libraries,
}

/// Origin of the earlier check.
pub enum EarlierSource {
    /// Saved check of the library, which must be read first.
    Saved(CheckId),
    /// Check that is already open.
    Open(EarlierCheck),
}

/// Step of a re-check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecheckStep {
    /// The earlier documents are read from the library. Units are documents.
    Reading,
    /// The documents of the earlier check are compared again, because its saved results no longer fit. The units are those of the current
    /// [`CopyStep`](chachong_check::CopyStep); each of these steps counts from 0.
    Comparing,
    /// Each passage of the earlier check is looked for in the new version of its document. Units are documents.
    Following,
}

/// Event of a running re-check.
pub type RecheckEvent = StepEvent<RecheckStep, Recheck, CopyError>;

/// Running re-check: a job that compares a check with an earlier one.
pub type Rechecking = Job<RecheckEvent>;

impl Rechecking {
    /// Starts a re-check in the background.
    #[must_use]
    pub fn start(request: RecheckRequest) -> Self {
        Self::in_steps(move |watch| recheck(request, watch))
    }
}

fn recheck(
    request: RecheckRequest,
    watch: &StepWatch<'_, RecheckStep>,
) -> Result<Recheck, CopyError> {
    let threads = request.settings.threads;
    let (now, models) = (Arc::clone(&request.now), request.models.clone());
    let earlier = match request.earlier {
        EarlierSource::Open(ref earlier) => earlier.clone(),
        EarlierSource::Saved(check) => earlier_check(request, check, watch)?,
    };
    let watch = Watch {
        progress: &|done, total| (watch.progress)(RecheckStep::Following, done, total),
        cancelled: watch.cancelled,
    };
    // Without the model, what is said in quite other words seems to be gone.
    let encoder = open_model(&models).ok();
    let encoder = encoder.as_ref().map(|encoder| encoder as &dyn Encoder);
    in_pool(threads, || Recheck::of(earlier, &now, encoder, &watch))
}

/// Opens the earlier check, with what was decided since.
fn earlier_check(
    request: RecheckRequest,
    check: CheckId,
    watch: &StepWatch<'_, RecheckStep>,
) -> Result<EarlierCheck, CopyError> {
    let (about, mut content) = request.store.check(check)?;
    let kept_settings = KeptSettings::of_json(std::mem::take(&mut content.settings));
    let by = Fingerprinting::from(kept_settings.recipe());
    let threads = request.settings.threads;
    let settings = Settings {
        by: by.clone(),
        library: Some(Arc::clone(&request.store)),
        ..request.settings
    };
    let rows = std::mem::take(&mut content.rows);
    let (kept, total) = (kept_documents(&rows), rows.len());
    let session = Session::reopen(rows, &kept_settings.found_in, settings);
    let (mut collected, mut done) = (SessionDocuments::default(), 0);
    for event in &session.events {
        if (watch.cancelled)() {
            return Err(CopyError::Cancelled);
        }
        if let SessionStep::Read(_) = collected.take(event) {
            done += 1;
            (watch.progress)(RecheckStep::Reading, done, total);
        }
    }
    let mut request_again =
        reopened_request(collected.documents, &kept, content, kept_settings, by);
    request_again.copying.threads = threads;
    let watch = CopyWatch {
        progress: &|_, done, total| (watch.progress)(RecheckStep::Comparing, done, total),
        cancelled: watch.cancelled,
    };
    let result = run_check(request_again, &request.libraries, &watch)?;
    Ok(EarlierCheck {
        title: about.title,
        saved_at: about.changed,
        result: Arc::new(result),
    })
}
