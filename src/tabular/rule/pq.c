/*
 * pq.c - the p% rule where everybody knows every contribution to within q per cent beforehand.
 *
 * As p_percent.c, with the remainder known to within q/100 of itself: sensitive iff
 * q/100 R < p/100 x_1, which is the p% rule with 100 p / q.
 */
#include "tabular/rule/p_percent.h"

enum { P, Q, COALITION, LEVEL };

static const tacit_param PARAMS[] = {
    [P] = { .name = "p",
            .type = TACIT_PARAM_REAL,
            .preset = 10,
            .min = 0.1,
            .max = 100,
            .importance = TACIT_FIRST,
            TACIT_USEFUL(5, 30, "per cent"),
            .help = "nobody may come to know a contribution to within this many per cent" },
    [Q] = { .name = "q",
            .type = TACIT_PARAM_REAL,
            .preset = 50,
            .min = 0.1,
            .max = 100,
            .importance = TACIT_FIRST,
            TACIT_USEFUL(20, 100, "per cent"),
            .help = "everybody knows each contribution to within this many per cent before" },
    [COALITION] = TACIT_RULE_COALITION,
    [LEVEL] = TACIT_RULE_LEVEL,
    TACIT_PARAM_END
};

static double looks_at(const tacit_args *args)
{
    return (double)tacit_arg_integer(args, COALITION) + 1;
}

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    return tacit_rule_estimates(cell, tacit_arg_real(args, P) / tacit_arg_real(args, Q),
                                (double)tacit_arg_integer(args, COALITION), levels);
}

const tacit_rule tacit_rule_pq = {
    .about = { .name = "pq",
               .title = "Prior-posterior rule",
               .summary = "A cell from which others learn too much about its largest contributor, "
                          "given what they knew, is sensitive.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
               .params = PARAMS },
    .use = TACIT_RULE_SUMS,
    .judge = judge,
    .looks_at = looks_at,
};
