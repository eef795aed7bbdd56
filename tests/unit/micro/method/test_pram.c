/*
 * test_pram.c - post randomisation: what it keeps, what it changes and what it tells.
 *
 * Limits are multiples of exact standard deviations; false-alarm rates are given for fresh
 * seeds, the seeds are fixed.
 */
#include "support/files.h"
#include "support/masks.h"

#include "stats/counts/pram.h"

enum { N = 20000 };

/* Run with an account; the caller frees both. */
static tacit_table *run_told(tacit_ctx *cx, const mask *m, const tacit_table *t,
                             tacit_result **told)
{
    const tacit_rng rng = tacit_rng_seed(m->seed);
    tacit_table *out = NULL;
    assert_ok(cx, tacit_result_new(cx, "method", &m->method->about, &m->a.args, told));
    const tacit_job job = {
        .in = t, .cols = { m->n, m->at }, .args = &m->a.args, .rng = &rng, .told = *told
    };
    assert_ok(cx, tacit_method_run(cx, m->method, &job, &out));
    return out;
}

/* A column c of categories a ... e with shares of 50, 30, 14, 5 and 1 per cent, a tenth of the
 * cells missing, and s, which has three values and allows d and e only with 2. */
static tacit_table *people(tacit_ctx *cx, size_t n)
{
    static const char *const names[] = { "a", "b", "c", "d", "e" };
    static const uint64_t until[] = { 50, 80, 94, 99, 100 };
    tacit_builder *b[2] = { NULL };
    tacit_rng rng = tacit_rng_seed(7);
    assert_ok(cx, tacit_builder_new(cx, "c", TACIT_TYPE_CATEGORY, n, &b[0]));
    assert_ok(cx, tacit_builder_new(cx, "s", TACIT_TYPE_INTEGER, n, &b[1]));
    for (size_t k = 0; k < 5; k++) {
        uint32_t code = 0;
        assert_ok(cx, tacit_dict_add(cx, tacit_builder_dict(b[0]), names[k], 1, &code));
    }
    for (size_t i = 0; i < n; i++) {
        const uint64_t u = tacit_rng_below(&rng, 100);
        size_t k = 0;
        while (u >= until[k])
            k++;
        const int64_t s = k > 2 ? 2 : (int64_t)tacit_rng_below(&rng, 3);
        if (tacit_rng_below(&rng, 10) == 0)
            assert_ok(cx, tacit_builder_missing(cx, b[0]));
        else
            assert_ok(cx, tacit_builder_text(cx, b[0], names[k], 1));
        assert_ok(cx, tacit_builder_integers(cx, b[1], &s, NULL, 1));
    }
    return finish_columns(cx, b, 2, n);
}

/* Counts of a ... e among the present cells. */
static void count_letters(const tacit_column *c, double count[5])
{
    char text[32];
    for (size_t k = 0; k < 5; k++)
        count[k] = 0.0;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        if (!tacit_column_is_missing(c, i))
            count[tacit_column_text(c, i, text)[0] - 'a'] += 1.0;
}

/* Cell (row, column) of a table of a result. */
static double cell(const tacit_result *r, const char *table, size_t i, size_t j)
{
    const json_t *rows = json_object_get(part_of(r, "tables", table), "rows");
    const json_t *x = json_array_get(json_array_get(rows, i), j);
    return json_is_number(x) ? json_number_value(x) : NAN;
}

/* ---- frequencies ---- */

/* Over 200 seeds the mean of each frequency is the original one, and the standardised squares
 * average 1: the matrices told give the exact deviation of each run.  The mean of 200 standard
 * scores lies within 5 / sqrt(200), 5 categories, so false alarms are below 3e-6; the mean
 * square within 1 +- 5 sqrt(2 / 200) (normal approximation), below 1e-5. */
static void test_invariant(void **state)
{
    enum { SEEDS = 200 };
    tacit_table *t = people(*state, 3000);
    double before[5], sum[5] = { 0 }, square[5] = { 0 };
    mask m;
    set_number(&add_column(start_mask(&m, "pram"), t, "c")->a, "alpha", 1.0);
    count_letters(column_of(t, "c"), before);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        tacit_result *told = NULL;
        double after[5];
        m.seed = seed;
        tacit_table *out = run_told(*state, &m, t, &told);
        count_letters(column_of(out, "c"), after);
        assert_true(figure(told, "invariance_error") <= 1e-12);
        for (size_t k = 0; k < 5; k++) {
            const double z = (after[k] - before[k]) / cell(told, "frequencies_c", k, 2);
            assert_near(cell(told, "frequencies_c", k, 1), 0.0, 1e-9);
            assert_near(cell(told, "frequencies_c", k, 3), after[k] - before[k], 1e-9);
            sum[k] += z;
            square[k] += z * z;
        }
        json_decref(told);
        tacit_table_free(out);
    }
    for (size_t k = 0; k < 5; k++) {
        assert_near(sum[k] / SEEDS, 0.0, 5.0 / sqrt(SEEDS));
        assert_near(square[k] / SEEDS, 1.0, 5.0 * sqrt(2.0 / SEEDS));
    }
    tacit_table_free(t);
}

/* The matrix told with fixed staying is the one of the formulas; what is told of frequencies
 * follows from it, and changes are as many as expected within 5 deviations (1e-6). */
static void check_kind(tacit_ctx *cx, const tacit_table *t, bool invariant)
{
    static const double stay[] = { 0.7, 0.7, 0.7, 0.7, 0.7 };
    double before[5], expected[5], variance[5], p;
    tacit_result *told = NULL;
    tacit_pram want;
    mask m;
    set_number(&add_column(start_mask(&m, "pram"), t, "c")->a, "diagonal", 0.7);
    set_number(set_number(&m.a, "stay", 1), "kind", invariant ? 0 : 1);
    tacit_table *out = run_told(cx, &m, t, &told);
    count_letters(column_of(t, "c"), before);
    assert_ok(cx, invariant ? tacit_pram_invariant(cx, stay, before, 5, 0.5, &want)
                            : tacit_pram_equal(cx, stay, 5, &want));
    tacit_pram_expect(&want, before, expected);
    tacit_pram_variance(&want, before, variance);
    for (size_t i = 0; i < 5; i++) {
        for (size_t j = 0; j < 5; j++)
            assert_near(cell(told, "matrix_c", i, 2 + j), tacit_pram_at(&want, i, j), 1e-12);
        assert_near(cell(told, "frequencies_c", i, 1), expected[i] - before[i], 1e-8);
        assert_near(cell(told, "frequencies_c", i, 2), sqrt(variance[i]), 1e-8);
    }
    p = tacit_pram_changed(&want, before);
    assert_near(figure(told, "expected_changed"), p, 1e-12);
    assert_near(figure(told, "changed"), p, 5.0 * sqrt(p * (1.0 - p) / (0.88 * N)));
    if (!invariant)
        assert_true(figure(told, "invariance_error") > 0.01);
    /* the estimate without bias is nearer than the masked frequencies of a plain matrix */
    if (!invariant)
        assert_true(cell(told, "columns", 0, 9) < cell(told, "columns", 0, 8) / 4.0);
    json_decref(told);
    tacit_table_free(out);
}

static void test_matrix_told(void **state)
{
    tacit_table *t = people(*state, N);
    check_kind(*state, t, true);
    check_kind(*state, t, false);
    tacit_table_free(t);
}

/* ---- strata ---- */

/* With s kept, d and e stay with s = 2, and each value of s keeps its number of cells; without,
 * impossible combinations arise. */
static void test_keep_with(void **state)
{
    static const char *const keep[] = { "s" };
    tacit_table *t = people(*state, N);
    for (int way = 0; way < 3; way++) {
        size_t impossible = 0, changed = 0;
        mask m;
        set_number(&add_column(start_mask(&m, "pram"), t, "c")->a, "diagonal", 0.5);
        if (way == 1)
            *argument(&m.a, "keep_with") = (tacit_value){ .given = true, .texts = keep, .n = 1 };
        tacit_table_set_roles(t, 1, way == 2 ? TACIT_ROLE_STRATA : 0);
        tacit_result *told = NULL;
        tacit_table *out = run_told(*state, &m, t, &told);
        const tacit_column *c = column_of(out, "c");
        for (size_t i = 0; i < N; i++) {
            char text[32];
            assert_int_equal(tacit_column_is_missing(c, i),
                             tacit_column_is_missing(column_of(t, "c"), i));
            impossible += tacit_column_text(c, i, text)[0] >= 'd' &&
                          tacit_column_integers(column_of(t, "s"))[i] != 2;
            changed += !same_cell(c, column_of(t, "c"), i);
        }
        assert_true(changed > N / 50);
        assert_int_equal(impossible > 0, way == 0);
        const json_t *rows = json_object_get(part_of(told, "tables", "matrix_c"), "rows");
        assert_int_equal(json_array_size(rows), way == 0 ? 5 : 3 + 3 + 5); /* all matrices */
        assert_true(figure(told, "invariance_error") <= 1e-12);
        json_decref(told);
        tacit_table_free(out);
    }
    tacit_table_free(t);
}

/* Missing as a category: as many cells are missing in expectation, but not the same ones. */
static void test_missing(void **state)
{
    tacit_table *t = people(*state, N);
    mask m;
    set_number(&add_column(start_mask(&m, "pram"), t, "c")->a, "missing", 1);
    tacit_result *told = NULL;
    tacit_table *out = run_told(*state, &m, t, &told);
    const tacit_column *a = column_of(t, "c"), *b = column_of(out, "c");
    size_t gone = 0, come = 0;
    for (size_t i = 0; i < N; i++) {
        gone += !tacit_column_is_missing(a, i) && tacit_column_is_missing(b, i);
        come += tacit_column_is_missing(a, i) && !tacit_column_is_missing(b, i);
    }
    assert_true(gone > 20 && come > 20);
    const double sd = cell(told, "frequencies_c", 5, 2); /* the last category */
    assert_near((double)tacit_column_missing(b), (double)tacit_column_missing(a), 5.0 * sd);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

/* Whether a cell of `c` has the text of cell i of `masked`. */
static bool is_among(const tacit_column *c, const tacit_column *masked, size_t i)
{
    for (size_t k = 0; k < tacit_column_length(c); k++) {
        char a[32], b[32];
        if (strcmp(tacit_column_text(c, k, a), tacit_column_text(masked, i, b)) == 0)
            return true;
    }
    return false;
}

/* Numbers and dates keep their type and have no new values. */
static void test_types(void **state)
{
    tacit_table *t = table_of(*state, "i:i,r:r,d:d",
                              "1,0.5,2020-01-01\n2,1.5,2020-01-02\n,,\n3,2.5,2020-01-03\n");
    size_t changed = 0;
    mask m;
    set_number(&add_column(start_mask(&m, "pram"), t, "i")->a, "diagonal", 0.0);
    add_column(add_column(&m, t, "r"), t, "d");
    set_number(&m.a, "alpha", 1);
    for (m.seed = 1; m.seed < 30; m.seed++) {
        tacit_table *out = run_mask(*state, &m, t);
        for (size_t j = 0; j < 3; j++) {
            const tacit_column *a = tacit_table_column(t, j), *b = tacit_table_column(out, j);
            assert_int_equal(tacit_column_type(a), tacit_column_type(b));
            for (size_t i = 0; i < 4; i++) {
                assert_int_equal(tacit_column_is_missing(b, i), i == 2);
                assert_true(is_among(a, b, i));
                changed += !same_cell(a, b, i);
            }
        }
        tacit_table_free(out);
    }
    assert_true(changed > 30); /* of 261 */
    tacit_table_free(t);
}

/* ---- given matrices ---- */

static mask *with_matrix(mask *m, const tacit_table *t, const char *path, double kind)
{
    set_number(&add_column(start_mask(m, "pram"), t, "x")->a, "kind", kind);
    *argument(&m->a, "matrix") = (tacit_value){ .given = true, .text = path };
    return m;
}

/* a becomes b, b becomes a, c stays: no chance is left.  The file may name more. */
static void test_given(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "x:c", "a\nb\nc\n\na\n");
    mask m;
    put_text(p, "m.csv", ";c;a;b;z\nc;1;0;0;0\na;0;0;1;0\nb;0;1;0;0\nz;0;0;0;1\n");
    with_matrix(&m, t, path_of(p, "m.csv", path), 1);
    assert_masked(p->cx, &m, t, "x", "b,a,c,,b");
    /* what leads to z, which does not occur, is staying */
    put_text(p, "m.csv", "from,a,b,c,z\na,0,0,0,1\nb,0,0,0,1\nc,0,1,0,0\nz,0,0,0,1\n");
    assert_masked(p->cx, &m, t, "x", "a,b,b,,a");
    /* a missing cell has an empty name */
    put_text(p, "m.csv", "from,a,b,c,\na,0,0,0,1\nb,0,1,0,0\nc,0,0,1,0\n,1,0,0,0\n");
    set_number(&m.a, "missing", 1);
    assert_masked(p->cx, &m, t, "x", ",b,c,a,");
    tacit_table_free(t);
}

/* Refused with a sentence that says where, and no value. */
static void check_refused(place *p, const tacit_table *t, const char *text, const char *part)
{
    char path[PATH_BYTES];
    tacit_table *out = NULL;
    mask m;
    put_text(p, "m.csv", text);
    with_matrix(&m, t, path_of(p, "m.csv", path), 1);
    const tacit_status status = try_mask(p->cx, &m, t, &out);
    assert_true(status == TACIT_ERR_INPUT || status == TACIT_ERR_DATA);
    assert_message(p->cx, part);
    assert_untold(p->cx, "secret");
    assert_null(out);
}

static void test_refusals(void **state)
{
    static const char *const keep[] = { "x" };
    place *p = *state;
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "x:c", "a\nsecret\n");
    tacit_table *out = NULL;
    mask m;
    check_refused(p, t, "", "nor empty");
    check_refused(p, t, "a\n", "first line");
    check_refused(p, t, ",a,secret\na,0.5,0.4\nsecret,0,1\n", "sums to 0.9");
    check_refused(p, t, ",a,secret\na,1.5,-0.5\nsecret,0,1\n", "Field 2 in line 2");
    check_refused(p, t, ",a,secret\na,x,1\nsecret,0,1\n", "not a probability");
    check_refused(p, t, ",a,a\na,0,1\na,0,1\n", "twice");
    check_refused(p, t, ",a,secret\nsecret,0,1\na,0,1\n", "Line 2");
    check_refused(p, t, ",a,secret\na,0,1\n", "probabilities");
    check_refused(p, t, ",a,secret\na,0,1\nsecret,0,1\nb,0,1\n", "more lines");
    check_refused(p, t, ",a,b\na,0,1\nb,0,1\n", "1 categories that the matrix");
    check_refused(p, t, ",a\na,1\n", "2 categories, but the matrix");
    with_matrix(&m, t, path_of(p, "none.csv", path), 1);
    assert_fails(p->cx, try_mask(p->cx, &m, t, &out), TACIT_ERR_IO, "none.csv");
    add_column(start_mask(&m, "pram"), t, "x");
    *argument(&m.a, "keep_with") = (tacit_value){ .given = true, .texts = keep, .n = 1 };
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "cannot mask column 'x'");
    m.a.at[tacit_param_find(m.a.args.params, "keep_with")].texts = (const char *const[]){ "y" };
    assert_mask_fails(p->cx, &m, t, TACIT_ERR_INPUT, "no column 'y'");
    tacit_table_free(t);
}

/* The invariant form of a given matrix keeps the frequencies in expectation. */
static void test_given_invariant(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    tacit_result *told = NULL;
    tacit_table *t = table_of(p->cx, "x:c", "a\na\na\nb\nb\nc\n");
    mask m;
    put_text(p, "m.csv", ",a,b,c\na,0.5,0.5,0\nb,0.1,0.8,0.1\nc,0,0,1\n");
    with_matrix(&m, t, path_of(p, "m.csv", path), 0);
    tacit_table *out = run_told(p->cx, &m, t, &told);
    assert_true(figure(told, "invariance_error") <= 1e-14);
    assert_true(figure(told, "expected_changed") > 0.1);
    json_decref(told);
    tacit_table_free(out);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_invariant), with_context(test_matrix_told),
        with_context(test_keep_with), with_context(test_missing),
        with_context(test_types),     with_place(test_given),
        with_place(test_refusals),    with_place(test_given_invariant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
