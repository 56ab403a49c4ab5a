//! Requests to stop: SIGTERM and SIGINT, and the word to systemd that the service is ready, alive or stopping.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};

use super::service::Service;

/// Time after a failed reading in which a request to stop may still arrive: Ctrl-C ends the worker that reads in the same
/// moment, and its file is not to blame.
const SAME_MOMENT: Duration = Duration::from_millis(300);

/// Request to stop, which signals make.
#[derive(Debug)]
pub(super) struct Stop {
    requested: Arc<AtomicBool>,
    service: Service,
}

impl Stop {
    /// Turns SIGTERM and SIGINT into requests.
    pub(super) fn at_signals() -> io::Result<Self> {
        let requested = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&requested))?;
        }
        Ok(Self {
            requested,
            service: Service::of_environment(),
        })
    }

    /// Returns whether a stop is requested. Each call also tells systemd that the program is alive, so long work calls this often.
    pub(super) fn is_requested(&self) -> bool {
        self.service.alive(Instant::now());
        self.requested.load(Ordering::Relaxed)
    }

    /// Returns whether a stop is requested, like [`Self::is_requested`], but waits a moment first if it is not. For use after a worker
    /// ended badly, which may be due to the same Ctrl-C.
    pub(super) fn is_requested_soon(&self) -> bool {
        if !self.is_requested() {
            std::thread::sleep(SAME_MOMENT);
        }
        self.is_requested()
    }

    /// Returns the link to systemd.
    pub(super) const fn service(&self) -> &Service {
        &self.service
    }
}
