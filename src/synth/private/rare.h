/*
 * rare.h - values that are too rare to be told from noise, as one.
 *
 * McKenna, Miklau and Sheldon (2021), Winning the NIST contest, section 3.2: values whose noisy
 * count is below 3 standard deviations of its noise are one value in all that follows; which of
 * them a record has is drawn in the end, by what is left of their noisy counts (there evenly).  By
 * noisy counts alone: it costs nothing.
 */
#ifndef TACIT_SYNTH_PRIVATE_RARE_H
#define TACIT_SYNTH_PRIVATE_RARE_H

#include "synth/private/hearsay.h"

typedef struct tacit_rare {
    const tacit_private_table *data; /* as it is */
    tacit_private_table merged;      /* with rare values as one */
    size_t *size;                    /* of each column, merged */
    uint16_t **to;                   /* of each column and value: the merged one */
    double **noisy;                  /* of each column and value: its noisy count ... */
    double *variance;                /* ... and the variance of each column's noise */
} tacit_rare;

/* Look at each column for `rho`, and merge values below `times` standard deviations.  In scratch
 * memory. */
tacit_status tacit_rare_columns(tacit_ctx *cx, const tacit_private_job *job, double rho,
                                double times, tacit_rare *out);

/* What is known of merged columns, with room for `room` margins. */
tacit_status tacit_rare_known(tacit_ctx *cx, const tacit_rare *m, size_t room, tacit_hearsay *out);

/* Put values in the place of merged ones. */
tacit_status tacit_rare_undo(tacit_ctx *cx, const tacit_rare *m, const tacit_rng *rng,
                             tacit_private_table *t);

#endif
