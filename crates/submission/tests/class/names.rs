//! Names by chance.

/// Numbers by chance, the same for the same seed (`SplitMix64`).
pub struct Chance(u64);

impl Chance {
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap_or(0)
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

const SURNAMES: [(&str, &str); 30] = [
    ("王", "wang"),
    ("李", "li"),
    ("张", "zhang"),
    ("刘", "liu"),
    ("陈", "chen"),
    ("杨", "yang"),
    ("黄", "huang"),
    ("赵", "zhao"),
    ("吴", "wu"),
    ("周", "zhou"),
    ("徐", "xu"),
    ("孙", "sun"),
    ("马", "ma"),
    ("朱", "zhu"),
    ("胡", "hu"),
    ("郭", "guo"),
    ("何", "he"),
    ("林", "lin"),
    ("高", "gao"),
    ("罗", "luo"),
    ("单", "shan"),
    ("解", "xie"),
    ("曾", "zeng"),
    ("查", "zha"),
    ("吕", "lv"),
    ("欧阳", "ouyang"),
    ("司马", "sima"),
    ("上官", "shangguan"),
    ("诸葛", "zhuge"),
    ("尉迟", "yuchi"),
];

const GIVEN: [(&str, &str); 40] = [
    ("小", "xiao"),
    ("晓", "xiao"),
    ("一", "yi"),
    ("子", "zi"),
    ("宇", "yu"),
    ("雨", "yu"),
    ("欣", "xin"),
    ("佳", "jia"),
    ("嘉", "jia"),
    ("明", "ming"),
    ("浩", "hao"),
    ("梓", "zi"),
    ("涵", "han"),
    ("思", "si"),
    ("文", "wen"),
    ("雅", "ya"),
    ("志", "zhi"),
    ("强", "qiang"),
    ("建", "jian"),
    ("国", "guo"),
    ("丽", "li"),
    ("静", "jing"),
    ("磊", "lei"),
    ("娜", "na"),
    ("洋", "yang"),
    ("婷", "ting"),
    ("杰", "jie"),
    ("鑫", "xin"),
    ("博", "bo"),
    ("远", "yuan"),
    ("航", "hang"),
    ("诗", "shi"),
    ("若", "ruo"),
    ("云", "yun"),
    ("飞", "fei"),
    ("鹏", "peng"),
    ("雪", "xue"),
    ("梅", "mei"),
    ("兰", "lan"),
    ("竹", "zhu"),
];

const DOTTED: [(&str, &str); 8] = [
    ("阿依", "ayi"),
    ("古丽", "guli"),
    ("买提", "maiti"),
    ("吐尔", "tuer"),
    ("迪里", "dili"),
    ("艾山", "aishan"),
    ("热依", "reyi"),
    ("木江", "mujiang"),
];

const FIRST: [&str; 16] = [
    "Ann", "Maria", "Jonas", "Peter", "Lucy", "Olga", "Ivan", "Emma", "Noah", "Clara", "Hugo",
    "Nina", "Oscar", "Paula", "Simon", "Vera",
];

const LAST: [&str; 16] = [
    "Roe", "Doe", "Brandt", "Novak", "Petrov", "Silva", "Moreau", "Jensen", "Kowal", "Rossi",
    "Fischer", "Haugen", "Lund", "Meyer", "Ortega", "Vance",
];

/// Makes up a person: the name, and the name in Latin letters with the surname first.
pub fn person(chance: &mut Chance) -> (String, String) {
    match chance.below(20) {
        0 => {
            let mut pick = || DOTTED[chance.below(DOTTED.len())];
            let (a, b, c, d) = (pick(), pick(), pick(), pick());
            (
                format!("{}{}·{}{}", a.0, b.0, c.0, d.0),
                format!("{}{} {}{}", capital(a.1), b.1, capital(c.1), d.1),
            )
        }
        1 => {
            let name = format!(
                "{} {}",
                FIRST[chance.below(FIRST.len())],
                LAST[chance.below(LAST.len())]
            );
            (name.clone(), name)
        }
        _ => {
            let surname = SURNAMES[chance.below(SURNAMES.len())];
            let first = GIVEN[chance.below(GIVEN.len())];
            let second = if chance.one_in(6) {
                ("", "")
            } else {
                GIVEN[chance.below(GIVEN.len())]
            };
            (
                format!("{}{}{}", surname.0, first.0, second.0),
                format!("{} {}{}", capital(surname.1), capital(first.1), second.1),
            )
        }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// Returns a Latin name as one word in lower case.
pub fn pinyin_of(latin: &str) -> String {
    latin.replace(' ', "").to_lowercase()
}

/// Returns five letters and digits that differ for each number, as platforms hide students behind.
pub fn code(at: usize) -> String {
    const SIGNS: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";
    let mut number = at * 7_919 + 12_345_678;
    (0..5)
        .map(|_| {
            let sign = SIGNS[number % SIGNS.len()];
            number /= SIGNS.len();
            char::from(sign)
        })
        .collect()
}
