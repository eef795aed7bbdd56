/*
 * mahalanobis.c - disclosure of numeric records, by distances that know the data's shape.
 *
 * Robust centre t and scatter C of the original records x (stats/robust.c) give each record its
 * outlyingness r = sqrt((x - t)' C^-1 (x - t)) and the distance that masking moved it,
 * d = sqrt((x - y)' C^-1 (x - y)).  A record is near if d <= radius * r: masking moved it by
 * less than that share of its own distance from the centre, so the tolerance grows with
 * outlyingness, since an outlier is recognised from afar (the idea of Templ and Meindl 2008).
 * A near record is alone if no other masked record lies within radius * r of x: then the masked
 * record is not only close but the only candidate.
 *
 * Columns that are constant or linear combinations of others are left out.  Records with a
 * missing value in either table are left out, and counted.  O(n p^2) for the distances and a
 * k-d tree for the candidates; no matrix of all pairs is made.
 */
#include <math.h>

#include "micro/risk/numbers/numeric.h"
#include "micro/risk/risk.h"
#include "stats/counts/chi_square.h"
#include "stats/cluster/near.h"
#include "stats/linear/robust.h"

enum { COLUMNS, RADIUS, QUANTILE };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [RADIUS] = { .name = "radius",
                 .type = TACIT_PARAM_REAL,
                 .preset = 0.1,
                 .max = 10.0,
                 TACIT_USEFUL(0, 1, "share"),
                 .help = "a record is near its masked one if it moved by at most this share of its "
                         "distance from the centre" },
    [QUANTILE] = { .name = "quantile",
                   .type = TACIT_PARAM_REAL,
                   .preset = 0.975,
                   .min = 0.5,
                   .max = 0.9999,
                   TACIT_USEFUL(0.9, 0.999, "probability"),
                   .help = "a record is an outlier if its squared distance is beyond this "
                           "chi-square quantile" },
    TACIT_PARAM_END
};

enum { BANDS = 4 };

/* Records, near and alone in each band of outlyingness. */
typedef struct counts {
    size_t records[BANDS], near[BANDS], alone[BANDS];
} counts;

/* The whitened points of both tables, and what follows from them. */
typedef struct work {
    tacit_points original, masked;
    double *distance; /* from the centre */
    double *radius;
    uint32_t *candidates; /* masked records within the radius, 2 if there are more */
} work;

static tacit_status whiten(tacit_ctx *cx, const tacit_mcd *m, const double *x, size_t n,
                           tacit_points *out)
{
    double *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n * m->kept, sizeof *at, &at));
    for (size_t i = 0; i < n; i++)
        tacit_mcd_whiten(m, x + i * m->p, at + i * m->kept);
    *out = (tacit_points){ .at = at, .n = n, .p = m->kept };
    return TACIT_OK;
}

static double length_of(const double *x, const double *y, size_t p)
{
    double sum = 0.0;
    for (size_t k = 0; k < p; k++) {
        const double d = y != NULL ? x[k] - y[k] : x[k];
        sum += d * d;
    }
    return sqrt(sum);
}

static tacit_status prepare(tacit_ctx *cx, const tacit_mcd *m, const tacit_numeric_points *points,
                            double radius, work *w)
{
    const size_t n = points->n;
    TACIT_TRY(whiten(cx, m, points->original, n, &w->original));
    TACIT_TRY(whiten(cx, m, points->masked, n, &w->masked));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->distance, &w->distance));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->radius, &w->radius));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *w->candidates, &w->candidates));
    for (size_t i = 0; i < n; i++) {
        w->distance[i] = length_of(w->original.at + i * m->kept, NULL, m->kept);
        w->radius[i] = radius * w->distance[i];
    }
    return tacit_near_count(cx, &w->original, &w->masked, w->radius, 2, w->candidates);
}

/* The central half, up to 90 %, up to the quantile of outliers, outliers. */
static void count(const work *w, double quantile, counts *n)
{
    const size_t p = w->original.p;
    const double limit[BANDS - 1] = { tacit_chi_square_quantile(0.5, (double)p),
                                      tacit_chi_square_quantile(fmin(0.9, quantile), (double)p),
                                      tacit_chi_square_quantile(quantile, (double)p) };
    for (size_t i = 0; i < w->original.n; i++) {
        const double d = w->distance[i];
        size_t band = 0;
        while (band < BANDS - 1 && d * d > limit[band])
            band++;
        const double moved = length_of(w->original.at + i * p, w->masked.at + i * p, p);
        const bool near = moved <= w->radius[i];
        n->records[band]++;
        n->near[band] += near;
        n->alone[band] += near && w->candidates[i] <= 1;
    }
}

static tacit_status tell_bands(tacit_ctx *cx, const counts *n, tacit_result *result)
{
    static const char *const columns[] = { "outlyingness", "records", "near", "alone" };
    static const char *const names[BANDS] = { "central half", "up to 90 %", "up to the quantile",
                                              "outliers" };
    json_t *table = NULL, *chart = NULL;
    double near[BANDS], alone[BANDS];
    TACIT_TRY(
        tacit_result_table(cx, result, "bands", "Disclosure by outlyingness", 4, columns, &table));
    TACIT_TRY(tacit_result_chart(cx, result, "bands", "Disclosure by outlyingness",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "distance from the centre", "share of records, %"));
    for (size_t b = 0; b < BANDS; b++) {
        const double by = n->records[b] > 0 ? (double)n->records[b] : 1.0;
        near[b] = 100.0 * (double)n->near[b] / by;
        alone[b] = 100.0 * (double)n->alone[b] / by;
        TACIT_TRY(tacit_result_label(cx, chart, names[b]));
        TACIT_TRY(tacit_result_row(cx, table, "[s, I, I, I]", names[b], (json_int_t)n->records[b],
                                   (json_int_t)n->near[b], (json_int_t)n->alone[b]));
    }
    TACIT_TRY(tacit_result_series(cx, chart, "near", near, BANDS));
    return tacit_result_series(cx, chart, "alone", alone, BANDS);
}

static tacit_status tell(tacit_ctx *cx, const counts *n, tacit_result *result)
{
    double records = 0.0, near = 0.0, alone = 0.0;
    for (size_t b = 0; b < BANDS; b++) {
        records += (double)n->records[b];
        near += (double)n->near[b];
        alone += (double)n->alone[b];
    }
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk", "Records at risk", alone, TACIT_UNIT_COUNT,
                                  "near, and no other masked record within the radius of the "
                                  "original",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk_share", "Share of records at risk",
                                  alone / records, TACIT_UNIT_SHARE, "of complete records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "near", "Records near their masked ones", near,
                                  TACIT_UNIT_COUNT,
                                  "moved by at most radius times the robust distance from the "
                                  "centre",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "near_share", "Share of records near", near / records,
                                  TACIT_UNIT_SHARE, "of complete records",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "outliers_at_risk", "Outliers at risk",
                                  (double)n->alone[BANDS - 1], TACIT_UNIT_COUNT,
                                  "records at risk beyond the chi-square quantile",
                                  .better = TACIT_BETTER_LOWER));
    return tell_bands(cx, n, result);
}

/* Notes on what was left out. */
static tacit_status note(tacit_ctx *cx, const tacit_numeric *numeric, size_t n, const tacit_mcd *m,
                         tacit_result *result)
{
    if (n < numeric->rows)
        TACIT_TRY(tacit_result_note(cx, result, "%zu records with a missing value are left out.",
                                    numeric->rows - n));
    for (size_t c = 0; c < numeric->n; c++)
        if (!m->is_kept[c])
            TACIT_TRY(tacit_result_note(cx, result,
                                        "Column '%s' is constant or follows from other "
                                        "columns and is left out.",
                                        tacit_column_name(numeric->masked[c])));
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_numeric numeric;
    tacit_numeric_points points;
    tacit_mcd m;
    work w = { .distance = NULL };
    counts n = { 0 };
    TACIT_TRY(tacit_numeric_of(cx, "mahalanobis", subject, &args->at[COLUMNS], true, &numeric));
    if (numeric.n == 0)
        return tacit_result_note(cx, result, "No column is numeric in both tables.");
    if (numeric.n > TACIT_MCD_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'mahalanobis' takes at most %d columns; there are "
                          "%zu; say which under 'columns'.",
                          TACIT_MCD_COLUMNS, numeric.n);
    TACIT_TRY(tacit_numeric_complete(cx, &numeric, &points));
    if (points.n <= 2 * points.p)
        return tacit_result_note(cx, result, "%zu complete records are too few for %zu columns.",
                                 points.n, points.p);
    TACIT_TRY(tacit_mcd_fit(cx, points.original, points.n, points.p, &m));
    TACIT_TRY(note(cx, &numeric, points.n, &m, result));
    if (m.kept == 0)
        return TACIT_OK;
    TACIT_TRY(prepare(cx, &m, &points, tacit_arg_real(args, RADIUS), &w));
    count(&w, tacit_arg_real(args, QUANTILE), &n);
    return tell(cx, &n, result);
}

const tacit_measure tacit_risk_mahalanobis = {
    .about = { .name = "mahalanobis",
               .title = "Robust Mahalanobis disclosure",
               .summary = "How many numeric records masking left recognisable, outliers from "
                          "further away.",
               .source = "Templ and Meindl (2008), Robust statistics meets SDC: new disclosure "
                         "risk measures for continuous microdata masking; Hubert, Rousseeuw and "
                         "Verdonck (2012), A deterministic algorithm for robust location and "
                         "scatter",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .run = measure,
};
