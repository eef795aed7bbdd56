/*
 * logistic.c - propensity scores by logistic regression.
 *
 * Numbers enter standardised by both tables together, with 0 in place of a missing one and a
 * column that tells which are missing; categories by a column for each level but the first.
 * Products: number by number (squares too), number by category, category by category.
 */
#include <math.h>

#include "stats/moments.h"
#include "micro/utility/propensity/model.h"

const tacit_merge TACIT_PROPENSITY_LOGISTIC = { .bins = 255, .levels = 60 };

/* Entries of products of columns that are held at a time: some gigabytes. */
static const double MOST_ENTRIES = 5e8;

/* Terms in the making. */
typedef struct terms {
    tacit_linear_term *at;
    size_t n;
    const tacit_merged *merged;
} terms;

/* The numbers of a column, standardised, 0 where they are missing or all alike. */
static tacit_status standardise(tacit_ctx *cx, const tacit_merged *m, size_t j, double **out)
{
    const tacit_merged_column *c = &m->column[j];
    double *x = NULL, *present = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *x, &x));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, m->rows, sizeof *present, &present));
    for (size_t i = 0; i < m->rows; i++)
        if (!c->missing || c->code[i] != c->levels - 1)
            present[n++] = c->value[i];
    const tacit_moments s = tacit_moments_of(present, n);
    tacit_scratch_release(cx, mark);
    const bool varies = isfinite(s.sd) && s.sd > 0.0 && isfinite(s.mean);
    for (size_t i = 0; i < m->rows; i++)
        if (varies && (!c->missing || c->code[i] != c->levels - 1))
            x[i] = (c->value[i] - s.mean) / s.sd;
    *out = x;
    return TACIT_OK;
}

static void add_term(terms *t, const uint16_t *code, uint32_t levels, const double *value)
{
    t->at[t->n++] = (tacit_linear_term){ .code = code, .levels = levels, .value = value };
}

/* 1 where the number is missing. */
static tacit_status add_missing(tacit_ctx *cx, terms *t, const tacit_merged_column *c)
{
    uint16_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, t->merged->rows, sizeof *code, &code));
    for (size_t i = 0; i < t->merged->rows; i++)
        code[i] = c->code[i] == c->levels - 1;
    add_term(t, code, 2, NULL);
    return TACIT_OK;
}

static tacit_status add_main(tacit_ctx *cx, terms *t, double **number)
{
    for (size_t j = 0; j < t->merged->columns; j++) {
        const tacit_merged_column *c = &t->merged->column[j];
        if (!c->ordered) {
            add_term(t, c->code, c->levels, NULL);
            continue;
        }
        TACIT_TRY(standardise(cx, t->merged, j, &number[j]));
        add_term(t, NULL, 0, number[j]);
        if (c->missing && c->levels > 1)
            TACIT_TRY(add_missing(cx, t, c));
    }
    return TACIT_OK;
}

/* The product of two numbers, or the square of one. */
static tacit_status add_numbers(tacit_ctx *cx, terms *t, const double *a, const double *b)
{
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, t->merged->rows, sizeof *x, &x));
    for (size_t i = 0; i < t->merged->rows; i++)
        x[i] = a[i] * b[i];
    add_term(t, NULL, 0, x);
    return TACIT_OK;
}

/* The product of two categories: a level for each pair that occurs of levels above the first. */
static tacit_status add_categories(tacit_ctx *cx, terms *t, const tacit_merged_column *a,
                                   const tacit_merged_column *b)
{
    uint16_t *code = NULL, *known = NULL;
    uint32_t levels = 1;
    TACIT_TRY(tacit_scratch(cx, t->merged->rows, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, (size_t)a->levels * b->levels, sizeof *known, &known));
    for (size_t i = 0; i < t->merged->rows; i++)
        if (a->code[i] > 0 && b->code[i] > 0)
            known[a->code[i] * b->levels + b->code[i]] = 1;
    for (size_t k = 0; k < (size_t)a->levels * b->levels; k++)
        known[k] = known[k] != 0 ? (uint16_t)levels++ : 0;
    for (size_t i = 0; i < t->merged->rows; i++)
        code[i] = known[a->code[i] * b->levels + b->code[i]];
    add_term(t, code, levels, NULL);
    return TACIT_OK;
}

static tacit_status add_product(tacit_ctx *cx, terms *t, double *const *number, size_t j, size_t k)
{
    const tacit_merged_column *a = &t->merged->column[j], *b = &t->merged->column[k];
    if (a->ordered && b->ordered)
        return add_numbers(cx, t, number[j], number[k]);
    if (!a->ordered && !b->ordered)
        return add_categories(cx, t, a, b);
    const tacit_merged_column *category = a->ordered ? b : a;
    add_term(t, category->code, category->levels, a->ordered ? number[j] : number[k]);
    return TACIT_OK;
}

static tacit_status make_terms(tacit_ctx *cx, const tacit_merged *merged, bool interactions,
                               terms *t)
{
    const size_t p = merged->columns;
    double **number = NULL;
    *t = (terms){ .merged = merged };
    if (interactions && 0.5 * (double)p * (double)(p + 1) * (double)merged->rows > MOST_ENTRIES)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Products of all pairs of %zu columns in %zu rows are too many; take "
                          "'model: cart', or fewer columns or rows.",
                          p, merged->rows);
    TACIT_TRY(tacit_scratch(cx, 2 * p + (interactions ? p * p : 0), sizeof *t->at, &t->at));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *number, &number));
    TACIT_TRY(add_main(cx, t, number));
    for (size_t j = 0; interactions && j < p; j++) {
        TACIT_TRY(tacit_tick(cx, j, p));
        if (merged->column[j].ordered)
            TACIT_TRY(add_numbers(cx, t, number[j], number[j]));
        for (size_t k = j + 1; k < p; k++)
            TACIT_TRY(add_product(cx, t, number, j, k));
    }
    return TACIT_OK;
}

tacit_status tacit_propensity_columns(tacit_ctx *cx, const tacit_merged *merged, bool interactions,
                                      size_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    terms t;
    TACIT_TRY(make_terms(cx, merged, interactions, &t));
    *out = tacit_linear_columns(&(tacit_linear_design){ merged->rows, t.n, t.at });
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_propensity_logistic(tacit_ctx *cx, const tacit_merged *merged, bool interactions,
                                       tacit_propensity *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    terms t;
    bool *label = NULL;
    tacit_logistic fit;
    tacit_score s;
    TACIT_TRY(make_terms(cx, merged, interactions, &t));
    TACIT_TRY(tacit_scratch(cx, merged->rows, sizeof *label, &label));
    for (size_t i = merged->original; i < merged->rows; i++)
        label[i] = true;
    const tacit_linear_design design = { merged->rows, t.n, t.at };
    TACIT_TRY(tacit_logistic_fit(cx, &design, label, &fit));
    TACIT_TRY(tacit_score_of(cx, fit.p, label, merged->rows, &s));
    const double df = (double)(fit.kept - 1), n = (double)merged->rows;
    const double unit = (1.0 - s.c) * (1.0 - s.c) * s.c / n;
    *out = (tacit_propensity){ .score = s,
                               .expected = df * unit,
                               .sd = sqrt(2.0 * df) * unit,
                               .size = fit.kept,
                               .converged = fit.converged,
                               .separated = fit.separated };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
