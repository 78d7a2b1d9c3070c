//! Parquet files: what is written is read, and what is damaged or foreign is refused.

use std::io::{self, Write};
use std::sync::Arc;

use dicot::Outcome;
use dicot_census::Row;
use dicot_census::parquet::{FileError, GROUP, Reader, Writer};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

/// Rows that differ in every column.
fn rows(count: usize) -> Vec<Row> {
    let row = |i: usize| Row {
        position: format!("x{}o.", "xo".repeat(i % 7)),
        multiplicity: 1 + (i as u64 * i as u64) % 8,
        stones: i as u32 % 13,
        value: if i.is_multiple_of(100) { "{1|*},".repeat(200) } else { format!("^{}*", i % 900) },
        outcome: [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous][i % 4],
        temperature: (i % 5) as f64 / 4.0 - 1.0,
        atomic_weight: (!i.is_multiple_of(3)).then(|| (i % 11).to_string()),
        birthday: i as u64 % 17,
    };
    (0..count).map(row).collect()
}

fn file(rows: &[Row], step: usize) -> Vec<u8> {
    let metadata = [("dicot.census", "clobber 3x4"), ("dicot.note", "ü")];
    let mut writer = Writer::create(Vec::new(), &metadata).unwrap();
    for some in rows.chunks(step) {
        writer.write(some).unwrap();
    }
    writer.finish().unwrap()
}

fn read(bytes: Vec<u8>) -> Result<Vec<Row>, FileError> {
    Reader::from_bytes(bytes)?.collect()
}

#[test]
fn what_is_written_is_read() {
    let rows = rows(2000);
    let reader = Reader::from_bytes(file(&rows, 300)).unwrap();
    assert_eq!(reader.rows(), 2000);
    assert_eq!(reader.metadata("dicot.census"), Some("clobber 3x4"));
    assert_eq!(reader.metadata("dicot.note"), Some("ü"));
    assert_eq!(reader.metadata("dicot"), None);
    assert_eq!(reader.collect::<Result<Vec<Row>, _>>().unwrap(), rows);
}

#[test]
fn bytes_depend_on_rows_alone() {
    let rows = rows(GROUP + 1000);
    let whole = file(&rows, rows.len());
    for step in [999, GROUP - 1, GROUP + 1] {
        assert!(file(&rows, step) == whole, "{step} at a time");
    }
    assert!(file(&rows[1..], GROUP) != whole);
    assert_eq!(read(whole).unwrap(), rows);
}

/// A row group ends after 16 MiB of text.
#[test]
fn groups_of_long_texts() {
    let mut rows = rows(100);
    rows.iter_mut().for_each(|row| row.value = "{1|*},".repeat(100_000));
    let whole = file(&rows, 100);
    assert!(file(&rows, 7) == whole);
    let reader = SerializedFileReader::new(bytes::Bytes::from(whole.clone())).unwrap();
    let groups = reader.metadata().row_groups();
    let sizes: Vec<i64> =
        groups.iter().map(parquet::file::metadata::RowGroupMetaData::num_rows).collect();
    assert_eq!(sizes, [28, 28, 28, 16]);
    assert_eq!(read(whole).unwrap(), rows);
}

#[test]
fn files_on_disk() {
    let rows = rows(3000);
    let mut disk = tempfile::tempfile().unwrap();
    disk.write_all(&file(&rows, 3000)).unwrap();
    let reader = Reader::open(disk).unwrap();
    let found: Result<Vec<Row>, _> = reader.collect();
    assert_eq!(found.unwrap(), rows);
}

#[test]
fn equal_rows_have_equal_bytes() {
    let mut rows = rows(5);
    assert_eq!(rows[4].temperature, 0.0);
    let bytes = file(&rows, 5);
    rows[4].temperature = -0.0;
    assert!(file(&rows, 5) == bytes);
    assert_eq!(read(bytes).unwrap(), rows);
}

#[test]
fn numbers_that_no_column_holds() {
    let mut rows = rows(3);
    rows[1].temperature = f64::NAN;
    let written = Writer::create(Vec::new(), &[]).and_then(|mut writer| {
        writer.write(&rows)?;
        writer.finish()
    });
    let error = written.unwrap_err().to_string();
    assert_eq!(error, "row 2: the temperature is NaN, and no finite number");
    rows[1].temperature = 0.0;
    rows[2].birthday = u64::MAX;
    let mut writer = Writer::create(Vec::new(), &[]).unwrap();
    writer.write(&rows).unwrap();
    let error = writer.finish().unwrap_err().to_string();
    assert_eq!(
        error,
        "row 3: the birthday is 18446744073709551615, the largest number is 9223372036854775807"
    );
}

/// A place with no room.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let written = Writer::create(Full, &[]).and_then(|mut writer| {
        writer.write(&rows(10))?;
        writer.finish()
    });
    match written {
        Err(FileError::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was written"),
    }
}

#[test]
fn every_cut_is_an_error() {
    let whole = file(&rows(40), 40);
    for length in 0..whole.len() {
        let error = read(whole[..length].to_vec()).unwrap_err().to_string();
        assert!(error.starts_with("not a Parquet file, or a damaged one: "), "{length}: {error}");
    }
}

#[test]
fn no_damaged_byte_changes_a_row() {
    let rows = rows(40);
    let whole = file(&rows, 40);
    // The metadata are the end of the file, behind the rows; four bytes before the last four have their length.
    let length = whole[whole.len() - 8..].first_chunk().copied().map_or(0, u32::from_le_bytes);
    let body = whole.len() - 8 - length as usize;
    for at in 0..whole.len() {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut damaged = whole.clone();
            damaged[at] ^= flip;
            if let Ok(found) = read(damaged) {
                assert!(found == rows, "byte {at} of {}", whole.len());
                assert!(at >= body, "byte {at} of {} went unnoticed", whole.len());
            }
        }
    }
}

/// A damaged name of the format does not make a file one of format 1, whose rows are split.
#[test]
fn formats() {
    let mut row = rows(1).remove(0);
    (row.position, row.multiplicity, row.value) = ("xxo".to_owned(), 2, "^".to_owned());
    let mut writer = Writer::create(Vec::new(), &[("dicot.census", "clobber 1x3")]).unwrap();
    writer.write(&[row]).unwrap();
    let whole = writer.finish().unwrap();
    let key = whole.windows(12).position(|bytes| bytes == b"dicot.format").unwrap();
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        read(bytes).unwrap_err()
    };
    assert!(matches!(changed(key, b'D'), FileError::Checksum));
    let number = key + whole[key..].iter().position(|&byte| byte == b'2').unwrap();
    assert_eq!(
        changed(number, b'3').to_string(),
        "the file has format \"3\", the latest that this version of dicot reads is 2; use a newer dicot"
    );
}

/// A file with these columns, and one row or null in each.
fn foreign(schema: &str) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, properties).unwrap();
    let mut group = file.next_row_group().unwrap();
    while let Some(mut column) = group.next_column().unwrap() {
        use parquet::column::writer::ColumnWriter::*;
        match column.untyped() {
            Int32ColumnWriter(column) => column.write_batch(&[2], None, None).unwrap(),
            Int64ColumnWriter(column) => column.write_batch(&[1], Some(&[1]), None).unwrap(),
            DoubleColumnWriter(column) => column.write_batch(&[0.0], None, None).unwrap(),
            ByteArrayColumnWriter(column) => {
                column.write_batch(&[ByteArray::from("P")], Some(&[1]), Some(&[0])).unwrap()
            }
            _ => unreachable!("no other type is written here"),
        };
        column.close().unwrap();
    }
    group.close().unwrap();
    file.into_inner().unwrap()
}

const FOREIGN: &str = "message other {
    optional binary weight;
    required double temperature; required int32 stones; optional int64 birthday;
    optional binary atomic_weight; required binary outcome; required int64 multiplicity;
    optional binary value; required binary position; }";

#[test]
fn columns_are_found_by_their_names() {
    let row = &read(foreign(FOREIGN)).unwrap()[0];
    assert_eq!((row.multiplicity, row.stones, row.birthday), (1, 2, 1));
    assert_eq!((row.outcome, row.value.as_str()), (Outcome::Previous, "P"));
}

#[test]
fn foreign_files() {
    let refused = |from: &str, to: &str| {
        assert!(FOREIGN.contains(from), "{from}");
        read(foreign(&FOREIGN.replace(from, to))).unwrap_err().to_string()
    };
    assert_eq!(
        refused("binary value", "binary worth"),
        "not a census: the column value is missing"
    );
    assert_eq!(
        refused("int32 stones", "int64 stones"),
        "not a census: the column stones has the type INT64 in place of INT32"
    );
    assert_eq!(
        refused("optional binary value", "repeated binary value"),
        "not a census: the column value holds lists"
    );
}

/// A file of one row whose cells are these.
fn cells(outcome: &str, multiplicity: i64, temperature: f64, value: Option<&[u8]>) -> String {
    let schema = "message other {
        required binary position; required int64 multiplicity; required int32 stones;
        optional binary value; required binary outcome; required double temperature;
        required binary atomic_weight; required int64 birthday; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
    let mut group = file.next_row_group().unwrap();
    let mut place = 0;
    while let Some(mut column) = group.next_column().unwrap() {
        match place {
            0 | 6 => column.typed::<ByteArrayType>().write_batch(&["1".into()], None, None),
            1 => column.typed::<Int64Type>().write_batch(&[multiplicity], None, None),
            2 => column.typed::<parquet::data_type::Int32Type>().write_batch(&[3], None, None),
            3 => column.typed::<ByteArrayType>().write_batch(
                &value.map(ByteArray::from).into_iter().collect::<Vec<_>>(),
                Some(&[i16::from(value.is_some())]),
                None,
            ),
            4 => column.typed::<ByteArrayType>().write_batch(&[outcome.into()], None, None),
            5 => column.typed::<DoubleType>().write_batch(&[temperature], None, None),
            _ => column.typed::<Int64Type>().write_batch(&[0], None, None),
        }
        .unwrap();
        column.close().unwrap();
        place += 1;
    }
    group.close().unwrap();
    match read(file.into_inner().unwrap()) {
        Ok(rows) => format!("{} rows", rows.len()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn impossible_cells() {
    let one = Some(b"1".as_slice());
    assert_eq!(cells("L", 1, -1.0, one), "1 rows");
    assert_eq!(cells("X", 1, -1.0, one), "row 1: the outcome is not L, R, N or P");
    assert_eq!(cells("L", 0, -1.0, one), "row 1: the multiplicity is 0");
    assert_eq!(cells("L", -1, -1.0, one), "row 1: the multiplicity is less than 0");
    assert_eq!(cells("L", 1, f64::NAN, one), "row 1: the temperature is not a finite number");
    assert_eq!(cells("L", 1, -1.0, None), "row 1: the value is null");
    assert_eq!(cells("L", 1, -1.0, Some(b"\xff")), "row 1: the value is not UTF-8");
}
