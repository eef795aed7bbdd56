/*
 * narrow.h - data of which only the columns that the plan touches are loaded.
 *
 * A method that needs all records at once needs them in few columns.  The others pass from the
 * source to the release in blocks, beside the masked ones: first when the file is written, and
 * again when it is read back and compared.  The released file is the same, byte for byte, as if
 * all had been loaded.  Measures that would look at columns that are not there are left out.
 *
 * A column is touched if it has a role other than identifier, or if anything in the plan mentions
 * it; by a step that leaves out or moves whole records by chance, which depends on all of them,
 * every column is.  Memory is that of the loaded columns and of a block of the others.
 */
#ifndef TACIT_RUN_STREAM_NARROW_H
#define TACIT_RUN_STREAM_NARROW_H

#include "engine/engine.h"
#include "run/work.h"
#include "table/take.h"

typedef struct tacit_narrow {
    tacit_data *data;    /* the source, or NULL: everything is to be loaded */
    tacit_table *before; /* all its columns, without rows */
    tacit_table *shape;  /* those of the release, once that is staged, without rows */
    uint64_t rows;       /* of the source */
    tacit_select loaded, passing;
    tacit_plan plan; /* with the measures that can be made, once columns were loaded */
} tacit_narrow;

/* Open the plan's data and find out which columns pass.  `n->data` stays NULL if none does, or if
 * data or release are in memory.  In scratch memory but for what tacit_narrow_close() frees. */
tacit_status tacit_narrow_open(tacit_ctx *cx, const tacit_work *w, tacit_narrow *n);

/* Close, also what was not opened. */
void tacit_narrow_close(tacit_narrow *n);

/* Load the touched columns as `w->data`, and put all columns and the names of those that pass into
 * the record. */
tacit_status tacit_narrow_load(tacit_ctx *cx, tacit_work *w, tacit_narrow *n);

/* What became of the loaded columns: the records that are left, by their place in the source and
 * in its order; `rows.at` NULL: all. */
typedef struct tacit_narrowed {
    const tacit_table *masked;
    tacit_row_list rows;
} tacit_narrowed;

/* Write the release to `path`, compare it with what was meant, and load the masked columns from
 * it as `*read`, which the caller frees. */
tacit_status tacit_narrow_release(tacit_ctx *cx, tacit_work *w, tacit_narrow *n,
                                  const tacit_narrowed *out, const char *path, tacit_table **read);

#endif
