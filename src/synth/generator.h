/*
 * generator.h - what a generator of synthetic values is.
 *
 * A synthetic file is made column by column, or several columns at once.  Generators of one column
 * draw a part at a time: a class or a number, given the columns before it.  Such a generator learns
 * a part from the original records alone, so all parts are learnt independently of each other, and
 * once however many sets are drawn; then it puts each synthetic row into a pool of original
 * records, from which the row's donor is drawn (draw.h), or names the donor of each row itself.
 * Generators of several columns make all cells of their columns in one go.
 *
 * Each generator lives in one file or folder that defines one constant, and is listed by one line
 * in generators.def.  Its first parameter is TACIT_GENERATOR_COLUMNS.  It has either
 *   prepare, perhaps learn, and place: `prepare` takes all the memory that learning needs, in
 *     scratch memory; `learn` takes none, cannot fail, and runs beside that of other parts; `place`
 *     says for each row which pool is its.  None of them draws anything;
 *   the same with draw instead of place, which names the donor of each row;
 *   or make;
 *   or, if it is private, answer, which sees columns by their declared domains only, and makes all
 *     of them (private/private.h).
 */
#ifndef TACIT_SYNTH_GENERATOR_H
#define TACIT_SYNTH_GENERATOR_H

#include "base/catalog.h"
#include "base/rng.h"
#include "stats/tree/tree.h"
#include "synth/coding.h"
#include "table/table.h"

/* The first parameter of every generator: which columns it makes, where a plan lists generators. */
enum { TACIT_GENERATOR_COLUMNS };
#define TACIT_GENERATOR_COLUMNS_PARAM                                                              \
    {                                                                                              \
        .name = "columns", .type = TACIT_PARAM_COLUMNS, .need = TACIT_OPTIONAL,                    \
        .importance = TACIT_FIRST,                                                                 \
        .help = "the columns that it makes; by default all that no other generator does"           \
    }

/* A column that was made before, or is kept: in the original, and in the synthetic rows of all
 * sets, one set after the other. */
typedef struct tacit_synth_known {
    const tacit_coding *coding;   /* of all original records */
    const uint16_t *code;         /* its codes as a predictor in the synthetic rows */
    const uint16_t *state;        /* its states there; NULL if none of them is special */
    const tacit_table *const *in; /* the sets so far ... */
    size_t column;                /* ... where it stands there ... */
    size_t set_rows, sets;
    const uint32_t *turn; /* ... and which synthetic row comes i-th, counted among all sets */
} tacit_synth_known;

/* The numbers of a known number or date in the synthetic rows, in scratch memory; `has` tells which
 * rows have a value, specials not counted.  O(rows). */
tacit_status tacit_synth_numbers(tacit_ctx *cx, const tacit_synth_known *known, double **x,
                                 bool **has);

/* How cells are drawn. */
typedef struct tacit_synth_draws {
    bool dealt;      /* donors each in turn before any is used again; otherwise independently */
    size_t set_rows; /* rows of each set: rows of different sets are drawn apart */
    tacit_rng rng;
} tacit_synth_draws;

/* One class or number to be drawn given others; all borrowed. */
typedef struct tacit_synth_part {
    const tacit_coding *coding; /* of its column */
    bool states;                /* it is the column's states, not its values */
    size_t rows;                /* original records that take part; above 0 ... */
    const uint32_t *record;     /* ... and which they are, upwards; NULL: all */
    uint32_t classes;           /* of them, or groups of a number's values; above 0 */
    const uint16_t *label;
    const double *rank;                 /* where classes are groups of values; otherwise NULL */
    const uint32_t *value;              /* a number for each record's value ... */
    const uint64_t *count;              /* ... and how many of the records have a value */
    size_t predictors;                  /* columns that are known: ... */
    const tacit_tree_column *predictor; /* ... of the original records, ... */
    const uint16_t *const *given;       /* ... of the synthetic rows */
    size_t n_known;                     /* the same columns, not as codes alone */
    const tacit_synth_known *known;
    size_t draws;                    /* synthetic rows that take part ... */
    const uint32_t *row;             /* ... and which they are, upwards; NULL: the first `draws` */
    const struct tacit_fence *fence; /* what their values must keep to; NULL: nothing.  It is kept
                                        for the generator, whatever that draws */
    const struct tacit_guard *guard; /* whom rows may not copy; NULL: none is asked for */
    const uint32_t *unit;            /* which unit each original record is of; NULL: each is one */
    size_t units;
    const tacit_args *args;
} tacit_synth_part;

/* Numbers near those of donors, instead of them (smooth/smooth.h). */
typedef enum tacit_synth_smoothing {
    TACIT_SMOOTH_NONE,
    TACIT_SMOOTH_BETWEEN,
    TACIT_SMOOTH_KERNEL,
    TACIT_SMOOTH_AUTO /* none, unless tacit_smooth_settle says otherwise */
} tacit_synth_smoothing;

/* Pools of donors: those of pool q are order[first[q]] ... of rows[q] records, counted within the
 * part.  Pools may overlap. */
typedef struct tacit_synth_pools {
    size_t n;
    const uint32_t *order;
    const size_t *first, *rows;
    const uint32_t *above; /* the pool to draw from where none of a pool's donors is allowed;
                              UINT32_MAX, or NULL for all pools: all records of the part */
    uint32_t *of;          /* of each synthetic row that takes part */
    size_t raised;         /* pools that were too plain and gave way to a wider one */
    double shrink; /* a row goes to the pool above with probability shrink / (shrink + its rows) */
    tacit_synth_smoothing smooth;
} tacit_synth_pools;

/* Several columns to be made at once; all borrowed. */
typedef struct tacit_synth_block {
    const tacit_table *data;
    size_t n; /* columns to be made */
    const tacit_coding *coding;
    size_t n_known; /* columns that are there already */
    const tacit_synth_known *known;
    size_t rows; /* synthetic rows, of all sets */
    tacit_synth_draws how;
    const tacit_args *args;
} tacit_synth_block;

/* The cells of a column in all synthetic rows: each is that of an original record, or a number of
 * its own, which is brought to the type and the decimals of the column. */
#define TACIT_SYNTH_OWN UINT32_MAX
#define TACIT_SYNTH_NONE (UINT32_MAX - 1)
typedef struct tacit_synth_cells {
    uint32_t *donor; /* the record; TACIT_SYNTH_OWN: `number` has it; TACIT_SYNTH_NONE: missing */
    double *number;  /* NULL if every row has a donor */
} tacit_synth_cells;

struct tacit_private_job;
struct tacit_private_table;

typedef struct tacit_generator {
    tacit_entry about;
    unsigned accepts; /* types of columns that it makes; bits of tacit_type */
    bool copies;      /* of make: a row has the cells of one record, unless they are moved */
    tacit_status (*prepare)(tacit_ctx *cx, const tacit_synth_part *part, void **model);
    void (*learn)(void *model); /* NULL: there is nothing to learn */
    tacit_status (*place)(tacit_ctx *cx, const tacit_synth_part *part, void *model,
                          tacit_synth_pools *out);
    /* Write the donor of each row that takes part, counted within the part. */
    tacit_status (*draw)(tacit_ctx *cx, const tacit_synth_part *part, void *model,
                         const tacit_synth_draws *how, uint32_t *donor);
    /* Fill the cells of each column of the block; `donor` is there, and all of it is to be set;
     * `number`, in scratch memory, is the generator's to take. */
    tacit_status (*make)(tacit_ctx *cx, const tacit_synth_block *block, tacit_synth_cells *cells);
    /* Make all columns of a file, with differential privacy. */
    tacit_status (*answer)(tacit_ctx *cx, const struct tacit_private_job *job,
                           struct tacit_private_table *out);
} tacit_generator;

#define TACIT_GENERATOR(id) extern const tacit_generator tacit_generator_##id;
#include "synth/generators.def"
#undef TACIT_GENERATOR

extern const tacit_catalog tacit_generator_catalog;

/* The generator called `name`, or NULL. */
const tacit_generator *tacit_generator_find(const char *name);

#endif
