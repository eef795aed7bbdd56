/*
 * groups.c - strata that are large enough to be masked by themselves.
 *
 * A stratum of one record has no variance, and noise in proportion to it would be none: what
 * is rare would go out as it is.  So small strata are masked together.
 */
#include "micro/method/noise/groups.h"

#include <string.h>

/* Which strata are too small, and how many complete rows they have together. */
typedef struct few {
    bool *is;
    size_t n, complete, largest;
} few;

static bool is_complete(const tacit_table *t, const tacit_select *cols, size_t row)
{
    for (size_t c = 0; c < cols->n; c++)
        if (tacit_column_is_missing(tacit_table_column(t, cols->at[c]), row))
            return false;
    return true;
}

static tacit_status find_small(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                               size_t least, const tacit_strata *s, few *out)
{
    size_t most = 0;
    *out = (few){ .largest = s->n };
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *out->is, &out->is));
    for (size_t g = 0; g < s->n; g++) {
        size_t n = 0;
        for (size_t i = s->start[g]; i < s->start[g + 1]; i++)
            n += is_complete(t, cols, s->row[i]);
        out->is[g] = n < least;
        out->n += out->is[g];
        out->complete += out->is[g] ? n : 0;
        if (!out->is[g] && n > most) {
            most = n;
            out->largest = g;
        }
    }
    if (out->complete < least && out->n > 0 && out->largest < s->n)
        out->is[out->largest] = true;
    return TACIT_OK;
}

/* Write the rows of the strata that are small or not, and the ends of the latter. */
static size_t copy(const tacit_strata *s, const few *small, bool which, size_t *start, size_t *row)
{
    size_t groups = 0, at = 0;
    for (size_t g = 0; g < s->n; g++) {
        if (small->is[g] != which)
            continue;
        const size_t n = s->start[g + 1] - s->start[g];
        memcpy(row + at, s->row + s->start[g], n * sizeof *row);
        at += n;
        if (!which)
            start[++groups] = at;
    }
    return which ? at : groups;
}

/* All rows of `t` in one group, none if there are no rows. */
static tacit_status take_all(tacit_ctx *cx, const tacit_table *t, tacit_noise_groups *out)
{
    size_t *start = NULL;
    TACIT_TRY(tacit_scratch(cx, 2, sizeof *start, &start));
    start[1] = tacit_table_rows(t);
    out->strata = (tacit_strata){ .n = start[1] > 0, .start = start };
    return TACIT_OK;
}

tacit_status tacit_noise_groups_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *cols,
                                   size_t least, tacit_noise_groups *out)
{
    tacit_strata s;
    few small;
    size_t *start = NULL, *row = NULL;
    tacit_select by;
    *out = (tacit_noise_groups){ .pooled = 0 };
    TACIT_TRY(tacit_table_with_role(cx, t, TACIT_ROLE_STRATA, &by));
    if (by.n == 0)
        return take_all(cx, t, out);
    TACIT_TRY(tacit_strata_of(cx, t, &s));
    out->strata = s;
    if (s.n < 2)
        return TACIT_OK;
    TACIT_TRY(find_small(cx, t, cols, least, &s, &small));
    if (small.n == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, s.n + 1, sizeof *start, &start));
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(t), sizeof *row, &row));
    const size_t groups = copy(&s, &small, false, start, row);
    start[groups + 1] = start[groups] + copy(&s, &small, true, start, row + start[groups]);
    out->strata = (tacit_strata){ .n = groups + 1, .start = start, .row = row };
    out->pooled = small.n;
    return TACIT_OK;
}

tacit_status tacit_noise_groups_tell(tacit_ctx *cx, const tacit_noise_groups *groups, size_t least,
                                     tacit_result *told)
{
    if (groups->pooled == 0)
        return TACIT_OK;
    return tacit_result_note(cx, told,
                             "%zu strata have fewer than %zu records with all values present "
                             "and are masked together.",
                             groups->pooled, least);
}
