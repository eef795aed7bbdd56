/*
 * test_private_groups.c - what one record can change in groups, against every neighbour.
 *
 * On thousands of small random tables, full of ties, each record is replaced by others, and the
 * sums of all groups are compared: one column moves by at most D in all, each of several by at most
 * D in every group (Soria-Comas et al. 2014), where D is the distance of its bounds.  The bounds
 * are reached, so that they are no larger than they must be.
 */
#include "support/check.h"

#include <string.h>

#include "base/rng.h"
#include "micro/method/private/groups.h"

enum { MOST = 14, COLUMNS = 3, TABLES = 1500, WIDTH = 5 };

typedef struct sample {
    size_t k;
    tacit_i128 x[COLUMNS][MOST];
    struct tacit_private_axis column[COLUMNS];
    tacit_private_points points;
} sample;

static void fill(sample *s, tacit_rng *rng)
{
    s->points = (tacit_private_points){ .rows = 1 + tacit_rng_below(rng, MOST),
                                        .columns = 1 + tacit_rng_below(rng, COLUMNS),
                                        .column = s->column };
    s->k = 1 + tacit_rng_below(rng, 4);
    for (size_t c = 0; c < s->points.columns; c++) {
        for (size_t i = 0; i < s->points.rows; i++)
            s->x[c][i] = (tacit_i128)tacit_rng_below(rng, WIDTH + 1) - 2;
        s->column[c] =
            (struct tacit_private_axis){ .value = s->x[c],
                                         .lattice = { .lower = -2, .upper = WIDTH - 2 } };
    }
}

/* The sums of column c by groups. */
static size_t sums(tacit_ctx *cx, const sample *s, size_t c, tacit_i128 *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_private_groups g;
    assert_ok(cx, tacit_private_group(cx, &s->points, s->k, &g));
    memset(out, 0, MOST * sizeof *out);
    for (size_t i = 0; i < s->points.rows; i++) {
        assert_true(g.of[i] < g.n);
        out[g.of[i]] += s->x[c][i];
    }
    for (size_t j = 0; j < g.n; j++)
        assert_true(g.n == 1 || (g.size[j] >= s->k && g.size[j] < 2 * s->k));
    const size_t n = g.n;
    tacit_scratch_release(cx, mark);
    return n;
}

/* How far all sums of column c are from each other. */
static tacit_i128 distance(const tacit_i128 *a, const tacit_i128 *b)
{
    tacit_i128 sum = 0;
    for (size_t i = 0; i < MOST; i++)
        sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    return sum;
}

/* Replace record i by a random one and compare; returns whether the bound was reached. */
static bool check_neighbour(tacit_ctx *cx, const sample *s, size_t i, tacit_rng *rng)
{
    sample other = *s;
    bool reached = false;
    other.points.column = other.column;
    for (size_t c = 0; c < s->points.columns; c++) {
        other.column[c].value = other.x[c];
        other.x[c][i] = (tacit_i128)tacit_rng_below(rng, WIDTH + 1) - 2;
    }
    for (size_t c = 0; c < s->points.columns; c++) {
        tacit_i128 a[MOST], b[MOST];
        const size_t n = sums(cx, s, c, a);
        assert_int_equal(sums(cx, &other, c, b), n);
        const tacit_i128 most = WIDTH * (s->k > 1 && s->points.columns > 1 ? (tacit_i128)n : 1);
        if (distance(a, b) > most)
            fail_msg("a record moves the sums by more than it may");
        reached = reached || (s->k > 1 && distance(a, b) == most);
    }
    return reached;
}

static void test_neighbours(void **state)
{
    tacit_rng rng = tacit_rng_seed(7);
    size_t one = 0, several = 0;
    for (size_t t = 0; t < TABLES; t++) {
        sample s;
        fill(&s, &rng);
        for (size_t i = 0; i < s.points.rows; i++)
            for (int again = 0; again < 4; again++) {
                const bool reached = check_neighbour(*state, &s, i, &rng);
                one += reached && s.points.columns == 1 && s.points.rows >= 2 * s.k;
                several += reached && s.points.columns > 1 && s.points.rows >= 2 * s.k;
            }
    }
    assert_true(one > 0 && several > 0);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
