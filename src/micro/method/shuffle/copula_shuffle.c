/*
 * copula_shuffle.c - values drawn from the columns' own distributions, joined by a normal copula.
 *
 * Sarathy, Muralidhar and Parsa (2002), Perturbing nonnormal confidential attributes: the copula
 * approach.  The joint law of the masked columns X and the predictors S is taken to be their
 * empirical distributions, joined by a normal copula whose correlation is 2 sin(pi rho / 6) with
 * the rank correlation rho, ties of X allowed for (see stats/scores.c).  Scores y of X are drawn
 * given the scores Phi^-1(rank / (n + 1)) of S.  With `margins: shuffled` the k-th smallest value
 * goes to the record with the k-th smallest score, so that each column keeps its values exactly;
 * with `drawn` a record takes the value at Phi(y) of the distribution, as a new sample of records
 * would: values occur more or less often than before, or no more.
 *
 * Within strata ranks are taken and values stay there.  The copula is fitted in each stratum, or
 * with `fit: pooled` to the scores of all strata together, which suits strata that are too small
 * for a correlation matrix of their own.
 *
 * Records with a missing value in X or S stay as they are and take no part.  Weights play no
 * part.  O(n log n) a column and O(n p^2).
 */
#include "micro/method/shuffle/frame.h"

#include <math.h>

enum { COLUMNS, BY, FIT, MARGINS };
enum { STRATA, POOLED };
enum { SHUFFLED, DRAWN };

static const char *const FITS[] = { "strata", "pooled", NULL };
static const char *const MARGINALS[] = { "shuffled", "drawn", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [BY] = TACIT_SHUFFLE_BY,
    [FIT] = { .name = "fit",
              .type = TACIT_PARAM_CHOICE,
              .choices = FITS,
              .help = "fit the copula in each stratum, or to all of them together" },
    [MARGINS] = { .name = "margins",
                  .type = TACIT_PARAM_CHOICE,
                  .choices = MARGINALS,
                  .help = "put the values in another order, or draw them from their distribution" },
    TACIT_PARAM_END
};

/* One stratum: its records, and their scores. */
typedef struct part {
    tacit_matrix m;
    double *z;
    double *kept; /* what ties leave of each column's deviation */
} part;

typedef struct copula_work {
    const tacit_job *job;
    tacit_frame f;
    part *parts;
    size_t *sources;
} copula_work;

static tacit_status score_part(tacit_ctx *cx, copula_work *w, size_t h, size_t least)
{
    part *p = &w->parts[h];
    const tacit_frame *f = &w->f;
    TACIT_TRY(tacit_frame_rows(cx, &w->f, h, least, &p->m));
    TACIT_TRY(tacit_scratch(cx, p->m.n * p->m.p, sizeof *p->z, &p->z));
    TACIT_TRY(tacit_scratch(cx, p->m.p, sizeof *p->kept, &p->kept));
    for (size_t i = 0; i < p->m.n * p->m.p; i++)
        p->z[i] = p->m.x[i];
    const tacit_scored s = {
        .x = p->z, .n = p->m.n, .d = p->m.p, .q = f->q, .is_plain = f->is_plain
    };
    return p->m.n == 0 ? TACIT_OK : tacit_scores_of(cx, &s, p->kept);
}

/* The copula of the scores of one part or of several put together. */
static tacit_status fit_scores(tacit_ctx *cx, copula_work *w, const part *p, tacit_conditional *out)
{
    const tacit_frame *f = &w->f;
    const tacit_scored s = {
        .x = p->z, .n = p->m.n, .d = p->m.p, .q = f->q, .is_plain = f->is_plain
    };
    double *r = NULL;
    TACIT_TRY(tacit_scratch(cx, s.d * s.d, sizeof *r, &r));
    TACIT_TRY(tacit_scores_correlation(cx, &s, p->kept, r));
    TACIT_TRY(tacit_scores_from_ranks(cx, &s, r)); /* scores have the ranks of their values */
    TACIT_TRY(tacit_correlation_repair(cx, r, s.d));
    TACIT_TRY(tacit_conditional_fit(cx, r, f->q, f->p, out));
    tacit_frame_note(&w->f, out, s.n);
    return TACIT_OK;
}

/* Row of each record's value at Phi(y) of the distribution. */
static tacit_status draw_margins(tacit_ctx *cx, const copula_work *w, const tacit_matrix *m,
                                 const double *y)
{
    const size_t rows = tacit_table_rows(w->f.in), q = w->f.q;
    size_t *order = NULL;
    TACIT_TRY(tacit_scratch(cx, m->n, sizeof *order, &order));
    for (size_t r = 0; r < q; r++) {
        TACIT_TRY(tacit_scores_order(cx, m->x + r, m->n, m->p, order));
        for (size_t i = 0; i < m->n; i++) {
            const double below = 0.5 * erfc(-y[i * q + r] / sqrt(2.0));
            const size_t k = (size_t)(below * (double)m->n);
            w->sources[r * rows + m->row[i]] = m->row[order[k < m->n ? k : m->n - 1]];
        }
    }
    return TACIT_OK;
}

static tacit_status draw_part(tacit_ctx *cx, copula_work *w, const part *p, size_t h,
                              const tacit_conditional *c)
{
    const tacit_rng rng = tacit_rng_fork_number(w->job->rng, h);
    const tacit_conditional_draws draws = { .x = p->z, .n = p->m.n, .rng = &rng };
    double *y = NULL;
    TACIT_TRY(tacit_scratch(cx, p->m.n * w->f.q, sizeof *y, &y));
    TACIT_TRY(tacit_conditional_draw(cx, c, &draws, y));
    if (tacit_arg_choice(w->job->args, MARGINS) == DRAWN)
        return draw_margins(cx, w, &p->m, y);
    return tacit_frame_reorder(cx, &w->f, &p->m, y, w->sources);
}

/* Each stratum by itself. */
static tacit_status run_strata(tacit_ctx *cx, copula_work *w)
{
    for (size_t h = 0; h < w->f.strata.n; h++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_conditional c = { 0 };
        TACIT_TRY(tacit_tick(cx, h, w->f.strata.n));
        TACIT_TRY(score_part(cx, w, h, w->f.p + 2 * w->f.q + 2));
        if (w->parts[h].m.n > 0) {
            TACIT_TRY(fit_scores(cx, w, &w->parts[h], &c));
            TACIT_TRY(draw_part(cx, w, &w->parts[h], h, &c));
        }
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* All strata's scores one after the other; ties by their share of records. */
static tacit_status put_together(tacit_ctx *cx, const copula_work *w, part *out)
{
    const size_t d = w->f.q + w->f.p;
    size_t at = 0;
    out->m = (tacit_matrix){ .n = w->f.masked, .p = d };
    TACIT_TRY(tacit_scratch(cx, out->m.n * d, sizeof *out->z, &out->z));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->kept, &out->kept));
    for (size_t h = 0; h < w->f.strata.n; h++) {
        const part *p = &w->parts[h];
        for (size_t i = 0; i < p->m.n * d; i++)
            out->z[at++] = p->z[i];
        for (size_t k = 0; k < d; k++)
            out->kept[k] += p->kept[k] * p->kept[k] * (double)p->m.n / (double)w->f.masked;
    }
    for (size_t k = 0; k < d; k++)
        out->kept[k] = sqrt(out->kept[k]);
    return TACIT_OK;
}

/* One copula for all strata. */
static tacit_status run_pooled(tacit_ctx *cx, copula_work *w)
{
    part all = { 0 };
    tacit_conditional c = { 0 };
    for (size_t h = 0; h < w->f.strata.n; h++)
        TACIT_TRY(score_part(cx, w, h, 2));
    if (w->f.masked == 0)
        return TACIT_OK;
    if (w->f.masked < w->f.p + 2 * w->f.q + 2)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "copula_shuffle needs at least %zu records without missing values for "
                          "%zu masked columns and %zu predictors, but there are only %zu.",
                          w->f.p + 2 * w->f.q + 2, w->f.q, w->f.p, w->f.masked);
    TACIT_TRY(put_together(cx, w, &all));
    TACIT_TRY(fit_scores(cx, w, &all, &c));
    for (size_t h = 0; h < w->f.strata.n; h++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, h, w->f.strata.n));
        TACIT_TRY(draw_part(cx, w, &w->parts[h], h, &c));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    copula_work w = { .job = job };
    TACIT_TRY(tacit_frame_of(cx, job, BY, "copula_shuffle", &w.f));
    TACIT_TRY(tacit_frame_sources(cx, &w.f, &w.sources));
    TACIT_TRY(tacit_scratch(cx, w.f.strata.n, sizeof *w.parts, &w.parts));
    if (tacit_arg_choice(job->args, FIT) == POOLED)
        TACIT_TRY(run_pooled(cx, &w));
    else
        TACIT_TRY(run_strata(cx, &w));
    TACIT_TRY(tacit_frame_put(cx, &w.f, w.sources, out));
    return tacit_frame_tell(cx, &w.f, out, true, job->told);
}

const tacit_method tacit_method_copula_shuffle = {
    .about = { .name = "copula_shuffle",
               .title = "Shuffling by a copula",
               .summary = "Draws values from the columns' own distributions, joined to others by "
                          "a normal copula.",
               .source = "Sarathy, Muralidhar and Parsa (2002), Perturbing nonnormal confidential "
                         "attributes: the copula approach",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER | TACIT_TYPE_DATE,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_OTHERS,
    .run = run,
};
