//! Lowering: AST to typed control-flow graph.
//!
//! In: parsed translation units. Out: one [`Program`] in which names, types, conversions, side effects,
//! lifetimes and library functions are explicit. Knows nothing of properties or of how programs are run.
//!
//! Must be called on a thread with a large stack: it follows the nesting of the source by recursion.
//!
//! What C forbids is a [`Diagnostic`]; what heapwright does not model is an `Unsupported` statement at the place
//! where it would be executed. Files follow the language: `types`, `declarator`, `layout`, `attributes` for
//! types; `literal`, `fold`, `constant`, `convert`, `lvalue`, `operators`, `order`, `effects`, `same`, `expr`, `calls`,
//! `intrinsics`, `atomics` for expressions; `stmt`, `insert`, `builder` for control flow; `declare`, `init`, `function` for definitions; `link`,
//! `known`, `unify`, `ends`, `finish` for what spans units. What does not need the syntax tree is left to `prepare`.

mod atomics;
mod attributes;
mod builder;
mod calls;
mod constant;
mod convert;
mod declarator;
mod declare;
mod effects;
mod ends;
mod expr;
mod finish;
pub mod fold;
mod formatted;
mod function;
mod init;
mod insert;
mod intrinsics;
mod known;
mod layout;
mod link;
mod literal;
mod lvalue;
mod operators;
mod order;
mod same;
mod scope;
mod stmt;
mod system;
#[cfg(test)]
mod tests;
mod types;
mod unify;
mod value;
mod variadic;

use crate::base::{Diagnostic, IdVec, Location, SourceMap, Span, Unsupported};
use crate::config::{InsertedCheck, LowerConfig};
use crate::ir::{CType, FunctionId, GlobalId, LocalId, Program, RecordId, TypeTable};
use crate::parse::{self, Parsed};
use indexmap::{IndexMap, IndexSet};
use lang_c::ast::ExternalDeclaration;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

pub use system::Library;
pub use variadic::{pack, takes_variable_arguments};

/// How the warning about a function begins that is not part of the program because it cannot be modelled.
pub const LEFT_OUT: &str = "the function is left out";

/// A lowered program.
#[derive(Debug)]
pub struct Lowered {
    /// The program, as `prepare` wants it: calls may not fit yet.
    pub program: Program,
    /// What else is known about it.
    pub facts: Facts,
    /// What was noticed on the way.
    pub warnings: Vec<Diagnostic>,
    /// Expressions that could not be inserted where they belong, by number, and why.
    pub refused: Vec<(usize, String)>,
}

/// What declarations say about a program and its graph does not.
#[derive(Debug, Default)]
pub struct Facts {
    /// Static objects declared `volatile`.
    pub volatile: IndexSet<GlobalId>,
    /// Static objects whose size is not known.
    pub unsized_globals: IndexSet<GlobalId>,
    /// Functions that are declared not to return.
    pub noreturn: IndexSet<FunctionId>,
    /// Functions whose calls are not modelled, and why.
    pub unmodelled: IndexMap<FunctionId, String>,
    /// Functions that are only kept if they are used: those of the C library, and inline ones.
    pub optional_functions: IndexSet<FunctionId>,
    /// Objects of the C library.
    pub optional_globals: IndexSet<GlobalId>,
}

/// Lowers translation units and links them, with the parts of the C library that they need.
pub fn lower(units: &[Parsed], config: &LowerConfig, sources: &mut SourceMap) -> Result<Lowered, Vec<Diagnostic>> {
    lower_with(units, config, &[], sources)
}

/// As [`lower`], for a program that is run: linked with a library that calls the system.
pub fn lower_to_run(
    units: &[Parsed],
    config: &LowerConfig,
    given: Vec<String>,
    sources: &mut SourceMap,
) -> Result<Lowered, Vec<Diagnostic>> {
    lower_against(Library::Run { given }, units, config, &[], sources)
}

/// As [`lower`], with expressions inserted where they are to be checked or observed.
pub fn lower_with(
    units: &[Parsed],
    config: &LowerConfig,
    checks: &[InsertedCheck],
    sources: &mut SourceMap,
) -> Result<Lowered, Vec<Diagnostic>> {
    lower_against(Library::Models, units, config, checks, sources)
}

fn lower_against(
    library: Library,
    units: &[Parsed],
    config: &LowerConfig,
    checks: &[InsertedCheck],
    sources: &mut SourceMap,
) -> Result<Lowered, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(config, checks, sources, order::Orders::default(), same::Literals::default());
    lowering.library = library.clone();
    lowering.units(units)?;
    // Few programs depend on what C leaves open; those are lowered once more.
    let streams = lowering.standard_streams();
    let conflicts = effects::conflicts(&lowering.program, &lowering.order.candidates, config, &streams);
    let texts = same::repeated(&lowering.program, &lowering.literals.compared);
    if !(conflicts.is_empty() && texts.is_empty()) && lowering.errors.is_empty() {
        let (order, literals) = (order::Orders::new(conflicts), same::Literals::new(texts));
        lowering = Lowering::new(config, checks, lowering.sources, order, literals);
        lowering.library = library;
        lowering.units(units)?;
    }
    let facts = lowering.finish();
    let Lowering { program, warnings, errors, mut refused, .. } = lowering;
    insert::refuse_placeless(checks, &program, &mut refused);
    if errors.is_empty() { Ok(Lowered { program, facts, warnings, refused }) } else { Err(errors) }
}

/// Why something is not lowered.
#[derive(Debug)]
enum Stop {
    /// C does not allow it.
    Error(Box<Diagnostic>),
    /// It is not modelled.
    Unsupported(Box<Unsupported>),
}

impl Stop {
    fn error(span: Span, message: impl Into<String>) -> Self {
        Stop::Error(Box::new(Diagnostic::error(span, message)))
    }

    fn unsupported(span: Span, what: impl Into<String>) -> Self {
        Stop::Unsupported(Box::new(Unsupported { what: what.into(), span }))
    }
}

type Result<T, E = Stop> = std::result::Result<T, E>;

/// The function whose body is being lowered.
struct FunctionContext {
    id: FunctionId,
    name: String,
    result: CType,
    /// Where a record result goes.
    result_pointer: Option<LocalId>,
    /// Where the variable arguments are, in a function that takes some.
    variable_arguments: Option<LocalId>,
}

/// The state of lowering.
struct Lowering<'a> {
    config: &'a LowerConfig,
    sources: &'a mut SourceMap,
    program: Program,
    warnings: Vec<Diagnostic>,
    errors: Vec<Diagnostic>,

    // The unit.
    base: u32,
    in_library: bool,
    /// The C library that the program is linked with, and the file of it that is lowered.
    library: Library,
    library_file: &'static str,
    /// Where `#pragma pack` is looked up; the C library has none.
    packing: Option<&'a Parsed>,
    /// What `__auto_type` stands for in the current declaration.
    auto_type: Option<CType>,
    in_prototype: bool,
    names: scope::Names,

    // The function; outside of functions a body that is thrown away.
    function: Option<FunctionContext>,
    body: builder::Builder,
    address_taken: HashSet<String>,
    /// Run-time sizes along the types of local pointers.
    shapes: HashMap<LocalId, Rc<value::Shape>>,
    exits: Vec<stmt::Exit>,
    switches: Vec<stmt::Switch>,

    /// The order of operands.
    order: order::Orders,
    /// Equal string literals.
    literals: same::Literals,
    in_static: bool,

    // The program.
    externals: IndexMap<String, link::Entity>,
    states: IndexMap<GlobalId, link::State>,
    noreturn: IndexSet<FunctionId>,
    /// Static objects declared `volatile`.
    volatile: IndexSet<GlobalId>,
    /// Functions whose calls are not modelled, and why.
    unmodelled: IndexMap<FunctionId, String>,
    /// What would be done before `main` and is not modelled, with its place.
    startup: Vec<(String, Span)>,
    /// Functions that run before or after `main`.
    outside: Vec<ends::Outside>,
    /// What gives way to another definition, and need not be there.
    weak: IndexSet<link::Entity>,
    /// What the program names, whatever becomes of the expression.
    named: IndexSet<link::Entity>,
    /// Functions that are only kept if they are used: those of the C library, and inline ones.
    optional_functions: IndexSet<FunctionId>,
    /// Objects of the C library.
    optional_globals: IndexSet<GlobalId>,
    /// Where the user's units define records.
    origins: IndexMap<RecordId, Location>,
    /// Types that can only be stored and copied, with their names.
    opaque: IndexMap<RecordId, String>,

    /// Expressions to be inserted, and those that cannot be.
    waiting: Vec<insert::Waiting>,
    refused: Vec<(usize, String)>,
    /// How many operands that are not evaluated are around what is lowered.
    unevaluated: u32,
}

impl<'a> Lowering<'a> {
    fn new(
        config: &'a LowerConfig,
        checks: &[InsertedCheck],
        sources: &'a mut SourceMap,
        order: order::Orders,
        literals: same::Literals,
    ) -> Self {
        let types = TypeTable::new(config.data_model);
        let (waiting, refused) = insert::waiting(checks, sources);
        let program = Program {
            types,
            globals: IdVec::new(),
            functions: IdVec::new(),
            entry: None,
            sites: 0,
            inserted: Vec::new(),
        };
        Self {
            config,
            sources,
            program,
            warnings: Vec::new(),
            errors: Vec::new(),
            base: 0,
            in_library: false,
            library: Library::default(),
            library_file: "",
            packing: None,
            auto_type: None,
            in_prototype: false,
            names: scope::Names::new(),
            function: None,
            body: builder::Builder::new(),
            address_taken: HashSet::new(),
            shapes: HashMap::new(),
            exits: Vec::new(),
            switches: Vec::new(),
            order,
            literals,
            in_static: false,
            externals: IndexMap::new(),
            states: IndexMap::new(),
            noreturn: IndexSet::new(),
            volatile: IndexSet::new(),
            unmodelled: IndexMap::new(),
            startup: Vec::new(),
            outside: Vec::new(),
            weak: IndexSet::new(),
            named: IndexSet::new(),
            optional_functions: IndexSet::new(),
            optional_globals: IndexSet::new(),
            origins: IndexMap::new(),
            opaque: IndexMap::new(),
            waiting,
            refused,
            unevaluated: 0,
        }
    }

    /// Lowers all units, with the parts of the C library that they need.
    fn units(&mut self, units: &'a [Parsed]) -> Result<(), Vec<Diagnostic>> {
        for unit in units {
            self.packing = Some(unit);
            self.unit(unit);
        }
        if units.len() > 1 {
            unify::unify_records(&mut self.program, &self.origins);
        }
        self.spell_out_ends();
        if self.library == Library::Models {
            self.spell_out_formats();
        }
        self.link_library()?;
        self.resolve_functions();
        self.refuse_unknown_functions();
        Ok(())
    }

    /// Lowers one unit.
    fn unit(&mut self, unit: &Parsed) {
        self.base = unit.base;
        self.names = scope::Names::new();
        self.body = builder::Builder::new();
        for declaration in &unit.unit.0 {
            match &declaration.node {
                ExternalDeclaration::Declaration(declaration) => self.declaration(declaration),
                ExternalDeclaration::FunctionDefinition(definition) => self.function_definition(definition),
                ExternalDeclaration::StaticAssert(assert) => {
                    if assert.node.message.node == ["\"__hw_asm\""] {
                        self.warn(self.span(assert.span), "assembler outside of functions is left out");
                    }
                    if let Err(stop) = self.static_assert(assert) {
                        self.report(stop);
                    }
                }
            }
        }
    }

    /// Lowers the files of the C library that are needed, until none is.
    fn link_library(&mut self) -> Result<(), Vec<Diagnostic>> {
        let mut linked = HashSet::new();
        loop {
            let needed = self.program.bodiless().into_iter().find_map(|id| {
                let name = &self.program.functions[id].name;
                let external = matches!(self.externals.get(name), Some(link::Entity::Function(e)) if *e == id);
                let file = self.library.lookup(name).and_then(|known| known.file)?;
                (external && !linked.contains(file)).then_some(file)
            });
            let Some(name) = needed else { return Ok(()) };
            linked.insert(name);
            let Some(text) = self.library.text(name) else { continue };
            let unit = parse::parse_text(name, text, self.sources, true)
                .map_err(|error| vec![Diagnostic::error(Span::NONE, format!("{name}: {error}"))])?;
            self.in_library = true;
            self.library_file = name;
            self.packing = None;
            self.unit(&unit);
            self.in_library = false;
        }
    }

    /// A span of the current unit.
    fn span(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return Span::NONE;
        }
        Span { lo: self.base + span.start as u32, hi: self.base + span.end as u32 }
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        if !self.in_library {
            self.warnings.push(Diagnostic::warning(span, message));
        }
    }

    fn error<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        Err(Stop::error(span, message))
    }

    fn unsupported<T>(&self, span: Span, what: impl Into<String>) -> Result<T> {
        Err(Stop::unsupported(span, what))
    }
}
