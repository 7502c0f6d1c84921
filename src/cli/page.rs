//! A self-contained HTML page, in light and dark colours and readable in print.

use crate::report::Language;
use crate::report::document::html::escape;

const STYLE: &str = include_str!("page.css");

/// A page with a title above what its body says.
pub(super) fn as_page(title: &str, body: &str, language: Language) -> String {
    let title = escape(title);
    // The keyboard alone reaches what is wider than the page.
    let body = body.replace("<pre>", "<pre tabindex=\"0\">");
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n",
        language.tag(),
    )
}
