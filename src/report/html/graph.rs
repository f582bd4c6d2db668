//! A small graph as a drawing: columns from left to right by distance, null at the right, arrows with labels.

use super::escape;
use std::fmt::Write;

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::report) enum NodeKind {
    /// A variable.
    Variable,
    /// A block of memory.
    Block,
    /// All nodes of an allocation.
    Many,
    /// The null pointer.
    Null,
}

struct Node {
    name: String,
    kind: NodeKind,
    note: String,
    faded: bool,
}

/// Nodes and labelled arrows.
#[derive(Default)]
pub(in crate::report) struct Graph {
    nodes: Vec<Node>,
    /// From, to, label; one arrow for all labels between two nodes.
    edges: Vec<(usize, usize, Vec<String>)>,
}

const WIDTH: i64 = 92;
const HEIGHT: i64 = 40;
const GAP_X: i64 = 46;
const GAP_Y: i64 = 34;
const MARGIN: i64 = 44;
/// Columns after which the next row begins.
const MOST_COLUMNS: usize = 4;

impl Graph {
    /// The node of a name, made if it is new.
    pub fn node(&mut self, name: &str, kind: NodeKind) -> usize {
        match self.nodes.iter().position(|node| node.name == name && node.kind == kind) {
            Some(index) => index,
            None => {
                self.nodes.push(Node { name: name.to_string(), kind, note: String::new(), faded: false });
                self.nodes.len() - 1
            }
        }
    }

    /// Adds a second line to a node, and fades it if what it stands for is gone.
    pub fn describe(&mut self, node: usize, note: &str, faded: bool) {
        self.nodes[node].note = note.to_string();
        self.nodes[node].faded = faded;
    }

    /// Adds an arrow.
    pub fn edge(&mut self, from: usize, to: usize, label: &str) {
        match self.edges.iter_mut().find(|(f, t, _)| (*f, *t) == (from, to)) {
            Some((_, _, labels)) => {
                if !labels.iter().any(|known| known == label) {
                    labels.push(label.to_string());
                }
            }
            None => self.edges.push((from, to, vec![label.to_string()])),
        }
    }

    /// The column of each node: variables first, others one after what leads to them, null last.
    fn columns(&self) -> Vec<usize> {
        let mut column: Vec<Option<usize>> =
            self.nodes.iter().map(|node| (node.kind == NodeKind::Variable).then_some(0)).collect();
        let mut open: Vec<usize> = (0..self.nodes.len()).filter(|&index| column[index].is_some()).collect();
        let mut next = 0;
        loop {
            while let Some(&index) = open.get(next) {
                next += 1;
                for (_, to, _) in self.edges.iter().filter(|(from, _, _)| *from == index) {
                    if column[*to].is_none() && self.nodes[*to].kind != NodeKind::Null {
                        column[*to] = column[index].map(|c| c + 1);
                        open.push(*to);
                    }
                }
            }
            // What no variable leads to begins a chain of its own.
            let lost = |index: &usize| column[*index].is_none() && self.nodes[*index].kind != NodeKind::Null;
            let led_to = |index: usize| {
                self.edges.iter().any(|(from, to, _)| *to == index && *from != index && column[*from].is_none())
            };
            let rest: Vec<usize> = (0..self.nodes.len()).filter(lost).collect();
            let Some(&start) = rest.iter().find(|&&index| !led_to(index)).or(rest.first()) else { break };
            column[start] = Some(usize::from(self.nodes.iter().any(|node| node.kind == NodeKind::Variable)));
            open.push(start);
        }
        let last = column.iter().flatten().max().map_or(0, |last| last + 1);
        column.into_iter().map(|column| column.unwrap_or(last)).collect()
    }

    /// The drawing, with what it shows in words for those who cannot see it.
    pub fn svg(&self, title: &str) -> String {
        let columns = self.columns();
        // Long chains go on below.
        let mut used: Vec<(usize, usize)> = Vec::new();
        let mut places = Vec::new();
        for &column in &columns {
            let (band, x) = (column / MOST_COLUMNS, column % MOST_COLUMNS);
            let y = used.iter().filter(|place| **place == (band, x)).count();
            used.push((band, x));
            places.push((band, x, y));
        }
        let mut tops = vec![0];
        for band in 0..=places.iter().map(|place| place.0).max().unwrap_or(0) {
            let rows = places.iter().filter(|place| place.0 == band).map(|place| place.2 + 1).max().unwrap_or(1);
            tops.push(tops[band] + rows as i64);
        }
        let corner = |index: usize| {
            let (band, x, y) = places[index];
            (MARGIN + x as i64 * (WIDTH + GAP_X), MARGIN + (tops[band] + y as i64) * (HEIGHT + GAP_Y))
        };
        let width = 2 * MARGIN + places.iter().map(|p| p.1 as i64).max().unwrap_or(0) * (WIDTH + GAP_X) + WIDTH;
        let height = 2 * MARGIN + (tops.last().copied().unwrap_or(1) - 1).max(0) * (HEIGHT + GAP_Y) + HEIGHT;
        let mut out = format!(
            "<svg class=\"graph\" role=\"img\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" \
             xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>",
            escape(&self.words(title))
        );
        for (from, to, labels) in &self.edges {
            arrow(&mut out, corner(*from), corner(*to), &labels.join(" "), from == to);
        }
        for (index, node) in self.nodes.iter().enumerate() {
            draw(&mut out, corner(index), node);
        }
        out + "</svg>"
    }

    /// The graph in words.
    fn words(&self, title: &str) -> String {
        let edges: Vec<String> = self
            .edges
            .iter()
            .map(|(from, to, labels)| {
                let from = &self.nodes[*from].name;
                let place = |label: &String| match label.chars().next() {
                    Some(first) if first.is_alphabetic() => format!("{from}.{label}"),
                    _ => format!("{from}{label}"),
                };
                let places: Vec<String> = labels.iter().map(place).collect();
                let places = if places.is_empty() { from.clone() } else { places.join(", ") };
                format!("{places} → {}", self.nodes[*to].name)
            })
            .collect();
        format!("{title}: {}", edges.join(", "))
    }
}

fn draw(out: &mut String, (x, y): (i64, i64), node: &Node) {
    let class = match node.kind {
        NodeKind::Variable => "variable",
        NodeKind::Block => "block",
        NodeKind::Many => "many",
        NodeKind::Null => "null",
    };
    let faded = if node.faded { " freed" } else { "" };
    let _ = write!(out, "<g class=\"node {class}{faded}\">");
    if node.kind == NodeKind::Many {
        let _ = write!(out, "<rect x=\"{}\" y=\"{}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"4\"/>", x + 5, y + 5);
    }
    let round = if node.kind == NodeKind::Variable { HEIGHT / 2 } else { 4 };
    let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"{round}\"/>");
    let name: String = if node.name.chars().count() > 10 {
        node.name.chars().take(9).chain(['…']).collect()
    } else {
        node.name.clone()
    };
    let middle = x + WIDTH / 2;
    let line = if node.note.is_empty() { y + HEIGHT / 2 + 5 } else { y + HEIGHT / 2 - 2 };
    let _ = write!(out, "<text x=\"{middle}\" y=\"{line}\">{}</text>", escape(&name));
    if !node.note.is_empty() {
        let _ =
            write!(out, "<text class=\"note\" x=\"{middle}\" y=\"{}\">{}</text>", y + HEIGHT - 7, escape(&node.note));
    }
    *out += "</g>";
}

/// An arrow between the boxes at two corners, with its head and label.
fn arrow(out: &mut String, from: (i64, i64), to: (i64, i64), label: &str, own: bool) {
    let (half_w, half_h) = (WIDTH / 2, HEIGHT / 2);
    let (path, tip, direction, at) = if own {
        // Out of the top and back.
        let (x, y) = (from.0 + half_w, from.1);
        let path = format!("M{} {y} C{} {} {} {} {} {}", x - 22, x - 30, y - 30, x + 30, y - 30, x + 22, y - 4);
        (path, (x + 22, y), (0, 1), (x, y - 26))
    } else if to.0 > from.0 {
        let (x1, y1, x2, y2) = (from.0 + WIDTH, from.1 + half_h, to.0, to.1 + half_h);
        // A long way on the same level goes around what lies between.
        let bend = if y1 == y2 && to.0 - from.0 > WIDTH + GAP_X { HEIGHT + GAP_Y / 2 } else { 0 };
        let path = format!("M{x1} {y1} C{} {} {} {} {} {y2}", x1 + 30, y1 + bend, x2 - 30, y2 + bend, x2 - 6);
        (path, (x2, y2), (1, 0), ((x1 + x2) / 2, (y1 + y2) / 2 + bend * 3 / 4 - 5))
    } else if to.1 > from.1 {
        // Down: to the right of the box, then between the rows, so that no box is crossed.
        let (x1, y1, x2) = (from.0 + WIDTH, from.1 + half_h, to.0 + half_w);
        let path = format!("M{x1} {y1} h14 V{} H{x2} V{}", to.1 - GAP_Y / 2, to.1 - 6);
        (path, (x2, to.1), (0, 1), (x1 + 14, y1 - 5))
    } else {
        // Back: out of the bottom and in at the bottom.
        let (x1, x2) = (from.0 + half_w - 12, to.0 + half_w + 12);
        let (y1, y2) = (from.1 + HEIGHT, to.1 + HEIGHT);
        let path = format!("M{x1} {y1} C{x1} {} {x2} {} {x2} {}", y1 + 26, y2 + 30, y2 + 6);
        (path, (x2, y2), (0, -1), ((x1 + x2) / 2, (y1 + y2) / 2 + 24))
    };
    let (x, y) = tip;
    let head = match direction {
        (1, _) => format!("{},{} {x},{y} {},{}", x - 9, y - 5, x - 9, y + 5),
        (_, 1) => format!("{},{} {x},{y} {},{}", x - 5, y - 9, x + 5, y - 9),
        _ => format!("{},{} {x},{y} {},{}", x - 5, y + 9, x + 5, y + 9),
    };
    let _ = write!(out, "<path class=\"edge\" d=\"{path}\"/><polygon class=\"tip\" points=\"{head}\"/>");
    if !label.trim().is_empty() {
        let _ = write!(out, "<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>", at.0, at.1, escape(label));
    }
}
