//! Types of chapters that schools ask for: introduction, review, method and so on. The words of the heading decide and,
//! where a word fits several types, the position of the chapter.

use super::super::heading::{bare, compact, without_number};
use crate::{Words, is_cjk, simplified_alone};

/// Type of a chapter by its heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChapterKind {
    /// Introduction: the question and why it is asked.
    Introduction,
    /// Review of earlier work and of the theory that the thesis builds on.
    Review,
    /// Method, design, model, implementation.
    Method,
    /// Experiments, tests, cases.
    Experiment,
    /// Results and their discussion.
    Results,
    /// Conclusion, summary, outlook.
    Conclusion,
    /// Any other part: a chapter named after its subject, an abstract, the references, an appendix.
    #[default]
    Other,
}

impl ChapterKind {
    /// All types, in the order of a thesis.
    pub const ALL: [Self; 7] = [
        Self::Introduction,
        Self::Review,
        Self::Method,
        Self::Experiment,
        Self::Results,
        Self::Conclusion,
        Self::Other,
    ];

    /// Returns the name of the type in JSON, such as `introduction`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Introduction => "introduction",
            Self::Review => "review",
            Self::Method => "method",
            Self::Experiment => "experiment",
            Self::Results => "results",
            Self::Conclusion => "conclusion",
            Self::Other => "other",
        }
    }
}

/// Type that a word of a heading stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    Is(ChapterKind),
    /// Background: the introduction if the chapter is the first one, else the review.
    Background,
    /// Words that name an introduction only if the chapter is the first one; elsewhere they do not tell the type.
    First,
    /// Summary: the conclusion, but for one before the first chapter, which is an abstract.
    Summary,
}

use ChapterKind::{Conclusion, Experiment, Introduction, Method, Results, Review};
use Sense::{Background, First, Is, Summary};

/// Words of headings, Chinese and English, as [`Words`], each with what it stands for. A Chinese word must end its part of
/// the heading; of several that do the longest decides: 实验结果 are results, 实验设计 belongs to an experiment.
const WORDS: &[(Sense, &str)] = &[
    (
        Is(Introduction),
        "引言|前言|导言|绪论|绪言|导论|引论|序论|序言|问题的提出|问题提出|选题依据|研究意义|研究动机|\
         研究缘起|introduction|introductory|preface|motivation|foreword",
    ),
    (Background, "概述|概论|背景|background|context"),
    (First, "overview"),
    (
        Is(Review),
        "综述|述评|国内外研究|发展历史|发展历程|研究历史|研究现状|研究进展|发展现状|国内外现状|文献回顾|文献探讨|相关研究|相关工作|已有研究|相关理论|理论基础|理论框架|\
         理论依据|理论概述|理论综述|理论知识|基础理论|基本理论|基本概念|基本知识|相关概念|概念界定|相关技术|关键技术|技术基础|\
         技术概述|技术简介|技术综述|开发技术|开发工具|技术背景|研究基础|基础知识|预备知识|相关知识|背景知识|知识背景|理论背景|\
         relevant theory|literature review|review|literature|related work|related works|related research|related studies|\
         previous work|prior work|previous research|state of the art|theoretical background|theoretical framework|\
         theoretical foundation|theoretical foundations|theoretical basis|theory|preliminaries|fundamentals|foundations|\
         basic concepts|concepts|conceptual framework|technical background",
    ),
    (
        Is(Method),
        "方法|方法论|方法学|设计|思路|研究方案|研究过程|材料|模型|建模|算法|方案|原理|架构|框架|结构|需求|可行性|系统分析|\
         系统概述|系统开发|实现|实施|部署|开发|研制|预处理|数据集|数据采集|数据收集|数据准备|制作|构建|数据来源|研究对象|变量定义|研究假设|研究工具|实验方法|试验方法|\
         method|methods|methodology|methodologies|materials|design|implementation|approach|model|models|modeling|modelling|\
         algorithm|algorithms|architecture|requirements|requirement|procedure|procedures|participants|system|system overview|\
         development|formulation|hypotheses|framework|requirements analysis|requirement analysis|system analysis|\
         data|dataset|datasets|construction|specification",
    ),
    (
        Is(Experiment),
        "实验|实验设计|实验设置|实验环境|实验准备|试验|试验设计|测试|实证|验证|检验|仿真|模拟|评测|评估|评价|案例|个案|实例|算例|\
         experiment|experiments|experimental|experimental setup|experimental design|experimentation|test|tests|testing|\
         evaluation|assessment|case study|case studies|simulation|simulations|validation|verification|empirical study|\
         empirical analysis|benchmark|benchmarks",
    ),
    (
        Is(Results),
        "结果|研究发现|数据|讨论|result|results|finding|findings|discussion|discussions|analysis|data analysis|analyses",
    ),
    (
        Is(Conclusion),
        "结论|结语|结束语|展望|余论|结尾|尾声|conclusion|conclusions|concluding remarks|concluding|outlook|future work|\
         future research|future directions|closing remarks|final remarks",
    ),
    (Summary, "总结|小结|summary"),
];

/// Chinese words at the end of a heading that say nothing of its type: 需求分析 is about requirements.
const NEUTRAL: Words = Words(
    "研究|分析|介绍|简介|概况|过程|部分|说明|内容|情况|探讨|描述|工作|阐述|论述|处理|调研|环节|\
     论证|的",
);
/// Maximum number of these words that are taken off.
const MOST_NEUTRAL: usize = 3;

/// Chinese words that begin the name of something built: its kind ends the heading, and is different in each thesis.
const BUILT_ON: &[&str] = &["基于", "面向"];

/// Signs and words between the parts of a heading that stand beside each other.
const CHINESE_BETWEEN: &[char] = &['与', '和', '及', '、', '/', ',', ':', '—', '-'];
/// English words that begin what only describes the words before them: "Design of a system", "Results for readers".
const DESCRIBING: Words = Words("of|for|on|in|to|with|by|from|using|at|about|towards|under");

/// Place of a chapter among those of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// Whether it stands before the first chapter of the body: an abstract, a preface.
    pub(super) is_before: bool,
    /// Whether it is the first chapter of the body.
    pub(super) is_first: bool,
    /// Whether it is the last chapter of the body.
    pub(super) is_last: bool,
}

/// Returns the type of a chapter with this heading. A heading that is a number alone says nothing; the first chapter of a
/// thesis is its introduction.
pub(super) fn kind(title: &str, standing: Standing) -> ChapterKind {
    let key = compact(title);
    let name = bare(without_number(bare(&key)));
    if name.is_empty() || is_number_alone(name) {
        return if standing.is_first && !standing.is_before {
            Introduction
        } else {
            ChapterKind::Other
        };
    }
    let senses = if name.chars().any(is_cjk) {
        let simplified: String = name.chars().map(simplified_alone).collect();
        chinese(&simplified)
    } else {
        english(title, name)
    };
    let kinds: Vec<ChapterKind> = (senses.into_iter())
        .filter_map(|sense| in_place(sense, standing))
        .collect();
    // "Discussion and conclusion" at the end concludes.
    if standing.is_last && kinds.contains(&Conclusion) {
        return Conclusion;
    }
    kinds.first().copied().unwrap_or_default()
}

/// Whether a name without its number still is one: "ii", "3".
fn is_number_alone(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_digit()) || name.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
}

/// Returns the type that a word stands for in this place; `None` if none there.
fn in_place(sense: Sense, standing: Standing) -> Option<ChapterKind> {
    match sense {
        Is(Conclusion) | Summary if standing.is_before => None,
        Is(kind) => Some(kind),
        Background | First if standing.is_first || standing.is_before => Some(Introduction),
        First => None,
        Background => Some(Review),
        Summary => Some(Conclusion),
    }
}

/// Returns the senses of the parts of a Chinese heading, which is given without white space.
fn chinese(name: &str) -> Vec<Sense> {
    // Foreign words in brackets or behind repeat the name.
    let name = name.split('(').next().unwrap_or(name);
    let name = name.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let senses: Vec<Sense> = name.split(CHINESE_BETWEEN).filter_map(last_word).collect();
    // "基于…的识别" names what was built, and on what.
    if senses.is_empty() && BUILT_ON.iter().any(|word| name.starts_with(word)) {
        return vec![Is(Method)];
    }
    senses
}

/// Returns the sense of the word at the end of a part of a Chinese heading, after removing neutral words as needed.
fn last_word(part: &str) -> Option<Sense> {
    let mut part = part;
    if part == "介绍" {
        return Some(First);
    }
    for _ in 0..=MOST_NEUTRAL {
        let words = WORDS
            .iter()
            .flat_map(|&(sense, words)| Words(words).all().map(move |word| (word, sense)));
        let ending = words.filter(|(word, _)| part.ends_with(word));
        if let Some((_, sense)) = ending.max_by_key(|(word, _)| word.len()) {
            return Some(sense);
        }
        part = NEUTRAL.all().find_map(|end| part.strip_suffix(end))?;
    }
    None
}

/// Returns the senses of the parts of an English heading. `name` is the heading without its number and white space.
fn english(title: &str, name: &str) -> Vec<Sense> {
    // Letters with spaces between them: "I N T R O D U C T I O N".
    if let Some(sense) = word_of(name) {
        return vec![sense];
    }
    let lower = title.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphabetic() && c != '&')
        .filter(|word| !word.is_empty())
        .collect();
    let parts = words.split(|word| matches!(*word, "and" | "&"));
    parts.filter_map(head_of).collect()
}

/// Returns the sense of the head of an English phrase: the last word before the first preposition that is listed, alone or
/// with the word before it.
fn head_of(phrase: &[&str]) -> Option<Sense> {
    let described = phrase.iter().position(|word| DESCRIBING.include(word));
    // "State of the art" is a name itself.
    let whole = word_of(&phrase.join(" "));
    let head = &phrase[..described.unwrap_or(phrase.len())];
    let of_head = || {
        (0..head.len()).rev().find_map(|at| {
            let two = at.checked_sub(1).map(|before| head[before..=at].join(" "));
            two.and_then(|two| word_of(&two))
                .or_else(|| word_of(head[at]))
        })
    };
    whole.or_else(of_head)
}

/// Returns the sense of a listed word or name, with white space or without; `None` if it is not listed.
fn word_of(name: &str) -> Option<Sense> {
    let is_it = |word: &str| word == name || word.contains(' ') && word.replace(' ', "") == name;
    let listed = WORDS
        .iter()
        .find(|&&(_, words)| Words(words).all().any(is_it));
    listed.map(|(sense, _)| *sense)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WITHIN: Standing = Standing {
        is_before: false,
        is_first: false,
        is_last: false,
    };

    fn of(titles: &str, standing: Standing, kind: ChapterKind) {
        for title in titles.split('|') {
            assert_eq!(super::kind(title, standing), kind, "{title}");
        }
    }

    #[test]
    fn names_of_chapters_have_types() {
        of(
            "第一章 绪论|1 引言|一、问题的提出|Chapter 1 Introduction|1. INTRODUCTION|I N T R O D U C T I O N|\
             0 前 言|第1章 导论|引言与文献综述",
            WITHIN,
            Introduction,
        );
        of(
            "第二章 相关技术介绍|2 文献综述|国内外研究现状|第二章 理论基础与研究方法|2 Related Work|Literature Review|\
             Background|3 State of the Art|第二章 开发工具及相关技术|2 系统相关技术的介绍|Theoretical Framework",
            WITHIN,
            Review,
        );
        of(
            "第三章 数据集与预处理|第五章 算法部署|第四章 基于阅读记录的座位分配|3 方案的论证|Chapter 4 Requirements Analysis|\
             A Formal Framework|第三章 系统需求分析|材料与方法|3 研究方法|第四章 系统总体设计|5 系统的实现|3 Materials and Methods|\
             Methodology|Design of a Reading Room|Proposed Approach|第三章 夜间借阅模型的构建",
            WITHIN,
            Method,
        );
        of(
            "第五章 系统测试|4 实验与结果分析|第四章 实证分析|实验设计|5 Experiments|Case Study|Evaluation|\
             4 Experimental Setup",
            WITHIN,
            Experiment,
        );
        of(
            "实验结果与分析|4 结果与讨论|第四章 数据分析|Results and Discussion|5 Results|Experimental Results|Findings",
            WITHIN,
            Results,
        );
        of(
            "第六章 结论与展望|结 语|六、总结|Conclusion|7 Conclusions and Future Work|结束语",
            WITHIN,
            Conclusion,
        );
        of(
            "第三章 社区图书馆的夜间读者|摘要|Abstract|参考文献|致谢|Night Readers|个人简历",
            WITHIN,
            ChapterKind::Other,
        );
    }

    #[test]
    fn the_place_decides_where_a_word_has_two_meanings() {
        let first = Standing {
            is_first: true,
            ..WITHIN
        };
        let last = Standing {
            is_last: true,
            ..WITHIN
        };
        let before = Standing {
            is_before: true,
            ..WITHIN
        };
        of(
            "一、概述|1 Background|第一章|Chapter 1|1 介绍|Overview|研究背景",
            first,
            Introduction,
        );
        of("二、概述|2 Background|第二章 研究背景", WITHIN, Review);
        of(
            "二、介绍|2 Overview|作者简介|二、实习单位简介",
            WITHIN,
            ChapterKind::Other,
        );
        of("第三章|Chapter 3", WITHIN, ChapterKind::Other);
        of("讨论与结论|5 Discussion and Conclusion", last, Conclusion);
        of("讨论与结论|5 Discussion and Conclusion", WITHIN, Results);
        of("Summary|总结", before, ChapterKind::Other);
        of("Summary|总结", last, Conclusion);
    }

    #[test]
    fn every_word_has_one_meaning() {
        let mut words: Vec<&str> = (WORDS.iter())
            .flat_map(|&(_, words)| Words(words).all())
            .collect();
        assert!(words.iter().all(|word| !word.is_empty()));
        words.sort_unstable();
        let twice = words.windows(2).find(|two| two[0] == two[1]);
        assert_eq!(twice, None);
    }
}
