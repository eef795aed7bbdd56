/*
 * suda.c - special uniques of a loaded table.
 *
 *   suda FILE KEY...
 *
 * Prints wall and processor seconds without reading the file, and what was found.
 * OMP_NUM_THREADS sets the threads.  Goals: nine keys of testdata enlarged to 500 000 rows
 * in at most 0.57 processor seconds with one thread (a third of sdcMicro 5.8.1's 1.72);
 * 12 keys of the project's survey of 1 000 000 persons in under 60 s with two.
 */
#include <stdlib.h>

#include "base/pool.h"
#include "clock.h"
#include "engine/engine.h"
#include "micro/risk/keys/suda/score.h"

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    size_t at[64], n = 0;
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    tacit_subject *subject = NULL;
    tacit_suda s;
    uint64_t msus = 0;
    if (argc < 3 || argc > 60)
        return 2;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = argv[1] }, &data));
    for (int i = 2; i < argc; i++)
        at[n++] = tacit_data_find(data, argv[i]);
    must(cx, tacit_data_load(cx, data, &(tacit_select){ .n = n, .at = at }, &table));
    for (size_t j = 0; j < n; j++)
        tacit_table_set_roles(table, j, TACIT_ROLE_KEY);
    const bench_time start = bench_now();
    must(cx, tacit_subject_new(cx, table, &subject));
    must(cx, tacit_suda_measure(cx, subject, &(tacit_suda_spec){ .fraction = 0.01 }, &s));
    const bench_time used = bench_since(start);
    for (size_t k = 1; k <= s.n; k++)
        msus += s.msus[k];
    printf("suda: %zu rows, %zu keys, %zu classes, %llu MSUs, %llu records, scores %.0f, DIS "
           "%.6f: %.3f s wall, %.3f s processor, %zu threads, %ld MB\n",
           tacit_table_rows(table), n, s.classes, (unsigned long long)msus,
           (unsigned long long)s.scored, s.sum, s.sum_dis, used.wall, used.cpu,
           tacit_pool_threads(), bench_memory("VmHWM:") / 1024);
    return 0;
}
