/*
 * attack.c - the sets of records that attack-based risks look at, and whom to attack.
 *
 * The control's records are put below the protected ones, so that all three sets share codes
 * and the scale of the original.  Records are chosen by a hash of their cells: a choice by
 * position would make figures depend on the order of rows.  O(n) a column.
 */
#include "micro/risk/attack/attack.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "micro/classes/join.h"

const tacit_table *tacit_set_table(const tacit_subject *s, size_t set)
{
    const tacit_subject_extra *extra = tacit_subject_extra_of(s);
    const tacit_table *const tables[TACIT_SETS] = { [TACIT_ORIGINAL] = extra->original,
                                                    [TACIT_RELEASED] = tacit_subject_table(s),
                                                    [TACIT_CONTROL] = extra->control };
    TACIT_ASSERT(set < TACIT_SETS);
    return tables[set];
}

tacit_status tacit_sets_check(tacit_ctx *cx, const tacit_subject *s, const char *who)
{
    static const char *const names[TACIT_SETS] = { "original", "protected data", "control" };
    for (size_t set = 0; set < TACIT_SETS; set++) {
        const tacit_table *t = tacit_set_table(s, set);
        if (t != NULL && tacit_table_rows(t) == 0)
            return tacit_fail(cx, TACIT_ERR_DATA, "'%s' needs records, but the %s has none.", who,
                              names[set]);
    }
    return TACIT_OK;
}

/* ---- columns ---- */

/* Whether column j of the protected table is what `spec` asks for. */
static bool is_asked(const tacit_table *t, const tacit_columns_spec *spec, size_t j)
{
    const bool any = spec->given->given || spec->role != TACIT_ROLE_SENSITIVE;
    return j != spec->without && (any || (tacit_table_roles(t, j) & spec->role) != 0);
}

tacit_status tacit_sets_columns(tacit_ctx *cx, const tacit_subject *s,
                                const tacit_columns_spec *spec, tacit_select *released,
                                tacit_select *original)
{
    const tacit_common common = { .table_a = tacit_subject_table(s),
                                  .table_b = tacit_set_table(s, TACIT_ORIGINAL),
                                  .names = spec->given->texts,
                                  .n = spec->given->given ? spec->given->n : 0,
                                  .keys = spec->role == TACIT_ROLE_KEY,
                                  .texts = spec->texts };
    size_t *at[2] = { NULL }, n = 0;
    TACIT_TRY(tacit_common_columns(cx, &common, released, original));
    for (size_t side = 0; side < 2; side++)
        TACIT_TRY(tacit_scratch(cx, released->n, sizeof *at[side], &at[side]));
    for (size_t c = 0; c < released->n; c++) {
        if (!is_asked(common.table_a, spec, released->at[c]))
            continue;
        at[0][n] = released->at[c];
        at[1][n++] = original->at[c];
    }
    if (n == 0 && spec->role == TACIT_ROLE_SENSITIVE)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "No sensitive column is in the original under its name and of its kind.");
    if (n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "There is no column to infer '%s' from but itself.",
                          tacit_column_name(tacit_table_column(common.table_a, spec->without)));
    *released = (tacit_select){ n, at[0] };
    *original = (tacit_select){ n, at[1] };
    return TACIT_OK;
}

/* ---- points ---- */

/* Records from ... from + n - 1 of `r`. */
static tacit_records slice(const tacit_space *space, const tacit_records *r, size_t from, size_t n)
{
    return (tacit_records){ n, r->x + from * space->p, r->code + from * space->q };
}

static tacit_status fill_crowd(tacit_ctx *cx, const tacit_subject *s, const tacit_points_spec *spec,
                               const tacit_space_spec *pair, tacit_crowd *out)
{
    const size_t released = tacit_table_rows(tacit_subject_table(s));
    tacit_space space;
    TACIT_TRY(tacit_space_of(cx, pair, &space));
    *out = (tacit_crowd){ .metric = spec->metric, .p = space.p, .q = space.q };
    out->set[TACIT_ORIGINAL] = space.a;
    out->set[TACIT_RELEASED] = slice(&space, &space.b, 0, released);
    out->set[TACIT_CONTROL] = slice(&space, &space.b, released, space.b.n - released);
    return TACIT_OK;
}

tacit_status tacit_crowd_of(tacit_ctx *cx, const tacit_subject *s, const tacit_points_spec *spec,
                            tacit_crowd *out)
{
    static const char *const names[2] = { "the protected data", "the control" };
    const tacit_table *control = tacit_set_table(s, TACIT_CONTROL);
    tacit_space_spec pair = { .table_a = tacit_set_table(s, TACIT_ORIGINAL),
                              .table_b = tacit_subject_table(s),
                              .a = spec->original,
                              .b = spec->released,
                              .metric = spec->metric,
                              .scaling = spec->scaling };
    if (control == NULL)
        return fill_crowd(cx, s, spec, &pair, out);
    tacit_table *joint = NULL;
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, spec->released.n, sizeof *at, &at));
    for (size_t c = 0; c < spec->released.n; c++)
        at[c] = c;
    TACIT_TRY(tacit_join_rows(cx, pair.table_b, &spec->released, control, names, &joint));
    pair.table_b = joint;
    pair.b.at = at;
    const tacit_status status = fill_crowd(cx, s, spec, &pair, out);
    tacit_table_free(joint);
    return status;
}

tacit_space tacit_crowd_space(const tacit_crowd *crowd, const tacit_records *from,
                              const tacit_records *to)
{
    return (
        tacit_space){ .metric = crowd->metric, .p = crowd->p, .q = crowd->q, .a = *from, .b = *to };
}

tacit_status tacit_crowd_take(tacit_ctx *cx, const tacit_crowd *crowd, const tacit_records *of,
                              const uint32_t *rows, size_t n, tacit_records *out)
{
    const size_t p = crowd->p, q = crowd->q;
    double *x = NULL;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, n * p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n * q, sizeof *code, &code));
    for (size_t i = 0; i < n; i++) {
        TACIT_ASSERT(rows[i] < of->n);
        if (p > 0)
            memcpy(x + i * p, of->x + rows[i] * p, p * sizeof *x);
        if (q > 0)
            memcpy(code + i * q, of->code + rows[i] * q, q * sizeof *code);
    }
    *out = (tacit_records){ n, x, code };
    return TACIT_OK;
}

/* ---- whom to attack ---- */

/* The hash of each text of a category column. */
static tacit_status hash_texts(tacit_ctx *cx, const tacit_column *c, uint64_t **out)
{
    const tacit_dict *dict = tacit_column_dict(c);
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(dict), sizeof **out, out));
    for (uint32_t v = 0; v < tacit_dict_size(dict); v++)
        (*out)[v] = tacit_hash_bytes(tacit_dict_text(dict, v), tacit_dict_length(dict, v));
    return TACIT_OK;
}

/* Mix the cells of a column into the hashes of the rows. */
static tacit_status hash_column(tacit_ctx *cx, const tacit_column *c, tacit_keyed *row)
{
    const bool category = tacit_column_type(c) == TACIT_TYPE_CATEGORY;
    uint64_t *texts = NULL;
    if (category)
        TACIT_TRY(hash_texts(cx, c, &texts));
    for (size_t i = 0; i < tacit_column_length(c); i++) {
        uint64_t cell = 0;
        if (!tacit_column_is_missing(c, i))
            cell = category ? texts[tacit_column_codes(c)[i]]
                            : tacit_sort_key_real(tacit_column_number(c, i) + 0.0);
        row[i].key = tacit_hash_u64(row[i].key * 31 + cell);
    }
    return TACIT_OK;
}

tacit_status tacit_sample_rows(tacit_ctx *cx, const tacit_table *t, uint64_t most, uint64_t seed,
                               tacit_sample *out)
{
    const size_t rows = tacit_table_rows(t), n = most > 0 && most < rows ? (size_t)most : rows;
    uint32_t *row = NULL;
    tacit_keyed *by = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *row, &row));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *by, &by));
    for (size_t i = 0; i < rows; i++)
        by[i] = (tacit_keyed){ .key = tacit_hash_u64(seed), .row = i };
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        TACIT_TRY(hash_column(cx, tacit_table_column(t, j), by));
    TACIT_TRY(tacit_sort_keyed(cx, by, rows));
    for (size_t i = 0; i < n; i++)
        row[i] = (uint32_t)by[i].row;
    tacit_scratch_release(cx, mark);
    *out = (tacit_sample){ row, n };
    return TACIT_OK;
}
