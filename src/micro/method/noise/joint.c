/*
 * joint.c - noise on several columns together: correlated, restricted, outlier-aware.
 *
 * How the noise is made from normal draws is fitted to the complete records of each stratum
 * (noise_fit.c).  Records with missing values get noise of the same covariance on what they
 * have, so that none goes out as it is; they take no part in the fit.  Each block of
 * TACIT_BLOCK_ROWS records draws from a stream of its own.  O(n p^2) in parallel.
 */
#include "micro/method/noise/own.h"

#include <math.h>

#include "micro/method/noise/fit.h"
#include "micro/method/noise/groups.h"
#include "micro/method/noise/kept.h"
#include "stats/linear/normal_draws.h"
#include "stats/linear/robust.h"

/* Draws for some records at once: enough for one with the most columns. */
enum { AT_ONCE = 2 * TACIT_NOISE_COLUMNS };

/* The whole request, and what is found on the way. */
typedef struct joint {
    const tacit_job *job;
    const tacit_noise *noise;
    tacit_normal_layers layers;
    double **y; /* the columns of the result */
    size_t complete, partial, outliers;
    double off; /* of restricted noise: largest deviation from what was promised */
} joint;

/* One group of rows. */
typedef struct group {
    tacit_noise_records m; /* complete records; masked in place; `row` NULL: all rows */
    const size_t *rest;    /* rows of the others */
    size_t n_rest;
    tacit_rng complete, partial;
    tacit_noise_fit fit;
} group;

static void limits_of(size_t block, size_t n, size_t *from, size_t *to)
{
    *from = block * TACIT_BLOCK_ROWS;
    *to = n - *from < TACIT_BLOCK_ROWS ? n : *from + TACIT_BLOCK_ROWS;
}

/* Pull the complete record `x` towards the means. */
static void pull_record(const tacit_noise_fit *f, double *x)
{
    const size_t p = f->p;
    double d[TACIT_NOISE_COLUMNS];
    for (size_t k = 0; k < p; k++)
        d[k] = x[k] - f->mean[k];
    for (size_t j = 0; j < p; j++) {
        double turn = f->turn == NULL ? (f->pull - 1.0) * d[j] : 0.0;
        for (size_t k = 0; f->turn != NULL && k < p; k++)
            turn += f->turn[j * p + k] * d[k];
        x[j] += turn;
    }
}

/* Add noise from the draws `z` with weight `w` to the complete record `x`. */
static void add_noise(const tacit_noise_fit *f, const double *z, double w, double *x)
{
    const double *mix = f->mix;
    for (size_t j = 0; j < f->p; j++, mix += f->p) {
        double noise = 0.0;
        for (size_t k = 0; k < f->p; k++)
            noise += mix[k] * z[k];
        x[j] += w * noise;
    }
}

/* Mask records `from` to `to` with draws `z`, row by row; returns whether all results are
 * numbers. */
static bool mask_records(const joint *work, const group *g, size_t from, size_t to, const double *z)
{
    const tacit_noise_fit *f = &g->fit;
    const size_t p = f->p;
    bool finite = true;
    for (size_t i = from; i < to; i++, z += p) {
        const size_t row = g->m.row == NULL ? i : g->m.row[i];
        double own[TACIT_NOISE_COLUMNS], *x = g->m.x == NULL ? own : g->m.x + i * p;
        for (size_t j = 0; g->m.x == NULL && j < p; j++)
            own[j] = work->y[j][row];
        if (f->pull < 1.0)
            pull_record(f, x);
        add_noise(f, z, f->weight == NULL ? 1.0 : f->weight[i], x);
        for (size_t j = 0; j < p; j++) {
            work->y[j][row] = x[j];
            finite &= isfinite(x[j]) != 0;
        }
    }
    return finite;
}

/* Mask a block of complete records, some at a time. */
static bool mask_block(const joint *work, const group *g, size_t block)
{
    const tacit_noise_fit *f = &g->fit;
    const size_t p = f->p, some = AT_ONCE / p;
    tacit_normal_source source;
    double z[AT_ONCE];
    size_t from = 0, to = 0, n = 0;
    bool finite = true;
    tacit_normal_start(&source, &work->layers, tacit_rng_fork_number(&g->complete, block));
    limits_of(block, g->m.n, &from, &to);
    for (size_t i = from; i < to; i += n) {
        n = to - i < some ? to - i : some;
        if (f->z == NULL)
            tacit_normal_fill(&source, z, n * p);
        for (size_t k = 0; f->z != NULL && k < n * p; k++)
            z[k] = f->z[(i + k / p) * f->stride + k % p] - f->centre[k % p];
        finite &= mask_records(work, g, i, i + n, z);
    }
    return finite;
}

/* The weight of a record by those of its values that are present. */
static double weight_of(const joint *work, const tacit_noise_fit *f, size_t row)
{
    double w = 1.0;
    for (size_t j = 0; f->spread != NULL && j < f->p; j++) {
        const tacit_column *c = tacit_table_column(work->job->in, work->job->cols.at[j]);
        if (!tacit_column_is_missing(c, row))
            w = fmax(w, tacit_noise_weight(f, j, tacit_column_number(c, row)));
    }
    return w;
}

/* Mask a block of records with missing values. */
static bool mask_partial_block(const joint *work, const group *g, size_t block)
{
    const tacit_noise_fit *f = &g->fit;
    tacit_normal_source source;
    double z[TACIT_NOISE_COLUMNS];
    size_t from = 0, to = 0;
    bool finite = true;
    tacit_normal_start(&source, &work->layers, tacit_rng_fork_number(&g->partial, block));
    limits_of(block, g->n_rest, &from, &to);
    for (size_t i = from; i < to; i++) {
        const size_t row = g->rest[i];
        const double w = weight_of(work, f, row);
        tacit_normal_fill(&source, z, f->p);
        for (size_t j = 0; j < f->p; j++) {
            const tacit_column *c = tacit_table_column(work->job->in, work->job->cols.at[j]);
            if (tacit_column_is_missing(c, row))
                continue;
            double *y = work->y[j] + row, noise = 0.0;
            for (size_t k = 0; k < f->p; k++)
                noise += f->factor[j * f->p + k] * z[k];
            *y += (f->pull - 1.0) * (*y - f->mean[j]) + w * noise;
            finite = finite && isfinite(*y);
        }
    }
    return finite;
}

static bool is_complete(const joint *work, size_t row)
{
    for (size_t j = 0; j < work->job->cols.n; j++)
        if (tacit_column_is_missing(tacit_table_column(work->job->in, work->job->cols.at[j]), row))
            return false;
    return true;
}

/* Part `all` into complete records, whose values are gathered, and others. */
static tacit_status gather(tacit_ctx *cx, const joint *work, const tacit_row_list *all, group *g)
{
    const size_t p = work->job->cols.n;
    size_t missing = 0, n = 0, *row = NULL, *rest = NULL;
    for (size_t j = 0; j < p; j++)
        missing += tacit_column_missing(tacit_table_column(work->job->in, work->job->cols.at[j]));
    g->m = (tacit_noise_records){ .n = all->n, .p = p, .row = all->at, .y = work->y };
    if (missing > 0) {
        TACIT_TRY(tacit_scratch(cx, all->n, sizeof *row, &row));
        TACIT_TRY(tacit_scratch(cx, all->n, sizeof *rest, &rest));
        for (size_t i = 0; i < all->n; i++)
            if (is_complete(work, tacit_row_at(all, i)))
                row[n++] = tacit_row_at(all, i);
            else
                rest[g->n_rest++] = tacit_row_at(all, i);
        g->m.n = n;
        g->m.row = row;
        g->rest = rest;
    }
    if (!tacit_noise_needs_rows(work->noise->kind))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, g->m.n * p, sizeof *g->m.x, &g->m.x));
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < g->m.n; i++)
            g->m.x[i * p + j] = work->y[j][g->m.row == NULL ? i : g->m.row[i]];
    return TACIT_OK;
}

static tacit_status mask_blocks(tacit_ctx *cx, const joint *work, const group *g)
{
    const size_t blocks = (g->m.n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
    const size_t others = (g->n_rest + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
    bool bad = false;
#pragma omp parallel for schedule(static) reduction(|| : bad) if (blocks + others > 1)
    for (size_t b = 0; b < blocks + others; b++)
        bad = (b < blocks ? !mask_block(work, g, b) : !mask_partial_block(work, g, b - blocks)) ||
              bad;
    return bad ? tacit_fail(cx, TACIT_ERR_DATA,
                            "The columns have values too large for noise of this scale.")
               : TACIT_OK;
}

static tacit_status check_size(tacit_ctx *cx, const joint *work, const group *g)
{
    const tacit_noise_kind kind = work->noise->kind;
    const size_t least = kind == TACIT_NOISE_CORRELATED ? 2 : tacit_noise_least(kind, g->m.p);
    if (g->m.n >= least)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Noise on column '%s' and those with it needs at least %zu records in which "
                      "all of them are present.",
                      tacit_column_name(tacit_table_column(work->job->in, work->job->cols.at[0])),
                      least);
}

static tacit_status mask_group(tacit_ctx *cx, joint *work, const tacit_row_list *rows,
                               const tacit_rng *stream)
{
    const bool restricted = work->noise->kind == TACIT_NOISE_RESTRICTED;
    group g = { .complete = tacit_rng_fork(stream, "complete"),
                .partial = tacit_rng_fork(stream, "partial") };
    tacit_noise_kept kept;
    TACIT_TRY(gather(cx, work, rows, &g));
    TACIT_TRY(check_size(cx, work, &g));
    TACIT_TRY(tacit_noise_fit_to(cx, work->noise, &g.m, &g.complete, &g.fit));
    if (restricted)
        TACIT_TRY(tacit_noise_kept_of(cx, g.m.x, g.m.n, g.m.p, &kept));
    TACIT_TRY(mask_blocks(cx, work, &g));
    if (restricted)
        TACIT_TRY(tacit_noise_kept_check(cx, &kept, g.m.x, g.m.n, &work->off));
    work->complete += g.m.n;
    work->partial += g.n_rest;
    work->outliers += g.fit.outliers;
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const joint *work)
{
    tacit_result *told = work->job->told;
    if (work->noise->kind == TACIT_NOISE_RESTRICTED)
        TACIT_TRY(tacit_noise_kept_tell(cx, work->off, told));
    if (work->noise->kind == TACIT_NOISE_OUTLIER_AWARE)
        TACIT_TRY(tacit_result_figure(
            cx, told, "outliers", "Records with more noise", (double)work->outliers,
            TACIT_UNIT_COUNT,
            "complete records whose robust distance is beyond its 97.5 % quantile for normal "
            "data"));
    if (work->partial == 0)
        return TACIT_OK;
    return tacit_result_note(cx, told,
                             "%zu records lack a value in one of the columns; what they have got "
                             "noise of the same kind, but they took no part in its calibration.",
                             work->partial);
}

static tacit_status mask_groups(tacit_ctx *cx, joint *work, const tacit_noise_groups *groups)
{
    const tacit_rng stream = tacit_rng_fork(work->job->rng, "together");
    for (size_t g = 0; g < groups->strata.n || g == 0; g++) {
        const tacit_rng own = tacit_rng_fork_number(&stream, g);
        const tacit_row_list rows =
            groups->strata.n == 0 ? (tacit_row_list){ 0, NULL } : tacit_noise_group(groups, g);
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, g, groups->strata.n));
        TACIT_TRY(mask_group(cx, work, &rows, &own));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_noise_jointly(tacit_ctx *cx, const tacit_job *job, const tacit_noise *noise,
                                 tacit_table *out)
{
    const size_t p = job->cols.n, least = tacit_noise_least(noise->kind, p);
    const size_t most = noise->kind == TACIT_NOISE_OUTLIER_AWARE ? (size_t)TACIT_MCD_COLUMNS
                                                                 : (size_t)TACIT_NOISE_COLUMNS;
    joint work = { .job = job, .noise = noise };
    tacit_noise_groups groups;
    if (p > most)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Noise of this kind masks at most %zu columns together.", most);
    tacit_normal_layers_of(&work.layers);
    TACIT_TRY(tacit_noise_groups_of(cx, job->in, &job->cols, least, &groups));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *work.y, &work.y));
    for (size_t j = 0; j < p; j++)
        TACIT_TRY(tacit_table_edit_reals(cx, out, job->cols.at[j], &work.y[j]));
    TACIT_TRY(mask_groups(cx, &work, &groups));
    TACIT_TRY(tell(cx, &work));
    return tacit_noise_groups_tell(cx, &groups, least, job->told);
}
