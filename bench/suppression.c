/*
 * suppression.c - the cheapest suppression of hierarchical tables of counts, and its audit.
 *
 *   suppression SECONDS int|str FOLDER/NAME        NAME.csv with NAME_geo.hrc, NAME_nace.hrc ...
 *   suppression SECONDS int|str SEED 10,10,9x10,10,9
 *
 * With TACIT_HOW=modular, network, hypercube or elimination in the environment by that method.
 *
 * The second form makes a table up: each dimension a tree whose nodes have so many children level
 * by level; counts are exponential around the product of a factor of each code (lognormal, sigma
 * 0.57), on average about 34.  Cells of 1 and 2 are sensitive, zeros stay.  `int`: the interval
 * must reach from 0 to 3 and attackers know 0 <= x <= max(2a, a + 3); `str`: a box of 1000 around
 * each cell, levels 1.
 *
 * Goals, processor seconds: h2_1e4 proven in 3, h3_1e3 proven in 0.4, h2_1e5 in 30 at a gap of 0.3
 * per cent, 10,10,9x10,10,9 in 100 at 1.5 per cent within 500 MB, h3_1e5 in 600 at 10 per cent; the
 * audit of the million cells in 1.
 */
#include "cubes.h"
#include "tabular/audit.h"
#include "tabular/suppress/suppress.h"

/* The way that the environment names. */
static tacit_tabular_how how(void)
{
    static const char *const NAME[] = { "auto",    "optimal",   "modular",
                                        "network", "hypercube", "elimination" };
    const char *name = getenv("TACIT_HOW");
    for (size_t k = 0; name != NULL && k < sizeof NAME / sizeof NAME[0]; k++)
        if (strcmp(name, NAME[k]) == 0)
            return (tacit_tabular_how)k;
    return TACIT_SUPPRESS_AUTO;
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_tabular_suppressed found = { 0 };
    tacit_audit audit = { 0 };
    if (argc < 4)
        return 2;
    tacit_system *s = take_table(cx, argv, 3, argc);
    give_levels(s, strcmp(argv[2], "str") == 0);
    printf("suppression %s %s: %zu cells, %zu equations, %ld MB\n", argv[argc - 1], argv[2],
           s->n_cells, s->n_equations, bench_memory("VmHWM:") / 1024);
    const bench_time start = bench_now();
    must(cx, tacit_tabular_suppress_by(cx, s, how(), strtod(argv[1], NULL), &found));
    const bench_time used = bench_since(start);
    printf("  %zu others, cost %.0f, bound %.1f, gap %.3f %%: %.2f s processor, %.2f s wall, %ld "
           "MB\n",
           found.n, found.cost, found.bound, 100 * (found.cost - found.bound) / found.cost,
           used.cpu, used.wall, bench_memory("VmHWM:") / 1024);
    const bench_time then = bench_now();
    must(cx, tacit_audit_run(cx, s, &audit));
    const bench_time looked = bench_since(then);
    printf("  audit of %zu cells, %zu not safe, %zu of them undecided: %.2f s processor, %.2f s "
           "wall\n",
           audit.n, audit.n_unsafe, audit.n_undecided, looked.cpu, looked.wall);
    return audit.n_unsafe > 0;
}
