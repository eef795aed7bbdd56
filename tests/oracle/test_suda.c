/*
 * test_suda.c - special uniques against looking at every set of keys of every record.
 *
 * 4000 random tables of up to 40 rows and 8 keys of all types, with missing values and
 * counts, searched to every depth; then tables of 18 keys, whose codes do not fit into one
 * word, to depth 3; then larger tables at 1 and 8 threads.
 */
#include "support/tables.h"

#include "base/pool.h"
#include "micro/risk/keys/suda/score.h"

enum { MOST_ROWS = 64, MOST_KEYS = 18 };

/* A table as numbers: cell[i][j] is the number of a value, -1 if it is missing. */
typedef struct numbers {
    size_t rows, keys;
    int cell[MOST_ROWS][MOST_KEYS];
    uint64_t count[MOST_ROWS];
    uint32_t agree[MOST_ROWS][MOST_ROWS]; /* keys on which two rows have the same value */
} numbers;

/* What looking at everything found. */
typedef struct answer {
    double score[MOST_ROWS], portion[MOST_ROWS][MOST_KEYS];
    uint64_t msus[MOST_KEYS + 1], with_key[MOST_KEYS], smallest[MOST_KEYS + 1];
} answer;

/* ---- looking at everything ---- */

static int number_of(const tacit_column *c, size_t i)
{
    char x[32], y[32];
    if (tacit_column_is_missing(c, i))
        return -1;
    for (size_t k = 0;; k++)
        if (!tacit_column_is_missing(c, k) &&
            strcmp(tacit_column_text(c, i, x), tacit_column_text(c, k, y)) == 0)
            return (int)k;
}

static void read_numbers(const tacit_table *t, size_t keys, numbers *out)
{
    const size_t counts = tacit_table_find(t, TACIT_COUNT);
    out->rows = tacit_table_rows(t);
    out->keys = keys;
    for (size_t i = 0; i < out->rows; i++) {
        for (size_t j = 0; j < keys; j++)
            out->cell[i][j] = number_of(tacit_table_column(t, j), i);
        out->count[i] = counts == tacit_table_columns(t)
                            ? 1
                            : (uint64_t)tacit_column_integers(tacit_table_column(t, counts))[i];
    }
    for (size_t i = 0; i < out->rows; i++)
        for (size_t k = 0; k < out->rows; k++) {
            out->agree[i][k] = 0;
            for (size_t j = 0; j < keys; j++)
                out->agree[i][k] |=
                    (uint32_t)(out->cell[i][j] >= 0 && out->cell[i][j] == out->cell[k][j]) << j;
        }
}

/* Whether row i has values on all keys of `set` that no other record has. */
static bool is_unique(const numbers *x, size_t i, uint32_t set)
{
    uint64_t same = 0;
    for (size_t k = 0; k < x->rows; k++)
        same += (x->agree[i][k] & set) == set ? x->count[k] : 0;
    return same == 1;
}

static bool is_minimal(const numbers *x, size_t i, uint32_t set)
{
    if (!is_unique(x, i, set))
        return false;
    for (size_t j = 0; j < x->keys; j++)
        if ((set >> j & 1) != 0 && set != UINT32_C(1) << j &&
            is_unique(x, i, set & ~(UINT32_C(1) << j)))
            return false;
    return true;
}

/* Points of an MSU, by products. */
static double points_of(size_t n, size_t k, tacit_suda_scores scores)
{
    double factorial = 1.0, choose = 1.0;
    for (size_t i = 1; i <= n - k; i++) {
        factorial *= (double)i;
        choose = choose * (double)(k + i) / (double)i;
    }
    return scores == TACIT_SUDA_FACTORIAL ? factorial : (pow(2.0, (double)(n - k)) - 1.0) / choose;
}

static void look_at_row(const numbers *x, size_t i, const tacit_suda_spec *spec, answer *a)
{
    size_t smallest = 0;
    for (uint32_t set = 1; set < UINT32_C(1) << x->keys; set++) {
        const size_t k = (size_t)__builtin_popcount(set);
        if (k > spec->depth || !is_minimal(x, i, set))
            continue;
        const double points = points_of(x->keys, k, spec->scores);
        smallest = smallest == 0 || k < smallest ? k : smallest;
        a->score[i] += points;
        a->msus[k]++;
        for (size_t j = 0; j < x->keys; j++) {
            a->portion[i][j] += (set >> j & 1) != 0 ? points : 0.0;
            a->with_key[j] += set >> j & 1;
        }
    }
    if (smallest > 0)
        a->smallest[smallest]++;
}

/* ---- comparing ---- */

static void compare(const numbers *x, const answer *a, const tacit_suda *s, const tacit_classes *c)
{
    for (size_t i = 0; i < x->rows; i++) {
        const size_t g = c->of_row[i];
        assert_near(s->score[g], a->score[i], 1e-12 * a->score[i]);
        for (size_t j = 0; j < x->keys; j++)
            assert_near(s->portion[g * x->keys + j], a->portion[i][j], 1e-12 * a->score[i]);
    }
    for (size_t k = 1; k <= x->keys; k++) {
        assert_int_equal(s->msus[k], a->msus[k]);
        assert_int_equal(s->smallest[k], a->smallest[k]);
    }
    for (size_t j = 0; j < x->keys; j++)
        assert_int_equal(s->key[j].msus, a->with_key[j]);
}

/* DIS by its formula from the scores of the answer. */
static void compare_dis(const numbers *x, const answer *a, const tacit_suda *s,
                        const tacit_classes *c, double d)
{
    const double Q = 1.0 + (8.0 - (double)x->keys) / 20.0;
    double pairs = 0.0, A = 0.0;
    for (size_t g = 0; g < c->n; g++)
        pairs += c->size[g] == 2 ? 2.0 : 0.0;
    for (size_t i = 0; i < x->rows; i++)
        A += a->score[i] > 0.0 ? 1.0 / pow(a->score[i], Q) : 0.0;
    for (size_t i = 0; i < x->rows; i++) {
        const double right = pow(a->score[i], Q) * A;
        const double dis = a->score[i] > 0.0 ? right / (right + pairs * (1.0 - d) / d) : 0.0;
        assert_near(s->dis[c->of_row[i]], dis, 1e-9);
    }
}

/* The largest share of one value of key j, and the number of values with a score. */
static void compare_values(const numbers *x, const answer *a, const tacit_suda *s)
{
    for (size_t j = 0; j < x->keys; j++) {
        double sum[MOST_ROWS] = { 0 }, highest = 0.0;
        uint64_t values = 0;
        for (size_t i = 0; i < x->rows; i++)
            if (x->cell[i][j] >= 0)
                sum[x->cell[i][j]] += a->portion[i][j];
        for (size_t i = 0; i < x->rows; i++) {
            values += sum[i] > 0.0;
            highest = fmax(highest, sum[i]);
        }
        assert_int_equal(s->key[j].values, values);
        assert_near(s->key[j].highest, highest, 1e-9 * highest);
    }
}

static void check_table(tacit_ctx *cx, tacit_table *t, size_t keys, tacit_suda_spec spec)
{
    static numbers x;
    static answer a;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_classes *c = NULL;
    tacit_subject *subject = NULL;
    tacit_suda s;
    for (size_t j = 0; j < keys; j++)
        tacit_table_set_roles(t, j, TACIT_ROLE_KEY);
    read_numbers(t, keys, &x);
    a = (answer){ 0 };
    for (size_t i = 0; i < x.rows; i++)
        look_at_row(&x, i, &spec, &a);
    assert_ok(cx, tacit_subject_new(cx, t, &subject));
    assert_ok(cx, tacit_suda_measure(cx, subject, &spec, &s));
    assert_ok(cx, tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &c));
    compare(&x, &a, &s, c);
    compare_dis(&x, &a, &s, c, spec.fraction);
    compare_values(&x, &a, &s);
    tacit_subject_free(subject);
    tacit_scratch_release(cx, mark);
    tacit_table_free(t);
}

/* ---- the tables ---- */

/* A random table of `keys` keys, with a column of counts if `counted`. */
static tacit_table *make(tacit_ctx *cx, tacit_rng *rng, size_t keys, bool counted)
{
    static const char letters[] = "cidr";
    char columns[MOST_KEYS * 8] = "";
    size_t at = 0;
    for (size_t j = 0; j < keys; j++)
        at += (size_t)snprintf(columns + at, sizeof columns - at, "%sk%zu:%c", j > 0 ? "," : "", j,
                               letters[j % 4]);
    const size_t rows = 1 + tacit_rng_below(rng, 40);
    const uint64_t values = 1 + tacit_rng_below(rng, tacit_rng_below(rng, 2) ? 4 : 20);
    const double missing = tacit_rng_below(rng, 2) ? 0.2 * tacit_rng_uniform(rng) : 0.0;
    tacit_table *t = random_table(cx, rng, columns, rows, values, missing);
    if (!counted)
        return t;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_ok(cx, tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, 0, &b));
    for (size_t i = 0; i < rows; i++) {
        const int64_t n = 1 + (int64_t)(tacit_rng_below(rng, 4) / 3);
        assert_ok(cx, tacit_builder_integers(cx, b, &n, NULL, 1));
    }
    assert_ok(cx, tacit_builder_finish(cx, b, &c));
    assert_ok(cx, tacit_table_add(cx, t, c));
    return t;
}

static void test_small(void **state)
{
    tacit_rng rng = tacit_rng_seed(71);
    for (int round = 0; round < 4000; round++) {
        const size_t keys = 1 + tacit_rng_below(&rng, 7);
        const tacit_suda_spec spec = { .depth = 1 + tacit_rng_below(&rng, keys),
                                       .scores = (tacit_suda_scores)tacit_rng_below(&rng, 2),
                                       .fraction = 0.03,
                                       .each = true };
        check_table(*state, make(*state, &rng, keys, round % 4 == 0), keys, spec);
    }
}

/* Each key has its own kind of values, so that the order of variables matters. */
static void test_uneven(void **state)
{
    tacit_rng rng = tacit_rng_seed(72);
    for (int round = 0; round < 300; round++) {
        enum { KEYS = 8, ROWS = 60 };
        tacit_builder *b[KEYS];
        for (size_t j = 0; j < KEYS; j++) {
            char name[8];
            snprintf(name, sizeof name, "k%zu", j);
            assert_ok(*state, tacit_builder_new(*state, name, TACIT_TYPE_INTEGER, 0, &b[j]));
            for (size_t i = 0; i < ROWS; i++) {
                const int64_t x = (int64_t)tacit_rng_below(&rng, 2 + (j * 5 + 3) % 11);
                assert_ok(*state, tacit_builder_integers(*state, b[j], &x, NULL, 1));
            }
        }
        const tacit_suda_spec spec = { .depth = KEYS, .fraction = 0.1, .each = true };
        check_table(*state, finish_columns(*state, b, KEYS, ROWS), KEYS, spec);
    }
}

/* 18 keys of 10 to 30 values: more than 63 bits. */
static void test_wide(void **state)
{
    tacit_rng rng = tacit_rng_seed(73);
    for (int round = 0; round < 6; round++) {
        char columns[MOST_KEYS * 8];
        size_t at = 0;
        for (size_t j = 0; j < MOST_KEYS; j++)
            at += (size_t)snprintf(columns + at, sizeof columns - at, "%sk%zu:i", j ? "," : "", j);
        tacit_table *t =
            random_table(*state, &rng, columns, 48, 10 + 4 * (uint64_t)round, 0.05 * (double)round);
        const tacit_suda_spec spec = { .depth = 3, .fraction = 0.5, .each = true };
        check_table(*state, t, MOST_KEYS, spec);
    }
}

/* The same at 1 and 8 threads, and with the keys in another order. */
static void test_threads(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(74);
    tacit_table *t = random_table(cx, &rng, "a:i,b:c,c:i,d:c,e:d,f:r", 20000, 9, 0.02);
    const size_t mark = tacit_scratch_mark(cx), threads = tacit_pool_threads();
    tacit_suda s[2];
    for (size_t j = 0; j < 6; j++)
        tacit_table_set_roles(t, j, TACIT_ROLE_KEY);
    for (size_t run = 0; run < 2; run++) {
        tacit_subject *subject = NULL;
        tacit_pool_set(run == 0 ? 1 : 8);
        assert_ok(cx, tacit_subject_new(cx, t, &subject));
        assert_ok(cx,
                  tacit_suda_measure(cx, subject, &(tacit_suda_spec){ .fraction = 0.01 }, &s[run]));
        tacit_subject_free(subject);
    }
    tacit_pool_set(threads);
    assert_true(s[0].scored > 0);
    assert_int_equal(s[0].classes, s[1].classes);
    assert_memory_equal(s[0].score, s[1].score, s[0].classes * sizeof(double));
    assert_memory_equal(s[0].dis, s[1].dis, s[0].classes * sizeof(double));
    assert_memory_equal(s[0].msus, s[1].msus, sizeof s[0].msus);
    assert_memory_equal(s[0].key, s[1].key, sizeof s[0].key);
    tacit_scratch_release(cx, mark);
    tacit_table_free(t);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_small),
        with_context(test_uneven),
        with_context(test_wide),
        with_context(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
