/*
 * system.c - a published table, or several that hang together, as cells and equations.
 */
#include "tabular/system.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

static tacit_status take_parts(tacit_ctx *cx, tacit_system *s, size_t n_terms)
{
    tacit_arena *m = &s->memory;
    TACIT_TRY(tacit_arena_take(cx, m, s->n_cells, sizeof *s->cell, &s->cell));
    TACIT_TRY(tacit_arena_take(cx, m, s->n_equations + 1, sizeof *s->first, &s->first));
    TACIT_TRY(tacit_arena_take(cx, m, n_terms, sizeof *s->term, &s->term));
    TACIT_TRY(tacit_arena_take(cx, m, s->n_cells + 1, sizeof *s->first_of, &s->first_of));
    return tacit_arena_take(cx, m, n_terms, sizeof *s->in, &s->in);
}

tacit_status tacit_system_new(tacit_ctx *cx, size_t n_cells, size_t n_equations, size_t n_terms,
                              tacit_system **out)
{
    tacit_system *s = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    s->n_cells = n_cells;
    s->n_equations = n_equations;
    const tacit_status status = take_parts(cx, s, n_terms);
    for (size_t i = 0; status == TACIT_OK && i < n_cells; i++)
        s->cell[i].unit = 1;
    if (status == TACIT_OK)
        *out = s;
    else
        tacit_system_free(s);
    return status;
}

tacit_status tacit_system_close(tacit_ctx *cx, tacit_system *s)
{
    const size_t mark = tacit_scratch_mark(cx);
    size_t *next = NULL;
    TACIT_TRY(tacit_scratch(cx, s->n_cells, sizeof *next, &next));
    for (size_t e = 0; e < s->first[s->n_equations]; e++) {
        TACIT_ASSERT(s->term[e].at < s->n_cells);
        s->first_of[s->term[e].at + 1]++;
    }
    for (size_t i = 0; i < s->n_cells; i++) {
        s->first_of[i + 1] += s->first_of[i];
        next[i] = s->first_of[i];
    }
    for (size_t r = 0; r < s->n_equations; r++)
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            s->in[next[s->term[e].at]++] =
                (tacit_cell_term){ .at = (uint32_t)r, .weight = s->term[e].weight };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_system_doubt(tacit_ctx *cx, tacit_system *s)
{
    return tacit_arena_take(cx, &s->memory, s->n_cells, sizeof *s->unknown, &s->unknown);
}

tacit_status tacit_system_know(tacit_ctx *cx, tacit_system *s)
{
    TACIT_TRY(tacit_arena_take(cx, &s->memory, s->n_cells, sizeof *s->owner, &s->owner));
    return tacit_arena_take(cx, &s->memory, s->n_cells, sizeof *s->contributors, &s->contributors);
}

/* What a system has besides its size. */
static tacit_status copy_parts(tacit_ctx *cx, const tacit_system *from, tacit_system *to)
{
    const size_t terms = from->first[from->n_equations];
    memcpy(to->cell, from->cell, from->n_cells * sizeof *to->cell);
    memcpy(to->first, from->first, (from->n_equations + 1) * sizeof *to->first);
    memcpy(to->term, from->term, terms * sizeof *to->term);
    TACIT_TRY(tacit_system_close(cx, to));
    to->changed = from->changed;
    to->additive = from->additive;
    to->insiders = from->insiders;
    to->together = from->together;
    to->name = from->name;
    to->name_user = from->name_user;
    if (from->owner == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_system_know(cx, to));
    memcpy(to->owner, from->owner, from->n_cells * sizeof *to->owner);
    memcpy(to->contributors, from->contributors, from->n_cells * sizeof *to->contributors);
    return TACIT_OK;
}

tacit_status tacit_system_copy(tacit_ctx *cx, const tacit_system *s, tacit_system **out)
{
    tacit_system *copy = NULL;
    TACIT_TRY(tacit_system_new(cx, s->n_cells, s->n_equations, s->first[s->n_equations], &copy));
    const tacit_status status = copy_parts(cx, s, copy);
    if (status == TACIT_OK)
        *out = copy;
    else
        tacit_system_free(copy);
    return status;
}

size_t tacit_system_find_wrong(const tacit_system *s)
{
    for (size_t r = 0; r < s->n_equations; r++) {
        double sum = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            sum += (double)s->term[e].weight * s->cell[s->term[e].at].value;
        if (s->first[r] < s->first[r + 1] && fabs(sum) > s->cell[s->term[s->first[r]].at].unit / 2)
            return r;
    }
    return s->n_equations;
}

tacit_status tacit_system_name(tacit_ctx *cx, const tacit_system *s, size_t cell, char **out)
{
    return s->name != NULL ? s->name(cx, s->name_user, cell, out)
                           : tacit_scratch_format(cx, out, "cell %zu", cell);
}

void tacit_system_free(tacit_system *s)
{
    if (s == NULL)
        return;
    tacit_arena_free(&s->memory);
    tacit_free(s);
}
