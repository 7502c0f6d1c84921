//! A reference as one self-contained HTML page: on a screen it is the whole reference; printed it is the game master's
//! screen, on two sheets.

use super::layout::{Group, ScreenCard};
use super::{Anchors, Fit, Reference, ReferenceEntry, Section, Sheets, slug};
use crate::report::document::html::{anchored, escape, render};
use crate::report::document::{Block, Document, Line};
use crate::report::visible;

/// Entries of more lines and tables may go on in the next column.
const LONG: usize = 12;
const STYLE: &str = include_str!("page.css");
/// Finds entries by their titles; without it the page is only longer to look through.
const SEARCH: &str = include_str!("page.js");

#[must_use]
pub fn page(reference: &Reference, sheets: &Sheets) -> String {
    let title = escape(&visible(&reference.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}{}</style>\n\
         </head>\n<body>\n<header>\n<h1>{title}</h1>\n{}",
        escape(&reference.language),
        setting(sheets.fit),
        render(&reference.lead, ""),
    );
    out.push_str("</header>\n");
    out.push_str(&navigation(reference));
    out.push_str("<main>\n");
    out.push_str(&screen(reference, sheets));
    for section in &reference.sections {
        out.push_str(&part(section, reference));
    }
    let colophon = escape(&visible(&reference.colophon));
    out.push_str(&format!(
        "</main>\n<footer><p>{colophon}</p></footer>\n<script>\n{SEARCH}</script>\n</body>\n</html>\n"
    ));
    out
}

fn setting(fit: Fit) -> String {
    let (whole, rest) = (fit.quarters / 4, fit.quarters % 4 * 25);
    format!(":root {{ --letters: {whole}.{rest:02}pt; --columns: {}; }}\n", fit.columns)
}

/// The sections, and in each what is in it, folded away.
fn navigation(reference: &Reference) -> String {
    let link = |id: &str, title: &str| format!("<a href=\"#{}\">{}</a>", escape(id), escape(&visible(title)));
    let mut items = format!("<li>{}</li>", link("screen", &reference.screen_title));
    for section in &reference.sections {
        let entries: String =
            section.entries.iter().map(|one| format!("<li>{}</li>", link(&one.id, &one.title))).collect();
        let (link, count) = (link(section.id, &section.title), section.entries.len());
        let named = format!("{}: {count}", escape(&visible(&section.title)));
        items.push_str(&format!(
            "<li>{link}<details><summary aria-label=\"{named}\">{count}</summary><ul>{entries}</ul></details></li>\n"
        ));
    }
    let (search, none) = (escape(&reference.search_title), escape(&reference.not_found));
    format!(
        "<nav><input type=\"search\" aria-label=\"{search}\" placeholder=\"{search}\" hidden=\"\"/>\n\
         <p role=\"status\" hidden=\"\">{none}</p>\n<ul>{items}</ul></nav>\n"
    )
}

fn screen(reference: &Reference, sheets: &Sheets) -> String {
    let mut out = format!(
        "<section id=\"screen\">\n<h2>{}</h2>\n<p class=\"note\">{}</p>\n",
        escape(&reference.screen_title),
        escape(&reference.print_note)
    );
    for (index, sheet) in sheets.sheets.iter().enumerate() {
        let name = escape(&visible(&reference.title));
        let number = index + 1;
        out.push_str(&format!(
            "<div class=\"sheet\">\n<p class=\"running\">{name} · {number}</p>\n<div class=\"cards\">\n"
        ));
        sheet.iter().for_each(|one| out.push_str(&group(one)));
        out.push_str("</div>\n</div>\n");
    }
    out.push_str("</section>\n");
    out
}

fn group(group: &Group) -> String {
    let cards: String = group.cards.iter().map(card).collect();
    format!("<section class=\"group\"><h3>{}</h3>\n{cards}</section>\n", escape(&visible(&group.title)))
}

fn card(card: &ScreenCard) -> String {
    let title = escape(&visible(&card.title));
    let heading = if title.is_empty() { String::new() } else { format!("<h4>{title}</h4>\n") };
    let class = match (card.short, card.tight) {
        (true, true) => " class=\"short tight\"",
        (true, false) => " class=\"short\"",
        (false, true) => " class=\"tight\"",
        (false, false) => "",
    };
    format!("<article{class}>{heading}{}</article>\n", render(&card.body, &card.title))
}

fn part(section: &Section, reference: &Reference) -> String {
    let entries: String = section.entries.iter().map(|one| entry(one, reference)).collect();
    format!(
        "<section id=\"{}\" class=\"part\">\n<h2>{}</h2>\n{entries}</section>\n",
        section.id,
        escape(&visible(&section.title))
    )
}

fn entry(entry: &ReferenceEntry, reference: &Reference) -> String {
    let (id, title) = (escape(&entry.id), escape(&visible(&entry.title)));
    let (body, mut folded) = folded(&entry.body, &reference.folds);
    if !entry.steps.is_empty() {
        folded.push((&reference.steps_title, entry.steps.clone()));
    }
    // Rows and states are found inside their entry: no anchor of an entry contains a point.
    let mut anchors = Anchors::default();
    let mut anchor = |name: &str| anchors.take(&format!("{}.{}", entry.id, slug(name)));
    let body_text = anchored(&body, &entry.title, &mut anchor);
    let mut render = |document: &Document| anchored(document, "", &mut anchor);
    let titles: Vec<String> = folded.iter().map(|(title, _)| escape(title)).collect();
    let inside: String = match &folded[..] {
        [] => String::new(),
        [(_, only)] => render(only),
        several => several.iter().map(|(title, one)| format!("<h4>{}</h4>\n{}", escape(title), render(one))).collect(),
    };
    let details = if inside.is_empty() {
        String::new()
    } else {
        format!("<details><summary>{}</summary>\n{inside}</details>\n", titles.join(" · "))
    };
    let class = if body.blocks.len() > LONG { " class=\"long\"" } else { "" };
    format!("<article id=\"{id}\"{class}><h3><a href=\"#{id}\">{title}</a></h3>\n{body_text}{details}</article>\n")
}

/// What is read at once, and what is folded away, by its titles. A title is in a line of its own behind a gap.
fn folded<'r>(document: &Document, titles: &'r [String]) -> (Document, Vec<(&'r String, Document)>) {
    let (mut shown, mut folded): (Document, Vec<(&String, Document)>) = (Document::new(), Vec::new());
    let (mut within, mut before) = (false, true);
    for block in &document.blocks {
        if let (true, Block::Line(line)) = (before, block) {
            let title = titles.iter().find(|title| *line == Line::new().strong(title.as_str()));
            within = title.is_some();
            if let Some(title) = title {
                folded.push((title, Document::new()));
                before = false;
                continue;
            }
        }
        before = *block == Block::Gap;
        match folded.last_mut().filter(|_| within) {
            Some((_, group)) => group.blocks.push(block.clone()),
            None => shown.blocks.push(block.clone()),
        }
    }
    (shown, folded)
}
