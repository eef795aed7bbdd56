/*
 * meant.h - whether the cells of a text file are those of a column that was written to it.
 *
 * Chunks are compared as they are read, so that nothing of the file is kept but its distinct
 * texts.
 */
#ifndef TACIT_ENGINE_CSV_MEANT_H
#define TACIT_ENGINE_CSV_MEANT_H

#include "engine/csv/column.h"

/* What a column of the file should be. */
typedef struct tacit_csv_meant {
    const tacit_column *c;
    bool none;      /* every cell is missing: there is no type to tell */
    uint64_t *word; /* of each text of the file's dictionary: its code, number or day in `c` */
    uint32_t known, room;
} tacit_csv_meant;

/* Get ready; what it takes is given back by tacit_csv_meant_free(). */
void tacit_csv_meant_start(const tacit_column *c, tacit_csv_meant *m);
void tacit_csv_meant_free(tacit_csv_meant *m);

/* Whether the `n` cells of the chunk of `c` are those that begin at row `at`; the chunk is empty
 * after. */
tacit_status tacit_csv_meant_is(tacit_ctx *cx, tacit_csv_column *c, tacit_csv_meant *m, size_t at,
                                size_t n, bool *same);

#endif
