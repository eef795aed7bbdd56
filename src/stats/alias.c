/*
 * alias.c - draws from a finite distribution in constant time.
 *
 * Walker (1977), An efficient method for generating discrete random variables with general
 * distributions, with the linear set-up of Vose (1991).  The n columns of a box of width n and
 * height 1 hold at most two outcomes each: column i holds i up to the height keep[i], and
 * other[i] above it.  O(n) to set up and 12 n bytes, O(1) a draw.
 */
#include "stats/alias.h"

/* Columns that are not full yet, and those that are more than full. */
typedef struct stacks {
    uint32_t *small, *large;
    size_t n_small, n_large;
} stacks;

static double sum_of(const double *weight, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += weight[i];
    return sum;
}

/* Fill each small column up from a large one.  What rounding leaves over is full. */
static void level(stacks *s, double *keep, uint32_t *other)
{
    while (s->n_small > 0 && s->n_large > 0) {
        const uint32_t i = s->small[--s->n_small], j = s->large[s->n_large - 1];
        other[i] = j;
        keep[j] -= 1.0 - keep[i];
        if (keep[j] < 1.0) {
            s->n_large--;
            s->small[s->n_small++] = j;
        }
    }
    while (s->n_large > 0)
        keep[s->large[--s->n_large]] = 1.0;
}

/* A small column that rounding left over keeps to itself, unless it has no weight at all. */
static void settle(const stacks *s, const double *weight, uint32_t most, double *keep,
                   uint32_t *other)
{
    for (size_t k = 0; k < s->n_small; k++) {
        const uint32_t i = s->small[k];
        keep[i] = weight[i] > 0.0 ? 1.0 : 0.0;
        other[i] = most;
    }
}

tacit_status tacit_alias_new(tacit_ctx *cx, const double *weight, size_t n, tacit_alias *out)
{
    const double sum = sum_of(weight, n);
    double *keep = NULL;
    uint32_t *other = NULL, most = 0;
    stacks s = { 0 };
    *out = (tacit_alias){ 0 };
    if (!(sum > 0.0))
        return TACIT_OK;
    TACIT_ASSERT(n <= UINT32_MAX);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *keep, &keep));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *other, &other));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.small, &s.small));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *s.large, &s.large));
    for (uint32_t i = 0; i < n; i++) {
        keep[i] = weight[i] / sum * (double)n;
        other[i] = i;
        most = weight[i] > weight[most] ? i : most;
        if (keep[i] < 1.0)
            s.small[s.n_small++] = i;
        else
            s.large[s.n_large++] = i;
    }
    level(&s, keep, other);
    settle(&s, weight, most, keep, other);
    *out = (tacit_alias){ .n = n, .keep = keep, .other = other };
    return TACIT_OK;
}
