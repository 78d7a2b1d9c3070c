"""Campaigns: who wins a position that is too large for one search, on one machine or many.

`run` splits a position into jobs, searches them on Dask, and keeps every result in a folder, which is that of the command
`dicot campaign`: either can go on with what the other has done.

    if __name__ == "__main__":  # a cluster on this machine starts processes, which read this file
        status = dicot.campaign.run("clobber", "6x6", "6x6-campaign", memory=4 << 30)

How it works: the client alone has the tree of jobs and writes the folder. It keeps as many jobs in flight as the cluster has
threads. A Dask process has one solver, whose memory helps with the jobs that follow; a process that dies loses its jobs, which
others get.
"""

from __future__ import annotations

import json
import os
import threading
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple, Type, Union

from . import __version__
from ._dicot import Campaign, CampaignWorker, Position, portable_rules
from .census import _allowance, _client_of, _received

__all__ = ["Status", "run"]


class Status(NamedTuple):
    """How far a campaign is."""

    #: The outcome class, L, R, N or P; None if it is not known yet.
    outcome: Optional[str]
    #: The number of jobs that were searched to the end.
    solved: int
    #: The number of jobs that reached their limit, and were split.
    split: int
    #: The number of positions in the tree of jobs.
    positions: int
    #: The nodes of all jobs.
    nodes: int
    #: The seconds of all jobs.
    seconds: float
    #: The nodes that are expected to be left.
    nodes_left: float
    #: The seconds that these take in one process; None before the first job.
    seconds_left: Optional[float]
    #: The factor by which half of the solved jobs were within what was expected; None before a few jobs are solved.
    factor: Optional[float]


def run(
    rules: Union[str, Type[Position]],
    position: str,
    folder: Union[str, "os.PathLike[str]"],
    *,
    client: Any = None,
    workers: Optional[int] = None,
    nodes: Optional[int] = None,
    memory: Optional[int] = None,
    retries: int = 5,
    progress: Optional[Callable[[Status], None]] = None,
) -> Status:
    """Finds the outcome of a position on Dask, in a campaign that goes on after any end.

    The `position` is a text; "6x6" is the start position with 6 rows and 6 columns. `client` is a `distributed.Client`, the
    address of a scheduler, or None for a cluster on this machine with `workers` processes, by default one per core.

    Every result is written to the `folder`; however a call ends, the same call goes on, as does the command `dicot campaign`.
    A job searches at most `nodes` sums, by default five million, and is split if it needs more. It is retried up to `retries`
    times if it fails. `memory` is the limit of bytes of the solver of a process, by default three fifths of the limit that Dask
    sets. `progress` is called with the status after each job.
    """
    if client is not None and workers is not None:
        raise ValueError("workers are those of the cluster: their number is not for this call to say")
    if nodes is not None and nodes < 1:
        raise ValueError(f"a job has at least one node, not {nodes}")
    import distributed

    campaign = Campaign(rules, position, os.fspath(folder), nodes=nodes)
    spec = (portable_rules(rules), memory, __version__)
    with _client_of(client, workers) as connected:
        flying: Dict[Any, str] = {}
        try:
            while True:
                threads = sum(connected.nthreads().values())
                while len(flying) < max(1, threads):
                    job = campaign.next_job()
                    if job is None:
                        break
                    flying[connected.submit(_search, spec, *job, retries=retries, pure=False)] = job[0]
                if not flying:
                    return _status(campaign)
                done, _ = distributed.wait(list(flying), return_when="FIRST_COMPLETED")
                for future in done:
                    campaign.record(future.result())
                    del flying[future]
                    if progress is not None:
                        progress(_status(campaign))
        finally:
            connected.cancel(list(flying))


def _status(campaign: Campaign) -> Status:
    return Status(**json.loads(campaign.status()))


# On the machines of a cluster ----------------------------------------------------------------------------------------

# The worker of the most recent campaign.
_WORKER: Optional[Tuple[Any, CampaignWorker]] = None
_LOCK = threading.Lock()


def _search(spec: Tuple[Tuple[str, Optional[str]], Optional[int], str], sum: str, nodes: int) -> str:
    global _WORKER
    rules, memory, version = spec
    if version != __version__:
        raise RuntimeError(f"dicot {version} runs the campaign and dicot {__version__} is installed here")
    with _LOCK:
        if _WORKER is None or _WORKER[0] != spec:
            _WORKER = (spec, CampaignWorker(_received(rules), memory=_allowance() if memory is None else memory))
        worker = _WORKER[1]
    return worker.search(sum, nodes)
