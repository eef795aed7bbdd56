/*
 * query.h - a question in its canonical form.
 *
 * What is asked of the data stands apart from how the answer is to be shown.  Asked are: which
 * records (a set of declared groups for each column that has a condition), by which groups
 * (columns at a declared level), and which aggregates.  Conditions on one column are one set, axes
 * and aggregates are sorted and stand once, so that two spellings of one question are the same
 * line of text, and its SHA-256 with the declarations is the key under which an answer is kept.
 * Shown are the items in the asker's order and by the asker's names, with HAVING, ORDER BY and
 * LIMIT, which look at released values only.
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

/* Records are grouped by a column at a level; `group` lists the labels that conditions leave. */
typedef struct tacit_query_axis {
    size_t column, level;
    size_t n;
    const uint32_t *group;
} tacit_query_axis;

/* What is shown: one column of the answer. */
typedef struct tacit_query_shown {
    bool is_axis;
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

/* The label of axis `a` in cell number `cell`: cells run with the last axis first. */
const char *tacit_query_cell_label(const tacit_query *q, size_t a, size_t cell);

/* Which records are in cell number `cell`, appended as a text: a group has the text of the question
 * that asks for it by conditions, whatever is asked of it. */
tacit_status tacit_query_cell_text(tacit_ctx *cx, const tacit_query *q, size_t cell,
                                   tacit_buffer *b);

#endif
