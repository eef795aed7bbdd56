/*
 * order.h - what the order of the records of a release tells, and where they come from.
 */
#ifndef TACIT_RUN_ORDER_ORDER_H
#define TACIT_RUN_ORDER_ORDER_H

#include "base/text.h"
#include "run/order/origin.h"
#include "run/work.h"

/* What was seen of the values of one column, row after row. */
typedef struct tacit_order_tally {
    double present; /* values */
    struct {
        double rises, falls;
        double run;    /* length of the run of equals */
        double chance; /* logarithm: the sum of ln n_v! */
    } by[2];           /* texts by their bytes, and by their letters without regard to case */
    double number;     /* the last value */
    tacit_buffer text; /* the same if it is a text */
} tacit_order_tally;

/* See the next rows of the column; tacit_buffer_free() the text in the end.  O(rows). */
tacit_status tacit_order_see(tacit_ctx *cx, const tacit_column *c, tacit_order_tally *t);

/* Whether the order of the rows goes with the values that were seen: they rise or fall throughout,
 * or do one 20 times as often as the other (as where each part of a file is sorted), by more
 * than chance: less than one in 10^6 for rows in random order. */
bool tacit_order_tells(const tacit_order_tally *t);

/* Whether the plan hides a column: an identifier, or what a step masks. */
bool tacit_order_hides(const tacit_plan *plan, const char *column);

/* Append the name of a column that tells, in quotes, to `*names`; in scratch memory. */
tacit_status tacit_order_name(tacit_ctx *cx, const char *column, char **names);

/* What is said of the order of the records where nothing is done about it; NULL if the plan has a
 * step 'reorder', which says it. */
const char *tacit_order_remark(const tacit_plan *plan);

/* The columns of `data` by which its records are ordered and that the plan hides: their names, in
 * scratch memory; NULL if there is none. */
tacit_status tacit_order_find(tacit_ctx *cx, const tacit_plan *plan, const tacit_table *data,
                              char **names);

/* Warn that the order tells of the columns called `names` and was `kept`, or was made random. */
void tacit_order_warn(tacit_ctx *cx, const char *names, bool kept);

/* Give the plan of the work a last step 'reorder', and a seed if it had no use for one before;
 * `w->remark` says so to everybody. */
tacit_status tacit_order_add(tacit_ctx *cx, tacit_work *w);

#endif
