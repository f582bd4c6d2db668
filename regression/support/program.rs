//! The regression programs. In: the folders of `regression/`. Out: the programs, with what their `//@` lines say.

use heapwright::config::DataModel;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the programs are.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/regression");

/// The lines `//@ key: value` in the comments at the top of a program.
#[derive(Clone, Debug, Default)]
pub struct Header {
    lines: Vec<(String, String)>,
}

impl Header {
    /// Reads the lines `//@` among the comments at the top of a text.
    pub fn of(text: &str) -> Self {
        let comments = text.lines().take_while(|line| line.starts_with("//"));
        let lines = comments.filter_map(|line| line.strip_prefix("//@"));
        let split = |line: &str| {
            let (key, value) = line.split_once(':').unwrap_or((line, ""));
            (key.trim().to_string(), value.trim().to_string())
        };
        Self { lines: lines.map(split).collect() }
    }

    /// All lines, as keys and values.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The values of a key.
    pub fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines().filter(move |(other, _)| *other == key).map(|(_, value)| value)
    }

    /// The first value of a key.
    pub fn value<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.values(key).next()
    }

    /// The words of all values of a key.
    pub fn words(&self, key: &str) -> Vec<String> {
        self.values(key).flat_map(str::split_whitespace).map(String::from).collect()
    }
}

/// A program of `regression/`.
#[derive(Clone, Debug)]
pub struct RegressionProgram {
    /// The file.
    pub path: PathBuf,
    /// Its area and name, such as `memory/leak`.
    pub name: String,
    /// Its text; what is not UTF-8 is replaced.
    pub text: String,
    /// What its first lines say.
    pub header: Header,
}

impl RegressionProgram {
    fn read(path: PathBuf) -> Self {
        let text = String::from_utf8_lossy(&fs::read(&path).expect("a readable file")).into_owned();
        let below = path.strip_prefix(FOLDER).expect("a path below the folder").with_extension("");
        let name = below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        let header = Header::of(&text);
        Self { path, name, text, header }
    }

    /// The name of the file.
    pub fn file(&self) -> String {
        self.path.file_name().expect("a file").to_string_lossy().into_owned()
    }

    /// The folder of the file, where it is verified.
    pub fn folder(&self) -> &Path {
        self.path.parent().expect("a folder")
    }

    /// The data models to try one after the other; nothing stands for what the arguments say.
    pub fn models(&self) -> Vec<Option<String>> {
        let models = self.header.words("models");
        if models.is_empty() { vec![None] } else { models.into_iter().map(Some).collect() }
    }

    /// The data models that arguments and `models` ask for.
    pub fn data_models(&self) -> Vec<DataModel> {
        let (args, models) = (self.header.words("args"), self.header.words("models"));
        let asks = |word: &str| models.iter().any(|model| model == word);
        let narrow = args.iter().any(|arg| matches!(arg.as_str(), "--32" | "ILP32")) || asks("ILP32");
        let wide = !narrow || asks("LP64");
        let wanted = [(DataModel::Lp64, wide), (DataModel::Ilp32, narrow)];
        wanted.into_iter().filter(|(_, wanted)| *wanted).map(|(model, _)| model).collect()
    }

    /// The options of the preprocessor among the arguments.
    pub fn preprocessor_options(&self) -> Vec<String> {
        self.header.words("args").into_iter().filter(|arg| arg.starts_with("-D") || arg.starts_with("-I")).collect()
    }

    /// The function where the program begins.
    pub fn entry(&self) -> String {
        let mut args = self.header.words("args").into_iter();
        args.find(|arg| arg == "--entry").and_then(|_| args.next()).unwrap_or_else(|| "main".into())
    }

    /// The arguments as they are right in any folder, without a limit of the time.
    pub fn args_from_anywhere(&self) -> Vec<String> {
        let mut args = Vec::new();
        let mut given = self.header.words("args").into_iter();
        while let Some(arg) = given.next() {
            if arg == "--timeout" {
                given.next();
                continue;
            }
            let path = self.folder().join(&arg);
            args.push(if path.exists() { path.display().to_string() } else { arg });
        }
        args
    }

    /// The property that is violated, by name, if the program has an error.
    pub fn violated(&self) -> Option<&str> {
        self.header.value("verdict")?.strip_prefix("false(")?.strip_suffix(')')
    }
}

/// The entries of a folder, in order of name.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The C files of the folders in a folder, in order of name.
pub fn files_of_areas(folder: &Path) -> Vec<PathBuf> {
    let areas = entries(folder).into_iter().filter(|path| path.is_dir());
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c" || extension == "i");
    areas.flat_map(|area| entries(&area)).filter(is_program).collect()
}

/// All programs of `regression/`, in order of name. Parts that are no programs of their own stand in folders further down.
pub fn programs() -> Vec<RegressionProgram> {
    files_of_areas(Path::new(FOLDER)).into_iter().map(RegressionProgram::read).collect()
}
