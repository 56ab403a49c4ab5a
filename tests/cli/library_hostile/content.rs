//! Tests of libraries whose rows and packed bytes lie.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use rusqlite::params;
use twox_hash::XxHash3_64;

use super::{Ground, everything};
use crate::program::{sampled, sql};

/// Bytes beyond what a library unpacks.
const OVER: u64 = 400 << 20;

fn packed(bytes: &[u8], claimed: u64, level: u32) -> Vec<u8> {
    let mut packed = claimed.to_le_bytes().to_vec();
    packed.extend(XxHash3_64::oneshot(bytes).to_le_bytes());
    let mut encoder = ZlibEncoder::new(packed, Compression::new(level));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Packed bytes, all equal, that claim a length of `claimed`.
fn bomb(bytes: u64, claimed: u64) -> Vec<u8> {
    let mut packed = claimed.to_le_bytes().to_vec();
    packed.extend([0; 8]);
    let mut encoder = ZlibEncoder::new(packed, Compression::new(1));
    let zeros = vec![b'a'; 1 << 20];
    for _ in 0..bytes >> 20 {
        encoder.write_all(&zeros).unwrap();
    }
    encoder.finish().unwrap()
}

/// Text packed in the form of version 7: what its frame claims and holds, by dictionary and encoding.
fn packed_text(frame: &[u8], claimed: u32, sum: u64, [dictionary, encoding]: [u8; 2]) -> Vec<u8> {
    let mut packed = claimed.to_le_bytes().to_vec();
    packed.extend([dictionary, encoding, 0, 1]);
    packed.extend(sum.to_le_bytes());
    packed.extend(frame);
    packed
}

/// Frame of bytes that are all equal.
fn frame(bytes: u64) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    let zeros = vec![b'a'; 1 << 20];
    for _ in 0..bytes >> 20 {
        encoder.write_all(&zeros).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn rows_that_lie_cost_what_they_are_about() {
    let ground = Ground::new();
    let long = i64::MAX;
    let statements = [
        format!("UPDATE library SET changes = {long}, next_passage = {long}"),
        "UPDATE library SET changes = -1, next_passage = -5".to_owned(),
        "UPDATE library SET identity = zeroblob(16)".to_owned(),
        format!("UPDATE fingerprint SET characters = {long}, countable = -1, version = {long}"),
        format!("UPDATE passages SET count = {long}, first = {long}, version = -3"),
        "UPDATE passages SET first = 0".to_owned(),
        "UPDATE passages SET first = 4294967290".to_owned(),
        "UPDATE passages SET fingerprints = zeroblob(100000)".to_owned(),
        format!("UPDATE member SET added = {long}, name = CAST(x'ff2f00c3' AS TEXT)"),
        "UPDATE member SET added = -9223372036854775808, name = ''".to_owned(),
        "UPDATE member SET name = printf('%.*c', 20000, 'x')".to_owned(),
        "UPDATE member SET name = char(27) || '[2J' || char(10) || '../../../etc/passwd'".to_owned(),
        "UPDATE member SET path = CAST('/etc/passwd' AS BLOB), name = '/etc/passwd'".to_owned(),
        "UPDATE path SET path = CAST('/dev/zero' || document AS BLOB), bytes = -1, modified = -1".to_owned(),
        "UPDATE document SET format = 'exe', read_as = 'txt:none', reader = -1".to_owned(),
        "UPDATE document SET id = id + 9223372036854775000; ".to_owned(),
        "UPDATE text SET body = x'', about = x''".to_owned(),
        "UPDATE text SET body = zeroblob(50000000)".to_owned(),
        "UPDATE signs SET signs = x'00'".to_owned(),
        "UPDATE search_docsize SET sz = x'ffffffffff'".to_owned(),
        "DELETE FROM search_docsize; DELETE FROM search_data WHERE id > 10".to_owned(),
        "UPDATE search_data SET block = zeroblob(200)".to_owned(),
        "UPDATE saved_check SET state = 'nothing', choices = x'01', settings = x'02', results = x'03'".to_owned(),
        "UPDATE check_row SET failure = '{\"nothing\": 1}', document = NULL, format = 'exe'".to_owned(),
        "INSERT INTO frequencies VALUES (1, -1, x'00')".to_owned(),
        "INSERT INTO template SELECT id, '/etc/passwd' FROM document WHERE id = 2".to_owned(),
        "INSERT INTO vectors SELECT id, CAST(x'ff00' AS TEXT), zeroblob(50000000), -1 FROM document".to_owned(),
        "INSERT INTO decision SELECT 1, id, -1, 1, -1, 1, 0, NULL, 'nothing', 'nothing' FROM document WHERE id > 1".to_owned(),
        "DELETE FROM library".to_owned(),
        "DELETE FROM text; DELETE FROM path".to_owned(),
        "INSERT INTO member SELECT id + 1000, 'nobody', x'', 0, NULL FROM document".to_owned(),
        format!("UPDATE sqlite_sequence SET seq = {long}"),
    ];
    for statement in sampled(statements) {
        let library = ground.fresh();
        let connection = sql(&library);
        connection
            .execute_batch(&format!("PRAGMA foreign_keys = OFF; {statement}"))
            .unwrap();
        drop(connection);
        everything(&ground, &library, &statement);
    }
}

#[test]
fn packed_bytes_that_lie_are_damage() {
    let ground = Ground::new();
    let about = |change: &dyn Fn(&mut serde_json::Value)| {
        // The description of an older library: its form can be unpacked here.
        let old = ground.place("old.chachong");
        std::fs::copy("tests/fixtures/library/v6.chachong", &old).unwrap();
        let connection = sql(&old);
        let packed_about: Vec<u8> = connection
            .query_row("SELECT about FROM text WHERE document = 1", (), |row| {
                row.get(0)
            })
            .unwrap();
        let mut decoder = flate2::read::ZlibDecoder::new(&packed_about[16..]);
        let mut about: serde_json::Value = serde_json::from_reader(&mut decoder).unwrap();
        change(&mut about);
        let bytes = serde_json::to_vec(&about).unwrap();
        packed(&bytes, bytes.len() as u64, 6)
    };
    let whole = |bytes: &[u8]| packed(bytes, bytes.len() as u64, 6);
    let deep = format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000));
    let far = u64::from(u32::MAX) - 1;
    let lies: Vec<(&str, &str, Vec<u8>)> = vec![
        ("2^63 bytes", "text SET body", packed(b"abc", 1 << 63, 6)),
        ("all bytes", "text SET body", packed(b"abc", u64::MAX, 6)),
        ("too few", "text SET body", packed(b"abc", 2, 6)),
        ("a bomb that says so", "text SET body", bomb(OVER, OVER)),
        ("a bomb that does not", "text SET body", bomb(OVER, 1 << 20)),
        ("a bomb below the limit", "text SET body", bomb(255 << 20, 255 << 20)),
        ("a newer bomb", "text SET body", packed_text(&frame(OVER), 1 << 20, 0, [0, 0])),
        ("a newer bomb below the limit", "text SET body", packed_text(&frame(255 << 20), 255 << 20, 0, [0, 0])),
        ("a newer bomb of a description", "text SET about", packed_text(&frame(255 << 20), 255 << 20, 0, [0, 0])),
        ("more than any text", "text SET body", packed_text(b"", u32::MAX, 0, [0, 0])),
        ("no frame", "text SET body", packed_text(b"abc", 3, 0, [1, 1])),
        ("a dictionary that is not there", "text SET body", packed_text(&frame(1 << 20), 1 << 20, 0, [9, 0])),
        ("another dictionary", "text SET body", packed_text(&frame(1 << 20), 1 << 20, 0, [1, 0])),
        ("another encoding", "text SET body", packed_text(&frame(1 << 20), 1 << 20, 0, [0, 9])),
        ("a header alone", "text SET body", packed_text(b"", 0, 0, [0, 0])),
        ("a bomb of passages", "passages SET fingerprints", bomb(255 << 20, 255 << 20)),
        ("a bomb of a result", "saved_check SET results", bomb(OVER, OVER)),
        ("no Unicode", "text SET body", whole(&[0xFF, 0xC0, 0x80])),
        ("an empty text", "text SET body", whole(b"")),
        ("no JSON", "text SET about", whole(b"{")),
        ("deep JSON", "text SET about", whole(deep.as_bytes())),
        ("deep JSON", "signs SET signs", whole(deep.as_bytes())),
        ("deep JSON", "saved_check SET settings", whole(deep.as_bytes())),
        ("deep JSON", "saved_check SET choices", whole(deep.as_bytes())),
        ("not a number", "signs SET signs", whole(b"{\"warnings\":[],\"marks\":[{\"start\":NaN}]}")),
        (
            "marks beyond the end",
            "signs SET signs",
            whole(
                format!(
                    "{{\"warnings\":[],\"marks\":[{{\"start\":{far},\"end\":3,\"reason\":\"cover\"}},
                     {{\"start\":0,\"end\":{far},\"reason\":\"quotation\"}}]}}"
                )
                .as_bytes(),
            ),
        ),
        (
            "pages and exclusions beyond the end",
            "text SET about",
            about(&|about| {
                about["pages"] = serde_json::json!([u64::MAX, 5, far, 0]);
                about["exclusions"] = serde_json::json!([
                    {"start": u64::MAX, "end": 0, "kind": "header", "reason": "header"},
                    {"start": 3, "end": u64::MAX, "kind": "header", "reason": "header"},
                ]);
            }),
        ),
        (
            "pages beyond the end",
            "text SET about",
            about(&|about| about["pages"] = serde_json::json!([u64::MAX, 5, far, 0])),
        ),
    ];
    for (name, place, blob) in sampled(lies) {
        let library = ground.fresh();
        let connection = sql(&library);
        let changed = connection
            .execute(&format!("UPDATE {place} = ?1"), params![blob])
            .unwrap();
        assert!(changed > 0, "{name}");
        drop(connection);
        everything(&ground, &library, name);
    }
}
