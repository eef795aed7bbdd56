/*
 * minimum_frequency.c - a cell with few contributors is sensitive.
 *
 * Sensitive iff 0 < n < N, n counted without sampling weights.  A count must then seem to be
 * possibly 0 and possibly N: levels a and N - a.  A sum must seem possible within `range` per cent
 * of its value.  Readers are taken not to know any count to within N beforehand.
 */
#include "tabular/rule/rule.h"

#include <math.h>

enum { N, RANGE, LEVEL };

static const tacit_param PARAMS[] = {
    [N] = { .name = "n",
            .type = TACIT_PARAM_INTEGER,
            .preset = 3,
            .min = 2,
            .max = 1e6,
            .importance = TACIT_FIRST,
            TACIT_USEFUL(2, 10, "contributors"),
            .help = "a cell with fewer contributors is sensitive" },
    [RANGE] = { .name = "range",
                .type = TACIT_PARAM_REAL,
                .preset = 10,
                .min = 0,
                .max = 1000,
                TACIT_USEFUL(5, 50, "per cent"),
                .help = "how far a sum must be hidden, in per cent of its value" },
    [LEVEL] = TACIT_RULE_LEVEL,
    TACIT_PARAM_END
};

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    const double least = (double)tacit_arg_integer(args, N);
    const double n = (double)cell->who.n;
    if (n < 1 || n >= least)
        return false;
    const double range = tacit_arg_real(args, RANGE) / 100 * fabs(cell->value);
    *levels = cell->counts ? (tacit_levels){ .lower = cell->value, .upper = least - n }
                           : (tacit_levels){ .lower = range, .upper = range };
    return true;
}

static double doubt(const tacit_args *args, bool counts)
{
    return counts ? (double)tacit_arg_integer(args, N) : 0;
}

const tacit_rule tacit_rule_minimum_frequency = {
    .about = { .name = "minimum_frequency",
               .title = "Minimum frequency",
               .summary = "A cell with few contributors is sensitive.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
               .params = PARAMS },
    .use = TACIT_RULE_COUNTS | TACIT_RULE_SUMS,
    .judge = judge,
    .doubt = doubt,
};
