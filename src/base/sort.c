/*
 * sort.c - sorting of keys with the rows they came from.
 */
#include "base/sort.h"

#include <string.h>

enum { DIGITS = 256, KEY_BYTES = 8 };

uint64_t tacit_sort_key_real(double x)
{
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (UINT64_C(1) << 63);
}

uint64_t tacit_sort_key_integer(int64_t x)
{
    return (uint64_t)x ^ (UINT64_C(1) << 63);
}

static double real_of_key(uint64_t key)
{
    const uint64_t bits = key >> 63 ? key & ~(UINT64_C(1) << 63) : ~key;
    double x = 0.0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* One stable counting pass from `from` to `to` by byte `b`. */
static void pass(const tacit_keyed *from, tacit_keyed *to, size_t n, int b, const size_t *count)
{
    size_t at[DIGITS], sum = 0;
    for (int d = 0; d < DIGITS; d++) {
        at[d] = sum;
        sum += count[d];
    }
    TACIT_ASSERT(sum == n);
    for (size_t i = 0; i < n; i++)
        to[at[(from[i].key >> (8 * b)) & 255]++] = from[i];
}

static void insertion_sort(tacit_keyed *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const tacit_keyed x = a[i];
        size_t j = i;
        for (; j > 0 && a[j - 1].key > x.key; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

tacit_status tacit_sort_keyed(tacit_ctx *cx, tacit_keyed *a, size_t n)
{
    if (n < 32) {
        insertion_sort(a, n);
        return TACIT_OK;
    }
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *spare = NULL;
    size_t(*count)[DIGITS] = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *spare, &spare));
    TACIT_TRY(tacit_scratch(cx, KEY_BYTES, sizeof *count, &count));
    for (size_t i = 0; i < n; i++)
        for (int b = 0; b < KEY_BYTES; b++)
            count[b][(a[i].key >> (8 * b)) & 255]++;
    tacit_keyed *from = a, *to = spare;
    for (int b = 0; b < KEY_BYTES; b++) {
        if (count[b][(a[0].key >> (8 * b)) & 255] == n)
            continue;
        pass(from, to, n, b, count[b]);
        tacit_keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != a)
        memcpy(a, from, n * sizeof *a);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Merge the sorted runs [low, middle) and [middle, high) of `from` into `to`. */
static void merge(bool (*before)(const void *user, uint32_t a, uint32_t b), const void *user,
                  const uint32_t *from, uint32_t *to, const size_t ends[3])
{
    size_t a = ends[0], b = ends[1];
    for (size_t i = ends[0]; i < ends[2]; i++) {
        const bool first = b == ends[2] || (a < ends[1] && before(user, from[a], from[b]));
        to[i] = first ? from[a++] : from[b++];
    }
}

tacit_status tacit_sort_by(tacit_ctx *cx, size_t n,
                           bool (*before)(const void *user, uint32_t a, uint32_t b),
                           const void *user, uint32_t **out)
{
    uint32_t *order = NULL, *other = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *other, &other));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            const size_t middle = low + width < n ? low + width : n;
            const size_t high = middle + width < n ? middle + width : n;
            merge(before, user, order, other, (const size_t[3]){ low, middle, high });
        }
        uint32_t *swap = order;
        order = other;
        other = swap;
    }
    *out = order;
    return TACIT_OK;
}

tacit_status tacit_sort_reals(tacit_ctx *cx, double *x, size_t n)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_keyed *a = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *a, &a));
    for (size_t i = 0; i < n; i++)
        a[i].key = tacit_sort_key_real(x[i]);
    TACIT_TRY(tacit_sort_keyed(cx, a, n));
    for (size_t i = 0; i < n; i++)
        x[i] = real_of_key(a[i].key);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
