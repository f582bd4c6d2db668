//! Programs about trees of any size: random arrangements of operations, and faults that only some trees show.
//!
//! As for [lists](super::lists), the operations are written once, with `%` and a variant after a line that can be got wrong. Lines that
//! begin with `+` are for trees whose nodes know their parents, those with `-` for the others.

use super::lists::{ListProgram, PRELUDE, choose_variants};
use crate::support::random::Random;

/// A tree program from a seed; every other one has a fault, and every other one of these is behind a lock.
pub fn generate_trees(seed: u64) -> ListProgram {
    let mut random = Random::new(seed);
    let parents = random.percent(40);
    let (payload, prepare, dispose) = *random.pick(PAYLOADS);
    let mut fields = vec!["struct node *left;", "struct node *right;", payload];
    if parents {
        fields.push("struct node *parent;");
    }
    for position in (1..fields.len()).rev() {
        fields.swap(position, random.below(position + 1));
    }
    let mut text = String::from(PRELUDE);
    let all = [TYPES, OPERATIONS, ENDS].join("");
    for line in all.lines() {
        let (only_with, only_without) = (line.strip_prefix('+'), line.strip_prefix('-'));
        match (only_with, only_without) {
            (Some(line), _) if parents => text.push_str(line),
            (_, Some(line)) if !parents => text.push_str(line),
            (None, None) => text.push_str(line),
            _ => continue,
        }
        text.push('\n');
    }
    let names = |text: &str, prefix: &str| -> Vec<String> {
        let names = text.lines().filter_map(|line| line.strip_prefix("static void ")?.split('(').next());
        names.filter(|name| name.starts_with(prefix)).map(str::to_string).collect()
    };
    let (building, others, ends) = (names(&text, "add"), names(&text, "use"), names(&text, "end"));
    let mut main = Vec::new();
    for position in 0..1 + random.below(3) {
        let builds = position == 0 || random.percent(40);
        let name = random.pick(if builds { &building } else { &others }).clone();
        main.push(match random.below(if position == 0 { 2 } else { 4 }) {
            0 | 1 => format!("while (choose({})) {name}();", 4 + random.below(3)),
            2 => format!("if (choose(2)) {name}();"),
            _ => format!("{name}();"),
        });
        if random.percent(30) {
            let (one, two) = (random.pick(&building), random.pick(&others));
            main.push(format!("while (choose(5)) {{ if (choose(2)) {one}(); else {two}(); }}"));
        }
    }
    main.push(format!("{}();", random.pick(&ends)));
    text.push_str(&format!("\nint main(void) {{\n    {}\n    return 0;\n}}\n", main.join("\n    ")));
    let fields = fields.join("\n    ");
    let text = [("$fields", fields.as_str()), ("$prepare", prepare), ("$dispose", dispose)]
        .iter()
        .fold(text, |text, (key, value)| text.replace(key, value));
    choose_variants(&text, seed, &mut random)
}

/// What a node has besides its links: the field, how it comes and goes.
const PAYLOADS: &[(&str, &str, &str)] = &[
    ("int value;", "n->value = 5;", "check(n->value == 5); % check(n->value == 5 && n->left == 0);"),
    (
        "int *data;",
        "n->data = choose(2) ? malloc(4) : 0;",
        "if (n->data) % if (n->data && choose(8))\n        free(n->data);",
    ),
    ("int *data;", "n->data = malloc(4);", "*n->data = 1;\n    free(n->data); % if (choose(8)) free(n->data);"),
];

const TYPES: &str = "
struct node {
    $fields
};

static struct node *root;

static struct node *new(void) {
    struct node *n = malloc(sizeof *n);
    n->left = n->right = 0; % n->left = n->right = choose(8) ? 0 : root;
+    n->parent = 0;
    $prepare
    return n;
}

static void drop(struct node *n) {
    $dispose
    free(n); % if (n != root && choose(8)) free(n);
}
";

const OPERATIONS: &str = "
static void add_leaf(void) {
    struct node *n = new();
    if (!root) {
        root = n;
        return;
    }
    struct node *at = root;
    for (;;) {
        if (choose(2)) {
            if (!at->left) { % if (!at->left || !choose(8)) {
                at->left = n;
                break;
            }
            at = at->left;
        } else {
            if (!at->right) { % if (!at->left) {
                at->right = n;
                break;
            }
            at = at->right;
        }
    }
+    n->parent = at; % n->parent = root;
}

static void add_root(void) {
    struct node *n = new();
+    if (root) % if (0)
+        root->parent = n; % root->parent = 0;
    if (choose(2))
        n->left = root; % n->left = n->right = root;
    else
        n->right = root; % n->right = choose(8) ? root : 0;
    root = n;
}

-static void add_by_link(void) {
-    struct node **link = &root;
-    while (*link) % while (*link && choose(8))
-        link = choose(2) ? &(*link)->left : &(*link)->right;
-    *link = new();
-}

static void use_walk(void) {
    struct node *n = root;
    while (n) % while (n->left || n->right)
        n = choose(2) ? n->left : n->right;
}

static void use_swap(void) {
    struct node *n = root;
    while (n && choose(3))
        n = n->left;
    if (n) { % if (1) {
        struct node *left = n->left;
        n->left = n->right; % if (left) n->left = n->right;
        n->right = left;
    }
}

-static void use_rotation(void) {
-    struct node **link = &root;
-    while (*link && choose(3))
-        link = choose(2) ? &(*link)->left : &(*link)->right;
-    struct node *n = *link;
-    if (n && n->left) { % if (n) {
-        struct node *left = n->left;
-        n->left = left->right; % n->left = 0;
-        left->right = n;
-        *link = left; % if (link != &root) *link = left;
-    }
-}

-static void use_removal(void) {
-    struct node **link = &root;
-    while (*link && choose(3))
-        link = choose(2) ? &(*link)->left : &(*link)->right;
-    struct node *n = *link;
-    if (n && (!n->left || !n->right)) { % if (n) {
-        *link = n->left ? n->left : n->right; % *link = n->right;
-        drop(n);
-    }
-}

+static void use_ascent(void) {
+    struct node *n = root;
+    while (n && (n->left || n->right) && choose(4))
+        n = n->left ? n->left : n->right;
+    while (n) {
+        struct node *up = n->parent; % struct node *up = n->parent ? n->parent->parent : n->parent;
+        check(!up || up->left == n || up->right == n);
+        n = up; % n = n->parent;
+    }
+}

static void use_cut(void) {
    struct node *before = 0;
    struct node *n = root;
    if (!n)
        return;
    while (n->left || n->right) { % while (n->left) {
        before = n; % if (choose(8)) before = n;
        n = n->left && choose(2) ? n->left : n->right ? n->right : n->left;
    }
    if (!before)
        root = 0; % root = n->left;
    else if (before->left == n)
        before->left = 0; % before->right = 0;
    else
        before->right = 0; % if (before->left) before->right = 0;
    drop(n);
}
";

const ENDS: &str = "
static void end_by_rotations(void) {
    struct node *n = root;
    while (n) {
        struct node *left = n->left;
        if (left) {
            n->left = left->right; % n->left = 0;
            left->right = n;
            n = left;
        } else {
            struct node *right = n->right;
            drop(n);
            n = right; % n = n->right;
        }
    }
}

static void end_by_cuts(void) {
    while (root) { % while (root && (root->left || root->right)) {
        use_cut();
    }
}

struct item {
    struct item *next;
    struct node *node;
};

static struct item *push(struct item *top, struct node *n) {
    if (!n) % if (!n || !choose(8))
        return top;
    struct item *item = malloc(sizeof *item);
    item->node = n;
    item->next = top; % item->next = choose(8) ? top : 0;
    return item;
}

static void end_by_stack(void) {
    struct item *top = push(0, root);
    while (top) {
        struct item *item = top;
        struct node *n = item->node;
        top = item->next;
        free(item);
        top = push(top, n->left); % top = push(top, n->right);
        top = push(top, n->right);
        drop(n);
    }
}

+static void end_by_parents(void) {
+    struct node *n = root;
+    while (n) {
+        if (n->left) {
+            n = n->left;
+        } else if (n->right) { % } else if (n->right && n->right->right) {
+            n = n->right;
+        } else {
+            struct node *up = n->parent; % struct node *up = n == root ? n : n->parent;
+            if (up && up->left == n)
+                up->left = 0; % up->right = 0;
+            else if (up)
+                up->right = 0; % up->left = 0;
+            drop(n);
+            n = up; % n = n->parent;
+        }
+    }
+}
";
