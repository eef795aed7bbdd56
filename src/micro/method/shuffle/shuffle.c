/*
 * shuffle.c - data shuffling: values change places so that their order fits the predictors.
 *
 * Muralidhar and Sarathy (2006), Data shuffling: a new masking approach for numerical data.  The
 * masked columns X and the predictors S become normal scores z of their ranks,
 * Phi^-1(rank / (n + 1)).  Their joint correlation comes from the rank correlations rho as
 * 2 sin(pi rho / 6), or from the scores themselves; ties of X, which weaken it, are allowed for
 * (see stats/scores.c).  New scores are drawn from the normal law of X given S, and the
 * k-th smallest value of X goes to the record with the k-th smallest new score.  So each column
 * keeps its values exactly, rank correlations among X and with S are kept closely, and given S
 * the new values say nothing more of the old ones.  With a proximity a > 0 the draw keeps the
 * share a of a score's deviation from its prediction.  `exact` draws noise that is orthogonal to
 * the data in the sample, which halves what chance does to correlations (see stats/conditional.c).
 *
 * Records with a missing value in X or S stay as they are and take no part.  Strata are shuffled
 * each by itself.  Weights play no part.  O(n log n) a column and O(n p^2).
 */
#include "micro/method/shuffle/frame.h"

enum { COLUMNS, BY, PROXIMITY, CORRELATION, EXACT };
enum { RANKS, SCORES };

static const char *const CORRELATIONS[] = { "ranks", "scores", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [BY] = TACIT_SHUFFLE_BY,
    [PROXIMITY] = TACIT_SHUFFLE_PROXIMITY,
    [CORRELATION] = { .name = "correlation",
                      .type = TACIT_PARAM_CHOICE,
                      .choices = CORRELATIONS,
                      .help = "what the joint correlation is taken from: rank correlations, or "
                              "normal scores" },
    [EXACT] = { .name = "exact",
                .type = TACIT_PARAM_FLAG,
                .preset = 1.0,
                .max = 1.0,
                .help = "noise that is orthogonal to the data in the sample, not only on average" },
    TACIT_PARAM_END
};

/* New scores `y` (n * q) for the records of `m`, whose values stay. */
static tacit_status draw_scores(tacit_ctx *cx, const tacit_job *job, tacit_frame *f,
                                const tacit_matrix *m, const tacit_rng *rng, double *y)
{
    double *kept = NULL, *r = NULL, *z = NULL;
    tacit_conditional c = { 0 };
    TACIT_TRY(tacit_scratch(cx, m->n * m->p, sizeof *z, &z));
    TACIT_TRY(tacit_scratch(cx, m->p, sizeof *kept, &kept));
    TACIT_TRY(tacit_scratch(cx, m->p * m->p, sizeof *r, &r));
    for (size_t i = 0; i < m->n * m->p; i++)
        z[i] = m->x[i];
    tacit_scored s = { .x = z, .n = m->n, .d = m->p, .q = f->q, .is_plain = f->is_plain };
    TACIT_TRY(tacit_scores_of(cx, &s, kept));
    TACIT_TRY(tacit_scores_correlation(cx, &s, kept, r));
    s.x = m->x;
    if (tacit_arg_choice(job->args, CORRELATION) == RANKS)
        TACIT_TRY(tacit_scores_from_ranks(cx, &s, r));
    TACIT_TRY(tacit_correlation_repair(cx, r, m->p));
    TACIT_TRY(tacit_conditional_fit(cx, r, f->q, f->p, &c));
    tacit_frame_note(f, &c, m->n);
    const tacit_conditional_draws draws = {
        .x = z,
        .n = m->n,
        .proximity = tacit_arg_real(job->args, PROXIMITY),
        .exact = tacit_arg_flag(job->args, EXACT),
        .rng = rng,
    };
    return tacit_conditional_draw(cx, &c, &draws, y);
}

static tacit_status shuffle_stratum(tacit_ctx *cx, const tacit_job *job, tacit_frame *f, size_t h,
                                    size_t *sources)
{
    const tacit_rng rng = tacit_rng_fork_number(job->rng, h);
    tacit_matrix m = { 0 };
    double *y = NULL;
    TACIT_TRY(tacit_frame_rows(cx, f, h, f->p + 2 * f->q + 2, &m));
    if (m.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, m.n * f->q, sizeof *y, &y));
    TACIT_TRY(draw_scores(cx, job, f, &m, &rng, y));
    return tacit_frame_reorder(cx, f, &m, y, sources);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    tacit_frame f = { 0 };
    size_t *sources = NULL;
    TACIT_TRY(tacit_frame_of(cx, job, BY, "shuffle", &f));
    TACIT_TRY(tacit_frame_sources(cx, &f, &sources));
    for (size_t h = 0; h < f.strata.n; h++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, h, f.strata.n));
        TACIT_TRY(shuffle_stratum(cx, job, &f, h, sources));
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(tacit_frame_put(cx, &f, sources, out));
    return tacit_frame_tell(cx, &f, out, true, job->told);
}

const tacit_method tacit_method_shuffle = {
    .about = { .name = "shuffle",
               .title = "Data shuffling",
               .summary = "Lets values change places so that their order fits other columns.",
               .source = "Muralidhar and Sarathy (2006), Data shuffling: a new masking approach "
                         "for numerical data",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER | TACIT_TYPE_DATE,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_OTHERS,
    .run = run,
};
