//! Figures of the comparison on labelled programs, by `cargo bench --bench code -- ARGUMENTS`: `FOLDER` of sets, each with `files`
//! (a file or a folder each submission), `labels.tsv` (a, b, `copied` or `independent`) and `base` (code that was handed out);
//! `--scores FOLDER` prints the pairs; `--class FOLDER ...` lists the pairs of a folder of texts; `--time N` makes N documents.
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a measuring program for developers"
)]

use chachong_code::{Comparison, Language, Listing, listings};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    match arguments.as_slice() {
        [flag, folders @ ..] if flag == "--class" => {
            for folder in folders {
                class(Path::new(folder));
            }
        }
        [flag, count] if flag == "--time" => time(count.parse().expect("a number")),
        [flag, folder] if flag == "--scores" => {
            for folder in below(Path::new(folder)) {
                let set = name(&folder);
                for ((a, b), score) in scores(&folder) {
                    println!("{set}\t{a}\t{b}\t{score:.4}");
                }
            }
        }
        [folder] => {
            for folder in below(Path::new(folder)) {
                labelled(&folder);
            }
        }
        _ => println!("FOLDER | --scores FOLDER | --class FOLDER ... | --time N"),
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().display().to_string()
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let all = below(folder).into_iter();
    all.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    })
    .collect()
}

fn program(folder: &Path) -> Vec<Listing> {
    let read = |path: PathBuf| {
        let language = path
            .extension()
            .and_then(|ending| Language::of_ending(&ending.to_string_lossy()))?;
        Some(Listing::of(
            &String::from_utf8_lossy(&std::fs::read(&path).ok()?),
            language,
        ))
    };
    files(folder).into_iter().filter_map(read).collect()
}

/// Each document is a submission.
fn numbers(documents: &[Vec<Listing>]) -> Vec<u32> {
    (0..).take(documents.len()).collect()
}

/// The score of each pair of submissions of a set that counts, by their names, ascending.
fn scores(set: &Path) -> HashMap<(String, String), f64> {
    let submissions = below(&set.join("files"));
    let programs: Vec<Vec<Listing>> = submissions.iter().map(|path| program(path)).collect();
    let base = set.join("base");
    let given = if base.is_dir() {
        vec![program(&base)]
    } else {
        Vec::new()
    };
    let pairs = Comparison::of(&programs, &numbers(&programs), &given)
        .pairs(|_, _| true)
        .into_iter();
    pairs
        .map(|(a, b, score)| ((name(&submissions[a]), name(&submissions[b])), score))
        .collect()
}

/// Prints the area under the curve, and the recall at 1 % and at no false pairs.
fn labelled(set: &Path) {
    let Ok(labels) = std::fs::read_to_string(set.join("labels.tsv")) else {
        return;
    };
    let scores = scores(set);
    let (mut copied, mut independent) = (Vec::new(), Vec::new());
    for label in labels.lines().skip(1) {
        let mut fields = label.split('\t');
        let mut pair = [
            fields.next().unwrap_or_default(),
            fields.next().unwrap_or_default(),
        ];
        pair.sort_unstable();
        let [a, b] = pair.map(str::to_owned);
        let score = scores.get(&(a, b)).copied().unwrap_or(0.0);
        match fields.next() {
            Some("copied") => copied.push(score),
            Some("independent") => independent.push(score),
            _ => {}
        }
    }
    independent.sort_by(|x, y| y.total_cmp(x));
    let recall = |rank: usize| {
        let bar = independent.get(rank).copied().unwrap_or(-1.0);
        copied.iter().filter(|score| **score > bar).count() as f64 / copied.len().max(1) as f64
    };
    println!(
        "{:20} {:4} copied, {:6} independent: recall at 1 % {:.2}, at none {:.2}; listed {}, {}",
        name(set),
        copied.len(),
        independent.len(),
        recall(independent.len() / 100),
        recall(0),
        copied.iter().filter(|score| **score > 0.0).count(),
        independent.iter().filter(|score| **score > 0.0).count(),
    );
}

fn class(folder: &Path) {
    let paths = files(folder);
    let mut documents = Vec::new();
    let lines = std::cell::Cell::new(0);
    for path in &paths {
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned();
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().into_owned())
            .unwrap_or_default();
        documents.push(match Language::of_ending(&ending) {
            Some(language) => vec![Listing::of(&text, language)],
            None => Listing::within(&text, &listings(&text), |code| {
                lines.set(lines.get() + code.lines().count());
                if std::env::var_os("SHOW").is_some() {
                    println!("---- {}\n{code}", path.display());
                }
                Language::guess(code)
            }),
        });
    }
    let count: usize = documents.iter().map(Vec::len).sum();
    let with = documents
        .iter()
        .filter(|document| !document.is_empty())
        .count();
    let comparison = Comparison::of(&documents, &numbers(&documents), &[]);
    let pairs = comparison.pairs(|_, _| true);
    println!(
        "{}: {} documents, {with} with {count} listings of {} lines, {} pairs",
        folder.display(),
        paths.len(),
        lines.get(),
        pairs.len()
    );
    for (a, b, score) in pairs.into_iter().take(16) {
        let pair = comparison.pair(a, b, score).expect("both are there");
        let tokens: usize = pair.tiles.iter().map(|tile| tile.tokens).sum();
        println!(
            "  {} {} {score:.3} shares {:.2} {:.2} tokens {tokens} comments {}",
            name(&paths[a]),
            name(&paths[b]),
            pair.share_a,
            pair.share_b,
            pair.comments.len(),
        );
    }
}

/// Documents of 300 lines of made statements, a third of them the same for all, every tenth a copy.
fn time(count: u64) {
    let mut state = 7_u64;
    let mut next = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut line = move || {
        let (x, y, z) = (next(50), next(50), next(1000));
        match next(8) {
            0 => format!("for (int i = {x}; i < n{y}; i++) {{ a[i] = b{z}; }}\n"),
            1 => format!("if (v{x} > {z} && v{y} < {y}) {{ call{x}(v{y}, \"text {z}\"); }}\n"),
            2 => format!("double v{x} = v{y} * {z} + f{x}(v{z});\n"),
            3 => format!("print(\"value {x} is \" + v{y});\n"),
            4 => format!("return v{x} - v{y} / {z};\n"),
            5 => format!("while (v{x} != v{y}) {{ v{x} += {z}; v{y}--; }}\n"),
            6 => format!("String s{x} = name{y}.get({z}).trim();\n"),
            _ => format!("v{x} = v{y};\n"),
        }
    };
    let given: String = (0..100).map(|_| line()).collect();
    let mut texts: Vec<String> = Vec::new();
    for at in 0..usize::try_from(count).expect("small") {
        if at % 10 == 9 {
            texts.push(texts[at - 1].replace('v', "w"));
        } else {
            texts.push(format!(
                "{given}{}",
                (0..200).map(|_| line()).collect::<String>()
            ));
        }
    }
    let start = Instant::now();
    let documents: Vec<Vec<Listing>> = texts
        .iter()
        .map(|text| vec![Listing::of(text, Language::Java)])
        .collect();
    let read = start.elapsed();
    let comparison = Comparison::of(&documents, &numbers(&documents), &[]);
    let pairs = comparison.pairs(|_, _| true);
    let found = start.elapsed();
    let tiles: usize = (pairs.iter())
        .filter_map(|&(a, b, score)| comparison.pair(a, b, score))
        .map(|pair| pair.tiles.len())
        .sum();
    println!(
        "read {read:.2?}, compared {found:.2?}, all {:.2?}: {} pairs, {tiles} tiles",
        start.elapsed(),
        pairs.len()
    );
}
