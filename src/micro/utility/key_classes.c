/*
 * key_classes.c - the classes of records that share their key values, on both sides of a
 * pair, and the columns that are looked at within them.
 *
 * O(rows) a table.
 */
#include "micro/utility/key_classes.h"

#include <string.h>

#include "micro/classes/classes.h"
#include "micro/classes/group.h"
#include "micro/utility/cover/cover.h"

/* The keys of the original that both tables have, as columns of `table`. */
static tacit_status select_keys(tacit_ctx *cx, const tacit_pair *pair, const tacit_table *table,
                                tacit_select *out)
{
    tacit_select keys;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_table_with_role(cx, pair->original, TACIT_ROLE_KEY, &keys));
    TACIT_TRY(tacit_scratch(cx, keys.n, sizeof *at, &at));
    for (size_t c = 0; c < keys.n; c++) {
        const char *name = tacit_column_name(tacit_table_column(pair->original, keys.at[c]));
        if (tacit_table_find(pair->masked, name) < tacit_table_columns(pair->masked))
            at[n++] = tacit_table_find(table, name);
    }
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

static bool is_blank(const tacit_table *t, const tacit_select *keys, size_t row)
{
    for (size_t c = 0; c < keys->n; c++) {
        const tacit_column *column = tacit_table_column(t, keys->at[c]);
        char room[32];
        if (!tacit_column_is_missing(column, row) &&
            !tacit_cover_is_mark(tacit_column_text(column, row, room)))
            return false;
    }
    return true;
}

static tacit_status take_classes(tacit_ctx *cx, const tacit_table *t, const tacit_select *keys,
                                 const tacit_classes *classes, tacit_key_classes *out)
{
    tacit_key_classes k = { .n = classes->n, .rows = classes->rows };
    TACIT_TRY(tacit_scratch(cx, k.rows, sizeof *k.of_row, &k.of_row));
    TACIT_TRY(tacit_scratch(cx, k.n, sizeof *k.size, &k.size));
    TACIT_TRY(tacit_scratch(cx, k.n, sizeof *k.blank, &k.blank));
    for (size_t i = 0; i < k.rows; i++)
        k.of_row[i] = classes->of_row[i];
    for (size_t g = 0; g < k.n; g++) {
        k.size[g] = classes->size[g];
        k.blank[g] = is_blank(t, keys, classes->row[g]);
        k.kept += !k.blank[g];
        k.suppressed += k.blank[g] ? k.size[g] : 0;
        if (!k.blank[g] && (k.smallest == 0 || k.size[g] < k.smallest))
            k.smallest = k.size[g];
    }
    *out = k;
    return TACIT_OK;
}

static tacit_status class_table(tacit_ctx *cx, const tacit_pair *pair, const tacit_table *t,
                                tacit_key_classes *out)
{
    tacit_class_spec spec = { .count = tacit_table_columns(t), .weight = tacit_table_columns(t) };
    tacit_classes *classes = NULL;
    TACIT_TRY(select_keys(cx, pair, t, &spec.keys));
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &classes));
    const tacit_status status = take_classes(cx, t, &spec.keys, classes, out);
    tacit_classes_free(classes);
    return status;
}

tacit_status tacit_key_sides_make(tacit_ctx *cx, const tacit_pair *pair, tacit_key_sides *out)
{
    TACIT_TRY(class_table(cx, pair, pair->original, &out->before));
    return class_table(cx, pair, pair->masked, &out->after);
}

tacit_status tacit_key_classes_cross(tacit_ctx *cx, const tacit_key_classes *k,
                                     const tacit_values *values, tacit_key_cross **out, size_t *n)
{
    const uint64_t radix = (uint64_t)values->n + 1;
    tacit_key_cross *cross = NULL;
    uint64_t *key = NULL;
    uint32_t *group = NULL;
    TACIT_TRY(tacit_scratch(cx, k->rows, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, k->rows, sizeof *group, &group));
    for (size_t i = 0; i < k->rows; i++)
        key[i] = k->of_row[i] * radix + values->of[i];
    TACIT_TRY(tacit_group_keys(cx, key, k->rows, k->n * radix, group, n));
    TACIT_TRY(tacit_scratch(cx, *n, sizeof *cross, &cross));
    for (size_t i = 0; i < k->rows; i++) {
        cross[group[i]].class = k->of_row[i];
        cross[group[i]].value = values->of[i];
        cross[group[i]].count++;
    }
    *out = cross;
    return TACIT_OK;
}

tacit_status tacit_key_targets(tacit_ctx *cx, const tacit_pair *pair, const tacit_value *column,
                               tacit_match **out, size_t *n)
{
    const tacit_table *a = pair->original, *b = pair->masked;
    tacit_match *match = NULL;
    size_t count = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(a), sizeof *match, &match));
    for (size_t j = 0; j < tacit_table_columns(a); j++) {
        const char *name = tacit_column_name(tacit_table_column(a, j));
        const size_t k = tacit_table_find(b, name);
        const bool wanted = column->given ? strcmp(name, column->text) == 0
                                          : (tacit_table_roles(a, j) & TACIT_ROLE_SENSITIVE) != 0;
        if (wanted && k < tacit_table_columns(b))
            match[count++] = (tacit_match){ .before = tacit_table_column(a, j),
                                            .after = tacit_table_column(b, k) };
    }
    if (count == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "There is no sensitive column that both files have; say which one, or "
                          "name a column that both have in 'column'.");
    *out = match;
    *n = count;
    return TACIT_OK;
}
