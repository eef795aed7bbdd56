/*
 * zero.c - a cell of value zero is sensitive.
 *
 * That contributions add up to 0 says of each that it is 0, where none is negative.  Sensitive iff
 * the value is 0 and there are contributors (tau-Argus 4.2, ZERO); with `empty`, also if there are
 * none, so that readers cannot tell which cells are empty.  Levels: 0 below, `range` above, in the
 * units of the table.
 */
#include "tabular/rule/rule.h"

enum { RANGE, EMPTY };

static const tacit_param PARAMS[] = {
    [RANGE] = { .name = "range",
                .type = TACIT_PARAM_REAL,
                .preset = 1,
                .min = 1e-6,
                .max = 1e15,
                .importance = TACIT_FIRST,
                TACIT_USEFUL(1, 1000, NULL),
                .help = "how far above zero the value must seem possible" },
    [EMPTY] = { .name = "empty",
                .type = TACIT_PARAM_FLAG,
                .max = 1,
                .help = "cells without contributors are sensitive too" },
    TACIT_PARAM_END
};

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    *levels = (tacit_levels){ .upper = tacit_arg_real(args, RANGE) };
    return cell->value <= 0 && cell->value >= 0 && (cell->who.n > 0 || tacit_arg_flag(args, EMPTY));
}

static double doubt(const tacit_args *args, bool counts)
{
    (void)counts;
    return tacit_arg_real(args, RANGE);
}

static bool opens(const tacit_args *args)
{
    return tacit_arg_flag(args, EMPTY);
}

const tacit_rule tacit_rule_zero = {
    .about = { .name = "zero",
               .title = "Zero cells",
               .summary = "A cell of value zero, which says that all contributions are zero, is "
                          "sensitive.",
               .source = "Hundepool et al. (2014), tau-Argus user's manual, version 4.1",
               .params = PARAMS },
    .use = TACIT_RULE_COUNTS | TACIT_RULE_SUMS,
    .judge = judge,
    .doubt = doubt,
    .opens = opens,
};
