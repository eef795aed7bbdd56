/*
 * flow.c - the rows of a source in blocks, changed on their way.
 *
 * An engine scans in chunks of its own size; they are gathered to blocks, since streams of
 * random numbers are forked by block.  Memory is that of a block.
 */
#include "run/stream/flow.h"
#include "run/stream/there.h"

#include "table/append.h"
#include "table/take.h"

/* ---- columns ---- */

static size_t flow_columns(const tacit_flow *f)
{
    return f->columns != NULL ? f->columns->n : f->data->schema.n;
}

static const tacit_field *flow_field(const tacit_flow *f, size_t c)
{
    return &f->data->schema.field[f->columns != NULL ? f->columns->at[c] : c];
}

/* End the builders and put their columns into a table of `rows` rows with the plan's roles. */
static tacit_status finish(tacit_ctx *cx, const tacit_flow *f, tacit_builder **b, size_t rows,
                           tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_table_new(cx, rows, &t));
    tacit_status status = TACIT_OK;
    for (size_t c = 0; c < flow_columns(f) && status == TACIT_OK; c++) {
        tacit_column *column = NULL;
        tacit_builder *own = b[c];
        b[c] = NULL;
        status = tacit_builder_finish(cx, own, &column);
        if (status == TACIT_OK)
            status = tacit_table_add(cx, t, column);
    }
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    tacit_work_set_roles(f->w, t);
    *out = t;
    return TACIT_OK;
}

static tacit_status start(tacit_ctx *cx, const tacit_flow *f, size_t rows, tacit_builder **b)
{
    for (size_t c = 0; c < flow_columns(f); c++) {
        const tacit_field *field = flow_field(f, c);
        TACIT_TRY(tacit_builder_new(cx, field->name, field->type, rows, &b[c]));
        TACIT_TRY(tacit_builder_notes(cx, b[c], &field->notes));
    }
    return TACIT_OK;
}

static void give_up(const tacit_flow *f, tacit_builder **b)
{
    for (size_t c = 0; c < flow_columns(f); c++)
        tacit_builder_free(b[c]);
}

tacit_status tacit_flow_shape(tacit_ctx *cx, const tacit_flow *f, tacit_table **out)
{
    tacit_builder **b = NULL;
    TACIT_TRY(tacit_scratch(cx, flow_columns(f), sizeof *b, &b));
    tacit_status status = start(cx, f, 0, b);
    if (status == TACIT_OK)
        status = finish(cx, f, b, 0, out);
    give_up(f, b);
    return status;
}

/* ---- changes ---- */

tacit_status tacit_flow_change(tacit_ctx *cx, const tacit_flow *f, uint64_t first, tacit_table *t)
{
    for (size_t i = 0; i < f->steps; i++) {
        const tacit_stretch at = { .first = first, .rng = &f->stream[i] };
        TACIT_TRY(tacit_decision_apply(cx, &f->decided[i], &at, t));
    }
    return TACIT_OK;
}

void tacit_flow_drop_identifiers(tacit_table *t)
{
    for (size_t j = tacit_table_columns(t); j-- > 0;)
        if ((tacit_table_roles(t, j) & TACIT_ROLE_IDENTIFIER) != 0)
            tacit_table_drop(t, j);
}

/* ---- blocks ---- */

/* Rows on their way into a block. */
typedef struct gathering {
    const tacit_flow *f;
    const tacit_sink *sink;
    tacit_builder **b;
    size_t rows;    /* gathered */
    uint64_t first; /* number of the first of them */
} gathering;

/* Hand the block over and begin anew. */
static tacit_status hand_over(tacit_ctx *cx, gathering *g)
{
    tacit_table *t = NULL;
    const size_t mark = tacit_scratch_mark(cx), rows = g->rows;
    TACIT_TRY(finish(cx, g->f, g->b, rows, &t));
    tacit_status status = tacit_flow_change(cx, g->f, g->first, t);
    if (status == TACIT_OK && g->f->join != NULL)
        status = g->f->join(cx, g->f->beside, g->first, t);
    if (status == TACIT_OK)
        status = g->sink->take(cx, g->sink->user, t);
    tacit_table_free(t);
    TACIT_TRY(status);
    g->first += rows;
    g->rows = 0;
    tacit_scratch_release(cx, mark);
    return start(cx, g->f, 0, g->b);
}

static tacit_status append(tacit_ctx *cx, gathering *g, const tacit_table *t)
{
    for (size_t c = 0; c < flow_columns(g->f); c++)
        TACIT_TRY(
            tacit_builder_append(cx, g->b[c], flow_field(g->f, c)->type, tacit_table_column(t, c)));
    g->rows += tacit_table_rows(t);
    return g->rows == TACIT_FLOW_ROWS ? hand_over(cx, g) : TACIT_OK;
}

/* Append rows from ... to - 1 of `chunk`. */
static tacit_status append_rows(tacit_ctx *cx, gathering *g, const tacit_table *chunk, size_t from,
                                size_t to)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t *at = NULL;
    tacit_table *part = NULL;
    TACIT_TRY(tacit_scratch(cx, to - from, sizeof *at, &at));
    for (size_t i = from; i < to; i++)
        at[i - from] = i;
    TACIT_TRY(tacit_table_take(cx, chunk, &(tacit_row_list){ to - from, at }, &part));
    tacit_scratch_release(cx, mark);
    const tacit_status status = append(cx, g, part);
    tacit_table_free(part);
    return status;
}

static tacit_status take_chunk(tacit_ctx *cx, void *user, const tacit_table *chunk)
{
    gathering *g = user;
    const size_t n = tacit_table_rows(chunk), room = TACIT_FLOW_ROWS - g->rows;
    if (n <= room)
        return append(cx, g, chunk);
    TACIT_TRY(append_rows(cx, g, chunk, 0, room));
    return append_rows(cx, g, chunk, room, n);
}

tacit_status tacit_flow_run(tacit_ctx *cx, const tacit_flow *f, const tacit_sink *sink)
{
    gathering g = { .f = f, .sink = sink };
    const tacit_sink own = { .take = take_chunk, .user = &g };
    TACIT_TRY(tacit_scratch(cx, flow_columns(f), sizeof *g.b, &g.b));
    tacit_status status = start(cx, f, 0, g.b);
    if (status == TACIT_OK)
        status = f->data->engine->scan(cx, f->data, f->columns, &own);
    if (status == TACIT_OK && g.rows > 0)
        status = hand_over(cx, &g);
    give_up(f, g.b);
    return status;
}

/* ---- counting ---- */

static tacit_status add_rows(tacit_ctx *cx, void *user, const tacit_table *block)
{
    uint64_t *rows = user;
    (void)cx;
    *rows += tacit_table_rows(block);
    return TACIT_OK;
}

tacit_status tacit_flow_rows(tacit_ctx *cx, const tacit_flow *f, uint64_t *rows)
{
    const size_t first = 0;
    const tacit_select columns = { .n = 1, .at = &first };
    *rows = 0;
    if (tacit_there_stays(f->w))
        return tacit_there_rows(cx, f->data, rows);
    TACIT_TRY(f->data->engine->scan(cx, f->data, &columns, &(tacit_sink){ add_rows, rows }));
    if (*rows == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has no records.", f->w->plan->data);
    return TACIT_OK;
}
