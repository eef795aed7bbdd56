/*
 * test_coding.c - top and bottom coding, global recoding, local suppression by risk and
 * multivariate top coding against sdcMicro 5.8.1, golden/sdcmicro/entries.json, on the data
 * that it ships.
 *
 * Where the peer's way is not ours: its globalRecode leaves out the lower end of the first
 * interval, so that the 98 records of age 0 are lost in the lecture's own breaks, while here
 * the end belongs to it; the lecture's figures are reproduced by blanking those cells first.
 * Its equal intervals on the logarithmic scale reach beyond the data by a factor e at each
 * end.  Its robust scatter is scaled otherwise, so that multivariate top coding agrees only at
 * another width; see there.
 */
#include "golden/golden.h"

#include "micro/classes/frequency.h"
#include "micro/method/rewrite.h"
#include "stats/population/benedetti_franconi.h"
#include "stats/counts/chi_square.h"
#include "support/masks.h"
#include "support/risks.h"

#define DATA "data/sdcmicro/"

static json_t *entries_file(void)
{
    return golden_json("golden/sdcmicro/entries.json");
}

static const json_t *entry_of(const json_t *file, const char *id)
{
    return json_object_get(golden_entry(json_object_get(file, "entries"), "id", id), "result");
}

/* The checksums of a column, as the references define them. */
static void check_sums(const tacit_column *c, const json_t *right)
{
    double sum = 0.0, squares = 0.0, places = 0.0, least = INFINITY, most = -INFINITY;
    const size_t n = tacit_column_length(c);
    for (size_t i = 0; i < n; i++) {
        const double x = tacit_column_number(c, i);
        sum += x;
        squares += x * x;
        places += (double)((i + 1) % 97 + 1) * x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    assert_near((double)n, golden_number(right, "n"), 0);
    assert_near((double)tacit_column_missing(c), golden_number(right, "n_na"), 0);
    assert_relative(sum, golden_number(right, "sum"), 1e-12);
    assert_relative(squares, golden_number(right, "sumsq"), 1e-12);
    assert_relative(places, golden_number(right, "possum"), 1e-12);
    assert_near(least, golden_number(right, "min"), 0);
    assert_near(most, golden_number(right, "max"), 0);
    for (size_t i = 0; i < 8; i++)
        assert_near(tacit_column_number(c, i),
                    json_number_value(json_array_get(json_object_get(right, "head"), i)), 0);
}

static size_t count_changed(const tacit_column *a, const tacit_column *b)
{
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(a); i++)
        n += fabs(tacit_column_number(a, i) - tacit_column_number(b, i)) > 0.0;
    return n;
}

/* ---- top and bottom coding ---- */

static void test_top_bottom(void **state)
{
    static const struct {
        const char *id, *file, *column, *method;
        double at, value;
    } of[] = {
        { "topBotCoding.age80", "testdata", "age", "top_code", 80, 81 },
        { "topBotCoding.income5e5", "testdata", "income", "top_code", 5e5, 5e5 },
        { "topBotCoding.bottom", "testdata", "income", "bottom_code", 1e6, 9.5e5 },
        { "topBotCoding.debts", "free1", "DEBTS", "top_code", 9000, 9100 },
    };
    json_t *file = entries_file();
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        char name[64];
        const json_t *right = entry_of(file, of[k].id);
        snprintf(name, sizeof name, DATA "%s.csv", of[k].file);
        tacit_table *t = golden_table(*state, name, ",");
        mask m;
        set_number(&add_column(start_mask(&m, of[k].method), t, of[k].column)->a, "at", of[k].at);
        set_number(set_number(&m.a, "replace", 2), "value", of[k].value);
        tacit_table *out = run_mask(*state, &m, t);
        check_sums(column_of(out, of[k].column), right);
        if (json_object_get(right, "n_changed") != NULL)
            assert_near(
                (double)count_changed(column_of(t, of[k].column), column_of(out, of[k].column)),
                golden_number(right, "n_changed"), 0);
        tacit_table_free(out);
        tacit_table_free(t);
    }
    json_decref(file);
}

/* ---- global recoding ---- */

/* How many rows of column `name` have the text `label`. */
static size_t count_label(const tacit_table *t, const char *name, const char *label)
{
    const tacit_column *c = column_of(t, name);
    const uint32_t code = tacit_dict_find(tacit_column_dict(c), label);
    size_t n = 0;
    for (size_t i = 0; i < tacit_column_length(c); i++)
        n += !tacit_column_is_missing(c, i) && tacit_column_codes(c)[i] == code;
    return n;
}

static void set_breaks(mask *m, const double *x, size_t n)
{
    tacit_value *v = argument(&m->a, "breaks");
    v->reals = x;
    v->n = n;
    set_number(&m->a, "closed", 1);
}

/* The counts of the entry `id` under its labels are ours under `labels`. */
static void check_counts(const tacit_table *out, const char *column, const json_t *right,
                         const char *const *labels)
{
    const json_t *level = NULL;
    size_t i, total = 0;
    json_array_foreach(json_object_get(right, "levels"), i, level)
    {
        const json_t *counts = json_object_get(right, "counts");
        const json_t *count = json_object_get(counts, json_string_value(level));
        total += count_label(out, column, labels[i]);
        if ((json_int_t)count_label(out, column, labels[i]) != json_integer_value(count))
            fail_msg("%zu in %s", count_label(out, column, labels[i]), labels[i]);
    }
    assert_int_equal(total, tacit_table_rows(out));
}

static const double AGES[] = { 0, 9, 19, 29, 39, 49, 59, 69, 79, 130 };

/* Right-closed intervals; with the peer's labels, and with breaks from 0, where it loses the
 * age 0 and we do not: 1128 + 98 records are in the first interval. */
static void test_breaks(void **state)
{
    static const char *const labels[] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };
    static const char *const own[] = { "0-9",   "10-19", "20-29", "30-39", "40-49",
                                       "50-59", "60-69", "70-79", "80-130" };
    json_t *file = entries_file();
    const json_t *right = entry_of(file, "globalRecode.age.labels");
    const json_t *lossy = json_object_get(entry_of(file, "globalRecode.age.breaks"), "counts");
    tacit_table *t = golden_table(*state, DATA "testdata.csv", ",");
    double breaks[10];
    mask m;
    memcpy(breaks, AGES, sizeof breaks);
    breaks[0] = -1;
    set_breaks(add_column(start_mask(&m, "recode"), t, "age"), breaks, 10);
    *argument(&m.a, "labels") = (tacit_value){ .given = true, .texts = labels, .n = 9 };
    tacit_table *out = run_mask(*state, &m, t);
    check_counts(out, "age", right, labels);
    tacit_table_free(out);
    set_breaks(add_column(start_mask(&m, "recode"), t, "age"), AGES, 10);
    out = run_mask(*state, &m, t);
    check_counts(out, "age", right, own);
    assert_near((double)count_label(out, "age", "0-9"),
                golden_number(lossy, "(0,9]") + golden_number(lossy, "10"), 0);
    for (size_t i = 1; i < 9; i++) {
        char level[32];
        snprintf(level, sizeof level, "(%g,%g]", AGES[i], AGES[i + 1]);
        assert_near((double)count_label(out, "age", own[i]), golden_number(lossy, level), 0);
    }
    tacit_table_free(out);
    tacit_table_free(t);
    json_decref(file);
}

/* Parts of equal counts have the peer's numbers; the outer ones have no end in their label.
 * Its six logarithmic parts from least / e to greatest * e are given as breaks. */
static void test_parts(void **state)
{
    static const char *const age[] = { "<=7", "8-14", "15-26", "27-40", ">40" };
    static const char *const income[] = { "<=10100000",           "(10100000, 20080000]",
                                          "(20080000, 30100000]", "(30100000, 40300000]",
                                          "(40300000, 50750000]", "(50750000, 60400000]",
                                          "(60400000, 70100000]", "(70100000, 79900000]",
                                          "(79900000, 89600000]", ">89600000" };
    static const char *const logs[] = { "a", "b", "c", "d", "e", "f" };
    json_t *file = entries_file();
    tacit_table *t = golden_table(*state, DATA "testdata.csv", ",");
    double breaks[7];
    mask m;
    set_number(&add_column(start_mask(&m, "recode"), t, "age")->a, "parts", 5);
    set_number(&m.a, "closed", 1);
    tacit_table *out = run_mask(*state, &m, t);
    check_counts(out, "age", entry_of(file, "globalRecode.age.5.equalAmount"), age);
    tacit_table_free(out);
    set_number(&add_column(start_mask(&m, "recode"), t, "income")->a, "parts", 10);
    set_number(&m.a, "closed", 1);
    out = run_mask(*state, &m, t);
    check_counts(out, "income", entry_of(file, "globalRecode.income.10.equalAmount"), income);
    tacit_table_free(out);
    for (size_t i = 0; i < 7; i++)
        breaks[i] = exp(log(2897.484) - 1 + (log(1e8) - log(2897.484) + 2) * (double)i / 6);
    set_breaks(add_column(start_mask(&m, "recode"), t, "income"), breaks, 7);
    *argument(&m.a, "labels") = (tacit_value){ .given = true, .texts = logs, .n = 6 };
    out = run_mask(*state, &m, t);
    check_counts(out, "income", entry_of(file, "globalRecode.income.6.logEqui"), logs);
    tacit_table_free(out);
    tacit_table_free(t);
    json_decref(file);
}

/* ---- the lecture ---- */

static tacit_table *survey(tacit_ctx *cx)
{
    static const char *const keys[] = { "urbrur", "water", "sex", "age", "relat" };
    tacit_table *t = golden_table(cx, DATA "testdata.csv", ",");
    for (size_t k = 0; k < 5; k++)
        tacit_table_set_roles(t, tacit_table_find(t, keys[k]), TACIT_ROLE_KEY);
    tacit_table_set_roles(t, tacit_table_find(t, "sampling_weight"), TACIT_ROLE_WEIGHT);
    return t;
}

/* The lecture counts a match by a missing key as 0.7. */
static const double ALPHA = 0.7;

/* What the peer's count of frequencies gives. */
typedef struct counts {
    size_t below[6]; /* records that fewer than so many match */
    double lost;     /* exact risk of the records with 1 < f < 2, to which the peer gives none */
} counts;

static counts count_matches(tacit_ctx *cx, const tacit_table *t)
{
    tacit_subject *s = NULL;
    tacit_frequencies q = { 0 };
    counts c = { 0 };
    assert_ok(cx, tacit_subject_new(cx, t, &s));
    assert_ok(cx, tacit_frequencies_of(cx, s, TACIT_FREQUENCY_SDCMICRO, ALPHA, &q));
    for (size_t i = 0; i < q.classes->rows; i++) {
        const double f = q.f[q.classes->of_row[i]], F = q.F[q.classes->of_row[i]];
        for (size_t k = 0; k < 6; k++)
            c.below[k] += f < (double)k;
        if (f > 1.0 && f < 2.0)
            c.lost += tacit_benedetti_franconi(f, f / F);
    }
    tacit_subject_free(s);
    return c;
}

/* Expected re-identifications by the peer's formulas. */
static double expected_of(tacit_ctx *cx, const tacit_table *t, double alpha)
{
    inquiry q;
    inquire(&q, "individual");
    set_number(set_number(set_number(&q.a, "missing", 2), "compat", 1), "alpha", alpha);
    tacit_result *r = run_inquiry(cx, &q, t);
    const double expected = figure(r, "expected");
    json_decref(r);
    return expected;
}

static void check_step(tacit_ctx *cx, const tacit_table *t, const json_t *right)
{
    const counts c = count_matches(cx, t);
    assert_near((double)c.below[2], golden_number(right, "k2"), 0);
    assert_near((double)c.below[3], golden_number(right, "k3"), 0);
    assert_near((double)c.below[5], golden_number(right, "k5"), 0);
    assert_relative(expected_of(cx, t, ALPHA) - c.lost, golden_number(right, "ER"), 1e-11);
}

/* Age in groups, then categories of water and relation joined. */
static void test_lecture(void **state)
{
    static const char *const water[] = { "6", "7", "8", "9" }, *const relat[] = { "8", "9" };
    static const tacit_group waters[] = { { "6-9", water, 4, 0 } },
                             relats[] = { { "8-9", relat, 2, 0 } };
    json_t *file = entries_file();
    tacit_table *t = survey(*state);
    const size_t rows = tacit_table_rows(t), age = tacit_table_find(t, "age");
    bool *infant = NULL;
    size_t lost = 0;
    mask m;
    assert_ok(*state, tacit_scratch(*state, rows, sizeof *infant, &infant));
    for (size_t i = 0; i < rows; i++)
        infant[i] = tacit_column_integers(tacit_table_column(t, age))[i] == 0;
    assert_ok(*state, tacit_rewrite_blank(*state, t, age, infant, &lost));
    assert_near((double)lost, golden_number(entry_of(file, "slides.step1.globalRecode"), "na_age"),
                0);
    set_breaks(add_column(start_mask(&m, "recode"), t, "age"), AGES, 10);
    tacit_table *one = run_mask(*state, &m, t);
    check_step(*state, one, entry_of(file, "slides.step1.globalRecode"));
    *argument(&add_column(start_mask(&m, "recode"), one, "water")->a, "groups") =
        (tacit_value){ .given = true, .groups = waters, .n = 1 };
    tacit_table *two = run_mask(*state, &m, one);
    *argument(&add_column(start_mask(&m, "recode"), two, "relat")->a, "groups") =
        (tacit_value){ .given = true, .groups = relats, .n = 1 };
    tacit_table *three = run_mask(*state, &m, two);
    check_step(*state, three, entry_of(file, "slides.step2.groupAndRename"));
    tacit_table *const all[] = { t, one, two, three };
    for (size_t i = 0; i < 4; i++)
        tacit_table_free(all[i]);
    json_decref(file);
}

/* ---- local suppression ---- */

static void test_local_suppression(void **state)
{
    json_t *file = entries_file();
    const json_t *right = entry_of(file, "localSupp.testdata.K5.thr0.02"), *row = NULL;
    tacit_table *t = survey(*state);
    mask m;
    size_t i, n = 0;
    set_number(&add_column(start_mask(&m, "local_suppress"), t, "age")->a, "threshold", 0.02);
    set_number(set_number(&m.a, "risk", 1), "missing", 2);
    tacit_table *out = run_mask(*state, &m, t);
    const tacit_column *age = column_of(out, "age");
    assert_near((double)tacit_column_missing(age), golden_number(right, "n"), 0);
    json_array_foreach(json_object_get(right, "rows"), i, row)
    {
        while (!tacit_column_is_missing(age, n))
            n++;
        assert_int_equal(++n, json_integer_value(row)); /* counted from 1 */
    }
    assert_relative(expected_of(*state, out, 1.0), golden_number(right, "ER_after"), 1e-11);
    tacit_table_free(out);
    tacit_table_free(t);
    json_decref(file);
}

/* ---- multivariate top coding ---- */

/* Factor that makes the covariance of the share `a` of normal points nearest to the centre that of
 * all of them, with 4 columns. */
static double consistency(double a)
{
    return a / tacit_chi_square_cdf(tacit_chi_square_quantile(a, 4), 6);
}

/* The fit rests on 638 of the 1080 records, those within the 97.5 % quantile of a first one.  We
 * scale its scatter for a share of 0.975 that normal data would have there (Croux and Haesbroeck
 * 1999), the peer for the share 638 / 1080 of these records, so that its ellipsoid is wider and it
 * pulls 346 records and not 433 (which a search from 1436 random subsets finds too).  At that
 * width the results agree, but for the peer's factor for small samples, about 1 %. */
static void test_multivariate(void **state)
{
    static const char *const names[] = { "AGI", "FEDTAX", "STATETAX", "TAXINC" };
    json_t *file = entries_file();
    const json_t *right = entry_of(file, "mvTopCoding.CASC4");
    tacit_table *t = golden_table(*state, DATA "CASCrefmicrodata.csv", ",");
    const double wider = consistency(638.0 / 1080) / consistency(0.975);
    mask m;
    start_mask(&m, "mv_top_code");
    for (size_t j = 0; j < 4; j++)
        add_column(&m, t, names[j]);
    tacit_table *out = run_mask(*state, &m, t);
    assert_int_equal(count_changed(column_of(t, "AGI"), column_of(out, "AGI")), 433);
    tacit_table_free(out);
    set_number(&m.a, "quantile",
               tacit_chi_square_cdf(wider * tacit_chi_square_quantile(0.975, 4), 4));
    out = run_mask(*state, &m, t);
    assert_relative((double)count_changed(column_of(t, "AGI"), column_of(out, "AGI")),
                    golden_number(right, "n_changed"), 0.01);
    for (size_t j = 0; j < 4; j++) {
        const json_t *of = json_object_get(json_object_get(right, "cols"), names[j]);
        const tacit_column *c = column_of(out, names[j]);
        double sum = 0.0, most = 0.0;
        for (size_t i = 0; i < 1080; i++) {
            sum += tacit_column_number(c, i);
            most = fmax(most, tacit_column_number(c, i));
        }
        assert_relative(sum, golden_number(of, "sum"), 0.005);
        assert_relative(most, golden_number(of, "max"), 0.02);
    }
    tacit_table_free(out);
    tacit_table_free(t);
    json_decref(file);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_top_bottom),
        with_context(test_breaks),
        with_context(test_parts),
        with_context(test_lecture),
        with_context(test_local_suppression),
        with_context(test_multivariate),
    };
    return golden_run_tests(tests);
}
