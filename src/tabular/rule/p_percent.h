/*
 * p_percent.h - the test that the p% and the pq rule share.
 */
#ifndef TACIT_TABULAR_RULE_P_PERCENT_H
#define TACIT_TABULAR_RULE_P_PERCENT_H

#include "tabular/rule/rule.h"

/* How many contributors attack together; must be called `coalition`. */
#define TACIT_RULE_COALITION                                                                       \
    {                                                                                              \
        .name = "coalition", .type = TACIT_PARAM_INTEGER, .preset = 1, .min = 1,                   \
        .max = TACIT_TALLY_MOST - 1, TACIT_USEFUL(1, 3, "contributors"),                           \
        .help = "how many contributors put their figures together"                                 \
    }

/* Whether c contributors who put their figures together know the largest other one to within
 * the share `p` of it; the levels that prevent it. */
bool tacit_rule_estimates(const tacit_rule_cell *cell, double p, double c, tacit_levels *levels);

#endif
