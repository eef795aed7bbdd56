/*
 * paired.c - what measures that compare column by column share.
 */
#include "micro/utility/paired.h"

#include <math.h>
#include <string.h>

#include "table/values.h"

/* ---- which columns ---- */

static const unsigned LEFT_OUT = TACIT_ROLE_IDENTIFIER | TACIT_ROLE_WEIGHT | TACIT_ROLE_LINKS;

/* The column of the masked table called as column j of the original, or NULL. */
static const tacit_column *partner(const tacit_pair *pair, size_t j)
{
    const char *name = tacit_column_name(tacit_table_column(pair->original, j));
    const size_t k = tacit_table_find(pair->masked, name);
    return k < tacit_table_columns(pair->masked) ? tacit_table_column(pair->masked, k) : NULL;
}

static bool is_of(const tacit_column *c, unsigned types)
{
    return (tacit_column_type(c) & types) != 0;
}

static tacit_status add_named(tacit_ctx *cx, const char *who, const tacit_pair *pair,
                              const char *name, unsigned types, tacit_paired *out)
{
    const size_t j = tacit_table_find(pair->original, name);
    const bool there = j < tacit_table_columns(pair->original);
    const tacit_column *before = there ? tacit_table_column(pair->original, j) : NULL;
    const tacit_column *after = there ? partner(pair, j) : NULL;
    if (after == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' cannot find column '%s' in the %s.", who, name,
                          there ? "protected data" : "original");
    if (!is_of(before, types) || !is_of(after, types))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' looks at numeric columns; column '%s' is %s in the original and "
                          "%s in the protected data.",
                          who, name, tacit_type_name(tacit_column_type(before)),
                          tacit_type_name(tacit_column_type(after)));
    for (size_t c = 0; c < out->n; c++)
        if (out->match[c].before == before)
            return tacit_fail(cx, TACIT_ERR_INPUT, "'%s' is given column '%s' twice.", who, name);
    out->match[out->n++] = (tacit_match){ .before = before, .after = after };
    return TACIT_OK;
}

/* Whether column j of the original takes part if no columns are named: it is of `types`, or
 * has one of `roles`. */
static bool is_default(const tacit_pair *pair, size_t j, unsigned types, unsigned roles)
{
    const unsigned has = tacit_table_roles(pair->original, j);
    const tacit_column *before = tacit_table_column(pair->original, j), *after = partner(pair, j);
    if (after == NULL || (has & LEFT_OUT) != 0)
        return false;
    return (has & roles) != 0 || (is_of(before, types) && is_of(after, types));
}

static tacit_status find(tacit_ctx *cx, const char *who, const tacit_pair *pair,
                         const tacit_value *columns, const unsigned types[3], tacit_paired *out)
{
    const size_t all = tacit_table_columns(pair->original);
    tacit_paired found = { 0 };
    TACIT_TRY(tacit_scratch(cx, all + 1, sizeof *found.match, &found.match));
    for (size_t i = 0; columns->given && i < columns->n; i++)
        TACIT_TRY(add_named(cx, who, pair, columns->texts[i], types[0], &found));
    for (size_t j = 0; !columns->given && j < all; j++)
        if (is_default(pair, j, types[1], types[2]))
            found.match[found.n++] =
                (tacit_match){ tacit_table_column(pair->original, j), partner(pair, j) };
    *out = found;
    return TACIT_OK;
}

tacit_status tacit_paired_of(tacit_ctx *cx, const char *who, const tacit_pair *pair,
                             const tacit_value *columns, unsigned types, tacit_paired *out)
{
    return find(cx, who, pair, columns, (const unsigned[]){ types, types, 0 }, out);
}

tacit_status tacit_paired_categories(tacit_ctx *cx, const char *who, const tacit_pair *pair,
                                     const tacit_value *columns, tacit_paired *out)
{
    return find(cx, who, pair, columns,
                (const unsigned[]){ TACIT_TYPE_ANY, TACIT_TYPE_CATEGORY, TACIT_ROLE_KEY }, out);
}

/* ---- numbers ---- */

/* One side or both of the columns, to be copied where all that are looked at are present. */
typedef struct sides {
    bool before, after;
} sides;

static const tacit_column *first_of(const tacit_paired *paired, sides s)
{
    return s.before ? paired->match[0].before : paired->match[0].after;
}

/* Clear keep[i] where cell i of `c` is missing. */
static void drop_missing(const tacit_column *c, bool *keep)
{
    const uint64_t *valid = tacit_column_valid(c);
    if (valid == NULL)
        return;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        keep[i] &= tacit_valid_at(valid, i);
}

/* Copy the kept numbers of `c` to every p-th place of `x`, times 2 to the power `scale`. */
static void copy_kept(const tacit_column *c, const bool *keep, int scale, size_t p, double *x)
{
    for (size_t i = 0, k = 0; i < tacit_column_length(c); i++)
        if (keep[i])
            x[k++ * p] = ldexp(tacit_column_number(c, i), scale);
}

/* Whether some number is so large that products of such would not be finite. */
static bool is_huge(const tacit_column *c)
{
    const double *x = tacit_column_type(c) == TACIT_TYPE_REAL ? tacit_column_reals(c) : NULL;
    bool huge = false;
    for (size_t i = 0; x != NULL && i < tacit_column_length(c); i++)
        huge |= fabs(x[i]) > 1e100;
    return huge;
}

static void copy_column(const tacit_match *m, const bool *keep, size_t c, tacit_complete *out)
{
    const int scale = is_huge(m->before) || is_huge(m->after) ? -800 : 0;
    if (out->before != NULL)
        copy_kept(m->before, keep, scale, out->p, out->before + c);
    if (out->after != NULL)
        copy_kept(m->after, keep, scale, out->p, out->after + c);
}

static tacit_status complete(tacit_ctx *cx, const tacit_paired *paired, sides s,
                             tacit_complete *out)
{
    tacit_complete found = { .p = paired->n };
    const size_t rows = paired->n > 0 ? tacit_column_length(first_of(paired, s)) : 0;
    bool *keep = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *keep, &keep));
    memset(keep, 1, rows * sizeof *keep);
    for (size_t c = 0; c < paired->n; c++) {
        if (s.before)
            drop_missing(paired->match[c].before, keep);
        if (s.after)
            drop_missing(paired->match[c].after, keep);
    }
    for (size_t i = 0; i < rows; i++)
        found.n += keep[i];
    found.left_out = rows - found.n;
    if (s.before)
        TACIT_TRY(tacit_scratch(cx, found.n * found.p, sizeof *found.before, &found.before));
    if (s.after)
        TACIT_TRY(tacit_scratch(cx, found.n * found.p, sizeof *found.after, &found.after));
    for (size_t c = 0; c < paired->n; c++) {
        TACIT_TRY(tacit_tick(cx, c, paired->n));
        copy_column(&paired->match[c], keep, c, &found);
    }
    *out = found;
    return TACIT_OK;
}

tacit_status tacit_complete_of(tacit_ctx *cx, const tacit_paired *paired, tacit_complete *out)
{
    return complete(cx, paired, (sides){ true, true }, out);
}

tacit_status tacit_complete_before(tacit_ctx *cx, const tacit_paired *paired, tacit_complete *out)
{
    return complete(cx, paired, (sides){ .before = true }, out);
}

tacit_status tacit_complete_after(tacit_ctx *cx, const tacit_paired *paired, tacit_complete *out)
{
    return complete(cx, paired, (sides){ .after = true }, out);
}

tacit_status tacit_both_of(tacit_ctx *cx, const tacit_match *match, tacit_both *out)
{
    tacit_match one = *match;
    const tacit_paired paired = { .n = 1, .match = &one };
    tacit_complete c;
    TACIT_TRY(tacit_complete_of(cx, &paired, &c));
    *out = (tacit_both){ .n = c.n, .before = c.before, .after = c.after };
    return TACIT_OK;
}

/* ---- values ---- */

/* Number the values of `c` by their texts in `dict`; missing cells get UINT32_MAX. */
static tacit_status code_side(tacit_ctx *cx, const tacit_column *c, tacit_dict *dict,
                              uint32_t **codes, size_t *rows)
{
    tacit_values values;
    uint32_t *number = NULL, *code = NULL;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    TACIT_TRY(tacit_scratch(cx, (size_t)values.n + 1, sizeof *number, &number));
    for (size_t v = 0; v < values.n; v++) {
        char buffer[32];
        const char *text = tacit_column_text(c, values.row[v], buffer);
        TACIT_TRY(tacit_dict_add(cx, dict, text, strlen(text), &number[v]));
    }
    number[values.n] = UINT32_MAX;
    *rows = tacit_column_length(c);
    TACIT_TRY(tacit_scratch(cx, *rows, sizeof *code, &code));
    for (size_t i = 0; i < *rows; i++)
        code[i] = number[values.of[i]];
    *codes = code;
    return TACIT_OK;
}

/* Whether fewer than half of the values of the masked side, all those from `old` on being new
 * ones, were there before. */
static tacit_status find_relabelled(tacit_ctx *cx, uint32_t old, tacit_coded *c)
{
    bool *seen = NULL;
    size_t known = 0, all = 0;
    TACIT_TRY(tacit_scratch(cx, (size_t)c->n + 1, sizeof *seen, &seen));
    for (size_t i = 0; i < c->rows_after; i++)
        seen[c->after[i]] = true;
    for (uint32_t v = 0; v < c->missing; v++) {
        all += seen[v];
        known += seen[v] && v < old;
    }
    c->relabelled = 2 * known < all;
    return TACIT_OK;
}

static tacit_status code_sides(tacit_ctx *cx, const tacit_match *match, tacit_dict *dict,
                               tacit_coded *out)
{
    TACIT_TRY(code_side(cx, match->before, dict, &out->before, &out->rows_before));
    const uint32_t old = tacit_dict_size(dict);
    TACIT_TRY(code_side(cx, match->after, dict, &out->after, &out->rows_after));
    const uint32_t n = tacit_dict_size(dict);
    const bool gaps =
        tacit_column_missing(match->before) > 0 || tacit_column_missing(match->after) > 0;
    TACIT_TRY(tacit_scratch(cx, (size_t)n + 1, sizeof *out->text, &out->text));
    for (uint32_t v = 0; v < n; v++) {
        char *text = NULL;
        TACIT_TRY(tacit_scratch_text(cx, tacit_dict_text(dict, v), &text));
        out->text[v] = text;
    }
    out->text[n] = "";
    out->missing = n;
    out->n = n + (gaps ? 1 : 0);
    for (size_t i = 0; i < out->rows_before; i++)
        out->before[i] = out->before[i] == UINT32_MAX ? n : out->before[i];
    for (size_t i = 0; i < out->rows_after; i++)
        out->after[i] = out->after[i] == UINT32_MAX ? n : out->after[i];
    return find_relabelled(cx, old, out);
}

tacit_status tacit_coded_of(tacit_ctx *cx, const tacit_match *match, tacit_coded *out)
{
    tacit_dict *dict = NULL;
    TACIT_TRY(tacit_dict_new(cx, &dict));
    *out = (tacit_coded){ 0 };
    const tacit_status status = code_sides(cx, match, dict, out);
    tacit_dict_free(dict);
    return status;
}

tacit_status tacit_coded_count(tacit_ctx *cx, const tacit_coded *c, double **before, double **after)
{
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof **before, before));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof **after, after));
    for (size_t i = 0; i < c->rows_before; i++)
        (*before)[c->before[i]] += 1.0;
    for (size_t i = 0; i < c->rows_after; i++)
        (*after)[c->after[i]] += 1.0;
    return TACIT_OK;
}

/* ---- results ---- */

tacit_status tacit_paired_row(tacit_ctx *cx, json_t *table, const char *name, const double *x,
                              size_t n)
{
    json_t *row = json_pack("[s]", name);
    for (size_t k = 0; row != NULL && k < n; k++)
        if (json_array_append_new(row, isfinite(x[k]) ? json_real(x[k]) : json_null()) != 0) {
            json_decref(row);
            row = NULL;
        }
    return tacit_json_add(cx, json_object_get(table, "rows"), row);
}

static tacit_status label_columns(tacit_ctx *cx, json_t *chart, const tacit_paired *paired)
{
    for (size_t c = 0; c < paired->n; c++)
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_name(paired->match[c].before)));
    return TACIT_OK;
}

tacit_status tacit_paired_bars(tacit_ctx *cx, tacit_result *result, const tacit_bars *what,
                               const tacit_paired *paired, const double *values)
{
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, what->name, what->title, TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "column", what->axis));
    TACIT_TRY(label_columns(cx, chart, paired));
    return tacit_result_series(cx, chart, what->axis, values, paired->n);
}

tacit_status tacit_paired_heat(tacit_ctx *cx, tacit_result *result, const char *name,
                               const char *title, const tacit_paired *paired, const double *values)
{
    json_t *chart = NULL;
    TACIT_TRY(tacit_result_chart(cx, result, name, title, TACIT_CHART_HEAT, &chart));
    TACIT_TRY(label_columns(cx, chart, paired));
    for (size_t c = 0; c < paired->n; c++)
        TACIT_TRY(tacit_result_series(cx, chart, tacit_column_name(paired->match[c].before),
                                      values + c * paired->n, paired->n));
    return TACIT_OK;
}

tacit_status tacit_paired_left_out(tacit_ctx *cx, tacit_result *result, size_t rows)
{
    if (rows == 0)
        return TACIT_OK;
    return tacit_result_note(cx, result, "%zu records with a missing number are left out.", rows);
}
