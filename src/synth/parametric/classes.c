/*
 * classes.c - classes drawn by their probabilities.
 *
 * The class of a row is that where a uniform number falls among the shares; its donor is one of the
 * records of that class.  Independently, each row has a uniform number of its own.  Dealt, rows are
 * put in the order of the share of the commonest class and take the numbers u, u + g, u + 2 g, ...
 * modulo 1, g the golden ratio (a Kronecker sequence): each by itself is uniform, and those of any
 * stretch of rows, which are much alike, are spread evenly, so counts vary less than chance would
 * have it.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "synth/draw.h"
#include "synth/parametric/own.h"

enum { MOST_CLASSES = 64 };
static const double GOLDEN = 0.61803398874989484820;

/* Where classes can be told apart without error a fit goes on and on; what a record's class is
 * drawn by is long settled then.  Of the log likelihood of 5 000 records that is 0.1 or less. */
static const double ENOUGH = 1e-5;

/* ---- which classes ---- */

/* Values that records have, with what they are ordered by. */
typedef struct listing {
    const tacit_synth_part *part;
    const uint64_t *count;
    const uint32_t *first; /* record of the part that has the value */
} listing;

static bool is_commoner(const void *user, uint32_t a, uint32_t b)
{
    const listing *l = user;
    return l->count[a] >= l->count[b];
}

/* Whether the text of value `a` comes before or with that of `b`; missing comes last. */
static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const listing *l = user;
    const tacit_column *c = l->part->coding->column;
    char x[32], y[32];
    if (l->count[a] == 0 || l->count[b] == 0)
        return l->count[a] > 0 || l->count[b] == 0;
    if (tacit_column_is_missing(c, l->first[a]) || tacit_column_is_missing(c, l->first[b]))
        return !tacit_column_is_missing(c, l->first[a]);
    return strcmp(tacit_column_text(c, l->first[a], x), tacit_column_text(c, l->first[b], y)) <= 0;
}

/* Number the groups 0 ... n - 1 that records have: upwards if ordered (categories by their texts),
 * otherwise the commonest first. */
static tacit_status number_classes(tacit_ctx *cx, const tacit_synth_part *part,
                                   const uint32_t *group, uint32_t n, tacit_class_model *m)
{
    uint16_t *label = NULL, *to = NULL;
    uint64_t *count = NULL;
    uint32_t *order = NULL, *first = NULL;
    const bool by_text = m->ordered && !part->coding->ordered;
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *to, &to));
    for (size_t i = 0; i < part->rows; i++) {
        const size_t k = part->rows - 1 - i;
        count[group[k]]++;
        first[group[k]] = part->record != NULL ? part->record[k] : (uint32_t)k;
    }
    const listing l = { part, count, first };
    TACIT_TRY(tacit_sort_by(cx, n, by_text ? is_before : is_commoner, &l, &order));
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t g = m->ordered && !by_text ? k : order[k];
        if (count[g] > 0)
            to[g] = (uint16_t)m->classes++;
    }
    for (size_t i = 0; i < part->rows; i++)
        label[i] = to[group[i]];
    m->label = label;
    return TACIT_OK;
}

/* The classes of a part: its values if they are few, or else the groups that it comes with. */
static tacit_status find_classes(tacit_ctx *cx, const tacit_synth_part *part, tacit_class_model *m)
{
    uint32_t *group = NULL, values = 0;
    size_t distinct = 0;
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *group, &group));
    for (size_t i = 0; i < part->rows; i++)
        values = part->value[i] >= values ? part->value[i] + 1 : values;
    for (uint32_t v = 0; v < values; v++)
        distinct += part->count[v] > 0;
    const bool few = distinct <= MOST_CLASSES;
    for (size_t i = 0; i < part->rows; i++)
        group[i] = few ? part->value[i] : part->label[i];
    return number_classes(cx, part, group, few ? values : part->classes, m);
}

tacit_status tacit_class_prepare(tacit_ctx *cx, const tacit_synth_part *part,
                                 const tacit_linear_design *design, tacit_parametric_how how,
                                 tacit_class_model *out)
{
    tacit_class_model m = { .ordered = how == TACIT_ORDERED };
    TACIT_TRY(find_classes(cx, part, &m));
    if (m.ordered)
        TACIT_TRY(tacit_cumulative_for(cx, design, m.classes, &m.ordinal));
    else
        TACIT_TRY(tacit_multinomial_for(cx, design, m.classes,
                                        tacit_multinomial_usual(design, m.classes), &m.nominal));
    m.ordinal.newton.enough = m.nominal.newton.enough = ENOUGH;
    *out = m;
    return TACIT_OK;
}

void tacit_class_learn(tacit_class_model *m)
{
    if (m->ordered)
        tacit_cumulative_fit(&m->ordinal, m->label);
    else
        tacit_multinomial_fit(&m->nominal, m->label);
}

/* ---- draws ---- */

/* Work on the rows of one set. */
typedef struct hand {
    const tacit_class_model *m;
    const tacit_parametric_draws *d;
    const double *beta; /* unknowns of the set */
    tacit_linear_entries *row;
    double *share;
    uint32_t *of; /* class of each draw */
} hand;

static size_t unknowns_of(const tacit_class_model *m)
{
    return m->ordered ? tacit_cumulative_unknowns(&m->ordinal)
                      : (m->classes - 1) * m->nominal.columns;
}

/* Coefficients for each set, or one for all. */
static tacit_status take_unknowns(tacit_ctx *cx, tacit_class_model *m,
                                  const tacit_parametric_draws *d, double **out)
{
    const tacit_rng rng = tacit_rng_fork(&d->how->rng, "coefficients");
    const size_t n = unknowns_of(m);
    const double *fit = m->ordered ? m->ordinal.newton.at : m->nominal.beta;
    TACIT_TRY(tacit_scratch(cx, d->sets * n, sizeof **out, out));
    if (!d->proper)
        memcpy(*out, fit, n * sizeof **out);
    else if (m->ordered)
        tacit_cumulative_draw(&m->ordinal, &rng, d->sets, *out);
    else
        tacit_multinomial_draw(&m->nominal, &rng, d->sets, *out);
    return TACIT_OK;
}

/* Shares of the classes in draw k. */
static void take_shares(const hand *h, size_t k)
{
    tacit_linear_row(h->d->rows, tacit_parametric_row(h->d, k), h->row);
    if (h->m->ordered)
        tacit_cumulative_shares(&h->m->ordinal, h->beta, h->row, h->share);
    else
        tacit_multinomial_shares(&h->m->nominal, h->beta, h->row, h->share);
}

/* The class where u, in (0, 1], falls. */
static uint32_t pick(const hand *h, size_t k, double u)
{
    size_t at = 0;
    take_shares(h, k);
    for (double sum = h->share[0]; at + 1 < h->m->classes && u > sum; sum += h->share[at])
        at++;
    return (uint32_t)at;
}

static tacit_status pick_dealt(tacit_ctx *cx, const hand *h, const size_t span[2], tacit_rng *rng)
{
    const size_t n = span[1] - span[0];
    tacit_keyed *key = NULL;
    double u = tacit_rng_uniform(rng);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *key, &key));
    for (size_t k = 0; k < n; k++) {
        take_shares(h, span[0] + k);
        key[k] = (tacit_keyed){ tacit_sort_key_real(h->share[0]), span[0] + k };
    }
    TACIT_TRY(tacit_sort_keyed(cx, key, n));
    for (size_t k = 0; k < n; k++) {
        h->of[key[k].row] = pick(h, key[k].row, u);
        u += u + GOLDEN > 1.0 ? GOLDEN - 1.0 : GOLDEN;
    }
    return TACIT_OK;
}

/* The class of each draw. */
static tacit_status pick_all(tacit_ctx *cx, hand *h, const double *beta)
{
    const tacit_parametric_draws *d = h->d;
    const tacit_rng root = tacit_rng_fork(&d->how->rng, "class");
    for (size_t from = 0; from < d->part->draws;) {
        const size_t to = tacit_parametric_set_end(d, from), mark = tacit_scratch_mark(cx);
        const size_t set = tacit_parametric_row(d, from) / d->how->set_rows;
        tacit_rng rng = tacit_rng_fork_number(&root, set);
        h->beta = beta + (d->proper ? set * unknowns_of(h->m) : 0);
        if (d->how->dealt)
            TACIT_TRY(pick_dealt(cx, h, (const size_t[2]){ from, to }, &rng));
        for (size_t k = from; k < to && !d->how->dealt; k++)
            h->of[k] = pick(h, k, tacit_rng_uniform(&rng));
        tacit_scratch_release(cx, mark);
        from = to;
    }
    return TACIT_OK;
}

/* Records by their classes, as pools. */
static tacit_status pool_classes(tacit_ctx *cx, const tacit_class_model *m,
                                 const tacit_synth_part *part, tacit_synth_pools *out)
{
    uint32_t *order = NULL;
    size_t *first = NULL, *rows = NULL;
    TACIT_TRY(tacit_scratch(cx, part->rows, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, m->classes, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, m->classes, sizeof *rows, &rows));
    for (size_t i = 0; i < part->rows; i++)
        rows[m->label[i]]++;
    for (size_t k = 1; k < m->classes; k++)
        first[k] = first[k - 1] + rows[k - 1];
    memset(rows, 0, m->classes * sizeof *rows);
    for (size_t i = 0; i < part->rows; i++)
        order[first[m->label[i]] + rows[m->label[i]]++] = (uint32_t)i;
    out->n = m->classes;
    out->order = order;
    out->first = first;
    out->rows = rows;
    return TACIT_OK;
}

tacit_status tacit_class_draw(tacit_ctx *cx, tacit_class_model *m, const tacit_parametric_draws *d,
                              uint32_t *donor)
{
    tacit_synth_pools pools = { 0 };
    tacit_linear_entries row;
    hand h = { .m = m, .d = d, .row = &row };
    double *beta = NULL;
    TACIT_TRY(take_unknowns(cx, m, d, &beta));
    TACIT_TRY(tacit_linear_entries_for(cx, d->rows, &row));
    TACIT_TRY(tacit_scratch(cx, m->classes, sizeof *h.share, &h.share));
    TACIT_TRY(tacit_scratch(cx, d->part->draws, sizeof *h.of, &h.of));
    TACIT_TRY(pick_all(cx, &h, beta));
    TACIT_TRY(pool_classes(cx, m, d->part, &pools));
    pools.of = h.of;
    const tacit_synth_part part = { .draws = d->part->draws, .row = d->part->row };
    return tacit_synth_draw(cx, &part, &pools, d->how, &(tacit_synth_drawn){ .donor = donor });
}
