//! The number of cases of property tests.

use proptest::test_runner::Config;

/// A configuration with `usual` cases, or with as many as `PROPTEST_CASES` asks for: `scripts/soak`
/// sets it.
pub fn cases(usual: u32) -> Config {
    let asked = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return asked;
    }
    Config {
        cases: usual,
        ..asked
    }
}
