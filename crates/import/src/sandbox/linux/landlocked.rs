//! Landlock: no path can be opened or changed, no TCP port reached, no other process signalled. What an older kernel's version
//! of it lacks (2 and earlier truncating, 4 and earlier ioctl, 5 and earlier signals and abstract sockets), the list of system
//! calls forbids too.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, RestrictionStatus,
    Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope,
};

use crate::sandbox::{Layer, LayerState};

/// Applies Landlock without exceptions; the state says which version holds.
pub(super) fn forbid_files() -> LayerState {
    let (missing, version) = match restrict() {
        Err(error) => (Some(error.to_string()), None),
        Ok(status) => match (status.ruleset, status.landlock) {
            (RulesetStatus::NotEnforced, LandlockStatus::NotEnabled) => {
                (Some("not enabled in this kernel".to_owned()), None)
            }
            (RulesetStatus::NotEnforced, _) => (Some("not in this kernel".to_owned()), None),
            (_, LandlockStatus::Available { effective_abi, .. }) => {
                (None, u32::try_from(effective_abi as i32).ok())
            }
            _ => (None, None),
        },
    };
    LayerState {
        layer: Layer::Files,
        missing,
        version,
    }
}

fn restrict() -> Result<RestrictionStatus, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V6))?
        .handle_access(AccessNet::from_all(ABI::V6))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .restrict_self()
}
