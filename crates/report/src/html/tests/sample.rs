//! Made check whose texts, names and notes would break a page that did not escape them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pages_in;
use crate::{Inputs, Report, ReportOptions, html_report};
use chachong_check::{
    CheckResult, Copied, Copies, CopySettings, CopyWatch, Document, find_copies, fingerprint,
};
use chachong_compare::{Choices, Decision, Reason, Thresholds};
use chachong_import::{Extracted, Format, ImportCause, decode_text};
use chachong_messages::Language;

/// Sentences of a made-up thesis; nobody wrote them elsewhere.
pub(super) const SENTENCES: [&str; 12] = [
    "社区图书馆延长到深夜十一点关门以后，附近夜班工人来得最多的时段变成了九点半前后。",
    "志愿者把借阅登记本换成了彩色卡片，小学生因此学会了按颜色归还绘本。",
    "旧厂房改造的阅览室冬天漏风，馆员用回收的棉布缝了三十二条门帘。",
    "退休教师每周四晚上在二楼讲方言故事，听众里有一半是刚搬来的年轻租客。",
    "问卷回收了四百一十七份，其中只有九份提到愿意为延时开放支付任何费用。",
    "清洁员建议把饮水机移到楼梯口，噪声投诉当月就减少了六成。",
    "河边的小书亭没有门锁，两年里丢失的图书比总馆还少。",
    "读者委员会用抽签决定谁来保管钥匙，争吵从此停止。",
    "停电那一夜，大家点着露营灯读完了同一本科幻小说的第三章。",
    "馆长把闲置的缝纫机借给了隔壁裁缝，换来一整面书架的布套。",
    "夜读区的椅子高低不一，孩子们却最喜欢那把缺了一条腿的。",
    "雨季里地下书库的除湿机坏了四次，维修费超过了全年购书款的一成。",
];

/// Text that would break a page if it were not escaped.
pub(super) const HOSTILE: &str = "<script>alert('x')</script> ]]> </style></title><!-- <b onclick=\"x()\">论文</b> & &amp; \u{FFFE}\u{0}";

/// A made check with everything that a report needs.
pub(super) struct Made {
    pub(super) result: CheckResult,
}

pub(super) fn document(name: &str, text: &str) -> Document {
    let extracted = Extracted {
        text: text.to_owned(),
        ..decode_text("夜".as_bytes()).unwrap()
    };
    Document::checked(name, Some(Format::Txt), Some(Ok(fingerprint(&extracted))))
}

impl Made {
    pub(super) fn of(mut documents: Vec<Document>) -> Self {
        documents.sort_by(|x, y| x.name.cmp(&y.name));
        let readings: Vec<_> = documents.iter().map(Document::content).collect();
        let settings = CopySettings::default();
        let copies = find_copies(&readings, &[], &settings, &CopyWatch::NOBODY).unwrap();
        let choices = Choices::leaving_out(Reason::ALL);
        let found = Copied::of(Arc::new(copies), Arc::default(), choices);
        let result = CheckResult {
            possible: true,
            ..CheckResult::of(documents, Thresholds::default())
        };
        Self {
            result: result.with_copied(found),
        }
    }

    pub(super) fn copies(&self) -> &Copies {
        &self.result.copied.as_ref().unwrap().copies
    }

    /// Changes the choices. Pairs stay listed, so that they keep their pages.
    fn choose(&mut self, change: impl FnOnce(&mut Choices)) {
        let mut choices = self.result.shares().unwrap().choices().clone();
        change(&mut choices);
        self.result = CheckResult {
            findings: self.result.findings.clone(),
            ..self.result.with_choices(choices)
        };
        self.result.sort_findings();
    }

    /// A check with copies, hostile texts and names, a note on a passage, a file that was not read.
    pub(super) fn hostile() -> Self {
        let text = |from: usize, to: usize| SENTENCES[from..to].join("\n");
        let filler =
            |word: &str| format!("关于{word}的另一篇文章，讨论的是完全不同的事情。\n").repeat(4);
        let mut failed = document("失败 \u{1}.pdf", "x");
        failed.outcome = Some(Err(ImportCause::Empty));
        let mut made = Self::of(vec![
            document(
                "a \"quoted\" 'name' <b>.docx",
                &format!("{HOSTILE}\n{}", text(0, 9)),
            ),
            document(
                "b\u{202E}fdp.txt",
                &format!("{}\n{}", text(0, 6), filler("裁缝")),
            ),
            document(
                "c & d.txt",
                &format!("{}{}\n{HOSTILE}", filler("河流"), text(4, 12)),
            ),
            failed,
        ]);
        let pair = &made.copies().pairs[0];
        let (a, b, passage) = (pair.a, pair.b, pair.passages[0]);
        made.choose(|choices| {
            choices.set_passage(a, b, &passage, false);
            choices.set_note(a, b, Some(&passage), "课堂讲义 <i>\"同源\"</i>");
        });
        made
    }

    /// Switches the first pair off as a whole, with a note.
    pub(super) fn with_a_pair_off(mut self) -> Self {
        let pair = &self.copies().pairs[0];
        let (a, b) = (pair.a, pair.b);
        self.choose(|choices| {
            choices.set_decision(a, b, Some(Decision::NotPlagiarism));
            choices.set_note(a, b, None, "两稿 <script>1</script>");
            choices.set_decided_at(a, b, None, 1_700_000_000);
        });
        self
    }

    pub(super) fn check(&self, language: Language) -> Report<'_> {
        Report {
            result: &self.result,
            language,
            options: ReportOptions::default(),
        }
    }

    /// Writes the report and returns its pages by name.
    pub(super) fn pages(&self, language: Language) -> BTreeMap<String, String> {
        pages_of(self.check(language))
    }
}

/// Writes a report and returns its pages by name.
pub(super) fn pages_of(check: Report<'_>) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    html_report(
        folder.path(),
        check,
        &Inputs::default(),
        &|_, _| (),
        &|| false,
    )
    .unwrap();
    pages_in(folder.path())
}
