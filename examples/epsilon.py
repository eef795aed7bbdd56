#!/usr/bin/env python3
"""Is epsilon a measure of confidentiality, or of utility?  An experiment that anybody can repeat.

Muralidhar, Domingo-Ferrer and Martinez (2020) made files of private answers to record queries, and
looked at what epsilon says of them: how many records can be linked to the original, and what is left
of the data.  This does the same with `tacit protect`:

    python3 examples/epsilon.py                               # made-up survey of 1 000 persons
    python3 examples/epsilon.py FILE COLUMN:LOW:HIGH ...      # a file of yours, with bounds

For each epsilon (of all columns together) and each size k of groups it shows, as means over RUNS
simulations, the share of records that distance-based linkage links rightly, IL1s (how far a value
moves, in standard deviations), and how far correlations move.  The environment variable TACIT names
the command; K, EPSILON and RUNS can be set to lists, or a number.
"""
import json
import os
import subprocess
import sys
import tempfile

TACIT = os.environ.get("TACIT", "tacit")
EPSILONS = [float(x) for x in os.environ.get("EPSILON", "0.1 1 10 100 1000").split()]
SIZES = [int(x) for x in os.environ.get("K", "1 10 100").split()]
RUNS = int(os.environ.get("RUNS", "5"))
SURVEY = ["age:0:110", "income:0:200000", "spending:0:200000"]


def run(*words):
    """The record of a command that ends well."""
    done = subprocess.run([TACIT, *words, "--json"], capture_output=True, text=True, check=False)
    record = json.loads(done.stdout)
    if done.returncode != 0:
        sys.exit(record.get("error", done.stderr))
    return record


def figure(results, measure, name):
    """The figure `name` of a measure."""
    for result in results:
        if result["name"] == measure:
            return next((f["value"] for f in result["figures"] if f["name"] == name), float("nan"))
    return float("nan")


def simulate(data, bounds, others, step, seed):
    """Linked share, IL1s and change of correlations of one simulated file."""
    plan = {
        "data": data,
        "steps": ([{"drop": {"columns": others}}] if others else []) + [
            {"private_microdata": dict(step, columns=list(bounds), bounds=bounds)}],
        "measures": ["distance_linkage", "il_one", "moments"],
        "seed": seed,
        "protect": {"simulation": True},
        "output": "simulated.csv",
    }
    with open("plan.yaml", "w", encoding="utf-8") as f:
        json.dump(plan, f)
    record = run("protect", "plan.yaml", "--force")
    return (figure(record["after"]["risks"], "distance_linkage", "reidentified"),
            figure(record["utility"], "il_one", "il_one"),
            figure(record["utility"], "moments", "correlation_change"))


def main():
    """Print the table."""
    data = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "survey.csv"
    columns = [x.rsplit(":", 2) for x in (sys.argv[2:] or SURVEY)]
    bounds = {name: [float(low), float(high)] for name, low, high in columns}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if len(sys.argv) == 1:
            run("generate", "survey", "--rows", "1000", "--output", data)
        about = run("inspect", data)["data"]
        others = [c["name"] for c in about["columns"] if c["name"] not in bounds]
        print(f"{about['rows']} records, {len(bounds)} columns; linked by chance: "
              f"{100 / about['rows']:.2g} %")
        print(f"{'epsilon':>8} {'k':>5} {'linked':>9} {'IL1s':>10} {'correlations':>13}")
        for epsilon in EPSILONS:
            for k in SIZES:
                step = {"epsilon": round(epsilon / len(bounds), 9), "k": k}
                found = [simulate(data, bounds, others, step, 2**40 + seed) for seed in range(RUNS)]
                linked, loss, moved = (sum(x) / RUNS for x in zip(*found))
                print(f"{epsilon:8g} {k:5d} {100 * linked:8.2f}% {loss:10.3g} {moved:13.3g}")


if __name__ == "__main__":
    main()
