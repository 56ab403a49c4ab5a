//! Archives.

use super::{Case, TEXT, case};
use crate::archives::{Files, gzip, rar, seven_zip, tar, zip};
use crate::packages::sentence;

pub(super) const CASES: &[Case] = &[
    case("zip distinct names", "zip", 60, |n| zip(&distinct(n))),
    case("zip equal names", "zip", 60, |n| zip(&equal(n))),
    case("zip equal names passed over", "zip", 3000, |n| {
        named(n, |_| "f.mp4".to_owned())
    }),
    case("zip distinct names passed over", "zip", 3000, |n| {
        named(n, |i| format!("f{i}.mp4"))
    }),
    case("zip folders", "zip", 2700, |n| {
        named(n, |i| format!("d{i}/f.mp4"))
    }),
    case("zip folders in one another", "zip", 1000, |n| {
        named(n, |i| format!("{}f{i}.mp4", "d/".repeat(i % 90)))
    }),
    case("zip parts of archives", "zip", 1500, |n| {
        named(n, |i| format!("a.zip.{:04}", i + 1))
    }),
    case("zip unknown endings", "zip", 1500, |n| {
        named(n, |i| format!("f{i}.xyzq"))
    }),
    case("zip archives", "zip", 12, |n| {
        zip(&(0..n)
            .map(|i| (format!("f{i}.zip"), zip(&distinct(1))))
            .collect())
    }),
    case("tar distinct names", "tar", 60, |n| tar(&distinct(n))),
    case("tar equal names", "tar", 60, |n| tar(&equal(n))),
    case("gzip members", "gz", 1400, |n| {
        (0..n).flat_map(|i| gzip(sentence(i).as_bytes())).collect()
    }),
    case("rar distinct names", "rar", 60, |n| rar(&distinct(n))),
    case("rar equal names", "rar", 60, |n| rar(&equal(n))),
    case("7z blocks", "7z", 60, |n| seven_zip(&distinct(n), false)),
    case("7z equal names", "7z", 60, |n| seven_zip(&equal(n), false)),
    case("7z members of one block", "7z", 60, |n| {
        seven_zip(&distinct(n), true)
    }),
];

fn distinct(count: usize) -> Files {
    (0..count)
        .map(|i| (format!("f{i}.txt"), i.to_string().into_bytes()))
        .collect()
}
fn equal(count: usize) -> Files {
    (0..count)
        .map(|i| ("f.txt".to_owned(), i.to_string().into_bytes()))
        .collect()
}
fn named(count: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
    let mut files: Files = (0..count).map(|i| (name(i), b"x".to_vec())).collect();
    files.push(("a.txt".to_owned(), TEXT.as_bytes().to_vec()));
    zip(&files)
}
