/*
 * calibrate.c - made households brought to known totals and to the size of a population.
 *
 * As many households are made as there are to be; each gets a weight, that of its own column of
 * weights or 1, and iterative proportional updating (stats/counts/ipu.h) changes weights until all
 * margins are reached; if that runs in circles, the weights nearest to the first ones are found
 * instead.  Then households are drawn in proportion to them by systematic sampling,
 * those that count for the same totals next to each other, so that each kind has its share rounded
 * down or up.  A household may be there several times: it is a made-up one each time.  After that
 * everybody stands for themselves, and a column of weights is gone.
 */
#include <math.h>

#include "base/hash.h"
#include "base/sort.h"
#include "table/take.h"
#include "task/synth/margins.h"

/* When the updating of weights ends. */
static const double TOLERANCE = 1e-6;
enum { ROUNDS = 1000 };

/* One set on its way. */
typedef struct calibration {
    const tacit_synthesis *s;
    const tacit_table *t; /* the made households */
    size_t homes;
    size_t *first; /* the first record of each, and the end */
    tacit_ipu totals;
    double *weight;
    uint64_t *times; /* how often each is taken */
    uint64_t size;
} calibration;

/* ---- weights ---- */

static tacit_status find_homes(tacit_ctx *cx, calibration *c)
{
    const size_t at = tacit_table_role_column(c->t, TACIT_ROLE_HOUSEHOLD);
    const size_t rows = tacit_table_rows(c->t);
    const int64_t *id = tacit_column_integers(tacit_table_column(c->t, at));
    c->homes = (size_t)id[rows - 1];
    TACIT_TRY(tacit_scratch(cx, c->homes + 1, sizeof *c->first, &c->first));
    for (size_t i = 0; i < rows; i++)
        c->first[id[i]] = i + 1;
    return TACIT_OK;
}

/* The weights to begin with: those that were made, if they are above 0. */
static tacit_status start_weights(tacit_ctx *cx, calibration *c)
{
    const size_t at = tacit_table_role_column(c->t, TACIT_ROLE_WEIGHT);
    const tacit_column *w = at < tacit_table_columns(c->t) ? tacit_table_column(c->t, at) : NULL;
    TACIT_TRY(tacit_scratch(cx, c->homes, sizeof *c->weight, &c->weight));
    for (size_t g = 0; g < c->homes; g++) {
        const size_t head = c->first[g];
        const bool has =
            w != NULL && !tacit_column_is_missing(w, head) && tacit_column_number(w, head) > 0.0;
        c->weight[g] = has ? tacit_column_number(w, head) : 1.0;
    }
    return TACIT_OK;
}

static tacit_status reach(tacit_ctx *cx, calibration *c)
{
    const tacit_margins *m = c->s->margins;
    TACIT_TRY(tacit_margins_totals(cx, m, c->t, c->first, c->homes, &c->totals));
    TACIT_TRY(tacit_margins_check(cx, m, &c->totals, c->homes, tacit_table_rows(c->t)));
    c->totals.tolerance = TOLERANCE;
    c->totals.most_rounds = ROUNDS;
    tacit_ipu_end end = tacit_ipu_fit(&c->totals, c->weight);
    if (!end.converged) { /* the plain way may run in circles */
        c->totals.nearest = true;
        TACIT_TRY(start_weights(cx, c));
        end = tacit_ipu_fit(&c->totals, c->weight);
    }
    if (end.converged)
        return TACIT_OK;
    const tacit_margin_cell *worst = &m->cell[end.worst];
    if (worst->row == SIZE_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The margins cannot all be reached: after %zu rounds the size of the "
                          "population is still off by %.3g %%.",
                          end.rounds, 100.0 * end.difference);
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "The margins cannot all be reached: after %zu rounds row %zu of %s, one of "
                      "%s, is still off by %.3g %%.",
                      end.rounds, worst->row + 1, m->path, m->margin[worst->margin].label,
                      100.0 * end.difference);
}

/* ---- drawing ---- */

/* Households in the order in which they are drawn: those that count for the same together. */
static tacit_status sort_homes(tacit_ctx *cx, const calibration *c, tacit_keyed **out)
{
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, c->homes, sizeof *a, &a));
    for (size_t g = 0; g < c->homes; g++)
        a[g].row = g;
    for (size_t k = 0; k < c->totals.n; k++)
        for (size_t e = c->totals.first[k]; e < c->totals.first[k + 1]; e++)
            a[c->totals.unit[e]].key +=
                tacit_hash_u64((uint64_t)(k + 1) << 32 | (uint64_t)c->totals.times[e]);
    TACIT_TRY(tacit_sort_keyed(cx, a, c->homes));
    *out = a;
    return TACIT_OK;
}

static tacit_status draw_homes(tacit_ctx *cx, calibration *c, tacit_rng *rng)
{
    tacit_keyed *a = NULL;
    double *weight = NULL, sum = 0.0;
    uint64_t *times = NULL;
    TACIT_TRY(sort_homes(cx, c, &a));
    TACIT_TRY(tacit_scratch(cx, c->homes, sizeof *weight, &weight));
    TACIT_TRY(tacit_scratch(cx, c->homes, sizeof *times, &times));
    TACIT_TRY(tacit_scratch(cx, c->homes, sizeof *c->times, &c->times));
    for (size_t g = 0; g < c->homes; g++) {
        weight[g] = c->weight[a[g].row];
        sum += weight[g];
    }
    c->size = (uint64_t)llround(sum);
    if (c->size == 0 || sum >= UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The margins ask for no household, or for more than %u.", UINT32_MAX);
    tacit_systematic(weight, c->homes, c->size, rng, times);
    for (size_t g = 0; g < c->homes; g++)
        c->times[a[g].row] = times[g];
    return TACIT_OK;
}

/* The drawn households in random order. */
static tacit_status shuffle(tacit_ctx *cx, const calibration *c, tacit_rng *rng, size_t **out)
{
    size_t *turn = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, (size_t)c->size, sizeof *turn, &turn));
    for (size_t g = 0; g < c->homes; g++)
        for (uint64_t k = 0; k < c->times[g]; k++) {
            const size_t at = (size_t)tacit_rng_below(rng, n + 1);
            turn[n++] = turn[at];
            turn[at] = g;
        }
    *out = turn;
    return TACIT_OK;
}

/* Number the households of `t` anew, and take its weights away. */
static tacit_status number_homes(tacit_ctx *cx, tacit_table *t, const int64_t *id)
{
    const size_t at = tacit_table_role_column(t, TACIT_ROLE_HOUSEHOLD);
    const size_t weight = tacit_table_role_column(t, TACIT_ROLE_WEIGHT);
    int64_t *own = NULL;
    TACIT_TRY(tacit_table_edit_integers(cx, t, at, &own));
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        own[i] = id[i];
    if (weight < tacit_table_columns(t))
        tacit_table_drop(t, weight);
    return TACIT_OK;
}

static tacit_status take_homes(tacit_ctx *cx, const calibration *c, tacit_rng *rng,
                               tacit_table **out)
{
    size_t *turn = NULL, *row = NULL, n = 0;
    int64_t *id = NULL;
    TACIT_TRY(shuffle(cx, c, rng, &turn));
    for (uint64_t t = 0; t < c->size; t++)
        n += c->first[turn[t] + 1] - c->first[turn[t]];
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *id, &id));
    n = 0;
    for (uint64_t t = 0; t < c->size; t++)
        for (size_t i = c->first[turn[t]]; i < c->first[turn[t] + 1]; i++) {
            id[n] = (int64_t)t + 1;
            row[n++] = i;
        }
    TACIT_TRY(tacit_table_take(cx, c->t, &(tacit_row_list){ n, row }, out));
    return number_homes(cx, *out, id);
}

/* ---- telling ---- */

static tacit_status tell(tacit_ctx *cx, const calibration *c)
{
    static const char *const heads[] = { "margin", "row", "known", "made" };
    static const tacit_account_part part = {
        .name = "margins",
        .title = "Margins that are known",
        .lead = "Made-up households were weighted until they reached what is known of the "
                "population, and drawn in proportion to their weights."
    };
    static const tacit_param none[] = { TACIT_PARAM_END };
    static const tacit_entry entry = {
        .name = "reached", .title = "Known totals", .source = "", .params = none
    };
    const tacit_margins *m = c->s->margins;
    json_t *results = NULL, *table = NULL;
    tacit_result *r = NULL;
    TACIT_TRY(tacit_account_section(cx, c->s->w->record, &part, &results));
    TACIT_TRY(tacit_result_new(cx, "synthesis", &entry, &(tacit_args){ 0 }, &r));
    TACIT_TRY(tacit_json_add(cx, results, r));
    TACIT_TRY(tacit_result_table(cx, r, "totals", "Known totals", 4, heads, &table));
    for (size_t k = 0; k < m->n; k++) {
        double made = 0.0;
        for (size_t e = c->totals.first[k]; e < c->totals.first[k + 1]; e++)
            made += c->totals.times[e] * (double)c->times[c->totals.unit[e]];
        TACIT_TRY(tacit_result_row(
            cx, table, "[s, o, f, f]", m->margin[m->cell[k].margin].label,
            m->cell[k].row == SIZE_MAX ? json_null() : json_integer((json_int_t)m->cell[k].row + 1),
            m->cell[k].target, made));
    }
    return TACIT_OK;
}

/* ---- all of it ---- */

static tacit_status calibrate(tacit_ctx *cx, const tacit_synthesis *s, size_t set,
                              tacit_table **out)
{
    const tacit_rng root = tacit_rng_fork(&s->spec.rng, "population");
    tacit_rng rng = tacit_rng_fork_number(&root, set);
    calibration c = { .s = s, .t = s->set[set] };
    TACIT_TRY(find_homes(cx, &c));
    TACIT_TRY(start_weights(cx, &c));
    TACIT_TRY(reach(cx, &c));
    TACIT_TRY(draw_homes(cx, &c, &rng));
    TACIT_TRY(take_homes(cx, &c, &rng, out));
    return set == 0 ? tell(cx, &c) : TACIT_OK;
}

tacit_status tacit_synthesis_calibrate(tacit_ctx *cx, tacit_synthesis *s)
{
    if (s->margins == NULL)
        return TACIT_OK;
    for (size_t k = 0; k < s->spec.sets; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_table *drawn = NULL;
        const tacit_status status = calibrate(cx, s, k, &drawn);
        if (status != TACIT_OK) {
            tacit_table_free(drawn);
            return status;
        }
        tacit_table_become(s->set[k], drawn);
        tacit_scratch_release(cx, mark);
    }
    const size_t weight = tacit_table_role_column(s->w->data, TACIT_ROLE_WEIGHT);
    if (weight < tacit_table_columns(s->w->data))
        tacit_warn(cx, "Column '%s' was left out: in a population everybody stands for themselves.",
                   tacit_column_name(tacit_table_column(s->w->data, weight)));
    return TACIT_OK;
}
