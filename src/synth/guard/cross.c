/*
 * cross.c - the guard for generators that name whose cells rows get.
 *
 * A generator that takes all cells of a row from one record would copy persons as they are.  As
 * soon as such a row equals one person alone it goes on with the cells of that person's peer, who
 * had all that the person has but the column that told them apart: two records that are alike
 * cross over.  Numbers that a kernel moves give way like any other cell: if only those did that
 * stay as they are, such as common values, these would become rare.  Where a donor was named for
 * its value alone, the next value takes its place.
 */
#include <math.h>

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

/* Whether the cell of row i was taken from the unit of a record, perhaps moved: a number that was
 * moved does not say from whom, and is that of the row's record. */
static bool is_taken(const tacit_guard *g, const tacit_synth_cells *cells, size_t i,
                     uint32_t record)
{
    const uint32_t donor = cells->donor[i];
    return donor == TACIT_SYNTH_OWN || (donor != TACIT_SYNTH_NONE && are_one(g, donor, record));
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

void tacit_guard_cross(const tacit_guard *g, tacit_guard_block *b, tacit_synth_cells *cells)
{
    for (size_t i = 0; i < g->rows; i++) {
        const uint32_t person = b->person[i], twin = g->twin[i];
        if (person != TACIT_SYNTH_NONE && is_taken(g, cells, i, person))
            cells->donor[i] = b->from[i];
        if (twin == TACIT_SYNTH_NONE || !is_taken(g, cells, i, twin))
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
