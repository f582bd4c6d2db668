//! Z3 behind the solver's interface, and the only file that uses the crate `z3`. What is C, heap or
//! template is unknown here.

/// The solver that is linked, as it describes itself, such as `Z3 4.13.3.0`.
pub fn version() -> String {
    z3::full_version().to_string()
}

/// Major, minor and patch number of the solver that is linked; `None` if it describes itself in another way.
pub fn version_number() -> Option<(u32, u32, u32)> {
    parse_version(z3::full_version())
}

/// The first three numbers of the first dotted word.
fn parse_version(text: &str) -> Option<(u32, u32, u32)> {
    let word = text.split_whitespace().find(|word| word.contains('.'))?;
    let mut numbers = word.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_description() {
        assert_eq!(parse_version("Z3 4.13.3.0 abcdef"), Some((4, 13, 3)));
        assert_eq!(parse_version("5.3.2"), Some((5, 3, 2)));
        assert_eq!(parse_version("Z3 5.3"), None);
        assert_eq!(parse_version("Z3"), None);
    }

    #[test]
    fn the_linked_solver_is_new_enough() {
        assert!(version_number() >= Some((4, 13, 3)), "linked: {}", version());
    }

    /// The bindings are compiled for the version that the set-up names: another one at run time would mean
    /// that the program found a library it was not built for.
    #[test]
    fn the_linked_solver_is_the_one_set_up() {
        let built_for = option_env!("Z3_SYS_Z3_VERSION").filter(|_| !cfg!(feature = "vendored-z3"));
        if let Some(expected) = built_for {
            assert_eq!(version_number(), parse_version(expected), "linked: {}", version());
        }
    }
}
