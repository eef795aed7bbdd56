/*
 * swap.c - the swapping methods: processor seconds with one thread, without reading files.
 *
 *   swap ROWS ...
 *
 * Three columns of amounts swapped by rank with p = 5; categories swapped within kept ones;
 * households of two records exchanged between 400 regions.  sdcMicro's rankSwap takes 11.8 seconds
 * for 500 000 rows of three such columns (two whole below 10^8, one in halves below 10^7); goal: 50
 * times faster, under 0.236 s, and growth like n.  The least of three runs is told.
 */
#include <math.h>
#include <stdlib.h>

#include "clock.h"
#include "micro/method/method.h"

enum { MOST_ARGS = 16, PEER_ROWS = 500000 };
static const double PEER_SECONDS = 11.8;

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* What a column holds: multiples of `unit` below `values` units, the same in `each` rows; whole
 * numbers if the unit is 0. */
typedef struct content {
    const char *name;
    uint64_t values;
    size_t each;
    double unit;
} content;

static void add(tacit_ctx *cx, tacit_table *t, const content *what)
{
    const tacit_type type = what->unit > 0.0 ? TACIT_TYPE_REAL : TACIT_TYPE_INTEGER;
    const tacit_rng root = tacit_rng_seed(1);
    tacit_rng rng = tacit_rng_fork(&root, what->name);
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    int64_t whole = 0;
    must(cx, tacit_builder_new(cx, what->name, type, tacit_table_rows(t), &b));
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        if (i % what->each == 0)
            whole = (int64_t)tacit_rng_below(&rng, what->values);
        const double real = what->unit * (double)whole;
        must(cx, type == TACIT_TYPE_REAL ? tacit_builder_reals(cx, b, &real, NULL, 1)
                                         : tacit_builder_integers(cx, b, &whole, NULL, 1));
    }
    must(cx, tacit_builder_finish(cx, b, &c));
    must(cx, tacit_table_add(cx, t, c));
}

/* A method on the `n` columns from `first`, with columns named in another argument. */
typedef struct task {
    const char *method;
    size_t first, n;
    const char *list;
    const char *const *names;
    size_t n_names;
} task;

static double run(tacit_ctx *cx, const tacit_table *t, const task *k)
{
    const tacit_method *m = tacit_method_find(k->method);
    const tacit_rng rng = tacit_rng_seed(2);
    const char *names[MOST_ARGS];
    size_t columns[MOST_ARGS];
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_table *out = NULL;
    tacit_args_preset(m->about.params, at, &args);
    for (size_t c = 0; c < k->n; c++) {
        columns[c] = k->first + c;
        names[c] = tacit_column_name(tacit_table_column(t, columns[c]));
    }
    at[0] = (tacit_value){ .given = true, .texts = names, .n = k->n };
    if (k->list != NULL)
        at[tacit_param_find(args.params, k->list)] =
            (tacit_value){ .given = true, .texts = k->names, .n = k->n_names };
    const tacit_job job = { .in = t, .cols = { k->n, columns }, .args = &args, .rng = &rng };
    const bench_time start = bench_now();
    must(cx, tacit_method_run(cx, m, &job, &out));
    const double seconds = bench_since(start).cpu;
    tacit_table_free(out);
    return seconds;
}

int main(int argc, char **argv)
{
    static const content columns[] = { { "x", 100000000, 1, 0.0 }, { "y", 100000000, 1, 0.0 },
                                       { "z", 20000000, 1, 0.5 },  { "land", 20, 2, 0.0 },
                                       { "town", 20, 2, 0.0 },     { "a", 10, 1, 0.0 },
                                       { "b", 10, 1, 0.0 },        { "kept", 50, 1, 0.0 } };
    static const char *const kept[] = { "kept" }, *const rare[] = { "a", "b" };
    static const task tasks[] = { { "rank_swap", 0, 3, NULL, NULL, 0 },
                                  { "data_swap", 5, 2, "keep", kept, 1 },
                                  { "record_swap", 3, 2, "risk", rare, 2 } };
    tacit_ctx *cx = tacit_ctx_new();
    printf("swap: rows, method, processor seconds (sdcMicro's rankSwap: %.1f at %d rows)\n",
           PEER_SECONDS, PEER_ROWS);
    for (int i = 1; i < argc; i++) {
        tacit_table *t = NULL;
        const size_t rows = strtoul(argv[i], NULL, 10);
        must(cx, tacit_table_new(cx, rows, &t));
        for (size_t j = 0; j < sizeof columns / sizeof columns[0]; j++)
            add(cx, t, &columns[j]);
        add(cx, t, &(content){ "home", UINT64_C(1) << 40, 2, 0.0 });
        tacit_table_set_roles(t, tacit_table_columns(t) - 1, TACIT_ROLE_HOUSEHOLD);
        for (size_t k = 0; k < 3; k++) {
            double seconds = run(cx, t, &tasks[k]);
            for (int again = 0; again < 2; again++)
                seconds = fmin(seconds, run(cx, t, &tasks[k]));
            printf("  %9zu  %-12s %.3f", rows, tasks[k].method, seconds);
            if (k == 0 && rows == PEER_ROWS)
                printf("   %.0f times faster (goal: 50)", PEER_SECONDS / seconds);
            printf("\n");
        }
        tacit_table_free(t);
    }
    tacit_ctx_free(cx);
    return 0;
}
