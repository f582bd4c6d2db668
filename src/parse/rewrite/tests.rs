//! One example per rewritten construct: the text that comes out, and that `lang-c` parses it.

use super::*;
use crate::base::SourceMap;

/// Rewrites a text, checks that the result parses, and returns it with runs of blanks shortened.
fn rewritten(source: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.file("a.c", false);
    let text = match rewrite(Text::of_file(source.as_bytes().to_vec(), file)) {
        Ok(rewritten) => rewritten.text.as_str().into_owned(),
        Err(refused) => return format!("refused: {}", refused.error.message),
    };
    assert!(crate::parse::syntax::parse(text.clone(), 0).is_ok(), "does not parse: {text}");
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(rewritten(source), *expected, "{source}");
    }
}

#[test]
fn expressions() {
    check(&[
        ("int f(int a) { return a ?: 1; }", "int f(int a) { return a ? __hw_elvis : 1; }"),
        ("int f(int a) { return a ? : a ?: 2; }", "int f(int a) { return a ? __hw_elvis : a ? __hw_elvis : 2; }"),
        ("int x = __alignof__(x);", "int x = __alignof__(__typeof__((x)));"),
        ("int x = __alignof__ x;", "int x = __alignof__(__typeof__( x));"),
        ("int x = _Alignof(int);", "int x = _Alignof(int);"),
        (
            "_Complex double x; double y(void) { return __real__ x + __imag__ x; }",
            "_Complex double x; double y(void) { return __hw_real( x) + __hw_imag( x); }",
        ),
        (
            "int x = __builtin_types_compatible_p(int, long *);",
            "int x = __builtin_types_compatible_p(sizeof(int), sizeof( long *));",
        ),
        ("int x = sizeof (int){1};", "int x = sizeof( (int){1});"),
    ]);
}

#[test]
fn labels_and_jumps() {
    check(&[
        (
            "void f(void) { void *p = &&l; goto *p; l: ; }",
            "void f(void) { void *p = __hw_label_address(l); __hw_goto(p); l: ; }",
        ),
        ("int f(int a) { return sizeof(int *) && a; }", "int f(int a) { return sizeof(int *) && a; }"),
        (
            "void f(void) { void *p = (void *)&&l; l: ; }",
            "void f(void) { void *p = (void *)__hw_label_address(l); l: ; }",
        ),
        ("int f(int a, int b) { return a && b && (a) && b; }", "int f(int a, int b) { return a && b && (a) && b; }"),
        ("void f(void) { asm volatile goto (\"\" : : : : l); l: ; }", "void f(void) { __hw_asm_goto(); l: ; }"),
        (
            "void f(void) { { __label__ a; goto a; a: ; } }",
            "void f(void) { { goto a__hw_label_17; a__hw_label_17: ; } }",
        ),
        ("void f(void) { goto e; e: }", "void f(void) { goto e; e:; }"),
        ("void f(void) { a: int x = 1; goto a; }", "void f(void) { a:; int x = 1; goto a; }"),
        ("void f(int x) { switch (x) { case 1: default: } }", "void f(int x) { switch (x) { case 1: default:; } }"),
    ]);
}

#[test]
fn attributes() {
    check(&[
        ("void f(void) { a: __attribute__((unused)) ; goto a; }", "void f(void) { a: ; goto a; }"),
        (
            "void f(int x) { switch (x) { case 1: f(1); __attribute__((fallthrough)); case 2: ; } }",
            "void f(int x) { switch (x) { case 1: f(1); ; case 2: ; } }",
        ),
        ("struct __attribute__((packed)) s { int a; } x;", "struct s { int a; } __attribute__((packed)) x;"),
        ("enum __attribute__((packed)) { A } x;", "enum { A } __attribute__((packed)) x;"),
        ("struct __attribute__((packed)) s *p;", "struct s *p;"),
        ("struct s { int a; } __attribute__((packed));", "struct s { int a; } __attribute__((packed));"),
        ("__extension__ typedef long long t;", "typedef long long t;"),
    ]);
}

#[test]
fn declarations() {
    check(&[
        ("static __thread int x;", "static _Thread_local int x;"),
        ("unsigned __int128 x;", "unsigned long long long long x;"),
        ("__float128 x;", "_Float128 x;"),
        ("void f(void) { __auto_type x = 1; }", "void f(void) { __typeof__(__hw_auto_type) x = 1; }"),
        ("_Static_assert(1);", "_Static_assert(1, \"\");"),
        ("_Static_assert(f(1, 2), \"x\");", "_Static_assert(f(1, 2), \"x\");"),
        (
            "struct s { _Alignas(8) int x; _Alignas(long) char y; };",
            "struct s { __attribute__((__aligned__(8))) int x; __attribute__((__aligned__(_Alignof(long)))) char y; };",
        ),
        ("__asm__(\"nop\"); int x;", "_Static_assert(1, \"__hw_asm\"); int x;"),
        ("void f(void) { __asm__ volatile inline (\"nop\"); }", "void f(void) { __asm__ volatile (\"nop\"); }"),
        ("int a$b, \u{e9}, \\u00e9;", "int a__hw_24b, __hw_c3__hw_a9, __hw_5cu00e9;"),
    ]);
}

#[test]
fn declarations_without_a_type() {
    check(&[
        ("main() { return 0; }", "int main() { return 0; }"),
        ("static f(a, b) char a; { return 0; }", "static int f(a, b) char a; { return 0; }"),
        ("static x = 1; const y[2]; extern z;", "static int x = 1; const int y[2]; extern int z;"),
        (
            "void f(void) { register i; static j = 2; i = j; }",
            "void f(void) { register int i; static int j = 2; i = j; }",
        ),
        (
            "typedef int t; static t x; struct s { int a; } g(void) { }",
            "typedef int t; static t x; struct s { int a; } g(void) { }",
        ),
    ]);
}

#[test]
fn literals() {
    check(&[
        (r#"char *s = "\e[0m\"\%\u00e9\x41";"#, "char *s = \"\\033[0m\\\"%\u{e9}\\x41\";"),
        ("int x; // caf\u{e9}", "int x;"),
    ]);
    let mut sources = SourceMap::new();
    let file = sources.file("a.c", false);
    let rewritten = rewrite(Text::of_file(b"char *s = \"caf\xe9\"; /* \xe9 */".to_vec(), file)).ok().unwrap();
    assert_eq!(rewritten.text.as_str().trim_end(), "char *s = \"caf\\351\";");
}

#[test]
fn brackets_that_do_not_match_are_refused() {
    check(&[
        ("int f(void) { return (1; }", "refused: `(` is not closed before this `}`"),
        ("int x;)", "refused: `)` closes nothing"),
        ("int f(void) { return 1;", "refused: `{` is never closed"),
    ]);
}
