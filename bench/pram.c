/*
 * pram.c - post randomisation and randomisation within groups, by number of records.
 *
 *   pram [ROWS ...]
 *
 * A column of three categories with the shares 26, 73 and 1 per cent (walls of sdcMicro's
 * testdata), one of as many categories as records, and a numeric one for k_pram.  Prints
 * processor seconds without reading a file.  Goal with one thread: 500 000 records of three
 * categories in at most a tenth of the 3.05 processor seconds that sdcMicro 5.8.1 takes.
 */
#include <stdlib.h>

#include "clock.h"
#include "micro/method/method.h"

static const double PEER_SECONDS = 3.05; /* pram of walls, 500 000 records */

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static void add_column(tacit_ctx *cx, tacit_table *t, tacit_builder *b)
{
    tacit_column *c = NULL;
    must(cx, tacit_builder_finish(cx, b, &c));
    must(cx, tacit_table_add(cx, t, c));
}

/* Columns walls, all (each cell another category) and x. */
static tacit_table *make_table(tacit_ctx *cx, size_t n)
{
    static const char *const walls[] = { "2", "3", "9" };
    tacit_rng rng = tacit_rng_seed(1);
    tacit_builder *w = NULL, *a = NULL, *x = NULL;
    tacit_table *t = NULL;
    must(cx, tacit_table_new(cx, n, &t));
    must(cx, tacit_builder_new(cx, "walls", TACIT_TYPE_CATEGORY, n, &w));
    must(cx, tacit_builder_new(cx, "all", TACIT_TYPE_CATEGORY, n, &a));
    must(cx, tacit_builder_new(cx, "x", TACIT_TYPE_REAL, n, &x));
    for (size_t i = 0; i < n; i++) {
        const uint64_t u = tacit_rng_below(&rng, 100);
        const double number = tacit_rng_normal(&rng);
        char text[32];
        const int length = snprintf(text, sizeof text, "c%zu", i);
        must(cx, tacit_builder_text(cx, w, walls[u < 26 ? 0 : u < 99 ? 1 : 2], 1));
        must(cx, tacit_builder_text(cx, a, text, (size_t)length));
        must(cx, tacit_builder_reals(cx, x, &number, NULL, 1));
    }
    add_column(cx, t, w);
    add_column(cx, t, a);
    add_column(cx, t, x);
    return t;
}

static double time_method(tacit_ctx *cx, const char *method, const tacit_table *t, size_t j)
{
    const tacit_method *m = tacit_method_find(method);
    const tacit_rng rng = tacit_rng_seed(2);
    const char *name = tacit_column_name(tacit_table_column(t, j));
    tacit_value at[16];
    tacit_args args;
    tacit_table *out = NULL;
    tacit_args_preset(m->about.params, at, &args);
    at[0] = (tacit_value){ .given = true, .texts = &name, .n = 1 };
    const tacit_job job = { .in = t, .cols = { 1, &j }, .args = &args, .rng = &rng };
    const bench_time start = bench_now();
    must(cx, tacit_method_run(cx, m, &job, &out));
    const double used = bench_since(start).cpu;
    tacit_table_free(out);
    return used;
}

static void time_rows(size_t n)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t = make_table(cx, n);
    const double three = time_method(cx, "pram", t, 0);
    printf("pram: %zu records of 3 categories %.4f s processor", n, three);
    if (n == 500000)
        printf(" (%.0f times as fast as sdcMicro's %.2f s; goal 10)", PEER_SECONDS / three,
               PEER_SECONDS);
    printf("\n  %zu categories %.3f s, k_pram of numbers %.3f s\n", n,
           time_method(cx, "pram", t, 1), time_method(cx, "k_pram", t, 2));
    tacit_table_free(t);
    tacit_ctx_free(cx);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = { 50000, 500000, 1000000 };
    for (int i = 1; i < argc; i++)
        time_rows(strtoul(argv[i], NULL, 10));
    for (size_t i = 0; argc < 2 && i < sizeof usual / sizeof usual[0]; i++)
        time_rows(usual[i]);
    return 0;
}
