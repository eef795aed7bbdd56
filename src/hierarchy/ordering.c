/*
 * ordering.c - the values of a hierarchy in an order.  O(values log values).
 */
#include "hierarchy/ordering.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"

/* Values that are no categories are in order already. */
static bool is_before(const void *user, uint32_t a, uint32_t b)
{
    const tacit_hierarchy *h = user;
    if (tacit_hierarchy_type(h) != TACIT_TYPE_CATEGORY)
        return a <= b;
    return strcmp(tacit_hierarchy_value(h, a), tacit_hierarchy_value(h, b)) <= 0;
}

tacit_status tacit_ordering_natural(tacit_ctx *cx, const tacit_hierarchy *h, uint32_t **out)
{
    return tacit_sort_by(cx, tacit_hierarchy_values(h), is_before, h, out);
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
