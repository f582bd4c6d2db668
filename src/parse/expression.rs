//! An expression by itself, as somebody claims it to hold at a place of the program.
//!
//! In: a text, what names are types there, and the place. Out: the AST of the expression. It is parsed as the only
//! statement of a function, so that whatever is no expression shows.

use super::lex::{TokenKind, lex};
use super::text::Text;
use super::{ParseError, Parsed};
use crate::base::{Diagnostic, Location, Origin, SourceMap, Span};
use lang_c::ast::{BlockItem, Expression, ExternalDeclaration, Statement};
use lang_c::span::Node;

/// An expression that was parsed by itself.
#[derive(Debug)]
pub struct ParsedExpression {
    /// The AST.
    pub expression: Node<Expression>,
    /// Where its spans begin in the source map.
    pub base: u32,
    /// The whole text. It stands at the place that was given.
    pub span: Span,
}

/// Parses an expression that stands at a place of the program, where `is_type` says which names are types.
pub fn parse_expression(
    text: &str,
    is_type: &dyn Fn(&str) -> bool,
    at: &Location,
    sources: &mut SourceMap,
) -> Result<ParsedExpression, ParseError> {
    let invalid = |message: String| ParseError::Invalid(vec![Diagnostic::error(Span::NONE, message)]);
    let lexed = lex(text.as_bytes()).map_err(|error| invalid(error.message))?;
    let mut types = String::new();
    for token in &lexed.tokens {
        match (token.kind, &text[token.lo..token.hi]) {
            (TokenKind::Directive, _) => return Err(invalid("a directive of the preprocessor".to_string())),
            (TokenKind::Word, word) if is_type(word) => types += &format!("typedef int {word};\n"),
            _ => {}
        }
    }
    let whole = format!("{types}void __hw_inserted(void) {{\n{text}\n;}}");
    let file = sources.file(&at.file, at.library);
    let origin = Origin { offset: 0, file, line: at.line, column: at.column, pinned: true };
    let Parsed { unit, base, .. } =
        super::parse(Text { bytes: whole.clone().into_bytes(), origins: vec![origin] }, sources)?;
    let is_function = |item: &Node<ExternalDeclaration>| {
        matches!(item.node, ExternalDeclaration::FunctionDefinition(_) | ExternalDeclaration::StaticAssert(_))
    };
    let others = unit.0.iter().filter(|item| is_function(item)).count();
    let last = unit.0.into_iter().next_back().map(|item| item.node);
    match last {
        Some(ExternalDeclaration::FunctionDefinition(function)) if others == 1 => {
            only_expression(function.node.statement.node)
        }
        _ => None,
    }
    .map(|expression| ParsedExpression { expression, base, span: Span { lo: base, hi: base + whole.len() as u32 } })
    .ok_or_else(|| invalid("it is something else".to_string()))
}

/// The expression that a block consists of.
fn only_expression(body: Statement) -> Option<Node<Expression>> {
    let Statement::Compound(items) = body else { return None };
    let [BlockItem::Statement(statement)] = &*items.into_iter().map(|item| item.node).collect::<Vec<_>>() else {
        return None;
    };
    match &statement.node {
        Statement::Expression(Some(expression)) => Some((**expression).clone()),
        _ => None,
    }
}

/// The words of an expression to which `&` seems to be applied.
pub fn addressed_words(text: &str) -> Vec<String> {
    let Ok(lexed) = lex(text.as_bytes()) else { return Vec::new() };
    let words: Vec<(TokenKind, &str)> = lexed.tokens.iter().map(|t| (t.kind, &text[t.lo..t.hi])).collect();
    let mut found = Vec::new();
    for (index, (_, word)) in words.iter().enumerate() {
        // After an operand it is the other operator.
        let before = index.checked_sub(1).map(|before| words[before].1);
        let ends_operand = |word: &str| word.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']'));
        if *word != "&" || before.is_some_and(ends_operand) && before != Some(")") {
            continue;
        }
        let name = words[index + 1..].iter().find(|(_, word)| *word != "(");
        found.extend(name.filter(|(kind, _)| *kind == TokenKind::Word).map(|(_, word)| word.to_string()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Expression, String> {
        let mut sources = SourceMap::new();
        let at = Location { file: "a.c".into(), line: 7, column: 3, length: 1, library: false };
        let parsed = parse_expression(text, &|word| word == "T", &at, &mut sources).map_err(|e| e.to_string())?;
        assert_eq!(sources.locate(parsed.span).map(|at| at.to_string()), Some("a.c:7:3".to_string()));
        Ok(parsed.expression.node)
    }

    #[test]
    fn expressions_stand_alone() {
        for good in ["x <= 5", "(T)x - (T *)(y) <= 5", "a[i] == 'c' || p->q != 0", "sizeof(T) == 4", "a, b", "x // y"] {
            assert!(parsed(good).is_ok(), "{good}: {:?}", parsed(good));
        }
        for bad in [
            "",
            "x) || (y",
            "x; y",
            "T x",
            "T *x",
            "x; } int y; void f(void) {",
            "{ x; }",
            "l: x",
            "return",
            "a[",
            "if (x) y",
            "# x",
            "int z",
            "x }",
            "; x",
        ] {
            assert!(parsed(bad).is_err(), "{bad}");
        }
        assert!(matches!(parsed("(T)(x)"), Ok(Expression::Cast(_))));
        assert!(matches!(parsed("(U)(x)"), Ok(Expression::Call(_))));
    }

    #[test]
    fn addresses_are_told_from_conjunctions() {
        assert_eq!(addressed_words("&x == p && &(y) != q"), ["x", "y"]);
        assert_eq!(addressed_words("x & y | a[1] & z"), Vec::<String>::new());
        assert_eq!(addressed_words("(char *)&x"), ["x"]);
    }
}
