//! Sandbox layers on Linux. Each of them asks the kernel and accepts a refusal.

mod calls;
mod descriptors;
mod landlocked;
mod rights;

use super::{Layer, LayerState};
pub(super) use descriptors::close_inherited;

/// Gives up what the worker's thread inherits from this one: namespaces, root and capabilities, and with Landlock all paths.
pub(super) fn give_up_rights(layers: &mut Vec<LayerState>) {
    rights::make_unreachable();
    layers.push(LayerState::of(
        Layer::Namespaces,
        rights::leave_namespaces(),
    ));
    layers.push(LayerState::of(Layer::Account, rights::drop_privileges()));
    layers.push(landlocked::forbid_files());
}

/// Forbids all threads every system call that is not on the list.
pub(super) fn forbid_calls(layers: &mut Vec<LayerState>) {
    let forbidden = calls::forbid().map_err(std::io::Error::other);
    layers.push(LayerState::of(Layer::Calls, forbidden));
}
