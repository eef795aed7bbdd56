/*
 * check.c - every promise of local suppression counted again in the result.
 *
 * Nothing of what chose the blanks is used: for each promised set the classes of the result
 * are made anew by classes/, under the rule for missing keys, as the model k_anonymity does.
 * With compat the records that sdcMicro's way leaves below k are counted instead, by its own
 * rule, stratum by stratum.  O(rows * keys) for each set.
 */
#include "micro/method/local_suppress/own.h"

#include "micro/classes/frequency.h"
#include "micro/method/strata.h"
#include "table/take.h"

/* A column with the numbers of the strata. */
static tacit_status add_strata(tacit_ctx *cx, const tacit_strata *strata, size_t rows,
                               tacit_table *t)
{
    int64_t *of = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    for (size_t h = 0; h < strata->n; h++)
        for (size_t i = strata->start[h]; i < strata->start[h + 1]; i++)
            of[strata->row[i]] = (int64_t)h;
    TACIT_TRY(tacit_builder_new(cx,
                                "\x01"
                                "stratum",
                                TACIT_TYPE_INTEGER, rows, &b));
    const tacit_status status = tacit_builder_integers(cx, b, of, NULL, rows);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

/* The keys of the result. */
static tacit_status add_keys(tacit_ctx *cx, const tacit_job *job, const tacit_table *result,
                             tacit_table *t)
{
    for (size_t j = 0; j < job->cols.n; j++)
        TACIT_TRY(tacit_table_add(cx, t,
                                  tacit_column_share(tacit_table_column(result, job->cols.at[j]))));
    return TACIT_OK;
}

/* Mark the rows of unsafe classes. */
static void mark_rows(const tacit_classes *c, const bool *unsafe, bool *row, size_t *records)
{
    for (size_t i = 0; i < c->rows; i++)
        if (unsafe[c->of_row[i]] && !row[i]) {
            row[i] = true;
            ++*records;
        }
}

/* ---- category, strict and wildcard ---- */

/* How sets are counted. */
typedef struct rule {
    size_t keys;
    tacit_missing_rule missing;
    bool *row; /* rows found unsafe so far */
} rule;

/* Whether a row shows nothing of a promised set. */
static bool shows_nothing(const tacit_table *t, uint64_t set, size_t row)
{
    for (size_t j = 0; set >> j != 0; j++)
        if ((set >> j & 1) != 0 && !tacit_column_is_missing(tacit_table_column(t, j), row))
            return false;
    return true;
}

/* Mark the classes that are not safe.  Those that show nothing are safe or, where a blank is a
 * value, one class over all strata. */
static void mark_classes(const tacit_table *t, const tacit_promise *p, const rule *how,
                         const tacit_classes *c, bool *unsafe)
{
    uint64_t silent = 0;
    for (size_t g = 0; g < c->n; g++)
        silent += shows_nothing(t, p->set, c->row[g]) ? c->size[g] : 0;
    const bool few = how->missing == TACIT_MISSING_CATEGORY && silent < p->k;
    for (size_t g = 0; g < c->n; g++)
        unsafe[g] = shows_nothing(t, p->set, c->row[g]) ? few : c->match[g] < p->k;
}

/* Count one promised set; a column of `t` after the keys is the stratum. */
static tacit_status count_set(tacit_ctx *cx, const tacit_table *t, const tacit_promise *p,
                              const rule *how, tacit_suppress_count *out)
{
    const size_t columns = tacit_table_columns(t), keys = how->keys;
    const size_t mark = tacit_scratch_mark(cx);
    size_t at[TACIT_SUPPRESS_KEYS + 1], n = 0;
    tacit_classes *c = NULL;
    bool *unsafe = NULL;
    for (size_t j = 0; j < columns; j++)
        if (j == keys || (p->set >> j & 1) != 0)
            at[n++] = j;
    const tacit_class_spec spec = {
        .keys = { n, at }, .count = columns, .weight = columns, .missing = how->missing
    };
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &c));
    const tacit_status status = tacit_scratch(cx, c->n, sizeof *unsafe, &unsafe);
    if (status == TACIT_OK)
        mark_classes(t, p, how, c, unsafe);
    if (status == TACIT_OK)
        mark_rows(c, unsafe, how->row, &out->unsafe);
    out->combinations += c->n;
    tacit_classes_free(c);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status count_sets(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *s,
                               const tacit_table *t, tacit_suppress_count *out)
{
    static const tacit_missing_rule rules[] = { [TACIT_FREQUENCY_CATEGORY] = TACIT_MISSING_CATEGORY,
                                                [TACIT_FREQUENCY_WILDCARD] = TACIT_MISSING_WILDCARD,
                                                [TACIT_FREQUENCY_STRICT] = TACIT_MISSING_STRICT };
    const size_t missing = tacit_arg_choice(job->args, TACIT_SUPPRESS_MISSING);
    rule how = { .keys = s->keys, .missing = rules[missing] };
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *how.row, &how.row));
    for (size_t p = 0; p < s->promises; p++) {
        TACIT_TRY(tacit_tick(cx, p, s->promises));
        TACIT_TRY(count_set(cx, t, &s->promise[p], &how, out));
    }
    if (out->unsafe > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "local_suppress left %zu records without the %s anonymity it promises; "
                          "please report this as an error of the program.",
                          out->unsafe, TACIT_FREQUENCY_CHOICES[missing]);
    return TACIT_OK;
}

/* ---- compat ---- */

/* Count one promised set in the records of one stratum by sdcMicro's rule. */
static tacit_status count_peer(tacit_ctx *cx, const tacit_job *job, tacit_table *t,
                               const tacit_promise *p, bool *row, tacit_suppress_count *out)
{
    tacit_subject *s = NULL;
    tacit_frequencies q = { 0 };
    bool *unsafe = NULL;
    for (size_t j = 0; j < job->cols.n; j++)
        tacit_table_set_roles(t, j, (p->set >> j & 1) != 0 ? TACIT_ROLE_KEY : 0u);
    TACIT_TRY(tacit_subject_new(cx, t, &s));
    tacit_status status = tacit_frequencies_of(cx, s, TACIT_FREQUENCY_SDCMICRO,
                                               tacit_arg_real(job->args, TACIT_SUPPRESS_ALPHA), &q);
    if (status == TACIT_OK)
        status = tacit_scratch(cx, q.classes->n, sizeof *unsafe, &unsafe);
    for (size_t g = 0; status == TACIT_OK && g < q.classes->n; g++)
        unsafe[g] = q.f[g] < (double)p->k;
    if (status == TACIT_OK) {
        mark_rows(q.classes, unsafe, row, &out->unsafe);
        out->combinations += q.classes->n;
    }
    tacit_subject_free(s);
    return status;
}

/* Count all promised sets in one stratum. */
static tacit_status count_stratum(tacit_ctx *cx, const tacit_job *job,
                                  const tacit_suppress_space *s, tacit_table *t,
                                  tacit_suppress_count *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    bool *row = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(t), sizeof *row, &row));
    for (size_t p = 0; p < s->promises; p++) {
        TACIT_TRY(tacit_tick(cx, p, s->promises));
        TACIT_TRY(count_peer(cx, job, t, &s->promise[p], row, out));
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status count_strata(tacit_ctx *cx, const tacit_job *job, const tacit_suppress_space *s,
                                 const tacit_strata *strata, const tacit_table *t,
                                 tacit_suppress_count *out)
{
    for (size_t h = 0; h < strata->n; h++) {
        const tacit_row_list rows = { strata->start[h + 1] - strata->start[h],
                                      strata->row + strata->start[h] };
        tacit_table *own = NULL;
        TACIT_TRY(tacit_table_take(cx, t, &rows, &own));
        const tacit_status status = count_stratum(cx, job, s, own, out);
        tacit_table_free(own);
        TACIT_TRY(status);
    }
    return TACIT_OK;
}

tacit_status tacit_suppress_recount(tacit_ctx *cx, const tacit_job *job,
                                    const tacit_suppress_space *s, const tacit_table *result,
                                    tacit_suppress_count *out)
{
    const bool peer = tacit_arg_choice(job->args, TACIT_SUPPRESS_HOW) == TACIT_SUPPRESS_COMPAT;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_strata strata = { 0 };
    tacit_table *t = NULL;
    TACIT_TRY(tacit_strata_of(cx, job->in, &strata));
    TACIT_TRY(tacit_table_new(cx, s->rows, &t));
    tacit_status status = add_keys(cx, job, result, t);
    if (status == TACIT_OK && !peer && strata.n > 1)
        status = add_strata(cx, &strata, s->rows, t);
    if (status == TACIT_OK)
        status = peer ? count_strata(cx, job, s, &strata, t, out) : count_sets(cx, job, s, t, out);
    tacit_table_free(t);
    tacit_scratch_release(cx, mark);
    out->sets = s->promises * strata.n;
    return status;
}
