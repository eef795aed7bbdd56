/*
 * cubes.h - hierarchical tables of counts for benchmarks: read from files, or made up.
 *
 *   FOLDER/NAME             NAME.csv with NAME_geo.hrc, NAME_nace.hrc and NAME_size.hrc
 *   SEED 10,10,9x10,10,9    each dimension a tree whose nodes have so many children level by level
 *
 * Counts that are made up are exponential around the product of a factor of each code (lognormal,
 * sigma 0.57), on average about 34.  Cells of 1 and 2 are sensitive, zeros stay.
 */
#ifndef TACIT_BENCH_CUBES_H
#define TACIT_BENCH_CUBES_H

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "clock.h"
#include "tabular/system.h"

enum { MOST_CODES = 4096, MOST_DIMENSIONS = 3 };

/* A tree of codes in preorder; code 0 is the total. */
typedef struct tree {
    size_t n, parent[MOST_CODES], children[MOST_CODES];
    char name[MOST_CODES][16];
} tree;

typedef struct cube {
    size_t d, n;
    tree *dim[MOST_DIMENSIONS];
    size_t step[MOST_DIMENSIONS]; /* of a code, in numbers of cells */
} cube;

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static size_t add_code(tree *t, size_t parent)
{
    if (t->n == MOST_CODES)
        exit(2);
    t->parent[t->n] = parent;
    if (t->n > 0)
        t->children[parent]++;
    return t->n++;
}

static void grow_tree(tree *t, size_t parent, const char *shape)
{
    char *rest = NULL;
    const long n = strtol(shape, &rest, 10);
    for (long k = 0; k < n; k++) {
        const size_t code = add_code(t, parent);
        if (*rest == ',')
            grow_tree(t, code, rest + 1);
    }
}

static void read_tree(tree *t, const char *file)
{
    char line[256];
    size_t above[16] = { 0 };
    FILE *f = fopen(file, "r");
    if (f == NULL)
        exit(2);
    while (fgets(line, sizeof line, f) != NULL) {
        const size_t level = strspn(line, "@");
        line[strcspn(line, "\r\n")] = 0;
        above[level + 1] = add_code(t, above[level]);
        snprintf(t->name[t->n - 1], sizeof t->name[0], "%.15s", line + level);
    }
    fclose(f);
}

static void number_cells(cube *c)
{
    c->n = 1;
    for (size_t k = c->d; k-- > 0;) {
        c->step[k] = c->n;
        c->n *= c->dim[k]->n;
    }
}

static size_t code_of(const cube *c, size_t cell, size_t k)
{
    return cell / c->step[k] % c->dim[k]->n;
}

static bool is_inner(const cube *c, size_t cell)
{
    for (size_t k = 0; k < c->d; k++)
        if (c->dim[k]->children[code_of(c, cell, k)] > 0)
            return false;
    return true;
}

/* Sums upwards; children come after their parents. */
static void add_up(const cube *c, tacit_system *s)
{
    for (size_t k = 0; k < c->d; k++)
        for (size_t i = c->n; i-- > 0;) {
            const size_t code = code_of(c, i, k);
            if (code > 0)
                s->cell[i - (code - c->dim[k]->parent[code]) * c->step[k]].value +=
                    s->cell[i].value;
        }
}

static void make_equations(const cube *c, tacit_system *s)
{
    size_t e = 0, q = 0;
    for (size_t k = 0; k < c->d; k++)
        for (size_t i = 0; i < c->n; i++) {
            const tree *t = c->dim[k];
            const size_t code = code_of(c, i, k);
            if (t->children[code] == 0)
                continue;
            s->term[e++] = (tacit_cell_term){ (uint32_t)i, -1 };
            for (size_t child = code + 1; child < t->n; child++)
                if (t->parent[child] == code)
                    s->term[e++] =
                        (tacit_cell_term){ (uint32_t)(i + (child - code) * c->step[k]), 1 };
            s->first[++q] = e;
        }
}

static tacit_system *make_system(tacit_ctx *cx, const cube *c)
{
    tacit_system *s = NULL;
    size_t m = 0, terms = 0;
    for (size_t k = 0; k < c->d; k++)
        for (size_t code = 0; code < c->dim[k]->n; code++) {
            const size_t n = c->dim[k]->children[code], times = c->n / c->dim[k]->n;
            m += n > 0 ? times : 0;
            terms += n > 0 ? times * (n + 1) : 0;
        }
    must(cx, tacit_system_new(cx, c->n, m, terms, &s));
    make_equations(c, s);
    must(cx, tacit_system_close(cx, s));
    return s;
}

static void make_counts(const cube *c, uint64_t seed, tacit_system *s)
{
    tacit_rng rng = tacit_rng_seed(seed);
    static double factor[MOST_DIMENSIONS][MOST_CODES];
    for (size_t k = 0; k < c->d; k++)
        for (size_t code = 0; code < c->dim[k]->n; code++)
            factor[k][code] = exp(0.57 * tacit_rng_normal(&rng));
    for (size_t i = 0; i < c->n; i++) {
        double mean = 24.5;
        for (size_t k = 0; k < c->d; k++)
            mean *= factor[k][code_of(c, i, k)];
        if (is_inner(c, i))
            s->cell[i].value = floor(-mean * log(tacit_rng_uniform(&rng)));
    }
}

static size_t find_code(const tree *t, const char *name)
{
    for (size_t i = 1; i < t->n; i++)
        if (strcmp(t->name[i], name) == 0)
            return i;
    exit(2);
}

static void read_counts(const cube *c, const char *file, tacit_system *s)
{
    char line[256];
    FILE *f = fopen(file, "r");
    if (f == NULL || fgets(line, sizeof line, f) == NULL)
        exit(2);
    while (fgets(line, sizeof line, f) != NULL) {
        size_t i = 0;
        char *at = line;
        for (size_t k = 0; k < c->d; k++) {
            char *comma = strchr(at, ',');
            *comma = 0;
            i += find_code(c->dim[k], at) * c->step[k];
            at = comma + 1;
        }
        s->cell[i].value = strtod(at, NULL);
    }
    fclose(f);
}

static void give_levels(tacit_system *s, bool structural)
{
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        const double a = c->value;
        const bool primary = a >= 1 && a <= 2;
        c->cost = fmax(a, 1);
        c->status = primary ? TACIT_CELL_PRIMARY : a < 1 ? TACIT_CELL_KEPT : TACIT_CELL_SAFE;
        c->lower = !primary ? 0 : structural ? 1 : a;
        c->upper = !primary ? 0 : structural ? 1 : 3 - a;
        c->low = structural ? a - 1000 : 0;
        c->high = structural ? a + 1000 : fmax(2 * a, a + 3);
    }
}

static tree *new_tree(void)
{
    tree *t = calloc(1, sizeof *t);
    if (t == NULL)
        exit(1);
    add_code(t, 0);
    return t;
}

static tacit_system *make_up(tacit_ctx *cx, uint64_t seed, const char *shape)
{
    cube c = { 0 };
    for (const char *at = shape; at != NULL && c.d < MOST_DIMENSIONS; at = strchr(at, 'x')) {
        at += *at == 'x';
        c.dim[c.d] = new_tree();
        grow_tree(c.dim[c.d++], 0, at);
    }
    number_cells(&c);
    tacit_system *s = make_system(cx, &c);
    make_counts(&c, seed, s);
    add_up(&c, s);
    return s;
}

static tacit_system *read_table(tacit_ctx *cx, const char *path)
{
    static const char *const NAME[] = { "geo", "nace", "size" };
    char file[512];
    cube c = { 0 };
    for (size_t k = 0; k < MOST_DIMENSIONS; k++) {
        snprintf(file, sizeof file, "%s_%s.hrc", path, NAME[k]);
        FILE *f = fopen(file, "r");
        if (f == NULL)
            continue;
        fclose(f);
        c.dim[c.d] = new_tree();
        read_tree(c.dim[c.d++], file);
    }
    number_cells(&c);
    tacit_system *s = make_system(cx, &c);
    snprintf(file, sizeof file, "%s.csv", path);
    read_counts(&c, file, s);
    add_up(&c, s);
    return s;
}

/* The table that the arguments from `at` on name. */
static tacit_system *take_table(tacit_ctx *cx, char **argv, int at, int argc)
{
    return argc > at + 1 ? make_up(cx, strtoull(argv[at], NULL, 10), argv[at + 1])
                         : read_table(cx, argv[at]);
}

#endif
