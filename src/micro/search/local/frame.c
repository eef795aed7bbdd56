/*
 * frame.c - what local recoding knows of a space: units, costs, labels.
 *
 * The loss is granularity loss (Iyengar 2002, as ARX normalises it): with n_a records that
 * have axis a, domain D_a and weight w_a, a record with share g loses
 *
 *     w_a / sum w  *  (g - 1 / D_a) / (1 - 1 / D_a)  /  n_a
 *
 * there and w_a / sum w / n_a if it is suppressed; a missing key loses nothing.  A range of
 * r of the values that the column has takes the share r / D_a.
 *
 * O(cells * axes + values * levels).
 */
#include "micro/search/local/own.h"

#include <time.h>

#include "base/hash.h"

double tacit_local_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool tacit_local_is_late(const tacit_local *L)
{
    return L->deadline > 0.0 && tacit_local_now() >= L->deadline;
}

bool tacit_local_alike(const tacit_local *L, size_t u, size_t v, const uint8_t *level)
{
    const uint32_t *x = tacit_local_values(L, u), *y = tacit_local_values(L, v);
    for (size_t a = 0; a < L->axes; a++) {
        const uint32_t *label = L->axis[a].x->label[level[a]];
        if (label[x[a]] != label[y[a]])
            return false;
    }
    return true;
}

/* ---- units ---- */

static tacit_status make_units(tacit_ctx *cx, tacit_local *L)
{
    const tacit_class_list *cells = &L->s->cells;
    const bool all = tacit_judge_wants_population(L->judge);
    const bool divide = L->spec->way == TACIT_LOCAL_RELAXED && L->least > 0;
    L->room = cells->n + (divide ? L->s->records / L->least + 1 : 0);
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *L->cell, &L->cell));
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *L->size, &L->size));
    TACIT_TRY(tacit_scratch(cx, L->room, sizeof *L->dear, &L->dear));
    TACIT_TRY(tacit_scratch(cx, L->room * L->axes, sizeof *L->value, &L->value));
    for (size_t g = 0; g < cells->n; g++) {
        if (cells->size[g] == 0 && !all)
            continue;
        L->cell[L->n] = (uint32_t)g;
        L->size[L->n] = cells->size[g];
        L->records += cells->size[g];
        for (size_t a = 0; a < L->axes; a++)
            L->value[L->n * L->axes + a] = tacit_space_label(L->s, cells, a, g);
        L->n++;
    }
    return TACIT_OK;
}

/* ---- axes ---- */

static tacit_status make_level(tacit_ctx *cx, tacit_local *L, size_t a, size_t l)
{
    tacit_local_axis *axis = &L->axis[a];
    const tacit_axis *x = axis->x;
    const double whole = x->domain - 1.0;
    TACIT_TRY(tacit_scratch(cx, x->labels[0], sizeof(double), &axis->cost[l]));
    TACIT_TRY(tacit_scratch(cx, x->labels[0], sizeof(uint64_t), &axis->mix[l]));
    for (uint32_t v = 0; v < x->labels[0]; v++) {
        const uint32_t label = x->label[l][v];
        const uint64_t place = (uint64_t)(a + 1) << 48 | (uint64_t)(l + 1) << 40;
        axis->mix[l][v] = tacit_hash_u64(tacit_hash_u64(place) ^ label);
        if (v != x->missing && whole > 0.0)
            axis->cost[l][v] = axis->scale * (x->share[l][label] * x->domain - 1.0) / whole;
    }
    for (size_t u = 0; u < L->n; u++)
        axis->mean_cost[l] +=
            (double)L->size[u] * axis->cost[l][L->value[u * L->axes + a]] / (double)L->records;
    return TACIT_OK;
}

/* Ranges take the place of levels, so they are for axes whose levels are not restricted. */
static bool may_range(const tacit_local *L, const tacit_axis *x)
{
    const tacit_type type = tacit_column_type(tacit_table_column(L->s->table, x->column));
    const bool ordered = (type & (TACIT_TYPE_NUMBER | TACIT_TYPE_DATE)) != 0;
    const bool whole = x->low == 0 && x->high > 0 && x->high == x->levels - 1;
    return ordered && whole && (L->spec->ordered || x->hierarchy == NULL);
}

static tacit_status make_axis(tacit_ctx *cx, tacit_local *L, size_t a, double weights)
{
    tacit_local_axis *axis = &L->axis[a];
    const tacit_axis *x = axis->x = &L->s->axis[a];
    uint64_t known = 0;
    for (size_t u = 0; u < L->n; u++)
        known += L->value[u * L->axes + a] != x->missing ? L->size[u] : 0;
    const double weight = L->spec->weight != NULL ? L->spec->weight[a] : 1.0;
    axis->range = may_range(L, x);
    if (known > 0 && x->domain > 1.0 && weights > 0.0)
        axis->scale = weight / weights * (double)L->records / (double)known;
    TACIT_TRY(tacit_scratch(cx, x->levels, sizeof *axis->cost, &axis->cost));
    TACIT_TRY(tacit_scratch(cx, x->levels, sizeof *axis->mix, &axis->mix));
    TACIT_TRY(tacit_scratch(cx, x->levels, sizeof *axis->mean_cost, &axis->mean_cost));
    for (size_t l = 0; l < x->levels; l++)
        TACIT_TRY(make_level(cx, L, a, l));
    for (size_t u = 0; u < L->n; u++)
        if (L->value[u * L->axes + a] != x->missing)
            L->dear[u] += axis->scale;
    return TACIT_OK;
}

/* ---- room for the judge ---- */

/* The counts of column j in the space; NULL if it has none. */
static const tacit_search_pairs *find_pairs(const tacit_search_space *s, size_t j)
{
    for (size_t i = 0; i < s->n_sensitive; i++)
        if (s->sensitive[i] == j)
            return &s->cells.pairs[i];
    return NULL;
}

static tacit_status make_pairs(tacit_ctx *cx, tacit_local *L, size_t i, uint32_t *values)
{
    tacit_local_view *v = &L->view;
    const tacit_search_pairs *from = v->from[i];
    const size_t n = from->start[L->s->cells.n];
    TACIT_TRY(tacit_scratch(cx, L->n + 1, sizeof(size_t), &v->pairs[i].start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof(uint32_t), &v->pairs[i].value));
    TACIT_TRY(tacit_scratch(cx, n, sizeof(uint64_t), &v->pairs[i].count));
    for (size_t p = 0; p < n; p++)
        *values = from->value[p] >= *values ? from->value[p] + 1 : *values;
    v->shown[i] = (tacit_judge_pairs){ .start = v->pairs[i].start,
                                       .value = v->pairs[i].value,
                                       .count = v->pairs[i].count };
    return TACIT_OK;
}

static tacit_status make_view(tacit_ctx *cx, tacit_local *L)
{
    const tacit_select *wanted = tacit_judge_sensitive(L->judge);
    tacit_local_view *v = &L->view;
    uint32_t values = 0;
    v->n_pairs = wanted->n;
    TACIT_TRY(tacit_scratch(cx, L->n, sizeof *v->size, &v->size));
    TACIT_TRY(tacit_scratch(cx, wanted->n, sizeof *v->shown, &v->shown));
    TACIT_TRY(tacit_scratch(cx, wanted->n, sizeof *v->pairs, &v->pairs));
    TACIT_TRY(tacit_scratch(cx, wanted->n, sizeof *v->from, &v->from));
    for (size_t i = 0; i < wanted->n; i++) {
        v->from[i] = find_pairs(L->s, wanted->at[i]);
        if (v->from[i] == NULL)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "The values of a sensitive column that a model needs are not "
                              "counted in the search space.");
        TACIT_TRY(make_pairs(cx, L, i, &values));
    }
    TACIT_TRY(tacit_scratch(cx, values, sizeof *v->sum, &v->sum));
    TACIT_TRY(tacit_scratch(cx, values, sizeof *v->touched, &v->touched));
    if (tacit_judge_wants_population(L->judge) && L->s->cells.population != NULL)
        TACIT_TRY(tacit_scratch(cx, L->n, sizeof *v->population, &v->population));
    return TACIT_OK;
}

tacit_status tacit_local_make(tacit_ctx *cx, const tacit_search_space *s, tacit_judge *judge,
                              const tacit_local_spec *spec, tacit_local *out)
{
    *out = (tacit_local){ .s = s,
                          .spec = spec,
                          .judge = judge,
                          .axes = s->n_axes,
                          .least = tacit_judge_least_size(judge),
                          .floor = tacit_judge_floor(judge),
                          .traits = tacit_judge_traits(judge) };
    double weights = 0.0;
    for (size_t a = 0; a < s->n_axes; a++)
        weights += spec->weight != NULL ? spec->weight[a] : 1.0;
    if (spec->seconds > 0.0)
        out->deadline = tacit_local_now() + spec->seconds;
    TACIT_TRY(make_units(cx, out));
    TACIT_TRY(tacit_scratch(cx, s->n_axes, sizeof *out->axis, &out->axis));
    for (size_t a = 0; a < s->n_axes; a++)
        TACIT_TRY(make_axis(cx, out, a, weights));
    return make_view(cx, out);
}
