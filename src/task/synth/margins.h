/*
 * margins.h - known totals of a population, for the files of this folder.
 *
 * A file of margins has columns that are called like columns of the data, or `size` for the number
 * of members of a household, and a column `households` or `persons`, or both, with counts.  A row
 * says how many households or persons there are with its values; an empty cell stands for any.  A
 * household is of the kind that its head is of.
 */
#ifndef TACIT_TASK_SYNTH_MARGINS_H
#define TACIT_TASK_SYNTH_MARGINS_H

#include "stats/counts/ipu.h"
#include "task/synth/own.h"

/* Rows of one margin fill the same columns and count the same. */
typedef struct tacit_known_margin {
    uint64_t filled; /* bits: which columns of the file */
    bool persons;
    double total;
    const char *label; /* for people: "households by region" */
} tacit_known_margin;

/* One total. */
typedef struct tacit_margin_cell {
    size_t row; /* of the file; SIZE_MAX: it is the size of the population */
    size_t margin;
    double target;
} tacit_margin_cell;

/* All that is known, in scratch memory but for the table. */
struct tacit_margins {
    const char *path; /* NULL: only the size is known */
    tacit_table *file;
    size_t columns; /* of the file ... */
    bool *counts;   /* ... and which of them hold counts */
    tacit_margin_cell *cell;
    size_t n;
    tacit_known_margin *margin;
    size_t n_margins;
};

/* Read what the plan says; `s->margins` stays NULL if that is nothing.  Sets how many households
 * are made at first. */
tacit_status tacit_margins_read(tacit_ctx *cx, tacit_synthesis *s);

/* Free the table. */
void tacit_margins_free(tacit_margins *m);

/* The totals as sums over the households of `t`, which stand together; in scratch memory. */
tacit_status tacit_margins_totals(tacit_ctx *cx, const tacit_margins *m, const tacit_table *t,
                                  const size_t *first, size_t homes, tacit_ipu *out);

/* Fail if two margins that count everybody do not agree on how many those are. */
tacit_status tacit_margins_check(tacit_ctx *cx, const tacit_margins *m, const tacit_ipu *totals,
                                 size_t homes, size_t persons);

#endif
