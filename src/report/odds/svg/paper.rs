//! The SVG canvas: style, patterns, marks, and the text of the file.

use crate::report::document::html::escape_marks;
use crate::report::numbers::Numbers;
use crate::report::visible;

/// Colours, patterns, dashes and marks there are.
const KINDS: usize = 6;
const LIGHT: [&str; KINDS] = ["#1f5fa8", "#b34d12", "#2f7d4f", "#8445ab", "#6b5b00", "#ad2a57"];
const DARK: [&str; KINDS] = ["#7db4f0", "#f0a062", "#7fce9f", "#cda6ea", "#d8c75a", "#f08fb4"];
const DASHES: [&str; KINDS] = ["", "7 3", "2 3", "9 3 2 3", "14 4", "4 2"];
/// What is drawn into the tile of a pattern; the first is filled.
const PATTERNS: [&str; KINDS] =
    ["", "M-2 2l4 -4M0 8l8 -8M6 10l4 -4", "M1 2h2M5 6h2", "M-2 6l4 4M0 0l8 8M6 -2l4 4", "M0 2h8M0 6h8", "M2 0v8M6 0v8"];

/// An SVG file under construction.
#[derive(Debug)]
pub(super) struct Paper {
    body: String,
    numbers: Numbers,
}

impl Paper {
    /// Nothing yet, with numbers as a language writes them.
    pub(super) fn new(numbers: Numbers) -> Self {
        Self { body: String::new(), numbers }
    }

    fn escaped(&self, text: &str) -> String {
        escape(&self.numbers.write(text))
    }

    /// Words that begin at a place.
    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.write(&format!(
            "<text x=\"{}\" y=\"{}\" class=\"{class}\">{}</text>",
            number(x),
            number(y),
            self.escaped(text)
        ));
    }

    /// Words with more to say about how they stand.
    pub(super) fn text_as(&mut self, attributes: &str, text: &str) {
        self.write(&format!("<text {attributes}>{}</text>", self.escaped(text)));
    }

    /// A path without a filling.
    pub(super) fn path(&mut self, class: &str, path: &str) {
        self.write(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// A bar of a series, with a tooltip.
    pub(super) fn bar(&mut self, series: usize, place: (f64, f64), size: (f64, f64), words: &str) {
        let at = format!("x=\"{}\" y=\"{}\"", number(place.0), number(place.1));
        let size = format!("width=\"{}\" height=\"{}\"", number(size.0), number(size.1));
        let look = look(series);
        let title = self.escaped(words);
        self.write(&format!("<rect {look} {at} {size}><title>{title}</title></rect>"));
    }

    /// All bars of a series at once, where there are very many.
    pub(super) fn bars(&mut self, series: usize, path: &str) {
        self.write(&format!("<path {} d=\"{path}\"/>", look(series)));
    }

    /// The line of a series.
    pub(super) fn curve(&mut self, series: usize, path: &str) {
        let dash = DASHES.get(kind(series)).copied().unwrap_or("");
        let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        self.write(&format!("<path class=\"tirada-curve {}\"{dash} d=\"{path}\"/>", stroke(series)));
    }

    /// A line at the mean of a series, with a tooltip.
    pub(super) fn mean(&mut self, series: usize, path: &str, words: &str) {
        let title = self.escaped(words);
        // Over bars of the same colour it is seen by what lies under it.
        self.write(&format!(
            "<path class=\"tirada-under\" d=\"{path}\"/>\n\
             <path class=\"tirada-mean {}\" d=\"{path}\"><title>{title}</title></path>",
            stroke(series)
        ));
    }

    /// The mark of a series on its line.
    pub(super) fn mark(&mut self, series: usize, x: f64, y: f64, words: &str) {
        let (x, y) = (number(x), number(y));
        let shape = match kind(series) {
            0 => "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
            1 => "m-3 -3h6v6h-6z",
            2 => "m0 -4l4 7h-8z",
            3 => "m0 -4l4 4l-4 4l-4 -4z",
            4 => "m-3 -3l6 6m-6 0l6 -6",
            _ => "m-4 0h8m-4 -4v8",
        };
        let title = if words.is_empty() { String::new() } else { format!("<title>{}</title>", self.escaped(words)) };
        let class = format!("{} {}", stroke(series), fill(series));
        self.write(&format!("<path class=\"{class}\" d=\"M{x} {y}{shape}\">{title}</path>"));
    }

    /// What the bars of a series look like, for a legend.
    pub(super) fn bar_sample(&mut self, series: usize, x: f64, y: f64) {
        let at = format!("x=\"{}\" y=\"{}\" width=\"24\" height=\"12\"", number(x), number(y));
        self.write(&format!("<rect {} {at}/>", look(series)));
    }

    /// What the line of a series looks like, for a legend.
    pub(super) fn line_sample(&mut self, series: usize, x: f64, y: f64) {
        self.curve(series, &format!("M{} {}h24", number(x), number(y)));
        self.mark(series, x + 12.0, y, "");
    }

    fn write(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// The SVG, with its title and description for screen readers.
    pub(super) fn finish(self, width: f64, height: f64, title: &str, description: &str, language: &str) -> String {
        let (width, height) = (number(width), number(height));
        let view = format!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {view} class=\"tirada-odds\" role=\"img\" xml:lang=\"{language}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n{}<rect class=\"tirada-paper\" width=\"{width}\" height=\"{height}\"/>\n\
             {}</svg>",
            escape(title),
            escape_lines(&self.numbers.write(description)),
            style(&self.body),
            self.body,
        )
    }
}

/// The class that draws in the colour of a series.
fn stroke(series: usize) -> String {
    format!("tirada-s{}", series % KINDS)
}

/// The class that fills with the colour of a series.
fn fill(series: usize) -> String {
    format!("tirada-f{}", series % KINDS)
}

/// Once all were used, patterns and marks go with other colours.
fn kind(series: usize) -> usize {
    (series % KINDS + series / KINDS) % KINDS
}

/// The attributes of a bar: full of its colour, or with a pattern in it.
pub fn look(series: usize) -> String {
    match kind(series) {
        0 => format!("class=\"{} {}\"", stroke(series), fill(series)),
        kind => format!("class=\"{}\" fill=\"url(#tirada-fill-{}-{kind})\"", stroke(series), series % KINDS),
    }
}

/// Style and patterns, as far as they are used.
fn style(body: &str) -> String {
    let mut out = String::from(
        "<style>\n\
         .tirada-odds{font:13px system-ui,sans-serif;color:#24262b}\n\
         .tirada-odds text{fill:currentColor}\n\
         .tirada-odds .tirada-paper{fill:#fff}\n\
         .tirada-odds .tirada-title{font-size:16px;font-weight:600}\n\
         .tirada-odds .tirada-small,.tirada-odds .tirada-note{font-size:11px}\n\
         .tirada-odds .tirada-axis{fill:none;stroke:currentColor}\n\
         .tirada-odds .tirada-grid{fill:none;stroke:currentColor;stroke-opacity:.18}\n\
         .tirada-odds .tirada-curve{fill:none;stroke-width:2}\n\
         .tirada-odds .tirada-under{fill:none;stroke:#fff;stroke-width:6}\n\
         .tirada-odds .tirada-mean{fill:none;stroke-width:2;stroke-dasharray:2 4}\n\
         .tirada-odds .tirada-tile{fill:none;stroke-width:1.6}\n",
    );
    let colours = |out: &mut String, list: &[&str]| {
        for (index, colour) in list.iter().enumerate() {
            for (class, property) in [(stroke(index), "stroke"), (fill(index), "fill")] {
                if body.contains(&format!("{class}\"")) || body.contains(&format!("{class} ")) {
                    out.push_str(&format!(".tirada-odds .{class}{{{property}:{colour}}}\n"));
                }
            }
        }
    };
    colours(&mut out, &LIGHT);
    out.push_str("@media (prefers-color-scheme:dark){\n.tirada-odds{color:#e4e5ea}\n");
    out.push_str(".tirada-odds .tirada-paper{fill:#191b20}\n.tirada-odds .tirada-under{stroke:#191b20}\n");
    colours(&mut out, &DARK);
    out.push_str("}\n</style>\n");
    let mut tiles = String::new();
    for series in 0..KINDS {
        for (kind, tile) in PATTERNS.iter().enumerate() {
            let id = format!("tirada-fill-{series}-{kind}");
            if body.contains(&format!("#{id})")) {
                tiles.push_str(&format!(
                    "<pattern id=\"{id}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">\
                     <path class=\"tirada-tile {}\" d=\"{tile}\"/></pattern>\n",
                    stroke(series)
                ));
            }
        }
    }
    if !tiles.is_empty() {
        out.push_str(&format!("<defs>\n{tiles}</defs>\n"));
    }
    out
}

/// A number with at most two places.
pub fn number(number: f64) -> String {
    if !number.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as it is between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    escape_marks(&visible(text))
}

fn escape_lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
