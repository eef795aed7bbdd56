/*
 * test_ptable.c - perturbation tables: designed, read, looked up.
 *
 * What is expected was computed by hand unless it is said how else.
 */
#include "support/files.h"

#include "tabular/protection/cell_key/ptable.h"

/* ---- designs ---- */

static tacit_ptable_part design(tacit_ctx *cx, double size, double maximum, double variance,
                                double forbidden)
{
    tacit_ptable_part out = { 0 };
    const tacit_ptable_wish wish = { 1, &size, maximum, variance, forbidden, 1 };
    assert_ok(cx, tacit_ptable_design(cx, &wish, &out));
    return out;
}

/* Three values -1, 0, 1: mean 0 and variance V leave p(-1) = p(1) = V / 2. */
static void test_three_values(void **state)
{
    const tacit_ptable_part t = design(*state, 4, 1, 0.5, 0);
    assert_int_equal(t.first[1], 3);
    assert_near(t.value[0], -1, 0);
    assert_near(t.below[0], 0.25, 0);
    assert_near(t.below[1], 0.75, 0);
    assert_near(t.below[2], 1, 0);
    const tacit_ptable_moments m = tacit_ptable_moments_of(&t, 0);
    assert_near(m.mean, 0, 1e-15);
    assert_near(m.variance, 0.5, 1e-15);
    assert_near(m.stays, 0.5, 1e-15);
}

/* Equal probabilities have the largest entropy and a variance of 2/3: more is not made. */
static void test_variance_is_a_bound(void **state)
{
    const tacit_ptable_part t = design(*state, 4, 1, 5, 0);
    assert_near(t.below[0], 0.33333333, 1e-15);
    assert_near(t.below[1], 0.66666667, 1e-15);
}

/* Size 1 without the results 1 and 2, and noise of at most 2: values -1 and 2, so 2/3 and 1/3. */
static void test_two_values(void **state)
{
    const tacit_ptable_part t = design(*state, 1, 2, 2.5, 2);
    assert_int_equal(t.first[1], 2);
    assert_near(t.value[1], 2, 0);
    assert_near(t.below[0], 0.66666667, 1e-15);
}

/* Its variance is 2, and no less can be had. */
static void test_too_small_variance(void **state)
{
    const double size = 1;
    tacit_ptable_part out = { 0 };
    const tacit_ptable_wish wish = { 1, &size, 2, 1.9, 2, 1 };
    assert_fails(*state, tacit_ptable_design(*state, &wish, &out), TACIT_ERR_INPUT,
                 "too small for the forbidden results");
}

/* Noise of at most 2 takes 3 to 3, 4 or 5 if 1 and 2 are forbidden: never down. */
static void test_too_small_maximum(void **state)
{
    const double size = 3;
    tacit_ptable_part out = { 0 };
    const tacit_ptable_wish wish = { 1, &size, 2, 3, 2, 1 };
    assert_fails(*state, tacit_ptable_design(*state, &wish, &out), TACIT_ERR_INPUT,
                 "the maximum must be larger");
}

/* Sizes 2 and 5 with D = 5, V = 3 and the results 1 and 2 forbidden, by a Newton's method with 40
 * decimal digits; ptable 1.0.0 has 0.81545058 and 0.41412797 instead of the second and third. */
static void test_forty_digits(void **state)
{
    static const double two[] = { 0.40880704, 0.81545060, 0.96307459, 0.99539341, 0.99966028, 1 };
    static const double five[] = { 0.02014748, 0.19349495, 0.41412799, 0.63544627, 0.81041393,
                                   0.91943037, 0.97296317, 0.99368087, 1 };
    const tacit_ptable_part a = design(*state, 2, 5, 3, 2), b = design(*state, 5, 5, 3, 2);
    for (size_t k = 0; k < 6; k++)
        assert_near(a.below[k], two[k], 1e-15);
    for (size_t k = 0; k < 9; k++)
        assert_near(b.below[k], five[k], 1e-15);
}

/* Whatever is asked for: mean 0, the variance kept, no forbidden and no negative result, and
 * probabilities that do not fall below 0. */
static void check_promises(const tacit_ptable_part *t, const tacit_ptable_wish *w)
{
    for (size_t k = 0; k < t->n; k++) {
        const tacit_ptable_moments m = tacit_ptable_moments_of(t, k);
        double last = 0, before = 0;
        assert_near(m.mean, 0, 1e-8 * w->maximum * w->maximum);
        assert_true(m.variance <= w->variance * (1 + 1e-6));
        for (size_t e = t->first[k]; e < t->first[k + 1]; e++) {
            const double result = t->size[k] + t->value[e], p = t->below[e] - last;
            assert_true(fabs(t->value[e]) <= w->maximum);
            assert_true(result == 0 || result > w->forbidden);
            assert_true(p >= 0 && (t->value[e] > 0 || m.stays <= 0 || p >= before - 3e-8));
            before = p;
            last = t->below[e];
        }
    }
}

/* Try many variances. */
static void try_variances(tacit_ctx *cx, double maximum, double forbidden)
{
    double sizes[40];
    for (size_t k = 0; k < 40; k++)
        sizes[k] = (double)k + 1;
    for (double variance = 0.25; variance < 40; variance *= 1.7) {
        const tacit_ptable_wish w = { 40, sizes, maximum, variance, forbidden, 1 };
        const size_t mark = tacit_scratch_mark(cx);
        tacit_ptable_part t = { 0 };
        if (tacit_ptable_design(cx, &w, &t) == TACIT_OK)
            check_promises(&t, &w);
        tacit_scratch_release(cx, mark);
    }
}

static void test_promises(void **state)
{
    for (double maximum = 1; maximum <= 12; maximum++)
        for (double forbidden = 0; forbidden < maximum && forbidden <= 3; forbidden++)
            try_variances(*state, maximum, forbidden);
}

/* ---- files ---- */

static tacit_ptable read_text(place *p, const char *text)
{
    char path[PATH_BYTES];
    tacit_ptable t = { 0 };
    put_text(p, "table.csv", text);
    assert_ok(p->cx, tacit_ptable_read(p->cx, path_of(p, "table.csv", path), &t));
    return t;
}

/* A key that is a bound belongs to the entry after it. */
static void test_look_up(void **state)
{
    const tacit_ptable t = read_text(*state, "i,j,p,v,ub,type\n0,0,1,0,1,all\n1,0,0.2,-1,0.2,all\n"
                                             "1,2,0.8,1,1,all\n2,2,1,0,1,all\n");
    const tacit_ptable_part *all = &t.part[TACIT_PTABLE_ALL];
    assert_int_equal(all->n, 2);
    assert_int_equal(t.whole, 0);
    assert_near(tacit_ptable_value(all, 0, 0), -1, 0);
    assert_near(tacit_ptable_value(all, 0, 0.19999999), -1, 0);
    assert_near(tacit_ptable_value(all, 0, 0.2), 1, 0);
    assert_near(tacit_ptable_value(all, 1, 0.99999999), 0, 0);
    assert_int_equal(tacit_ptable_count(&t, 1), 0);
    assert_int_equal(tacit_ptable_count(&t, 2), 1);
    assert_int_equal(tacit_ptable_count(&t, 1000), 1);
}

/* As ptable writes them for tau-Argus: semicolons, other names, blanks that fill columns. */
static void test_argus(void **state)
{
    const tacit_ptable t = read_text(*state, "i;j;p;v;p_int_ub;type\n1;0;0.5;-1;0.5;even\n"
                                             "1;2;0.5; 1; 1.0 ;even\n1;1;1.0; 0;1.0;odd\n"
                                             "3;3;1.0; 0;1.0; small_cells\n");
    assert_int_equal(t.part[TACIT_PTABLE_EVEN].n, 1);
    assert_int_equal(t.part[TACIT_PTABLE_ODD].n, 1);
    assert_int_equal(t.part[TACIT_PTABLE_SMALL].n, 1);
    assert_int_equal(t.part[TACIT_PTABLE_ALL].n, 0);
    assert_near(tacit_ptable_value(&t.part[TACIT_PTABLE_EVEN], 0, 0.5), 1, 0);
}

/* Keys 0 to 3: key 2 of count 1 adds 3.  Counts beyond 3 have the rows 2 and 3 in turn. */
static void test_whole_keys(void **state)
{
    tacit_ptable t = read_text(*state, "pcv,ckey,pvalue\n1,0,-1\n1,1,-1\n1,2,3\n1,3,0\n2,0,0\n2,1,"
                                       "0\n2,2,0\n2,3,1\n3,0,0\n3,1,0\n3,2,-1\n3,3,0\n");
    assert_int_equal(t.whole, 4);
    assert_near(tacit_ptable_value(&t.part[0], 0, 1.0 / 4), -1, 0);
    assert_near(tacit_ptable_value(&t.part[0], 0, 2.0 / 4), 3, 0);
    assert_near(tacit_ptable_value(&t.part[0], 0, 3.0 / 4), 0, 0);
    t.cycle = 2;
    assert_int_equal(tacit_ptable_count(&t, 3), 2);
    assert_int_equal(tacit_ptable_count(&t, 4), 1);
    assert_int_equal(tacit_ptable_count(&t, 5), 2);
    assert_int_equal(tacit_ptable_count(&t, 6), 1);
}

/* Tables of 750 rows: (n - 1) mod 250 + 501, as the Office for National Statistics has it. */
static void test_seven_hundred_and_fifty(void **state)
{
    tacit_ptable t = { .cycle = 250, .part = { { .n = 750 } } };
    (void)state;
    for (uint64_t n = 751; n < 5000; n++)
        assert_int_equal(tacit_ptable_count(&t, n) + 1, (n - 1) % 250 + 501);
}

static void test_refused(void **state)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {
        { "i,v\n1,0\n", "has the columns i, v and ub" },
        { "i,v,ub\n1,-2,1\n", "line 2: a size is not negative" },
        { "i,v,ub\n1,0,0.5\n1,1,0.4\n", "line 3: bounds of a size must rise" },
        { "i,v,ub\n1,0,0.5\n", "the bounds of size 1 end before" },
        { "i,v,ub\n2,0,1\n1,0,1\n", "line 3: sizes must come upwards" },
        { "i,v,ub\n0,1,1\n1,0,1\n", "what is added to 0 must be 0" },
        { "i,v,ub,type\n1,0,1,none\n", "the type is none of" },
        { "i,v,ub,type\n1,0,1,even\n", "of type all, or of even and odd" },
        { "pcv,ckey,pvalue\n1,0,0\n1,2,0\n", "whole keys go 0, 1, 2" },
        { "pcv,ckey,pvalue\n1,0,0\n1,1,0\n2,0,0\n", "the bounds of size 2 end before" },
        { "i,v,ub\n1,0\n", "line 2: fields are missing" },
        { "i,v,ub\n", "of type all, or of even and odd" },
    };
    place *p = *state;
    char path[PATH_BYTES];
    tacit_ptable t = { 0 };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        put_text(p, "table.csv", wrong[i].text);
        assert_fails(p->cx, tacit_ptable_read(p->cx, path_of(p, "table.csv", path), &t),
                     TACIT_ERR_INPUT, wrong[i].says);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_three_values),
        with_context(test_variance_is_a_bound),
        with_context(test_two_values),
        with_context(test_too_small_variance),
        with_context(test_too_small_maximum),
        with_context(test_forty_digits),
        with_context(test_promises),
        with_place(test_look_up),
        with_place(test_argus),
        with_place(test_whole_keys),
        cmocka_unit_test(test_seven_hundred_and_fifty),
        with_place(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
