/*
 * interval.c - interval disclosure: original numbers close to the masked ones.
 *
 * By standard deviations (sdcMicro's dRisk; Mateo-Sanz, Sebe and Domingo-Ferrer 2004): the
 * original x of a cell is disclosed if it lies in [y - width sd, y + width sd], ends included,
 * y being the masked value and sd the standard deviation (n - 1) of the masked column.  A
 * record is at risk if all its cells are disclosed.
 *
 * By ranks (Domingo-Ferrer and Torra 2001; linkage/rank_interval.c): x is disclosed for p per
 * cent if it lies between the masked values p per cent of the records below and above y.  The
 * figure is the mean over p = 1 ... ranks, columns and records.
 *
 * compat = sdcmicro_2019 counts a record as at risk if at most one of its cells is not
 * disclosed, as sdcMicro did until version 5.5.1.
 *
 * Missing values: a cell whose original is missing has nothing to disclose and is left out;
 * one whose masked value is missing is not disclosed.  Records without any original value
 * are left out.  O(n log n) for each column.
 */
#include "micro/linkage/rank_interval.h"
#include "micro/risk/numbers/numeric.h"
#include "micro/risk/risk.h"

enum { COLUMNS, WIDTH, RANKS, COMPAT };
enum { COMPAT_NONE, COMPAT_2019 };

static const char *const COMPATS[] = { "none", "sdcmicro_2019", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [WIDTH] = { .name = "width",
                .type = TACIT_PARAM_REAL,
                .preset = 0.05,
                .max = 100.0,
                TACIT_USEFUL(0, 1, "standard deviations"),
                .importance = TACIT_FIRST,
                .help = "half the length of the interval, in standard deviations of the masked "
                        "column" },
    [RANKS] = { .name = "ranks",
                .type = TACIT_PARAM_INTEGER,
                .preset = 10,
                .min = 1.0,
                .max = 100.0,
                TACIT_USEFUL(1, 50, "per cent"),
                .help = "largest half length of a rank interval, in per cent of the records" },
    [COMPAT] = { .name = "compat",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = COMPATS,
                 .help = "sdcmicro_2019 lets one cell of a record at risk be outside" },
    TACIT_PARAM_END
};

/* Counts of one column. */
typedef struct counts {
    size_t cells;    /* with an original value */
    size_t by_sd;    /* disclosed */
    double by_ranks; /* mean share of widths that disclose, summed over cells */
} counts;

/* What is asked, and what each record shows. */
typedef struct work {
    double width;
    size_t ranks;
    uint32_t *cells, *outside; /* of each record: with an original value; not disclosed */
} work;

/* ---- one column ---- */

static tacit_status measure_column(tacit_ctx *cx, const tacit_numeric *numeric, size_t c,
                                   const work *w, counts *out)
{
    const tacit_column *before = numeric->original[c], *after = numeric->masked[c];
    const size_t mark = tacit_scratch_mark(cx);
    tacit_ranked r;
    TACIT_TRY(tacit_tick(cx, c, numeric->n));
    TACIT_TRY(tacit_ranked_of(cx, after, &r));
    const double half = w->width * r.sd;
    for (size_t i = 0; i < numeric->rows; i++) {
        if (tacit_column_is_missing(before, i))
            continue;
        out->cells++;
        w->cells[i]++;
        w->outside[i]++;
        if (tacit_column_is_missing(after, i))
            continue;
        const double x = tacit_column_number(before, i), y = tacit_column_number(after, i);
        const size_t hit = x >= y - half && x <= y + half;
        out->by_sd += hit;
        w->outside[i] -= (uint32_t)hit;
        out->by_ranks += tacit_ranked_share(&r, i, x, w->ranks);
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- the result ---- */

static tacit_status tell_columns(tacit_ctx *cx, const tacit_numeric *numeric, const counts *n,
                                 tacit_result *result)
{
    static const char *const columns[] = { "column", "values", "within width sd",
                                           "share within width sd", "share within ranks" };
    json_t *table = NULL, *chart = NULL;
    double *share = NULL;
    TACIT_TRY(tacit_scratch(cx, numeric->n, sizeof *share, &share));
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Interval disclosure by column", 5, columns,
                                 &table));
    TACIT_TRY(tacit_result_chart(cx, result, "columns", "Values disclosed by column",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", "share of values within width sd, %"));
    for (size_t c = 0; c < numeric->n; c++) {
        const char *name = tacit_column_name(numeric->masked[c]);
        const double by = n[c].cells > 0 ? (double)n[c].cells : 1.0;
        share[c] = 100.0 * (double)n[c].by_sd / by;
        TACIT_TRY(tacit_result_label(cx, chart, name));
        TACIT_TRY(tacit_result_row(cx, table, "[s, I, I, f, f]", name, (json_int_t)n[c].cells,
                                   (json_int_t)n[c].by_sd, (double)n[c].by_sd / by,
                                   n[c].by_ranks / by));
    }
    return tacit_result_series(cx, chart, "values", share, numeric->n);
}

static tacit_status tell(tacit_ctx *cx, const tacit_numeric *numeric, const work *w,
                         const counts *n, bool lenient, tacit_result *result)
{
    size_t records = 0, at_risk = 0, cells = 0, disclosed = 0;
    double by_ranks = 0.0;
    for (size_t i = 0; i < numeric->rows; i++) {
        records += w->cells[i] > 0;
        at_risk += w->cells[i] > 0 && w->outside[i] <= (lenient ? 1 : 0);
    }
    for (size_t c = 0; c < numeric->n; c++) {
        cells += n[c].cells;
        disclosed += n[c].by_sd;
        by_ranks += n[c].by_ranks;
    }
    TACIT_TRY(tacit_result_figure(cx, result, "at_risk", "Records at risk", (double)at_risk,
                                  TACIT_UNIT_COUNT,
                                  lenient ? "records with at most one original value outside "
                                            "masked +- width * sd of the masked column"
                                          : "records with every original value inside masked +- "
                                            "width * sd of the masked column, ends included",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(
        cx, result, "at_risk_share", "Share of records at risk", (double)at_risk / (double)records,
        TACIT_UNIT_SHARE, "of records with an original value", .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "values_share", "Share of values disclosed",
                                  (double)disclosed / (double)cells, TACIT_UNIT_SHARE,
                                  "original values inside masked +- width * sd, of all original "
                                  "values",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "ranks_share", "Rank interval disclosure",
                                  by_ranks / (double)cells, TACIT_UNIT_SHARE,
                                  "ID: original values within p per cent of ranks of the masked "
                                  "value, mean over p = 1 ... ranks",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tell_columns(cx, numeric, n, result));
    if (records < numeric->rows)
        return tacit_result_note(cx, result, "%zu records without any original value are left out.",
                                 numeric->rows - records);
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_numeric numeric;
    counts *n = NULL;
    work w = { .width = tacit_arg_real(args, WIDTH),
               .ranks = (size_t)tacit_arg_integer(args, RANKS) };
    TACIT_TRY(tacit_numeric_of(cx, "interval", subject, &args->at[COLUMNS], true, &numeric));
    if (numeric.n == 0)
        return tacit_result_note(cx, result, "No column is numeric in both tables.");
    TACIT_TRY(tacit_scratch(cx, numeric.n, sizeof *n, &n));
    TACIT_TRY(tacit_scratch(cx, numeric.rows, sizeof *w.cells, &w.cells));
    TACIT_TRY(tacit_scratch(cx, numeric.rows, sizeof *w.outside, &w.outside));
    for (size_t c = 0; c < numeric.n; c++)
        TACIT_TRY(measure_column(cx, &numeric, c, &w, &n[c]));
    return tell(cx, &numeric, &w, n, tacit_arg_choice(args, COMPAT) == COMPAT_2019, result);
}

const tacit_measure tacit_risk_interval = {
    .about = { .name = "interval",
               .title = "Interval disclosure",
               .summary = "How many original numbers lie close to their masked ones.",
               .source = "Mateo-Sanz, Sebe and Domingo-Ferrer (2004), Outlier protection in "
                         "continuous microdata masking; Domingo-Ferrer and Torra (2001), A "
                         "quantitative comparison of disclosure control methods for microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COMMON,
    .follows = TACIT_PERTURBS,
    .run = measure,
};
