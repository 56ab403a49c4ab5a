//! Decides whether an OLE2 file with a docx extension is an old Word file or a docx protected by a password.

use super::super::ImportCause;

/// First bytes of every OLE2 file.
const MAGIC: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0];
/// Size of a directory entry, in bytes; entries are at multiples of it.
const ENTRY: usize = 128;
/// Offset in an entry of its name's length, which counts bytes and includes the closing zero.
const NAME_LENGTH_AT: usize = 64;

pub(super) fn is_ole(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns the reason why the file cannot be read. The directory may be in any sector, and damaged files name the
/// wrong one, so every place where an entry can be is searched.
pub(super) fn cause(bytes: &[u8]) -> ImportCause {
    let has = |name: &str| {
        let wanted: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let length = u16::try_from(wanted.len() + 2).unwrap_or(u16::MAX);
        bytes.chunks_exact(ENTRY).any(|entry| {
            entry.starts_with(&wanted) && entry[NAME_LENGTH_AT..].starts_with(&length.to_le_bytes())
        })
    };
    if has("EncryptedPackage") || has("EncryptionInfo") {
        ImportCause::Encrypted
    } else if has("WordDocument") {
        ImportCause::NotSupported
    } else {
        ImportCause::OldWordOrEncrypted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_with(name: &str) -> Vec<u8> {
        let mut bytes = vec![0; 1024];
        bytes[..4].copy_from_slice(MAGIC);
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes[640..640 + name.len()].copy_from_slice(&name);
        bytes[704] = u8::try_from(name.len() + 2).unwrap();
        bytes
    }

    #[test]
    fn encrypted_old_and_undecidable_files_are_told_apart() {
        assert_eq!(
            cause(&file_with("EncryptedPackage")),
            ImportCause::Encrypted
        );
        assert_eq!(cause(&file_with("EncryptionInfo")), ImportCause::Encrypted);
        assert_eq!(cause(&file_with("WordDocument")), ImportCause::NotSupported);
        // A longer name that only begins with `WordDocument`.
        assert_eq!(
            cause(&file_with("WordDocument2")),
            ImportCause::OldWordOrEncrypted
        );
        assert_eq!(
            cause(b"\xD0\xCF\x11\xE0rest"),
            ImportCause::OldWordOrEncrypted
        );
    }
}
