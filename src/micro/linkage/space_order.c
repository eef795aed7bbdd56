/*
 * space_order.c - ordinal categories of two columns as numbers from 0 to 1.
 *
 * The texts of both columns are merge-sorted together; texts that are equal share a rank.
 */
#include "micro/linkage/space_order.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* A text that a row has, its value if it is a number, and where its rank goes. */
typedef struct category {
    const char *text;
    double value; /* infinite for other texts, so that they come last */
    double *rank;
} category;

static bool comes_before(const category *a, const category *b)
{
    if (a->value < b->value || a->value > b->value)
        return a->value < b->value;
    return strcmp(a->text, b->text) < 0;
}

/* Merge the sorted runs [low, middle) and [middle, high) of `from` into `to`. */
static void merge(const category *from, category *to, size_t low, size_t middle, size_t high)
{
    size_t i = low, j = middle;
    for (size_t k = low; k < high; k++) {
        const bool right = i == middle || (j < high && comes_before(&from[j], &from[i]));
        to[k] = from[right ? j++ : i++];
    }
}

static tacit_status sort_categories(tacit_ctx *cx, category **a, size_t n)
{
    category *room = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *room, &room));
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            const size_t middle = low + width < n ? low + width : n;
            merge(*a, room, low, middle, middle + width < n ? middle + width : n);
        }
        category *sorted = room;
        room = *a;
        *a = sorted;
    }
    return TACIT_OK;
}

/* Append the categories that rows of `c` have; their ranks go to `rank`. */
static tacit_status collect(tacit_ctx *cx, const tacit_column *c, double *rank, category *out,
                            size_t *n)
{
    const tacit_dict *dict = tacit_column_dict(c);
    bool *seen = NULL;
    TACIT_TRY(tacit_scratch(cx, tacit_dict_size(dict), sizeof *seen, &seen));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i))
            seen[tacit_column_codes(c)[i]] = true;
    for (uint32_t code = 0; code < tacit_dict_size(dict); code++) {
        category own = { .text = tacit_dict_text(dict, code), .rank = &rank[code] };
        if (!seen[code])
            continue;
        if (!tacit_parse_real(own.text, &own.value) || isnan(own.value))
            own.value = INFINITY;
        out[(*n)++] = own;
    }
    return TACIT_OK;
}

tacit_status tacit_order_of(tacit_ctx *cx, const tacit_column *a, const tacit_column *b,
                            tacit_order *out)
{
    const size_t size_a = tacit_dict_size(tacit_column_dict(a)),
                 size_b = tacit_dict_size(tacit_column_dict(b));
    double *rank_a = NULL, *rank_b = NULL;
    category *list = NULL;
    size_t n = 0, last = 0;
    TACIT_TRY(tacit_scratch(cx, size_a, sizeof *rank_a, &rank_a));
    TACIT_TRY(tacit_scratch(cx, size_b, sizeof *rank_b, &rank_b));
    TACIT_TRY(tacit_scratch(cx, size_a + size_b, sizeof *list, &list));
    TACIT_TRY(collect(cx, a, rank_a, list, &n));
    TACIT_TRY(collect(cx, b, rank_b, list, &n));
    TACIT_TRY(sort_categories(cx, &list, n));
    for (size_t k = 0; k < n; k++) {
        last += k > 0 && strcmp(list[k - 1].text, list[k].text) != 0;
        *list[k].rank = (double)last;
    }
    for (size_t k = 0; k < n; k++)
        *list[k].rank /= last > 0 ? (double)last : 1.0;
    *out = (tacit_order){ rank_a, rank_b, n > 0 ? last + 1 : 0 };
    return TACIT_OK;
}
