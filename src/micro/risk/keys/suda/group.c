/*
 * group.c - groups of combinations projected to the first variables.
 *
 * A narrow space of codes is counted directly in a table, a wide one is sorted: small groups
 * by insertion, others by a radix sort of the bytes in which the keys differ.  O(entries)
 * but for insertion.
 */
#include "micro/risk/keys/suda/group.h"

#include <string.h>

#include "base/memory.h"

typedef tacit_suda_entry entry;

enum { FEW = 40, BYTES = 8, VALUES = 256 };

void tacit_suda_room_free(tacit_suda_room *room)
{
    tacit_free(room->spare[0]);
    tacit_free(room->spare[1]);
    tacit_free(room->table);
    *room = (tacit_suda_room){ 0 };
}

static tacit_status make_spare(tacit_ctx *cx, tacit_suda_room *room, int which, size_t n)
{
    if (n <= room->n_spare[which])
        return TACIT_OK;
    const size_t more = n + n / 2;
    TACIT_TRY(tacit_grow(cx, more, sizeof(entry), &room->spare[which]));
    room->n_spare[which] = more;
    return TACIT_OK;
}

static tacit_status make_table(tacit_ctx *cx, tacit_suda_room *room, size_t n)
{
    if (n <= room->n_table)
        return TACIT_OK;
    tacit_free(room->table);
    room->table = NULL;
    room->n_table = 0;
    TACIT_TRY(tacit_alloc(cx, n, sizeof *room->table, &room->table));
    room->n_table = n;
    return TACIT_OK;
}

/* The key of an entry projected to variable v. */
static inline uint64_t project_key(const tacit_suda_space *s, const entry *e, size_t v,
                                   uint64_t mask)
{
    return v < s->low ? e->key & mask : (uint64_t)s->code[v][e->row] << 32 | s->id[v][e->row];
}

static void sort_few(entry *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const entry e = a[i];
        size_t at = i;
        for (; at > 0 && a[at - 1].key > e.key; at--)
            a[at] = a[at - 1];
        a[at] = e;
    }
}

/* Sort `a` by byte `b` of the keys into `to`. */
static void sort_byte(const entry *a, size_t n, unsigned b, entry *to)
{
    size_t place[VALUES] = { 0 }, sum = 0;
    for (size_t i = 0; i < n; i++)
        place[a[i].key >> (8 * b) & 255]++;
    for (size_t k = 0; k < VALUES; k++) {
        const size_t here = place[k];
        place[k] = sum;
        sum += here;
    }
    for (size_t i = 0; i < n; i++)
        to[place[a[i].key >> (8 * b) & 255]++] = a[i];
}

/* Sort `a` with the help of `spare`; the sorted ones are where the result says. */
static const entry *sort_entries(entry *a, size_t n, entry *spare)
{
    if (n <= FEW) {
        sort_few(a, n);
        return a;
    }
    uint64_t differ = 0;
    for (size_t i = 1; i < n; i++)
        differ |= a[i].key ^ a[0].key;
    for (unsigned b = 0; b < BYTES; b++) {
        if ((differ >> (8 * b) & 255) == 0)
            continue;
        sort_byte(a, n, b, spare);
        entry *swap = a;
        a = spare;
        spare = swap;
    }
    return a;
}

static tacit_status project_sorted(tacit_ctx *cx, const tacit_suda_space *s, tacit_suda_room *room,
                                   const tacit_suda_group *in, size_t v, tacit_suda_group *out)
{
    const uint64_t mask = v < s->low ? (UINT64_C(1) << s->shift[v + 1]) - 1 : 0;
    TACIT_TRY(make_spare(cx, room, 0, in->n));
    TACIT_TRY(make_spare(cx, room, 1, in->n));
    for (size_t i = 0; i < in->n; i++)
        room->spare[0][i] =
            (entry){ project_key(s, &in->at[i], v, mask), in->at[i].row, in->at[i].many };
    const entry *a = sort_entries(room->spare[0], in->n, room->spare[1]);
    size_t m = 0;
    for (size_t i = 0; i < in->n; i++)
        if (m > 0 && out->at[m - 1].key == a[i].key)
            out->at[m - 1].many = 1;
        else
            out->at[m++] = a[i];
    out->n = m;
    return TACIT_OK;
}

/* Count in a table of `space` places, one for each possible key. */
static tacit_status project_direct(tacit_ctx *cx, tacit_suda_room *room, const tacit_suda_group *in,
                                   uint64_t space, tacit_suda_group *out)
{
    size_t m = 0, last = 0;
    TACIT_TRY(make_spare(cx, room, 0, in->n));
    TACIT_TRY(make_table(cx, room, space));
    entry *found = room->spare[0];
    for (size_t i = 0; i < in->n; i++) {
        const uint64_t key = in->at[i].key & (space - 1);
        const uint32_t at = room->table[key];
        if (at != 0) {
            found[at - 1].many = 1;
            continue;
        }
        found[m] = (entry){ key, in->at[i].row, in->at[i].many };
        room->table[key] = (uint32_t)++m;
    }
    if (m <= FEW) {
        for (size_t i = 0; i < m; i++)
            room->table[found[i].key] = 0;
        sort_few(found, m);
        memcpy(out->at, found, m * sizeof *found);
    } else {
        for (uint64_t key = 0; key < space; key++)
            if (room->table[key] != 0)
                out->at[last++] = found[room->table[key] - 1];
        memset(room->table, 0, space * sizeof *room->table);
    }
    out->n = m;
    return TACIT_OK;
}

tacit_status tacit_suda_project(tacit_ctx *cx, const tacit_suda_space *s, tacit_suda_room *room,
                                const tacit_suda_group *in, size_t v, tacit_suda_group *out)
{
    if (v < s->low && s->shift[v + 1] < 32 && (UINT64_C(1) << s->shift[v + 1]) <= 4 * in->n)
        return project_direct(cx, room, in, UINT64_C(1) << s->shift[v + 1], out);
    return project_sorted(cx, s, room, in, v, out);
}
