//! `chachong fingerprint`: prints one text's fingerprint in hex and in four blocks of bits, and on request explains it.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::{CliError, Completion};
use super::extract;
use super::output::print_stdout;
use super::table::{printable, table};
use chachong_check as check;
use chachong_import::{Extracted, decode_text};
use chachong_messages::Language;
use chachong_messages::percent;
use chachong_simhash::{Explanation, Recipe, Weighed};

#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) file: PathBuf,
    pub(super) recipe: Recipe,
    pub(super) explain: bool,
}

/// Maximum number of terms named on each side of a bit.
const DECIDING: usize = 3;

pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Completion, CliError> {
    let extracted = if arguments.file == Path::new("-") {
        standard_input()?
    } else {
        extract::extract(&arguments.file, language)?
    };
    let content = check::fingerprint_by(&extracted, &arguments.recipe.into());
    let fingerprint = content.fingerprint.ok_or(CliError::TooFewTerms)?;
    if arguments.recipe.width() == 32 {
        // The articles write these as 32 bits, the first term digit leftmost.
        print_stdout(&format!(
            "{:08x}\n{:016b} {:016b}",
            fingerprint.0,
            fingerprint.block(2),
            fingerprint.block(3)
        ));
    } else {
        print_stdout(&format!("{fingerprint}\n{}", fingerprint.bits_in_blocks()));
    }
    if arguments.explain {
        let terms = check::terms(&extracted, arguments.recipe);
        if let Some(explanation) = arguments.recipe.explain(&terms) {
            print_stdout(&explained(&explanation, language));
        }
    }
    Ok(Completion::Complete)
}

/// Formats the recipe and a table of the bits, leftmost first: value, margin and the terms on either side with their
/// shares of the total weight.
fn explained(explanation: &Explanation<'_>, language: Language) -> String {
    let recipe = explanation.recipe();
    let total = explanation.total() as f64;
    let named = |terms: &[Weighed<'_>]| {
        let named = terms.iter().map(|term| {
            let share = percent(f64::from(term.weight) / total);
            format!("{} {share}", printable(term.text))
        });
        named.collect::<Vec<_>>().join(" · ")
    };
    let rows: Vec<Vec<String>> = (0..recipe.width())
        .rev()
        .map(|bit| {
            let deciding = explanation.deciding(bit, DECIDING);
            vec![
                (recipe.width() - bit).to_string(),
                (explanation.fingerprint().0 >> bit & 1).to_string(),
                percent(explanation.margin(bit as usize)),
                named(&deciding.agreeing),
                named(&deciding.opposing),
            ]
        })
        .collect();
    let headings = ["bit", "value", "margin", "for", "against"]
        .map(|heading| language.text(&format!("cli.explain.{heading}")));
    format!(
        "\n{}\n\n{}\n\n{}",
        recipe.text_form(),
        table(&headings, &rows, &[0, 1, 2]),
        language.text("cli.explain.legend")
    )
}

fn standard_input() -> Result<Extracted, CliError> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    decode_text(&bytes).map_err(CliError::StandardInput)
}
