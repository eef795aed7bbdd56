/*
 * frequencies.c - frequencies with missing keys, individual and household risk, against
 * the times of sdcMicro 5.8.1.
 *
 *   frequencies FILE.csv
 *
 * FILE is sdcMicro's `testdata` or an enlarged copy of it.  Keys are urbrur, water, sex, age
 * and relat; for the frequencies every 7th, 11th, 13th, 17th and 19th row loses its value.
 * The peer's figures are CPU seconds of freqCalc and of measure_risk with households on the
 * same data; ours are the best of five of the same work in one thread, reading the file
 * left out on both sides.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "base/pool.h"
#include "clock.h"
#include "engine/engine.h"
#include "micro/risk/risk.h"

enum { KEYS = 5 };

static const char *const NAMES[KEYS] = { "urbrur", "water", "sex", "age", "relat" };
static const size_t EVERY[KEYS] = { 7, 11, 13, 17, 19 };

/* The peer's CPU seconds by number of rows. */
typedef struct peer {
    size_t rows;
    double frequencies, risk;
} peer;

static const peer PEERS[] = { { 4580, 2.2, 0.05 }, { 50000, 11.8, 0.409 }, { 500000, 26.1, 5.0 } };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* The column called `name` without the values of every n-th row. */
static void blank(tacit_ctx *cx, tacit_table *t, const char *name, size_t every)
{
    const size_t j = tacit_table_find(t, name), rows = tacit_table_rows(t);
    const tacit_column *old = tacit_table_column(t, j);
    uint64_t *valid = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    must(cx, tacit_scratch(cx, rows / 64 + 1, sizeof *valid, &valid));
    for (size_t i = 0; i < rows; i++)
        if ((i + 1) % every != 0)
            valid[i / 64] |= UINT64_C(1) << (i % 64);
    must(cx, tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, rows, &b));
    must(cx, tacit_builder_integers(cx, b, tacit_column_integers(old), valid, rows));
    must(cx, tacit_builder_finish(cx, b, &c));
    tacit_table_replace(t, j, c);
}

static tacit_table *load(tacit_ctx *cx, const char *path)
{
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = path }, &data));
    must(cx, tacit_data_load(cx, data, NULL, &t));
    tacit_data_close(data);
    for (size_t k = 0; k < KEYS; k++)
        tacit_table_set_roles(t, tacit_table_find(t, NAMES[k]), TACIT_ROLE_KEY);
    tacit_table_set_roles(t, tacit_table_find(t, "sampling_weight"), TACIT_ROLE_WEIGHT);
    tacit_table_set_roles(t, tacit_table_find(t, "ori_hid"), TACIT_ROLE_HOUSEHOLD);
    return t;
}

/* CPU seconds of `n` measures on one subject, at their defaults except for `missing`. */
static double measure(tacit_ctx *cx, const tacit_table *t, size_t n, const char *const *names,
                      tacit_missing_rule missing)
{
    double best = 1e9;
    for (int turn = 0; turn < 5; turn++) {
        const bench_time start = bench_now();
        tacit_subject *s = NULL;
        must(cx, tacit_subject_new(cx, t, &s));
        for (size_t k = 0; k < n; k++) {
            const tacit_measure *m = tacit_risk_find(names[k]);
            tacit_value at[16];
            tacit_args args;
            tacit_result *r = NULL;
            tacit_args_preset(m->about.params, at, &args);
            at[tacit_param_find(m->about.params, "missing")].number = (double)missing;
            must(cx, tacit_measure_run(cx, m, s, &args, &r));
            json_decref(r);
        }
        tacit_subject_free(s);
        const double cpu = bench_since(start).cpu;
        best = cpu < best ? cpu : best;
    }
    return best;
}

static void tell(const char *what, size_t rows, double own, double theirs, double goal)
{
    printf("%s: %zu rows: %.4f CPU s", what, rows, own);
    if (theirs > 0.0)
        printf(", sdcMicro 5.8.1 %.3g CPU s, ratio %.0f (goal at least %.0f)", theirs, theirs / own,
               goal);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static const char *const risks[] = { "individual", "household" };
    static const char *const frequencies[] = { "frequencies" };
    tacit_ctx *cx = tacit_ctx_new();
    peer p = { 0 };
    if (argc != 2)
        return 2;
    tacit_pool_set(1);
    tacit_table *t = load(cx, argv[1]);
    const size_t rows = tacit_table_rows(t);
    for (size_t i = 0; i < sizeof PEERS / sizeof PEERS[0]; i++)
        p = PEERS[i].rows == rows ? PEERS[i] : p;
    tell("individual and household risk", rows, measure(cx, t, 2, risks, TACIT_MISSING_CATEGORY),
         p.risk, 20.0);
    for (size_t k = 0; k < KEYS; k++)
        blank(cx, t, NAMES[k], EVERY[k]);
    tell("frequencies with missing keys", rows,
         measure(cx, t, 1, frequencies, TACIT_MISSING_WILDCARD), p.frequencies, 100.0);
    tacit_table_free(t);
    tacit_ctx_free(cx);
    return 0;
}
