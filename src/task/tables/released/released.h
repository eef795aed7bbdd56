/*
 * released.h - tables that everybody has already: what they tell besides those that are to be
 * published, or are audited.
 *
 * Cells are the same if they add up the same column at codes of the same names.  What was published
 * is known.  Where no cell has another value than then, both releases are one system: cells that
 * only the earlier one has join the others, and so do its equations, so that a total or another
 * grouping of codes tells what it does.  Of data that has changed since, only cells of equal values
 * are taken for known.
 */
#ifndef TACIT_TASK_TABLES_RELEASED_RELEASED_H
#define TACIT_TASK_TABLES_RELEASED_RELEASED_H

#include "run/work.h"
#include "tabular/cube/tabulation.h"

/* Join all earlier releases, the plan's and those that are `asked` for besides (a list of texts),
 * to the system of `t`, tell in the record what they have published, and let the verdict fail if a
 * sensitive cell is among it. */
tacit_status tacit_released_join(tacit_ctx *cx, tacit_work *w, const tacit_value *asked,
                                 tacit_tabulation *t);

/* Once a protection has changed what is shown of cells: readers still know those that were
 * published. */
void tacit_released_recall(const tacit_tabulation *t);

/* What cannot be protected because of an earlier release: the failure at hand, which is about a
 * cell, becomes a verdict. */
tacit_status tacit_released_blame(tacit_ctx *cx, tacit_work *w);

#endif
