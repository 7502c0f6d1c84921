"""What the Python packages answer, and how long they take: a child of the bench `odds`.

Each line of the standard input is a request, each line of the standard output its answer:

    peers                          the packages and their versions
    QUESTION PEER show             the distribution: value:ways/all ...
    QUESTION PEER REPETITIONS      the nanoseconds that so many repetitions took

The clock runs while a question is worked out from dice that are there already. It stands
while new dice and evaluators are made and while what the packages remember is forgotten:
every repetition begins as the first one does. As in Python's own timeit, the collector of
reference cycles does not run meanwhile.
"""

import gc
import sys
import warnings
from importlib.metadata import version
from time import perf_counter_ns

import icepool
from dyce import H, P, explode_n
from dyce.lifecycle import ExperimentalWarning
from dyce.p import survey_outcome_order_ascending, survey_outcome_order_descending
from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

# dyce says of `survey`, `explode_n` and order statistics that they may still change.
warnings.simplefilter("ignore", ExperimentalWarning)

# icepool's own evaluators are shared objects that remember every pool they have seen.
SHARED = [each for each in vars(icepool.evaluator).values() if isinstance(each, MultisetEvaluatorBase)]


def forget():
    """Empties what icepool keeps between evaluations but for its table of binomials.

    dyce keeps what it remembers in the histograms, which are new in every repetition.
    """
    for evaluator in SHARED:
        vars(evaluator).pop("_cache", None)
    icepool.Pool.clear_cache()


# icepool


def die(sides):
    """icepool's own d6 and d10 remember their sums; this one does not know any yet."""
    return icepool.Die(range(1, sides + 1))


class HighestAndRepeats(icepool.MultisetEvaluator):
    def initial_state(self, order, outcomes, size):
        if order < 0:
            raise icepool.UnsupportedOrder
        return 0, 0

    def next_state(self, state, order, outcome, count):
        if count == 0:
            return state
        return outcome, count if count > state[1] else state[1]


class MiddleAndCriticals(icepool.MultisetEvaluator):
    """The middle of three d10, 100 more with two tens, 100 fewer with two ones."""

    def initial_state(self, order, outcomes, size):
        return 0, 0

    def next_state(self, state, order, outcome, count):
        seen, value = state
        if seen < 2 <= seen + count:
            value += outcome
        if count >= 2 and outcome in (1, 10):
            value += 100 if outcome == 10 else -100
        return seen + count, value

    def final_outcome(self, final_state, order, outcomes, size):
        return final_state[1]


def icepool_difference(d10):
    middle = d10.middle(3)
    return (middle + 5) - (middle + 4)


def icepool_opposed(tools):
    d10, evaluator = tools
    side = evaluator(d10.pool(3))
    return ((side + 5) - (side + 4)).sign().reroll([0], depth="inf")


def highest_and_repeats(dice):
    return (lambda: (die(6), HighestAndRepeats()), lambda tools: tools[1](tools[0].pool(dice)))


ICEPOOL = {
    "middle": (lambda: die(10), lambda d10: d10.middle(3)),
    "ends": (lambda: die(10), lambda d10: d10.keep((1, 0, 1))),
    "difference": (lambda: die(10), icepool_difference),
    "opposed": (lambda: (die(10), MiddleAndCriticals()), icepool_opposed),
    "repeats-6": highest_and_repeats(6),
    "repeats-12": highest_and_repeats(12),
    "repeats-20": highest_and_repeats(20),
    "repeats-40": highest_and_repeats(40),
    "top": (lambda: die(10), lambda d10: d10.highest(10, 3)),
    "sum": (lambda: die(6), lambda d6: 100 @ d6),
    "exploding": (lambda: die(10), lambda d10: d10.explode(depth=8).highest(10, 5)),
    "beats": (lambda: die(6), lambda d6: d6.pool(5).sort_pair(">", d6.pool(5)).size()),
}


# dyce


def criticals(roll):
    return 100 * ((roll.count(10) >= 2) - (roll.count(1) >= 2))


def dyce_difference(d10):
    middle = d10.order_stat_for_n_at_pos(3, 1)
    return (middle + 5) - (middle + 4)


def dyce_opposed(d10):
    rolls = (3 @ P(d10)).rolls_with_counts()
    side = H.from_counts((roll[1] + criticals(roll), count) for roll, count in rolls)
    difference = (side + 5) - (side + 4)
    return H.from_counts(((value > 0) - (value < 0), count) for value, count in difference.items() if value != 0)


def survey_highest_and_repeats(dice):
    def accumulate(state, outcome, count):
        return outcome, count if count > state[1] else state[1]

    def work(d6):
        return (dice @ P(d6)).survey(accumulate=accumulate, order=survey_outcome_order_ascending, initial=(0, 0))

    return lambda: H(6), work


def keep_highest_five(state, outcome, count):
    kept, total = state
    take = min(count, 5 - kept)
    return kept + take, total + outcome * take


def dyce_exploding(d10):
    # `at` would walk through all rolls here: 35 million.
    return (10 @ P(explode_n(d10, n=8))).survey(
        accumulate=keep_highest_five,
        order=survey_outcome_order_descending,
        initial=(0, 0),
        settle=lambda state: state[1],
    )


def dyce_beats(d6):
    rolls = H.from_counts((5 @ P(d6)).rolls_with_counts())
    return rolls.apply(lambda one, other: sum(a > b for a, b in zip(one, other)), rolls)


DYCE = {
    "middle": (lambda: H(10), lambda d10: d10.order_stat_for_n_at_pos(3, 1)),
    "ends": (lambda: H(10), lambda d10: (3 @ P(d10)).at(0, -1)),
    "difference": (lambda: H(10), dyce_difference),
    "opposed": (lambda: H(10), dyce_opposed),
    "repeats-6": survey_highest_and_repeats(6),
    "repeats-12": survey_highest_and_repeats(12),
    "repeats-20": survey_highest_and_repeats(20),
    "repeats-40": survey_highest_and_repeats(40),
    "top": (lambda: H(10), lambda d10: (10 @ P(d10)).at(slice(-3, None))),
    "sum": (lambda: H(6), lambda d6: 100 @ d6),
    "exploding": (lambda: H(10), dyce_exploding),
    "beats": (lambda: H(6), dyce_beats),
}

PEERS = {"icepool": ICEPOOL, "dyce": DYCE}


def number(value):
    """The highest and the repeats of a roll as one number, as the other peers give them."""
    return 100 * value[0] + value[1] if isinstance(value, tuple) else int(value)


def show(make, work):
    forget()
    found = work(make())
    ways = sum(found.values())
    return " ".join(f"{number(value)}:{count}/{ways}" for value, count in found.items())


def repeat(make, work, times):
    took = 0
    for _ in range(times):
        forget()
        tools = make()
        start = perf_counter_ns()
        work(tools)
        took += perf_counter_ns() - start
    return took


def answer(request):
    if request == "peers":
        return " ".join(f"{peer} {version(peer)}" for peer in PEERS)
    question, peer, what = request.split()
    make, work = PEERS[peer][question]
    if what == "show":
        return show(make, work)
    gc.disable()
    took = repeat(make, work, int(what))
    gc.enable()
    gc.collect()
    return str(took)


gc.freeze()
for line in sys.stdin:
    print(answer(line.strip()), flush=True)
