/*
 * cross.c - the guard for generators that name whose cells rows get.
 *
 * A generator that takes all cells of a row from one record would copy persons as they are.  As
 * soon as such a row equals one person alone it goes on with the cells of that person's peer, who
 * had all that the person has but the column that told them apart: two records that are alike
 * cross over.  Numbers that a kernel moves stay, unless rounding has brought them back to the
 * person's, and so do the common values that it leaves: these would become rare if they alone gave
 * way.  Where a donor was named for its value alone, the next value takes its place.
 */
#include <math.h>

#include "synth/cells.h"
#include "synth/guard/guard.h"

/* Peers of peers that are tried where records are of one unit. */
enum { HOPS = 4 };

tacit_status tacit_guard_block_new(tacit_ctx *cx, const tacit_guard *g, tacit_guard_block *out)
{
    tacit_guard_block b = { 0 };
    TACIT_TRY(tacit_scratch(cx, g->rows, sizeof *b.person, &b.person));
    TACIT_TRY(tacit_scratch(cx, g->rows, sizeof *b.from, &b.from));
    for (size_t i = 0; i < g->rows; i++)
        b.person[i] = TACIT_SYNTH_NONE;
    *out = b;
    return TACIT_OK;
}

static bool are_one(const tacit_guard *g, uint32_t a, uint32_t b)
{
    return g->unit != NULL ? g->unit[a] == g->unit[b] : a == b;
}

/* Whether the cell of row i tells that it is a record's: it was taken from its unit, or moved and
 * has come back to the same.  What is not moved in a column of numbers that are is too common. */
static bool is_taken(const tacit_guard *g, const tacit_coding *c, const tacit_synth_cells *cells,
                     size_t i, uint32_t record)
{
    const uint32_t donor = cells->donor[i];
    if (donor == TACIT_SYNTH_NONE)
        return false;
    if (donor != TACIT_SYNTH_OWN)
        return cells->number == NULL && are_one(g, donor, record);
    const double x = tacit_synth_round(c, cells->number[i]);
    const double y = tacit_column_number(c->column, record);
    return !tacit_column_is_missing(c->column, record) && !(x < y) && !(x > y);
}

/* Somebody of another unit who was like the record for longest; the record itself if nobody is
 * found. */
static uint32_t find_peer(const tacit_guard *g, uint32_t record)
{
    uint32_t at = g->peer[record];
    for (int hop = 0; hop < HOPS && are_one(g, at, record); hop++)
        at = g->peer[at];
    return are_one(g, at, record) ? record : at;
}

void tacit_guard_cross(const tacit_guard *g, tacit_guard_block *b, const tacit_coding *c,
                       tacit_synth_cells *cells)
{
    for (size_t i = 0; i < g->rows; i++) {
        const uint32_t person = b->person[i], twin = g->twin[i];
        if (person != TACIT_SYNTH_NONE && is_taken(g, c, cells, i, person))
            cells->donor[i] = b->from[i];
        if (twin == TACIT_SYNTH_NONE || !is_taken(g, c, cells, i, twin))
            continue;
        const uint32_t peer = find_peer(g, twin);
        if (peer == twin) {
            b->stayed++;
            continue;
        }
        cells->donor[i] = peer;
        b->from[i] = peer;
        b->guarded += person == TACIT_SYNTH_NONE;
        b->person[i] = person == TACIT_SYNTH_NONE ? twin : person;
    }
}

/* ---- donors by their values ---- */

/* How far the value of a record is from that of another: 0 if they are the same. */
static double distance(const tacit_synth_part *part, size_t a, size_t b)
{
    if (part->value[a] == part->value[b])
        return 0.0;
    return part->rank != NULL ? 1.0 + fabs(part->rank[a] - part->rank[b]) : 1.0;
}

/* Another donor for a draw whose donor is its twin; TACIT_SYNTH_NONE if there is none. */
static uint32_t find_next(const tacit_synth_part *part, size_t draw, uint32_t donor)
{
    uint32_t best = TACIT_SYNTH_NONE;
    double least = INFINITY;
    for (size_t k = 1; k < part->rows; k++) { /* beginning behind the donor, so that ties differ */
        const uint32_t other = (uint32_t)((donor + k) % part->rows);
        const double d = distance(part, donor, other);
        if (!(d < least) || !tacit_guard_allows(part, draw, other))
            continue;
        best = other;
        least = d;
        if (!(d > 0.0))
            break;
    }
    return best;
}

void tacit_guard_turn(const tacit_synth_part *part, tacit_synth_drawn *out)
{
    for (size_t d = 0; part->guard->twins > 0 && d < part->draws; d++) {
        if (out->donor[d] == TACIT_SYNTH_OWN || !tacit_guard_copies(part, d, out->donor[d]))
            continue;
        const uint32_t other = find_next(part, d, out->donor[d]);
        out->guarded += other != TACIT_SYNTH_NONE;
        out->stayed += other == TACIT_SYNTH_NONE;
        if (other != TACIT_SYNTH_NONE)
            out->donor[d] = other;
    }
}
