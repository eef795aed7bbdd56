/*
 * attacks.c - attack-based risks on three tables drawn from one population.
 *
 *   attacks ROWS
 *
 * Prints processor seconds of each at a quarter of the rows and at all of them, with a control
 * and default parameters.  Goals for a million rows: attribute_inference under 5 seconds, the
 * attacks with a fixed number of guesses under 30, membership with its nine searches under 60;
 * time grows no faster than rows * log(rows).
 */
#include <stdlib.h>

#include "base/rng.h"
#include "clock.h"
#include "micro/risk/risk.h"

enum { COLUMNS = 8, REALS = 2, VALUES = 40, TABLES = 3 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* A column of about VALUES categories that depend on each other through `base`. */
static tacit_column *categories(tacit_ctx *cx, const char *name, const double *base, size_t rows,
                                tacit_rng *rng)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    char text[16];
    must(cx, tacit_builder_new(cx, name, TACIT_TYPE_CATEGORY, rows, &b));
    for (size_t i = 0; i < rows; i++) {
        const double x = 0.5 * base[i] + 0.5 * tacit_rng_uniform(rng);
        const int n = snprintf(text, sizeof text, "v%d", (int)(x * VALUES));
        must(cx, tacit_builder_text(cx, b, text, (size_t)n));
    }
    must(cx, tacit_builder_finish(cx, b, &c));
    return c;
}

static tacit_column *numbers(tacit_ctx *cx, const char *name, const double *base, size_t rows,
                             tacit_rng *rng)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    must(cx, tacit_builder_new(cx, name, TACIT_TYPE_REAL, rows, &b));
    for (size_t i = 0; i < rows; i++) {
        const double x = base[i] + 0.3 * tacit_rng_normal(rng);
        must(cx, tacit_builder_reals(cx, b, &x, NULL, 1));
    }
    must(cx, tacit_builder_finish(cx, b, &c));
    return c;
}

/* Five keys, two numbers and a sensitive category. */
static tacit_table *make_table(tacit_ctx *cx, size_t rows, uint64_t seed)
{
    static const char *const names[COLUMNS] = { "a", "b", "c", "d", "e", "x", "y", "s" };
    tacit_rng rng = tacit_rng_seed(seed);
    tacit_table *t = NULL;
    double *base = NULL;
    must(cx, tacit_scratch(cx, rows, sizeof *base, &base));
    must(cx, tacit_table_new(cx, rows, &t));
    for (size_t i = 0; i < rows; i++)
        base[i] = tacit_rng_uniform(&rng);
    for (size_t j = 0; j < COLUMNS; j++) {
        const bool real = j + 1 < COLUMNS && j + 1 >= COLUMNS - REALS;
        must(cx, tacit_table_add(cx, t,
                                 real ? numbers(cx, names[j], base, rows, &rng)
                                      : categories(cx, names[j], base, rows, &rng)));
        tacit_table_set_roles(t, j,
                              j == COLUMNS - 1 ? TACIT_ROLE_SENSITIVE
                              : real           ? 0
                                               : TACIT_ROLE_KEY);
    }
    return t;
}

/* Processor seconds of a risk with its defaults. */
static double time_risk(tacit_ctx *cx, const tacit_measure *risk, tacit_table *const t[TABLES])
{
    enum { MOST = 16 };
    tacit_value at[MOST];
    tacit_args args;
    tacit_subject *subject = NULL;
    tacit_result *result = NULL;
    if (tacit_param_count(risk->about.params) > MOST)
        return -1.0;
    tacit_args_preset(risk->about.params, at, &args);
    must(cx, tacit_subject_new(cx, t[1], &subject));
    tacit_subject_add(subject, &(tacit_subject_extra){ .original = t[0], .control = t[2] });
    const bench_time start = bench_now();
    must(cx, tacit_measure_run(cx, risk, subject, &args, &result));
    const bench_time used = bench_since(start);
    json_decref(result);
    tacit_subject_free(subject);
    return used.cpu;
}

int main(int argc, char **argv)
{
    static const char *const names[] = { "attribute_inference", "inference", "linkability",
                                         "singling_out", "membership" };
    tacit_ctx *cx = tacit_ctx_new();
    const size_t rows = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000000;
    tacit_table *t[2][TABLES];
    for (size_t k = 0; k < TABLES; k++) {
        t[0][k] = make_table(cx, rows / 4, k + 1);
        t[1][k] = make_table(cx, rows, k + 1);
    }
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const tacit_measure *risk = tacit_risk_find(names[k]);
        const double quarter = time_risk(cx, risk, t[0]), all = time_risk(cx, risk, t[1]);
        printf("attacks: %s, %zu rows: %.2f s processor; a quarter of the rows: %.2f s\n", names[k],
               rows, all, quarter);
    }
    return 0;
}
