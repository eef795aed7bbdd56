/*
 * test_statistics.c - what every private statistic promises: no person moves more than it declares.
 *
 * Random data, with and without one person who has as many records as count: each record of theirs
 * moves at most `moved` cells of a part by at most its sensitivity; all together move them by no
 * more than the noise is made for, in absolute values and in squares.  Of parts that choose the
 * cells are counts (their scores: tests/unit/privacy/test_candidates.c).  Losses add up to what was
 * to be spent.
 */
#include "unit/privacy/questions.h"

#include "base/rng.h"

enum { ROUNDS = 200 };

/* Columns of every kind. */
typedef struct columns {
    tacit_domain wide[3], bins[3];
} columns;

static const char *const VALUES[] = { "a", "b", "c" };

static void make_columns(tacit_ctx *cx, columns *out)
{
    out->wide[0] = number_domain(cx, -1000, 3000, 0);
    out->wide[1] = number_domain(cx, 0, 1, 0);
    out->wide[2] = number_domain(cx, 5, 1e12, 0);
    out->bins[0] = number_domain(cx, 0, 99, 33);
    out->bins[1] = category_domain(cx, VALUES, 3);
    out->bins[2] = number_domain(cx, 0, 10, 2);
}

/* A record: steps, or numbers of bins. */
static void draw_record(const asking *a, tacit_rng *rng, int64_t *x)
{
    const bool bins = tacit_statistic_sees_bins(a->q.statistic);
    for (size_t k = 0; k < a->q.n_of; k++) {
        const tacit_value_lattice *l = &a->of[k]->lattice;
        const uint64_t range =
            bins ? tacit_domain_groups(a->of[k]) - 1 : (uint64_t)(l->upper - l->lower);
        const uint64_t draw = tacit_rng_below(rng, 4), edge = draw == 0 ? 0 : range;
        const uint64_t at = draw < 2 ? edge : tacit_rng_below(rng, range + 1);
        x[k] = bins ? (int64_t)at : l->lower + (int64_t)at;
    }
}

/* Cells of a part: of one that chooses, and of one that joins cells, all from its first on. */
static size_t cells_of(const tacit_question *q, const tacit_part *part)
{
    const size_t left = q->width - part->first;
    return part->chooses || part->n > left ? left : part->n;
}

static double size_of(tacit_i128 x)
{
    return (double)(x < 0 ? -x : x);
}

/* One record more. */
static void check_record(asking *a, const tacit_i128 *before)
{
    for (size_t k = 0; k < a->q.n_parts; k++) {
        const tacit_part *part = &a->q.part[k];
        const double most = part->chooses ? 1 : (double)part->sensitivity;
        uint64_t moved = 0;
        for (size_t i = part->first; i < part->first + cells_of(&a->q, part); i++) {
            assert_true(i < a->q.width);
            assert_true(size_of(a->cell[i] - before[i]) <= most);
            moved += a->cell[i] != before[i];
        }
        assert_true(moved <= part->moved);
    }
}

/* All records of a person. */
static void check_person(const asking *a, const tacit_i128 *before)
{
    for (size_t k = 0; k < a->q.n_parts; k++) {
        const tacit_part *part = &a->q.part[k];
        const double one = (double)a->promise.records *
                           (part->chooses ? 1 : (double)part->sensitivity),
                     moved = (double)part->moved;
        double sum = 0, squares = 0;
        for (size_t i = part->first; i < part->first + cells_of(&a->q, part); i++) {
            const double by = size_of(a->cell[i] - before[i]);
            sum += by;
            squares += by * by;
        }
        assert_true(sum <= one * moved && squares <= one * one * moved);
    }
}

static void check_moves(asking *a, tacit_rng *rng)
{
    tacit_i128 *before = NULL, *last = NULL;
    const size_t bytes = a->q.width * sizeof *before;
    assert_ok(a->cx, tacit_scratch(a->cx, a->q.width, sizeof *before, &before));
    assert_ok(a->cx, tacit_scratch(a->cx, a->q.width, sizeof *before, &last));
    for (int round = 0; round < ROUNDS; round++) {
        int64_t x[QUESTION_COLUMNS];
        memcpy(before, a->cell, bytes);
        for (uint64_t i = 0; i < a->promise.records; i++) {
            memcpy(last, a->cell, bytes);
            draw_record(a, rng, x);
            add_record(a, x);
            check_record(a, last);
        }
        check_person(a, before);
    }
}

/* What the parts give away by adding up, all groups of a person together. */
static void check_loss(const asking *a, double epsilon)
{
    double spent = 0;
    for (size_t k = 0; k < a->q.n_parts; k++)
        spent += (double)a->q.part[k].loss.times * a->q.part[k].loss.epsilon;
    assert_true(spent <= epsilon + 1e-12 && spent > 0.999 * epsilon);
}

/* The columns that a statistic can be asked about. */
static size_t columns_for(const tacit_statistic *s, const columns *c, const tacit_domain **out)
{
    const bool several = s->of == TACIT_OF_NUMBERS || s->of == TACIT_OF_TABLE;
    *out = tacit_statistic_sees_bins(s) ? c->bins : c->wide;
    return s->of == TACIT_OF_NOTHING ? 0 : several ? 3 : 1;
}

static void check_statistic(tacit_ctx *cx, const tacit_statistic *s, tacit_rng *rng)
{
    columns c;
    make_columns(cx, &c);
    for (size_t shift = 0; shift < 3; shift++) {
        const tacit_domain *of = NULL;
        const size_t n = columns_for(s, &c, &of), more = n == 1 ? shift : 0;
        asking a;
        ask(cx, s, of + more, n, &a);
        a.promise.records = 1 + shift;
        a.promise.groups = 2;
        settle(&a, 1);
        check_loss(&a, 1);
        check_moves(&a, rng);
        assert_true(answers(&a).n > 0);
    }
}

static const tacit_statistic *statistic_at(size_t i)
{
    return (const tacit_statistic *)(const void *)tacit_statistic_catalog.entry[i];
}

static void test_moves(void **state)
{
    tacit_rng rng = tacit_rng_seed(14);
    for (size_t i = 0; i < tacit_statistic_catalog.n; i++)
        check_statistic(*state, statistic_at(i), &rng);
}

/* No data at all has answers: whether there is anybody is not told either. */
static void test_empty(void **state)
{
    columns c;
    make_columns(*state, &c);
    for (size_t i = 0; i < tacit_statistic_catalog.n; i++) {
        const tacit_domain *of = NULL;
        asking a;
        const size_t n = columns_for(statistic_at(i), &c, &of);
        ask(*state, statistic_at(i), of + (n == 1), n, &a);
        a.promise.sampling = true;
        settle(&a, 0.5);
        const tacit_answers all = answers(&a);
        for (size_t k = 0; k < all.n; k++)
            assert_true(isfinite(all.at[k].value) &&
                        !(all.at[k].low > all.at[k].value || all.at[k].high < all.at[k].value));
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_moves),
        with_context(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
