//! Helpers for the tests of several modules.

use proptest::test_runner::Config;

/// As many cases as `scripts/soak` asks for by `PROPTEST_CASES`; usually so many.
pub(crate) fn cases(usual: u32) -> Config {
    let asked = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return asked;
    }
    Config {
        cases: usual,
        ..asked
    }
}
