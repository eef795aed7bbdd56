/*
 * space.c - keys, strata and classes of local suppression, and what can be
 * blanked in a record.
 *
 * The order of the keys is by `importance`, highest first; by default the key with the most
 * values comes first, as in sdcMicro (Templ, Kowarik and Meindl 2015).
 *
 * O(rows * keys), once; a grouping of the classes is O(classes * keys).
 */
#include "micro/method/local_suppress/own.h"

#include <string.h>

#include "base/sort.h"
#include "micro/classes/classes.h"
#include "micro/classes/group.h"
#include "micro/method/strata.h"
#include "table/take.h"

/* Most sets to blank that are tried, and most numbers that are held for them. */
enum { MOST_MASKS = 4096, LEAST_MASKS = 256, MOST_NUMBERS = 1 << 24 };

/* ---- classes ---- */

/* The columns that classes are made by: keys, then strata. */
static tacit_status choose_columns(tacit_ctx *cx, const tacit_job *job, tacit_select *out)
{
    tacit_select strata = { 0 };
    size_t *at = NULL;
    TACIT_TRY(tacit_table_with_role(cx, job->in, TACIT_ROLE_STRATA, &strata));
    TACIT_TRY(tacit_scratch(cx, job->cols.n + strata.n, sizeof *at, &at));
    memcpy(at, job->cols.at, job->cols.n * sizeof *at);
    if (strata.n > 0)
        memcpy(at + job->cols.n, strata.at, strata.n * sizeof *at);
    for (size_t j = 0; j < job->cols.n; j++)
        if ((tacit_table_roles(job->in, at[j]) & TACIT_ROLE_STRATA) != 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' has the role of strata; local_suppress works within "
                              "strata and cannot blank them.",
                              tacit_column_name(tacit_table_column(job->in, at[j])));
    *out = (tacit_select){ .n = job->cols.n + strata.n, .at = at };
    return TACIT_OK;
}

/* Codes of all classes, key by key. */
typedef struct codes {
    uint32_t *code;
    uint64_t *radix, *missing;
    size_t *values; /* distinct present ones of each key */
} codes;

/* Read the codes of key j from a column with one row for each class. */
static tacit_status read_codes(tacit_ctx *cx, const tacit_column *column, size_t j, codes *k)
{
    const size_t mark = tacit_scratch_mark(cx), n = tacit_column_length(column);
    const uint64_t *valid = tacit_column_valid(column);
    uint32_t *code = k->code + j * n;
    tacit_lens lens = { 0 };
    bool *seen = NULL;
    TACIT_TRY(tacit_lens_make(cx, column, &lens));
    TACIT_TRY(tacit_scratch(cx, lens.radix, sizeof *seen, &seen));
    k->radix[j] = lens.radix;
    for (size_t g = 0; g < n; g++) {
        code[g] = (uint32_t)tacit_lens_code(&lens, g);
        if (!tacit_valid_at(valid, g))
            k->missing[g] |= UINT64_C(1) << j;
        else if (!seen[code[g]])
            k->values[j] += seen[code[g]] = true;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status read_key(tacit_ctx *cx, const tacit_column *column, const tacit_classes *c,
                             size_t j, codes *k)
{
    const tacit_row_list rows = { .n = c->n, .at = c->row };
    tacit_column *own = NULL;
    TACIT_TRY(tacit_column_take(cx, column, tacit_column_name(column), &rows, &own));
    const tacit_status status = read_codes(cx, own, j, k);
    tacit_column_free(own);
    return status;
}

/* The stratum of each class as the code after those of the keys. */
static tacit_status read_strata(tacit_ctx *cx, const tacit_job *job, const tacit_classes *c,
                                codes *k)
{
    tacit_strata strata = { 0 };
    uint32_t *of_row = NULL;
    uint32_t *code = k->code + job->cols.n * c->n;
    TACIT_TRY(tacit_strata_of(cx, job->in, &strata));
    k->radix[job->cols.n] = strata.n > 0 ? strata.n : 1;
    if (strata.n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, c->rows, sizeof *of_row, &of_row));
    for (size_t h = 0; h < strata.n; h++)
        for (size_t i = strata.start[h]; i < strata.start[h + 1]; i++)
            of_row[strata.row[i]] = (uint32_t)h;
    for (size_t g = 0; g < c->n; g++)
        code[g] = of_row[c->row[g]];
    return TACIT_OK;
}

static tacit_status read_classes(tacit_ctx *cx, const tacit_job *job, const tacit_classes *c,
                                 codes *k, tacit_suppress_space *s)
{
    const size_t keys = job->cols.n;
    uint32_t *of_row = NULL;
    uint64_t *size = NULL;
    TACIT_TRY(tacit_scratch(cx, (keys + 1) * c->n, sizeof *k->code, &k->code));
    TACIT_TRY(tacit_scratch(cx, keys + 1, sizeof *k->radix, &k->radix));
    TACIT_TRY(tacit_scratch(cx, keys, sizeof *k->values, &k->values));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *k->missing, &k->missing));
    TACIT_TRY(tacit_scratch(cx, c->rows, sizeof *of_row, &of_row));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *size, &size));
    memcpy(of_row, c->of_row, c->rows * sizeof *of_row);
    memcpy(size, c->size, c->n * sizeof *size);
    for (size_t j = 0; j < keys; j++)
        TACIT_TRY(read_key(cx, tacit_table_column(job->in, job->cols.at[j]), c, j, k));
    TACIT_TRY(read_strata(cx, job, c, k));
    s->n = c->n;
    s->rows = c->rows;
    s->of_row = of_row;
    s->size = size;
    s->code = k->code;
    s->radix = k->radix;
    s->missing = k->missing;
    return TACIT_OK;
}

/* ---- costs and order ---- */

/* A list of numbers, one for each key, that the user may give. */
static tacit_status read_list(tacit_ctx *cx, const tacit_job *job, size_t parameter,
                              const double **out)
{
    const tacit_value *v = &job->args->at[parameter];
    *out = v->reals;
    if (v->n > 0 && v->n != job->cols.n)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' of local_suppress needs one number for each of the %zu columns.",
                          job->args->params[parameter].name, job->cols.n);
    if (v->n == 0)
        *out = NULL;
    return TACIT_OK;
}

/* Costs of the keys, and the order in which they are blanked: the later one of two of the same
 * importance first, as sdcMicro has it. */
static tacit_status read_costs(tacit_ctx *cx, const tacit_job *job, const codes *k,
                               tacit_suppress_space *s)
{
    const double *weights = NULL, *importance = NULL;
    double *cost = NULL;
    size_t *order = NULL;
    tacit_keyed *by = NULL;
    TACIT_TRY(read_list(cx, job, TACIT_SUPPRESS_WEIGHTS, &weights));
    TACIT_TRY(read_list(cx, job, TACIT_SUPPRESS_IMPORTANCE, &importance));
    TACIT_TRY(tacit_scratch(cx, s->keys, sizeof *cost, &cost));
    TACIT_TRY(tacit_scratch(cx, s->keys, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, s->keys, sizeof *by, &by));
    for (size_t j = 0; j < s->keys; j++) {
        cost[j] = weights != NULL ? weights[j] : 1.0;
        by[j].key = tacit_sort_key_real(importance != NULL ? importance[j] : (double)k->values[j]);
        by[j].row = j;
    }
    TACIT_TRY(tacit_sort_keyed(cx, by, s->keys));
    for (size_t j = 0; j < s->keys; j++)
        order[j] = by[s->keys - 1 - j].row;
    s->cost = cost;
    s->order = order;
    return TACIT_OK;
}

tacit_status tacit_suppress_space_of(tacit_ctx *cx, const tacit_job *job, tacit_suppress_space *out)
{
    tacit_class_spec spec = { .count = tacit_table_columns(job->in),
                              .weight = tacit_table_columns(job->in) };
    tacit_classes *c = NULL;
    codes k = { 0 };
    *out = (tacit_suppress_space){ .keys = job->cols.n };
    TACIT_TRY(tacit_suppress_promises(cx, job, out));
    TACIT_TRY(choose_columns(cx, job, &spec.keys));
    TACIT_TRY(tacit_classes_new(cx, job->in, &spec, &c));
    const tacit_status status = read_classes(cx, job, c, &k, out);
    tacit_classes_free(c);
    TACIT_TRY(status);
    return read_costs(cx, job, &k, out);
}

/* ---- groups ---- */

/* Append the codes of one key to the packed keys. */
static void pack(const tacit_suppress_space *s, size_t j, uint64_t *key)
{
    const uint32_t *code = s->code + j * s->n;
    for (size_t g = 0; g < s->n; g++)
        key[g] = key[g] * s->radix[j] + code[g];
}

tacit_status tacit_suppress_group(tacit_ctx *cx, const tacit_suppress_space *s, uint64_t set,
                                  uint32_t *of, size_t *groups)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint64_t *key = NULL, space = 1;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *key, &key));
    for (size_t j = 0; j <= s->keys; j++) {
        uint64_t wider = 0;
        if (j < s->keys && (set >> j & 1) == 0)
            continue;
        if (__builtin_mul_overflow(space, s->radix[j], &wider) || wider > TACIT_GROUP_SPACE) {
            TACIT_TRY(tacit_group_keys(cx, key, s->n, space, of, groups));
            for (size_t g = 0; g < s->n; g++)
                key[g] = of[g];
            space = *groups;
        }
        pack(s, j, key);
        space *= s->radix[j];
    }
    TACIT_TRY(tacit_group_keys(cx, key, s->n, space, of, groups));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- what to blank ---- */

double tacit_suppress_cost(const tacit_suppress_space *s, uint64_t mask)
{
    double cost = 0.0;
    for (size_t j = 0; j < s->keys; j++)
        if ((mask >> j & 1) != 0)
            cost += s->cost[j];
    return cost;
}

bool tacit_suppress_next_choice(size_t *at, size_t m, size_t n)
{
    for (size_t j = m; j-- > 0;)
        if (at[j] < n - m + j) {
            for (at[j]++; j + 1 < m; j++)
                at[j + 1] = at[j] + 1;
            return true;
        }
    return false;
}

/* Append the choices of `m` of the promised keys, `key` being these in order. */
static size_t add_choices(const size_t *key, size_t keys, size_t m, uint64_t *mask, size_t room)
{
    size_t at[TACIT_SUPPRESS_KEYS], n = 0;
    for (size_t i = 0; i < m; i++)
        at[i] = i;
    do {
        if (n == room)
            break;
        mask[n] = 0;
        for (size_t i = 0; i < m; i++)
            mask[n] |= UINT64_C(1) << key[at[i]];
        n++;
    } while (tacit_suppress_next_choice(at, m, keys));
    return n;
}

/* Sort by cost, keeping the order of equals. */
static tacit_status sort_masks(tacit_ctx *cx, const tacit_suppress_space *s,
                               tacit_suppress_sets *sets)
{
    tacit_keyed *by = NULL;
    TACIT_TRY(tacit_scratch(cx, sets->n, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, sets->n, sizeof *sets->cost, &sets->cost));
    for (size_t i = 0; i < sets->n; i++) {
        by[i].key = tacit_sort_key_real(tacit_suppress_cost(s, sets->mask[i]));
        by[i].row = sets->mask[i];
    }
    TACIT_TRY(tacit_sort_keyed(cx, by, sets->n));
    for (size_t i = 0; i < sets->n; i++) {
        sets->mask[i] = by[i].row;
        sets->cost[i] = tacit_suppress_cost(s, sets->mask[i]);
    }
    return TACIT_OK;
}

tacit_status tacit_suppress_masks(tacit_ctx *cx, const tacit_suppress_space *s,
                                  tacit_suppress_sets *out)
{
    size_t key[TACIT_SUPPRESS_KEYS], keys = 0, room = MOST_NUMBERS / (s->n + 1);
    for (size_t i = 0; i < s->keys; i++)
        if ((s->all >> s->order[i] & 1) != 0)
            key[keys++] = s->order[i];
    room = room > MOST_MASKS ? MOST_MASKS : room < LEAST_MASKS ? LEAST_MASKS : room;
    *out = (tacit_suppress_sets){ .all = true };
    TACIT_TRY(tacit_scratch(cx, room + 1, sizeof *out->mask, &out->mask));
    for (size_t m = 1; m < keys && out->n < room; m++)
        out->n += add_choices(key, keys, m, out->mask + out->n, room - out->n);
    out->mask[out->n++] = s->all;
    out->all = keys < 20 && out->n + 1 == (size_t)1 << keys;
    return sort_masks(cx, s, out);
}
