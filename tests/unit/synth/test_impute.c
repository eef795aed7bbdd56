/*
 * test_impute.c - persons of whom some columns are known: who is drawn, what they get, and whether
 * intervals of combined sets hold the truth.
 */
#include "support/synths.h"

#include "base/pool.h"
#include "stats/counts/combine.h"
#include "stats/counts/student.h"
#include "synth/impute.h"
#include "table/take.h"

enum { PERSONS = 2000, SAMPLED = 200, GROUPS = 4, SETS = 5 };

/* A population: a group, and whether somebody has something, the oftener the higher the group. */
static tacit_table *population(tacit_ctx *cx, tacit_rng *rng, double *share)
{
    static const double chance[GROUPS] = { 0.15, 0.35, 0.55, 0.85 };
    tacit_builder *b[3];
    tacit_type type[3];
    size_t n = 0;
    start_columns(cx, "id:i,group:c,has:i", b, type);
    for (int i = 0; i < PERSONS; i++) {
        static const char *const names[GROUPS] = { "a", "b", "c", "d" };
        char id[32];
        const size_t g = (size_t)tacit_rng_below(rng, GROUPS);
        const bool has = tacit_rng_uniform(rng) < chance[g];
        snprintf(id, sizeof id, "%d", i);
        add_cell(cx, b[0], type[0], id);
        add_cell(cx, b[1], type[1], names[g]);
        add_cell(cx, b[2], type[2], has ? "1" : "0");
        n += has;
    }
    *share = (double)n / PERSONS;
    return finish_columns(cx, b, 3, PERSONS);
}

/* Rows of a table as a table. */
static tacit_table *rows_of(tacit_ctx *cx, const tacit_table *t, const size_t *row, size_t n)
{
    tacit_table *out = NULL;
    assert_ok(cx, tacit_table_take(cx, t, &(tacit_row_list){ n, row }, &out));
    return out;
}

/* Sets for the first `SAMPLED` persons as data; the others are completed. */
static void impute(tacit_ctx *cx, const tacit_table *all, uint64_t seed, synthesis *s)
{
    size_t sampled[SAMPLED], other[PERSONS - SAMPLED];
    for (size_t i = 0; i < PERSONS; i++)
        (i < SAMPLED ? sampled : other)[i < SAMPLED ? i : i - SAMPLED] = i;
    tacit_table *data = rows_of(cx, all, sampled, SAMPLED);
    set_synth(start_synthesis(s, data, "cart"), "min_bucket", 5);
    make_by(s, 0, NULL);
    make_by(s, 1, NULL);
    s->column[2].predictors.n = 1; /* the group, not the id */
    s->before[0] = 1;
    s->spec.dealt = false;
    s->spec.sets = SETS;
    s->spec.rng = tacit_rng_seed(seed);
    const tacit_impute_spec spec = { s->spec, all, other, PERSONS - SAMPLED };
    assert_ok(cx, tacit_synth_impute(cx, &spec, s->told, s->set));
    tacit_table_free(data);
}

static double mean_of(const tacit_table *t, const char *name)
{
    double sum = 0.0;
    for (size_t i = 0; i < tacit_table_rows(t); i++)
        sum += tacit_column_number(column_of(t, name), i);
    return sum / (double)tacit_table_rows(t);
}

/* Everybody in a set is another person, none of them in the data, with the group that they have;
 * sets are of different persons. */
static void test_persons(void **state)
{
    tacit_rng rng = tacit_rng_seed(8);
    double share = 0.0;
    tacit_table *all = population(*state, &rng, &share);
    synthesis s;
    size_t twice = 0;
    bool in_first[PERSONS] = { false };
    impute(*state, all, 3, &s);
    for (size_t k = 0; k < SETS; k++) {
        bool seen[PERSONS] = { false };
        assert_int_equal(tacit_table_rows(s.set[k]), SAMPLED);
        for (size_t i = 0; i < SAMPLED; i++) {
            const size_t id = (size_t)tacit_column_integers(column_of(s.set[k], "id"))[i];
            char a[32], b[32];
            assert_true(id >= SAMPLED && !seen[id]);
            seen[id] = true;
            assert_string_equal(tacit_column_text(column_of(s.set[k], "group"), i, a),
                                tacit_column_text(column_of(all, "group"), id, b));
            in_first[id] = in_first[id] || k == 0;
            twice += k == 1 && in_first[id];
        }
    }
    assert_true(twice < 60); /* 22 of 200 are expected */
    end_synthesis(&s);
    tacit_table_free(all);
}

/* The share of the population by the rule for such sets: 100 populations, samples and syntheses.
 * Intervals of 95 % are to hold it; 88 or fewer of 100 would happen once in 200 trials if they
 * held it with that chance, and the rule is known to be wide rather than narrow. */
static void test_coverage(void **state)
{
    enum { TRIALS = 100 };
    const size_t threads = tacit_pool_threads();
    size_t held = 0;
    double bias = 0.0;
    tacit_pool_set(1); /* the tables are small */
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        tacit_rng rng = tacit_rng_seed(100 + trial);
        double q[SETS], u[SETS], share = 0.0;
        tacit_table *all = population(*state, &rng, &share);
        synthesis s;
        impute(*state, all, trial, &s);
        for (size_t k = 0; k < SETS; k++) {
            q[k] = mean_of(s.set[k], "has");
            u[k] = q[k] * (1.0 - q[k]) / SAMPLED;
        }
        const tacit_combined_sets sets = { SETS, 1, q, u, SAMPLED, SAMPLED };
        const tacit_joint_estimate x = tacit_combine(TACIT_COMBINE_FULL, &sets);
        const double half = tacit_student_quantile(0.975, x.df) * sqrt(x.variance);
        held += fabs(x.estimate - share) <= half;
        bias += (x.estimate - share) / TRIALS;
        end_synthesis(&s);
        tacit_table_free(all);
    }
    tacit_pool_set(threads);
    assert_true(held >= 89);
    assert_near(bias, 0.0, 0.016); /* 4 standard errors: sqrt(.25 / 200 * 1.3 / 100) */
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_persons), with_context(test_coverage) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
