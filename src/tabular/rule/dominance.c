/*
 * dominance.c - a cell that few contributors dominate is sensitive: the (n, k) rule.
 *
 * Sensitive iff the n largest contributions together are more than k per cent of the total X.
 * Upper level: (100 / k) (x_1 + ... + x_n) - X, the least addition that makes the cell safe; the
 * lower level is the same.
 */
#include "tabular/rule/rule.h"

enum { N, K, LEVEL };

static const tacit_param PARAMS[] = {
    [N] = { .name = "n",
            .type = TACIT_PARAM_INTEGER,
            .preset = 1,
            .min = 1,
            .max = TACIT_TALLY_MOST,
            .importance = TACIT_FIRST,
            TACIT_USEFUL(1, 3, "contributors"),
            .help = "how many of the largest contributors" },
    [K] = { .name = "k",
            .type = TACIT_PARAM_REAL,
            .preset = 75,
            .min = 1,
            .max = 100,
            .importance = TACIT_FIRST,
            TACIT_USEFUL(60, 95, "per cent"),
            .help = "the share of the total that they may have, in per cent" },
    [LEVEL] = TACIT_RULE_LEVEL,
    TACIT_PARAM_END
};

static double looks_at(const tacit_args *args)
{
    return (double)tacit_arg_integer(args, N);
}

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    const double share = tacit_arg_real(args, K) / 100;
    const double largest = tacit_tally_largest(&cell->who, looks_at(args));
    if (cell->who.n == 0 || largest <= share * cell->tally->size * TACIT_RULE_ONE)
        return false;
    const double level = largest / share - cell->tally->size;
    *levels = (tacit_levels){ .lower = level, .upper = level };
    return true;
}

const tacit_rule tacit_rule_dominance = {
    .about = { .name = "dominance",
               .title = "Dominance",
               .summary = "A cell of which few contributors have most is sensitive.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
               .params = PARAMS },
    .use = TACIT_RULE_SUMS,
    .judge = judge,
    .looks_at = looks_at,
};
