//! Finds what a tool printed before each line of code: line numbers, prompts, and the marks of a comparison.

/// Marks before the lines of a session or of a comparison.
const PROMPTS: &[&str] = &[">>>", "...", ">", "mysql>", "sqlite>", "->"];
/// Signs before and after a line number. The first pair that fits counts.
const NUMBERS: &[(&str, &str)] = &[("[", "]"), ("(", ")"), ("/*", "*/"), ("L", ":"), ("", "")];

/// Start of a line that may be a gutter.
#[derive(Clone, Copy)]
struct Gutter<'l> {
    /// Line number; `None` for a prompt.
    number: Option<u32>,
    /// Rest of the line.
    rest: &'l str,
}

impl<'l> Gutter<'l> {
    fn of(line: &'l str) -> Option<Self> {
        let line = line.trim_start();
        let numbered = |(open, close): &(&str, &str)| {
            let at = line.strip_prefix(open)?.trim_start();
            let rest = at.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = at[..at.len() - rest.len()].get(..6);
            let number = number
                .unwrap_or(&at[..at.len() - rest.len()])
                .parse()
                .ok()?;
            Some(Self {
                number: Some(number),
                rest: rest.strip_prefix(close)?,
            })
        };
        if let Some(gutter) = NUMBERS.iter().find_map(numbered) {
            // Blanks may stand before a bar; two bars are an operator.
            let bar = || {
                let rest = gutter.rest.trim_start().strip_prefix(['|', '│'])?;
                (!rest.starts_with('|')).then_some(rest)
            };
            let sign = gutter.rest.strip_prefix(['.', ':', ')']);
            return Some(Self {
                rest: sign.or_else(bar).unwrap_or(gutter.rest),
                ..gutter
            });
        }
        let ends = |rest: &&str| rest.is_empty() || rest.starts_with(' ');
        let prompt = |mark: &&str| line.strip_prefix(*mark).filter(ends);
        let cell = || {
            let (mark, rest) = line.split_once(':')?;
            let number = mark
                .strip_prefix("In [")
                .and_then(|mark| mark.strip_suffix(']'));
            let is_number = number.is_some_and(|number| number.parse::<u32>().is_ok());
            (mark == "..." || is_number).then_some(rest)
        };
        // Two of them are an operator, and with a line the border of a table.
        let added = || {
            line.strip_prefix('+')
                .filter(|rest| !rest.starts_with(['+', '-', '=']))
        };
        let rest = PROMPTS
            .iter()
            .find_map(prompt)
            .or_else(cell)
            .or_else(added)?;
        Some(Self { number: None, rest })
    }
}

/// Returns for each line of a listing how many characters at its start a tool printed: a line number or a prompt. All are 0 unless the
/// listing has at least four lines that are not blank, and three fifths of them begin with a prompt, or with a number that is one to three
/// higher than the one before. Two fifths are enough for lines that are only a number: a table of two columns gives such lines.
#[must_use]
pub fn gutters(lines: &[&str]) -> Vec<usize> {
    let found: Vec<Option<Gutter<'_>>> = lines.iter().map(|line| Gutter::of(line)).collect();
    let (mut all, mut rising, mut prompts, mut before) = (0_usize, 0_usize, 0_usize, None);
    let (mut alone, mut rising_alone) = (0_usize, 0_usize);
    for (line, gutter) in lines.iter().zip(&found) {
        all += usize::from(!line.trim().is_empty());
        let Some(Gutter { number, rest }) = gutter else {
            continue;
        };
        prompts += usize::from(number.is_none());
        let Some(number) = *number else {
            continue;
        };
        let rises =
            usize::from(before.is_some_and(|before| (before + 1..=before + 3).contains(&number)));
        rising += rises;
        if rest.trim().is_empty() {
            alone += 1;
            rising_alone += rises;
        }
        before = Some(number);
    }
    let are_most = |part: usize| all >= 4 && part * 5 >= all * 3;
    let is_column = alone >= 4 && rising_alone * 5 >= alone * 3 && alone * 5 >= all * 2;
    let is_numbered = are_most(rising) || is_column;
    let is_prompted = are_most(prompts);
    let length = |(line, gutter): (&&str, &Option<Gutter<'_>>)| {
        let is_gutter = |gutter: &&Gutter<'_>| match gutter.number {
            Some(_) => is_numbered,
            None => is_prompted,
        };
        let rest = gutter.as_ref().filter(is_gutter)?.rest;
        Some(line[..line.len() - rest.len()].chars().count())
    };
    (lines.iter().zip(&found))
        .map(|both| length(both).unwrap_or_default())
        .collect()
}

/// Maximum number of lines without a gutter in a row within a listing: a broken line, a page number.
const GAP: usize = 2;

/// Returns how many characters at the start of each line of a whole text a tool printed, as [`gutters`] does for one listing.
#[must_use]
pub fn gutters_in(lines: &[&str]) -> Vec<usize> {
    let mut lengths = vec![0; lines.len()];
    let may_be = |at: &usize| Gutter::of(lines[*at]).is_some();
    let places: Vec<usize> = (0..lines.len()).filter(may_be).collect();
    for stretch in places.chunk_by(|one, next| next - one <= GAP + 1) {
        let stretch = stretch[0]..stretch[stretch.len() - 1] + 1;
        lengths[stretch.clone()].copy_from_slice(&gutters(&lines[stretch]));
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::gutters;

    fn are_cut(lines: &[&str]) -> Vec<String> {
        let cut = lines.iter().zip(gutters(lines));
        cut.map(|(line, length)| line.chars().skip(length).collect())
            .collect()
    }

    #[test]
    fn numbers_that_rise_line_by_line_are_printed_ones() {
        let code = ["int a;", "int b;", "a = 7;", "b = 8;"];
        for [open, close] in [
            ["", " "],
            ["  00", ". "],
            ["", ":"],
            ["[", "] "],
            ["(", ") "],
            ["L", ": "],
            ["/*  ", "*/ "],
            [" ", "│"],
            ["   ", "   │ "],
        ] {
            let lines = (7..)
                .zip(code)
                .map(|(number, code)| format!("{open}{number}{close}{code}"));
            let lines: Vec<String> = lines.collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let cut = are_cut(&lines);
            let cut: Vec<&str> = cut.iter().map(|line| line.trim_start()).collect();
            assert_eq!(cut, code, "{open}{close}");
        }
        let operators = are_cut(&["7 a", "8 || b", "9 | c", "10 d"]);
        assert_eq!(operators, [" a", " || b", " c", " d"]);
        for lines in [
            ["7 int a;", "1 int b;", "int c;", "90 a = 7;"],
            ["L1: mov", "add", "sub", "L2: jmp"],
            ["[1, 0]", "[2, 0]", "[1, 1]", "[0, 1]"],
        ] {
            assert_eq!(are_cut(&lines), lines);
        }
    }

    #[test]
    fn numbers_in_a_column_of_their_own_are_printed_ones() {
        let lines: Vec<String> = (1..=8)
            .flat_map(|n| [n.to_string(), format!("x = a + {};", 90 - n)])
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(are_cut(&lines)[6..8], ["", "x = a + 86;"]);
    }

    #[test]
    fn prompts_are_printed_ones() {
        for lines in [
            [">>> def f(x):", "...     return x", "... ", ">>> f(3)"],
            [
                "In [12]: def f(x):",
                "    ...:     return x",
                "    ...: ",
                "In [13]: f(3)",
            ],
            ["> def f(x):", ">     return x", "> ", "> f(3)"],
            ["+def f(x):", "+    return x", "+", "+f(3)"],
        ] {
            let cut = are_cut(&lines);
            let cut: Vec<&str> = cut.iter().map(|line| line.trim()).collect();
            assert_eq!(cut, ["def f(x):", "return x", "", "f(3)"]);
        }
        for lines in [
            ["+-----+", "| a | b |", "+-----+", "+-----+"],
            ["++i;", "++j;", "--k;", "++l;"],
            ["> a", "b = 1", "c = 2", "d = 3"],
        ] {
            assert_eq!(are_cut(&lines), lines);
        }
    }
}
