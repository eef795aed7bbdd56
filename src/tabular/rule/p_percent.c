/*
 * p_percent.c - a cell whose largest contributor others can estimate too well is sensitive.
 *
 * With X the total, x_1 >= x_2 >= ..., and a coalition of c contributors, the best-placed ones
 * (2, ..., c + 1) know x_1 to within R = X - x_1 - ... - x_{c+1}.  Sensitive iff R < p/100 x_1;
 * upper level p/100 x_1 - R, the lower level is the same.
 */
#include "tabular/rule/p_percent.h"

enum { P, COALITION, LEVEL };

static const tacit_param PARAMS[] = {
    [P] = { .name = "p",
            .type = TACIT_PARAM_REAL,
            .preset = 10,
            .min = 0.1,
            .max = 1000,
            .importance = TACIT_FIRST,
            TACIT_USEFUL(5, 30, "per cent"),
            .help = "nobody may know a contribution to within this many per cent" },
    [COALITION] = TACIT_RULE_COALITION,
    [LEVEL] = TACIT_RULE_LEVEL,
    TACIT_PARAM_END
};

static double looks_at(const tacit_args *args)
{
    return (double)tacit_arg_integer(args, COALITION) + 1;
}

bool tacit_rule_estimates(const tacit_rule_cell *cell, double p, double c, tacit_levels *levels)
{
    if (cell->who.n == 0)
        return false;
    const double rest = cell->tally->size - tacit_tally_largest(&cell->who, c + 1);
    const double level = p * cell->who.top[0].size - rest;
    if (level <= (TACIT_RULE_ONE - 1) * cell->tally->size)
        return false;
    *levels = (tacit_levels){ .lower = level, .upper = level };
    return true;
}

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    return tacit_rule_estimates(cell, tacit_arg_real(args, P) / 100,
                                (double)tacit_arg_integer(args, COALITION), levels);
}

const tacit_rule tacit_rule_p_percent = {
    .about = { .name = "p_percent",
               .title = "p% rule",
               .summary = "A cell whose largest contributor others can estimate too well is "
                          "sensitive.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
               .params = PARAMS },
    .use = TACIT_RULE_SUMS,
    .judge = judge,
    .looks_at = looks_at,
};
