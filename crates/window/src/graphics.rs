//! Ways to draw the window, tried one after the other until one works, and the memory of the one that did.
//!
//! A graphics driver that fails costs the whole window, and which one fails is known only by trying. What worked is
//! tried first at the next start; a driver that ended the program is tried last.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui_wgpu::{WgpuConfiguration, WgpuSetup, WgpuSetupCreateNew};
use eframe::wgpu::{Adapter, Backends, DeviceType, Surface};

/// Name of the file with the way that was tried last, in the folder of the preferences.
const FILE: &str = "graphics.txt";

/// Way to draw the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Graphics {
    /// The graphics adapter that seems best, through any interface.
    Best,
    /// Graphics adapter through DirectX 12 (Windows).
    DirectX,
    /// Graphics adapter through Vulkan (Windows and Linux).
    Vulkan,
    /// Graphics adapter through OpenGL (Windows and Linux).
    OpenGl,
    /// Software rendering on the processor, through any interface that offers it.
    Software,
}

impl Graphics {
    const ALL: [Self; 5] = [
        Self::Best,
        Self::DirectX,
        Self::Vulkan,
        Self::OpenGl,
        Self::Software,
    ];

    /// Returns the ways of a system in the order in which they are tried.
    fn of_system(system: &str) -> &'static [Self] {
        match system {
            "windows" => &Self::ALL,
            "macos" => &[Self::Best],
            _ => &[Self::Best, Self::Vulkan, Self::OpenGl, Self::Software],
        }
    }

    /// Returns the name in the file and in the log.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::DirectX => "directx",
            Self::Vulkan => "vulkan",
            Self::OpenGl => "opengl",
            Self::Software => "software",
        }
    }

    /// Returns the configuration with which the window draws this way. `WGPU_BACKEND` in the environment has the last word.
    pub(super) fn configuration(self) -> WgpuConfiguration {
        let mut setup = WgpuSetupCreateNew::without_display_handle();
        let only = match self {
            Self::Best => None,
            Self::DirectX => Some(Backends::DX12),
            Self::Vulkan => Some(Backends::VULKAN),
            Self::OpenGl => Some(Backends::GL),
            Self::Software => {
                setup.native_adapter_selector = Some(Arc::new(software));
                None
            }
        };
        if let Some(only) = only {
            setup.instance_descriptor.backends = only;
        }
        WgpuConfiguration {
            wgpu_setup: WgpuSetup::CreateNew(setup),
            // As eframe has it where nothing is chosen.
            ..eframe::NativeOptions::default().wgpu_options
        }
    }
}

/// Returns the adapter that draws with the processor.
fn software(adapters: &[Adapter], surface: Option<&Surface<'_>>) -> Result<Adapter, String> {
    let draws = |adapter: &&Adapter| {
        adapter.get_info().device_type == DeviceType::Cpu
            && surface.is_none_or(|surface| adapter.is_surface_supported(surface))
    };
    let found = adapters.iter().find(draws).cloned();
    found.ok_or_else(|| "no software renderer".to_owned())
}

/// Memory of the ways that were tried, in a file.
#[derive(Debug)]
pub(super) struct Tried {
    /// File; `None` where nothing can be kept.
    file: Option<PathBuf>,
    /// Version of the program; a file written by another version is ignored.
    version: &'static str,
}

impl Tried {
    /// Creates a memory in `folder`, that of the preferences; without a folder nothing is remembered.
    pub(super) fn of(folder: Option<&Path>, version: &'static str) -> Self {
        Self {
            file: folder.map(|folder| folder.join(FILE)),
            version,
        }
    }

    /// Returns the ways to draw on this system, in the order in which to try them. The first one is the one that worked last or, if
    /// the program ended while one was being tried, the next after that one. If the environment sets `WGPU_BACKEND`, there is only
    /// [`Graphics::Best`].
    pub(super) fn order(&self) -> Vec<Graphics> {
        if std::env::var_os("WGPU_BACKEND").is_some() {
            return vec![Graphics::Best];
        }
        self.order_of(Graphics::of_system(std::env::consts::OS))
    }

    fn order_of(&self, ways: &[Graphics]) -> Vec<Graphics> {
        let mut ways = ways.to_vec();
        let Some((word, known)) = self.known() else {
            return ways;
        };
        if let Some(position) = ways.iter().position(|way| *way == known) {
            let first = position + usize::from(word == Word::Trying);
            let count = ways.len();
            ways.rotate_left(first % count);
        }
        ways
    }

    /// Notes that a way is being tried: if that ends the program, the next start begins with another.
    pub(super) fn trying(&self, way: Graphics) {
        self.write(Word::Trying, way);
    }

    /// Notes that a way works.
    pub(super) fn works(&self, way: Graphics) {
        self.write(Word::Works, way);
    }

    fn write(&self, word: Word, way: Graphics) {
        let Some(file) = &self.file else { return };
        let line = format!("{} {} {}\n", word.name(), way.name(), self.version);
        let written = file
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(file, line));
        if let Err(error) = written {
            tracing::info!(kind = ?error.kind(), "the way to draw is not remembered");
        }
    }

    fn known(&self) -> Option<(Word, Graphics)> {
        let line = std::fs::read_to_string(self.file.as_ref()?).ok()?;
        let mut words = line.trim().splitn(3, ' ');
        let (word, way, version) = (words.next()?, words.next()?, words.next()?);
        let word = [Word::Trying, Word::Works]
            .into_iter()
            .find(|one| one.name() == word)?;
        let way = Graphics::ALL.into_iter().find(|one| one.name() == way)?;
        (version == self.version).then_some((word, way))
    }
}

/// State of a way to draw at the last start: it was being tried, or it worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Trying,
    Works,
}

impl Word {
    const fn name(self) -> &'static str {
        match self {
            Self::Trying => "trying",
            Self::Works => "works",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOWS: &[Graphics] = &Graphics::ALL;

    #[test]
    fn what_worked_comes_first_and_what_ended_the_program_last() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new");
        let tried = Tried::of(Some(&place), "1 (a)");
        assert_eq!(tried.order_of(WINDOWS), WINDOWS, "nothing is known");
        tried.works(Graphics::Vulkan);
        assert_eq!(tried.order_of(WINDOWS)[0], Graphics::Vulkan);
        tried.trying(Graphics::Best);
        let order = tried.order_of(WINDOWS);
        assert_eq!((order[0], order[4]), (Graphics::DirectX, Graphics::Best));
        tried.trying(Graphics::Software);
        assert_eq!(tried.order_of(WINDOWS), WINDOWS, "all were tried");
    }

    #[test]
    fn another_version_tries_anew_and_nonsense_is_nothing_known() {
        let folder = tempfile::tempdir().unwrap();
        Tried::of(Some(folder.path()), "1 (a)").works(Graphics::OpenGl);
        let later = Tried::of(Some(folder.path()), "2 (b)");
        assert_eq!(later.order_of(WINDOWS), WINDOWS);
        for nonsense in [
            "",
            "works",
            "works opengl",
            "sings opengl 2 (b)",
            "works lead 2 (b)",
        ] {
            std::fs::write(folder.path().join(FILE), nonsense).unwrap();
            assert_eq!(later.order_of(WINDOWS), WINDOWS, "{nonsense}");
        }
        let kept_nowhere = Tried::of(None, "1 (a)");
        kept_nowhere.works(Graphics::OpenGl);
        assert_eq!(kept_nowhere.order_of(WINDOWS), WINDOWS);
    }

    #[test]
    fn the_way_of_another_system_is_nothing_known() {
        let folder = tempfile::tempdir().unwrap();
        let tried = Tried::of(Some(folder.path()), "1 (a)");
        tried.works(Graphics::DirectX);
        let linux = Graphics::of_system("linux");
        assert_eq!(tried.order_of(linux), linux);
        assert_eq!(
            tried.order_of(Graphics::of_system("macos")),
            [Graphics::Best]
        );
    }
}
