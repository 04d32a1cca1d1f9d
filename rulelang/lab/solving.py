"""What a chain does in the long run: its stationary distribution, by scipy's sparse algebra."""

from __future__ import annotations

from typing import Any

import numpy
import scipy.sparse
import scipy.sparse.csgraph
import scipy.sparse.linalg

from rulelang.lab.chain import OVER, Chain, Seen

MOST_DIRECT = 20_000
"""Up to so many states the equations are solved at once; for more, the chain is followed until nothing changes any more."""
CLOSE = 1e-13
MOST_STEPS = 200_000


class NotSettled(Exception):
    """The chain was followed for `MOST_STEPS` steps and still changed."""


def long_run(chain: Chain) -> tuple[dict[Seen, float], bool]:
    """How often each thing happens, on the average of one step in the long run; whether games end (then a new one begins at once)."""
    share, ends = stationary(chain)
    expected: dict[Seen, float] = {}
    for weight, seen in zip(share, chain.seen, strict=True):
        if weight:
            for what, count in seen.items():
                expected[what] = expected.get(what, 0.0) + weight * float(count)
    return expected, ends


def stationary(chain: Chain) -> tuple[list[float], bool]:
    """The share of steps from each state, from the first state on; whether games end."""
    count = len(chain.ways)
    rows, columns, values = [], [], []
    ends = False
    for state, ways in enumerate(chain.ways):
        for probability, target in ways:
            ends |= target == OVER
            rows.append(state)
            columns.append(max(target, 0))
            values.append(float(probability))
    steps = scipy.sparse.csr_matrix((values, (rows, columns)), shape=(count, count))
    classes, of = scipy.sparse.csgraph.connected_components(steps, connection="strong")
    leaves = numpy.zeros(classes, dtype=bool)
    for state, column in zip(rows, columns, strict=True):
        if of[state] != of[column]:
            leaves[of[state]] = True
    closed = [number for number in range(classes) if not leaves[number]]
    shares = numpy.zeros(count)
    for number, weight in zip(closed, _ends_in(steps, of, closed), strict=True):
        members = numpy.flatnonzero(of == number)
        shares[members] = weight * _within(steps[members][:, members])
    return shares.tolist(), ends


def _ends_in(steps: Any, of: Any, closed: list[int]) -> list[float]:
    """With which probability the chain comes into each closed class."""
    if len(closed) == 1:
        return [1.0]
    passing = numpy.flatnonzero(~numpy.isin(of, closed))
    if of[0] in closed:
        return [1.0 if number == of[0] else 0.0 for number in closed]
    inner = scipy.sparse.eye(len(passing), format="csc") - steps[passing][:, passing].tocsc()
    found = []
    for number in closed:
        into = numpy.asarray(steps[passing][:, numpy.flatnonzero(of == number)].sum(axis=1)).ravel()
        found.append(float(scipy.sparse.linalg.spsolve(inner, into)[0]))
    return found


def _within(steps: Any) -> Any:
    """The stationary distribution of a chain all of whose states come again."""
    count = steps.shape[0]
    if count == 1:
        return numpy.ones(1)
    if count <= MOST_DIRECT:
        # One equation follows from the others; in its place: the shares add up to 1.
        equations = (scipy.sparse.eye(count) - steps.T).tolil()
        equations[0, :] = 1
        right = numpy.zeros(count)
        right[0] = 1
        return scipy.sparse.linalg.spsolve(equations.tocsc(), right)
    share = numpy.full(count, 1 / count)
    turned = steps.T.tocsr()
    for _ in range(MOST_STEPS):
        # Half a step: a chain that goes round in a fixed number of steps settles as well.
        after = (share + turned @ share) / 2
        if float(numpy.abs(after - share).sum()) < CLOSE:
            return after / after.sum()
        share = after
    raise NotSettled
