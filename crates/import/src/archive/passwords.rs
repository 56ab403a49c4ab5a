//! Passwords that the person entered for archives. They stay in memory and are never shown, logged or stored.

/// Passwords to try on encrypted archives, in order.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Passwords(Vec<String>);

impl Passwords {
    /// Creates a list of passwords, of which the last one is tried first; empty passwords are dropped.
    #[must_use]
    pub fn new(passwords: impl IntoIterator<Item = String>) -> Self {
        let mut all = Self::default();
        for password in passwords {
            all.add(password);
        }
        all
    }

    /// Adds a password that is tried before the others; an empty one is ignored.
    pub fn add(&mut self, password: String) {
        if !password.is_empty() {
            self.0.retain(|known| *known != password);
            self.0.insert(0, password);
        }
    }

    /// Adds the passwords of `others`, which are tried before the present ones.
    pub fn extend(&mut self, others: Self) {
        for password in others.0.into_iter().rev() {
            self.add(password);
        }
    }

    pub(super) fn all(&self) -> &[String] {
        &self.0
    }
}

impl std::fmt::Debug for Passwords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Passwords({})", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_printed() {
        let passwords = Passwords::new(["secret".to_owned(), String::new()]);
        assert_eq!(format!("{passwords:?}"), "Passwords(1)");
    }
}
