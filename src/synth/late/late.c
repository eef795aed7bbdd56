/*
 * late.c - columns that are written when all are made.
 *
 * The codes of a column that was made are kept, as those after it are drawn given them.  Where
 * every code stands for one value, they say all that the cells do in a quarter or half of the room,
 * so the column of each set is written at the end, when what trees needed is gone.  Whether they do
 * is seen in the original records.  Real numbers are left out: two that are equal can differ in
 * their sign.
 */
#include "synth/late/late.h"

/* Whether records a and b have the same in a column of texts, whole numbers or dates. */
static bool are_same(const tacit_column *c, size_t a, size_t b)
{
    const bool missing = tacit_column_is_missing(c, a);
    if (missing || tacit_column_is_missing(c, b))
        return missing && tacit_column_is_missing(c, b);
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return tacit_column_codes(c)[a] == tacit_column_codes(c)[b];
    const double x = tacit_column_number(c, a), y = tacit_column_number(c, b);
    return !(x < y) && !(x > y);
}

/* A record of each code; NULL if the records of a code differ. */
static tacit_status find_records(tacit_ctx *cx, const tacit_coding *c, uint32_t **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *record = NULL;
    *out = NULL;
    if (tacit_column_type(c->column) == TACIT_TYPE_REAL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, c->levels, sizeof *record, &record));
    for (uint32_t k = 0; k < c->levels; k++)
        record[k] = UINT32_MAX;
    for (size_t i = 0; i < tacit_column_length(c->column); i++) {
        uint32_t *first = &record[c->code[i]];
        if (*first == UINT32_MAX)
            *first = (uint32_t)i;
        if (!are_same(c->column, *first, i)) {
            tacit_scratch_release(cx, mark);
            return TACIT_OK;
        }
    }
    *out = record;
    return TACIT_OK;
}

tacit_status tacit_late_find(tacit_ctx *cx, tacit_making *m)
{
    const tacit_synth_spec *s = m->spec;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *m->late, &m->late));
    for (size_t j = 0; j < s->n; j++) /* others look at the columns of the sets, not at codes */
        if (s->column[j].generator == NULL || s->column[j].generator->place == NULL)
            return TACIT_OK;
    for (size_t j = 0; j < s->n; j++)
        TACIT_TRY(find_records(cx, &m->coding[j], &m->late[j]));
    return TACIT_OK;
}

void tacit_late_take(const tacit_making *m, size_t j)
{
    for (size_t i = 0; i < m->rows; i++) {
        m->cells.donor[i] = m->late[j][m->code[j][i]];
        TACIT_ASSERT(m->cells.donor[i] != UINT32_MAX);
    }
}
