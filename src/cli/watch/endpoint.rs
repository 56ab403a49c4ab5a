//! Endpoint of the metrics: answers HTTP requests for `/metrics` on a loopback address, beside the checks.
//!
//! A request is bounded in bytes and in time, and so is the number of open connections: when one more comes, the oldest is
//! hung up on. So a client that has a request is answered at once, however many others are silent.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::metrics::Metrics;

/// Maximum size of a request's head in bytes.
const LONGEST_REQUEST: usize = 8 << 10;
/// Time in which a client must have asked, and in which it must have taken the answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Maximum number of clients that are waited for at a time.
const MOST_CLIENTS: usize = 64;
/// Stack of the thread of one client in bytes.
const STACK: usize = 128 << 10;
/// Pause after an error of the system, such as too many open files.
const PAUSE: Duration = Duration::from_millis(200);

/// Begins to answer on threads of its own, which end with the program. Returns the address.
pub(super) fn open(address: SocketAddr, metrics: Arc<Metrics>) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    let clients = Arc::new(Clients::default());
    std::thread::Builder::new()
        .name("metrics".to_owned())
        .spawn(move || {
            for client in listener.incoming() {
                // What goes wrong with a client is its own concern.
                if client
                    .and_then(|client| clients.serve(client, &metrics))
                    .is_err()
                {
                    std::thread::sleep(PAUSE);
                }
            }
        })?;
    Ok(address)
}

/// Clients that are being answered.
#[derive(Debug, Default)]
struct Clients(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    /// Number of the next client.
    next: u64,
    /// Open connections by number, the oldest first.
    connections: VecDeque<(u64, TcpStream)>,
}

impl Clients {
    /// Answers a client on a thread of its own, in place of the oldest if there are too many.
    fn serve(self: &Arc<Self>, client: TcpStream, metrics: &Arc<Metrics>) -> io::Result<()> {
        let number = self.enter(client.try_clone()?);
        let (clients, metrics) = (Arc::clone(self), Arc::clone(metrics));
        let started = std::thread::Builder::new()
            .name("metrics client".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                drop(answer(&client, &metrics));
                clients.leave(number);
            });
        started.map(drop).inspect_err(|_| self.leave(number))
    }

    fn enter(&self, client: TcpStream) -> u64 {
        let mut open = self.lock();
        let number = open.next;
        open.next += 1;
        open.connections.push_back((number, client));
        if open.connections.len() > MOST_CLIENTS
            && let Some((_, oldest)) = open.connections.pop_front()
        {
            // Its thread reads the end of the connection, and ends.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        number
    }

    fn leave(&self, number: u64) {
        self.lock()
            .connections
            .retain(|(other, _)| *other != number);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer(mut client: &TcpStream, metrics: &Metrics) -> io::Result<()> {
    client.set_write_timeout(Some(PATIENCE))?;
    let Some(head) = head(client)? else {
        return Ok(());
    };
    let reply = reply(&head, metrics);
    // An answer is smaller than what the system buffers, so one write takes it all.
    client.write_all(&reply)?;
    client.shutdown(Shutdown::Write)
}

/// Reads the head of a request. Returns `None` if it is too long or cut off, and `None` or an error if it is too slow.
fn head(mut client: &TcpStream) -> io::Result<Option<Vec<u8>>> {
    let until = Instant::now() + PATIENCE;
    let (mut head, mut buffer) = (Vec::new(), [0; 1024]);
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || head.len() > LONGEST_REQUEST {
            return Ok(None);
        }
        client.set_read_timeout(Some(left))?;
        match client.read(&mut buffer)? {
            0 => return Ok(None),
            bytes => head.extend_from_slice(&buffer[..bytes]),
        }
    }
    Ok(Some(head))
}

fn reply(head: &[u8], metrics: &Metrics) -> Vec<u8> {
    let line = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let mut words = line.split(|byte| *byte == b' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next());
    let path = target.and_then(|target| target.split(|byte| *byte == b'?').next());
    let (status, body) = match (method, path) {
        (b"GET" | b"HEAD", Some(b"/metrics")) => ("200 OK", metrics.text()),
        (b"GET" | b"HEAD", Some(_)) => ("404 Not Found", "see /metrics\n".to_owned()),
        (_, None) => ("400 Bad Request", String::new()),
        _ => ("405 Method Not Allowed", String::new()),
    };
    let mut reply = format!(
        "HTTP/1.0 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    if method != b"HEAD" {
        reply.extend(body.into_bytes());
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(address: SocketAddr, request: &[u8]) -> String {
        let mut client = TcpStream::connect(address).unwrap();
        client.write_all(request).unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn metrics_are_answered_and_nothing_else() {
        let any = "127.0.0.1:0".parse().unwrap();
        let address = open(any, Arc::new(Metrics::default())).unwrap();
        let found = ask(address, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(found.starts_with("HTTP/1.0 200 OK\r\n"), "{found}");
        let (head, body) = found.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("text/plain; version=0.0.4"));
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
        assert!(body.contains("chachong_watch_library_up 0\n"));
        assert!(ask(address, b"HEAD /metrics HTTP/1.0\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(ask(address, b"GET / HTTP/1.0\r\n\r\n").contains(" 404 "));
        assert!(ask(address, b"POST /metrics HTTP/1.0\r\n\r\n").contains(" 405 "));
        assert!(ask(address, b"nonsense\r\n\r\n").contains(" 400 "));
    }

    #[test]
    fn silent_slow_and_endless_clients_keep_nobody_out() {
        let any = "127.0.0.1:0".parse().unwrap();
        let address = open(any, Arc::new(Metrics::default())).unwrap();
        let silent = TcpStream::connect(address).unwrap();
        let mut half = TcpStream::connect(address).unwrap();
        half.write_all(b"GET /metr").unwrap();
        let mut endless = TcpStream::connect(address).unwrap();
        // The endpoint hangs up on it sooner or later.
        let _ = endless.write_all(&vec![b'a'; 4 * LONGEST_REQUEST]);
        assert!(ask(address, b"GET /metrics HTTP/1.0\r\n\r\n").contains(" 200 "));
        drop((silent, half, endless));
    }

    #[test]
    fn more_silent_clients_than_are_waited_for_cost_the_oldest() {
        let any = "127.0.0.1:0".parse().unwrap();
        let address = open(any, Arc::new(Metrics::default())).unwrap();
        let half_open = |_| {
            let mut client = TcpStream::connect(address).unwrap();
            client.write_all(b"GET /metr").unwrap();
            client
        };
        let mut silent: Vec<TcpStream> = (0..3 * MOST_CLIENTS).map(half_open).collect();
        assert!(ask(address, b"GET /metrics HTTP/1.0\r\n\r\n").contains(" 200 "));
        // The first was hung up on when the last came, not when its time was over.
        silent[0].set_read_timeout(Some(PATIENCE / 4)).unwrap();
        let ended = silent[0].read(&mut [0; 8]);
        assert!(
            !matches!(&ended, Err(error) if error.kind() == io::ErrorKind::WouldBlock),
            "{ended:?}"
        );
    }
}
