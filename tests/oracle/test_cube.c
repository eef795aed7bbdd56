/*
 * test_cube.c - tallies of cells against going through all records for each cell.
 *
 * Random records in three dimensions, one with two hierarchies, one with one and one with none, in
 * one, two or three tables.  For each cell the records are found that have its codes among their
 * labels, and joined by holding in a list.  The equations of the system must hold.
 */
#include "support/tables.h"

#include "tabular/cube/tabulation.h"

enum { TRIALS = 300, MOST_ROWS = 40, DIMENSIONS = 3, KEPT = 3 };

typedef struct trial {
    tacit_ctx *cx;
    tacit_table *data;
    tacit_hierarchy *tree[DIMENSIONS][2];
    tacit_dimension dimension[DIMENSIONS];
    tacit_cube_records records;
    double size[MOST_ROWS], weight[MOST_ROWS];
    uint32_t holding[MOST_ROWS];
    tacit_cube cube;
} trial;

static const size_t ALL[] = { 0, 1, 2 };
static const tacit_cube_table TABLES[] = { { "first", 0, 2, ALL, NULL },
                                           { "second", 1, 2, ALL + 1, NULL },
                                           { "third", 2, 1, ALL, NULL } };

/* Dimension j: two hierarchies, one, none. */
static void make_dimension(trial *t, size_t j)
{
    static const double widths[2][2] = { { 3, 6 }, { 4, 12 } };
    const tacit_hierarchy_builder *intervals = tacit_hierarchy_builder_find("intervals");
    const size_t k = tacit_param_find(intervals->about.params, "widths");
    tacit_value at[2][16];
    tacit_hierarchy_spec spec[2];
    const tacit_hierarchy_spec *const both[2] = { &spec[0], &spec[1] };
    for (size_t h = 0; h < 2; h++) {
        spec[h] = (tacit_hierarchy_spec){ .column = "x", .builder = intervals };
        tacit_args_preset(intervals->about.params, at[h], &spec[h].args);
        at[h][k] = (tacit_value){ .given = true, .n = 2, .reals = widths[h] };
        if (h + j < 2)
            assert_ok(t->cx, tacit_hierarchy_of(t->cx, &spec[h], t->data, j, &t->tree[j][h]));
    }
    const tacit_dimension_trees trees = { .n = 2 - j, .spec = both };
    assert_ok(t->cx, tacit_dimension_new(t->cx, t->data, j, &trees, &t->dimension[j]));
}

static void make(tacit_ctx *cx, tacit_rng *rng, trial *t)
{
    const size_t rows = 1 + tacit_rng_below(rng, MOST_ROWS);
    t->cx = cx;
    t->data = random_table(cx, rng, "a:i,b:i,c:c", rows, 12, 0.05);
    t->records = (tacit_cube_records){ .rows = rows,
                                       .response = t->size,
                                       .weight = tacit_rng_below(rng, 2) ? t->weight : NULL,
                                       .holding = tacit_rng_below(rng, 2) ? t->holding : NULL,
                                       .n_holdings = MOST_ROWS };
    for (size_t i = 0; i < rows; i++) {
        t->size[i] = (double)tacit_rng_below(rng, 20);
        t->weight[i] = 0.5 * (double)(1 + tacit_rng_below(rng, 5));
        t->holding[i] = (uint32_t)tacit_rng_below(rng, 8);
    }
    t->records.uneven = t->records.weight != NULL;
    for (size_t d = 0; d < DIMENSIONS; d++)
        make_dimension(t, d);
    t->cube = (tacit_cube){ .n_dimensions = DIMENSIONS,
                            .dimension = t->dimension,
                            .n_tables = 1 + tacit_rng_below(rng, 3),
                            .table = TABLES,
                            .room = { KEPT, KEPT } };
    assert_ok(cx, tacit_cube_make(cx, &t->cube, t->records.holding != NULL));
    assert_ok(cx, tacit_cube_fill(cx, &t->records, &t->cube));
}

/* ---- the slow way ---- */

/* Whether row i has a code of the cell's node in dimension d among its labels. */
static bool is_below(const trial *t, size_t i, size_t cell, size_t d)
{
    const tacit_dimension *dim = &t->dimension[d];
    const uint32_t node = tacit_cube_node(&t->cube, cell, d);
    const char *code = tacit_dimension_text(dim, node);
    const tacit_column *c = tacit_table_column(t->data, d);
    char room[32];
    const char *text = tacit_column_is_missing(c, i) ? "(missing)" : tacit_column_text(c, i, room);
    if (node == 0 || strcmp(code, text) == 0)
        return true;
    for (size_t h = 0; h < 2 && t->tree[d][h] != NULL && !tacit_column_is_missing(c, i); h++) {
        const tacit_hierarchy *tree = t->tree[d][h];
        const size_t v = tacit_hierarchy_find(tree, text);
        for (size_t l = 1; l < tacit_hierarchy_levels(tree); l++)
            if (strcmp(code, tacit_dict_text(tacit_hierarchy_labels(tree, l),
                                             tacit_hierarchy_label(tree, l, v))) == 0)
                return true;
    }
    return false;
}

static void sort_down(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && x[j - 1] < x[j]; j--) {
            const double y = x[j];
            x[j] = x[j - 1];
            x[j - 1] = y;
        }
}

static void check_holdings(const tacit_cell_tally *y, const double *by_holding, const bool *has)
{
    double x[MOST_ROWS];
    size_t n = 0, only = 0;
    for (size_t h = 0; h < MOST_ROWS; h++)
        if (has[h]) {
            only = h + 1;
            x[n++] = by_holding[h];
        }
    sort_down(x, n);
    assert_int_equal(y->n_holdings, n);
    assert_int_equal(y->owner, n == 1 ? only : 0);
    for (size_t k = 0; k < y->n_top_holdings; k++)
        assert_near(y->top_holding[k].size, x[k], 1e-9);
    assert_int_equal(y->n_top_holdings, n < KEPT ? n : KEPT);
}

static void check_cell(const trial *t, size_t cell)
{
    const tacit_cell_tally *y = &t->cube.tally[cell];
    double by_holding[MOST_ROWS] = { 0 }, x[MOST_ROWS], sum = 0, count = 0;
    bool has[MOST_ROWS] = { false };
    size_t n = 0, only = 0;
    for (size_t i = 0; i < t->records.rows; i++) {
        bool below = true;
        for (size_t d = 0; d < DIMENSIONS; d++)
            below = below && is_below(t, i, cell, d);
        if (!below)
            continue;
        const double w = t->records.weight != NULL ? t->weight[i] : 1;
        only = i + 1;
        x[n++] = t->size[i];
        sum += w * t->size[i];
        count += w;
        by_holding[t->holding[i]] += w * t->size[i];
        has[t->holding[i]] = true;
    }
    sort_down(x, n);
    assert_int_equal(y->n, n);
    assert_near(y->sum, sum, t->records.uneven ? (double)n : 0);
    assert_near(y->size, sum, 1e-9);
    assert_near(y->count, count, 1e-9);
    assert_int_equal(y->n_top, n < KEPT ? n : KEPT);
    for (size_t k = 0; k < y->n_top; k++)
        assert_near(y->top[k].size, x[k], 0);
    if (t->records.holding != NULL) {
        check_holdings(y, by_holding, has);
    } else {
        assert_int_equal(y->n_holdings, n);
        assert_int_equal(y->owner, n == 1 ? only : 0);
    }
}

/* Equal cells are one cell and all sums are exact. */
static void check_equations(trial *t)
{
    tacit_tabulation all = {
        .n_dimensions = DIMENSIONS, .dimension = t->dimension, .n_cubes = 1, .cube = &t->cube
    };
    assert_ok(t->cx, tacit_tabulation_join(t->cx, &all));
    for (size_t i = 0; i < t->cube.n_cells; i++) {
        all.system->cell[i].value = t->cube.tally[i].sum;
        all.system->cell[i].unit = 1e-6;
    }
    assert_int_equal(tacit_system_find_wrong(all.system), all.system->n_equations);
    tacit_tabulation_free(&all);
}

static void test_tallies(void **state)
{
    tacit_ctx *cx = *state;
    const tacit_rng seed = tacit_rng_seed(20261117);
    for (uint64_t k = 0; k < TRIALS; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_rng rng = tacit_rng_fork_number(&seed, k);
        trial t = { 0 };
        make(cx, &rng, &t);
        for (size_t i = 0; i < t.cube.n_cells; i++)
            check_cell(&t, i);
        check_equations(&t);
        for (size_t d = 0; d < 2; d++)
            for (size_t h = 0; h < 2; h++)
                tacit_hierarchy_free(t.tree[d][h]);
        tacit_table_free(t.data);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_tallies) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
