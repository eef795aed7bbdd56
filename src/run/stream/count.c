/*
 * count.c - the combinations of values that rows have, counted as they pass.
 *
 * The data's own values are counted, and what earlier steps decided is then done to the
 * combinations.  So categories keep the order that they have in a table in memory, and a
 * decision is the same to the last bit.  Blocks are reduced one by one, and all of them
 * together whenever they have doubled: O(rows) in memory of twice the combinations.
 */
#include "micro/classes/classes.h"
#include "engine/grouped.h"
#include "run/stream/flow.h"
#include "run/stream/there.h"
#include "table/append.h"
#include "table/take.h"

/* ---- reducing ---- */

static size_t count_column(const tacit_table *t)
{
    return tacit_table_find(t, TACIT_COUNT);
}

/* Put the counts at the end of `t`, or in the place of those that it has. */
static tacit_status put_counts(tacit_ctx *cx, const int64_t *count, tacit_table *t)
{
    const size_t n = tacit_table_rows(t), j = count_column(t);
    tacit_builder *b = NULL;
    tacit_column *column = NULL;
    TACIT_TRY(tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, count, NULL, n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &column));
    if (j == tacit_table_columns(t))
        return tacit_table_add(cx, t, column);
    tacit_table_replace(t, j, column);
    return TACIT_OK;
}

/* The first row of each class with its records, in the order of rows. */
static tacit_status take_classes(tacit_ctx *cx, const tacit_table *t, const tacit_classes *c,
                                 tacit_table **out)
{
    size_t *at = NULL, n = 0;
    int64_t *count = NULL;
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *count, &count));
    for (size_t i = 0; i < c->rows; i++) {
        const uint32_t g = c->of_row[i];
        if (c->row[g] != i)
            continue;
        at[n] = i;
        count[n++] = (int64_t)c->size[g];
    }
    TACIT_TRY(tacit_table_take(cx, t, &(tacit_row_list){ .n = n, .at = at }, out));
    const tacit_status status = put_counts(cx, count, *out);
    if (status != TACIT_OK)
        tacit_table_free(*out);
    return status;
}

/* The distinct rows of `t`, counted; its last column may be a count. */
static tacit_status reduce(tacit_ctx *cx, const tacit_table *t, tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx), n = count_column(t);
    tacit_class_spec spec = { .keys.n = n, .count = n, .weight = tacit_table_columns(t) };
    tacit_classes *classes = NULL;
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t j = 0; j < n; j++)
        at[j] = j;
    spec.keys.at = at;
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &classes));
    const tacit_status status = take_classes(cx, t, classes, out);
    tacit_classes_free(classes);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- gathering ---- */

enum { FEW = 1 << 20 };

/* Combinations on their way: the columns of `shape`, the last being the count. */
typedef struct tally {
    const tacit_table *shape;
    tacit_builder **b;
    size_t rows; /* gathered, and at how many they are reduced */
    size_t due;
} tally;

static tacit_status start(tacit_ctx *cx, tally *y)
{
    y->rows = 0;
    for (size_t j = 0; j < tacit_table_columns(y->shape); j++) {
        const tacit_column *c = tacit_table_column(y->shape, j);
        TACIT_TRY(tacit_builder_new(cx, tacit_column_name(c), tacit_column_type(c), 0, &y->b[j]));
    }
    return TACIT_OK;
}

static tacit_status gather(tacit_ctx *cx, tally *y, const tacit_table *t)
{
    for (size_t j = 0; j < tacit_table_columns(y->shape); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        TACIT_TRY(tacit_builder_append(cx, y->b[j], tacit_column_type(c), c));
    }
    y->rows += tacit_table_rows(t);
    return TACIT_OK;
}

/* What was gathered as a table. */
static tacit_status finish(tacit_ctx *cx, tally *y, tacit_table **out)
{
    tacit_table *t = NULL;
    tacit_status status = tacit_table_new(cx, y->rows, &t);
    for (size_t j = 0; j < tacit_table_columns(y->shape) && status == TACIT_OK; j++) {
        tacit_column *column = NULL;
        tacit_builder *own = y->b[j];
        y->b[j] = NULL;
        status = tacit_builder_finish(cx, own, &column);
        if (status == TACIT_OK)
            status = tacit_table_add(cx, t, column);
    }
    if (status == TACIT_OK)
        status = reduce(cx, t, out);
    tacit_table_free(t);
    return status;
}

/* Reduce what was gathered and begin anew with that. */
static tacit_status squeeze(tacit_ctx *cx, tally *y)
{
    tacit_table *t = NULL;
    TACIT_TRY(finish(cx, y, &t));
    tacit_status status = start(cx, y);
    if (status == TACIT_OK)
        status = gather(cx, y, t);
    tacit_table_free(t);
    y->due = 2 * y->rows > FEW ? 2 * y->rows : FEW;
    return status;
}

static tacit_status take_block(tacit_ctx *cx, void *user, const tacit_table *block)
{
    tally *y = user;
    tacit_table *t = NULL;
    TACIT_TRY(reduce(cx, block, &t));
    tacit_status status = gather(cx, y, t);
    tacit_table_free(t);
    if (status == TACIT_OK && y->rows > y->due)
        status = squeeze(cx, y);
    return status;
}

/* Count the rows of a flow that changes nothing. */
static tacit_status count_rows(tacit_ctx *cx, const tacit_flow *f, tacit_table **out)
{
    tacit_table *shape = NULL;
    tally y = { .due = FEW };
    if (tacit_there_stays(f->w)) /* no rows cross over */
        return tacit_data_group(cx, f->data, f->columns, f->data->schema.n, out);
    TACIT_TRY(tacit_scratch(cx, f->columns->n + 1, sizeof *y.b, &y.b));
    TACIT_TRY(tacit_flow_shape(cx, f, &shape));
    y.shape = shape;
    tacit_status status = put_counts(cx, NULL, shape);
    if (status == TACIT_OK)
        status = start(cx, &y);
    if (status == TACIT_OK)
        status = tacit_flow_run(cx, f, &(tacit_sink){ .take = take_block, .user = &y });
    if (status == TACIT_OK)
        status = finish(cx, &y, out);
    for (size_t j = 0; j < tacit_table_columns(shape); j++)
        tacit_builder_free(y.b[j]);
    tacit_table_free(shape);
    return status;
}

/* ---- what earlier steps did ---- */

/* Columns of the data that matter. */
typedef struct choice {
    const tacit_flow *flow;
    bool *wanted;   /* of each column of the data */
    bool **applies; /* of each change of each step: it changes a combination */
} choice;

static void want(const choice *v, const char *column)
{
    const size_t j = tacit_data_find(v->flow->data, column);
    if (j < v->flow->data->schema.n)
        v->wanted[j] = true;
}

static bool is_wanted(const choice *v, const tacit_change *change)
{
    const tacit_value *columns = tacit_change_value(change, "columns");
    if ((change->method->traits & TACIT_METHOD_ROWS) != 0)
        return true;
    for (size_t c = 0; c < columns->n; c++) {
        const size_t j = tacit_data_find(v->flow->data, columns->texts[c]);
        if (j < v->flow->data->schema.n && v->wanted[j])
            return true;
    }
    return false;
}

/* Want all columns that a change looks at. */
static void want_columns(const choice *v, const tacit_change *change)
{
    for (size_t i = 0; i < change->args.n; i++) {
        const tacit_value *x = &change->args.at[i];
        const tacit_param_type type = change->args.params[i].type;
        if (x->given && type == TACIT_PARAM_COLUMN)
            want(v, x->text);
        for (size_t c = 0; x->given && type == TACIT_PARAM_COLUMNS && c < x->n; c++)
            want(v, x->texts[c]);
    }
}

/* Find the changes that matter, from the last to the first. */
static tacit_status choose(tacit_ctx *cx, const choice *v)
{
    for (size_t i = v->flow->steps; i-- > 0;) {
        const tacit_decision *d = &v->flow->decided[i];
        TACIT_TRY(tacit_scratch(cx, d->n, sizeof **v->applies, &v->applies[i]));
        for (size_t k = d->n; k-- > 0;) {
            v->applies[i][k] = is_wanted(v, &d->at[k]);
            if (v->applies[i][k])
                want_columns(v, &d->at[k]);
        }
    }
    return TACIT_OK;
}

static tacit_status apply(tacit_ctx *cx, const choice *v, tacit_table *t)
{
    const tacit_rng none = tacit_rng_seed(0); /* nothing is drawn from it */
    const tacit_stretch nowhere = { .rng = &none };
    for (size_t i = 0; i < v->flow->steps; i++)
        for (size_t k = 0; k < v->flow->decided[i].n; k++)
            if (v->applies[i][k])
                TACIT_TRY(tacit_change_apply(cx, &v->flow->decided[i].at[k], &nowhere, t));
    return TACIT_OK;
}

tacit_status tacit_flow_count(tacit_ctx *cx, const tacit_flow *f, const char *const *column,
                              size_t n, tacit_table **out)
{
    const size_t all = f->data->schema.n;
    choice v = { .flow = f };
    tacit_flow own = { .w = f->w, .data = f->data };
    tacit_select columns = { 0 };
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, all, sizeof *v.wanted, &v.wanted));
    TACIT_TRY(tacit_scratch(cx, all, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, f->steps, sizeof *v.applies, &v.applies));
    for (size_t c = 0; c < n; c++)
        want(&v, column[c]);
    TACIT_TRY(choose(cx, &v));
    for (size_t j = 0; j < all; j++)
        if (v.wanted[j])
            at[columns.n++] = j;
    columns.at = at;
    own.columns = &columns;
    TACIT_TRY(count_rows(cx, &own, out));
    const tacit_status status = apply(cx, &v, *out);
    if (status != TACIT_OK) {
        tacit_table_free(*out);
        *out = NULL;
    }
    return status;
}
