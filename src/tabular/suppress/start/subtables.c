/*
 * subtables.c - a system as simple tables.
 *
 * Directions e_1 ... e_d are equations with the same total, the corner.  The cell at the places
 * (a_1, ..., a_d) is known if all but one place are 0.  In direction y, the line through a cell u
 * whose places from y on are 0 is the equation with the total u whose parts lie across from those
 * of the line through b, where b is u with another place set to 0: each is part of an equation
 * whose total is a part of that line.  If no equation is like that, the directions do not cross.
 */
#include "tabular/suppress/start/subtables.h"

#include "tabular/suppress/start/totals.h"

static const uint32_t NOWHERE = TACIT_NO_TOTAL;

typedef struct finding {
    const tacit_system *s;
    tacit_totals totals;
    bool *inside;       /* of a cell: a subtable has all equations that it is the total of */
    uint32_t *cell;     /* of the subtable at hand, */
    uint32_t *position; /* of a cell in a line, from 1, */
    uint32_t *marked;   /* and the mark under which it is there */
    uint32_t mark;
    bool *covered; /* of an equation: a subtable has it as direction of its corner */
    tacit_subtables *out;
} finding;

/* ---- one subtable ---- */

/* Put the parts of equation `r` behind place `at` of the subtable, in order, `step` apart. */
static void take_line(finding *f, size_t r, size_t at, size_t step)
{
    const tacit_system *s = f->s;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
        if (s->term[e].at != f->totals.total[r]) {
            at += step;
            f->cell[at] = s->term[e].at;
        }
}

/* The position of a total of `i` among the cells that are marked, from 1; 0 if none is. */
static uint32_t position_above(const finding *f, uint32_t i)
{
    const tacit_system *s = f->s;
    for (size_t t = s->first_of[i]; t < s->first_of[i + 1]; t++) {
        const uint32_t above = f->totals.total[s->in[t].at];
        if (above != NOWHERE && above != i && f->marked[above] == f->mark)
            return f->position[above];
    }
    return 0;
}

/* Whether the parts of equation `r` lie across from the `n` cells that are marked; then they are
 * put behind place `at`, `step` apart. */
static bool lies_across(finding *f, size_t r, size_t n, size_t at, size_t step)
{
    const tacit_system *s = f->s;
    size_t met = 0;
    if (s->first[r + 1] - s->first[r] != n + 1)
        return false;
    for (size_t p = 1; p <= n; p++)
        f->cell[at + p * step] = NOWHERE;
    for (size_t e = s->first[r]; e < s->first[r + 1]; e++) {
        const uint32_t i = s->term[e].at;
        const uint32_t p = i == f->totals.total[r] ? 0 : position_above(f, i);
        if (p == 0 || f->cell[at + p * step] != NOWHERE)
            continue;
        f->cell[at + p * step] = i;
        met++;
    }
    return met == n;
}

/* Mark the `n` cells behind place `at`, `step` apart. */
static void mark_line(finding *f, size_t n, size_t at, size_t step)
{
    f->mark++;
    for (uint32_t p = 1; p <= n; p++) {
        const uint32_t i = f->cell[at + p * step];
        f->marked[i] = f->mark;
        f->position[i] = p;
    }
}

/* The place of the cell at place `u` of `t` with its last place that is not 0 set to 0; that of
 * direction d - 1 changes fastest. */
static size_t beside(const tacit_subtable *t, size_t u)
{
    size_t step = 1;
    for (size_t x = t->d; x-- > 0; step *= t->size[x]) {
        const size_t place = u / step % t->size[x];
        if (place > 0)
            return u - place * step;
    }
    return 0;
}

/* Spread what is there so that there are `size` places where there was one. */
static void spread(finding *f, size_t n, size_t size)
{
    for (size_t u = n; u-- > 1;)
        f->cell[u * size] = f->cell[u];
}

static void gather(finding *f, size_t n, size_t size)
{
    for (size_t u = 1; u < n; u++)
        f->cell[u] = f->cell[u * size];
}

/* Whether the subtable can be extended in the direction of equation `r`; then it is. */
static bool extend(finding *f, size_t r, tacit_subtable *t)
{
    const tacit_system *s = f->s;
    const size_t parts = s->first[r + 1] - s->first[r] - 1, size = parts + 1;
    if (t->d == TACIT_SUBTABLE_DIRECTIONS || t->n > s->n_cells / size)
        return false;
    spread(f, t->n, size);
    take_line(f, r, 0, 1);
    bool fits = true;
    for (size_t u = 1; u < t->n && fits; u++) {
        const uint32_t i = f->cell[u * size];
        mark_line(f, parts, beside(t, u) * size, 1);
        fits = false;
        for (size_t q = f->totals.first_of[i]; q < f->totals.first_of[i + 1] && !fits; q++)
            fits = lies_across(f, f->totals.of[q], parts, u * size, 1);
    }
    if (!fits) {
        gather(f, t->n, size);
        return false;
    }
    t->size[t->d++] = size;
    t->n *= size;
    return true;
}

/* ---- what is kept of it ---- */

/* Whether all cells of equation `r` are marked. */
static bool is_marked(const finding *f, size_t r)
{
    for (size_t e = f->s->first[r]; e < f->s->first[r + 1]; e++)
        if (f->marked[f->s->term[e].at] != f->mark)
            return false;
    return true;
}

/* How many places of cell `u` of `t` are totals. */
static size_t count_totals(const tacit_subtable *t, size_t u)
{
    size_t n = 0;
    for (size_t x = t->d; x-- > 0; u /= t->size[x])
        n += u % t->size[x] == 0;
    return n;
}

/* Keep the subtable at hand with its equations. */
static tacit_status keep(tacit_ctx *cx, finding *f, tacit_subtable *t)
{
    size_t most = 0;
    TACIT_TRY(tacit_scratch(cx, t->n, sizeof *t->cell, &t->cell));
    f->mark++;
    for (size_t u = 0; u < t->n; u++) {
        const uint32_t i = t->cell[u] = f->cell[u];
        f->marked[i] = f->mark;
        most += f->totals.first_of[i + 1] - f->totals.first_of[i];
    }
    TACIT_TRY(tacit_scratch(cx, most, sizeof *t->row, &t->row));
    for (size_t u = 0; u < t->n; u++) {
        const uint32_t i = t->cell[u];
        for (size_t q = f->totals.first_of[i]; q < f->totals.first_of[i + 1]; q++)
            if (is_marked(f, f->totals.of[q]))
                t->row[t->m++] = f->totals.of[q];
        f->inside[i] |= f->totals.first_of[i + 1] - f->totals.first_of[i] == count_totals(t, u);
    }
    f->out->at[f->out->n++] = *t;
    return TACIT_OK;
}

/* The subtables of a corner: each begins with a direction that none before it has. */
static tacit_status take_corner(tacit_ctx *cx, finding *f, uint32_t corner)
{
    const size_t first = f->totals.first_of[corner], end = f->totals.first_of[corner + 1];
    for (size_t q = first; q < end; q++) {
        tacit_subtable t = { .n = 1 };
        if (f->covered[f->totals.of[q]])
            continue;
        f->cell[0] = corner;
        for (size_t turn = 0; turn < end - first; turn++) {
            const uint32_t r = f->totals.of[first + (q - first + turn) % (end - first)];
            f->covered[r] |= extend(f, r, &t);
        }
        if (t.d > 0)
            TACIT_TRY(keep(cx, f, &t));
    }
    return TACIT_OK;
}

static tacit_status take_room(tacit_ctx *cx, finding *f)
{
    const size_t n = f->s->n_cells, m = f->s->n_equations;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->inside, &f->inside));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *f->cell, &f->cell));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->position, &f->position));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *f->marked, &f->marked));
    TACIT_TRY(tacit_scratch(cx, m, sizeof *f->covered, &f->covered));
    return tacit_scratch(cx, m, sizeof *f->out->at, &f->out->at);
}

/* In which subtables each cell is. */
static tacit_status list_cells(tacit_ctx *cx, const finding *f)
{
    tacit_subtables *out = f->out;
    const size_t n = f->s->n_cells;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *out->first, &out->first));
    for (size_t k = 0; k < out->n; k++)
        for (size_t u = 0; u < out->at[k].n; u++)
            out->first[out->at[k].cell[u]]++;
    for (size_t i = 0; i < n; i++)
        out->first[i + 1] += out->first[i];
    TACIT_TRY(tacit_scratch(cx, out->first[n], sizeof *out->in, &out->in));
    for (size_t k = out->n; k-- > 0;)
        for (size_t u = 0; u < out->at[k].n; u++)
            out->in[--out->first[out->at[k].cell[u]]] = (uint32_t)k;
    return TACIT_OK;
}

tacit_status tacit_subtables_find(tacit_ctx *cx, const tacit_system *s, tacit_subtables *out)
{
    finding f = { .s = s, .out = out };
    *out = (tacit_subtables){ 0 };
    TACIT_TRY(tacit_totals_find(cx, s, &f.totals));
    TACIT_TRY(take_room(cx, &f));
    for (size_t c = 0; c < f.totals.n; c++)
        if (!f.inside[f.totals.order[c]])
            TACIT_TRY(take_corner(cx, &f, f.totals.order[c]));
    return list_cells(cx, &f);
}
