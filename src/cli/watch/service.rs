//! Notifies systemd of the state of the service (`sd_notify`): ready, alive, stopping. Does nothing without `NOTIFY_SOCKET`.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// Socket of the service manager.
#[derive(Debug)]
pub(super) struct Service {
    #[cfg(target_os = "linux")]
    place: Option<std::ffi::OsString>,
    /// Interval at which signs of life are sent, a third of the manager's limit; `None` if it wants none.
    interval: Option<Duration>,
    told: Mutex<Option<Instant>>,
}

impl Service {
    /// Takes the socket and the interval that systemd gave this process.
    pub(super) fn of_environment() -> Self {
        let micros = std::env::var("WATCHDOG_USEC").ok();
        Self {
            #[cfg(target_os = "linux")]
            place: std::env::var_os("NOTIFY_SOCKET"),
            interval: interval(micros.as_deref()),
            told: Mutex::new(None),
        }
    }

    /// Notifies systemd that the service watches.
    pub(super) fn ready(&self) {
        self.notify("READY=1");
    }

    /// Notifies systemd that the service ends.
    pub(super) fn stopping(&self) {
        self.notify("STOPPING=1");
    }

    /// Gives a sign of life, if one is due.
    pub(super) fn alive(&self, now: Instant) {
        let Some(interval) = self.interval else {
            return;
        };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| now.saturating_duration_since(told) >= interval) {
            *told = Some(now);
            drop(told);
            self.notify("WATCHDOG=1");
        }
    }

    /// Sends a message. A manager that does not listen is no reason to fail.
    #[cfg(target_os = "linux")]
    fn notify(&self, message: &str) {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::net::{SocketAddr, UnixDatagram};
        let Some(place) = &self.place else {
            return;
        };
        // A place that begins with @ is a name without a file.
        let address = match place.as_bytes().strip_prefix(b"@") {
            Some(name) => SocketAddr::from_abstract_name(name),
            None => SocketAddr::from_pathname(place),
        };
        if let (Ok(socket), Ok(address)) = (UnixDatagram::unbound(), address) {
            let _ = socket.send_to_addr(message.as_bytes(), &address);
        }
    }

    #[cfg(not(target_os = "linux"))]
    const fn notify(&self, _message: &str) {}
}

/// Returns the interval of signs of life for a watchdog's limit in microseconds, a third of it; `None` without a limit.
fn interval(micros: Option<&str>) -> Option<Duration> {
    let micros: u64 = micros?.parse().ok()?;
    (micros > 0).then(|| Duration::from_micros(micros / 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_life_come_three_times_as_often_as_they_must() {
        assert_eq!(interval(Some("30000000")), Some(Duration::from_secs(10)));
        for none in [None, Some("0"), Some("soon")] {
            assert_eq!(interval(none), None);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_manager_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("notify");
        let manager = std::os::unix::net::UnixDatagram::bind(&place).unwrap();
        let service = Service {
            place: Some(place.into_os_string()),
            interval: Some(Duration::from_secs(5)),
            told: Mutex::new(None),
        };
        let mut heard = [0; 64];
        let mut next = || {
            let bytes = manager.recv(&mut heard).unwrap();
            String::from_utf8(heard[..bytes].to_vec()).unwrap()
        };
        let now = Instant::now();
        service.ready();
        service.alive(now);
        service.alive(now + Duration::from_secs(4));
        service.alive(now + Duration::from_secs(6));
        service.stopping();
        let told = [next(), next(), next(), next()];
        assert_eq!(told, ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]);
    }
}
