//! Programs about lists of any length: random arrangements of operations, and faults that only some lists show.
//!
//! The operations are written once, with `%` and a variant after a line that can be got wrong. A program with a fault takes one of
//! those variants. Whether it does harm depends on what the program does with it: executions tell.

use super::lock::Lock;
use crate::support::random::Random;

/// A program and the variant that was taken, if any.
pub struct ListProgram {
    /// The text, without preprocessor directives.
    pub source: String,
    /// The line that is wrong.
    pub fault: Option<String>,
    /// The inputs that open the lock before everything else, if there is one.
    pub key: Vec<u64>,
}

/// A list program from a seed; every other one has a fault, and every other one of these is behind a lock.
pub fn generate_lists(seed: u64) -> ListProgram {
    let mut random = Random::new(seed);
    let mut text = String::from(PRELUDE);
    let mut calls = Vec::new();
    for suffix in 0..1 + random.below(5) / 4 {
        let (unit, main) = unit(&mut random, suffix);
        text.push_str(&unit);
        calls.extend(main);
    }
    text.push_str("\nint main(void) {\n");
    for call in calls {
        text.push_str(&format!("    {call}\n"));
    }
    text.push_str("    return 0;\n}\n");
    choose_variants(&text, seed, &mut random)
}

/// The program that a text with variants describes: with one of them, if the seed is odd.
pub(super) fn choose_variants(text: &str, seed: u64, random: &mut Random) -> ListProgram {
    let sites = used_sites(text);
    let wrong = (seed % 2 == 1).then(|| *random.pick(&sites));
    let (mut source, mut fault, mut site) = (format!("// Generated from seed {seed}.\n"), None, 0);
    for line in text.lines() {
        let Some((good, bad)) = line.split_once('%') else {
            source.push_str(line);
            source.push('\n');
            continue;
        };
        let is_wrong = wrong == Some(site);
        site += 1;
        if is_wrong {
            fault = Some(format!("{} -> {}", good.trim(), bad.trim()));
        }
        let indent = good.len() - good.trim_start().len();
        source.push_str(&format!("{}{}\n", " ".repeat(indent), if is_wrong { bad.trim() } else { good.trim() }));
    }
    let lock = (seed % 4 == 3).then(|| Lock::new(random));
    if let Some(lock) = &lock {
        let main = "int main(void) {\n";
        let locked = format!(
            "{main}    unsigned int key = __VERIFIER_nondet_uint();\n    if (!({}))\n        return 0;\n",
            lock.opened_by("key")
        );
        source = source.replace(main, &locked);
    }
    ListProgram { source, fault, key: lock.iter().map(|lock| u64::from(lock.key)).collect() }
}

/// The lines with a variant, by their number among all such lines, in functions that are called.
fn used_sites(text: &str) -> Vec<usize> {
    let (mut used, mut sites, mut site) = (true, Vec::new(), 0);
    for line in text.lines() {
        if let Some(name) =
            line.strip_prefix("static ").and_then(|line| line.split('(').next()?.split([' ', '*']).next_back())
        {
            used = text.matches(&format!("{name}(")).count() > 1;
        }
        if line.contains('%') {
            sites.extend(used.then_some(site));
            site += 1;
        }
    }
    sites
}

/// One list with its operations, and the statements that use it.
fn unit(random: &mut Random, suffix: usize) -> (String, Vec<String>) {
    let (fields, operations) = *random.pick(&[("head", SINGLE), ("head", QUEUE), ("head", DOUBLE), ("ring", RING)]);
    let (payload, prepare, dispose, look) = *random.pick(PAYLOADS);
    let global = random.percent(50);
    let doubly = operations == DOUBLE || operations == RING;
    let mut links = vec!["struct node@ *next;", payload, "$type mark;"];
    if doubly {
        links.push("struct node@ *prev;");
    }
    for position in (1..links.len()).rev() {
        links.swap(position, random.below(position + 1));
    }
    let links = links.join("\n    ");
    let place = if global { "list@" } else { "l" };
    let (parameter, argument, access) =
        if global { ("void", "", "list@.") } else { ("struct list@ *l", "&list@", "l->") };
    let mark = random.below(4).to_string();
    let ty = *random.pick(&["int", "unsigned char", "short", "long", "_Bool"]);
    let mark = if ty == "_Bool" { "1" } else { mark.as_str() };
    let other = if ty == "_Bool" { "0" } else { "9" };
    let text = [if payload == SUBLIST { SUB } else { "" }, TYPES, NODE, operations].join("");
    let declared = if global { "static struct list@ list@;" } else { "" };
    let fill = |text: &str| {
        [
            ("$links", links.as_str()),
            ("$global", declared),
            ("$prepare", prepare),
            ("$dispose", dispose),
            ("$look", look),
            ("$place", place),
            ("$param", parameter),
            ("$arg", argument),
            ("$l", access),
            ("$type", ty),
            ("$mark", mark),
            ("$other", other),
            ("@", &suffix.to_string()),
        ]
        .iter()
        .fold(text.to_string(), |text, (key, value)| text.replace(key, value))
    };
    let mut main = Vec::new();
    if !global {
        main.push("struct list@ list@;".to_string());
    }
    main.push(if fields == "ring" { "start@($arg);" } else { "list@.head = list@.tail = 0;" }.to_string());
    let names: Vec<&str> =
        operations.lines().filter_map(|line| line.strip_prefix("static void ")?.split('@').next()).collect();
    let (building, others): (Vec<&str>, Vec<&str>) =
        names.into_iter().filter(|name| !["start", "destroy"].contains(name)).partition(|name| name.starts_with("add"));
    let count = 1 + random.below(3);
    for position in 0..count + random.below(3) {
        let builds = position == 0 || random.percent(30);
        let name = *random.pick(if builds { &building } else { &others });
        let how = match random.below(if position == 0 { 2 } else { 4 }) {
            0 => format!("while (choose({}))", 3 + random.below(2)),
            1 if position == 0 => format!("while (choose({}))", 4),
            1 => "if (choose(2))".to_string(),
            _ => String::new(),
        };
        main.push(format!("{how} {name}@($arg);").trim().to_string());
        if random.percent(15) {
            let (one, two) = (*random.pick(&building), *random.pick(&others));
            main.push(format!("while (choose(4)) {{ if (choose(2)) {one}@($arg); else {two}@($arg); }}"));
        }
    }
    main.push("destroy@($arg);".to_string());
    let fields = main.iter().map(|line| fill(line)).collect();
    (fill(&text), fields)
}

pub(super) const PRELUDE: &str = r#"extern void *malloc(unsigned long size);
extern void free(void *block);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *condition, const char *file, unsigned int line, const char *function);

static unsigned int choose(unsigned int bound) {
    unsigned int number = __VERIFIER_nondet_uint();
    return number - number / bound * bound;
}

static void check(int condition) {
    if (!condition)
        __assert_fail("condition", "program.c", 0, "check");
}
"#;

const TYPES: &str = "
struct node@ {
    $links
};

struct list@ {
    struct node@ *head;
    struct node@ *tail;
};

$global
";

const SUBLIST: &str = "struct sub@ *subs;";

const SUB: &str = "
struct sub@ {
    int value;
    struct sub@ *next;
};
";

/// What a node has besides its links and its mark: the field, how it comes, goes and is looked at.
const PAYLOADS: &[(&str, &str, &str, &str)] = &[
    ("int value;", "n->value = 5;", "", "check(n->value == 5); % check(n->value == 5 && n->mark != $mark);"),
    ("int *data;", "n->data = choose(2) ? malloc(4) : 0;", OPTIONAL_GOES, "if (n->data) *n->data = 1; % *n->data = 1;"),
    ("int *data;", OWN_COMES, OWN_GOES, "*n->data = 1; % { free(n->data); n->data = 0; }"),
    (SUBLIST, SUBLIST_COMES, SUBLIST_GOES, "check(!n->subs || n->subs->value == 7); % check(n->subs->value == 7);"),
];

const OPTIONAL_GOES: &str = "if (n->data) % if (n->data && choose(8))
        free(n->data);";

const OWN_COMES: &str = "n->data = malloc(4); % n->data = choose(8) ? malloc(4) : 0;
    *n->data = 3; % if (n->data) *n->data = 3;";

const OWN_GOES: &str = "if (*n->data != 2) % if (*n->data == 3)
        free(n->data);
    else
        free(n->data); % free(n);";

const SUBLIST_COMES: &str = "n->subs = 0;
    while (choose(3)) {
        struct sub@ *s = malloc(sizeof *s);
        s->value = 7; % s->value = n->subs ? 8 : 7;
        s->next = n->subs; % s->next = 0;
        n->subs = s;
    }";

const SUBLIST_GOES: &str = "while (n->subs) { % if (n->subs) {
        struct sub@ *s = n->subs;
        n->subs = s->next; % free(s); n->subs = s->next; continue;
        free(s); % if (s->next) free(s);
    }";

const NODE: &str = "
static struct node@ *new@(void) {
    struct node@ *n = malloc(sizeof *n);
    n->mark = $mark; % n->mark = choose(8) ? $mark : $other;
    $prepare
    return n;
}

static void drop@(struct node@ *n) {
    $dispose
    free(n); % if (n->mark == $mark && choose(8)) free(n);
}
";

const SINGLE: &str = "
static void add_front@($param) {
    struct node@ *n = new@();
    n->next = $lhead; % n->next = 0;
    $lhead = n;
}

static void add_back@($param) {
    struct node@ *n = new@();
    n->next = 0; % n->next = $lhead;
    if (!$lhead) { % if (0) {
        $lhead = n;
        return;
    }
    struct node@ *at = $lhead;
    while (at->next)
        at = at->next;
    at->next = n; % if (at != $lhead) at->next = n;
}

static void add_middle@($param) {
    struct node@ *at = $lhead;
    while (at && choose(3))
        at = at->next; % at = at->next->next;
    if (at) {
        struct node@ *n = new@();
        n->next = at->next; % n->next = at;
        at->next = n;
    }
}

static void remove_first@($param) {
    struct node@ *n = $lhead;
    if (n) { % if (1) {
        $lhead = n->next; % drop@(n); $lhead = n->next; return;
        drop@(n); % if (n->next) drop@(n);
    }
}

static void remove_some@($param) {
    struct node@ *before = 0;
    struct node@ *n = $lhead;
    while (n) {
        struct node@ *next = n->next;
        if (choose(2)) {
            if (before) % if (before && next)
                before->next = next;
            else
                $lhead = next;
            drop@(n);
        } else {
            before = n; % before = choose(8) ? n : $lhead;
        }
        n = next; % n = n->next;
    }
}

static void reverse@($param) {
    struct node@ *done = 0;
    while ($lhead) { % while ($lhead && $lhead->next) {
        struct node@ *n = $lhead;
        $lhead = n->next;
        n->next = done; % if (done) n->next = done;
        done = n;
    }
    $lhead = done;
}

static void visit@($param) {
    for (struct node@ *n = $lhead; n; n = n->next) { % for (struct node@ *n = $lhead; n->next; n = n->next) {
        check(n->mark == $mark); % check(n->mark != $mark);
        $look
    }
}

static void destroy@($param) {
    struct node@ *n = $lhead;
    while (n) { % while (n && n->next) {
        struct node@ *next = n->next;
        drop@(n);
        n = next; % n = choose(8) ? next : n->next;
    }
}
";

const QUEUE: &str = "
static void add_back@($param) {
    struct node@ *n = new@();
    n->next = 0;
    if ($ltail) % if ($lhead != $ltail)
        $ltail->next = n;
    else
        $lhead = n;
    $ltail = n; % if (choose(8)) $ltail = n;
}

static void add_front@($param) {
    struct node@ *n = new@();
    n->next = $lhead;
    $lhead = n;
    if (!$ltail) % if (!n->next && choose(8))
        $ltail = n;
}

static void remove_first@($param) {
    struct node@ *n = $lhead;
    if (n) {
        $lhead = n->next;
        if (!$lhead) % if (!$lhead && choose(8))
            $ltail = 0;
        drop@(n);
    }
}

static void remove_last@($param) {
    struct node@ *before = 0;
    struct node@ *n = $lhead;
    if (!n) % if (n && !n->next)
        return;
    while (n->next) {
        before = n;
        n = n->next;
    }
    check(n == $ltail); % check(n != $ltail);
    if (before) {
        before->next = 0; % before->next = n->next == 0 ? n : 0;
        $ltail = before; % $ltail = n;
    } else {
        $lhead = $ltail = 0; % $ltail = 0;
    }
    drop@(n);
}

static void visit@($param) {
    struct node@ *last = 0;
    for (struct node@ *n = $lhead; n; n = n->next) {
        check(n->mark == $mark); % check(n->mark == $mark && n != $ltail);
        $look
        last = n;
    }
    check(last == $ltail); % check(last && last == $ltail);
}

static void destroy@($param) {
    while ($lhead) { % while ($lhead != $ltail) {
        struct node@ *n = $lhead;
        $lhead = n->next;
        drop@(n);
    }
    $ltail = 0;
}
";

const DOUBLE: &str = "
static void add_front@($param) {
    struct node@ *n = new@();
    n->prev = 0;
    n->next = $lhead;
    if ($lhead) % if (!$lhead)
        $lhead->prev = n; % if ($lhead) $lhead->prev = 0;
    else
        $ltail = n;
    $lhead = n;
}

static void add_back@($param) {
    struct node@ *n = new@();
    n->next = 0;
    n->prev = $ltail; % n->prev = $lhead;
    if ($ltail)
        $ltail->next = n;
    else
        $lhead = n; % $lhead = choose(8) ? n : 0;
    $ltail = n;
}

static void add_middle@($param) {
    struct node@ *at = $lhead;
    while (at && choose(3))
        at = at->next;
    if (at && at->next) { % if (at) {
        struct node@ *n = new@();
        n->next = at->next;
        n->prev = at; % n->prev = at->prev;
        at->next->prev = n; % at->next->prev = at;
        at->next = n;
    }
}

static void remove_last@($param) {
    struct node@ *n = $ltail;
    if (!n)
        return;
    $ltail = n->prev; % if (n->prev) $ltail = n->prev;
    if ($ltail)
        $ltail->next = 0; % $ltail->next = n->next;
    else
        $lhead = 0; % $lhead = n->next ? n : 0;
    drop@(n);
}

static void remove_some@($param) {
    struct node@ *n = $lhead;
    while (n) {
        struct node@ *next = n->next;
        if (choose(2)) {
            if (n->prev)
                n->prev->next = next; % n->prev->next = n;
            else
                $lhead = next;
            if (next)
                next->prev = n->prev; % next->prev = n;
            else
                $ltail = n->prev; % $ltail = $lhead;
            drop@(n);
        }
        n = next;
    }
}

static void visit@($param) {
    for (struct node@ *n = $ltail; n; n = n->prev) {
        check(n->mark == $mark);
        check(!n->next || n->next->prev == n); % check(n->next && n->next->prev == n);
        $look
    }
}

static void destroy@($param) {
    struct node@ *n = $ltail;
    while (n) {
        struct node@ *prev = n->prev;
        drop@(n);
        n = prev; % n = n == $lhead ? 0 : n->prev;
    }
}
";

const RING: &str = "
static void start@($param) {
    $lhead = malloc(sizeof *$lhead);
    $lhead->next = $lhead;
    $lhead->prev = $lhead; % $lhead->prev = 0;
    $ltail = 0;
}

static void add_front@($param) {
    struct node@ *n = new@();
    n->prev = $lhead;
    n->next = $lhead->next; % n->next = $lhead;
    $lhead->next->prev = n; % $lhead->prev = n;
    $lhead->next = n;
}

static void add_back@($param) {
    struct node@ *n = new@();
    n->next = $lhead;
    n->prev = $lhead->prev;
    $lhead->prev->next = n;
    $lhead->prev = n; % if (choose(8)) $lhead->prev = n;
}

static void remove_first@($param) {
    struct node@ *n = $lhead->next;
    if (n == $lhead) % if (n->next == $lhead && choose(2))
        return;
    n->prev->next = n->next;
    n->next->prev = n->prev; % n->next->prev = n;
    drop@(n);
}

static void remove_some@($param) {
    struct node@ *n = $lhead->next;
    while (n != $lhead) { % while (n->next != $lhead) {
        struct node@ *next = n->next;
        if (choose(2)) {
            n->prev->next = next;
            next->prev = n->prev;
            drop@(n);
        }
        n = next; % n = n->next;
    }
}

static void visit@($param) {
    for (struct node@ *n = $lhead->next; n != $lhead; n = n->next) { % for (struct node@ *n = $lhead; n; n = n->next) {
        check(n->mark == $mark);
        check(n->prev->next == n && n->next->prev == n); % check(n->next != $lhead);
        $look
    }
}

static void destroy@($param) {
    struct node@ *n = $lhead->next;
    while (n != $lhead) {
        struct node@ *next = n->next;
        drop@(n); % if (next != $lhead) drop@(n);
        n = next;
    }
    free($lhead); % if ($lhead->next == $lhead) free($lhead);
}
";
