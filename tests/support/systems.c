/*
 * systems.c - small random tables as systems, and all tables that a reader cannot tell from them.
 */
#include "support/systems.h"

#include "support/check.h"

static int below(tacit_rng *rng, int n)
{
    return (int)tacit_rng_below(rng, (uint64_t)n);
}

/* ---- places ---- */

static int places(const small_system *w)
{
    int n = 1;
    for (int d = 0; d < w->dimensions; d++)
        n *= w->size[d];
    return n;
}

/* The code of a place in dimension `d`; the last is the total. */
static int code_at(const small_system *w, int place, int d)
{
    for (int e = 0; e < d; e++)
        place /= w->size[e];
    return place % w->size[d];
}

static int step_of(const small_system *w, int d)
{
    int step = 1;
    for (int e = 0; e < d; e++)
        step *= w->size[e];
    return step;
}

static bool is_inner(const small_system *w, int place)
{
    for (int d = 0; d < w->dimensions; d++)
        if (code_at(w, place, d) == w->size[d] - 1)
            return false;
    return true;
}

/* Add up all totals of inner values. */
static void add_up(const small_system *w, double *value)
{
    for (int d = 0; d < w->dimensions; d++)
        for (int i = 0; i < places(w); i++) {
            if (code_at(w, i, d) != w->size[d] - 1)
                continue;
            value[i] = 0;
            for (int k = 1; k < w->size[d]; k++)
                value[i] += value[i - k * step_of(w, d)];
        }
}

/* ---- drawing ---- */

static void write_equations(tacit_ctx *cx, small_system *w)
{
    size_t n = 0, terms = 0;
    for (int d = 0; d < w->dimensions; d++)
        for (int i = 0; i < places(w); i++) {
            if (code_at(w, i, d) != w->size[d] - 1)
                continue;
            w->s->term[terms++] = (tacit_cell_term){ (uint32_t)i, -1 };
            for (int k = 1; k < w->size[d]; k++)
                w->s->term[terms++] = (tacit_cell_term){ (uint32_t)(i - k * step_of(w, d)), 1 };
            w->s->first[++n] = terms;
        }
    assert_ok(cx, tacit_system_close(cx, w->s));
}

static void draw_cells(tacit_rng *rng, const system_draw *how, const small_system *w)
{
    double value[MOST_PLACES] = { 0 };
    int hidden = 0;
    for (int i = 0; i < places(w); i++)
        value[i] = is_inner(w, i) ? below(rng, how->most_value + 1) : 0;
    add_up(w, value);
    for (int i = 0; i < places(w); i++) {
        tacit_cell *c = &w->s->cell[i];
        const bool may = !is_inner(w, i) || hidden < how->most_hidden;
        const int draw = below(rng, 10);
        *c = (tacit_cell){ .value = value[i], .unit = 1, .cost = 1 + value[i] };
        c->high = value[i] + 1 + below(rng, 3);
        c->low = fmax(0, value[i] - 2);
        c->status = !may || draw < 4 ? TACIT_CELL_SAFE
                    : draw < 7       ? TACIT_CELL_PRIMARY
                                     : TACIT_CELL_SECONDARY;
        hidden += is_inner(w, i) && c->status != TACIT_CELL_SAFE;
        c->upper = c->status == TACIT_CELL_PRIMARY ? below(rng, 2) : 0;
        c->lower = c->status == TACIT_CELL_PRIMARY ? fmin(below(rng, 2), c->value - c->low) : 0;
        c->sliding = c->status == TACIT_CELL_PRIMARY ? below(rng, 3) : 0;
        if (how->owners) {
            w->s->owner[i] = below(rng, 3) == 0 ? 1 + tacit_rng_below(rng, 4) : 0;
            w->s->contributors[i] = (uint32_t)(w->s->owner[i] != 0 ? 1 : 2 + below(rng, 3));
        }
    }
}

void draw_system(tacit_ctx *cx, tacit_rng *rng, const system_draw *how, small_system *w)
{
    size_t equations = 0, terms = 0;
    *w = (small_system){ .dimensions = how->dimensions };
    for (int d = 0; d < w->dimensions; d++)
        w->size[d] = 3 + (w->dimensions == 2 ? below(rng, 2) : 0);
    for (int d = 0; d < w->dimensions; d++) {
        equations += (size_t)(places(w) / w->size[d]);
        terms += (size_t)places(w);
    }
    assert_ok(cx, tacit_system_new(cx, (size_t)places(w), equations, terms, &w->s));
    if (how->owners)
        assert_ok(cx, tacit_system_know(cx, w->s));
    draw_cells(rng, how, w);
    write_equations(cx, w);
}

/* ---- going through all tables ---- */

static bool is_fixed(const small_system *w, uint64_t owner, int i)
{
    return !tacit_system_hides(w->s, &w->s->cell[i]) || (owner != 0 && w->s->owner[i] == owner);
}

/* Take a table into account if it agrees with what is known. */
static void consider(const small_system *w, uint64_t owner, double *value, possible *out)
{
    add_up(w, value);
    for (int i = 0; i < places(w); i++) {
        const tacit_cell *c = &w->s->cell[i];
        if (is_fixed(w, owner, i) ? fabs(value[i] - c->value) > 0.5
                                  : value[i] < c->low || value[i] > c->high)
            return;
    }
    for (int i = 0; i < places(w); i++) {
        out->least[i] = out->tables == 0 ? value[i] : fmin(out->least[i], value[i]);
        out->most[i] = out->tables == 0 ? value[i] : fmax(out->most[i], value[i]);
    }
    out->tables++;
}

/* Choose values for the inner cells from `i` on. */
static void choose(const small_system *w, uint64_t owner, int i, double *value, possible *out)
{
    while (i < places(w) && !is_inner(w, i))
        i++;
    if (i == places(w)) {
        consider(w, owner, value, out);
        return;
    }
    const tacit_cell *c = &w->s->cell[i];
    const bool fixed = is_fixed(w, owner, i);
    for (double v = fixed ? c->value : c->low; v <= (fixed ? c->value : c->high); v++) {
        value[i] = v;
        choose(w, owner, i + 1, value, out);
    }
}

void enumerate_tables(const small_system *w, uint64_t owner, possible *out)
{
    double value[MOST_PLACES] = { 0 };
    *out = (possible){ 0 };
    choose(w, owner, 0, value, out);
    assert_true(out->tables > 0); /* the table itself */
}
