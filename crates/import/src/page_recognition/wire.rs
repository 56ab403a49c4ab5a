//! Protocol with the worker that recognises pages: a request carries a file and names its pages. For each page the
//! worker sends the hash of the picture, is told whether to recognise the picture, and sends the result.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::protocol::{FileRequest, MARK, receive_header, send_header, skip_noise};
use crate::{Format, PageName};
use chachong_recognition::Recognised;

/// Header of a request; the bytes of the file follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    /// Format that the file's extension stands for.
    pub format: Format,
    /// Pages to read, in order.
    pub pages: Vec<PageName>,
    /// Number of bytes of the file that follow.
    pub bytes: u64,
}

impl FileRequest for Request {
    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Picture of a page that a worker has, or the reason why there is none.
pub(super) type Seen = Result<Picture, String>;

/// Hash of the picture of a page, and whether the file contains its fonts, as a worker reports them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Picture {
    /// SHA-256 of the size and pixels of the picture.
    pub hash: PageHash,
    /// True if the file contains all fonts that the page needs.
    pub has_own_fonts: bool,
}

/// SHA-256 of the size and pixels of a page's picture.
pub type PageHash = [u8; 32];

/// Page that was read, or the reason why not.
pub(super) type Answer = Result<Recognised, String>;

/// Sends the picture's hash or the recognised text of one page.
pub(super) fn tell(mut to: impl Write, news: &impl Serialize) -> io::Result<()> {
    to.write_all(MARK)?;
    send_header(&mut to, news)?;
    to.flush()
}

/// Receives the picture's hash or the recognised text of one page. The worker is not trusted: whoever takes the news
/// checks it.
pub(super) fn hear<T: DeserializeOwned>(mut from: impl Read) -> io::Result<T> {
    skip_noise(&mut from)?;
    receive_header(&mut from)
}

/// Tells the worker whether to read the page whose picture it has.
pub(super) fn send_go(mut to: impl Write, go: bool) -> io::Result<()> {
    to.write_all(&[u8::from(go)])?;
    to.flush()
}

/// Receives whether to read the page.
pub(super) fn receive_go(mut from: impl Read) -> io::Result<bool> {
    let mut go = [0];
    from.read_exact(&mut go)?;
    Ok(go[0] != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_and_answers_arrive_as_they_were_sent() {
        let mut pipe = b"a parser printed this\n".to_vec();
        let failed: Answer = Err("no such page".to_owned());
        tell(&mut pipe, &failed).unwrap();
        assert_eq!(hear::<Answer>(pipe.as_slice()).unwrap(), failed);
        assert!(hear::<Answer>(&b"nonsense"[..]).is_err());
        let mut pipe = Vec::new();
        send_go(&mut pipe, true).unwrap();
        assert!(receive_go(pipe.as_slice()).unwrap());
    }
}
