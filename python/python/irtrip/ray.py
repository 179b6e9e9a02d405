"""A corpus taken there and back by irtrip on many machines, with Ray Data.

`docs/scale.md` has an example. Each module counts once, also where a worker dies on the way: Ray runs the block that was lost
again, and what a block gave comes with it or not at all.
"""

import collections
import json
import pathlib
import subprocess
import tempfile
from typing import Any, Dict, Iterable, List, Optional

import ray.data

#: What a row says of a module.
COLUMNS = ("name", "outcome", "reason", "report")


def roundtrip(dataset: "ray.data.Dataset", text: Optional[str] = None, name: str = "path", batch_size: int = 64,
              program: str = "irtrip", **options: Any) -> "ray.data.Dataset":
    """Takes each module of a dataset there and back; a row for each, with the columns `COLUMNS`.

    A row of `dataset` names a file that every worker can read in its column `name`; with `text`, that column has the module
    itself, and `name` is what it is called. `options` go to `Dataset.map_batches` (`num_cpus`, `concurrency`, ...).
    """
    arguments = {"text": text, "name": name, "program": program}
    return dataset.map_batches(_batch, batch_size=batch_size, fn_kwargs=arguments, **options)


def files(folder: str, patterns: Iterable[str] = ("*.ll", "*.mlir", "*.bc")) -> "ray.data.Dataset":
    """The files of a folder, for `roundtrip`."""
    found = sorted(str(path) for pattern in patterns for path in pathlib.Path(folder).rglob(pattern))
    return ray.data.from_items([{"path": path} for path in found])


def summary(results: "ray.data.Dataset") -> Dict[str, int]:
    """How many modules had each outcome."""
    counts: Dict[str, int] = collections.Counter()
    for batch in results.iter_batches(batch_format="numpy"):
        counts.update(str(outcome) for outcome in batch["outcome"])
    return dict(counts)


def write_report(results: "ray.data.Dataset", path: str) -> None:
    """Writes one report in the form `jsonl`, which `irtrip report merge` brings into any other."""
    summary: Dict[str, Any] = {"identical": 0, "equivalent": 0, "different": 0, "failed": 0}
    count = results.count()
    head = {"form": 1, "irtrip": _version(), "shards": {"of": 1, "done": [1]}, "files": count}
    with open(path, "w", encoding="utf-8") as report:
        report.write(json.dumps({"head": head}) + "\n")
        for row in results.iter_rows():
            module = json.loads(row["report"])
            summary[module["outcome"]] += 1
            for sums in ("phis", "arguments"):
                total = summary.setdefault(sums, {"values": 0, "edges": 0})
                for key in total:
                    total[key] += module[sums][key]
            report.write(json.dumps({"module": module}) + "\n")
        report.write(json.dumps({"end": {"complete": True, "summary": summary}}) + "\n")


def _version() -> str:
    from importlib import metadata

    return metadata.version("irtrip")


def _batch(batch: Dict[str, Any], text: Optional[str], name: str, program: str) -> Dict[str, List[str]]:
    names = [str(value) for value in batch[name]]
    with tempfile.TemporaryDirectory() as folder:
        if text is None:
            paths = names
        else:
            # A name without a known ending: irtrip sees from the text which language it is in.
            paths = [str(pathlib.Path(folder, f"{place}.ir")) for place in range(len(names))]
            for path, module in zip(paths, batch[text]):
                pathlib.Path(path).write_text(module, encoding="utf-8")
        report = pathlib.Path(folder, "report.jsonl")
        command = [program, "roundtrip", "--quiet", "--jobs", "1", "--format", "jsonl", "-o", str(report), *paths]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
    entries = (json.loads(line).get("module") for line in lines)
    found = {entry["path"]: entry for entry in entries if entry}
    message = f"irtrip ended with status {done.returncode}: {done.stderr.strip()[-200:]}"
    rows: Dict[str, List[str]] = {column: [] for column in COLUMNS}
    for path, called in zip(paths, names):
        entry = found.get(path) or _failed(message)
        entry["path"] = called
        rows["name"].append(called)
        rows["outcome"].append(entry["outcome"])
        rows["reason"].append(entry.get("error", {}).get("message", ""))
        rows["report"].append(json.dumps(entry))
    return rows


def _failed(message: str) -> Dict[str, Any]:
    """The entry of a module that irtrip did not come to."""
    none = {"values": 0, "edges": 0}
    error = {"step": "read", "message": message}
    return {"outcome": "failed", "error": error, "bytes": 0, "microseconds": 0, "phis": none, "arguments": none}
