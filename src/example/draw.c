/*
 * draw.c - draws for made-up data, in integers only.
 *
 * Categories: the alias method (Walker 1977, ACM Transactions on Mathematical Software
 * 3), with the table built as by Vose (1991, IEEE Transactions on Software Engineering
 * 17) in whole numbers; O(n) to build, one draw and one comparison a sample.
 * Lognormal: the quantile function, linear between 65 points.
 * Pareto: the number of leading zeros of random bits is geometric, and a Pareto
 * variable's logarithm is exponential, whose whole part is geometric too.
 */
#include "example/draw.h"

#include "base/context.h"

/* exp(z / 2) in units of 2^-16, at the standard normal quantiles z of i / 64; the
 * ends stand for z = -3 and z = 3. */
static const int64_t LOGNORMAL[65] = {
    14623,  22324,  25822,  28350,  30433,  32256,  33906,  35434,  36871,  38238,  39552,
    40821,  42057,  43265,  44451,  45620,  46775,  47921,  49059,  50194,  51327,  52460,
    53596,  54737,  55884,  57040,  58207,  59385,  60579,  61788,  63016,  64265,  65536,
    66832,  68156,  69511,  70899,  72324,  73788,  75297,  76855,  78466,  80136,  81871,
    83679,  85567,  87546,  89626,  91821,  94147,  96622,  99271,  102122, 105213, 108592,
    112321, 116486, 121211, 126673, 133153, 141127, 151498, 166329, 192392, 293712,
};

/* The categories still to be placed: those with less than an equal share, and others. */
typedef struct worklist {
    uint64_t share[TACIT_DRAW_MAX]; /* weight times n; an equal share is `total` */
    uint32_t low[TACIT_DRAW_MAX], high[TACIT_DRAW_MAX];
    size_t n_low, n_high;
} worklist;

static void sort_in(worklist *w, uint32_t i, uint64_t total)
{
    if (w->share[i] < total)
        w->low[w->n_low++] = i;
    else
        w->high[w->n_high++] = i;
}

tacit_sampler tacit_sampler_make(const uint32_t *weight, size_t n, tacit_slot *slot)
{
    TACIT_ASSERT(n > 0 && n <= TACIT_DRAW_MAX);
    worklist w = { .n_low = 0, .n_high = 0 };
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += weight[i];
    TACIT_ASSERT(total > 0 && total <= UINT64_C(1) << 31);
    for (uint32_t i = 0; i < n; i++) {
        w.share[i] = weight[i] * (uint64_t)n;
        sort_in(&w, i, total);
    }
    while (w.n_low > 0 && w.n_high > 0) {
        const uint32_t i = w.low[--w.n_low], from = w.high[--w.n_high];
        slot[i] = (tacit_slot){ .cut = (uint32_t)((w.share[i] << 32) / total), .other = from };
        w.share[from] -= total - w.share[i];
        sort_in(&w, from, total);
    }
    TACIT_ASSERT(w.n_low == 0); /* shares are whole, so what is left is exactly equal */
    while (w.n_high > 0) {
        const uint32_t i = w.high[--w.n_high];
        slot[i] = (tacit_slot){ .cut = UINT32_MAX, .other = i };
    }
    return (tacit_sampler){ .slot = slot, .n = (uint32_t)n };
}

int64_t tacit_draw_lognormal(tacit_rng *rng, int64_t x)
{
    const uint64_t bits = tacit_rng_bits(rng);
    const size_t at = bits >> 58;
    const int64_t part = (int64_t)(bits >> 42 & 0xffff);
    const int64_t factor = LOGNORMAL[at] + ((LOGNORMAL[at + 1] - LOGNORMAL[at]) * part) / 65536;
    return x * factor / 65536;
}

int64_t tacit_draw_pareto(tacit_rng *rng, int64_t x)
{
    const uint64_t bits = tacit_rng_bits(rng);
    int64_t y = x + x * (int64_t)(bits & 0xffff) / 131072;
    for (uint64_t coins = bits >> 48 | UINT64_C(1) << 16; (coins & 1) == 0; coins >>= 1)
        y += y / 2;
    return y;
}
