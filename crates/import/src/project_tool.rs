//! Tools of projects: the files that describe a project, and the folders that each tool fills.

/// Tool that fills folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Cargo,
    Maven,
    Gradle,
    Ant,
    CMake,
    Qmake,
    Node,
    Python,
    /// Environment of Python, with the packages in it.
    Venv,
    VisualStudio,
    Eclipse,
    Composer,
    Go,
    CocoaPods,
    Unity,
}

impl Tool {
    /// Returns the tool whose project a file describes, by its name in lower case; `None` for all other files.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "cargo.toml" => Self::Cargo,
            "pom.xml" => Self::Maven,
            "build.gradle" | "build.gradle.kts" | "settings.gradle" | "settings.gradle.kts" => {
                Self::Gradle
            }
            "build.xml" => Self::Ant,
            "cmakelists.txt" => Self::CMake,
            ".qmake.stash" => Self::Qmake,
            "package.json" => Self::Node,
            "setup.py" | "setup.cfg" | "pyproject.toml" => Self::Python,
            "pyvenv.cfg" => Self::Venv,
            ".cproject" | ".project" => Self::Eclipse,
            "composer.json" => Self::Composer,
            "go.mod" => Self::Go,
            "podfile" => Self::CocoaPods,
            "projectversion.txt" => Self::Unity,
            _ => match name.rsplit_once('.')?.1 {
                "pro" => Self::Qmake,
                "csproj" | "vbproj" | "fsproj" | "vcxproj" | "sln" => Self::VisualStudio,
                _ => return None,
            },
        })
    }

    /// Returns whether the tool puts its output, or packages of others, into a folder with this name, which is in lower case.
    pub(super) fn fills(self, folder: &str) -> bool {
        let folders: &[&str] = match self {
            Self::Cargo | Self::Maven => &["target"],
            Self::Gradle => &["build"],
            Self::Ant | Self::Node | Self::Python => &["build", "dist"],
            Self::CMake if folder.starts_with("cmake-build-") => return true,
            Self::CMake => &["build", "debug", "release"],
            Self::Qmake | Self::Eclipse => &["debug", "release"],
            Self::VisualStudio => &["obj", "debug", "release"],
            Self::Venv => &["bin", "include", "lib", "lib64", "scripts"],
            Self::Composer | Self::Go => &["vendor"],
            Self::CocoaPods => &["pods"],
            Self::Unity => &["library"],
        };
        folders.contains(&folder)
    }

    /// Returns the name, in lower case, of the file that the tool always leaves in the folder of unpacked packages; `None` for tools
    /// that leave none.
    pub(super) const fn mark(self) -> Option<&'static str> {
        match self {
            Self::Composer => Some("autoload.php"),
            Self::Go => Some("modules.txt"),
            Self::CocoaPods => Some("manifest.lock"),
            _ => None,
        }
    }
}

/// Names of all files that [`Tool::mark`] gives.
pub(super) const MARKS: [&str; 3] = ["autoload.php", "modules.txt", "manifest.lock"];
