/*
 * records.c - estimates made of the records of several synthetic sets, combined, and compared with
 * those of the original.
 *
 * A mean has the variance s^2 / n, a share p (1 - p) / n, of values that are there; a regression
 * those of its fit (regress.c).  Compared with the original are
 *
 *   difference  (Q - q) / s, q and s being the original's estimate and standard error
 *   overlap     of q -+ z s and Q -+ z sqrt(v), the interval that the original would be expected to
 *               have: J = ((min U - max L) / (U_o - L_o) + (min U - max L) / (U_s - L_s)) / 2,
 * below 0 where they do not meet (Karr, Kohnen, Oganian, Reiter and Sanil 2006) lack of fit of a
 * regression: (Q - q)' V^-1 (Q - q) with V the original's covariances, about chi square with as
 * many degrees of freedom as coefficients (Raab, Nowok and Dibben 2016)
 *
 * Cost: O(records) for each mean and share, and that of the fits.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "micro/classes/join.h"
#include "stats/counts/chi_square.h"
#include "stats/counts/overlap.h"
#include "stats/counts/student.h"
#include "stats/linear/linear_algebra.h"
#include "table/values.h"
#include "task/combine/own.h"

enum { MOST_TERMS = 1000, ROOM = 32 };

/* Everything on its way. */
typedef struct making {
    tacit_work *w;
    tacit_combined_sides sides;
    tacit_combined_term *term;
    size_t n;
    tacit_result *result;
} making;

bool tacit_combine_asks_records(const tacit_args *args)
{
    return tacit_arg_given(args, TACIT_COMBINE_MEANS) ||
           tacit_arg_given(args, TACIT_COMBINE_SHARES) ||
           tacit_arg_given(args, TACIT_COMBINE_RESPONSE);
}

/* ---- files ---- */

/* The path of set `k`, counted from 1, where that of the first ends in -1 before its ending. */
static tacit_status path_of(tacit_ctx *cx, const char *first, size_t k, char **out)
{
    const char *name = strrchr(first, '/');
    const char *one = strstr(name != NULL ? name : first, "-1.");
    if (one == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "With 'sets' the data is the first set, called NAME-1.csv or the like; "
                          "%s is not.",
                          first);
    return tacit_scratch_format(cx, out, "%.*s-%zu%s", (int)(one - first), first, k, one + 2);
}

/* The columns that take part, of the first set. */
static tacit_status find_columns(tacit_ctx *cx, const tacit_work *w, tacit_select *out)
{
    static const size_t params[] = { TACIT_COMBINE_MEANS, TACIT_COMBINE_SHARES,
                                     TACIT_COMBINE_PREDICTORS };
    const tacit_args *args = &w->ask->args;
    const size_t p = tacit_table_columns(w->data);
    size_t *at = NULL, n = 0;
    bool *named = NULL;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, p, sizeof *named, &named));
    for (size_t k = 0; k < sizeof params / sizeof params[0]; k++)
        for (size_t i = 0; i < args->at[params[k]].n; i++)
            named[tacit_table_find(w->data, args->at[params[k]].texts[i])] = true;
    if (tacit_arg_given(args, TACIT_COMBINE_RESPONSE))
        named[tacit_table_find(w->data, tacit_arg_text(args, TACIT_COMBINE_RESPONSE))] = true;
    for (size_t j = 0; j < p; j++)
        if (named[j])
            at[n++] = j;
    *out = (tacit_select){ n, at };
    return TACIT_OK;
}

/* Put the file at `path` under those that are there. */
static tacit_status append(tacit_ctx *cx, making *m, const char *path, size_t *start)
{
    const char *const names[2] = { "the first set", path };
    tacit_combined_sides *s = &m->sides;
    tacit_table *below = NULL, *joint = NULL;
    tacit_select columns;
    size_t *all = NULL;
    TACIT_TRY(tacit_work_reads(cx, m->w, path));
    TACIT_TRY(tacit_work_load_other(cx, m->w, path, &below));
    tacit_status status = s->joint == NULL
                              ? find_columns(cx, m->w, &columns)
                              : tacit_scratch(cx, tacit_table_columns(s->joint), sizeof *all, &all);
    for (size_t j = 0; all != NULL && j < tacit_table_columns(s->joint); j++)
        all[j] = j;
    if (all != NULL)
        columns = (tacit_select){ tacit_table_columns(s->joint), all };
    if (status == TACIT_OK)
        status = tacit_join_rows(cx, s->joint != NULL ? s->joint : m->w->data, &columns, below,
                                 names, &joint);
    start[s->n + 1] = start[s->n] + tacit_table_rows(below);
    tacit_table_free(below);
    TACIT_TRY(status);
    tacit_table_free(s->joint);
    s->joint = joint;
    s->n++;
    return TACIT_OK;
}

static tacit_status load(tacit_ctx *cx, making *m)
{
    const tacit_args *args = &m->w->ask->args;
    const size_t sets = (size_t)tacit_arg_integer(args, TACIT_COMBINE_SETS);
    size_t *start = NULL;
    TACIT_TRY(tacit_scratch(cx, sets + 2, sizeof *start, &start));
    m->sides = (tacit_combined_sides){ .sets = sets, .n = 1, .start = start };
    start[1] = tacit_table_rows(m->w->data);
    for (size_t k = 2; k <= sets; k++) {
        char *path = NULL;
        TACIT_TRY(path_of(cx, m->w->plan->data, k, &path));
        TACIT_TRY(append(cx, m, path, start));
    }
    if (tacit_arg_given(args, TACIT_COMBINE_COMPARE))
        TACIT_TRY(append(cx, m, tacit_arg_text(args, TACIT_COMBINE_COMPARE), start));
    return m->sides.joint != NULL ? TACIT_OK : tacit_table_copy(cx, m->w->data, &m->sides.joint);
}

/* ---- estimates ---- */

/* Room for another term of all sides. */
static tacit_status add_term(tacit_ctx *cx, making *m, const char *name, double **q, double **u)
{
    if (m->n == MOST_TERMS)
        return tacit_fail(cx, TACIT_ERR_INPUT, "There are more than %d estimates to make.",
                          (int)MOST_TERMS);
    TACIT_TRY(tacit_scratch(cx, m->sides.n, sizeof **q, q));
    TACIT_TRY(tacit_scratch(cx, m->sides.n, sizeof **u, u));
    m->term[m->n++] = (tacit_combined_term){ .name = name, .q = *q, .u = *u };
    return TACIT_OK;
}

static const tacit_column *find(const making *m, const char *name)
{
    return tacit_table_column(m->sides.joint, tacit_table_find(m->sides.joint, name));
}

static tacit_status fail_empty(tacit_ctx *cx, const char *name)
{
    return tacit_fail(cx, TACIT_ERR_DATA,
                      "Column '%s' has fewer than 2 values in one of the files.", name);
}

static tacit_status add_mean(tacit_ctx *cx, making *m, const char *column)
{
    const tacit_column *c = find(m, column);
    double *q = NULL, *u = NULL;
    char *name = NULL;
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' has texts, which have no mean; name it under 'shares'.",
                          column);
    TACIT_TRY(tacit_scratch_format(cx, &name, "mean of %s", column));
    TACIT_TRY(add_term(cx, m, name, &q, &u));
    for (size_t k = 0; k < m->sides.n; k++) {
        double n = 0.0, mean = 0.0, squares = 0.0;
        for (size_t i = m->sides.start[k]; i < m->sides.start[k + 1]; i++) {
            if (tacit_column_is_missing(c, i))
                continue;
            const double gap = tacit_column_number(c, i) - mean; /* Welford's update */
            n += 1.0;
            mean += gap / n;
            squares += gap * (tacit_column_number(c, i) - mean);
        }
        if (n < 2.0)
            return fail_empty(cx, column);
        q[k] = mean;
        u[k] = squares / (n - 1.0) / n;
    }
    return TACIT_OK;
}

static tacit_status add_share(tacit_ctx *cx, making *m, const tacit_column *c,
                              const tacit_values *values, uint32_t v)
{
    double *q = NULL, *u = NULL;
    char *name = NULL, room[ROOM];
    TACIT_TRY(tacit_scratch_format(cx, &name, "share of %s: %s", tacit_column_name(c),
                                   tacit_column_text(c, values->row[v], room)));
    TACIT_TRY(add_term(cx, m, name, &q, &u));
    for (size_t k = 0; k < m->sides.n; k++) {
        double n = 0.0, own = 0.0;
        for (size_t i = m->sides.start[k]; i < m->sides.start[k + 1]; i++) {
            n += values->of[i] < values->n;
            own += values->of[i] == v;
        }
        if (n < 2.0)
            return fail_empty(cx, tacit_column_name(c));
        q[k] = own / n;
        u[k] = q[k] * (1.0 - q[k]) / n;
    }
    return TACIT_OK;
}

static tacit_status add_shares(tacit_ctx *cx, making *m, const char *column)
{
    const tacit_column *c = find(m, column);
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    for (uint32_t v = 0; v < values.n; v++)
        TACIT_TRY(add_share(cx, m, c, &values, v));
    return TACIT_OK;
}

static tacit_status add_coefficients(tacit_ctx *cx, making *m, const tacit_combined_fit *r)
{
    const size_t p = r->columns;
    for (size_t j = 0; j < p; j++) {
        double *q = NULL, *u = NULL;
        TACIT_TRY(add_term(cx, m, r->name[j], &q, &u));
        for (size_t k = 0; k < m->sides.n; k++) {
            q[k] = r->beta[k * p + j];
            u[k] = r->covariance[k * p * p + j * p + j];
        }
    }
    return TACIT_OK;
}

/* ---- combining ---- */

static tacit_combined_sets sets_of(const making *m, const tacit_combined_term *t)
{
    const tacit_args *args = &m->w->ask->args;
    const tacit_combined_sides *s = &m->sides;
    tacit_combined_sets out = { .m = s->sets, .r = 1, .q = t->q, .u = t->u };
    out.k = (double)s->start[1];
    out.n = tacit_arg_given(args, TACIT_COMBINE_ORIGINAL)
                ? (double)tacit_arg_integer(args, TACIT_COMBINE_ORIGINAL)
            : s->n > s->sets ? (double)(s->start[s->n] - s->start[s->sets])
                             : out.k;
    return out;
}

/* Overlap of both intervals; below 0 where they do not meet. */
static double overlap_of(double q, double s, double other, double error, double z)
{
    const double both = fmin(q + z * s, other + z * error) - fmax(q - z * s, other - z * error);
    return 0.25 / z * (both / s + both / error);
}

/* Sums over terms of what is compared with the original. */
typedef struct comparison {
    double n, overlap, met, equal, difference;
    json_t *table; /* or NULL */
} comparison;

static tacit_status compare(tacit_ctx *cx, const making *m, const tacit_combined_term *t,
                            const tacit_joint_estimate *x, comparison *sum)
{
    const tacit_combined_sets sets = sets_of(m, t);
    const double z =
        tacit_confidence_factor(tacit_arg_real(&m->w->ask->args, TACIT_COMBINE_CONFIDENCE));
    const double q = t->q[m->sides.sets], s = sqrt(t->u[m->sides.sets]);
    const double gap = (x->estimate - q) / s;
    const double j = overlap_of(q, s, x->estimate, sqrt(x->within * sets.k / sets.n), z);
    TACIT_TRY(tacit_result_row(cx, sum->table, "[s, f, f, f, o, o]", t->name, x->estimate, q, s,
                               isfinite(gap) ? json_real(gap) : json_null(),
                               isfinite(j) ? json_real(j) : json_null()));
    if (!isfinite(j) || !isfinite(gap))
        return TACIT_OK;
    sum->n += 1.0;
    sum->overlap += j;
    sum->met += fmax(j, 0.0);
    sum->equal += 1.0 - 0.5 * fabs(gap) / z;
    sum->difference += fabs(gap);
    return TACIT_OK;
}

static tacit_status add_row(tacit_ctx *cx, const making *m, const tacit_combined_term *t,
                            comparison *sum, json_t *table)
{
    const tacit_args *args = &m->w->ask->args;
    const tacit_combining rule = (tacit_combining)tacit_arg_choice(args, TACIT_COMBINE_RULE);
    const tacit_combined_sets sets = sets_of(m, t);
    const tacit_joint_estimate x = tacit_combine(rule, &sets);
    const double level = tacit_arg_real(args, TACIT_COMBINE_CONFIDENCE);
    const double half = tacit_student_quantile(0.5 * (1.0 + level), x.df) * sqrt(x.variance);
    TACIT_TRY(tacit_result_row(cx, table, "[s, f, f, f, f, o]", t->name, x.estimate,
                               sqrt(x.variance), x.estimate - half, x.estimate + half,
                               isfinite(x.df) ? json_real(x.df) : json_null()));
    return sum->table != NULL ? compare(cx, m, t, &x, sum) : TACIT_OK;
}

static tacit_status tell_compared(tacit_ctx *cx, const making *m, const comparison *sum)
{
    if (sum->n < 1.0)
        return TACIT_OK;
    TACIT_TRY(tacit_result_ranged(cx, m->result, &TACIT_RANGE_KEPT, "overlap",
                                  "Overlap with the original", sum->met / sum->n, TACIT_UNIT_NUMBER,
                                  "mean overlap of intervals, 0 where they do not meet"));
    TACIT_TRY(tacit_result_figure(cx, m->result, "raw_overlap", "Overlap, with gaps",
                                  sum->overlap / sum->n, TACIT_UNIT_NUMBER,
                                  "the same, below 0 where they do not meet",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, m->result, "equal_overlap", "Overlap of equal intervals",
                                  sum->equal / sum->n, TACIT_UNIT_NUMBER,
                                  "the same with both as long as the original's, as synthpop has "
                                  "it",
                                  .better = TACIT_BETTER_HIGHER));
    return tacit_result_ranged(cx, m->result, &TACIT_RANGE_LOSS, "difference",
                               "Standardised difference", sum->difference / sum->n,
                               TACIT_UNIT_NUMBER,
                               "mean of |combined - original| / standard error of the original");
}

/* ---- tests of a regression ---- */

/* (Q - q)' V^-1 (Q - q), V being the original's covariances, which are lost. */
static tacit_status tell_lack(tacit_ctx *cx, const making *m, const tacit_combined_fit *r)
{
    const size_t p = r->columns, at = m->sides.sets;
    double *v = r->covariance + at * p * p, *gap = NULL, sum = 0.0;
    if (m->sides.n == m->sides.sets || !tacit_inverse_positive(v, p, 1e-14))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, p, sizeof *gap, &gap));
    for (size_t j = 0; j < p; j++) {
        for (size_t k = 0; k < at; k++)
            gap[j] += r->beta[k * p + j] / (double)at;
        gap[j] -= r->beta[at * p + j];
    }
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++)
            sum += gap[a] * v[a * p + b] * gap[b];
    return tacit_result_figure(cx, m->result, "lack_of_fit", "Lack of fit", sum, TACIT_UNIT_NUMBER,
                               "of the regression's coefficients to the original's; about as many "
                               "as there are coefficients if only chance makes the difference",
                               .better = TACIT_BETTER_LOWER);
}

/* That all slopes are 0, in partially synthetic sets. */
static tacit_status tell_test(tacit_ctx *cx, const making *m, const tacit_combined_fit *r)
{
    const size_t p = r->columns, d = p - 1, sets = m->sides.sets;
    double *q = NULL, *u = NULL;
    if (tacit_arg_choice(&m->w->ask->args, TACIT_COMBINE_RULE) != TACIT_COMBINE_PARTIAL || d == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, sets * d, sizeof *q, &q));
    TACIT_TRY(tacit_scratch(cx, d * d, sizeof *u, &u));
    for (size_t k = 0; k < sets; k++)
        for (size_t a = 0; a < d; a++) {
            q[k * d + a] = r->beta[k * p + a + 1];
            for (size_t b = 0; b < d; b++)
                u[a * d + b] += r->covariance[k * p * p + (a + 1) * p + b + 1] / (double)sets;
        }
    if (!tacit_inverse_positive(u, d, 1e-14))
        return TACIT_OK;
    const tacit_vector_test t = tacit_combine_test(q, u, sets, d);
    TACIT_TRY(tacit_result_figure(cx, m->result, "slopes", "All slopes 0: F", t.statistic,
                                  TACIT_UNIT_NUMBER,
                                  "Reiter's (2005) statistic for all coefficients but the "
                                  "intercept"));
    return tacit_result_figure(cx, m->result, "slopes_p", "All slopes 0: p", t.p,
                               TACIT_UNIT_PROBABILITY,
                               "how likely a statistic as large is if all are 0");
}

/* ---- all of it ---- */

static tacit_status estimate(tacit_ctx *cx, making *m)
{
    const tacit_args *args = &m->w->ask->args;
    const tacit_value *means = &args->at[TACIT_COMBINE_MEANS];
    const tacit_value *shares = &args->at[TACIT_COMBINE_SHARES];
    tacit_combined_fit r;
    for (size_t i = 0; i < means->n; i++)
        TACIT_TRY(add_mean(cx, m, means->texts[i]));
    for (size_t i = 0; i < shares->n; i++)
        TACIT_TRY(add_shares(cx, m, shares->texts[i]));
    if (!tacit_arg_given(args, TACIT_COMBINE_RESPONSE))
        return TACIT_OK;
    TACIT_TRY(tacit_combine_regress(cx, args, &m->sides, &r));
    TACIT_TRY(add_coefficients(cx, m, &r));
    TACIT_TRY(tell_test(cx, m, &r));
    TACIT_TRY(tacit_result_note(cx, m->result, "%s regression.",
                                r.logistic ? "Logistic" : "Least squares"));
    return tell_lack(cx, m, &r);
}

static tacit_status tell(tacit_ctx *cx, const making *m)
{
    static const char *const heads[] = { "term", "estimate", "error", "low", "high", "df" };
    static const char *const beside[] = { "term",  "combined",   "original",
                                          "error", "difference", "overlap" };
    comparison sum = { 0 };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, m->result, "combined", "Combined estimates", 6, heads, &table));
    if (m->sides.n > m->sides.sets)
        TACIT_TRY(tacit_result_table(cx, m->result, "compared", "Beside the original", 6, beside,
                                     &sum.table));
    for (size_t i = 0; i < m->n; i++)
        TACIT_TRY(add_row(cx, m, &m->term[i], &sum, table));
    return tell_compared(cx, m, &sum);
}

static tacit_status make(tacit_ctx *cx, making *m)
{
    TACIT_TRY(load(cx, m));
    TACIT_TRY(tacit_scratch(cx, MOST_TERMS, sizeof *m->term, &m->term));
    TACIT_TRY(estimate(cx, m));
    return tell(cx, m);
}

static tacit_status check(tacit_ctx *cx, const tacit_args *args)
{
    const size_t sets = (size_t)tacit_arg_integer(args, TACIT_COMBINE_SETS);
    const size_t rule = tacit_arg_choice(args, TACIT_COMBINE_RULE);
    if (tacit_arg_given(args, TACIT_COMBINE_ESTIMATE))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'estimate' is for files of estimates; 'means', 'shares' and 'response' "
                          "are for files of records.");
    if (tacit_arg_given(args, TACIT_COMBINE_RESPONSE) !=
        tacit_arg_given(args, TACIT_COMBINE_PREDICTORS))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A regression needs both 'response' and 'predictors'.");
    if (rule == TACIT_COMBINE_NESTED)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The rule 'nested' is for files of estimates, which say by 'imputation' "
                          "which belong together.");
    if (sets < 2 && rule != TACIT_COMBINE_SIMPLE && rule != TACIT_COMBINE_PROPER)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "This rule needs several sets; say with 'sets' how many there are.");
    return TACIT_OK;
}

tacit_status tacit_combine_records(tacit_ctx *cx, tacit_work *w, tacit_result *result)
{
    making m = { .w = w, .result = result };
    TACIT_TRY(check(cx, &w->ask->args));
    const tacit_status status = make(cx, &m);
    tacit_table_free(m.sides.joint);
    return status;
}
