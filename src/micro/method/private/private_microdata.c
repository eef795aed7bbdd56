/*
 * private_microdata.c - a file of private answers to the question for each record.
 *
 * Soria-Comas, Domingo-Ferrer, Sanchez and Martinez (2014), Enhancing data utility in differential
 * privacy via microaggregation-based k-anonymity: records become private answers to "what is record
 * r?".  With k = 1 every answer is the record with Laplace noise, since another record changes one
 * answer: scale D / epsilon in a column whose bounds are D apart.
 *
 * With k > 1 records are first put into G = n / k groups by insensitive microaggregation: in an
 * order of all possible records that does not depend on the data, k consecutive ones are a group
 * (the last one has up to 2k - 1).  If another record takes the place of one, each group has at
 * most one record exchanged for another, so its mean moves by at most D / k.  Every record is told
 * as the mean of its group with noise, the same for all of the group: one column       the order is
 * that of its values; the means of all groups together move by at most D / k, because what one
 * group loses at one end the next one gains, so the scale is D / (k epsilon): k times less; several
 * columns  the order is that of the sum of (x - lower) / (upper - lower), then of the values; every
 * group can move in every column, so the scale is G D / (k epsilon), less than without groups from
 * k = sqrt(n) on. Noise is added to sums of whole steps, in integers, and the quotient is rounded.
 * Who is in a group shows, so no other column may be released beside these (micro/model/privacy).
 *
 * Neighbours have another record in the place of one; n is told.  Each column is epsilon-private. A
 * missing cell counts as `missing`.  Strata and weights play no part.  O(n log n).
 */
#include "micro/method/private/groups.h"
#include "micro/method/private/private.h"

enum { K = TACIT_PRIVATE_MISSING + 1 };

static const tacit_param PARAMS[] = {
    [TACIT_PRIVATE_COLUMNS] = TACIT_METHOD_COLUMNS,
    [TACIT_PRIVATE_EPSILON] = TACIT_PRIVATE_PARAM_EPSILON,
    [TACIT_PRIVATE_BOUNDS] = TACIT_PRIVATE_PARAM_BOUNDS,
    [TACIT_PRIVATE_DECIMALS] = TACIT_PRIVATE_PARAM_DECIMALS,
    [TACIT_PRIVATE_MISSING] = TACIT_PRIVATE_PARAM_MISSING,
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 1,
            .min = 1,
            .max = 1e6,
            TACIT_USEFUL_LOG(1, 1000, "records"),
            .importance = TACIT_FIRST,
            .help = "records of a group; 1: every record with noise of its own" },
    TACIT_PARAM_END
};

/* A step on `rows` records. */
typedef struct release {
    const tacit_args *args;
    size_t rows, k, groups;
    size_t columns;
} release;

static release make_release(const tacit_args *args, size_t rows)
{
    const size_t k = (size_t)tacit_arg_integer(args, K);
    return (release){ .args = args,
                      .rows = rows,
                      .k = k,
                      .groups = tacit_private_group_count(rows, k),
                      .columns = args->at[TACIT_PRIVATE_COLUMNS].n };
}

static tacit_status describe(tacit_ctx *cx, const release *r, const char *column,
                             tacit_private_laplace *out)
{
    *out = (tacit_private_laplace){ .column = column,
                                    .epsilon = tacit_arg_real(r->args, TACIT_PRIVATE_EPSILON),
                                    .k = (int64_t)r->k,
                                    .together = (int64_t)r->columns };
    TACIT_TRY(tacit_private_lattice(cx, "private_microdata", r->args, column, &out->lattice));
    const uint64_t times = r->k > 1 && r->columns > 1 ? r->groups : 1;
    const tacit_u128 moved =
        tacit_lattice_sensitivity(&out->lattice, times, TACIT_NEIGHBOURS_REPLACE);
    out->sensitivity = moved < UINT64_MAX ? (uint64_t)moved : UINT64_MAX;
    return TACIT_OK;
}

/* ---- columns ---- */

/* x / n to the nearest whole number, halves up. */
static int64_t quotient(int64_t x, int64_t n)
{
    const int64_t twice = 2 * n;
    const tacit_i128 over = 2 * (tacit_i128)x + n;
    const tacit_i128 rest = (over % twice + twice) % twice;
    return (int64_t)((over - rest) / twice);
}

/* Put the noisy means of groups in the place of column j. */
static tacit_status write_means(tacit_ctx *cx, const release *r, const tacit_private_laplace *what,
                                const tacit_private_groups *groups, const int64_t *sum,
                                tacit_table *out)
{
    int64_t *steps = NULL;
    TACIT_TRY(tacit_scratch(cx, r->rows, sizeof *steps, &steps));
    for (size_t i = 0; i < r->rows; i++)
        steps[i] = quotient(sum[groups->of[i]], (int64_t)groups->size[groups->of[i]]);
    return tacit_private_write(cx, out, tacit_table_find(out, what->column), what->lattice.decimals,
                               steps);
}

static tacit_status answer_column(tacit_ctx *cx, const tacit_job *job, size_t groups,
                                  const tacit_private_laplace *what, const tacit_i128 *sum,
                                  int64_t **out)
{
    tacit_single s;
    tacit_keystream stream;
    TACIT_TRY(tacit_private_laplace_new(cx, "private_microdata", what, &s));
    TACIT_TRY(tacit_private_stream(cx, job, what->column, &stream));
    const tacit_status status = tacit_single_answer(cx, &s, &stream, sum, groups, out);
    tacit_keystream_close(&stream);
    return status;
}

/* The sums of a column by groups, in scratch memory. */
static tacit_status add_up(tacit_ctx *cx, const tacit_private_groups *groups, size_t rows,
                           const tacit_i128 *value, tacit_i128 **out)
{
    TACIT_TRY(tacit_scratch(cx, groups->n, sizeof **out, out));
    for (size_t i = 0; i < rows; i++)
        (*out)[groups->of[i]] += value[i];
    return TACIT_OK;
}

static tacit_status mask(tacit_ctx *cx, const tacit_job *job, const release *r,
                         const tacit_private_laplace *what, tacit_table *out)
{
    tacit_private_points points = { .columns = r->columns, .rows = r->rows };
    tacit_private_groups groups;
    tacit_i128 *sum = NULL;
    int64_t *noisy = NULL;
    TACIT_TRY(tacit_scratch(cx, r->columns, sizeof *points.column, &points.column));
    for (size_t c = 0; c < r->columns; c++) {
        points.column[c].lattice = what[c].lattice;
        TACIT_TRY(tacit_private_place(cx, tacit_table_column(job->in, job->cols.at[c]),
                                      &what[c].lattice, &points.column[c].value));
    }
    TACIT_TRY(tacit_private_group(cx, &points, r->k, &groups));
    for (size_t c = 0; c < r->columns; c++) {
        TACIT_TRY(tacit_tick(cx, c, r->columns));
        TACIT_TRY(add_up(cx, &groups, r->rows, points.column[c].value, &sum));
        TACIT_TRY(answer_column(cx, job, groups.n, &what[c], sum, &noisy));
        TACIT_TRY(write_means(cx, r, &what[c], &groups, noisy, out));
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const release r = make_release(job->args, tacit_table_rows(job->in));
    tacit_private_laplace *what = NULL;
    tacit_private_warn(cx, "private_microdata", tacit_arg_real(job->args, TACIT_PRIVATE_EPSILON));
    TACIT_TRY(tacit_scratch(cx, r.columns, sizeof *what, &what));
    for (size_t c = 0; c < r.columns; c++)
        TACIT_TRY(describe(cx, &r, tacit_column_name(tacit_table_column(job->in, job->cols.at[c])),
                           &what[c]));
    return r.rows > 0 ? mask(cx, job, &r, what, out) : TACIT_OK;
}

static tacit_status spends(tacit_ctx *cx, const tacit_args *args, size_t rows, json_t *list)
{
    const release r = make_release(args, rows);
    const tacit_value *names = &args->at[TACIT_PRIVATE_COLUMNS];
    tacit_private_laplace what;
    for (size_t c = 0; c < names->n; c++) {
        TACIT_TRY(describe(cx, &r, names->texts[c], &what));
        TACIT_TRY(tacit_private_spend_laplace(cx, &what, list));
    }
    return TACIT_OK;
}

const tacit_method tacit_method_private_microdata = {
    .about = { .name = "private_microdata",
               .title = "Private microdata",
               .summary =
                   "Tells each record, or the mean of its group of k, with the Laplace noise "
                   "that makes the file differentially private.",
               .source = "Soria-Comas, Domingo-Ferrer, Sanchez and Martinez (2014), Enhancing data "
                         "utility in differential privacy via microaggregation-based k-anonymity",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_PRIVATE,
    .run = run,
    .spends = spends,
};
