/*
 * space_args.h - the parameters that say how records are compared, for all who compare them.
 */
#ifndef TACIT_MICRO_LINKAGE_SPACE_ARGS_H
#define TACIT_MICRO_LINKAGE_SPACE_ARGS_H

#include "base/param.h"
#include "micro/linkage/space/space.h"

/* Parameters `columns`, `ordinal`, `metric` and `scaling`, at places 0 to 3 of the table. */
enum { TACIT_SPACE_COLUMNS, TACIT_SPACE_ORDINAL, TACIT_SPACE_METRIC, TACIT_SPACE_SCALING };
#define TACIT_SPACE_PARAMS(what)                                                                   \
    [TACIT_SPACE_COLUMNS] = { .name = "columns",                                                   \
                              .type = TACIT_PARAM_COLUMNS,                                         \
                              .need = TACIT_OPTIONAL,                                              \
                              .help = "columns to compare; by default " what },                    \
    [TACIT_SPACE_ORDINAL] = { .name = "ordinal",                                                   \
                              .type = TACIT_PARAM_COLUMNS,                                         \
                              .need = TACIT_OPTIONAL,                                              \
                              .help = "categories that have an order: numbers by value, other "    \
                                      "texts by alphabet" },                                       \
    [TACIT_SPACE_METRIC] = { .name = "metric",                                                     \
                             .type = TACIT_PARAM_CHOICE,                                           \
                             .choices = TACIT_METRIC_CHOICES,                                      \
                             .help = "how differences add up to a distance" },                     \
    [TACIT_SPACE_SCALING] = { .name = "scaling",                                                   \
                              .type = TACIT_PARAM_CHOICE,                                          \
                              .choices = TACIT_SCALING_CHOICES,                                    \
                              .help =                                                              \
                                  "what numbers are divided by; gower always takes the range" }

/* The columns that two tables are compared by, and how; in scratch memory.  By default keys if
 * the first table has keys and `keys` is true, else all that both have. */
tacit_status tacit_space_asked(tacit_ctx *cx, const tacit_common *tables, const tacit_args *args,
                               tacit_space_spec *out);

/* The distance that people read for one of tacit_space_distance(): the root for euclidean. */
double tacit_space_readable(const tacit_space *s, double distance);

#endif
