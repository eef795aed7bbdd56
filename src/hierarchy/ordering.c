/*
 * ordering.c - the values of a hierarchy in an order.
 *
 * A merge sort from the bottom up, stable; O(values log values) comparisons.
 */
#include "hierarchy/ordering.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"

/* Merge the sorted runs [low, middle) and [middle, high) of `from` into `to`. */
static void merge(const tacit_hierarchy *h, const uint32_t *from, uint32_t *to,
                  const size_t ends[3])
{
    size_t a = ends[0], b = ends[1];
    for (size_t i = ends[0]; i < ends[2]; i++) {
        const bool first =
            b == ends[2] || (a < ends[1] && strcmp(tacit_hierarchy_value(h, from[a]),
                                                   tacit_hierarchy_value(h, from[b])) <= 0);
        to[i] = first ? from[a++] : from[b++];
    }
}

tacit_status tacit_ordering_natural(tacit_ctx *cx, const tacit_hierarchy *h, uint32_t **out)
{
    const size_t n = tacit_hierarchy_values(h);
    uint32_t *order = NULL, *other = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *other, &other));
    for (size_t v = 0; v < n; v++)
        order[v] = (uint32_t)v;
    const bool sorted = tacit_hierarchy_type(h) != TACIT_TYPE_CATEGORY;
    for (size_t width = 1; !sorted && width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            const size_t middle = low + width < n ? low + width : n;
            const size_t high = middle + width < n ? middle + width : n;
            merge(h, order, other, (const size_t[3]){ low, middle, high });
        }
        uint32_t *swap = order;
        order = other;
        other = swap;
    }
    *out = order;
    return TACIT_OK;
}

tacit_status tacit_ordering_by_count(tacit_ctx *cx, const tacit_hierarchy *h, bool rarest_first,
                                     uint32_t **out)
{
    const size_t n = tacit_hierarchy_values(h);
    uint32_t *order = NULL;
    tacit_keyed *key = NULL;
    TACIT_TRY(tacit_ordering_natural(cx, h, &order));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *key, &key));
    for (size_t i = 0; i < n; i++) {
        const uint64_t count = tacit_hierarchy_count(h, order[i]);
        key[i] = (tacit_keyed){ .key = rarest_first ? count : ~count, .row = order[i] };
    }
    TACIT_TRY(tacit_sort_keyed(cx, key, n));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)key[i].row;
    *out = order;
    return TACIT_OK;
}

/* Bytes of `text` up to `most`, whole characters only. */
static int cut_bytes(const char *text, size_t most)
{
    size_t n = strlen(text);
    if (n > most)
        for (n = most; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80;)
            n--;
    return (int)n;
}

void tacit_run_label(tacit_type type, const char *a, const char *b, size_t number,
                     char out[TACIT_RUN_BYTES])
{
    enum { MOST = 100 };
    const bool cut = strlen(a) > MOST || strlen(b) > MOST;
    const bool dash = type == TACIT_TYPE_INTEGER && a[0] != '-';
    char tail[32] = "";
    if (cut)
        snprintf(tail, sizeof tail, " (%zu)", number);
    if (strcmp(a, b) == 0)
        snprintf(out, TACIT_RUN_BYTES, "%.*s%s", cut_bytes(a, MOST), a, tail);
    else
        snprintf(out, TACIT_RUN_BYTES, "%.*s%s%.*s%s", cut_bytes(a, MOST), a, dash ? "-" : " to ",
                 cut_bytes(b, MOST), b, tail);
}
