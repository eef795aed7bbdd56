/*
 * draws.c - processor time of one exact draw, for small and for the greatest parameters.
 *
 *   draws [DRAWS]
 *
 * Goal: at most 500 ns a draw.  The stream is keyed by the system, as for a release.
 */
#include <stdlib.h>

#include "clock.h"
#include "privacy/sample/draw.h"

typedef struct run {
    const char *label;
    tacit_i128 (*draw)(tacit_keystream *stream, tacit_ratio scale);
    tacit_ratio scale;
} run;

static tacit_i128 draw_exp(tacit_keystream *stream, tacit_ratio gamma)
{
    return tacit_draw_exp(stream, gamma.over, gamma.under);
}

static tacit_i128 draw_geometric(tacit_keystream *stream, tacit_ratio scale)
{
    return (tacit_i128)tacit_draw_geometric(stream, scale);
}

static const run RUNS[] = {
    { "Bernoulli(exp(-3/7))", draw_exp, { 3, 7 } },
    { "geometric, scale 10", draw_geometric, { 10, 1 } },
    { "discrete Laplace, scale 1", tacit_draw_laplace, { 1, 1 } },
    { "discrete Laplace, scale 20/3", tacit_draw_laplace, { 20, 3 } },
    { "discrete Laplace, scale 2^56", tacit_draw_laplace, { TACIT_MOST_SCALE, 1 } },
    { "discrete Gaussian, variance 1", tacit_draw_gaussian, { 1, 1 } },
    { "discrete Gaussian, variance 100", tacit_draw_gaussian, { 100, 1 } },
    { "discrete Gaussian, 16 + 2^-20", tacit_draw_gaussian, { (1 << 24) + 1, 1 << 20 } },
    { "discrete Gaussian, variance 2^52", tacit_draw_gaussian, { TACIT_MOST_VARIANCE, 1 } },
};

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    const size_t draws = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    tacit_keystream stream;
    if (draws == 0 || tacit_keystream_open(cx, &stream) != TACIT_OK)
        return 2;
    for (size_t i = 0; i < sizeof RUNS / sizeof RUNS[0]; i++) {
        tacit_i128 sum = 0;
        const bench_time start = bench_now();
        for (size_t k = 0; k < draws; k++)
            sum += RUNS[i].draw(&stream, RUNS[i].scale);
        const double ns = bench_since(start).cpu / (double)draws * 1e9;
        printf("%-34s %4.0f ns a draw, mean %.2g\n", RUNS[i].label, ns,
               (double)sum / (double)draws);
    }
    tacit_keystream_close(&stream);
    tacit_ctx_free(cx);
    return 0;
}
