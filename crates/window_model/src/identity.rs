//! Identity of a shared value, by which code that depends on the value detects that it was replaced or changed.

use std::sync::{Arc, Weak};

/// Identity of a value behind an [`Arc`]: equal only for the same value, unchanged.
///
/// While an identity is kept, [`Arc::make_mut`] moves the value to another place before it changes it, without copying
/// what it owns, and no new value takes the old place.
#[derive(Debug)]
pub struct Identity<T>(Weak<T>);

impl<T> Identity<T> {
    /// Returns the identity of a value.
    pub fn of(value: &Arc<T>) -> Self {
        Self(Arc::downgrade(value))
    }

    /// Returns the identity of an optional value; that of `None` is always the same.
    pub fn of_option(value: Option<&Arc<T>>) -> Self {
        value.map_or_else(Self::default, Self::of)
    }
}

impl<T> Default for Identity<T> {
    fn default() -> Self {
        Self(Weak::new())
    }
}

impl<T> Clone for Identity<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> PartialEq for Identity<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_unchanged_value_has_the_same_identity() {
        let mut value = Arc::new(vec![1]);
        let identity = Identity::of(&value);
        assert_eq!(identity, Identity::of(&Arc::clone(&value)));
        assert_ne!(identity, Identity::of(&Arc::new(vec![1])));
        Arc::make_mut(&mut value).push(2);
        assert_ne!(identity, Identity::of(&value));
        assert_eq!(Identity::<u8>::of_option(None), Identity::default());
        assert_ne!(Identity::default(), identity);
    }
}
