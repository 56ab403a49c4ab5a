//! Reader for Markdown files: keeps the text of paragraphs, headings, code, tables, footnotes and formulas, without the
//! markup.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::encoding::TextEncoding;
use super::formula::{Form, Macros, latex};
use super::{Extracted, ImportCause, html, txt};

pub(super) fn read(bytes: Vec<u8>, chosen: Option<TextEncoding>) -> Result<Extracted, ImportCause> {
    let mut extracted = txt::read_in(bytes, chosen)?;
    let (text, quotations) = text_and_quotations(&extracted.text);
    // The places of the quotations ascend, so that one walk through the text counts them all.
    let (mut counted, mut characters) = (0, 0);
    let mut count = |bytes: usize| {
        characters += text.get(counted..bytes)?.chars().count() as u64;
        counted = bytes;
        Some(characters)
    };
    extracted.block_quotations = (quotations.iter())
        .filter_map(|range| Some((count(range.start)?, count(range.end)?)))
        .filter(|(start, end)| start < end)
        .collect();
    extracted.text = text;
    Ok(extracted)
}

/// Returns the text without markup. Line breaks stay as the author wrote them; blocks are separated by a blank line.
pub(super) fn text_of(markdown: &str) -> String {
    text_and_quotations(markdown).0
}

/// Returns the text without markup, and the byte ranges of the block quotations in it.
fn text_and_quotations(markdown: &str) -> (String, Vec<Range<usize>>) {
    let (mut quotations, mut begun) = (Vec::new(), Vec::new());
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut text = String::with_capacity(markdown.len());
    let (mut in_metadata, mut block_of_html) = (false, None::<String>);
    let (macros, mut is_after_display) = (Macros::default(), false);
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::BlockQuote(_)) => {
                end_block(&mut text);
                begun.push(text.len());
            }
            Event::End(TagEnd::BlockQuote(_)) => {
                // Of quotations within each other the outer one counts.
                if let (Some(start), true) = (begun.pop(), begun.is_empty()) {
                    quotations.push(start..text.trim_end().len().max(start));
                }
            }
            Event::Start(Tag::MetadataBlock(_)) => in_metadata = true,
            Event::End(TagEnd::MetadataBlock(_)) => in_metadata = false,
            Event::Start(Tag::HtmlBlock) => block_of_html = Some(String::new()),
            Event::Html(html) => {
                if let Some(block) = &mut block_of_html {
                    block.push_str(&html);
                }
            }
            Event::End(TagEnd::HtmlBlock) => {
                // Tags inside a block of HTML are markup; the words between them are text.
                text.push_str(&html::text_of(&block_of_html.take().unwrap_or_default()));
                end_block(&mut text);
            }
            Event::Text(piece) | Event::Code(piece) => {
                if !in_metadata {
                    begin_line(&mut text, std::mem::take(&mut is_after_display));
                    text.push_str(&piece);
                }
            }
            Event::InlineMath(formula) => {
                begin_line(&mut text, std::mem::take(&mut is_after_display));
                text.push_str(&latex(&formula, &macros).finish(Form::Inline).text);
            }
            Event::DisplayMath(formula) => {
                begin_line(&mut text, true);
                text.push_str(&latex(&formula, &macros).finish(Form::Display).text);
                is_after_display = true;
            }
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            Event::End(TagEnd::TableCell) => text.push('\t'),
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                text.truncate(text.trim_end_matches('\t').len());
                end_block(&mut text);
            }
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::CodeBlock
                | TagEnd::Item
                | TagEnd::FootnoteDefinition,
            )
            | Event::Start(Tag::List(_) | Tag::Paragraph)
            | Event::Rule => end_block(&mut text),
            Event::Start(_)
            | Event::End(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }
    (text, quotations)
}

/// Begins a line beside a formula that stands on its own.
fn begin_line(text: &mut String, is_wanted: bool) {
    if is_wanted && !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

fn end_block(text: &mut String) {
    text.truncate(text.trim_end_matches('\n').len());
    if !text.is_empty() {
        text.push_str("\n\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_goes_and_text_stays() {
        let markdown = "---\ntitle: x\n---\n# 标题\n\n甲**乙**[丙](http://x)\n丁[^1] `码` $a+b$<br>尾\n\n- 一\n- 二\n  - 三\n\n\
            | 列 | 栏 |\n|---|---|\n| 1 | 2 |\n\n```rust\nlet a = 1;\n```\n\n<div>块<script>x</script></div>\n\n[^1]: 脚注\n";
        assert_eq!(
            text_of(markdown),
            "标题\n\n甲乙丙\n丁 码 a+b尾\n\n一\n\n二\n\n三\n\n列\t栏\n\n1\t2\n\nlet a = 1;\n\n块\n\n脚注\n\n"
        );
    }

    #[test]
    fn block_quotations_are_known() {
        let markdown =
            "前言。\n\n> 夜里的读者\n> 更安静。\n>\n> > 灯也亮。\n\n正文。\n\n> 末句。\n\n>\n";
        let read = read(markdown.as_bytes().to_vec(), None).unwrap();
        let quoted: Vec<String> = (read.block_quotations.iter())
            .map(|&(start, end)| {
                let inside = read.text.chars().skip(usize::try_from(start).unwrap());
                inside.take(usize::try_from(end - start).unwrap()).collect()
            })
            .collect();
        assert_eq!(quoted, ["夜里的读者\n更安静。\n\n灯也亮。", "末句。"]);
    }

    #[test]
    fn formulas_have_the_linear_form() {
        let markdown = "设 $x_{i+1}$ 为\n$$\\frac{a}{b}$$ 于是 $y$。\n";
        assert_eq!(text_of(markdown), "设 x_(i+1) 为\na/b\n 于是 y。\n\n");
    }

    proptest! {
        #[test]
        fn no_text_harms_it(markdown in "[a甲#*_`|<>!\\[\\](){}$:~\\-\n ]{0,120}") {
            let _ = text_of(&markdown);
        }
    }
}
