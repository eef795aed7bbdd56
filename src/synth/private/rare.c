/*
 * rare.c - values that are too rare to be told from noise, as one.
 */
#include "synth/private/rare.h"

#include <math.h>

#include "stats/alias.h"

static tacit_status look_at(tacit_ctx *cx, const tacit_private_job *job, size_t j, double rho,
                            tacit_rare *m)
{
    const size_t n = job->data->size[j];
    tacit_i128 *count = NULL;
    int64_t *told = NULL;
    TACIT_TRY(tacit_private_count(cx, job->data, TACIT_SCOPE_OF(j), &count));
    TACIT_TRY(tacit_purse_gaussian(cx, job->purse, rho, count, n, &told));
    TACIT_TRY(tacit_private_reals(cx, told, n, &m->noisy[j]));
    m->variance[j] = tacit_purse_variance(job->purse);
    return TACIT_OK;
}

/* Number the values of column j anew; rare ones get the last number together. */
static tacit_status number(tacit_ctx *cx, size_t j, double times, tacit_rare *m)
{
    const size_t n = m->data->size[j];
    const double least = times * sqrt(m->variance[j]);
    uint16_t common = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *m->to[j], &m->to[j]));
    for (size_t v = 0; v < n; v++)
        if (m->noisy[j][v] >= least)
            m->to[j][v] = common++;
    for (size_t v = 0; v < n; v++)
        if (m->noisy[j][v] < least)
            m->to[j][v] = common;
    m->size[j] = (size_t)common + (common < n);
    return TACIT_OK;
}

static tacit_status recode(tacit_ctx *cx, size_t j, tacit_rare *m)
{
    uint16_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, m->data->rows, sizeof *code, &code));
    for (size_t i = 0; i < m->data->rows; i++)
        code[i] = m->to[j][m->data->code[j][i]];
    m->merged.code[j] = code;
    return TACIT_OK;
}

tacit_status tacit_rare_columns(tacit_ctx *cx, const tacit_private_job *job, double rho,
                                double times, tacit_rare *out)
{
    const size_t d = job->data->columns;
    *out = (tacit_rare){ .data = job->data };
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->size, &out->size));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->to, &out->to));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->noisy, &out->noisy));
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->variance, &out->variance));
    out->merged = *job->data;
    out->merged.size = out->size;
    TACIT_TRY(tacit_scratch(cx, d, sizeof *out->merged.code, &out->merged.code));
    for (size_t j = 0; j < d; j++) {
        TACIT_TRY(look_at(cx, job, j, rho, out));
        TACIT_TRY(number(cx, j, times, out));
        TACIT_TRY(recode(cx, j, out));
    }
    return TACIT_OK;
}

static tacit_status add_column(tacit_ctx *cx, const tacit_rare *m, size_t j, tacit_hearsay *known)
{
    double *count = NULL, *variance = NULL;
    TACIT_TRY(tacit_scratch(cx, m->size[j], sizeof *count, &count));
    TACIT_TRY(tacit_scratch(cx, m->size[j], sizeof *variance, &variance));
    for (size_t v = 0; v < m->data->size[j]; v++) {
        count[m->to[j][v]] += m->noisy[j][v];
        variance[m->to[j][v]] += m->variance[j];
    }
    return tacit_hearsay_add(cx, known, TACIT_SCOPE_OF(j), count, variance);
}

tacit_status tacit_rare_known(tacit_ctx *cx, const tacit_rare *m, size_t room, tacit_hearsay *out)
{
    TACIT_TRY(tacit_hearsay_new(cx, &m->merged, room, out));
    for (size_t j = 0; j < m->data->columns; j++)
        TACIT_TRY(add_column(cx, m, j, out));
    return TACIT_OK;
}

/* Shares of the values that merged value `at` of column j stands for; false if it is one value. */
static bool shares_of(const tacit_rare *m, size_t j, size_t at, double *share)
{
    const size_t n = m->data->size[j];
    size_t values = 0;
    double sum = 0.0;
    for (size_t v = 0; v < n; v++) {
        const bool own = m->to[j][v] == at;
        share[v] = own ? fmax(0.0, m->noisy[j][v]) : 0.0;
        sum += share[v];
        values += own;
    }
    for (size_t v = 0; v < n && sum <= 0.0; v++)
        share[v] = m->to[j][v] == at;
    return values > 1;
}

static tacit_status undo_column(tacit_ctx *cx, const tacit_rare *m, size_t j, tacit_rng *rng,
                                uint16_t *code, size_t rows)
{
    const size_t last = m->size[j] - 1, n = m->data->size[j];
    uint16_t *back = NULL;
    double *share = NULL;
    tacit_alias alias;
    TACIT_TRY(tacit_scratch(cx, m->size[j], sizeof *back, &back));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *share, &share));
    for (size_t v = 0; v < n; v++)
        back[m->to[j][v]] = (uint16_t)v;
    const bool several = shares_of(m, j, last, share);
    TACIT_TRY(tacit_alias_new(cx, share, n, &alias));
    for (size_t i = 0; i < rows; i++)
        code[i] =
            several && code[i] == last ? (uint16_t)tacit_alias_draw(&alias, rng) : back[code[i]];
    return TACIT_OK;
}

tacit_status tacit_rare_undo(tacit_ctx *cx, const tacit_rare *m, const tacit_rng *rng,
                             tacit_private_table *t)
{
    for (size_t j = 0; j < t->columns; j++) {
        tacit_rng own = tacit_rng_fork_number(rng, j);
        TACIT_TRY(undo_column(cx, m, j, &own, t->code[j], t->rows));
    }
    t->size = m->data->size;
    return TACIT_OK;
}
