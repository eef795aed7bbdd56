/*
 * record_swap_tell.h - an exchange of households, and its account for the report.
 */
#ifndef TACIT_MICRO_METHOD_SWAP_RECORD_SWAP_TELL_H
#define TACIT_MICRO_METHOD_SWAP_RECORD_SWAP_TELL_H

#include "micro/method/swap/record_swap_homes.h"

/* An exchange on its way.  In scratch memory. */
typedef struct tacit_exchange {
    tacit_homes homes;
    tacit_home_risk risk;
    size_t n_profiles;
    const tacit_home_profile *profile;
    uint32_t **kind; /* [profile][household] */
    size_t *pairs;   /* exchanged by each profile */
    size_t *partner; /* of each household; itself if it has not moved */
    size_t moved;    /* households */
} tacit_exchange;

/* Tell what came of it; `regions_risk` are the regions and the columns of risk. */
tacit_status tacit_exchange_tell(tacit_ctx *cx, const tacit_exchange *x, const tacit_job *job,
                                 const tacit_select regions_risk[2]);

#endif
