/*
 * request.c - a cell in which somebody who asked for protection has a large share is sensitive.
 *
 * In statistics of foreign trade, figures are published unless a firm asks that its own be not.  A
 * column says who asked, by two codes with a limit each.  With X the total and x the largest
 * contribution of one who asked by code c, sensitive iff x > share_c/100 X, or somebody asked and
 * the cell has fewer than `n` contributors (tau-Argus 4.2, REQ).  Where records belong to holdings,
 * a holding asks as its records do, by the first code if they differ.  Both protection levels are
 * `range` per cent of the value.
 */
#include "tabular/rule/request.h"

#include <math.h>

static const tacit_param PARAMS[] = {
    [TACIT_REQUEST_COLUMN] = { .name = "column",
                               .type = TACIT_PARAM_COLUMN,
                               .need = TACIT_REQUIRED,
                               .help = "the column that says who asked for protection" },
    [TACIT_REQUEST_FIRST] = { .name = "first",
                              .type = TACIT_PARAM_TEXT,
                              .need = TACIT_REQUIRED,
                              .help = "its value for those to whom `share` applies" },
    [TACIT_REQUEST_SECOND] = { .name = "second",
                               .type = TACIT_PARAM_TEXT,
                               .need = TACIT_OPTIONAL,
                               .help = "its value for those to whom `second_share` applies" },
    [TACIT_REQUEST_SHARE] = { .name = "share",
                              .type = TACIT_PARAM_REAL,
                              .preset = 70,
                              .min = 0,
                              .max = 100,
                              .importance = TACIT_FIRST,
                              TACIT_USEFUL(50, 90, "per cent"),
                              .help = "of the total that one who asked may have, in per cent" },
    [TACIT_REQUEST_SECOND_SHARE] = { .name = "second_share",
                                     .type = TACIT_PARAM_REAL,
                                     .preset = 85,
                                     .min = 0,
                                     .max = 100,
                                     TACIT_USEFUL(50, 95, "per cent"),
                                     .help = "the same for those with the second value" },
    [TACIT_REQUEST_N] = { .name = "n",
                          .type = TACIT_PARAM_INTEGER,
                          .preset = 0,
                          .min = 0,
                          .max = 1e6,
                          .help = "a cell with fewer contributors is sensitive if one asked" },
    [TACIT_REQUEST_RANGE] = { .name = "range",
                              .type = TACIT_PARAM_REAL,
                              .preset = 10,
                              .min = 0,
                              .max = 1000,
                              TACIT_USEFUL(5, 50, "per cent"),
                              .help = "how far a value must be hidden, in per cent of it" },
    TACIT_PARAM_END
};

static bool judge(const tacit_args *args, const tacit_rule_cell *cell, tacit_levels *levels)
{
    const tacit_cell_tally *t = cell->tally;
    const double total = t->size * TACIT_RULE_ONE / 100;
    const bool large = t->asked[0] > tacit_arg_real(args, TACIT_REQUEST_SHARE) * total ||
                       t->asked[1] > tacit_arg_real(args, TACIT_REQUEST_SECOND_SHARE) * total;
    const bool few = (t->asked[0] > 0 || t->asked[1] > 0) &&
                     cell->who.n < (uint64_t)tacit_arg_integer(args, TACIT_REQUEST_N);
    const double range = tacit_arg_real(args, TACIT_REQUEST_RANGE) / 100 * fabs(cell->value);
    *levels = (tacit_levels){ .lower = range, .upper = range };
    return large || few;
}

static double looks_at(const tacit_args *args)
{
    (void)args;
    return 1;
}

const tacit_rule tacit_rule_request = {
    .about = { .name = "request",
               .title = "Request rule",
               .summary = "A cell in which somebody who asked for protection has a large share is "
                          "sensitive.",
               .source = "Hundepool et al. (2014), tau-Argus user's manual, version 4.1",
               .params = PARAMS },
    .use = TACIT_RULE_SUMS,
    .judge = judge,
    .looks_at = looks_at,
};
