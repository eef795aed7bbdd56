/*
 * test_audit_sums.c - the audits of sums and maxima against obvious ones, on small random
 * sequences.
 *
 * Sums: integers instead of finite fields, and every set of fewer than k records: the answered
 * vectors tell something of the set alone if they have a smaller rank outside it.  Maxima: all data
 * sets on a grid that are possible, and a set is refused if any of its possible answers leaves a
 * record with one value.
 */
#include "support/check.h"

#include <stdlib.h>

#include "base/rng.h"
#include "query/audit/audit.h"
#include "query/audit/extremes.h"

enum { MOST_RECORDS = 8, MOST_QUERIES = 12 };

/* ---- sums ---- */

/* Rank of the vectors in the columns that `skip` does not mark: fraction-free elimination (Bareiss
 * 1968), whose numbers are minors and stay small. */
static size_t rank_of(const int *vectors, size_t n, size_t columns, unsigned skip)
{
    int64_t m[MOST_QUERIES][MOST_RECORDS];
    size_t rank = 0;
    int64_t before = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < columns; j++)
            m[i][j] = (skip >> j & 1) != 0 ? 0 : vectors[i * MOST_RECORDS + j];
    for (size_t j = 0; j < columns && rank < n; j++) {
        size_t p = rank;
        while (p < n && m[p][j] == 0)
            p++;
        if (p == n)
            continue;
        for (size_t c = 0; c < columns; c++) {
            const int64_t x = m[p][c];
            m[p][c] = m[rank][c];
            m[rank][c] = x;
        }
        for (size_t i = rank + 1; i < n; i++) {
            const int64_t by = m[i][j];
            for (size_t c = 0; c < columns; c++)
                m[i][c] = (m[rank][j] * m[i][c] - by * m[rank][c]) / before;
        }
        before = m[rank][j];
        rank++;
    }
    return rank;
}

/* Whether the vectors tell something of fewer than k records. */
static bool obvious_small(const int *vectors, size_t n, size_t records, uint64_t k)
{
    const size_t rank = rank_of(vectors, n, records, 0);
    for (unsigned skip = 1; skip < 1u << records; skip++) {
        if ((uint64_t)__builtin_popcount(skip) < k && rank_of(vectors, n, records, skip) < rank)
            return true;
    }
    return false;
}

/* A random set as numbers and as a vector; small ones and differences are frequent. */
static size_t draw_set(tacit_rng *rng, size_t records, uint32_t *at, int *vector)
{
    const uint64_t of = 1 + tacit_rng_below(rng, 3);
    size_t n = 0;
    for (size_t i = 0; i < records; i++) {
        vector[i] = tacit_rng_below(rng, of + 1) > 0;
        if (vector[i] != 0)
            at[n++] = (uint32_t)i;
    }
    return n;
}

static void check_sequence(tacit_ctx *cx, uint64_t seed, size_t *denied)
{
    tacit_rng rng = tacit_rng_seed(seed);
    const size_t records = 2 + (size_t)tacit_rng_below(&rng, MOST_RECORDS - 1);
    const uint64_t k = 1 + tacit_rng_below(&rng, 5);
    int vectors[MOST_QUERIES * MOST_RECORDS] = { 0 };
    uint32_t at[MOST_RECORDS];
    size_t n = 0;
    tacit_expert *a = NULL, *again = NULL;
    assert_ok(cx, tacit_expert_new(cx, (uint32_t)records, k, 1, &a));
    assert_ok(cx, tacit_expert_new(cx, (uint32_t)records, k, 1, &again));
    for (size_t q = 0; q < MOST_QUERIES; q++) {
        const tacit_query_set set = { at, draw_set(&rng, records, at, &vectors[n * MOST_RECORDS]) };
        tacit_expert_decision said, repeated;
        assert_ok(cx, tacit_expert_ask(cx, a, &set, 1, &said));
        const bool small = obvious_small(vectors, n + 1, records, k);
        const bool known = rank_of(vectors, n + 1, records, 0) == rank_of(vectors, n, records, 0);
        if ((said == TACIT_EXPERT_DENY) != small ||
            (said == TACIT_EXPERT_KNOWN) != (known && !small))
            fail_msg("seed %llu, query %zu: %d, small %d", (unsigned long long)seed, q, said,
                     small);
        *denied += small;
        if (small)
            continue;
        n++;
        assert_ok(cx, tacit_expert_ask(cx, again, &set, 1, &repeated));
    }
    const tacit_expert_state one = tacit_expert_state_of(a, 1),
                             two = tacit_expert_state_of(again, 1);
    assert_memory_equal(one.digest, two.digest, sizeof one.digest);
    assert_true(one.rank == rank_of(vectors, n, records, 0));
    tacit_expert_free(a);
    tacit_expert_free(again);
}

static void test_sums(void **state)
{
    size_t denied = 0;
    for (uint64_t seed = 0; seed < 1500; seed++)
        check_sequence(*state, seed, &denied);
    assert_true(denied > 3000);
}

/* ---- maxima ---- */

/* Values of data are odd numbers, so that answers have room between and around them. */
enum { PEOPLE = 4, GRID = 9, WORLDS = 6561, MAXIMA = 6 };

typedef struct world {
    int x[PEOPLE];
    bool possible;
} world;

static int max_of(const world *w, const tacit_query_set *set)
{
    int most = -1;
    for (size_t e = 0; e < set->n; e++)
        most = w->x[set->at[e]] > most ? w->x[set->at[e]] : most;
    return most;
}

static world *make_worlds(tacit_ctx *cx)
{
    world *w = NULL;
    assert_ok(cx, tacit_scratch(cx, WORLDS, sizeof *w, &w));
    for (int i = 0; i < WORLDS; i++) {
        int rest = i;
        w[i].possible = true;
        for (size_t p = 0; p < PEOPLE; p++, rest /= GRID)
            w[i].x[p] = rest % GRID;
    }
    return w;
}

/* Whether some record has one value in all possible worlds in which the maximum is `answer`. */
static bool obvious_told(const world *w, const tacit_query_set *set, int answer)
{
    int least[PEOPLE], most[PEOPLE];
    bool any = false, told = false;
    for (size_t p = 0; p < PEOPLE; p++) {
        least[p] = GRID;
        most[p] = -1;
    }
    for (int i = 0; i < WORLDS; i++) {
        if (!w[i].possible || max_of(&w[i], set) != answer)
            continue;
        any = true;
        for (size_t p = 0; p < PEOPLE; p++) {
            least[p] = w[i].x[p] < least[p] ? w[i].x[p] : least[p];
            most[p] = w[i].x[p] > most[p] ? w[i].x[p] : most[p];
        }
    }
    for (size_t p = 0; p < PEOPLE; p++)
        told = told || least[p] == most[p];
    return any && told;
}

/* The lowest value of the grid is below everything: as an answer it would be told by the grid. */
static bool obvious_denied(const world *w, const tacit_query_set *set)
{
    for (int answer = 1; answer < GRID; answer++) {
        if (obvious_told(w, set, answer))
            return true;
    }
    return false;
}

static void check_maxima(tacit_ctx *cx, uint64_t seed, size_t *denied, size_t *answered)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_rng rng = tacit_rng_seed(seed);
    const bool minima = seed % 2 == 1;
    world *w = make_worlds(cx), truth;
    tacit_extremes *a = NULL;
    assert_ok(cx,
              tacit_extremes_new(cx, PEOPLE, minima ? TACIT_EXTREME_MIN : TACIT_EXTREME_MAX, &a));
    for (size_t p = 0; p < PEOPLE; p++)
        truth.x[p] = 3 + 2 * (int)tacit_rng_below(&rng, 3);
    for (size_t q = 0; q < MAXIMA; q++) {
        uint32_t at[MOST_RECORDS];
        int vector[MOST_RECORDS];
        bool allowed = false;
        const tacit_query_set set = { at, draw_set(&rng, PEOPLE, at, vector) };
        if (set.n == 0)
            continue;
        assert_ok(cx, tacit_extremes_ask(cx, a, &set, &allowed));
        if (allowed == obvious_denied(w, &set))
            fail_msg("seed %llu, query %zu: allowed %d", (unsigned long long)seed, q, allowed);
        *denied += !allowed;
        *answered += allowed;
        if (!allowed)
            continue;
        const int answer = max_of(&truth, &set);
        for (int i = 0; i < WORLDS; i++)
            w[i].possible = w[i].possible && max_of(&w[i], &set) == answer;
        assert_ok(cx, tacit_extremes_book(cx, a, &set, minima ? -answer : answer));
    }
    tacit_extremes_free(a);
    tacit_scratch_release(cx, mark);
}

static void test_maxima(void **state)
{
    size_t denied = 0, answered = 0;
    for (uint64_t seed = 0; seed < 400; seed++)
        check_maxima(*state, seed, &denied, &answered);
    assert_true(denied > 200 && answered > 200);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_sums), with_context(test_maxima) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
