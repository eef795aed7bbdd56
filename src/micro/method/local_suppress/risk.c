/*
 * risk.c - values blanked in the records whose risk is above a threshold.
 *
 * The columns are taken in the order given: the first is made missing in all records at risk,
 * then the risks are counted again and the next column is made missing in those that are still
 * at risk.  With one column this is sdcMicro's localSupp (Templ, Kowarik and Meindl 2015).  The
 * risk of a record whose keys f records share is
 *   prosecutor  1 / f, for who knows that the person is in the file;
 *   individual  E[1 / F | f] with the population frequency F estimated by the sum of the
 *               weights (Benedetti and Franconi 1998); see stats/benedetti_franconi.c.
 * Keys are the columns of that role, or if there are none the columns given.  A missing key
 * counts by `missing`; see classes/frequency.c.  How many records stay at risk is told.
 *
 * Missing values stay missing.  Strata play no part.  O(n) for each column, and the cost of
 * classes/wildcard.c if a missing key matches others.
 */
#include "micro/method/local_suppress/own.h"

#include "micro/classes/frequency.h"
#include "micro/method/rewrite.h"
#include "stats/population/benedetti_franconi.h"

/* The records at risk in a table. */
typedef struct danger {
    bool *at; /* of each row */
    size_t records;
} danger;

/* Mark the rows of the classes whose risk is above the threshold. */
static tacit_status mark_rows(tacit_ctx *cx, const tacit_job *job, tacit_subject *s, danger *out)
{
    const bool individual =
        tacit_arg_choice(job->args, TACIT_SUPPRESS_RISK) == TACIT_SUPPRESS_INDIVIDUAL;
    const double threshold = tacit_arg_real(job->args, TACIT_SUPPRESS_THRESHOLD);
    tacit_frequencies q = { 0 };
    bool *risky = NULL;
    const tacit_frequency_rule rule =
        (tacit_frequency_rule)tacit_arg_choice(job->args, TACIT_SUPPRESS_MISSING);
    TACIT_TRY(
        tacit_frequencies_of(cx, s, rule, tacit_arg_real(job->args, TACIT_SUPPRESS_ALPHA), &q));
    TACIT_TRY(tacit_scratch(cx, q.classes->n, sizeof *risky, &risky));
    for (size_t g = 0; g < q.classes->n; g++) {
        const double f = q.f[g], p = individual && f < q.F[g] ? f / q.F[g] : 1.0;
        risky[g] = (individual ? tacit_benedetti_franconi(f, p) : 1.0 / f) > threshold;
    }
    out->records = 0;
    for (size_t i = 0; i < q.classes->rows; i++) {
        out->at[i] = risky[q.classes->of_row[i]];
        out->records += out->at[i];
    }
    return TACIT_OK;
}

/* Find the records of `t`, with its keys, that are at risk. */
static tacit_status find_danger(tacit_ctx *cx, const tacit_job *job, const tacit_table *t,
                                danger *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_subject *s = NULL;
    TACIT_TRY(tacit_subject_new(cx, t, &s));
    tacit_status status =
        tacit_subject_check(cx, s, "local_suppress",
                            TACIT_NEEDS_KEYS | (tacit_arg_choice(job->args, TACIT_SUPPRESS_RISK) ==
                                                        TACIT_SUPPRESS_INDIVIDUAL
                                                    ? TACIT_NEEDS_WEIGHT
                                                    : 0u));
    if (status == TACIT_OK)
        status = mark_rows(cx, job, s, out);
    tacit_subject_free(s);
    tacit_scratch_release(cx, mark);
    return status;
}

/* Make keys of the columns given, if no column is one. */
static void choose_keys(const tacit_job *job, tacit_table *t)
{
    if (tacit_table_role_column(t, TACIT_ROLE_KEY) < tacit_table_columns(t))
        return;
    for (size_t c = 0; c < job->cols.n; c++)
        tacit_table_set_roles(t, job->cols.at[c],
                              tacit_table_roles(t, job->cols.at[c]) | TACIT_ROLE_KEY);
}

/* Blank one column after the other and tell how many cells of each. */
static tacit_status blank_columns(tacit_ctx *cx, const tacit_job *job, danger *d, tacit_table *t)
{
    static const char *const heads[] = { "column", "cells blanked", "records at risk after" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, job->told, "blanks", "Cells blanked", 3, heads, &table));
    for (size_t c = 0; c < job->cols.n; c++) {
        const size_t j = job->cols.at[c];
        size_t blanked = 0;
        TACIT_TRY(tacit_tick(cx, c, job->cols.n));
        if (d->records > 0) {
            TACIT_TRY(tacit_rewrite_blank(cx, t, j, d->at, &blanked));
            TACIT_TRY(find_danger(cx, job, t, d));
        }
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,I]",
                                   tacit_column_name(tacit_table_column(t, j)), (json_int_t)blanked,
                                   (json_int_t)d->records));
    }
    return TACIT_OK;
}

static tacit_status suppress(tacit_ctx *cx, const tacit_job *job, danger *d, tacit_table *t)
{
    choose_keys(job, t);
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(t), sizeof *d->at, &d->at));
    if (tacit_table_rows(t) > 0)
        TACIT_TRY(find_danger(cx, job, t, d));
    TACIT_TRY(tacit_result_figure(cx, job->told, "at_risk_before", "Records at risk before",
                                  (double)d->records, TACIT_UNIT_COUNT,
                                  "records with a risk above the threshold"));
    TACIT_TRY(blank_columns(cx, job, d, t));
    TACIT_TRY(tacit_result_figure(cx, job->told, "at_risk_after", "Records at risk after",
                                  (double)d->records, TACIT_UNIT_COUNT,
                                  "counted again with the blanked values missing",
                                  .better = TACIT_BETTER_LOWER));
    if (d->records > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "%zu records stay above the threshold: blanking these columns "
                                    "is not enough for them.",
                                    d->records));
    return TACIT_OK;
}

tacit_status tacit_suppress_risk(tacit_ctx *cx, const tacit_job *job, tacit_table *out)
{
    danger d = { 0 };
    tacit_table *work = NULL;
    TACIT_TRY(tacit_table_copy(cx, job->in, &work));
    tacit_status status = suppress(cx, job, &d, work);
    for (size_t c = 0; c < job->cols.n && status == TACIT_OK; c++) {
        const tacit_column *done = tacit_table_column(work, job->cols.at[c]);
        tacit_table_replace(out, job->cols.at[c], tacit_column_share(done));
    }
    tacit_table_free(work);
    return status;
}
