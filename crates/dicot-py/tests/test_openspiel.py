"""OpenSpiel's rules agree with dicot's, and so do brute force there and labels here."""

import doctest
import pickle
import random
import unittest

import dicot

try:
    import pyspiel
except ImportError as error:
    raise unittest.SkipTest("OpenSpiel is not installed: pip install open_spiel") from error

import dicot.openspiel as openspiel


def random_states(game, seed):
    """The states of a game of random actions."""
    chosen, state = random.Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        state = state.child(chosen.choice(state.legal_actions()))
        yield state


def is_whole(state):
    """Whether no action of the turn was made."""
    return not openspiel._turn(state).begun


def turns(state, size):
    """The sequences of actions that are a whole turn."""
    if size == 0:
        return [[]]
    return [[action, *rest] for action in state.legal_actions() for rest in turns(state.child(action), size - 1)]


class Halves:
    """An evaluator that knows nothing."""

    def evaluate(self, state):
        return [0.5, 0.5]

    def prior(self, state):
        return [(action, 0.25) for action in state.legal_actions()]


class Teachers(unittest.TestCase):
    def test_evaluator_and_policy_are_the_labels(self):
        counted = 0
        for name in ["clobber(rows=3,columns=4)", "clobber(rows=4,columns=4)", "amazons(board_size=6)"]:
            game, teacher = pyspiel.load_game(name), openspiel.Evaluator(seconds=20)
            policy = openspiel.policy(game)
            # The first positions of Amazons take long.
            for state in list(random_states(game, 5))[-24:]:
                label = openspiel.label([state])[0]
                self.assertEqual(teacher.evaluate(state), [1, -1] if label["winner"] == 0 else [-1, 1])
                if state.is_terminal():
                    self.assertEqual(teacher.evaluate(state), state.returns())
                    continue
                prior = teacher.prior(state)
                self.assertEqual([action for action, _ in prior], state.legal_actions())
                self.assertAlmostEqual(sum(share for _, share in prior), 1)
                chosen = [action for action, share in prior if share > 0]
                self.assertEqual(chosen, label["winning_actions"] or state.legal_actions())
                self.assertEqual(policy.action_probabilities(state), dict(prior))
                counted += 1
        self.assertGreater(counted, 30)

    def test_mcts_with_the_evaluator_wins_what_is_won(self):
        from open_spiel.python.algorithms import mcts

        game = pyspiel.load_game("clobber(rows=3,columns=4)")
        for seed in range(4):
            state = list(random_states(game, seed))[2]
            winner = openspiel.label([state])[0]["winner"]
            # By the probabilities of the teacher, and not each action once.
            teacher = mcts.MCTSBot(game, 2, 20, openspiel.Evaluator(), child_selection_fn=mcts.SearchNode.puct_value)
            bots = [teacher if player == winner else openspiel.Bot(game, player, "random") for player in (0, 1)]
            while not state.is_terminal():
                state.apply_action(bots[state.current_player()].step(state))
            self.assertEqual(state.returns()[winner], 1)

    def test_limits(self):
        state = pyspiel.load_game("clobber(rows=8,columns=8)").new_initial_state()
        for ask in (openspiel.Evaluator(seconds=0.01).evaluate, openspiel.Evaluator(seconds=0.01).prior):
            with self.assertRaises(dicot.LimitError):
                ask(state)
        rest = openspiel.Evaluator(Halves(), seconds=0.01)
        self.assertEqual((rest.evaluate(state), rest.prior(state)[0][1]), ([0.5, 0.5], 0.25))
        with self.assertRaisesRegex(ValueError, "expected clobber, amazons, nim or misere of one of them"):
            openspiel.policy(pyspiel.load_game("tic_tac_toe"))


class Rules(unittest.TestCase):
    def agree(self, state):
        position, player = openspiel.position(state), openspiel.player(state)
        actions = [openspiel.actions(state, move) for move in position.moves(player)]
        self.assertEqual(sorted(actions), [] if state.is_terminal() else turns(state, len(actions[0])), str(state))
        if not actions:
            return
        for move, actions in random.Random(7).sample(list(zip(position.moves(player), actions)), min(5, len(actions))):
            after = state.clone()
            for action in actions:
                after.apply_action(action)
            self.assertEqual(openspiel.position(after), position.play(player, move))
            self.assertNotEqual(openspiel.player(after), player)

    def test_moves_of_random_games(self):
        counted = 0
        for name in [
            "clobber(rows=4,columns=5)",
            "clobber",
            "clobber(rows=8,columns=8)",
            "clobber(rows=11,columns=3)",
            "amazons(board_size=6)",
        ]:
            game = pyspiel.load_game(name)
            for seed in range(3):
                for state in filter(is_whole, random_states(game, seed)):
                    self.agree(state)
                    counted += 1
        self.assertGreater(counted, 200)

    def test_perft(self):
        def count(state, depth):
            if depth == 0:
                return 1
            return sum(count(state.child(action), depth - 1) for action in state.legal_actions())

        # `dicot perft DEPTH POSITION --side o`
        for size, counts in [((4, 5), [31, 790, 16339]), ((5, 6), [49, 2116, 80063]), ((8, 8), [112, 11848])]:
            state = pyspiel.load_game("clobber", dict(zip(["rows", "columns"], size))).new_initial_state()
            self.assertEqual([count(state, depth + 1) for depth in range(len(counts))], counts)

    def test_back_to_states(self):
        game = pyspiel.load_game("clobber(rows=3,columns=4)")
        for state in random_states(game, 5):
            again = openspiel.state(game, openspiel.position(state), openspiel.player(state))
            self.assertEqual(again.legal_actions(), state.legal_actions())
            self.assertEqual(str(again), str(state))


class Labels(unittest.TestCase):
    def check(self, states):
        """Compares labels with brute force in OpenSpiel."""
        winners = {}

        def winner(state):
            key = (str(state), state.current_player(), tuple(openspiel._turn(state).begun))
            if key not in winners:
                if state.is_terminal():
                    winners[key] = state.returns().index(1.0)
                else:
                    player = state.current_player()
                    wins = any(winner(state.child(action)) == player for action in state.legal_actions())
                    winners[key] = player if wins else 1 - player
            return winners[key]

        for state, label in zip(states, openspiel.label(states)):
            self.assertEqual(label["winner"], winner(state), str(state))
            player = label["player"]
            winning = [action for action in state.legal_actions() if winner(state.child(action)) == player]
            self.assertEqual(label["winning_actions"], winning, str(state))
        return len(winners)

    def test_clobber(self):
        for name in ["clobber(rows=3,columns=3)", "clobber(rows=2,columns=5)", "clobber(rows=3,columns=4)"]:
            game = pyspiel.load_game(name)
            states = [state for seed in range(30) for state in random_states(game, seed)]
            self.assertGreater(self.check(states), 100)

    def test_games_of_load(self):
        pennies = dicot.ruleset_from_text("game pennies\nletter x left\nletter o right\nletter . empty\nleft east: x. -> .x\nright west: .o -> o.\n")
        counted = 0
        for start in [
            dicot.Clobber("xo./.xo/xox"), dicot.Domineering.start(3, 3), dicot.Nogo("...|..."), dicot.Konane("xo./.o./x.."), dicot.ToadsAndFrogs("tt.ff"),
            dicot.Amazons("x../..o"), dicot.Knights.start(3, 3), pennies("x..o.o"),
        ]:  # fmt: skip
            for first in ["left", "right"]:
                game = openspiel.load(start, first=first)
                pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
                states = [state for seed in range(3) for state in random_states(game, seed)]
                counted += self.check(states)
                state = game.new_initial_state()
                self.assertEqual((openspiel.position(state), openspiel.player(state)), (start, first))
                tensor = state.observation_tensor(0)
                self.assertEqual(len(tensor), game.observation_tensor_size())
                self.assertEqual(sum(tensor), sum(len(row) for row in start.cells()) * (2 if first == "left" else 1))
        self.assertGreater(counted, 500)
        # A match with an opening, whose positions have no values.
        game = openspiel.load("konane(rows=4,columns=3)")
        pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
        self.assertGreater(self.check([state for seed in range(3) for state in random_states(game, seed)]), 10)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        self.assertEqual(str(pickle.loads(pickle.dumps(state))), str(state))
        for call in [lambda: state.apply_action(3), lambda: state.action_to_string(0, 3)]:
            with self.assertRaisesRegex(ValueError, "the action 3 is not legal for"):
                call()
        self.assertEqual(str(openspiel.load("clobber(columns=3, rows=2)").new_initial_state()), "clobber:oxo/xox left")
        with self.assertRaisesRegex(ValueError, "play of fox-and-geese need not end"):
            openspiel.load(dicot.FoxAndGeese(".g.g/..../..../..f."))
        with self.assertRaisesRegex(TypeError, "expected a position or a ruleset with its board, found 5"):
            openspiel.load(5)
        # The same under misère play, from a text, and after a journey.
        game = pyspiel.load_game("misere(game=dicot(start=clobber:xo./.xo/xox,first=right))")
        self.check([state for seed in range(3) for state in random_states(game, seed)])
        game = openspiel.load("domineering(rows=2)")
        self.assertEqual(str(pickle.loads(pickle.dumps(game)).new_initial_state()), "domineering:../.. left")
        bots = [openspiel.Bot(game, 0), openspiel.Bot(game, 1, "random")]
        self.assertEqual(pyspiel.evaluate_bots(game.new_initial_state(), bots, 0), [1.0, -1.0])
        for wrong, message in [("clobber", "expected a ruleset with its board"), ("clobber(rows=x)", "expected a ruleset"), ("kayles(rows=3)", "kayles"), ("nothing(rows=3)", "nothing")]:
            with self.assertRaisesRegex(ValueError, message):
                openspiel.load(wrong)
        with self.assertRaisesRegex(ValueError, "expected a position on a board of cells"):
            openspiel.load(dicot.Kayles("5"))

    def test_nim_and_misere_play(self):
        counted = 0
        for name in [
            "nim(pile_sizes=1;2;4)", "nim(pile_sizes=3;3;2,is_misere=false)", "misere(game=nim(pile_sizes=1;2;3))", "nim(pile_sizes=1;1;1;2)",
            "misere(game=nim(pile_sizes=1;2;3,is_misere=false))", "misere(game=clobber(rows=2,columns=4))", "misere(game=clobber(rows=3,columns=3))",
        ]:  # fmt: skip
            game = pyspiel.load_game(name)
            states = [state for seed in range(12) for state in random_states(game, seed)]
            counted += self.check(states)
            for state in states:
                self.assertEqual(openspiel.Evaluator().evaluate(state).index(1.0), openspiel.label([state])[0]["winner"])
        self.assertGreater(counted, 300)
        state = pyspiel.load_game("nim(pile_sizes=2;3;2)").new_initial_state()
        self.assertEqual((openspiel.position(state), openspiel.player(state)), (dicot.Nim("2+3+2"), "left"))
        self.assertEqual([state.action_to_string(action) for action in openspiel.actions(state, "3>0")], ["pile:2, take:3;"])
        # All of the heap of three, or one of either heap of two.
        self.assertEqual(len(openspiel.label([state])[0]["winning_actions"]), 3)
        with self.assertRaisesRegex(ValueError, "do not play mis"):
            openspiel.Bot(state.get_game(), 0)

    def test_ends_of_amazons(self):
        """Also in the middle of turns."""
        game = pyspiel.load_game("amazons(board_size=6)")
        states = [state for seed in range(10) for state in random_states(game, seed) if str(state).count(".") <= 7]
        self.assertGreater(self.check(states), 100)
        self.assertTrue(any(not is_whole(state) for state in states))

    def test_limits(self):
        state = pyspiel.load_game("clobber").new_initial_state()
        [label] = openspiel.label([state], nodes=10)
        self.assertEqual((label["winner"], label["winning_actions"], label["player"]), (None, None, 0))
        self.assertIn("reason", label)
        self.assertEqual(openspiel.label([]), [])


class Bots(unittest.TestCase):
    def test_a_strong_bot_wins_won_positions(self):
        game = pyspiel.load_game("clobber(rows=4,columns=4)")
        won = [state for seed in range(4) for state in random_states(game, seed) if not state.is_terminal()]
        won = [state for state, label in zip(won, openspiel.label(won)) if label["winner"] == label["player"]]
        self.assertGreater(len(won), 10)
        for state in won:
            player = state.current_player()
            bots = [openspiel.Bot(game, 0, "random", seed=1), openspiel.Bot(game, 1, "random", seed=2)]
            bots[player] = openspiel.Bot(game, player)
            self.assertEqual(pyspiel.evaluate_bots(state.clone(), bots, 0)[player], 1.0, str(state))

    def test_amazons(self):
        game = pyspiel.load_game("amazons(board_size=6)")
        # A busy machine may give a thread only a part of its time.
        bots = [openspiel.Bot(game, 0, "uct", seed=1, seconds=0.25), openspiel.Bot(game, 1, "random", seed=2)]
        self.assertEqual(pyspiel.evaluate_bots(game.new_initial_state(), bots, 0), [1.0, -1.0])

    def test_a_clone_goes_on_in_the_middle_of_a_turn(self):
        state = pyspiel.load_game("amazons(board_size=6)").new_initial_state()
        bot = openspiel.Bot(state.get_game(), 0, "random", seed=3)
        self.assertTrue(bot.is_clonable())
        begun = bot.step(state)
        clone = bot.clone()
        self.assertEqual(clone.player_id(), 0)
        state.apply_action(begun)
        for _ in range(2):
            action = bot.step(state)
            self.assertEqual(clone.step(state), action)
            state.apply_action(action)
        self.assertEqual(state.current_player(), 1)


class Refused(unittest.TestCase):
    def test_other_games_and_boards(self):
        other = pyspiel.load_game("tic_tac_toe").new_initial_state()
        with self.assertRaisesRegex(ValueError, "expected clobber, amazons, nim or misere of one of them, found the game tic_tac_toe"):
            openspiel.position(other)
        game, amazons = pyspiel.load_game("clobber(rows=2,columns=3)"), pyspiel.load_game("amazons")
        for arguments, message in [
            ((game, dicot.Clobber("xo"), "left"), "expected 2 rows of 3 cells, found xo"),
            ((game, dicot.Konane("xox/oxo"), "left"), "from a position of konane"),
            ((game, dicot.Clobber("xox/oxo"), "x"), 'expected left or right, found "x"'),
            ((amazons, dicot.Amazons("x.o"), "left"), "cannot begin amazons"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                openspiel.state(*arguments)
        with self.assertRaisesRegex(ValueError, "not legal"):
            openspiel.actions(game.new_initial_state(), "a1-a3")

    def test_bots(self):
        game = pyspiel.load_game("clobber(rows=2,columns=3)")
        for wrong in [2, -1, "left"]:
            with self.assertRaisesRegex(ValueError, "expected the player 0 or 1, found"):
                openspiel.Bot(game, wrong)
        game = pyspiel.load_game("amazons(board_size=6)")
        with self.assertRaisesRegex(ValueError, 'unknown bot "strong" for amazons; expected random, uct'):
            openspiel.Bot(game, 0, "strong")
        state = game.new_initial_state()
        with self.assertRaisesRegex(ValueError, "player 1 is not to move"):
            openspiel.Bot(game, 1).step(state)
        state.apply_action(state.legal_actions()[0])
        with self.assertRaisesRegex(ValueError, "another player began this turn"):
            openspiel.Bot(game, 0).step(state)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(openspiel, globs={"dicot": dicot, "pyspiel": pyspiel}))
    return tests


if __name__ == "__main__":
    unittest.main()
