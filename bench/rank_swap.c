/*
 * rank_swap.c - the attack on rank swapping: candidates within p per cent of ranks.
 *
 *   rank_swap ROWS COLUMNS P QUERIES
 *
 * Correlated ranks against themselves moved by up to P per cent, QUERIES records attacked.
 * Prints processor seconds and what is found.  Goal: 10 000 of a million records with ten
 * columns and p = 15 in under 60 s.
 */
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/sort.h"
#include "clock.h"
#include "micro/linkage/windows.h"

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* Ranks of column c: normal with a common part. */
static void fill_ranks(tacit_ctx *cx, const double *common, size_t n, size_t p, size_t c,
                       int32_t *rank)
{
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_rng root = tacit_rng_seed(1);
    tacit_rng rng = tacit_rng_fork_number(&root, c);
    tacit_keyed *order = NULL;
    must(cx, tacit_scratch(cx, n, sizeof *order, &order));
    for (size_t i = 0; i < n; i++)
        order[i] = (tacit_keyed){ tacit_sort_key_real(common[i] + tacit_rng_normal(&rng)), i };
    must(cx, tacit_sort_keyed(cx, order, n));
    for (size_t k = 0; k < n; k++)
        rank[order[k].row * p + c] = (int32_t)k;
    tacit_scratch_release(cx, mark);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(2);
    double *common = NULL, found = 0.0;
    int32_t *rank = NULL, *low = NULL, *high = NULL;
    uint32_t *count = NULL;
    if (argc != 5)
        return 2;
    const size_t n = strtoul(argv[1], NULL, 10), p = strtoul(argv[2], NULL, 10),
                 m = strtoul(argv[4], NULL, 10);
    const int32_t by = (int32_t)(strtod(argv[3], NULL) * (double)n / 100.0);
    must(cx, tacit_scratch(cx, n, sizeof *common, &common));
    must(cx, tacit_scratch(cx, n * p, sizeof *rank, &rank));
    must(cx, tacit_scratch(cx, m * p, sizeof *low, &low));
    must(cx, tacit_scratch(cx, m * p, sizeof *high, &high));
    must(cx, tacit_scratch(cx, m, sizeof *count, &count));
    for (size_t i = 0; i < n; i++)
        common[i] = tacit_rng_normal(&rng);
    for (size_t c = 0; c < p; c++)
        fill_ranks(cx, common, n, p, c, rank);
    for (size_t i = 0; i < m * p; i++) {
        const int32_t move = (int32_t)tacit_rng_below(&rng, 2 * (uint64_t)by + 1) - by;
        low[i] = rank[i / p * (n / m) * p + i % p] + move - by;
        high[i] = low[i] + 2 * by;
    }
    const tacit_windows items = { n, p, rank, rank }, queries = { m, p, low, high };
    const bench_time start = bench_now();
    must(cx, tacit_windows_count(cx, &items, &queries, count));
    const bench_time used = bench_since(start);
    for (size_t i = 0; i < m; i++)
        found += 1.0 / ((double)count[i] * (double)m);
    printf("rank_swap: %zu of %zu records, %zu columns, p = %s: %.2f s processor, re-identified "
           "%.1f %%\n",
           m, n, p, argv[3], used.cpu, 100.0 * found);
    tacit_ctx_free(cx);
    return 0;
}
