//! Decides which pages are articles and turns them into sources.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::address;
use super::page_xml::Page;
use super::site::Site;
use crate::LONGEST_PAGE;
use crate::source::{Reason, Source, is_stub};
use crate::title_id;
use crate::wikitext::{category_of, plain_text};

/// Words that lead on from a redirect, in lower case, where the dump does not mark it.
const REDIRECT: &str = "#redirect #重定向 #重新導向 #пренасочване #виж #перенаправление #перенапр #перанакіраванне #weiterleitung \
    #redirection #redirección #転送 #넘겨주기";

/// Templates, in lower case, of pages that list the meanings of a word.
static DISAMBIGUATION: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "disambig|disambiguation|disamb|dab|disambiguation page|disambiguation cleanup|disambig-cleanup|hndis|\
     human name disambiguation|geodis|place name disambiguation|school disambiguation|hospital disambiguation|\
     mathdab|mathematical disambiguation|roaddis|road disambiguation|numberdis|\
     letter-number combination disambiguation|letter–number combination disambiguation|\
     species latin name disambiguation|airport disambiguation|callsigndis|chinese title disambiguation|消歧义|\
     消歧義|消歧义页|消歧義頁|消歧|人名消歧义|人名消歧義|地名消歧义|地名消歧義|学校消歧义|學校消歧義|罗马字消歧义|\
     3cc disambig|tla disambig|3cc|tla|пояснение|пояснителна страница|многозначность|неоднозначность|\
     неадназначнасць|неоднозначність|begriffsklärung|homonymie|desambiguación|desambiguação|disambigua|曖昧さ回避|\
     동음이의"
        .split('|')
        .collect()
});

/// Title prefixes of pages that are not articles although they are in the main namespace of some sites.
const NOT_ARTICLES: &[&str] = &[
    "WP:",
    "Wikipedia:",
    "维基百科:",
    "維基百科:",
    "Portal:",
    "Help:",
    "Template:",
    "Category:",
];

/// What a page is.
pub(super) enum Article {
    Source(Source),
    PassedOver(Reason),
}

/// Turns a page into a source.
pub(super) fn article_of(page: &Page<'_>, site: &Site) -> Article {
    if page.namespace != 0
        || NOT_ARTICLES
            .iter()
            .any(|start| page.title.starts_with(start))
    {
        return Article::PassedOver(Reason::OtherNamespace);
    }
    if page.redirect || is_redirect(&page.text) {
        return Article::PassedOver(Reason::Redirect);
    }
    if page
        .model
        .as_deref()
        .is_some_and(|model| model != "wikitext")
    {
        return Article::PassedOver(Reason::NotText);
    }
    if page.text.len() > LONGEST_PAGE {
        return Article::PassedOver(Reason::TooLong);
    }
    if is_disambiguation(page, site) {
        return Article::PassedOver(Reason::Disambiguation);
    }
    let text = plain_text(&page.text, &site.names);
    if is_stub(&text) {
        return Article::PassedOver(Reason::Stub);
    }
    let address = site
        .prefix
        .as_deref()
        .filter(|_| !page.title.is_empty())
        .map(|prefix| address::of_page(prefix, &page.title));
    Article::Source(Source {
        id: page
            .id
            .map_or_else(|| title_id(&page.title, &text), |id| id.to_string()),
        title: page.title.clone(),
        address,
        date: page.timestamp.clone().filter(|date| !date.is_empty()),
        author: None,
        licence: site.licence.clone(),
        text,
        revision: page
            .revision
            .clone()
            .filter(|revision| !revision.is_empty()),
    })
}

fn is_redirect(text: &str) -> bool {
    let start = text.trim_start();
    if !start.starts_with(['#', '＃']) {
        return false;
    }
    let head: String = start
        .chars()
        .take(40)
        .collect::<String>()
        .to_lowercase()
        .replace('＃', "#");
    let head = head.replacen("# ", "#", 1);
    REDIRECT.split(' ').any(|word| {
        head.strip_prefix(word).is_some_and(|rest| {
            rest.trim_start_matches([' ', ':', '：'])
                .starts_with(['[', '\n'])
                || rest.is_empty()
        })
    })
}

/// Number of bytes of a page in which its templates and categories are looked at. A list of meanings is short.
const DISAMBIGUATION_WITHIN: usize = 64 << 10;

fn is_disambiguation(page: &Page<'_>, site: &Site) -> bool {
    if [
        "(disambiguation)",
        "（消歧义）",
        "(消歧义)",
        "（消歧義）",
        "(消歧義)",
        "(пояснение)",
        "(значения)",
    ]
    .iter()
    .any(|end| page.title.ends_with(end))
    {
        return true;
    }
    let text = page.text.as_ref();
    if text.len() > DISAMBIGUATION_WITHIN {
        return false;
    }
    if text.contains("__DISAMBIG__") {
        return true;
    }
    memchr::memmem::find_iter(text.as_bytes(), b"{{").any(|at| {
        let rest = &text[at + 2..];
        let end = memchr::memchr3(b'|', b'}', b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let name = rest[..end].trim();
        // The longest such name has 48 bytes.
        name.len() <= 64 && DISAMBIGUATION.contains(name.to_lowercase().replace('_', " ").as_str())
    }) || memchr::memmem::find_iter(text.as_bytes(), b"[[").any(|at| {
        let rest = &text[at + 2..];
        let end = memchr::memchr2(b']', b'\n', rest.as_bytes()).unwrap_or(rest.len());
        // Categories have short names, links with captions are long.
        end < 200
            && category_of(&rest[..end], &site.names).is_some_and(|category| {
                let category = category.to_lowercase();
                category.starts_with("disambiguation pages")
                    || category.starts_with("all disambiguation pages")
                    || category.starts_with("all article disambiguation pages")
                    || ["消歧义页", "消歧義頁", "消歧义", "消歧義"].contains(&category.as_str())
                    || ["пояснителни страници", "многозначные термины"].contains(&category.as_str())
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(title: &str, text: &str) -> Result<Source, Reason> {
        let page = Page {
            title: title.to_owned(),
            id: Some(3),
            text: text.into(),
            ..Page::default()
        };
        match article_of(&page, &Site::default()) {
            Article::Source(source) => Ok(source),
            Article::PassedOver(reason) => Err(reason),
        }
    }

    #[test]
    fn only_articles_are_sources() {
        let body = "图书馆在夜间开放以后，读者的人数有了明显的增加。".repeat(10);
        assert_eq!(what("甲", &body).unwrap().id, "3");
        for (text, reason) in [
            ("#REDIRECT [[乙]]", Reason::Redirect),
            ("#重定向[[乙]]\n{{x}}", Reason::Redirect),
            ("＃重定向：[[乙]]", Reason::Redirect),
            ("{{消歧义}}\n* [[乙]]", Reason::Disambiguation),
            ("* [[乙]]\n{{Disambig|surname}}", Reason::Disambiguation),
            (
                "[[Category:Disambiguation pages with links]]",
                Reason::Disambiguation,
            ),
            ("太短。", Reason::Stub),
        ] {
            assert_eq!(what("甲", text).unwrap_err(), reason, "{text}");
            let long = format!("{text}\n\n{body}");
            let expected = (reason != Reason::Stub).then_some(reason);
            assert_eq!(what("甲", &long).err(), expected, "{text}");
        }
        assert_eq!(what("甲 (消歧义)", &body), Err(Reason::Disambiguation));
        assert!(what("甲", &format!("{{{{消歧义链接|乙}}}}{body}")).is_ok());
        assert!(what("甲", &format!("#redirects are old\n{body}")).is_ok());
    }
}
