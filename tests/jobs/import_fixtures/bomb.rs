//! Test of a zip bomb that is too large to keep.

use chachong_import::Stop;

use super::folder;
use crate::files::workers;

/// Raw deflate stream of `bytes` zero bytes, with fixed Huffman codes: one literal, then matches of 258 bytes at
/// distance 1.
fn deflated_zeros(bytes: u64) -> Vec<u8> {
    let (mut out, mut held, mut count) = (Vec::new(), 0_u64, 0);
    let mut put = |code: u64, bits: u32| {
        held |= code << count;
        count += bits;
        while count >= 8 {
            out.push(held.to_le_bytes()[0]);
            held >>= 8;
            count -= 8;
        }
    };
    // Codes go in with their most significant bit first, so they are reversed here: literal 0 is 00110000, length 258
    // is 11000101, distance 1 is 00000, the end 0000000. The header: last block, fixed codes.
    put(0b011, 3);
    put(0b0000_1100, 8);
    for _ in 0..bytes / 258 {
        put(0b1010_0011, 8);
        put(0, 5);
    }
    put(0, 7);
    put(0, 8);
    out
}

/// Made on the fly, as it is too large to keep: 3 GB in a document.xml of 19 MB.
#[test]
fn a_zip_bomb_of_three_gigabytes_is_refused() {
    let packed = deflated_zeros(3_000_000_000);
    let small = folder().join("docx/metadata.docx");
    let mut archive = zip::ZipArchive::new(std::fs::File::open(small).unwrap()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bomb.docx");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for name in ["[Content_Types].xml", "_rels/.rels"] {
        let part = archive.by_name(name).unwrap();
        writer.raw_copy_file(part).unwrap();
    }
    let mut bytes = {
        writer.finish().unwrap();
        std::fs::read(&path).unwrap()
    };
    append_deflated(&mut bytes, "word/document.xml", &packed, 3_000_000_000);
    std::fs::write(&path, bytes).unwrap();
    match workers().extract(&path, &|| false) {
        Err(Stop::Failed(error)) => assert_eq!(error.cause.key(), "unpacks-too-large", "{error}"),
        other => panic!("{other:?}"),
    }
}

/// Appends an already deflated member to a zip without a comment.
fn append_deflated(zip: &mut Vec<u8>, name: &str, packed: &[u8], size: u32) {
    let end_at = zip.len() - 22;
    let field = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().unwrap()) as usize;
    let (length, start) = (field(end_at + 12), field(end_at + 16));
    let members = u16::from_le_bytes([zip[end_at + 10], zip[end_at + 11]]) + 1;
    let mut directory = zip[start..start + length].to_vec();
    zip.truncate(start);
    let mut common = vec![20, 0, 0, 0, 8, 0, 0, 0x40, 0xB4, 0x58, 0, 0, 0, 0];
    common.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
    common.extend(size.to_le_bytes());
    common.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
    common.extend([0, 0]);
    directory.extend(b"PK\x01\x02\x14\0");
    directory.extend(&common);
    directory.extend([0; 10]);
    directory.extend(u32::try_from(start).unwrap().to_le_bytes());
    directory.extend(name.as_bytes());
    zip.extend(b"PK\x03\x04");
    zip.extend(&common);
    zip.extend(name.as_bytes());
    zip.extend(packed);
    let directory_at = u32::try_from(zip.len()).unwrap();
    zip.extend(&directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(members.to_le_bytes());
    zip.extend(members.to_le_bytes());
    zip.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    zip.extend(directory_at.to_le_bytes());
    zip.extend([0, 0]);
}
