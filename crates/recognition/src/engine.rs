//! Recogniser of text in pictures: the two networks of PP-OCR, run by rten, with our own rules before and
//! after them.

use std::sync::Arc;

use rten::ThreadPool;

use super::arrange::arrange;
use super::bend::Bend;
use super::columns::Cell;
use super::decoding::{Decoded, Dictionary};
use super::detection::{Detected, detect};
use super::divide::divide;
use super::edge::cut_off;
use super::error::RecognitionError;
use super::geometry::Slanted;
use super::level::Level;
use super::models::{ModelFiles, ModelsError};
use super::network::Network;
use super::page::{Confidence, Direction, Line, Page, PageState, Recognised, Trust, Turn};
use super::raster::Raster;
use super::spread::division;
use super::strip::{STRIP_HEIGHT, Strip, cut};
use super::trust::{is_line, page_state};
use super::turning::{Lie, ReadLine, lie, skew, stands};

/// Height of a standing box, in widths, up to which it may hold one narrow character of a level line, such as a 1.
const ONE_CHARACTER: f32 = 2.5;

/// Length of the lines of a page that flattening keeps at least, as a share.
const KEPT: f32 = 0.97;

/// Confidence at most of a line that the picture's edge cuts off: shown, and not counted.
const CUT_OFF: Confidence = Confidence(8_400);

/// Confidence below which a line with red ink is read again without the ink.
const DOUBTFUL: f32 = 0.97;

/// Loaded models for text recognition. An engine works on one thread and takes up to 150 MB while it reads with the
/// tiny models.
pub struct Engine {
    detection: Network,
    recognition: Network,
    dictionary: Dictionary,
    version: String,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({})", self.version)
    }
}

/// Line that was read.
struct Read {
    place: Slanted,
    decoded: Decoded,
}

impl Engine {
    /// Loads the models, which takes about a tenth of a second. Fails with [`ModelsError::Unloadable`] if the runtime
    /// does not accept a file.
    pub fn new(files: ModelFiles) -> Result<Self, ModelsError> {
        let version = files.version().to_owned();
        let threads = Arc::new(ThreadPool::with_num_threads(1));
        Ok(Self {
            detection: Network::load(files.detection, &threads)?,
            recognition: Network::load(files.recognition, &threads)?,
            dictionary: Dictionary::new(&files.dictionary),
            version,
        })
    }

    /// Returns the version of models and rules, as in [`Recognised::version`]. The same version and the same picture
    /// give the same text on the same processor.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Recognises the text in one picture. `is_cancelled` is called before and between lines; once it returns `true`, the result is
    /// [`RecognitionError::Cancelled`]. The only other error is [`RecognitionError::Model`].
    pub fn read(
        &self,
        picture: &Raster,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Recognised, RecognitionError> {
        let stop = || {
            if is_cancelled() {
                Err(RecognitionError::Cancelled)
            } else {
                Ok(())
            }
        };
        stop()?;
        let found = detect(&self.detection, picture)?;
        stop()?;
        let lie = lie(self, picture, &found.boxes)?;
        let read = if lie.turn == Turn::None {
            self.upright(picture, &found, lie, is_cancelled)?
        } else {
            let upright = picture.clone().turned(lie.turn);
            let found = detect(&self.detection, &upright)?;
            self.upright(&upright, &found, lie, is_cancelled)?
        };
        // Nothing tells how a picture without text lies.
        let is_empty = read.pages.iter().all(|page| page.state == PageState::Empty);
        Ok(if is_empty { self.empty(picture) } else { read })
    }

    /// Reads a picture that was made upright: one page, or two.
    fn upright(
        &self,
        picture: &Raster,
        found: &Detected,
        Lie { turn, direction }: Lie,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Recognised, RecognitionError> {
        let (width, height) = (picture.width(), picture.height());
        let mut pages = Vec::new();
        if let Some(middle) = division(&found.boxes, width, height) {
            let mut halves = [(0, middle), (middle, width)];
            if direction == Direction::Down {
                halves.reverse();
            }
            for (left, right) in halves {
                // Half a picture is seen twice as sharply.
                let half = picture.columns(left, right);
                let found = detect(&self.detection, &half)?;
                let mut page = self.page(&half, &found, direction, is_cancelled)?;
                page.shift(left, right);
                pages.push(page);
            }
        } else {
            pages.push(self.page(picture, found, direction, is_cancelled)?);
        }
        let skew = skew(&found.boxes, direction == Direction::Down);
        #[expect(clippy::cast_possible_truncation)]
        let skew = (skew.to_degrees() * 100.0).round() as i16;
        Ok(Recognised {
            version: self.version.clone(),
            turn,
            width,
            height,
            skew,
            pages,
        })
    }

    /// Returns the result for a picture without text.
    fn empty(&self, picture: &Raster) -> Recognised {
        Recognised {
            version: self.version.clone(),
            turn: Turn::None,
            width: picture.width(),
            height: picture.height(),
            skew: 0,
            pages: vec![Page {
                left: 0,
                right: picture.width(),
                confidence: Confidence(0),
                state: PageState::Empty,
                lines: Vec::new(),
            }],
        }
    }

    /// Reads one page: flattened first, if its lines are bent.
    fn page(
        &self,
        picture: &Raster,
        found: &Detected,
        direction: Direction,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Page, RecognitionError> {
        let skew_of = |found: &Detected| skew(&found.boxes, direction == Direction::Down);
        let bend = match direction {
            Direction::Across => Bend::of(found, skew_of(found)),
            Direction::Down => None,
        };
        if let Some(bend) = bend {
            let flat = bend.flattened(picture);
            let again = detect(&self.detection, &flat)?;
            // What is no page of bent lines is not to lose any by flattening.
            if length(&again.boxes) >= KEPT * length(&found.boxes) {
                let level = Level::new(skew_of(&again), direction);
                let mut page = self.lines(&flat, &again.boxes, &level, is_cancelled)?;
                page.bend(&bend);
                return Ok(page);
            }
        }
        let level = Level::new(skew_of(found), direction);
        self.lines(picture, &found.boxes, &level, is_cancelled)
    }

    /// Reads the lines of one page, which are straight.
    fn lines(
        &self,
        picture: &Raster,
        boxes: &[Slanted],
        level: &Level,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Page, RecognitionError> {
        let boxes = divide(picture, boxes, level);
        let mut read = Vec::with_capacity(boxes.len());
        for place in boxes {
            if is_cancelled() {
                return Err(RecognitionError::Cancelled);
            }
            let line = self.line(picture, &place, level.direction)?;
            if is_line(&line.decoded.text, line.decoded.confidence) {
                read.push(line);
            }
        }
        Ok(assemble(&read, level, picture))
    }

    /// Reads one strip.
    fn strip(&self, strip: Strip) -> Result<Decoded, RecognitionError> {
        let ([_, _, classes], probabilities) =
            self.recognition
                .run::<3>(STRIP_HEIGHT, strip.width, strip.planes)?;
        if classes != self.dictionary.classes() {
            return Err(RecognitionError::Model {
                detail: format!(
                    "{classes} classes for {} characters",
                    self.dictionary.classes()
                ),
            });
        }
        Ok(self.dictionary.decode(&probabilities, classes))
    }

    /// Reads one box, and if that goes badly once more without red ink.
    fn line(
        &self,
        picture: &Raster,
        place: &Slanted,
        direction: Direction,
    ) -> Result<Read, RecognitionError> {
        let mut line = self.line_as_is(picture, place, direction)?;
        if line.decoded.confidence < DOUBTFUL
            && let Some(strip) = cut(picture, &line.place, false).without_red()
        {
            let decoded = self.strip(strip)?;
            if decoded.confidence > line.decoded.confidence && !decoded.text.is_empty() {
                line.decoded = decoded;
            }
        }
        Ok(line)
    }

    /// Reads one box: along the page's lines, or the way in which it makes most sense.
    fn line_as_is(
        &self,
        picture: &Raster,
        place: &Slanted,
        direction: Direction,
    ) -> Result<Read, RecognitionError> {
        let is_down = direction == Direction::Down;
        let laid = if stands(place) || is_down {
            place.standing()
        } else {
            *place
        };
        if is_down || !stands(place) {
            let along = if is_down && place.width > 1.5 * place.height {
                *place
            } else {
                laid
            };
            let decoded = self.read_line(picture, &along, false)?;
            return Ok(Read {
                place: along,
                decoded,
            });
        }
        let mut best = Read {
            place: laid,
            decoded: self.read_line(picture, &laid, false)?,
        };
        if place.height <= ONE_CHARACTER * place.width {
            let decoded = self.read_line(picture, place, false)?;
            if decoded.confidence >= best.decoded.confidence {
                best = Read {
                    place: *place,
                    decoded,
                };
            }
        }
        Ok(best)
    }
}

impl ReadLine for Engine {
    fn read_line(
        &self,
        picture: &Raster,
        line: &Slanted,
        upside_down: bool,
    ) -> Result<Decoded, RecognitionError> {
        self.strip(cut(picture, line, upside_down))
    }
}

/// Returns how long all lines are together.
fn length(boxes: &[Slanted]) -> f32 {
    boxes.iter().map(|line| line.width.max(line.height)).sum()
}

/// Puts the lines of a page in the order of reading.
fn assemble(read: &[Read], level: &Level, picture: &Raster) -> Page {
    let cell = |line: &Read| Cell {
        is_sure: Confidence::of(line.decoded.confidence).trust() != Trust::Shown,
        ..level.cell(&line.place)
    };
    let cells: Vec<Cell> = read.iter().map(cell).collect();
    let texts: Vec<&str> = read.iter().map(|line| line.decoded.text.as_str()).collect();
    let extent = level.extent(picture.width(), picture.height());
    let (ordered, roles) = arrange(&cells, &texts, extent);
    let mut lines: Vec<Line> = (ordered.iter())
        .map(|place| {
            let Read {
                place: frame,
                decoded,
            } = &read[place.cell];
            Line {
                text: decoded.text.clone(),
                confidence: Confidence::of(decoded.confidence),
                #[expect(clippy::cast_possible_truncation)]
                corners: frame
                    .corners()
                    .map(|p| [p.x.round() as i32, p.y.round() as i32]),
                direction: Level::direction_of(frame),
                role: roles[place.cell],
                row: place.row,
                block: place.block,
                begins_paragraph: place.begins_paragraph,
                letters: decoded.letters.clone(),
                corrected: false,
            }
        })
        .collect();
    let weights: Vec<_> = (lines.iter())
        .map(|line| (line.confidence, line.letters.len()))
        .collect();
    let (state, confidence) = page_state(&weights);
    if state == PageState::Empty {
        lines.clear();
    }
    if level.direction == Direction::Across {
        let places: Vec<Slanted> = read.iter().map(|line| line.place).collect();
        let cut = cut_off(&places, picture.width());
        for (line, place) in lines.iter_mut().zip(&ordered) {
            if cut[place.cell] {
                line.confidence = line.confidence.min(CUT_OFF);
            }
        }
    }
    Page {
        left: 0,
        right: picture.width(),
        confidence: if state == PageState::Empty {
            Confidence(0)
        } else {
            confidence
        },
        state,
        lines,
    }
}

impl Page {
    /// Moves the lines of a page that was read flattened to where they are in the picture.
    fn bend(&mut self, bend: &Bend) {
        for corner in self.lines.iter_mut().flat_map(|line| &mut line.corners) {
            corner[1] += bend.fall_at(corner[0], corner[1]);
        }
    }

    /// Moves a page that was read as a picture of its own to its place in the whole picture.
    fn shift(&mut self, left: u32, right: u32) {
        (self.left, self.right) = (left, right);
        let by = i32::try_from(left).unwrap_or(0);
        for corner in self.lines.iter_mut().flat_map(|line| &mut line.corners) {
            corner[0] += by;
        }
    }
}
