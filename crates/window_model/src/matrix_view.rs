//! View of the matrix: visible part, measure, order and selected cell.

/// View of the matrix: visible part, measure, order, and selected cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatrixView {
    /// First visible column and row, counted in cells from 0; fractions are allowed.
    pub origin: [f64; 2],
    /// Points per cell; 0 fits the whole matrix into the window.
    pub zoom: f64,
    /// Row and column of the selected cell, counted from 0; `None` if none is selected.
    pub marked: Option<(usize, usize)>,
    /// Measure that the person chose; `None` until then.
    pub chosen: Option<Measure>,
    /// Order of rows and columns.
    pub order: Order,
}

impl MatrixView {
    /// Returns the measure to display: the chosen one, else copied shares once they are known, else distances.
    pub fn measure(self, copies_known: bool) -> Measure {
        self.chosen.unwrap_or(if copies_known {
            Measure::Share
        } else {
            Measure::Distance
        })
    }
}

/// Measure that determines the colours of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Distance of the fingerprints in bits.
    Distance,
    /// Cosine of the texts, as estimated from the distance.
    Cosine,
    /// Larger of the two documents' shares of the strongest kind of evidence about them, which is usually copied text.
    Share,
    /// Larger of the two documents' shares of program code that the other one also has.
    Code,
    /// Number of measured values, and of formulas in derivations, that both documents have.
    Data,
}

impl Measure {
    /// Returns whether cells show a share or a number, so that only values above 0 are highlighted; `false` for
    /// measures of fingerprints.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::Share | Self::Code | Self::Data)
    }
}

/// Order of rows and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Similar documents beside each other, the most similar first.
    #[default]
    Likeness,
    /// Documents sorted by name.
    Name,
}

impl Order {
    /// Every order, with the key of its name in the translations.
    pub const ALL: [(Self, &'static str); 2] = [
        (Self::Likeness, "matrix.by-likeness"),
        (Self::Name, "matrix.by-name"),
    ];
}

impl Measure {
    /// Every measure, with the key of its name in the translations.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Share, "matrix.share"),
        (Self::Distance, "matrix.distance"),
        (Self::Cosine, "matrix.cosine"),
        (Self::Code, "matrix.code"),
        (Self::Data, "matrix.data"),
    ];
}
