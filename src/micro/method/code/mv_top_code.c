/*
 * mv_top_code.c - multivariate top coding: records far from the bulk are pulled to its edge.
 *
 * Centre c and scatter S of the columns are estimated robustly (minimum covariance determinant;
 * see stats/robust.c).  A record x whose squared distance d^2 = (x - c)' S^-1 (x - c) is above
 * the chi-square `quantile` q with p degrees of freedom becomes c + (x - c) sqrt(q) / d: it
 * keeps its direction from the centre and lies on the ellipsoid (Templ and Meindl 2008).  So
 * records are hidden that stand out by a combination of values, not by one of them.
 *
 * Constant columns stay.  Columns that are linear combinations of others are left out of the
 * distance and pulled by the same factor towards their mean over the records within.
 *
 * Records with a missing value in a column stay as they are and take no part.  Strata are
 * masked each by itself and need more than 2 p complete records.  Weights play no part.  Whole
 * numbers become reals unless `whole` rounds them.  O(n p^2) for each of a few dozen passes.
 */
#include "micro/method/method.h"

#include <math.h>

#include "micro/method/matrix.h"
#include "stats/counts/chi_square.h"
#include "stats/linear/robust.h"

enum { COLUMNS, QUANTILE, WHOLE };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [QUANTILE] = { .name = "quantile",
                   .type = TACIT_PARAM_REAL,
                   .preset = 0.975,
                   .min = 0.5,
                   .max = 0.999999,
                   TACIT_USEFUL(0.9, 0.999, "probability"),
                   .importance = TACIT_FIRST,
                   .help = "records beyond this quantile of the distance are pulled to it" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* The fit of one stratum. */
typedef struct pull {
    tacit_mcd mcd;
    double *centre; /* of each column, in its own units */
    double *shrink; /* of each record: sqrt(q) / d, or 1 within */
    size_t beyond;
} pull;

/* Distances, and from them how far records are pulled. */
static void find_beyond(const tacit_matrix *m, double q, pull *p)
{
    for (size_t i = 0; i < m->n; i++) {
        const double d2 = tacit_mcd_distance(&p->mcd, m->x + i * m->p);
        p->shrink[i] = d2 > q ? sqrt(q / d2) : 1.0;
        p->beyond += d2 > q;
    }
}

/* The centre of each column: that of the fit, or the mean over the records within. */
static void find_centre(const tacit_matrix *m, pull *p)
{
    size_t k = 0;
    for (size_t c = 0; c < m->p; c++) {
        const tacit_robust *own = &p->mcd.column[c];
        double sum = 0.0;
        for (size_t i = 0; i < m->n; i++)
            sum += p->shrink[i] < 1.0 ? 0.0 : m->x[i * m->p + c];
        p->centre[c] = p->mcd.is_kept[c] ? own->median + own->spread * p->mcd.centre[k++]
                                         : sum / (double)(m->n - p->beyond);
    }
}

/* Pull the points of `m`; constant columns have no spread and stay. */
static void pull_points(const pull *p, tacit_matrix *m)
{
    for (size_t i = 0; i < m->n; i++)
        for (size_t c = 0; p->shrink[i] < 1.0 && c < m->p; c++) {
            double *x = &m->x[i * m->p + c];
            if (p->mcd.column[c].spread > 0.0)
                *x = p->centre[c] + p->shrink[i] * (*x - p->centre[c]);
        }
}

static tacit_status mask_stratum(tacit_ctx *cx, const tacit_job *job, const tacit_row_list *rows,
                                 tacit_table *out, size_t *beyond)
{
    tacit_matrix m = { 0 };
    pull p = { 0 };
    TACIT_TRY(tacit_matrix_of(cx, job->in, &job->cols, rows, &m));
    if (m.n <= 2 * m.p)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "mv_top_code needs more than %zu complete records in each stratum for "
                          "%zu columns, but there are only %zu.",
                          2 * m.p, m.p, m.n);
    TACIT_TRY(tacit_scratch(cx, m.n, sizeof *p.shrink, &p.shrink));
    TACIT_TRY(tacit_scratch(cx, m.p, sizeof *p.centre, &p.centre));
    TACIT_TRY(tacit_mcd_fit(cx, m.x, m.n, m.p, &p.mcd));
    if (p.mcd.kept == 0)
        return TACIT_OK;
    find_beyond(
        &m, tacit_chi_square_quantile(tacit_arg_real(job->args, QUANTILE), (double)p.mcd.kept), &p);
    *beyond += p.beyond;
    if (p.beyond == 0 || p.beyond == m.n)
        return TACIT_OK;
    find_centre(&m, &p);
    pull_points(&p, &m);
    return tacit_matrix_put(cx, &m, &job->cols, out);
}

static tacit_status mask_all(tacit_ctx *cx, const tacit_job *job, tacit_table *out, size_t *beyond)
{
    tacit_strata s = { 0 };
    TACIT_TRY(tacit_strata_of(cx, job->in, &s));
    for (size_t h = 0; h < s.n; h++) {
        const tacit_row_list rows = { .n = s.start[h + 1] - s.start[h], .at = s.row + s.start[h] };
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(tacit_tick(cx, h, s.n));
        TACIT_TRY(mask_stratum(cx, job, &rows, out, beyond));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status round_columns(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    for (size_t c = 0; c < job->cols.n; c++) {
        const tacit_column *own = tacit_table_column(out, job->cols.at[c]);
        if (tacit_column_type(own) == TACIT_TYPE_REAL)
            TACIT_TRY(tacit_table_round(cx, out, job->cols.at[c]));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    size_t beyond = 0;
    if (job->cols.n > TACIT_MCD_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "mv_top_code takes at most %d columns.",
                          TACIT_MCD_COLUMNS);
    TACIT_TRY(mask_all(cx, job, out, &beyond));
    TACIT_TRY(tacit_result_figure(cx, job->told, "pulled", "Records pulled", (double)beyond,
                                  TACIT_UNIT_COUNT,
                                  "complete records beyond the quantile of the robust distance"));
    return tacit_arg_flag(job->args, WHOLE) ? round_columns(cx, job, out) : TACIT_OK;
}

const tacit_method tacit_method_mv_top_code = {
    .about = { .name = "mv_top_code",
               .title = "Multivariate top coding",
               .summary = "Pulls records far from the bulk, by all columns together, to its edge.",
               .source =
                   "Templ and Meindl (2008), Robustification of microdata masking methods and "
                   "the comparison with existing methods; Rousseeuw (1985), Multivariate "
                   "estimation with high breakdown point",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
