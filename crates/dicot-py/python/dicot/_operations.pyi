"""The methods that `_operations.py` makes of the operations of the calculator."""

from fractions import Fraction
from typing import Any, List, Optional, Sequence, Tuple, Union

from ._dicot import Game, LoopyGame, Operation, Picture, Position, Thermograph, Value, _Player

_Operand = Union[str, int, Fraction, Game, LoopyGame, Position, Value]

METHODS: Tuple[Tuple[type, Operation], ...]

class Operations:
    """The operations of games, of positions and of other values."""
    def canonical_form(self, /) -> Any:
        """The game itself: values are canonical forms."""
    def followers(self, /) -> List[Any]:
        """All distinct games that any moves lead to, itself included, options first."""
    def stop_count(self, /) -> Game:
        """The number of stopping leaves of the canonical game tree, numbers being leaves."""
    def outcome_class(self, /) -> str:
        """Who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one; of a position found by search."""
    def misere_outcome_class(self, /) -> str:
        """Who wins under misère play, where the player who cannot move wins."""
    def companion(self, /) -> Game:
        """The companion: the image under the automorphism of the lattice of games born by each day."""
    def sensible_options(self, player: _Player, /) -> List[Any]:
        """The options of a game as it is written, or of a position, whose values are canonical options."""
    def sensible_left_options(self, /) -> List[Any]:
        """Those of Left."""
    def sensible_right_options(self, /) -> List[Any]:
        """Those of Right."""
    def sensible_lines(self, player: _Player, /) -> List[List[Any]]:
        """The lines of play that lead to a canonical option: an option, or one that is reversed, the reply, and so on."""
    def stop(self, player: _Player, /) -> Any:
        """The stop when `Left` or `Right` starts."""
    def strong_stop(self, player: _Player, /) -> Any:
        """The stop, but `x` where that is `x` and `over` or `under`."""
    def ko_thermograph(self, komaster: _Player, /) -> Thermograph:
        """The thermograph of a game as it is written, `'a{1|{a|0}}'`, if `Left` or `Right` wins all kos."""
    def left_incentives(self, /) -> List[Game]:
        """What Left gains by her moves: the maximal ones of GL - G."""
    def right_incentives(self, /) -> List[Game]:
        """What Right gains by his moves: the maximal ones of G - GR."""
    def far_star(self, /) -> Game:
        """The m of a nimber *m that is remote: larger ones act alike."""
    def uptimal_expansion(self, /) -> Value:
        """Number, nimber, `.` and the multiples of ^, ^<2>, ^<3>, .."""
    def reduced_canonical_form(self, /) -> Game:
        """The simplest game that differs by an infinitesimal."""
    def pow(self, x: _Operand, /) -> Any:
        """The power G^x of a game {0|H}; ^.Pow(n) is ^<n>."""
    def pow_to(self, x: _Operand, /) -> Any:
        """The sum of powers G^[x] of a game {0|H}; ^.PowTo(n) is ^[n]."""
    def tiny(self, /) -> Any:
        """Tiny-G, {0||0|-G}."""
    def miny(self, /) -> Any:
        """Miny-G, {G|0||0}."""
    def ordinal_product(self, H: _Operand, /) -> Game:
        """The product whose options are (G.HL):A for the options A of G, and (G.HR):A for those of -G."""
    def subordinate(self, B: _Operand, /) -> Any:
        """The H with G = B:H, with the canonical form of B as base."""
    def disjunctive_sum(self, H: _Operand, /) -> Any:
        """The sum as it is written: a move is in one of the games."""
    def conjunctive_sum(self, H: _Operand, /) -> Any:
        """The conjunctive sum: a move is in both games, until one of them ends."""
    def selective_sum(self, H: _Operand, /) -> Any:
        """The selective sum: a move is in one of the games or in both."""
    def nim_value(self, /) -> Game:
        """The m of a nimber *m."""
    def is_zero(self, /) -> bool:
        """Whether the game is 0."""
    def is_uptimal(self, /) -> bool:
        """Whether the game is a sum of a number, a nimber and multiples of ^, ^<2>, .."""
    def is_numberish(self, /) -> bool:
        """Whether the game differs from a number by an infinitesimal."""
    def is_all_small(self, /) -> bool:
        """Whether the game is a dicot: in every follower both can move or neither."""
    def is_atomic(self, /) -> bool:
        """Whether the game has an atomic weight."""
    def is_tiny(self, /) -> bool:
        """Whether the game is tiny-H for an H with a positive mean."""
    def is_miny(self, /) -> bool:
        """Whether the game is miny-H for an H with a positive mean."""
    def is_number_tiny(self, /) -> bool:
        """Whether the game is a number, or a number and a tiny or miny."""
    def is_even(self, /) -> bool:
        """Whether the form is even: 0, or all options are odd; so play has an even number of moves."""
    def is_odd(self, /) -> bool:
        """Whether the form is odd: all options are even; so play has an odd number of moves."""
    def is_even_tempered(self, /) -> bool:
        """Whether every line of play reaches a number after an even number of moves."""
    def is_odd_tempered(self, /) -> bool:
        """Whether every line of play reaches a number after an odd number of moves."""
    def is_idempotent(self, /) -> bool:
        """Whether G + G = G: of short games only 0."""
    def is_finite(self, /) -> bool:
        """Whether no stop is `on` or `off`: always so, for short games."""
    def is_loopfree(self, /) -> bool:
        """Whether play ends: always so, for short games."""
    def onside(self, /) -> Any:
        """The simplest game in which Left wins infinite play, and that equals G otherwise."""
    def offside(self, /) -> Any:
        """The simplest game in which Right wins infinite play, and that equals G otherwise."""
    def degree(self, /) -> Any:
        """The degree of loopiness: the onside of G - G."""
    def variety(self, /) -> Any:
        """What is left of a stopper without all that its degree absorbs, if that is an idempotent."""
    def is_stable(self, /) -> bool:
        """Whether upsum and downsum variety of a stopper for its degree are the same."""
    def upsum_variety(self, D: _Operand, /) -> Any:
        """The upsum of G and the downsum of -G and -D, for an idempotent D."""
    def downsum_variety(self, D: _Operand, /) -> Any:
        """The downsum of G and the upsum of -G and D, for an idempotent D."""
    def upsum(self, H: _Operand, /) -> Any:
        """The onside of the sum of stoppers."""
    def downsum(self, H: _Operand, /) -> Any:
        """The offside of the sum of stoppers."""
    def is_stopper(self, /) -> bool:
        """Whether the game is a stopper: alternating play ends."""
    def is_stopper_sided(self, /) -> bool:
        """Whether onside and offside are stoppers."""
    def is_pseudonumber(self, /) -> bool:
        """Whether the game is a number, `on`, `off`, or a number and `over` or `under`."""
    def is_plumtree(self, /) -> bool:
        """Whether the game is a stopper and each cycle of its simplest form is a pass."""
    def misere_canonical_form(self, /) -> Value:
        """The misère canonical form of an impartial game."""
    def genus(self, /) -> str:
        """The nim value, and the misère nim values of the game and its sums with *2, *2 + *2, .."""
    def misere_nim_value(self, /) -> Game:
        """The misère nim value: the mex of those of the options, and 1 if there are none."""
    def mate(self, /) -> Value:
        """The game with the mates of the options, * for 0; its sum with the game is a P-position."""
    def parts(self, /) -> List[Value]:
        """The games H with G = H + X, without 0 and G, and without the sums of each with *."""
    def partitions(self, /) -> List[List[Value]]:
        """The ways in which the game is a sum of games without parts."""
    def misere_minus(self, H: _Operand, /) -> Value:
        """The game X with H + X = G."""
    def link(self, H: _Operand, /) -> Value:
        """A game whose sums with both are P-positions."""
    def is_linked_to(self, H: _Operand, /) -> bool:
        """Whether there is a game whose sums with both are P-positions."""
    def distinguisher(self, H: _Operand, /) -> Value:
        """A game whose sum with one is a P-position, and with the other is not."""
    def is_nim_heap(self, /) -> bool:
        """Whether the game is a nim heap under misère play."""
    def is_prime(self, /) -> bool:
        """Whether the game is neither 0 nor * and has no parts."""
    def is_tame(self, /) -> bool:
        """Whether the game and its followers have genera of sums of nim heaps."""
    def is_generally_tame(self, /) -> bool:
        """Whether the game behaves as a sum of nim heaps: options that do not are reversed."""
    def is_tameable(self, /) -> bool:
        """Whether the nim values of sums with tame games follow from those of the game."""
    def is_restive(self, /) -> bool:
        """Whether the game has a genus 0^n or 1^n with n of 2 or more, and all options are tame."""
    def is_generally_restive(self, /) -> bool:
        """Whether the game is restive, where options that are not tame are reversed."""
    def is_restless(self, /) -> bool:
        """Whether the game has a genus n^0 or n^1 with n of 2 or more, and all options are tame."""
    def is_half_tame(self, /) -> bool:
        """Whether the game is not tame and G + G is, of genus 0^0."""
    def is_extraverted(self, /) -> bool:
        """Whether each option is a part of the game."""
    def is_introverted(self, /) -> bool:
        """Whether the game is a part of each of its options: only 0 and * are."""
    def latex(self, /) -> str:
        """The value in LaTeX; a list of lists is a table, and a picture is drawn by TikZ."""
    def explain(self, /) -> str:
        """Why the game has its canonical form, step by step; of a position by the values of its options."""

class GameOperations(Operations):
    """The operations of Games, which can be numbers."""
    def nim_sum(self, /, *more: Union[_Operand, Sequence[_Operand]]) -> Game:
        """The sum of integers without carrying."""
    def nim_product(self, /, *more: Union[_Operand, Sequence[_Operand]]) -> Game:
        """The product of integers in the field of nimbers."""
    def ugly_product(self, m: _Operand, /) -> Game:
        """The product, distributive over `NimSum`, of powers of two n > m > 1: n + m/2, and n/2 of n and n; 1 is the unit."""
    def nim_div(self, m: _Operand, /) -> Game:
        """The quotient of integers in the field of nimbers: the k with m NimProduct k = n."""
    def nim_inverse(self, /) -> Game:
        """The inverse of an integer in the field of nimbers."""
    def nim_exp(self, k: _Operand, /) -> Game:
        """The product of k factors n in the field of nimbers."""
    def nim_sqrt(self, /) -> Game:
        """The square root of an integer in the field of nimbers."""
    def mex(self, /, *more: Union[_Operand, Sequence[_Operand]]) -> Game:
        """The least non-negative integer that is not among the integers."""
    def max(self, /, *more: Union[_Operand, Sequence[_Operand]]) -> Any:
        """The greatest of numbers, or of those in a list."""
    def min(self, /, *more: Union[_Operand, Sequence[_Operand]]) -> Any:
        """The least of numbers, or of those in a list."""
    def abs(self, /) -> Any:
        """The absolute value of a number."""
    def sign(self, /) -> Any:
        """1 of a positive number, -1 of a negative one, and 0 of 0."""
    def floor(self, /) -> Any:
        """The greatest integer that is not greater than a number."""
    def ceiling(self, /) -> Any:
        """The least integer that is not smaller than a number."""
    def numerator(self, /) -> Any:
        """The numerator of a number in lowest terms."""
    def denominator(self, /) -> Any:
        """The denominator of a number in lowest terms."""
    def reciprocal(self, /) -> Any:
        """The number 1/x, infinite for 0."""
    def div(self, m: _Operand, /) -> Game:
        """The integer quotient, rounded towards 0."""
    def mod(self, y: _Operand, /) -> Any:
        """The remainder x - y*(x/y).Floor, for numbers."""
    def gcd(self, m: _Operand, /) -> Game:
        """The greatest common divisor of integers."""
    def lb(self, /) -> Game:
        """The binary logarithm of a positive integer, rounded down."""
    def isqrt(self, /) -> Game:
        """The square root of a non-negative integer, rounded down."""
    def is_evil(self, /) -> bool:
        """Whether a non-negative integer has an even number of ones in binary."""
    def is_odious(self, /) -> bool:
        """Whether a non-negative integer has an odd number of ones in binary."""
    def is_two_power(self, /) -> bool:
        """Whether an integer is a power of two."""
    def is_small_integer(self, /) -> bool:
        """Whether a number is an integer from -2^31 on and below 2^31."""
    def is_ordinal(self, /) -> bool:
        """Whether a game is an ordinal: an integer that is not negative, as infinite ones are not here."""
    def is_dyadic(self, /) -> bool:
        """Whether the denominator of a number is a power of two."""
    def to_string(self, letters: Optional[str] = None, /) -> str:
        """The text of a value, as it is printed; of a grid also by the letters of 0, 1, .."""
    def to_output(self, /) -> str:
        """What is printed of a value, which is printed without quotes."""
    def misere_day_n(self, /) -> List[Value]:
        """The misère canonical forms that are born by day n."""

class PositionOperations(Operations):
    """The operations of positions."""
    def ruleset(self, /) -> Value:
        """The ruleset of a position."""
    def picture(self, /) -> str:
        """The position as a drawing: the rows of its board."""
    def diagram(self, /) -> Picture:
        """The picture of a position: its board, or its graph."""

class LoopyOperations(Operations):
    """The operations of loopy games and of values that have no class of their own."""
    def left_options(self, /) -> List[Any]:
        """Left's canonical options."""
    def right_options(self, /) -> List[Any]:
        """Right's canonical options."""
    def follower_count(self, /) -> Game:
        """The number of distinct followers, itself included."""
    def birthday(self, /) -> Game:
        """The day on which the game is born: one after its last option."""
    def left_stop(self, /) -> Any:
        """The number that is reached when Left starts and both play optimally."""
    def right_stop(self, /) -> Any:
        """The number that is reached when Right starts and both play optimally."""
    def mean(self, /) -> Any:
        """The mean value: the stops of n copies divided by n, for large n."""
    def temperature(self, /) -> Any:
        """How much the first move is worth: -1/2^k for a number m/2^k."""
    def thermograph(self, /) -> Thermograph:
        """The walls and the mast: for each wall the mast's value, the bends and the slopes."""
    def cool(self, t: _Operand, /) -> Game:
        """The game cooled by t > -1: each move costs t, until the game freezes."""
    def freeze(self, /) -> Game:
        """The game cooled by its temperature; numbers stay as they are."""
    def heat(self, t: _Operand, /) -> Game:
        """The game heated by t: numbers stay, each other move gains t."""
    def overheat(self, s: _Operand, t: _Operand, /) -> Game:
        """The game overheated from s to t: an integer n becomes n copies of s, each other move gains t."""
    def incentives(self, /) -> List[Game]:
        """What either player gains by a move: the maximal incentives."""
    def atomic_weight(self, /) -> Game:
        """The atomic weight: how many ups the game is worth next to remote stars."""
    def norton_product(self, U: _Operand, /) -> Game:
        """The Norton product G.U with a positive unit U."""
    def conway_product(self, H: _Operand, /) -> Game:
        """The Conway product: that of numbers, and of nimbers as a field."""
    def ordinal_sum(self, H: _Operand, /) -> Any:
        """The ordinal sum G:H, moves in G ending H, with the canonical form of G as base."""
    def is_integer(self, /) -> bool:
        """Whether the game is an integer."""
    def is_number(self, /) -> bool:
        """Whether the game is a number: those of short games are dyadic."""
    def is_nimber(self, /) -> bool:
        """Whether the game is a nimber *m, 0 included."""
    def is_number_up_star(self, /) -> bool:
        """Whether the game is a sum of a number, ups and a nimber."""
    def is_infinitesimal(self, /) -> bool:
        """Whether the game is smaller than all positive numbers and greater than all negative ones."""
    def is_hot(self, /) -> bool:
        """Whether the Left stop is greater than the Right stop."""
    def is_switch(self, /) -> bool:
        """Whether the game is its own negative and not a nimber."""

class ValueOperations(LoopyOperations):
    """The operations of values that have no class of their own, rulesets among them."""
    def options(self, player: Optional[_Player] = None, /) -> List[Any]:
        """The canonical options of `Left` or `Right`, or those of both."""
    def empty(self, rows: _Operand, columns: Optional[_Operand] = None, /) -> Any:
        """The position on which matches on a board of this size start; or `Grid.Empty(2,3)`, `Strip.Empty(3)`."""
    def boards(self, rows: _Operand, columns: _Operand, /) -> List[Position]:
        """All positions on a board of this size, to be searched: `clobber.Boards(1,4).Find(b -> b.CanonicalForm == ^)`."""
    def nim_values(self, last: _Operand, /) -> List[Game]:
        """The nim values of the heaps from 1 to the last one."""
    def code(self, /) -> str:
        """The code of a ruleset of heaps."""
    def periodicity(self, last: _Operand, /) -> List[Game]:
        """The period, the preperiod and the saltus that the values to a heap prove."""
    def nim_value_table(self, rows: _Operand, columns: _Operand, /) -> List[List[Game]]:
        """The nim values of the pairs of numbers up to these."""
    def acrostic_product(self, other: Value, /) -> Value:
        """The product of rulesets of heaps whose moves change one of two heaps."""
    def direct_product(self, other: Value, /) -> Value:
        """The product of rulesets of heaps whose moves change both of two heaps."""
    def cake_product(self, other: Value, /) -> Value:
        """The product of rulesets of heaps in which Left moves on the second of two heaps by the first, and Right on the first heap by the other."""
    def join(self, other: Value, /) -> Value:
        """The ruleset of heaps that has the moves of two rulesets."""
    def partizan_join(self, other: Value, /) -> Value:
        """The ruleset of heaps in which Left moves by one ruleset, and Right by another one."""
    def values_table(self, geese: Any, /) -> str:
        """The values of Fox and Geese for all cells of the fox, with geese at coordinates."""
    def impartial_variant(self, /) -> Value:
        """The ruleset in which either player has the moves of both."""
    def dicotic_variant(self, /) -> Value:
        """The ruleset in which nobody may move unless both can."""
    def twisted_variant(self, /) -> Value:
        """The ruleset in which the players exchange their roles after each move."""
