/*
 * propensity.c - propensity scores by trees with a null of permutations.
 *
 *   propensity FILE [PROTECTED]
 *
 * Without PROTECTED the protected table is FILE with a tenth of the values of each column
 * exchanged at random between records.  Prints wall and processor seconds without reading files.
 * Goal: 50 permutations on 30 162 records of 10 columns on either side in under 3.9 processor
 * seconds (a hundredth of the 389 s that synthpop 1.9-3 takes), aim 1 s wall.
 */
#include <math.h>
#include <stdlib.h>

#include "base/pool.h"
#include "base/rng.h"
#include "clock.h"
#include "engine/engine.h"
#include "micro/utility/propensity/model.h"

enum { PERMUTATIONS = 50, MOST_COLUMNS = 10 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static tacit_table *load(tacit_ctx *cx, const char *file)
{
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = file }, &data));
    must(cx, tacit_data_load(cx, data, NULL, &table));
    tacit_data_close(data);
    return table;
}

/* Exchange a tenth of the numbers or codes of column `j` of `t`. */
static void exchange(tacit_ctx *cx, tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    const size_t n = tacit_table_rows(t);
    const tacit_rng root = tacit_rng_seed(1);
    tacit_rng rng = tacit_rng_fork(&root, tacit_column_name(c));
    uint32_t *code = NULL;
    uint64_t *valid = NULL;
    double *x = NULL;
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY) {
        tacit_column *old = tacit_column_share(c);
        must(cx, tacit_table_recode(cx, t, j, tacit_column_dict(c), &code, &valid));
        memcpy(code, tacit_column_codes(old), n * sizeof *code);
        tacit_column_free(old);
    } else {
        must(cx, tacit_table_edit_reals(cx, t, j, &x));
    }
    for (size_t i = 0; i < n / 20; i++) {
        const size_t a = (size_t)tacit_rng_below(&rng, n), b = (size_t)tacit_rng_below(&rng, n);
        if (x != NULL) {
            const double swap = x[a];
            x[a] = x[b];
            x[b] = swap;
        } else {
            const uint32_t swap = code[a];
            code[a] = code[b];
            code[b] = swap;
        }
    }
}

/* Trees with leaves of at least `leaf` rows. */
static void time_trees(tacit_ctx *cx, const tacit_pair *pair, size_t leaf)
{
    tacit_propensity_trees trees = { .options = TACIT_PROPENSITY_OPTIONS,
                                     .permutations = PERMUTATIONS,
                                     .seed = 1 };
    tacit_merged merged;
    tacit_propensity p;
    trees.options.min_bucket = leaf;
    trees.options.min_split = 3 * leaf;
    const bench_time start = bench_now();
    must(cx, tacit_merged_of(cx, pair, &TACIT_PROPENSITY_TREE, &merged));
    must(cx, tacit_propensity_tree(cx, &merged, &trees, &p));
    const bench_time used = bench_since(start);
    printf("propensity: %zu rows, %zu columns, leaves of %zu: %zu leaves, pMSE %.3g, ratio %.3g, "
           "z %.3g, %d permutations: %.3f s wall, %.3f s processor, %zu threads, %ld MB\n",
           merged.rows, merged.columns, leaf, p.size, p.score.pmse, p.score.pmse / p.expected,
           (p.score.pmse - p.expected) / p.sd, PERMUTATIONS, used.wall, used.cpu,
           tacit_pool_threads(), bench_memory("VmHWM:") / 1024);
}

static void time_logistic(tacit_ctx *cx, const tacit_pair *pair, bool interactions)
{
    tacit_merged merged;
    tacit_propensity p;
    const bench_time start = bench_now();
    must(cx, tacit_merged_of(cx, pair, &TACIT_PROPENSITY_LOGISTIC, &merged));
    must(cx, tacit_propensity_logistic(cx, &merged, interactions, &p));
    const bench_time used = bench_since(start);
    printf("propensity: logistic, %s, %zu coefficients, pMSE %.3g, ratio %.3g: %.3f s wall, %.3f s "
           "processor\n",
           interactions ? "interactions" : "main effects", p.size, p.score.pmse,
           p.score.pmse / p.expected, used.wall, used.cpu);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *masked = NULL;
    if (argc < 2 || argc > 3)
        return 2;
    tacit_table *original = load(cx, argv[1]);
    if (argc == 3) {
        masked = load(cx, argv[2]);
    } else {
        must(cx, tacit_table_copy(cx, original, &masked));
        for (size_t j = 0; j < tacit_table_columns(masked); j++)
            exchange(cx, masked, j);
    }
    const tacit_pair pair = { .original = original, .masked = masked };
    time_trees(cx, &pair, 5);
    time_trees(cx, &pair, (size_t)(sqrt(2.0 * (double)tacit_table_rows(original)) / 2.0));
    time_logistic(cx, &pair, false);
    if (tacit_table_columns(original) <= MOST_COLUMNS)
        time_logistic(cx, &pair, true);
    tacit_table_free(original);
    tacit_table_free(masked);
    tacit_ctx_free(cx);
    return 0;
}
