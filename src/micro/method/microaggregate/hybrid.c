/*
 * hybrid.c - hybrid data: made-up records that have the means and covariances of small groups.
 *
 * The records are partitioned into groups of at least k by MDAV (and local search), and those of
 * each group are replaced by made-up ones with exactly the group's means and covariances, hence
 * also those of all records (Domingo-Ferrer and Gonzalez-Nicolas 2010, Hybrid microdata using
 * microaggregation).  The smaller k, the nearer the result to the original.
 *
 * Within a group of n records with centred values X (n x p) and X = Q S, Q of r orthonormal
 * columns, the new ones are the means plus U S, where U is a random n x r matrix of orthonormal
 * columns that sum to 0: normal numbers, orthogonalised.  U'U = I, so (U S)'(U S) = X'X; it is
 * uniform over all such matrices, as a random rotation of the group's records would be.
 *
 * Records with a missing value in one of the columns are left out and stay as they are; strata are
 * masked each by itself.  Whole numbers become reals unless `whole` rounds them, which disturbs
 * the moments a little.  MDAV and O(n p^2); each group has a stream of its own.
 */
#include "micro/method/microaggregate/microaggregate.h"

#include <math.h>
#include <string.h>

enum { COLUMNS, K, SEARCH, STANDARDISE, WHOLE };

/* Settings of the local search, as microaggregate has them. */
enum { NEIGHBOURS = 8, PASSES = 50 };

/* A column of X whose part that is new to those before is smaller than this share of it is
 * a combination of them. */
#define LEAST_PART 1e-9

static const double LARGEST = 1e150;

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [K] = { .name = "k",
            .type = TACIT_PARAM_INTEGER,
            .preset = 10,
            .min = 3,
            .max = 1000000,
            TACIT_USEFUL_LOG(3, 100, "records"),
            .importance = TACIT_FIRST,
            .help = "records in a group at least" },
    [SEARCH] = { .name = "search",
                 .type = TACIT_PARAM_FLAG,
                 .preset = 1.0,
                 .max = 1.0,
                 .help = "improve the groups of MDAV by local search" },
    [STANDARDISE] = { .name = "standardise",
                      .type = TACIT_PARAM_FLAG,
                      .preset = 1.0,
                      .max = 1.0,
                      .help = "divide columns by their standard deviations to measure distances" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* The records of one group, column by column. */
typedef struct room {
    size_t n, p;
    double *x;    /* n x p, then orthonormal */
    double *u;    /* n x p, random and orthonormal */
    double *s;    /* p x p: S, row by row */
    double *mean; /* p */
} room;

static double dot(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static double centre(double *x, size_t n)
{
    double mean = 0.0;
    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        x[i] -= mean;
    return mean;
}

/* Take from `x` its part along the orthonormal columns q[0 ... r - 1], twice, which is enough for
 * full precision (Giraud, Langou and Rozloznik 2005).  Adds the parts to `along` if not NULL. */
static void project_out(const double *q, size_t r, double *x, size_t n, double *along)
{
    for (int again = 0; again < 2; again++)
        for (size_t c = 0; c < r; c++) {
            const double part = dot(q + c * n, x, n);
            for (size_t i = 0; i < n; i++)
                x[i] -= part * q[c * n + i];
            if (along != NULL)
                along[c] += part;
        }
}

static void scale(double *x, size_t n, double by)
{
    for (size_t i = 0; i < n; i++)
        x[i] *= by;
}

/* Factor the centred columns x = Q S; Q takes the place of x.  Column j of S is s[c * p + j].
 * Returns the rank. */
static size_t factor(room *g, double *along)
{
    size_t rank = 0;
    memset(g->s, 0, g->p * g->p * sizeof *g->s);
    for (size_t j = 0; j < g->p; j++) {
        double *x = g->x + j * g->n;
        const double whole = sqrt(dot(x, x, g->n));
        memset(along, 0, g->p * sizeof *along);
        project_out(g->x, rank, x, g->n, along);
        for (size_t c = 0; c < rank; c++)
            g->s[c * g->p + j] = along[c];
        const double part = sqrt(dot(x, x, g->n));
        if (!(part > LEAST_PART * whole) || rank + 1 >= g->n)
            continue;
        g->s[rank * g->p + j] = part;
        scale(x, g->n, 1.0 / part);
        memmove(g->x + rank * g->n, x, g->n * sizeof *x);
        rank++;
    }
    return rank;
}

/* Random orthonormal columns that sum to 0. */
static void draw_frame(room *g, size_t rank, tacit_rng *rng)
{
    for (size_t c = 0; c < rank;) {
        double *u = g->u + c * g->n;
        for (size_t i = 0; i < g->n; i++)
            u[i] = tacit_rng_normal(rng);
        centre(u, g->n);
        project_out(g->u, c, u, g->n, NULL);
        const double length = sqrt(dot(u, u, g->n));
        if (!(length > LEAST_PART))
            continue; /* drawn again: this has probability 0 */
        scale(u, g->n, 1.0 / length);
        c++;
    }
}

/* Replace the records `row` of `m` by made-up ones. */
static void make_group(tacit_matrix *m, const size_t *row, room *g, double *along, tacit_rng *rng)
{
    for (size_t j = 0; j < g->p; j++) {
        for (size_t i = 0; i < g->n; i++)
            g->x[j * g->n + i] = m->x[row[i] * m->p + j];
        g->mean[j] = centre(g->x + j * g->n, g->n);
    }
    const size_t rank = factor(g, along);
    draw_frame(g, rank, rng);
    for (size_t i = 0; i < g->n; i++)
        for (size_t j = 0; j < g->p; j++) {
            double y = g->mean[j];
            for (size_t c = 0; c < rank; c++)
                y += g->u[c * g->n + i] * g->s[c * g->p + j];
            m->x[row[i] * m->p + j] = y;
        }
}

static tacit_status make_groups(tacit_ctx *cx, const tacit_partition *groups, const tacit_rng *rng,
                                tacit_matrix *m)
{
    tacit_grouping rows;
    room g = { .p = m->p };
    double *along = NULL;
    size_t most = 0;
    TACIT_TRY(tacit_partition_grouping(cx, groups, &rows));
    for (size_t c = 0; c < groups->groups; c++) {
        const size_t n = rows.start[c + 1] - rows.start[c];
        most = n > most ? n : most;
    }
    TACIT_TRY(tacit_scratch(cx, most * m->p, sizeof *g.x, &g.x));
    TACIT_TRY(tacit_scratch(cx, most * m->p, sizeof *g.u, &g.u));
    TACIT_TRY(tacit_scratch(cx, m->p * m->p, sizeof *g.s, &g.s));
    TACIT_TRY(tacit_scratch(cx, m->p, sizeof *g.mean, &g.mean));
    TACIT_TRY(tacit_scratch(cx, m->p, sizeof *along, &along));
    for (size_t c = 0; c < groups->groups; c++) {
        tacit_rng own = tacit_rng_fork_number(rng, c);
        g.n = rows.start[c + 1] - rows.start[c];
        make_group(m, rows.row + rows.start[c], &g, along, &own);
    }
    return TACIT_OK;
}

/* ---- the method ---- */

static tacit_status check_values(tacit_ctx *cx, const tacit_job *job, const tacit_matrix *m,
                                 size_t k)
{
    const tacit_column *first = tacit_table_column(job->in, job->cols.at[0]);
    if (m->n < k)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "hybrid needs k = %zu records, in each stratum, in which all of the "
                          "columns from '%s' on are present, but there are only %zu.",
                          k, tacit_column_name(first), m->n);
    for (size_t i = 0; i < m->n * m->p; i++)
        if (!(fabs(m->x[i]) < LARGEST))
            return tacit_fail(
                cx, TACIT_ERR_DATA, "Column '%s' has values too large for hybrid.",
                tacit_column_name(tacit_table_column(job->in, job->cols.at[i % m->p])));
    return TACIT_OK;
}

/* Mask the complete records of `rows` with streams below `rng`. */
static tacit_status mask_rows(tacit_ctx *cx, const tacit_job *job, const tacit_row_list *rows,
                              const tacit_rng *rng, tacit_micro_account *account, tacit_table *out)
{
    const tacit_micro_spec spec = {
        .k = (size_t)tacit_arg_integer(job->args, K),
        .algorithm = tacit_arg_flag(job->args, SEARCH) ? TACIT_MICRO_MDAV_SEARCH : TACIT_MICRO_MDAV,
        .standardise = tacit_arg_flag(job->args, STANDARDISE),
        .neighbours = NEIGHBOURS,
        .passes = PASSES,
    };
    tacit_micro_set set = { .type = NULL };
    tacit_partition groups;
    double *before = NULL;
    TACIT_TRY(tacit_matrix_of(cx, job->in, &job->cols, rows, &set.values));
    tacit_matrix *m = &set.values;
    account->left_out += rows->n - m->n;
    if (m->n == 0)
        return TACIT_OK;
    TACIT_TRY(check_values(cx, job, m, spec.k));
    TACIT_TRY(tacit_micro_partition(cx, &spec, &set, &groups));
    TACIT_TRY(tacit_micro_count(cx, &groups, account));
    TACIT_TRY(tacit_scratch(cx, m->n * m->p, sizeof *before, &before));
    memcpy(before, m->x, m->n * m->p * sizeof *before);
    TACIT_TRY(make_groups(cx, &groups, rng, m));
    for (size_t c = 0; c < m->p; c++)
        tacit_micro_tally_values(&account->column[c], before + c, m->x + c, m->n, m->p);
    return tacit_matrix_put(cx, m, &job->cols, out);
}

static tacit_status mask_strata(tacit_ctx *cx, const tacit_job *job, tacit_micro_account *account,
                                tacit_table *out)
{
    tacit_strata strata;
    TACIT_TRY(tacit_strata_of(cx, job->in, &strata));
    for (size_t s = 0; s < strata.n; s++) {
        const size_t mark = tacit_scratch_mark(cx);
        const tacit_rng rng = tacit_rng_fork_number(job->rng, s);
        const tacit_row_list rows = { .n = strata.start[s + 1] - strata.start[s],
                                      .at = strata.row + strata.start[s] };
        TACIT_TRY(tacit_tick(cx, s, strata.n));
        TACIT_TRY(mask_rows(cx, job, &rows, &rng, account, out));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const size_t k = (size_t)tacit_arg_integer(job->args, K), rows = tacit_table_rows(job->in);
    tacit_micro_account account = { .sets = 1, .sizes = (3 * k < rows ? 3 * k : rows) + 2 };
    TACIT_TRY(tacit_scratch(cx, account.sizes, sizeof *account.size, &account.size));
    TACIT_TRY(tacit_scratch(cx, job->cols.n, sizeof *account.column, &account.column));
    TACIT_TRY(mask_strata(cx, job, &account, out));
    for (size_t c = 0; c < job->cols.n && tacit_arg_flag(job->args, WHOLE); c++) {
        double *x = NULL;
        TACIT_TRY(tacit_table_edit_reals(cx, out, job->cols.at[c], &x));
        TACIT_TRY(tacit_table_round(cx, out, job->cols.at[c]));
    }
    return tacit_micro_tell(cx, job, &account);
}

const tacit_method tacit_method_hybrid = {
    .about = { .name = "hybrid",
               .title = "Hybrid data",
               .summary =
                   "Replaces the records of small groups by made-up ones with the same means "
                   "and covariances.",
               .source = "Domingo-Ferrer and Gonzalez-Nicolas (2010), Hybrid microdata using "
                         "microaggregation",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
