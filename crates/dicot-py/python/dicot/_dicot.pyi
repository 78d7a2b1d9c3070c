"""The native module; import dicot instead."""

from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Type, TypedDict, TypeVar, Union
from typing import final

from ._operations import GameOperations, LoopyOperations, PositionOperations, ValueOperations, _Operand
from ._ruleset import Ruleset
from ._shared import Shared
from ._types import Label, Outcome, Player, Solution
from .widgets import Board, Moves

__version__: str
__all__: List[str]

_Number = Union[int, Fraction]
_Player = Player
_Outcome = Outcome
_Summand = Union[int, Fraction, "Game", "Position", "Ruleset", "Sum"]
_P = TypeVar("_P", bound="Position")
# The name of a ruleset, or the class of its positions.
_Rules = Union[str, Type["Position"]]

class ParseError(ValueError):
    """A text is not a game."""
    offset: int

class LimitError(Exception):
    """A limit of time or memory is reached."""

class LoopError(ValueError):
    """Play does not end: a position of a `dicot.Ruleset` is its own follower."""

class Limits(TypedDict):
    seconds: Optional[float]
    bytes: Optional[int]
    threads: Optional[int]

class HeapValues(TypedDict):
    values: List[int]
    period: Optional[int]
    preperiod: Optional[int]
    saltus: Optional[int]
    exceptions: Optional[List[Tuple[int, int]]]
    rare_mask: Optional[int]
    rare_heaps: Optional[int]
    last_rare_heap: Optional[int]

class HeapMisere(TypedDict):
    genus: List[str]
    misere_form: List[Optional[str]]

class HeapQuotient(TypedDict):
    order: int
    generators: List[int]
    relations: List[str]
    p_portion: List[str]
    elements: List[str]
    period: Optional[int]
    preperiod: Optional[int]

class RulesetLine(TypedDict):
    name: str
    aliases: List[str]
    about: str
    notation: str
    values: bool
    loopy: bool
    matches: Optional[str]

class CensusRow(TypedDict):
    position: str
    multiplicity: int
    stones: int
    value: str
    outcome: _Outcome
    temperature: float
    atomic_weight: Optional[str]
    birthday: int

@final
class Arrays:
    """The numbers of the moves on boards of one size, and their planes: of those on which positions are."""
    def __new__(cls, *starts: Position) -> Arrays: ...
    @property
    def actions(self) -> int:
        """The number of actions."""
    @property
    def shape(self) -> Tuple[int, int, int]:
        """Rows, columns and planes: one for each letter, and one of ones if Left is to move."""
    def action(self, position: Position, move: str, /) -> int:
        """The action of a move of a position, legal or not."""
    def check(self, position: Position, /) -> None:
        """Returns an error for a position that is not on a board of this size."""
    def legal(self, position: Position, player: _Player, /) -> Dict[int, str]:
        """The moves of a player by their actions, in order."""
    def planes(self, position: Position, player: _Player, /) -> bytearray:
        """The board with a player to move: the bytes of an array of this shape."""

@final
class Bot:
    """A bot of a ruleset: the strongest, or the one with a name of `bots`."""
    def __new__(cls, rules: _Rules, name: Optional[str] = None, *, seed: int = 0) -> Bot: ...
    @property
    def rules(self) -> str:
        """The name of the ruleset."""
    @property
    def name(self) -> str:
        """The name of the bot."""
    def choose(self, position: Position, player: _Player, *, seconds: float = 0.1) -> Optional[str]:
        """The move that the bot makes for a player, within `seconds`, and within those of `set_limits`; None if the player cannot move."""

@final
class Games:
    """Many games on boards of one size; `dicot.batch.Batch` has them as arrays."""
    def __new__(cls, arrays: Arrays, positions: Sequence[Position], players: Sequence[_Player], /) -> Games: ...
    def __len__(self) -> int: ...
    def copy(self) -> Games:
        """The same games, which go on by themselves."""
    def actions(self) -> bytes:
        """The legal actions of all games, one game after the other, in order, as the bytes of 64-bit integers."""
    def offsets(self) -> bytes:
        """Where the actions of each game begin, and where the last ones end, as the bytes of 64-bit integers."""
    def lefts(self) -> bytes:
        """Whether Left is to move in each game, as bytes."""
    def planes(self) -> bytearray:
        """All boards: the bytes of an array of games, rows, columns and planes."""
    def position(self, game: int, /) -> Any:
        """The position of a game."""
    def restart(self) -> List[int]:
        """Begins again in each game that is over, and returns their numbers."""
    def step(self, actions: bytes, /) -> None:
        """Plays an action in each game that is not over: the bytes of 64-bit integers, one for each game. Nothing is played if one is not legal."""

@final
class Game(GameOperations):
    """A value: the canonical form of a short game."""
    def __new__(cls, value: Union[str, int, Fraction, Game], /) -> Game: ...
    @staticmethod
    def from_options(
        left: Iterable[Union[str, int, Fraction, Game]], right: Iterable[Union[str, int, Fraction, Game]]
    ) -> Game:
        """The game {left|right} with any options: dominated ones are removed and reversible ones bypassed."""
    def __add__(self, other: Union[_Number, Game], /) -> Game: ...
    def __radd__(self, other: _Number, /) -> Game: ...
    def __sub__(self, other: Union[_Number, Game], /) -> Game: ...
    def __rsub__(self, other: _Number, /) -> Game: ...
    def __mul__(self, n: int, /) -> Game: ...
    def __rmul__(self, n: int, /) -> Game: ...
    def __neg__(self) -> Game: ...
    def __pos__(self) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Union[str, float, Fraction, Game], /) -> bool: ...
    def __le__(self, other: Union[str, float, Fraction, Game], /) -> bool: ...
    def __gt__(self, other: Union[str, float, Fraction, Game], /) -> bool: ...
    def __ge__(self, other: Union[str, float, Fraction, Game], /) -> bool: ...
    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def as_integer_ratio(self) -> Tuple[int, int]:
        """The numerator and the denominator of a number."""
    def __hash__(self) -> int: ...
    def __format__(self, spec: str, /) -> str: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def confused(self, other: Union[str, int, Fraction, Game]) -> bool:
        """Whether neither game is as good as the other for Left."""
    def text_start(self, most: int) -> str:
        """The first characters of the text. The text of a small game can be exponentially long."""
    def text_length(self) -> int:
        """The number of characters of the text."""
    def shared_text(self) -> str:
        """The text in which parts that occur more than once have names."""
    def left_options(self) -> List[Game]:
        """Left's canonical options, in the order in which they are printed."""
    def right_options(self) -> List[Game]:
        """Right's canonical options, in the order in which they are printed."""
    def options(self, player: _Player) -> List[Game]:
        """A player's canonical options, in the order in which they are printed."""
    def outcome(self) -> _Outcome:
        """The outcome: 'L' or 'R' if that player wins, 'N' if the player who starts wins, 'P' if the other one does."""
    def mean(self) -> Fraction:
        """The mean value: the stops of n copies divided by n, for large n."""
    def temperature(self) -> Fraction:
        """The temperature: how much the first move is worth."""
    def thermograph(self) -> Thermograph:
        """The thermograph."""
    def left_stop(self) -> Fraction:
        """The number that is reached if Left starts."""
    def right_stop(self) -> Fraction:
        """The number that is reached if Right starts."""
    def birthday(self) -> int:
        """The day on which the game is born."""
    def follower_count(self) -> int:
        """The number of followers, the game itself included."""
    def atomic_weight(self) -> Optional[Game]:
        """The atomic weight, or None if the game does not have one."""
    def incentives(self, player: _Player) -> List[Game]:
        """What a player gains by each move, without dominated incentives."""
    def cool(self, temperature: _Number) -> Game:
        """The game cooled by a temperature: each move costs that much."""
    def freeze(self) -> Game:
        """The game cooled by its temperature."""
    def heat(self, temperature: Union[str, int, Fraction, Game]) -> Game:
        """The game heated by another one."""
    def overheat(self, start: Union[str, int, Fraction, Game], end: Union[str, int, Fraction, Game]) -> Game:
        """The game overheated from one game to another."""
    def reduced(self) -> Game:
        """The reduced canonical form: the simplest game at an infinitesimal distance."""
    def norton_product(self, unit: Union[str, int, Fraction, Game]) -> Game:
        """The Norton product with a positive game."""
    def conway_product(self, other: Union[str, int, Fraction, Game]) -> Game:
        """Conway's product."""
    def ordinal_sum(self, other: Union[str, int, Fraction, Game]) -> Game:
        """The ordinal sum, with this game as the base."""
    def number(self) -> Optional[Fraction]:
        """The number that the game is, or None."""
    def nimber(self) -> Optional[int]:
        """The m of the nimber *m that the game is, or None."""
    def uptimal(self) -> Optional[List[int]]:
        """The coefficients of ^, ^<2>, ^<3> and so on if the game is a sum of these, a number and a nimber; or None."""
    def is_number(self) -> bool:
        """Whether the game is a number."""
    def is_integer(self) -> bool:
        """Whether the game is an integer."""
    def is_nimber(self) -> bool:
        """Whether the game is a nimber *m; 0 is a nimber."""
    def is_number_up_star(self) -> bool:
        """Whether the game is a sum of a number, ups and a nimber."""
    def is_switch(self) -> bool:
        """Whether the game is its own negative, but not a nimber."""
    def is_infinitesimal(self) -> bool:
        """Whether the game is smaller than every positive number and greater than every negative one."""
    def is_dicot(self) -> bool:
        """Whether the game is a dicot: in every follower both players can move, or neither."""
    def is_hot(self) -> bool:
        """Whether the player who moves gains: the temperature is positive."""
    def tree(
        self, *, nodes: int = 200, expand: bool = False, title: Optional[str] = None, width: Optional[int] = None
    ) -> Picture:
        """The picture of the game as a tree, in which each follower is drawn once."""
    def to_latex(self) -> str:
        """The text in LaTeX, for math mode."""
    def _repr_latex_(self) -> str: ...

@final
class SortKey:
    """A Game as a key of a sorted list: what `sort_key` returns."""
    def __lt__(self, other: SortKey, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Picture:
    """A picture, which a notebook displays."""
    def svg(self) -> str:
        """The picture as SVG."""
    def tikz(self) -> str:
        """The picture as a tikzpicture for LaTeX."""
    def __eq__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str: ...

@final
class Sum(Shared):
    """A sum of positions, of one ruleset or several, and of games; the operator + creates it."""
    def __new__(cls, *parts: _Summand) -> Sum: ...
    def __add__(self, other: _Summand, /) -> Sum: ...
    def __radd__(self, other: _Summand, /) -> Sum: ...
    def __sub__(self, other: _Summand, /) -> Sum: ...
    def __rsub__(self, other: _Summand, /) -> Sum: ...
    def __neg__(self) -> Sum: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, spec: str, /) -> str: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def parts(self) -> List[Union[Position, Ruleset, Game]]:
        """The positions and games of the sum."""
    # With a position whose play need not end it can be a Value.
    def value(self) -> Any:
        """The value: the sum of the values of the parts."""

@final
class Thermograph:
    """The thermograph of a game: for each temperature t, the stops if each move costs t."""
    def __new__(
        cls,
        left: Sequence[Tuple[_Number, _Number]],
        right: Sequence[Tuple[_Number, _Number]],
        /,
        title: str = "",
    ) -> Thermograph: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def mean(self) -> Fraction:
        """The value of the mast."""
    def temperature(self) -> Fraction:
        """The temperature at which the mast begins; -1 for an integer."""
    def wall(self, player: _Player) -> List[Tuple[Fraction, Fraction]]:
        """The points at which a player's wall bends: (temperature, value), from temperature -1 up."""
    def at(self, player: _Player, temperature: _Number) -> Fraction:
        """The value of a player's wall at a temperature."""
    def svg(self, *, title: Optional[str] = None, width: Optional[int] = None) -> str:
        """The picture as SVG."""
    def tikz(self, *, title: Optional[str] = None, width: Optional[int] = None) -> str:
        """The picture as a tikzpicture for LaTeX."""
    def _repr_svg_(self) -> str: ...

class Position(PositionOperations, Shared):
    """A position of a ruleset: dicot.Position("konane", ".xo."), or dicot.Konane(".xo.")."""
    def __new__(cls: type[_P], rules: _Rules, text: str, /) -> _P: ...
    def _graph(self) -> Optional[Tuple[int, List[Tuple[int, str]], bool]]: ...
    @property
    def rules(self) -> str:
        """The name of the ruleset."""
    @property
    def _has_values(self) -> bool: ...
    @property
    def _is_loopy(self) -> bool: ...
    def cells(self) -> Optional[List[List[str]]]:
        """The cells of the board as rows of letters, from the top; None if the position is not a board."""
    def heaps(self) -> Optional[List[int]]:
        """The counters of the heaps, below 0 with the players exchanged; None if the position is not one of heaps."""
    def edges(self) -> Optional[List[Tuple[Any, ...]]]:
        """The edges of the graph: two vertices, and the colour 'b', 'r' or 'g' where edges have one; an arrow leads from the first to the
        second, and an edge of a directed graph is two arrows. None if the position is not a graph."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __neg__(self: _P) -> _P: ...
    def __add__(self, other: _Summand, /) -> Sum: ...
    def __radd__(self, other: _Summand, /) -> Sum: ...
    def __sub__(self, other: _Summand, /) -> Sum: ...
    def __rsub__(self, other: _Summand, /) -> Sum: ...
    def __format__(self, spec: str, /) -> str: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def moves(self, player: _Player) -> List[str]:
        """A player's moves as texts."""
    def play(self: _P, player: _Player, move: str) -> _P:
        """The position after a player's move."""
    def value(self) -> Game:
        """The value."""
    def outcome(self) -> _Outcome:
        """The outcome: 'L' or 'R' if that player wins, 'N' if the player who starts wins, 'P' if the other one does."""
    def winning_moves(self, player: _Player) -> List[str]:
        """The moves with which a player wins, moving first."""
    def sensible_moves(self, player: _Player) -> List[str]:
        """A player's moves to canonical options; all other moves are dominated or reversible."""
    def components(self: _P) -> List[_P]:
        """The components: positions whose values add up to the value of this one."""
    def component_values(self: _P) -> List[Tuple[_P, Game]]:
        """The components with their values."""
    def svg(
        self, *, title: Optional[str] = None, caption: str = "", width: Optional[int] = None
    ) -> Optional[str]:
        """The picture of the board as SVG; None for a ruleset without boards."""
    def tikz(
        self, *, title: Optional[str] = None, caption: str = "", width: Optional[int] = None
    ) -> Optional[str]:
        """The picture of the board as a tikzpicture for LaTeX; None for a ruleset without boards."""
    def _repr_svg_(self) -> Optional[str]: ...
    def widget(self) -> Union[Board, Moves]:
        """The position as a board to click, in a notebook; it needs the package anywidget."""

@final
class Entry:
    """An entry of a worksheet: an expression with the text of its value, or of the error. Both are None if the expression ends
    with `;`, and the value of a text longer than 10,000 characters is cut."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def expression(self) -> str:
        """The expression."""
    @property
    def value(self) -> Optional[str]:
        """The text of the value."""
    @property
    def error(self) -> Optional[str]:
        """The reason why there is no value."""

@final
class Operation:
    """An operation of the calculator, as a function. `dicot.operations` lists all of them."""
    def __call__(self, *arguments: Union[_Operand, bool, None, Thermograph, Sequence[Any]]) -> Any: ...
    @property
    def name(self) -> str:
        """The name in expressions, which is that of CGSuite if CGSuite has the operation."""
    @property
    def aliases(self) -> List[str]:
        """Other names in expressions."""
    @property
    def method(self) -> str:
        """The name of the method, where the operation is one."""
    @property
    def arguments(self) -> List[str]:
        """The names of the arguments. The first one is the game in front of a method."""
    @property
    def usage(self) -> str:
        """The usual notation in an expression."""
    @property
    def summary(self) -> str:
        """What the result is, in one line."""
    @property
    def source(self) -> str:
        """The source: book and chapter, or paper."""
    @property
    def example(self) -> Tuple[str, str]:
        """An expression, and the text of its value."""
    def takes(self, count: int) -> bool:
        """Whether the operation takes this number of arguments, the first one included."""

@final
class LoopyGame(LoopyOperations):
    """The value of a game whose play need not end; infinite play is a draw."""
    def __new__(cls, text: Union[str, LoopyGame], /) -> LoopyGame: ...
    def __add__(self, other: Union[_Summand, LoopyGame], /) -> Union[Game, LoopyGame]: ...
    def __radd__(self, other: _Summand, /) -> Union[Game, LoopyGame]: ...
    def __sub__(self, other: Union[_Summand, LoopyGame], /) -> Union[Game, LoopyGame]: ...
    def __rsub__(self, other: _Summand, /) -> Union[Game, LoopyGame]: ...
    def __mul__(self, n: int, /) -> Union[Game, LoopyGame]: ...
    def __rmul__(self, n: int, /) -> Union[Game, LoopyGame]: ...
    def __neg__(self) -> LoopyGame: ...
    def __pos__(self) -> LoopyGame: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Union[str, _Summand, LoopyGame], /) -> bool: ...
    def __le__(self, other: Union[str, _Summand, LoopyGame], /) -> bool: ...
    def __gt__(self, other: Union[str, _Summand, LoopyGame], /) -> bool: ...
    def __ge__(self, other: Union[str, _Summand, LoopyGame], /) -> bool: ...
    def __hash__(self) -> int: ...
    def confused(self, other: Union[str, _Summand, LoopyGame]) -> bool:
        """Whether neither game is as good as the other for Left."""
    def outcome(self) -> Literal["L", "R", "N", "P", "D", "NHat", "PHat", "NCheck", "PCheck"]:
        """The outcome: 'L', 'R', 'N' or 'P'; with draws 'D', 'NHat', 'PHat', 'NCheck' or 'PCheck'."""
    def options(self, player: _Player) -> List[Union[Game, LoopyGame]]:
        """A player's options in the simplest form; ValueError if the game is not a stopper."""
    def left_options(self) -> List[Union[Game, LoopyGame]]:
        """Left's options in the simplest form."""
    def right_options(self) -> List[Union[Game, LoopyGame]]:
        """Right's options in the simplest form."""
    def thermograph(self) -> Thermograph:
        """The thermograph; ValueError if the game is not a stopper, or the walls do not meet."""
    def mean(self) -> Fraction:
        """The mean: the value of the mast of the thermograph."""
    def temperature(self) -> Fraction:
        """The temperature: where the mast of the thermograph begins."""
    def to_latex(self) -> str:
        """The text in LaTeX, for math mode."""
    def __format__(self, spec: str, /) -> str: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __copy__(self) -> LoopyGame: ...
    def __deepcopy__(self, memo: Any, /) -> LoopyGame: ...
    def _repr_latex_(self) -> str: ...

@final
class Value(ValueOperations):
    """A value of an expression that is not a game, a number, a list, or another object of Python: a game in quotes, a misère form, a
    ruleset, a function, or an expansion."""
    @property
    def kind(self) -> str:
        """The kind of the value: 'a misère form', 'a ruleset', 'a function' and so on."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, spec: str, /) -> str: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def __copy__(self) -> Value: ...
    def __deepcopy__(self, memo: Any, /) -> Value: ...

@final
class Worksheet:
    """Expressions one after the other, whose definitions stay: the worksheet of `dicot repl` and `dicot run`."""
    def __new__(cls, text: Optional[str] = None, /) -> Worksheet: ...
    @staticmethod
    def open(path: Union[str, PathLike[str]], /) -> Worksheet:
        """Opens a file, whose name ends with `.dicot`, and evaluates its entries in order. An entry without a value keeps its error."""
    @staticmethod
    def check(path: Union[str, PathLike[str]], /) -> List[Tuple[Entry, Entry]]:
        """Evaluates a file and compares the answers with those in it. Returns the entries that differ, in pairs: as the file has
        them, and as they are. The file is not changed."""
    def save(self, path: Union[str, PathLike[str], None] = None) -> None:
        """Saves the worksheet in its file, or in another one from now on, whose name ends with `.dicot`. A file of this name is
        replaced."""
    @property
    def path(self) -> Optional[Path]:
        """The path of the file that was opened or saved; None if there is none."""
    def evaluate(self, text: str, /) -> Any:
        """The value of an expression, which becomes an entry; names that it defines stay. Several lines are several entries, and
        the value is that of the last one."""
    def note(self, text: str, /) -> None:
        """Adds a text in Markdown, which is not evaluated."""
    def undo(self) -> str:
        """Removes the last entry and what it defines, and returns its expression."""
    @property
    def entries(self) -> List[Entry]:
        """The entries, from the top."""
    def names(self) -> List[str]:
        """The defined names, sorted."""
    def __getitem__(self, name: str, /) -> Any: ...
    def __setitem__(self, name: str, value: Union[_Operand, bool, None, Sequence[Any]], /) -> None: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...

@final
class Analyzer:
    """Evaluates positions, with limits and tables of its own."""
    def __new__(
        cls, *, seconds: Optional[float] = ..., bytes: Optional[int] = ..., threads: Optional[int] = ...
    ) -> Analyzer: ...
    def value(self, position: Union[Position, Ruleset]) -> Game:
        """The value of a position."""
    def outcome(self, position: Union[Position, Ruleset]) -> _Outcome:
        """Who wins a position: 'L', 'R', 'N' (the player who starts) or 'P' (the other player)."""
    def winning_moves(self, position: Position, player: _Player) -> List[str]:
        """The moves with which a player wins, moving first."""
    def positions(self) -> int:
        """The number of stored components, up to symmetry and exchange of the players."""
    def bytes(self) -> int:
        """The number of bytes of the memory."""

@final
class Campaign:
    """The jobs of a campaign in a folder."""
    def __new__(cls, rules: _Rules, position: str, folder: str, *, nodes: Optional[int] = None) -> Campaign: ...
    def next_job(self) -> Optional[Tuple[str, int]]:
        """The sum to search next, and its limit of nodes; None if the position is solved or all that is left is being searched."""
    def record(self, result: str) -> None:
        """Writes the result of a worker to the folder."""
    def give_up(self, sum: str) -> None:
        """Takes back the job of a sum, so that it can be chosen again."""
    def status(self) -> str:
        """How far the campaign is, in JSON."""

@final
class CampaignWorker:
    """Searches the jobs of a campaign, with one solver for all of them."""
    def __new__(cls, rules: _Rules, *, memory: Optional[int] = None) -> CampaignWorker: ...
    def search(self, sum: str, nodes: int) -> str:
        """Searches a sum up to a limit of nodes, and returns the result as a line of JSON."""

@final
class CensusPlan:
    """What a census counts: all boards of a size, or the positions of a list."""
    def __new__(
        cls, rules: _Rules, size: Optional[str] = None, *, filled: bool = False, positions: Optional[str] = None
    ) -> CensusPlan: ...
    @property
    def rules(self) -> str:
        """The name of the ruleset."""
    @property
    def positions(self) -> int:
        """The number of positions; images of each other count separately."""

@final
class CensusWorker:
    """Evaluates parts of a distributed census; its input and output are texts."""
    def __new__(cls, plan: CensusPlan, *, memory: Optional[int] = None) -> CensusWorker: ...
    def layers(self, threads: int, shard: int) -> List[List[str]]:
        """The components that need values, in texts of at most `shard` lines."""
    def learn(self, values: str) -> int:
        """Stores the values of a block. Returns the number of its components."""
    def evaluate(self, components: str) -> str:
        """Computes the values of components, one per line, and returns them as a block."""
    def row_chunks(self) -> int:
        """The number of chunks of rows."""
    def rows(self, chunk: int) -> str:
        """Computes a chunk of rows and returns it as a block."""
    def bytes(self) -> int:
        """The memory in use, in bytes, approximately."""

@final
class Request:
    """A request of a widget, in JSON."""
    def __new__(cls, name: str, body: str) -> Request: ...
    def answer(self) -> Tuple[int, str]:
        """The status of HTTP that says whether there is an answer, and the answer or the error in JSON."""
    def cancel(self) -> None:
        """Ends the computation of the answer, also one that has not started."""

def after_fork(is_child: bool) -> None:
    """Is called in both processes after a fork."""
def before_fork() -> None:
    """Is called before the process is forked, so that no thread changes the current session, or imports, while it is copied."""
def bots(rules: _Rules) -> List[str]:
    """The names of the bots of a ruleset, the weakest first."""
def census_finished(plan: CensusPlan, path: str) -> Optional[Dict[str, Any]]:
    """The totals of a census whose file exists, or None. The file must belong to the plan."""
def census_here(
    plan: CensusPlan, path: str, *, threads: Optional[int] = None, memory: Optional[int] = None
) -> Dict[str, Any]:
    """Makes a census on this machine, in several threads, as `dicot census` does."""
def evaluate(text: str) -> Any:
    """The value of an expression: operations, comparisons, fractions, lists, sets, loops and definitions are allowed."""
def explain(game: Union[str, Position, Ruleset], /) -> str:
    """How a game is simplified to its canonical form, step by step: which options are dominated or reversible, and why."""
def forget() -> None:
    """Removes all stored values and positions, except for values that are still in use."""
def label(
    positions: Iterable[Union[str, Position]],
    rules: _Rules = "clobber",
    *,
    first: Optional[_Player] = None,
    nodes: Optional[int] = None,
    seconds: Optional[float] = ...,
    bytes: Optional[int] = ...,
    threads: Optional[int] = ...,
) -> List[Label]:
    """Who wins each of many positions, and the winning moves, on all cores."""
def heap(
    code: Union[str, Callable[[int], Iterable[Sequence[int]]]], to: int = 100, *, period_to: Optional[int] = None
) -> HeapValues:
    """The Grundy values of heaps 0 to `to` under a code, and their period if it is proved."""
def heap_misere(code: str, to: int = 20, *, max_len: int = 4096) -> HeapMisere:
    """The genera and misère canonical forms of heaps 0 to `to` under a code, as CGSuite prints them."""
def heap_quotient(code: str, to: int = 20) -> HeapQuotient:
    """The misère quotient of heaps 0 to `to` under a code, which is proved."""
def latex_table(head: Sequence[str], rows: Iterable[Iterable[object]], /) -> str:
    """A table in LaTeX, as a tabular: rows of games, positions, numbers and texts."""
def latex_text(text: str, /) -> str:
    """A text in LaTeX, with its special characters written so that they print."""
def limits() -> Limits:
    """The limits of one computation; see set_limits."""
def read_census(path: str) -> List[CensusRow]:
    """The rows of a census, from its Parquet file."""
def read_ruleset_file(path: Union[str, PathLike[str]], /) -> Tuple[str, RulesetLine]:
    """The ruleset of a file: its title, and a line as of `rulesets`."""
def read_ruleset_text(text: str, /) -> Tuple[str, RulesetLine]:
    """The ruleset of a text like that of a file."""
def rulesets() -> List[RulesetLine]:
    """All rulesets: their names, the rules in a line, the notation of positions, whether they have values, or loopy
    values, and the ruleset of their matches, if that is another one."""
def sort_key(game: Union[Game, int, Fraction]) -> SortKey:
    """A key by which games are sorted: `sorted(games, key=dicot.sort_key)`."""
def loopy_graph(options: List[Tuple[List[int], List[int]]], outcome: bool) -> Any:
    """The value of the first position of a graph, or with `outcome` alone its outcome as a text. The options of a position are the numbers of
    others, those of Left and those of Right."""
def operations() -> List[Operation]:
    """All operations of the calculator, grouped by subject."""
def player_name(name: _Player, /) -> Literal["left", "right"]:
    """Reads the name of a player, as every function does, and returns "left" or "right"."""
def portable_rules(rules: _Rules, /) -> Tuple[str, Optional[str]]:
    """What another process needs for a ruleset: its name there, and the text that it is read from; `None` for one of the library."""
def nim_power(base: int, exponent: int, /) -> int:
    """The nim product of `exponent` factors `base`."""
def nim_product(a: int, b: int, /) -> int:
    """The nim product of two numbers below 2**64. The nim sum is `a ^ b`."""
def nim_quotient(a: int, b: int, /) -> int:
    """The number whose nim product with `b` is `a`; `b` is not 0."""
def nim_square_root(a: int, /) -> int:
    """The number whose nim square is `a`."""
def set_limits(
    *, seconds: Optional[float] = ..., bytes: Optional[int] = ..., threads: Optional[int] = ...
) -> None:
    """Sets the limits of one computation: `seconds` of time, `bytes` of memory, and `threads` for the value of a position. None
    removes a limit; one that is not named stays."""
def solve(
    sum: Union[str, _Summand],
    rules: _Rules = "clobber",
    *,
    misere: bool = False,
    first: Optional[_Player] = None,
    moves: bool = False,
    line: bool = False,
    seconds: Optional[float] = ...,
    bytes: Optional[int] = ...,
    threads: int = 1,
) -> Solution:
    """Who wins a sum of positions and values, even if it is too large for exact values."""
def value_of_own(position: Ruleset, /) -> Game:
    """The value of a position of a ruleset in Python; where it is known it is looked up at once."""
def values(positions: Iterable[_Summand], /) -> List[Any]:
    """The values of positions, in their order: those of built-in rulesets are computed on all cores (see set_limits), and those of
    rulesets in Python share one search of what follows from them."""
def write_census(plan: CensusPlan, chunks: Iterable[str], path: str) -> Dict[str, Any]:
    """Writes the Parquet file of a census from all chunks of rows, in order."""
def widget_script() -> str:
    """The script of the widgets: one module of JavaScript, with the styles."""
