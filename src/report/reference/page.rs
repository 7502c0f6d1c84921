//! A reference as one page of HTML that needs nothing besides: read on a screen it is the whole
//! reference, printed it is the screen for a table, on two sheets.

use super::fit::{Card, Group};
use super::{Entry, Fit, Reference, Section, Sheets};
use crate::report::document::html::{escape, render};
use crate::report::visible;

const STYLE: &str = include_str!("page.css");

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
    out.push_str(&navigation(reference));
    out.push_str("</header>\n<main>\n");
    out.push_str(&screen(reference, sheets));
    for section in &reference.sections {
        out.push_str(&part(section, &reference.steps_title));
    }
    let colophon = escape(&visible(&reference.colophon));
    out.push_str(&format!("</main>\n<footer><p>{colophon}</p></footer>\n</body>\n</html>\n"));
    out
}

fn setting(fit: Fit) -> String {
    let (whole, rest) = (fit.quarters / 4, fit.quarters % 4 * 25);
    format!(":root {{ --letters: {whole}.{rest:02}pt; --columns: {}; }}\n", fit.columns)
}

fn navigation(reference: &Reference) -> String {
    let mut links = vec![format!("<a href=\"#screen\">{}</a>", escape(&reference.screen_title))];
    links.extend(
        reference.sections.iter().map(|one| format!("<a href=\"#{}\">{}</a>", one.id, escape(&visible(&one.title)))),
    );
    let items: String = links.iter().map(|link| format!("<li>{link}</li>")).collect();
    format!("<nav><ul>{items}</ul></nav>\n")
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

fn card(card: &Card) -> String {
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

fn part(section: &Section, steps_title: &str) -> String {
    let entries: String = section.entries.iter().map(|one| entry(one, steps_title)).collect();
    format!(
        "<section id=\"{}\" class=\"part\">\n<h2>{}</h2>\n{entries}</section>\n",
        section.id,
        escape(&visible(&section.title))
    )
}

fn entry(entry: &Entry, steps_title: &str) -> String {
    let title = escape(&visible(&entry.title));
    let steps = if entry.steps.is_empty() {
        String::new()
    } else {
        let steps = render(&entry.steps, "");
        format!("<details><summary>{}</summary>\n{steps}</details>\n", escape(steps_title))
    };
    format!(
        "<article id=\"{}\"><h3>{title}</h3>\n{}{steps}</article>\n",
        escape(&entry.id),
        render(&entry.body, &entry.title)
    )
}
