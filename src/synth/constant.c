/*
 * constant.c - one value for all: the commonest of the column.
 *
 * For columns that say the same of everybody, such as a year or a country, and for those of which
 * nothing but that is to be told.  Of values that are equally common the first in order is taken;
 * missing is a value.  O(rows).
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

/* A record that has the commonest value. */
static uint32_t find_commonest(const tacit_synth_part *part)
{
    uint32_t best = 0;
    for (size_t i = 1; i < part->rows; i++) {
        const uint64_t now = part->count[part->value[best]], other = part->count[part->value[i]];
        if (other > now || (other == now && part->value[i] < part->value[best]))
            best = (uint32_t)i;
    }
    return best;
}

static tacit_status place(tacit_ctx *cx, const tacit_synth_part *part, void *model,
                          tacit_synth_pools *out)
{
    uint32_t *order = NULL;
    size_t *span = NULL;
    (void)model;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, 2, sizeof *span, &span));
    TACIT_TRY(tacit_scratch(cx, part->draws, sizeof *out->of, &out->of));
    order[0] = find_commonest(part);
    span[1] = 1;
    out->n = 1;
    out->order = order;
    out->first = &span[0];
    out->rows = &span[1];
    return TACIT_OK;
}

const tacit_generator tacit_generator_constant = {
    .about = { .name = "constant",
               .title = "One value for all",
               .summary = "Gives every record the commonest value of the column.",
               .source = "Nowok, Raab and Dibben (2016), synthpop: bespoke creation of synthetic "
                         "data in R",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .prepare = prepare,
    .place = place,
};
