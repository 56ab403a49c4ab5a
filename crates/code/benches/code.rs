//! Figures of the comparison on labelled programs, by `cargo bench --bench code -- ARGUMENTS`: `FOLDER` of tasks with `original`,
//! `plagiarized/L1` to `L6` and `non-plagiarized`; `--class FOLDER ...` lists the pairs of a folder of texts; `--time N` makes N
//! documents.
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a measuring program for developers"
)]

use chachong_code::{Comparison, Language, Listing, listings};
use std::path::{Path, PathBuf};
use std::time::Instant;

struct Case {
    task: usize,
    level: usize,
    document: Vec<Listing>,
}

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
        [folder] => tasks(Path::new(folder)),
        _ => println!("FOLDER | --class FOLDER ... | --time N"),
    }
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

fn tasks(folder: &Path) {
    let mut cases = Vec::new();
    let folders: Vec<PathBuf> = below(folder)
        .into_iter()
        .filter(|path| path.join("original").is_dir())
        .collect();
    for (task, folder) in folders.iter().enumerate() {
        cases.push(Case {
            task,
            level: 9,
            document: program(&folder.join("original")),
        });
        for level in 1..=6 {
            for version in below(&folder.join(format!("plagiarized/L{level}"))) {
                cases.push(Case {
                    task,
                    level,
                    document: program(&version),
                });
            }
        }
        for other in below(&folder.join("non-plagiarized")) {
            cases.push(Case {
                task,
                level: 0,
                document: program(&other),
            });
        }
    }
    cases.retain(|case| !case.document.is_empty());
    for (name, class) in [
        ("pairs alone", 0),
        ("each task a class", 1),
        ("all tasks a class", 2),
    ] {
        println!("== {name}");
        report(&scores(&cases, folders.len(), class), folders.len());
    }
}

/// Task, level, likeness and whether it is strong, of each pair with an original.
type Score = (usize, usize, f64, bool);

fn scores(cases: &[Case], tasks: usize, class: usize) -> Vec<Score> {
    let mut scores = Vec::new();
    let whole: Vec<Vec<Listing>> = cases.iter().map(|case| case.document.clone()).collect();
    let all = Comparison::of(&whole);
    for task in 0..tasks {
        let own: Vec<usize> = (0..cases.len())
            .filter(|at| cases[*at].task == task)
            .collect();
        let documents: Vec<Vec<Listing>> = own.iter().map(|at| whole[*at].clone()).collect();
        let alone = Comparison::of(&documents);
        for (at, case) in own.iter().enumerate().skip(1) {
            let two = [documents[0].clone(), documents[at].clone()];
            let pair = match class {
                0 => Comparison::of(&two).pair(0, 1),
                1 => alone.pair(0, at),
                _ => all.pair(own[0], *case),
            };
            let pair = pair.expect("both are there");
            scores.push((task, cases[*case].level, pair.similarity, pair.strong));
        }
    }
    scores
}

fn report(scores: &[Score], tasks: usize) {
    for task in (0..tasks).map(Some).chain([None]) {
        let own: Vec<&Score> = scores
            .iter()
            .filter(|score| task.is_none_or(|task| score.0 == task))
            .collect();
        let mut strangers: Vec<f64> = own
            .iter()
            .filter(|score| score.1 == 0)
            .map(|score| score.2)
            .collect();
        strangers.sort_by(f64::total_cmp);
        // The least likeness that at most 2 % of the independent ones exceed.
        let allowed = strangers.len() / 50;
        let bar = strangers[strangers.len() - 1 - allowed];
        let part = |from: usize, to: usize, found: &dyn Fn(&Score) -> bool| {
            let pairs: Vec<_> = own
                .iter()
                .filter(|score| (from..=to).contains(&score.1))
                .collect();
            pairs.iter().filter(|score| found(score)).count() as f64 / pairs.len() as f64
        };
        let copies: Vec<f64> = own
            .iter()
            .filter(|score| score.1 > 0)
            .map(|score| score.2)
            .collect();
        let above = copies.iter().map(|copy| {
            strangers
                .iter()
                .map(|other| {
                    if copy > other {
                        1.0
                    } else {
                        f64::from(u8::from((copy - other).abs() < 1e-12)) / 2.0
                    }
                })
                .sum::<f64>()
        });
        let area = above.sum::<f64>() / (copies.len() * strangers.len()) as f64;
        let over = |score: &Score| score.2 > bar;
        let levels: Vec<String> = (1..=6)
            .map(|level| format!("{:.2}", part(level, level, &over)))
            .collect();
        println!(
            "task {:4} auc {area:.3} bar {bar:.3} levels {} | to 3 {:.3} all {:.3} | strong: to 3 {:.3} all {:.3} strangers {}/{}",
            task.map_or("all".into(), |task| (task + 1).to_string()),
            levels.join(" "),
            part(1, 3, &over),
            part(1, 6, &over),
            part(1, 3, &|score| score.3),
            part(1, 6, &|score| score.3),
            own.iter().filter(|score| score.1 == 0 && score.3).count(),
            strangers.len(),
        );
    }
    for task in 0..tasks {
        // Leave one task out: the bar of the others.
        let others = scores
            .iter()
            .filter(|score| score.0 != task && score.1 == 0)
            .map(|score| score.2);
        let bar = others.fold(0.0, f64::max);
        let found = |from: usize, to: usize| {
            let own: Vec<_> = scores
                .iter()
                .filter(|score| score.0 == task && (from..=to).contains(&score.1))
                .collect();
            own.iter().filter(|score| score.2 > bar).count() as f64 / own.len() as f64
        };
        println!(
            "left out {}: bar {bar:.3} to 3 {:.3} all {:.3} strangers {:.3}",
            task + 1,
            found(1, 3),
            found(1, 6),
            found(0, 0)
        );
    }
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
    let pairs = Comparison::of(&documents).pairs();
    let strong = pairs.iter().filter(|pair| pair.strong).count();
    println!(
        "{}: {} documents, {with} with {count} listings of {} lines, {strong} strong pairs",
        folder.display(),
        paths.len(),
        lines.get()
    );
    for pair in pairs
        .iter()
        .filter(|pair| pair.strong)
        .take(12)
        .chain(pairs.iter().filter(|pair| !pair.strong).take(4))
    {
        let tokens: usize = pair.tiles.iter().map(|tile| tile.tokens).sum();
        let longest = pair.tiles.iter().map(|tile| tile.tokens).max().unwrap_or(0);
        println!(
            "  {} {} {:.3} shares {:.2} {:.2} tokens {tokens} longest {longest} comments {}{}",
            paths[pair.a].file_name().unwrap_or_default().display(),
            paths[pair.b].file_name().unwrap_or_default().display(),
            pair.similarity,
            pair.share_a,
            pair.share_b,
            pair.comments.len(),
            if pair.strong { " strong" } else { "" },
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
    let comparison = Comparison::of(&documents);
    let candidates = comparison.candidates().len();
    let counted = start.elapsed();
    let pairs = comparison.pairs();
    let strong = pairs.iter().filter(|pair| pair.strong).count();
    println!(
        "read {read:.2?}, counted {counted:.2?}, {candidates} candidates, all {:.2?}, {strong} strong",
        start.elapsed()
    );
}
