/*
 * method.h - what a masking method is.
 *
 * A method turns a table into a masked table.  Each lives in one file that defines one
 * constant, and is listed by one line in methods.def.  It needs all rows at once and has
 * `run`, or it changes values one by one and has `apply`, with `decide` if what it does
 * depends on the data (decision/decision.h).
 *
 * Contract for `run`: read `job->in`, write only the selected columns of `out` (which
 * arrives equal to `in`), draw randomness only from `job->rng`, take temporary memory
 * only from tacit_scratch(), and tell what the reader of the report should know (a matrix,
 * a count, a measured minimum; never a cell) in `job->told`.  A method with the trait
 * TACIT_METHOD_ROWS may leave rows out or move them (tacit_table_take(), tacit_table_become()).
 * Methods that work within strata take them from tacit_strata_of().  On failure `out` may be half
 * written; the caller throws it away.  The result depends on the table, the arguments and the seed
 * alone, not on the number of threads.
 *
 * Contract for `decide`: read `job->in`, append settled changes to the decision, or say that
 * it cannot be settled (`whole`), which needs a `run` as well; tell what is known then.  For
 * `apply`: change only the columns `cols` of `t`, as the law in decision.h asks; the step's
 * own stream is in the stretch.  `tell` adds what is known only after, from `job->in` and the
 * result.
 *
 * A method that is private (TACIT_METHOD_PRIVATE) draws from the system's randomness, never from
 * the seed unless the run is a simulation, leaves no cell missing, and says in `spends` what its
 * columns give away (micro/model/privacy/privacy.h).
 */
#ifndef TACIT_MICRO_METHOD_METHOD_H
#define TACIT_MICRO_METHOD_METHOD_H

#include "base/catalog.h"
#include "base/result.h"
#include "base/rng.h"
#include "hierarchy/hierarchy.h"
#include "micro/method/decision/decision.h"
#include "micro/model/judge.h"
#include "table/table.h"

/* One request to mask.  Everything is borrowed and outlives the call. */
typedef struct tacit_job {
    const tacit_table *in;                   /* never modified */
    const tacit_lookout *look;               /* where the rows are if `in` has only the columns */
    tacit_select cols;                       /* columns to mask, all of an accepted type */
    const tacit_args *args;                  /* in range: checked against `about.params` */
    const tacit_rng *rng;                    /* parent stream; fork it, one per column */
    bool simulation;                         /* private methods draw from `rng` too */
    const tacit_hierarchy_spec *hierarchies; /* those of the plan */
    size_t n_hierarchies;
    const tacit_requirement *require; /* what the plan requires of the release */
    size_t n_require;
    const tacit_subject_extra *extra; /* what else is known (a population ...), or NULL */
    tacit_subject *original;          /* the table before all steps, with its classes, or NULL */
    tacit_result *told;               /* the step's own account; the caller may leave it NULL */
    tacit_decision *decided;          /* to be filled with what was decided, or NULL */
} tacit_job;

/* What is true of a method; bits. */
enum tacit_method_trait {
    TACIT_METHOD_RANDOM = 1,       /* draws from the stream */
    TACIT_METHOD_MULTIVARIATE = 2, /* a column's result depends on the other columns */
    TACIT_METHOD_ROWS = 4,         /* leaves rows out, or moves them */
    TACIT_METHOD_PUBLIC = 8,       /* a step that is settled as written tells nobody's secrets */
    TACIT_METHOD_STRATA = 16,      /* where there are strata, `decide` cannot settle it */
    TACIT_METHOD_OTHERS = 32,      /* looks at all numbers without a role, unless `by` names some */
    TACIT_METHOD_UNLINKS = 64,     /* ids that it masks lead to nobody in the original */
    TACIT_METHOD_BY_VALUE = 128,   /* what it draws goes by values, not by the places of rows */
    TACIT_METHOD_PRIVATE = 256,    /* noise with a guarantee, drawn from the system's randomness */
    TACIT_METHOD_MAKES = 512       /* makes cells up: also where one is missing, and missing ones */
};

/* What counted combinations a decision goes by; bits. */
enum tacit_method_counts {
    TACIT_COUNTS_COLUMNS = 1, /* those of columns that the arguments name */
    TACIT_COUNTS_ROLES = 2    /* those of keys and of what models look at */
};

typedef struct tacit_method {
    tacit_entry about;
    unsigned accepts; /* bits of tacit_type that a selected column may have */
    unsigned traits;
    tacit_status (*run)(tacit_ctx *cx, const tacit_job *job, tacit_table *out);
    /* NULL: the step is settled as it is written */
    tacit_status (*decide)(tacit_ctx *cx, const tacit_job *job, tacit_decision *out);
    tacit_status (*apply)(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t);
    tacit_status (*tell)(tacit_ctx *cx, const tacit_job *job, const tacit_table *out);
    /* whether a change draws from its stream; NULL: the trait says it */
    bool (*is_random)(const tacit_args *args);
    /* whether rows need not be in memory, `decide` doing with tacit_job.look; NULL: if there is
     * nothing to decide */
    bool (*looks)(const tacit_args *args);
    /* the counted combinations of values that `decide` then goes by (bits); NULL: none */
    unsigned (*counts)(const tacit_args *args);
    /* whether what becomes of a cell depends on that cell and the arguments alone; NULL: no */
    bool (*is_fixed)(const tacit_args *args);
    /* of a private method: append to `list` what mechanisms its columns go through in a table of
     * so many rows; NULL: it is none */
    tacit_status (*spends)(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list);
    /* the model that the result keeps, with the arguments of the same names; NULL: none */
    const struct tacit_model *promises;
} tacit_method;

#define TACIT_METHOD(id) extern const tacit_method tacit_method_##id;
#include "micro/method/methods.def"
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

/* Fail unless all of `cols` of `t` have a type that `m` accepts. */
tacit_status tacit_method_check_columns(tacit_ctx *cx, const tacit_method *m, const tacit_table *t,
                                        const tacit_select *cols);

/* Decide on `job`: what its own arguments say if the method has nothing to decide.  The job is
 * taken to be checked. */
tacit_status tacit_method_decide(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                                 tacit_decision *out);

/* Whether it is a step 'reorder' that says the order is to stay. */
bool tacit_reorder_keeps(const tacit_method *method, const tacit_args *args);

/* Check `job` against `m`, run it, and set `*out` to a table the caller owns. */
tacit_status tacit_method_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                              tacit_table **out);

#endif
