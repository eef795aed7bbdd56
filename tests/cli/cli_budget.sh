#!/bin/sh
# cli_budget.sh - what a budget of privacy buys.
. "$(dirname "$0")/cli_lib.sh"

# The result and figure called so, as a Python expression.
figure() {
    printf "[f['value'] for x in r['sections'][0]['results'] if x['name'] == '%s' for f in x['figures'] if f['name'] == '%s'][0]" "$1" "$2"
}
total=$(figure costs total) within=$(figure noise within) rho=$(figure noise rho)

t 'without anything' prints 'What it costs' budget
t 'epsilons of pure answers add up at most' json 0 "11.9 < $total <= 12 * (1 + 1e-9)" budget 1 --releases 12
# 1 + 0.368: P(|x| > 3) = 2 q^4 / (1 + q) = 0.0268, P(|x| > 2) = 0.0728 at q = 1/e.
t 'the noise of epsilon 1' json 0 "$within == 3" budget 1
t 'posteriors' json 0 \
    "[round(row[1], 4) for x in r['sections'][0]['results'] if x['name'] == 'odds' for row in x['tables'][0]['rows']][2:5] == [0.0267, 0.232, 0.7311]" \
    budget 1
t 'four persons together' json 0 "abs($(figure odds factor) - 2.718281828 ** 4) < 1e-4" \
    budget 1 --persons 4 --delta 0
t 'a sample of a tenth' json 0 "abs($total - 0.15856507874) < 1e-6" budget 1 --sample 0.1 --delta 0
# Balle and Wang (2018): sigma 4.2246788893 at (1, 1e-6), of which twelve have rho / 12 each; on whole
# numbers that is so to a thousandth or two.
t 'Gaussian noise for twelve' json 0 \
    "abs(2 * 12 * $rho * 4.2246788893 ** 2 - 1) < 2e-3 and 0.999 < $total <= 1" \
    budget 1 --releases 12 --total --noise gaussian
t 'shares of a total are not below equal ones' json 0 "$total <= 1 and $within <= 36" \
    budget 1 --releases 12 --total
t 'a report' ends 0 budget 1 --releases 3 --report budget.html
t 'with pictures' test "$(grep -c '<svg' budget.html)" -ge 3
t 'that everybody may see' sh -c '! grep -qi confidential budget.html'
t 'which may be made again' ends 0 budget 1 --report budget.html

t 'an absurd epsilon is warned of' sh -c '"$TACIT" budget 20 2>&1 >/dev/null | grep -q "promises next to nothing"'
t 'no epsilon' refuses 2 'epsilon' budget 0
t 'a negative one' refuses 2 'epsilon' budget --epsilon=-1
t 'one beyond all' refuses 2 'epsilon' budget 1e9
t 'one that is none' refuses 2 'epsilon' budget inf
t 'no releases' refuses 2 'releases' budget --releases 0
t 'a delta of 1' refuses 2 'delta' budget --delta 1
t 'Gaussian noise without delta' refuses 2 "needs a 'delta' above 0" budget --noise gaussian --delta 0
t 'a noise that there is not' refuses 2 'laplace' budget --noise normal
t 'many releases' json 0 "0 < $total < 1000" budget 0.001 --releases 1000000
