/*
 * some.c - a file made from some of its records.
 *
 * What is asked of records goes with them, so that strata, weights, bootstrap samples and
 * conditions can be asked for together: each takes its records and makes them as the rest of the
 * spec says. O(records) and copies of the columns.
 */
#include "synth/resample/resample.h"

/* Numbers of some records, in scratch memory; NULL if there are none. */
static tacit_status take_numbers(tacit_ctx *cx, const uint32_t *from, const tacit_row_list *rows,
                                 const uint32_t **out)
{
    uint32_t *own = NULL;
    *out = NULL;
    if (from == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *own, &own));
    for (size_t i = 0; i < rows->n; i++)
        own[i] = from[rows->at[i]];
    *out = own;
    return TACIT_OK;
}

static tacit_status take_weights(tacit_ctx *cx, const tacit_synth_spec *spec,
                                 const tacit_row_list *rows, tacit_synth_spec *out)
{
    double *own = NULL;
    if (spec->weight == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *own, &own));
    out->weights = 0.0;
    for (size_t i = 0; i < rows->n; i++) {
        own[i] = spec->weight[rows->at[i]];
        out->weights += own[i];
    }
    out->weight = own;
    return TACIT_OK;
}

static tacit_status take_only(tacit_ctx *cx, const tacit_synth_spec *spec,
                              const tacit_row_list *rows, tacit_synth_spec *out)
{
    bool *own = NULL;
    if (spec->only == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *own, &own));
    out->only_records = 0;
    for (size_t i = 0; i < rows->n; i++) {
        own[i] = spec->only[rows->at[i]];
        out->only_records += own[i];
    }
    out->only = own;
    return TACIT_OK;
}

tacit_status tacit_synth_take(tacit_ctx *cx, const tacit_synth_spec *spec,
                              const tacit_row_list *rows, tacit_synth_spec *out)
{
    *out = *spec;
    TACIT_TRY(take_numbers(cx, spec->unit, rows, &out->unit));
    TACIT_TRY(take_numbers(cx, spec->stratum, rows, &out->stratum));
    TACIT_TRY(take_weights(cx, spec, rows, out));
    TACIT_TRY(take_only(cx, spec, rows, out));
    TACIT_TRY(tacit_table_take(cx, spec->data, rows, &out->taken));
    out->data = out->taken;
    return TACIT_OK;
}

/* The columns of `like`, as the data has them. */
static tacit_status share_columns(tacit_ctx *cx, const tacit_table *data, const tacit_table *like,
                                  tacit_table *out)
{
    for (size_t j = 0; j < tacit_table_columns(like); j++) {
        const size_t at = tacit_table_find(data, tacit_column_name(tacit_table_column(like, j)));
        TACIT_TRY(tacit_table_add(cx, out, tacit_column_share(tacit_table_column(data, at))));
        tacit_table_set_roles(out, j, tacit_table_roles(data, at));
    }
    return TACIT_OK;
}

/* Put the records of a set in the place of those that they were made from; `order` has for each
 * row a record, or where its own stands behind all records. */
static tacit_status put_among(tacit_ctx *cx, const tacit_synth_spec *spec, const size_t *order,
                              tacit_table **set)
{
    tacit_table *both[2] = { NULL, *set }, *all = NULL;
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(spec->data), &both[0]));
    tacit_status status = share_columns(cx, spec->data, *set, both[0]);
    if (status == TACIT_OK)
        status = tacit_table_new(cx, tacit_table_rows(spec->data), &all);
    if (status == TACIT_OK)
        status = tacit_synth_join(cx, both, 2, order, all);
    tacit_table_free(both[0]);
    if (status == TACIT_OK)
        tacit_table_become(*set, all);
    else
        tacit_table_free(all);
    return status;
}

tacit_status tacit_synth_make_where(tacit_ctx *cx, const tacit_synth_spec *spec,
                                    const tacit_synth_result *out)
{
    const size_t n = tacit_table_rows(spec->data), mark = tacit_scratch_mark(cx);
    const tacit_rng root = tacit_rng_fork(&spec->rng, "where");
    tacit_synth_spec own;
    size_t *row = NULL, *order = NULL, k = 0;
    TACIT_ASSERT(spec->rows == n);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t i = 0; i < n; i++) {
        order[i] = spec->where[i] ? n + k : i;
        if (spec->where[i])
            row[k++] = i;
    }
    TACIT_TRY(tacit_synth_take(cx, spec, &(tacit_row_list){ k, row }, &own));
    own.where = NULL;
    own.rows = k;
    own.in_order = true;
    tacit_status status = tacit_synth_make(cx, &own, out->told, out->set);
    tacit_table_free(own.taken);
    for (size_t s = 0; s < spec->sets && status == TACIT_OK; s++) {
        tacit_rng rng = tacit_rng_fork_number(&root, s);
        if (!spec->in_order)
            tacit_synth_shuffle(order, n, &rng);
        status = put_among(cx, spec, order, &out->set[s]);
    }
    tacit_scratch_release(cx, mark);
    return status;
}
