/*
 * narrow.c - data of which only the columns that the plan touches are loaded.
 */
#include "run/reading.h"
#include "run/stream/narrow.h"

#include <string.h>

#include "base/result.h"
#include "run/gate.h"
#include "run/stream/flow.h"
#include "run/stream/stream.h"
#include "run/stream/touch.h"

/* ---- opening ---- */

/* The columns that are loaded, and those that pass: identifiers, which are not released, only if
 * there are no others. */
static tacit_status divide(tacit_ctx *cx, const tacit_plan *plan, tacit_narrow *n)
{
    size_t *loaded = NULL, *passing = NULL, *hidden = NULL, unseen = 0;
    const tacit_schema *schema = &n->data->schema;
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *loaded, &loaded));
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *passing, &passing));
    TACIT_TRY(tacit_scratch(cx, schema->n, sizeof *hidden, &hidden));
    for (size_t j = 0; j < schema->n; j++)
        if (tacit_plan_touches(plan, &schema->field[j]))
            loaded[n->loaded.n++] = j;
        else if ((tacit_table_roles(n->before, j) & TACIT_ROLE_IDENTIFIER) != 0)
            hidden[unseen++] = j;
        else
            passing[n->passing.n++] = j;
    n->loaded.at = loaded;
    n->passing.at = passing;
    if (n->passing.n == 0)
        n->passing = (tacit_select){ .n = unseen, .at = hidden };
    return TACIT_OK;
}

static tacit_status look(tacit_ctx *cx, const tacit_work *w, tacit_narrow *n)
{
    const tacit_flow all = { .w = w, .data = n->data };
    TACIT_TRY(tacit_flow_rows(cx, &all, &n->rows));
    TACIT_TRY(tacit_flow_shape(cx, &all, &n->before));
    return divide(cx, w->plan, n);
}

tacit_status tacit_narrow_open(tacit_ctx *cx, const tacit_work *w, tacit_narrow *n)
{
    *n = (tacit_narrow){ 0 };
    if (tacit_session_is_memory(w->plan->data) || tacit_session_is_memory(w->plan->output))
        return TACIT_OK;
    TACIT_TRY(tacit_work_open(cx, w, &n->data));
    const tacit_status status = look(cx, w, n);
    if (status != TACIT_OK || n->loaded.n == 0 || n->passing.n == 0)
        tacit_narrow_close(n);
    return status;
}

void tacit_narrow_close(tacit_narrow *n)
{
    tacit_data_close(n->data);
    tacit_table_free(n->before);
    tacit_table_free(n->shape);
    *n = (tacit_narrow){ 0 };
}

/* ---- loading ---- */

/* The names of the columns that pass. */
static tacit_status put_passing(tacit_ctx *cx, const tacit_narrow *n, json_t *record)
{
    json_t *names = json_array();
    TACIT_TRY(tacit_json_put(cx, record, "passed", names));
    for (size_t c = 0; c < n->passing.n; c++)
        TACIT_TRY(
            tacit_json_add(cx, names, json_string(n->data->schema.field[n->passing.at[c]].name)));
    return TACIT_OK;
}

tacit_status tacit_narrow_load(tacit_ctx *cx, tacit_work *w, tacit_narrow *n)
{
    TACIT_TRY(tacit_touch_measures(cx, w->plan, &n->plan));
    TACIT_TRY(tacit_data_load(cx, n->data, &n->loaded, &w->data));
    tacit_work_set_roles(w, w->data);
    TACIT_TRY(tacit_stream_account(cx, w, "data", w->plan->data, n->before, n->rows));
    return put_passing(cx, n, w->record);
}

/* ---- joining ---- */

/* Add the column of `from` that is called `name`, if there is one. */
static tacit_status add_column(tacit_ctx *cx, const tacit_table *from, const char *name,
                               tacit_table *to)
{
    const size_t j = tacit_table_find(from, name);
    if (j == tacit_table_columns(from))
        return TACIT_OK;
    TACIT_TRY(tacit_table_add(cx, to, tacit_column_share(tacit_table_column(from, j))));
    tacit_table_set_roles(to, tacit_table_columns(to) - 1, tacit_table_roles(from, j));
    return TACIT_OK;
}

/* Columns of either table, in the order of the source; steps take columns away and add none. */
static tacit_status fill(tacit_ctx *cx, const tacit_narrow *n, const tacit_table *masked,
                         const tacit_table *passing, tacit_table *out)
{
    for (size_t j = 0; j < n->data->schema.n; j++) {
        TACIT_TRY(add_column(cx, masked, n->data->schema.field[j].name, out));
        TACIT_TRY(add_column(cx, passing, n->data->schema.field[j].name, out));
    }
    return TACIT_OK;
}

/* The rows of two tables side by side, as a table that the caller frees. */
static tacit_status put_together(tacit_ctx *cx, const tacit_narrow *n, const tacit_table *masked,
                                 const tacit_table *passing, tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_ASSERT(tacit_table_rows(masked) == tacit_table_rows(passing));
    TACIT_TRY(tacit_table_new(cx, tacit_table_rows(masked), &t));
    const tacit_status status = fill(cx, n, masked, passing, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

/* What stands beside the rows that pass. */
typedef struct joining {
    const tacit_narrow *n;
    const tacit_narrowed *out;
} joining;

/* The first masked row that comes from row `row` of the source or a later one. */
static size_t place_of(const tacit_narrowed *out, uint64_t row)
{
    size_t low = 0, high = tacit_table_rows(out->masked);
    if (out->rows.at == NULL)
        return row < high ? (size_t)row : high;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (out->rows.at[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Join masked rows low ... high - 1 with the block that begins with row `first`. */
static tacit_status join_rows(tacit_ctx *cx, const joining *j, uint64_t first, size_t low,
                              size_t high, tacit_table *block)
{
    const size_t n = high - low;
    size_t *own = NULL, *beside = NULL;
    tacit_table *masked = NULL, *passing = NULL, *both = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *own, &own));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *beside, &beside));
    for (size_t i = 0; i < n; i++) {
        own[i] = low + i;
        beside[i] = (j->out->rows.at != NULL ? j->out->rows.at[own[i]] : own[i]) - (size_t)first;
        TACIT_ASSERT(beside[i] < tacit_table_rows(block));
    }
    TACIT_TRY(tacit_table_take(cx, j->out->masked, &(tacit_row_list){ n, own }, &masked));
    tacit_status status = tacit_table_take(cx, block, &(tacit_row_list){ n, beside }, &passing);
    if (status == TACIT_OK)
        status = put_together(cx, j->n, masked, passing, &both);
    tacit_table_free(masked);
    tacit_table_free(passing);
    if (status == TACIT_OK)
        tacit_table_become(block, both);
    return status;
}

static tacit_status join(tacit_ctx *cx, const void *user, uint64_t first, tacit_table *block)
{
    const joining *j = user;
    const size_t low = place_of(j->out, first);
    const size_t high = place_of(j->out, first + tacit_table_rows(block));
    return join_rows(cx, j, first, low, high, block);
}

/* ---- releasing ---- */

/* The columns of the release. */
static tacit_status find_shape(tacit_ctx *cx, const tacit_flow *f, const tacit_narrowed *out,
                               tacit_narrow *n)
{
    tacit_table *masked = NULL, *passing = NULL;
    const size_t nothing = 0;
    TACIT_TRY(tacit_flow_shape(cx, f, &passing));
    tacit_status status =
        tacit_table_take(cx, out->masked, &(tacit_row_list){ .at = &nothing }, &masked);
    if (status == TACIT_OK)
        status = put_together(cx, n, masked, passing, &n->shape);
    if (status == TACIT_OK)
        tacit_flow_drop_identifiers(n->shape);
    tacit_table_free(masked);
    tacit_table_free(passing);
    return status;
}

/* Tell of identifiers that neither a step nor anything else touches. */
static void warn_of_identifiers(tacit_ctx *cx, const tacit_plan *plan, const tacit_narrow *n)
{
    for (size_t j = n->data->schema.n; j-- > 0;)
        if ((tacit_table_roles(n->before, j) & TACIT_ROLE_IDENTIFIER) != 0 &&
            !tacit_plan_touches(plan, &n->data->schema.field[j]))
            tacit_warn(cx, TACIT_LEFT_OUT, n->data->schema.field[j].name);
}

/* The release on its way to the disk and back. */
typedef struct passage {
    tacit_work *w;
    const char *path;
    const tacit_table *masked;
    tacit_table *read;
} passage;

static tacit_status write(tacit_ctx *cx, void *user, const tacit_rows *rows)
{
    const passage *p = user;
    return tacit_reading_write(cx, p->w, rows, p->path);
}

static tacit_status read_back(tacit_ctx *cx, void *user, const tacit_rows *rows)
{
    passage *p = user;
    return tacit_gate_load_part(cx, p->w, rows, p->masked, p->path, &p->read);
}

tacit_status tacit_narrow_release(tacit_ctx *cx, tacit_work *w, tacit_narrow *n,
                                  const tacit_narrowed *out, const char *path, tacit_table **read)
{
    const joining beside = { .n = n, .out = out };
    const tacit_flow f = {
        .w = w, .data = n->data, .columns = &n->passing, .join = join, .beside = &beside
    };
    passage p = { .w = w, .path = path, .masked = out->masked };
    uint64_t rows = 0;
    TACIT_TRY(find_shape(cx, &f, out, n));
    warn_of_identifiers(cx, w->plan, n);
    TACIT_TRY(tacit_flow_use(cx, &f, n->shape, &(tacit_row_use){ write, &p }, &rows));
    TACIT_TRY(tacit_flow_use(cx, &f, n->shape, &(tacit_row_use){ read_back, &p }, &rows));
    *read = p.read;
    return TACIT_OK;
}
