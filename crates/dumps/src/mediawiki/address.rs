//! Web addresses of pages, and facts about the sites of Wikimedia, whose dumps state neither the licence nor the
//! Chinese name.

/// Projects of Wikimedia by their domain: their Chinese name, and whether the terms of use put their pages under CC BY-SA.
const PROJECTS: &[(&str, &str, bool)] = &[
    ("wikipedia.org", "维基百科", true),
    ("wikibooks.org", "维基教科书", true),
    ("wikiversity.org", "维基学院", true),
    ("wikivoyage.org", "维基导游", true),
    ("wiktionary.org", "维基词典", true),
    ("wikiquote.org", "维基语录", true),
    // Texts of others, under licences of their own; news under CC BY.
    ("wikisource.org", "维基文库", false),
    ("wikinews.org", "维基新闻", false),
];

/// Day on which the terms of use went from version 3.0 of the licence to 4.0.
const VERSION_4: &str = "2023-06-07";

/// Domain of an address.
fn host(address: &str) -> &str {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    rest.split(['/', ':', '?']).next().unwrap_or(rest)
}

/// Project of Wikimedia that an address or domain belongs to.
fn project(address: &str) -> Option<&'static (&'static str, &'static str, bool)> {
    let host = host(address);
    PROJECTS.iter().find(|(domain, ..)| {
        host.strip_suffix(domain)
            .is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}

/// Returns whether an address or domain belongs to a project of Wikimedia.
pub(crate) fn is_wikimedia(address: &str) -> bool {
    project(address).is_some()
}

/// Returns the name of a site in its own language: dumps of the Chinese projects give the English one.
pub(crate) fn site_name(name: &str, address: &str, language: &str) -> String {
    match project(address) {
        Some((_, chinese, _)) if language == "zh" || language.starts_with("zh-") => {
            (*chinese).to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Returns the licence of the pages of a site at a day; `None` if it is not known.
pub(crate) fn licence(address: &str, day: Option<&str>) -> Option<String> {
    let &(_, _, by_sa) = project(address)?;
    by_sa.then(|| {
        let version = if day.is_some_and(|day| day < VERSION_4) {
            "3.0"
        } else {
            "4.0"
        };
        format!("CC BY-SA {version}")
    })
}

/// Returns the part of all addresses of a site before the title, from the address of its main page.
pub(crate) fn prefix(main_page: &str) -> Option<String> {
    let scheme = main_page.find("//")? + 2;
    let path = main_page[scheme..].find('/')? + scheme;
    let end = main_page[path..]
        .rfind(['/', '='])
        .map_or(path, |at| path + at);
    // `index.php?title=Main_Page`, `wiki/Main_Page`, and names with a slash in `wiki/…/…`.
    let end = main_page[path..]
        .find("/wiki/")
        .map_or(end, |at| path + at + 5);
    Some(main_page[..=end].to_owned())
}

/// Returns the address of a page. Chinese stays Chinese; characters that would end the address are percent-encoded.
pub(crate) fn of_page(prefix: &str, title: &str) -> String {
    let mut address = String::with_capacity(prefix.len() + title.len());
    address.push_str(prefix);
    for character in title.chars() {
        match character {
            ' ' => address.push('_'),
            '?' => address.push_str("%3F"),
            '#' => address.push_str("%23"),
            '%' => address.push_str("%25"),
            '"' => address.push_str("%22"),
            '<' => address.push_str("%3C"),
            '>' => address.push_str("%3E"),
            control if control.is_control() => {}
            other => address.push(other),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_site() {
        let base = "https://zh.wikipedia.org/wiki/Wikipedia:%E9%A6%96%E9%A1%B5";
        let prefix_of = prefix(base).unwrap();
        assert_eq!(prefix_of, "https://zh.wikipedia.org/wiki/");
        assert_eq!(
            of_page(&prefix_of, "软件 测试?"),
            "https://zh.wikipedia.org/wiki/软件_测试%3F"
        );
        assert_eq!(
            prefix("http://w.cn/index.php?title=Main").as_deref(),
            Some("http://w.cn/index.php?title=")
        );
        assert_eq!(prefix("nothing"), None);
    }

    #[test]
    fn sites_of_wikimedia_are_known() {
        assert_eq!(
            site_name("Wikipedia", "https://zh.wikipedia.org/wiki/x", "zh"),
            "维基百科"
        );
        assert_eq!(
            site_name("Уикипедия", "https://bg.wikipedia.org/wiki/x", "bg"),
            "Уикипедия"
        );
        assert_eq!(
            site_name("Wikipedia", "https://notwikipedia.org/", "zh"),
            "Wikipedia"
        );
        let licence = |day| licence("be.wikibooks.org", day).unwrap();
        assert_eq!(licence(Some("2017-04-10")), "CC BY-SA 3.0");
        assert_eq!(licence(None), "CC BY-SA 4.0");
        assert_eq!(super::licence("https://example.org/", None), None);
    }
}
