//! Made-up theses and the check of them.

use std::sync::Arc;

use crate::{Report, ReportOptions};
use chachong_check::{
    CheckResult, Copied, CopySettings, CopyWatch, Document, DocumentContent, Findings, find_copies,
    fingerprint,
};
use chachong_compare::{Choices, DocumentIndex, DocumentPair, Thresholds};
use chachong_import::{Extracted, Format};
use chachong_messages::Language;
use chachong_text::LineBreaks;

/// Title in the properties of the first document, which stands at the head of each page.
pub(crate) const TITLE: &str = "夜间开放与读者 Night Readers";

/// Documents with their passages.
pub(crate) struct Sample {
    pub(crate) result: CheckResult,
}

impl Sample {
    /// Compares texts, each with the name of its file.
    pub(crate) fn of(texts: &[(String, String)], choices: Choices) -> Self {
        let mut documents: Vec<Document> = (texts.iter())
            .map(|(name, text)| {
                let extracted = Extracted::of_text(text.clone(), LineBreaks::Layout);
                document(name, Format::Txt, Some(fingerprint(&extracted)))
            })
            .collect();
        if let Some(Ok(content)) = &mut documents[0].outcome {
            content.metadata.title = Some(TITLE.to_owned());
            content.metadata.author = Some("某某".to_owned());
            content.metadata.sha256 = "0123456789abcdef".repeat(4);
        }
        Self::compare(documents, choices)
    }

    fn compare(documents: Vec<Document>, choices: Choices) -> Self {
        let readings: Vec<Option<&DocumentContent>> =
            documents.iter().map(Document::content).collect();
        let every: Vec<DocumentPair> = (1..documents.len())
            .map(|other| (DocumentIndex(0), DocumentIndex(other)))
            .collect();
        let copies = find_copies(
            &readings,
            &every,
            &CopySettings::default(),
            &CopyWatch::NOBODY,
        )
        .unwrap();
        let found = Copied::of(Arc::new(copies), Arc::default(), choices);
        let thresholds = Thresholds::default();
        let result = CheckResult::of(documents, thresholds);
        let every_pair = Findings::of(&result.fingerprinted(), thresholds, true);
        let result = CheckResult {
            near: Arc::new(every_pair),
            ..result
        };
        Self {
            result: result.with_copied(found),
        }
    }

    pub(crate) fn check(&self, language: Language) -> Report<'_> {
        Report {
            result: &self.result,
            language,
            options: ReportOptions::default(),
        }
    }
}

fn document(name: &str, format: Format, content: Option<DocumentContent>) -> Document {
    Document::checked(name, Some(format), content.map(Ok))
}

/// Pseudo-random numbers, the same on each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.next(words.len())]
    }
}

/// Returns `count` made-up Chinese sentences in paragraphs; another `seed` gives other sentences.
pub(crate) fn body(seed: u64, count: usize) -> String {
    const WHO: &[&str] = &[
        "社区图书馆",
        "夜班读者",
        "退休教师",
        "值守人员",
        "物业公司",
        "附近居民",
        "青年志愿者",
        "街道办事处",
        "高校学生",
        "外卖骑手",
        "中小学生",
        "维修师傅",
        "自习者",
        "管理委员会",
        "借阅系统",
        "阅览室",
    ];
    const DOES: &[&str] = &[
        "调整了",
        "记录下",
        "比较过",
        "提出",
        "反复讨论",
        "逐步完善",
        "重新安排",
        "公开说明",
        "共同承担",
        "仔细核对",
        "暂时保留",
        "努力改进",
        "统一登记",
        "分批试行",
        "定期评估",
        "主动申请",
    ];
    const WHAT: &[&str] = &[
        "夜间照明的开支",
        "座位预约的办法",
        "“静音区”的边界",
        "闭馆前的提醒",
        "儿童绘本的摆放",
        "志愿排班表",
        "门禁卡（含临时卡）的发放",
        "借阅量的统计口径",
        "空调与用电安全",
        "《开放须知》的内容",
        "轮椅通道的宽度",
        "读者意见的答复",
        "图书上架的次序",
        "打印费用的标准",
        "安保巡查的路线",
        "流动书车的站点",
    ];
    const WHEN: &[&str] = &[
        "在冬季学期",
        "每逢周末",
        "自2019年起",
        "到了考试周",
        "入夏以后",
        "在试点的头三个月",
        "临近闭馆时",
        "遇到停电时",
        "随着读者增多",
        "经过一轮问卷",
        "在预算不足的年份",
        "与此同时",
    ];
    let mut numbers = Numbers(seed.wrapping_mul(7_919).wrapping_add(17));
    let mut text = String::new();
    for index in 0..count {
        let percent = 10 + numbers.next(80);
        let sentence = format!(
            "{}，{}{}{}，其中约{percent}.{}%与{}有关",
            numbers.of(WHEN),
            numbers.of(WHO),
            numbers.of(DOES),
            numbers.of(WHAT),
            numbers.next(10),
            numbers.of(WHAT),
        );
        text += &sentence;
        text.push_str(if index % 5 == 4 { "。\n" } else { "；" });
    }
    text += "以上是这一部分的情况。\n";
    text
}

/// Returns made-up English sentences in paragraphs.
fn english_body(seed: u64, count: usize) -> String {
    const WHO: &[&str] = &[
        "The night librarian",
        "A retired teacher",
        "The reading room",
        "Every second visitor",
        "The caretaker",
        "A group of students",
        "The borough council",
        "The volunteer on duty",
        "An unpublished survey",
        "The heating engineer",
    ];
    const DOES: &[&str] = &[
        "carefully recorded",
        "gradually rearranged",
        "repeatedly questioned",
        "quietly abandoned",
        "jointly financed",
        "openly described",
        "partly replaced",
        "seldom mentioned",
        "finally accepted",
        "briefly tested",
    ];
    const WHAT: &[&str] = &[
        "the lighting of the stairwell",
        "a booking system for single seats",
        "the so-called “silent corner”",
        "the cost of electricity after midnight",
        "the arrangement of picture books",
        "a rota of seventeen volunteers",
        "the internationalisation of the catalogue",
        "the complaints about the closing bell",
        "a shelf of donated atlases",
        "the width of the wheelchair passage",
    ];
    let mut numbers = Numbers(seed.wrapping_mul(104_729).wrapping_add(3));
    let mut text = String::new();
    for index in 0..count {
        let sentence = format!(
            "{} {} {} while {} {} {}.",
            numbers.of(WHO),
            numbers.of(DOES),
            numbers.of(WHAT),
            numbers.of(WHO).to_lowercase(),
            numbers.of(DOES),
            numbers.of(WHAT),
        );
        text += &sentence;
        text.push(if index % 5 == 4 { '\n' } else { ' ' });
    }
    text.trim_end().to_owned() + "\n"
}

/// Returns a made-up Chinese thesis of about `sentences` sentences and two documents that it shares text with.
pub(crate) fn chinese_thesis(sentences: usize) -> Vec<(String, String)> {
    let part = sentences / 8;
    let (first, second) = (body(101, part), body(202, part / 2));
    let thesis = format!(
        "目  录\n摘要 ........ 1\n第一章 绪论 ........ 2\n第二章 调查方法 ........ 9\n第三章 结论 ........ 20\n\
         参考文献 ........ 25\n致谢 ........ 26\n\n摘  要\n{}关键词：图书馆；夜间开放\n第一章 绪论\n1.1 背景\n{}{first}\
         如《开放须知》所说：“夜间开放的阅览室应当保持安静，读者离开时应当归还座位并关闭台灯。”[3]\n\
         第二章 调查方法\n{}{second}{}第三章 结论\n{}参考文献\n\
         [1] 某某. 夜间开放的图书馆[J]. 某某学报, 2010, 29(3): 17-18.\n\
         [2] 某某某. 阅读史[M]. 北京: 某某出版社, 2006.\n\
         [3] 某某. 社区阅读[D]. 某地: 某某大学, 2015.\n致  谢\n感谢各位老师和同学的帮助。\n",
        body(1, part / 2),
        body(2, part),
        body(3, part),
        body(4, part),
        body(5, part),
    );
    vec![
        ("学院/论文甲.txt".to_owned(), thesis),
        (
            "学院/夜间时段社区图书馆的运行.txt".to_owned(),
            format!("{}{first}{}", body(11, part), body(12, part)),
        ),
        (
            "旧稿.txt".to_owned(),
            format!("{}{second}{}", body(21, part), body(22, part)),
        ),
    ]
}

/// Returns a made-up English thesis and two documents that it shares text with.
pub(crate) fn english_thesis(sentences: usize) -> Vec<(String, String)> {
    let part = sentences / 8;
    let (first, second) = (english_body(101, part), english_body(202, part / 2));
    let thesis = format!(
        "Abstract\n{}1 Introduction\n{}{first}2 Related Work\n{}{second}3 Method\n{}4 Conclusions\n{}References\n\
         [1] Doe, J. and Roe, R. (2006). A study of night readers. Journal of Reading 41, 393-407.\n\
         [2] Roe, R. (2011). Lamps and Lending. Somewhere: Some Press.\n",
        english_body(1, part / 2),
        english_body(2, part),
        english_body(3, part),
        english_body(4, part),
        english_body(5, part),
    );
    vec![
        ("thesis.txt".to_owned(), thesis),
        (
            "a_report_on_lamps.txt".to_owned(),
            format!(
                "{}{first}{}",
                english_body(11, part),
                english_body(12, part)
            ),
        ),
        (
            "b.txt".to_owned(),
            format!("{}{second}", english_body(21, part)),
        ),
    ]
}
