/*
 * look.h - what a decision needs to know of a column, whether or not its rows are in memory.
 *
 * A table in memory is looked at as it is.  One that is not is scanned, as often as it takes,
 * in memory that does not grow with its rows; what is found is the same to the last bit,
 * because sums run in the order of the rows.
 */
#ifndef TACIT_MICRO_METHOD_DECISION_LOOK_H
#define TACIT_MICRO_METHOD_DECISION_LOOK_H

#include "base/context.h"
#include "stats/moments.h"
#include "table/table.h"

/* Takes a column, or one part of it after the other. */
typedef tacit_status tacit_look_take(tacit_ctx *cx, void *user, const tacit_column *part);

/* Rows that are not in memory. */
typedef struct tacit_lookout {
    tacit_status (*scan)(tacit_ctx *cx, void *rows, const char *column, tacit_look_take *take,
                         void *user);
    tacit_status (*count)(tacit_ctx *cx, void *rows, const char *const *column, size_t n,
                          tacit_table **out);
    void *rows;
    bool counts_only; /* a scan is refused: what can be decided without one is */
} tacit_lookout;

/* Where to look: at column `j` of `t`, or through `look` if that is not NULL. */
typedef struct tacit_looked {
    const tacit_lookout *look;
    const tacit_table *t;
    size_t j;
} tacit_looked;

/* Hand over the column, part by part in the order of the rows. */
tacit_status tacit_look_at(tacit_ctx *cx, const tacit_looked *at, tacit_look_take *take,
                           void *user);

/* The combinations of values of some columns of `shape`, in the order in which rows have them
 * first, with their roles there and a column TACIT_COUNT; the caller frees.  1 scan.  Memory is
 * that of the combinations. */
tacit_status tacit_look_count(tacit_ctx *cx, const tacit_lookout *look, const tacit_table *shape,
                              const tacit_select *columns, tacit_table **out);

/* The p-quantile of the present numbers (type 7 of Hyndman and Fan 1996) and how many there
 * are; 0 of 0.  O(rows), 6 scans. */
tacit_status tacit_look_quantile(tacit_ctx *cx, const tacit_looked *at, double p, double *out,
                                 uint64_t *n);

/* The moments of the present numbers, as tacit_moments_of() has them.  3 scans. */
tacit_status tacit_look_moments(tacit_ctx *cx, const tacit_looked *at, tacit_moments *out);

#endif
