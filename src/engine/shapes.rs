//! Shape analysis as an engine: lists and trees of any size, whatever they contain.

use super::{Budget, Ended, Engine, EngineName, Report, Task};
use crate::ir::{Builtin, FunctionKind, Program, PropertySet};
use crate::shape::{ShapeConfig, analyse, has_modes};

/// The engine.
pub struct Shapes;

impl EngineName {
    /// Shape analysis.
    pub const SHAPES: EngineName = EngineName("shapes");
}

impl Engine for Shapes {
    fn name(&self) -> EngineName {
        EngineName::SHAPES
    }

    fn about(&self) -> &'static str {
        "Shape analysis, of ranks too"
    }

    fn only_proves(&self) -> bool {
        true
    }

    fn work(&self, task: &Task, budget: &Budget) -> Report {
        let mut report = Report::new(self.name(), task.properties);
        let result = analyse(task.program, &shape_config(task, task.properties, budget));
        report.count("abstract states", result.states);
        report.count("objects looked at", result.work);
        report.proved = result.proved;
        report.ended = if result.cut { Ended::CutShort } else { Ended::Finished };
        // What a longer look may do away with is not worth telling.
        if !result.cut {
            report.obstacles = result.obstacles;
        }
        report
    }
}

/// How properties are proved within a budget.
pub fn shape_config(task: &Task, properties: PropertySet, budget: &Budget) -> ShapeConfig {
    let is_shaped = allocates(task.program) || has_modes(task.program);
    ShapeConfig {
        properties,
        malloc_may_fail: task.run.malloc_may_fail,
        states: budget.states,
        work: if is_shaped { budget.work } else { budget.flat_work },
        clock: task.clock.clone(),
    }
}

/// Whether a program has a heap.
fn allocates(program: &Program) -> bool {
    let allocating = [Builtin::Malloc, Builtin::Calloc, Builtin::Realloc, Builtin::AlignedAlloc, Builtin::Alloca];
    program.functions.iter().any(|f| matches!(f.kind, FunctionKind::Builtin(builtin) if allocating.contains(&builtin)))
}
