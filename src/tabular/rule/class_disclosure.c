/*
 * class_disclosure.c - a group of which nearly all have the same property gives the property away.
 *
 * Of a total t > 0 the part p > 0 has a property.  Everybody who knows that a person is one of the
 * t knows the property if t = p; k persons who know each other's know it if t - p <= k, since they
 * can be all that are without it (k-disclosure; for k = 0 group disclosure, for k = 1 what a single
 * respondent learns about all the others).  What is sensitive is the difference t - p, which no
 * table shows: it must seem possible that it is k + 1.  Differences of direct parts are enough: of
 * a part of a part the difference is larger.  O(terms of the equations).
 */
#include "tabular/rule/rule.h"

enum { COALITION };

static const tacit_param PARAMS[] = {
    [COALITION] = { .name = "coalition",
                    .type = TACIT_PARAM_INTEGER,
                    .preset = 1,
                    .min = 0,
                    .max = 1000,
                    .importance = TACIT_FIRST,
                    TACIT_USEFUL(0, 3, "persons"),
                    .help = "how many persons of a group put together what they know" },
    TACIT_PARAM_END
};

static double doubt(const tacit_args *args, bool counts)
{
    return counts ? (double)tacit_arg_integer(args, COALITION) + 1 : 0;
}

static bool compare(const tacit_args *args, double total, double part, tacit_levels *levels)
{
    const double left = total - part;
    *levels = (tacit_levels){ .upper = doubt(args, true) - left };
    return part > 0 && levels->upper > 0;
}

static bool opens(const tacit_args *args)
{
    (void)args;
    return true;
}

const tacit_rule tacit_rule_class_disclosure = {
    .about = { .name = "class_disclosure",
               .title = "Class disclosure",
               .summary =
                   "A group of persons of whom all, or all but a few, have the same property "
                   "gives that property away.",
               .source = "Lupp and Langsrud (2021), Suppression of directly-disclosive cells in "
                         "frequency tables, UNECE expert meeting on statistical data "
                         "confidentiality",
               .params = PARAMS },
    .use = TACIT_RULE_COUNTS,
    .compare = compare,
    .doubt = doubt,
    .opens = opens,
};
