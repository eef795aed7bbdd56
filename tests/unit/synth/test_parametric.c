/*
 * test_parametric.c - values drawn from regressions.
 *
 * Several tests are what went wrong in other programs: zeros that a logarithm lost, whole numbers
 * that came out with 14 decimals, a constant column, a predictor that is the column itself or its
 * negative, a dependence of 6 % against 30 % that became 17 % against 18 %.
 */
#include "support/synths.h"

/* As the choices of `how` stand. */
enum { TYPE, NORMRANK, NORM, LOGNORM, SQRTNORM, CUBERTNORM, MULTINOMIAL, ORDERED };

/* A table of `rows` rows whose cells `write` says. */
static tacit_table *table_by(tacit_ctx *cx, const char *columns, size_t rows,
                             void (*write)(size_t i, size_t j, char out[32]))
{
    tacit_builder *b[8];
    tacit_type type[8];
    const size_t p = start_columns(cx, columns, b, type);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < p; j++) {
            char text[32] = "";
            write(i, j, text);
            add_cell(cx, b[j], type[j], text);
        }
    return finish_columns(cx, b, p, rows);
}

static double correlation(const tacit_table *t, const char *a, const char *b)
{
    const tacit_column *x = column_of(t, a), *y = column_of(t, b);
    double n = 0, sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const double u = tacit_column_number(x, i), v = tacit_column_number(y, i);
        n += 1, sx += u, sy += v, xx += u * u, yy += v * v, xy += u * v;
    }
    return (xy - sx * sy / n) / sqrt((xx - sx * sx / n) * (yy - sy * sy / n));
}

static double sum_of(const tacit_column *c)
{
    double sum = 0.0;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        sum += tacit_column_is_missing(c, i) ? 0.0 : tacit_column_number(c, i);
    return sum;
}

/* x is all numbers once; y goes with it, half. */
static void write_line(size_t i, size_t j, char out[32])
{
    tacit_rng rng = tacit_rng_seed(1000 + i);
    const double x = tacit_rng_normal(&rng), e = tacit_rng_normal(&rng);
    snprintf(out, 32, "%.3f", j == 0 ? x : x + e);
}

/* Correlations come back, and dealt columns are what they were. */
static void test_line(void **state)
{
    tacit_table *t = table_by(*state, "x:r,y:r", 2000, write_line);
    synthesis s;
    for (int dealt = 0; dealt < 2; dealt++)
        for (int how = NORMRANK; how <= NORM; how++) {
            set_synth(start_synthesis(&s, t, "parametric"), "how", how)->spec.dealt = dealt;
            run_synthesis(*state, &s);
            assert_near(correlation(s.set[0], "x", "y"), correlation(t, "x", "y"), 0.06);
            if (dealt && how == NORMRANK)
                assert_near(sum_of(column_of(s.set[0], "y")), sum_of(column_of(t, "y")), 1e-6);
            end_synthesis(&s);
        }
    tacit_table_free(t);
}

/* y is x, z is -x: what follows from a column by a line does so in every row. */
static void write_copies(size_t i, size_t j, char out[32])
{
    snprintf(out, 32, "%d", (j == 2 ? -1 : 1) * (int)(i * 7 % 500));
}

static void test_copies(void **state)
{
    tacit_table *t = table_by(*state, "x:i,y:i,z:i", 500, write_copies);
    synthesis s;
    start_synthesis(&s, t, "parametric");
    run_synthesis(*state, &s);
    assert_true(correlation(s.set[0], "x", "y") > 0.9999);
    assert_true(correlation(s.set[0], "x", "z") < -0.9999);
    end_synthesis(&s);
    tacit_table_free(t);
}

/* 4000 records in two halves; of one 6 % say yes, of the other 30 %. */
static void write_pair(size_t i, size_t j, char out[32])
{
    const size_t k = i / 2;
    const bool yes = k % 100 < (i % 2 == 0 ? 6 : 30);
    snprintf(out, 32, "%s", j == 0 ? (i % 2 == 0 ? "a" : "b") : yes ? "yes" : "no");
}

static size_t count_yes(const tacit_table *t, const char *group)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        char p[32], q[32];
        n += strcmp(tacit_column_text(column_of(t, "x"), i, p), group) == 0 &&
             strcmp(tacit_column_text(column_of(t, "y"), i, q), "yes") == 0;
    }
    return n;
}

static void test_pair(void **state)
{
    tacit_table *t = table_by(*state, "x:c,y:c", 4000, write_pair);
    synthesis s;
    assert_int_equal(count_yes(t, "a"), 120);
    assert_int_equal(count_yes(t, "b"), 600);
    for (int dealt = 0; dealt < 2; dealt++) {
        start_synthesis(&s, t, "parametric")->spec.dealt = dealt;
        run_synthesis(*state, &s);
        /* chance alone: deviations of 11 and 20; dealt, a few by the spread of the numbers */
        assert_near((double)count_yes(s.set[0], "a"), 120.0, dealt ? 6.0 : 45.0);
        assert_near((double)count_yes(s.set[0], "b"), 600.0, dealt ? 6.0 : 120.0);
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* Amounts of which 18 % are 0 and the rest far apart, whole numbers. */
static void write_amounts(size_t i, size_t j, char out[32])
{
    tacit_rng rng = tacit_rng_seed(50 + i);
    const double z = tacit_rng_normal(&rng);
    const double amount = ceil(exp(5.0 + 0.5 * z + 0.5 * tacit_rng_normal(&rng)));
    snprintf(out, 32, "%d", j == 0 ? (int)(100.0 * z) : i % 100 < 18 ? 0 : (int)amount);
}

static void test_amounts(void **state)
{
    tacit_table *t = table_by(*state, "x:i,amount:i", 1000, write_amounts);
    synthesis s;
    for (int how = NORMRANK; how <= CUBERTNORM; how++) {
        make_by(start_synthesis(&s, t, "parametric"), 0, "sample");
        set_synth(&s, "how", how)->spec.dealt = false;
        run_synthesis(*state, &s);
        const tacit_column *c = column_of(s.set[0], "amount");
        size_t zeros = 0;
        assert_int_equal(tacit_column_type(c), TACIT_TYPE_INTEGER);
        for (size_t i = 0; i < 1000; i++)
            zeros += tacit_column_integers(c)[i] == 0;
        assert_near((double)zeros, 180.0, 60.0); /* five deviations */
        assert_near(sum_of(c), sum_of(column_of(t, "amount")),
                    0.2 * sum_of(column_of(t, "amount")));
        end_synthesis(&s);
    }
    tacit_table_free(t);
}

/* Grades 1 to 5 by a number. */
static void write_grades(size_t i, size_t j, char out[32])
{
    tacit_rng rng = tacit_rng_seed(9000 + i);
    const double x = tacit_rng_normal(&rng), y = x + tacit_rng_normal(&rng);
    const int grade = y < -1.5 ? 1 : y < -0.3 ? 2 : y < 0.3 ? 3 : y < 1.5 ? 4 : 5;
    if (j == 0)
        snprintf(out, 32, "%.2f", x);
    else
        snprintf(out, 32, "%d", grade);
}

/* Ordered classes, of a number and of texts that stand in order. */
static void test_ordered(void **state)
{
    static const char *const columns[] = { "x:r,y:i", "x:r,y:c" };
    for (size_t k = 0; k < 2; k++) {
        tacit_table *t = table_by(*state, columns[k], 1500, write_grades);
        synthesis s;
        make_by(start_synthesis(&s, t, "parametric"), 0, "sample");
        set_synth(&s, "how", ORDERED);
        run_synthesis(*state, &s);
        size_t count[2][6] = { { 0 } }, above[2] = { 0 };
        for (size_t i = 0; i < 1500; i++)
            for (size_t side = 0; side < 2; side++) {
                const tacit_table *of = side == 0 ? t : s.set[0];
                char text[32];
                const int y = tacit_column_text(column_of(of, "y"), i, text)[0] - '0';
                count[side][y]++;
                above[side] += y > 3 && tacit_column_number(column_of(of, "x"), i) > 0.0;
            }
        for (size_t g = 1; g <= 5; g++)
            assert_near((double)count[1][g], (double)count[0][g], 12.0);
        assert_near((double)above[1], (double)above[0], 45.0);
        end_synthesis(&s);
        tacit_table_free(t);
    }
}

/* Coefficients drawn anew: means of sets differ as those of samples of 40 would, though each set is
 * large. */
static void test_proper(void **state)
{
    tacit_table *t = table_by(*state, "x:r,y:r", 40, write_line);
    double spread[2] = { 0.0 };
    for (int proper = 0; proper < 2; proper++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            synthesis s;
            double sum = 0.0, squares = 0.0;
            set_synth(start_synthesis(&s, t, "parametric"), "proper", proper);
            s.spec.dealt = false;
            s.spec.rows = 600;
            s.spec.sets = SYNTH_SETS;
            s.spec.rng = tacit_rng_seed(seed);
            run_synthesis(*state, &s);
            for (size_t k = 0; k < SYNTH_SETS; k++) {
                const double mean = sum_of(column_of(s.set[k], "y")) / 600.0;
                sum += mean;
                squares += mean * mean;
            }
            spread[proper] += squares / SYNTH_SETS - sum * sum / SYNTH_SETS / SYNTH_SETS;
            end_synthesis(&s);
        }
    /* 2 / 600 against that and about 2 / 40: a ratio near 16, less as x is drawn as it was */
    assert_true(spread[1] > 3.0 * spread[0] && spread[1] < 50.0 * spread[0]);
    tacit_table_free(t);
}

/* Some classes never occur with some groups, so the data say nothing of how rare they are there;
 * drawn coefficients must not make them common. */
static void write_apart(size_t i, size_t j, char out[32])
{
    const size_t group = i % 6, k = i / 6;
    if (j == 0)
        snprintf(out, 32, "g%zu", group);
    else
        snprintf(out, 32, "c%zu", group % 3 == 0 ? k % 2 : group % 3 == 1 ? 2 + k % 3 : k % 5);
}

static void test_proper_apart(void **state)
{
    tacit_table *t = table_by(*state, "x:c,y:c", 1200, write_apart);
    synthesis s;
    make_by(start_synthesis(&s, t, "parametric"), 0, NULL);
    set_synth(&s, "proper", 1)->spec.sets = SYNTH_SETS;
    run_synthesis(*state, &s);
    for (size_t k = 0; k < SYNTH_SETS; k++) {
        size_t strange = 0;
        for (size_t i = 0; i < 1200; i++) {
            char p[32], q[32];
            const int group = tacit_column_text(column_of(s.set[k], "x"), i, p)[1] - '0';
            const int class = tacit_column_text(column_of(s.set[k], "y"), i, q)[1] - '0';
            strange += (group % 3 == 0 && class > 1) || (group % 3 == 1 && class < 2);
        }
        assert_true(strange < 12); /* of 800 rows where such a class never was */
    }
    end_synthesis(&s);
    tacit_table_free(t);
}

/* Threads and other sets play no part. */
static void test_same_bytes(void **state)
{
    tacit_rng rng = tacit_rng_seed(3);
    tacit_table *t = random_table(*state, &rng, "a:c,b:i,c:r,d:d,e:c", 200, 6, 0.1);
    assert_same_bytes(*state, t, "parametric", "proper", 2);
    tacit_table_free(t);
}

/* Columns that hold nothing, one value, or a value for each record; one record; and fewer records
 * than levels, which is told. */
static void test_bad_columns(void **state)
{
    tacit_table *t = table_of(*state, "none:i,empty:c,one:r,all:i,text:c,last:i",
                              ",,1.5,1,a,5\n,,1.5,2,b,\n,,1.5,3,c,7\n,,1.5,4,d,0\n");
    tacit_table *single = table_of(*state, "x:i,y:c", "7,a\n");
    tacit_rng rng = tacit_rng_seed(4);
    tacit_table *wide = random_table(*state, &rng, "a:c,b:c,c:i", 400, 50, 0.0);
    synthesis s;
    for (int how = TYPE; how <= ORDERED; how += ORDERED) {
        set_synth(start_synthesis(&s, t, "parametric"), "how", how);
        run_synthesis(*state, &s);
        assert_bare_columns(s.set[0]);
        end_synthesis(&s);
    }
    start_synthesis(&s, single, "parametric")->spec.rows = 3;
    run_synthesis(*state, &s);
    assert_cells(s.set[0], "x", "7,7,7");
    assert_cells(s.set[0], "y", "a,a,a");
    end_synthesis(&s);
    const size_t told = tacit_warning_count(*state);
    start_synthesis(&s, wide, "parametric");
    run_synthesis(*state, &s);
    assert_true(tacit_warning_count(*state) > told);
    assert_non_null(strstr(tacit_warning(*state, tacit_warning_count(*state) - 1),
                           "400 records bear no more than 80 coefficients"));
    end_synthesis(&s);
    tacit_table_free(t);
    tacit_table_free(single);
    tacit_table_free(wide);
}

/* What cannot be is said in one sentence. */
static void test_refused(void **state)
{
    tacit_table *t = table_of(*state, "x:c,y:i", "a,5\nb,-3\na,2\nb,1\n");
    synthesis s;
    set_synth(start_synthesis(&s, t, "parametric"), "how", NORM);
    assert_fails(*state, tacit_synth_make(*state, &s.spec, s.told, s.set), TACIT_ERR_INPUT,
                 "Column 'x' holds categories");
    end_synthesis(&s);
    make_by(start_synthesis(&s, t, "parametric"), 0, "sample");
    set_synth(&s, "how", LOGNORM);
    assert_fails(*state, tacit_synth_make(*state, &s.spec, s.told, s.set), TACIT_ERR_DATA,
                 "not above 0");
    end_synthesis(&s);
    make_by(start_synthesis(&s, t, "parametric"), 0, "sample");
    set_synth(&s, "how", SQRTNORM);
    assert_fails(*state, tacit_synth_make(*state, &s.spec, s.told, s.set), TACIT_ERR_DATA,
                 "below 0");
    end_synthesis(&s);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_line),         with_context(test_copies),
        with_context(test_pair),         with_context(test_amounts),
        with_context(test_ordered),      with_context(test_proper),
        with_context(test_proper_apart), with_context(test_same_bytes),
        with_context(test_bad_columns),  with_context(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
