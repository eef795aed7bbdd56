/*
 * atoms.c - records that no query tells apart, and their columns.
 *
 * A query that holds some records of an atom and not others splits it: the part inside becomes an
 * atom of its own, whose column has the values of the old one in every row.  If the old one was a
 * pivot it stays one, and the new column has a 1 in its row.  O(records in the set + rank *
 * splits).
 */
#include <string.h>

#include "base/memory.h"
#include "query/audit/own.h"

/* Room for `columns` columns in every row. */
static tacit_status make_room(tacit_ctx *cx, tacit_sums *s, size_t columns)
{
    if (columns <= s->room)
        return TACIT_OK;
    const size_t most = TACIT_EXPERT_ATOMS,
                 room = columns + columns / 8 < most ? columns + columns / 8 + 8 : most;
    TACIT_TRY(tacit_grow(cx, room, sizeof(uint64_t), &s->all.fresh));
    for (size_t i = 0; i < s->rank; i++)
        TACIT_TRY(tacit_grow(cx, room, sizeof(uint64_t), &s->all.row[i]));
    s->room = room;
    return TACIT_OK;
}

/* Add a column for `atom` with the values of its parent's. */
static void add_column(tacit_sums *s, uint32_t atom)
{
    const uint32_t parent = s->parent[atom], from = s->place[parent], to = (uint32_t)s->columns++;
    const bool pivot = s->is_pivot[parent];
    s->place[atom] = to;
    s->is_pivot[atom] = false;
    s->column_atom[to] = atom;
    for (size_t i = 0; i < s->rank; i++)
        s->all.row[i][to] = pivot ? (uint64_t)(i == from) : s->all.row[i][from];
    const size_t b = atom % TACIT_EXPERT_BLOCKS;
    for (size_t i = 0; i < s->rank; i++) {
        const uint64_t x = s->all.row[i][to];
        if (x == 0)
            continue;
        const tacit_prime_field *f = &s->field;
        tacit_sketch *k = &s->sketch[i];
        k->one[b] = tacit_field_add(f, k->one[b], tacit_field_multiply(f, x, s->weight[0][atom]));
        k->two[b] = tacit_field_add(f, k->two[b], tacit_field_multiply(f, x, s->weight[1][atom]));
    }
}

/* Give the part of `atom` that is in the set, `inside` records, a number of its own. */
static uint32_t split_off(tacit_sums *s, uint32_t atom, uint64_t inside)
{
    const uint32_t part = (uint32_t)s->atoms++;
    s->size[part] = inside;
    s->size[atom] -= inside;
    s->parent[part] = atom;
    return part;
}

tacit_status tacit_atoms_split(tacit_ctx *cx, tacit_sums *s, const tacit_query_set *set, bool **in,
                               bool *fits)
{
    uint64_t *inside = NULL;
    uint32_t *part = NULL;
    size_t cut = 0;
    TACIT_TRY(tacit_scratch(cx, s->atoms, sizeof *inside, &inside));
    TACIT_TRY(tacit_scratch(cx, s->atoms, sizeof *part, &part));
    TACIT_TRY(tacit_scratch(cx, TACIT_EXPERT_ATOMS, sizeof **in, in));
    for (size_t i = 0; i < set->n; i++) {
        TACIT_ASSERT(set->at[i] < s->records && (i == 0 || set->at[i] > set->at[i - 1]));
        inside[s->atom_of[set->at[i]]]++;
    }
    for (size_t a = 0; a < s->atoms; a++)
        cut += inside[a] > 0 && inside[a] < s->size[a];
    s->old_atoms = s->atoms;
    *fits = s->atoms + cut <= TACIT_EXPERT_ATOMS;
    if (!*fits)
        return TACIT_OK;
    TACIT_TRY(make_room(cx, s, s->columns + cut));
    for (uint32_t a = 0; a < s->old_atoms; a++) {
        part[a] = inside[a] > 0 && inside[a] < s->size[a] ? split_off(s, a, inside[a]) : a;
        (*in)[part[a]] = inside[a] > 0;
    }
    for (size_t i = 0; i < set->n; i++)
        s->atom_of[set->at[i]] = part[s->atom_of[set->at[i]]];
    for (size_t a = s->old_atoms; a < s->atoms; a++)
        add_column(s, (uint32_t)a);
    return TACIT_OK;
}

void tacit_atoms_merge(tacit_sums *s, const tacit_query_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        uint32_t *a = &s->atom_of[set->at[i]];
        *a = *a >= s->old_atoms ? s->parent[*a] : *a;
    }
    for (size_t a = s->old_atoms; a < s->atoms; a++)
        s->size[s->parent[a]] += s->size[a];
    s->columns -= s->atoms - s->old_atoms;
    s->atoms = s->old_atoms;
}
