//! Style sheets of a page: rules for an element by its name, class or identifier. Rules that depend on surrounding
//! elements or apply only to some media are not followed.

use std::collections::HashMap;

/// Maximum number of rules that are kept.
const MOST_RULES: usize = 10_000;

/// Rule for elements that have all of its classes, its name and its identifier.
struct Rule {
    name: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
    declarations: String,
}

/// Rules of all style sheets of a page.
#[derive(Default)]
pub(super) struct Sheet {
    rules: Vec<Rule>,
    /// Rules by the identifier, else the first class, else the name, that an element must have.
    by_key: HashMap<String, Vec<usize>>,
    /// Whether the page has rules in other files.
    pub(super) is_linked: bool,
}

impl Sheet {
    /// Adds the rules of one sheet.
    pub(super) fn add(&mut self, text: &str) {
        let text = without_comments(text);
        let mut rest = text.as_str();
        while let Some(open) = rest.find(['{', ';']) {
            let (head, after) = rest.split_at(open);
            let head = head.trim();
            if let Some(after) = after.strip_prefix(';') {
                self.is_linked |= head.starts_with("@import");
                rest = after;
                continue;
            }
            let body = &after[1..];
            if head.starts_with('@') {
                rest = after_block(body);
                continue;
            }
            let end = body.find('}').unwrap_or(body.len());
            for selector in head.split(',') {
                self.rule(selector.trim(), &body[..end]);
            }
            rest = body.get(end + 1..).unwrap_or_default();
        }
    }

    fn rule(&mut self, selector: &str, declarations: &str) {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\');
        if self.rules.len() >= MOST_RULES || selector.is_empty() {
            return;
        }
        let mut rule = Rule {
            name: None,
            id: None,
            classes: Vec::new(),
            declarations: declarations.to_owned(),
        };
        let mut rest = selector;
        while let Some(first) = rest.chars().next() {
            let inner = if matches!(first, '.' | '#') {
                &rest[1..]
            } else {
                rest
            };
            let end = inner.find(|c| !is_part(c)).unwrap_or(inner.len());
            let (name, after) = inner.split_at(end);
            match first {
                // Rules by neighbours, attributes and states.
                _ if name.is_empty() => return,
                '.' => rule.classes.push(name.to_owned()),
                '#' => rule.id = Some(name.to_owned()),
                _ => rule.name = Some(name.to_ascii_lowercase()),
            }
            rest = after;
        }
        let key = match (&rule.id, rule.classes.first(), &rule.name) {
            (Some(id), _, _) => format!("#{id}"),
            (_, Some(class), _) => format!(".{class}"),
            (_, _, Some(name)) => name.clone(),
            _ => return,
        };
        let others = self.by_key.entry(key).or_default();
        // Saved pages repeat their sheets. No rule between two for the same name alone counts as much for the same element.
        let is_said = others.last().is_some_and(|&last| {
            let last = &self.rules[last];
            rule.classes.is_empty()
                && (&last.name, &last.id, &last.classes) == (&rule.name, &rule.id, &rule.classes)
                && last.declarations == rule.declarations
        });
        if is_said {
            return;
        }
        others.push(self.rules.len());
        self.rules.push(rule);
    }

    /// Returns the declarations for an element, in ascending order of precedence.
    pub(super) fn of(&self, name: &str, id: Option<&str>, classes: Option<&str>) -> Vec<&str> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let classes: Vec<&str> = classes
            .unwrap_or_default()
            .split_ascii_whitespace()
            .collect();
        let mut found: Vec<((bool, usize, bool), usize)> = Vec::new();
        let mut add = |key: &str| {
            for &at in self.by_key.get(key).map_or(&[][..], Vec::as_slice) {
                let rule = &self.rules[at];
                let fits = rule.name.as_deref().is_none_or(|own| own == name)
                    && rule.id.as_deref().is_none_or(|own| Some(own) == id)
                    && rule
                        .classes
                        .iter()
                        .all(|own| classes.contains(&own.as_str()));
                if fits {
                    let weight = (rule.id.is_some(), rule.classes.len(), rule.name.is_some());
                    found.push((weight, at));
                }
            }
        };
        add(name);
        for class in &classes {
            add(&format!(".{class}"));
        }
        if let Some(id) = id {
            add(&format!("#{id}"));
        }
        found.sort_unstable();
        found.dedup();
        let rules = found.into_iter();
        rules
            .map(|(_, at)| self.rules[at].declarations.as_str())
            .collect()
    }
}

fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        kept.push_str(&rest[..at]);
        rest = rest[at + 2..]
            .split_once("*/")
            .map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.replace("<!--", "").replace("-->", "")
}

/// Returns what follows a block with blocks inside it.
fn after_block(body: &str) -> &str {
    let mut depth = 1_usize;
    for (at, c) in body.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &body[at + 1..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rules_for_one_element_are_followed() {
        let mut sheet = Sheet::default();
        sheet.add(
            "@charset 'x'; @media print { p { color: white } } /* .a{} */ p, .a { color: red }\
             .b.c { color: blue } div > .a { x: y } #i { top: 0 } a:hover { x: y } h1.a { left: 0 }",
        );
        assert_eq!(sheet.of("p", None, None), [" color: red "]);
        assert_eq!(
            sheet.of("div", Some("i"), Some("b c")),
            [" color: blue ", " top: 0 "]
        );
        assert_eq!(
            sheet.of("h1", None, Some("x a")),
            [" color: red ", " left: 0 "]
        );
        assert_eq!(sheet.of("a", None, Some("b")), [""; 0]);
        let before = sheet.rules.len();
        sheet.add("p { left: 1 } p { left: 1 } p { left: 2 } #i { top: 0 }");
        assert_eq!(
            sheet.rules.len(),
            before + 2,
            "what was said last is not said again"
        );
        assert_eq!(
            sheet.of("p", None, None),
            [" color: red ", " left: 1 ", " left: 2 "]
        );
        assert!(!sheet.is_linked);
        sheet.add("@import url(a.css);");
        assert!(sheet.is_linked);
    }

    proptest! {
        #[test]
        fn no_sheet_harms_it(text in "[a-z{};:.#,@/* >甲-]{0,80}") {
            let mut sheet = Sheet::default();
            sheet.add(&text);
            let _ = sheet.of("a", Some("b"), Some("c d"));
        }
    }
}
