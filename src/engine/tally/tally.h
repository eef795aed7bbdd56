/*
 * tally.h - what is told of columns by an engine that counts their values, where nobody fetches
 * these.
 */
#ifndef TACIT_ENGINE_TALLY_TALLY_H
#define TACIT_ENGINE_TALLY_TALLY_H

#include "engine/engine.h"

/* How many combinations of values some columns have, by how many records have them: `classes[i]`
 * combinations have `rows[i]` records each, upwards.  A missing value is one of its own.  In
 * scratch memory. */
typedef struct tacit_tallied {
    size_t n;
    const uint64_t *rows, *classes;
} tacit_tallied;

/* Whether the source can be asked for it. */
bool tacit_tally_can(const tacit_data *data);

/* Count the combinations of columns.  What comes back is as long as there are different sizes of
 * classes. */
tacit_status tacit_tally_of(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                            tacit_tallied *out);

/* All records, all combinations, and the records in combinations of fewer than `k`. */
uint64_t tacit_tally_rows(const tacit_tallied *t);
uint64_t tacit_tally_classes(const tacit_tallied *t);
uint64_t tacit_tally_below(const tacit_tallied *t, uint64_t k);

/* What a column is like as a whole: numbers and dates (in days), or the characters of texts. */
typedef struct tacit_extent {
    uint64_t rows, missing, zeros, negatives;
    double least, most, mean, sd;
} tacit_extent;
tacit_status tacit_tally_span(tacit_ctx *cx, tacit_data *data, size_t column, tacit_extent *out);

/* The numbers of a column, rounded to four digits, as a table of two columns of numbers: the
 * value, and how many records have it; the caller frees. */
tacit_status tacit_tally_rounded(tacit_ctx *cx, tacit_data *data, size_t column, tacit_table **out);

/* The first `n` of the different texts of a column, by their bytes; the caller frees. */
tacit_status tacit_tally_texts(tacit_ctx *cx, tacit_data *data, size_t column, size_t n,
                               tacit_table **out);

#endif
