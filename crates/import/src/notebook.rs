//! Reader for notebooks (ipynb): the text of markdown cells, the lines of code cells and their output, in order.
//!
//! Pictures in outputs are not read. If an output has several forms, only its plain text is read.

use serde::Deserialize;

use super::json_mending::mended;
use super::{Extracted, Format, ImportCause, markdown};
use chachong_text::{Exclusion, ExclusionReason, LineBreaks};

#[derive(Deserialize)]
struct Notebook {
    cells: Option<Vec<Cell>>,
    /// Form 3 (until 2015) has its cells in sheets.
    worksheets: Option<Vec<Sheet>>,
    /// Any value: only a part of it is used, and a file with another one is read all the same.
    #[serde(default)]
    metadata: serde_json::Value,
}

/// Returns the extension of source files in the language of a notebook's code, in lower case: the one that the notebook states, or else
/// the name of the language, which often is one too. `None` if the notebook states neither.
fn language(metadata: &serde_json::Value) -> Option<String> {
    let places = ["/language_info/file_extension", "/kernelspec/language"];
    let mut stated = places.into_iter().filter_map(|place| {
        let stated = metadata.pointer(place)?.as_str()?.to_lowercase();
        Some(stated.trim().trim_start_matches('.').to_owned())
    });
    stated.find(|one| !one.is_empty())
}

#[derive(Deserialize)]
struct Sheet {
    #[serde(default)]
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(default, rename = "cell_type")]
    kind: String,
    /// Called `input` in code cells of form 3.
    #[serde(default, alias = "input")]
    source: Lines,
    #[serde(default)]
    outputs: Vec<Output>,
}

#[derive(Deserialize)]
struct Output {
    /// What a stream printed, and in form 3 any plain text.
    #[serde(default)]
    text: Lines,
    #[serde(default)]
    data: Data,
    ename: Option<String>,
    evalue: Option<String>,
}

#[derive(Default, Deserialize)]
struct Data {
    #[serde(default, rename = "text/plain")]
    plain: Lines,
}

/// Text in one piece or in lines that end with their breaks; any other value is not text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Lines {
    One(String),
    Many(Vec<String>),
    Other(serde::de::IgnoredAny),
}

impl Default for Lines {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Lines {
    fn text(self) -> String {
        match self {
            Self::One(text) => text,
            Self::Many(lines) => lines.concat(),
            Self::Other(_) => String::new(),
        }
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Extracted, ImportCause> {
    let json = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    if !json.trim_start().starts_with('{') {
        return Err(ImportCause::WrongContent {
            expected: Format::Notebook,
        });
    }
    let notebook: Notebook = serde_json::from_str(&json)
        // Half a character in one cell costs no other.
        .or_else(|_| serde_json::from_str(&mended(&json)))
        .map_err(|error| ImportCause::Damaged {
            detail: error.to_string(),
        })?;
    let language = language(&notebook.metadata);
    let cells = match (notebook.cells, notebook.worksheets) {
        (Some(cells), _) => cells,
        (None, Some(sheets)) => sheets.into_iter().flat_map(|sheet| sheet.cells).collect(),
        (None, None) => {
            return Err(ImportCause::WrongContent {
                expected: Format::Notebook,
            });
        }
    };
    let (mut text, mut exclusions) = (String::new(), Vec::new());
    // Number of characters of the text so far.
    let mut length = 0;
    for cell in cells {
        let before = text.len();
        let source = cell.source.text();
        let is_code = cell.kind.as_str() == "code";
        match cell.kind.as_str() {
            "markdown" => put(&mut text, &markdown::text_of(&source)),
            _ => put(&mut text, &source),
        }
        let added = text[before..].chars().count() as u64;
        if is_code && added > 0 {
            exclusions.push(Exclusion {
                start: length,
                end: length + added,
                reason: ExclusionReason::Code,
            });
        }
        for output in cell.outputs {
            put(&mut text, &output.text.text());
            put(&mut text, &output.data.plain.text());
            if let Some(name) = output.ename {
                let value = output.evalue.unwrap_or_default();
                put(&mut text, &format!("{name}: {value}"));
            }
        }
        length += text[before..].chars().count() as u64;
    }
    let mut extracted = Extracted::of_text(text, LineBreaks::Layout);
    extracted.exclusions = exclusions;
    extracted.metadata.code_language = language;
    Ok(extracted)
}

/// Adds a block, with a blank line before the next.
fn put(text: &mut String, block: &str) {
    let block = block.trim_matches(['\n', '\r']);
    if !block.trim().is_empty() {
        text.push_str(block.trim_end());
        text.push_str("\n\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cells_and_their_outputs_stand_in_order() {
        let json = r##"{"nbformat": 4, "cells": [
            {"cell_type": "markdown", "source": ["# 实验一\n", "测量**重力**加速度。"]},
            {"cell_type": "code", "source": "for i in range(2):\n    print(i)", "outputs": [
                {"output_type": "stream", "text": ["0\n", "1\n"]},
                {"output_type": "execute_result", "data": {"text/plain": "9.7936", "image/png": "iVBO"}},
                {"output_type": "error", "ename": "NameError", "evalue": "name 'x' is not defined", "traceback": ["\u001b[0m"]}]},
            {"cell_type": "raw", "source": null}]}"##;
        assert_eq!(
            read(json.as_bytes()).unwrap().text,
            "实验一\n\n测量重力加速度。\n\nfor i in range(2):\n    print(i)\n\n0\n1\n\n9.7936\n\n\
             NameError: name 'x' is not defined\n\n"
        );
        let old = r#"{"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"], "outputs": []}]}]}"#;
        assert_eq!(read(old.as_bytes()).unwrap().text, "x = 1\n\n");
    }

    #[test]
    fn the_language_of_the_code_is_kept() {
        let language = |metadata: &str| {
            let json = format!(r#"{{"cells": [], "metadata": {metadata}}}"#);
            read(json.as_bytes()).unwrap().metadata.code_language
        };
        let both = r#"{"kernelspec": {"language": "python"}, "language_info": {"file_extension": ".CPP", "version": 17}}"#;
        assert_eq!(language(both).as_deref(), Some("cpp"));
        let kernel = r#"{"kernelspec": {"name": "ir", "language": "R"}}"#;
        assert_eq!(language(kernel).as_deref(), Some("r"));
        for none in [
            "{}",
            "null",
            "[]",
            r#"{"kernelspec": {"language": 3}, "language_info": "R"}"#,
        ] {
            assert_eq!(language(none), None, "{none}");
        }
    }

    #[test]
    fn half_a_character_costs_no_cell() {
        let json = r#"{"cells": [{"cell_type": "raw", "source": "甲\ud800", "metadata": {"\udc00": "\ud800"}},
            {"cell_type": "raw", "source": ["乙\ud83d\ude00\ud800\n", "\udc00丙"]}]}"#;
        let text = read(json.as_bytes()).unwrap().text;
        assert_eq!(text, "甲\u{FFFD}\n\n乙😀\u{FFFD}\n\u{FFFD}丙\n\n");
    }

    #[test]
    fn what_is_no_notebook_says_so() {
        for other in ["{}", "", "[1", "文字"] {
            assert_eq!(
                read(other.as_bytes()),
                Err(ImportCause::WrongContent {
                    expected: Format::Notebook
                })
            );
        }
        let deep = format!("{{\"cells\": {}", "[".repeat(100_000));
        for broken in [r#"{"cells": [{"#, deep.as_str()] {
            assert!(matches!(
                read(broken.as_bytes()),
                Err(ImportCause::Damaged { .. })
            ));
        }
    }

    proptest! {
        #[test]
        fn no_bytes_harm_it(json in r#"(\{|\}|\[|\]|"cells":|"source":|"outputs":|"a"|1|,|null){0,40}"#) {
            let _ = read(json.as_bytes());
        }
    }
}
