/*
 * group.c - numbering the distinct ones among 64-bit keys.
 *
 * Two ways.  A narrow space is counted directly: one flag for each possible key, numbered
 * in the order of the keys.  A wide one is split by a hash of the key into parts that fit
 * the cache; each part numbers its distinct keys in order of appearance with a small
 * open-addressing table, and the parts' numbers follow each other.  Parts keep rows in
 * order and are worked on by one thread each, so the result is the same for any number of
 * threads.  O(n); 16 bytes of scratch memory a key and 8 more a distinct one.
 */
#include "micro/classes/group.h"

#include <string.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/sort.h"

enum { PART_ROWS = 16384, MOST_PARTS = 4096, BLOCK = 65536 };

/* A direct count needs this many flags at most, whatever the number of rows. */
#define DIRECT_SPACE (UINT64_C(1) << 24)

/* ---- a narrow space ---- */

static tacit_status group_direct(tacit_ctx *cx, const uint64_t *key, size_t n, uint64_t space,
                                 uint32_t *number, size_t *groups)
{
    uint32_t *of = NULL, next = 0;
    TACIT_TRY(tacit_scratch(cx, space, sizeof *of, &of));
    for (size_t i = 0; i < n; i++)
        of[key[i]] = 1;
    for (uint64_t k = 0; k < space; k++)
        if (of[k] != 0)
            of[k] = next++;
#pragma omp parallel for schedule(static) if (n > BLOCK)
    for (size_t i = 0; i < n; i++)
        number[i] = of[key[i]];
    *groups = next;
    return TACIT_OK;
}

/* ---- a wide space ---- */

/* The rows split into parts. */
typedef struct parts {
    size_t n, bits;
    size_t *start;    /* n + 1 of them: part p is row[start[p]] ... */
    tacit_keyed *row; /* key and row, in order of rows within a part */
    size_t *distinct; /* distinct keys of each part */
} parts;

static size_t part_of(const parts *p, uint64_t key)
{
    return p->bits == 0 ? 0 : (size_t)(tacit_hash_u64(key) >> (64 - p->bits));
}

/* How many keys of each block fall into each part; then where each block's share of
 * each part begins. */
static tacit_status count_blocks(tacit_ctx *cx, const uint64_t *key, size_t n, parts *p,
                                 size_t **place)
{
    const size_t blocks = (n + BLOCK - 1) / BLOCK;
    size_t *count = NULL;
    TACIT_TRY(tacit_scratch(cx, blocks * p->n, sizeof *count, &count));
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (size_t i = b * BLOCK; i < end; i++)
            count[b * p->n + part_of(p, key[i])]++;
    }
    size_t sum = 0;
    for (size_t q = 0; q < p->n; q++) {
        p->start[q] = sum;
        for (size_t b = 0; b < blocks; b++) {
            const size_t here = count[b * p->n + q];
            count[b * p->n + q] = sum;
            sum += here;
        }
    }
    p->start[p->n] = sum;
    TACIT_ASSERT(sum == n);
    *place = count;
    return TACIT_OK;
}

static void scatter(const uint64_t *key, size_t n, parts *p, size_t *place)
{
    const size_t blocks = (n + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        size_t *at = place + b * p->n;
        for (size_t i = b * BLOCK; i < end; i++)
            p->row[at[part_of(p, key[i])]++] = (tacit_keyed){ .key = key[i], .row = i };
    }
}

static size_t table_slots(size_t n)
{
    size_t slots = 64;
    while (slots < 2 * n)
        slots *= 2;
    return slots;
}

/* Number the distinct keys of one part in order of appearance: each row's key becomes
 * its number, `found` gets the distinct keys.  `slot` holds number + 1, 0 is empty. */
static size_t number_part(tacit_keyed *row, size_t n, uint32_t *slot, size_t slots, uint64_t *found)
{
    size_t distinct = 0;
    memset(slot, 0, slots * sizeof *slot);
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = row[i].key;
        size_t at = tacit_hash_u64(key) & (slots - 1);
        while (slot[at] != 0 && found[slot[at] - 1] != key)
            at = (at + 1) & (slots - 1);
        if (slot[at] == 0) {
            found[distinct] = key;
            slot[at] = (uint32_t)++distinct;
        }
        row[i].key = slot[at] - 1;
    }
    return distinct;
}

/* Memory for the work of one thread on one part at a time. */
typedef struct bench {
    uint32_t *slot;
    uint64_t *found;
} bench;

static tacit_status number_parts(tacit_ctx *cx, parts *p)
{
    size_t largest = 0;
    for (size_t q = 0; q < p->n; q++)
        if (p->start[q + 1] - p->start[q] > largest)
            largest = p->start[q + 1] - p->start[q];
    const size_t room = table_slots(largest), threads = tacit_pool_threads();
    bench *own = NULL;
    TACIT_TRY(tacit_scratch(cx, threads, sizeof *own, &own));
    for (size_t t = 0; t < threads; t++) {
        TACIT_TRY(tacit_scratch(cx, room, sizeof *own[t].slot, &own[t].slot));
        TACIT_TRY(tacit_scratch(cx, largest, sizeof *own[t].found, &own[t].found));
    }
#pragma omp parallel for schedule(static, 1) if (p->n > 1)
    for (size_t t = 0; t < threads; t++)
        for (size_t q = t; q < p->n; q += threads) {
            const size_t at = p->start[q], n = p->start[q + 1] - at;
            p->distinct[q] = number_part(p->row + at, n, own[t].slot, table_slots(n), own[t].found);
        }
    return TACIT_OK;
}

/* Add to each part's numbers those of the parts before it, and lay them out by row. */
static void spread(const parts *p, uint32_t *number, size_t *groups)
{
    size_t before = 0;
    for (size_t q = 0; q < p->n; q++) {
        const size_t distinct = p->distinct[q];
        p->distinct[q] = before;
        before += distinct;
    }
    *groups = before;
#pragma omp parallel for schedule(dynamic) if (p->n > 1)
    for (size_t q = 0; q < p->n; q++)
        for (size_t i = p->start[q]; i < p->start[q + 1]; i++)
            number[p->row[i].row] = (uint32_t)(p->distinct[q] + p->row[i].key);
}

static tacit_status group_parts(tacit_ctx *cx, const uint64_t *key, const tacit_group_rows *rows,
                                uint32_t *number, size_t *groups)
{
    const size_t n = rows->n;
    parts p = { .n = 1 };
    while (p.n < MOST_PARTS && p.n * PART_ROWS < rows->records) {
        p.n *= 2;
        p.bits++;
    }
    size_t *place = NULL;
    TACIT_TRY(tacit_scratch(cx, p.n + 1, sizeof *p.start, &p.start));
    TACIT_TRY(tacit_scratch(cx, p.n, sizeof *p.distinct, &p.distinct));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *p.row, &p.row));
    TACIT_TRY(count_blocks(cx, key, n, &p, &place));
    scatter(key, n, &p, place);
    TACIT_TRY(number_parts(cx, &p));
    spread(&p, number, groups);
    return TACIT_OK;
}

tacit_status tacit_group_counted(tacit_ctx *cx, const uint64_t *key, const tacit_group_rows *rows,
                                 uint64_t space, uint32_t *number, size_t *groups)
{
    const size_t n = rows->n;
    if (n >= UINT32_MAX)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A table of %zu rows has more rows than can be "
                          "grouped in memory (4 294 967 294).",
                          n);
    const size_t mark = tacit_scratch_mark(cx);
    const bool narrow = space <= DIRECT_SPACE && space <= 4 * rows->records + 1024;
    const tacit_status status = narrow ? group_direct(cx, key, n, space, number, groups)
                                       : group_parts(cx, key, rows, number, groups);
    tacit_scratch_release(cx, mark);
    return status;
}

tacit_status tacit_group_keys(tacit_ctx *cx, const uint64_t *key, size_t n, uint64_t space,
                              uint32_t *number, size_t *groups)
{
    return tacit_group_counted(cx, key, &(tacit_group_rows){ n, n }, space, number, groups);
}
