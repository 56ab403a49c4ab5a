//! Tests of dumps that are made here: read in pieces of any size, packed in any way, and interrupted and continued.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};

use super::*;
use crate::source::{Reason, Source};

mod damage;

/// Text of some 300 characters that differs with the number.
fn prose(number: usize) -> String {
    let mut text = String::new();
    for line in 0..9 {
        let how = ["明显", "缓慢", "稳定"][(number + line) % 3];
        write!(
            text,
            "第{number}篇第{line}段说明，图书馆在夜间开放以后，读者的人数有了{how}的增加。"
        )
        .unwrap();
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn page(id: usize, namespace: i32, text: &str) -> String {
    format!(
        "  <page>\n    <title>题{id}</title>\n    <ns>{namespace}</ns>\n    <id>{id}</id>\n    <revision>\n      <id>{}</id>\n      \
         <timestamp>2024-05-01T00:00:00Z</timestamp>\n      <text xml:space=\"preserve\">{}</text>\n    </revision>\n  </page>\n",
        id * 10,
        escaped(text)
    )
}

/// Dump of `MediaWiki`: of each ten pages, six are articles.
fn wiki(pages: usize) -> String {
    let mut xml = "<mediawiki xml:lang=\"zh\"><siteinfo><sitename>Wikipedia</sitename>\
        <base>https://zh.wikipedia.org/wiki/x</base></siteinfo>\n"
        .to_owned();
    for id in 1..=pages {
        let (namespace, text) = match id % 10 {
            1 => (0, format!("#重定向 [[题{}]]", id + 1)),
            2 => (1, prose(id)),
            3 => (0, format!("{{{{消歧义}}}}{}", prose(id))),
            4 => (0, "太短。".to_owned()),
            _ => (
                0,
                format!(
                    "'''题'''<ref>{{{{书}}}}</ref>{}\n== 参见 ==\n* [[甲]]",
                    prose(id)
                ),
            ),
        };
        xml += &page(id, namespace, &text);
    }
    xml + "</mediawiki>\n"
}

/// Records as lines of JSON.
fn json_lines(count: usize) -> String {
    let mut lines = String::new();
    for id in 1..=count {
        let text = prose(id);
        writeln!(
            lines,
            "{{\"id\": {id}, \"标题\": \"题{id}\", \"正文\": \"{text}\"}}"
        )
        .unwrap();
    }
    lines
}

/// Records as a table whose cells hold breaks.
fn table(count: usize) -> String {
    let rows = (1..=count).map(|id| format!("{id},题{id},\"{}\n{}\"\n", prose(id), prose(id + 1)));
    "编号,标题,正文\n".to_owned() + &rows.collect::<String>()
}

fn bzip2(bytes: &[u8], stream: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for part in bytes.chunks(stream) {
        banzai::encode(part, BufWriter::new(&mut out), 1).unwrap();
    }
    out
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

/// Sources of a dump, and counts of its other items.
#[derive(Debug, Default, PartialEq)]
struct Got {
    sources: BTreeMap<String, Source>,
    passed_over: BTreeMap<Reason, u64>,
    broken: Vec<String>,
}

impl Got {
    fn add(&mut self, item: Item) {
        match item {
            Item::Source(source) => {
                assert!(self.sources.insert(source.id.clone(), source).is_none());
            }
            Item::PassedOver(reason) => *self.passed_over.entry(reason).or_default() += 1,
            Item::Broken { detail, .. } => self.broken.push(detail),
        }
    }
}

struct File {
    folder: tempfile::TempDir,
    path: PathBuf,
}

fn file(name: &str, bytes: &[u8]) -> File {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    File { folder, path }
}

fn read(dump: &Dump, pieces: Vec<Piece>) -> Got {
    let mut got = Got::default();
    for piece in pieces {
        let mut next = Some(piece);
        while let Some(piece) = next {
            next = dump
                .read(&piece, &mut |item| {
                    got.add(item);
                    ControlFlow::Continue(())
                })
                .unwrap()
                .next;
        }
    }
    got
}

fn whole(name: &str, bytes: &[u8]) -> Got {
    let file = file(name, bytes);
    let dump = Dump::open(&file.path).unwrap();
    let got = read(&dump, dump.pieces());
    drop(file.folder);
    got
}

#[test]
fn pages_that_are_no_articles_are_counted() {
    let got = whole("zhwiki-20240501.xml", wiki(1000).as_bytes());
    assert_eq!(got.sources.len(), 600);
    let counted = [
        Reason::Redirect,
        Reason::OtherNamespace,
        Reason::Disambiguation,
        Reason::Stub,
    ];
    assert_eq!(
        got.passed_over,
        counted.iter().map(|&reason| (reason, 100)).collect()
    );
    let source = &got.sources["5"];
    assert_eq!(source.text, format!("题{}", prose(5)));
    assert_eq!(
        source.address.as_deref(),
        Some("https://zh.wikipedia.org/wiki/题5")
    );
    assert_eq!(source.licence.as_deref(), Some("CC BY-SA 4.0"));
    assert_eq!(
        (source.revision.as_deref(), source.date.as_deref()),
        (Some("50"), Some("2024-05-01T00:00:00Z"))
    );
}

#[test]
fn every_packing_gives_the_same() {
    // More than a MB, so that buffers move, and more items than one reading gives.
    let xml = wiki(3000);
    let utf16: Vec<u8> = [0xFEFF]
        .into_iter()
        .chain(xml.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let expected = whole("a.xml", xml.as_bytes());
    assert_eq!(expected.sources.len(), 1800);
    for (name, bytes) in [
        ("a.xml.bz2", bzip2(xml.as_bytes(), usize::MAX)),
        ("a.xml.bz2", bzip2(xml.as_bytes(), 70_001)),
        ("a.xml.gz", gzip(xml.as_bytes())),
        ("a.xml.zst", zstd::encode_all(xml.as_bytes(), 1).unwrap()),
        ("a.xml.xz", xz(xml.as_bytes())),
        ("a.xml", utf16.clone()),
        ("a.xml.bz2", bzip2(&utf16, usize::MAX)),
    ] {
        assert!(whole(name, &bytes) == expected, "{name}");
    }
}

#[test]
fn pieces_of_any_size_and_order_are_the_whole() {
    let (xml, json) = (wiki(600), json_lines(300));
    for (name, bytes) in [
        ("a.xml", xml.clone().into_bytes()),
        ("a.xml.bz2", bzip2(xml.as_bytes(), usize::MAX)),
        ("a.xml.bz2", bzip2(xml.as_bytes(), 30_001)),
        ("a.jsonl", json.clone().into_bytes()),
        ("a.jsonl.bz2", bzip2(json.as_bytes(), usize::MAX)),
    ] {
        let file = file(name, &bytes);
        let dump = Dump::open(&file.path).unwrap();
        let expected = read(&dump, dump.pieces());
        assert!(expected.sources.len() >= 300 && expected.broken.is_empty());
        for size in [997, 5003, 50_021, bytes.len() as u64 - 1] {
            let mut pieces = dump.pieces_of(Some(size));
            pieces.reverse();
            assert!(
                read(&dump, pieces) == expected,
                "{name} in pieces of {size}"
            );
        }
    }
}

#[test]
fn pieces_are_read_side_by_side() {
    let xml = wiki(600);
    let file = file("a.xml.bz2", &bzip2(xml.as_bytes(), 30_001));
    let dump = Dump::open(&file.path).unwrap();
    let pieces = dump.pieces_of(Some(5003));
    assert_eq!(
        pieces.iter().map(Piece::weight).sum::<u64>(),
        dump.header().bytes
    );
    let (even, odd): (Vec<_>, Vec<_>) = pieces
        .into_iter()
        .enumerate()
        .partition(|(at, _)| at % 2 == 0);
    let counts = std::thread::scope(|scope| {
        [even, odd]
            .map(|pieces| {
                scope.spawn(|| read(&dump, pieces.into_iter().map(|(_, piece)| piece).collect()))
            })
            .map(|worker| worker.join().unwrap().sources.len())
    });
    assert_eq!(counts[0] + counts[1], 360);
    assert!(counts[0] > 50 && counts[1] > 50);
}

#[test]
fn a_reading_goes_on_in_another_run() {
    let xml = wiki(200);
    for (name, bytes) in [
        ("a.xml", xml.clone().into_bytes()),
        ("a.xml.bz2", bzip2(xml.as_bytes(), 30_001)),
        ("a.xml.gz", gzip(xml.as_bytes())),
        ("a.jsonl.gz", gzip(json_lines(200).as_bytes())),
        ("a.csv", table(200).into_bytes()),
    ] {
        let file = file(name, &bytes);
        let mut got = Got::default();
        let mut pieces = Dump::open(&file.path).unwrap().pieces();
        let mut runs = 0;
        while let Some(piece) = pieces.pop() {
            runs += 1;
            // What was stored when the run before was killed. Each run reads on once at once.
            let stored = serde_json::to_string(&piece).unwrap();
            let dump = Dump::open(&file.path).unwrap();
            let mut next: Option<Piece> = Some(serde_json::from_str(&stored).unwrap());
            for _ in 0..2 {
                let Some(piece) = next.take() else {
                    break;
                };
                let mut left = 7;
                next = dump
                    .read(&piece, &mut |item| {
                        got.add(item);
                        left -= 1;
                        if left == 0 {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    })
                    .unwrap()
                    .next;
            }
            pieces.extend(next);
        }
        assert!(runs > 10);
        assert!(got == whole(name, &bytes), "{name}");
    }
}

#[test]
fn a_zim_file_is_read_by_its_clusters() {
    let (one, two) = (prose(1), prose(2));
    let file = file(
        "wikipedia_zh.zim",
        &crate::zim::made(&[("乙", &two), ("甲", &one), ("丙", "短")]),
    );
    let dump = Dump::open(&file.path).unwrap();
    let header = dump.header();
    assert_eq!(
        (header.site.as_str(), header.language.as_deref()),
        ("维基百科", Some("zho"))
    );
    assert_eq!(
        (header.date.as_deref(), header.articles),
        (Some("2024-05-01"), Some(2))
    );
    let got = read(&dump, dump.pieces());
    let source = &got.sources["甲.html"];
    assert_eq!(
        (source.text.as_str(), source.title.as_str()),
        (one.as_str(), "甲")
    );
    assert_eq!(
        source.address.as_deref(),
        Some("https://zh.wikipedia.org/wiki/甲")
    );
    assert_eq!(source.licence.as_deref(), Some("CC BY-SA 4.0"));
    assert_eq!(got.sources.len(), 2);
    assert_eq!(
        got.passed_over,
        [
            (Reason::Redirect, 1),
            (Reason::Stub, 1),
            (Reason::NotText, 7)
        ]
        .into()
    );
}
