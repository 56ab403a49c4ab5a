//! Made-up cases: people, files and passages with all that would tell who wrote the source. All names are invented.

use crate::feedback::tests::class::Chance;
use chachong_case::{
    Attribution, Case, CaseAttribution, CaseChange, CaseDocument, CaseEntry, CaseEvidence,
    CaseFile, CasePassage, CaseState, CaseSubject, CaseText, Grounds, Outcome, PassageKind, Span,
};
use chachong_compare::Copied;
use chachong_submission::spellings_to_hide;

/// Names with spellings in Latin letters that no rule here made.
const PEOPLE: [(&str, [&str; 4]); 8] = [
    (
        "沈灯夜",
        ["Shen Dengye", "DENGYE SHEN", "shendengye", "Shen, Deng-ye"],
    ),
    (
        "欧阳灯书",
        [
            "Ouyang Dengshu",
            "Dengshu OUYANG",
            "ouyangdengshu",
            "D. S. Ouyang",
        ],
    ),
    (
        "阿依灯古·买买书",
        [
            "Ayidenggu Maimaishu",
            "Maimaishu Ayidenggu",
            "ayidenggu maimaishu",
            "A. Maimaishu",
        ],
    ),
    (
        "Ottilie Lampwright",
        [
            "LAMPWRIGHT, Ottilie",
            "Lampwright O",
            "O. Lampwright",
            "ottilie.lampwright",
        ],
    ),
    ("吕灯", ["Lv Deng", "Lü Dēng", "Lyu Deng", "deng_lv"]),
    (
        "诸葛书窗",
        [
            "Zhuge Shuchuang",
            "ZHUGE S C",
            "shuchuang-zhuge",
            "S.C. Zhuge",
        ],
    ),
    (
        "单夜读",
        ["Shan Yedu", "Yedu Shan", "s h a n y e d u", "Shan Y D"],
    ),
    (
        "司马阅览",
        ["Sima Yuelan", "SIMA YL", "Yuelan Sima", "simayuelan"],
    ),
];
/// Person who is questioned.
pub(super) const OWN: (&str, &str) = ("顾安静", "2021007007");

/// Signs of made-up sentences; no name has two of them in a row.
const SIGNS: &str = "统计口径调查问卷居民街道流动站点轮椅通道宽度答复上架次序打印费用标准保巡查路线空调电安全须知内容";

/// Case with the words that no file for people may have.
pub(super) struct MadeCase {
    pub(super) case: Case,
    /// Words that tell who wrote the source, and the beginnings of sentences outside the passages.
    pub(super) secrets: Vec<String>,
    /// Beginning of the passage, which both files have.
    pub(super) passage: String,
}

/// Returns a name or number as it may stand in a text.
fn disguised(word: &str, way: usize) -> String {
    let half: Vec<char> = word.chars().collect();
    match way % 6 {
        1 => parted(&half, " "),
        2 => {
            let (one, two) = half.split_at(half.len() / 2);
            format!(
                "{}\n{}",
                one.iter().collect::<String>(),
                two.iter().collect::<String>()
            )
        }
        3 => half
            .iter()
            .map(|&c| match c {
                '!'..='~' => char::from_u32(u32::from(c) + 0xFEE0).unwrap(),
                c => c,
            })
            .collect(),
        4 => parted(&half, "\u{200B}"),
        _ => word.to_owned(),
    }
}

/// Returns characters with something between them.
fn parted(characters: &[char], between: &str) -> String {
    let parts: Vec<String> = characters.iter().map(char::to_string).collect();
    parts.join(between)
}

/// Makes a case by its number.
#[expect(clippy::too_many_lines, reason = "one case, told in order")]
pub(super) fn made_case(number: u64) -> MadeCase {
    let signs: Vec<char> = SIGNS.chars().collect();
    let mut chance = Chance(number * 977 + 5);
    let way = usize::try_from(number).unwrap();
    let (name, spellings) = PEOPLE[way % PEOPLE.len()];
    let (teacher, _) = PEOPLE[(way + 3) % PEOPLE.len()];
    let student_number = format!("20199{:05}", number * 31 + 407);
    let phone = format!("138{:08}", number * 7919 + 10_000_019);
    let email = format!("lamp{number}x@mail.example.org");
    let spelled = spellings[way / 8 % 4];
    let title = format!("灯下阅览室第{number}号座位预约研究");
    let file = format!("{name}_{student_number}_终稿第{number}版.docx");
    let library = format!("{teacher}老师的比对库");
    let tells = format!(
        "本文由{}（{spelled}，{}）完成，联系{email}或{phone}，指导教师{teacher}。",
        disguised(name, if name.is_ascii() { 2 * (way % 2) } else { way }),
        disguised(&student_number, way / 2),
    );
    let passage = chance.sentence(&signs);
    let text = format!("{passage}{tells}{}", chance.sentence(&signs));
    let outside: Vec<String> = (0..6).map(|_| chance.sentence(&signs)).collect();
    let own_text = if way.is_multiple_of(2) {
        text.clone()
    } else {
        text.replacen('。', "，", 1)
    };
    let side = |text: &str, before: String, after: String, reference: &str| CaseText {
        span: Span {
            start: 400,
            end: 400 + u32::try_from(text.chars().count()).unwrap(),
        },
        page: Some(3),
        text: text.to_owned(),
        before,
        after,
        counting: 50,
        characters: 60,
        attribution: CaseAttribution {
            group: Attribution::Cited,
            citation: Some(outside[4].clone()),
            reference: Some(reference.to_owned()),
        },
    };
    // A name may be cut by the edge of a passage.
    let cut = name.chars().take(2).collect::<String>();
    let rest = name.chars().skip(2).collect::<String>();
    let source_text = format!("{text}{cut}");
    let documents = vec![
        CaseDocument {
            name: format!("{}/论文.docx", OWN.0),
            title: Some("论文".to_owned()),
            author: Some(OWN.0.to_owned()),
            student_number: Some(OWN.1.to_owned()),
            names_to_withhold: vec!["gu anjing".to_owned(), OWN.0.to_owned()],
            original_sha256: Some("a1".repeat(32)),
            characters: 9_000,
            copied: Copied {
                characters: 1_200,
                countable: 9_000,
            },
            ..CaseDocument::default()
        },
        CaseDocument {
            name: file.clone(),
            title: Some(title.clone()),
            author: Some(name.to_owned()),
            student_number: Some(student_number.clone()),
            supervisor: Some(teacher.to_owned()),
            names_to_withhold: vec![email.clone(), student_number.clone(), name.to_lowercase()],
            original_sha256: Some("b2".repeat(32)),
            characters: 8_000,
            copied: Copied::default(),
            in_common: Some(
                [Copied {
                    characters: 900,
                    countable: 9_000,
                }; 2],
            ),
            library: Some(library.clone()),
            joins_lines: false,
        },
    ];
    let evidence = CaseEvidence {
        subject: CaseSubject::Pair,
        check: format!("{}与{name}（{student_number}）", OWN.0),
        checked_at: 1_700_000_000,
        program: "0.2.0".to_owned(),
        documents,
        in_question: 1,
        passages: vec![CasePassage {
            document: 0,
            source: 1,
            in_document: side(
                &own_text,
                outside[0].clone(),
                outside[1].clone(),
                &outside[5],
            ),
            in_source: side(
                &source_text,
                outside[2].clone(),
                format!("{rest}{}", outside[3]),
                &outside[5],
            ),
            kind: PassageKind::Edited,
            similarity: 970,
        }],
        ..CaseEvidence::default()
    };
    let mut case = Case::open(evidence, 1_700_000_100, "顾老师");
    let words = [
        CaseChange::Grounds(Some(Grounds::Other(format!("与{spelled}合写")))),
        CaseChange::Note(format!(
            "打电话问了{name}，{phone}，文件{file}，题目《{title}》"
        )),
        CaseChange::Statement(format!(
            "是{}先写的，\n见{library}，{email}",
            disguised(name, 2)
        )),
        CaseChange::State(CaseState::Answered),
        CaseChange::Exported {
            file: CaseFile::Student,
            seal: "0".repeat(64),
        },
        CaseChange::State(CaseState::Decided(Outcome::Other(format!("请{name}作证")))),
    ];
    for (at, change) in (1_700_000_200..).zip(words) {
        case.add(CaseEntry {
            at,
            by: "顾老师".to_owned(),
            change,
        });
    }
    let mut secrets: Vec<String> = [
        name,
        &student_number,
        &phone,
        &email,
        &title,
        &file,
        &library,
        teacher,
    ]
    .into_iter()
    .chain(spellings)
    .map(str::to_owned)
    .collect();
    secrets.extend(outside.iter().map(|one| one.chars().take(12).collect()));
    secrets.extend(
        spellings_to_hide(name)
            .into_iter()
            .filter(|word| word.len() >= 6),
    );
    MadeCase {
        case,
        secrets,
        passage,
    }
}
