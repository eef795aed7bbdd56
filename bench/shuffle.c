/*
 * shuffle.c - data shuffling, copula shuffling and perturbation given predictors.
 *
 *   shuffle ROWS ...
 *
 * Two masked columns and three predictors, as in the peer's call: sdcMicro's shuffle() with method
 * "ds" takes 0.147 processor seconds for 4 580 records and 1.89 for 50 000.  Prints processor
 * seconds of each method for each number of rows.  Goals: shuffle at least 10 times as fast as the
 * peer for 50 000 records, and growth by no more than 12 from there to ten times as many.
 */
#include <stdlib.h>

#include "clock.h"
#include "micro/method/method.h"

enum { COLUMNS = 5, MASKED = 2 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* Normal columns with a common part. */
static tacit_table *make_table(tacit_ctx *cx, size_t n)
{
    static const char *const names[] = { "savings", "expend", "age", "size", "rooms" };
    tacit_table *t = NULL;
    must(cx, tacit_table_new(cx, n, &t));
    const tacit_rng root = tacit_rng_seed(1);
    for (size_t j = 0; j < COLUMNS; j++) {
        tacit_rng common = tacit_rng_fork(&root, "common"), own = tacit_rng_fork(&root, names[j]);
        tacit_builder *b = NULL;
        tacit_column *c = NULL;
        must(cx, tacit_builder_new(cx, names[j], TACIT_TYPE_REAL, n, &b));
        for (size_t i = 0; i < n; i++) {
            const double x = tacit_rng_normal(&common) + tacit_rng_normal(&own);
            must(cx, tacit_builder_reals(cx, b, &x, NULL, 1));
        }
        must(cx, tacit_builder_finish(cx, b, &c));
        must(cx, tacit_table_add(cx, t, c));
    }
    return t;
}

static void time_method(tacit_ctx *cx, const char *name, const tacit_table *t)
{
    static const char *const names[] = { "savings", "expend" };
    static const size_t at[MASKED] = { 0, 1 };
    const tacit_method *m = tacit_method_find(name);
    const tacit_rng rng = tacit_rng_seed(2);
    tacit_value value[16];
    tacit_args args;
    tacit_table *out = NULL;
    tacit_args_preset(m->about.params, value, &args);
    value[0] = (tacit_value){ .given = true, .texts = names, .n = MASKED };
    const tacit_job job = { .in = t, .cols = { MASKED, at }, .args = &args, .rng = &rng };
    const bench_time start = bench_now();
    must(cx, tacit_method_run(cx, m, &job, &out));
    const bench_time used = bench_since(start);
    printf("%s: %zu records, %d columns given %d: %.3f s processor, %.3f s wall\n", name,
           tacit_table_rows(t), MASKED, COLUMNS - MASKED, used.cpu, used.wall);
    tacit_table_free(out);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    for (int i = 1; i < argc; i++) {
        tacit_table *t = make_table(cx, strtoul(argv[i], NULL, 10));
        time_method(cx, "shuffle", t);
        time_method(cx, "copula_shuffle", t);
        time_method(cx, "gadp", t);
        tacit_table_free(t);
    }
    tacit_ctx_free(cx);
    return 0;
}
