/*
 * cell_key.h - noise by cell keys, as a plan asks for it; for the files of this folder.
 */
#ifndef TACIT_TABULAR_PROTECTION_CELL_KEY_CELL_KEY_H
#define TACIT_TABULAR_PROTECTION_CELL_KEY_CELL_KEY_H

#include "tabular/protection/cell_key/noise.h"
#include "tabular/protection/protection.h"

/* Parameters. */
enum tacit_cell_key_arg {
    TACIT_CELL_KEY_TABLE = TACIT_KEYED_ARGS,
    TACIT_CELL_KEY_MAXIMUM,
    TACIT_CELL_KEY_VARIANCE,
    TACIT_CELL_KEY_FORBIDDEN,
    TACIT_CELL_KEY_CYCLE,
    TACIT_CELL_KEY_SUMS_TABLE,
    TACIT_CELL_KEY_MAGNIFIER,
    TACIT_CELL_KEY_FACTORS,
    TACIT_CELL_KEY_FORM,
    TACIT_CELL_KEY_POINT,
    TACIT_CELL_KEY_SMALL,
    TACIT_CELL_KEY_LARGE,
    TACIT_CELL_KEY_POWER,
    TACIT_CELL_KEY_EXTRA,
    TACIT_CELL_KEY_SAME_KEY,
    TACIT_CELL_KEY_ALL_DIGITS
};

/* How noise is made; the tables of counts or of sums may not need theirs. */
typedef struct tacit_cell_key_noise {
    bool counts, sums;
    tacit_ptable table;
    tacit_sum_noise sum;
    bool all_digits;
} tacit_cell_key_noise;

/* Read or design the perturbation tables that the tables of `job` need, and check that they suit
 * the keys. */
tacit_status tacit_cell_key_choose(tacit_ctx *cx, const tacit_protection_job *job,
                                   tacit_cell_key_noise *out);

/* Tell of the perturbation tables, and of what the noise did. */
tacit_status tacit_cell_key_tell(tacit_ctx *cx, const tacit_protection_job *job,
                                 const tacit_cell_key_noise *noise, tacit_result *told);

/* Whether all that is shown is what the keys of records make of it, by other code. */
tacit_status tacit_cell_key_check(tacit_ctx *cx, const tacit_protection_job *job,
                                  tacit_result *told, bool *holds);

#endif
