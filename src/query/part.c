/*
 * part.c - how a question parts the records: the axes of all that it groups by.
 *
 * Of each column the declared groups that conditions leave are sorted by their labels at all levels
 * that are asked for; those that agree in all are one part.  Labels play no role in the parts: two
 * ways to say the same, or one that follows from another, make one axis.
 */
#include <string.h>

#include "base/sort.h"
#include "query/query.h"

/* A column that is grouped by, and its groups that conditions leave. */
typedef struct parting {
    const tacit_query *q;
    const tacit_query_column *column;
    size_t c, n; /* number of the column, and of the groups that are left */
    uint32_t *left;
} parting;

/* ---- parts ---- */

/* Less than 0 if group a comes before b by the labels that are asked for. */
static int compare(const parting *p, uint32_t a, uint32_t b)
{
    int by = 0;
    for (size_t i = 0; by == 0 && i < p->q->n_by; i++) {
        if (p->q->by[i].column != p->c)
            continue;
        const size_t x = tacit_query_label_of(p->column, p->q->by[i].level, a),
                     y = tacit_query_label_of(p->column, p->q->by[i].level, b);
        by = (x > y) - (x < y);
    }
    return by;
}

static bool before(const void *user, uint32_t a, uint32_t b)
{
    const parting *p = user;
    return compare(p, p->left[a], p->left[b]) <= 0;
}

static tacit_status list_left(tacit_ctx *cx, parting *p)
{
    const size_t n = tacit_query_labels(p->column, 0);
    const bool *in = p->q->in[p->c];
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p->left, &p->left));
    for (size_t g = 0; g < n; g++)
        if (in == NULL || in[g])
            p->left[p->n++] = (uint32_t)g;
    return TACIT_OK;
}

/* Number the parts in the order of their first groups. */
static tacit_status number_parts(tacit_ctx *cx, const parting *p, tacit_query_axis *out)
{
    const size_t n = tacit_query_labels(p->column, 0);
    uint32_t *order = NULL, *run = NULL, *of = NULL, *number = NULL, runs = 0;
    TACIT_TRY(tacit_sort_by(cx, p->n, before, p, &order));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *run, &run));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *of, &of));
    for (size_t i = 0; i < p->n; i++) {
        runs += i > 0 && compare(p, p->left[order[i - 1]], p->left[order[i]]) != 0;
        run[order[i]] = runs;
        number[i] = TACIT_NO_PART;
    }
    for (size_t g = 0; g < n; g++)
        of[g] = TACIT_NO_PART;
    for (size_t i = 0; i < p->n; i++) {
        if (number[run[i]] == TACIT_NO_PART)
            number[run[i]] = (uint32_t)out->n++;
        of[p->left[i]] = number[run[i]];
    }
    out->of = of;
    return TACIT_OK;
}

/* ---- levels ---- */

/* Whether level `l` tells apart what the axis does, and nothing else, of the groups that are
 * left. */
static tacit_status is_level(tacit_ctx *cx, const parting *p, const tacit_query_axis *a, size_t l,
                             bool *out)
{
    const size_t labels = tacit_query_labels(p->column, l);
    uint32_t *part_of = NULL, *label_of = NULL;
    TACIT_TRY(tacit_scratch(cx, labels, sizeof *part_of, &part_of));
    TACIT_TRY(tacit_scratch(cx, a->n, sizeof *label_of, &label_of));
    memset(part_of, 0xff, labels * sizeof *part_of);
    memset(label_of, 0xff, a->n * sizeof *label_of);
    *out = true;
    for (size_t i = 0; *out && i < p->n; i++) {
        const uint32_t part = a->of[p->left[i]],
                       label = (uint32_t)tacit_query_label_of(p->column, l, p->left[i]);
        *out = (part_of[label] == UINT32_MAX || part_of[label] == part) &&
               (label_of[part] == UINT32_MAX || label_of[part] == label);
        part_of[label] = part;
        label_of[part] = label;
    }
    return TACIT_OK;
}

/* The first level that parts the groups as the axis does. */
static tacit_status find_level(tacit_ctx *cx, const parting *p, tacit_query_axis *a)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool is = false;
    a->like = TACIT_NO_LEVEL;
    for (size_t l = 0; !is && l <= p->column->n_levels; l++) {
        TACIT_TRY(is_level(cx, p, a, l, &is));
        a->like = is ? l : TACIT_NO_LEVEL;
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- the whole ---- */

/* The label of each part at each level that is asked for. */
static tacit_status label_parts(tacit_ctx *cx, const parting *p, const tacit_query_axis *a,
                                size_t axis, tacit_query *q)
{
    for (size_t i = 0; i < q->n_by; i++) {
        uint32_t *label = NULL;
        if (q->by[i].column != p->c)
            continue;
        TACIT_TRY(tacit_scratch(cx, a->n, sizeof *label, &label));
        for (size_t k = 0; k < p->n; k++)
            label[a->of[p->left[k]]] =
                (uint32_t)tacit_query_label_of(p->column, q->by[i].level, p->left[k]);
        q->by[i].label = label;
        q->by[i].axis = axis;
    }
    return TACIT_OK;
}

/* One part is a condition: that a record is in it.  With more parts a condition that leaves all
 * groups says what the axis says. */
static tacit_status settle_condition(tacit_ctx *cx, const parting *p, bool single, tacit_query *q)
{
    const tacit_domain *d = &p->column->domain;
    const bool none_missing = d->number && d->missing_counts;
    bool *all = NULL;
    if (p->n < tacit_query_labels(p->column, 0))
        return TACIT_OK;
    q->in[p->c] = NULL;
    if (!single || none_missing)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *all, &all));
    memset(all, true, p->n);
    q->in[p->c] = all;
    return TACIT_OK;
}

static tacit_status part_column(tacit_ctx *cx, tacit_query *q, size_t c)
{
    parting p = { .q = q, .column = &q->schema->column[c], .c = c };
    tacit_query_axis axis = { .column = c };
    TACIT_TRY(list_left(cx, &p));
    TACIT_TRY(number_parts(cx, &p, &axis));
    TACIT_TRY(find_level(cx, &p, &axis));
    TACIT_TRY(label_parts(cx, &p, &axis, axis.n > 1 ? q->n_axes : TACIT_NO_AXIS, q));
    if (axis.n > 1)
        q->axis[q->n_axes++] = axis;
    return settle_condition(cx, &p, axis.n == 1, q);
}

tacit_status tacit_query_part(tacit_ctx *cx, tacit_query *q)
{
    for (size_t c = 0; c < q->schema->n; c++) {
        bool asked = false;
        for (size_t i = 0; i < q->n_by; i++)
            asked = asked || q->by[i].column == c;
        if (asked)
            TACIT_TRY(part_column(cx, q, c));
    }
    return TACIT_OK;
}

size_t tacit_query_cell_part(const tacit_query *q, size_t a, size_t cell)
{
    for (size_t i = q->n_axes; i-- > a + 1;)
        cell /= q->axis[i].n;
    return cell % q->axis[a].n;
}

size_t tacit_query_cell_number(const tacit_query *q, size_t b, size_t cell)
{
    const tacit_query_by *by = &q->by[b];
    return by->label[by->axis == TACIT_NO_AXIS ? 0 : tacit_query_cell_part(q, by->axis, cell)];
}

const char *tacit_query_cell_label(const tacit_query *q, size_t b, size_t cell)
{
    const tacit_query_by *by = &q->by[b];
    return tacit_query_label(&q->schema->column[by->column], by->level,
                             tacit_query_cell_number(q, b, cell));
}
