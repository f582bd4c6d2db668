//! Faults: functions that go wrong once in every run, in one known way.

use super::Generator;
use super::heap_scenes::fill;
use super::types::Int;
use heapwright::ir::ErrorKind;

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FaultKind {
    UseAfterFree,
    DoubleFree,
    ReadOutOfBounds,
    WriteOutOfBounds,
    NullDereference,
    Leak,
    FreeOffset,
    FreeNonHeap,
    WrongAssertion,
    SignedOverflow,
    UseAfterScope,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 11] = [
        FaultKind::UseAfterFree,
        FaultKind::DoubleFree,
        FaultKind::ReadOutOfBounds,
        FaultKind::WriteOutOfBounds,
        FaultKind::NullDereference,
        FaultKind::Leak,
        FaultKind::FreeOffset,
        FaultKind::FreeNonHeap,
        FaultKind::WrongAssertion,
        FaultKind::SignedOverflow,
        FaultKind::UseAfterScope,
    ];

    /// The errors that the fault may be reported as.
    pub fn errors(self) -> &'static [ErrorKind] {
        use ErrorKind::*;
        match self {
            FaultKind::UseAfterFree => &[ReadAfterFree, WriteAfterFree],
            FaultKind::DoubleFree => &[DoubleFree],
            FaultKind::ReadOutOfBounds => &[ReadOutOfBounds],
            FaultKind::WriteOutOfBounds => &[WriteOutOfBounds],
            FaultKind::NullDereference => &[NullRead, NullWrite],
            FaultKind::Leak => &[Leak, NotFreedAtEnd],
            FaultKind::FreeOffset => &[FreeOffset],
            FaultKind::FreeNonHeap => &[FreeNonHeap],
            FaultKind::WrongAssertion => &[AssertionFailed],
            FaultKind::SignedOverflow => &[SignedOverflow],
            FaultKind::UseAfterScope => &[ReadAfterScope, WriteAfterScope],
        }
    }

    /// Bodies that have the fault. `$a` is an integer type, `$b` and `$c` are numbers from 2 to 5.
    fn bodies(self) -> &'static [&'static str] {
        match self {
            FaultKind::UseAfterFree => USE_AFTER_FREE,
            FaultKind::DoubleFree => DOUBLE_FREE,
            FaultKind::ReadOutOfBounds => READ_OUT_OF_BOUNDS,
            FaultKind::WriteOutOfBounds => WRITE_OUT_OF_BOUNDS,
            FaultKind::NullDereference => NULL_DEREFERENCE,
            FaultKind::Leak => LEAK,
            FaultKind::FreeOffset => FREE_OFFSET,
            FaultKind::FreeNonHeap => FREE_NON_HEAP,
            FaultKind::WrongAssertion => WRONG_ASSERTION,
            FaultKind::SignedOverflow => SIGNED_OVERFLOW,
            FaultKind::UseAfterScope => USE_AFTER_SCOPE,
        }
    }
}

impl Generator<'_> {
    /// Writes a function with the fault and returns the statement that calls it.
    pub fn faulty_piece(&mut self) -> String {
        let Some(fault) = self.config.fault else { return ";".into() };
        let suffix = self.fresh("");
        let ty = self.random.pick(&Int::ALL[1..]).name();
        let (b, c) = (self.number(2, 5), self.number(2, 5));
        let values = [ty, &b, &c];
        self.types.lines(&fill(NODE, &suffix, &values));
        self.types.gap();
        self.globals.lines(&fill("static $a *kept@;\nstatic $a shared@[$b];", &suffix, &values));
        self.add_functions(HELPERS, &suffix, &values);
        let body = *self.random.pick(fault.bodies());
        let nested = self.random.percent(40);
        self.function(&format!("static void fault{suffix}(void)"), |g| {
            if nested {
                g.body.open(format!("for (int round = 0; round < {b}; round++)"));
                g.body.open(format!("if (round == {b} - 1)"));
            }
            g.add_lines(body, &suffix, &values);
            if nested {
                g.body.close();
                g.body.close();
            }
        });
        format!("fault{suffix}();")
    }
}

const NODE: &str = "
struct cell@ {
    $a value;
    struct cell@ *next;
};";

const HELPERS: &str = "
static struct cell@ *cells@(int count) {
    struct cell@ *head = 0;
    while (count-- > 0) {
        struct cell@ *cell = malloc(sizeof *cell);
        cell->value = count;
        cell->next = head;
        head = cell;
    }
    return head;
}

static void drop@(struct cell@ *cell) {
    while (cell) {
        struct cell@ *next = cell->next;
        free(cell);
        cell = next;
    }
}

static $a *block@($a first) {
    $a *block = malloc($b * sizeof *block);
    for (int i = 0; i < $b; i++)
        block[i] = first + i;
    return block;
}

static void point@($a **to) {
    $a local = $c;
    *to = &local;
}";

const USE_AFTER_FREE: &[&str] = &[
    "
$a *block = block@($c);
free(block);
mix(block[$b - 1]);",
    "
$a *block = block@($c), *alias = block + 1;
free(block);
*alias = 1;",
    "
struct cell@ *head = cells@($c);
for (struct cell@ *cell = head; cell; cell = cell->next)
    free(cell);",
    "
$a *block = block@($c);
$a *larger = realloc(block, ($b + 8) * sizeof *block);
block[0] = larger[1];
free(larger);",
    "
struct cell@ *head = cells@($c), *second = head->next;
second->value = 9;
drop@(head);
mix(second->value);",
];

const DOUBLE_FREE: &[&str] = &[
    "
$a *block = block@($c);
free(block);
free(block);",
    "
struct cell@ *head = cells@(2), *last = head->next;
free(last);
free(head->next);
free(head);",
    "
$a *block = block@(1), **alias = &block;
$a *larger = realloc(block, $b * 2 * sizeof *block);
free(*alias);
free(larger);",
];

const READ_OUT_OF_BOUNDS: &[&str] = &[
    "
$a *block = block@($c);
for (int i = 0; i <= $b; i++)
    mix(block[i]);
free(block);",
    "
$a local[$b] = {0};
$a *p = local;
for (int i = 0; i < $b; i++)
    p++;
mix(*p);",
    "
$a *p = shared@;
mix(p[$b]);",
    "
$a *block = block@($c);
mix(*(block - 1));
free(block);",
    "
char *text = malloc($b);
memset(text, 'x', $b);
mix(strlen(text));
free(text);",
    "
$a local[$b] = {1}, copy[$b + 1];
memcpy(copy, local, sizeof copy);
mix(copy[0]);",
];

const WRITE_OUT_OF_BOUNDS: &[&str] = &[
    "
$a *block = block@($c);
for (int i = 1; i <= $b; i++)
    block[i] = block[i - 1];
free(block);",
    "
$a local[$b] = {0}, *p = local + $b;
*p = 3;
mix(local[0]);",
    "
kept@ = shared@;
kept@[$b] = 1;",
    "
char *text = malloc(5);
strcpy(text, \"abcde\");
free(text);",
    "
struct cell@ *cell = malloc(sizeof(struct cell@ *));
cell->next = cell;
free(cell);",
    "
$a *block = block@($c);
memset(block, 0, $b * sizeof *block + 1);
free(block);",
];

const NULL_DEREFERENCE: &[&str] = &[
    "
struct cell@ *head = cells@($c), *cell = head;
while (cell)
    cell = cell->next;
mix(cell == 0 ? 1 : 2);
$a value = cell->value;
mix(value);
drop@(head);",
    "
struct cell@ *head = 0;
head->next = 0;
mix(head != 0);",
    "
$a *p = kept@;
*p = $b;",
    "
struct cell@ *head = cells@(1);
struct cell@ *next = head->next;
mix(next->next == 0);
drop@(head);",
];

const LEAK: &[&str] = &[
    "
$a *block = block@($c);
mix(block[0]);
block = block@($b);
free(block);",
    "
struct cell@ *head = cells@($c);
mix(head->value);",
    "
struct cell@ *head = cells@($c);
struct cell@ *rest = head->next;
head->next = 0;
rest = 0;
mix(rest == 0);
drop@(head);",
    "
struct cell@ *head = cells@($c);
free(head);",
    "
kept@ = block@($c);
mix(*kept@);
kept@ = 0;",
];

const FREE_OFFSET: &[&str] = &[
    "
$a *block = block@($c);
free(block + 1);",
    "
struct cell@ *head = cells@(1);
free(&head->next);",
    "
$a *block = block@($c), *p = block;
while (p < block + $b - 1)
    mix(*p++);
free(p);",
];

const FREE_NON_HEAP: &[&str] = &[
    "
$a local = $c;
kept@ = &local;
mix(*kept@);
free(kept@);",
    "
kept@ = shared@;
free(kept@);",
    "
struct cell@ cell = {$c, 0}, *head = &cell;
drop@(head);",
];

const WRONG_ASSERTION: &[&str] = &[
    "
$a *block = block@($c);
$a value = block[1];
free(block);
check(value == $c);",
    "
struct cell@ *head = cells@($c);
int count = 0;
for (struct cell@ *cell = head; cell; cell = cell->next)
    count++;
drop@(head);
check(count < $c);",
    "
unsigned char byte = 255;
byte += $c;
check(byte > 250);",
    "
int value = -$b;
check(value < 0u);",
];

const SIGNED_OVERFLOW: &[&str] = &[
    "
int value = 2147483647 - $b;
for (int i = 0; i <= $b; i++)
    value++;
mix(value);",
    "
long long value = 0x7fffffffffffffffll;
value += $c;
mix(value);",
    "
int value = 65536 + $b;
mix(value * value);",
    "
int value = -2147483647 - 1;
mix(-value);",
    "
int value = -2147483647;
value -= $b;
mix(value);",
    "
int low = -2147483647 - 1, by = $b - $b - 1;
mix(low / by);",
];

const USE_AFTER_SCOPE: &[&str] = &[
    "
$a *p;
{
    $a local = $c;
    p = &local;
    mix(*p);
}
mix(*p);",
    "
$a *p;
point@(&p);
mix(*p);",
    "
$a *p = 0;
for (int i = 0; i < $b; i++) {
    $a items[$b] = {0};
    p = &items[i];
}
*p = 1;
mix(*p);",
];
