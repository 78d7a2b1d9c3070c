//! Pieces: components too large for a value, each known by a number.
//!
//! An option of a piece is a sum again: the pieces that it falls into, and the value of all the rest. Options
//! are found anew each time: few pieces are asked for theirs twice, and a list for each would take most of
//! the memory.
//!
//! Most pieces are met once, as an option that is never searched. When memory is needed, the pieces that no entry of
//! the table names are removed in place, and their numbers are used again.

use std::any::{Any, TypeId};
use std::fmt::{self, Debug, Display};
use std::hash::{BuildHasher, Hash};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::arena::Arena;
use super::bits::Bits;
use crate::analysis::{Call, KnownValues, Tables};
use crate::form::Id;
use crate::hash::BuildMix;
use crate::rules::{Ruleset, Short};
use crate::{LimitKind, Player, ValueError};

/// A piece or its negative: bit 0 for the negative, bit 1 if it is its own negative, the rest is its
/// number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Piece(pub(super) u32);

impl Piece {
    const MAX: usize = 1 << 29;

    fn new(index: usize, own_negative: bool, negated: bool) -> Piece {
        let negated = negated && !own_negative;
        Piece((index as u32) << 2 | u32::from(own_negative) << 1 | u32::from(negated))
    }

    pub(super) fn index(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn negative(self) -> Piece {
        Piece(self.0 ^ (!self.0 >> 1 & 1))
    }
}

/// The pieces of a sum, sorted; no two of them cancel.
pub(super) type Pieces = SmallVec<[Piece; 6]>;

/// Sorts the pieces and takes away those that cancel.
pub(super) fn tidy(pieces: &mut Pieces) {
    pieces.sort_unstable();
    let mut kept = 0;
    for i in 0..pieces.len() {
        let piece = pieces[i];
        if kept > 0 && pieces[kept - 1] == piece.negative() {
            kept -= 1;
        } else {
            pieces[kept] = piece;
            kept += 1;
        }
    }
    pieces.truncate(kept);
}

/// What a sum is made of: pieces, and the exact value of all the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) pieces: Pieces,
    pub(super) value: Id,
}

impl State {
    pub(super) fn negative(&self) -> State {
        let mut pieces: Pieces = self.pieces.iter().map(|piece| piece.negative()).collect();
        pieces.sort_unstable();
        State { pieces, value: self.value.negative() }
    }
}

/// What is known of a piece.
#[derive(Debug)]
pub(super) struct Known {
    /// Its ruleset's room, and its place there.
    room: u32,
    place: u32,
    pub(super) size: u32,
    /// How many moves Left and Right have.
    pub(super) moves: [u32; 2],
}

/// All pieces of all rulesets.
#[derive(Debug, Default)]
pub(super) struct Register {
    known: Arena<Known>,
    rooms: Vec<(TypeId, Box<dyn Rules>)>,
    /// The rulesets whose positions can be read.
    pub(super) readers: Vec<Reader>,
    /// Where values are looked up that were found before.
    pub(super) known_values: Vec<Arc<dyn KnownValues>>,
    /// The limit of the solver, for errors.
    pub(super) max_bytes: usize,
}

/// How the positions of a ruleset are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    id: TypeId,
    pub(super) name: &'static str,
    pub(super) furnish: fn(&mut Register, u32),
    /// The piece that has the value of the position, in a register that is furnished for it; `None` if
    /// the text is no position.
    pub(super) piece: fn(&Register, &str) -> Option<Result<Piece, ValueError>>,
}

/// For each ruleset the values of its small components, as `Tables` of its positions.
pub(super) type DeskTables = Vec<Box<dyn Values>>;

/// Values of positions of some ruleset.
pub(super) trait Values: Any + Send {
    fn bytes(&self) -> usize;
}

impl<P: Short> Values for Tables<P> {
    fn bytes(&self) -> usize {
        Tables::bytes(self)
    }
}

/// What one thread computes with.
pub(super) struct Desk<'a> {
    pub(super) call: Call<'a>,
    tables: &'a mut DeskTables,
}

impl<'a> Desk<'a> {
    pub(super) fn new(call: Call<'a>, register: &Register, tables: &'a mut DeskTables) -> Desk<'a> {
        let new = &register.rooms[tables.len()..];
        tables.extend(new.iter().map(|(_, room)| room.tables(&register.known_values)));
        Desk { call, tables }
    }

    /// The bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.tables.iter().map(|tables| tables.bytes()).sum()
    }
}

/// Whether more options are wanted.
pub(super) type Enough = Result<ControlFlow<()>, ValueError>;

/// A ruleset, as the search sees it.
trait Rules: Send + Sync + Debug {
    /// Hands over the options of a player in a piece, which may be equal or dominated.
    fn options(
        &self,
        place: u32,
        player: Player,
        register: &Register,
        desk: &mut Desk<'_>,
        take: &mut dyn FnMut(State, &mut Desk<'_>) -> Enough,
    ) -> Enough;

    /// Tables for a thread, with all sources of values that were found before.
    fn tables(&self, known: &[Arc<dyn KnownValues>]) -> Box<dyn Values>;

    fn bytes(&self) -> usize;

    /// Ends growth, as [`Arena::close`].
    fn close(&self);

    /// Removes all positions but those of these pieces.
    fn retain(&mut self, live: &Bits);

    /// The name of the ruleset.
    fn name(&self) -> &'static str;

    /// The position at a place, as it prints.
    fn text(&self, place: u32) -> String;

    fn as_any(&self) -> &dyn Any;
}

/// The positions of a ruleset that are pieces.
struct Room<P> {
    name: &'static str,
    /// The numbers of this room and of that for positions that fit the smaller type.
    number: usize,
    narrow: usize,
    positions: Arena<P>,
    /// By position: its place and its piece.
    pieces: [Mutex<HashTable<(u32, Piece)>>; SHARDS],
    /// The bytes of these tables.
    table_bytes: AtomicUsize,
    /// The largest size that is valued.
    threshold: u32,
}

const SHARDS: usize = 512;

impl<P: Short> Debug for Room<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("positions", &self.positions.len()).finish_non_exhaustive()
    }
}

impl<P: Short> Room<P> {
    /// Splits a position into pieces and the value of the rest.
    fn split(
        &self,
        position: &P,
        register: &Register,
        desk: &mut Desk<'_>,
    ) -> Result<State, ValueError> {
        let mut sum = State { pieces: Pieces::new(), value: Id::ZERO };
        for part in position.components() {
            match part.narrow() {
                Some(part) => {
                    register.room::<P::Narrow>(self.narrow).add(part, &mut sum, register, desk)?;
                }
                None => self.add(part, &mut sum, register, desk)?,
            }
        }
        tidy(&mut sum.pieces);
        Ok(sum)
    }

    /// Adds a component to a sum.
    fn add(
        &self,
        part: P,
        sum: &mut State,
        register: &Register,
        desk: &mut Desk<'_>,
    ) -> Result<(), ValueError> {
        let tables: &mut dyn Any = &mut *desk.tables[self.number];
        let tables = tables.downcast_mut::<Tables<P>>();
        let tables = tables.expect("the tables of a room are of its type");
        let value = if part.size() <= self.threshold {
            Some(tables.part_value(&part, &mut desk.call)?)
        } else {
            tables.known_value(&part, &mut desk.call)?
        };
        match value {
            Some(value) => sum.value = desk.call.work.add(sum.value, value)?,
            None => sum.pieces.push(self.any_piece(&part, register)?),
        }
        Ok(())
    }

    /// The piece, or the negative of one, that has the value of a position.
    fn any_piece(&self, position: &P, register: &Register) -> Result<Piece, ValueError> {
        let (position, negated) = position.normalized();
        let piece = self.piece(position, register)?;
        Ok(if negated { piece.negative() } else { piece })
    }

    /// The piece of a normalized position.
    fn piece(&self, position: P, register: &Register) -> Result<Piece, ValueError> {
        let at = |place: u32| self.positions.get(place as usize).expect("pieces have positions");
        let hash = hash_of(&position);
        let mutex = &self.pieces[(hash >> 32) as usize % SHARDS];
        let mut pieces = mutex.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&(_, piece)) = pieces.find(hash, |&(place, _)| *at(place) == position) {
            return Ok(piece);
        }
        let own_negative = position.negative().normalized() == (position.clone(), false);
        let count = |player| u32::try_from(position.move_count(player)).unwrap_or(u32::MAX);
        let (size, moves) = (position.size(), Player::BOTH.map(count));
        let full = ValueError::Limit(LimitKind::Bytes(register.max_bytes));
        let place = self.positions.push(position).ok_or(full)? as u32;
        let known = Known { room: self.number as u32, place, size, moves };
        let index = register.known.push(known).filter(|&index| index < Piece::MAX).ok_or(full)?;
        let piece = Piece::new(index, own_negative, false);
        let before = pieces.allocation_size();
        pieces.insert_unique(hash, (place, piece), |&(place, _)| hash_of(at(place)));
        self.table_bytes.fetch_add(pieces.allocation_size() - before, Relaxed);
        Ok(piece)
    }
}

fn hash_of(position: &impl Hash) -> u64 {
    BuildMix::default().hash_one(position)
}

impl<P: Short + Display> Rules for Room<P> {
    fn options(
        &self,
        place: u32,
        player: Player,
        register: &Register,
        desk: &mut Desk<'_>,
        take: &mut dyn FnMut(State, &mut Desk<'_>) -> Enough,
    ) -> Enough {
        let position = self.positions.get(place as usize).expect("pieces have positions");
        for option in position.options(player) {
            let option = self.split(&option, register, desk)?;
            if take(option, desk)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn tables(&self, known: &[Arc<dyn KnownValues>]) -> Box<dyn Values> {
        let mut tables = Tables::<P>::default();
        known.iter().for_each(|values| tables.consult(self.name, values.clone()));
        Box::new(tables)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.positions.bytes() + self.table_bytes.load(Relaxed)
    }

    fn close(&self) {
        self.positions.close();
    }

    fn retain(&mut self, live: &Bits) {
        let Room { positions, pieces, .. } = self;
        let mut places = Bits::new(positions.end());
        for shard in pieces {
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            // Emptied and filled again, a table needs no more memory for what is added later.
            let before = shard.allocation_size();
            let kept = shard.drain().filter(|(_, piece)| live.contains(piece.index()));
            let kept: Vec<(u32, Piece)> = kept.collect();
            for (place, piece) in kept {
                places.insert(place as usize);
                let hash_at = |place: u32| positions.get(place as usize).map_or(0, hash_of);
                shard.insert_unique(hash_at(place), (place, piece), |&(place, _)| hash_at(place));
            }
            debug_assert_eq!(before, shard.allocation_size());
        }
        (0..positions.end())
            .filter(|&place| !places.contains(place))
            .for_each(|place| positions.remove(place));
        positions.reuse();
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn text(&self, place: u32) -> String {
        self.positions.get(place as usize).expect("pieces have positions").to_string()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Register {
    /// A register without pieces that knows the same rulesets.
    pub(super) fn emptied(&self) -> Register {
        Register {
            readers: self.readers.clone(),
            known_values: self.known_values.clone(),
            max_bytes: self.max_bytes,
            ..Register::default()
        }
    }

    /// Remembers how positions of a ruleset are read.
    pub(super) fn know<P: Short + Ruleset>(&mut self) {
        let id = TypeId::of::<P>();
        if self.readers.iter().all(|reader| reader.id != id) {
            self.readers.push(Reader {
                id,
                name: P::NAME,
                furnish: |register, threshold| {
                    register.furnish::<P>(P::NAME, threshold);
                },
                piece: |register, text| Some(register.piece::<P>(&text.parse().ok()?)),
            });
        }
    }

    /// The piece, or the negative of one, that has the value of a position.
    fn piece<P: Short>(&self, position: &P) -> Result<Piece, ValueError> {
        let room = self.room::<P>(self.room_number::<P>());
        match position.narrow() {
            Some(narrow) => self.room::<P::Narrow>(room.narrow).any_piece(&narrow, self),
            None => room.any_piece(position, self),
        }
    }

    /// The name of the ruleset of the piece with that index, and its position as it prints.
    pub(super) fn text(&self, index: usize) -> (&'static str, String) {
        let known = self.known.get(index).expect("a piece is known");
        let room = &self.rooms[known.room as usize].1;
        (room.name(), room.text(known.place))
    }

    /// The number of the room for a ruleset, which is furnished if there is none yet.
    pub(super) fn furnish<P: Short + Display>(
        &mut self,
        name: &'static str,
        threshold: u32,
    ) -> usize {
        let id = TypeId::of::<P>();
        if let Some(number) = self.rooms.iter().position(|(known, _)| *known == id) {
            return number;
        }
        let smaller = TypeId::of::<P::Narrow>() != id;
        let narrow = smaller.then(|| self.furnish::<P::Narrow>(name, threshold));
        let number = self.rooms.len();
        let room = Room::<P> {
            name,
            number,
            narrow: narrow.unwrap_or(number),
            positions: Arena::default(),
            pieces: [const { Mutex::new(HashTable::new()) }; SHARDS],
            table_bytes: AtomicUsize::new(0),
            threshold,
        };
        self.rooms.push((id, Box::new(room)));
        number
    }

    fn room<P: Short>(&self, number: usize) -> &Room<P> {
        self.rooms[number].1.as_any().downcast_ref().expect("the room was furnished for the type")
    }

    /// Splits a position, whose room is furnished, into pieces and the value of the rest.
    pub(super) fn split<P: Short>(
        &self,
        position: &P,
        desk: &mut Desk<'_>,
    ) -> Result<State, ValueError> {
        self.room::<P>(self.room_number::<P>()).split(position, self, desk)
    }

    fn room_number<P: Short>(&self) -> usize {
        let id = TypeId::of::<P>();
        let room = self.rooms.iter().position(|(known, _)| *known == id);
        room.expect("the room is furnished")
    }

    pub(super) fn known(&self, piece: Piece) -> &Known {
        self.known.get(piece.index()).expect("a piece is known")
    }

    /// The number of pieces.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The indices of all pieces are less.
    pub(super) fn end(&self) -> usize {
        self.known.end()
    }

    /// Ends growth: when the slots are used up, a new piece is an error.
    pub(super) fn close(&self) {
        self.known.close();
        self.rooms.iter().for_each(|(_, room)| room.close());
    }

    /// Removes all pieces but these.
    pub(super) fn retain(&mut self, live: &Bits) {
        (0..self.known.end())
            .filter(|&index| !live.contains(index))
            .for_each(|index| self.known.remove(index));
        self.known.reuse();
        self.rooms.iter_mut().for_each(|(_, room)| room.retain(live));
    }

    pub(super) fn bytes(&self) -> usize {
        self.known.bytes() + self.rooms.iter().map(|(_, room)| room.bytes()).sum::<usize>()
    }

    /// Hands over the options of a player in the piece, not its negative, until it is enough.
    pub(super) fn options(
        &self,
        index: Piece,
        player: Player,
        desk: &mut Desk<'_>,
        take: &mut dyn FnMut(State, &mut Desk<'_>) -> Enough,
    ) -> Enough {
        let known = self.known(index);
        let room = &self.rooms[known.room as usize].1;
        room.options(known.place, player, self, desk, take)
    }
}
