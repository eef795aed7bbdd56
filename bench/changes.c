/*
 * changes.c - rounding and adjustment of hierarchical tables of counts, and their audit.
 *
 *   changes round|adjust NAME=VALUE,... FOLDER/NAME | SEED 10,10,9x10,10,9     (see cubes.h)
 *
 * Prints what the protection tells of itself and whether the audit holds.
 *
 * Goals, processor seconds: `round base=5` of h3_1e5 an answer that adds up in 60, of h2_1e5 with
 * base=3 the proven optimum, 77 028; `adjust` of both an answer in 60.
 */
#include <jansson.h>

#include "cubes.h"
#include "tabular/audit_shown.h"
#include "tabular/protection/protection.h"

enum { MOST_ARGS = 16 };

/* Set the argument `word`, NAME=VALUE. */
static void set_argument(const tacit_param *params, char *word, tacit_value *at)
{
    char *value = strchr(word, '=');
    if (value == NULL)
        exit(2);
    *value++ = 0;
    size_t i = 0;
    while (params[i].name != NULL && strcmp(params[i].name, word) != 0)
        i++;
    if (params[i].name == NULL)
        exit(2);
    at[i].given = true;
    at[i].number = strtod(value, NULL);
    for (size_t k = 0; params[i].choices != NULL && params[i].choices[k] != NULL; k++)
        if (strcmp(params[i].choices[k], value) == 0)
            at[i].number = (double)k;
}

static void print_told(const tacit_result *told)
{
    size_t i = 0;
    json_t *item = NULL;
    json_array_foreach(json_object_get(told, "figures"), i, item)
        printf("  %-12s %.6g\n", json_string_value(json_object_get(item, "name")),
               json_number_value(json_object_get(item, "value")));
    json_array_foreach(json_object_get(told, "notes"), i, item)
        printf("  %s\n", json_string_value(item));
}

/* How many sensitive cells went to the nearer of their two levels: what a reader who knows that the
 * nearest table is chosen would guess, and be right. */
static void print_guesses(const tacit_system *s)
{
    size_t n = 0, nearer = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        if (c->status != TACIT_CELL_PRIMARY || !(fabs(c->upper - c->lower) > 0))
            continue;
        n++;
        nearer += (c->shown > c->value) == (c->upper < c->lower);
    }
    printf("  %zu of %zu sensitive cells went to their nearer level\n", nearer, n);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_value at[MOST_ARGS] = { 0 };
    tacit_args args;
    tacit_result *told = NULL;
    tacit_shown_audit audit = { 0 };
    const tacit_rng rng = tacit_rng_seed(1);
    if (argc < 4)
        return 2;
    const bool adjust = strcmp(argv[1], "adjust") == 0;
    const tacit_protection *p = adjust ? &tacit_protection_adjust : &tacit_protection_round;
    tacit_args_preset(p->about.params, at, &args);
    for (char *word = strtok_r(argv[2], ",", &argv[0]); word != NULL;
         word = strtok_r(NULL, ",", &argv[0]))
        set_argument(p->about.params, word, at);
    tacit_tabulation tables = { .system = take_table(cx, argv, 3, argc) };
    give_levels(tables.system, false);
    must(cx, tacit_result_new(cx, "protection", &p->about, &args, &told));
    const tacit_protection_job job = { .args = &args, .tables = &tables, .rng = &rng };
    const bench_time start = bench_now();
    must(cx, p->run(cx, &job, told));
    const bench_time used = bench_since(start);
    printf("%s %s: %zu cells, %zu equations: %.2f s processor, %.2f s wall, %ld MB\n", argv[1],
           argv[argc - 1], tables.system->n_cells, tables.system->n_equations, used.cpu, used.wall,
           bench_memory("VmHWM:") / 1024);
    print_told(told);
    if (adjust)
        print_guesses(tables.system);
    const bench_time then = bench_now();
    must(cx, tacit_shown_audit_run(cx, tables.system, adjust, &audit));
    printf("  audit: %zu not safe, %zu do not add up: %.2f s processor\n", audit.cells.n_unsafe,
           audit.n_broken, bench_since(then).cpu);
    json_decref(told);
    return audit.n_broken > 0;
}
