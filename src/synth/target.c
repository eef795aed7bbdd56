/*
 * target.c - columns as what is to be explained.
 */
#include "synth/coding.h"

#include <string.h>

#include "base/sort.h"
#include "table/values.h"

enum { GROUPS = 10, CLASSES = 64 };

/* ---- states ---- */

/* Where only some records take part: which, and their states. */
static tacit_status take_states(tacit_ctx *cx, const tacit_coding *c, tacit_target *t)
{
    const size_t rows = tacit_column_length(c->column);
    uint32_t *record = NULL;
    uint16_t *label = NULL;
    t->label = c->state;
    t->rows = rows;
    if (c->skip == NULL)
        return TACIT_OK;
    t->rows = 0;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *record, &record));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *label, &label));
    for (size_t i = 0; i < rows; i++) {
        if (c->skip[i])
            continue;
        label[t->rows] = c->state[i];
        record[t->rows++] = (uint32_t)i;
    }
    t->record = record;
    t->label = label;
    return TACIT_OK;
}

tacit_status tacit_target_states(tacit_ctx *cx, const tacit_coding *c, tacit_target *out)
{
    tacit_target t = { .classes = c->states, .values = c->states };
    uint32_t *value = NULL;
    uint64_t *count = NULL;
    TACIT_TRY(take_states(cx, c, &t));
    TACIT_TRY(tacit_scratch(cx, t.rows, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, c->states, sizeof *count, &count));
    for (size_t i = 0; i < t.rows; i++) {
        value[i] = t.label[i];
        count[value[i]]++;
    }
    t.value = value;
    t.count = count;
    *out = t;
    return TACIT_OK;
}

/* ---- which records ---- */

/* The records that have a value, and the numbers of their values. */
static tacit_status take_records(tacit_ctx *cx, const tacit_coding *c, const tacit_values *values,
                                 tacit_target *t)
{
    const size_t rows = tacit_column_length(c->column);
    uint32_t *record = NULL, *value = NULL;
    uint64_t *count = NULL;
    t->values = values->n + 1; /* missing is the last, where it is a value */
    const bool some = c->state != NULL || c->skip != NULL;
    TACIT_TRY(tacit_scratch(cx, some ? rows : 0, sizeof *record, &record));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, t->values, sizeof *count, &count));
    for (size_t i = 0; i < rows; i++) {
        if ((c->state != NULL && c->state[i] != 0) || (c->skip != NULL && c->skip[i]))
            continue;
        if (some)
            record[t->rows] = (uint32_t)i;
        value[t->rows++] = values->of[i];
        count[values->of[i]]++;
    }
    t->record = some ? record : NULL;
    t->value = value;
    t->count = count;
    return TACIT_OK;
}

/* ---- numbers ---- */

/* Groups and middle ranks of the values. */
static void group_numbers(tacit_target *t, uint16_t *group, double *rank)
{
    uint64_t below = 0, last = UINT64_MAX;
    bool heavy = false;
    for (uint32_t v = 0; v < t->values; v++) {
        const uint64_t n = t->count[v];
        if (n == 0)
            continue;
        const uint64_t own = below * GROUPS / t->rows;
        const bool was_heavy = heavy;
        heavy = n * GROUPS >= t->rows;
        if (t->classes == 0 || own != last || heavy || was_heavy)
            t->classes++;
        last = own;
        group[v] = (uint16_t)(t->classes - 1);
        rank[v] = (double)below + 0.5 * (double)(n + 1);
        below += n;
    }
}

/* ---- categories ---- */

static bool is_commoner(const void *user, uint32_t a, uint32_t b)
{
    const uint64_t *count = user;
    return count[a] >= count[b];
}

/* Values of a dictionary and the texts that they stand for. */
typedef struct texts {
    const tacit_column *column;
    const tacit_values *values;
} texts;

static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const texts *t = user;
    const tacit_dict *dict = tacit_column_dict(t->column);
    const uint32_t *code = tacit_column_codes(t->column);
    return strcmp(tacit_dict_text(dict, code[t->values->row[a]]),
                  tacit_dict_text(dict, code[t->values->row[b]])) <= 0;
}

/* Classes of many values: the commonest, and the rest as one; ranks by their texts. */
static tacit_status group_texts(tacit_ctx *cx, const tacit_coding *c, const tacit_values *values,
                                tacit_target *t, uint16_t *group, double *rank)
{
    const texts all = { c->column, values };
    uint32_t *order = NULL;
    TACIT_TRY(tacit_sort_by(cx, t->values, is_commoner, t->count, &order));
    for (uint32_t k = 0; k < t->values; k++)
        group[order[k]] = (uint16_t)(k < CLASSES - 1 ? k : CLASSES - 1);
    t->classes = CLASSES;
    TACIT_TRY(tacit_sort_by(cx, values->n, is_before, &all, &order));
    for (uint32_t k = 0; k < values->n; k++)
        rank[order[k]] = (double)(k + 1);
    return TACIT_OK;
}

/* Classes of few values: themselves, those that occur. */
static void number_values(tacit_target *t, uint16_t *group)
{
    for (uint32_t v = 0; v < t->values; v++)
        if (t->count[v] > 0)
            group[v] = (uint16_t)t->classes++;
}

static tacit_status group_values(tacit_ctx *cx, const tacit_coding *c, const tacit_values *values,
                                 tacit_target *t, uint16_t *group, double *rank)
{
    if (c->ordered)
        group_numbers(t, group, rank);
    else if (values->n > CLASSES)
        return group_texts(cx, c, values, t, group, rank);
    else
        number_values(t, group);
    return TACIT_OK;
}

/* ---- both ---- */

tacit_status tacit_target_values(tacit_ctx *cx, const tacit_coding *c, tacit_target *out)
{
    uint16_t *group = NULL, *label = NULL;
    double *rank_of = NULL, *rank = NULL;
    tacit_values values;
    tacit_target t = { 0 };
    TACIT_TRY(tacit_values_of(cx, c->column, &values));
    TACIT_TRY(take_records(cx, c, &values, &t));
    TACIT_TRY(tacit_scratch(cx, t.values, sizeof *group, &group));
    TACIT_TRY(tacit_scratch(cx, t.values, sizeof *rank_of, &rank_of));
    TACIT_TRY(group_values(cx, c, &values, &t, group, rank_of));
    const bool ranked = c->ordered || values.n > CLASSES;
    TACIT_TRY(tacit_scratch(cx, t.rows, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, ranked ? t.rows : 0, sizeof *rank, &rank));
    for (size_t i = 0; i < t.rows; i++) {
        label[i] = group[t.value[i]];
        if (ranked)
            rank[i] = rank_of[t.value[i]];
    }
    t.label = label;
    t.rank = ranked ? rank : NULL;
    *out = t;
    return TACIT_OK;
}
