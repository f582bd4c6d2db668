//! From files and texts to ASTs and messages.

use super::*;
use crate::config::DataModel;

/// A file in a directory of its own, which goes when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str, name: &str, content: impl AsRef<[u8]>) -> Self {
        let directory = std::env::temp_dir().join(format!("heapwright-test-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join(name), content).unwrap();
        Self(directory.join(name))
    }

    fn parse(&self, model: DataModel) -> (Result<Parsed, ParseError>, SourceMap) {
        let mut sources = SourceMap::new();
        (parse_file(&self.0, &ParseConfig::new(model), &mut sources), sources)
    }

    /// `line:column: message` of the first complaint.
    fn complaint(&self) -> String {
        let (result, sources) = self.parse(DataModel::Lp64);
        match result.unwrap_err() {
            ParseError::Invalid(list) => {
                let location = sources.locate(list[0].span).unwrap();
                assert_eq!(location.file, self.0.to_string_lossy());
                format!("{}:{}: {}", location.line, location.column, list[0].message)
            }
            other => other.to_string(),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// Where the first `needle` of the parsed text stands.
fn located(parsed: &Parsed, sources: &SourceMap, needle: &str) -> String {
    let last = (parsed.base..).take_while(|lo| sources.locate(Span { lo: *lo, hi: lo + 1 }).is_some()).last().unwrap();
    let text = sources.snippet(Span { lo: parsed.base, hi: last });
    let lo = parsed.base + text.find(needle).unwrap() as u32;
    let location = sources.locate(Span { lo, hi: lo + 1 }).unwrap();
    format!("{}:{}", location.line, location.column)
}

#[test]
fn system_headers_parse_in_both_data_models() {
    let headers = [
        "assert", "ctype", "errno", "limits", "math", "pthread", "stdbool", "stddef", "stdint", "stdio", "stdlib",
        "string",
    ];
    let mut text: String = headers.map(|h| format!("#include <{h}.h>\n")).concat();
    text.push_str("int main(void) { assert(sizeof(size_t) == sizeof(void *)); return 0; }\n");
    let file = Scratch::new("headers", "a.c", text);
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let (result, _) = file.parse(model);
        assert!(result.is_ok(), "{}: {}", model.name(), result.unwrap_err());
    }
}

#[test]
fn positions_are_those_of_the_file() {
    let text = "#define ADD(a, b) ((a) + (b))\n#define ZERO 0\n/* c */ int   f(int   x)\n{\n\treturn   x == ZERO   &&  ADD(x,\n  3) ; } int   y;\n";
    let file = Scratch::new("positions", "a.c", text);
    let (result, sources) = file.parse(DataModel::Lp64);
    let parsed = result.unwrap();
    let at = |needle: &str| located(&parsed, &sources, needle);
    assert_eq!(at("int f"), "3:9");
    assert_eq!(at("x)"), "3:23");
    assert_eq!(at("return"), "5:2");
    assert_eq!(at("0 &&"), "5:16");
    assert_eq!(at("&&"), "5:23");
    assert_eq!(at("+"), "5:27");
    assert_eq!(at("3"), "6:3");
    assert_eq!(at("; }"), "6:6");
    assert_eq!(at("y;"), "6:16");
}

#[test]
fn preprocessed_files_have_their_own_positions() {
    let text = "# 1 \"other.c\"\n# 7 \"b.h\" 1\nint x; /* a\n b */ int y ?: z;\n";
    let file = Scratch::new("preprocessed", "a.i", text);
    assert!(file.complaint().starts_with("4:13: unexpected `?`"), "{}", file.complaint());
}

#[test]
fn complaints_of_the_preprocessor_are_located() {
    let file = Scratch::new("missing", "a.c", "int x;\n#include \"nope.h\"\n");
    assert_eq!(file.complaint(), "2:10: nope.h: No such file or directory");
}

#[test]
fn syntax_errors_are_located_and_explained() {
    for (text, message) in [
        ("int f(void) { int x = 1 return x; }", "1:25: unexpected `return`: a `;` may be missing before it"),
        ("foo x;", "1:1: unexpected `foo`: `foo` begins no declaration; it may be a type that is not declared"),
        (
            "void f(void) {\n  foo x;\n}",
            "2:7: unexpected `x` after `foo`: a `;` may be missing, or `foo` is not declared as a type",
        ),
        (
            "void f(void) { int g(void) { return 1; } }",
            "1:28: unexpected `{` (functions inside functions are not supported)",
        ),
        ("", "1:1: there is nothing in this file"),
        ("int @;", "1:5: stray `@` in the program"),
    ] {
        assert_eq!(Scratch::new("syntax", "a.c", text).complaint(), message);
    }
}

#[test]
fn latin_1_is_fine_in_comments_and_strings() {
    let file = Scratch::new("latin", "a.c", b"char *s = \"caf\xe9\"; // caf\xe9\n");
    assert!(file.parse(DataModel::Lp64).0.is_ok());
}

#[test]
fn million_parentheses_give_a_message() {
    let text = format!("int x = {}1{};", "(".repeat(1_000_000), ")".repeat(1_000_000));
    assert!(Scratch::new("deep", "a.i", text).complaint().ends_with("this is nested too deeply to be parsed"));
}

#[test]
fn packing_follows_the_pragma_through_rewriting() {
    let text = "int a = 1 ?: 2;\n#pragma pack(1)\nstruct s { int x; } v;\n#pragma pack()\nstruct t { int x; } w;\n";
    let mut sources = SourceMap::new();
    let parsed = parse_text("a.i", text, &mut sources, false).unwrap();
    let packings: Vec<_> = parsed.unit.0.iter().map(|d| parsed.packing(d.span)).collect();
    assert_eq!(packings, [None, Some(1), None]);
}

#[test]
fn the_dump_shows_the_tree() {
    let parsed = parse_text("a.i", "int x;", &mut SourceMap::new(), false).unwrap();
    let dump = dump(&parsed);
    assert!(dump.starts_with("TranslationUnit\n") && dump.contains("Identifier \"x\""), "{dump}");
}
