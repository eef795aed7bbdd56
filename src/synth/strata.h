/*
 * strata.h - original records and synthetic rows by the values of columns that are known.
 */
#ifndef TACIT_SYNTH_STRATA_H
#define TACIT_SYNTH_STRATA_H

#include "synth/generator.h"

typedef struct tacit_synth_stratum {
    size_t records, rows;
    const uint32_t *record, *row; /* upwards */
} tacit_synth_stratum;

/* In scratch memory. */
typedef struct tacit_synth_strata {
    size_t n;
    const tacit_synth_stratum *at;
} tacit_synth_strata;

/* The strata of a block by the known columns, at most 3, that parameter `param` names.  The first
 * one has all records, for the rows whose own stratum has fewer than `least`.  O(n log n). */
tacit_status tacit_synth_strata_of(tacit_ctx *cx, const tacit_synth_block *block, size_t param,
                                   size_t least, tacit_synth_strata *out);

/* The known column of this name; NULL if none is. */
const tacit_synth_known *tacit_synth_known_called(const tacit_synth_block *block, const char *name);

#endif
