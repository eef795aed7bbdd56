/*
 * generalize_apply.c - giving the keys of a table the labels that were found.
 *
 * Labels are looked up for each cell or group, not for each row.  O(rows * keys).
 */
#include <string.h>

#include "method/generalize.h"
#include "method/rewrite.h"
#include "table/take.h"
#include "table/values.h"

/* ---- one level for all ---- */

static tacit_status apply_level(tacit_ctx *cx, const tacit_generalizer *z, size_t a,
                                tacit_table *out)
{
    const tacit_space *s = z->space;
    const tacit_axis *x = &s->axis[a];
    const size_t level = z->outlook.node.level[a], rows = tacit_table_rows(out);
    const uint32_t n = x->labels[level];
    const char **text = NULL;
    uint32_t *of_cell = NULL, *of = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *text, &text));
    TACIT_TRY(tacit_scratch(cx, s->cells.n, sizeof *of_cell, &of_cell));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    for (uint32_t label = 0; label < n; label++)
        text[label] = tacit_axis_text(x, level, label);
    for (size_t g = 0; g < s->cells.n; g++)
        of_cell[g] = x->label[level][tacit_space_label(s, &s->cells, a, g)];
    for (size_t i = 0; i < rows; i++)
        of[i] = z->gone[i] ? n : of_cell[s->cell_of_row[i]];
    return tacit_rewrite_texts(cx, out, x->column, text, of, n);
}

static tacit_status apply_node(tacit_ctx *cx, const tacit_generalizer *z, tacit_table *out)
{
    for (size_t a = 0; a < z->space->n_axes; a++) {
        const size_t mark = tacit_scratch_mark(cx);
        size_t blanked = 0;
        if (z->outlook.node.level[a] > 0)
            TACIT_TRY(apply_level(cx, z, a, out));
        else if (z->n_gone > 0)
            TACIT_TRY(tacit_rewrite_blank(cx, out, z->space->axis[a].column, z->gone, &blanked));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

/* ---- a level for each group ---- */

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

static bool is_value(const tacit_region *r)
{
    return r->level == 0 || (r->level == TACIT_REGION_RANGE && r->label == r->last);
}

/* The text of a region: a value, a label, or a range written so that it can be read back. */
static tacit_status region_text(tacit_ctx *cx, const tacit_axis *x, const tacit_region *r,
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
    TACIT_TRY(value_texts(cx, tacit_table_column(z->job->in, x->column), &value));
    TACIT_TRY(tacit_scratch(cx, rec->n, sizeof *text, &text));
    for (size_t g = 0; g < rec->n; g++)
        TACIT_TRY(region_text(cx, x, &rec->region[g * z->space->n_axes + a], value, &text[g]));
    return tacit_rewrite_texts(cx, out, x->column, text, z->group, (uint32_t)rec->n);
}

static tacit_status apply_recoding(tacit_ctx *cx, const tacit_generalizer *z, tacit_table *out)
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

/* ---- the population ---- */

/* Which label of `level` each value of a column of the population has. */
static tacit_status label_values(tacit_ctx *cx, const tacit_axis *x, size_t level,
                                 const tacit_column *c, const tacit_values *values, uint32_t *label)
{
    for (uint32_t v = 0; v < values->n; v++) {
        char room[32];
        size_t at = 0;
        if (x->hierarchy != NULL)
            at = tacit_column_type(c) == TACIT_TYPE_CATEGORY
                     ? tacit_hierarchy_find_text(x->hierarchy,
                                                 tacit_column_text(c, values->row[v], room))
                     : tacit_hierarchy_find_number(x->hierarchy,
                                                   tacit_column_number(c, values->row[v]));
        if (x->hierarchy != NULL && at == tacit_hierarchy_values(x->hierarchy))
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "The hierarchy of '%s' lacks values of the population.", x->name);
        label[v] = x->label[level][at];
    }
    return TACIT_OK;
}

/* Recode one key of the population as that of the table. */
static tacit_status recode_population(tacit_ctx *cx, const tacit_axis *x, size_t level,
                                      tacit_table *population)
{
    const size_t j = tacit_table_find(population, x->name), rows = tacit_table_rows(population);
    const uint32_t n = x->labels[level];
    const tacit_column *c = tacit_table_column(population, j);
    tacit_values values;
    uint32_t *label = NULL, *of = NULL;
    const char **text = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, (size_t)values.n + 1, sizeof *label, &label));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *text, &text));
    TACIT_TRY(label_values(cx, x, level, c, &values, label));
    label[values.n] = x->label[level][x->missing];
    for (uint32_t k = 0; k < n; k++)
        text[k] = tacit_axis_text(x, level, k);
    for (size_t i = 0; i < rows; i++)
        of[i] = label[values.of[i]];
    return tacit_rewrite_texts(cx, population, j, text, of, n);
}

/* Recode the population as the table was, so that the release can be held against it. */
static tacit_status follow(tacit_ctx *cx, const tacit_generalizer *z)
{
    for (size_t a = 0; a < z->space->n_axes; a++) {
        const size_t mark = tacit_scratch_mark(cx);
        if (z->outlook.node.level[a] > 0)
            TACIT_TRY(recode_population(cx, &z->space->axis[a], z->outlook.node.level[a],
                                        z->job->population));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

tacit_status tacit_generalize_apply(tacit_ctx *cx, const tacit_generalizer *z, tacit_table *out)
{
    if (z->recoding != NULL)
        return apply_recoding(cx, z, out);
    if (tacit_judge_wants_population(z->judge) && z->job->population != NULL)
        TACIT_TRY(follow(cx, z));
    return apply_node(cx, z, out);
}

/* ---- suppressed records ---- */

/* The rows of `out` that are not left out: where they are, and a table of them. */
typedef struct kept_rows {
    size_t *at, n;
    tacit_table *table;
} kept_rows;

static tacit_status keep_rows(tacit_ctx *cx, const bool *gone, const tacit_table *out, kept_rows *k)
{
    const size_t rows = tacit_table_rows(out);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *k->at, &k->at));
    for (size_t i = 0; i < rows; i++)
        if (!gone[i])
            k->at[k->n++] = i;
    return tacit_table_take(cx, out, &(tacit_row_list){ .n = k->n, .at = k->at }, &k->table);
}

/* Judge a table by itself, as the release gate will, and mark the rows that break what is
 * required in `gone`, whose places are `at` (NULL: the rows' own). */
static tacit_status judge_rows(tacit_ctx *cx, const tacit_generalizer *z, const tacit_table *t,
                               const size_t *at, size_t *broken)
{
    tacit_space_spec spec = { .table = t, .keys = z->keys };
    tacit_subject *subject = NULL;
    tacit_judge *judge = NULL;
    tacit_space *space = NULL;
    bool *marked = NULL;
    TACIT_TRY(tacit_subject_new(cx, t, &subject));
    if (z->job->extra != NULL)
        tacit_subject_add(subject, z->job->extra);
    tacit_status status = tacit_judge_new(cx, subject, z->require, z->n_require, &judge);
    if (status == TACIT_OK) {
        spec.sensitive = *tacit_judge_sensitive(judge);
        spec.population = tacit_judge_wants_population(judge) ? z->job->population : NULL;
        status = tacit_space_new(cx, &spec, &space);
    }
    if (status == TACIT_OK)
        status = tacit_scratch(cx, space->cells.n, sizeof *marked, &marked);
    if (status == TACIT_OK)
        tacit_search_mark(judge, &space->cells, space->n_sensitive, marked);
    for (size_t i = 0; status == TACIT_OK && i < tacit_table_rows(t); i++)
        if (marked[space->cell_of_row[i]]) {
            z->gone[at != NULL ? at[i] : i] = true;
            ++*broken;
        }
    tacit_space_free(space);
    tacit_judge_free(judge);
    tacit_subject_free(subject);
    return status;
}

/* Leave out the rows that are suppressed, and those that break what is required among the rest:
 * distances to the whole table change with the table. */
static tacit_status remove_rows(tacit_ctx *cx, tacit_generalizer *z, tacit_table *out)
{
    for (size_t broken = 1; broken > 0;) {
        kept_rows k = { 0 };
        TACIT_TRY(keep_rows(cx, z->gone, out, &k));
        broken = 0;
        const tacit_status status = k.n > 0 && tacit_judge_least_size(z->judge) == 0
                                        ? judge_rows(cx, z, k.table, k.at, &broken)
                                        : TACIT_OK;
        z->n_gone += broken;
        if (status == TACIT_OK && broken == 0)
            tacit_table_become(out, k.table);
        else
            tacit_table_free(k.table);
        TACIT_TRY(status);
    }
    if (z->n_gone > z->spec.most_suppressed)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Without the suppressed records others break what is required; %zu "
                          "records would have to go, which is more than allowed.",
                          z->n_gone);
    z->removed = true;
    return TACIT_OK;
}

/* Whether what is required holds with the suppressed records as one class of blanks. */
static tacit_status blanks_do(tacit_ctx *cx, const tacit_generalizer *z, const tacit_table *t,
                              bool *out)
{
    size_t broken = 0;
    *out = z->n_gone >= tacit_judge_floor(z->judge);
    if (!*out || tacit_judge_least_size(z->judge) > 0)
        return TACIT_OK;
    bool *before = NULL;
    const size_t rows = tacit_table_rows(t);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *before, &before));
    memcpy(before, z->gone, rows * sizeof *before);
    TACIT_TRY(judge_rows(cx, z, t, NULL, &broken));
    memcpy(z->gone, before, rows * sizeof *before);
    *out = broken == 0;
    return TACIT_OK;
}

tacit_status tacit_generalize_suppress(tacit_ctx *cx, tacit_generalizer *z, size_t choice,
                                       tacit_table *out)
{
    bool keeps = choice == TACIT_SUPPRESSED_BLANK;
    if (z->n_gone == 0 || keeps)
        return TACIT_OK;
    if (choice == TACIT_SUPPRESSED_AUTO)
        TACIT_TRY(blanks_do(cx, z, out, &keeps));
    return keeps ? TACIT_OK : remove_rows(cx, z, out);
}
