/*
 * query.h - a question in its canonical form.
 *
 * What is asked of the data stands apart from how the answer is to be shown.  Asked are: which
 * records (a set of declared groups for each column that has a condition), how they are parted (by
 * columns), and which aggregates.  Conditions on one column are one set; all that is grouped by of
 * one column is one parting of its declared groups, whatever its labels; axes and aggregates are
 * sorted and stand once.  So two spellings of one question are the same line of text, and its
 * SHA-256 with the declarations is the key under which an answer is kept.  Shown are the items in
 * the asker's order, by the asker's names and labels, with HAVING, ORDER BY and LIMIT, which look
 * at released values only.
 */
#ifndef TACIT_QUERY_QUERY_H
#define TACIT_QUERY_QUERY_H

#include "base/hash.h"
#include "query/schema.h"

typedef enum tacit_aggregate_kind {
    TACIT_AGGREGATE_COUNT = 0,
    TACIT_AGGREGATE_PERSONS, /* distinct */
    TACIT_AGGREGATE_SUM,
    TACIT_AGGREGATE_MEAN,
    TACIT_AGGREGATE_VARIANCE, /* of a sample: divided by n - 1 */
    TACIT_AGGREGATE_VARIANCE_ALL,
    TACIT_AGGREGATE_DEVIATION,
    TACIT_AGGREGATE_DEVIATION_ALL,
    TACIT_AGGREGATE_QUANTILE,
    TACIT_AGGREGATE_SLOPE, /* of column on other */
    TACIT_AGGREGATE_CORRELATION,
    TACIT_AGGREGATE_LEAST,
    TACIT_AGGREGATE_LARGEST,
    TACIT_AGGREGATES
} tacit_aggregate_kind;

/* The name of a kind in questions and in the canonical text. */
const char *tacit_aggregate_sql(tacit_aggregate_kind kind);
const char *tacit_aggregate_name(tacit_aggregate_kind kind);

typedef struct tacit_aggregate {
    tacit_aggregate_kind kind;
    size_t column, other; /* 0 where there is none */
    double share;         /* of a quantile */
} tacit_aggregate;

/* What the asker groups by: a column at a level. */
typedef struct tacit_query_by {
    size_t column, level;
    /* Once it is settled: */
    size_t axis;           /* that tells its labels apart; TACIT_NO_AXIS: there is one label left */
    const uint32_t *label; /* for each part of the axis */
} tacit_query_by;
#define TACIT_NO_AXIS SIZE_MAX

/* Records are parted by a column: its parts are the combinations of labels that occur among the
 * declared groups which conditions leave, in the order of these. */
typedef struct tacit_query_axis {
    size_t column;
    size_t n;
    const uint32_t *of; /* for each group of the column its part, or TACIT_NO_PART */
    size_t like;        /* the level that parts them in the same way, or TACIT_NO_LEVEL */
} tacit_query_axis;
#define TACIT_NO_PART UINT32_MAX
#define TACIT_NO_LEVEL SIZE_MAX

/* What is shown: one column of the answer. */
typedef struct tacit_query_shown {
    bool is_axis; /* one of `by`, else an aggregate */
    size_t at;
    const char *name; /* by which the asker calls it */
} tacit_query_shown;

typedef enum tacit_compare {
    TACIT_COMPARE_LESS = 0,
    TACIT_COMPARE_AT_MOST,
    TACIT_COMPARE_EQUAL,
    TACIT_COMPARE_OTHER,
    TACIT_COMPARE_AT_LEAST,
    TACIT_COMPARE_MORE
} tacit_compare;

/* HAVING: a released value against a number. */
typedef struct tacit_query_test {
    size_t aggregate;
    tacit_compare compare;
    double bound;
} tacit_query_test;

typedef struct tacit_query_order {
    bool is_axis;
    size_t at;
    bool falls;
} tacit_query_order;

enum {
    TACIT_QUERY_AXES = 8,
    TACIT_QUERY_AGGREGATES = 32,
    TACIT_QUERY_SHOWN = 40,
    TACIT_QUERY_TESTS = 16,
    TACIT_QUERY_ORDERS = 16
};

/* In scratch memory. */
typedef struct tacit_query {
    const tacit_query_schema *schema;
    /* What is asked: */
    bool **in; /* for each column which of its groups; NULL if it has no condition */
    size_t n_by;
    tacit_query_by by[TACIT_QUERY_AXES];
    size_t n_axes;
    tacit_query_axis axis[TACIT_QUERY_AXES];
    size_t n_aggregates;
    tacit_aggregate aggregate[TACIT_QUERY_AGGREGATES];
    size_t cells;   /* how many groups there are: the product of the axes */
    double epsilon; /* that the asker would spend; 0: what the policy says */
    char *text;     /* the canonical text */
    char key[TACIT_DIGEST_BYTES];
    /* How it is shown: */
    size_t n_shown;
    tacit_query_shown shown[TACIT_QUERY_SHOWN];
    size_t n_tests;
    tacit_query_test test[TACIT_QUERY_TESTS];
    size_t n_orders;
    tacit_query_order order[TACIT_QUERY_ORDERS];
    bool limited;
    uint64_t limit;
} tacit_query;

/* A question without anything in it. */
tacit_status tacit_query_start(tacit_ctx *cx, const tacit_query_schema *schema, tacit_query *out);

/* Leave of column `c` only the groups that are `in`, besides what was left before. */
tacit_status tacit_query_restrict(tacit_ctx *cx, tacit_query *q, size_t c, const bool *in);

/* Bring a question into its canonical form: sorted, each axis and aggregate once, shown items
 * pointing to where they are now; set its text, key and number of cells.  Fails if a condition
 * leaves nothing, or there are more cells than the policy allows. */
tacit_status tacit_query_settle(tacit_ctx *cx, tacit_query *q);

/* Append words to the text of a question that make it another one, with another key. */
tacit_status tacit_query_qualify(tacit_ctx *cx, tacit_query *q, const char *words);

/* Read the canonical text of a settled question back and settle it, without anything shown; it is
 * the `same` if its text comes out as it was, which a text of other declarations need not. */
tacit_status tacit_query_reread(tacit_ctx *cx, const tacit_query_schema *schema, const char *text,
                                tacit_query *out, bool *same);

/* Make the axes of what is grouped by; how many cells they have is the product.  A column that is
 * left with one part is a condition instead, and one that has an axis needs none that all its
 * groups meet.  O(columns' groups * (log of them + levels)). */
tacit_status tacit_query_part(tacit_ctx *cx, tacit_query *q);

/* The part of axis `a` that cell number `cell` is in: cells run with the last axis first. */
size_t tacit_query_cell_part(const tacit_query *q, size_t a, size_t cell);

/* The number of the label that cell number `cell` has in `by[b]`, and the label; NULL if it is
 * missing. */
size_t tacit_query_cell_number(const tacit_query *q, size_t b, size_t cell);
const char *tacit_query_cell_label(const tacit_query *q, size_t b, size_t cell);

/* Which records are in cell number `cell`, appended as a text: a group has the text of the question
 * that asks for it by conditions, whatever is asked of it. */
tacit_status tacit_query_cell_text(tacit_ctx *cx, const tacit_query *q, size_t cell,
                                   tacit_buffer *b);

#endif
