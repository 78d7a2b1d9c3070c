"""Censuses: the values of all positions of a board, on one machine or many.

`run` makes a census on Dask, on the cores of this machine or on any cluster. `run_here` makes it in threads of this
process, as the command `dicot census` does. The files are the same, byte for byte. `read` returns the rows of a file.

>>> import dicot.census, os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "census.parquet")
...     summary = dicot.census.run_here("clobber", "2x3", out=file)
...     rows = dicot.census.read(file)
>>> summary
Summary(positions=729, classes=216, values=29)
>>> max(rows, key=lambda row: row["birthday"])["value"]
'{^3|0}'

On the command line: `python -m dicot.census clobber 3x4 --out census.parquet`.

How it works: a census needs the values of components. These form layers; a component has options only in lower layers.
A layer is split into shards. Each shard is a Dask task, which receives the values of the layers below as texts. Then
the rows are computed, in chunks, and written in order. A Dask process keeps one worker, which learns each text once. A
worker computes values that it did not learn, so another process can replace one that died. Results are saved in a
folder of checkpoints, and a run whose client died continues from there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
import threading
import uuid
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple, Type, TypeVar, Union

from . import __version__
from ._dicot import (
    CensusPlan,
    CensusWorker,
    census_finished,
    census_here,
    portable_rules,
    read_census,
    read_ruleset_text,
    write_census,
)

if TYPE_CHECKING:
    from ._dicot import CensusRow, Position

__all__ = ["Summary", "read", "run", "run_here"]

_T = TypeVar("_T")
_Path = Union[str, "os.PathLike[str]"]
_OnProgress = Callable[[str, int, int], None]
# The census, as sent to other machines: rules with the text that they are read from, size, filled, positions, memory, version.
_Spec = Tuple[Tuple[str, Optional[str]], Optional[str], bool, Optional[str], Optional[int], str]

# The number of components of a task; fewer at the end of a layer. A first choice, not compared with others.
SHARD = 16_000


# The maximum number of components of a task, and of threads.
_MAX_SHARD = 1 << 31
_MAX_THREADS = 256


class Summary(NamedTuple):
    """The totals of a census."""

    #: The number of positions.
    positions: int
    #: The number of classes of positions that are images of each other and have the same value.
    classes: int
    #: The number of values of all positions; None if the file existed before.
    values: Optional[int]


def run(
    rules: Union[str, Type[Position]],
    size: Optional[str] = None,
    *,
    out: _Path,
    positions: Optional[Sequence[str]] = None,
    filled: bool = False,
    client: Any = None,
    workers: Optional[int] = None,
    checkpoint: Optional[_Path] = None,
    shard: int = SHARD,
    retries: int = 5,
    memory: Optional[int] = None,
    progress: Optional[_OnProgress] = None,
) -> Summary:
    """Makes a census on Dask, and writes its Parquet file.

    Counts all boards of a `size` like "3x4" (3 rows, 4 columns), with `filled` only those without blank cells; or the
    `positions` of a list. `client` is a `distributed.Client`, the address of a scheduler, or None for a cluster on
    this machine with `workers` processes, by default one per core.

    Results are saved in the folder `checkpoint`, by default `out` with `.dask` added. However a run ends, the same
    call continues from there. The folder is removed when the file is complete. An existing file is not written again,
    and must belong to this census. A task evaluates at most `shard` components, is retried up to `retries` times if it
    fails, and may use `memory` bytes in a process, by default three fifths of the limit that Dask sets. `progress` is
    called with the current stage, the number of items that are done, and the number of all items.
    """
    if not 1 <= shard <= _MAX_SHARD:
        raise ValueError(f"a shard has 1 to {_MAX_SHARD} components, not {shard}")
    if client is not None and workers is not None:
        raise ValueError("workers are those of the cluster: their number is not for this call to say")
    import distributed  # noqa: F401, before anything is made

    text = _lines(positions)
    plan = CensusPlan(rules, size, filled=filled, positions=text)
    spec = (portable_rules(rules), size, filled, text, memory, __version__)
    out = os.fspath(out)
    counts = census_finished(plan, out)
    if counts is not None:
        return Summary(**counts)
    folder = _Checkpoint(os.fspath(checkpoint) if checkpoint is not None else out + ".dask", str(plan), shard)
    with folder, _client_of(client, workers) as connected:
        driver = CensusWorker(plan, memory=memory)
        here = client is None
        run_of = _Run(connected, here, spec, driver, folder, retries, progress or (lambda stage, done, of: None))
        try:
            run_of.find()
        finally:
            run_of.forget()
        # Write the file completely or not at all. A partial file of a killed process is overwritten.
        partial = os.path.join(folder.path, "output.part")
        counts = write_census(plan, run_of.rows(), partial)
        os.replace(partial, out)
        folder.remove()
    return Summary(**counts)


def run_here(
    rules: Union[str, Type[Position]],
    size: Optional[str] = None,
    *,
    out: _Path,
    positions: Optional[Sequence[str]] = None,
    filled: bool = False,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
) -> Summary:
    """Makes a census in `threads` threads of this process, by default one per core, and writes its Parquet file.

    The positions are given as for `run`. Results are saved in the folder `out` with `.checkpoint` added, and however a
    call ends, the same call continues from there.
    """
    plan = CensusPlan(rules, size, filled=filled, positions=_lines(positions))
    if threads is not None:
        threads = min(threads, _MAX_THREADS)
    return Summary(**census_here(plan, os.fspath(out), threads=threads, memory=memory))


def _lines(positions: Optional[Sequence[str]]) -> Optional[str]:
    """Joins the positions as lines."""
    if positions is None:
        return None
    if isinstance(positions, str):
        raise TypeError("positions are a list of texts, not a text")
    for position in positions:
        if not position.strip() or len(position.splitlines()) > 1:
            raise ValueError(f"{position!r} is not a position")
    return "".join(f"{position}\n" for position in positions)


def read(path: _Path) -> List["CensusRow"]:
    """The rows of the Parquet file of a census, one for each class of positions.

    The `multiplicity` positions of a class are images of `position` and have the same value, so that multiplicities add
    up by any column:

    >>> import collections, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "census.parquet")
    ...     summary = dicot.census.run_here("clobber", "3x3", out=file)
    ...     rows = dicot.census.read(file)
    >>> boards = collections.Counter()
    >>> for row in rows:
    ...     boards[row["outcome"]] += row["multiplicity"]
    >>> sorted(boards.items())
    [('L', 3762), ('N', 7702), ('P', 4457), ('R', 3762)]

    `pandas.read_parquet(file).groupby("outcome").multiplicity.sum()` says the same. In files of earlier versions a row
    also represents positions with the negative of its value; this function returns two rows for such a row, and pandas
    does not.
    """
    return read_census(os.fspath(path))


# On the machines of a cluster ----------------------------------------------------------------------------------------


class _Known:
    """A worker, and the blocks that it has learned."""

    def __init__(self, spec: _Spec) -> None:
        rules, size, filled, positions, memory, version = spec
        if version != __version__:
            raise RuntimeError(f"dicot {version} made the census and dicot {__version__} is installed here")
        plan = CensusPlan(_received(rules), size, filled=filled, positions=positions)
        self.worker = CensusWorker(plan, memory=_allowance() if memory is None else memory)
        self.learned: Set[str] = set()
        self.learning = threading.Lock()

    def learn(self, layers: Sequence[Sequence[str]]) -> None:
        # Only one thread learns at a time; the others would learn the same blocks.
        with self.learning:
            for layer in layers:
                for block in layer:
                    seal = _seal(block)
                    if seal not in self.learned:
                        self.worker.learn(block)
                        self.learned.add(seal)


def _received(rules: Tuple[str, Optional[str]]) -> str:
    """The name of a ruleset of another process, whose text is read here."""
    name, text = rules
    if text is not None:
        read_ruleset_text(text)
    return name


def _allowance() -> Optional[int]:
    """The memory limit of a process: below the limit at which Dask pauses it, which would be forever."""
    from distributed import get_worker

    try:
        limit = get_worker().memory_manager.memory_limit
    except ValueError:  # not a Dask process
        return None
    return int(limit * 0.6) if limit else None


def _seal(block: str) -> str:
    """Identifies a block by its last characters, which contain its checksum, and its length."""
    return f"{block[-40:]}{len(block)}"


# The most recently used workers, the last one at the end. There are several only if several runs share a cluster.
_KNOWN: "OrderedDict[str, _Known]" = OrderedDict()
_LOCK = threading.Lock()
_MAX_KNOWN = 2


def _known(key: str, spec: _Spec) -> _Known:
    with _LOCK:
        if key not in _KNOWN:
            _KNOWN[key] = _Known(spec)
        _KNOWN.move_to_end(key)
        while len(_KNOWN) > _MAX_KNOWN:
            _KNOWN.popitem(last=False)
        return _KNOWN[key]


def _forget(key: str) -> None:
    with _LOCK:
        _KNOWN.pop(key, None)


def _evaluate(key: str, spec: _Spec, components: str, *layers: Sequence[str]) -> str:
    known = _known(key, spec)
    known.learn(layers)
    block = known.worker.evaluate(components)
    known.learned.add(_seal(block))
    return block


def _rows(key: str, spec: _Spec, chunks: Sequence[int], *layers: Sequence[str]) -> List[str]:
    known = _known(key, spec)
    known.learn(layers)
    return [known.worker.rows(chunk) for chunk in chunks]


def _layer(*blocks: str) -> List[str]:
    return list(blocks)


def _given(text: Any) -> Any:
    return text


# On the client --------------------------------------------------------------------------------------------------------


class _Run:
    """A census on a cluster."""

    def __init__(
        self,
        client: Any,
        here: bool,
        spec: _Spec,
        driver: CensusWorker,
        folder: "_Checkpoint",
        retries: int,
        progress: _OnProgress,
    ) -> None:
        self.client = client
        self.driver = driver
        self.folder = folder
        self.retries = retries
        self.progress = progress
        self.key = uuid.uuid4().hex
        # Texts of processes on this machine are not sent through the scheduler.
        self.direct = True if here else None
        # A list of positions is long, so it is sent to each machine only once.
        self.spec = self.submit("plan", _given, spec)

    def submit(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        return self.client.submit(
            function, *arguments, key=f"dicot-{name}-{self.key}", retries=self.retries, pure=False
        )

    def rows(self) -> Iterator[str]:
        """The chunks of rows, in order."""
        for chunk in range(self.driver.row_chunks()):
            rows = self.folder.read(f"rows-{chunk}")
            if rows is None:
                raise RuntimeError(f"{self.folder.path}: the file rows-{chunk} is damaged")
            yield rows

    def layers(self) -> List[List[str]]:
        """The shards of each layer."""
        piece = max(1, self.folder.shard // _PIECES)
        layers = self.driver.layers(os.cpu_count() or 1, piece)
        most = max(1, self.folder.shard // piece)
        return [["".join(part) for part in _parts(pieces, most)] for pieces in layers]

    def find(self) -> None:
        """Computes the missing chunks of rows, and the values that they need."""
        from distributed import as_completed

        self.progress("components", 0, 0)
        chunks = range(self.driver.row_chunks())
        missing = [chunk for chunk in chunks if self.folder.read(f"rows-{chunk}") is None]
        if not missing:
            return
        layers = self.layers()
        below: List[Any] = []
        kept: Dict[Any, List[str]] = {}  # for each task, the names of the files of its results
        for number, shards in enumerate(layers):
            blocks = []
            for i, components in enumerate(shards):
                name = f"values-{number}-{i}"
                block = self.folder.read(name)
                if block is None:
                    task = self.submit(name, _evaluate, self.key, self.spec, components, *below)
                    kept[task] = [name]
                else:
                    task = self.submit(name, _given, block)
                blocks.append(task)
            below.append(self.submit(f"layer-{number}", _layer, *blocks))
        of_values, all_shards = len(kept), sum(map(len, layers))
        for some in _parts(missing, _ROW_CHUNKS):
            task = self.submit(f"rows-{some[0]}", _rows, self.key, self.spec, some, *below)
            kept[task] = [f"rows-{chunk}" for chunk in some]
        rows_before = len(chunks) - len(missing)
        of_rows = len(missing)
        values_done, rows_done = 0, 0
        self.progress("values", all_shards - of_values, all_shards)
        for batch in as_completed(list(kept)).batches():
            texts = self.client.gather(batch, direct=self.direct)
            for task, found in zip(batch, texts):
                names = kept.pop(task)
                for name, text in zip(names, [found] if isinstance(found, str) else found):
                    self.folder.write(name, text)
                if names[0].startswith("values"):
                    values_done += 1
                else:
                    rows_done += len(names)
            if values_done < of_values:
                self.progress("values", all_shards - of_values + values_done, all_shards)
            else:
                self.progress("rows", rows_before + rows_done, rows_before + of_rows)

    def forget(self) -> None:
        """Frees the memory of the machines of the cluster."""
        # A process that died has nothing to free.
        with contextlib.suppress(Exception):
            self.client.run(_forget, self.key)


# The number of pieces of a full shard; a part has at most 1/_PIECES of the remaining pieces. A first choice, not compared with others.
_PIECES = 8
# The maximum number of chunks of rows of a task. A first choice, not compared with others.
_ROW_CHUNKS = 16


def _parts(pieces: Sequence[_T], most: int) -> Iterator[Sequence[_T]]:
    """Splits a list into parts of at most `most` items, the last ones smaller, so that workers finish about together.

    The split depends only on the arguments, so it is the same when a census continues.
    """
    start = 0
    while start < len(pieces):
        end = start + min(most, -(-(len(pieces) - start) // _PIECES))
        yield pieces[start:end]
        start = end


@contextlib.contextmanager
def _client_of(client: Any, workers: Optional[int]) -> Iterator[Any]:
    """Yields the given client, or one of the scheduler at an address or of a new cluster on this machine."""
    import dask
    from distributed import Client, LocalCluster

    if client is None:
        # The memory of a worker cannot be spilled to disk: a process that pauses until it is would wait forever.
        with dask.config.set({"distributed.worker.memory.pause": False}), LocalCluster(
            n_workers=workers or os.cpu_count() or 1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster, Client(cluster) as own:
            yield own
    elif isinstance(client, str):
        with Client(client) as own:
            yield own
    else:
        yield client


# The names of the files in the folder, and of the result files, which are useless without a plan.
_FOUND = re.compile("(values-[0-9]+-[0-9]+|rows-[0-9]+)")
_OURS = re.compile(f"(lock|output[.]part|(plan|{_FOUND.pattern})([.]part)?)")


class _Checkpoint:
    """The folder in which the client saves results: a file for each text, with a digest."""

    def __init__(self, path: str, plan: str, shard: int) -> None:
        self.path = path
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                if not _OURS.fullmatch(name):
                    raise ValueError(f"{os.path.join(path, name)}: not a file of a census")
        else:
            os.mkdir(path)
        self.lock = open(os.path.join(path, "lock"), "ab")
        self.take_lock()
        about = {"dicot": __version__, "plan": plan, "shard": shard}
        found = self.read("plan")
        if found is None and any(_FOUND.match(name) for name in os.listdir(path)):
            self.lock.close()
            raise ValueError(f"{path}: the file plan is damaged or missing; remove the folder to begin anew")
        if found is None:
            self.write("plan", json.dumps(about))
            self.shard = shard
            return
        before = json.loads(found)
        if (before.get("dicot"), before.get("plan")) != (__version__, plan):
            self.lock.close()
            raise ValueError(f"{path}: belongs to another census: {before.get('plan')}, dicot {before.get('dicot')}")
        # The shards must be the same as before.
        self.shard = int(before["shard"])

    def take_lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.lock.close()
            raise BlockingIOError(f"{self.path}: another process is making this census") from None

    def __enter__(self) -> "_Checkpoint":
        return self

    def __exit__(self, *_: object) -> None:
        self.lock.close()

    def read(self, name: str) -> Optional[str]:
        """Reads a text; None if the file is missing or damaged."""
        try:
            with open(os.path.join(self.path, name), "rb") as file:
                digest, _, text = file.read().partition(b"\n")
        except FileNotFoundError:
            return None
        return text.decode() if digest == _digest(text) else None

    def write(self, name: str, text: str) -> None:
        """Saves a text, completely or not at all."""
        path, content = os.path.join(self.path, name), text.encode()
        with open(path + ".part", "wb") as file:
            file.write(_digest(content) + b"\n")
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(path + ".part", path)

    def remove(self) -> None:
        for name in os.listdir(self.path):
            if _OURS.fullmatch(name):
                os.unlink(os.path.join(self.path, name))
        # Other files stay, and then so does the folder.
        with contextlib.suppress(OSError):
            os.rmdir(self.path)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).hexdigest().encode()


def _main(arguments: Optional[Sequence[str]] = None) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m dicot.census", description="Makes a census on Dask.")
    parser.add_argument("rules", help="the ruleset, clobber for example")
    parser.add_argument("size", nargs="?", help="the board: ROWSxCOLUMNS")
    parser.add_argument("--out", required=True, help="the Parquet file to write")
    parser.add_argument("--filled", action="store_true", help="only boards without blank cells")
    parser.add_argument("--from", dest="positions", metavar="FILE", help="the positions of a list, one in a line")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster; otherwise this machine")
    parser.add_argument("--workers", type=int, help="processes on this machine; otherwise one for each core")
    parser.add_argument("--checkpoint", metavar="FOLDER", help="where to keep what was found; otherwise FILE.dask")
    parser.add_argument("--shard", type=int, default=SHARD, help="components in a task; otherwise %(default)s")
    parser.add_argument("--retries", type=int, default=5, help="how often a task is tried again; otherwise %(default)s")
    parser.add_argument("--memory", type=int, metavar="BYTES", help="the most memory of a process")
    given = parser.parse_args(arguments)
    positions = None
    if given.positions is not None:
        try:
            with open(given.positions, encoding="utf-8") as file:
                positions = [line for line in file.read().splitlines() if line.strip()]
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"{given.positions}: {error}")

    def show(stage: str, done: int, of: int) -> None:
        print(f"\r{stage}: {done} of {of}   " if of else f"\r{stage}   ", end="", file=sys.stderr, flush=True)

    try:
        summary = run(
            given.rules,
            given.size,
            out=given.out,
            positions=positions,
            filled=given.filled,
            client=given.scheduler,
            workers=given.workers,
            checkpoint=given.checkpoint,
            shard=given.shard,
            retries=given.retries,
            memory=given.memory,
            progress=show if sys.stderr.isatty() else None,
        )
    except (ValueError, OSError, ImportError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{summary.positions} positions, {summary.classes} classes, {summary.values} values: {given.out}")
    return 0


if __name__ == "__main__":
    # Under its module name, so that processes of the cluster can import its functions.
    from dicot.census import _main as main

    sys.exit(main())
