//! Any text is read without a panic, its problems and pieces lie within it, and what
//! is printed of a good one is read as the same again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tirada::internals::syntax::{Parsed, parse, parse_expr, tokens};

fuzz_target!(|text: &str| {
    let Parsed { input, problems } = parse(text);
    for problem in &problems {
        assert!(text.get(problem.at.range()).is_some(), "{:?} lies outside {text:?}", problem.at);
    }
    let mut end = 0;
    for (span, _) in tokens(text) {
        assert!(end <= span.start && text.get(span.range()).is_some(), "{span:?} in {text:?}");
        end = span.end;
    }
    if problems.iter().all(|problem| !problem.is_error()) {
        let printed = input.to_string();
        let again = parse(&printed);
        assert!(again.problems.iter().all(|problem| !problem.is_error()), "{text:?} is printed as {printed:?}");
        assert_eq!(again.input, input, "{text:?} is printed as {printed:?}");
    }
    let _ = parse_expr(text);
});
