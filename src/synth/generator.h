/*
 * generator.h - what a generator of synthetic values is.
 *
 * A synthetic file is made column by column.  What is drawn at a time is a part: a class or a
 * number, given the columns before it.  A generator learns a part from the original records alone,
 * so all parts are learnt independently of each other, and once however many sets are drawn; then
 * it puts each synthetic row into a pool of original records, from which the row's donor is drawn
 * (draw.h).
 *
 * Each generator lives in one file or folder that defines one constant, and is listed by one line
 * in generators.def.  Contract: `prepare` takes all the memory that learning needs, in scratch
 * memory; `learn` takes none, cannot fail, and runs beside that of other parts; `place` says for
 * each row which pool is its.  None of them draws anything.
 */
#ifndef TACIT_SYNTH_GENERATOR_H
#define TACIT_SYNTH_GENERATOR_H

#include "base/catalog.h"
#include "stats/tree/tree.h"

/* One class or number to be drawn given others; all borrowed. */
typedef struct tacit_synth_part {
    size_t rows;      /* original records that take part; above 0 */
    uint32_t classes; /* of them, or groups of a number's values; above 0 */
    const uint16_t *label;
    const double *rank;                 /* where classes are groups of values; otherwise NULL */
    const uint32_t *value;              /* a number for each record's value ... */
    const uint64_t *count;              /* ... and how many of the records have a value */
    size_t predictors;                  /* columns that are known: ... */
    const tacit_tree_column *predictor; /* ... of the original records, ... */
    const uint16_t *const *given;       /* ... of the synthetic rows */
    size_t draws;                       /* synthetic rows that take part ... */
    const uint32_t *row; /* ... and which they are, upwards; NULL: the first `draws` */
    const tacit_args *args;
} tacit_synth_part;

/* Pools of donors: those of pool q are order[first[q]] ... of rows[q] records, counted within the
 * part.  Pools may overlap. */
typedef struct tacit_synth_pools {
    size_t n;
    const uint32_t *order;
    const size_t *first, *rows;
    uint32_t *of;  /* of each synthetic row that takes part */
    size_t raised; /* pools that were too plain and gave way to a wider one */
} tacit_synth_pools;

typedef struct tacit_generator {
    tacit_entry about;
    tacit_status (*prepare)(tacit_ctx *cx, const tacit_synth_part *part, void **model);
    void (*learn)(void *model); /* NULL: there is nothing to learn */
    tacit_status (*place)(tacit_ctx *cx, const tacit_synth_part *part, void *model,
                          tacit_synth_pools *out);
} tacit_generator;

#define TACIT_GENERATOR(id) extern const tacit_generator tacit_generator_##id;
#include "synth/generators.def"
#undef TACIT_GENERATOR

extern const tacit_catalog tacit_generator_catalog;

/* The generator called `name`, or NULL. */
const tacit_generator *tacit_generator_find(const char *name);

#endif
