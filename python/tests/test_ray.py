"""A corpus on a local Ray of two workers, one of which dies on the way."""

import collections
import json
import pathlib
import subprocess
import threading
import time

import pytest

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")

from ray.cluster_utils import Cluster  # noqa: E402

import irtrip.ray  # noqa: E402

MODULE = "source_filename = \"{0}\"\n\ndefine i32 @f{0}(i32 %x) {{\n  ret i32 %x\n}}\n"
COUNT = 400


@pytest.fixture
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address)
    yield cluster, workers
    ray.shutdown()
    cluster.shutdown()


def check(results, names):
    counted = collections.Counter(row["name"] for row in results.iter_rows())
    assert counted == collections.Counter(names)
    assert irtrip.ray.summary(results) == {"identical": len(names)}


def test_a_worker_dies(cluster, tmp_path):
    cluster, workers = cluster
    for place in range(COUNT):
        (tmp_path / f"{place}.ll").write_text(MODULE.format(place))

    killed = []

    def kill():
        time.sleep(3)
        cluster.remove_node(workers[0], allow_graceful=False)
        killed.append(time.monotonic())

    killer = threading.Thread(target=kill)
    killer.start()
    results = irtrip.ray.roundtrip(irtrip.ray.files(str(tmp_path)), batch_size=8).materialize()
    finished = time.monotonic()
    killer.join()
    assert killed[0] < finished, "the worker died after the run"
    check(results, [str(tmp_path / f"{place}.ll") for place in range(COUNT)])

    report = tmp_path / "report.jsonl"
    irtrip.ray.write_report(results, str(report))
    merged = subprocess.run(["irtrip", "report", "merge", str(report)], capture_output=True, text=True, check=True)
    assert json.loads(merged.stdout)["summary"]["identical"] == COUNT


def test_a_column_of_parquet(cluster, tmp_path):
    rows = [{"id": f"module {place}", "ir": MODULE.format(place)} for place in range(20)]
    ray.data.from_items(rows).write_parquet(str(tmp_path / "corpus"))
    corpus = ray.data.read_parquet(str(tmp_path / "corpus"))
    results = irtrip.ray.roundtrip(corpus, text="ir", name="id", batch_size=4).materialize()
    check(results, [row["id"] for row in rows])
    assert not list(pathlib.Path(tmp_path).rglob("*.ir"))
