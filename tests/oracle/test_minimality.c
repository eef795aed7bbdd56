/*
 * test_minimality.c - a reader who knows how patterns are chosen: the minimality attack (Wong, Fu,
 * Wang and Pei 2007) on cell suppression, with costs as they are and with random ones.
 *
 * The reader lists every table of counts that agrees with what is published, protects each as the
 * publisher would, and keeps those that end at the pattern that was published.  Costs that are
 * changed at random by a seed that the reader does not know leave every table possible for which
 * some seed gives that pattern; seeds are tried.
 */
#include "support/cubes.h"

enum { ROWS = 2, COLUMNS = 3, INNER = ROWS * COLUMNS, MOST_CELLS = 12, SEEDS = 6, LEAST = 3 };

static const size_t SIZE[] = { ROWS, COLUMNS };

/* What a reader sees, and what is found out. */
typedef struct view {
    tacit_ctx *cx;
    const cube_setting *settings;
    bool hidden[MOST_CELLS];
    double value[MOST_CELLS];
    size_t possible, left;                    /* tables that agree, and those that are kept */
    size_t sensitive;                         /* cells */
    double low[MOST_CELLS], high[MOST_CELLS]; /* of each cell in those that are kept */
    double widest[MOST_CELLS][2];             /* and in all that agree */
} view;

/* The table as it would be published; NULL if nothing protects it. */
static tacit_system *protect(tacit_ctx *cx, const double *inner, uint64_t seed,
                             const cube_setting *settings)
{
    tacit_system *s = cube_of(cx, 2, SIZE, inner, LEAST);
    if (protect_cube(cx, &tacit_protection_cell_suppression, s, seed, settings) == TACIT_OK)
        return s;
    tacit_system_free(s);
    return NULL;
}

static bool is_hidden(const tacit_system *s, size_t i)
{
    return s->cell[i].status == TACIT_CELL_PRIMARY || s->cell[i].status == TACIT_CELL_SECONDARY;
}

/* Whether a seed makes this table end at the pattern that was published. */
static bool gives_pattern(const view *v, const double *inner)
{
    bool same = false;
    for (uint64_t seed = 1; !same && seed <= SEEDS; seed++) {
        const size_t mark = tacit_scratch_mark(v->cx);
        tacit_system *s = protect(v->cx, inner, seed, v->settings);
        same = s != NULL;
        for (size_t i = 0; same && i < s->n_cells; i++)
            same = is_hidden(s, i) == v->hidden[i];
        tacit_system_free(s);
        tacit_scratch_release(v->cx, mark);
        if (v->settings[0].name == NULL)
            break;
    }
    return same;
}

static void widen(double *low, double *high, double x)
{
    *low = fmin(*low, x);
    *high = fmax(*high, x);
}

/* Look at one table: whether it agrees with what is published, and then whether it is kept. */
static void look(view *v, const double *inner)
{
    tacit_system *s = cube_of(v->cx, 2, SIZE, inner, LEAST);
    bool agrees = true;
    for (size_t i = 0; i < s->n_cells; i++)
        agrees = agrees && (v->hidden[i] || fabs(s->cell[i].value - v->value[i]) < 0.5);
    const bool kept = agrees && gives_pattern(v, inner);
    v->possible += agrees;
    v->left += kept;
    for (size_t i = 0; agrees && i < s->n_cells; i++) {
        widen(&v->widest[i][0], &v->widest[i][1], s->cell[i].value);
        if (kept)
            widen(&v->low[i], &v->high[i], s->cell[i].value);
    }
    tacit_system_free(s);
}

/* All tables whose inner cells are as published, or from 0 to `most`. */
static void look_at_all(view *v, double *inner, size_t k, double most)
{
    if (k == INNER) {
        look(v, inner);
        return;
    }
    const size_t i = (k / COLUMNS + 1) * (COLUMNS + 1) + k % COLUMNS + 1;
    const double from = v->hidden[i] ? 0 : v->value[i], to = v->hidden[i] ? most : v->value[i];
    for (inner[k] = from; inner[k] <= to; inner[k]++)
        look_at_all(v, inner, k + 1, most);
}

/* Attack the table with these inner cells; gives how many sensitive cells are known exactly, of a
 * table that nothing protects none. */
static size_t attack(tacit_ctx *cx, const double *inner, const cube_setting *settings, view *v)
{
    double trial[INNER];
    size_t exact = 0;
    tacit_system *s = protect(cx, inner, 1, settings);
    *v = (view){ .cx = cx, .settings = settings };
    if (s == NULL)
        return 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        v->hidden[i] = is_hidden(s, i);
        v->value[i] = s->cell[i].value;
        v->low[i] = v->widest[i][0] = 1e9;
        v->high[i] = v->widest[i][1] = -1e9;
    }
    look_at_all(v, trial, 0, 6);
    assert_true(v->left > 0); /* the true one is kept */
    for (size_t i = 0; i < s->n_cells; i++) {
        assert_true(v->low[i] <= v->value[i] && v->value[i] <= v->high[i]);
        if (s->cell[i].status != TACIT_CELL_PRIMARY)
            continue;
        v->sensitive++;
        assert_true(v->widest[i][1] - v->widest[i][0] >= 1); /* readers who do not know it */
        exact += v->high[i] - v->low[i] < 0.5;
    }
    tacit_system_free(s);
    return exact;
}

/* What twelve tables give away together. */
typedef struct sums {
    size_t possible, left, known, sensitive;
} sums;

static sums attack_some(tacit_ctx *cx, const cube_setting *settings)
{
    tacit_rng rng = tacit_rng_seed(160);
    sums all = { 0 };
    for (int k = 0; k < 12; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        double inner[INNER];
        view v = { 0 };
        for (size_t c = 0; c < INNER; c++)
            inner[c] = (double)tacit_rng_below(&rng, 6);
        all.known += attack(cx, inner, settings, &v);
        all.left += v.left;
        all.possible += v.possible;
        all.sensitive += v.sensitive;
        tacit_scratch_release(cx, mark);
    }
    return all;
}

/* Who knows the method rules out tables that the equations leave possible, and learns single counts
 * exactly.  Random costs leave a larger share possible, but not much larger: most of what is
 * learnt is which cells must be sensitive, which the rule says and not the costs. */
static void test_minimality(void **state)
{
    tacit_ctx *cx = *state;
    const cube_setting plain[] = { { 0 } }, random[] = { { "random_costs", 0.9, NULL }, { 0 } };
    const sums known = attack_some(cx, plain), blurred = attack_some(cx, random);
    assert_true(known.left < known.possible && known.known > 0);
    assert_true(blurred.left * known.possible > known.left * blurred.possible);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_minimality),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
