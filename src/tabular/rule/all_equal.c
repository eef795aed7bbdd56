/*
 * all_equal.c - a cell whose contributions are all the same is sensitive.
 *
 * Whoever knows how many contribute knows each contribution, however many there are: the value over
 * their number.  Sensitive iff there are two or more records, and the total is the smallest
 * contribution times their number, and not 0 (for that see zero.c).  Both levels are `range` per
 * cent of the value.
 */
#include "tabular/rule/rule.h"

#include <math.h>

enum { RANGE };

static const tacit_param PARAMS[] = {
    [RANGE] = { .name = "range",
                .type = TACIT_PARAM_REAL,
                .preset = 10,
                .min = 0,
                .max = 1000,
                TACIT_USEFUL(5, 50, "per cent"),
                .help = "how far the value must be hidden, in per cent of it" },
    TACIT_PARAM_END
};

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    const tacit_cell_tally *t = cell->tally;
    const double range = tacit_arg_real(args, RANGE) / 100 * fabs(cell->value);
    *levels = (tacit_levels){ .lower = range, .upper = range };
    return t->n > 1 && t->least > 0 && t->size <= t->least * t->count * TACIT_RULE_ONE;
}

const tacit_rule tacit_rule_all_equal = {
    .about = { .name = "all_equal",
               .title = "Equal contributions",
               .summary = "A cell whose contributions are all the same is sensitive.",
               .source = "Green, Ritchie and Smith (2021), Automatic checking of research outputs "
                         "(ACRO), Eurostat statistical working papers",
               .params = PARAMS },
    .use = TACIT_RULE_SUMS,
    .judge = judge,
};
