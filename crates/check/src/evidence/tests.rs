//! Tests of the search for evidence, also against its slow, obvious form.

use chachong_compare::{Choices, DocumentIndex as Doc, each_once};
use proptest::prelude::*;

use super::sample::{document, documents, people, picture, pictures, program, silent};
use super::{AlikePictures, Evidence, EvidenceItem, find_evidence, oracle};
use crate::{Copies, Document, Origin, Side};
use chachong_import::{Format, ImportCause, Metadata, Picture};

/// Three hashes far from each other, with about as many set bits as clear ones.
const LOOKS: [u64; 3] = [
    0x3863_6765_6332_3c8d,
    0xc7a1_0f5e_9bd2_6413,
    0x1f2e_c3d4_a5b6_8778,
];

const SUM: &str = "int sum(int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++) {\n    s += i * n;\n  }\n  return s;\n}\n";

fn with_ids(ids: &[u32]) -> Metadata {
    Metadata {
        revision_ids: ids.to_vec(),
        ..Metadata::default()
    }
}

fn evidence(all: &[Document], copies: Option<&Copies>, first: &[Doc]) -> Evidence {
    find_evidence(all, copies, first, &Choices::default())
}

fn items(files: Vec<Metadata>) -> Vec<(usize, usize, Vec<EvidenceItem>)> {
    let found = evidence(&documents(files), None, &[]).pairs.into_iter();
    found.map(|pair| (pair.a.0, pair.b.0, pair.items)).collect()
}

#[test]
fn revision_ids_speak_unless_a_third_of_the_documents_has_them() {
    let (base, grown) = (with_ids(&[11, 12, 13]), with_ids(&[11, 12, 13, 14]));
    let two = items(vec![base.clone(), grown.clone()]);
    let ids = |shared, earlier| vec![EvidenceItem::RevisionIds { shared, earlier }];
    assert_eq!(two, [(0, 1, ids(3, Some(Side::A)))]);
    let mut template = vec![base.clone(), grown, base];
    assert_eq!(items(template.clone()), [], "all three have them");
    template.extend(silent(7));
    assert_eq!(items(template).len(), 3, "three of ten have them");
    assert_eq!(items(vec![with_ids(&[11, 12]), with_ids(&[11, 12])]), []);
}

#[test]
fn what_more_than_twenty_documents_have_comes_from_one_template() {
    let file = |count| {
        let same = (0..count).map(|_| with_ids(&[11, 12, 13]));
        items(same.chain(silent(100)).collect()).len()
    };
    assert_eq!(file(20), 190);
    assert_eq!(file(21), 0);
}

#[test]
fn equal_files_say_everything_at_once() {
    let file = Metadata {
        sha256: "ab".repeat(32),
        ..with_ids(&[11, 12, 13])
    };
    assert_eq!(
        items(vec![file.clone(), file]),
        [(0, 1, vec![EvidenceItem::SameFile])]
    );
}

#[test]
fn pdfs_of_one_id_are_versions_and_a_programs_constant_is_no_id() {
    let pdf = |first: &str, second: &str| Metadata {
        pdf_id: vec![first.to_owned(), second.to_owned()],
        ..Metadata::default()
    };
    let id = "0123456789abcdef0123456789abcdef";
    assert_eq!(
        items(vec![pdf(id, id), pdf(id, "77")]),
        [(
            0,
            1,
            vec![EvidenceItem::PdfId {
                earlier: Some(Side::A)
            }]
        )]
    );
    let zeros = "0".repeat(32);
    assert_eq!(items(vec![pdf(&zeros, &zeros), pdf(&zeros, &zeros)]), []);
}

#[test]
fn names_cross_from_file_to_file() {
    let edited = |edited, name: &str| EvidenceItem::EditedByOther {
        edited,
        name: name.to_owned(),
    };
    let same_author = |name: &str| EvidenceItem::SameAuthor {
        name: name.to_owned(),
    };
    let same_editor = |name: &str| EvidenceItem::SameEditor {
        name: name.to_owned(),
    };
    for (a, b, expected) in [
        (
            people("甲同学", "乙同学"),
            people("乙同学", "乙同学"),
            vec![edited(Side::A, "乙同学")],
        ),
        (
            people("甲同学", ""),
            people("", "甲同学 "),
            vec![edited(Side::B, "甲同学")],
        ),
        (
            people("甲同学", "丙同学"),
            people("乙同学", "丙同学"),
            vec![same_editor("丙同学")],
        ),
        (
            people("Ann Lee", "Bo Yu"),
            people("ann lee", "BO YU"),
            vec![same_editor("Bo Yu"), same_author("Ann Lee")],
        ),
        (
            people("甲同学", "甲同学"),
            people("甲同学", "甲同学"),
            vec![same_author("甲同学")],
        ),
    ] {
        assert_eq!(items(vec![a, b]), [(0, 1, expected)]);
    }
    let nobody = people("Windows User", "Administrator");
    assert_eq!(items(vec![nobody.clone(), nobody]), []);
    let one_supervisor = || people("", "王老师");
    let class = |count| {
        (0..count)
            .map(|_| one_supervisor())
            .chain(silent(40))
            .collect()
    };
    assert_eq!(items(class(5)).len(), 10);
    assert_eq!(items(class(6)), []);
}

#[test]
fn pictures_are_found_equal_or_similar() {
    let [look, other, _] = LOOKS;
    let alike = |a, b, distance| AlikePictures { a, b, distance };
    let a = pictures(&[picture(1, look), picture(2, other)]);
    let b = pictures(&[picture(3, other ^ 0b1111), picture(1, look)]);
    let found = vec![EvidenceItem::Pictures(vec![
        alike(0, 1, None),
        alike(1, 0, Some(4)),
    ])];
    assert_eq!(items(vec![a.clone(), b]), [(0, 1, found)]);
    let similar = |bits: u64| items(vec![a.clone(), pictures(&[picture(3, look ^ bits)])]).len();
    assert_eq!(
        (similar(0b1111), similar(0b1_1111)),
        (1, 0),
        "one alone must be nearer"
    );
    let both = |bits: u64| {
        let others = pictures(&[picture(3, look ^ bits), picture(4, other ^ bits)]);
        items(vec![a.clone(), others]).len()
    };
    assert_eq!((both(0xff), both(0x1ff)), (1, 0));
}

#[test]
fn among_more_pictures_one_alone_must_be_nearer() {
    assert_eq!(
        [2, 3_000, 3_001, 100_000].map(super::pictures::alone),
        [4, 4, 2, 1]
    );
}

#[test]
fn flat_and_tiny_pictures_and_those_of_another_shape_are_left_out() {
    let [look, ..] = LOOKS;
    let twice = |picture: Picture| {
        items(vec![
            pictures(std::slice::from_ref(&picture)),
            pictures(&[picture]),
        ])
        .len()
    };
    assert_eq!(twice(picture(1, look)), 1);
    assert_eq!(twice(picture(1, 0)), 0);
    assert_eq!(twice(picture(1, u64::MAX)), 0);
    let sized = |width, height| Picture {
        size: Some((width, height)),
        ..picture(1, look)
    };
    assert_eq!(twice(sized(300, 39)), 0);
    assert_eq!(twice(sized(90, 90)), 0);
    let drawing = |bytes| Picture {
        size: None,
        perceptual: None,
        bytes,
        ..picture(1, look)
    };
    assert_eq!((twice(drawing(9000)), twice(drawing(900))), (1, 0));
    let page = |bytes| {
        let size = Some((1240, 1754));
        let picture = Picture {
            size,
            ..picture(bytes, look)
        };
        pictures(&[picture])
    };
    assert_eq!(
        items(vec![page(1), page(2)]),
        [],
        "pages of text look alike"
    );
    assert_eq!(items(vec![page(1), page(1)]).len(), 1);
    let wide = Picture {
        size: Some((800, 300)),
        ..picture(2, look)
    };
    assert_eq!(
        items(vec![pictures(&[picture(1, look)]), pictures(&[wide])]),
        []
    );
}

#[test]
fn a_band_such_as_a_schools_name_says_nothing_by_itself() {
    let [look, other, third] = LOOKS;
    let sized = |bytes, look, size| Picture {
        size: Some(size),
        ..picture(bytes, look)
    };
    let name = |bytes| sized(bytes, look, (1523, 266));
    let both = |more: &[Picture], other: &[Picture]| {
        let [a, b] = [more, other].map(|more| pictures(&[&[name(1)][..], more].concat()));
        items(vec![a, b])
    };
    assert_eq!(both(&[], &[]), [], "not even with equal bytes");
    let line = sized(2, other, (40, 400));
    let own = std::slice::from_ref(&line);
    assert_eq!(both(own, own), []);
    let chart = |bytes, bits: u64| picture(bytes, third ^ bits);
    assert_eq!(
        both(&[chart(3, 0)], &[chart(4, 0b1_1111)]),
        [],
        "5 bits alone"
    );
    let found = both(&[chart(3, 0)], &[chart(4, 0b1111)]);
    let [(_, _, ref listed)] = found[..] else {
        unreachable!("{found:?}");
    };
    let [EvidenceItem::Pictures(alike)] = &listed[..] else {
        unreachable!("{listed:?}");
    };
    assert_eq!(alike.len(), 2, "with a chart the name is listed too");
}

#[test]
fn a_logo_is_no_evidence_even_if_each_file_compressed_it_anew() {
    let [look, other, _] = LOOKS;
    let logos = |count: u32| {
        let file =
            |n: u32| pictures(&[picture(n, look ^ u64::from(n)), picture(100 + n / 2, other)]);
        (0..count).map(file).collect::<Vec<_>>()
    };
    assert_eq!(items(logos(2)).len(), 1);
    assert_eq!(items(logos(4)), []);
}

#[test]
fn a_series_is_compared_by_its_bytes_only() {
    let [look, ..] = LOOKS;
    let scan = |first: u32| {
        pictures(
            &(0..4)
                .map(|n| picture(first + n, look ^ u64::from(n)))
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(items(vec![scan(0), scan(10)]), []);
    assert_eq!(items(vec![scan(0), scan(3)]).len(), 1);
}

#[test]
fn two_documents_of_the_library_are_no_pair() {
    let ids = || with_ids(&[11, 12, 13]);
    let [one, other] = [Origin::Checked, Origin::Library].map(|origin| document(origin, ids()));
    let pairs = |all: &[Document]| evidence(all, None, &[]).pairs.len();
    assert_eq!(pairs(&[one, other.clone()]), 1);
    assert_eq!(pairs(&[other.clone(), other]), 0);
}

/// Returns the evidence about two equal files of a format that begin with prose, and go on with code that was handed out as a
/// template.
fn equal_files_with_given_code(format: Format, prose: &str) -> Vec<EvidenceItem> {
    let file = Metadata {
        sha256: "a1".repeat(32),
        ..Metadata::default()
    };
    let one = Document {
        format: Some(format),
        ..program("sum.c", &format!("{prose}{SUM}"), file)
    };
    let all = [one.clone(), one];
    let copies = Copies {
        templates: vec![SUM.into()],
        ..Copies::default()
    };
    let found = evidence(&all, Some(&copies), &[]);
    found.of(Doc(0), Doc(1)).to_vec()
}

#[test]
fn only_programs_are_handed_out_as_files() {
    let comment = "// A1\n";
    assert_eq!(equal_files_with_given_code(Format::Source, comment), []);
    let prose = "我的报告。\n";
    assert_eq!(
        equal_files_with_given_code(Format::Docx, prose),
        [EvidenceItem::SameFile]
    );
    assert_eq!(equal_files_with_given_code(Format::Docx, ""), []);
}

#[test]
fn a_short_program_stays_short_beside_code_that_was_handed_out() {
    let given: Vec<String> = (0..12)
        .map(|at| format!("int f{at}(int a) {{ return a * {at} + g(a, {at}); }}\n"))
        .collect();
    let given = given.concat();
    let one = program("sum.c", &format!("{given}{SUM}"), Metadata::default());
    let all = [one.clone(), one];
    let copies = Copies {
        templates: vec![given.into()],
        ..Copies::default()
    };
    let found = evidence(&all, Some(&copies), &[]);
    let [EvidenceItem::Code(code)] = found.of(Doc(0), Doc(1)) else {
        panic!("{found:?}");
    };
    assert!(code.is_short() && code.tokens > 20, "{code:?}");
}

#[test]
fn the_code_of_a_file_that_was_handed_out_is_no_code_of_a_submission() {
    // Sixteen students have two files each. Half of them have the same one, which is read in four languages.
    let is_handed_out = |at: usize| at < 16 && at.is_multiple_of(2);
    let file = |at: usize| {
        let (text, number) = if is_handed_out(at) {
            (SUM, 0)
        } else {
            ("x = 1;\n", at)
        };
        let metadata = Metadata {
            sha256: format!("{number:064x}"),
            ..Metadata::default()
        };
        program(
            ["a.c", "a.go", "a.js", "a.java"][at / 4 % 4],
            text,
            metadata,
        )
    };
    let all: Vec<Document> = (0..32).map(file).collect();
    let first: Vec<Doc> = (0..32).map(|at| Doc(at - at % 2)).collect();
    let found = evidence(&all, None, &first);
    assert_eq!((found.pairs, found.code_of_submissions.len()), (vec![], 0));
    assert!(found.documents[0].only_given);
}

/// Returns the pairs of equal files in a class. `files` holds the numbers of the files of each submission; equal files have
/// one number.
fn equal_files(submissions: &[Vec<usize>], templates: &[&str]) -> Vec<(usize, usize)> {
    let (mut files, mut first) = (Vec::new(), Vec::new());
    for submission in submissions {
        let start = Doc(files.len());
        for file in submission {
            first.push(start);
            files.push(Metadata {
                sha256: format!("{file:064x}"),
                ..Metadata::default()
            });
        }
    }
    let copies = Copies {
        templates: templates.iter().map(|&text| text.into()).collect(),
        ..Copies::default()
    };
    let found = evidence(&documents(files), Some(&copies), &first);
    let found = found.pairs.into_iter();
    found.map(|pair| (pair.a.0, pair.b.0)).collect()
}

#[test]
fn a_file_that_was_handed_out_beside_own_work_is_no_evidence() {
    const DATA: usize = 1000;
    let class = |count| -> Vec<Vec<usize>> { (0..count).map(|own| vec![own, DATA]).collect() };
    assert_eq!(equal_files(&class(12), &[]), []);
    // So few say nothing about what the class was given; the person can.
    assert_eq!(equal_files(&class(3), &[]), [(1, 3), (1, 5), (3, 5)]);
    assert_eq!(equal_files(&class(3), &["夜"]), []);
    // What two of twelve have was not handed out.
    let mut two = class(12);
    two[2..].iter_mut().for_each(|files| files.truncate(1));
    assert_eq!(equal_files(&two, &[]), [(1, 3)]);
}

#[test]
fn half_of_a_class_with_one_work_is_a_finding() {
    let ring: Vec<Vec<usize>> = (0..12).map(|own: usize| vec![own.max(5)]).collect();
    assert_eq!(equal_files(&ring, &[]).len(), 15);
    let everybody = vec![vec![7]; 101];
    let all: Vec<(usize, usize)> = (1..101).map(|other| (0, other)).collect();
    assert_eq!(equal_files(&everybody, &[]), all);
}

#[test]
fn evidence_is_found_by_either_order_of_a_pair() {
    let files = [with_ids(&[11, 12, 13]), with_ids(&[11, 12, 13])];
    let found = evidence(&documents(files), None, &[]);
    assert_eq!(found.of(Doc(0), Doc(1)).len(), 1);
    assert_eq!(found.of(Doc(1), Doc(0)), found.of(Doc(0), Doc(1)));
    assert_eq!(found.of(Doc(0), Doc(2)), []);
}

prop_compose! {
    fn any_picture()(
        bytes in 0..12_u32, look in 0..LOOKS.len(), flips in prop::collection::vec(0..64_u32, 0..6), kind in 0..12,
        copy in 0..2,
    ) -> Picture {
        // Equal bytes have one look.
        let known = picture(bytes, LOOKS[bytes as usize % LOOKS.len()]);
        let flipped = flips.iter().fold(LOOKS[look], |hash, bit| hash ^ 1 << bit);
        let own = |hash: u64| Picture { sha256: format!("{hash:x} {copy}"), ..picture(0, hash) };
        match kind {
            0..4 => known,
            4 => Picture { size: None, perceptual: None, sha256: format!("{bytes}"), ..known },
            5 => own(1),
            7 => Picture { size: Some((900, 200)), sha256: format!("{flipped:x} band"), ..own(flipped) },
            6 => Picture { size: Some((800, 300)), sha256: format!("{flipped:x} wide"), ..own(flipped) },
            _ => own(flipped),
        }
    }
}

prop_compose! {
    fn any_file()(
        sha in 0..30, ids in prop::collection::btree_set(0..14_u32, 0..8), names in (0..9_usize, 0..9_usize),
        pdf in 0..8_usize, pictures in prop::collection::vec(any_picture(), 0..6),
    ) -> Metadata {
        let name = |at: usize| ["甲同学", "乙同学", "Ann Lee", "ANN LEE", "Admin"].get(at).map(ToString::to_string);
        Metadata {
            sha256: format!("{sha}"),
            author: name(names.0),
            last_editor: name(names.1),
            revision_ids: ids.into_iter().collect(),
            pdf_id: ["0123456789abcdef", "fedcba9876543210"].get(pdf).map(|id| vec![(*id).to_owned()]).unwrap_or_default(),
            pictures,
            ..Metadata::default()
        }
    }
}

fn any_document() -> impl Strategy<Value = Document> {
    (any_file(), 0..8).prop_map(|(file, kind)| match kind {
        0 => Document {
            outcome: Some(Err(ImportCause::Empty)),
            ..document(Origin::Checked, file)
        },
        1 | 2 => document(Origin::Library, file),
        _ => document(Origin::Checked, file),
    })
}

proptest! {
    #[test]
    fn every_pair_is_found_as_the_obvious_search_finds_it(
        mut all in prop::collection::vec(any_document(), 0..14), silent in 0..30_usize,
    ) {
        all.extend(documents(super::sample::silent(silent)));
        prop_assert_eq!(evidence(&all, None, &[]).pairs, oracle::evidence(&all));
    }
}

/// Pseudo-random numbers that are the same in every run (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() % u64::from(end)).unwrap()
    }
}

/// 10,000 documents with 100 revision ids and 10 pictures each: a template's ids and a logo compressed anew in all of
/// them, and one copy of ids and pictures in every tenth.
#[test]
fn ten_thousand_documents_with_a_hundred_thousand_pictures_are_searched() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut files: Vec<Metadata> = Vec::new();
    for number in 0..10_000_u32 {
        let logo = (0..3).fold(LOOKS[0], |hash, _| hash ^ 1 << numbers.below(64));
        let mut file = pictures(&[picture(number, logo)]);
        file.revision_ids = (1..=20).collect();
        if let Some(source) = number.checked_sub(5).filter(|_| number % 10 == 0) {
            let source = &files[source as usize];
            file.revision_ids
                .extend(source.revision_ids.iter().skip(20));
            file.pictures
                .extend(source.pictures.iter().skip(1).take(9).cloned());
        } else {
            file.revision_ids
                .extend((0..80).map(|_| 1000 + numbers.below(u32::MAX - 1000)));
            let own = (1..10).map(|at| picture(100_000 + number * 10 + at, numbers.next()));
            file.pictures.extend(own);
        }
        file.revision_ids = each_once(file.revision_ids);
        files.push(file);
    }
    let found = evidence(&documents(files), None, &[]);
    assert_eq!(found.pairs.len(), 999);
    assert!(found.pairs.iter().all(|pair| pair.items.len() == 2));
}
