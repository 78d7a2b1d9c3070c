//! Groups of rows.

use super::*;

/// The columns of a row group.
pub(super) struct Group {
    pub(super) position: Column<ByteArrayType>,
    pub(super) multiplicity: Column<Int64Type>,
    pub(super) stones: Column<Int32Type>,
    pub(super) value: Column<ByteArrayType>,
    pub(super) outcome: Column<ByteArrayType>,
    pub(super) temperature: Column<DoubleType>,
    pub(super) atomic_weight: Column<ByteArrayType>,
    pub(super) birthday: Column<Int64Type>,
}

impl Group {
    /// Reads the next row, which has this number.
    pub(super) fn next(&mut self, row: u64) -> Result<Row, FileError> {
        let problem =
            |column, problem: &str| FileError::Row { row, column, problem: problem.to_owned() };
        let positive = |column, number: i64| {
            u64::try_from(number).map_err(|_| problem(column, "is less than 0"))
        };
        let multiplicity = positive("multiplicity", self.multiplicity.present(row)?)?;
        if multiplicity == 0 {
            return Err(problem("multiplicity", "is 0"));
        }
        let stones = u32::try_from(self.stones.present(row)?)
            .map_err(|_| problem("stones", "is less than 0"))?;
        let outcome = match self.outcome.present(row)?.data() {
            b"L" => Outcome::Left,
            b"R" => Outcome::Right,
            b"N" => Outcome::Next,
            b"P" => Outcome::Previous,
            _ => return Err(problem("outcome", "is not L, R, N or P")),
        };
        let temperature = self.temperature.present(row)?;
        if !temperature.is_finite() {
            return Err(problem("temperature", "is not a finite number"));
        }
        Ok(Row {
            position: self.position.text(row)?.ok_or_else(|| problem("position", "is null"))?,
            multiplicity,
            stones,
            value: self.value.text(row)?.ok_or_else(|| problem("value", "is null"))?,
            outcome,
            temperature,
            atomic_weight: self.atomic_weight.text(row)?,
            birthday: positive("birthday", self.birthday.present(row)?)?,
        })
    }

    /// Checks that no column has cells left.
    pub(super) fn end(&mut self) -> Result<(), FileError> {
        self.position.end()?;
        self.multiplicity.end()?;
        self.stones.end()?;
        self.value.end()?;
        self.outcome.end()?;
        self.temperature.end()?;
        self.atomic_weight.end()?;
        self.birthday.end()
    }
}
