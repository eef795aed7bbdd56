"""arx.py - the calls of ARX as plans.

ARX holds an empty text for a value with a row in the hierarchy: it gets a name here, in the data
and in the hierarchies, and loses it again in the output.  ARX blanks suppressed records whatever their number; here they may be removed,
which the hash of the output counts as the same.
"""
import collections
import csv
import hashlib
import math
import os

import lattice
from bench import figure, table

EMPTY = "(empty)"

# Privacy models of a call, by the names of the header's arx_calls.
MODELS = {
    "distinct": ("l_diversity", {"kind": "distinct"}, ["l"]),
    "entropy": ("l_diversity", {"kind": "entropy"}, ["l"]),
    "grassberger": ("l_diversity", {"kind": "entropy_grassberger"}, ["l"]),
    "recursive": ("l_diversity", {"kind": "recursive"}, ["c", "l"]),
    "tequal": ("t_closeness", {"distance": "equal"}, ["t"]),
    "tordered": ("t_closeness", {"distance": "ordered"}, ["t"]),
    "thier": ("t_closeness", {"distance": "hierarchical"}, ["t"]),
    "ddisc": ("delta_disclosure", {"compat": "arx"}, ["delta"]),
    "bbasic": ("beta_likeness", {"kind": "basic"}, ["beta"]),
    "benhanced": ("beta_likeness", {"kind": "enhanced"}, ["beta"]),
    "k": ("k_anonymity", {}, ["k"]),
}

# Quality models: loss, how keys are put together, and the balance.
LOSSES = {
    "loss": ("granularity", "geometric", 0.5), "lossAM": ("granularity", "arithmetic", 0.5),
    "lossMAX": ("granularity", "maximum", 0.5), "loss0.25": ("granularity", "geometric", 0.25),
    "loss0.75": ("granularity", "geometric", 0.75), "nue": ("non_uniform_entropy", "sum", 0.5),
    "nueGM": ("non_uniform_entropy", "geometric", 0.5), "nueMono": ("monotone_entropy", "sum", 0.5),
    "nnue": ("normalized_entropy", "sum", 0.5), "disc": ("discernibility", "sum", 0.5),
    "discMono": ("monotone_discernibility", "sum", 0.5), "aecs": ("average_class_size", "sum", 0.5),
    "prec": ("precision", "geometric", 0.5), "precAM": ("precision", "arithmetic", 0.5),
    "height": ("height", "sum", 0.5), "ambiguity": ("ambiguity", "sum", 0.5),
    "kl": ("kl_divergence", "sum", 0.5), "ebil": ("entropy_loss", "sum", 0.5),
}


def number(text):
    """A whole number if it is one."""
    return int(text) if text.isdigit() else float(text)


def requirement(text, sensitive):
    """One model of a call such as recursive:4:3."""
    name, *values = text.split(":")
    model, fixed, names = MODELS[name]
    out = dict(fixed, **dict(zip(names, map(number, values))))
    if name != "k":
        out["sensitive"] = sensitive
    return {model: out}


def named(bench, path):
    """A copy of a delimited file in which empty fields have a name."""
    out = os.path.join(bench.work, "named." + os.path.basename(path))
    with bench.lock:
        if not os.path.exists(out):
            with open(path, encoding="utf-8", newline="") as file:
                delimiter = ";" if "hierarchies" in path else ","
                rows = [[x or EMPTY for x in row] for row in csv.reader(file, delimiter=delimiter)]
            with open(out, "w", encoding="utf-8", newline="") as file:
                csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out


def plan_of(bench, entry, require, step, sensitive=None):
    """A plan that generalises the keys of an entry."""
    keys = bench.columns(entry)
    columns = keys + ([sensitive] if sensitive else [])
    roles = {"key": keys}
    if sensitive:
        roles["sensitive"] = sensitive
    data = bench.survey(entry["data"]["rows"])
    files = {c: bench.hierarchy(c) for c in columns}
    if entry["data"]["columns"] == "QM":
        data, files = named(bench, data), {c: named(bench, f) for c, f in files.items()}
    return {"data": data, "roles": roles,
            "hierarchies": {c: {"file": f} for c, f in files.items()},
            "require": require, "steps": [{"generalize": dict(step, search="optimal")}],
            "measures": [], "output": "out.csv"}


def output_hash(bench, entry, run):
    """The hash of released keys, record by record."""
    keys, kept = bench.columns(entry), {row["person_id"]: row for row in run.rows()}
    lines = []
    for person in bench.people(entry["data"]["rows"]):
        row = kept.get(person["person_id"])
        values = [row[k] for k in keys] if row else []
        lines.append(";".join(values if any(values) else ["*"] * len(keys)).replace(EMPTY, ""))
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def compare_node(bench, entry, check, run, right):
    """Levels, loss, what is suppressed, classes and every released cell."""
    r = run.result("steps", "generalize")
    levels = {row["Key"]: row["Level"] for row in table(r, "keys")}
    check.near("loss", figure(r, "loss"), right["loss"], relative=1e-9, absolute=1e-9)
    check.equal("levels", [levels[k] for k in bench.columns(entry)], right["levels"])
    check.equal("suppressed", figure(r, "suppressed"), right["suppressed"])
    if "classes" in right:
        check.equal("classes", figure(r, "classes"), right["classes"])
        check.equal("smallest", figure(r, "smallest"), right["smallest"])
    check.equal("output_sha256", output_hash(bench, entry, run), right["output_sha256"])


def whole(entry):
    """The result; a table of one label for all is one class here, and all suppressed there."""
    right = entry["result"]
    if right["suppressed"] == entry["data"]["rows"]:
        return dict(right, suppressed=0, classes=1, smallest=right["suppressed"])
    return right


def anon(bench, entry, check):
    """The optimum of a search."""
    _, models, limit, loss, sensitive = entry["call"].split(" ")
    name, aggregate, balance = LOSSES[loss]
    step = {"suppression": number(limit), "loss": name, "aggregate": aggregate,
            "balance": balance}
    sensitive = None if sensitive == "-" else sensitive
    require = [requirement(m, sensitive) for m in models.split("+")]
    right = whole(entry)
    if entry.get("reason") == "T14":  # the same loss at another node: look at theirs too
        best = bench.run("protect", plan_of(bench, entry, require, step, sensitive))
        check.near("least loss", figure(best.result("steps", "generalize"), "loss"),
                   right["loss"], relative=1e-9)
        step["levels"] = dict(zip(bench.columns(entry), right["levels"]))
    plan = plan_of(bench, entry, require, step, sensitive)
    run = bench.run("protect", plan)
    run.result("steps", "generalize")  # there must be one before it is worth to look for another
    if entry["id"] in RIGHT:
        right = RIGHT[entry["id"]](bench, entry, right)
    compare_node(bench, entry, check, run, right)
    if "quality" in right:
        quality(bench, entry, check, plan)


def best_by(gone_of, attained=True):
    """The optimum found by looking at every node.  Where ARX only refuses classes that it should
    not, its own loss can be attained."""
    def find(bench, entry, right):
        limit, sensitive = entry["call"].split(" ")[2], entry["call"].split(" ")[4]
        table_of = lattice.Lattice(bench, entry["data"]["rows"], bench.columns(entry), sensitive)
        return table_of.best(gone_of, float(limit), right["loss"] if attained else 1.0)
    return find


def node_by(gone_of):
    """The node of ARX with what is to be suppressed there."""
    def find(bench, entry, right):
        sensitive = entry["call"].split(" ")[4]
        table_of = lattice.Lattice(bench, entry["data"]["rows"], bench.columns(entry), sensitive)
        node = tuple(right["levels"])
        return table_of.result(node, gone_of(table_of.classes(node)))
    return find


def divergence(bench, entry, right):
    """The divergence of the node of ARX, summed over cells."""
    table_of = lattice.Lattice(bench, entry["data"]["rows"], bench.columns(entry))
    node = tuple(right["levels"])
    gone = {x for x, c in table_of.classes(node).items() if sum(c.values()) < 5}
    return dict(right, loss=lattice.divergence(table_of, node, gone))


ENTROPY = best_by(lattice.against_all(lattice.entropy(3)))
GRASSBERGER = best_by(lattice.against_all(lattice.grassberger(3)))
# Entries in which ARX is wrong, or judges by another table than the one that is released.
RIGHT = {
    "arx.20000.Q5.k5+entropy3.employment.s0.1.loss": ENTROPY,
    "arx.500.Q5.k5+grassberger3.employment.s0.02.loss": GRASSBERGER,
    "arx.5000.Q5.k5+grassberger3.employment.s0.02.loss": GRASSBERGER,
    "arx.5000.Q5.k5+grassberger3.employment.s0.1.loss": GRASSBERGER,
    "arx.5000.Q5.k5+ddisc1.0.employment.s0.1.loss":
        node_by(lattice.against_kept(lattice.delta_disclosure(1.0))),
    "arx.5000.Q5.k5+tequal0.3.employment.s0.02.loss":
        best_by(lattice.against_kept(lattice.equal_closeness(0.3)), attained=False),
    "arx.5000.Q6.k5.s0.kl": divergence,
    "arx.5000.Q6.k5.s0.02.kl": divergence,
}


def quality(bench, entry, check, plan):
    """ARX's statistics of its output, which are 1 - loss.  Its mean over keys is the sum of losses
    over the sum of the largest possible ones, (M - 1) / M for M values and the entropy; ours
    is the mean of the shares, so the losses of keys are put together its way.  Of suppressed
    records ARX counts the entropy otherwise (docs/utilities/non_uniform_entropy.md): there the
    figure by the definition is expected."""
    right, keys = entry["result"]["quality"], bench.columns(entry)
    run = bench.run("protect", dict(plan, measures=[
        {"loss_metric": {"values": "hierarchy"}}, "precision", "non_uniform_entropy",
        "discernibility", "average_class_size"]))
    table_of = lattice.Lattice(bench, entry["data"]["rows"], keys)
    spans = {k: 1.0 - 1.0 / len(t) for k, t in zip(keys, table_of.trees)}
    loss = {row["column"]: row["mean loss"] for row in
            table(run.result("utility", "loss_metric"), "columns")}
    check.near("granularity", 1.0 - sum(loss[k] * spans[k] for k in keys) / sum(spans.values()),
               right["granularity"])
    r = run.result("utility", "non_uniform_entropy")
    if entry["result"]["suppressed"] == 0:
        bits = sum(row["mean loss"] for row in table(r, "columns"))
        check.near("non_uniform_entropy", 1.0 - bits / sum(lattice.entropies(table_of)),
                   right["non_uniform_entropy"])
    else:
        size = int(entry["call"].split(" ")[1].split(":")[1])
        node = tuple(entry["result"]["levels"])
        gone = {x for x, c in table_of.classes(node).items() if sum(c.values()) < size}
        check.near("right non_uniform_entropy", figure(r, "share"),
                   lattice.entropy_share(table_of, node, gone))
    check.near("generalization_intensity", figure(run.result("utility", "precision"), "precision"),
               right["generalization_intensity"])
    for name in ("discernibility", "average_class_size"):
        check.near(name, 1.0 - figure(run.result("utility", name), "loss"), right[name])
    check.near("ambiguity", 1.0 - ambiguity(bench, entry, table_of, plan), right["ambiguity"])


def ambiguity(bench, entry, table_of, plan):
    """Combinations that a record could have, as a share of all: the loss of that name at ARX's
    node."""
    step = dict(plan["steps"][0]["generalize"], loss="ambiguity", aggregate="sum",
                levels=dict(zip(table_of.keys, entry["result"]["levels"])))
    run = bench.run("protect", dict(plan, steps=[{"generalize": step}]))
    held = figure(run.result("steps", "generalize"), "loss") / table_of.rows
    return (held - 1.0) / (math.prod(len(t) for t in table_of.trees) - 1.0)


def attacks(check, run, where, right, prefix=""):
    """Risks of re-identification under the three models of an attacker."""
    for name in ("prosecutor", "journalist"):
        r = run.result(where, name)
        check.near(prefix + name + " highest", figure(r, "highest"), right[name]["highest"])
        check.near(prefix + name + " success_rate", figure(r, "average"),
                   right[name]["success_rate"])
        check.near(prefix + name + " records_at_risk", figure(r, "at_risk_share"),
                   right[name]["records_at_risk"])
    check.near(prefix + "marketer", figure(run.result(where, "marketer"), "average"),
               right["marketer"])


def population(bench, entry, check):
    """The optimum of a search beside a population."""
    *model, limit = entry["call"].removeprefix("pop ").split(" ")
    model = " ".join(model)
    require = next(r for text, r in POPULATION.items() if text in model)
    step = {"suppression": number(limit)}
    if entry.get("reason") == "T18" or "KMap" not in model:
        step["suppressed"] = "remove"  # risks there are of the records that are kept
    require = [require]
    if "KAnonymity" in model:  # holds anyway, but has the population generalised with the data
        require.append({"k_map": {"k": 1}})
    plan = dict(plan_of(bench, entry, require, step),
                population=bench.survey(entry["data"]["population_rows"]),
                measures=[{"prosecutor": {"threshold": 0.2}}, {"journalist": {"threshold": 0.2}},
                          "marketer"])
    run = bench.run("protect", plan)
    compare_node(bench, entry, check, run, entry["result"])
    attacks(check, run, "after", entry["result"])
    if "input" in entry["result"]:
        attacks(check, run, "before", entry["result"]["input"], "input ")


POPULATION = {"KMap(5": {"k_map": {"k": 5}}, "KAnonymity(5)": {"k_anonymity": {"k": 5}},
              "DPresence(0, 0.3": {"delta_presence": {"min": 0, "max": 0.3, "compat": "arx"}}}


def risk(bench, entry, check):
    """Risks of a sample.  Journalist and marketer of ARX ignore the fraction and are left out."""
    right, rows = entry["result"], entry["data"]["rows"]
    fraction = float(entry["call"].split(" ")[1])
    run = bench.run("measure", {"data": bench.survey(rows), "fraction": fraction,
                                "roles": {"key": bench.columns(entry)},
                                "measures": [{"prosecutor": {"threshold": 0.2}}, "uniques",
                                             "population_uniques"]})
    r = run.result("before", "prosecutor")
    check.near("prosecutor highest", figure(r, "highest"), right["prosecutor"]["highest"])
    check.near("prosecutor success_rate", figure(r, "average"),
               right["prosecutor"]["success_rate"])
    check.near("prosecutor records_at_risk", figure(r, "at_risk_share"),
               right["prosecutor"]["records_at_risk"])
    r = run.result("before", "uniques")
    check.equal("sample_uniques", figure(r, "uniques"), right["sample_uniques"])
    check.equal("classes", figure(r, "combinations"), right["classes"])
    uniques = {row["Estimator"]: row["Uniques"] for row in
               table(run.result("before", "population_uniques"), "estimates")}
    check.near("zayatz", uniques["Zayatz"], right["zayatz"], relative=1e-9)
    pitman = right["right"]["pitman"]
    if pitman is None:  # the likelihood has no maximum inside: nothing is estimated
        check.equal("right pitman", uniques["Pitman"], None)
    else:
        check.near("right pitman", uniques["Pitman"], pitman, relative=1e-5)
        sizes = collections.Counter(tuple(p[k] for k in bench.columns(entry))
                                    for p in bench.people(rows)).values()
        start = right["right"]["alpha"], right["right"]["theta"]
        check.near("right pitman, refined", uniques["Pitman"],
                   pitman_uniques(*fit_pitman(sizes, *start), rows / fraction), relative=1e-8)
    check.equal("right dankar", uniques["Rule of Dankar et al."], dankar(uniques, fraction))


def fit_pitman(sizes, alpha, theta):
    """Newton's steps to the maximum of Pitman's likelihood, from the six digits of the reference,
    whose likelihood is flat there."""
    u, n, below = len(sizes), sum(sizes), collections.Counter()
    for size in sizes:
        for j in range(1, size):
            below[j] += 1
    for _ in range(20):
        part = [1.0 / (theta + i * alpha) for i in range(1, u)]
        whole_part = [1.0 / (theta + i) for i in range(1, n)]
        weighted = [i * x for i, x in enumerate(part, 1)]
        a = math.fsum(weighted) - math.fsum(c / (j - alpha) for j, c in below.items())
        t = math.fsum(part) - math.fsum(whole_part)
        aa = -math.fsum(x * x for x in weighted) - math.fsum(c / (j - alpha) ** 2
                                                              for j, c in below.items())
        at = -math.fsum(x * y for x, y in zip(weighted, part))
        tt = math.fsum(x * x for x in whole_part) - math.fsum(x * x for x in part)
        det = aa * tt - at * at
        step = (a * tt - t * at) / det, (t * aa - a * at) / det
        alpha, theta = alpha - step[0], theta - step[1]
        if abs(step[0]) < 1e-13 and abs(step[1]) < 1e-10 * theta:
            break
    return alpha, theta


def pitman_uniques(alpha, theta, people):
    """N G(theta + 1) G(N - 1 + theta + alpha) / (G(theta + alpha) G(N + theta))."""
    return people * math.exp(math.lgamma(theta + 1) + math.lgamma(people - 1 + theta + alpha)
                             - math.lgamma(theta + alpha) - math.lgamma(people + theta))


def dankar(uniques, fraction):
    """The rule over the estimates themselves: those of ARX that it takes are wrong."""
    others = [x for x in (uniques["Zayatz"], uniques["Slide neg. binomial"]) if x is not None]
    if fraction <= 0.1:
        return uniques["Zayatz"] if uniques["Pitman"] is None else uniques["Pitman"]
    return min(others)


CALLS = {"anon": anon, "pop": population, "risk": risk}
