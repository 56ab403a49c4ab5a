//! Values that conditions test: switches, counters and macros, with the groups that limit their scope.

use std::collections::HashMap;
use std::rc::Rc;

/// Maximum number of assignments that are taken back at the ends of their groups.
const MOST_CHANGES: usize = 1_000;

/// Value of a name; `None` if it depends on something unknown.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Switch(Option<bool>),
    Number(Option<i64>),
    Macro(Rc<Macro>),
    /// Environment, by the texts that begin and end it.
    Environment(Rc<[Macro; 2]>),
    /// Environment that prints nothing.
    Unprinted,
    /// Environment that prints its text.
    Printed,
}

/// Macro that the document defines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Macro {
    /// Number of arguments.
    pub arguments: usize,
    /// Default of the first argument; `None` if the argument is required.
    pub default: Option<String>,
    /// Text that replaces the macro.
    pub body: String,
    /// True if the arguments may contain several paragraphs, which `\ifx` also tests.
    pub is_long: bool,
    /// True if the macro must be expanded before the text is read: it affects what is printed, such as by a condition or by dropping an
    /// argument, or the reader of the text does not know how to expand it.
    pub decides: bool,
}

impl Macro {
    /// Returns the body with its arguments filled in.
    pub(super) fn filled(&self, arguments: &[String]) -> String {
        let mut text = String::with_capacity(self.body.len());
        let mut characters = self.body.chars().peekable();
        while let Some(c) = characters.next() {
            let digit = (c == '#')
                .then(|| characters.peek().and_then(|next| next.to_digit(10)))
                .flatten();
            let argument = digit.and_then(|digit| arguments.get((digit as usize).checked_sub(1)?));
            if let Some(argument) = argument {
                text.push_str(argument);
                characters.next();
            } else {
                text.push(c);
            }
        }
        text
    }
}

/// Kinds of names: each has names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Switch,
    Toggle,
    Number,
    Macro,
    Environment,
}

type Key = (Kind, String);

/// Values of all names, and those that return when a group ends.
#[derive(Default)]
pub(super) struct Values {
    now: HashMap<Key, Value>,
    /// Depth of the group of each assignment, its name and the value before it.
    before: Vec<(usize, Key, Option<Value>)>,
    depth: usize,
}

impl Values {
    pub(super) fn get(&self, kind: Kind, name: &str) -> Option<&Value> {
        self.now.get(&(kind, name.to_owned()))
    }

    /// Returns a switch; `None` if it is not known, or not known to be one.
    pub(super) fn switch(&self, kind: Kind, name: &str) -> Option<bool> {
        match self.get(kind, name) {
            Some(Value::Switch(value)) => *value,
            _ => None,
        }
    }

    pub(super) fn number(&self, name: &str) -> Option<i64> {
        match self.get(Kind::Number, name) {
            Some(Value::Number(value)) => *value,
            _ => None,
        }
    }

    pub(super) fn macro_of(&self, name: &str) -> Option<Rc<Macro>> {
        match self.get(Kind::Macro, name) {
            Some(Value::Macro(found)) => Some(Rc::clone(found)),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, kind: Kind, name: &str, value: Value, is_global: bool) {
        let key = (kind, name.to_owned());
        let old = self.now.insert(key.clone(), value);
        if is_global {
            if !self.before.is_empty() {
                self.before.retain(|(_, changed, _)| *changed != key);
            }
        } else if self.depth > 0 && self.before.len() < MOST_CHANGES {
            self.before.push((self.depth, key, old));
        }
    }

    pub(super) const fn open(&mut self) {
        self.depth += 1;
    }

    /// Ends a group: assignments within it are undone.
    pub(super) fn close(&mut self) {
        while let Some((_, key, old)) = self.before.pop_if(|(depth, ..)| *depth >= self.depth) {
            match old {
                Some(old) => self.now.insert(key, old),
                None => self.now.remove(&key),
            };
        }
        self.depth = self.depth.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_takes_its_assignments_back() {
        let mut values = Values::default();
        let set = |values: &mut Values, to, is_global| {
            values.set(Kind::Switch, "draft", Value::Switch(Some(to)), is_global);
        };
        set(&mut values, false, false);
        values.open();
        set(&mut values, true, false);
        values.open();
        set(&mut values, false, false);
        values.close();
        assert_eq!(values.switch(Kind::Switch, "draft"), Some(true));
        values.close();
        assert_eq!(values.switch(Kind::Switch, "draft"), Some(false));
        values.open();
        set(&mut values, true, true);
        values.close();
        assert_eq!(values.switch(Kind::Switch, "draft"), Some(true));
        values.close();
        assert_eq!(values.switch(Kind::Toggle, "draft"), None);
    }

    #[test]
    fn arguments_are_filled_in() {
        let two = Macro {
            arguments: 2,
            body: "a#2b#1#3#".to_owned(),
            ..Macro::default()
        };
        assert_eq!(two.filled(&["x".to_owned(), "y".to_owned()]), "aybx#3#");
    }
}
