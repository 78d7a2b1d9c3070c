//! Columns of a group of rows.

use super::*;

/// The reader of a column of a row group.
pub(super) struct Source {
    pub(super) name: &'static str,
    /// The number of the row group, from 1.
    pub(super) group: usize,
    pub(super) descriptor: ColumnDescPtr,
    pub(super) pages: Box<dyn PageReader>,
}

/// A column of a row group, with a buffer of cells.
pub(super) struct Column<T: DataType> {
    pub(super) name: &'static str,
    /// The number of the row group, from 1.
    pub(super) group: usize,
    pub(super) reader: ColumnReaderImpl<T>,
    pub(super) optional: bool,
    /// The cells that were read but not returned yet, in reverse order.
    pub(super) cells: Vec<Option<T::T>>,
}

/// The number of cells that are read at a time. A first choice, not compared with others.
pub(super) const AHEAD: usize = 1024;

impl<T: DataType> Column<T> {
    pub(super) fn new(source: Source) -> Column<T> {
        let Source { name, group, descriptor, pages } = source;
        let optional = descriptor.max_def_level() > 0;
        let reader = ColumnReaderImpl::new(descriptor, pages);
        Column { name, group, reader, optional, cells: Vec::new() }
    }

    pub(super) fn uneven(&self, what: &str) -> FileError {
        let Column { name, group, .. } = self;
        FileError::Parquet(format!(
            "row group {group}: the column {name} has {what} cells than rows"
        ))
    }

    /// Reads cells if the buffer is empty. Returns whether it has cells now.
    pub(super) fn fill(&mut self) -> Result<bool, FileError> {
        if !self.cells.is_empty() {
            return Ok(true);
        }
        let (mut values, mut levels) = (Vec::new(), Vec::new());
        let wanted = self.optional.then_some(&mut levels);
        let (rows, ..) = self.reader.read_records(AHEAD, wanted, None, &mut values)?;
        let mut values = values.into_iter().rev();
        if self.optional {
            let cells = levels.iter().rev();
            self.cells.extend(cells.map(|&level| if level > 0 { values.next() } else { None }));
        } else {
            self.cells.extend(values.map(Some));
        }
        match self.cells.len() == rows {
            true => Ok(rows > 0),
            false => Err(self.uneven("other")),
        }
    }

    pub(super) fn next(&mut self) -> Result<Option<T::T>, FileError> {
        if !self.fill()? {
            return Err(self.uneven("fewer"));
        }
        Ok(self.cells.pop().flatten())
    }

    /// Returns the next cell, which must not be null.
    pub(super) fn present(&mut self, row: u64) -> Result<T::T, FileError> {
        let column = self.name;
        self.next()?.ok_or_else(|| FileError::Row { row, column, problem: "is null".to_owned() })
    }

    pub(super) fn end(&mut self) -> Result<(), FileError> {
        if self.fill()? { Err(self.uneven("more")) } else { Ok(()) }
    }
}

impl Column<ByteArrayType> {
    /// Returns the next cell as a text. It is copied only now, because many cells can share a long text.
    pub(super) fn text(&mut self, row: u64) -> Result<Option<String>, FileError> {
        let Some(cell) = self.next()? else { return Ok(None) };
        let text = str::from_utf8(cell.data()).map_err(|_| FileError::Row {
            row,
            column: self.name,
            problem: "is not UTF-8".to_owned(),
        })?;
        Ok(Some(text.to_owned()))
    }
}
