/*
 * profile.h - what a column looks like: missing and distinct values, spread, patterns.
 *
 * A profile holds counts and statistics.  It holds no text of a category: who inspects a
 * file has the file, and what is printed travels further than the file does.  The least
 * and the greatest number are a record's own values; they are kept because they show
 * codes such as 999 that stand for something else, and make a profile a document for the
 * custodian.
 */
#ifndef TACIT_MICRO_PROFILE_PROFILE_H
#define TACIT_MICRO_PROFILE_PROFILE_H

#include "base/calendar/calendar.h"
#include "micro/profile/dirt.h"
#include "micro/profile/pattern.h"
#include "micro/profile/topic.h"
#include "table/table.h"

enum { TACIT_PROFILE_QUANTILES = 7 };

/* In per cent: 1, 5, 25, 50, 75, 95, 99. */
extern const int TACIT_PROFILE_PERCENT[TACIT_PROFILE_QUANTILES];

typedef struct tacit_profile {
    const char *name; /* of the column, borrowed from it */
    tacit_type type;
    size_t rows, missing;
    size_t distinct;              /* values that some row has */
    size_t singles;               /* values that exactly one row has */
    size_t runs;                  /* stretches of rows with one value, missing ones passed over */
    double top_share;             /* of the most frequent value, among those present */
    double entropy;               /* bits, of the values that are present */
    double evenness;              /* entropy / log2(distinct); 0 if distinct < 2 */
    double least, most, mean, sd; /* numbers and dates; 0 if none is present */
    double quantile[TACIT_PROFILE_QUANTILES];
    size_t zeros, negatives;   /* numbers */
    size_t shortest, longest;  /* characters of texts */
    tacit_pattern pattern;     /* of texts */
    tacit_topic topic;         /* of texts */
    tacit_spelling_tally days; /* among different texts */
    tacit_dirt dirt;           /* what is wrong with its values */
    uint64_t partition;        /* equal for columns that part the rows alike */
    size_t twin;               /* an earlier column, one-to-one with this; SIZE_MAX if none */
    size_t tells;              /* a column of texts that it nearly always tells; SIZE_MAX if none */
} tacit_profile;

/* Rows with a value. */
size_t tacit_profile_present(const tacit_profile *p);

/* Distinct values divided by present ones; 0 if none is present. */
double tacit_profile_uniqueness(const tacit_profile *p);

/* Profile one column; `twin` and `tells` are left at SIZE_MAX.  One numbering of its values:
 * O(rows). */
tacit_status tacit_profile_column(tacit_ctx *cx, const tacit_column *c, tacit_profile *out);

/* The same of a column of which `count` records have each cell, as an engine counts them: without
 * `runs` and `partition`, which go by the order of records. */
tacit_status tacit_profile_counted(tacit_ctx *cx, const tacit_column *c, const int64_t *count,
                                   tacit_profile *out);

/* Profile all columns of `table`, twins included, in scratch memory.  O(rows) a column. */
tacit_status tacit_profile_table(tacit_ctx *cx, const tacit_table *table, tacit_profile **out);

/* Set `twin` of each of the profiles of `table`.  Columns are one-to-one if rows agree in
 * the one exactly where they agree in the other, missing values included.  Columns with
 * fewer than two values, or with a different value in each row, are trivially so and left
 * out.  Set `tells` where texts of about as many values nearly always go with those of a column.
 * O(columns log columns + rows * twins + rows for each pair with about as many values). */
tacit_status tacit_profile_twins(tacit_ctx *cx, const tacit_table *table, tacit_profile *profile);

#endif
