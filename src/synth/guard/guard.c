/*
 * guard.c - synthetic rows do not copy a person whom they have come to equal.
 *
 * A row whose columns so far are those of one record and of no other (its twin) may not take its
 * next cell from that record: the cell is drawn as if that person were not in the leaf.  So a whole
 * record that is unique can come up again only if others of its kind would have given the same
 * cells, which is chance; a synthetic file learnt without the person would have had it as likely.
 * To throw such rows away instead would bias tables, and what is missing would tell who was there
 * (unlike the option of synthpop, Nowok, Raab and Dibben 2016).
 *
 * Records that have the same in all columns so far are known by the first of them; with each column
 * they are told apart anew by a table of pairs of that and the cell.  Cells are compared by keys of
 * 64 bits.  Nine bytes for each record and eight for each row, and for the while of a column up to
 * 25 for each record.  O(records + rows) for each column.
 */
#include "synth/guard/guard.h"

#include <string.h>

#include "base/hash.h"
#include "synth/cells.h"

/* Other rows and donors that are tried. */
enum { TRIES = 8 };

tacit_status tacit_guard_new(tacit_ctx *cx, size_t records, size_t rows, const uint32_t *unit,
                             tacit_guard **out)
{
    tacit_guard *g = NULL;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *g, &g));
    *g = (tacit_guard){ .records = records, .rows = rows, .unit = unit };
    TACIT_TRY(tacit_scratch(cx, records, sizeof *g->record, &g->record));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *g->of, &g->of));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *g->twin, &g->twin));
    for (size_t i = 0; i < rows; i++)
        g->twin[i] = TACIT_SYNTH_NONE;
    TACIT_TRY(tacit_scratch(cx, records, sizeof *g->alone, &g->alone));
    *out = g;
    return TACIT_OK;
}

tacit_status tacit_guard_keep_peers(tacit_ctx *cx, tacit_guard *g)
{
    return tacit_scratch(cx, g->records, sizeof *g->peer, &g->peer);
}

uint32_t tacit_guard_twin(const tacit_guard *g, size_t row)
{
    return g->twin[row];
}

/* ---- keys ---- */

static uint64_t key_of_number(double x)
{
    uint64_t bits = 0;
    x += 0.0; /* there is one zero */
    memcpy(&bits, &x, sizeof bits);
    return tacit_hash_u64(bits);
}

/* The key of the cell of a record. */
static uint64_t key_of_record(const tacit_column *c, size_t record)
{
    if (tacit_column_is_missing(c, record))
        return 1;
    return tacit_column_type(c) == TACIT_TYPE_CATEGORY
               ? tacit_hash_u64((uint64_t)tacit_column_codes(c)[record] + 2)
               : key_of_number(tacit_column_number(c, record));
}

static bool are_one(const uint32_t *unit, size_t a, size_t b)
{
    return unit != NULL ? unit[a] == unit[b] : a == b;
}

/* ---- the table ---- */

/* Records by what they are like in the columns before, and by their cell. */
typedef struct telling {
    uint64_t *key;  /* of the cell of each record */
    uint32_t *slot; /* first records; TACIT_SYNTH_NONE: empty */
    size_t slots;
    bool *was_alone;
} telling;

/* Where the first record that is like `like` and has the cell `key` is, or would be. */
static size_t find_slot(const tacit_guard *g, const telling *t, uint32_t like, uint64_t key)
{
    size_t at = (size_t)tacit_hash_u64(key + like) & (t->slots - 1);
    while (t->slot[at] != TACIT_SYNTH_NONE &&
           (g->record[t->slot[at]].before != like || t->key[t->slot[at]] != key))
        at = (at + 1) & (t->slots - 1);
    return at;
}

/* Tell the records apart that are not alone, and find out who is now. */
static void tell_records(tacit_guard *g, const telling *t)
{
    for (size_t i = 0; i < g->records; i++) {
        if (g->alone[g->record[i].before])
            continue;
        const size_t at = find_slot(g, t, g->record[i].before, t->key[i]);
        if (t->slot[at] == TACIT_SYNTH_NONE)
            t->slot[at] = (uint32_t)i;
        g->record[i].like = t->slot[at];
    }
    for (size_t at = 0; at < t->slots; at++)
        if (t->slot[at] != TACIT_SYNTH_NONE)
            g->alone[t->slot[at]] = true;
    for (size_t i = 0; i < g->records; i++)
        if (!are_one(g->unit, i, g->record[i].like))
            g->alone[g->record[i].like] = false;
}

static uint64_t key_of_cell(const telling *t, const tacit_coding *c, const tacit_synth_cells *cells,
                            size_t i)
{
    const uint32_t donor = cells->donor[i];
    return donor == TACIT_SYNTH_OWN    ? key_of_number(tacit_synth_round(c, cells->number[i]))
           : donor == TACIT_SYNTH_NONE ? 1
                                       : t->key[donor];
}

/* The ring that is being linked of those who were alike, by their first one. */
typedef struct ring {
    uint32_t *first, *last; /* in the ring; TACIT_SYNTH_NONE: nobody yet */
} ring;

/* Link those who were alike before this column in rings: all, or those who are alone now. */
static void link_rings(tacit_guard *g, const telling *t, bool alone, const ring *r)
{
    for (size_t i = 0; i < g->records; i++)
        r->last[i] = TACIT_SYNTH_NONE;
    for (size_t i = 0; i < g->records; i++) {
        const uint32_t like = g->record[i].before;
        if (t->was_alone[like] || (alone && !g->alone[g->record[i].like]))
            continue;
        if (r->last[like] == TACIT_SYNTH_NONE)
            r->first[like] = (uint32_t)i;
        else
            g->peer[r->last[like]] = (uint32_t)i;
        r->last[like] = (uint32_t)i;
    }
    for (size_t like = 0; like < g->records; like++)
        if (r->last[like] != TACIT_SYNTH_NONE && r->last[like] != r->first[like])
            g->peer[r->last[like]] = r->first[like];
}

/* Who came to be alone by this column is the peer of another one who did, so that what they have
 * further on is used as often as before; if there is no other, of somebody who was like it.  Who
 * was alone before keeps the peer that it had. */
static tacit_status link_peers(tacit_ctx *cx, tacit_guard *g, const telling *t)
{
    ring r = { 0 };
    if (g->peer == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, g->records, sizeof *r.first, &r.first));
    TACIT_TRY(tacit_scratch(cx, g->records, sizeof *r.last, &r.last));
    link_rings(g, t, false, &r);
    link_rings(g, t, true, &r);
    return TACIT_OK;
}

/* What a row is like now that was like some record and did not take the cell of such a one. */
static uint32_t tell_row(const tacit_guard *g, const telling *t, const tacit_coding *c,
                         const tacit_synth_cells *cells, size_t i)
{
    const uint32_t like = g->of[i];
    const uint64_t key = key_of_cell(t, c, cells, i);
    if (t->was_alone[like])
        return t->key[like] == key ? like : TACIT_SYNTH_NONE;
    return t->slot[find_slot(g, t, like, key)];
}

static void tell_rows(tacit_guard *g, const telling *t, const tacit_coding *c,
                      const tacit_synth_cells *cells)
{
    size_t twins = 0;
#pragma omp parallel for schedule(static) reduction(+ : twins) if (g->rows > 10000)
    for (size_t i = 0; i < g->rows; i++) {
        const uint32_t before = g->of[i], donor = cells->donor[i];
        if (before == TACIT_SYNTH_NONE)
            continue; /* it has no twin either */
        const bool all = donor < g->records && g->record[donor].before == before;
        const uint32_t like = all ? g->record[donor].like : tell_row(g, t, c, cells, i);
        const bool twin = like != TACIT_SYNTH_NONE && g->alone[like];
        g->of[i] = like;
        g->twin[i] = twin ? like : TACIT_SYNTH_NONE;
        twins += twin;
    }
    g->twins = twins;
}

tacit_status tacit_guard_note(tacit_ctx *cx, tacit_guard *g, const tacit_coding *c,
                              const tacit_synth_cells *cells)
{
    const size_t mark = tacit_scratch_mark(cx);
    telling t = { .slots = 2 };
    while (t.slots < 2 * g->records)
        t.slots *= 2;
    TACIT_TRY(tacit_scratch(cx, g->records, sizeof *t.key, &t.key));
    TACIT_TRY(tacit_scratch(cx, g->records, sizeof *t.was_alone, &t.was_alone));
    TACIT_TRY(tacit_scratch(cx, t.slots, sizeof *t.slot, &t.slot));
    memcpy(t.was_alone, g->alone, g->records * sizeof *t.was_alone);
    for (size_t i = 0; i < g->records; i++) {
        t.key[i] = key_of_record(c->column, i);
        g->record[i].before = g->record[i].like;
    }
    for (size_t at = 0; at < t.slots; at++)
        t.slot[at] = TACIT_SYNTH_NONE;
    tell_records(g, &t);
    TACIT_TRY(link_peers(cx, g, &t));
    tell_rows(g, &t, c, cells);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- donors ---- */

static size_t row_of(const tacit_synth_part *part, size_t draw)
{
    return part->row != NULL ? part->row[draw] : draw;
}

bool tacit_guard_copies(const tacit_synth_part *part, size_t draw, uint32_t donor)
{
    const uint32_t twin = tacit_guard_twin(part->guard, row_of(part, draw));
    if (twin == TACIT_SYNTH_NONE || donor == TACIT_SYNTH_OWN)
        return false;
    return are_one(part->unit, twin, part->record != NULL ? part->record[donor] : donor);
}

bool tacit_guard_allows(const tacit_synth_part *part, size_t draw, uint32_t donor)
{
    tacit_fence_row at;
    if (tacit_guard_copies(part, draw, donor))
        return false;
    if (part->fence == NULL || donor == TACIT_SYNTH_OWN)
        return part->fence == NULL;
    tacit_fence_look(part->fence, row_of(part, draw), &at);
    return tacit_fence_allows(part->fence, &at, part->record != NULL ? part->record[donor] : donor);
}

/* Change donors with another row of the pool. */
static bool trade(const tacit_synth_part *part, const tacit_guard_hand *hand, size_t draw,
                  tacit_rng *rng, uint32_t *donor)
{
    for (size_t t = 0; t < TRIES && hand->n > 1; t++) {
        const size_t other = hand->draw[tacit_rng_below(rng, hand->n)];
        if (other == draw || !tacit_guard_allows(part, draw, donor[other]) ||
            !tacit_guard_allows(part, other, donor[draw]))
            continue;
        const uint32_t swap = donor[other];
        donor[other] = donor[draw];
        donor[draw] = swap;
        return true;
    }
    return false;
}

/* Take another donor of the pool, or of one above; of all records at last. */
static bool replace(const tacit_synth_part *part, const tacit_synth_pools *pools, size_t pool,
                    size_t draw, tacit_rng *rng, uint32_t *donor)
{
    uint32_t q = (uint32_t)pool;
    for (bool more = true; more;) {
        more = q != UINT32_MAX;
        const size_t n = more ? pools->rows[q] : part->rows;
        for (size_t t = 0; t < TRIES; t++) {
            const size_t k = (size_t)tacit_rng_below(rng, n);
            const uint32_t other = more ? pools->order[pools->first[q] + k] : (uint32_t)k;
            if (!tacit_guard_allows(part, draw, other))
                continue;
            donor[draw] = other;
            return true;
        }
        q = more && pools->above != NULL ? pools->above[q] : UINT32_MAX;
    }
    return false;
}

void tacit_guard_mend(const tacit_synth_part *part, const tacit_synth_pools *pools,
                      const tacit_guard_hand *hand, tacit_rng *rng, tacit_synth_drawn *out)
{
    size_t guarded = 0, stayed = 0;
    for (size_t i = 0; part->guard->twins > 0 && i < hand->n; i++) {
        const uint32_t draw = hand->draw[i];
        if (part->guard->twin[row_of(part, draw)] == TACIT_SYNTH_NONE ||
            !tacit_guard_copies(part, draw, out->donor[draw]))
            continue;
        if (trade(part, hand, draw, rng, out->donor) ||
            replace(part, pools, hand->pool, draw, rng, out->donor))
            guarded++;
        else
            stayed++;
    }
#pragma omp atomic
    out->guarded += guarded;
#pragma omp atomic
    out->stayed += stayed;
}
