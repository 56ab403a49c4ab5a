//! Bounds on the data that a server may send: a broken or hostile server must not exhaust this program's memory or
//! time.
//!
//! The client believes the length that stands before each message and collects all rows of an answer. So the stream below it
//! (inside TLS, where there is TLS) follows the messages, and fails where one, an answer or what nobody asked for is larger
//! than anything that a library keeps.

use std::future::{Future, Ready, ready};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready as when_ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

/// Maximum size of one message in bytes: the largest value that a library keeps (256 MiB), and the rest of its row.
const LARGEST_MESSAGE: u64 = 272 << 20;
/// Maximum weight of an answer in bytes: the list of a million members takes three quarters of it.
const LARGEST_ANSWER: u64 = 768 << 20;
/// Weight of each message besides its bytes: what the client stores for a row, and more.
const MESSAGE_WEIGHT: u64 = 256;
/// Maximum size in bytes of a message that is not a row: a server's errors and descriptions have some hundred bytes.
const LARGEST_OTHER: u64 = 1 << 20;
/// Maximum size in bytes of a message, and of all messages together, before the login succeeds.
const LARGEST_BEFORE: u64 = 64 << 10;
const BEFORE: u64 = 1 << 20;
/// Maximum weight in bytes of unrequested messages over a whole connection.
const UNASKED: u64 = 64 << 20;
/// Tags of messages in the protocol.
const READY: u8 = b'Z';
const ROW: u8 = b'D';
const UNASKED_TAGS: [u8; 3] = [b'N', b'A', b'S'];
/// Kind of data of which a server sent too much.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TooMuch {
    #[error("a message of {0} bytes")]
    Message(u64),
    #[error("an answer of more than {} million bytes", LARGEST_ANSWER >> 20)]
    Answer,
    #[error("more than {} million bytes before it let anybody in", BEFORE >> 20)]
    Before,
    #[error("more than {} million bytes that nobody asked for", UNASKED >> 20)]
    Unasked,
}

/// Excess that ended a connection; empty while the server keeps to the bounds. The client itself only reports that
/// the connection is closed.
pub(super) type Excess = Arc<OnceLock<TooMuch>>;

/// Stream of a server's messages that enforces the bounds.
pub(super) struct Bounded<S> {
    stream: S,
    messages: Messages,
    excess: Excess,
    binding: fn(&S) -> ChannelBinding,
}

impl<S> Bounded<S> {
    /// Limits a stream without TLS.
    pub fn plain(stream: S, excess: Excess) -> Self {
        Self::new(stream, excess, |_| ChannelBinding::none())
    }

    fn new(stream: S, excess: Excess, binding: fn(&S) -> ChannelBinding) -> Self {
        Self {
            stream,
            messages: Messages::default(),
            excess,
            binding,
        }
    }
}

/// Follows the messages of a server.
#[derive(Debug, Default)]
struct Messages {
    /// Tag and length of the message that begins, as far as they have arrived.
    header: Vec<u8>,
    /// Number of bytes of the message that have not arrived yet.
    left: u64,
    tag: u8,
    /// Whether the login has succeeded.
    is_in: bool,
    /// Weight of the answer so far, and of unrequested messages.
    answer: u64,
    unasked: u64,
}

impl Messages {
    /// Counts the next bytes. Fails if they, or the message that begins in them, exceed the bounds.
    fn take(&mut self, mut bytes: &[u8]) -> Result<(), TooMuch> {
        while !bytes.is_empty() {
            if self.left > 0 {
                let here = bytes
                    .len()
                    .min(usize::try_from(self.left).unwrap_or(usize::MAX));
                self.left -= here as u64;
                bytes = &bytes[here..];
            } else {
                let (of_header, rest) = bytes.split_at(bytes.len().min(5 - self.header.len()));
                self.header.extend_from_slice(of_header);
                bytes = rest;
                if let [tag, a, b, c, d] = self.header[..] {
                    self.header.clear();
                    // The length counts its own four bytes; the client complains of a smaller one.
                    let length = u64::from(u32::from_be_bytes([a, b, c, d]));
                    self.begin(tag, length.saturating_sub(4))?;
                }
            }
            if self.left == 0 && self.header.is_empty() && self.tag == READY {
                (self.is_in, self.answer) = (true, 0);
            }
        }
        Ok(())
    }

    fn begin(&mut self, tag: u8, length: u64) -> Result<(), TooMuch> {
        (self.tag, self.left) = (tag, length);
        let most = match tag {
            _ if !self.is_in => LARGEST_BEFORE,
            ROW => LARGEST_MESSAGE,
            _ => LARGEST_OTHER,
        };
        if length > most {
            return Err(TooMuch::Message(length));
        }
        let weight = length + MESSAGE_WEIGHT;
        self.answer += weight;
        if !self.is_in && self.answer > BEFORE {
            return Err(TooMuch::Before);
        }
        if self.answer > LARGEST_ANSWER {
            return Err(TooMuch::Answer);
        }
        if UNASKED_TAGS.contains(&tag) {
            self.unasked += weight;
            if self.unasked > UNASKED {
                return Err(TooMuch::Unasked);
            }
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buffer.filled().len();
        when_ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        let taken = this.messages.take(&buffer.filled()[before..]);
        Poll::Ready(taken.map_err(|excess| {
            let _ = this.excess.set(excess.clone());
            io::Error::other(excess)
        }))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Bounded<S> {
    fn channel_binding(&self) -> ChannelBinding {
        (self.binding)(&self.stream)
    }
}

/// Opens connections with bounded messages inside the TLS of `inner`.
#[derive(Clone)]
pub(super) struct BoundedTls<C> {
    pub inner: C,
    pub excess: Excess,
}

impl<S, C: MakeTlsConnect<S>> MakeTlsConnect<S> for BoundedTls<C>
where
    C::Stream: Unpin,
    C::TlsConnect: 'static,
    S: 'static,
{
    type Stream = Bounded<C::Stream>;
    type TlsConnect = BoundedTls<C::TlsConnect>;
    type Error = C::Error;

    fn make_tls_connect(&mut self, domain: &str) -> Result<Self::TlsConnect, Self::Error> {
        Ok(BoundedTls {
            inner: self.inner.make_tls_connect(domain)?,
            excess: Arc::clone(&self.excess),
        })
    }
}

impl<S, C> TlsConnect<S> for BoundedTls<C>
where
    C: TlsConnect<S> + 'static,
    C::Stream: Unpin,
    S: 'static,
{
    type Stream = Bounded<C::Stream>;
    type Error = C::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Stream, C::Error>>>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let stream = self.inner.connect(stream).await?;
            Ok(Bounded::new(
                stream,
                self.excess,
                TlsStream::channel_binding,
            ))
        })
    }
}

/// Opens connections with bounded messages and without TLS. It pretends that TLS begins at once
/// (`SslNegotiation::Direct`), since the client has no other hook between itself and a socket.
#[derive(Clone)]
pub(super) struct BoundedPlain(pub Excess);

impl<S: AsyncRead + AsyncWrite + Unpin> MakeTlsConnect<S> for BoundedPlain {
    type Stream = Bounded<S>;
    type TlsConnect = Self;
    type Error = io::Error;

    fn make_tls_connect(&mut self, _: &str) -> Result<Self, io::Error> {
        Ok(self.clone())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsConnect<S> for BoundedPlain {
    type Stream = Bounded<S>;
    type Error = io::Error;
    type Future = Ready<Result<Bounded<S>, io::Error>>;

    fn connect(self, stream: S) -> Self::Future {
        ready(Ok(Bounded::plain(stream, self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(tag: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
        [&[tag][..], &length, body].concat()
    }

    fn header(tag: u8, length: u32) -> Vec<u8> {
        [&[tag][..], &length.to_be_bytes()].concat()
    }

    /// Follows bytes that come in pieces of a size.
    fn followed(bytes: &[u8], piece: usize) -> Result<(), TooMuch> {
        let mut messages = Messages::default();
        bytes
            .chunks(piece)
            .try_for_each(|bytes| messages.take(bytes))
    }

    const AUTHENTICATION: u8 = b'R';

    fn let_in() -> Vec<u8> {
        [
            message(AUTHENTICATION, &0_u32.to_be_bytes()),
            message(READY, b"I"),
        ]
        .concat()
    }

    #[test]
    fn what_a_server_sends_passes_in_any_pieces() {
        let bytes = [
            message(AUTHENTICATION, &5_u32.to_be_bytes()),
            let_in(),
            message(b'1', b""),
            message(ROW, &vec![7; 300_000]),
            message(READY, b"I"),
        ]
        .concat();
        for piece in [1, 2, 3, 5, 7, 4_096, bytes.len()] {
            assert_eq!(followed(&bytes, piece), Ok(()), "{piece}");
        }
    }

    #[test]
    fn a_message_that_is_announced_too_long_ends_at_its_header() {
        for (before, tag, length, is_too_much) in [
            (vec![], b'E', 2_000_000_000, true),
            (vec![], AUTHENTICATION, 100_000, true),
            (let_in(), ROW, 2_000_000_000, true),
            (let_in(), ROW, 200_000_000, false),
            (let_in(), b'E', 200_000_000, true),
            (let_in(), b'N', u32::MAX, true),
        ] {
            let bytes = [before, header(tag, length)].concat();
            for piece in [1, bytes.len()] {
                let found = followed(&bytes, piece);
                let expected = TooMuch::Message(u64::from(length) - 4);
                assert_eq!(
                    found.err(),
                    is_too_much.then_some(expected),
                    "{tag} {length}"
                );
            }
        }
    }

    #[test]
    fn floods_of_small_messages_end() {
        let flood = |before: Vec<u8>, one: &[u8], times: u64| {
            let mut messages = Messages::default();
            messages.take(&before).unwrap();
            (0..times).try_for_each(|_| messages.take(one))
        };
        let row = message(ROW, &[0, 0]);
        let most = LARGEST_ANSWER / MESSAGE_WEIGHT;
        assert_eq!(flood(let_in(), &row, most), Err(TooMuch::Answer));
        let notice = [message(b'N', b"SNOTICE\0\0"), message(READY, b"I")].concat();
        assert_eq!(flood(let_in(), &notice, most), Err(TooMuch::Unasked));
        let asked_again = message(AUTHENTICATION, &3_u32.to_be_bytes());
        assert_eq!(flood(vec![], &asked_again, most), Err(TooMuch::Before));
        // An answer does not count for the next one.
        let answer = [row, message(READY, b"I")].concat();
        assert_eq!(flood(let_in(), &answer, most), Ok(()));
    }
}
