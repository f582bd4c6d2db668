//! Results in source terms: what engines found, as words and as C.
//!
//! In: a program with its sources, runs of it, and facts about its loops. Out: plain data of [`crate::verdict`]: findings with
//! their steps, invariants whose nodes are called by type and line of allocation, and C expressions that hold. Knows nothing of the
//! order of engines, nor of how results are printed.

mod c;
mod export;
mod finding;
mod given;
mod missing;
mod nodes;
mod record;
mod steps;
mod written;

pub use export::express;
pub use finding::Explainer;
pub use missing::missing;

use crate::base::{Clock, Location, SourceMap, Span};
use crate::check::{LoopFacts, NamedObject};
use crate::config::{LowerConfig, RunConfig};
use crate::ir::Program;
use crate::parse::Parsed;
use crate::verdict::LoopInvariant;

/// A program with its text, and how it is made and run.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub sources: &'a SourceMap,
    /// What it was lowered from.
    pub parsed: &'a [Parsed],
    /// How it was lowered.
    pub lower: &'a LowerConfig,
    /// How it is run.
    pub run: &'a RunConfig,
    /// The user's time.
    pub clock: &'a Clock,
}

impl Subject<'_> {
    /// Where a span is.
    pub fn locate(&self, span: Span) -> Option<Location> {
        self.sources.locate(span)
    }

    /// What is known of loops, with names that a reader knows: by type and field.
    pub fn invariants(&self, loops: &[LoopFacts], objects: &[NamedObject]) -> Vec<LoopInvariant> {
        let mut names = nodes::NodeNames::new(self, objects);
        let mut invariants: Vec<LoopInvariant> = loops.iter().map(|facts| self.invariant(facts)).collect();
        for invariant in &mut invariants {
            let names = names.enter(invariant.function.as_deref());
            invariant.facts.iter_mut().flatten().for_each(|fact| fact.rename(names));
        }
        invariants
    }

    /// What is known of a loop.
    fn invariant(&self, loop_facts: &LoopFacts) -> LoopInvariant {
        let text = self.sources.snippet(loop_facts.span);
        let keyword = text.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        LoopInvariant {
            location: self.locate(loop_facts.span),
            is_statement: matches!(keyword, Some("for" | "while" | "do")),
            expressions: Vec::new(),
            function: loop_facts.function.map(|function| self.program.functions[function].name.clone()),
            facts: loop_facts.facts.clone(),
        }
    }
}
