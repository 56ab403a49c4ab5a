//! Archives (zip, 7z, rar, tar, compressed files), which are read like folders. A worker process unpacks them under
//! limits, and an unnamed temporary file holds the result.
//!
//! A document inside an archive has a path that no file system knows: the path of the archive followed by the names
//! inside, through any nested archives (`class.zip/group1.7z/thesis.docx`). Functions here that read a file by its path
//! also read such a document.

mod archives;
mod bzip2;
mod kind;
mod names;
mod packed;
mod passwords;
mod place;
mod process;
mod rarred;
mod section;
mod self_extracting;
mod seven;
mod sink;
mod spool;
mod tarred;
mod unpack;
mod volumes;
mod wire;
mod zipped;

use std::time::Duration;

pub use archives::Archives;
pub(super) use archives::{Member, Unpacked};
pub(super) use kind::{is_archive, is_archive_content, is_certainly_archive};
pub use passwords::Passwords;
pub(super) use place::join as path_in_archive;
pub(super) use place::{below, is_in_archive};
pub use place::{is_readable, real_path, stamped_file};
pub use process::ARCHIVE_COMMAND;
pub(super) use self_extracting::is_self_extracting;
pub use unpack::run_archive_worker;
pub(super) use volumes::sets;

use super::ImportCause;
use kind::Kind;
use wire::Job;

/// Maximum nesting of archives: an archive within an archive within an archive is still opened.
pub const MAXIMUM_DEPTH: usize = 3;
/// Maximum number of files and folders in an archive, including those in nested archives.
pub const MAXIMUM_MEMBERS: u64 = 20_000;
/// Maximum number of bytes that an archive may unpack to, including nested archives.
pub const MAXIMUM_UNPACKED: u64 = 4 << 30;
/// Maximum number of bytes that an archive may unpack to for each of its own bytes. Texts and copies of one another
/// in a solid archive reach a few hundred; deflate ends at 1,032.
const MAXIMUM_RATIO: u64 = 500;
/// Number of unpacked bytes up to which any ratio is harmless.
const RATIO_COUNTS_FROM: u64 = 256 << 20;
/// Maximum number of archives that are opened inside one archive: a course's export holds one for each student.
const MAXIMUM_ARCHIVES: u64 = 2_000;
/// Maximum time for unpacking one archive, without those in it.
const TIME: Duration = Duration::from_mins(10);

/// Returns the cause of a damaged archive, with the message of the crate that read it.
fn damaged(detail: &impl std::fmt::Display) -> ImportCause {
    ImportCause::Damaged {
        detail: detail.to_string().chars().take(200).collect(),
    }
}

/// Returns the passwords of a job as bytes: in UTF-8, and as a Chinese Windows writes them where that differs.
fn passwords_of(job: &Job) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for password in &job.passwords {
        all.push(password.as_bytes().to_vec());
        let (older, _, is_lossy) = encoding_rs::GB18030.encode(password);
        if !is_lossy && *older != *password.as_bytes() {
            all.push(older.into_owned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::kind::Packing;
    use super::*;
    use std::path::Path;

    #[test]
    fn archives_are_known_by_their_endings_and_by_their_bytes() {
        let of = |name: &str| Kind::of(Path::new(name));
        assert_eq!(of("一班.ZIP"), Some(Kind::Zip));
        for name in ["一班.tar.gz", "一班.tgz", "论文.txt.gz"] {
            assert_eq!(of(name), Some(Kind::Packed(Packing::Gzip)), "{name}");
        }
        assert_eq!(of("一班.tar.xz"), Some(Kind::Packed(Packing::Xz)));
        assert_eq!(of("一班.TBZ2"), Some(Kind::Packed(Packing::Bzip2)));
        assert_eq!(of("一班.tar.zst"), Some(Kind::Packed(Packing::Zstd)));
        assert_eq!(of("一班.7z.001"), Some(Kind::SevenZip));
        assert_eq!(of("一班.z01"), Some(Kind::Zip));
        assert_eq!(of("一班.r00"), Some(Kind::Rar));
        assert_eq!(of("数据.001"), None);
        assert_eq!(of("论文.docx"), None);
        assert_eq!(Kind::of_content(b"PK\x05\x06\0\0"), Some(Kind::Zip));
        assert_eq!(Kind::of_content(b"Rar!\x1A\x07\0"), Some(Kind::Rar));
        assert_eq!(Kind::of_content(b"%PDF-1.7"), None);
    }
}
