//! Tricks of copying, applied to a Chinese paragraph.

use chachong_compare::PassageKind;

use super::{assert_found, judge};
use crate::texts::Numbers;

const BEFORE_COPY: &str = "本文以三座城市的社区花园为对象，讨论居民怎样把闲置的边角地变成共同照料的绿地。第一章交代研究的缘起与方法，\
    说明访谈对象如何选取，观察记录怎样整理。我们在春秋两季各走访了十二处花园，与园丁、物业和街道工作人员交谈，并把谈话内容逐条编号。\
    为了避免先入为主，访谈提纲只列问题，不给选项。";
const AFTER_COPY: &str = "访谈结束以后，我们把园丁的说法与街道的账目逐项对照，发现二者在用水这一项上出入最大。有的花园由物业垫付水费，\
    年底再向居民募集；有的花园干脆接了屋顶的雨水，一年下来几乎不花钱。账目的差别背后，是各处花园与物业关系的远近，这一点留到下一章细谈。";
const BEFORE: &str = "厨余垃圾分类推行以来，如何就地消化成为许多小区的难题。清运车一天只来一趟，夏天桶边的气味常常引来投诉。一些小区试着在\
    角落里放置木箱，由志愿者轮班照看，效果参差不齐。本研究选取其中持续两年以上的五个小区，考察它们的做法为何能够坚持下来。";
const AFTER: &str = "当然，并不是每个小区都适合这样的安排。楼层高、住户多的小区产生的厨余远远超过几只箱子的容量，志愿者再热心也无济于事。\
    对于这类小区，更可行的办法是把预处理设备放在垃圾房里，由专人操作，再把产物运到郊区的苗圃。";

/// The original paragraph, with its words divided by `/`.
const WORDS: &str = "堆肥箱/能否/长久/运转/，/首先/取决于/投放/的/材料/是否/搭配/得当/。/菜叶/和/果皮/含水/多/，/单独/堆放/很快/就会/发酸/发臭/；\
    /枯叶/、/锯末/和/碎纸板/含碳/高/，/却/分解/得/很慢/。/把/两类/材料/按/体积/一比二/混合/，/再用/铁锹/翻动/几次/，/箱内/的/温度/三天/之内/就能/升到/\
    55/度/以上/。/碳氮比/（/C:N/）/在/25/到/30/之间/最为/理想/。/其次/，/水分/的/多少/也要/随/季节/调整/。/梅雨/季节/应当/盖上/透气/的/雨布/，\
    /并/多加/一层/干草/；/到了/秋天/空气/干燥/，/则/需要/每周/浇/一次/水/，/以/手捏/成团/、/松开/即散/为宜/。/最后/，/照看/的/人/要有/固定/的/分工/。\
    /我们/记录/的/五个/小区/里/，/凡是/排了/值日表/的/，/半年/后/仍/在/使用/；/没有/排表/的/，/有/三处/不到/两个/月/就/荒废/了/。\
    /可见/技术/并不/复杂/，/难/的/是/让/每个/人/知道/自己/哪/一天/该/做/什么/。/值日表/贴/在/箱盖/上/，/既是/提醒/，/也是/一种/公开/的/承诺/。";

fn original() -> String {
    WORDS.split(['/', ' ']).collect()
}

fn sentences() -> Vec<String> {
    original()
        .split_inclusive('。')
        .map(str::to_owned)
        .collect()
}

#[track_caller]
fn found(copy: &str, precision: f64, recall: f64) -> PassageKind {
    let original = original();
    assert_ne!(copy, BEFORE_COPY);
    assert_found(
        [BEFORE_COPY, copy, AFTER_COPY],
        [BEFORE, &original, AFTER],
        precision,
        recall,
    )[0]
    .kind
}

/// Replaces each text by the other; all of them must occur.
fn replaced(replacements: &[(&str, &str)]) -> String {
    let mut text = original();
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

#[test]
fn a_plain_copy() {
    assert_eq!(found(&original(), 0.99, 0.99), PassageKind::Identical);
}

#[test]
fn texts_around_it_have_nothing_in_common() {
    let (found, _) = judge([BEFORE_COPY, "", AFTER_COPY], [BEFORE, &original(), AFTER]);
    assert_eq!(found, []);
}

#[test]
fn other_punctuation() {
    let other = original()
        .replace('；', "，")
        .replace("，", " ")
        .replace('。', "！");
    assert_eq!(found(&other, 0.98, 0.98), PassageKind::Identical);
    let mut put_in = String::new();
    for (i, c) in original().chars().enumerate() {
        put_in.push(c);
        if i % 5 == 2 {
            put_in.push(['、', '·', '—', '"'][i % 4]);
        }
    }
    found(&put_in, 0.97, 0.97);
}

#[test]
fn other_width() {
    let wide: String = original()
        .chars()
        .map(|c| match c {
            '!'..='~' => char::from_u32(u32::from(c) + 0xFEE0).unwrap(),
            '，' => ',',
            '；' => ';',
            '（' => '(',
            '）' => ')',
            c => c,
        })
        .collect();
    assert_eq!(found(&wide, 0.98, 0.98), PassageKind::Identical);
}

#[test]
fn traditional_characters() {
    const SIMPLIFIED: &str = "长运转关键发单独叶锯纸废碳体积铁锹动内温两类应当盖气层干团则浇边难让个时间调随热红见过这样处难术杂贴讯种开诺记录区凡话里后仅";
    const TRADITIONAL: &str = "長運轉關鍵發單獨葉鋸紙廢碳體積鐵鍬動內溫兩類應當蓋氣層乾團則澆邊難讓個時間調隨熱紅見過這樣處難術雜貼訊種開諾記錄區凡話裡後僅";
    let traditional: String = original()
        .chars()
        .map(|c| {
            let at = SIMPLIFIED.chars().position(|s| s == c);
            at.map_or(c, |at| TRADITIONAL.chars().nth(at).unwrap())
        })
        .collect();
    assert!(traditional.contains("長久運轉"));
    found(&traditional, 0.97, 0.97);
}

#[test]
fn invisible_characters() {
    let mut text = String::new();
    for (i, c) in original().chars().enumerate() {
        text.push(c);
        text.push_str(["\u{200B}", "", "\u{2060}\u{FEFF}", "\u{AD}"][i % 4]);
    }
    assert_eq!(found(&text, 0.98, 0.98), PassageKind::Identical);
}

#[test]
fn characters_that_look_alike() {
    // Radicals of the blocks Kangxi and CJK supplement, a Cyrillic С and a Greek Ν.
    let text = replaced(&[
        ("一", "⼀"),
        ("人", "⼈"),
        ("水", "⽔"),
        ("手", "⼿"),
        ("高", "⾼"),
        ("用", "⽤"),
        ("日", "⽇"),
        ("月", "⽉"),
        ("干", "⼲"),
        ("里", "⾥"),
        ("自", "⾃"),
        ("C", "С"),
        ("N", "Ν"),
    ]);
    found(&text, 0.97, 0.97);
}

#[test]
fn spaces_and_line_breaks() {
    let mut spaced = String::new();
    for c in original().chars() {
        spaced.push(c);
        // A space in a number would make it two.
        if !c.is_ascii() {
            spaced.push(' ');
        }
    }
    assert_eq!(found(spaced.trim_end(), 0.98, 0.98), PassageKind::Identical);
    let mut broken = String::new();
    for (i, c) in original().chars().enumerate() {
        broken.push(c);
        if i % 17 == 16 {
            broken.push_str("\n\u{3000}");
        }
    }
    assert_eq!(found(&broken, 0.98, 0.98), PassageKind::Identical);
}

#[test]
fn sentences_split_and_merged() {
    let split = original().replace(['，', '；'], "。");
    found(&split, 0.98, 0.98);
    let merged = original().replace(['。', '；'], "，");
    let merged = merged.strip_suffix('，').unwrap().to_owned() + "。";
    found(&merged, 0.98, 0.98);
}

#[test]
fn sentences_in_another_order() {
    let mut reversed = sentences();
    reversed.reverse();
    found(&reversed.concat(), 0.95, 0.95);
    let mut turned = sentences();
    turned.rotate_left(4);
    turned.swap(1, 2);
    found(&turned.concat(), 0.95, 0.95);
}

const SYNONYMS: [(&str, &str); 30] = [
    // The first third is the light case.
    ("长久", "持久"),
    ("很快", "不久"),
    ("混合", "掺匀"),
    ("理想", "合适"),
    ("调整", "变动"),
    ("盖上", "罩住"),
    ("干燥", "少雨"),
    ("固定", "明确"),
    ("荒废", "弃置"),
    ("公开", "当众"),
    ("能否", "是否能够"),
    ("运转", "工作"),
    ("首先", "第一"),
    ("取决于", "要看"),
    ("搭配", "配合"),
    ("单独", "独自"),
    ("堆放", "放置"),
    ("分解", "腐化"),
    ("翻动", "翻搅"),
    ("升到", "达到"),
    ("最为", "是最"),
    ("其次", "第二"),
    ("应当", "最好"),
    ("需要", "必须"),
    ("最后", "第三"),
    ("记录", "调查"),
    ("使用", "运行"),
    ("复杂", "困难"),
    ("提醒", "提示"),
    ("承诺", "保证"),
];

#[test]
fn synonyms_for_some_words() {
    found(&replaced(&SYNONYMS[..10]), 0.95, 0.95);
}

#[test]
fn synonyms_for_many_words() {
    found(&replaced(&SYNONYMS), 0.93, 0.85);
}

#[test]
fn words_put_in_and_left_out() {
    let put_in = replaced(&[
        ("首先", "据我们的经验，首先"),
        ("三天之内", "一般来说三天之内"),
        ("其次，", "其次，需要特别注意的是，"),
        ("照看的人", "负责照看的那些人"),
        ("半年后", "我们半年后回访时"),
    ]);
    found(&put_in, 0.93, 0.93);
    let left_out = replaced(&[
        ("再用铁锹翻动几次，", ""),
        ("是否", ""),
        ("、锯末", ""),
        ("并多加一层干草；", ""),
        ("可见技术并不复杂，", ""),
        ("以手捏成团、", ""),
    ]);
    found(&left_out, 0.93, 0.93);
}

#[test]
fn words_shuffled_in_their_sentences() {
    let mut numbers = Numbers::new(7);
    let mut shuffled = String::new();
    let words: Vec<&str> = WORDS.split('/').map(str::trim).collect();
    for sentence in words.split_inclusive(|word| *word == "。") {
        let (stop, words) = sentence.split_last().unwrap();
        let mut words = words.to_vec();
        for i in (1..words.len()).rev() {
            words.swap(i, usize::try_from(numbers.below(i as u64 + 1)).unwrap());
        }
        shuffled.push_str(&words.concat());
        shuffled.push_str(stop);
    }
    found(&shuffled, 0.85, 0.70);
}

#[test]
fn written_anew_from_sentence_to_sentence() {
    let rewritten = "一只堆肥箱用不用得久，关键看放进去的材料配得对不对。果皮、菜叶水分多，如果单独堆着，很快便会又酸又臭；含碳高的枯叶和碎纸板\
        又分解得太慢。办法是两类材料以一比二的体积混合，用铁锹翻几次，这样三天之内箱里的温度就可以到55度以上，碳氮比在25到30之间最理想。\
        水分也得跟着季节调整：梅雨季节盖一层透气的雨布，多加干草；秋天干燥，每周要浇一次水，手捏能成团、一松开就散最合适。还有一点，照看的人\
        分工要固定。在我们记录的五个小区，排了值日表的半年后都还在使用，没排的有三处两个月不到就荒废了。技术其实并不复杂，难就难在让每个人\
        都知道自己该在哪一天做什么。";
    let rewritten: String = rewritten.split(' ').collect();
    found(&rewritten, 0.90, 0.75);
}
