/*
 * settle.c - the cells that were chosen to be blanked, as listed suppressions.
 *
 * Where all records of a combination of keys and strata lose the same cells, the combinations
 * are listed; otherwise the numbers of the records.  A suppression sees what those before it
 * left, so combinations with more missing keys come first: what they become has still more,
 * and is in no list that follows.  Columns that are linked with a key are blanked where it is.
 * O(rows + classes * suppressions).
 */
#include <string.h>

#include "base/text.h"
#include "micro/method/local_suppress/own.h"

/* What is blanked in the classes, and how they are written. */
typedef struct settling {
    const tacit_job *job;
    const tacit_suppress_space *s;
    const uint64_t *blank; /* of each row */
    size_t *row;           /* the first row of each class */
    uint64_t *mask;        /* what each class loses */
    bool *done;
    tacit_select by; /* keys and strata */
    tacit_decision *out;
} settling;

/* ---- linked columns ---- */

/* Whether a key of the job has that name. */
static bool is_key(const tacit_job *job, const char *name)
{
    for (size_t j = 0; j < job->cols.n; j++)
        if (strcmp(tacit_column_name(tacit_table_column(job->in, job->cols.at[j])), name) == 0)
            return true;
    return false;
}

static tacit_status check_link(tacit_ctx *cx, const tacit_job *job, const tacit_group *g)
{
    if (!is_key(job, g->label))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'linked' of local_suppress names '%s', which is no key of the step.",
                          g->label);
    for (size_t i = 0; i < g->n; i++) {
        if (tacit_table_find(job->in, g->member[i]) == tacit_table_columns(job->in))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'linked' of local_suppress names column '%s', which is not there.",
                              g->member[i]);
        if (is_key(job, g->member[i]))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'linked' of local_suppress names '%s', which is a key itself.",
                              g->member[i]);
    }
    return TACIT_OK;
}

tacit_status tacit_suppress_links(tacit_ctx *cx, const tacit_job *job)
{
    const tacit_value *linked = &job->args->at[TACIT_SUPPRESS_LINKED];
    if (linked->given && tacit_arg_given(job->args, TACIT_SUPPRESS_THRESHOLD))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'linked' of local_suppress goes with 'k', not with 'threshold'.");
    for (size_t i = 0; linked->given && i < linked->n; i++)
        TACIT_TRY(check_link(cx, job, &linked->groups[i]));
    return TACIT_OK;
}

/* Append to `names` the columns that are linked with the key `name` and not there yet. */
static size_t add_links(const settling *z, const char *name, const char **names, size_t n)
{
    const tacit_value *linked = &z->job->args->at[TACIT_SUPPRESS_LINKED];
    for (size_t i = 0; linked->given && i < linked->n; i++) {
        const tacit_group *g = &linked->groups[i];
        for (size_t m = 0; m < g->n && strcmp(g->label, name) == 0; m++) {
            size_t k = 0;
            while (k < n && strcmp(names[k], g->member[m]) != 0)
                k++;
            names[k] = g->member[m];
            n += k == n;
        }
    }
    return n;
}

static size_t count_links(const settling *z)
{
    const tacit_value *linked = &z->job->args->at[TACIT_SUPPRESS_LINKED];
    size_t n = 0;
    for (size_t i = 0; linked->given && i < linked->n; i++)
        n += linked->groups[i].n;
    return n;
}

/* ---- changes ---- */

/* Append a suppression of the keys of `mask` and of what is linked with them. */
static tacit_status add_change(tacit_ctx *cx, const settling *z, uint64_t mask, tacit_change **out)
{
    const char **names = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, z->s->keys + count_links(z), sizeof *names, &names));
    for (size_t j = 0; j < z->s->keys; j++)
        if ((mask >> j & 1) != 0)
            names[n++] = tacit_column_name(tacit_table_column(z->job->in, z->job->cols.at[j]));
    for (size_t k = 0, keys = n; k < keys; k++)
        n = add_links(z, names[k], names, n);
    TACIT_TRY(tacit_decision_add(cx, z->out, &tacit_method_suppress, NULL, out));
    return tacit_change_set(cx, z->out, *out, "columns",
                            &(tacit_value){ .given = true, .n = n, .texts = names });
}

static tacit_status set_by(tacit_ctx *cx, const settling *z, tacit_change *change)
{
    const char **names = NULL;
    TACIT_TRY(tacit_scratch(cx, z->by.n, sizeof *names, &names));
    for (size_t c = 0; c < z->by.n; c++)
        names[c] = tacit_column_name(tacit_table_column(z->job->in, z->by.at[c]));
    return tacit_change_set(cx, z->out, change, "by",
                            &(tacit_value){ .given = true, .n = z->by.n, .texts = names });
}

/* ---- combinations ---- */

/* The values of class `g` as the combination number `k`. */
static tacit_status list_class(tacit_ctx *cx, const settling *z, size_t g, size_t k,
                               tacit_group *out)
{
    const char **member = NULL;
    char *label = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &label, "%zu", k + 1));
    TACIT_TRY(tacit_scratch(cx, z->by.n, sizeof *member, &member));
    for (size_t c = 0; c < z->by.n; c++) {
        char room[TACIT_NUMBER_BYTES], *copy = NULL;
        const tacit_column *column = tacit_table_column(z->job->in, z->by.at[c]);
        if (tacit_column_is_missing(column, z->row[g]))
            continue;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(column, z->row[g], room), &copy));
        member[c] = copy;
    }
    *out = (tacit_group){ .label = label, .member = member, .n = z->by.n };
    return TACIT_OK;
}

/* Append the suppression of all classes that lose what class `first` loses, and have as many
 * missing keys. */
static tacit_status settle_classes(tacit_ctx *cx, const settling *z, size_t first)
{
    const int missing = __builtin_popcountll(z->s->missing[first]);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_group *lists = NULL;
    tacit_change *own = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, z->s->n, sizeof *lists, &lists));
    for (size_t g = first; g < z->s->n; g++) {
        if (z->mask[g] != z->mask[first] || __builtin_popcountll(z->s->missing[g]) != missing)
            continue;
        TACIT_TRY(list_class(cx, z, g, n, &lists[n]));
        n++;
        z->done[g] = true;
    }
    TACIT_TRY(add_change(cx, z, z->mask[first], &own));
    TACIT_TRY(set_by(cx, z, own));
    TACIT_TRY(tacit_change_set(cx, z->out, own, "combinations",
                               &(tacit_value){ .given = true, .n = n, .groups = lists }));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status settle_combinations(tacit_ctx *cx, const settling *z)
{
    for (int missing = (int)z->s->keys; missing >= 0; missing--)
        for (size_t g = 0; g < z->s->n; g++)
            if (!z->done[g] && z->mask[g] != 0 && __builtin_popcountll(z->s->missing[g]) == missing)
                TACIT_TRY(settle_classes(cx, z, g));
    return TACIT_OK;
}

/* ---- records ---- */

/* Append the suppression of all records that lose what row `first` loses. */
static tacit_status settle_rows(tacit_ctx *cx, const settling *z, bool *done, size_t first)
{
    const size_t mark = tacit_scratch_mark(cx);
    double *rows = NULL;
    tacit_change *own = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, z->s->rows, sizeof *rows, &rows));
    for (size_t i = first; i < z->s->rows; i++)
        if (z->blank[i] == z->blank[first]) {
            rows[n++] = (double)i + 1.0;
            done[i] = true;
        }
    TACIT_TRY(add_change(cx, z, z->blank[first], &own));
    TACIT_TRY(tacit_change_set(cx, z->out, own, "rows",
                               &(tacit_value){ .given = true, .n = n, .reals = rows }));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status settle_records(tacit_ctx *cx, const settling *z)
{
    bool *done = NULL;
    TACIT_TRY(tacit_scratch(cx, z->s->rows, sizeof *done, &done));
    for (size_t i = 0; i < z->s->rows; i++)
        if (!done[i] && z->blank[i] != 0)
            TACIT_TRY(settle_rows(cx, z, done, i));
    return TACIT_OK;
}

/* ---- both ---- */

/* Find what each class loses; false if its records lose different cells. */
static bool find_masks(const settling *z)
{
    const tacit_suppress_space *s = z->s;
    for (size_t i = s->rows; i-- > 0;) {
        z->row[s->of_row[i]] = i;
        z->mask[s->of_row[i]] = z->blank[i] & ~s->missing[s->of_row[i]];
    }
    for (size_t i = 0; i < s->rows; i++)
        if (z->mask[s->of_row[i]] != (z->blank[i] & ~s->missing[s->of_row[i]]))
            return false;
    return true;
}

/* The keys, and the strata that are none. */
static tacit_status find_by(tacit_ctx *cx, settling *z)
{
    const tacit_select *keys = &z->job->cols;
    tacit_select strata;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_table_with_role(cx, z->job->in, TACIT_ROLE_STRATA, &strata));
    TACIT_TRY(tacit_scratch(cx, keys->n + strata.n, sizeof *at, &at));
    for (size_t j = 0; j < keys->n; j++)
        at[n++] = keys->at[j];
    for (size_t k = 0; k < strata.n; k++) {
        size_t j = 0;
        while (j < keys->n && keys->at[j] != strata.at[k])
            j++;
        if (j == keys->n)
            at[n++] = strata.at[k];
    }
    z->by = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

tacit_status tacit_suppress_settle(tacit_ctx *cx, const tacit_job *job,
                                   const tacit_suppress_space *s, const tacit_suppression *found,
                                   tacit_decision *out)
{
    settling z = { .job = job, .s = s, .blank = found->blank, .out = out };
    TACIT_TRY(find_by(cx, &z));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *z.row, &z.row));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *z.mask, &z.mask));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *z.done, &z.done));
    return find_masks(&z) ? settle_combinations(cx, &z) : settle_records(cx, &z);
}
