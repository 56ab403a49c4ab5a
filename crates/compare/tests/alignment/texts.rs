//! Texts generated from a seed, in two invented languages: one of Chinese characters, one of words. Some words are
//! common and most are rare, so that two texts written apart share words, as real ones do, and no sentence.

use chachong_compare::{Background, Passage, Prepared, Weighed, passages};
use chachong_text::{LineBreaks, normalize};

/// Characters to make words of.
const CHARACTERS: &str = "山水火风云雨雪电花草树木林竹石土金银铜铁河湖海江桥路街巷门窗墙屋楼台亭院田园井仓车船马牛羊鸡犬鱼鸟虫\
    春夏秋冬晨昏晴阴冷暖干湿高低长短宽窄深浅轻重快慢强弱新旧早晚先后左右前后内外东西南北中央边角点线面体形状色彩声音\
    读写听说问答教学研究观察记录测量计算比较分析归纳设计制造修理运输储存买卖租借收支盈亏供需价格市场工厂农场商店医院\
    学校社区城乡政策法规制度标准程序步骤方法理论实验数据结果结论讨论问题原因条件目标任务计划组织领导管理服务技术资源";
/// Particles between the words of every Chinese text.
const PARTICLES: [&str; 8] = ["的", "了", "在", "和", "是", "对", "与", "也"];
/// Small words between the words of every English text.
const SMALL_WORDS: [&str; 10] = [
    "the", "of", "and", "to", "in", "a", "is", "that", "for", "with",
];
const SYLLABLES: [&str; 24] = [
    "ba", "cor", "den", "fi", "gal", "hum", "jo", "kel", "lor", "mi", "nar", "pos", "qui", "rem",
    "sta", "tor", "ul", "ven", "wic", "xan", "yor", "zel", "thra", "plo",
];
/// Number of different words of a language.
const WORDS: u64 = 20_000;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Language {
    Chinese,
    English,
}

/// Random numbers from a seed (`SplitMix64`).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    /// Picks one of a list.
    pub(crate) fn one_of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[usize::try_from(self.below(list.len() as u64)).unwrap_or(0)]
    }

    /// Picks the number of a word, below `words`; small numbers come more often.
    fn word(&mut self, words: u64) -> u64 {
        let (one, other) = (self.below(1 << 20), self.below(1 << 20));
        (one * other * words) >> 40
    }
}

/// Makes a word from its number, always the same.
fn word(language: Language, number: u64) -> String {
    let mut numbers = Numbers::new(number);
    match language {
        Language::Chinese => {
            let characters: Vec<char> = CHARACTERS.chars().filter(|c| !c.is_whitespace()).collect();
            let mut one = || {
                let at = numbers.below(characters.len() as u64);
                characters[usize::try_from(at).unwrap_or(0)]
            };
            [one(), one()].iter().collect()
        }
        Language::English => (0..2 + number % 2)
            .map(|_| numbers.one_of(&SYLLABLES))
            .collect(),
    }
}

/// Makes a sentence with its full stop, from `different` different words.
fn sentence(language: Language, numbers: &mut Numbers, different: u64) -> String {
    let words = 8 + numbers.below(14);
    let mut text = String::new();
    for i in 0..words {
        let small = numbers.below(3) == 0;
        let next = match (language, small) {
            (Language::Chinese, true) => numbers.one_of(&PARTICLES).to_owned(),
            (Language::English, true) => numbers.one_of(&SMALL_WORDS).to_owned(),
            (_, false) => word(language, numbers.word(different)),
        };
        text.push_str(&next);
        let comma = i + 1 < words && numbers.below(7) == 0;
        text.push_str(match (language, i + 1 == words, comma) {
            (Language::Chinese, true, _) => "。",
            (Language::Chinese, false, true) => "，",
            (Language::Chinese, false, false) => "",
            (Language::English, true, _) => ".",
            (Language::English, false, true) => ", ",
            (Language::English, false, false) => " ",
        });
    }
    text
}

/// Makes `count` sentences, in paragraphs.
pub(crate) fn sentences(language: Language, seed: u64, count: usize) -> Vec<String> {
    sentences_of(language, seed, count, WORDS)
}

/// Makes a text on a subject with `different` different words.
pub(crate) fn on_one_subject(
    language: Language,
    seed: u64,
    count: usize,
    different: u64,
) -> String {
    sentences_of(language, seed, count, different).concat()
}

fn sentences_of(language: Language, seed: u64, count: usize, different: u64) -> Vec<String> {
    let mut numbers = Numbers::new(seed);
    (0..count)
        .map(|i| {
            let mut sentence = sentence(language, &mut numbers, different);
            sentence.push_str(match (language, i % 6 == 5) {
                (_, true) => "\n\n",
                (Language::Chinese, false) => "",
                (Language::English, false) => " ",
            });
            sentence
        })
        .collect()
}

pub(crate) fn text(language: Language, seed: u64, count: usize) -> String {
    sentences(language, seed, count).concat()
}

pub(crate) fn weighed(text: &str) -> Weighed {
    let prepared = Prepared::new(&normalize(text, LineBreaks::Layout));
    Weighed::new(prepared, &Background::new())
}

/// Aligns two texts, weighed by the built-in frequencies and the two texts.
pub(crate) fn align(a: &str, b: &str) -> Vec<Passage> {
    let prepare = |text: &str| Prepared::new(&normalize(text, LineBreaks::Layout));
    let (a, b) = (prepare(a), prepare(b));
    let background = Background::of([&a, &b]);
    passages(&Weighed::new(a, &background), &Weighed::new(b, &background))
}

pub(crate) fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// Cuts a span out of a text.
pub(crate) fn slice(text: &str, span: chachong_compare::Span) -> String {
    let (start, length) = (span.start as usize, span.len() as usize);
    text.chars().skip(start).take(length).collect()
}
