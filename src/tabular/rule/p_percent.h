/*
 * p_percent.h - the test that the p% and the pq rule share.
 */
#ifndef TACIT_TABULAR_RULE_P_PERCENT_H
#define TACIT_TABULAR_RULE_P_PERCENT_H

#include "tabular/rule/rule.h"

/* Whether c contributors who put their figures together know the largest other one to within
 * the share `p` of it; the levels that prevent it. */
bool tacit_rule_estimates(const tacit_rule_cell *cell, double p, double c, tacit_levels *levels);

#endif
