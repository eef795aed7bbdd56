/*
 * fellegi_sunter.c - the model of probabilistic record linkage, and its fit to patterns.
 *
 * Fellegi and Sunter (1969), A theory for record linkage; fields are taken as independent
 * given whether two records belong together.  With n(g) pairs of pattern g,
 *
 *   expectation    p(g) = lambda M(g) / (lambda M(g) + (1 - lambda) U(g)),
 *                  M(g) = product over fields of m, U(g) of u
 *   maximisation   lambda = sum n p / number of pairs,  m(k, l) = sum n p [g shows l] / sum n p [k
 * not missing], u the same with 1 - p (Jaro 1989)
 *
 * until no parameter changes by more than the tolerance.  Sums run in the order of the
 * patterns, so the fit does not depend on threads.  Missing comparisons: left out of their
 * field's sums and without weight (missing at random).
 */
#include "micro/linkage/fellegi_sunter.h"

#include <math.h>

/* Sums of one expectation step. */
typedef struct sums {
    double pairs, linked;
    double m[TACIT_FIELDS_MAX][TACIT_LEVELS_MAX + 1];
    double u[TACIT_FIELDS_MAX][TACIT_LEVELS_MAX + 1];
} sums;

tacit_fs_options tacit_fs_usual(void)
{
    return (tacit_fs_options){ .tolerance = 1e-9, .iterations = 5000, .least = 1e-9 };
}

static void spread(double *p, uint8_t levels, double agree)
{
    for (uint8_t l = 0; l + 1 < levels; l++)
        p[l] = (1.0 - agree) / (levels - 1);
    p[levels - 1] = agree;
}

void tacit_fs_set_m(tacit_fs *model, double agree)
{
    for (size_t k = 0; k < model->fields; k++)
        spread(model->m[k], model->levels[k], agree);
}

void tacit_fs_set_u(tacit_fs *model, double agree)
{
    for (size_t k = 0; k < model->fields; k++)
        spread(model->u[k], model->levels[k], agree);
}

static double clamp(double x, double least)
{
    return x < least ? least : x > 1.0 - least ? 1.0 - least : x;
}

/* Shares of `levels` levels among their `sum`; unchanged if nothing was seen.  The largest
 * change is returned. */
static double set_shares(double *p, const double *sum, uint8_t levels, double least)
{
    double total = 0.0, change = 0.0;
    for (uint8_t l = 0; l < levels; l++)
        total += sum[l];
    if (!(total > 0.0))
        return 0.0;
    for (uint8_t l = 0; l < levels; l++) {
        const double x = clamp(sum[l] / total, least);
        change = fmax(change, fabs(x - p[l]));
        p[l] = x;
    }
    return change;
}

tacit_fs tacit_fs_start(const tacit_patterns *p, double lambda, double agree)
{
    const double least = tacit_fs_usual().least;
    tacit_fs model = { .fields = p->fields, .lambda = lambda };
    TACIT_ASSERT(p->fields <= TACIT_FIELDS_MAX);
    for (size_t k = 0; k < p->fields; k++) {
        double seen[TACIT_LEVELS_MAX + 1] = { 0 };
        TACIT_ASSERT(p->levels[k] >= 2 && p->levels[k] <= TACIT_LEVELS_MAX);
        model.levels[k] = p->levels[k];
        for (size_t i = 0; i < p->n; i++)
            seen[p->level[i * p->fields + k]] += p->count[i];
        spread(model.u[k], p->levels[k], 1.0 / p->levels[k]);
        (void)set_shares(model.u[k], seen, p->levels[k], least);
    }
    tacit_fs_set_m(&model, agree);
    return model;
}

/* Natural logarithms of m, u and m / u; the missing level adds nothing. */
typedef struct logs {
    double m[TACIT_FIELDS_MAX][TACIT_LEVELS_MAX + 1];
    double u[TACIT_FIELDS_MAX][TACIT_LEVELS_MAX + 1];
    double linked, unlinked; /* lambda, 1 - lambda */
} logs;

static logs logs_of(const tacit_fs *model)
{
    logs x = { .linked = log(model->lambda), .unlinked = log1p(-model->lambda) };
    for (size_t k = 0; k < model->fields; k++)
        for (uint8_t l = 0; l < model->levels[k]; l++) {
            x.m[k][l] = log(model->m[k][l]);
            x.u[k][l] = log(model->u[k][l]);
        }
    return x;
}

/* Logarithms of lambda M and (1 - lambda) U of a pattern. */
static void likelihoods(const logs *x, const uint8_t *level, size_t fields, double *m, double *u)
{
    double of_m = x->linked, of_u = x->unlinked;
    for (size_t k = 0; k < fields; k++) {
        of_m += x->m[k][level[k]];
        of_u += x->u[k][level[k]];
    }
    *m = of_m;
    *u = of_u;
}

static void expect(const tacit_patterns *p, const tacit_fs *model, sums *s)
{
    const logs x = logs_of(model);
    *s = (sums){ 0 };
    for (size_t i = 0; i < p->n; i++) {
        const uint8_t *level = p->level + i * p->fields;
        double of_m = 0.0, of_u = 0.0;
        likelihoods(&x, level, p->fields, &of_m, &of_u);
        const double linked = p->count[i] / (1.0 + exp(of_u - of_m));
        const double unlinked = p->count[i] - linked;
        s->pairs += p->count[i];
        s->linked += linked;
        for (size_t k = 0; k < p->fields; k++) {
            s->m[k][level[k]] += linked;
            s->u[k][level[k]] += unlinked;
        }
    }
}

/* Parameters from the sums; the largest change. */
static double maximise(const sums *s, const tacit_fs_options *o, tacit_fs *model)
{
    double change = 0.0;
    if (!o->fix_lambda) {
        const double lambda = clamp(s->linked / (s->pairs + o->apart), o->least);
        change = fabs(lambda - model->lambda);
        model->lambda = lambda;
    }
    for (size_t k = 0; k < model->fields; k++) {
        if (!o->fix_m)
            change = fmax(change, set_shares(model->m[k], s->m[k], model->levels[k], o->least));
        if (!o->fix_u)
            change = fmax(change, set_shares(model->u[k], s->u[k], model->levels[k], o->least));
    }
    return change;
}

static double loglik_of(const tacit_patterns *p, const tacit_fs *model)
{
    const logs x = logs_of(model);
    double sum = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        double m = 0.0, u = 0.0;
        likelihoods(&x, p->level + i * p->fields, p->fields, &m, &u);
        sum += p->count[i] * (fmax(m, u) + log1p(exp(-fabs(m - u))));
    }
    return sum;
}

static void clamp_start(double least, tacit_fs *model)
{
    model->lambda = clamp(model->lambda, least);
    for (size_t k = 0; k < model->fields; k++)
        for (uint8_t l = 0; l < model->levels[k]; l++) {
            model->m[k][l] = clamp(model->m[k][l], least);
            model->u[k][l] = clamp(model->u[k][l], least);
        }
}

tacit_status tacit_fs_fit(tacit_ctx *cx, const tacit_patterns *p, const tacit_fs_options *options,
                          tacit_fs *model)
{
    TACIT_ASSERT(model->fields == p->fields);
    if (p->n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "There are no pairs of records to compare.");
    sums *s = NULL;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *s, &s));
    clamp_start(options->least, model);
    model->converged = false;
    for (model->iterations = 0; model->iterations < options->iterations && !model->converged;) {
        TACIT_TRY(tacit_tick(cx, model->iterations, 0));
        expect(p, model, s);
        model->converged = maximise(s, options, model) < options->tolerance;
        model->iterations++;
    }
    model->loglik = loglik_of(p, model);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

double tacit_fs_level_weight(const tacit_fs *model, size_t k, uint8_t l)
{
    TACIT_ASSERT(k < model->fields && l <= model->levels[k]);
    return l == model->levels[k] ? 0.0 : log2(model->m[k][l] / model->u[k][l]);
}

double tacit_fs_weight(const tacit_fs *model, const uint8_t *level)
{
    double w = 0.0;
    for (size_t k = 0; k < model->fields; k++)
        w += tacit_fs_level_weight(model, k, level[k]);
    return w;
}

double tacit_fs_posterior(const tacit_fs *model, double weight)
{
    return 1.0 / (1.0 + (1.0 - model->lambda) / model->lambda * exp2(-weight));
}
