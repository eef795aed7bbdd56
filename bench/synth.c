/*
 * synth.c - synthetic files: speed, tables kept, disclosure and nearness.
 *
 *   synth FILE [seeds=1-5] [generator=cart] [draw=dealt|iid] [keys=a,b] [target=c] [text=a,b]
 *         [columns=12] [half=1] [tables=0] [step=1] [guard=0] [PARAMETER=VALUE ...]
 *
 * For each seed it prints processor seconds of learning and drawing without reading files, S_pMSE
 * over all tables of one, two and three columns (mean and greatest), repU and DiSCO of `target` by
 * `keys`, tables of every `step`-th column only; with half=1 the file is split in two halves, one
 * is learnt from, and the share of synthetic records that are nearer to it than to the other
 * (distance: categories that differ, and differences of numbers over their range) is printed.  Then
 * means over the seeds.
 *
 * Goals, on adult10 (30 162 x 10) with one thread: at most 0.2 s; dealt from leaves of 20: S2 mean
 * at most 1.05, S3 mean 1.40, DiSCO 3.1 %, share 0.61; independent from leaves of 5: S2 mean at
 * most 1.40, greatest 3.5.  A million records of 10 columns: at most 8 s and 200 MB.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/pool.h"
#include "clock.h"
#include "engine/engine.h"
#include "micro/risk/inference/cap.h"
#include "micro/utility/utility.h"
#include "synth/synth.h"
#include "table/take.h"

enum { MOST_COLUMNS = 400, FIGURES = 11, MOST_SEEDS = 100 };

static const char *const NAMES[FIGURES] = { "cpu",   "S1",     "S1max",   "S2",    "S2max", "S3",
                                            "S3max", "repU %", "DiSCO %", "share", "exact" };

typedef struct wanted {
    const char *file;
    int first, last;
    bool dealt, half, tables, guard;
    size_t columns, step;
    char *keys, *target, *text;
    const tacit_generator *generator;
    tacit_value at[16]; /* its arguments */
    tacit_args args;
} wanted;

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* The value of NAME=VALUE among the arguments, or NULL. */
static char *option(int argc, char **argv, const char *name)
{
    const size_t n = strlen(name);
    for (int i = 2; i < argc; i++)
        if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
            return argv[i] + n + 1;
    return NULL;
}

/* Set the arguments NAME=VALUE of the generator: numbers, or choices by their names. */
static void read_arguments(int argc, char **argv, wanted *w)
{
    const char *name = option(argc, argv, "generator");
    w->generator = tacit_generator_find(name != NULL ? name : "cart");
    if (w->generator == NULL)
        exit(2);
    tacit_args_preset(w->generator->about.params, w->at, &w->args);
    for (size_t k = 0; k < w->args.n; k++) {
        const tacit_param *p = &w->args.params[k];
        const char *text = option(argc, argv, p->name);
        if (text == NULL || p->type == TACIT_PARAM_COLUMNS)
            continue;
        w->at[k].number = atof(text);
        for (int c = 0; p->choices != NULL && p->choices[c] != NULL; c++)
            if (strcmp(p->choices[c], text) == 0)
                w->at[k].number = c;
    }
}

static wanted read_options(int argc, char **argv)
{
    const char *seeds = option(argc, argv, "seeds"), *draw = option(argc, argv, "draw");
    const char *half = option(argc, argv, "half"), *columns = option(argc, argv, "columns");
    const char *tables = option(argc, argv, "tables"), *guard = option(argc, argv, "guard");
    wanted w = { .file = argv[1],
                 .first = 1,
                 .last = 5,
                 .tables = tables == NULL,
                 .guard = guard == NULL || strcmp(guard, "0") != 0 };
    if (seeds != NULL && sscanf(seeds, "%d-%d", &w.first, &w.last) == 1)
        w.last = w.first;
    w.dealt = draw == NULL || strcmp(draw, "iid") != 0;
    w.half = half != NULL;
    w.columns = columns != NULL ? (size_t)atoi(columns) : MOST_COLUMNS;
    const char *step = option(argc, argv, "step");
    w.step = step != NULL ? (size_t)atoi(step) : 1;
    w.keys = option(argc, argv, "keys");
    w.target = option(argc, argv, "target");
    w.text = option(argc, argv, "text");
    return w;
}

/* Split a list in place; returns how many there are. */
static size_t split(char *list, const char **out, size_t most)
{
    size_t n = 0;
    for (char *part = list != NULL ? strtok(list, ",") : NULL; part != NULL && n < most;
         part = strtok(NULL, ","))
        out[n++] = part;
    return n;
}

static tacit_table *load(tacit_ctx *cx, const wanted *w)
{
    static const char *texts[MOST_COLUMNS];
    tacit_value at[TACIT_SOURCE_ARGS];
    tacit_args args;
    tacit_data *data = NULL;
    tacit_table *table = NULL;
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, &args);
    const size_t n = split(w->text, texts, MOST_COLUMNS);
    if (n > 0)
        at[TACIT_SOURCE_TEXT] = (tacit_value){ .given = true, .n = n, .texts = texts };
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = w->file, .args = &args }, &data));
    must(cx, tacit_data_load(cx, data, NULL, &table));
    tacit_data_close(data);
    while (tacit_table_columns(table) > w->columns)
        tacit_table_drop(table, tacit_table_columns(table) - 1);
    return table;
}

/* Make one set of as many rows. */
static tacit_table *synthesise(tacit_ctx *cx, const wanted *w, const tacit_table *data, int seed,
                               double *cpu)
{
    static tacit_synth_column column[MOST_COLUMNS];
    static tacit_synth_told told[MOST_COLUMNS];
    static size_t earlier[MOST_COLUMNS];
    tacit_table *out = NULL;
    const size_t p = tacit_table_columns(data);
    for (size_t j = 0; j < p; j++) {
        earlier[j] = j;
        column[j] = (tacit_synth_column){
            .at = j, .generator = w->generator, .args = &w->args, .predictors = { j, earlier }
        };
    }
    column[0].together = w->generator->make != NULL ? p : 0;
    const tacit_synth_spec spec = { .data = data,
                                    .column = column,
                                    .n = p,
                                    .rows = tacit_table_rows(data),
                                    .sets = 1,
                                    .dealt = w->dealt,
                                    .guard = w->guard,
                                    .rng = tacit_rng_seed((uint64_t)seed) };
    const bench_time start = bench_now();
    must(cx, tacit_synth_make(cx, &spec, told, &out));
    *cpu = bench_since(start).cpu;
    return out;
}

static double figure(const json_t *result, const char *name)
{
    const json_t *f = NULL;
    size_t i = 0;
    json_array_foreach(json_object_get(result, "figures"), i,
                       f) if (strcmp(json_string_value(json_object_get(f, "name")), name) ==
                              0) return json_number_value(json_object_get(f, "value"));
    return NAN;
}

/* Every `step`-th column. */
static tacit_table *thin(tacit_ctx *cx, const tacit_table *t, size_t step)
{
    tacit_table *out = NULL;
    must(cx, tacit_table_new(cx, tacit_table_rows(t), &out));
    for (size_t j = 0; j < tacit_table_columns(t); j += step)
        must(cx, tacit_table_add(cx, out, tacit_column_share(tacit_table_column(t, j))));
    return out;
}

/* Mean and greatest S_pMSE of tables of 1, 2 and 3 columns. */
static void measure_tables(tacit_ctx *cx, const tacit_table *all, const tacit_table *all_made,
                           size_t step, double *out)
{
    tacit_table *data = thin(cx, all, step), *made = thin(cx, all_made, step);
    const tacit_measure *m = &tacit_utility_two_way_tables;
    tacit_value at[4];
    tacit_args args;
    tacit_subject *subject = NULL;
    must(cx, tacit_subject_new(cx, made, &subject));
    tacit_subject_add(subject, &(tacit_subject_extra){ .original = data, .independent = true });
    tacit_args_preset(m->about.params, at, &args);
    for (int size = 1; size <= 3; size++) {
        tacit_result *result = NULL;
        at[tacit_param_find(args.params, "size")].number = size;
        must(cx, tacit_measure_run(cx, m, subject, &args, &result));
        out[2 * (size - 1)] = figure(result, "mean_ratio");
        out[2 * (size - 1) + 1] = figure(result, "max_ratio");
        if (getenv("BENCH_NOTES") != NULL)
            printf("  %s\n",
                   json_string_value(json_array_get(json_object_get(result, "notes"), 0)));
        json_decref(result);
    }
    tacit_subject_free(subject);
    tacit_table_free(data), tacit_table_free(made);
}

static void measure_keys(tacit_ctx *cx, const wanted *w, const tacit_table *data,
                         const tacit_table *made, double *out)
{
    static size_t at[MOST_COLUMNS];
    static const char *names[MOST_COLUMNS];
    static size_t n = 0;
    tacit_cap cap;
    if (w->keys == NULL || w->target == NULL)
        return;
    if (n == 0)
        n = split(w->keys, names, MOST_COLUMNS);
    for (size_t k = 0; k < n; k++)
        at[k] = tacit_table_find(made, names[k]);
    const tacit_cap_spec spec = { .released = made,
                                  .original = data,
                                  .keys = { n, at },
                                  .target = tacit_table_find(made, w->target),
                                  .other = "the original" };
    must(cx, tacit_cap_of(cx, &spec, &cap));
    out[0] = 100.0 * cap.unique_both / cap.original;
    out[1] = 100.0 * cap.disclosed_right / cap.original;
}

/* ---- nearness ---- */

/* Cells as numbers: categories by the hash of their texts, numbers over their range. */
static float *points_of(const tacit_table *data, const tacit_table *t)
{
    const size_t n = tacit_table_rows(t), p = tacit_table_columns(t);
    float *x = calloc(n * p, sizeof *x);
    for (size_t j = 0; j < p; j++) {
        const tacit_column *c = tacit_table_column(t, j), *all = tacit_table_column(data, j);
        double low = INFINITY, high = -INFINITY;
        const bool number = tacit_column_type(c) != TACIT_TYPE_CATEGORY;
        for (size_t i = 0; number && i < tacit_table_rows(data); i++) {
            low = fmin(low, tacit_column_number(all, i));
            high = fmax(high, tacit_column_number(all, i));
        }
        for (size_t i = 0; i < n; i++)
            x[i * p + j] = number
                               ? (float)((tacit_column_number(c, i) - low) / (high - low))
                               : (float)tacit_dict_find(tacit_column_dict(all),
                                                        tacit_column_text(c, i, (char[32]){ 0 }));
    }
    return x;
}

static float nearest(const float *a, const float *all, size_t n, size_t p, const bool *number)
{
    float best = INFINITY;
    for (size_t i = 0; i < n; i++) {
        float d = 0.0f;
        for (size_t j = 0; j < p && d < best; j++) {
            const float gap = fabsf(a[j] - all[i * p + j]);
            d += number[j] ? gap : gap > 0.0f ? 1.0f : 0.0f;
        }
        best = d < best ? d : best;
    }
    return best;
}

/* Learn from one half, and say how many synthetic records are nearer to it than to the other. */
static void measure_halves(tacit_ctx *cx, const wanted *w, const tacit_table *data, int seed,
                           double *out)
{
    const size_t n = tacit_table_rows(data), p = tacit_table_columns(data), half = n / 2;
    size_t *row = calloc(n, sizeof *row);
    bool *number = calloc(p, sizeof *number);
    tacit_rng rng = tacit_rng_seed(20261116);
    tacit_table *part[2] = { NULL };
    double cpu = 0.0, sum = 0.0, exact = 0.0;
    for (size_t i = 0; i < n; i++)
        row[i] = i;
    for (size_t i = n; i > 1; i--) {
        const size_t k = (size_t)tacit_rng_below(&rng, i), swap = row[k];
        row[k] = row[i - 1];
        row[i - 1] = swap;
    }
    for (size_t k = 0; k < 2; k++)
        must(cx, tacit_table_take(cx, data, &(tacit_row_list){ half, row + k * half }, &part[k]));
    for (size_t j = 0; j < p; j++)
        number[j] = tacit_column_type(tacit_table_column(data, j)) != TACIT_TYPE_CATEGORY;
    tacit_table *made = synthesise(cx, w, part[0], seed, &cpu);
    float *a = points_of(data, made), *in = points_of(data, part[0]),
          *no = points_of(data, part[1]);
#pragma omp parallel for reduction(+ : sum, exact)
    for (size_t i = 0; i < half; i++) {
        const float t = nearest(a + i * p, in, half, p, number);
        const float h = nearest(a + i * p, no, half, p, number);
        sum += t < h - 1e-6f ? 1.0 : h < t - 1e-6f ? 0.0 : 0.5;
        exact += t < 1e-6f;
    }
    out[0] = sum / (double)half;
    out[1] = exact / (double)half;
    free(a), free(in), free(no), free(row), free(number);
    tacit_table_free(part[0]), tacit_table_free(part[1]), tacit_table_free(made);
}

int main(int argc, char **argv)
{
    double sum[FIGURES] = { 0 }, squares[FIGURES] = { 0 }, now[FIGURES];
    if (argc < 2)
        return 2;
    wanted w = read_options(argc, argv);
    read_arguments(argc, argv, &w);
    tacit_ctx *cx = tacit_ctx_new();
    tacit_table *data = load(cx, &w);
    const long before = bench_memory("VmHWM:") / 1024;
    for (int seed = w.first; seed <= w.last; seed++) {
        for (int k = 0; k < FIGURES; k++)
            now[k] = NAN;
        tacit_table *made = synthesise(cx, &w, data, seed, &now[0]);
        const long after = bench_memory("VmHWM:") / 1024;
        if (w.tables)
            measure_tables(cx, data, made, w.step, &now[1]);
        measure_keys(cx, &w, data, made, &now[7]);
        if (w.half)
            measure_halves(cx, &w, data, seed, &now[9]);
        printf("seed %d: %ld MB before, %ld after:", seed, before, after);
        for (int k = 0; k < FIGURES; k++) {
            printf(" %s %.3f", NAMES[k], now[k]);
            sum[k] += now[k];
            squares[k] += now[k] * now[k];
        }
        printf("\n");
        fflush(stdout);
        tacit_table_free(made);
    }
    const double n = w.last - w.first + 1;
    printf("synth: %s, %s, %s, %.0f seeds:", w.file, w.generator->about.name,
           w.dealt ? "dealt" : "independent", n);
    for (int k = 0; k < FIGURES; k++)
        printf(" %s %.3f±%.3f", NAMES[k], sum[k] / n,
               sqrt(fmax(0.0, (squares[k] - sum[k] * sum[k] / n) / fmax(n - 1.0, 1.0))));
    printf("\n");
    tacit_table_free(data);
    tacit_ctx_free(cx);
    return 0;
}
