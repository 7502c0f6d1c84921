//! Text after a `#` that YAML reads as a comment.

use super::{Node, in_quotes};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};

/// How many blanks behind a value a comment may stand that belongs to it.
const FARTHEST: usize = 1_000;

/// Warns where YAML takes for a comment what surely belongs to an unquoted value. Behind a name
/// `#2` belongs to it, and `# two` does not; in prose a comment is two blanks behind.
#[must_use]
pub fn cut_at_hash(sources: &Sources, node: &Node, prose: bool) -> Option<Diagnostic> {
    node.as_scalar().filter(|scalar| !scalar.is_quoted())?;
    let file = sources.get(node.span.source)?;
    let behind = file.slice(node.span.end..file.text().len());
    let is_blank = |letter: &char| letter.is_whitespace() && *letter != '\n';
    let blanks = behind.chars().take(FARTHEST).take_while(is_blank).map(char::len_utf8).sum();
    // A line may hold all of the file: it is looked through only where there is a comment.
    let comment = behind.get(blanks..).filter(|comment| blanks > 0 && comment.starts_with('#'))?;
    if comment.starts_with("# allow ") {
        return None;
    }
    let rest = behind.lines().next()?;
    let comment = rest.get(blanks..)?;
    let apart = comment.chars().nth(1).is_none_or(|letter| letter.is_whitespace() || letter == '#');
    if apart && (!prose || blanks > 1 || rest.starts_with('\t')) {
        return None;
    }
    // What is two blanks behind that may well be a comment.
    let vanished = comment.split("  #").next().unwrap_or(comment).trim_end();
    let start = node.span.end + blanks;
    let end = start + vanished.len();
    let written = file.slice(node.span.start..end).split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let quoted = in_quotes(&written);
    let warning = Diagnostic::warning(Code::TextCutAtHash, Span { start, end, ..node.span })
        .arg("text", vanished)
        .help_with("help-yaml-quotes", "text", quoted.as_str())
        .fix(Span { end, ..node.span }, quoted);
    Some(warning.help("help-comment-apart"))
}
