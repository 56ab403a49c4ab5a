//! Made archives, byte by byte where no crate of the tests writes them.

use std::io::Write;

use flate2::{Compression, Crc, write::GzEncoder};

pub(crate) type Files = Vec<(String, Vec<u8>)>;

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A zip with these files as they are; names may be equal.
pub(crate) fn zip(files: &Files) -> Vec<u8> {
    let (mut zip, mut list) = (Vec::new(), Vec::new());
    let short = |length: usize| u16::try_from(length).unwrap().to_le_bytes();
    let long = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
    for (name, content) in files {
        let start = zip.len();
        let mut head = vec![20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0x50];
        head.extend(crc(content).to_le_bytes());
        head.extend([long(content.len()), long(content.len())].concat());
        head.extend([short(name.len()), [0, 0]].concat());
        zip.extend(b"PK\x03\x04");
        zip.extend(&head);
        zip.extend(name.as_bytes());
        zip.extend(content);
        list.extend(b"PK\x01\x02\x14\0");
        list.extend(head);
        list.extend([0; 10]);
        list.extend(long(start));
        list.extend(name.as_bytes());
    }
    let start = zip.len();
    zip.extend(&list);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend([short(files.len()), short(files.len())].concat());
    zip.extend([long(list.len()), long(start)].concat());
    zip.extend([0, 0]);
    zip
}

/// A tar with these files.
pub(crate) fn tar(files: &Files) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, content.as_slice())
            .unwrap();
    }
    tar.into_inner().unwrap()
}

/// One member of a gzip file.
pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(content).unwrap();
    gzip.finish().unwrap()
}

/// A rar 5 with these files as they are.
pub(crate) fn rar(files: &Files) -> Vec<u8> {
    let mut rar = b"Rar!\x1A\x07\x01\0".to_vec();
    let mut block = |fields: &[&[u8]], content: &[u8]| {
        let body = fields.concat();
        let head = [number_of_rar(body.len()), body].concat();
        rar.extend(crc(&head).to_le_bytes());
        rar.extend(head);
        rar.extend(content);
    };
    block(&[&[1, 0, 0]], &[]);
    for (name, content) in files {
        let length = number_of_rar(content.len());
        let checksum = crc(content).to_le_bytes();
        let name_length = number_of_rar(name.len());
        let fields: [&[u8]; 8] = [
            &[2, 2],
            &length,
            &[4],
            &length,
            &[0],
            &checksum,
            &[0, 0],
            &name_length,
        ];
        block(&[&fields.concat(), name.as_bytes()], content);
    }
    block(&[&[5, 0, 0]], &[]);
    rar
}

fn number_of_rar(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(u8::try_from(number & 127).unwrap() | 128);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap());
    bytes
}

/// A 7z with these files as they are: each in a block of its own, or all in one.
pub(crate) fn seven_zip(files: &Files, is_solid: bool) -> Vec<u8> {
    let body: Vec<u8> = files
        .iter()
        .flat_map(|(_, content)| content.clone())
        .collect();
    let lengths: Vec<usize> = files.iter().map(|(_, content)| content.len()).collect();
    let blocks = if is_solid {
        vec![body.len()]
    } else {
        lengths.clone()
    };
    let numbers = |of: &[usize]| -> Vec<u8> { of.iter().flat_map(|&n| number_of_7z(n)).collect() };
    let mut head = vec![1, 4, 6, 0];
    head.extend(number_of_7z(blocks.len()));
    head.push(9);
    head.extend(numbers(&blocks));
    head.extend([0, 7, 11]);
    head.extend(number_of_7z(blocks.len()));
    head.push(0);
    // One coder each, whose name is one byte: a copy.
    head.extend([1, 1, 0].repeat(blocks.len()));
    head.push(12);
    head.extend(numbers(&blocks));
    head.extend([0, 8]);
    if is_solid {
        head.push(13);
        head.extend(number_of_7z(files.len()));
        head.push(9);
        head.extend(numbers(&lengths[..lengths.len() - 1]));
    }
    head.extend([10, 1]);
    head.extend(
        files
            .iter()
            .flat_map(|(_, content)| crc(content).to_le_bytes()),
    );
    head.extend([0, 0, 5]);
    head.extend(number_of_7z(files.len()));
    let mut names = vec![0];
    for (name, _) in files {
        names.extend(name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes));
    }
    head.push(17);
    head.extend(number_of_7z(names.len()));
    head.extend(names);
    head.extend([0, 0]);
    let mut start = (body.len() as u64).to_le_bytes().to_vec();
    start.extend((head.len() as u64).to_le_bytes());
    start.extend(crc(&head).to_le_bytes());
    let mut whole = b"7z\xBC\xAF\x27\x1C\0\x04".to_vec();
    whole.extend(crc(&start).to_le_bytes());
    [whole, start, body, head].concat()
}

fn number_of_7z(number: usize) -> Vec<u8> {
    let bytes = (number as u64).to_le_bytes();
    match number {
        0..=0x7F => vec![bytes[0]],
        0x80..=0x3FFF => vec![0x80 | bytes[1], bytes[0]],
        0x4000..=0x1F_FFFF => vec![0xC0 | bytes[2], bytes[0], bytes[1]],
        _ => [&[0xFF], bytes.as_slice()].concat(),
    }
}
