/*
 * private.c - private synthetic files: how well tables are kept, and in which time.
 *
 *   private FILE GENERATOR [epsilon=1] [seeds=1-20] [sizes=85,9,...] [PARAMETER=NUMBER ...]
 *
 * Columns are texts, or whole numbers of which each value from the least to the greatest is a bin;
 * with `sizes`, columns of FILE are numbers of values from 0 on and so many are declared.  For each
 * seed it prints processor seconds of the generator and the mean total variation distance of all
 * tables of one and of two columns; then means with their standard deviations.  Noise is simulated
 * from the seed.
 *
 * Goals at epsilon 1 (delta 1e-9, the generator's own): dp_mst on Adult14 (48 842 x 14, coded, of
 * private-pgm) at most .0511 in 0.5 s; dp_aim on Adult14 .0389 and on Adult9 (30 162 x 9, of ARX)
 * .0317 in 5 s; dp_privbayes on Adult9 .066 in 0.05 s.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine/engine.h"
#include "synth/generator.h"
#include "synth/private/private.h"

enum { MOST_COLUMNS = 64, MOST_ARGS = 16, SECONDS = 0, ONE, TWO, FIGURES };

static const char *const NAMES[FIGURES] = { "cpu", "tv1", "tv2" };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* The value of NAME=VALUE among the arguments, or NULL. */
static const char *option(int argc, char **argv, const char *name)
{
    const size_t n = strlen(name);
    for (int i = 3; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    return NULL;
}

/* ---- the data ---- */

static tacit_table *load(tacit_ctx *cx, const char *file)
{
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = file }, &data));
    must(cx, tacit_data_load(cx, data, NULL, &table));
    tacit_data_close(data);
    return table;
}

/* The codes of a column; returns how many values there are. */
static size_t code_column(const tacit_column *c, bool coded, uint16_t *code)
{
    const size_t n = tacit_column_length(c);
    double least = INFINITY, most = -INFINITY;
    if (tacit_column_type(c) == TACIT_TYPE_CATEGORY) {
        for (size_t i = 0; i < n; i++)
            code[i] = (uint16_t)tacit_column_codes(c)[i];
        return tacit_dict_size(tacit_column_dict(c));
    }
    for (size_t i = 0; i < n; i++) {
        least = fmin(least, tacit_column_number(c, i));
        most = fmax(most, tacit_column_number(c, i));
    }
    least = coded ? 0.0 : least;
    if (tacit_column_missing(c) > 0 || !(most - least < UINT16_MAX)) {
        fprintf(stderr, "column %s is not whole numbers below 65535\n", tacit_column_name(c));
        exit(2);
    }
    for (size_t i = 0; i < n; i++)
        code[i] = (uint16_t)(tacit_column_number(c, i) - least);
    return (size_t)(most - least) + 1;
}

/* Columns with fewer values come first, as in the command. */
static void order_columns(size_t p, size_t *size, uint16_t **code)
{
    for (size_t j = 1; j < p; j++)
        for (size_t k = j; k > 0 && size[k] < size[k - 1]; k--) {
            const size_t values = size[k];
            uint16_t *own = code[k];
            size[k] = size[k - 1], code[k] = code[k - 1];
            size[k - 1] = values, code[k - 1] = own;
        }
}

static void code_table(const tacit_table *t, const char *sizes, tacit_private_table *out)
{
    const size_t n = tacit_table_rows(t), p = tacit_table_columns(t);
    static size_t size[MOST_COLUMNS];
    static uint16_t *code[MOST_COLUMNS];
    if (p > MOST_COLUMNS)
        exit(2);
    for (size_t j = 0; j < p; j++) {
        code[j] = calloc(n, sizeof **code);
        size[j] = code_column(tacit_table_column(t, j), sizes != NULL, code[j]);
        if (sizes == NULL)
            continue;
        const size_t said = strtoul(sizes, NULL, 10);
        size[j] = said > size[j] ? said : size[j];
        sizes = strchr(sizes, ',') != NULL ? strchr(sizes, ',') + 1 : "0";
    }
    order_columns(p, size, code);
    *out = (tacit_private_table){ n, p, size, code };
}

/* ---- tables ---- */

/* Half the sum of the differences of shares, of columns a and b (a twice: of one column). */
static double variation(const tacit_private_table *x, const tacit_private_table *y, size_t a,
                        size_t b)
{
    const size_t cells = x->size[a] * (a == b ? 1 : x->size[b]);
    double *share = calloc(cells, sizeof *share), sum = 0.0;
    for (size_t i = 0; i < x->rows; i++)
        share[a == b ? x->code[a][i] : x->code[a][i] * x->size[b] + x->code[b][i]] +=
            1.0 / (double)x->rows;
    for (size_t i = 0; i < y->rows; i++)
        share[a == b ? y->code[a][i] : y->code[a][i] * x->size[b] + y->code[b][i]] -=
            1.0 / (double)y->rows;
    for (size_t k = 0; k < cells; k++)
        sum += fabs(share[k]);
    free(share);
    return 0.5 * sum;
}

static void compare(const tacit_private_table *x, const tacit_private_table *y, double *now)
{
    double pairs = 0.0;
    now[ONE] = now[TWO] = 0.0;
    for (size_t a = 0; a < x->columns; a++) {
        now[ONE] += variation(x, y, a, a) / (double)x->columns;
        for (size_t b = a + 1; b < x->columns; b++, pairs++)
            now[TWO] += variation(x, y, a, b);
    }
    now[TWO] /= pairs;
}

/* ---- the run ---- */

static const tacit_generator *read_generator(int argc, char **argv, tacit_value *at,
                                             tacit_args *args)
{
    const tacit_generator *g = tacit_generator_find(argv[2]);
    if (g == NULL || g->answer == NULL || tacit_param_count(g->about.params) > MOST_ARGS)
        exit(2);
    tacit_args_preset(g->about.params, at, args);
    at[TACIT_DP_EPSILON] = (tacit_value){ .given = true, .number = 1.0 };
    for (size_t k = 1; k < args->n; k++) {
        const char *text = option(argc, argv, g->about.params[k].name);
        if (text != NULL)
            at[k] = (tacit_value){ .given = true, .number = atof(text) };
    }
    return g;
}

/* One file; what it took and how far it is from the data. */
static void make(tacit_ctx *cx, const tacit_generator *g, const tacit_args *args,
                 const tacit_private_table *data, int seed, double *now)
{
    const size_t mark = tacit_scratch_mark(cx);
    unsigned char key[TACIT_KEYSTREAM_KEY] = { 0 };
    tacit_keystream stream;
    tacit_private_table made;
    memcpy(key, &seed, sizeof seed);
    tacit_keystream_simulate(key, &stream);
    const size_t records = tacit_param_find(args->params, "records");
    tacit_purse purse = { .stream = &stream,
                          .replaces = records == args->n ||
                                      tacit_arg_choice(args, records) == TACIT_RECORDS_PUBLIC };
    const tacit_private_job job = {
        .data = data,
        .args = args,
        .purse = &purse,
        .rng = tacit_rng_seed((uint64_t)seed),
        .rows = g == &tacit_generator_dp_network ? data->rows : 0 /* it does not find out */
    };
    const bench_time start = bench_now();
    must(cx, g->answer(cx, &job, &made));
    now[SECONDS] = bench_since(start).cpu;
    compare(data, &made, now);
    tacit_keystream_close(&stream);
    tacit_scratch_release(cx, mark);
}

int main(int argc, char **argv)
{
    double sum[FIGURES] = { 0 }, squares[FIGURES] = { 0 }, now[FIGURES];
    int first = 1, last = 20;
    if (argc < 3)
        return 2;
    const char *seeds = option(argc, argv, "seeds");
    if (seeds != NULL && sscanf(seeds, "%d-%d", &first, &last) == 1)
        last = first;
    tacit_value at[MOST_ARGS];
    tacit_args args;
    tacit_private_table data;
    const tacit_generator *g = read_generator(argc, argv, at, &args);
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *table = load(cx, argv[1]);
    code_table(table, option(argc, argv, "sizes"), &data);
    for (int seed = first; seed <= last; seed++) {
        make(cx, g, &args, &data, seed, now);
        printf("seed %d:", seed);
        for (int k = 0; k < FIGURES; k++) {
            printf(" %s %.4f", NAMES[k], now[k]);
            sum[k] += now[k];
            squares[k] += now[k] * now[k];
        }
        printf("\n");
        fflush(stdout);
    }
    const double n = last - first + 1;
    printf("private: %s, %s, epsilon %g, %.0f seeds:", argv[1], g->about.name,
           at[TACIT_DP_EPSILON].number, n);
    for (int k = 0; k < FIGURES; k++)
        printf(" %s %.4f±%.4f", NAMES[k], sum[k] / n,
               sqrt(fmax(0.0, (squares[k] - sum[k] * sum[k] / n) / fmax(n - 1.0, 1.0))));
    printf("\n");
    tacit_table_free(table);
    tacit_ctx_free(cx);
    return 0;
}
