//! Scenes on the heap: lists, trees, growing arrays, tables. Each is a function that frees all it allocates.

use super::Generator;
use super::types::{Int, Range};

/// Replaces `@` in a template by a suffix that makes its names unique, and `$a`, `$b`, … by values.
pub fn fill(template: &str, suffix: &str, values: &[&str]) -> String {
    let mut text = template.replace('@', suffix);
    for (i, value) in values.iter().enumerate() {
        text = text.replace(&format!("${}", char::from(b'a' + i as u8)), value);
    }
    text
}

impl Generator<'_> {
    /// Writes a scene on the heap and returns the statement that plays it.
    pub fn heap_scene(&mut self) -> String {
        let suffix = self.fresh("");
        match self.random.below(8) {
            0..2 => self.list(&suffix),
            2 => self.ring(&suffix),
            3 => self.tree(&suffix),
            4 => self.growing_array(&suffix),
            5 => self.rows(&suffix),
            6 => self.queue(&suffix),
            _ => self.cleanup(&suffix),
        }
        format!("scene{suffix}();")
    }

    /// Adds a template to the functions.
    pub fn add_functions(&mut self, template: &str, suffix: &str, values: &[&str]) {
        let text = fill(template, suffix, values);
        let mut first = true;
        for line in text.lines() {
            if line.is_empty() && !first {
                self.functions.gap();
            } else if !line.is_empty() {
                self.functions.line(line);
            }
            first = false;
        }
        self.functions.gap();
    }

    /// Adds a template to the function that is being written.
    pub fn add_lines(&mut self, template: &str, suffix: &str, values: &[&str]) {
        self.body.lines(&fill(template, suffix, values));
    }

    /// Writes the function of a scene. `write` gets the bound of its main loop.
    pub fn scene_function(&mut self, suffix: &str, write: impl FnOnce(&mut Self, &str)) {
        self.function(&format!("static void scene{suffix}(void)"), |g| {
            let (bound, _) = g.loop_bound();
            write(g, &bound);
        });
    }

    /// A number from a range, in C.
    pub fn number(&mut self, low: i128, high: i128) -> String {
        self.random.between(low, high).to_string()
    }

    /// An integer type that holds numbers up to 127.
    pub fn some_type(&mut self) -> &'static str {
        self.random.pick(&Int::ALL[1..]).name()
    }

    fn list(&mut self, suffix: &str) {
        let ty = self.some_type();
        self.types.lines(&fill("struct node@ {\n    $a value;\n    struct node@ *next;\n};", suffix, &[ty]));
        self.types.gap();
        self.add_functions(LIST_PUSH, suffix, &[ty]);
        let (first, step) = (self.number(0, 20), self.number(1, 9));
        let operations: Vec<&(&str, &str)> = LIST_OPERATIONS.iter().filter(|_| self.random.percent(50)).collect();
        for (function, _) in &operations {
            self.add_functions(function, suffix, &[ty]);
        }
        self.add_functions(LIST_RELEASE, suffix, &[]);
        self.scene_function(suffix, |g, bound| {
            g.body.line(format!("struct node{suffix} *head = 0;"));
            if g.random.percent(50) {
                g.add_lines(LIST_BUILD_FRONT, suffix, &[bound, &first, &step]);
            } else {
                g.add_lines(LIST_BUILD_BACK, suffix, &[bound, &first, &step]);
            }
            for (_, call) in &operations {
                let value = format!("({first} + {step} * {}) % 100", g.random.below(4));
                g.add_lines(call, suffix, &[&value]);
            }
            g.add_lines(LIST_SUM, suffix, &[]);
            g.body.line(format!("release{suffix}(head);"));
        });
    }

    fn ring(&mut self, suffix: &str) {
        let ty = self.some_type();
        self.types.lines(&fill(RING_TYPES, suffix, &[ty]));
        self.types.gap();
        self.add_functions(RING_FUNCTIONS, suffix, &[ty]);
        let step = self.number(1, 12);
        let embedded = self.random.percent(50);
        self.scene_function(suffix, |g, bound| {
            if embedded {
                g.add_lines(RING_LOCAL_HEAD, suffix, &[]);
            } else {
                g.add_lines(RING_HEAP_HEAD, suffix, &[]);
            }
            g.add_lines(RING_SCENE, suffix, &[bound, &step, ty]);
            if !embedded {
                g.body.line("free(head);");
            }
        });
    }

    fn tree(&mut self, suffix: &str) {
        self.types.lines(&fill(TREE_TYPE, suffix, &[]));
        self.types.gap();
        self.add_functions(TREE_FUNCTIONS, suffix, &[]);
        let (factor, modulus) = (self.number(3, 17), self.number(5, 11));
        self.scene_function(suffix, |g, bound| g.add_lines(TREE_SCENE, suffix, &[bound, &factor, &modulus]));
    }

    fn growing_array(&mut self, suffix: &str) {
        let (ty, capacity) = (self.some_type(), self.number(1, 2));
        self.types.lines(&fill("struct vector@ {\n    size_t count, capacity;\n    $a *items;\n};", suffix, &[ty]));
        self.types.gap();
        self.add_functions(VECTOR_FUNCTIONS, suffix, &[ty, &capacity]);
        let step = self.number(1, 9);
        self.scene_function(suffix, |g, bound| g.add_lines(VECTOR_SCENE, suffix, &[bound, &step, ty]));
    }

    fn rows(&mut self, suffix: &str) {
        let (ty, rows, columns) = (self.some_type(), self.number(1, 3), self.number(1, 4));
        let zeroed = self.random.percent(50);
        self.function(&format!("static void scene{suffix}(void)"), |g| {
            let allocate = if zeroed { ROWS_CALLOC } else { ROWS_MALLOC };
            let allocate = fill(allocate, suffix, &[ty, &rows, &columns]);
            g.add_lines(ROWS_SCENE, suffix, &[ty, &rows, &columns, &allocate]);
        });
    }

    fn queue(&mut self, suffix: &str) {
        let ty = self.some_type();
        self.types.lines(&fill(QUEUE_TYPES, suffix, &[ty]));
        self.types.gap();
        self.add_functions(QUEUE_FUNCTIONS, suffix, &[ty]);
        let (step, keep) = (self.number(1, 9), self.number(0, 2));
        self.scene_function(suffix, |g, bound| g.add_lines(QUEUE_SCENE, suffix, &[bound, &step, &keep]));
    }

    /// Several blocks that are freed behind one label.
    fn cleanup(&mut self, suffix: &str) {
        let (ty, length) = (self.some_type(), self.number(2, 4));
        self.function(&format!("static void scene{suffix}(void)"), |g| {
            let stop = if g.config.inputs {
                g.assumed_input("stop", Range::new(0, 5));
                "stop".to_string()
            } else {
                g.number(0, 5)
            };
            g.add_lines(CLEANUP, suffix, &[ty, &length, &stop]);
        });
    }
}

const LIST_PUSH: &str = "
static struct node@ *push@(struct node@ *head, $a value) {
    struct node@ *node = malloc(sizeof(struct node@));
    node->value = value;
    node->next = head;
    return node;
}";

const LIST_RELEASE: &str = "
static void release@(struct node@ *head) {
    while (head) {
        struct node@ *next = head->next;
        free(head);
        head = next;
    }
}";

const LIST_BUILD_FRONT: &str = "
for (int i = 0; i < $a; i++)
    head = push@(head, ($b + $c * i) % 100);";

const LIST_BUILD_BACK: &str = "
struct node@ **end = &head;
for (int i = 0; i < $a; i++) {
    *end = push@(0, ($b + $c * i) % 100);
    end = &(*end)->next;
}";

const LIST_SUM: &str = "
for (struct node@ *node = head; node != 0; node = node->next)
    mix(node->value);";

/// Functions on lists, each with a use of it.
const LIST_OPERATIONS: [(&str, &str); 6] = [
    (
        "
static unsigned int length@(const struct node@ *head) {
    return head ? 1 + length@(head->next) : 0;
}",
        "printf(\"%u\\n\", length@(head));",
    ),
    (
        "
static struct node@ *reverse@(struct node@ *head) {
    struct node@ *done = 0;
    while (head) {
        struct node@ *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}",
        "head = reverse@(head);",
    ),
    (
        "
static void insert@(struct node@ **link, $a value) {
    while (*link && (*link)->value < value)
        link = &(*link)->next;
    *link = push@(*link, value);
}",
        "insert@(&head, $a);",
    ),
    (
        "
static int remove@(struct node@ **link, $a value) {
    for (; *link; link = &(*link)->next) {
        struct node@ *node = *link;
        if (node->value == value) {
            *link = node->next;
            free(node);
            return 1;
        }
    }
    return 0;
}",
        "mix(remove@(&head, $a));",
    ),
    (
        "
static struct node@ *find@(struct node@ *node, $a value) {
    while (node != 0 && node->value != value)
        node = node->next;
    return node;
}",
        "struct node@ *found = find@(head, $a);
if (found)
    found->value ^= 5;",
    ),
    (
        "
static struct node@ *drop_first@(struct node@ *head) {
    if (!head)
        return head;
    struct node@ *rest = head->next;
    free(head);
    return rest;
}",
        "head = drop_first@(head);",
    ),
];

const RING_TYPES: &str = "
struct link@ {
    struct link@ *next, *previous;
};
struct item@ {
    $a value;
    struct link@ link;
};";

const RING_FUNCTIONS: &str = "
static void attach@(struct link@ *head, $a value) {
    struct item@ *item = malloc(sizeof *item);
    item->value = value;
    item->link.next = head;
    item->link.previous = head->previous;
    head->previous->next = &item->link;
    head->previous = &item->link;
}

static struct item@ *item_of@(struct link@ *link) {
    return (struct item@ *)((char *)link - __builtin_offsetof(struct item@, link));
}

static void detach@(struct link@ *link) {
    link->previous->next = link->next;
    link->next->previous = link->previous;
    free(item_of@(link));
}";

const RING_LOCAL_HEAD: &str = "
struct link@ ring = {&ring, &ring};
struct link@ *head = &ring;";

const RING_HEAP_HEAD: &str = "
struct link@ *head = calloc(1, sizeof(struct link@));
head->next = head->previous = head;";

const RING_SCENE: &str = "
for (int i = 0; i < $a; ++i)
    attach@(head, ($c)(i * $b % 50));
for (struct link@ *link = head->next, *next; link != head; link = next) {
    next = link->next;
    if (item_of@(link)->value % 3 == 0)
        detach@(link);
}
for (struct link@ *link = head->previous; link != head; link = link->previous)
    mix(item_of@(link)->value);
while (head->next != head)
    detach@(head->next);
check(head->previous == head);";

const TREE_TYPE: &str = "
struct tree@ {
    struct tree@ *child[2];
    short key;
    unsigned char count;
};";

const TREE_FUNCTIONS: &str = "
static struct tree@ *put@(struct tree@ *tree, short key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
        tree->count = 1;
    } else if (tree->key == key) {
        tree->count++;
    } else {
        int side = tree->key < key;
        tree->child[side] = put@(tree->child[side], key);
    }
    return tree;
}

static int walk@(struct tree@ *tree, int depth) {
    if (tree == 0)
        return depth;
    int left = walk@(tree->child[0], depth + 1);
    mix(tree->key * 10 + tree->count);
    int right = walk@(tree->child[1], depth + 1);
    free(tree);
    return left > right ? left : right;
}";

const TREE_SCENE: &str = "
struct tree@ *root = 0;
for (int i = 0; i < $a; i++)
    root = put@(root, (short)(i * $b % $c));
printf(\"depth %d\\n\", walk@(root, 0));";

const VECTOR_FUNCTIONS: &str = "
static void append@(struct vector@ *vector, $a item) {
    if (vector->count == vector->capacity) {
        vector->capacity = vector->capacity ? vector->capacity * 2 : $b;
        vector->items = realloc(vector->items, vector->capacity * sizeof *vector->items);
    }
    vector->items[vector->count++] = item;
}";

const VECTOR_SCENE: &str = "
struct vector@ vector = {0, 0, 0};
for (int i = 0; i < $a; i++)
    append@(&vector, ($c)(i * $b % 100));
for (size_t i = 0; i < vector.count; i++)
    mix(vector.items[i]);
for ($c *item = vector.items; item < vector.items + vector.count; item++)
    mix(*item + (item - vector.items));
printf(\"%d\\n\", (int)vector.count);
free(vector.items);";

const ROWS_MALLOC: &str = "rows[i] = malloc($c * sizeof($a));
    for (int j = 0; j < $c; j++)
        rows[i][j] = 0;";

const ROWS_CALLOC: &str = "rows[i] = calloc($c, sizeof($a));";

const ROWS_SCENE: &str = "
$a **rows = malloc($b * sizeof *rows);
for (int i = 0; i < $b; i++) {
    $d
}
for (int i = 0; i < $b; i++)
    for (int j = 0; j <= i && j < $c; j++)
        rows[i][j] += i + j;
for (int i = 0; i < $b; i++) {
    for (int j = 0; j < $c; j++)
        mix(rows[i][j]);
    free(rows[i]);
}
free(rows);";

const QUEUE_TYPES: &str = "
struct entry@ {
    struct entry@ *next;
    $a item;
};
struct queue@ {
    struct entry@ *first;
    struct entry@ **last;
    unsigned length : 12;
};";

const QUEUE_FUNCTIONS: &str = "
static void enter@(struct queue@ *queue, $a item) {
    struct entry@ *entry = malloc(sizeof *entry);
    *entry = (struct entry@){.item = item};
    *queue->last = entry;
    queue->last = &entry->next;
    queue->length++;
}

static $a leave@(struct queue@ *queue) {
    struct entry@ *entry = queue->first;
    $a item = entry->item;
    if (!(queue->first = entry->next))
        queue->last = &queue->first;
    queue->length--;
    free(entry);
    return item;
}";

const QUEUE_SCENE: &str = "
struct queue@ queue = {0};
queue.last = &queue.first;
for (int i = 0; i < $a; i++) {
    enter@(&queue, i * $b % 100);
    if (i % 3 == 2)
        mix(leave@(&queue));
}
while (queue.length > $c)
    mix(leave@(&queue));
printf(\"%d\\n\", (int)queue.length);
while (queue.first)
    mix(leave@(&queue));";

const CLEANUP: &str = "
$a *one = 0, *two = 0, *three = 0;
int reached = 0;
one = calloc($b, sizeof *one);
if ($c < 1)
    goto out;
reached++;
two = malloc($b * sizeof *two);
memcpy(two, one, $b * sizeof *two);
if ($c < 2)
    goto out;
reached++;
three = two;
two = realloc(one, 2 * $b * sizeof *two);
one = 0;
two[2 * $b - 1] = 3;
mix(two[2 * $b - 1] + two[$b - 1] + three[0]);
out:
printf(\"reached %d\\n\", reached);
free(one);
free(two);
free(three);";
