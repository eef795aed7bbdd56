/*
 * cubes.c - small tables with all their margins as systems, and protections run on them.
 */
#include "support/cubes.h"

enum { MOST_DIMENSIONS = 4 };

size_t cube_cells(size_t n, const size_t *size)
{
    size_t cells = 1;
    for (size_t d = 0; d < n; d++)
        cells *= size[d] + 1;
    return cells;
}

static void codes_of(size_t n, const size_t *size, size_t i, size_t code[MOST_DIMENSIONS])
{
    for (size_t d = n; d-- > 0; i /= size[d] + 1)
        code[d] = i % (size[d] + 1);
}

bool cube_is_inner(size_t n, const size_t *size, size_t i)
{
    size_t code[MOST_DIMENSIONS];
    codes_of(n, size, i, code);
    for (size_t d = 0; d < n; d++)
        if (code[d] == 0)
            return false;
    return true;
}

/* Whether the cell with codes `a` counts in that with codes `b`. */
static bool counts_in(size_t n, const size_t *a, const size_t *b)
{
    for (size_t d = 0; d < n; d++)
        if (b[d] != 0 && b[d] != a[d])
            return false;
    return true;
}

static void fill_values(tacit_system *s, size_t n, const size_t *size, const double *inner,
                        double least)
{
    size_t k = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        size_t a[MOST_DIMENSIONS], b[MOST_DIMENSIONS];
        if (!cube_is_inner(n, size, i))
            continue;
        codes_of(n, size, i, a);
        for (size_t j = 0; j < s->n_cells; j++) {
            codes_of(n, size, j, b);
            if (counts_in(n, a, b))
                s->cell[j].value += inner[k];
        }
        k++;
    }
    for (size_t i = 0; i < s->n_cells; i++) {
        tacit_cell *c = &s->cell[i];
        c->cost = c->value > 0 ? c->value : 1;
        c->high = 2 * c->value + least;
        if (c->value > 0 && c->value < least) {
            c->status = TACIT_CELL_PRIMARY;
            c->lower = c->value;
            c->upper = least - c->value;
        }
    }
}

/* One equation for each margin and each dimension in which it is the total. */
static void fill_equations(tacit_system *s, size_t n, const size_t *size)
{
    size_t r = 0, k = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        size_t code[MOST_DIMENSIONS], stride = 1;
        codes_of(n, size, i, code);
        for (size_t d = n; d-- > 0; stride *= size[d] + 1) {
            if (code[d] != 0)
                continue;
            s->term[k++] = (tacit_cell_term){ (uint32_t)i, -1 };
            for (size_t c = 1; c <= size[d]; c++)
                s->term[k++] = (tacit_cell_term){ (uint32_t)(i + c * stride), 1 };
            s->first[++r] = k;
        }
    }
}

tacit_system *cube_of(tacit_ctx *cx, size_t n, const size_t *size, const double *inner,
                      double least)
{
    tacit_system *s = NULL;
    const size_t cells = cube_cells(n, size);
    size_t equations = 0, terms = 0;
    for (size_t d = 0; d < n; d++) {
        equations += cells / (size[d] + 1);
        terms += cells;
    }
    assert_ok(cx, tacit_system_new(cx, cells, equations, terms, &s));
    fill_values(s, n, size, inner, least);
    fill_equations(s, n, size);
    assert_ok(cx, tacit_system_close(cx, s));
    assert_int_equal(tacit_system_find_wrong(s), s->n_equations);
    return s;
}

tacit_system *random_cube(tacit_ctx *cx, tacit_rng *rng, size_t n, const size_t *size,
                          uint64_t most, double least)
{
    double inner[256] = { 0 };
    size_t cells = 1;
    for (size_t d = 0; d < n; d++)
        cells *= size[d];
    assert_true(cells <= 256);
    for (size_t k = 0; k < cells; k++)
        inner[k] = (double)tacit_rng_below(rng, most + 1);
    return cube_of(cx, n, size, inner, least);
}

void assert_adds_up(const tacit_system *s)
{
    for (size_t r = 0; r < s->n_equations; r++) {
        double sum = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            sum += (double)s->term[e].weight * s->cell[s->term[e].at].shown;
        assert_near(sum, 0, 1e-6);
    }
}

static void set(const tacit_param *p, const cube_setting *setting, tacit_value *at)
{
    at->given = true;
    at->number = setting->number;
    for (size_t k = 0; setting->text != NULL && p->choices[k] != NULL; k++)
        if (strcmp(p->choices[k], setting->text) == 0)
            at->number = (double)k;
}

tacit_status protect_cube(tacit_ctx *cx, const tacit_protection *p, tacit_system *s, uint64_t seed,
                          const cube_setting *settings)
{
    tacit_value at[16] = { 0 };
    tacit_args args;
    tacit_result *told = NULL;
    tacit_tabulation tables = { .system = s };
    const tacit_rng rng = tacit_rng_seed(seed);
    tacit_args_preset(p->about.params, at, &args);
    for (; settings->name != NULL; settings++) {
        const size_t i = tacit_param_find(p->about.params, settings->name);
        assert_true(i < args.n);
        set(&p->about.params[i], settings, &at[i]);
    }
    assert_ok(cx, tacit_result_new(cx, "protection", &p->about, &args, &told));
    const tacit_protection_job job = { .args = &args, .tables = &tables, .rng = &rng };
    const tacit_status status = p->run(cx, &job, told);
    json_decref(told);
    return status;
}
