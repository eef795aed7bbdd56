"""models.py - risks by log-linear models.

The fits themselves (loglin) and trees (rpart) are compared by tests/golden/test_survey.c: no command
shows them.
"""
from bench import figure

ELSEWHERE = ("loglin", "rpart")


def log_linear(bench, entry, check):
    """Skinner and Shlomo's expectations from a fitted model."""
    right, columns, given = entry["result"], bench.columns(entry), entry["parameters"]
    model = {"model": given["margins"]}
    if given["margins"] == "12_13":
        model = {"model": "terms", "terms": [f"{columns[0]}*{c}" for c in columns[1:]]}
    r = bench.run("measure", {"data": bench.survey(entry["data"]["rows"]),
                              "fraction": given["fraction"], "roles": {"key": columns},
                              "measures": [{"log_linear": model}]}).result("before", "log_linear")
    check.equal("sample_uniques", figure(r, "uniques"), right["sample_uniques"])
    for name in ("tau1", "tau2"):
        check.near(name, figure(r, name), right[name], relative=1e-6)


CALLS = {"Skinner-Shlomo": log_linear}
