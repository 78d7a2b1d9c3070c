//! Bare HTTP over sockets: what is sent is what stands there, byte by byte.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::attacks::Attack;

/// Sends an attack, and gives all that comes back until the server closes the connection.
///
/// That the server closes it, or breaks it off while something is still being sent, is its good right.
pub(crate) async fn send(address: SocketAddr, attack: &Attack) -> Vec<u8> {
    let mut answer = Vec::new();
    // The server may have as many connections as it takes.
    let Ok(mut stream) = TcpStream::connect(address).await else { return answer };
    for piece in &attack.pieces {
        if stream.write_all(piece).await.is_err() {
            break;
        }
        if !attack.pause.is_zero() {
            sleep(attack.pause).await;
        }
    }
    if !attack.goes {
        let _ = stream.read_to_end(&mut answer).await;
    }
    answer
}

/// The statuses of the answers, as far as they can be told apart by their lengths.
pub(crate) fn statuses(mut bytes: &[u8]) -> Vec<u16> {
    let mut statuses = Vec::new();
    while let Some((status, head, length)) = head(bytes) {
        statuses.push(status);
        match bytes.get(head + length..) {
            Some(rest) if status != 101 => bytes = rest,
            _ => break,
        }
    }
    statuses
}

/// The status, and how long the head and the body are.
fn head(bytes: &[u8]) -> Option<(u16, usize, usize)> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    let length = lines.find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    Some((status, end, length.unwrap_or(0)))
}

/// A connection of somebody who means well.
pub(crate) struct Wire {
    stream: TcpStream,
    address: SocketAddr,
}

impl Wire {
    pub(crate) async fn connect(address: SocketAddr) -> Wire {
        Wire { stream: TcpStream::connect(address).await.unwrap(), address }
    }

    /// Asks, and gives the status and the body of the answer.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> (u16, String) {
        let (host, length) = (self.address, body.len());
        let kind = "Content-Type: application/json";
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
        .await
    }

    pub(crate) async fn get(&mut self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address)).await
    }

    async fn ask(&mut self, request: &str) -> (u16, String) {
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        loop {
            if let Some((status, head, length)) = head(&answer)
                && let Some(body) = answer.get(head..head + length)
            {
                return (status, String::from_utf8(body.to_vec()).unwrap());
            }
            let read = self.stream.read_buf(&mut answer).await.unwrap();
            assert!(read > 0, "closed after {:?}", String::from_utf8_lossy(&answer));
        }
    }
}
