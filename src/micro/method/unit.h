/*
 * unit.h - decisions that are made once for all records of a unit, such as a household.
 */
#ifndef TACIT_MICRO_METHOD_UNIT_H
#define TACIT_MICRO_METHOD_UNIT_H

#include "micro/method/method.h"

/* The parameter of methods that can be carried out on units. */
#define TACIT_UNIT_NAME "per"
#define TACIT_METHOD_PER                                                                           \
    {                                                                                              \
        .name = TACIT_UNIT_NAME, .type = TACIT_PARAM_COLUMN, .need = TACIT_OPTIONAL,               \
        .help = "decide once for all records with the same value of this column, such as those "   \
                "of a household, on keys that are the same for all of them"                        \
    }

/* The column that the arguments name as `per`, or NULL. */
const char *tacit_unit_of(const tacit_args *args);

/* Run `m` on a table with one record of each unit and write what became of its columns into all
 * records of the unit in `masked`, which equals the table of the job.  Without `columns` those keys
 * are taken that are the same within each unit; others are no keys then.  Of what is required only
 * k-anonymity on all keys is seen to, by numbers of units. */
tacit_status tacit_unit_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                            tacit_table *masked);

#endif
