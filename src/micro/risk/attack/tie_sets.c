/*
 * tie_sets.c - nearest records with all that are equally near.
 *
 * Distinct records are looked for, with room for ties; a record for which the room does not
 * suffice (many categories at the same number of disagreements) is compared with all distinct
 * ones.  The cost is that of the nearest neighbours (linkage/nearest.h) and of the ties.
 */
#include "micro/risk/attack/tie_sets.h"

#include <string.h>

#include "micro/linkage/nearest_distinct.h"

/* Distinct records looked for beyond k. */
enum { ROOM = 32 };

/* Distances that differ by less than this share tie. */
static const double TIE = 1e-12;

/* ---- kinds ---- */

tacit_status tacit_kinds_of(tacit_ctx *cx, const tacit_space *space, const tacit_records *r,
                            tacit_kinds *out)
{
    tacit_distinct d;
    double *x = NULL;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_distinct_of(cx, space, r, &d));
    TACIT_TRY(tacit_scratch(cx, d.n * space->p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, d.n * space->q, sizeof *code, &code));
    for (size_t g = 0; g < d.n; g++) {
        const size_t first = d.row[d.start[g]];
        for (size_t c = 0; c < space->p; c++)
            x[g * space->p + c] = r->x[first * space->p + c];
        for (size_t c = 0; c < space->q; c++)
            code[g * space->q + c] = r->code[first * space->q + c];
    }
    *out = (tacit_kinds){ .records = { d.n, x, code }, .start = d.start, .row = d.row };
    return TACIT_OK;
}

/* ---- the sets ---- */

/* Sets while they are found. */
typedef struct search {
    const tacit_space *space;
    const tacit_kinds *to;
    size_t k;    /* records wanted */
    size_t room; /* of `group` */
    tacit_nearest found;
    tacit_tie_sets *out;
} search;

static size_t size_of(const tacit_kinds *to, uint32_t g)
{
    return to->start[g + 1] - to->start[g];
}

/* Room for `more` groups from `used` on. */
static tacit_status make_room(tacit_ctx *cx, search *s, size_t used, size_t more)
{
    uint32_t *wider = NULL;
    if (used + more <= s->room)
        return TACIT_OK;
    const size_t room = 2 * (used + more);
    TACIT_TRY(tacit_scratch(cx, room, sizeof *wider, &wider));
    if (used > 0)
        memcpy(wider, s->out->group, used * sizeof *wider);
    s->out->group = wider;
    s->room = room;
    return TACIT_OK;
}

/* Add to the set of record i all distinct records at `distance`, when not all are listed. */
static tacit_status add_all(tacit_ctx *cx, search *s, size_t i, double distance, size_t *used)
{
    const tacit_records *to = &s->to->records;
    const double low = distance * (1.0 - TIE), high = distance * (1.0 + TIE);
    for (size_t g = 0; g < to->n; g++) {
        const double d = tacit_space_distance(s->space, &s->space->a, i, to, g);
        if (d < low || d > high)
            continue;
        TACIT_TRY(make_room(cx, s, *used, 1));
        s->out->group[(*used)++] = (uint32_t)g;
    }
    return TACIT_OK;
}

/* The set of record i, put at `*used`. */
static tacit_status add_set(tacit_ctx *cx, search *s, size_t i, size_t *used)
{
    const uint32_t *row = s->found.row + i * s->found.k;
    const double *distance = s->found.distance + i * s->found.k;
    size_t records = 0, c = 0;
    TACIT_TRY(make_room(cx, s, *used, s->found.k));
    while (records < s->k) { /* one level of distance at a time */
        size_t end = c + 1, here = size_of(s->to, row[c]);
        while (end < s->found.k && distance[end] <= distance[c] * (1.0 + TIE))
            here += size_of(s->to, row[end++]);
        s->out->tied[i] = *used;
        s->out->left[i] = s->k - records;
        if (end == s->found.k && end < s->to->records.n)
            return add_all(cx, s, i, distance[c], used);
        for (; c < end; c++)
            s->out->group[(*used)++] = row[c];
        records += here;
    }
    return TACIT_OK;
}

tacit_status tacit_tie_sets_of(tacit_ctx *cx, const tacit_space *space, const tacit_kinds *to,
                               size_t k, tacit_tie_sets *out)
{
    const size_t n = space->a.n, records = to->start[to->records.n];
    tacit_space own = *space;
    own.b = to->records;
    search s = { .space = &own, .to = to, .k = k < records ? k : records, .out = out };
    const tacit_nearest_spec spec = {
        .space = &own, .from = &own.a, .to = &own.b, .k = s.k + ROOM
    };
    size_t used = 0;
    *out = (tacit_tie_sets){ .n = n };
    TACIT_TRY(tacit_nearest_find(cx, &spec, &s.found));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->tied, &out->tied));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *out->left, &out->left));
    for (size_t i = 0; i < n; i++) {
        if (i % 256 == 0)
            TACIT_TRY(tacit_tick(cx, i, n));
        out->start[i] = used;
        TACIT_TRY(add_set(cx, &s, i, &used));
    }
    out->start[n] = used;
    return TACIT_OK;
}
