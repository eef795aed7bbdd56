/*
 * order.c - whether records that are not loaded are in the order of what the plan hides.
 *
 * One scan of the columns that it hides; memory is that of a block.
 */
#include "run/order/order.h"
#include "run/stream/flow.h"
#include "run/stream/stream.h"

static tacit_status take_block(tacit_ctx *cx, void *user, const tacit_table *block)
{
    tacit_order_tally *t = user;
    for (size_t j = 0; j < tacit_table_columns(block); j++)
        TACIT_TRY(tacit_order_see(cx, tacit_table_column(block, j), &t[j]));
    return TACIT_OK;
}

static tacit_status find(tacit_ctx *cx, tacit_flow *f, char **names)
{
    const tacit_schema *schema = &f->data->schema;
    size_t *at = NULL;
    uint64_t rows = 0;
    tacit_select hidden = { 0 };
    tacit_order_tally *t = NULL;
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *t, &t));
    for (size_t j = 0; j < schema->n; j++)
        if (tacit_order_hides(f->w->plan, schema->field[j].name))
            at[hidden.n++] = j;
    hidden.at = at;
    if (hidden.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_flow_rows(cx, f, &rows));
    f->columns = &hidden;
    const tacit_status status = tacit_flow_run(cx, f, &(tacit_sink){ take_block, t });
    for (size_t c = 0; c < hidden.n; c++)
        tacit_buffer_free(&t[c].text);
    TACIT_TRY(status);
    for (size_t c = 0; c < hidden.n; c++)
        if (tacit_order_tells(&t[c]))
            TACIT_TRY(tacit_order_name(cx, schema->field[at[c]].name, names));
    return TACIT_OK;
}

tacit_status tacit_stream_order(tacit_ctx *cx, const tacit_work *w, char **names)
{
    tacit_flow f = { .w = w };
    *names = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &f.data));
    const tacit_status status = find(cx, &f, names);
    tacit_data_close(f.data);
    return status;
}
