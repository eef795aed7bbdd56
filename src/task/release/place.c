/*
 * place.c - rows as numbers: values on lattices, codes of categories (query/place.h), groups.
 *
 * O(rows * columns).
 */
#include <string.h>

#include "base/memory.h"
#include "query/place.h"
#include "task/release/own.h"

/* ---- groups ---- */

/* Which of the groups that `d` makes a value is in. */
int64_t tacit_release_part(const tacit_domain *d, int64_t steps)
{
    return steps == TACIT_RELEASE_NONE || !d->number ? steps : (int64_t)tacit_domain_bin(d, steps);
}

static void place_declared(const tacit_private_release *r, const tacit_release_groups *g,
                           int64_t *out)
{
    memset(out, 0, r->rows.n * sizeof *out);
    for (size_t k = 0; k < g->n; k++) {
        const int64_t *steps = r->rows.steps[tacit_release_domain(r, g->by[k])];
        const int64_t groups = (int64_t)tacit_domain_groups(g->by[k]);
        for (size_t i = 0; i < r->rows.n; i++) {
            const int64_t part = tacit_release_part(g->by[k], steps[i]);
            out[i] = out[i] == TACIT_RELEASE_NONE || part == TACIT_RELEASE_NONE
                         ? TACIT_RELEASE_NONE
                         : out[i] * groups + part;
        }
    }
}

tacit_status tacit_release_widen(tacit_ctx *cx, size_t have, size_t want, size_t size, void *p)
{
    char **memory = p;
    TACIT_TRY(tacit_grow(cx, want, size, memory));
    memset(*memory + have * size, 0, (want - have) * size);
    return TACIT_OK;
}

/* Memory for one more group that was found. */
static tacit_status grow(tacit_ctx *cx, tacit_release_groups *g)
{
    const size_t want = g->room == 0 ? 64 : 2 * g->room;
    if (g->n_groups < g->room)
        return TACIT_OK;
    TACIT_TRY(tacit_release_widen(cx, g->room * g->n, want * g->n, sizeof *g->code, &g->code));
    TACIT_TRY(tacit_release_widen(cx, g->room, want, sizeof *g->persons, &g->persons));
    g->room = want;
    return TACIT_OK;
}

/* The number of the group with these parts, which is the next one if it is new: pairs of the number
 * of all parts before and the next part are numbered, column by column. */
static tacit_status find_group(tacit_ctx *cx, tacit_release_groups *g, const uint32_t *part,
                               int64_t *out)
{
    uint32_t number = 0;
    for (size_t k = 0; k < g->n; k++)
        TACIT_TRY(tacit_numbering_of(cx, &g->number[k], (uint64_t)number << 32 | part[k], &number));
    *out = number;
    if (number < g->n_groups)
        return TACIT_OK;
    TACIT_TRY(grow(cx, g));
    for (size_t k = 0; k < g->n; k++)
        g->code[g->n_groups * g->n + k] = part[k];
    g->n_groups++;
    return TACIT_OK;
}

/* The parts of row i; false if one of them does not count. */
static bool find_parts(const tacit_private_release *r, const tacit_release_groups *g, size_t i,
                       uint32_t *part)
{
    bool counts = true;
    for (size_t k = 0; k < g->n; k++) {
        const int64_t *steps = r->rows.steps[tacit_release_domain(r, g->by[k])];
        const int64_t one = tacit_release_part(g->by[k], steps[i]);
        counts = counts && one != TACIT_RELEASE_NONE;
        part[k] = (uint32_t)one;
    }
    return counts;
}

static tacit_status place_found(tacit_ctx *cx, const tacit_private_release *r,
                                tacit_release_groups *g, int64_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *part = NULL;
    tacit_status status = tacit_scratch(cx, g->n, sizeof *part, &part);
    for (size_t i = 0; status == TACIT_OK && i < r->rows.n; i++) {
        out[i] = TACIT_RELEASE_NONE;
        if (find_parts(r, g, i, part))
            status = find_group(cx, g, part, &out[i]);
    }
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- all of it ---- */

static tacit_status place_column(tacit_ctx *cx, tacit_private_release *r, size_t d,
                                 const tacit_column *c)
{
    const tacit_domain *domain = &r->domain[d];
    if (domain->number) {
        tacit_place_numbers(domain, c, r->rows.steps[d]);
        return TACIT_OK;
    }
    if (r->found[d] == NULL)
        TACIT_TRY(tacit_place_values(cx, domain, &r->found[d]));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status =
        tacit_place_codes(cx, r->found[d], domain->n_values == 0, c, r->rows.steps[d]);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status make_room(tacit_ctx *cx, tacit_private_release *r, size_t n)
{
    tacit_release_rows *rows = &r->rows;
    rows->n = n;
    if (n <= rows->room)
        return TACIT_OK;
    for (size_t d = 0; d < r->n_domains; d++)
        TACIT_TRY(tacit_grow(cx, n, sizeof *rows->steps[d], &rows->steps[d]));
    for (size_t g = 0; g < r->n_groupings; g++)
        TACIT_TRY(tacit_grow(cx, n, sizeof *rows->group[g], &rows->group[g]));
    rows->room = n;
    return TACIT_OK;
}

static tacit_status place_groups(tacit_ctx *cx, tacit_private_release *r, size_t g)
{
    tacit_release_groups *groups = &r->grouping[g];
    if (groups->selection != NULL)
        return place_found(cx, r, groups, r->rows.group[g]);
    place_declared(r, groups, r->rows.group[g]);
    return TACIT_OK;
}

tacit_status tacit_release_place(tacit_ctx *cx, tacit_private_release *r, const tacit_table *t)
{
    TACIT_TRY(make_room(cx, r, tacit_table_rows(t)));
    for (size_t d = 0; d < r->n_domains; d++)
        TACIT_TRY(place_column(cx, r, d, tacit_table_column(t, d)));
    for (size_t g = 0; g < r->n_groupings; g++)
        TACIT_TRY(place_groups(cx, r, g));
    return TACIT_OK;
}

/* Steps that were found where the data is. */
static void take_steps(const tacit_column *c, int64_t *out)
{
    for (size_t i = 0; i < tacit_column_length(c); i++)
        out[i] = tacit_column_is_missing(c, i) ? TACIT_RELEASE_NONE : tacit_column_integers(c)[i];
}

tacit_status tacit_release_place_keys(tacit_ctx *cx, tacit_private_release *r, size_t g,
                                      const tacit_table *t)
{
    const tacit_release_groups *groups = &r->grouping[g];
    TACIT_TRY(make_room(cx, r, tacit_table_rows(t)));
    for (size_t k = 0; k < groups->n; k++) {
        const size_t d = tacit_release_domain(r, groups->by[k]);
        if (groups->by[k]->number)
            take_steps(tacit_table_column(t, k), r->rows.steps[d]);
        else
            TACIT_TRY(place_column(cx, r, d, tacit_table_column(t, k)));
    }
    return place_groups(cx, r, g);
}

bool tacit_release_see(const tacit_private_release *r, size_t question, size_t row, int64_t *x)
{
    const tacit_question *q = &r->inquiry.question[question];
    for (size_t k = 0; k < q->n_of; k++) {
        const int64_t steps = r->rows.steps[tacit_release_domain(r, q->of[k])][row];
        x[k] =
            tacit_statistic_sees_bins(q->statistic) ? tacit_release_part(q->of[k], steps) : steps;
        if (x[k] == TACIT_RELEASE_NONE)
            return false;
    }
    return true;
}
