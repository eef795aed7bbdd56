/*
 * test_joint.c - generators of several columns at once: copula, exact moments, Latin hypercube,
 * bootstrap, distribution.
 *
 * Provenance: the properties that each promises, with moments computed here.
 */
#include "support/synths.h"

#include "base/pool.h"
#include "base/sort.h"
#include "stats/moments.h"
#include "stats/ranks.h"

static const char *const ALL[] = { "copula", "exact_moments", "latin_hypercube", "bootstrap",
                                   "distribution" };

/* Set an argument of all columns. */
static void set_value(synthesis *s, const char *name, tacit_value v)
{
    for (size_t j = 0; j < s->spec.n; j++) {
        const size_t i = tacit_param_find(s->args[j].params, name);
        v.given = true;
        if (i < s->args[j].n)
            s->at[j][i] = v;
    }
}

/* `n` records: x normal, y = 2 x + noise, z squared normal and whole. */
static tacit_table *numbers(tacit_ctx *cx, size_t n)
{
    tacit_builder *b[3];
    tacit_type type[3];
    tacit_rng rng = tacit_rng_seed(8);
    start_columns(cx, "x:r,y:r,z:i", b, type);
    for (size_t i = 0; i < n; i++) {
        const double x = tacit_rng_normal(&rng), y = 2.0 * x + tacit_rng_normal(&rng),
                     z = tacit_rng_normal(&rng) - x;
        char text[3][32];
        snprintf(text[0], 32, "%.6f", x);
        snprintf(text[1], 32, "%.5f", y);
        snprintf(text[2], 32, "%.0f", 10.0 * z * z);
        for (size_t j = 0; j < 3; j++)
            add_cell(cx, b[j], type[j], text[j]);
    }
    return finish_columns(cx, b, 3, n);
}

static double *cells_of(const tacit_table *t, size_t j, double *out)
{
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        out[i] = tacit_column_number(tacit_table_column(t, j), i);
    return out;
}

enum { N = 900 };

/* The rank correlation of two columns. */
static double spearman(tacit_ctx *cx, const tacit_table *t, size_t a, size_t b)
{
    static double x[N], y[N];
    cells_of(t, a, x);
    cells_of(t, b, y);
    assert_ok(cx, tacit_ranks_of(cx, x, tacit_table_rows(t), 1));
    assert_ok(cx, tacit_ranks_of(cx, y, tacit_table_rows(t), 1));
    return tacit_correlation(x, y, tacit_table_rows(t));
}

/* ---- what all promise ---- */

/* The same for any number of threads and whatever else is drawn; another seed gives other rows. */
static void test_same_bytes(void **state)
{
    tacit_table *t = numbers(*state, N);
    const size_t before = tacit_pool_threads();
    for (size_t g = 0; g < sizeof ALL / sizeof *ALL; g++) {
        synthesis a, b;
        start_synthesis(&a, t, ALL[g]);
        run_synthesis(*state, &a);
        for (size_t threads = 1; threads <= 5; threads += 2) {
            tacit_pool_set(threads);
            start_synthesis(&b, t, ALL[g])->spec.sets = 2;
            run_synthesis(*state, &b);
            assert_true(same_table(a.set[0], b.set[0]));
            assert_false(same_table(a.set[0], b.set[1]));
            end_synthesis(&b);
        }
        tacit_pool_set(before);
        start_synthesis(&b, t, ALL[g])->spec.rng = tacit_rng_seed(2);
        run_synthesis(*state, &b);
        assert_false(same_table(a.set[0], b.set[0]));
        end_synthesis(&a);
        end_synthesis(&b);
    }
    tacit_table_free(t);
}

/* Missing cells, specials, constants, dates and texts of two values, for those that take them; and
 * more rows than records. */
static void test_mixed(void **state)
{
    static const char *const takers[] = { "copula", "bootstrap" };
    tacit_rng rng = tacit_rng_seed(6);
    tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:d,e:i", 300, 2, 0.2);
    tacit_table *wide = random_table(*state, &rng, "b:i,c:r,d:d,e:i", 300, 60, 0.2);
    for (size_t g = 0; g < 2; g++) {
        for (int dealt = 0; dealt < 2; dealt++) {
            synthesis s;
            start_synthesis(&s, t, takers[g])->spec.rows = 450;
            s.spec.dealt = dealt == 1;
            run_synthesis(*state, &s);
            for (size_t j = 0; j < 5; j++)
                assert_true(tacit_column_missing(tacit_table_column(s.set[0], j)) > 30);
            end_synthesis(&s);
        }
    }
    synthesis s;
    start_synthesis(&s, wide, "latin_hypercube")->spec.rows = 450;
    run_synthesis(*state, &s);
    for (size_t j = 0; j < 4; j++) /* each share is met to one row and a half */
        assert_near((double)tacit_column_missing(tacit_table_column(s.set[0], j)),
                    1.5 * (double)tacit_column_missing(tacit_table_column(wide, j)), 1.5);
    end_synthesis(&s);
    tacit_table_free(t);
    tacit_table_free(wide);
}

/* ---- copula ---- */

/* Dealt margins are the original's, each value as often; rank correlations are near, also of
 * numbers with ties. */
static void test_copula(void **state)
{
    tacit_table *t = numbers(*state, N);
    synthesis s;
    start_synthesis(&s, t, "copula");
    run_synthesis(*state, &s);
    for (size_t a = 0; a < 3; a++) {
        static double x[N], y[N];
        assert_near(tacit_moments_of(cells_of(t, a, x), N).mean,
                    tacit_moments_of(cells_of(s.set[0], a, y), N).mean, 1e-9);
        for (size_t b = 0; b < a; b++)
            assert_near(spearman(*state, s.set[0], a, b), spearman(*state, t, a, b), 0.1);
    }
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Correlations of 0.9 in one stratum and -0.9 in the other are both there; without strata there is
 * none.  A stratum with few records is drawn by all. */
static void test_strata(void **state)
{
    static const char *const strata[] = { "s" };
    tacit_builder *b[3];
    tacit_type type[3];
    tacit_rng rng = tacit_rng_seed(9);
    start_columns(*state, "s:c,x:r,y:r", b, type);
    for (size_t i = 0; i < N; i++) {
        const double x = tacit_rng_normal(&rng), e = tacit_rng_normal(&rng);
        char text[2][32];
        snprintf(text[0], 32, "%.5f", x);
        snprintf(text[1], 32, "%.5f", 0.9 * (i % 2 == 0 ? x : -x) + sqrt(0.19) * e);
        add_cell(*state, b[0], type[0], i < 10 ? "rare" : i % 2 == 0 ? "up" : "down");
        add_cell(*state, b[1], type[1], text[0]);
        add_cell(*state, b[2], type[2], text[1]);
    }
    tacit_table *t = finish_columns(*state, b, 3, N);
    for (int with = 0; with < 2; with++) {
        synthesis s;
        double x[2][N], y[2][N];
        size_t n[2] = { 0 };
        make_together(start_synthesis(&s, t, "sample"), 1, 2, "copula");
        if (with == 1)
            set_value(&s, "strata", (tacit_value){ .n = 1, .texts = strata });
        run_synthesis(*state, &s);
        for (size_t i = 0; i < N; i++) {
            char own[32];
            const char *in = tacit_column_text(column_of(s.set[0], "s"), i, own);
            const size_t k = strcmp(in, "up") == 0;
            if (strcmp(in, "rare") == 0)
                continue;
            x[k][n[k]] = tacit_column_number(column_of(s.set[0], "x"), i);
            y[k][n[k]++] = tacit_column_number(column_of(s.set[0], "y"), i);
        }
        assert_near(tacit_correlation(x[0], y[0], n[0]), with == 1 ? -0.9 : 0.0, 0.2);
        assert_near(tacit_correlation(x[1], y[1], n[1]), with == 1 ? 0.9 : 0.0, 0.2);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

static void expect_failure(tacit_ctx *cx, synthesis *s, tacit_status code, const char *part)
{
    assert_fails(cx, tacit_synth_make(cx, &s->spec, s->told, s->set), code, part);
    end_synthesis(s);
}

static void test_copula_refuses(void **state)
{
    static const char *const names[] = { "x" }, *const order[] = { "low", "mid", "high" },
                             *const part[] = { "low", "high" };
    tacit_table *t = table_of(*state, "x:r,c:c", "1,low\n2,mid\n3,high\n4,high\n5,mid\n6,low\n");
    tacit_table *two = table_of(*state, "x:r,y:r", "1,4\n2,8\n3,2\n4,1\n");
    synthesis s;
    start_synthesis(&s, t, "copula");
    expect_failure(*state, &s, TACIT_ERR_INPUT, "have no order");
    start_synthesis(&s, t, "copula");
    set_value(&s, "order",
              (tacit_value){ .n = 1, .groups = &(tacit_group){ .label = "c", part, 2, 0 } });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "leaves out some texts");
    start_synthesis(&s, t, "copula");
    set_value(&s, "order",
              (tacit_value){ .n = 1, .groups = &(tacit_group){ .label = "c", order, 3, 0 } });
    run_synthesis(*state, &s);
    end_synthesis(&s);
    make_together(start_synthesis(&s, two, "sample"), 1, 1, "copula");
    set_value(&s, "strata", (tacit_value){ .n = 1, .texts = names });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "strata are of texts");
    make_together(start_synthesis(&s, two, "sample"), 0, 1, "copula");
    set_value(&s, "strata", (tacit_value){ .n = 1, .texts = names });
    expect_failure(*state, &s, TACIT_ERR_INPUT, "which is not made before");
    tacit_table_free(two);
    tacit_table_free(t);
}

/* ---- exact moments ---- */

/* Means and covariances are the original's but for the rounding of cells to 5 decimals. */
static void test_exact(void **state)
{
    tacit_table *t = numbers(*state, N);
    static double x[N], y[N], a[N], b[N];
    synthesis s;
    start_synthesis(&s, t, "exact_moments");
    run_synthesis(*state, &s);
    const tacit_moments was = tacit_moments_of(cells_of(t, 0, x), N),
                        is = tacit_moments_of(cells_of(s.set[0], 0, a), N);
    assert_near(is.mean, was.mean, 1e-6);
    assert_near(is.sd, was.sd, 1e-6);
    assert_near(tacit_correlation(a, cells_of(s.set[0], 1, b), N),
                tacit_correlation(x, cells_of(t, 1, y), N), 1e-6);
    assert_true(tacit_warning_count(*state) > 0);
    end_synthesis(&s);
    /* Given a kept column the regression on it is the same. */
    make_together(make_by(start_synthesis(&s, t, "sample"), 0, NULL), 1, 2, "exact_moments");
    run_synthesis(*state, &s);
    assert_near(tacit_correlation(cells_of(s.set[0], 0, a), cells_of(s.set[0], 1, b), N),
                tacit_correlation(x, y, N), 1e-6);
    end_synthesis(&s);
    tacit_table_free(t);
}

static void test_exact_refuses(void **state)
{
    static const char *const given[] = { "z" };
    tacit_table *few = table_of(*state, "x:r,y:r", "1,2\n2,4\n3,5\n4,1\n");
    tacit_table *holes = table_of(*state, "x:r,y:r", "1,2\n2,\n3,5\n4,1\n5,5\n6,1\n7,0\n");
    synthesis s;
    start_synthesis(&s, few, "exact_moments");
    expect_failure(*state, &s, TACIT_ERR_DATA, "need at least 5 records");
    start_synthesis(&s, holes, "exact_moments");
    expect_failure(*state, &s, TACIT_ERR_DATA, "column 'y' has 1 missing");
    start_synthesis(&s, few, "exact_moments");
    set_value(&s, "given", (tacit_value){ .n = 1, .texts = given });
    expect_failure(*state, &s, TACIT_ERR_INPUT,
                   "'given' of generator 'exact_moments' names column 'z'");
    tacit_table_free(few);
    tacit_table_free(holes);
}

/* ---- the others ---- */

/* One value in each N-th part of a column: between the neighbours of that rank; rank correlations
 * are the original's. */
static void test_hypercube(void **state)
{
    tacit_table *t = numbers(*state, N);
    static double x[N], y[N];
    synthesis s;
    start_synthesis(&s, t, "latin_hypercube");
    run_synthesis(*state, &s);
    cells_of(t, 0, x);
    cells_of(s.set[0], 0, y);
    assert_ok(*state, tacit_sort_reals(*state, x, N));
    assert_ok(*state, tacit_sort_reals(*state, y, N));
    for (size_t i = 0; i < N; i++)
        assert_true(y[i] >= x[i > 0 ? i - 1 : 0] - 1e-6 && y[i] <= x[i + 1 < N ? i + 1 : i] + 1e-6);
    for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < a; b++)
            assert_near(spearman(*state, s.set[0], a, b), spearman(*state, t, a, b), 0.03);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Moments are kept in expectation; without a kernel rows are records. */
static void test_bootstrap(void **state)
{
    tacit_table *t = numbers(*state, N);
    static double x[N], y[N], a[N], b[N];
    synthesis s;
    start_synthesis(&s, t, "bootstrap");
    run_synthesis(*state, &s);
    const tacit_moments was = tacit_moments_of(cells_of(t, 0, x), N),
                        is = tacit_moments_of(cells_of(s.set[0], 0, a), N);
    assert_near(is.mean, was.mean, 0.1);
    assert_near(is.sd, was.sd, 0.1);
    assert_near(tacit_correlation(a, cells_of(s.set[0], 1, b), N),
                tacit_correlation(x, cells_of(t, 1, y), N), 0.05);
    size_t same = 0;
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < N; k++)
            same += fabs(a[i] - x[k]) < 1e-9;
    assert_true(same < N / 10);
    end_synthesis(&s);
    set_synth(start_synthesis(&s, t, "bootstrap"), "bandwidth", 0.0);
    run_synthesis(*state, &s);
    assert_ok(*state, tacit_sort_reals(*state, x, N));
    assert_ok(*state, tacit_sort_reals(*state, cells_of(s.set[0], 0, a), N));
    for (size_t i = 0; i < N; i++) /* dealt: each record once */
        assert_near(a[i], x[i], 1e-9);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Ranks stay, so rank correlations do; and it says that it masks. */
static void test_distribution(void **state)
{
    tacit_table *t = numbers(*state, N);
    synthesis s;
    start_synthesis(&s, t, "distribution");
    run_synthesis(*state, &s);
    assert_near(spearman(*state, s.set[0], 0, 1), spearman(*state, t, 0, 1), 2e-3);
    assert_true(strstr(tacit_warning(*state, 0), "not synthetic") != NULL);
    end_synthesis(&s);
    start_synthesis(&s, t, "distribution")->spec.rows = 10;
    expect_failure(*state, &s, TACIT_ERR_INPUT, "leave out 'rows'");
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_same_bytes),     with_context(test_mixed),
        with_context(test_copula),         with_context(test_strata),
        with_context(test_copula_refuses), with_context(test_exact),
        with_context(test_exact_refuses),  with_context(test_hypercube),
        with_context(test_bootstrap),      with_context(test_distribution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
