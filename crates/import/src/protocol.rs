//! Protocol between the parent and its worker process: a request carries the bytes of a file, the answer its text.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::annotate::{AnnotatedFile, AnnotationCause, AnnotationRequest, Copy};
use super::thumbnail::{Thumbnail, Thumbnails, Wanted};
use super::{Extracted, Format, ImportCause, TextEncoding};

/// Marker at the start of every answer; whatever a parser prints before it is skipped.
pub(super) const MARK: &[u8; 8] = b"\n\x1Cchach\x1C";
/// Maximum number of bytes that a parser may print before an answer.
const NOISE: usize = 1 << 20;
/// Maximum length of a header in bytes; a header holds names, warnings and metadata.
const HEADER: u32 = 64 << 20;

/// Header of a request; the file's bytes follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    /// Format that the file's extension stands for.
    pub format: Format,
    /// Number of bytes of the file that follow.
    pub bytes: u64,
    /// Work to do on the file.
    pub task: Task,
}

/// Work that a worker does on a file; each kind has its own kind of answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Task {
    /// Reads at most `limit` bytes of UTF-8. `encoding` is the one that the person chose; `None` to detect it.
    Text {
        encoding: Option<TextEncoding>,
        limit: u64,
    },
    /// Reads pictures or draws a page.
    Pictures(Wanted),
    /// Makes a copy with marks.
    Annotated(AnnotationRequest),
}

/// Header of a request to a worker.
pub(super) trait FileRequest: Serialize + DeserializeOwned {
    /// Number of bytes of the file, which follow the header.
    fn bytes(&self) -> u64;
}

impl FileRequest for Request {
    fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Text that was read, or the reason why there is none.
pub(super) type Answer = Result<Extracted, ImportCause>;

/// Pictures that were found, or the reason why the file could not be read.
pub(super) type PictureAnswer = Result<Thumbnails, ImportCause>;

/// Answer of the kind that was requested.
pub(super) enum Reply {
    Text(Box<Answer>),
    Pictures(PictureAnswer),
    Annotated(AnnotationAnswer),
}

/// Marked copy, or the reason why there is none.
pub(super) type AnnotationAnswer = Result<(Copy, AnnotatedFile), AnnotationCause>;

/// Header of an answer with a marked copy; its bytes follow it.
#[derive(Serialize, Deserialize)]
struct AnnotationHeader {
    answer: Result<AnnotatedFile, AnnotationCause>,
    /// Whether the bytes are to be appended to the original.
    is_appended: bool,
    bytes: u64,
}

/// Header of an answer with pictures: the width and height of each; their pixels follow it.
type PictureHeader = Result<Vec<Option<(u32, u32)>>, ImportCause>;

/// Header of an answer; the text's bytes follow it.
#[derive(Serialize, Deserialize)]
struct Header {
    answer: Answer,
    text_bytes: u64,
}

/// Sends a request. Fails if the file has become shorter since its length was taken.
pub(super) fn send_request(
    mut to: impl Write,
    request: &impl FileRequest,
    file: impl Read,
) -> io::Result<()> {
    send_header(&mut to, request)?;
    let sent = io::copy(&mut file.take(request.bytes()), &mut to)?;
    if sent != request.bytes() {
        return Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "the file became shorter while it was read",
        ));
    }
    to.flush()
}

/// Receives a request; `None` at the end of the input.
pub(super) fn receive_request<R: FileRequest>(
    mut from: impl Read,
) -> io::Result<Option<(R, Vec<u8>)>> {
    let request: R = match receive_header(&mut from) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    };
    let bytes = receive_bytes(from, request.bytes())?;
    Ok(Some((request, bytes)))
}

/// Sends an answer.
pub(super) fn send_answer(mut to: impl Write, mut answer: Answer) -> io::Result<()> {
    let text = answer
        .as_mut()
        .map_or_else(|_| String::new(), |read| std::mem::take(&mut read.text));
    to.write_all(MARK)?;
    send_header(
        &mut to,
        &Header {
            answer,
            text_bytes: text.len() as u64,
        },
    )?;
    to.write_all(text.as_bytes())?;
    to.flush()
}

/// Sends an answer with a marked copy.
pub(super) fn send_annotated(mut to: impl Write, answer: AnnotationAnswer) -> io::Result<()> {
    let (answer, copy) = match answer {
        Ok((copy, file)) => (Ok(file), copy),
        Err(cause) => (Err(cause), Copy::Whole(Vec::new())),
    };
    let (is_appended, bytes) = match copy {
        Copy::Appended(bytes) => (true, bytes),
        Copy::Whole(bytes) => (false, bytes),
    };
    to.write_all(MARK)?;
    let header = AnnotationHeader {
        answer,
        is_appended,
        bytes: bytes.len() as u64,
    };
    send_header(&mut to, &header)?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Receives an answer with a marked copy, whose bytes are at most `limit`. The worker is not trusted.
pub(super) fn receive_annotated(mut from: impl Read, limit: u64) -> io::Result<AnnotationAnswer> {
    skip_noise(&mut from)?;
    let header: AnnotationHeader = receive_header(&mut from)?;
    if header.bytes > limit {
        return Err(invalid("a copy that is too large"));
    }
    let bytes = receive_bytes(&mut from, header.bytes)?;
    let copy = if header.is_appended {
        Copy::Appended(bytes)
    } else {
        Copy::Whole(bytes)
    };
    Ok(header.answer.map(|file| (copy, file)))
}

/// Sends an answer with pictures.
pub(super) fn send_pictures(mut to: impl Write, answer: &PictureAnswer) -> io::Result<()> {
    let size = |picture: &Option<Thumbnail>| picture.as_ref().map(|it| (it.width, it.height));
    let header: PictureHeader = match answer {
        Ok(pictures) => Ok(pictures.iter().map(size).collect()),
        Err(cause) => Err(cause.clone()),
    };
    to.write_all(MARK)?;
    send_header(&mut to, &header)?;
    for picture in answer.iter().flatten().flatten() {
        to.write_all(&picture.rgba)?;
    }
    to.flush()
}

/// Receives an answer with the `wanted` pictures. The worker is not trusted: everything it sends is checked.
pub(super) fn receive_pictures(mut from: impl Read, wanted: &Wanted) -> io::Result<PictureAnswer> {
    skip_noise(&mut from)?;
    let sizes = match receive_header::<PictureHeader>(&mut from)? {
        Ok(sizes) => sizes,
        Err(cause) => return Ok(Err(cause)),
    };
    let is_wanted = |(width, height): &(u32, u32)| {
        (1..=wanted.side()).contains(width) && (1..=wanted.side()).contains(height)
    };
    if sizes.len() != wanted.count() || !sizes.iter().flatten().all(is_wanted) {
        return Err(invalid("other pictures than were wanted"));
    }
    let mut pictures = Vec::with_capacity(sizes.len());
    for size in sizes {
        pictures.push(match size {
            None => None,
            Some((width, height)) => Some(Thumbnail {
                width,
                height,
                rgba: receive_bytes(&mut from, u64::from(width) * u64::from(height) * 4)?,
            }),
        });
    }
    Ok(Ok(pictures))
}

/// Receives an answer whose text has at most `text_limit` bytes. The worker is not trusted: everything it sends is
/// checked.
pub(super) fn receive_answer(mut from: impl Read, text_limit: u64) -> io::Result<Answer> {
    skip_noise(&mut from)?;
    let header: Header = receive_header(&mut from)?;
    if header.text_bytes > text_limit {
        return Ok(Err(ImportCause::TooMuchText { limit: text_limit }));
    }
    let text = receive_bytes(from, header.text_bytes)?;
    let text = String::from_utf8(text).map_err(invalid)?;
    Ok(header.answer.map(|read| Extracted { text, ..read }))
}

/// Reads up to the end of the mark at which an answer begins.
pub(super) fn skip_noise(mut from: impl Read) -> io::Result<()> {
    let mut window = [0; MARK.len()];
    from.read_exact(&mut window)?;
    let mut noise = 0;
    while window != *MARK {
        noise += 1;
        if noise > NOISE {
            return Err(invalid("no answer in what it printed"));
        }
        window.copy_within(1.., 0);
        from.read_exact(&mut window[MARK.len() - 1..])?;
    }
    Ok(())
}

pub(super) fn send_header(to: &mut impl Write, header: &impl Serialize) -> io::Result<()> {
    let json = serde_json::to_vec(header)?;
    let length = u32::try_from(json.len())
        .ok()
        .filter(|&length| length <= HEADER);
    let length = length.ok_or_else(|| invalid("header too long"))?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&json)
}

pub(super) fn receive_header<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > HEADER {
        return Err(invalid("header too long"));
    }
    Ok(serde_json::from_slice(&receive_bytes(
        from,
        u64::from(length),
    )?)?)
}

/// Returns the error of an answer that no sound worker sends.
pub(super) fn invalid(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

pub(super) fn receive_bytes(from: impl Read, length: u64) -> io::Result<Vec<u8>> {
    // The length is only a claim: memory grows with the bytes that really arrive.
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(1 << 26)).unwrap_or(0));
    from.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WantedPicture;
    use crate::thumbnail::WantedPictures;

    fn answer() -> Extracted {
        super::super::decode_text("社区图书馆".as_bytes()).unwrap()
    }

    #[test]
    fn a_request_and_an_answer_arrive_as_they_were_sent() {
        let request = Request {
            format: Format::Pdf,
            bytes: 5,
            task: Task::Text {
                encoding: TextEncoding::named("big5"),
                limit: 9,
            },
        };
        let mut pipe = Vec::new();
        send_request(&mut pipe, &request, &b"%PDF- and more"[..]).unwrap();
        assert_eq!(
            receive_request(pipe.as_slice()).unwrap(),
            Some((request.clone(), b"%PDF-".to_vec()))
        );
        assert!(send_request(Vec::new(), &request, &b"%PD"[..]).is_err());
        assert_eq!(receive_request::<Request>(&b""[..]).unwrap(), None);

        let mut pipe = b"a parser printed this\n".to_vec();
        send_answer(&mut pipe, Ok(answer())).unwrap();
        assert_eq!(receive_answer(pipe.as_slice(), 1000).unwrap(), Ok(answer()));
        let too_much = Err(ImportCause::TooMuchText { limit: 5 });
        assert_eq!(receive_answer(pipe.as_slice(), 5).unwrap(), too_much);
    }

    #[test]
    fn pictures_arrive_as_they_were_sent_if_they_are_the_wanted_ones() {
        let picture = WantedPicture {
            place: "1".to_owned(),
            sha256: String::new(),
        };
        let wanted = |count: usize, side| {
            Wanted::Pictures(WantedPictures {
                pictures: vec![picture.clone(); count],
                side,
            })
        };
        let shown = Ok(vec![
            None,
            Some(Thumbnail {
                width: 2,
                height: 1,
                rgba: vec![7; 8],
            }),
        ]);
        let mut pipe = b"a parser printed this\n".to_vec();
        send_pictures(&mut pipe, &shown).unwrap();
        let receive = |wanted: &Wanted| receive_pictures(pipe.as_slice(), wanted);
        assert_eq!(receive(&wanted(2, 2)).unwrap(), shown);
        assert!(receive(&wanted(2, 1)).is_err(), "too large");
        assert!(receive(&wanted(1, 2)).is_err(), "too many");
        let failed: PictureAnswer = Err(ImportCause::Empty);
        let mut pipe = Vec::new();
        send_pictures(&mut pipe, &failed).unwrap();
        assert_eq!(
            receive_pictures(pipe.as_slice(), &wanted(2, 2)).unwrap(),
            failed
        );
    }

    #[test]
    fn nonsense_is_no_answer_and_takes_no_memory() {
        assert!(receive_answer(&b"nonsense"[..], 9).is_err());
        assert!(receive_answer(&vec![b'x'; NOISE + 99][..], 9).is_err());
        let mut claim = MARK.to_vec();
        claim.extend(u32::MAX.to_le_bytes());
        assert!(receive_answer(claim.as_slice(), 9).is_err());
    }
}
