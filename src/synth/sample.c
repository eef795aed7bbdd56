/*
 * sample.c - values drawn from the whole column, whatever the other columns say.
 *
 * The law of the column is kept, and nothing of how it goes with others (Fienberg 1994, A radical
 * proposal for the provision of micro-data samples and the preservation of confidentiality, of the
 * empirical distribution).  The first column of a synthesis is drawn so in any case.  Missing
 * values are values.  O(rows).
 */
#include "synth/generator.h"

static const tacit_param PARAMS[] = { TACIT_GENERATOR_COLUMNS_PARAM, TACIT_PARAM_END };

static tacit_status prepare(tacit_ctx *cx, const tacit_synth_part *part, void **model)
{
    (void)cx;
    (void)part;
    *model = NULL;
    return TACIT_OK;
}

static tacit_status place(tacit_ctx *cx, const tacit_synth_part *part, void *model,
                          tacit_synth_pools *out)
{
    uint32_t *order = NULL;
    size_t *span = NULL;
    (void)model;
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, 2, sizeof *span, &span));
    TACIT_TRY(tacit_scratch(cx, part->draws, sizeof *out->of, &out->of));
    for (size_t i = 0; i < part->rows; i++)
        order[i] = (uint32_t)i;
    span[1] = part->rows;
    out->n = 1;
    out->order = order;
    out->first = &span[0];
    out->rows = &span[1];
    return TACIT_OK;
}

const tacit_generator tacit_generator_sample = {
    .about = { .name = "sample",
               .title = "Draws from the column",
               .summary = "Draws values from the whole column, independently of all others.",
               .source = "Fienberg (1994), A radical proposal for the provision of micro-data "
                         "samples and the preservation of confidentiality",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .prepare = prepare,
    .place = place,
};
