//! Repeats a frame in which something was drawn with a size that only its next drawing corrects.

use egui::{Context, Id};

/// Draws the frame again before it is shown, if `look` differs from that of the last drawing with this id. `look` is whatever the size
/// follows from.
pub(crate) fn redraw_if_new<L>(context: &Context, id: Id, look: L)
where
    L: Clone + PartialEq + Send + Sync + 'static,
{
    if context.data(|data| data.get_temp::<L>(id)).as_ref() == Some(&look) {
        return;
    }
    context.data_mut(|data| data.insert_temp(id, look));
    context.request_discard("drawn with an old size");
    // egui repeats a frame only once; if that has happened already, the next frame follows at once.
    context.request_repaint();
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{RawInput, Ui};

    #[test]
    fn a_frame_is_repeated_until_its_look_stays() {
        let (context, id) = (Context::default(), Id::unique("look"));
        let drawn = |look: u32| {
            let mut drawings = 0;
            let output = context.run_ui(RawInput::default(), |ui: &mut Ui| {
                drawings += 1;
                redraw_if_new(ui.ctx(), id, look);
            });
            output.drop_without_applying_deltas();
            drawings
        };
        assert_eq!([drawn(1), drawn(1), drawn(2), drawn(2)], [2, 1, 2, 1]);
    }
}
