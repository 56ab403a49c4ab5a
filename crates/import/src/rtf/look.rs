//! Appearance of text in an RTF file: colours, sizes and positions, by control words of letters, paragraphs, rows and
//! shapes.

use crate::sight::{Colour, Drawn, Ground, Ink, ON_DRAWING, is_beyond};

/// Number of twentieths of a point in a point.
const TWIPS: f32 = 20.0;
/// Width and height of a page in a file that states none, in points: US Letter, as the format says.
const LETTER: [f32; 2] = [612.0, 792.0];
/// Maximum number of cells of a row, and of colours.
const MOST: usize = 10_000;

/// Control words of letters that are drawn in relief, as outlines or with a shadow, and so in several colours.
const RELIEFS: [&str; 4] = ["embo", "impr", "outl", "shad"];

/// Look of a group's text; colours are numbers in the table.
#[derive(Clone, Copy, Default)]
pub(super) struct Look {
    ink: Option<usize>,
    /// Background of the letters; where they have none, `paragraph` counts.
    letters: Option<usize>,
    /// Whether each of [`RELIEFS`] is on for the letters, in that order.
    reliefs: [bool; RELIEFS.len()],
    paragraph: Option<usize>,
    /// Background of the text box.
    shape: Option<Ground>,
    size: Option<f32>,
    width: Option<f32>,
    spacing: Option<f32>,
    /// Height in points at which lines are cut off.
    line: Option<f32>,
    /// Place of the paragraph's frame, in points, and whether it is measured from the page.
    place: [Option<f32>; 2],
    from_page_edge: [bool; 2],
    /// Whether associated properties are those of Chinese letters.
    is_of_chinese: bool,
    indent: f32,
    is_outside: bool,
}

impl Look {
    pub(super) const fn reset_letters(&mut self) {
        self.ink = None;
        self.letters = None;
        self.reliefs = [false; RELIEFS.len()];
        self.size = None;
        self.width = None;
        self.spacing = None;
    }

    pub(super) const fn reset_paragraph(&mut self) {
        self.paragraph = None;
        self.line = None;
        self.place = [None; 2];
        self.from_page_edge = [false; 2];
        self.indent = 0.0;
    }

    /// Takes in a control word of letters or paragraphs.
    pub(super) fn word(&mut self, word: &str, number: Option<i32>) {
        let index = number
            .and_then(|number| usize::try_from(number).ok())
            .filter(|&at| at > 0);
        let length = number.map(points);
        match word {
            "cf" => self.ink = index,
            "highlight" | "cb" | "chcbpat" => self.letters = index,
            "cbpat" => self.paragraph = index,
            "dbch" => self.is_of_chinese = true,
            "loch" | "hich" | "rtlch" | "ltrch" => self.is_of_chinese = false,
            "afs" if self.is_of_chinese => self.size = number.map(|half| points(half) * 10.0),
            "fs" => self.size = number.map(|half| points(half) * 10.0),
            "charscalex" => self.width = number.map(|share| points(share) * TWIPS),
            "expndtw" => self.spacing = length,
            "expnd" => self.spacing = length.map(|length| length * 5.0),
            // A negative height is exact.
            "sl" => self.line = length.filter(|&height| height < 0.0).map(f32::abs),
            "posx" => self.place[0] = length,
            "posnegx" => self.place[0] = length.map(|place| -place.abs()),
            "posy" => self.place[1] = length,
            "posnegy" => self.place[1] = length.map(|place| -place.abs()),
            "phpg" => self.from_page_edge[0] = true,
            "pvpg" => self.from_page_edge[1] = true,
            "li" | "lin" => self.indent = length.unwrap_or(0.0),
            word => {
                if let Some(at) = RELIEFS.iter().position(|own| *own == word) {
                    self.reliefs[at] = number != Some(0);
                }
            }
        }
    }
}

/// Colours of the file, and the row and the shape being read.
#[derive(Default)]
pub(super) struct Page {
    colours: Vec<Option<Colour>>,
    /// Colour of the table that is being read; `None` for one that the program chooses.
    rgb: Option<[u8; 3]>,
    size: [f32; 2],
    row_height: Option<f32>,
    /// Backgrounds of the row's cells, and that of the cell whose definition has begun.
    cells: Vec<Option<usize>>,
    cell_ground: Option<usize>,
    cell: usize,
    /// Edges of the shape, left, top, right, bottom, in points.
    edges: [f32; 4],
    from_page_edge: [bool; 2],
    pub(super) name: String,
    pub(super) value: String,
    is_hidden: bool,
    fill: Option<Ground>,
    /// Whether the shape stands behind the text, and whether it is a picture.
    layer: [bool; 2],
    /// Number of characters on this page that may still stand on the last drawing behind the text.
    pub(super) on_drawing: usize,
    pub(super) has_pictures: bool,
    /// Background of the page, and whether it is shown.
    ground: Option<Ground>,
    shows_ground: bool,
}

impl Page {
    /// Creates the page of a file of which nothing was read yet.
    pub(super) fn new() -> Self {
        Self {
            size: LETTER,
            ..Self::default()
        }
    }

    /// Takes in a control word of the table of colours, the page or a shape; returns whether it is one.
    pub(super) fn word(&mut self, word: &str, number: Option<i32>) -> bool {
        let length = points(number.unwrap_or(0));
        let channel = u8::try_from(number.unwrap_or(0)).unwrap_or(0);
        match word {
            "red" => self.rgb.get_or_insert_default()[0] = channel,
            "green" => self.rgb.get_or_insert_default()[1] = channel,
            "blue" => self.rgb.get_or_insert_default()[2] = channel,
            "paperw" | "pgwsxn" => self.size[0] = self.size[0].max(length),
            "paperh" | "pghsxn" => self.size[1] = self.size[1].max(length),
            "shpleft" => self.edges[0] = length,
            "shptop" => self.edges[1] = length,
            "shpright" => self.edges[2] = length,
            "shpbottom" => self.edges[3] = length,
            "shpbxpage" => self.from_page_edge[0] = true,
            "shpbypage" => self.from_page_edge[1] = true,
            "viewbksp" => self.shows_ground = number == Some(1),
            _ => return false,
        }
        true
    }

    /// Ends colours of the table at the semicolons after them.
    pub(super) fn end_colours(&mut self, text: &str) {
        for _ in text.matches(';') {
            let colour = self.rgb.take().map(Colour);
            if self.colours.len() < MOST {
                self.colours.push(colour);
            }
        }
    }

    /// Takes in a control word of a row's definition.
    pub(super) fn row_word(&mut self, word: &str, number: Option<i32>) {
        match word {
            "trowd" => {
                self.row_height = None;
                self.cells.clear();
                self.cell_ground = None;
            }
            // A negative height is exact.
            "trrh" => {
                let height = number.map(points);
                self.row_height = height.filter(|&height| height < 0.0).map(f32::abs);
            }
            "clcbpat" => self.cell_ground = number.and_then(|at| usize::try_from(at).ok()),
            "cellx" if self.cells.len() < MOST => self.cells.push(self.cell_ground.take()),
            _ => {}
        }
    }

    pub(super) const fn end_cell(&mut self) {
        self.cell += 1;
    }

    pub(super) const fn end_row(&mut self) {
        self.cell = 0;
    }

    pub(super) fn begin_shape(&mut self) {
        self.edges = [0.0; 4];
        self.from_page_edge = [false; 2];
        self.is_hidden = false;
        self.layer = [false; 2];
        self.fill = Some(Ground::PAPER);
    }

    /// Takes in a property of the shape.
    pub(super) fn end_property(&mut self) {
        let name = std::mem::take(&mut self.name);
        let value = std::mem::take(&mut self.value);
        let value = value.trim();
        match name.trim() {
            "posrelh" => self.from_page_edge[0] |= value == "0" || value == "1",
            "posrelv" => self.from_page_edge[1] |= value == "0" || value == "1",
            "fHidden" => self.is_hidden |= value == "1",
            "fBehindDocument" => self.layer[0] = value == "1",
            "pib" => self.layer[1] = true,
            "fFilled" if value == "0" => self.fill = self.has_pictures.then_some(Ground::Unknown),
            "fillType" if value != "0" => self.fill = Some(Ground::Unknown),
            "fillColor" if self.fill == Some(Ground::PAPER) => {
                // The number has blue first.
                let number = value.parse::<u32>().unwrap_or(0xFF_FFFF);
                let [_, blue, green, red] = number.to_be_bytes();
                self.fill = Some(Ground::Colour(Colour([red, green, blue])));
            }
            _ => {}
        }
        let [is_behind, is_picture] = self.layer;
        let is_painted = is_picture || self.fill.is_some_and(|fill| fill != Ground::PAPER);
        if is_behind && is_painted && self.edges[2] - self.edges[0] >= self.size[0] / 2.0 {
            self.on_drawing = ON_DRAWING;
        }
    }

    /// Takes the shape read as the background of the page.
    pub(super) const fn end_background(&mut self) {
        self.ground = self.fill;
    }

    pub(super) const fn shape_is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Returns the look that text in the shape begins with.
    pub(super) fn look_in_shape(&self) -> Look {
        let is_off = |at: usize| {
            let (from, to) = (self.edges[at], self.edges[at + 2]);
            to > from && is_beyond(self.size[at], self.from_page_edge[at], from, to - from)
        };
        Look {
            shape: self.fill,
            is_outside: is_off(0) || is_off(1),
            ..Look::default()
        }
    }

    /// Returns how text with a look is drawn.
    pub(super) fn drawn(&self, look: &Look, is_cell: bool) -> Drawn {
        let colour = |at: usize| self.colours.get(at).copied().flatten();
        let ground = |at: usize| colour(at).map(Ground::Colour);
        let cell = self
            .cells
            .get(self.cell)
            .copied()
            .flatten()
            .filter(|_| is_cell);
        let is_off = |at: usize| {
            let page = self.size[at];
            look.place[at]
                .is_some_and(|offset| is_beyond(page, look.from_page_edge[at], offset, page))
        };
        let row = self.row_height.filter(|_| is_cell);
        Drawn {
            ink: match look.ink.and_then(colour) {
                Some(_) if look.reliefs.contains(&true) => Ink::Several,
                ink => ink.map_or(Ink::Auto, Ink::Colour),
            },
            ground: look
                .letters
                .and_then(ground)
                .or_else(|| look.paragraph.and_then(ground))
                .or_else(|| cell.and_then(ground))
                .or(look.shape)
                .or((self.on_drawing > 0).then_some(Ground::Unknown))
                .or(self.ground.filter(|_| self.shows_ground)),
            size: look.size,
            width: look.width,
            spacing: look.spacing,
            height: look.line.into_iter().chain(row).reduce(f32::min),
            is_outside: look.is_outside || look.indent >= self.size[0] || is_off(0) || is_off(1),
            ..Drawn::default()
        }
    }
}

/// Returns a length in points.
fn points(twips: i32) -> f32 {
    let twips = twips as f32;
    twips / TWIPS
}
