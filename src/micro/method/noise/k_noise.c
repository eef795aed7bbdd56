/*
 * k_noise.c - noise just large enough that each value has k neighbours.
 *
 * For the values X of a column (of a stratum), delta is the least half-width such that
 *
 *   #{ j : |X_j - x| <= 2 delta } >= k
 *
 * for every record x (`cover: records`) or every x between the least and the greatest
 * (`cover: range`, what the theorem below assumes), and y = x + e with e uniform on
 * [-delta, delta], or normal or Laplace with the same variance delta^2 / 3 (Biswal, Arbuckle
 * and Kulik, Disclosure metrics born from statistical evaluations of data utility).
 *
 * Their theorem 1: given X and uniform noise, the expected number of noisy values within
 * 2 delta of x is at least half the number of original ones, so at least k / 2.  (A value at
 * distance d <= 2 delta stays within with probability at least that at d = 2 delta, which is
 * s = P(-4 delta <= e <= 0): 1/2 for uniform noise, less by 2e-12 for normal and 3e-5 for
 * Laplace.)  Where `delta` is given, values may have fewer than k neighbours, and what the
 * theorem promises is s times the least number that one has.  This is a bound on an expectation,
 * not on what is released: the least count of the release is told beside it.  Expected counts
 * come from repeated noise (the paper's figure 5).
 *
 * Missing values stay missing.  Strata with fewer than k values are calibrated together.
 * O(n log n) a column, for each repetition as well.
 */
#include "micro/method/noise/k_noise_count.h"

#include <math.h>

#include "base/sort.h"
#include "micro/method/noise/groups.h"
#include "stats/cluster/neighbours.h"

enum { COLUMNS, K, COVER, LAW, DELTA, REPEAT, WHOLE };
enum { RECORDS, RANGE };

static const char *const COVERS[] = { "records", "range", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 10,
            .min = 1,
            .max = 1e9,
            TACIT_USEFUL_LOG(2, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "records within 2 delta of each value before noise" },
    [COVER] = { .name = "cover",
                .type = TACIT_PARAM_CHOICE,
                .choices = COVERS,
                .help = "around what k records are to be: each record's value, or every number in "
                        "their range" },
    [LAW] = { .name = "law",
              .type = TACIT_PARAM_CHOICE,
              .preset = TACIT_NOISE_UNIFORM,
              .choices = TACIT_NOISE_ADDING_LAWS,
              .help = "the distribution of the noise" },
    [DELTA] = { .name = "delta",
                .type = TACIT_PARAM_REAL,
                .need = TACIT_OPTIONAL,
                .max = 1e300,
                TACIT_USEFUL(0, 1000, NULL),
                .help = "half-width of the noise, instead of the least for k" },
    [REPEAT] = { .name = "repeat",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 20,
                 .max = 10000,
                 TACIT_USEFUL(0, 100, "draws"),
                 .importance = TACIT_ADVANCED,
                 .help = "how often the noise is drawn again to estimate expected counts" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* Gather and sort the present values of `rows`; `order` says where each is. */
static tacit_status sort_values(tacit_ctx *cx, const tacit_column *c, const tacit_row_list *rows,
                                double **x, tacit_keyed **order, size_t *n)
{
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof **order, order));
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof **x, x));
    *n = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const size_t row = tacit_row_at(rows, i);
        if (!tacit_column_is_missing(c, row))
            (*order)[(*n)++] =
                (tacit_keyed){ tacit_sort_key_real(tacit_column_number(c, row)), row };
    }
    TACIT_TRY(tacit_sort_keyed(cx, *order, *n));
    for (size_t i = 0; i < *n; i++)
        (*x)[i] = tacit_column_number(c, (*order)[i].row);
    return TACIT_OK;
}

/* The half-width of the noise for sorted values. */
static tacit_status calibrate(tacit_ctx *cx, const tacit_job *job, const tacit_column *c,
                              tacit_k_noise_values *v)
{
    v->k = (size_t)tacit_arg_integer(job->args, K);
    v->law = (tacit_noise_law)tacit_arg_choice(job->args, LAW);
    if (v->n < v->k)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has fewer present values than 'k', which is %zu.",
                          tacit_column_name(c), v->k);
    if (tacit_arg_given(job->args, DELTA))
        v->delta = tacit_arg_real(job->args, DELTA);
    else if (tacit_arg_choice(job->args, COVER) == RANGE)
        v->delta = 0.5 * tacit_neighbour_radius_between(v->x, v->n, v->k);
    else
        v->delta = 0.5 * tacit_neighbour_radius(v->x, v->n, v->k);
    const double most =
        fabs(v->x[0]) + fabs(v->x[v->n - 1]) + tacit_noise_farthest(v->law) * v->delta;
    return isfinite(most)
               ? TACIT_OK
               : tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has values too large for this noise.",
                            tacit_column_name(c));
}

/* Mask the values of `rows` of column `c` and add what is found. */
static tacit_status mask_group(tacit_ctx *cx, const tacit_job *job, const tacit_column *c,
                               const tacit_row_list *rows, double *out, tacit_k_noise_found *found)
{
    const tacit_rng stream = tacit_rng_fork(job->rng, tacit_column_name(c));
    const tacit_rng own = tacit_rng_fork_number(&stream, rows->n == 0 ? 0 : tacit_row_at(rows, 0));
    const tacit_rng noise = tacit_rng_fork(&own, "noise"), again = tacit_rng_fork(&own, "again");
    const size_t times = (size_t)tacit_arg_integer(job->args, REPEAT);
    tacit_k_noise_values v = { 0 };
    tacit_keyed *order = NULL;
    double *x = NULL, *y = NULL;
    TACIT_TRY(sort_values(cx, c, rows, &x, &order, &v.n));
    v.x = x;
    TACIT_TRY(calibrate(cx, job, c, &v));
    TACIT_TRY(tacit_scratch(cx, v.n, sizeof *y, &y));
    tacit_k_noise_draw(&v, &noise, y);
    for (size_t i = 0; i < v.n; i++) {
        out[order[i].row] = y[i];
        found->error += y[i] - x[i];
        found->square += (y[i] - x[i]) * (y[i] - x[i]);
    }
    found->records += v.n;
    found->delta = fmax(found->delta, v.delta);
    TACIT_TRY(tacit_k_noise_released(cx, &v, y, found));
    return times > 0 ? tacit_k_noise_expected(cx, &v, &again, times, found) : TACIT_OK;
}

/* ---- telling ---- */

/* The mean count of each share, with `deviations` standard errors added. */
static tacit_status add_series(tacit_ctx *cx, json_t *chart, const char *name,
                               const tacit_k_noise_shares *s, double deviations)
{
    double value[TACIT_K_NOISE_SHARES];
    for (size_t h = 0; h < TACIT_K_NOISE_SHARES; h++)
        value[h] = (s->total[h] + deviations * sqrt(s->variance[h])) / s->records[h];
    return tacit_result_series(cx, chart, name, value, TACIT_K_NOISE_SHARES);
}

static tacit_status tell_chart(tacit_ctx *cx, const tacit_job *job, const tacit_column *c,
                               const tacit_k_noise_found *f)
{
    const double k = (double)tacit_arg_integer(job->args, K);
    double half[TACIT_K_NOISE_SHARES];
    char text[160];
    json_t *chart = NULL;
    if (tacit_arg_integer(job->args, REPEAT) == 0)
        return TACIT_OK;
    snprintf(text, sizeof text, "Expected neighbours under noise: %.100s", tacit_column_name(c));
    TACIT_TRY(
        tacit_result_chart(cx, job->told, tacit_column_name(c), text, TACIT_CHART_LINES, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "records in order of their values, per cent",
                                "records, mean of the share"));
    for (size_t h = 0; h < TACIT_K_NOISE_SHARES; h++) {
        half[h] = 0.5 * k;
        snprintf(text, sizeof text, "%zu-%zu", h * 100 / TACIT_K_NOISE_SHARES,
                 (h + 1) * 100 / TACIT_K_NOISE_SHARES);
        TACIT_TRY(tacit_result_label(cx, chart, text));
    }
    TACIT_TRY(add_series(cx, chart, "within 2 delta of the original", &f->around_original, 0.0));
    TACIT_TRY(add_series(cx, chart, "95 % interval, low", &f->around_original, -1.96));
    TACIT_TRY(add_series(cx, chart, "95 % interval, high", &f->around_original, 1.96));
    TACIT_TRY(add_series(cx, chart, "within delta of the noisy value", &f->around_released, 0.0));
    return tacit_result_series(cx, chart, "k / 2", half, TACIT_K_NOISE_SHARES);
}

/* The least counts over records and columns. */
typedef struct least {
    double original, expected, released;
} least;

/* A number, or null if it is none. */
static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* A row of each table for column `c`. */
static tacit_status tell_rows(tacit_ctx *cx, json_t *const table[2], const tacit_column *c,
                              const tacit_k_noise_found *f)
{
    const double n = (double)f->records, mse = f->square / n;
    TACIT_TRY(tacit_result_row(cx, table[0], "[s,f,f,o,o,f,f,f]", tacit_column_name(c), f->delta,
                               f->least_original, number(f->least_expected),
                               number(isfinite(f->least_expected) ? 1.96 * f->least_error : NAN),
                               f->least_released, (double)f->below_half / n, (double)f->below / n));
    return tacit_result_row(cx, table[1], "[s,f,f,f]", tacit_column_name(c), f->error / n, mse,
                            sqrt(mse));
}

static tacit_status tell_heads(tacit_ctx *cx, tacit_result *told, json_t *table[2])
{
    static const char *const counts[] = { "column",          "delta",         "least before",
                                          "least expected",  "95 % interval", "least released",
                                          "share below k/2", "share below k" };
    static const char *const errors[] = { "column", "bias", "MSE", "RMSE" };
    TACIT_TRY(tacit_result_table(cx, told, "neighbours",
                                 "Records within 2 delta of an original value, itself counted", 8,
                                 counts, &table[0]));
    return tacit_result_table(cx, told, "errors", "Masked less original values", 4, errors,
                              &table[1]);
}

/* The probability that noise leaves a value within 2 delta that was 2 delta away: of a draw with
 * standard deviation 1, that it lies between -4 sqrt(3) and 0. */
static double share_that_stays(tacit_noise_law law)
{
    if (law == TACIT_NOISE_NORMAL)
        return 0.5 * erf(4.0 * sqrt(1.5));
    return law == TACIT_NOISE_LAPLACE ? 0.5 * -expm1(-4.0 * sqrt(6.0)) : 0.5;
}

static tacit_status tell_bound(tacit_ctx *cx, const tacit_job *job, const least *l)
{
    const bool given = tacit_arg_given(job->args, DELTA);
    const double share = share_that_stays((tacit_noise_law)tacit_arg_choice(job->args, LAW));
    const double before = given ? l->original : (double)tacit_arg_integer(job->args, K);
    return tacit_result_figure(
        cx, job->told, "bound", "Least expected neighbours that are promised", share * before,
        TACIT_UNIT_NUMBER,
        given ? "half the least number of values within 2 delta of one before noise: a bound on "
                "the expected number of noisy ones, not on the number in a release"
              : "k / 2: a bound on the expected number of noisy values within 2 delta of an "
                "original one, not on the number in a release");
}

static tacit_status tell_least(tacit_ctx *cx, const tacit_job *job, const least *l)
{
    tacit_result *told = job->told;
    TACIT_TRY(tell_bound(cx, job, l));
    TACIT_TRY(tacit_result_figure(cx, told, "least_expected", "Least expected neighbours",
                                  l->expected, TACIT_UNIT_NUMBER,
                                  "least over records and columns of the mean over repetitions"));
    TACIT_TRY(tacit_result_figure(cx, told, "least_released", "Least neighbours in the release",
                                  l->released, TACIT_UNIT_COUNT,
                                  "least over records and columns, as released before rounding"));
    return tacit_result_note(cx, told,
                             "The bound holds in expectation only, before rounding; the least in "
                             "the release is measured. Intervals are of single means and do not "
                             "allow for the choice of the least.");
}

static tacit_status mask_column(tacit_ctx *cx, const tacit_job *job, size_t j, tacit_table *out,
                                tacit_k_noise_found *found)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    const size_t k = (size_t)tacit_arg_integer(job->args, K);
    const tacit_select own = { 1, &j };
    tacit_noise_groups groups;
    double *y = NULL;
    *found = (tacit_k_noise_found){ .least_original = INFINITY,
                                    .least_expected = INFINITY,
                                    .least_released = INFINITY };
    TACIT_TRY(tacit_noise_groups_of(cx, job->in, &own, k, &groups));
    TACIT_TRY(tacit_table_edit_reals(cx, out, j, &y));
    for (size_t g = 0; g < groups.strata.n || g == 0; g++) {
        const tacit_row_list rows = tacit_noise_group(&groups, g);
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(mask_group(cx, job, c, &rows, y, found));
        tacit_scratch_release(cx, mark);
    }
    TACIT_TRY(tacit_noise_groups_tell(cx, &groups, k, job->told));
    return tacit_arg_flag(job->args, WHOLE) ? tacit_table_round(cx, out, j) : TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    least l = { INFINITY, INFINITY, INFINITY };
    json_t *table[2] = { NULL };
    TACIT_TRY(tell_heads(cx, job->told, table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const tacit_column *column = tacit_table_column(job->in, job->cols.at[c]);
        const size_t mark = tacit_scratch_mark(cx);
        tacit_k_noise_found found;
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        TACIT_TRY(mask_column(cx, job, job->cols.at[c], out, &found));
        l.original = fmin(l.original, found.least_original);
        l.expected = fmin(l.expected, found.least_expected);
        l.released = fmin(l.released, found.least_released);
        TACIT_TRY(tell_rows(cx, table, column, &found));
        TACIT_TRY(tell_chart(cx, job, column, &found));
        tacit_scratch_release(cx, mark);
    }
    return tell_least(cx, job, &l);
}

const tacit_method tacit_method_k_noise = {
    .about = { .name = "k_noise",
               .title = "k-noise",
               .summary = "Adds noise just wide enough that each value has k neighbours.",
               .source = "Biswal, Arbuckle and Kulik (2021), Disclosure metrics born from "
                         "statistical evaluations of data utility",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM,
    .run = run,
};
