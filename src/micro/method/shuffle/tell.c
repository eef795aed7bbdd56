/*
 * tell.c - what a shuffle or a perturbation given predictors did, for the report.
 *
 * Correlations are measured over all masked rows together, of the masked columns with one
 * another and with the predictors: O(n (2q + p)^2), and a sort a column for those of ranks.
 */
#include "micro/method/shuffle/frame.h"

#include <math.h>

#include "stats/linear/covariance.h"
#include "stats/ranks.h"

enum { MOST_PAIRS = 24 };

/* From here on predictors say nearly all of a value, and little is hidden. */
static const double NEARLY_ALL = 0.98;

static const tacit_range MOVED = { -1.0, 1.0, TACIT_BETTER_NONE };
static const tacit_range CHANGE = { 0.0, 2.0, TACIT_BETTER_LOWER };

/* Correlations of originals (q), masked (q) and predictors (p). */
typedef struct view {
    size_t q, d;
    double *r;
} view;

static double before(const view *v, size_t a, size_t b)
{
    return v->r[a * v->d + (b < v->q ? b : b + v->q)];
}

static double after(const view *v, size_t a, size_t b)
{
    return v->r[(a + v->q) * v->d + b + v->q];
}

/* The largest change of a correlation of masked column `a`. */
static double change_of(const view *v, size_t a)
{
    double most = 0.0;
    for (size_t b = 0; b < v->d - v->q; b++)
        if (b != a)
            most = fmax(most, fabs(after(v, a, b) - before(v, a, b)));
    return most;
}

/* Numbers of term k from table `t` in column `to` of the matrix. */
static void fill(const tacit_frame *f, const tacit_table *t, size_t k, size_t to,
                 const tacit_matrix *m)
{
    const tacit_term *term = &f->term[k];
    const tacit_column *c = tacit_table_column(t, term->column);
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        if (f->is_masked[i])
            m->x[n++ * m->p + to] = term->of == NULL             ? tacit_column_number(c, i)
                                    : term->of[i] == term->value ? 1.0
                                                                 : 0.0;
    TACIT_ASSERT(n == m->n);
}

static tacit_status look(tacit_ctx *cx, const tacit_frame *f, const tacit_table *masked, bool ranks,
                         view *out)
{
    tacit_matrix m = { .n = f->masked, .p = 2 * f->q + f->p };
    double *mean = NULL;
    *out = (view){ .q = f->q, .d = m.p };
    TACIT_TRY(tacit_scratch(cx, m.n * m.p, sizeof *m.x, &m.x));
    TACIT_TRY(tacit_scratch(cx, m.p, sizeof *mean, &mean));
    TACIT_TRY(tacit_scratch(cx, m.p * m.p, sizeof *out->r, &out->r));
    for (size_t k = 0; k < f->q; k++)
        fill(f, masked, k, f->q + k, &m);
    for (size_t k = 0; k < f->q + f->p; k++)
        fill(f, f->in, k, k < f->q ? k : f->q + k, &m);
    for (size_t k = 0; ranks && k < m.p; k++)
        TACIT_TRY(tacit_ranks_of(cx, m.x + k, m.n, m.p));
    TACIT_TRY(tacit_covariance_of(cx, m.x, m.n, m.p, mean, out->r));
    tacit_correlation_of(out->r, m.p, out->r);
    return TACIT_OK;
}

static const char *name_of(const tacit_frame *f, size_t k)
{
    return tacit_column_name(tacit_table_column(f->in, f->term[k].column));
}

static tacit_status tell_columns(tacit_ctx *cx, const tacit_frame *f, const view *v,
                                 tacit_result *told)
{
    static const char *const titles[] = { "column", "explained by predictors",
                                          "correlation with the original",
                                          "largest change of a correlation" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, told, "columns", "Masked columns", 4, titles, &table));
    for (size_t a = 0; a < f->q; a++)
        TACIT_TRY(tacit_result_row(cx, table, "[s,f,f,f]", name_of(f, a),
                                   f->explained[a] / (double)f->masked, v->r[a * v->d + f->q + a],
                                   change_of(v, a)));
    return TACIT_OK;
}

/* Correlations before and after, pair by pair; categories are left out. */
static tacit_status tell_pairs(tacit_ctx *cx, const tacit_frame *f, const view *v,
                               tacit_result *told)
{
    double was[MOST_PAIRS], is[MOST_PAIRS];
    size_t n = 0;
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, told, "correlations", "Correlations before and after",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "pair of columns", "correlation"));
    for (size_t a = 0; a < f->q; a++)
        for (size_t b = a + 1; b < f->q + f->p && n < MOST_PAIRS; b++) {
            char *label = NULL;
            if (f->is_plain[b])
                continue;
            TACIT_TRY(tacit_scratch_format(cx, &label, "%s, %s", name_of(f, a), name_of(f, b)));
            TACIT_TRY(tacit_result_label(cx, chart, label));
            was[n] = before(v, a, b);
            is[n++] = after(v, a, b);
        }
    TACIT_TRY(tacit_result_series(cx, chart, "original", was, n));
    return tacit_result_series(cx, chart, "masked", is, n);
}

static tacit_status tell_notes(tacit_ctx *cx, const tacit_frame *f, tacit_result *told)
{
    for (size_t k = 0; k < f->p; k++)
        if (f->is_dropped[k])
            TACIT_TRY(tacit_result_note(cx, told,
                                        "Predictor '%s'%s is constant or a linear combination of "
                                        "others in a stratum and was left out there.",
                                        name_of(f, f->q + k),
                                        f->is_plain[f->q + k] ? " (a category of it)" : ""));
    for (size_t a = 0; a < f->q; a++)
        if (f->explained[a] > NEARLY_ALL * (double)f->masked)
            TACIT_TRY(tacit_result_note(cx, told,
                                        "The predictors explain more than %.0f %% of '%s': whoever "
                                        "knows them knows its original value nearly, masked or "
                                        "not.",
                                        100.0 * NEARLY_ALL, name_of(f, a)));
    if (f->p == 0)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "There are no predictors: ties of the masked columns to other "
                                    "columns are lost."));
    return TACIT_OK;
}

static tacit_status tell_largest(tacit_ctx *cx, const tacit_frame *f, const view *v, bool ranks,
                                 tacit_result *told)
{
    double change = 0.0, moved = 0.0;
    for (size_t a = 0; a < f->q; a++) {
        change = fmax(change, change_of(v, a));
        moved = fmax(moved, v->r[a * v->d + f->q + a]);
    }
    TACIT_TRY(tacit_result_ranged(
        cx, told, &CHANGE, "largest_change", "Largest change of a correlation", change,
        TACIT_UNIT_NUMBER,
        ranks ? "largest absolute change of a rank correlation (Spearman, mean ranks of ties) of "
                "masked columns with one another and with predictors, over masked records"
              : "largest absolute change of a correlation (Pearson) of masked columns with one "
                "another and with predictors, over masked records"));
    return tacit_result_ranged(
        cx, told, &MOVED, "correlation_with_original", "Closest to the original", moved,
        TACIT_UNIT_NUMBER,
        ranks ? "largest rank correlation (Spearman) of a masked column with its original"
              : "largest correlation (Pearson) of a masked column with its original");
}

tacit_status tacit_frame_tell(tacit_ctx *cx, const tacit_frame *f, const tacit_table *masked,
                              bool ranks, tacit_result *told)
{
    view v = { 0 };
    TACIT_TRY(tacit_result_figure(cx, told, "masked", "Records masked", (double)f->masked,
                                  TACIT_UNIT_COUNT,
                                  "records with all masked columns and predictors present"));
    TACIT_TRY(tacit_result_figure(cx, told, "left", "Records left as they are", (double)f->left,
                                  TACIT_UNIT_COUNT,
                                  "records that have a value in a masked column, but a missing one "
                                  "in another or in a predictor: nothing in them is masked"));
    if (f->masked < 2)
        return TACIT_OK;
    TACIT_TRY(look(cx, f, masked, ranks, &v));
    TACIT_TRY(tell_largest(cx, f, &v, ranks, told));
    TACIT_TRY(tell_columns(cx, f, &v, told));
    if (f->q + f->p > 1)
        TACIT_TRY(tell_pairs(cx, f, &v, told));
    return tell_notes(cx, f, told);
}
