/*
 * cost.h - what a release cost and what it still shows, in a few words for people.
 */
#ifndef TACIT_RUN_COST_COST_H
#define TACIT_RUN_COST_COST_H

#include "run/work.h"

/* A release beside what it was made from; all borrowed. */
typedef struct tacit_cost {
    const tacit_table *data;     /* the original with all its rows */
    const tacit_table *original; /* its rows that are released, in the order of the release */
    const tacit_table *masked;
    const tacit_hierarchy_spec *hierarchies;
    size_t n_hierarchies;
} tacit_cost;

/* What became of the columns, "age in 5-year groups; job gone in 3 % of records", under "lost" of
 * the record: "" if nothing was lost.  Identifiers that are left out are no loss. */
tacit_status tacit_cost_lost(tacit_ctx *cx, const tacit_cost *c, json_t *record);

/* A sentence under "shown" of the record if columns that are no keys go out as they are, or nearly,
 * and many records are unique by one of them; "" otherwise. */
tacit_status tacit_cost_shown(tacit_ctx *cx, const tacit_cost *c, json_t *record);

/* Warn if a key that is the same for all records of a household or cluster was hidden or changed in
 * some of them only, so that the others tell it. */
tacit_status tacit_cost_betrayed(tacit_ctx *cx, const tacit_cost *c);

/* All of it for the record of a work, with its data and what is known of it; `original` has the
 * rows of `masked`. */
tacit_status tacit_cost_tell(tacit_ctx *cx, tacit_work *w, const tacit_table *original,
                             const tacit_table *masked);

#endif
