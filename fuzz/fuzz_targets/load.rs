//! Any bytes are loaded and checked as a ruleset without a panic; every place that an
//! error names exists, and every error can be shown.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::File;
use tirada::internals::session::{Builtin, Session};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut session = Session::new(&Builtin);
    let loaded = session.load_files(vec![File { name: "fuzz.yml".to_owned(), text }]);
    for finding in &loaded.findings {
        for span in finding.at.iter().chain(finding.labels.iter().map(|label| &label.span)) {
            let source = session.sources.get(span.source).expect("a source");
            assert!(source.text().get(span.range()).is_some(), "{finding:?}");
        }
    }
    let _ = diagnostics::plain::render(&loaded.findings, &session.sources, &Catalogue::new(Language::English));
});
