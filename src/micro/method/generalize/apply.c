/*
 * apply.c - which records are suppressed, and giving the keys of a table the labels of the groups
 * of a local recoding.
 *
 * Labels are looked up for each group, not for each row.  O(rows * keys).
 */
#include "micro/method/generalize/generalize.h"
#include "micro/method/rewrite.h"
#include "table/values.h"

tacit_status tacit_generalize_mark(tacit_ctx *cx, tacit_generalizer *z)
{
    const size_t rows = tacit_table_rows(z->job->in);
    const tacit_recoding *r = z->recoding;
    z->removed = r != NULL ? r->removed : z->outlook.node.removed;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *z->gone, &z->gone));
    if (r != NULL) {
        TACIT_TRY(tacit_scratch(cx, rows, sizeof *z->group, &z->group));
        TACIT_TRY(tacit_recoding_rows(cx, z->space, r, z->group));
    }
    for (size_t i = 0; i < rows; i++) {
        z->gone[i] = r != NULL ? z->group[i] == r->n
                               : z->outlook.marked[z->outlook.class_of[z->space->cell_of_row[i]]];
        z->n_gone += z->gone[i] ? tacit_space_records(z->space, i) : 0;
    }
    return TACIT_OK;
}

/* The texts of a key's values, in scratch memory. */
static tacit_status value_texts(tacit_ctx *cx, const tacit_column *c, const char ***out)
{
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, (size_t)values.n + 1, sizeof **out, out));
    for (uint32_t v = 0; v < values.n; v++) {
        char room[32], *copy = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_column_text(c, values.row[v], room), &copy));
        (*out)[v] = copy;
    }
    return TACIT_OK;
}

static bool is_value(const tacit_search_region *r)
{
    return r->level == 0 || (r->level == TACIT_REGION_RANGE && r->label == r->last);
}

/* The text of a region: a value, a label, or a range written so that it can be read back. */
static tacit_status region_text(tacit_ctx *cx, const tacit_axis *x, const tacit_search_region *r,
                                const char *const *value, const char **out)
{
    char *text = NULL;
    if (is_value(r)) {
        *out = value[r->label];
        return TACIT_OK;
    }
    if (r->level != TACIT_REGION_RANGE) {
        *out = tacit_axis_text(x, r->level, r->label);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_scratch_format(cx, &text, "[%s, %s]", value[r->label], value[r->last]));
    *out = text;
    return TACIT_OK;
}

static bool keeps_values(const tacit_generalizer *z, size_t a)
{
    for (size_t g = 0; g < z->recoding->n; g++)
        if (!is_value(&z->recoding->region[g * z->space->n_axes + a]))
            return false;
    return true;
}

static tacit_status apply_regions(tacit_ctx *cx, const tacit_generalizer *z, size_t a,
                                  tacit_table *out)
{
    const tacit_recoding *rec = z->recoding;
    const tacit_axis *x = &z->space->axis[a];
    const char **value = NULL, **text = NULL;
    TACIT_TRY(value_texts(cx, tacit_space_column(z->space, a), &value));
    TACIT_TRY(tacit_scratch(cx, rec->n, sizeof *text, &text));
    for (size_t g = 0; g < rec->n; g++)
        TACIT_TRY(region_text(cx, x, &rec->region[g * z->space->n_axes + a], value, &text[g]));
    return tacit_rewrite_texts(cx, out, x->column, text, z->group, (uint32_t)rec->n);
}

tacit_status tacit_generalize_apply(tacit_ctx *cx, const tacit_generalizer *z, tacit_table *out)
{
    for (size_t a = 0; a < z->space->n_axes; a++) {
        const size_t mark = tacit_scratch_mark(cx);
        size_t blanked = 0;
        if (!keeps_values(z, a))
            TACIT_TRY(apply_regions(cx, z, a, out));
        else if (z->n_gone > 0)
            TACIT_TRY(tacit_rewrite_blank(cx, out, z->space->axis[a].column, z->gone, &blanked));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}
