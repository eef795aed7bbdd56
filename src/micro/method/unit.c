/*
 * unit.c - decisions that are made once for all records of a unit, such as a household.
 *
 * A key that is the same for all members of a household is not hidden by blanking it in one record:
 * the others tell it.  So such keys are masked in a file of households and merged back into that
 * of persons (sdcMicro: selectHouseholdData, mergeHouseholdData), which makes them k-anonymous by
 * households, and so by persons.
 *
 * A record whose unit is missing is a unit of its own.  Columns that are linked with a key are
 * blanked in every record of a unit that lost the key, whatever the other records had there.
 * O(rows) a column beside the method.
 */
#include "micro/method/unit.h"

#include <string.h>

#include "micro/method/rewrite.h"
#include "table/take.h"
#include "table/values.h"

/* The units: of each row its unit, and of each unit its first row. */
typedef struct units {
    size_t n;
    size_t *of, *row;
} units;

const char *tacit_unit_of(const tacit_args *args)
{
    const size_t i = tacit_param_find(args->params, TACIT_UNIT_NAME);
    return i < args->n && tacit_arg_given(args, i) ? tacit_arg_text(args, i) : NULL;
}

/* Number the units in the order of their first rows. */
static tacit_status number_units(tacit_ctx *cx, const tacit_column *c, units *out)
{
    const size_t rows = tacit_column_length(c);
    tacit_values v;
    size_t *number = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, (size_t)v.n + 1, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *out->of, &out->of));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *out->row, &out->row));
    for (size_t i = 0; i < rows; i++) {
        size_t *to = &number[v.of[i]]; /* the unit, from 1 */
        if (*to == 0 || v.of[i] == v.n) {
            out->row[out->n++] = i;
            *to = out->n;
        }
        out->of[i] = *to - 1;
    }
    return TACIT_OK;
}

/* Whether column `c` has one value in each unit. */
static tacit_status is_shared(tacit_ctx *cx, const tacit_column *c, const units *u, bool *out)
{
    const size_t mark = tacit_scratch_mark(cx), rows = tacit_column_length(c);
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    *out = true;
    for (size_t i = 0; i < rows && *out; i++)
        *out = v.of[i] == v.of[u->row[u->of[i]]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* The columns to mask: those that are named, which have to be shared, or all keys that are. */
static tacit_status choose_columns(tacit_ctx *cx, const tacit_job *job, const units *u,
                                   tacit_select *out)
{
    const char *per = tacit_unit_of(job->args);
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, job->cols.n, sizeof *at, &at));
    for (size_t c = 0; c < job->cols.n; c++) {
        const tacit_column *column = tacit_table_column(job->in, job->cols.at[c]);
        bool shared = true;
        TACIT_TRY(is_shared(cx, column, u, &shared));
        if (shared)
            at[n++] = job->cols.at[c];
        else if (job->args->at[0].given)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' differs among records with the same '%s'; leave it out "
                              "of the step with 'per', and mask it in one without.",
                              tacit_column_name(column), per);
    }
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No key is the same for all records with the same '%s'; leave 'per' out.",
                          per);
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

static bool is_selected(const tacit_select *s, size_t j)
{
    for (size_t c = 0; c < s->n; c++)
        if (s->at[c] == j)
            return true;
    return false;
}

/* The arguments without `per`; records that are suppressed stay. */
static tacit_status own_args(tacit_ctx *cx, const tacit_args *args, tacit_args *out)
{
    const size_t suppressed = tacit_param_find(args->params, "suppressed");
    *out = *args;
    TACIT_TRY(tacit_scratch(cx, args->n, sizeof *out->at, &out->at));
    memcpy(out->at, args->at, args->n * sizeof *out->at);
    out->at[tacit_param_find(args->params, TACIT_UNIT_NAME)] = (tacit_value){ .given = false };
    if (suppressed < args->n) {
        size_t blank = 0;
        while (strcmp(args->params[suppressed].choices[blank], "blank") != 0)
            blank++;
        out->at[suppressed].number = (double)blank;
    }
    return TACIT_OK;
}

/* Of what is required, k-anonymity on all keys. */
static tacit_status own_require(tacit_ctx *cx, const tacit_job *job, tacit_job *own)
{
    tacit_requirement *require = NULL;
    TACIT_TRY(tacit_scratch(cx, job->n_require, sizeof *require, &require));
    own->n_require = 0;
    for (size_t i = 0; i < job->n_require; i++) {
        const tacit_requirement *r = &job->require[i];
        if (r->model == &tacit_model_k_anonymity &&
            !tacit_arg_given(r->args, tacit_param_find(r->args->params, "subset")) &&
            !tacit_arg_given(r->args, tacit_param_find(r->args->params, "sets")))
            require[own->n_require++] = *r;
    }
    own->require = require;
    return TACIT_OK;
}

/* Give all records of each unit what became of its one record. */
static tacit_status merge(tacit_ctx *cx, const tacit_table *from, const tacit_select *cols,
                          const units *u, tacit_table *masked)
{
    const tacit_row_list back = { .n = tacit_table_rows(masked), .at = u->of };
    TACIT_ASSERT(tacit_table_rows(from) == u->n);
    for (size_t c = 0; c < cols->n; c++) {
        const tacit_column *one = tacit_table_column(from, cols->at[c]);
        tacit_column *all = NULL;
        TACIT_TRY(tacit_column_take(cx, one, tacit_column_name(one), &back, &all));
        tacit_table_replace(masked, cols->at[c], all);
    }
    return TACIT_OK;
}

/* Blank column `name` of `masked` where column j lost what it had in the table of the job. */
static tacit_status blank_linked(tacit_ctx *cx, const tacit_job *job, size_t j, const char *name,
                                 tacit_table *masked)
{
    const tacit_column *was = tacit_table_column(job->in, j), *is = tacit_table_column(masked, j);
    const size_t mark = tacit_scratch_mark(cx), rows = tacit_table_rows(masked);
    size_t blanked = 0;
    bool *gone = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *gone, &gone));
    for (size_t i = 0; i < rows; i++)
        gone[i] = tacit_column_is_missing(is, i) && !tacit_column_is_missing(was, i);
    TACIT_TRY(tacit_rewrite_blank(cx, masked, tacit_table_find(masked, name), gone, &blanked));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Blank what is linked with keys that were blanked; the method has seen to the names. */
static tacit_status follow_links(tacit_ctx *cx, const tacit_job *job, tacit_table *masked)
{
    const size_t at = tacit_param_find(job->args->params, "linked");
    for (size_t k = 0; at < job->args->n && k < job->args->at[at].n; k++) {
        const tacit_group *g = &job->args->at[at].groups[k];
        for (size_t i = 0; i < g->n; i++)
            TACIT_TRY(
                blank_linked(cx, job, tacit_table_find(job->in, g->label), g->member[i], masked));
    }
    return TACIT_OK;
}

/* Mask the table with one record of each unit. */
static tacit_status mask_units(tacit_ctx *cx, const tacit_method *m, const tacit_job *own,
                               tacit_table *in, const units *u, tacit_table *masked)
{
    tacit_table *out = NULL;
    for (size_t j = 0; j < tacit_table_columns(in); j++)
        if (!is_selected(&own->cols, j))
            tacit_table_set_roles(in, j, tacit_table_roles(in, j) & ~(unsigned)TACIT_ROLE_KEY);
    TACIT_TRY(tacit_method_run(cx, m, own, &out));
    const tacit_status status = merge(cx, out, &own->cols, u, masked);
    tacit_table_free(out);
    return status;
}

tacit_status tacit_unit_run(tacit_ctx *cx, const tacit_method *m, const tacit_job *job,
                            tacit_table *masked)
{
    const size_t per = tacit_table_find(job->in, tacit_unit_of(job->args));
    units u = { 0 };
    tacit_args args;
    tacit_job own = *job;
    tacit_table *in = NULL;
    if (per == tacit_table_columns(job->in))
        return tacit_fail(cx, TACIT_ERR_INPUT, "'per' names column '%s', which is not there.",
                          tacit_unit_of(job->args));
    TACIT_TRY(number_units(cx, tacit_table_column(job->in, per), &u));
    TACIT_TRY(choose_columns(cx, job, &u, &own.cols));
    TACIT_TRY(own_args(cx, job->args, &args));
    TACIT_TRY(own_require(cx, job, &own));
    TACIT_TRY(tacit_result_note(cx, job->told,
                                "Decided on one record of each of the %zu values of '%s' and given "
                                "to all their records.",
                                u.n, tacit_unit_of(job->args)));
    TACIT_TRY(tacit_table_take(cx, job->in, &(tacit_row_list){ .n = u.n, .at = u.row }, &in));
    own.args = &args;
    own.in = in;
    own.extra = NULL;
    own.original = NULL;
    own.decided = NULL;
    const tacit_status status = mask_units(cx, m, &own, in, &u, masked);
    tacit_table_free(in);
    TACIT_TRY(status);
    return follow_links(cx, job, masked);
}
