//! One model of what is shown, and a renderer for each output format.
//!
//! A document is a list of blocks of lines, and a line is a list of pieces of text with a role. A role says what a
//! piece *is*; renderers decide how it looks. None of them conveys meaning by colour alone.

pub mod bbcode;
pub mod chat;
pub mod html;
mod line;
pub mod markdown;
mod plain;
mod table;
pub mod text;
mod wrap;

use serde::{Deserialize, Serialize};

pub(in crate::report) use line::with_minus_signs;
pub use line::{Line, TextPiece, TextRole};
pub use table::{Align, BarLength, Bars, DocumentColumn, DocumentTable};

/// A document: blocks of lines, independent of the output format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Its blocks, from top to bottom.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    /// A title over what follows.
    Heading(Line),
    /// A line on its own.
    Line(Line),
    /// Rows under titles, perhaps with bars.
    Table(DocumentTable),
    /// An entry of a list.
    Item {
        /// How deep it is in the list; 0 is outermost.
        depth: u8,
        line: Line,
    },
    /// A line of a report, under what it belongs to: indented, but without a bullet where
    /// there is room for that.
    Told {
        /// How deep it is; 0 is right under a line of its own.
        depth: u8,
        line: Line,
    },
    /// Room between what is above and below.
    Gap,
    /// Lines shown exactly as they are.
    Code(String),
}

impl Document {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a heading.
    #[must_use]
    pub fn heading(self, line: impl Into<Line>) -> Self {
        self.block(Block::Heading(line.into()))
    }

    /// Appends a line.
    #[must_use]
    pub fn line(self, line: impl Into<Line>) -> Self {
        self.block(Block::Line(line.into()))
    }

    /// Adds an entry of a list.
    #[must_use]
    pub fn item(self, depth: u8, line: impl Into<Line>) -> Self {
        self.block(Block::Item { depth, line: line.into() })
    }

    /// Adds a line of a report.
    #[must_use]
    pub fn told(self, depth: u8, line: impl Into<Line>) -> Self {
        self.block(Block::Told { depth, line: line.into() })
    }

    /// Appends a table.
    #[must_use]
    pub fn table(self, columns: Vec<DocumentColumn>, rows: Vec<Vec<Line>>) -> Self {
        self.block(Block::Table(DocumentTable::new(columns, rows)))
    }

    /// Appends vertical space.
    #[must_use]
    pub fn gap(self) -> Self {
        self.block(Block::Gap)
    }

    /// Adds lines to be shown as they are.
    #[must_use]
    pub fn code(self, text: impl Into<String>) -> Self {
        self.block(Block::Code(text.into()))
    }

    /// Appends a block.
    #[must_use]
    pub fn block(mut self, block: Block) -> Self {
        self.push(block);
        self
    }

    /// Adds a block, where a chain of calls does not fit.
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds all blocks of another document.
    pub fn append(&mut self, mut other: Self) {
        self.blocks.append(&mut other.blocks);
    }

    /// The document with another line for each of its lines, titles and cells.
    #[must_use]
    pub(super) fn map(&self, change: impl Fn(&Line) -> Line) -> Self {
        let block = |block: &Block| match block {
            Block::Heading(line) => Block::Heading(change(line)),
            Block::Line(line) => Block::Line(change(line)),
            Block::Table(table) => Block::Table(table.map(&change)),
            Block::Item { depth, line } => Block::Item { depth: *depth, line: change(line) },
            Block::Told { depth, line } => Block::Told { depth: *depth, line: change(line) },
            Block::Gap => Block::Gap,
            Block::Code(text) => Block::Code(text.clone()),
        };
        Self { blocks: self.blocks.iter().map(block).collect() }
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}
