/*
 * singling_out.c - singling-out attack: predicates that fit exactly one person.
 *
 * Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for quantifying privacy
 * risk in synthetic data.  The attacker makes predicates that fit exactly one protected record
 * and guesses that they fit exactly one person of the original.  On one column: the least or
 * the greatest number, a value seen once, a missing value if there is one alone.  On several
 * columns: those of a random protected record, a number x as ">= x" above the column's median
 * and as "<= x" otherwise, a category as "=", missing as "missing".  Equal predicates count
 * once; guesses are those made, not those asked for.
 *
 * The naive attacker puts conditions together from random protected records, column by column,
 * with random relations.
 *
 * A control of another size isolates at another rate.  From a larger one the original's size is
 * drawn: the expected number of predicates that fit exactly one of the drawn, which needs no
 * draw.  For a smaller one, weights w of predicates are taken as uniform on 0 ... v and v is
 * fitted to how isolation changes between the control and half of it; the successes are scaled
 * by the integrals of n w (1 - w)^(n - 1) at both sizes.
 *
 * A missing value meets no condition but "missing".  O(attacks * records).
 */
#include <math.h>

#include "base/rng.h"
#include "base/sort.h"
#include "micro/risk/inference/predicate.h"
#include "micro/risk/risk.h"
#include "stats/quantile.h"
#include "stats/counts/wilson.h"

enum { ATTACKS, CONDITIONS, COLUMNS, CONFIDENCE, SEED };

/* Random predicates tried for each one asked for. */
enum { TRIES = 20 };

static const tacit_param PARAMS[] = {
    [ATTACKS] = { .name = "attacks",
                  .type = TACIT_PARAM_INTEGER,
                  .preset = 500,
                  .min = 1.0,
                  .max = 100000.0,
                  TACIT_USEFUL_LOG(10, 10000, "predicates"),
                  .importance = TACIT_ADVANCED,
                  .help = "predicates to make, on one column and on several each" },
    [CONDITIONS] = { .name = "conditions",
                     .type = TACIT_PARAM_INTEGER,
                     .preset = 3,
                     .min = 2.0,
                     .max = TACIT_CONDITIONS,
                     TACIT_USEFUL(2, 8, "columns"),
                     .help = "columns in a predicate on several" },
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to make predicates of; by default all that both tables have "
                          "but identifiers, weights and households" },
    [CONFIDENCE] = TACIT_CONFIDENCE_PARAM,
    [SEED] = TACIT_SEED_PARAM,
    TACIT_PARAM_END
};

/* The sets column by column, and protected records in an order that means nothing. */
typedef struct work {
    tacit_columns set[TACIT_SETS];
    size_t p, columns;
    const uint32_t *order;
    double *median; /* of each coordinate in the protected data; NaN if all are missing */
    size_t most;    /* predicates asked for */
    size_t several; /* columns in a predicate on several */
} work;

/* Predicates, in scratch memory. */
typedef struct guesses {
    tacit_predicate *at;
    size_t n;
} guesses;

/* ---- conditions ---- */

/* The condition that record i has in a column: relation `relation` if it is a number. */
static tacit_condition condition_of(const work *w, size_t column, size_t i, tacit_relation relation)
{
    const tacit_columns *r = &w->set[TACIT_RELEASED];
    tacit_condition c = { .column = (uint32_t)column, .relation = relation };
    if (column < w->p) {
        const double x = r->x[column * r->n + i];
        c.relation = isnan(x) ? TACIT_MISSING : relation;
        c.x = isnan(x) ? 0.0 : x + 0.0;
    } else {
        c.code = r->code[(column - w->p) * r->n + i];
        c.relation = c.code == TACIT_CODE_MISSING ? TACIT_MISSING : TACIT_EQUAL;
    }
    return c;
}

/* ---- one column ---- */

/* Predicates of which `most` are kept, each with the same chance. */
typedef struct reservoir {
    guesses *out;
    size_t most, seen;
    tacit_rng rng;
} reservoir;

static void offer(reservoir *r, const tacit_condition *c)
{
    size_t at = r->seen++;
    if (at >= r->most)
        at = (size_t)tacit_rng_below(&r->rng, r->seen);
    if (at >= r->most)
        return;
    r->out->at[at] = (tacit_predicate){ .n = 1, .at = { *c } };
    r->out->n = r->seen < r->most ? r->seen : r->most;
}

/* The value of each record in a column as a key; equal values have equal keys. */
static uint64_t key_of(const work *w, size_t column, size_t i)
{
    const tacit_condition c = condition_of(w, column, i, TACIT_EQUAL);
    return c.relation == TACIT_MISSING ? UINT64_MAX
           : column < w->p             ? tacit_sort_key_real(c.x)
                                       : c.code;
}

/* Offer the predicates on one column, records in the order that means nothing. */
static tacit_status offer_column(tacit_ctx *cx, const work *w, size_t column, reservoir *out)
{
    const size_t n = w->set[TACIT_RELEASED].n, mark = tacit_scratch_mark(cx);
    tacit_keyed *by = NULL;
    bool *once = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *once, &once));
    for (size_t i = 0; i < n; i++)
        by[i] = (tacit_keyed){ key_of(w, column, i), i };
    TACIT_TRY(tacit_sort_keyed(cx, by, n));
    size_t last = n; /* position of the greatest number; n if there is none */
    for (size_t k = 0; k < n; k++) {
        once[by[k].row] =
            (k == 0 || by[k - 1].key != by[k].key) && (k + 1 == n || by[k + 1].key != by[k].key);
        last = by[k].key != UINT64_MAX ? k : last;
    }
    for (size_t k = 0; k < n; k++) {
        const size_t i = w->order[k];
        const tacit_condition c = condition_of(w, column, i, TACIT_EQUAL);
        if (once[i])
            offer(out, &c);
    }
    const size_t ends[2] = { by[0].row, last < n ? by[last].row : 0 };
    for (size_t e = 0; e < 2 && column < w->p && last < n; e++) {
        const tacit_condition c =
            condition_of(w, column, ends[e], e == 0 ? TACIT_AT_MOST : TACIT_AT_LEAST);
        if (once[ends[e]])
            offer(out, &c);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status guess_one(tacit_ctx *cx, const work *w, const tacit_rng *rng, guesses *out)
{
    reservoir r = { .out = out, .most = w->most, .rng = tacit_rng_fork(rng, "one column") };
    for (size_t c = 0; c < w->columns; c++) {
        TACIT_TRY(tacit_tick(cx, c, w->columns));
        TACIT_TRY(offer_column(cx, w, c, &r));
    }
    return TACIT_OK;
}

/* ---- several columns ---- */

/* Choose `n` of the columns, in ascending order. */
static void choose_columns(const work *w, size_t n, tacit_rng *rng, size_t *at)
{
    size_t left = n;
    for (size_t c = 0; c < w->columns && left > 0; c++)
        if (tacit_rng_below(rng, w->columns - c) < left)
            at[n - left--] = c;
    TACIT_ASSERT(left == 0);
}

/* A predicate that protected record i meets. */
static tacit_predicate describe(const work *w, size_t i, tacit_rng *rng)
{
    const tacit_columns *r = &w->set[TACIT_RELEASED];
    tacit_predicate p = { .n = w->several };
    size_t at[TACIT_CONDITIONS];
    choose_columns(w, p.n, rng, at);
    for (size_t c = 0; c < p.n; c++) {
        const bool high = at[c] < w->p && r->x[at[c] * r->n + i] > w->median[at[c]];
        p.at[c] = condition_of(w, at[c], i, high ? TACIT_AT_LEAST : TACIT_AT_MOST);
    }
    return p;
}

/* Hashes of the predicates so far; 0 is empty. */
typedef struct seen {
    uint64_t *slot;
    size_t slots;
} seen;

/* Whether the hash is new; it is then kept. */
static bool is_new(seen *s, uint64_t hash)
{
    const uint64_t key = hash | 1;
    size_t at = (size_t)(key >> 1) & (s->slots - 1);
    while (s->slot[at] != 0 && s->slot[at] != key)
        at = (at + 1) & (s->slots - 1);
    if (s->slot[at] == key)
        return false;
    s->slot[at] = key;
    return true;
}

static tacit_status guess_several(tacit_ctx *cx, const work *w, const tacit_rng *rng, guesses *out)
{
    const tacit_columns *released = &w->set[TACIT_RELEASED];
    tacit_rng own = tacit_rng_fork(rng, "several columns");
    seen s = { .slots = 64 };
    while (s.slots < 2 * w->most)
        s.slots *= 2;
    TACIT_TRY(tacit_scratch(cx, s.slots, sizeof *s.slot, &s.slot));
    for (size_t t = 0; t < TRIES * w->most && out->n < w->most; t++) {
        if (t % 64 == 0)
            TACIT_TRY(tacit_tick(cx, t, TRIES * w->most));
        const size_t i = w->order[tacit_rng_below(&own, released->n)];
        const tacit_predicate p = describe(w, i, &own);
        if (tacit_predicate_count(&p, released, 2) == 1 && is_new(&s, tacit_predicate_hash(&p)))
            out->at[out->n++] = p;
    }
    return TACIT_OK;
}

/* Predicates of the naive attacker, `n` of `conditions` columns. */
static void guess_naively(const work *w, size_t n, size_t conditions, tacit_rng rng, guesses *out)
{
    for (; out->n < n; out->n++) {
        tacit_predicate *p = &out->at[out->n];
        size_t at[TACIT_CONDITIONS];
        p->n = conditions;
        choose_columns(w, conditions, &rng, at);
        for (size_t c = 0; c < conditions; c++) {
            const size_t i = w->order[tacit_rng_below(&rng, w->set[TACIT_RELEASED].n)];
            p->at[c] = condition_of(w, at[c], i, (tacit_relation)tacit_rng_below(&rng, 3));
        }
    }
}

/* ---- whether they single out ---- */

/* How many records of a set each predicate fits, up to `most`. */
static tacit_status count_all(tacit_ctx *cx, const guesses *g, const tacit_columns *set,
                              size_t most, size_t **count)
{
    enum { TURN = 256 };
    TACIT_TRY(tacit_scratch(cx, g->n, sizeof **count, count));
    for (size_t from = 0; from < g->n; from += TURN) {
        const size_t end = from + TURN < g->n ? from + TURN : g->n;
        TACIT_TRY(tacit_tick(cx, from, g->n));
#pragma omp parallel for schedule(dynamic, 8)
        for (size_t k = from; k < end; k++)
            (*count)[k] = tacit_predicate_count(&g->at[k], set, most);
    }
    return TACIT_OK;
}

static tacit_status count_right(tacit_ctx *cx, const guesses *g, const tacit_columns *set,
                                double *right)
{
    size_t *count = NULL;
    TACIT_TRY(count_all(cx, g, set, 2, &count));
    for (size_t k = 0; k < g->n; k++)
        *right += count[k] == 1;
    return TACIT_OK;
}

/* Expected predicates that fit exactly one of `size` persons drawn from the `all` counted. */
static double expected_right(const size_t *count, size_t n, double size, double all)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += tacit_isolation_drawn(size, all, (double)count[k]);
    return sum;
}

/* What isolation at n persons is of isolation at m, weights uniform on 0 ... v. */
static double isolation_ratio(double n, double m, double v)
{
    return tacit_isolation_integral(n, 0.0, v) / tacit_isolation_integral(m, 0.0, v);
}

/* Scale `right` isolations among `m` persons to n > m of them; `half` isolations are expected
 * among m / 2. */
static double scale_up(double right, double half, double n, double m)
{
    const double h = floor(0.5 * m);
    double low = 1e-3 / n, high = 1.0;
    if (!(right > 0.0))
        return 0.0;
    if (h < 1.0 || half / right <= isolation_ratio(h, m, low))
        return right * isolation_ratio(n, m, low);
    for (int step = 0; step < 60; step++) { /* halving in logarithms */
        const double mid = sqrt(low * high);
        if (isolation_ratio(h, m, mid) < half / right)
            low = mid;
        else
            high = mid;
    }
    return right * isolation_ratio(n, m, high);
}

static tacit_status count_control(tacit_ctx *cx, const work *w, const guesses *g, double *right)
{
    const tacit_columns *control = &w->set[TACIT_CONTROL];
    const double n = (double)w->set[TACIT_ORIGINAL].n, m = (double)control->n;
    size_t *count = NULL;
    TACIT_TRY(count_all(cx, g, control, SIZE_MAX, &count));
    *right = expected_right(count, g->n, fmin(n, m), m);
    if (m < n)
        *right = fmin(scale_up(*right, expected_right(count, g->n, floor(0.5 * m), m), n, m),
                      (double)g->n);
    return TACIT_OK;
}

/* ---- the result ---- */

typedef struct kind {
    const char *prefix, *title, *stream;
    size_t conditions;
} kind;

static tacit_status attack(tacit_ctx *cx, const work *w, const kind *k, const tacit_rng *rng,
                           tacit_attack *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    guesses g = { .n = 0 }, naive = { .n = 0 };
    TACIT_TRY(tacit_scratch(cx, w->most, sizeof *g.at, &g.at));
    TACIT_TRY(tacit_scratch(cx, w->most, sizeof *naive.at, &naive.at));
    TACIT_TRY(k->conditions == 1 ? guess_one(cx, w, rng, &g) : guess_several(cx, w, rng, &g));
    guess_naively(w, g.n, k->conditions, tacit_rng_fork(rng, k->stream), &naive);
    *out = (tacit_attack){ .made = (double)g.n };
    TACIT_TRY(count_right(cx, &g, &w->set[TACIT_ORIGINAL], &out->right));
    TACIT_TRY(count_right(cx, &naive, &w->set[TACIT_ORIGINAL], &out->baseline));
    if (w->set[TACIT_CONTROL].n > 0) {
        out->control_made = out->made;
        TACIT_TRY(count_control(cx, w, &g, &out->control_right));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const work *w, const kind *k, const tacit_args *args,
                         tacit_result *result)
{
    const tacit_rng root = tacit_rng_seed((uint64_t)tacit_arg_integer(args, SEED)),
                    rng = tacit_rng_fork(&root, "singling_out");
    const tacit_attack_words words = {
        .prefix = k->prefix,
        .title = k->title,
        .success = "the predicate fits exactly one record of the original",
        .naive = "puts conditions together from random protected records, with random relations",
        .confidence = tacit_arg_real(args, CONFIDENCE)
    };
    tacit_attack found;
    TACIT_TRY(attack(cx, w, k, &rng, &found));
    TACIT_TRY(tacit_attack_tell(cx, &found, &words, result));
    if (found.made < (double)w->most)
        return tacit_result_note(cx, result,
                                 "Predicates%s: %.0f were found that fit exactly one protected "
                                 "record, of %zu asked for.",
                                 k->title, found.made, w->most);
    return TACIT_OK;
}

/* The median of each coordinate of the protected data. */
static tacit_status find_medians(tacit_ctx *cx, work *w)
{
    const tacit_columns *r = &w->set[TACIT_RELEASED];
    TACIT_TRY(tacit_scratch(cx, w->p, sizeof *w->median, &w->median));
    for (size_t c = 0; c < w->p; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        double *x = NULL;
        size_t n = 0;
        TACIT_TRY(tacit_scratch(cx, r->n, sizeof *x, &x));
        for (size_t i = 0; i < r->n; i++)
            if (!isnan(r->x[c * r->n + i]))
                x[n++] = r->x[c * r->n + i];
        TACIT_TRY(tacit_sort_reals(cx, x, n));
        w->median[c] = n > 0 ? tacit_quantile(x, n, 0.5) : NAN;
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status prepare(tacit_ctx *cx, const tacit_subject *s, const tacit_args *args, work *w)
{
    const tacit_columns_spec columns = { .given = &args->at[COLUMNS],
                                         .without = tacit_table_columns(tacit_subject_table(s)) };
    const size_t several = (size_t)tacit_arg_integer(args, CONDITIONS);
    tacit_points_spec spec = { .scaling = TACIT_SCALING_NONE };
    tacit_crowd crowd;
    tacit_sample sample;
    TACIT_TRY(tacit_sets_check(cx, s, "singling_out"));
    TACIT_TRY(tacit_sets_columns(cx, s, &columns, &spec.released, &spec.original));
    TACIT_TRY(tacit_crowd_of(cx, s, &spec, &crowd));
    for (size_t set = 0; set < TACIT_SETS; set++)
        TACIT_TRY(tacit_columns_of(cx, &crowd, set, &w->set[set]));
    TACIT_TRY(tacit_sample_rows(cx, tacit_subject_table(s), 0,
                                (uint64_t)tacit_arg_integer(args, SEED), &sample));
    w->p = crowd.p;
    w->columns = crowd.p + crowd.q;
    w->order = sample.row;
    w->most = (size_t)tacit_arg_integer(args, ATTACKS);
    w->several = several < w->columns ? several : w->columns;
    return find_medians(cx, w);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    work w = { .p = 0 };
    TACIT_TRY(prepare(cx, subject, args, &w));
    const kind one = { "one_", ", one column", "naive, one column", 1 },
               several = { "several_", ", several columns", "naive, several columns", w.several };
    TACIT_TRY(tell(cx, &w, &one, args, result));
    if (w.several > 1)
        TACIT_TRY(tell(cx, &w, &several, args, result));
    else
        TACIT_TRY(tacit_result_note(cx, result,
                                    "There is one column in common: no predicates on several."));
    return tacit_attack_tell_control(cx, subject, result);
}

const tacit_measure tacit_risk_singling_out = {
    .about = { .name = "singling_out",
               .title = "Singling-out attack",
               .summary = "How often a predicate that fits one protected record fits exactly one "
                          "person of the original.",
               .source = "Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for "
                         "quantifying privacy risk in synthetic data",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_ESTIMATE | TACIT_MEASURE_COSTLY | TACIT_MEASURE_CONTROL,
    .headline = "several_advantage",
    .run = measure,
};
