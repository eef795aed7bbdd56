/*
 * vector.c - sparse vectors of numbers modulo the prime 2^61 - 1.
 */
#include "tabular/suppress/start/vector.h"

#include <string.h>

#include "base/memory.h"

static const uint64_t PRIME = (UINT64_C(1) << 61) - 1;

/* ---- numbers ---- */

uint64_t tacit_residue_product(uint64_t a, uint64_t b)
{
    const unsigned __int128 x = (unsigned __int128)a * b;
    const uint64_t sum = (uint64_t)(x & PRIME) + (uint64_t)(x >> 61);
    return sum >= PRIME ? sum - PRIME : sum;
}

uint64_t tacit_residue_sum(uint64_t a, uint64_t b)
{
    const uint64_t sum = a + b;
    return sum >= PRIME ? sum - PRIME : sum;
}

uint64_t tacit_residue(int64_t x)
{
    const uint64_t size = (uint64_t)(x < 0 ? -(x + 1) : x) % PRIME;
    return x < 0 ? tacit_residue_minus(tacit_residue_sum(size, 1)) : size;
}

uint64_t tacit_residue_minus(uint64_t a)
{
    return a == 0 ? 0 : PRIME - a;
}

/* a^(p - 2) is 1 / a (Fermat). */
uint64_t tacit_residue_ratio(uint64_t a, uint64_t b)
{
    for (uint64_t left = PRIME - 2; left > 0; left >>= 1) {
        if ((left & 1) != 0)
            a = tacit_residue_product(a, b);
        b = tacit_residue_product(b, b);
    }
    return a;
}

/* ---- vectors ---- */

void tacit_vector_free(tacit_vector *v)
{
    tacit_free(v->place);
    tacit_free(v->value);
    *v = (tacit_vector){ 0 };
}

static tacit_status make_room(tacit_ctx *cx, tacit_vector *v, size_t n)
{
    if (n <= v->room)
        return TACIT_OK;
    const size_t more = n + n / 4 + 1;
    TACIT_TRY(tacit_grow(cx, more, sizeof *v->place, &v->place));
    TACIT_TRY(tacit_grow(cx, more, sizeof *v->value, &v->value));
    v->room = more;
    return TACIT_OK;
}

static void put(tacit_vector *v, uint32_t place, uint64_t value)
{
    v->place[v->n] = place;
    v->value[v->n] = value;
    v->n += value != 0;
}

tacit_status tacit_vector_append(tacit_ctx *cx, tacit_vector *v, uint32_t place, uint64_t value)
{
    TACIT_ASSERT(v->n == 0 || v->place[v->n - 1] < place);
    TACIT_TRY(make_room(cx, v, v->n + 1));
    put(v, place, value);
    return TACIT_OK;
}

tacit_status tacit_vector_add(tacit_ctx *cx, tacit_vector *v, uint64_t times,
                              const tacit_vector *other, tacit_vector *room)
{
    size_t i = 0, k = 0;
    TACIT_TRY(make_room(cx, room, v->n + other->n + 1));
    room->n = 0;
    while (i < v->n || k < other->n)
        if (k == other->n || (i < v->n && v->place[i] < other->place[k])) {
            put(room, v->place[i], v->value[i]);
            i++;
        } else {
            const bool both = i < v->n && v->place[i] == other->place[k];
            const uint64_t more = tacit_residue_product(times, other->value[k]);
            put(room, other->place[k], both ? tacit_residue_sum(v->value[i], more) : more);
            i += both;
            k++;
        }
    TACIT_TRY(make_room(cx, v, room->n + 1)); /* a copy: the room is as large as the largest */
    memcpy(v->place, room->place, room->n * sizeof *v->place);
    memcpy(v->value, room->value, room->n * sizeof *v->value);
    v->n = room->n;
    return TACIT_OK;
}

uint64_t tacit_vector_at(const tacit_vector *v, uint32_t place)
{
    size_t low = 0, high = v->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (v->place[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < v->n && v->place[low] == place ? v->value[low] : 0;
}

bool tacit_vector_is_multiple(const tacit_vector *a, const tacit_vector *b)
{
    if (a->n != b->n || a->n == 0)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (a->place[i] != b->place[i] || tacit_residue_product(a->value[i], b->value[0]) !=
                                              tacit_residue_product(b->value[i], a->value[0]))
            return false;
    return true;
}
