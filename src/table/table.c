/*
 * table.c - immutable tables of columns with roles.
 */
#include "table/table.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "table/column_own.h"

struct tacit_table {
    size_t rows, n, room;
    tacit_column **column;
    unsigned *roles;
};

const char *tacit_role_name(size_t i)
{
    static const char *const names[TACIT_ROLES] = { "identifier", "key",    "sensitive", "weight",
                                                    "household",  "strata", "cluster" };
    TACIT_ASSERT(i < TACIT_ROLES);
    return names[i];
}

tacit_status tacit_table_new(tacit_ctx *cx, size_t rows, tacit_table **out)
{
    tacit_table *t = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *t, &t));
    t->rows = rows;
    *out = t;
    return TACIT_OK;
}

static tacit_status share_columns(tacit_ctx *cx, const tacit_table *from, tacit_table *to)
{
    for (size_t j = 0; j < from->n; j++) {
        TACIT_TRY(tacit_table_add(cx, to, tacit_column_share(from->column[j])));
        to->roles[j] = from->roles[j];
    }
    return TACIT_OK;
}

tacit_status tacit_table_copy(tacit_ctx *cx, const tacit_table *t, tacit_table **out)
{
    tacit_table *copy = NULL;
    TACIT_TRY(tacit_table_new(cx, t->rows, &copy));
    const tacit_status status = share_columns(cx, t, copy);
    if (status != TACIT_OK) {
        tacit_table_free(copy);
        return status;
    }
    *out = copy;
    return TACIT_OK;
}

void tacit_table_free(tacit_table *t)
{
    if (t == NULL)
        return;
    for (size_t j = 0; j < t->n; j++)
        tacit_column_free(t->column[j]);
    tacit_free(t->column);
    tacit_free(t->roles);
    tacit_free(t);
}

void tacit_table_become(tacit_table *t, tacit_table *from)
{
    const tacit_table old = *t;
    *t = *from;
    *from = old;
    tacit_table_free(from);
}

size_t tacit_table_rows(const tacit_table *t)
{
    return t->rows;
}

size_t tacit_table_columns(const tacit_table *t)
{
    return t->n;
}

const tacit_column *tacit_table_column(const tacit_table *t, size_t j)
{
    TACIT_ASSERT(j < t->n);
    return t->column[j];
}

size_t tacit_table_find(const tacit_table *t, const char *name)
{
    size_t j = 0;
    while (j < t->n && strcmp(t->column[j]->name, name) != 0)
        j++;
    return j;
}

unsigned tacit_table_roles(const tacit_table *t, size_t j)
{
    TACIT_ASSERT(j < t->n);
    return t->roles[j];
}

void tacit_table_set_roles(tacit_table *t, size_t j, unsigned roles)
{
    TACIT_ASSERT(j < t->n);
    t->roles[j] = roles;
}

tacit_status tacit_table_with_role(tacit_ctx *cx, const tacit_table *t, unsigned roles,
                                   tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof *at, &at));
    for (size_t j = 0; j < t->n; j++)
        if ((t->roles[j] & roles) != 0)
            at[n++] = j;
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

size_t tacit_table_role_column(const tacit_table *t, tacit_role role)
{
    size_t j = 0;
    while (j < t->n && (t->roles[j] & role) == 0)
        j++;
    return j;
}

static tacit_status make_room(tacit_ctx *cx, tacit_table *t)
{
    if (t->n < t->room)
        return TACIT_OK;
    const size_t room = t->room == 0 ? 16 : 2 * t->room;
    TACIT_TRY(tacit_grow(cx, room, sizeof *t->column, &t->column));
    TACIT_TRY(tacit_grow(cx, room, sizeof *t->roles, &t->roles));
    t->room = room;
    return TACIT_OK;
}

tacit_status tacit_table_add(tacit_ctx *cx, tacit_table *t, tacit_column *c)
{
    TACIT_ASSERT(c->n == t->rows);
    const tacit_status status = make_room(cx, t);
    if (status != TACIT_OK) {
        tacit_column_free(c);
        return status;
    }
    t->column[t->n] = c;
    t->roles[t->n++] = 0;
    return TACIT_OK;
}

void tacit_table_replace(tacit_table *t, size_t j, tacit_column *c)
{
    TACIT_ASSERT(j < t->n && c->n == t->rows);
    tacit_column_free(t->column[j]);
    t->column[j] = c;
}

void tacit_table_drop(tacit_table *t, size_t j)
{
    TACIT_ASSERT(j < t->n);
    tacit_column_free(t->column[j]);
    t->n--;
    memmove(t->column + j, t->column + j + 1, (t->n - j) * sizeof *t->column);
    memmove(t->roles + j, t->roles + j + 1, (t->n - j) * sizeof *t->roles);
}

/* Whether `t` alone holds column j and may write to it. */
static bool is_own(const tacit_table *t, size_t j)
{
    return atomic_load(&t->column[j]->refs) == 1;
}

tacit_status tacit_table_edit_reals(tacit_ctx *cx, tacit_table *t, size_t j, double **x)
{
    const tacit_column *old = tacit_table_column(t, j);
    TACIT_ASSERT(old->type == TACIT_TYPE_REAL || old->type == TACIT_TYPE_INTEGER);
    if (old->type != TACIT_TYPE_REAL || !is_own(t, j)) {
        tacit_column *own = NULL;
        TACIT_TRY(tacit_column_blank(cx, old, TACIT_TYPE_REAL, &own));
        double *values = own->data;
        if (old->type == TACIT_TYPE_REAL)
            memcpy(values, old->data, old->n * sizeof *values);
        for (size_t i = 0; old->type != TACIT_TYPE_REAL && i < old->n; i++)
            values[i] = tacit_column_number(old, i);
        tacit_table_replace(t, j, own);
    }
    *x = t->column[j]->data;
    return TACIT_OK;
}

void tacit_table_plain_zeros(tacit_table *t)
{
    for (size_t j = 0; j < t->n; j++) {
        double *x = t->column[j]->data;
        if (t->column[j]->type != TACIT_TYPE_REAL || !is_own(t, j))
            continue;
        for (size_t i = 0; i < t->column[j]->n; i++)
            x[i] += 0.0;
    }
}

tacit_status tacit_table_edit_integers(tacit_ctx *cx, tacit_table *t, size_t j, int64_t **x)
{
    const tacit_column *old = tacit_table_column(t, j);
    TACIT_ASSERT(old->type == TACIT_TYPE_INTEGER);
    if (!is_own(t, j)) {
        tacit_column *own = NULL;
        TACIT_TRY(tacit_column_blank(cx, old, TACIT_TYPE_INTEGER, &own));
        memcpy(own->data, old->data, old->n * sizeof(int64_t));
        tacit_table_replace(t, j, own);
    }
    *x = t->column[j]->data;
    return TACIT_OK;
}

tacit_status tacit_table_round(tacit_ctx *cx, tacit_table *t, size_t j)
{
    const tacit_column *old = tacit_table_column(t, j);
    const double *x = tacit_column_reals(old);
    tacit_column *own = NULL;
    for (size_t i = 0; i < old->n; i++)
        if (fabs(x[i]) > 9007199254740992.0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has values too large to be whole numbers.", old->name);
    TACIT_TRY(tacit_column_blank(cx, old, TACIT_TYPE_INTEGER, &own));
    int64_t *y = own->data;
    for (size_t i = 0; i < old->n; i++)
        y[i] = (int64_t)round(x[i]);
    tacit_table_replace(t, j, own);
    return TACIT_OK;
}

tacit_status tacit_table_recode(tacit_ctx *cx, tacit_table *t, size_t j, const tacit_dict *dict,
                                uint32_t **codes, uint64_t **valid)
{
    const tacit_column *old = tacit_table_column(t, j);
    tacit_column *own = NULL;
    TACIT_TRY(tacit_column_blank(cx, old, TACIT_TYPE_CATEGORY, &own));
    own->dict = tacit_dict_share(dict);
    const tacit_status status = tacit_column_need_valid(cx, own);
    if (status != TACIT_OK) {
        tacit_column_free(own);
        return status;
    }
    tacit_table_replace(t, j, own);
    *codes = own->data;
    *valid = own->valid;
    return TACIT_OK;
}

void tacit_table_settle(tacit_table *t, size_t j)
{
    TACIT_ASSERT(j < t->n && is_own(t, j));
    tacit_column_recount(t->column[j]);
}

size_t tacit_table_bytes(const tacit_table *t)
{
    size_t bytes = 0;
    for (size_t j = 0; j < t->n; j++)
        bytes += tacit_column_bytes(t->column[j]);
    return bytes;
}

tacit_status tacit_table_build(tacit_ctx *cx, tacit_status status, size_t rows,
                               tacit_builder *const *builders, size_t n, tacit_table **out)
{
    tacit_table *made = NULL;
    if (status == TACIT_OK)
        status = tacit_table_new(cx, rows, &made);
    for (size_t c = 0; c < n; c++) {
        tacit_column *column = NULL;
        if (status == TACIT_OK)
            status = tacit_builder_finish(cx, builders[c], &column);
        else
            tacit_builder_free(builders[c]);
        if (column != NULL)
            status = tacit_table_add(cx, made, column);
    }
    if (status == TACIT_OK)
        *out = made;
    else
        tacit_table_free(made);
    return status;
}
