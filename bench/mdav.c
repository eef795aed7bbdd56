/*
 * mdav.c - microaggregation: processor seconds of one thread, and how they grow.
 *
 *   mdav [ROWS ...]
 *
 * Three independent uniform columns, as the peer was timed on: sdcMicro 5.8.1 takes 9.6 s for
 * 50 000 x 3 and was stopped after 600 s at 500 000 x 3.  Goals: MDAV 20 times faster at 50 000
 * (0.48 s), and 500 000 within 60 s; a million records of five normal columns must be practical.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "clock.h"
#include "stats/cluster/mdav.h"
#include "stats/cluster/regroup.h"

enum { K = 3, MOST_COLUMNS = 5 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static void run(size_t n, size_t p)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(1);
    double *x = NULL, weight[MOST_COLUMNS], before = 0.0, after = 0.0;
    tacit_partition a;
    must(cx, tacit_scratch(cx, n * p, sizeof *x, &x));
    for (size_t i = 0; i < n * p; i++)
        x[i] = p == 3 ? tacit_rng_uniform(&rng) : tacit_rng_normal(&rng);
    for (size_t j = 0; j < p; j++)
        weight[j] = p == 3 ? 12.0 : 1.0;
    const tacit_points points = { .at = x, .n = n, .p = p };
    const tacit_gauge gauge = { .weight = weight };
    const tacit_regroup_spec search = { .k = K, .passes = 50, .neighbours = 8 };
    const bench_time start = bench_now();
    must(cx, tacit_mdav(cx, &points, &gauge, K, &a));
    const bench_time mdav = bench_since(start);
    must(cx, tacit_partition_sse(cx, &points, weight, &a, &before));
    const bench_time again = bench_now();
    must(cx, tacit_regroup(cx, &points, weight, &search, &a));
    const bench_time local = bench_since(again);
    must(cx, tacit_partition_sse(cx, &points, weight, &a, &after));
    printf(
        "mdav: %8zu x %zu, k = %d: MDAV %7.2f s, local search %7.2f s processor; loss %.4f %% -> "
        "%.4f %%, %ld MB\n",
        n, p, K, mdav.cpu, local.cpu, 100.0 * before / (double)(n * p),
        100.0 * after / (double)(n * p), bench_memory("VmHWM:") / 1024);
    tacit_ctx_free(cx);
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = { 50000, 100000, 200000, 500000 };
    for (int i = 1; i < argc; i++)
        run(strtoul(argv[i], NULL, 10), 3);
    for (size_t i = 0; argc == 1 && i < sizeof sizes / sizeof sizes[0]; i++)
        run(sizes[i], 3);
    run(argc > 1 ? strtoul(argv[argc - 1], NULL, 10) : 1000000, 5);
    return 0;
}
