/*
 * distinct.c - how many distinct values a column has, and how many rows are alone with theirs.
 *
 * Categories, and whole numbers of a narrow range, are counted in a table with a place for each.
 * Other numbers are hashed, one to one, and the hashes entered into a small set; if there are
 * more than it takes, all are first dealt by their leading bits to parts whose sets are small
 * again, so that no step leaves the processor's cache.  0 and -0 are one value.  O(rows).
 */
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "table/values.h"
#include "table/wholes.h"

enum {
    PIECE = 1024,      /* hashes that are made at a time */
    FEW_PLACES = 4096, /* of the first set, half of which are filled */
    PART = 2048,       /* hashes that a part should have */
    MOST_PARTS = 1 << 12
};

/* What was seen so far. */
typedef struct tally {
    uint64_t distinct, single;
} tally;

/* A value has come that came `*times` before, told as 0, 1 or more. */
static inline void see(uint8_t *times, tally *t)
{
    t->distinct += *times == 0;
    t->single += *times == 0;
    t->single -= *times == 1;
    *times = (uint8_t)(*times + (*times < 2));
}

/* ---- places for all ---- */

static tacit_status count_codes(tacit_ctx *cx, const tacit_column *c, bool all, tally *t)
{
    const uint32_t *code = tacit_column_codes(c), codes = tacit_dict_size(tacit_column_dict(c));
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    uint8_t *times = NULL;
    TACIT_TRY(tacit_scratch(cx, codes, sizeof *times, &times));
    for (size_t i = 0; i < tacit_column_length(c) && (all || t->distinct < codes); i++)
        if (tacit_valid_at(valid, i))
            see(&times[code[i]], t);
    return TACIT_OK;
}

static tacit_status count_narrow(tacit_ctx *cx, const tacit_wholes *w, int64_t least,
                                 uint64_t range, tally *t)
{
    uint8_t *times = NULL;
    TACIT_TRY(tacit_scratch(cx, range, sizeof *times, &times));
    for (size_t i = 0; i < w->n; i++)
        if (tacit_valid_at(w->valid, i))
            see(&times[tacit_whole_at(w, i) - least], t);
    return TACIT_OK;
}

/* ---- hashes ---- */

/* Hashes that were seen, in twice as many places at least. */
typedef struct set {
    uint64_t *hash;
    uint8_t *times; /* 0: the place is empty */
    size_t places;
} set;

static inline void see_hash(const set *s, uint64_t hash, tally *t)
{
    size_t at = hash & (s->places - 1);
    while (s->times[at] != 0 && s->hash[at] != hash)
        at = (at + 1) & (s->places - 1);
    s->hash[at] = hash;
    see(&s->times[at], t);
}

/* The hashes of the values among rows [from, to); returns how many. */
static size_t hashes_of(const tacit_column *c, size_t from, size_t to, uint64_t out[PIECE])
{
    const uint64_t *valid = tacit_column_missing(c) > 0 ? tacit_column_valid(c) : NULL;
    size_t n = 0;
    if (tacit_column_type(c) == TACIT_TYPE_REAL) {
        const double *x = tacit_column_reals(c);
        for (size_t i = from; i < to; i++)
            if (tacit_valid_at(valid, i)) /* -0 becomes 0 */
                out[n++] = tacit_hash_u64(tacit_sort_key_real(x[i] + 0.0));
        return n;
    }
    const tacit_wholes w = tacit_wholes_of(c);
    for (size_t i = from; i < to; i++)
        if (tacit_valid_at(valid, i))
            out[n++] = tacit_hash_u64(tacit_sort_key_integer(tacit_whole_at(&w, i)));
    return n;
}

/* The hashes of the next piece of rows from `*at` on. */
static size_t next_hashes(const tacit_column *c, size_t *at, uint64_t out[PIECE])
{
    const size_t rows = tacit_column_length(c), from = *at;
    *at = rows - from < PIECE ? rows : from + PIECE;
    return hashes_of(c, from, *at, out);
}

static tacit_status new_set(tacit_ctx *cx, size_t most, set *s)
{
    s->places = 2;
    while (s->places < 2 * most)
        s->places *= 2;
    TACIT_TRY(tacit_scratch(cx, s->places, sizeof *s->hash, &s->hash));
    return tacit_scratch(cx, s->places, sizeof *s->times, &s->times);
}

/* Count in one small set; false if there are more values than it takes. */
static tacit_status count_few(tacit_ctx *cx, const tacit_column *c, tally *t, bool *done)
{
    uint64_t hash[PIECE];
    set s = { 0 };
    *t = (tally){ 0 };
    *done = true;
    TACIT_TRY(new_set(cx, FEW_PLACES / 2, &s));
    for (size_t at = 0; at < tacit_column_length(c) && *done;) {
        const size_t n = next_hashes(c, &at, hash);
        for (size_t i = 0; i < n && t->distinct < FEW_PLACES / 2; i++)
            see_hash(&s, hash[i], t);
        *done = t->distinct < FEW_PLACES / 2;
    }
    return TACIT_OK;
}

/* Hashes by their leading bits. */
typedef struct parts {
    unsigned shift;
    size_t n;
    size_t *end; /* of each part, in `hash` */
    uint64_t *hash;
} parts;

static tacit_status deal(tacit_ctx *cx, const tacit_column *c, parts *p)
{
    const size_t rows = tacit_column_length(c);
    uint64_t hash[PIECE];
    p->n = 2;
    p->shift = 63;
    for (; p->n < MOST_PARTS && p->n * PART < rows; p->n *= 2)
        p->shift--;
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *p->end, &p->end));
    TACIT_TRY(tacit_scratch(cx, rows - tacit_column_missing(c), sizeof *p->hash, &p->hash));
    for (size_t at = 0; at < rows;)
        for (size_t i = next_hashes(c, &at, hash); i-- > 0;)
            p->end[hash[i] >> p->shift]++;
    size_t sum = 0;
    for (size_t k = 0; k < p->n; k++) {
        const size_t own = p->end[k];
        p->end[k] = sum;
        sum += own;
    }
    for (size_t at = 0; at < rows;)
        for (size_t i = next_hashes(c, &at, hash); i-- > 0;)
            p->hash[p->end[hash[i] >> p->shift]++] = hash[i];
    return TACIT_OK;
}

static tacit_status count_parts(tacit_ctx *cx, const parts *p, tally *t)
{
    set s = { 0 };
    size_t most = 0;
    for (size_t k = 0; k < p->n; k++) {
        const size_t own = p->end[k] - (k > 0 ? p->end[k - 1] : 0);
        most = own > most ? own : most;
    }
    TACIT_TRY(new_set(cx, most, &s));
    const size_t places = s.places;
    for (size_t k = 0; k < p->n; k++) {
        const size_t from = k > 0 ? p->end[k - 1] : 0;
        for (s.places = 2; s.places < 2 * (p->end[k] - from);)
            s.places *= 2;
        TACIT_ASSERT(s.places <= places);
        memset(s.times, 0, s.places);
        for (size_t i = from; i < p->end[k]; i++)
            see_hash(&s, p->hash[i], t);
    }
    return TACIT_OK;
}

static tacit_status count_hashed(tacit_ctx *cx, const tacit_column *c, tally *t)
{
    parts p = { 0 };
    bool done = false;
    TACIT_TRY(count_few(cx, c, t, &done));
    if (done)
        return TACIT_OK;
    *t = (tally){ 0 };
    TACIT_TRY(deal(cx, c, &p));
    return count_parts(cx, &p, t);
}

/* ---- both ---- */

/* With `all` rows; otherwise it is enough to see each value once. */
static tacit_status count_values(tacit_ctx *cx, const tacit_column *c, bool all, tally *t)
{
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
        return count_codes(cx, c, all, t);
    if (tacit_column_type(c) != TACIT_TYPE_REAL) {
        const tacit_wholes w = tacit_wholes_of(c);
        int64_t least = 0;
        uint64_t range = 0;
        if (tacit_wholes_narrow(&w, &least, &range))
            return count_narrow(cx, &w, least, range, t);
    }
    return count_hashed(cx, c, t);
}

tacit_status tacit_values_count(tacit_ctx *cx, const tacit_column *c, uint32_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tally t = { 0 };
    TACIT_TRY(count_values(cx, c, false, &t));
    tacit_scratch_release(cx, mark);
    if (t.distinct > TACIT_MOST_VALUES)
        return tacit_values_fail(cx, c);
    *out = (uint32_t)t.distinct;
    return TACIT_OK;
}

tacit_status tacit_values_single(tacit_ctx *cx, const tacit_column *c, uint64_t *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tally t = { 0 };
    TACIT_TRY(count_values(cx, c, true, &t));
    tacit_scratch_release(cx, mark);
    *out = t.single;
    return TACIT_OK;
}
