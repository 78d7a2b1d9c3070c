//! The lines of a certificate, as they are read: decompressed, counted and hashed.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;
use sha2::{Digest, Sha256};

use crate::CertifyError;

/// The longest line in bytes; that of a component is as long as its text.
const MAX_LINE: u64 = 1 << 20;

/// The header of gzip as `dicot` writes it: nothing in it can change unnoticed.
const GZIP: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// A reader that hashes and counts what is read.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(&buffer[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

type Stored<R> = BufReader<Hashing<R>>;

enum Text<R: Read> {
    Plain(Stored<R>),
    Gzip(Box<BufReader<GzDecoder<Stored<R>>>>),
}

/// Reads lines.
pub(crate) struct Lines<R: Read> {
    text: Text<R>,
    /// The lines so far.
    pub(crate) count: u64,
    /// The FNV-1a hash of all bytes so far, and before the last line.
    hash: u64,
    pub(crate) hash_before: u64,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(file: R) -> Result<Lines<R>, CertifyError> {
        let file = Hashing { inner: file, hash: Sha256::new(), bytes: 0 };
        let mut file = BufReader::with_capacity(1 << 16, file);
        let start = file.fill_buf().map_err(CertifyError::Io)?;
        let text = if start.starts_with(&GZIP[..2]) {
            if !start.starts_with(&GZIP) {
                return Err(bad(
                    0,
                    "not the gzip header that dicot writes; for other files, decompress \
                     first: gzip -dc FILE | dicot certify -",
                ));
            }
            Text::Gzip(Box::new(BufReader::new(GzDecoder::new(file))))
        } else {
            Text::Plain(file)
        };
        Ok(Lines { text, count: 0, hash: FNV_START, hash_before: FNV_START })
    }

    /// Reads the next line, without its end; false if there is none.
    pub(crate) fn next(&mut self, line: &mut Vec<u8>) -> Result<bool, CertifyError> {
        line.clear();
        let read = match &mut self.text {
            Text::Plain(text) => text.take(MAX_LINE).read_until(b'\n', line),
            Text::Gzip(text) => text.take(MAX_LINE).read_until(b'\n', line),
        };
        self.count += 1;
        let read = read.map_err(|error| match self.text {
            Text::Plain(_) => CertifyError::Io(error),
            Text::Gzip(_) => bad(self.count, &format!("the gzip data are damaged: {error}")),
        })?;
        if read == 0 {
            return Ok(false);
        }
        self.hash_before = self.hash;
        for &byte in &*line {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
        if line.pop() != Some(b'\n') {
            return Err(bad(self.count, "the line does not end, or is longer than 1 MiB"));
        }
        Ok(true)
    }

    /// The bytes of the file that are read.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.text {
            Text::Plain(text) => text.get_ref().bytes,
            Text::Gzip(text) => text.get_ref().get_ref().get_ref().bytes,
        }
    }

    /// The end of the file: its length and SHA-256, if nothing comes after the last line.
    pub(crate) fn end(mut self) -> Result<(u64, [u8; 32]), CertifyError> {
        if self.next(&mut Vec::new())? {
            return Err(bad(self.count, "expected nothing after the line `end`"));
        }
        let mut file = match self.text {
            Text::Plain(text) => text,
            Text::Gzip(text) => text.into_inner().into_inner(),
        };
        if !file.fill_buf().map_err(CertifyError::Io)?.is_empty() {
            return Err(bad(self.count, "expected nothing after the gzip data"));
        }
        let file = file.into_inner();
        Ok((file.bytes, file.hash.finalize().into()))
    }
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x100_0000_01b3;

fn bad(line: u64, reason: &str) -> CertifyError {
    CertifyError::Line { line: line.max(1), reason: reason.to_owned() }
}
