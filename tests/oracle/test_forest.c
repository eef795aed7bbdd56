/*
 * test_forest.c - columns that are known: leaves drawn by weights against all leaves weighed.
 *
 * The forest of a synthesis is grown again, and the probability of each value of y given the two
 * kept columns is added up over all its leaves: records of the leaf with the row's value in the
 * column of most levels, times the share of its other value, times the share of y.  What was drawn
 * must agree with that, summed over rows and forests.
 */
#include "support/synths.h"

#include "synth/forest/own.h"

enum { RECORDS = 90, LEVELS_A = 3, LEVELS_B = 2, VALUES = 3, SEEDS = 8 };

static tacit_table *make_table(tacit_ctx *cx)
{
    tacit_rng rng = tacit_rng_seed(31);
    tacit_builder *b[3];
    tacit_type type[3];
    start_columns(cx, "a:c,b:c,y:c", b, type);
    for (size_t i = 0; i < RECORDS; i++) {
        const int a = (int)tacit_rng_below(&rng, LEVELS_A),
                  k = (int)tacit_rng_below(&rng, LEVELS_B);
        const int y =
            tacit_rng_below(&rng, 3) == 0 ? (int)tacit_rng_below(&rng, VALUES) : (a + k) % VALUES;
        add_cell(cx, b[0], type[0], (const char[2]){ (char)('0' + a), 0 });
        add_cell(cx, b[1], type[1], (const char[2]){ (char)('0' + k), 0 });
        add_cell(cx, b[2], type[2], (const char[2]){ (char)('0' + y), 0 });
    }
    return finish_columns(cx, b, 3, RECORDS);
}

/* The forest that a synthesis with this seed grows. */
static tacit_forest_leaves grow_again(tacit_ctx *cx, const tacit_table *t, uint64_t seed,
                                      tacit_coding coding[3])
{
    const tacit_rng root = tacit_rng_seed(seed), column = tacit_rng_fork(&root, "y");
    const tacit_rng block_rng = tacit_rng_fork(&column, "forest");
    const tacit_rng learning = tacit_rng_fork(&block_rng, "learning");
    const tacit_forest_options how = { .trees = 10, .min_leaf = 5, .rounds = 10 };
    tacit_synth_known known[2];
    tacit_forest_data data;
    tacit_forest_leaves out;
    for (size_t j = 0; j < 3; j++)
        assert_ok(
            cx, tacit_coding_of(cx, tacit_table_column(t, j), &(tacit_specials){ 0 }, &coding[j]));
    for (size_t j = 0; j < 2; j++)
        known[j] = (tacit_synth_known){ .coding = &coding[j] };
    const tacit_synth_block block = {
        .data = t, .n = 1, .coding = &coding[2], .n_known = 2, .known = known
    };
    assert_ok(cx, tacit_forest_data_of(cx, &block, &data));
    assert_ok(cx, tacit_forest_learn(cx, &data, &how, &learning, &out));
    return out;
}

/* Probabilities of y given codes a and b. */
static void weigh_all(const tacit_forest_leaves *l, const tacit_coding coding[3], uint16_t a,
                      uint16_t b, double p[VALUES])
{
    double all = 0.0;
    for (size_t v = 0; v < VALUES; v++)
        p[v] = 0.0;
    for (size_t q = 0; q < l->n; q++) {
        const double n = (double)l->rows[q];
        double with_a = 0.0, with_b = 0.0, with_y[VALUES] = { 0 };
        for (size_t r = 0; r < l->rows[q]; r++) {
            const uint32_t record = l->order[l->first[q] + r];
            with_a += coding[0].code[record] == a;
            with_b += coding[1].code[record] == b;
            with_y[coding[2].code[record]] += 1.0;
        }
        const double weight = with_a * (with_b + 0.5 / LEVELS_B) / (n + 0.5);
        all += weight;
        for (size_t v = 0; v < VALUES; v++)
            p[v] += weight * with_y[v] / n;
    }
    for (size_t v = 0; v < VALUES; v++)
        p[v] /= all;
}

/* Add what was drawn for each combination, and what was to be expected. */
static void add_up(const tacit_table *set, const double expected[LEVELS_A * LEVELS_B][VALUES],
                   double drawn[][VALUES], double sum[][VALUES])
{
    for (size_t i = 0; i < RECORDS; i++) {
        char text[32];
        size_t code[3];
        for (size_t j = 0; j < 3; j++)
            code[j] = (size_t)(tacit_column_text(tacit_table_column(set, j), i, text)[0] - '0');
        const size_t cell = code[0] * LEVELS_B + code[1];
        drawn[cell][code[2]] += 1.0;
        for (size_t v = 0; v < VALUES; v++)
            sum[cell][v] += expected[cell][v];
    }
}

/* The code of the level that is written as `text`. */
static uint16_t code_of(const tacit_coding *c, char text)
{
    char own[32];
    for (size_t i = 0; i < tacit_column_length(c->column); i++)
        if (tacit_column_text(c->column, i, own)[0] == text)
            return c->code[i];
    fail();
    return 0;
}

static void test_known(void **state)
{
    tacit_table *t = make_table(*state);
    double drawn[LEVELS_A * LEVELS_B][VALUES] = { { 0 } },
                            sum[LEVELS_A * LEVELS_B][VALUES] = { { 0 } };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        double expected[LEVELS_A * LEVELS_B][VALUES];
        tacit_coding coding[3];
        synthesis s;
        const tacit_forest_leaves l = grow_again(*state, t, seed, coding);
        for (size_t k = 0; k < LEVELS_A * LEVELS_B; k++) {
            double p[VALUES];
            weigh_all(&l, coding, code_of(&coding[0], (char)('0' + k / LEVELS_B)),
                      code_of(&coding[1], (char)('0' + k % LEVELS_B)), p);
            for (size_t v = 0; v < VALUES; v++)
                expected[k][v] = p[code_of(&coding[2], (char)('0' + v))];
        }
        start_synthesis(&s, t, "cart")->spec.rng = tacit_rng_seed(seed);
        make_by(make_by(&s, 0, NULL), 1, NULL);
        make_together(&s, 2, 1, "forest");
        s.spec.sets = SYNTH_SETS;
        s.spec.dealt = false;
        run_synthesis(*state, &s);
        for (size_t k = 0; k < SYNTH_SETS; k++)
            add_up(s.set[k], expected, drawn, sum);
        end_synthesis(&s);
    }
    for (size_t k = 0; k < LEVELS_A * LEVELS_B; k++)
        for (size_t v = 0; v < VALUES; v++) {
            const double n = drawn[k][0] + drawn[k][1] + drawn[k][2], p = sum[k][v] / n;
            /* five deviations, and what 64 candidates are short of all leaves */
            assert_near(drawn[k][v] / n, p, 5.0 * sqrt(p * (1.0 - p) / n) + 0.01);
        }
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_known) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
