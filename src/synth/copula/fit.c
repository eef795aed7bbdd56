/*
 * fit.c - the correlations of a copula.
 *
 * Correlations are estimated pair by pair, from the records that have both values: of two numbers
 * the one whose rank correlation, with the ties of both, is that of the records (rank_match.h); of
 * two columns of classes the polychoric one; of a number and classes the polyserial one.  Scores
 * of the distributional transform would weaken every one that has ties.  The nearest correlation
 * matrix (Higham 2002) is taken of them.
 */
#include "synth/copula/own.h"

#include <math.h>

#include "stats/counts/polychoric.h"
#include "stats/counts/wilson.h"
#include "stats/linear/rank_match.h"
#include "stats/linear/scores.h"
#include "stats/moments.h"

/* Groups that the values of a number are put into beside classes. */
enum { SCORES = 256 };

typedef struct fitting {
    const tacit_latent *latent;
    const tacit_copula_rows *records;
    const tacit_margin *margin;
    tacit_rank_law *law;
    double *x, *y; /* room for a number of each record */
} fitting;

/* ---- margins ---- */

/* The margin of a latent variable; one value that nobody has if no record has one. */
static tacit_status fit_margin(tacit_ctx *cx, const tacit_latent *l,
                               const tacit_copula_rows *records, tacit_margin *margin,
                               tacit_rank_law *law)
{
    uint64_t *count = NULL, *there = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, (size_t)l->n + 1, sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, (size_t)l->n + 1, sizeof *there, &there));
    for (size_t i = 0; i < records->n; i++)
        count[l->of[records->at[i]]]++;
    if (count[l->n] == records->n)
        count[0] = 1;
    for (size_t v = 0; v < l->n; v++)
        if (count[v] > 0)
            there[n++] = count[v];
    tacit_rank_law_of(there, n, law);
    return tacit_margin_of(cx, count, l->n, margin);
}

/* ---- pairs ---- */

/* The value of variable `v` for the i-th record. */
static uint32_t value_at(const fitting *f, size_t v, size_t i)
{
    return f->latent[v].of[f->records->at[i]];
}

static bool have_both(const fitting *f, size_t a, size_t b, size_t i)
{
    return value_at(f, a, i) < f->latent[a].n && value_at(f, b, i) < f->latent[b].n;
}

static double match_ranks(const fitting *f, size_t a, size_t b)
{
    size_t n = 0;
    for (size_t i = 0; i < f->records->n; i++) {
        if (!have_both(f, a, b, i))
            continue;
        f->x[n] = tacit_margin_point(&f->margin[a], value_at(f, a, i), 0.5);
        f->y[n++] = tacit_margin_point(&f->margin[b], value_at(f, b, i), 0.5);
    }
    return tacit_rank_match(&f->law[a], &f->law[b], tacit_correlation(f->x, f->y, n));
}

/* The group of a number's value: itself if they are few, or by its share of records below. */
static size_t score_group(const fitting *f, size_t a, uint32_t value)
{
    if (f->latent[a].classes || f->latent[a].n <= SCORES)
        return value;
    const size_t g = (size_t)(tacit_margin_point(&f->margin[a], value, 0.5) * SCORES);
    return g < SCORES ? g : SCORES - 1;
}

static size_t groups_of(const fitting *f, size_t a)
{
    return f->latent[a].classes || f->latent[a].n <= SCORES ? f->latent[a].n : SCORES;
}

/* The normal score of a group. */
static double score_of(const fitting *f, size_t a, size_t group)
{
    const double u = f->latent[a].n <= SCORES ? tacit_margin_point(&f->margin[a], group, 0.5)
                                              : ((double)group + 0.5) / SCORES;
    return tacit_normal_quantile(fmin(fmax(u, 1e-12), 1.0 - 1e-12));
}

/* Of classes `b` with classes or a number `a`. */
static tacit_status match_classes(tacit_ctx *cx, const fitting *f, size_t a, size_t b, double *r)
{
    const size_t rows = groups_of(f, a), columns = f->latent[b].n;
    double *count = NULL, *score = NULL, all = 0.0;
    TACIT_TRY(tacit_scratch(cx, rows * columns, sizeof *count, &count));
    for (size_t i = 0; i < f->records->n; i++)
        if (have_both(f, a, b, i)) {
            count[score_group(f, a, value_at(f, a, i)) * columns + value_at(f, b, i)] += 1.0;
            all += 1.0;
        }
    const tacit_pair_table t = { rows, columns, count };
    *r = 0.0;
    if (!(all > 0.0))
        return TACIT_OK;
    if (f->latent[a].classes)
        return tacit_polychoric(cx, &t, r);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *score, &score));
    for (size_t g = 0; g < rows; g++)
        score[g] = score_of(f, a, g);
    return tacit_polyserial(cx, &t, score, r);
}

static tacit_status match_pair(tacit_ctx *cx, const fitting *f, size_t a, size_t b, double *r)
{
    const size_t mark = tacit_scratch_mark(cx);
    const bool number_a = !f->latent[a].classes, number_b = !f->latent[b].classes;
    tacit_status status = TACIT_OK;
    *r = 0.0;
    if (number_a && number_b)
        *r = match_ranks(f, a, b);
    else if (f->latent[a].column != f->latent[b].column) /* a value is known to be there */
        status = match_classes(cx, f, number_b ? b : a, number_b ? a : b, r);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_copula_fit(tacit_ctx *cx, const tacit_latent *latent, size_t d,
                              const tacit_copula_rows *records, tacit_copula *out)
{
    tacit_copula c = { .law = { .d = d }, .latent = latent };
    fitting f = { .latent = latent, .records = records };
    double *r = NULL;
    tacit_margin *margin = NULL;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *margin, &margin));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *f.law, &f.law));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *r, &r));
    TACIT_TRY(tacit_scratch(cx, records->n, sizeof *f.x, &f.x));
    TACIT_TRY(tacit_scratch(cx, records->n, sizeof *f.y, &f.y));
    for (size_t a = 0; a < d; a++)
        TACIT_TRY(fit_margin(cx, &latent[a], records, &margin[a], &f.law[a]));
    f.margin = margin;
    for (size_t a = 0; a < d; a++) {
        TACIT_TRY(tacit_tick(cx, a, d));
        r[a * d + a] = 1.0;
        for (size_t b = 0; b < a; b++) {
            TACIT_TRY(match_pair(cx, &f, a, b, &r[a * d + b]));
            r[b * d + a] = r[a * d + b];
        }
    }
    c.law.margin = margin;
    TACIT_TRY(tacit_copula_root(cx, r, d, &c.law.root, &c.cycles));
    *out = c;
    return TACIT_OK;
}
