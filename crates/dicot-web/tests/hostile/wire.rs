//! Raw bytes over sockets, as HTTP clients would never send them.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::attacks::Attack;

/// Sends an attack and returns all bytes that come back until the server closes the connection. It may close it at any
/// time, even while the attack is being sent.
pub(crate) async fn send(address: SocketAddr, attack: &Attack) -> Vec<u8> {
    let mut answer = Vec::new();
    // The server may refuse connections beyond its limit.
    let Ok(mut stream) = TcpStream::connect(address).await else { return answer };
    for piece in &attack.pieces {
        if stream.write_all(piece).await.is_err() {
            break;
        }
        if !attack.pause.is_zero() {
            sleep(attack.pause).await;
        }
    }
    if !attack.disconnects {
        let _ = stream.read_to_end(&mut answer).await;
    }
    answer
}

/// The statuses of the answers, split by their `content-length`.
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

/// The status, and the lengths of the head and the body.
fn head(bytes: &[u8]) -> Option<(u16, usize, usize)> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    let length = lines.find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    Some((status, end, length.unwrap_or(0)))
}
