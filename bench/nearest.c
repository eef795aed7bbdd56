/*
 * nearest.c - exact nearest neighbours of protected records among the original ones.
 *
 *   nearest [ROWS...]       (100000 300000 1000000)
 *
 * Kinds of data: `numeric`, 10 correlated skewed columns as of a census, noise of .1 sd;
 * `mixed`, 2 numbers and 8 categories that depend on each other, a tenth of the cells changed;
 * and up to 100000 records what is harder: `unlike`, as mixed with independent categories, and
 * `far`, as numeric with noise of .5 sd.  A sample of records is compared with all others to check.
 * Goals with one thread (OMP_NUM_THREADS=1) for a million: numeric under 30 processor seconds,
 * mixed under 10; growth near n log n for both.
 */
#include <math.h>
#include <stdlib.h>

#include "base/pool.h"
#include "base/rng.h"
#include "clock.h"
#include "micro/linkage/nearest/nearest.h"

enum { NUMBERS = 10, FACTORS = 3, CATEGORIES = 8, CHECKED = 100 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* Skewed columns that share FACTORS factors, and the same with noise. */
static void draw_numbers(tacit_rng *rng, size_t n, double noise, double *x, double *y)
{
    for (size_t i = 0; i < n; i++) {
        double factor[FACTORS];
        for (size_t f = 0; f < FACTORS; f++)
            factor[f] = tacit_rng_normal(rng);
        for (size_t c = 0; c < NUMBERS; c++) {
            const double z = 0.7 * factor[c % FACTORS] + 0.4 * factor[(c + 1) % FACTORS] +
                             0.6 * tacit_rng_normal(rng);
            x[i * NUMBERS + c] = exp(0.6 * z) / 0.85; /* about unit standard deviation */
            y[i * NUMBERS + c] = x[i * NUMBERS + c] + noise * tacit_rng_normal(rng);
        }
    }
}

/* A code of a skewed distribution over `values`, or half of the time that of the person's
 * `kind`, so that columns depend on each other; kind 0 has none. */
static uint32_t draw_code(tacit_rng *rng, size_t values, size_t kind)
{
    const double u = tacit_rng_uniform(rng);
    if (kind > 0 && tacit_rng_below(rng, 2) == 0)
        return (uint32_t)(kind * 7 % values);
    return (uint32_t)((double)(values - 1) * u * u * u);
}

/* An age (column 0) or the hours worked a week, 40 for every other person, both divided by
 * their standard deviation. */
static double draw_number(tacit_rng *rng, size_t column)
{
    if (column == 0)
        return floor(17.0 + 73.0 * pow(tacit_rng_uniform(rng), 1.5)) / 21.9;
    return tacit_rng_below(rng, 2) == 0 ? 2.0 : floor(1.0 + 98.0 * tacit_rng_uniform(rng)) / 20.0;
}

/* Mixed records: numbers and codes of both sides. */
typedef struct mixed {
    size_t n, kinds;
    double *x, *y;
    uint32_t *a, *b;
} mixed;

/* Two numbers and some categories; one cell in ten is drawn again. */
static void draw_mixed(tacit_rng *rng, const mixed *m)
{
    static const size_t values[CATEGORIES] = { 8, 16, 7, 15, 6, 5, 3, 42 };
    for (size_t i = 0; i < m->n; i++) {
        const size_t kind = m->kinds > 0 ? 1 + tacit_rng_below(rng, m->kinds) : 0;
        for (size_t c = 0; c < 2; c++) {
            const double old = draw_number(rng, c);
            m->x[2 * i + c] = old;
            m->y[2 * i + c] = tacit_rng_uniform(rng) <= 0.1 ? draw_number(rng, c) : old;
        }
        for (size_t c = 0; c < CATEGORIES; c++) {
            const uint32_t old = draw_code(rng, values[c], kind);
            m->a[i * CATEGORIES + c] = old;
            m->b[i * CATEGORIES + c] =
                tacit_rng_uniform(rng) <= 0.1 ? draw_code(rng, values[c], kind) : old;
        }
    }
}

/* Compare the nearest of CHECKED records with comparing all; the number that differ. */
static size_t check(const tacit_nearest_spec *spec, const tacit_ties *ties)
{
    size_t wrong = 0;
    for (size_t k = 0; k < CHECKED; k++) {
        const size_t i = k * spec->from->n / CHECKED;
        double least = INFINITY;
        uint32_t count = 0;
        for (size_t j = 0; j < spec->to->n; j++)
            least = fmin(least, tacit_space_distance(spec->space, spec->from, i, spec->to, j));
        for (size_t j = 0; j < spec->to->n; j++)
            count += tacit_space_distance(spec->space, spec->from, i, spec->to, j) <=
                     least * (1.0 + 1e-12);
        wrong += ties->distance[i] < least || ties->distance[i] > least || ties->count[i] != count;
    }
    return wrong;
}

static void measure(tacit_ctx *cx, const char *name, const tacit_space *s)
{
    const tacit_nearest_spec spec = { .space = s, .from = &s->b, .to = &s->a, .k = 1 };
    tacit_ties ties;
    const bench_time start = bench_now();
    must(cx, tacit_nearest_ties(cx, &spec, &ties));
    const bench_time used = bench_since(start);
    const double n = (double)s->a.n;
    printf("nearest: %-8s %8zu records: %7.2f s wall, %7.2f s processor, %6.2f us each, %5.3f us "
           "/ log2 n, %zu threads, %ld MB, %zu of %d wrong\n",
           name, s->a.n, used.wall, used.cpu, 1e6 * used.cpu / n, 1e6 * used.cpu / n / log2(n),
           tacit_pool_threads(), bench_memory("VmHWM:") / 1024, check(&spec, &ties), (int)CHECKED);
    fflush(stdout);
}

static void measure_numbers(tacit_ctx *cx, const char *name, size_t n, double noise)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rng rng = tacit_rng_seed(n);
    double *x = NULL, *y = NULL;
    must(cx, tacit_scratch(cx, n * NUMBERS, sizeof *x, &x));
    must(cx, tacit_scratch(cx, n * NUMBERS, sizeof *y, &y));
    draw_numbers(&rng, n, noise, x, y);
    measure(cx, name, &(tacit_space){ .p = NUMBERS, .a = { .n = n, .x = x }, .b = { n, y, NULL } });
    tacit_scratch_release(cx, mark);
}

static void measure_mixed(tacit_ctx *cx, const char *name, size_t n, size_t kinds)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rng rng = tacit_rng_seed(n);
    mixed m = { .n = n, .kinds = kinds };
    must(cx, tacit_scratch(cx, n * 2, sizeof *m.x, &m.x));
    must(cx, tacit_scratch(cx, n * 2, sizeof *m.y, &m.y));
    must(cx, tacit_scratch(cx, n * CATEGORIES, sizeof *m.a, &m.a));
    must(cx, tacit_scratch(cx, n * CATEGORIES, sizeof *m.b, &m.b));
    draw_mixed(&rng, &m);
    measure(cx, name,
            &(tacit_space){ .p = 2, .q = CATEGORIES, .a = { n, m.x, m.a }, .b = { n, m.y, m.b } });
    tacit_scratch_release(cx, mark);
}

int main(int argc, char **argv)
{
    static const char *const preset[] = { "100000", "300000", "1000000" };
    tacit_ctx *cx = tacit_ctx_new();
    const char *const *sizes = argc > 1 ? (const char *const *)argv + 1 : preset;
    const int n = argc > 1 ? argc - 1 : 3;
    for (int i = 0; i < n; i++) {
        const size_t rows = (size_t)strtoull(sizes[i], NULL, 10);
        measure_numbers(cx, "numeric", rows, 0.1);
        measure_mixed(cx, "mixed", rows, 12);
        if (rows > 100000)
            continue;
        measure_mixed(cx, "unlike", rows, 0);
        measure_numbers(cx, "far", rows, 0.5);
    }
    tacit_ctx_free(cx);
    return 0;
}
