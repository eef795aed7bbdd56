/*
 * method.h - what a masking method is.
 *
 * A method turns a table into a masked table.  Each lives in one file that defines one
 * constant, and is listed by one line in methods.def.
 *
 * Contract for `run`: read `job->in`, write only the selected columns of `out` (which
 * arrives equal to `in`), draw randomness only from `job->rng`, take temporary memory
 * only from tacit_scratch(), and tell what the reader of the report should know (a matrix,
 * a count, a measured minimum; never a cell) in `job->told`.  A method with the trait
 * TACIT_METHOD_ROWS may leave rows out (tacit_table_take() and tacit_table_become()).
 * Methods that work within strata take them from tacit_strata_of().  On failure `out` may be half
 * written; the caller throws it away.  The result depends on the table, the arguments and the seed
 * alone, not on the number of threads.
 */
#ifndef TACIT_METHOD_METHOD_H
#define TACIT_METHOD_METHOD_H

#include "base/catalog.h"
#include "base/result.h"
#include "base/rng.h"
#include "hierarchy/hierarchy.h"
#include "model/judge.h"
#include "table/table.h"

/* A recoding that gave whole columns the labels of one level each. */
typedef struct tacit_recoded {
    const struct tacit_space *space; /* search/space.h */
    const uint8_t *level;            /* of each axis */
    uint64_t least;                  /* records of smaller classes were suppressed; 0 if it was
                                        decided otherwise */
    bool removed;                    /* suppressed records were left out, not blanked */
} tacit_recoded;

/* One request to mask.  Everything is borrowed and outlives the call. */
typedef struct tacit_job {
    const tacit_table *in;                   /* never modified */
    tacit_select cols;                       /* columns to mask, all of an accepted type */
    const tacit_args *args;                  /* in range: checked against `about.params` */
    const tacit_rng *rng;                    /* parent stream; fork it, one per column */
    const tacit_hierarchy_spec *hierarchies; /* those of the plan */
    size_t n_hierarchies;
    const tacit_requirement *require; /* what the plan requires of the release */
    size_t n_require;
    const tacit_subject_extra *extra; /* what else is known (a population ...), or NULL */
    tacit_subject *original;          /* the table before all steps, with its classes, or NULL */
    tacit_table *population; /* its keys, to be recoded as those of the table are; NULL without */
    /* called with a recoding of whole columns, or NULL */
    tacit_status (*watch)(tacit_ctx *cx, void *watcher, const tacit_recoded *what);
    void *watcher;
    tacit_result *told; /* the step's own account; the caller may leave it NULL */
} tacit_job;

/* What is true of a method; bits. */
enum tacit_method_trait {
    TACIT_METHOD_RANDOM = 1,       /* draws from the stream */
    TACIT_METHOD_MULTIVARIATE = 2, /* a column's result depends on the other columns */
    TACIT_METHOD_ROWS = 4          /* leaves rows out */
};

typedef struct tacit_method {
    tacit_entry about;
    unsigned accepts; /* bits of tacit_type that a selected column may have */
    unsigned traits;
    tacit_status (*run)(tacit_ctx *cx, const tacit_job *job, tacit_table *out);
} tacit_method;

#define TACIT_METHOD(id) extern const tacit_method tacit_method_##id;
#include "method/methods.def"
#undef TACIT_METHOD

extern const tacit_catalog tacit_method_catalog;

/* Every method's first parameter: the columns it masks. */
#define TACIT_METHOD_COLUMNS                                                                       \
    {                                                                                              \
        .name = "columns", .type = TACIT_PARAM_COLUMNS, .need = TACIT_REQUIRED,                    \
        .help = "the columns to mask"                                                              \
    }

/* The method called `name`, or NULL. */
const tacit_method *tacit_method_find(const char *name);

/* Check `job` against `m`, run it, and set `*out` to a table the caller owns. */
tacit_status tacit_method_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                              tacit_table **out);

#endif
