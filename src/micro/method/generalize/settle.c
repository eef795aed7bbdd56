/*
 * settle.c - one level for all records as changes: a recoding of each generalised key, and the
 * suppression of the combinations of labels that are too rare.
 *
 * Labels are listed in the order in which the records that stay have them first, so that the
 * numbers of labels in the result do not depend on who was suppressed.  The highest level is
 * one label for everything, whatever comes.  O(rows * keys) besides applying.
 */
#include <string.h>

#include "micro/method/code/code.h"
#include "micro/method/generalize/generalize.h"
#include "table/take.h"

/* ---- recodings ---- */

/* Number the labels of a level by the first record that stays and has them: position[label];
 * those without one come last. */
static tacit_status order_labels(tacit_ctx *cx, const tacit_generalizer *z, size_t a, size_t level,
                                 uint32_t **out)
{
    const tacit_search_space *s = z->space;
    const tacit_axis *x = &s->axis[a];
    const uint32_t n = x->labels[level];
    uint32_t *of_cell = NULL, *position = NULL, next = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *position, &position));
    TACIT_TRY(tacit_scratch(cx, s->cells.n, sizeof *of_cell, &of_cell));
    for (uint32_t l = 0; l < n; l++)
        position[l] = UINT32_MAX;
    for (size_t g = 0; g < s->cells.n; g++)
        of_cell[g] = x->label[level][tacit_space_label(s, &s->cells, a, g)];
    for (size_t i = 0; i < s->rows && next < n; i++) {
        const uint32_t l = of_cell[s->cell_of_row[i]];
        if (!z->gone[i] && position[l] == UINT32_MAX)
            position[l] = next++;
    }
    for (uint32_t l = 0; l < n; l++)
        if (position[l] == UINT32_MAX)
            position[l] = next++;
    *out = position;
    return TACIT_OK;
}

/* Append the recoding of axis `a` to a level below the highest. */
static tacit_status settle_labels(tacit_ctx *cx, const tacit_generalizer *z, size_t a, size_t level,
                                  tacit_decision *out)
{
    const tacit_axis *x = &z->space->axis[a];
    const uint32_t n = x->labels[level];
    const char **value = NULL, **text = NULL;
    uint32_t *label = NULL, *position = NULL;
    TACIT_TRY(order_labels(cx, z, a, level, &position));
    TACIT_TRY(tacit_scratch(cx, x->missing, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, x->missing, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *text, &text));
    for (uint32_t v = 0; v < x->missing; v++) {
        value[v] = tacit_hierarchy_value(x->hierarchy, v);
        label[v] = position[x->label[level][v]];
    }
    for (uint32_t l = 0; l < n; l++)
        text[position[l]] = tacit_axis_text(x, level, l);
    const tacit_value_map map = {
        .column = x->name,
        .n_values = x->missing,
        .value = value,
        .label = label,
        .n_labels = n,
        .text = text,
        .missing = tacit_axis_text(x, level, x->label[level][x->missing]),
    };
    return tacit_recode_settle_map(cx, &map, out);
}

static tacit_status settle_axis(tacit_ctx *cx, const tacit_generalizer *z, size_t a,
                                tacit_decision *out)
{
    const tacit_axis *x = &z->space->axis[a];
    const size_t level = z->outlook.node.level[a];
    tacit_change *own = NULL;
    if (level == 0)
        return TACIT_OK;
    if (level + 1 < x->levels)
        return settle_labels(cx, z, a, level, out);
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_recode, NULL, &own));
    TACIT_TRY(tacit_change_column(cx, out, own, x->name));
    own->is_public = true;
    return tacit_change_text(cx, out, own, "label", tacit_axis_text(x, level, 0));
}

/* ---- suppressions ---- */

/* A record of each class that is suppressed, generalised by the recodings alone: a table that the
 * caller frees. */
static tacit_status show_classes(tacit_ctx *cx, const tacit_generalizer *z, const tacit_decision *d,
                                 tacit_table **out)
{
    const size_t classes = z->outlook.classes.n;
    const tacit_stretch nowhere = { 0 };
    size_t *at = NULL, n = 0;
    bool *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, classes, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, classes, sizeof *seen, &seen));
    for (size_t i = 0; i < z->space->rows; i++) {
        const size_t g = z->outlook.class_of[z->space->cell_of_row[i]];
        if (!z->gone[i] || seen[g])
            continue;
        seen[g] = true;
        at[n++] = i;
    }
    TACIT_TRY(tacit_table_take(cx, z->held, &(tacit_row_list){ .n = n, .at = at }, out));
    return tacit_decision_apply(cx, d, &nowhere, *out);
}

/* The keys of each row of `t` as a list of texts under its number, in scratch memory. */
static tacit_status list_rows(tacit_ctx *cx, const tacit_table *t, const tacit_select *keys,
                              tacit_group **out)
{
    const size_t n = tacit_table_rows(t);
    const char **member = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof **out, out));
    TACIT_TRY(tacit_scratch(cx, n * keys->n, sizeof *member, &member));
    for (size_t i = 0; i < n; i++) {
        char *label = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &label, "%zu", i + 1));
        (*out)[i] = (tacit_group){ .label = label, .member = member + i * keys->n, .n = keys->n };
        for (size_t k = 0; k < keys->n; k++) {
            char room[TACIT_NUMBER_BYTES], *copy = NULL;
            const tacit_column *c = tacit_table_column(t, keys->at[k]);
            if (tacit_column_is_missing(c, i))
                continue;
            TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c, i, room), &copy));
            member[i * keys->n + k] = copy;
        }
    }
    return TACIT_OK;
}

static tacit_status add_suppression(tacit_ctx *cx, const tacit_generalizer *z,
                                    const tacit_table *classes, tacit_decision *out)
{
    tacit_value lists = { .given = true, .n = tacit_table_rows(classes) };
    tacit_value columns = { .given = true, .n = z->keys.n };
    tacit_group *groups = NULL;
    const char **names = NULL;
    tacit_change *own = NULL;
    TACIT_TRY(list_rows(cx, classes, &z->keys, &groups));
    TACIT_TRY(tacit_scratch(cx, z->keys.n, sizeof *names, &names));
    for (size_t k = 0; k < z->keys.n; k++)
        names[k] = tacit_column_name(tacit_table_column(z->held, z->keys.at[k]));
    lists.groups = groups;
    columns.texts = names;
    TACIT_TRY(tacit_decision_add(cx, out, &tacit_method_suppress, NULL, &own));
    TACIT_TRY(tacit_change_set(cx, out, own, "columns", &columns));
    TACIT_TRY(tacit_change_set(cx, out, own, "combinations", &lists));
    tacit_change_number(own, "how", z->removed ? 1.0 : 0.0);
    return TACIT_OK;
}

tacit_status tacit_generalize_settle(tacit_ctx *cx, const tacit_generalizer *z, tacit_decision *out)
{
    tacit_table *classes = NULL;
    for (size_t a = 0; a < z->space->n_axes; a++) {
        const size_t mark = tacit_scratch_mark(cx);
        TACIT_TRY(settle_axis(cx, z, a, out));
        tacit_scratch_release(cx, mark);
    }
    if (z->n_gone == 0)
        return TACIT_OK;
    tacit_status status = show_classes(cx, z, out, &classes);
    if (status == TACIT_OK)
        status = add_suppression(cx, z, classes, out);
    tacit_table_free(classes);
    return status;
}
