/*
 * romm.c - random orthogonal matrix masking.
 *
 * Y = T X with T a random orthogonal matrix of n rows that leaves the vector of ones as it is
 * (Ting, Fienberg and Trottini 2008): means and covariances of the masked records are exactly
 * those of the original, whatever T is, and every record becomes a mixture of records.  How T
 * is drawn without being formed stands in romm_rotate.c; `kept` says how far from the identity
 * it is, as the correlation that masked and original values are expected to have.
 *
 * Missing values: the records of a stratum with the same cells present are turned among
 * themselves, so that the means of what is present and covariances of pairs that are present
 * are kept as well.  Where fewer than 3 records have the same cells, they are turned column by
 * column with all others such, of whatever stratum, which keeps means and variances of the
 * whole; what is left alone even so is counted and told.
 *
 * O(sweeps n p), n p doubles of memory.
 */
#include "micro/method/method.h"

#include <math.h>

#include "base/sort.h"
#include "micro/method/noise/groups.h"
#include "micro/method/noise/kept.h"
#include "micro/method/noise/romm_rotate.h"
#include "stats/moments.h"

enum { COLUMNS, KEPT, SWEEPS, WHOLE };

/* Columns: their presence in a record is kept in 64 bits. */
enum { MOST_COLUMNS = 64 };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [KEPT] = { .name = "kept",
               .type = TACIT_PARAM_REAL,
               .preset = 0.9,
               .max = 1.0,
               TACIT_USEFUL(0.5, 0.99, "correlation"),
               .importance = TACIT_FIRST,
               .help = "expected correlation of masked and original values" },
    [SWEEPS] = { .name = "sweeps",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 4,
                 .min = 1,
                 .max = 64,
                 TACIT_USEFUL(1, 16, "sweeps"),
                 .importance = TACIT_ADVANCED,
                 .help = "how often each record is mixed with two others" },
    [WHOLE] = { .name = "whole",
                .type = TACIT_PARAM_FLAG,
                .max = 1.0,
                .help = "round the result to whole numbers" },
    TACIT_PARAM_END
};

/* The whole request, and what is found on the way. */
typedef struct masking {
    const tacit_job *job;
    tacit_romm_turn turn;
    double **y;      /* the columns of the result */
    double off;      /* largest change of a mean or covariance */
    uint64_t turned; /* cells that were turned ... */
    uint64_t left;   /* ... and that were not */
    size_t *rare;    /* rows that too few others are like ... */
    size_t n_rare;   /* ... turned column by column */
} masking;

/* Records with the same cells present: rows, and positions of the columns they have. */
typedef struct pattern {
    const size_t *row;
    size_t n, p;
    size_t column[MOST_COLUMNS];
} pattern;

static const tacit_column *column_at(const masking *m, size_t c)
{
    return tacit_table_column(m->job->in, m->job->cols.at[c]);
}

/* Turn the records of a pattern together. */
static tacit_status turn_pattern(tacit_ctx *cx, masking *m, const pattern *own,
                                 const tacit_rng *rng)
{
    const size_t n = own->n, p = own->p;
    tacit_noise_kept kept;
    double *x = NULL;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *x, &x));
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < n; i++)
            x[i * p + j] = m->y[own->column[j]][own->row[i]];
    TACIT_TRY(tacit_noise_kept_of(cx, x, n, p, &kept));
    for (size_t j = 0; j < p; j++)
        if (!isfinite(kept.v[j * p + j]))
            return tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has values too large to be mixed.",
                              tacit_column_name(column_at(m, own->column[j])));
    TACIT_TRY(tacit_romm_rotate(cx, &m->turn, rng, x, n, p));
    TACIT_TRY(tacit_noise_kept_check(cx, &kept, x, n, &m->off));
    for (size_t j = 0; j < p; j++)
        for (size_t i = 0; i < n; i++)
            m->y[own->column[j]][own->row[i]] = x[i * p + j];
    m->turned += n * p;
    return TACIT_OK;
}

/* Turn rows whose patterns are rare, column by column. */
static tacit_status turn_rare(tacit_ctx *cx, masking *m, const tacit_rng *rng)
{
    const size_t *row = m->rare, n = m->n_rare;
    size_t *own = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *own, &own));
    for (size_t c = 0; c < m->job->cols.n; c++) {
        pattern one = { .row = own, .p = 1, .column = { c } };
        const tacit_rng stream = tacit_rng_fork_number(rng, c);
        for (size_t i = 0; i < n; i++)
            if (!tacit_column_is_missing(column_at(m, c), row[i]))
                own[one.n++] = row[i];
        if (one.n >= TACIT_ROMM_LEAST)
            TACIT_TRY(turn_pattern(cx, m, &one, &stream));
        else
            m->left += one.n;
    }
    return TACIT_OK;
}

/* Which of the columns are missing in `row`, as bits. */
static uint64_t missing_in(const masking *m, size_t row)
{
    uint64_t bits = 0;
    for (size_t c = 0; c < m->job->cols.n; c++)
        bits |= (uint64_t)tacit_column_is_missing(column_at(m, c), row) << c;
    return bits;
}

static pattern pattern_of(const masking *m, uint64_t missing, const size_t *row, size_t n)
{
    pattern out = { .row = row, .n = n };
    for (size_t c = 0; c < m->job->cols.n; c++)
        if ((missing >> c & 1) == 0)
            out.column[out.p++] = c;
    return out;
}

/* The rows of a group, sorted by what they lack. */
typedef struct sorting {
    tacit_keyed *key; /* bits of the missing columns */
    size_t *row;
    size_t n;
} sorting;

/* Turn the runs of equal keys; rows of those that are too short join the rare ones. */
static tacit_status turn_runs(tacit_ctx *cx, masking *m, const sorting *s, const tacit_rng *rng)
{
    for (size_t from = 0, to = 0; from < s->n; from = to) {
        const uint64_t key = s->key[from].key;
        const tacit_rng own = tacit_rng_fork_number(rng, key);
        while (to < s->n && s->key[to].key == key)
            to++;
        const pattern these = pattern_of(m, key, s->row + from, to - from);
        if (these.p > 0 && these.n >= TACIT_ROMM_LEAST)
            TACIT_TRY(turn_pattern(cx, m, &these, &own));
        for (size_t i = from; these.p > 0 && these.n < TACIT_ROMM_LEAST && i < to; i++)
            m->rare[m->n_rare++] = s->row[i];
    }
    return TACIT_OK;
}

static tacit_status turn_group(tacit_ctx *cx, masking *m, const tacit_row_list *rows,
                               const tacit_rng *rng)
{
    sorting s = { .n = rows->n };
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.key, &s.key));
    TACIT_TRY(tacit_scratch(cx, s.n, sizeof *s.row, &s.row));
    for (size_t i = 0; i < s.n; i++) {
        const size_t row = tacit_row_at(rows, i);
        s.key[i] = (tacit_keyed){ missing_in(m, row), row };
    }
    TACIT_TRY(tacit_sort_keyed(cx, s.key, s.n));
    for (size_t i = 0; i < s.n; i++)
        s.row[i] = (size_t)s.key[i].row;
    return turn_runs(cx, m, &s, rng);
}

/* Correlation of the present values of a column before and after. */
static tacit_status correlation_of(tacit_ctx *cx, const masking *m, size_t c, double *out)
{
    const tacit_column *column = column_at(m, c);
    double *x = NULL, *y = NULL;
    size_t n = 0, at = 0;
    TACIT_TRY(tacit_column_present(cx, column, &x, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *y, &y));
    for (size_t i = 0; i < tacit_column_length(column); i++)
        if (!tacit_column_is_missing(column, i))
            y[at++] = m->y[c][i];
    *out = tacit_correlation(x, y, n);
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const masking *m)
{
    static const char *const heads[] = { "column", "correlation" };
    tacit_result *told = m->job->told;
    json_t *table = NULL;
    TACIT_TRY(tacit_noise_kept_tell(cx, m->off, told));
    TACIT_TRY(tacit_result_figure(cx, told, "expected_correlation",
                                  "Expected correlation of masked and original values",
                                  tacit_romm_expected(&m->turn), TACIT_UNIT_NUMBER,
                                  "(tr T - 1) / (n - 1) on average over T, for large n"));
    TACIT_TRY(tacit_result_figure(cx, told, "left", "Cells left as they are", (double)m->left,
                                  TACIT_UNIT_COUNT,
                                  "present, but with fewer than 3 records to mix"));
    TACIT_TRY(tacit_result_table(cx, told, "columns", "Correlation of masked and original values",
                                 2, heads, &table));
    for (size_t c = 0; c < m->job->cols.n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        double r = 0.0;
        TACIT_TRY(correlation_of(cx, m, c, &r));
        TACIT_TRY(tacit_result_row(cx, table, "[s,f]", tacit_column_name(column_at(m, c)), r));
        tacit_scratch_release(cx, mark);
    }
    if (m->n_rare > 0)
        TACIT_TRY(tacit_result_note(cx, told,
                                    "%zu records lack values that fewer than 3 of their stratum "
                                    "lack alike; they were mixed with each other, column by "
                                    "column.",
                                    m->n_rare));
    return TACIT_OK;
}

static tacit_status turn_groups(tacit_ctx *cx, masking *m, const tacit_noise_groups *groups)
{
    for (size_t g = 0; g < groups->strata.n; g++) {
        const tacit_rng own = tacit_rng_fork_number(m->job->rng, g);
        const tacit_row_list rows = tacit_noise_group(groups, g);
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(turn_group(cx, m, &rows, &own));
        tacit_scratch_release(cx, mark);
    }
    const tacit_rng last = tacit_rng_fork(m->job->rng, "rare");
    TACIT_TRY(turn_rare(cx, m, &last));
    return m->turned > 0 ? TACIT_OK
                         : tacit_fail(cx, TACIT_ERR_DATA,
                                      "Method 'romm' needs at least %d records with values in "
                                      "the same columns.",
                                      TACIT_ROMM_LEAST);
}

static tacit_status run(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    const size_t p = job->cols.n;
    masking m = { .job = job,
                  .turn = tacit_romm_turn_for(tacit_arg_real(job->args, KEPT),
                                              (size_t)tacit_arg_integer(job->args, SWEEPS)) };
    tacit_noise_groups groups;
    if (p > MOST_COLUMNS || tacit_table_rows(job->in) > UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Method 'romm' masks at most %d columns of at most 2^32 - 1 records.",
                          MOST_COLUMNS);
    TACIT_TRY(tacit_noise_groups_of(cx, job->in, &job->cols, TACIT_ROMM_LEAST, &groups));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *m.y, &m.y));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(job->in), sizeof *m.rare, &m.rare));
    for (size_t c = 0; c < p; c++)
        TACIT_TRY(tacit_table_edit_reals(cx, out, job->cols.at[c], &m.y[c]));
    TACIT_TRY(turn_groups(cx, &m, &groups));
    TACIT_TRY(tell(cx, &m));
    TACIT_TRY(tacit_noise_groups_tell(cx, &groups, TACIT_ROMM_LEAST, job->told));
    for (size_t c = 0; tacit_arg_flag(job->args, WHOLE) && c < p; c++)
        TACIT_TRY(tacit_table_round(cx, out, job->cols.at[c]));
    return TACIT_OK;
}

const tacit_method tacit_method_romm = {
    .about = { .name = "romm",
               .title = "Random orthogonal matrix masking",
               .summary = "Mixes records so that means and covariances stay exactly as they are.",
               .source = "Ting, Fienberg and Trottini (2008), Random orthogonal matrix masking "
                         "methodology for microdata release",
               .params = PARAMS },
    .accepts = TACIT_TYPE_NUMBER,
    .traits = TACIT_METHOD_RANDOM | TACIT_METHOD_MULTIVARIATE,
    .run = run,
};
