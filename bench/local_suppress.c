/*
 * local_suppress.c - local suppression of a loaded table.
 *
 *   local_suppress FILE HOW MISSING K KEY...
 *
 * HOW is thrifty, exact or compat; MISSING is strict or wildcard, or a number: alpha of compat.
 * Prints wall and processor seconds without reading the file, and the cells blanked in each
 * key.  OMP_NUM_THREADS sets the threads.  Goals: a hundredth of sdcMicro 5.8.1's processor
 * seconds on testdata enlarged to 50 000 rows (5.58 for five keys, 1.05 for seven, 62.8 for
 * nine, k = 3), and nine keys of 500 000 rows in seconds (it needs 183).
 */
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "clock.h"
#include "engine/engine.h"
#include "micro/method/local_suppress/own.h"

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* Position of `text` in a parameter's choices. */
static double choice(const tacit_param *p, const char *text)
{
    size_t i = 0;
    while (p->choices[i] != NULL && strcmp(p->choices[i], text) != 0)
        i++;
    return (double)i;
}

static void read_arguments(char **argv, tacit_args *args)
{
    args->at[TACIT_SUPPRESS_HOW].number = choice(&args->params[TACIT_SUPPRESS_HOW], argv[2]);
    if (strchr("01", argv[3][0]) == NULL)
        args->at[TACIT_SUPPRESS_MISSING].number =
            choice(&args->params[TACIT_SUPPRESS_MISSING], argv[3]);
    else
        args->at[TACIT_SUPPRESS_ALPHA].number = strtod(argv[3], NULL);
    args->at[TACIT_SUPPRESS_K].number = strtod(argv[4], NULL);
}

int main(int argc, char **argv)
{
    const tacit_method *m = tacit_method_find("local_suppress");
    tacit_ctx *cx = tacit_ctx_new();
    size_t at[64], n = 0, cells = 0;
    tacit_data *data = NULL;
    tacit_table *table = NULL, *out = NULL;
    tacit_value values[32];
    tacit_args args;
    if (argc < 6 || argc > 60)
        return 2;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = argv[1] }, &data));
    for (int i = 5; i < argc; i++)
        at[n++] = tacit_data_find(data, argv[i]);
    must(cx, tacit_data_load(cx, data, &(tacit_select){ .n = n, .at = at }, &table));
    for (size_t j = 0; j < n; j++)
        at[j] = j;
    tacit_args_preset(m->about.params, values, &args);
    read_arguments(argv, &args);
    const tacit_rng rng = tacit_rng_seed(1);
    const tacit_job job = { .in = table, .cols = { n, at }, .args = &args, .rng = &rng };
    const bench_time start = bench_now();
    must(cx, tacit_method_run(cx, m, &job, &out));
    const bench_time used = bench_since(start);
    printf("local_suppress: %zu rows, %zu keys, %s, %s, k = %s:", tacit_table_rows(table), n,
           argv[2], argv[3], argv[4]);
    for (size_t j = 0; j < n; j++) {
        const size_t blanked = tacit_column_missing(tacit_table_column(out, j)) -
                               tacit_column_missing(tacit_table_column(table, j));
        printf(" %s=%zu", argv[5 + j], blanked);
        cells += blanked;
    }
    printf(" all=%zu: %.4f s wall, %.4f s processor, %zu threads, %ld MB\n", cells, used.wall,
           used.cpu, tacit_pool_threads(), bench_memory("VmHWM:") / 1024);
    return 0;
}
