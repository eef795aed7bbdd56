/*
 * pool.c - drawing partners of the same class on another side.
 *
 * Items are sorted into buckets, one for each side of a class; the waiting items of a bucket
 * stand first in it.  A Fenwick tree (Fenwick 1994) over the numbers of waiting items finds the
 * r-th waiting item of a class beside those of one bucket, so that a partner is drawn with equal
 * probabilities however few items fit.  O(log n) a draw and a removal.
 */
#include "micro/method/swap/swap.h"

#include "base/sort.h"

/* Waiting items in the buckets before `b`. */
static size_t count_before(const tacit_swap_pool *p, size_t b)
{
    size_t sum = 0;
    for (; b > 0; b &= b - 1)
        sum += p->prefix[b];
    return sum;
}

/* The bucket of the waiting item number `*r`, which becomes its number within the bucket. */
static size_t find_bucket(const tacit_swap_pool *p, size_t *r)
{
    size_t b = 0, step = 1;
    while (step <= p->n_buckets / 2)
        step *= 2;
    for (; step > 0; step /= 2)
        if (b + step <= p->n_buckets && p->prefix[b + step] <= *r) {
            b += step;
            *r -= p->prefix[b];
        }
    TACIT_ASSERT(b < p->n_buckets && *r < p->waiting[b]);
    return b;
}

/* Number the buckets of sorted items: of, first, end and start. */
static void number_buckets(const tacit_keyed *a, size_t n, uint32_t *of, uint32_t *first,
                           uint32_t *end, size_t *start)
{
    uint32_t b = 0;
    for (size_t i = 0; i < n; i++) {
        const bool same_class = i > 0 && a[i].key >> 32 == a[i - 1].key >> 32;
        if (i > 0 && a[i].key != a[i - 1].key)
            b++;
        if (i == 0 || a[i].key != a[i - 1].key) {
            start[b] = i;
            first[b] = same_class ? first[b - 1] : b;
        }
        of[a[i].row] = b;
    }
    for (size_t c = n > 0 ? b + 1u : 0; c-- > 0;)
        end[c] = c < b && first[c + 1] == first[c] ? end[c + 1] : (uint32_t)c + 1;
    start[n > 0 ? b + 1u : 0] = n;
}

static tacit_status sort_items(tacit_ctx *cx, size_t n, const uint32_t *class_of,
                               const uint32_t *side_of, tacit_keyed **out)
{
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a, &a));
    for (size_t i = 0; i < n; i++)
        a[i] = (tacit_keyed){ .key = (uint64_t)class_of[i] << 32 | side_of[i], .row = i };
    *out = a;
    return tacit_sort_keyed(cx, a, n);
}

/* Fill in who waits: all. */
static tacit_status fill_waiting(tacit_ctx *cx, const tacit_keyed *a, tacit_swap_pool *p)
{
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *p->item, &p->item));
    TACIT_TRY(tacit_scratch(cx, p->n, sizeof *p->place, &p->place));
    TACIT_TRY(tacit_scratch(cx, p->n_buckets, sizeof *p->waiting, &p->waiting));
    TACIT_TRY(tacit_scratch(cx, p->n_buckets + 1, sizeof *p->prefix, &p->prefix));
    for (size_t i = 0; i < p->n; i++) {
        p->item[i] = a[i].row;
        p->place[a[i].row] = i;
    }
    for (size_t b = 0; b < p->n_buckets; b++)
        p->waiting[b] = p->prefix[b + 1] = p->start[b + 1] - p->start[b];
    for (size_t b = 1; b <= p->n_buckets; b++) {
        const size_t up = b + (b & (~b + 1));
        if (up <= p->n_buckets)
            p->prefix[up] += p->prefix[b];
    }
    return TACIT_OK;
}

tacit_status tacit_swap_pool_new(tacit_ctx *cx, size_t n, const uint32_t *class_of,
                                 const uint32_t *side_of, tacit_swap_pool *out)
{
    tacit_keyed *a = NULL;
    uint32_t *of = NULL, *first = NULL, *end = NULL;
    size_t *start = NULL;
    TACIT_TRY(sort_items(cx, n, class_of, side_of, &a));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *of, &of));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *end, &end));
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *start, &start));
    number_buckets(a, n, of, first, end, start);
    tacit_swap_pool pool = { .n = n, .of = of, .first = first, .end = end, .start = start };
    pool.n_buckets = n > 0 ? of[a[n - 1].row] + 1u : 0;
    TACIT_TRY(fill_waiting(cx, a, &pool));
    *out = pool;
    return TACIT_OK;
}

size_t tacit_swap_pool_draw(const tacit_swap_pool *pool, size_t item, tacit_rng *rng)
{
    const size_t b = pool->of[item];
    const size_t before = count_before(pool, pool->first[b]);
    const size_t all = count_before(pool, pool->end[b]) - before;
    TACIT_ASSERT(item < pool->n && all >= pool->waiting[b]);
    if (all == pool->waiting[b])
        return TACIT_SWAP_NONE;
    size_t r = before + (size_t)tacit_rng_below(rng, all - pool->waiting[b]);
    if (r >= count_before(pool, b))
        r += pool->waiting[b];
    const size_t found = find_bucket(pool, &r);
    TACIT_ASSERT(found != b && pool->first[found] == pool->first[b]);
    return pool->item[pool->start[found] + r];
}

void tacit_swap_pool_remove(tacit_swap_pool *pool, size_t item)
{
    const size_t b = pool->of[item], at = pool->place[item];
    const size_t last = pool->start[b] + pool->waiting[b];
    if (at >= last)
        return;
    const size_t other = pool->item[last - 1];
    pool->item[at] = other;
    pool->place[other] = at;
    pool->item[last - 1] = item;
    pool->place[item] = last - 1;
    pool->waiting[b]--;
    for (size_t i = b + 1; i <= pool->n_buckets; i += i & (~i + 1))
        pool->prefix[i]--;
}
