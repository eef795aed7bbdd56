/*
 * impute.h - synthetic sets of persons of whom some columns are known.
 */
#ifndef TACIT_SYNTH_IMPUTE_H
#define TACIT_SYNTH_IMPUTE_H

#include "synth/synth.h"

/* What is to be made; all borrowed. */
typedef struct tacit_impute_spec {
    tacit_synth_spec people;  /* columns without a generator are known of everybody */
    const tacit_table *frame; /* has them, by their names; texts where the data has texts */
    const size_t *person;     /* rows of the frame: persons who are not in the data ... */
    size_t persons;           /* ... and how many; at least as many as a set has rows */
} tacit_impute_spec;

/* Make `spec->people.sets` tables: for each a simple random sample of the persons, with their other
 * columns imputed by what is learnt from a bootstrap sample of the data.  Otherwise as
 * tacit_synth_make().  Every set is learnt anew. */
tacit_status tacit_synth_impute(tacit_ctx *cx, const tacit_impute_spec *spec,
                                tacit_synth_told *told, tacit_table **out);

#endif
