/*
 * test_shuffle.c - shuffling against figures of another program.
 *
 * sdcMicro 5.8.1, shuffle() with method "ds", the only one of its modes that keeps the relation to
 * the predictors: what it kept on the same data for one seed.  Random results cannot agree; kept
 * are the same values, and rank correlations at least as closely as there or within five standard
 * deviations (at most 1.06 / sqrt(n) each), which a right method exceeds once in 1e6 fresh seeds.
 */
#include "support/shuffles.h"

#include "golden/golden.h"

static const double LIMIT = 5.0 * 1.06;

/* One of the peer's calls. */
typedef struct call {
    const char *id, *file;
    const char *columns[2];
    const char *by[3];
    size_t n_by;
} call;

static const call TESTDATA[] = {
    { "shuffle.testdata.ds",
      "data/sdcmicro/testdata.csv",
      { "savings", "expend" },
      { "urbrur", "walls", "water" },
      3 },
    { "shuffle.testdata.ds.income",
      "data/sdcmicro/testdata.csv",
      { "income", "savings" },
      { "expend", "age" },
      2 },
};

static mask *shuffle_as(mask *m, const call *c, const tacit_table *t)
{
    start_mask(m, "shuffle");
    add_column(add_column(m, t, c->columns[0]), t, c->columns[1]);
    return predict_by(m, c->by, c->n_by);
}

/* Columns that hardly depend on one another stay so. */
static void check_testdata(tacit_ctx *cx, const json_t *entries, const call *c)
{
    const json_t *result = json_object_get(golden_entry(entries, "id", c->id), "result");
    tacit_table *t = golden_table(cx, c->file, ",");
    const size_t n = tacit_table_rows(t);
    mask m;
    tacit_table *out = run_mask(cx, shuffle_as(&m, c, t), t);
    const char *a = c->columns[0], *b = c->columns[1];
    assert_same_values(cx, t, out, a, 0, n);
    assert_same_values(cx, t, out, b, 0, n);
    const double was = spearman(cx, t, a, t, b, (stretch){ 0, n });
    assert_near(was, golden_number(result, "spearman_orig"), 1e-12);
    assert_near(spearman(cx, out, a, out, b, (stretch){ 0, n }), was, LIMIT / sqrt((double)n));
    assert_near(spearman(cx, out, a, out, b, (stretch){ 0, n }), was,
                fabs(golden_number(result, "spearman_shuffled") - was));
    for (size_t k = 0; k < 2; k++)
        assert_near(spearman(cx, out, c->columns[k], t, c->columns[k], (stretch){ 0, n }), 0.0,
                    LIMIT / sqrt((double)n));
    tacit_table_free(out);
    tacit_table_free(t);
}

static void test_testdata(void **state)
{
    json_t *root = golden_json("golden/sdcmicro/entries.json");
    for (size_t k = 0; k < 2; k++)
        check_testdata(*state, json_object_get(root, "entries"), &TESTDATA[k]);
    json_decref(root);
}

static const call CASC = { "shuffle.CASC.ds",
                           "data/sdcmicro/CASCrefmicrodata.csv",
                           { "AGI", "TAXINC" },
                           { "FEDTAX", "FICA", "WSALVAL" },
                           3 };

/* Rank correlation number a, b of the peer's 5 by 5 matrix. */
static double golden_cell(const json_t *result, const char *name, size_t a, size_t b)
{
    return json_number_value(json_array_get(json_array_get(json_object_get(result, name), a), b));
}

/* The mean over seeds of the largest change of a rank correlation is below the peer's of one,
 * and each is within chance. */
static void test_casc(void **state)
{
    enum { SEEDS = 20 };
    static const char *const names[] = { "AGI", "TAXINC", "FEDTAX", "FICA", "WSALVAL" };
    json_t *root = golden_json("golden/sdcmicro/entries.json");
    const json_t *result =
        json_object_get(golden_entry(json_object_get(root, "entries"), "id", CASC.id), "result");
    tacit_table *t = golden_table(*state, CASC.file, ",");
    const size_t n = tacit_table_rows(t);
    double peer = 0.0, own = 0.0;
    for (size_t a = 0; a < 2; a++)
        for (size_t b = a + 1; b < 5; b++) {
            assert_near(spearman(*state, t, names[a], t, names[b], (stretch){ 0, n }),
                        golden_cell(result, "spearman_orig", a, b), 1e-12);
            peer = fmax(peer, fabs(golden_cell(result, "spearman_shuffled", a, b) -
                                   golden_cell(result, "spearman_orig", a, b)));
        }
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        tacit_result *told = NULL;
        mask m;
        shuffle_as(&m, &CASC, t)->seed = seed;
        tacit_table *out = run_told(*state, &m, t, &told);
        assert_same_values(*state, t, out, "AGI", 0, n);
        assert_same_values(*state, t, out, "TAXINC", 0, n);
        assert_true(figure(told, "largest_change") < LIMIT / sqrt((double)n));
        own += figure(told, "largest_change") / SEEDS;
        json_decref(told);
        tacit_table_free(out);
    }
    assert_true(own < peer);
    tacit_table_free(t);
    json_decref(root);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_testdata), with_context(test_casc) };
    return golden_run_tests(tests);
}
