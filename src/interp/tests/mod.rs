//! Tests on programs built by hand, with a small builder: one function `main`, values of type `int`, `long`
//! and pointer, library functions by name.

mod addresses;
mod errors;
mod leaks;
mod meaning;

use super::*;
use crate::base::IdVec;
use crate::config::DataModel;
use crate::ir::*;

pub(super) const INT: Scalar = Scalar::Int(IntType::INT);
pub(super) const SIZE: IntType = IntType::unsigned(64);

/// A program under construction. Statements get spans and sites in the order in which they are added, from 0.
pub(super) struct Builder {
    pub program: Program,
    locals: IdVec<LocalId, Local>,
    blocks: Vec<(Vec<Statement>, Option<TerminatorKind>)>,
    current: usize,
    params: Vec<LocalId>,
    next: u32,
}

pub(super) fn span(index: u32) -> Span {
    Span { lo: index, hi: index + 1 }
}

fn ctype(ty: Scalar) -> CType {
    match ty {
        Scalar::Int(int) => CType::Int(int),
        Scalar::Float(float) => CType::Float(float),
        Scalar::Pointer => CType::Pointer(Box::new(CType::Void)),
    }
}

impl Builder {
    pub fn new() -> Self {
        Self::with_model(DataModel::Lp64)
    }

    pub fn with_model(model: DataModel) -> Self {
        let program = Program {
            types: TypeTable::new(model),
            globals: IdVec::new(),
            functions: IdVec::new(),
            entry: None,
            sites: 0,
            inserted: Vec::new(),
        };
        let blocks = vec![(Vec::new(), None)];
        Self { program, locals: IdVec::new(), blocks, current: 0, params: Vec::new(), next: 0 }
    }

    pub fn global(&mut self, name: &str, size: u64, kind: GlobalKind) -> GlobalId {
        self.program.globals.push(Global {
            name: name.into(),
            ty: CType::Array(Box::new(CType::Int(IntType::signed(8))), Some(size)),
            size,
            kind,
            init: vec![0; size as usize],
            relocations: Vec::new(),
            span: Span::NONE,
        })
    }

    pub fn text(&mut self, text: &str) -> Expr {
        let id = self.global(text, text.len() as u64 + 1, GlobalKind::StringLiteral);
        self.program.globals[id].init = [text.as_bytes(), b"\0"].concat();
        pointer(ExprKind::GlobalAddress(id))
    }

    fn local(&mut self, name: Option<&str>, ty: CType, storage: Storage) -> LocalId {
        self.locals.push(Local { name: name.map(Into::into), ty, storage, span: Span::NONE })
    }

    /// A named register.
    pub fn var(&mut self, name: &str, ty: Scalar) -> LocalId {
        self.local(Some(name), ctype(ty), Storage::Register)
    }

    /// A register without a name.
    pub fn temp(&mut self, ty: Scalar) -> LocalId {
        self.local(None, ctype(ty), Storage::Register)
    }

    /// A variable of so many bytes in memory.
    pub fn memory(&mut self, name: &str, size: u64) -> LocalId {
        let ty = CType::Array(Box::new(CType::Int(IntType::signed(8))), Some(size));
        self.local(Some(name), ty, Storage::Memory)
    }

    pub fn get(&self, local: LocalId) -> Expr {
        Expr::register(local, self.locals[local].ty.scalar().expect("a scalar"), Span::NONE)
    }

    pub fn add(&mut self, kind: StatementKind) -> u32 {
        let index = self.next;
        self.next += 1;
        self.blocks[self.current].0.push(Statement { kind, span: span(index), site: SiteId(index) });
        index
    }

    pub fn assign(&mut self, target: LocalId, value: Expr) -> u32 {
        self.add(StatementKind::Assign { target, value })
    }

    pub fn load(&mut self, target: LocalId, address: Expr) -> u32 {
        self.add(StatementKind::Load { target, address, bits: None })
    }

    pub fn store(&mut self, address: Expr, value: Expr) -> u32 {
        self.add(StatementKind::Store { address, value, bits: None })
    }

    pub fn live(&mut self, local: LocalId) -> u32 {
        self.add(StatementKind::StorageLive(local))
    }

    pub fn dead(&mut self, local: LocalId) -> u32 {
        self.add(StatementKind::StorageDead(local))
    }

    fn function(&mut self, name: &str, result: Option<Scalar>, params: &[Scalar], kind: FunctionKind) -> FunctionId {
        let found = self.program.functions.enumerated().find(|(_, f)| f.name == name).map(|(id, _)| id);
        let ty = FunctionType {
            result: result.map_or(CType::Void, ctype),
            params: params.iter().map(|&ty| ctype(ty)).collect(),
            variadic: true,
            unprototyped: false,
        };
        let signature = Signature { result, params: params.to_vec(), variadic: false };
        found.unwrap_or_else(|| {
            let (name, span) = (name.into(), Span::NONE);
            self.program.functions.push(Function { name, ty, signature, kind, span, library: false })
        })
    }

    pub fn call(&mut self, builtin: Builtin, target: Option<LocalId>, args: Vec<Expr>) -> u32 {
        let result = target.map(|target| self.get(target).ty);
        let params: Vec<Scalar> = args.iter().map(|arg| arg.ty).collect();
        let callee = self.function(builtin.name(), result, &params, FunctionKind::Builtin(builtin));
        self.add(StatementKind::Call { target, callee: Callee::Direct(callee), args })
    }

    pub fn external(&mut self, name: &str, target: Option<LocalId>, args: Vec<Expr>) -> u32 {
        let result = target.map(|target| self.get(target).ty);
        let callee = self.function(name, result, &[], FunctionKind::External);
        self.add(StatementKind::Call { target, callee: Callee::Direct(callee), args })
    }

    pub fn invoke(&mut self, callee: FunctionId, target: Option<LocalId>, args: Vec<Expr>) -> u32 {
        self.add(StatementKind::Call { target, callee: Callee::Direct(callee), args })
    }

    /// A new block, which is not entered yet.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push((Vec::new(), None));
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Ends the current block and goes on with another one.
    pub fn end(&mut self, terminator: TerminatorKind, next: BlockId) {
        self.blocks[self.current].1 = Some(terminator);
        self.current = next.0 as usize;
    }

    /// Makes what was built so far a function and begins with the next one.
    pub fn finish(&mut self, name: &str, result: Option<Scalar>, params: &[LocalId]) -> FunctionId {
        let types: Vec<Scalar> = params.iter().map(|&param| self.get(param).ty).collect();
        let mut blocks = IdVec::new();
        for (statements, terminator) in std::mem::replace(&mut self.blocks, vec![(Vec::new(), None)]) {
            let kind = terminator.unwrap_or(TerminatorKind::Return(result.map(|_| int(0))));
            let span = span(900);
            blocks.push(Block { statements, terminator: Terminator { kind, span }, loop_span: None });
        }
        self.params = params.to_vec();
        let locals = std::mem::take(&mut self.locals);
        let body = Body { params: params.to_vec(), locals, blocks };
        self.current = 0;
        self.program.sites = self.next;
        self.function(name, result, &types, FunctionKind::Defined(body))
    }

    /// Finishes `main` and runs the program.
    pub fn run(&mut self, properties: &[Property], inputs: &mut dyn Inputs) -> Run {
        self.run_with(properties, inputs, &RunConfig::default())
    }

    pub fn run_with(&mut self, properties: &[Property], inputs: &mut dyn Inputs, config: &RunConfig) -> Run {
        let main = self.finish("main", Some(INT), &[]);
        self.program.entry = Some(main);
        run(&self.program, PropertySet::of(properties), inputs, config, &|| false)
    }

    /// Finishes `main`, runs the program with zeros for inputs, and says what is violated and where.
    pub fn violation(&mut self, properties: &[Property]) -> (ErrorKind, Span) {
        match self.run(properties, &mut FixedInputs::new()).outcome {
            Outcome::Violation(violation) => (violation.kind, violation.span),
            other => panic!("no violation: {other:?}"),
        }
    }
}

pub(super) fn pointer(kind: ExprKind) -> Expr {
    Expr { kind, ty: Scalar::Pointer, span: Span::NONE }
}

pub(super) fn int(value: i128) -> Expr {
    Expr::int(value, IntType::INT, Span::NONE)
}

pub(super) fn size(value: i128) -> Expr {
    Expr::int(value, SIZE, Span::NONE)
}

pub(super) fn plus(address: Expr, offset: i128) -> Expr {
    pointer(ExprKind::PointerAdd(Box::new(address), Box::new(Expr::int(offset, IntType::signed(64), Span::NONE))))
}

pub(super) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::binary(op, left, right, Span::NONE)
}

pub(super) fn address(local: LocalId) -> Expr {
    pointer(ExprKind::LocalAddress(local))
}

/// The return of a register's value.
pub(super) fn give(value: Expr) -> TerminatorKind {
    TerminatorKind::Return(Some(value))
}
