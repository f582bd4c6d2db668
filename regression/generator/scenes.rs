//! Scenes that need no heap: strings, records, unions, bit-fields, function pointers, recursion, arrays, jumps.

use super::Generator;
use super::function::{parameter, parameter_list};
use super::heap_scenes::fill;
use super::types::Int;

impl Generator<'_> {
    /// Writes a scene and returns the statement that plays it.
    pub fn scene(&mut self) -> String {
        let suffix = self.fresh("");
        match self.random.below(14) {
            0 => self.strings(&suffix),
            1 => self.by_value(&suffix),
            2 => self.union_views(&suffix),
            3 => self.bit_fields(&suffix),
            4 => self.dispatch(&suffix),
            5 => self.recursion(&suffix),
            6 => self.matrix(&suffix),
            7 => self.sort(&suffix),
            8 => self.machine(&suffix),
            9 => self.short_circuit(&suffix),
            10 => self.static_data(&suffix),
            11 => self.variable_length(&suffix),
            12 => self.floating(&suffix),
            _ => self.conversions(&suffix),
        }
        format!("scene{suffix}();")
    }

    fn strings(&mut self, suffix: &str) {
        const WORDS: [&str; 7] = ["", "a", "abc", "abd", "list", "heap object", "t\\t\\101\\\"\\x7a"];
        let (a, b) = (*self.random.pick(&WORDS), *self.random.pick(&WORDS));
        let c = char::from(b'a' + self.random.below(20) as u8).to_string();
        let count = self.number(0, 5);
        let uses: Vec<&&str> = STRING_USES.iter().filter(|_| self.random.percent(45)).collect();
        self.function(&format!("static void scene{suffix}(void)"), |g| {
            g.add_lines(STRING_BUFFERS, suffix, &[a, b]);
            for use_ in uses {
                g.add_lines(use_, suffix, &[a, b, &c, &count]);
            }
            g.add_lines(STRING_END, suffix, &[]);
        });
    }

    /// Structs as parameters and results.
    fn by_value(&mut self, suffix: &str) {
        let record = self.some_record();
        let tag = self.records[record].tag.clone();
        let params = [*self.random.pick(&Int::ALL), *self.random.pick(&Int::ALL)];
        let list = format!("struct {tag} r, {}", parameter_list(&params));
        self.function(&format!("static struct {tag} change{suffix}({list})"), |g| {
            g.enter_fields("r.", record, true);
            for (i, ty) in params.iter().enumerate() {
                g.enter(parameter(i), *ty);
            }
            g.block(2, Default::default());
            g.body.line("return r;");
        });
        self.function(&format!("static void scene{suffix}(void)"), |g| {
            let init = g.initialiser(record);
            let (x, y) = (g.literal().text, g.literal().text);
            g.body.line(format!("struct {tag} before[2] = {{{init}}};"));
            g.body.line(format!("before[1] = change{suffix}(before[0], {x}, {y});"));
            g.body.line(format!("struct {tag} after = change{suffix}(change{suffix}(before[1], 1, 2), {y}, {x});"));
            g.body.line("before[0] = before[1];");
            g.mix_fields("before[0].", record);
            g.mix_fields("before[1].", record);
            g.mix_fields("after.", record);
        });
    }

    fn union_views(&mut self, suffix: &str) {
        let (ty, value) = (self.random.pick(&Int::ALL[1..]).name(), self.literal().text);
        let byte = self.number(0, 255);
        self.types.lines(&fill(UNION_TYPE, suffix, &[ty]));
        self.types.gap();
        self.add_functions(UNION_SCENE, suffix, &[ty, &value, &byte]);
    }

    fn bit_fields(&mut self, suffix: &str) {
        let widths: Vec<String> = [6, 13, 9, 31, 7].iter().map(|&most| self.number(2, most)).collect();
        let widths: Vec<&str> = widths.iter().map(String::as_str).collect();
        self.types.lines(&fill(BITS_TYPE, suffix, &widths));
        self.types.gap();
        let (a, b) = (self.number(0, 70000), self.number(-200, 200));
        self.add_functions(BITS_SCENE, suffix, &[&a, &b]);
    }

    /// Functions called through a table and through parameters.
    fn dispatch(&mut self, suffix: &str) {
        let ty = *self.random.pick(&[Int::Int, Int::UnsignedInt, Int::Short, Int::LongLong]);
        for name in ["first", "second", "third"] {
            let header = format!("static {} {name}{suffix}({})", ty.name(), parameter_list(&[ty, ty]));
            self.function(&header, |g| {
                g.enter("a".into(), ty);
                g.enter("b".into(), ty);
                let value = g.expression(2);
                g.body.line(format!("return {};", value.text));
            });
        }
        let (a, b) = (self.number(0, 2), self.number(1, 30));
        self.add_functions(DISPATCH_SCENE, suffix, &[ty.name(), &a, &b]);
    }

    fn recursion(&mut self, suffix: &str) {
        let (a, b, c) = (self.number(1, 200), self.number(1, 200), self.number(3, 6));
        self.add_functions(RECURSION, suffix, &[&a, &b, &c]);
    }

    fn matrix(&mut self, suffix: &str) {
        let ty = self.random.pick(&[Int::Int, Int::UnsignedInt, Int::UnsignedChar, Int::Long]).name();
        let (rows, columns, seed) = (self.number(2, 3), self.number(2, 3), self.number(1, 50));
        self.add_functions(MATRIX, suffix, &[ty, &rows, &columns, &seed]);
    }

    fn sort(&mut self, suffix: &str) {
        let ty = self.random.pick(&Int::ALL[1..]).name();
        let values: Vec<String> = (0..4).map(|_| self.number(0, 120)).collect();
        self.add_functions(SORT, suffix, &[ty, &values.join(", ")]);
    }

    fn machine(&mut self, suffix: &str) {
        let (a, b) = (self.number(1, 9), self.number(1, 4));
        self.types.lines(&fill("enum state@ { START@, MIDDLE@ = $a + 1, LAST@, STOP@ = -1 };", suffix, &[&a]));
        self.types.gap();
        let scene = if self.random.percent(50) { MACHINE_SWITCH } else { MACHINE_GOTO };
        self.add_functions(scene, suffix, &[&a, &b]);
    }

    fn short_circuit(&mut self, suffix: &str) {
        let (a, b, c) = (self.number(0, 3), self.number(0, 3), self.number(0, 3));
        self.add_functions(SHORT_CIRCUIT, suffix, &[&a, &b, &c]);
    }

    fn static_data(&mut self, suffix: &str) {
        let (a, b) = (self.literal().text, self.number(1, 3));
        self.add_functions(STATIC_DATA, suffix, &[&a, &b, self.random.clone().pick(&Int::ALL).name()]);
    }

    fn variable_length(&mut self, suffix: &str) {
        let ty = self.random.pick(&Int::ALL[1..]).name();
        let step = self.number(1, 9);
        self.scene_function(suffix, |g, bound| g.add_lines(VARIABLE_LENGTH, suffix, &[ty, bound, &step]));
    }

    fn floating(&mut self, suffix: &str) {
        let ty = *self.random.pick(&["float", "double"]);
        let (a, b) = (self.number(-50, 200), self.number(1, 9));
        self.add_functions(FLOATING, suffix, &[ty, &a, &b]);
    }

    /// One value through all types.
    fn conversions(&mut self, suffix: &str) {
        self.function(&format!("static void scene{suffix}(void)"), |g| {
            let value = g.literal().text;
            g.body.line(format!("long long value = {value};"));
            g.enter("value".into(), Int::LongLong);
            for (i, ty) in Int::ALL.into_iter().enumerate() {
                let name = format!("v{i}");
                let source = g.expression(1).text;
                g.body.line(format!("{} {name} = {source};", ty.name()));
                g.enter(name, ty);
            }
            for _ in 0..4 {
                let value = g.expression(2);
                g.body.line(format!("printf(\"{}\\n\", {});", value.ty.format(), value.text));
            }
            for i in 0..Int::ALL.len() {
                g.body.line(format!("mix(v{i});"));
            }
        });
    }
}

const STRING_BUFFERS: &str = r#"
char one[40] = "$a", two[40] = {0};
const char *text = "$b";"#;

/// Each uses `one`, which holds a short string, `two` and `text`.
const STRING_USES: [&str; 11] = [
    r#"printf("%d %d\n", (int)strlen(one), (int)strlen("$b"));"#,
    "strcpy(two, text);",
    r#"printf("%d\n", (strcmp(one, "$b") > 0) - (strcmp(one, "$b") < 0));"#,
    r#"mix(strncmp(text, one, $d) == 0);"#,
    "strncpy(two, text, 6);",
    r#"strcat(strcpy(two, "$a"), text);"#,
    "char *found = strchr(one, '$c');\nmix(found ? found - one : -1);",
    "memmove(one + 2, one, 8);\none[12] = 0;",
    "memset(two + 3, '$c', $d);",
    "mix(memcmp(one, \"$a\", sizeof \"$a\" - 1) == 0);",
    "for (const char *c = text; *c; c++)\n    mix(*c - 'a');",
];

const STRING_END: &str = r#"
for (char *c = one; *c; c++)
    if (*c >= 'a' && *c <= 'z')
        *c -= 'a' - 'A';
printf("%s|%s\n", one, two);"#;

const UNION_TYPE: &str = "
union view@ {
    $a value;
    unsigned char bytes[8];
    unsigned short halves[4];
    unsigned int word;
    struct {
        unsigned int low : 12, high : 20;
    };
};";

const UNION_SCENE: &str = "
static void scene@(void) {
    union view@ view = {.bytes = {0}};
    view.value = $b;
    for (int i = 0; i < 8; i++)
        mix(view.bytes[i]);
    view.bytes[1] = $c;
    mix(view.value);
    view.halves[1] ^= 0x1234;
    mix(view.word);
    view.high += 77;
    view.low -= 1;
    printf(\"%u %u %u\\n\", view.word, view.low, view.high);
    unsigned int word = view.word;
    unsigned char *byte = (unsigned char *)&word;
    mix(byte[3] << 8 | byte[0]);
    union view@ copy = view;
    memcpy(&word, &copy.bytes[2], sizeof word);
    mix(word);
}";

const BITS_TYPE: &str = "
struct bits@ {
    unsigned int a : $a;
    int b : $b;
    unsigned int : 3;
    unsigned char c;
    unsigned short d : $c;
    int : 0;
    unsigned long long e : $d;
    signed char f : $e;
    _Bool g : 1;
};";

const BITS_SCENE: &str = "
static void scene@(void) {
    struct bits@ bits = {.a = $a, .c = 200}, copy;
    bits.b = $b;
    bits.d = bits.a * 3 + 1;
    bits.e = ~0ull;
    bits.f = bits.b + 1;
    bits.g = bits.d & 6;
    copy = bits;
    copy.a++;
    copy.b -= 3;
    copy.e >>= 1;
    copy.f |= 1;
    copy.g = !copy.g;
    printf(\"%d %d %d %d\\n\", (int)bits.a, bits.b, bits.c, bits.d);
    printf(\"%llu %d %d\\n\", (unsigned long long)bits.e, bits.f, bits.g);
    printf(\"%d %d %d\\n\", (int)copy.a, copy.b, (int)sizeof copy);
    mix((unsigned long long)copy.e);
    mix(copy.f);
    mix(copy.g + (bits.d = 1000) + (bits.b > -1));
    mix(bits.a - 100 < 0);
}";

const DISPATCH_SCENE: &str = "
static $a apply@($a (*function)($a, $a), $a value) {
    return function(value, function(3, value));
}

static void scene@(void) {
    $a (*table[3])($a, $a) = {first@, &second@, third@};
    for (int i = 0; i < 3; i++)
        mix(table[i](i, $c));
    $a (*chosen)($a, $a) = table[$b];
    mix((*chosen)(1, 2));
    mix(apply@(chosen == first@ ? second@ : first@, $c));
}";

const RECURSION: &str = "
static unsigned int gcd@(unsigned int a, unsigned int b) {
    return b == 0 ? a : gcd@(b, a % b);
}

static int odd@(int n);

static int even@(int n) {
    return n == 0 || odd@(n - 1);
}

static int odd@(int n) {
    return n != 0 && even@(n - 1);
}

static int paths@(int x, int y) {
    if (x == 0 || y == 0)
        return 1;
    return paths@(x - 1, y) + paths@(x, y - 1);
}

static void digits@(unsigned long long value, char **out) {
    if (value > 9)
        digits@(value / 10, out);
    *(*out)++ = '0' + value % 10;
}

static void scene@(void) {
    char text[24], *end = text;
    digits@($a * 12345ull, &end);
    *end = 0;
    printf(\"%s %u\\n\", text, gcd@($a, $b));
    mix(even@($c) * 2 + odd@($c));
    mix(paths@(2, $c));
}";

const MATRIX: &str = "
static void fill@($a matrix[][$c], int rows, unsigned int seed) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < $c; j++) {
            seed = seed * 29 + 7;
            matrix[i][j] = seed % 100;
        }
}

static void scene@(void) {
    $a m[$b][$c], t[$c][$b];
    fill@(m, $b, $d);
    for (int i = 0; i < $b; i++)
        for (int j = 0; j < $c; j++)
            t[j][i] = m[i][j];
    $a (*row)[$b] = t;
    unsigned int trace = 0;
    for (int j = 0; j < $c; j++, row++)
        trace += (*row)[j % $b] * (j + 1);
    mix(trace);
    $a *last = &t[$c - 1][$b - 1];
    mix(*last + (last - t[$c - 1]));
    printf(\"%d\\n\", (int)(sizeof m / sizeof m[0]));
}";

const SORT: &str = "
static void swap@($a *a, $a *b) {
    $a t = *a;
    *a = *b;
    *b = t;
}

static void scene@(void) {
    $a values[] = {$b};
    int count = sizeof values / sizeof *values;
    for (int i = 1; i < count; i++)
        for ($a *p = values + i; p > values && p[-1] > *p; p--)
            swap@(p - 1, p);
    for (int i = 0; i + 1 < count; i++)
        check(values[i] <= values[i + 1]);
    $a *first = values, *last = &values[count - 1];
    while (first < last) {
        mix(*first++ * 2 + *last--);
    }
    mix(last - values + 5);
}";

const MACHINE_SWITCH: &str = "
static void scene@(void) {
    enum state@ state = START@;
    int steps = 0;
    for (;;) {
        switch (state) {
        case START@:
            state = steps++ < $b ? START@ : MIDDLE@;
            break;
        case MIDDLE@:
            steps += 10;
            if (steps % 2)
                state = LAST@;
            else
                state = STOP@;
            continue;
        case LAST@:
            steps *= 2;
            /* fall through */
        default:
            state = STOP@;
        }
        if (state == STOP@)
            break;
        mix(state);
    }
    printf(\"%d %d %d\\n\", steps, state, MIDDLE@ + LAST@);
}";

const MACHINE_GOTO: &str = "
static void scene@(void) {
    int x = $a, y = 0;
start:
    if (x > 20)
        goto done;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < i; j++) {
            if ((i + j + x) % 7 == 0)
                goto next;
            y += i * j;
        }
        if (i == $b)
            break;
    }
    y += 100;
next:
    x += $a + 3;
    goto start;
done:
    printf(\"%d %d %d\\n\", x, y, (enum state@)LAST@ == $a + 2);
}";

const SHORT_CIRCUIT: &str = "
static int calls@ = 0;

static int count@(int result) {
    calls@++;
    mix(calls@ * 10 + result);
    return result;
}

static void scene@(void) {
    int a = $a, b = $b, c = $c;
    if (count@(a) && (count@(b) || count@(c)))
        mix(1);
    int d = count@(a > 1) ? count@(b) : count@(c) + 1;
    while (a-- > 0 && !count@(a == b))
        c++;
    int e = (b++, c += b, c - b);
    _Bool f = !count@(2) || count@(d);
    d = e > 2 ? d : f ? -1 : b;
    printf(\"%d %d %d %d %d %d %d\\n\", a, b, c, d, e, f, calls@);
    if (!(a < 0 && b) != (c || d))
        mix(77);
}";

const STATIC_DATA: &str = "
static const struct {
    const char *name;
    $c value;
    int numbers[3];
} table@[] = {{\"one\", $a}, {.numbers = {[1] = 5, 6}, .name = \"two\"}, {\"three\", 3, {1}}};

static int *cursor@ = (int *)&table@[1].numbers[1];

static unsigned int next@(void) {
    static unsigned int state = $b;
    static int *const address[2] = {0, (int *)&table@[2].numbers};
    state = state * 5 + (address[state & 1] ? *address[state & 1] : 0);
    return state;
}

static void scene@(void) {
    for (unsigned int i = 0; i < sizeof table@ / sizeof table@[0]; i++) {
        printf(\"%s\\n\", table@[i].name);
        mix(table@[i].value + table@[i].numbers[i]);
        mix(next@());
    }
    mix(*cursor@++);
    mix(*cursor@);
    const char *rest = &table@[2].name[$b];
    mix(*rest);
    const int *zeros = (const int[4]){[2] = $b};
    mix(zeros[1] + zeros[2]);
}";

const VARIABLE_LENGTH: &str = "
for (int i = 1; i <= $b && i < 6; i++) {
    $a items[i * 2];
    for (int j = 0; j < i * 2; j++)
        items[j] = j * $c % 50;
    mix(items[i] + items[i * 2 - 1]);
    mix(sizeof items);
}";

const FLOATING: &str = "
static $a average@(const $a *values, int count) {
    $a sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return count ? sum / count : 0.0f;
}

static void scene@(void) {
    $a values[3] = {$b, $c / 4.0, .5};
    struct {
        float f;
        double d;
    } pair = {1.25f, -$c};
    pair.d *= values[0] - 0.125;
    pair.f++;
    pair.f += $c;
    int whole = pair.d;
    unsigned char small = ($a)$c * 3.9f;
    printf(\"%d %d %d\\n\", whole, small, (int)(average@(values, 3) * 1000));
    mix(values[0] < values[1] || !pair.f);
    mix((long long)(values[1] * 1e6) + ($b > pair.d ? 1 : 2));
    mix((unsigned int)(whole + 7.5 - pair.d + (values[2] == 0.5)));
    union {
        $a number;
        unsigned char bytes[sizeof($a)];
    } view = {.number = -values[2]};
    mix(view.bytes[sizeof($a) - 1]);
}";
