"""Tests of the package; run as a program it prints TAP.

Environment: TACIT_LIBRARY is the library, TACIT the command, TACIT_SOURCE_DIR the project.
"""

from __future__ import annotations

import _thread
import ctypes
import gc
import importlib
import os
import pathlib
import signal
import random
import subprocess
import sys
import tempfile
import threading
import unittest
from datetime import date, datetime, timedelta, timezone
from typing import Any
from unittest import mock

import tacit
from tacit import _abi, _arrow, _lib, _memory

PEOPLE = {
    "age": [20 + i % 40 for i in range(400)],
    "sex": ["fm"[i % 2] for i in range(400)],
    "pay": [None if i % 50 == 7 else 1000.5 + i for i in range(400)],
}


def same(table: Any, **more: Any) -> dict[str, list[Any]]:
    """What comes out if nothing is masked."""
    made: dict[str, list[Any]] = tacit.Plan(table, **more).reorder(keep=True).protect().table.to_dict()
    return made


def some_table(rng: random.Random) -> dict[str, list[Any]]:
    """A few columns of all kinds that come back as they are, with missing values."""
    draw = {
        "i": lambda: rng.choice([0, -1, 2**62, -(2**62), rng.randrange(1000)]),
        "r": lambda: rng.choice([0.5, -1e300, 1e-300, rng.gauss(0, 1)]),
        "t": lambda: rng.choice(["x", "ü\u4e2d", "a,b\n", "'\"\\", "NULL", str(rng.random())]),
        "d": lambda: date(1900, 1, 1) + timedelta(days=rng.randrange(60000)),
    }
    n = rng.choice([1, 2, 7, 8, 9, 63, 64, 65])
    table = {}
    for j in range(rng.randrange(1, 5)):
        kind = rng.choice("irtd")
        values: list[Any] = [draw[kind]() if rng.random() < 0.8 else None for _ in range(n)]
        table[f"{kind}{j}"] = values if any(v is not None for v in values) else [draw[kind]()] * n
    return table


class InAndOut(unittest.TestCase):
    def test_200_tables_come_out_as_they_went_in(self) -> None:
        rng = random.Random(20)
        for _ in range(200):
            table = some_table(rng)
            self.assertEqual(table, same(table))

    def test_tables_that_hypothesis_makes_come_out_as_they_went_in(self) -> None:
        try:
            from hypothesis import given, settings, strategies as st
        except ImportError:
            self.skipTest("hypothesis is not installed")
        texts = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=8)
        zones = st.sampled_from([timezone.utc, timezone(timedelta(hours=-9.5))])
        kinds = [st.integers(-(2**62), 2**62), st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0),
                 texts, st.dates(date(1, 1, 1), date(9999, 12, 31)), st.booleans(), st.datetimes(),
                 st.datetimes(datetime(1900, 1, 1), timezones=zones)]  # fmt: skip

        def cells(n: int) -> Any:
            return st.one_of([st.lists(st.none() | kind, min_size=n, max_size=n) for kind in kinds])

        names = texts.filter(lambda name: name.strip() == name != "" and name[0] != "\1")
        tables = st.integers(1, 70).flatmap(lambda n: st.dictionaries(names, cells(n), min_size=1, max_size=4))

        @settings(max_examples=150, deadline=None, database=None, derandomize=True)
        @given(tables)
        def check(table: dict[str, list[Any]]) -> None:
            known = {name: cells for name, cells in table.items() if any(v is not None for v in cells)}
            if known:
                self.assertEqual(known, same(known))

        check()

    def test_a_released_table_goes_in_again_as_a_stream(self) -> None:
        table = tacit.Plan(PEOPLE).reorder(keep=True).protect().table
        for _ in range(2):  # it can be asked for again
            self.assertEqual(PEOPLE, same(table))

    def test_true_false_and_times_come_back_and_are_texts_to_a_plan(self) -> None:
        zone = timezone(timedelta(hours=2))
        table = {
            "flag": [True, None, False],
            "at": [datetime(2026, 1, 31, 10, 15, 30, 250000), None, datetime(2026, 1, 31)],
            "midnight": [datetime(1, 1, 1), None, datetime(9999, 12, 31)],
            "zoned": [datetime(2026, 1, 1, 1, tzinfo=zone), None, datetime(2026, 1, 1, 2, tzinfo=zone)],
        }
        self.assertEqual(table, same(table))
        plan = tacit.Plan(table).recode("flag", groups={"yes": "true", "no": "false"})
        self.assertEqual(["yes", None, "no"], plan.reorder(keep=True).protect().table.to_dict()["flag"])

    def test_nothing_is_left_that_was_handed_out(self) -> None:
        for table in (PEOPLE, {"a": [[1]]}, {}):
            try:
                same(table)
            except tacit.Error:
                pass
        table = tacit.Plan(PEOPLE).reorder(keep=True).protect().table
        unused, table = table.__arrow_c_stream__(), None
        del unused
        gc.collect()
        self.assertEqual((0, 0), (len(_arrow.handed_out), len(_arrow._capsules)))

    def test_streams_of_others_are_released_once(self) -> None:
        stream, released = _arrow.stream_of(tacit._plan.columns_from(PEOPLE)), []
        inner = _arrow._CALLS[3]  # a field is a view: what it holds now changes with it

        def count(at: Any) -> None:
            released.append(1)
            inner(at)

        counting = _abi.ReleaseStream(count)
        stream.release = counting
        capsule = _arrow._python.PyCapsule_New(ctypes.addressof(stream), b"arrow_array_stream", None)
        theirs = mock.Mock(spec=["__arrow_c_stream__"], __arrow_c_stream__=lambda: capsule)
        self.assertEqual(PEOPLE, same(theirs))
        self.assertEqual([1], released)
        self.assertFalse(stream.release)

    def test_pandas(self) -> None:
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pd.DataFrame(
            {
                "small": pd.array([1, 2, 3], dtype="int8"),
                "whole": pd.array([1, None, 2**60], dtype="Int64"),
                "real": [0.5, None, -2.25],
                "text": ["a", None, "b"],
                "kind": pd.Categorical(["u", None, "u"], categories=["v", "u"]),
                "day": pd.to_datetime(["2026-01-31", None, "1950-12-01"]),
            }
        )
        out = tacit.Plan(frame).reorder(keep=True).protect().table.to_pandas()
        self.assertEqual(["int64", "Int64", "float64", "category", "category", "datetime64[ns]"],
                         [str(t) for t in out.dtypes])  # fmt: skip
        self.assertEqual(frame.notna().values.tolist(), out.notna().values.tolist())
        for name in frame:
            self.assertEqual(frame[name].dropna().astype(str).tolist(), out[name].dropna().astype(str).tolist())
        with self.assertRaisesRegex(tacit.WrongRequest, "are called 'a'"):
            tacit.Plan(pd.DataFrame([[1, 2]], columns=["a", "a"])).inspect()

    def test_pandas_types_come_back(self) -> None:
        try:
            import numpy as np
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        clock = pd.to_datetime(["2026-03-29 01:30:00.25", "2026-03-29 03:30", None])
        midnights = pd.to_datetime(["2026-03-29", None, "2026-03-30"])
        frame = pd.DataFrame(
            {
                "flag": [True, False, True],
                "may": pd.array([True, None, False], dtype="boolean"),
                "clock": clock,
                "vienna": clock.tz_localize("Europe/Vienna"),
                "midnight": midnights,
                "zoned midnight": midnights.tz_localize("UTC"),
                "order": pd.Categorical(["lo", "hi", "mid"], categories=["lo", "mid", "hi"], ordered=True),
                "coded": pd.Categorical([3, None, 1]),
            }
        )
        table = tacit.Plan(frame).reorder(keep=True).protect().table
        pd.testing.assert_frame_equal(frame, table.to_pandas())
        pd.testing.assert_frame_equal(frame, table.to_pandas(copy=False))
        # of pandas before version 2 no time lies before 1677 or after 2262
        far = same({"day": [date(1, 1, 1), date(9999, 12, 31)]})
        self.assertEqual(far["day"], tacit.Plan(far).reorder(keep=True).protect().table.to_pandas()["day"].tolist())
        arrays = {"n": np.array([1, 2]), "t": np.array(["x", "y"]), "d": np.array(["2026-01-01", "NaT"], dtype="M8[D]"),
                  "s": [np.int64(1), np.float32(2.5)], "m": [1, pd.NA], "c": pd.Categorical([1.5, 2])}  # fmt: skip
        self.assertEqual({"n": [1, 2], "t": ["x", "y"], "d": [datetime(2026, 1, 1), None], "s": [1.0, 2.5], "m": [1, None],
                          "c": [1.5, 2.0]}, same(arrays))  # fmt: skip


    def test_frames_of_a_large_table_share_it_until_they_are_written_to(self) -> None:
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        rng = random.Random(21)
        with mock.patch.object(_memory, "LARGE", 1):
            for _ in range(40):
                table = some_table(rng)
                self.assertEqual(table, same(table))
            kinds = pd.Categorical([None, "ü", "b"] * 50, categories=["b", "ü"])
            frame = pd.DataFrame({"real": [0.5, None, 1.5] * 50, "whole": range(150), "kind": kinds,
                                  "may": pd.array([1, None, 3] * 50, dtype="Int64"),
                                  "day": pd.to_datetime(["2026-01-31", None, "1950-12-01"] * 50)})  # fmt: skip
            table = tacit.Plan(frame).reorder(keep=True).protect().table
            self.assertIsNotNone(table._shared)
            first, view = table.to_pandas(), table.to_pandas(copy=False)
            first.loc[first.index, "real"] = 7
            first["may"].array[:] = 7
            first["whole"] += 1
            again = same(table)  # as a stream
            second = table.to_pandas()
            del table
            gc.collect()
            for kept in (view, second):
                pd.testing.assert_frame_equal(frame, kept)
            self.assertEqual((list(range(150)), [0.5, None, 1.5]), (again["whole"], again["real"][:3]))
            self.assertEqual(([7] * 150, list(range(1, 151))), (first["real"].tolist(), first["whole"].tolist()))

    def test_polars_and_pyarrow(self) -> None:
        known = {name: cells for name, cells in PEOPLE.items()}
        tried = 0
        for module, frame, back in (
            ("polars", lambda m: m.DataFrame(known), lambda t: t.to_polars().to_dict(as_series=False)),
            ("pyarrow", lambda m: m.table(known), lambda t: t.to_arrow().to_pydict()),
        ):
            try:
                given = frame(importlib.import_module(module))
            except ImportError:
                continue
            tried += 1
            self.assertEqual(known, back(tacit.Plan(given).reorder(keep=True).protect().table))
        if not tried:
            self.skipTest("neither is installed")


class Refused(unittest.TestCase):
    def test_data_that_cannot_be_held_is_named(self) -> None:
        mixed_zones = [datetime(2026, 1, 1), datetime(2026, 1, 1, tzinfo=timezone.utc)]
        for values, said in (
            ([[1], [2]], "Column 'bad' holds values of type list"),
            ([1, "Xanthippe77"], "Column 'bad' holds values of type int and str"),
            ([2**70], "Column 'bad' holds a whole number beyond 64 bits"),
            (mixed_zones, "Column 'bad' holds times with and without a time zone"),
            (["\ud800"], "Column 'bad' holds texts with half a character"),
            (7, "Column 'bad' is one value"),
            ("Xanthippe77", "Column 'bad' is one value"),
        ):
            with self.assertRaisesRegex(tacit.WrongRequest, said) as caught:
                tacit.Plan({"bad": values}).inspect()
            self.assertNotIn("Xanthippe77", str(caught.exception))
        for table, said in (({}, "no columns"), ({"\ud800": [1]}, "name of column 1"), ({"a\0b": [1]}, "name of a column"), ({"a": [1], "b": []}, "same length"), (7, "Data is a path")):
            with self.assertRaisesRegex(tacit.WrongRequest, said):
                tacit.Plan(table).inspect()

    def test_all_problems_of_a_plan_have_their_place(self) -> None:
        with self.assertRaises(tacit.WrongRequest) as caught:
            tacit.Plan(PEOPLE, keys="age", steps=[{"nois": {}}]).protect()
        self.assertEqual(["unknown_key", "unknown_name"], [p["code"] for p in caught.exception.problems])
        self.assertTrue(all(p["line"] > 1 and p["column"] > 0 for p in caught.exception.problems))

    def test_what_does_not_hold_does_not_come_out(self) -> None:
        with self.assertRaises(tacit.NotReleased) as caught:
            tacit.Plan(PEOPLE, key=["age", "sex"]).require.k_anonymity(k=50).protect()
        self.assertIs(False, tacit.Record(caught.exception.record or {}).holds)

    def test_files(self) -> None:
        with self.assertRaises(tacit.WrongFile):
            tacit.Plan("not-there.csv").inspect()
        with self.assertRaises(tacit.WrongRequest):
            tacit.Plan(PEOPLE).write("plan.yaml")


    def test_a_frame_that_changes_while_it_is_read_is_named(self) -> None:
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pd.DataFrame({"steady": [1.0, 2.0], "moving": [3.0, 4.0]})
        put = _lib.Context.put

        def change(cx: Any, name: str, stream: Any) -> None:
            put(cx, name, stream)
            frame.to_numpy(copy=False)[0, 1] = 77

        with mock.patch.object(_lib.Context, "put", change):
            with self.assertRaisesRegex(tacit.WrongData, "Column 'moving' of the data changed"):
                tacit.Plan(frame).inspect()
        self.assertEqual(77, frame["moving"][0])

    def test_frames_of_pandas_that_cannot_be_held(self) -> None:
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        zoned = pd.to_datetime(["2026-01-01 02:00", None]).tz_localize("Europe/Vienna")
        self.assertEqual([zoned[0].to_pydatetime(), None], same(pd.DataFrame({"at": zoned}))["at"])
        for bad in ([[1], [2]], [1, "Xanthippe77"], pd.to_timedelta([1, 2]), pd.period_range("2026", periods=2),
                    [1j, 2j], [b"x", b"y"]):  # fmt: skip
            with self.assertRaisesRegex(tacit.WrongRequest, "Column 'bad' holds") as caught:
                tacit.Plan(pd.DataFrame({"good": [1, 2], "bad": bad})).inspect()
            self.assertNotIn("Xanthippe77", str(caught.exception))
        with self.assertRaisesRegex(tacit.WrongData, "no records"):
            same(pd.DataFrame({"a": pd.Series([], dtype="int64")}))
        with self.assertRaisesRegex(tacit.WrongRequest, "no columns"):
            tacit.Plan(pd.DataFrame(index=[1, 2])).inspect()


    def test_infinite_values_are_told(self) -> None:
        with self.assertWarnsRegex(UserWarning, "Column 'pay' has infinite values"):
            self.assertEqual([1.5, None, None], same({"pay": [1.5, float("-inf"), float("nan")]})["pay"])
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        with self.assertWarnsRegex(UserWarning, "Column 'pay' has infinite values"):
            self.assertEqual([1.5, None], same(pd.DataFrame({"pay": [1.5, float("inf")]}))["pay"])


class Plans(unittest.TestCase):
    def test_plans_are_values(self) -> None:
        first = tacit.Plan(PEOPLE, key="age")
        second = first.require.k_anonymity(k=5).recode("age", width=10).hierarchy.intervals("age", widths=[10])
        self.assertNotIn("steps", first.parts)
        self.assertEqual(second, first.require.k_anonymity(k=5).recode("age", width=10)
                         .hierarchy.intervals("age", widths=[10]))  # fmt: skip
        with self.assertRaises(AttributeError):
            first.data = None  # type: ignore[misc]
        self.assertNotEqual(tacit.Plan(dict(PEOPLE), key="age"), first)
        self.assertEqual(tacit.Plan("a.csv", key="age"), tacit.Plan("a.csv", key="age"))
        self.assertNotIn("Xanthippe77", repr(tacit.Plan({"who": ["Xanthippe77"]}, key="who")))

    def test_parameters_of_numpy_and_pandas_dates_and_paths(self) -> None:
        for bad in (7, [7], [["age"]]):
            with self.assertRaisesRegex(tacit.WrongRequest, "role 'key' are given by their names"):
                tacit.Plan(PEOPLE, key=bad)  # type: ignore[arg-type]
        with self.assertRaisesRegex(tacit.WrongRequest, "A plan holds texts"):
            str(tacit.Plan(PEOPLE, seed=object()))
        self.assertIn('["2026-01-31", "a/b"]', str(tacit.Plan(PEOPLE, x=[date(2026, 1, 31), pathlib.Path("a/b")])))
        try:
            import numpy as np
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pd.DataFrame(PEOPLE)
        plan = tacit.Plan(frame, key=frame.columns[:2]).require.k_anonymity(k=np.int64(5))
        plan = plan.recode("age", breaks=np.arange(20, 61, 20)).noise(frame.columns[2:], scale=np.float32(0.5))
        self.assertEqual("20-39", plan.reorder(keep=True).protect().table.to_dict()["age"][0])

    def test_measures_by_their_names(self) -> None:
        record = tacit.Plan(PEOPLE, key="age").measure("prosecutor")
        self.assertEqual(10, 1 / record["prosecutor"]["highest"])  # 40 ages, 10 records each
        self.assertIn("prosecutor", record._repr_html_())
        release = tacit.Plan(PEOPLE, key="age", measures=["prosecutor"]).recode("age", width=10).protect()
        self.assertAlmostEqual(0.01, release["prosecutor"]["highest"])  # 4 groups of 100
        with self.assertRaises(KeyError):
            record["prosecuter"]

    def test_notebooks_see_figures_and_no_cell(self) -> None:
        release = tacit.Plan({**PEOPLE, "who": ["<b>Xanthippe77"] * 400}, key="age").recode("age", width=10).protect()
        shown = release._repr_html_()
        self.assertIn("Prosecutor risk", shown)
        self.assertIn("400 records", shown)
        self.assertRegex(shown, "before</th><th[^>]*>after</th>")
        self.assertRegex(tacit.Plan(PEOPLE, key="age").measure("prosecutor")._repr_html_(), "figure</th><th[^>]*>value</th>")
        self.assertIn("Confidential", shown)
        for unwanted in ("Xanthippe77", "<b>", "<script"):
            self.assertNotIn(unwanted, shown)

    def test_a_view_of_the_table_is_read_only_and_outlives_it(self) -> None:
        try:
            import pandas as pd
        except ImportError:
            self.skipTest("pandas is not installed")
        table = tacit.Plan(PEOPLE).reorder(keep=True).protect().table
        view, copy = table.to_pandas(copy=False), table.to_pandas()
        with self.assertRaises(ValueError):
            view["age"].to_numpy()[0] = 0
        copy.loc[0, "age"] = 0
        self.assertEqual(20, table.to_dict()["age"][0])
        del table
        gc.collect()
        copy.loc[0, "age"] = 20
        pd.testing.assert_frame_equal(view, copy)

    def test_the_same_bytes_as_the_command(self) -> None:
        command = os.environ["TACIT"]
        subprocess.run([command, "generate", "survey", "--rows", "300", "--seed", "4", "--output", "s.csv",
                        "--quiet"], check=True)  # fmt: skip
        plan = (
            tacit.Plan("s.csv", identifier=["person_id", "name"], key="sex", seed=11,
                       measures=["prosecutor"], output="mine.csv")
            .require.k_anonymity(k=2)
            .noise(["income", "savings"], scale=0.2)
        )  # fmt: skip
        mine = plan.protect().raw
        theirs = plan._with(output="theirs.csv")
        theirs.write("theirs.yaml")
        done = subprocess.run([command, "protect", "theirs.yaml", "--json"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=True)  # fmt: skip
        self.assertEqual(open("mine.csv", "rb").read(), open("theirs.csv", "rb").read())
        said = tacit.Record(_lib.json.loads(done.stdout))
        self.assertEqual(tacit.Record(mine).figures, said.figures)

    def test_a_plan_that_is_read_is_carried_out_as_it_stands(self) -> None:
        with open("read.csv", "w") as file:
            file.write("age\n" + "".join(f"{20 + i % 40}\n" for i in range(400)))
        tacit.Plan("read.csv", output="read-safe.csv").recode("age", width=10).write("read.yaml")
        plan = tacit.Plan.read("read.yaml")
        self.assertEqual(400, plan.protect().raw["data"]["rows"])
        self.assertTrue(os.path.exists("read-safe.csv"))
        with self.assertRaisesRegex(tacit.WrongRequest, "text already"):
            plan.recode("age", width=5)
        with self.assertRaises(tacit.WrongFile):
            tacit.Plan.read("not-there.yaml")

    def test_the_best_way_is_a_plan(self) -> None:
        plan = tacit.Plan(PEOPLE, key="age", seed=1)
        map = plan.explore(numbers=["pay"], methods={"noise": 0.1, "rank_swap": 5})
        self.assertEqual(1, sum(bool(way["best"]) for way in map.ways))
        self.assertIn("risk</th>", map._repr_html_())
        self.assertEqual({"the plan", "noise, scale 0.1"}, {"the plan", "noise, scale 0.1"} & {w["way"] for w in map.ways})
        release = map.best.protect()
        self.assertEqual((400, list(PEOPLE)), (len(release.table), release.table.names))
        levels = (plan.hierarchy.intervals("age", widths=[5, 10]).require.k_anonymity(k=5)
                  .generalize(suppression=0.05))  # fmt: skip
        grid = levels.explore()
        self.assertEqual(levels, grid.best)
        self.assertTrue(all(point["k"] >= 2 and 0 <= point["loss"] <= 1 for point in grid.ways) and grid.ways)

    def test_compare_and_any_task(self) -> None:
        release = tacit.Plan(PEOPLE, key="age").recode("age", width=10).reorder(keep=True).protect()
        record = tacit.Plan(PEOPLE, measures=["moments"]).compare(release.table)
        self.assertEqual("compare", record.raw["command"])
        told = tacit.run("measure", "data: memory:people\nroles: {key: age}\nmeasures: [uniques]\n", people=PEOPLE)
        self.assertEqual(0, told["uniques"]["uniques"])


class Work(unittest.TestCase):
    def test_progress_is_told(self) -> None:
        told: list[str] = []
        tacit.Plan(PEOPLE, key="age").recode("age", width=10).protect(
            progress=lambda stage, done, total: told.append(stage)
        )
        self.assertTrue(told)

    def test_what_progress_throws_ends_the_work_and_is_thrown(self) -> None:
        told: list[str] = []

        def enough(stage: str, *_: object) -> None:
            told.append(stage)
            raise LookupError("enough")

        big = {"a": list(range(20000)), "b": [i * 7 % 20011 for i in range(20000)]}
        with self.assertRaisesRegex(LookupError, "enough"):
            tacit.Plan(big).microaggregate(["a", "b"], k=3, algorithm="mdav").protect(progress=enough)
        self.assertEqual(1, len(told))
        self.assertEqual(PEOPLE, same(PEOPLE))

    def test_ctrl_c_stops_it_and_work_goes_on_after(self) -> None:
        begun, interrupted = threading.Event(), threading.Event()

        def interrupt() -> None:
            begun.wait()
            _thread.interrupt_main()
            interrupted.set()

        def hold(*_: object) -> None:  # so that the work does not end before
            begun.set()
            interrupted.wait()

        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it behind &
        self.addCleanup(signal.signal, signal.SIGINT, before)
        threading.Thread(target=interrupt).start()
        big = {"a": list(range(20000)), "b": [i * 7 % 20011 for i in range(20000)]}
        with self.assertRaises(KeyboardInterrupt):
            tacit.Plan(big).microaggregate(["a", "b"], k=3, algorithm="mdav").protect(progress=hold)
        self.assertEqual(PEOPLE, same(PEOPLE))

    def test_no_file_is_written(self) -> None:
        before = sorted(os.listdir("."))
        with tempfile.TemporaryDirectory() as spill, mock.patch.dict(os.environ, TMPDIR=spill):
            same(PEOPLE)
            self.assertEqual([], os.listdir(spill))
        self.assertEqual(before, sorted(os.listdir(".")))


class Sources(unittest.TestCase):
    def test_generated_methods_are_those_of_the_catalog(self) -> None:
        root = os.environ["TACIT_SOURCE_DIR"]
        listed = subprocess.run([os.environ["TACIT"], "list", "--json"], stdout=subprocess.PIPE, check=True)
        with tempfile.TemporaryDirectory() as made:
            for folder in ("python/src/tacit", "r/R", "r/man"):
                os.makedirs(f"{made}/{folder}")
            subprocess.run([sys.executable, "-B", f"{root}/tools/bindings.py", made], input=listed.stdout, check=True)
            files = [os.path.join(folder, name) for folder, _, names in os.walk(made) for name in names]
            self.assertLess(50, len(files))
            for path in files:
                with open(path, "rb") as new, open(f"{root}/bindings{path[len(made):]}", "rb") as old:
                    self.assertEqual(new.read(), old.read(), "run tools/bindings.py")
            pages = set(os.listdir(f"{root}/bindings/r/man")) - set(os.listdir(f"{made}/r/man"))
            self.assertEqual([], [p for p in pages if p.startswith(("step_", "require_", "hierarchy_"))])


class Tap(unittest.TestResult):
    """One TAP line for each test."""

    def _say(self, word: str, test: unittest.TestCase, more: str = "") -> None:
        print(f"{word} - python: {test._testMethodName[5:].replace('_', ' ')}{more}", flush=True)

    def addSuccess(self, test: unittest.TestCase) -> None:
        self._say("ok", test)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self._say("ok", test, f" # SKIP {reason}")

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:
        print("".join(f"# {line}\n" for line in self._exc_info_to_string(err, test).splitlines()))  # type: ignore[attr-defined]
        self._say("not ok", test)

    addError = addFailure


if __name__ == "__main__":
    unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]).run(Tap())
