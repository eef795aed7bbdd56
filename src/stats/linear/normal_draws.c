/*
 * normal_draws.c - many standard normal numbers, quickly.
 *
 * The ziggurat of Marsaglia and Tsang (2000) with 256 layers of equal area under
 * exp(-x^2 / 2), with the layer, the sign and the place within the layer taken from bits of
 * their own (Doornik 2005), so that the low bits of a number tell nothing of its layer.  One
 * number in 80 needs more than one draw of 64 bits and a multiplication.  The tail is
 * Marsaglia's (1964); with uniforms of 53 bits no number is beyond 13.  The number of draws
 * varies, so a block of rows needs a stream of its own.
 */
#include "stats/linear/normal_draws.h"

#include <math.h>
#include <stdbool.h>

/* Where the tail begins, so that 255 layers and the lowest with the tail have one area. */
static const double TAIL = 3.6541528853610088;

static double density(double x)
{
    return exp(-0.5 * x * x);
}

void tacit_normal_layers_of(tacit_normal_layers *out)
{
    const double area = TAIL * density(TAIL) + sqrt(acos(-1.0) / 2.0) * erfc(TAIL / sqrt(2.0));
    double *w = out->width;
    w[0] = area / density(TAIL); /* the lowest layer, its tail laid flat */
    w[1] = TAIL;
    for (size_t i = 1; i + 1 < TACIT_NORMAL_LAYERS; i++)
        w[i + 1] = sqrt(-2.0 * log(area / w[i] + density(w[i])));
    w[TACIT_NORMAL_LAYERS] = 0.0;
    for (size_t i = 0; i <= TACIT_NORMAL_LAYERS; i++)
        out->height[i] = density(w[i]);
}

void tacit_normal_start(tacit_normal_source *source, const tacit_normal_layers *layers,
                        tacit_rng rng)
{
    source->layers = layers;
    source->rng = rng;
    source->at = TACIT_NORMAL_BITS;
}

static inline uint64_t next_bits(tacit_normal_source *s)
{
    if (s->at == TACIT_NORMAL_BITS) {
        tacit_rng_fill(&s->rng, s->ahead, TACIT_NORMAL_BITS);
        s->at = 0;
    }
    return s->ahead[s->at++];
}

/* Uniform on (0, 1]. */
static double uniform(tacit_normal_source *s)
{
    return ((double)(next_bits(s) >> 11) + 1.0) * 0x1.0p-53;
}

/* A number beyond the beginning of the tail. */
static double draw_tail(tacit_normal_source *s)
{
    while (true) {
        const double x = -log(uniform(s)) / TAIL, y = -log(uniform(s));
        if (2.0 * y > x * x)
            return TAIL + x;
    }
}

/* `x` in layer `i`, beyond the layer above, if it falls under the density, or else NaN; a number
 * of the tail for the lowest layer. */
static double draw_edge(tacit_normal_source *s, size_t i, double x)
{
    if (i == 0)
        return draw_tail(s);
    const double low = s->layers->height[i], high = s->layers->height[i + 1];
    return low + uniform(s) * (high - low) < density(x) ? x : NAN;
}

/* The number that `bits` give. */
static inline double draw(tacit_normal_source *s, uint64_t bits)
{
    while (true) {
        const size_t i = bits & (TACIT_NORMAL_LAYERS - 1);
        double x = (double)(bits >> 11) * 0x1.0p-53 * s->layers->width[i];
        if (x >= s->layers->width[i + 1])
            x = draw_edge(s, i, x);
        if (!isnan(x))
            return (bits & TACIT_NORMAL_LAYERS) != 0 ? -x : x;
        bits = next_bits(s);
    }
}

void tacit_normal_fill(tacit_normal_source *source, double *z, size_t n)
{
    for (size_t i = 0; i < n; i++)
        z[i] = draw(source, next_bits(source));
}

void tacit_normal_rows(const tacit_rng *rng, size_t n, size_t q, double *z, size_t step)
{
    const size_t blocks = (n + TACIT_BLOCK_ROWS - 1) / TACIT_BLOCK_ROWS;
#pragma omp parallel for schedule(static) if (blocks > 1)
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = b * TACIT_BLOCK_ROWS;
        const size_t to = n - from < TACIT_BLOCK_ROWS ? n : from + TACIT_BLOCK_ROWS;
        tacit_rng own = tacit_rng_fork_number(rng, b);
        for (size_t i = from; i < to; i++)
            for (size_t r = 0; r < q; r++)
                z[i * step + r] = tacit_rng_normal(&own);
    }
}
