//! Document frequencies: the number of documents in which each term occurs, counted in the user's documents on top of a
//! built-in table. They give the inverse document frequency of a term and tell which terms are common.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use chachong_text::TermCounts;

/// Number of documents that the built-in table of ordinary texts counts as. Ten documents of the user hardly change the frequencies;
/// thousands of them determine the frequencies.
pub const PRIOR_DOCUMENTS: u32 = 300;

/// Number of units of [`DocumentFrequencies::idf`] in one bit of information.
pub const IDF_UNIT: u32 = 64;

/// First line of the text form; another meaning of the counts or another prior needs another line.
const HEADER: &str = "document-frequencies 1 jieba-0.42.1-idf";

/// jieba's table: for each word, the number of texts in a million that hold it.
static PRIOR: LazyLock<std::collections::HashMap<&'static str, u64>> = LazyLock::new(|| {
    include_str!("../assets/words.txt")
        .lines()
        .filter_map(|line| {
            let (word, texts) = line.split_once(' ')?;
            Some((word, texts.parse().ok()?))
        })
        .collect()
});

static STARTING: DocumentFrequencies = DocumentFrequencies {
    documents: 0,
    counts: BTreeMap::new(),
};

/// Number of documents in which each term occurs. Equal tables give equal frequencies on every platform, because all arithmetic uses
/// integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct DocumentFrequencies {
    documents: u32,
    counts: BTreeMap<String, u32>,
}

/// Error: the text is not a table of document frequencies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a table of document frequencies")]
pub struct NotATable {
    /// Number of the first line that is wrong, from 1.
    pub line: usize,
}

impl DocumentFrequencies {
    /// Returns the built-in table, before any document is added.
    #[must_use]
    pub fn starting() -> &'static Self {
        &STARTING
    }

    /// Adds one document, given by its distinct terms. All documents of a table must use the same rule for terms; otherwise the
    /// frequencies are useless.
    pub fn add(&mut self, terms: &TermCounts) {
        self.documents = self.documents.saturating_add(1);
        for (term, _) in terms.iter() {
            if let Some(count) = self.counts.get_mut(term) {
                *count = count.saturating_add(1);
            } else {
                self.counts.insert(term.to_owned(), 1);
            }
        }
    }

    /// Returns the number of documents added, without those of the built-in table.
    #[must_use]
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// Returns the number of documents with the term and of documents in all, real and imaginary, in millionths of a
    /// document. Both are below 2^53.
    fn millionths(&self, term: &str) -> (u64, u64) {
        let own = self.counts.get(term).copied().unwrap_or(0);
        let prior = PRIOR.get(term).copied().unwrap_or(0);
        let with = u64::from(own) * 1_000_000 + u64::from(PRIOR_DOCUMENTS) * prior;
        let all = (u64::from(self.documents) + u64::from(PRIOR_DOCUMENTS)) * 1_000_000;
        (with, all)
    }

    /// Returns the inverse document frequency of a term, `log2((documents + 1) / (documents with it + 1/2))`, in 64ths of a bit
    /// ([`IDF_UNIT`]), rounded down: below 40 bits (2,560). The documents of the built-in table count too. A term that no document has
    /// gets the largest value.
    #[must_use]
    pub fn idf(&self, term: &str) -> u32 {
        let (with, all) = self.millionths(term);
        log2(all + 1_000_000, with + 500_000)
    }

    /// Returns whether more than half of the documents contain the term, including those of the built-in table.
    #[must_use]
    pub fn is_common(&self, term: &str) -> bool {
        let (with, all) = self.millionths(term);
        2 * with > all
    }

    /// Returns the terms of the user's documents that are common ([`Self::is_common`]), sorted by their characters.
    pub fn common(&self) -> impl Iterator<Item = &str> {
        let terms = self.counts.keys().map(String::as_str);
        terms.filter(|term| self.is_common(term))
    }

    /// Returns the name of the table in a recipe's text form: the built-in table, the number of added documents, and a digest (XXH3).
    #[must_use]
    pub fn name(&self) -> String {
        let digest = XxHash3_64::oneshot(self.to_string().as_bytes());
        format!("jieba-{PRIOR_DOCUMENTS}+{}:{digest:016x}", self.documents)
    }
}

/// Returns `log2(numerator / denominator)` in parts of [`IDF_UNIT`], rounded down; 0 where that is negative. Both lie
/// below 2^54 and the denominator is not 0. By squaring, in integers: the logarithms of different platforms' libraries
/// differ.
fn log2(numerator: u64, denominator: u64) -> u32 {
    const POINT: u32 = 40;
    // Below 2^94.
    let ratio = (u128::from(numerator) << POINT) / u128::from(denominator);
    let Some(whole) = ratio
        .checked_ilog2()
        .and_then(|high| high.checked_sub(POINT))
    else {
        return 0;
    };
    // From here 1 <= mantissa < 2, with 40 digits after the point; its square has 80.
    let mut mantissa = ratio >> whole;
    let mut log = whole;
    for _ in 0..IDF_UNIT.ilog2() {
        mantissa = (mantissa * mantissa) >> POINT;
        let digit = u32::from(mantissa >> (POINT + 1) != 0);
        mantissa >>= digit;
        log = log << 1 | digit;
    }
    log
}

/// Writes a header, the number of documents, then a line for each term with its number of documents, in the order of
/// the characters. White space, control characters and `%` in a term are written as `%` and two hex digits a byte.
impl std::fmt::Display for DocumentFrequencies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{HEADER} {PRIOR_DOCUMENTS}\n{}", self.documents)?;
        for (term, count) in &self.counts {
            for c in term.chars() {
                if c == '%' || c.is_whitespace() || c.is_control() {
                    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                        write!(f, "%{byte:02x}")?;
                    }
                } else {
                    f.write_char(c)?;
                }
            }
            writeln!(f, " {count}")?;
        }
        Ok(())
    }
}

impl FromStr for DocumentFrequencies {
    type Err = NotATable;

    /// Reads the text form that `Display` writes.
    fn from_str(text: &str) -> Result<Self, NotATable> {
        let mut lines = (1..).zip(text.lines());
        let wrong = |line| NotATable { line };
        let header = lines.next().and_then(|(_, line)| line.strip_prefix(HEADER));
        let prior = header.and_then(|rest| rest.trim_start().parse::<u32>().ok());
        if prior != Some(PRIOR_DOCUMENTS) {
            return Err(wrong(1));
        }
        let documents = lines.next().and_then(|(_, line)| line.parse().ok());
        let documents = documents.ok_or(wrong(2))?;
        let mut counts = BTreeMap::new();
        for (number, line) in lines {
            let row = line.split_once(' ').and_then(|(term, count)| {
                let count = count.parse().ok()?;
                (1..=documents).contains(&count).then_some(())?;
                Some((unescaped(term)?, count))
            });
            let (term, count) = row.ok_or(wrong(number))?;
            if counts.insert(term, count).is_some() {
                return Err(wrong(number));
            }
        }
        Ok(Self { documents, counts })
    }
}

fn unescaped(term: &str) -> Option<String> {
    let mut pieces = term.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let digits = piece.get(..2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

impl From<DocumentFrequencies> for String {
    fn from(table: DocumentFrequencies) -> Self {
        table.to_string()
    }
}

impl TryFrom<String> for DocumentFrequencies {
    type Error = NotATable;

    fn try_from(text: String) -> Result<Self, NotATable> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chachong_text::TermRule;

    fn table(documents: &[&str]) -> DocumentFrequencies {
        let mut table = DocumentFrequencies::default();
        for text in documents {
            table.add(&TermCounts::of_raw(text, TermRule::WhiteSpace));
        }
        table
    }

    #[test]
    fn rarer_terms_weigh_more_from_the_start() {
        let start = DocumentFrequencies::starting();
        let idf = |term: &str| f64::from(start.idf(term)) / f64::from(IDF_UNIT);
        // log2(301 / 0.5), log2(301 / (300 * 0.048453 + 0.5))
        assert!((idf("从未见过的词") - 9.23).abs() < 0.02);
        assert!((idf("中国") - 4.32).abs() < 0.03, "{}", idf("中国"));
        assert!(idf("中国") < idf("研究") && idf("研究") < idf("图书馆"));
        assert!(PRIOR.len() > 20_000 && PRIOR.values().all(|&texts| texts <= 1_000_000));
    }

    #[test]
    fn ones_own_documents_take_over() {
        let mut table = DocumentFrequencies::default();
        let terms = TermCounts::of_raw("图书馆 我校 图书馆", TermRule::WhiteSpace);
        let before = table.idf("我校");
        assert!(!table.is_common("我校"));
        for _ in 0..400 {
            table.add(&terms);
        }
        assert!(table.is_common("我校") && table.idf("我校") < before / 8);
        assert_eq!(table.common().collect::<Vec<_>>(), ["图书馆", "我校"]);
        assert_eq!(table.documents(), 400);
    }

    #[test]
    fn the_name_tells_tables_apart_and_stays() {
        assert_eq!(
            DocumentFrequencies::starting().name(),
            "jieba-300+0:928cd4bd69be6bfa"
        );
        let (a, b) = (table(&["x y", "z"]), table(&["z", "y x"]));
        assert_eq!((&a, a.name()), (&b, b.name()));
        assert_ne!(a.name(), table(&["x y z", "z"]).name());
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let wrong = |text: &str| text.parse::<DocumentFrequencies>().map_err(|e| e.line);
        let head = format!("{HEADER} {PRIOR_DOCUMENTS}\n");
        assert_eq!(wrong(""), Err(1));
        assert_eq!(wrong("document-frequencies 2 x\n1\n"), Err(1));
        assert_eq!(wrong(&head), Err(2));
        for row in ["x", "x 0", "x 4", "x%2 1", "x%ff 1", "x y 1", "x 1\nx 1"] {
            assert!(wrong(&format!("{head}3\n{row}\n")).is_err(), "{row}");
        }
        assert!(wrong(&format!("{head}3\nx 1\n")).is_ok());
    }

    proptest! {
        #[test]
        fn log2_is_the_logarithm(numerator in 1_u64..1 << 54, denominator in 1_u64..1 << 54) {
            let exact = (numerator as f64 / denominator as f64).log2().max(0.0) * f64::from(IDF_UNIT);
            let got = f64::from(log2(numerator, denominator));
            prop_assert!(got <= exact + 1e-6 && got > exact - 1.001, "{} for {}", got, exact);
        }

        #[test]
        fn the_text_form_leads_back(documents in prop::collection::vec("[a-c%中文\u{a0} \n]{0,20}", 0..6)) {
            let mut table = table(&documents.iter().map(String::as_str).collect::<Vec<_>>());
            table.add(&TermCounts::of_raw(&documents.concat(), TermRule::Shingles));
            prop_assert_eq!(table.to_string().parse::<DocumentFrequencies>(), Ok(table.clone()));
            let json = serde_json::to_string(&table).unwrap();
            prop_assert_eq!(serde_json::from_str::<DocumentFrequencies>(&json).unwrap(), table);
        }
    }
}
