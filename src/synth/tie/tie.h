/*
 * tie.h - what a plan says must hold between columns, in words.
 *
 *   constraint  a condition that holds in every record: "start <= end", "0 <= age <= 120",
 *               "total = wages + other", "sex = 'male' or children >= 0"; or "observed(a, b)": only
 *               combinations of these columns that some record has
 *   rule        "if age < 15 then income is missing", "if sex = 'male' then pregnant = 'no'"
 *   derived     "total = wages + other": the column is computed from others
 *
 * Columns are named as they are, in double quotes if the name is no plain word; texts stand in
 * single quotes, dates as 2020-01-31 and count days.  There are + - * /, comparisons, "in (1, 2)",
 * "is missing", and, or, not, "if c then a else b", floor, round, min and max.  What is computed
 * from a missing value is missing, and a condition that cannot be told for that holds, as CHECK of
 * SQL has it.  Numbers are equal if they differ by less than a part in 10^9.
 *
 * Conditions are evaluated over spans, so that it can be told of a record of which some columns are
 * not made yet whether it can still come out right (interval arithmetic, Moore 1966; propagation of
 * bounds through linear constraints, Apt 2003, Principles of constraint programming, ch. 6).
 */
#ifndef TACIT_SYNTH_TIE_TIE_H
#define TACIT_SYNTH_TIE_TIE_H

#include "table/table.h"

/* Columns that all conditions together may name. */
enum { TACIT_TIE_VARIABLES = 64 };

typedef struct tacit_tie_node tacit_tie_node;

/* What a column may be in a record; of a text the number of the text. */
typedef struct tacit_tie_span {
    double low, high;
    bool value, missing; /* whether it may have a value, and whether it may be missing */
    bool open;           /* it is to be made yet */
} tacit_tie_span;

/* A record, perhaps in the making: by variables. */
typedef struct tacit_tie_scene {
    tacit_tie_span at[TACIT_TIE_VARIABLES];
} tacit_tie_scene;

/* A column that a condition names. */
typedef struct tacit_tie_variable {
    const tacit_column *column;
    size_t at;                     /* in the data */
    const tacit_tie_node *formula; /* of a derived column, otherwise NULL ... */
    size_t number;                 /* ... and which of the formulas it is, from 1 ... */
    uint64_t names;                /* ... and what it follows from */
    tacit_tie_span all;            /* of all records */
    const uint32_t *text;          /* of a category: the number of the text of each code */
    bool whole;                    /* an integer or date */
} tacit_tie_variable;

/* What must hold. */
typedef struct tacit_tie_condition {
    const char *kind, *words; /* "Constraint" or "Rule", and what the plan says */
    size_t number;            /* of its kind, from 1 */
    tacit_tie_node *holds;
    uint64_t names; /* variables, derived ones replaced by what they follow from */
    bool fills;     /* it comes from a rule */
} tacit_tie_condition;

/* A rule: where `when` holds, the variable is `value`. */
typedef struct tacit_tie_fill {
    size_t variable, number;
    const char *words;
    tacit_tie_node *when, *value;
    uint64_t names; /* what it goes by */
} tacit_tie_fill;

/* Combinations of which only observed ones are allowed. */
typedef struct tacit_tie_observed {
    const char *words;
    size_t number, n;
    size_t variable[TACIT_TIE_VARIABLES];
    uint64_t names;
} tacit_tie_observed;

/* All that a plan says; in scratch memory. */
typedef struct tacit_tie_book {
    size_t variables;
    tacit_tie_variable variable[TACIT_TIE_VARIABLES];
    size_t conditions;
    tacit_tie_condition *condition;
    size_t fills;
    tacit_tie_fill *fill;
    size_t observed;
    tacit_tie_observed *set;
    size_t derived; /* variables with a formula */
} tacit_tie_book;

/* The words of a plan. */
typedef struct tacit_tie_words {
    const char *const *constraint;
    size_t constraints;
    const char *const *rule;
    size_t rules;
    const char *const *derived;
    size_t n_derived;
} tacit_tie_words;

/* Read them for the columns of `data`, into scratch memory. */
tacit_status tacit_ties_read(tacit_ctx *cx, const tacit_table *data, const tacit_tie_words *words,
                             tacit_tie_book **out);

/* The words that name variables of `in` alone, and at least one of `one_of`, derived ones replaced
 * by what they follow from; in scratch memory.  `words` are those that `ties` were read from. Fails
 * if parts of one constraint would go apart. */
tacit_status tacit_ties_select(tacit_ctx *cx, const tacit_tie_book *ties,
                               const tacit_tie_words *words, uint64_t in, uint64_t one_of,
                               tacit_tie_words *out);

/* The variables that the cells of variable `v` follow from, by its formula or by rules. */
uint64_t tacit_ties_sources(const tacit_tie_book *ties, size_t v);

/* Fail if some record of `data` breaks what the words say; `what` is what the records are. */
tacit_status tacit_ties_verify(tacit_ctx *cx, const tacit_table *data, const tacit_tie_words *words,
                               const char *what);

/* The variable of column `at` of the data, or `rules->variables`. */
size_t tacit_ties_find(const tacit_tie_book *ties, size_t at);

/* The cell of record `i` as a number, or of a text its number; NAN if it is missing. */
double tacit_tie_cell(const tacit_tie_variable *v, size_t i);

/* A span of one number; missing if it is NAN. */
tacit_tie_span tacit_tie_point(double x);

/* What a formula or the value of a rule may be in a scene. */
tacit_tie_span tacit_tie_value(const tacit_tie_book *ties, const tacit_tie_scene *scene,
                               const tacit_tie_node *node);

/* What a condition may be in a scene: a set of these. */
enum { TACIT_TIE_TRUE = 1, TACIT_TIE_FALSE = 2, TACIT_TIE_UNKNOWN = 4 };
unsigned tacit_tie_truth(const tacit_tie_book *ties, const tacit_tie_scene *scene,
                         const tacit_tie_node *node);

/* Whether condition `k` may still hold. */
static inline bool tacit_tie_may_hold(const tacit_tie_book *ties, const tacit_tie_scene *scene,
                                      size_t k)
{
    return (tacit_tie_truth(ties, scene, ties->condition[k].holds) &
            (TACIT_TIE_TRUE | TACIT_TIE_UNKNOWN)) != 0;
}

/* Make the spans of open variables as narrow as linear conditions have it; false if one of them can
 * be nothing any more. */
bool tacit_ties_narrow(const tacit_tie_book *ties, tacit_tie_scene *scene);

/* Mark the records of `data` for which the condition `words` holds, and count them; one that cannot
 * be told does not hold.  `where` has room for all.  O(records). */
tacit_status tacit_ties_where(tacit_ctx *cx, const tacit_table *data, const char *words,
                              bool *where, size_t *n);

/* What the records say. */
typedef struct tacit_tie_breach {
    size_t records;           /* that break any */
    const bool *broke;        /* which they are; in scratch memory */
    const char *kind, *words; /* of what is broken most, and by how many */
    size_t worst_records;
} tacit_tie_breach;

/* Count the records that break a condition, a rule or a formula.  Fails if none is left, naming one
 * that no record keeps, or some that none keeps together.  O(records * conditions^2). */
tacit_status tacit_ties_check(tacit_ctx *cx, const tacit_tie_book *ties, size_t records,
                              tacit_tie_breach *out);

#endif
