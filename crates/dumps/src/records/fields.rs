//! Fields of a record by their names, Chinese and English.

use crate::LONGEST_PAGE;
use crate::identity::title_id;
use crate::source::{Reason, Source, is_stub};

/// Field that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Text,
    Title,
    Author,
    Date,
    Address,
    Licence,
    Id,
    Revision,
}

/// Returns the field of a name; `None` if it is not known.
pub(super) fn named(name: &str) -> Option<Field> {
    let name = name.trim().trim_start_matches('\u{FEFF}');
    if name.len() > 40 {
        return None;
    }
    Some(match name.to_lowercase().as_str() {
        "text" | "content" | "正文" | "全文" => Field::Text,
        "title" | "标题" | "標題" | "题目" | "題目" | "篇名" | "题名" => Field::Title,
        "author" | "authors" | "creator" | "作者" => Field::Author,
        "date" | "timestamp" | "published" | "日期" | "时间" | "時間" | "发表日期" | "发布日期"
        | "年份" => Field::Date,
        "url" | "address" | "link" | "网址" | "網址" | "链接" | "鏈接" | "地址" => {
            Field::Address
        }
        "licence" | "license" | "许可" | "许可证" | "授权" => Field::Licence,
        "id" | "_id" | "编号" | "編號" => Field::Id,
        "revision" | "version" | "版本" => Field::Revision,
        _ => return None,
    })
}

/// Fields of a record; empty ones are absent.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) source: Source,
}

impl Fields {
    /// Sets a field. The first one of a name that is not empty counts.
    pub(super) fn set(&mut self, field: Field, value: String) {
        let source = &mut self.source;
        let value = if value.contains('\r') {
            value.replace("\r\n", "\n").replace('\r', "\n")
        } else {
            value
        };
        if value.trim().is_empty() {
            return;
        }
        let optional = match field {
            Field::Text => return fill(&mut source.text, value),
            Field::Title => return fill(&mut source.title, value.trim().to_owned()),
            Field::Id => return fill(&mut source.id, value.trim().to_owned()),
            Field::Author => &mut source.author,
            Field::Date => &mut source.date,
            Field::Address => &mut source.address,
            Field::Licence => &mut source.licence,
            Field::Revision => &mut source.revision,
        };
        optional.get_or_insert_with(|| value.trim().to_owned());
    }

    /// Returns the record as a source, or the reason why it does not become one.
    pub(super) fn into_source(self) -> Result<Source, Reason> {
        let mut source = self.source;
        if source.text.len() > LONGEST_PAGE {
            return Err(Reason::TooLong);
        }
        if is_stub(&source.text) {
            return Err(Reason::Stub);
        }
        source.text.truncate(source.text.trim_end().len());
        if source.id.is_empty() {
            source.id = match &source.address {
                Some(address) => address.clone(),
                None => title_id(&source.title, &source.text),
            };
        }
        Ok(source)
    }
}

fn fill(field: &mut String, value: String) {
    if field.is_empty() {
        *field = value;
    }
}
