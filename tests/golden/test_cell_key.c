/*
 * test_cell_key.c - noise by cell keys against the R packages cellKey 1.0.2 and ptable 1.0.0.
 *
 * Provenance: data/tabular/PROVENANCE.md, the files ck_*.csv: the test data of cellKey with record
 * keys of 8 digits, the perturbation tables that ptable made for D = 5, V = 3, js = 2 (counts) and
 * D = 5, V = 2, half steps (sums), and what cellKey made of both.  The parameters for sums, which
 * the files do not say, are those with which all 21 cells agree: fp = 1000, p = (0.3, 0.03), q = 3,
 * the 3 largest contributions with the factors 1, 0.5, 0.2, same_key and use_zero_rkeys false.
 */
#include "golden/golden.h"

#include "support/files.h"

#include "hierarchy/delimited.h"
#include "tabular/protection/cell_key/ptable.h"
#include "tacit.h"

#define FOLDER "data/tabular/"
#define WEIGHTED "roles: {weight: sampling_weight}\n"
#define LIKE_CELLKEY                                                                               \
    ", factors: [1, 0.5, 0.2], point: 1000, small: 0.3, large: 0.03, power: 3, all_digits: true"

enum { CELLS = 21 };

/* ---- tables ---- */

/* Make a table of the records into out.csv. */
static void make_table(place *p, const char *roles, const char *response, const char *how)
{
    char plan[8192], micro[GOLDEN_PATH], counts[GOLDEN_PATH], sums[GOLDEN_PATH], out[PATH_BYTES];
    snprintf(plan, sizeof plan,
             "data: %s\n%stables:\n  t: {by: [sex, age]%s}\nprotection:\n  cell_key: {keys: rkey, "
             "table: %s, sums_table: %s%s}\noutput: %s\n",
             golden_path(FOLDER "ck_micro.csv", micro), roles, response,
             golden_path(FOLDER "ck_ptable_cnt.csv", counts),
             golden_path(FOLDER "ck_ptable_num.csv", sums), how, path_of(p, "out.csv", out));
    remove(out);
    if (tacit_run(p->cx, NULL, "tables", plan, NULL, NULL, NULL) != TACIT_DONE)
        fail_msg("%s", tacit_message(p->cx));
}

/* Go to the next row; false after the last. */
static bool next_row(tacit_ctx *cx, tacit_delimited *d)
{
    assert_ok(cx, tacit_delimited_next(cx, d));
    return d->n > 0;
}

/* What out.csv says of the cell with these codes. */
static double find_value(tacit_ctx *cx, const char *out, const char *const codes[2])
{
    tacit_delimited d;
    double x = NAN;
    assert_ok(cx, tacit_delimited_open(cx, out, &d));
    while (next_row(cx, &d))
        if (strcmp(d.field[1], codes[0]) == 0 && strcmp(d.field[2], codes[1]) == 0)
            assert_true(tacit_parse_real(d.field[3], &x));
    tacit_delimited_close(&d);
    return x;
}

/* All cells of out.csv are those in field `column` of a file of cellKey, to `by` of their size. */
static void check_cells(place *p, const char *expected, size_t column, double by)
{
    tacit_delimited d;
    char path[GOLDEN_PATH], out[PATH_BYTES];
    size_t cells = 0;
    path_of(p, "out.csv", out);
    assert_ok(p->cx, tacit_delimited_open(p->cx, golden_path(expected, path), &d));
    assert_true(next_row(p->cx, &d));
    for (; next_row(p->cx, &d); cells++) {
        double want = 0;
        assert_true(tacit_parse_real(d.field[column], &want));
        assert_near(find_value(p->cx, out, d.field), want, by * fabs(want));
    }
    tacit_delimited_close(&d);
    assert_int_equal(cells, CELLS);
}

static void test_counts(void **state)
{
    make_table(*state, "", "", "");
    check_cells(*state, FOLDER "ck_expected_freq.csv", 5, 0);
}

static void test_weighted_counts(void **state)
{
    make_table(*state, WEIGHTED, "", LIKE_CELLKEY);
    check_cells(*state, FOLDER "ck_expected_freq.csv", 6, 1e-14);
}

static void test_sums(void **state)
{
    make_table(*state, WEIGHTED, ", of: income", LIKE_CELLKEY);
    check_cells(*state, FOLDER "ck_expected_income.csv", 5, 1e-14);
}

/* ---- perturbation tables ---- */

/* The bounds of two tables with the same values agree.  The optimiser of ptable stops at 1e-7;
 * where it differs most, by 3e-8 for sizes 2 and 5, a Newton's method with 40 digits gives our
 * bounds (tests/unit/tabular/test_ptable.c). */
static void check_alike(const tacit_ptable_part *a, const tacit_ptable_part *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t k = 0; k < a->n; k++) {
        assert_near(a->size[k], b->size[k], 0);
        assert_int_equal(a->first[k + 1], b->first[k + 1]);
        for (size_t e = a->first[k]; e < a->first[k + 1]; e++) {
            assert_near(a->value[e], b->value[e], 0);
            assert_near(a->below[e], b->below[e], 3.5e-8);
        }
    }
}

/* A table that is designed is that of a file. */
static void check_design(tacit_ctx *cx, const tacit_ptable_wish *wish, const char *file)
{
    tacit_ptable read = { 0 };
    tacit_ptable_part made = { 0 };
    char path[GOLDEN_PATH];
    assert_ok(cx, tacit_ptable_read(cx, golden_path(file, path), &read));
    assert_ok(cx, tacit_ptable_design(cx, wish, &made));
    check_alike(&made, &read.part[TACIT_PTABLE_ALL]);
}

static void test_design_of_counts(void **state)
{
    static const double sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    const tacit_ptable_wish wish = { 8, sizes, 5, 3, 2, 1 };
    check_design(*state, &wish, FOLDER "ck_ptable_cnt.csv");
}

static void test_design_of_sums(void **state)
{
    static const double sizes[] = { 1, 3, 5 };
    const tacit_ptable_wish wish = { 3, sizes, 5, 2, 0, 0.5 };
    check_design(*state, &wish, FOLDER "ck_ptable_num.csv");
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_counts),
        with_place(test_weighted_counts),
        with_place(test_sums),
        with_context(test_design_of_counts),
        with_context(test_design_of_sums),
    };
    return golden_run_tests(tests);
}
