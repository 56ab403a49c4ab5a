//! Makes a dump of `MediaWiki` to measure with: `make_dump TEXTS PAGES OUT.xml[.bz2] [CHARACTERS]`. TEXTS is a folder of Chinese
//! texts (`*.txt`, UTF-8). A chain over their characters, of order 2 and now and then 1, writes pages of about CHARACTERS (1,000)
//! each; no page equals another. `.bz2` is written in streams of 100 pages, as Wikimedia does.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Pages of a stream.
const STREAM: u64 = 100;
/// Characters of the texts that the chain is made of.
const MOST_CHARACTERS: usize = 6_000_000;

const HEADER: &str = r#"<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="zh">
  <siteinfo>
    <sitename>Wikipedia</sitename>
    <dbname>zhwiki</dbname>
    <base>https://zh.wikipedia.org/wiki/Wikipedia:%E9%A6%96%E9%A1%B5</base>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="6" case="first-letter">File</namespace>
      <namespace key="14" case="first-letter">Category</namespace>
    </namespaces>
  </siteinfo>
"#;

/// Characters of texts, and where each follows which.
struct Chain {
    characters: Vec<char>,
    /// Places behind each pair, and behind each single character.
    pairs: HashMap<(char, char), Vec<u32>>,
    singles: HashMap<char, Vec<u32>>,
}

/// Generator of numbers (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % (limit.max(1) as u64)).unwrap_or(0)
    }
}

impl Chain {
    fn of(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut files: Vec<_> = std::fs::read_dir(folder)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
            .collect();
        files.sort();
        let mut characters = Vec::new();
        for file in files {
            let text = std::fs::read_to_string(file)?;
            characters.extend(
                text.chars()
                    .filter(|&c| is_han(c) || "，。；、".contains(c)),
            );
            if characters.len() >= MOST_CHARACTERS {
                break;
            }
        }
        if characters.len() < 1000 {
            return Err("the folder has too little Chinese text".into());
        }
        let mut pairs: HashMap<_, Vec<u32>> = HashMap::new();
        let mut singles: HashMap<_, Vec<u32>> = HashMap::new();
        for (at, three) in characters.windows(3).enumerate() {
            let at = u32::try_from(at + 2)?;
            pairs.entry((three[0], three[1])).or_default().push(at);
            singles.entry(three[1]).or_default().push(at);
        }
        Ok(Self {
            characters,
            pairs,
            singles,
        })
    }

    fn text(&self, length: usize, random: &mut Random) -> Vec<char> {
        let mut text = Vec::with_capacity(length + 100);
        let start = random.below(self.characters.len() - 2);
        let (mut before, mut last) = (self.characters[start], self.characters[start + 1]);
        // On to the end of a sentence, and not for ever.
        while text.len() < length || last != '。' && text.len() < length + 100 {
            let places = if random.below(5) == 0 {
                self.singles.get(&last)
            } else {
                self.pairs.get(&(before, last))
            };
            let next = match places {
                Some(places) => self.characters[places[random.below(places.len())] as usize],
                None => self.characters[random.below(self.characters.len())],
            };
            text.push(next);
            (before, last) = (last, next);
        }
        text
    }
}

fn is_han(c: char) -> bool {
    ('\u{4E00}'..='\u{9FFF}').contains(&c)
}

/// Writes a page with the markup that pages have. Its text is written for XML.
fn page(chain: &Chain, id: u64, length: usize, out: &mut String) -> std::fmt::Result {
    let mut random = Random(id.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let text = chain.text(length, &mut random);
    let han: Vec<char> = text
        .iter()
        .copied()
        .filter(|&c| is_han(c))
        .take(4)
        .collect();
    let title: String = han.into_iter().collect();
    write!(
        out,
        "  <page>\n    <title>{title} {id}</title>\n    <ns>0</ns>\n    <id>{id}</id>\n    <revision>\n      <id>{}</id>\n      \
         <timestamp>2024-04-{:02}T08:30:00Z</timestamp>\n      <contributor>\n        <username>Chain</username>\n        \
         <id>1</id>\n      </contributor>\n      <model>wikitext</model>\n      <format>text/x-wiki</format>\n      \
         <text bytes=\"{}\" xml:space=\"preserve\">{{{{NoteTA|G1=IT}}}}\n{{{{Infobox\n| name = {title}\n| image = 甲.jpg\n| date = \
         {{{{start date|2001|{}}}}}\n}}}}\n'''{title}'''（{{{{lang-en|Page {id}}}}}）",
        id * 10 + 1,
        1 + id % 28,
        length * 3,
        1 + id % 12
    )?;
    let mut since_break = 0;
    let mut at = 0;
    while at < text.len() {
        let character = text[at];
        since_break += 1;
        let word = text[at..(at + 2 + random.below(3)).min(text.len())].iter();
        let word: Option<String> = word.map(|&c| is_han(c).then_some(c)).collect();
        match (random.below(240), word) {
            (0..=4, Some(word)) => {
                write!(out, "[[{word}]]")?;
                at += word.chars().count();
                continue;
            }
            (5..=7, Some(word)) => {
                write!(out, "[[{word} (消歧义)|{word}]]")?;
                at += word.chars().count();
                continue;
            }
            (8, Some(word)) => {
                write!(out, "-{{zh-hans:{word};zh-hant:{word}}}-")?;
                at += word.chars().count();
                continue;
            }
            (9, Some(word)) => {
                write!(out, "'''{word}'''")?;
                at += word.chars().count();
                continue;
            }
            _ => out.push(character),
        }
        at += 1;
        if character == '。' {
            if random.below(4) == 0 {
                write!(
                    out,
                    "&lt;ref name=&quot;r{at}&quot;&gt;{{{{cite web|url=http://example.com/{id}/{at}|title={title}|date=2020-01-01}}}}\
                     &lt;/ref&gt;"
                )?;
            }
            if since_break > 150 && at < text.len() {
                out.push_str("\n\n");
                if random.below(2) == 0 {
                    let heading: String = text[at..]
                        .iter()
                        .copied()
                        .filter(|&c| is_han(c))
                        .take(4)
                        .collect();
                    writeln!(out, "== {heading} ==")?;
                }
                since_break = 0;
            }
        }
    }
    out.push_str(
        "\n\n== 参考文献 ==\n{{reflist}}\n\n== 外部链接 ==\n* [http://example.com 网站]\n\n[[Category:链]]\n[[en:Chain]]</text>\n      \
         <sha1>0</sha1>\n    </revision>\n  </page>\n",
    );
    Ok(())
}

fn stream(
    chain: &Chain,
    from: u64,
    to: u64,
    length: usize,
    bzip2: bool,
) -> Result<Vec<u8>, String> {
    let mut xml = String::new();
    for id in from..to {
        page(chain, id, length, &mut xml).map_err(|error| error.to_string())?;
    }
    if bzip2 {
        packed(xml.as_bytes())
    } else {
        Ok(xml.into_bytes())
    }
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    banzai::encode(bytes, BufWriter::new(&mut out), 9).map_err(|error| error.to_string())?;
    Ok(out)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, pages, out, rest @ ..] = arguments.as_slice() else {
        return Err("make_dump TEXTS PAGES OUT.xml[.bz2] [CHARACTERS]".into());
    };
    let pages: u64 = pages.parse()?;
    let length: usize = rest.first().map_or(Ok(1000), |length| length.parse())?;
    let bzip2 = Path::new(out)
        .extension()
        .is_some_and(|ending| ending == "bz2");
    let chain = Chain::of(Path::new(folder))?;
    let mut file = BufWriter::new(File::create(out)?);
    file.write_all(&if bzip2 {
        packed(HEADER.as_bytes())?
    } else {
        HEADER.as_bytes().to_vec()
    })?;
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get() as u64);
    let mut next = 1;
    while next <= pages {
        let streams = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|number| next + number * STREAM)
                .filter(|&from| from <= pages)
                .map(|from| {
                    let chain = &chain;
                    let to = (from + STREAM).min(pages + 1);
                    scope.spawn(move || stream(chain, from, to, length, bzip2))
                })
                .collect();
            workers
                .into_iter()
                .map(|worker| {
                    worker
                        .join()
                        .map_err(|_| "a thread ended early".to_owned())?
                })
                .collect::<Result<Vec<_>, String>>()
        })?;
        for stream in streams {
            file.write_all(&stream)?;
        }
        next += threads * STREAM;
    }
    let footer = b"</mediawiki>\n";
    file.write_all(&if bzip2 {
        packed(footer)?
    } else {
        footer.to_vec()
    })?;
    file.flush()?;
    Ok(())
}
