#!/bin/sh
# cli_map.sh - explore numbers: the risk-utility map, its frontier, limits and the best plan.
. "$(dirname "$0")/cli_lib.sh"
"$TACIT" generate survey --rows 400 --seed 5 --output survey.csv --quiet

# map STEPS SECTION - a plan with numbers to explore.
map() {
    printf '%s\n' 'data: survey.csv' 'roles: {identifier: [person_id, name]}' "steps: $1" \
        "explore: $2" 'measures: [{disclosure_score: {columns: [income, spending]}}, propensity]' \
        'seed: 1099511627777 # long enough' 'output: safe.csv' 'report: safe.html'
}
few='{numbers: [income, spending], methods: {microaggregate: [3, 8], rank_swap: [5, 15], round: [100], noise: [0.1]}}'
map '[{microaggregate: {columns: [income, spending], k: 5}}]' "$few" >plan.yaml
ways='r["sections"][0]["results"][0]["ways"]'

t 'a map' prints 'The frontier: no other way has less risk and less loss' explore plan.yaml
t 'it describes its picture' grep -q 'Risk against loss: Scatter plot, 10 points' out
t 'it writes nothing' test ! -e safe.csv -a ! -e safe.html -a ! -e safe.csv.certificate.json
t 'all that is asked for is tried, both ways of noise and microaggregation' json 0 \
    "[w['way'] for w in $ways] == ['the plan', 'microaggregate, k 3', 'microaggregate, individual, k 3', 'rank_swap, p 5', 'noise, scale 0.1', 'noise, correlated, scale 0.1', 'round, base 100', 'microaggregate, k 8', 'microaggregate, individual, k 8', 'rank_swap, p 15']" \
    explore plan.yaml
t 'the frontier is what nothing dominates' json 0 \
    "all(w['frontier'] == (not any(v['risk'] <= w['risk'] and v['loss'] <= w['loss'] and (v['risk'] < w['risk'] or v['loss'] < w['loss']) for v in $ways)) for w in $ways)" \
    explore plan.yaml
t 'the worst attacker that fits is the risk' json 0 \
    "all(w['risk'] == max(x for x in (w['dld'], w['pld'], w['id'], w['attack'], w['likelihood']) if x is not None) for w in $ways)" \
    explore plan.yaml
t 'who knows the method is among the attackers' json 0 \
    "all((w['attack'] is None) == (w['way'] == 'round, base 100') for w in $ways)" explore plan.yaml
t 'one attacker by name' json 0 "all(w['risk'] == w['dld'] and w['by'] == 'distance' for w in $ways)" \
    explore plan.yaml --risk distance_linkage
t 'another loss' json 0 "all(w['loss'] == w['il_capped'] for w in $ways)" explore plan.yaml --loss il_capped

# The chosen plan, and its figures by protect.
same_figures() {
    ends 0 explore plan.yaml --best best.yaml --json --force && cp out a && grep -q '# long enough' best.yaml &&
        ! grep -q explore best.yaml && ends 0 protect best.yaml --json && python3 -c '
import json
way = [w for w in json.load(open("a"))["sections"][0]["results"][0]["ways"] if w["best"]][0]
r = json.load(open("out"))
f = {x["name"]: x["value"] for m in r["after"]["risks"] + r["utility"] for x in m["figures"]}
for k in ("dld", "pld", "id", "il", "il_capped", "dr", "dr_dft", "score", "score_dft"):
    assert abs(100 * way[k] - f[k]) <= 1e-12 * abs(f[k]), (k, way[k], f[k])
assert way["pmse"] == f["pmse"]
'
}
t 'protect gives the figures of the best plan' same_figures

# Limits.
t 'the least loss within a limit of risk' json 0 \
    "[w['loss'] for w in $ways if w['best']] == [min(w['loss'] for w in $ways if w['risk'] <= 0.7)]" \
    explore plan.yaml --most-risk 0.7
t 'the least risk within a limit of loss' json 0 \
    "[w['risk'] for w in $ways if w['best']] == [min(w['risk'] for w in $ways if w['loss'] <= 0.2)]" \
    explore plan.yaml --most-loss 0.2
t 'limits that nothing keeps' json 3 "not any(w['best'] or w['keeps'] for w in $ways) and r['verdict']['mood'] == 'bad'" \
    explore plan.yaml --most-risk 0.001 --best none.yaml
t 'no plan is written then' test ! -e none.yaml
t 'the nearest is named' sh -c '"$TACIT" explore plan.yaml --most-risk 0.001 | tr -s " \n" " " | grep -q "the nearest is "'
sed -i 's/^roles: .*/roles: {identifier: [person_id, name], key: [region, age, sex]}/; s/^output/require: {k_anonymity: {k: 50}}\noutput/' plan.yaml
t 'what the plan requires counts' json 3 "not any(w['holds'] or w['frontier'] for w in $ways)" explore plan.yaml

# Budgets.
map '[]' '{numbers: [income, spending]}' >all.yaml
t 'the first ways only, and what was not tried is listed' prints 'Not tried, as the limit was reached: ' \
    explore all.yaml --trials 12
t 'methods by turns' json 0 "len(set(w['way'].split(',')[0] for w in $ways if w['tried'])) >= 9" explore all.yaml --trials 12
t 'no more than were asked for' json 0 "sum(w['tried'] for w in $ways) == 12" explore all.yaml --trials 12
t 'the same bytes, whatever the threads' sh -c '"$TACIT" explore all.yaml --trials 9 --json --threads 1 >a &&
    "$TACIT" explore all.yaml --trials 9 --json --threads 4 >b && cmp a b'
t 'a limit of time' json 0 "$ways[0]['tried'] and $ways[0]['done'] and sum(w['tried'] for w in $ways) < len($ways)" \
    explore all.yaml --seconds 0.1
t 'a plan without steps and seed' sh -c 'sed "/^steps/d; /^seed/d" all.yaml >bare.yaml &&
    "$TACIT" explore bare.yaml --trials 6 --best best.yaml --quiet --force && grep -q "^seed: [0-9]" best.yaml &&
    "$TACIT" protect best.yaml --quiet --force'
t 'a report' ends 0 explore all.yaml --trials 5 --report map.html
t 'with its picture' grep -q 'Risk against loss' map.html
t 'it begins with what is best, beside the plan as it is' grep -Eq \
    'Of 5 ways the best is [a-z_]+, .+ with a risk of [01][.][0-9]+ and a loss of [01][.][0-9]+; the plan as it is has a risk of' map.html

# Values between neighbours are tried where values were chosen here.
t 'more values where the frontier has gaps' json 0 "len($ways) > 15 and sum(w['way'].startswith('noise, scale') for w in $ways) > 6" \
    explore all.yaml --methods '{noise: []}'

# Keys and numbers together.
both='{keys: [region, age, sex], numbers: [income, spending], methods: {generalize: [2, 5, 10], local_suppress: [3], pram: [0.7], microaggregate: [3, 10], rank_swap: [5, 15]}}'
{ map '[{recode: {columns: age, width: 10}}, {local_suppress: {k: 3}}, {round: {columns: [spending], base: 10}}, {microaggregate: {columns: [income, spending], k: 5}}]' "$both" |
    sed 's/^roles: .*/roles: {identifier: [person_id, name], key: [region, age, sex]}/; s/^measures.*/require: {k_anonymity: {k: 2}}/'; } >both.yaml
t 'keys and numbers' prints 'The frontier: no other way has less risk and less loss' explore both.yaml
t 'each part by itself, then products' json 0 \
    "[sum(' + ' in w['way'] for w in $ways) > 0, $ways[1]['way'], $ways[0]['way']] == [True, 'generalize, k 2', 'the plan']" explore both.yaml
t 'steps of both parts give way to one each' json 0 \
    "all(('recode' not in w['text'] and 'base: 10' not in w['text']) and w['text'].count('microaggregate') + w['text'].count('rank_swap') == (1 if 'microag' in w['way'] or 'rank' in w['way'] else 0) for w in $ways[1:])" explore both.yaml
t 'attackers look at keys and numbers' json 0 \
    "all(w['risk'] == max(x for x in (w['dld'], w['pld'], w['id'], w['attack'], w['likelihood'], w['prosecutor']) if x is not None) for w in $ways if w['done'])" explore both.yaml
t 'labels that are false on purpose are no prosecutor'"'"'s' json 0 "all((w['prosecutor'] is None) == ('pram' in w['way']) for w in $ways if w['done'])" explore both.yaml
t 'nothing on the frontier is beaten' json 0 \
    "all(not any(v['holds'] and v['risk'] <= w['risk'] and v['loss'] <= w['loss'] and (v['risk'] < w['risk'] or v['loss'] < w['loss']) for v in $ways) for w in $ways if w['frontier'])" explore both.yaml
t 'the same bytes with both parts' sh -c '"$TACIT" explore both.yaml --trials 20 --json --threads 1 >a &&
    "$TACIT" explore both.yaml --trials 20 --json --threads 3 >b && cmp a b'
t 'the best plan is carried out' sh -c '"$TACIT" explore both.yaml --best joint.yaml --quiet --force && "$TACIT" protect joint.yaml --quiet --force'
sed 's/ numbers: .income, spending.,//; s/, microaggregate.*15\]}/}/' both.yaml >keys.yaml
t 'a map of keys' json 0 "all(w['dld'] is None and w['risk'] == max(x for x in (w['likelihood'], w['prosecutor']) if x is not None) for w in $ways if w['done'])" \
    explore keys.yaml
t 'its losses' json 0 "all(0 <= w['loss'] <= 1 for w in $ways if w['done'])" explore keys.yaml --loss granularity
t 'a mix of losses' json 0 "len([w for w in $ways if w['done']]) > 4" explore keys.yaml --mix '{propensity: [1], tables: [2]}'
t 'seeds and their ranges' json 0 \
    "all(w['range']['seeds'] == 3 and w['range']['risk'][0] <= w['risk'] <= w['range']['risk'][1] for w in $ways if w['frontier'])" \
    explore all.yaml --trials 6 --seeds 3
t 'a sample first, and what may be best on all' json 0 \
    "all(w['full'] for w in $ways if w['frontier']) and any(w['done'] and not w['full'] for w in $ways) and all('sampled' in w for w in $ways if w['done'])" \
    explore both.yaml --sample 100

# Refusals.
t 'a risk of what is not free' refuses 2 'is one of numbers' explore keys.yaml --risk distance_linkage
t 'a loss of what is not free' refuses 2 'is one of numbers' explore keys.yaml --loss il
t 'a mix of nothing' refuses 2 'names losses, each with one weight' explore keys.yaml --mix '{beauty: [1]}'
t 'a key that is none' refuses 2 'have the role of a key' explore keys.yaml --keys income
t 'a column of both parts' refuses 2 "stands under 'keys' and under 'numbers'" explore keys.yaml --keys age --numbers age
t 'no such column' refuses 2 "'incomes'" explore all.yaml --numbers incomes
for bad in '{microaggregate: [1.5]}' '{microaggregate: [1]}' '{noise: [much]}'; do
    map '[]' "{numbers: [income], methods: $bad}" >bad.yaml
    t "no such value: $bad" refuses 2 '' explore bad.yaml
done
map '[]' '{numbers: [income], methods: {drop: [1]}}' >bad.yaml
t 'no such method' refuses 2 "'drop' is no method for numbers" explore bad.yaml
map '[]' '{numbers: [region], methods: {noise: [0.1]}}' >bad.yaml
t 'no numbers' refuses 2 "which 'region' is not" explore bad.yaml
