/*
 * fence.h - which values a column may have in a synthetic row, by what the plan says must hold.
 *
 * Conditions are met as columns are made, one after the other: a value is allowed if no condition
 * that names its column is false by it, whatever is made later.  Rows are never rejected.
 */
#ifndef TACIT_SYNTH_FENCE_H
#define TACIT_SYNTH_FENCE_H

#include "synth/generator.h"
#include "synth/tie/tie.h"

/* Combinations so far: of original records and of synthetic rows, as numbers. */
typedef struct tacit_fence_set {
    const tacit_tie_observed *of;
    uint32_t *record, *row;
    uint64_t *key; /* that were observed with the column made last, upwards ... */
    size_t keys;   /* ... and how many they are */
} tacit_fence_set;

/* All that holds, and what was made so far; in scratch memory. */
typedef struct tacit_fences {
    tacit_tie_book *ties;
    size_t rows, records;
    double *made[TACIT_TIE_VARIABLES]; /* in the synthetic rows, NAN if missing ... */
    bool is_made[TACIT_TIE_VARIABLES]; /* ... and whether it is */
    tacit_fence_set *set;
} tacit_fences;

/* What holds for one part. */
typedef struct tacit_fence {
    const tacit_fences *all;
    const tacit_coding *coding;
    size_t variable;
    bool states;           /* the part is that of the states */
    double *own;           /* the cell of each record */
    const uint32_t *value; /* the number of each record's value, for combinations */
    size_t conditions;     /* that name the column ... */
    const size_t *condition;
    tacit_tie_span amounts; /* what values in state 0 can be */
    bool
        deep; /* a column that is made later is tied by several conditions, with this one by some */
} tacit_fence;

/* One row at the fence. */
typedef struct tacit_fence_row {
    size_t row;
    bool dead; /* no value is left */
    tacit_tie_scene scene;
    tacit_tie_span left; /* what linear conditions leave of the column */
} tacit_fence_row;

/* Read the words for `data`; NULL if there are none. */
tacit_status tacit_fences_begin(tacit_ctx *cx, const tacit_table *data,
                                const tacit_tie_words *words, size_t rows, tacit_fences **out);

/* The fence of a part of column `at` of the data, in scratch memory; NULL if nothing is said of it.
 * O(records). */
tacit_status tacit_fence_of(tacit_ctx *cx, const tacit_fences *all, size_t at,
                            const tacit_coding *coding, bool states, const tacit_fence **out);

/* Look at a row; whether a record's cell is allowed in it, and whether a number is. */
void tacit_fence_look(const tacit_fence *f, size_t row, tacit_fence_row *out);
bool tacit_fence_allows(const tacit_fence *f, tacit_fence_row *at, size_t record);
bool tacit_fence_allows_number(const tacit_fence *f, tacit_fence_row *at, double x);

/* Whether some amount is allowed, be it one that no record has. */
bool tacit_fence_allows_amount(const tacit_fence *f, tacit_fence_row *at);

/* Whether conditions leave one number, and which. */
bool tacit_fence_decides(const tacit_fence *f, const tacit_fence_row *at, double *x);

/* The allowed number next to `x`, of a column of numbers; false if none is found. */
bool tacit_fence_nearest(const tacit_fence *f, tacit_fence_row *at, double *x);

/* Take note of the cells that were made of column `at`.  O(rows). */
tacit_status tacit_fences_note(tacit_ctx *cx, tacit_fences *all, size_t at, const tacit_coding *c,
                               const tacit_synth_cells *cells);

/* The same of cells that were given; `donor` are records that tell the same as far as any does. */
tacit_status tacit_fences_note_given(tacit_ctx *cx, tacit_fences *all, size_t at,
                                     const tacit_coding *c, uint32_t *donor,
                                     const tacit_column *given);

/* The rules that fill column `at` by variables `before` alone: a bit for each. */
uint64_t tacit_fences_rules(const tacit_fences *all, size_t at, uint64_t before);

/* Mark the records that rules `which` fill.  O(records). */
void tacit_fences_skip(const tacit_fences *all, uint64_t which, bool *skip);

/* Fill the cells of the column of `c` that rules `which` say, and mark their rows as settled.
 * O(rows).
 */
tacit_status tacit_fences_fill(tacit_ctx *cx, const tacit_fences *all, const tacit_coding *c,
                               uint64_t which, bool *settled, tacit_synth_cells *cells);

/* Compute all cells of a derived column.  O(rows). */
tacit_status tacit_fences_derive(tacit_ctx *cx, const tacit_fences *all, size_t at,
                                 const tacit_coding *c, tacit_synth_cells *cells);

#endif
