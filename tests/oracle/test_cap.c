/*
 * test_cap.c - attribute inference against counting record by record.
 *
 * Every figure is computed from its definition by comparing each record with each other, on
 * thousands of small random tables with missing values and tables of different lengths.
 */
#include "support/risks.h"

enum { KEYS = 2 };

static bool same_value(const tacit_table *a, size_t i, const tacit_table *b, size_t k, size_t j)
{
    const tacit_column *x = tacit_table_column(a, j), *y = tacit_table_column(b, j);
    char s[32], t[32];
    if (tacit_column_is_missing(x, i) || tacit_column_is_missing(y, k))
        return tacit_column_is_missing(x, i) && tacit_column_is_missing(y, k);
    return strcmp(tacit_column_text(x, i, s), tacit_column_text(y, k, t)) == 0;
}

/* Records of `b` with the keys of record i of `a`, and with its target too. */
static double with_same_keys(const tacit_table *a, size_t i, const tacit_table *b, bool target)
{
    double n = 0;
    for (size_t k = 0; k < tacit_table_rows(b); k++) {
        bool same = true;
        for (size_t j = 0; j < KEYS + (target ? 1 : 0); j++)
            same = same && same_value(a, i, b, k, j);
        n += same;
    }
    return n;
}

/* Whether all records of `b` with the keys of record i of `a` have one target; `*right` if it
 * is that of record i. */
static bool discloses(const tacit_table *a, size_t i, const tacit_table *b, bool *right)
{
    size_t first = tacit_table_rows(b);
    bool one = true;
    for (size_t k = 0; k < tacit_table_rows(b); k++) {
        bool same = true;
        for (size_t j = 0; j < KEYS; j++)
            same = same && same_value(a, i, b, k, j);
        if (!same)
            continue;
        first = first == tacit_table_rows(b) ? k : first;
        one = one && same_value(b, first, b, k, KEYS);
    }
    if (first == tacit_table_rows(b) || !one)
        return false;
    *right = same_value(a, i, b, first, KEYS);
    return true;
}

typedef struct sums {
    double uio, uis, uiois, repu, dorig, dsyn, is, dis, disco, disdio, base, capd, caps, dcap;
    double tcap, tcap_n, both, naive;
} sums;

static void add_original(const tacit_table *x, const tacit_table *y, size_t i, sums *s)
{
    const double d = with_same_keys(x, i, x, false), k = with_same_keys(x, i, y, false);
    bool here = false, there = false, right = false;
    here = discloses(x, i, x, &right);
    s->uio += d < 1.5;
    s->uiois += d < 1.5 && k > 0;
    s->repu += d < 1.5 && k > 0 && k < 1.5;
    s->dorig += here;
    s->is += k > 0;
    there = discloses(x, i, y, &right);
    s->dis += there;
    s->disco += there && right;
    s->disdio += there && right && here;
    s->capd += with_same_keys(x, i, x, true) / d;
    s->dcap += k > 0 ? with_same_keys(x, i, y, true) / k : 0;
    for (size_t h = 0; h < tacit_table_rows(x); h++)
        s->base += same_value(x, i, x, h, KEYS);
    for (size_t h = 0; there && h < tacit_table_rows(y); h++)
        s->naive += same_value(x, i, y, h, KEYS) / (double)tacit_table_rows(y);
}

static void add_released(const tacit_table *x, const tacit_table *y, size_t i, sums *s)
{
    const double k = with_same_keys(y, i, y, false), d = with_same_keys(y, i, x, false);
    bool right = false;
    const bool here = discloses(y, i, y, &right);
    s->uis += k < 1.5;
    s->dsyn += here;
    s->caps += with_same_keys(y, i, y, true) / k;
    s->both += d > 0;
    if (here && d > 0) {
        s->tcap += with_same_keys(y, i, x, true) / d;
        s->tcap_n += 1;
    }
}

static void check_share(const tacit_result *r, const char *name, double part, double whole)
{
    if (whole > 0)
        assert_near(figure(r, name), part / whole, 1e-12);
    else
        assert_true(isnan(figure(r, name)));
}

static void check_figures(const tacit_result *r, const sums *s, double n, double m)
{
    check_share(r, "uio", s->uio, n);
    check_share(r, "uis", s->uis, m);
    check_share(r, "uiois", s->uiois, n);
    check_share(r, "repu", s->repu, n);
    check_share(r, "dorig", s->dorig, n);
    check_share(r, "dsyn", s->dsyn, m);
    check_share(r, "is", s->is, n);
    check_share(r, "dis", s->dis, n);
    check_share(r, "disco", s->disco, n);
    check_share(r, "disdio", s->disdio, n);
    check_share(r, "basecapd", s->base, n * n);
    check_share(r, "capd", s->capd, n);
    check_share(r, "caps", s->caps, m);
    check_share(r, "dcap", s->dcap, n);
    check_share(r, "dcap_matched", s->dcap, s->is);
    check_share(r, "tcap", s->tcap, s->tcap_n);
    check_share(r, "tcap_synthpop", s->disco, s->both);
    check_share(r, "tcap_conditional", s->disco, s->dis);
    assert_near(figure(r, "guesses"), s->dis, 0);
    assert_near(figure(r, "successes"), s->disco, 0);
    const json_t *rows = json_object_get(part_of(r, "tables", "rates"), "rows");
    if (s->dis > 0) /* second row, third column: right guesses of the naive attacker */
        assert_near(json_number_value(json_array_get(json_array_get(rows, 1), 2)), s->naive, 1e-9);
}

static void test_figures(void **state)
{
    tacit_rng rng = tacit_rng_seed(2019);
    for (int round = 0; round < 4000; round++) {
        const size_t n = 1 + tacit_rng_below(&rng, 14), m = 1 + tacit_rng_below(&rng, 14);
        const uint64_t values = 1 + tacit_rng_below(&rng, 4);
        const double missing = round % 3 == 0 ? 0.2 : 0.0;
        tacit_table *x = random_table(*state, &rng, "a:c,b:i,t:c", n, values, missing);
        tacit_table *y = random_table(*state, &rng, "a:c,b:i,t:c", m, values, missing);
        inquiry q;
        sums s = { 0 };
        with_keys(y, KEYS);
        tacit_table_set_roles(y, KEYS, TACIT_ROLE_SENSITIVE);
        tacit_result *r = run_inquiry(*state, inquire_pair(&q, "attribute_inference", x), y);
        for (size_t i = 0; i < n; i++)
            add_original(x, y, i, &s);
        for (size_t i = 0; i < m; i++)
            add_released(x, y, i, &s);
        check_figures(r, &s, (double)n, (double)m);
        json_decref(r);
        tacit_table_free(x);
        tacit_table_free(y);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_figures) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
