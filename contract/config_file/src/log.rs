//! PURE: how much a program writes to its log.

/// Warnings of a parser about pages that it reads correctly: tables with text between their rows.
const QUIET: &str = "html5ever=error";

/// Directives of a log filter: those that its people chose, such as `debug` or `gateway=debug`,
/// else those of the program.
pub fn directives(chosen: Option<&str>, own: &str) -> String {
    let chosen = chosen.filter(|text| !text.trim().is_empty());
    format!("{QUIET},{}", chosen.unwrap_or(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_comes_before_the_program_and_may_name_the_parser() {
        assert_eq!(directives(None, "info"), "html5ever=error,info");
        assert_eq!(directives(Some(" "), "info"), "html5ever=error,info");
        let chosen = directives(Some("warn,html5ever=debug"), "info");
        assert_eq!(chosen, "html5ever=error,warn,html5ever=debug");
    }
}
