/*
 * utilities.c - what each utility measure costs on a large pair of tables.
 *
 *   utilities [ROWS [MEASURE...]]       (1000000, all that are not costly)
 *
 * 10 correlated skewed numbers of which the masked ones have noise of .1 sd, and 8 categories of
 * which a tenth is drawn again; two categories are keys.  Measures run with their defaults.
 * Goal: a default measure of a million records within 5 processor seconds.
 */
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "clock.h"
#include "micro/utility/utility.h"

enum { NUMBERS = 10, CATEGORIES = 8 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* Append a column of numbers and its noisy twin to the tables. */
static void add_numbers(tacit_ctx *cx, size_t rows, size_t c, tacit_table *t[2])
{
    char name[16];
    tacit_builder *b[2] = { NULL, NULL };
    tacit_column *column = NULL;
    tacit_rng shared = tacit_rng_seed(1), own = tacit_rng_seed(100 + c);
    snprintf(name, sizeof name, "x%zu", c + 1);
    for (size_t k = 0; k < 2; k++)
        must(cx, tacit_builder_new(cx, name, TACIT_TYPE_REAL, rows, &b[k]));
    for (size_t i = 0; i < rows; i++) {
        const double z = 0.7 * tacit_rng_normal(&shared) + 0.6 * tacit_rng_normal(&own);
        const double x = exp(0.6 * z), y = x + 0.1 * tacit_rng_normal(&own);
        must(cx, tacit_builder_reals(cx, b[0], &x, NULL, 1));
        must(cx, tacit_builder_reals(cx, b[1], &y, NULL, 1));
    }
    for (size_t k = 0; k < 2; k++) {
        must(cx, tacit_builder_finish(cx, b[k], &column));
        must(cx, tacit_table_add(cx, t[k], column));
    }
}

/* Append a column of skewed categories, a tenth of which is drawn again after. */
static void add_categories(tacit_ctx *cx, size_t rows, size_t c, tacit_table *t[2])
{
    static const size_t values[CATEGORIES] = { 8, 16, 7, 15, 6, 5, 3, 42 };
    char name[16];
    tacit_builder *b[2] = { NULL, NULL };
    tacit_column *column = NULL;
    tacit_rng rng = tacit_rng_seed(200 + c);
    snprintf(name, sizeof name, "c%zu", c + 1);
    for (size_t k = 0; k < 2; k++)
        must(cx, tacit_builder_new(cx, name, TACIT_TYPE_CATEGORY, rows, &b[k]));
    for (size_t i = 0; i < rows; i++) {
        double u = tacit_rng_uniform(&rng);
        for (size_t k = 0; k < 2; k++) {
            char text[16];
            const int n = snprintf(text, sizeof text, "v%zu", (size_t)((double)values[c] * u * u));
            must(cx, tacit_builder_text(cx, b[k], text, (size_t)n));
            u = tacit_rng_uniform(&rng) <= 0.1 ? tacit_rng_uniform(&rng) : u;
        }
    }
    for (size_t k = 0; k < 2; k++) {
        must(cx, tacit_builder_finish(cx, b[k], &column));
        must(cx, tacit_table_add(cx, t[k], column));
        tacit_table_set_roles(t[k], NUMBERS + c, c < 2 ? TACIT_ROLE_KEY : 0);
    }
}

static void run(tacit_ctx *cx, const tacit_measure *u, const tacit_pair *pair)
{
    tacit_value at[32];
    tacit_args args;
    tacit_result *result = NULL;
    tacit_subject *subject = NULL;
    const tacit_subject_extra extra = { .original = pair->original,
                                        .independent = pair->independent };
    must(cx, tacit_subject_new(cx, pair->masked, &subject));
    tacit_subject_add(subject, &extra);
    tacit_args_preset(u->about.params, at, &args);
    const bench_time start = bench_now();
    const tacit_status status = tacit_measure_run(cx, u, subject, &args, &result);
    const bench_time took = bench_since(start);
    if (status == TACIT_OK)
        printf("  %-28s %7.2f s processor  %7.2f s wall\n", u->about.name, took.cpu, took.wall);
    else
        printf("  %-28s not run: %s\n", u->about.name, tacit_message(cx));
    json_decref(result);
    tacit_subject_free(subject);
}

int main(int argc, char **argv)
{
    const size_t rows = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *t[2] = { NULL, NULL };
    for (size_t k = 0; k < 2; k++)
        must(cx, tacit_table_new(cx, rows, &t[k]));
    for (size_t c = 0; c < NUMBERS; c++)
        add_numbers(cx, rows, c, t);
    for (size_t c = 0; c < CATEGORIES; c++)
        add_categories(cx, rows, c, t);
    const tacit_pair pair = { .original = t[0], .masked = t[1] };
    printf("utilities: %zu records, %d numbers, %d categories\n", rows, NUMBERS, CATEGORIES);
    for (int i = 2; i < argc; i++)
        if (tacit_utility_find(argv[i]) != NULL)
            run(cx, tacit_utility_find(argv[i]), &pair);
    for (size_t i = 0; argc < 3 && i < tacit_utility_catalog.n; i++) {
        const tacit_measure *u = tacit_utility_find(tacit_utility_catalog.entry[i]->name);
        if ((u->traits & TACIT_MEASURE_COSTLY) == 0)
            run(cx, u, &pair);
    }
    printf("  memory at most %.1f GB\n", (double)bench_memory("VmHWM:") / 1048576.0);
    tacit_table_free(t[0]);
    tacit_table_free(t[1]);
    tacit_ctx_free(cx);
    return 0;
}
