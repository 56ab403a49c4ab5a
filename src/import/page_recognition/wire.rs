//! Protocol with the worker that recognises pages: a request carries a pdf and the numbers of its pages, and each page
//! has an answer of its own.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::import::protocol::{MARK, receive_bytes, receive_header, send_header, skip_noise};
use crate::recognition::Recognised;

/// Header of a request; the bytes of the pdf follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    /// Numbers of the pages to read, from 1.
    pub pages: Vec<u32>,
    /// Number of bytes that follow.
    pub bytes: u64,
}

/// Page that was read, or the reason why not.
pub(super) type Answer = Result<Recognised, String>;

/// Sends a request. Fails if the file has become shorter since its length was taken.
pub(super) fn send_request(
    mut to: impl Write,
    request: &Request,
    file: impl Read,
) -> io::Result<()> {
    send_header(&mut to, request)?;
    if io::copy(&mut file.take(request.bytes), &mut to)? != request.bytes {
        return Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "the file became shorter while it was read",
        ));
    }
    to.flush()
}

/// Receives a request; `None` at the end of the input.
pub(super) fn receive_request(mut from: impl Read) -> io::Result<Option<(Request, Vec<u8>)>> {
    let request: Request = match receive_header(&mut from) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    };
    let bytes = receive_bytes(from, request.bytes)?;
    Ok(Some((request, bytes)))
}

/// Sends the answer on one page.
pub(super) fn send_answer(mut to: impl Write, answer: &Answer) -> io::Result<()> {
    to.write_all(MARK)?;
    send_header(&mut to, answer)?;
    to.flush()
}

/// Receives the answer on one page. The worker is not trusted: the answer is checked by whoever takes it.
pub(super) fn receive_answer(mut from: impl Read) -> io::Result<Answer> {
    skip_noise(&mut from)?;
    receive_header(&mut from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_and_an_answer_arrive_as_they_were_sent() {
        let request = Request {
            pages: vec![2, 3],
            bytes: 5,
        };
        let mut pipe = Vec::new();
        send_request(&mut pipe, &request, &b"%PDF- and more"[..]).unwrap();
        let received = receive_request(pipe.as_slice()).unwrap();
        assert_eq!(received, Some((request.clone(), b"%PDF-".to_vec())));
        assert!(send_request(Vec::new(), &request, &b"%PD"[..]).is_err());
        assert_eq!(receive_request(&b""[..]).unwrap(), None);
        let mut pipe = b"a parser printed this\n".to_vec();
        let failed: Answer = Err("no such page".to_owned());
        send_answer(&mut pipe, &failed).unwrap();
        assert_eq!(receive_answer(pipe.as_slice()).unwrap(), failed);
        assert!(receive_answer(&b"nonsense"[..]).is_err());
    }
}
