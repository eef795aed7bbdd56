/*
 * private.h - what the private methods share: their randomness, categories, bounds and columns.
 *
 * Noise comes from a stream under a key of the system, one for each column.  Only in a run that is
 * marked as a simulation the key comes from the seed.  What may stand in a column is declared in
 * the plan, never found in the data, and a cell that is missing or is none of it counts as a
 * declared one: so neither an output nor a failure depends on what the data holds.
 */
#ifndef TACIT_MICRO_METHOD_PRIVATE_PRIVATE_H
#define TACIT_MICRO_METHOD_PRIVATE_PRIVATE_H

#include "micro/method/method.h"
#include "privacy/mechanism/single.h"
#include "privacy/sample/lattice.h"

/* Begin the stream called `label` of a job; ends with tacit_keystream_close(). */
tacit_status tacit_private_stream(tacit_ctx *cx, const tacit_job *job, const char *label,
                                  tacit_keystream *out);

/* Warn of an epsilon that promises next to nothing. */
void tacit_private_warn(tacit_ctx *cx, const char *owner, double epsilon);

/* ---- parameters; all methods begin with these two ---- */

enum { TACIT_PRIVATE_COLUMNS = 0, TACIT_PRIVATE_EPSILON };

#define TACIT_PRIVATE_PARAM_EPSILON                                                                \
    {                                                                                              \
        .name = "epsilon", .type = TACIT_PARAM_REAL, .need = TACIT_REQUIRED, .min = 1e-6,          \
        .max = 1000, TACIT_USEFUL_LOG(0.01, 10, NULL), .importance = TACIT_FIRST,                  \
        .help = "what each column may give away of a person"                                       \
    }

/* ---- categories ---- */

enum { TACIT_PRIVATE_CATEGORIES = 2, TACIT_PRIVATE_OTHERWISE };

#define TACIT_PRIVATE_PARAM_CATEGORIES                                                             \
    {                                                                                              \
        .name = "categories", .type = TACIT_PARAM_TEXTS, .need = TACIT_REQUIRED,                   \
        .importance = TACIT_FIRST,                                                                 \
        .help = "what may stand in the columns, as the custodian knows it without the data"        \
    }
#define TACIT_PRIVATE_PARAM_OTHERWISE                                                              \
    {                                                                                              \
        .name = "otherwise", .type = TACIT_PARAM_TEXT, .need = TACIT_OPTIONAL,                     \
        .help = "the category that a missing value, or one that is no category, counts as; the "   \
                "last one if not given"                                                            \
    }

/* The columns of a method of categories, each answered by `m`; `put` makes of the answers about
 * the cells of column j what stands in the table in its place. */
typedef tacit_status tacit_private_put(tacit_ctx *cx, const tacit_job *job, size_t j,
                                       const int64_t *answer, tacit_table *out);
tacit_status tacit_private_categories(tacit_ctx *cx, const tacit_job *job, const tacit_mechanism *m,
                                      tacit_private_put *put, tacit_table *out);

/* The columns in which the answers about one column are told: how many, and what they are called.
 */
typedef struct tacit_private_names {
    size_t n;
    tacit_status (*name)(tacit_ctx *cx, const tacit_args *args, const char *column, size_t i,
                         char **out); /* NULL: the column itself */
} tacit_private_names;

/* Append what the columns give away. */
tacit_status tacit_private_spend(tacit_ctx *cx, const tacit_args *args, const char *mechanism,
                                 const tacit_private_names *names, json_t *list);

/* Put the columns of the answers about column j, in rows of all, in its place, behind the others.
 */
tacit_status tacit_private_encode(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  const tacit_private_names *names, const int64_t *answer,
                                  tacit_table *out);

/* ---- numbers ---- */

enum { TACIT_PRIVATE_BOUNDS = 2, TACIT_PRIVATE_DECIMALS, TACIT_PRIVATE_MISSING };

#define TACIT_PRIVATE_PARAM_BOUNDS                                                                 \
    {                                                                                              \
        .name = "bounds", .type = TACIT_PARAM_LISTS, .need = TACIT_REQUIRED,                       \
        .importance = TACIT_FIRST,                                                                 \
        .help = "column: [least, greatest] value that counts, as the custodian knows them "        \
                "without the data; values beyond them are taken for the bound"                     \
    }
#define TACIT_PRIVATE_PARAM_DECIMALS                                                               \
    {                                                                                              \
        .name = "decimals", .type = TACIT_PARAM_INTEGER, .min = 0, .max = 9,                       \
        TACIT_USEFUL(0, 3, "decimals"), .help = "decimals of the lattice that values lie on"       \
    }
#define TACIT_PRIVATE_PARAM_MISSING                                                                \
    {                                                                                              \
        .name = "missing", .type = TACIT_PARAM_REAL, .need = TACIT_OPTIONAL, .min = -1e15,         \
        .max = 1e15, TACIT_USEFUL(-1e6, 1e6, NULL),                                                \
        .help = "what a missing value counts as; the middle of the bounds if not given"            \
    }

/* The lattice of the column called `column`; fails if its bounds were not declared. */
tacit_status tacit_private_lattice(tacit_ctx *cx, const char *owner, const tacit_args *args,
                                   const char *column, tacit_value_lattice *out);

/* The cells of a column of numbers on their lattice, in scratch memory. */
tacit_status tacit_private_place(tacit_ctx *cx, const tacit_column *c,
                                 const tacit_value_lattice *lattice, tacit_i128 **out);

/* Put numbers of steps in the place of column j. */
tacit_status tacit_private_write(tacit_ctx *cx, tacit_table *t, size_t j, int decimals,
                                 const int64_t *steps);

/* What a column with Laplace noise gives away. */
typedef struct tacit_private_laplace {
    const char *column;
    double epsilon;
    tacit_value_lattice lattice;
    uint64_t sensitivity; /* steps by which a record can move what noise is added to */
    int64_t k;            /* records that a group has at least; 1: each by itself */
    int64_t together;     /* columns that records are grouped by */
    bool within;          /* what is beyond the bounds was put back to them */
} tacit_private_laplace;
tacit_status tacit_private_spend_laplace(tacit_ctx *cx, const tacit_private_laplace *what,
                                         json_t *list);

/* The mechanism of it. */
tacit_status tacit_private_laplace_new(tacit_ctx *cx, const char *owner,
                                       const tacit_private_laplace *what, tacit_single *out);

#endif
