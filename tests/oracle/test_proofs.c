/*
 * test_proofs.c - proofs of protection that are looked for close by, against attacks on whole
 * parts.
 *
 * Random tables of two and three dimensions.  Whatever is found among however few cells is feasible
 * and reaches the level; prices of a search that found nothing bound what the attack reaches; and
 * a search among all cells finds a proof if and only if there is one.
 */
#include "support/systems.h"

#include "support/check.h"
#include "tabular/attack.h"
#include "tabular/suppress/proofs.h"

enum { TABLES = 3000 };

/* A table with all that is looked for in it. */
typedef struct looking {
    tacit_system *s;
    double x[MOST_PLACES];
    tacit_hiding_proofs proofs;
    tacit_cell_attack attack;
} looking;

/* The proof fulfils all equations, and moves cell `k` far enough. */
static void check_proof(const looking *w, uint32_t k, tacit_claim_side side)
{
    const tacit_system *s = w->s;
    const tacit_hiding_proof *proof = tacit_hiding_proofs_of(&w->proofs, k, side);
    double y[MOST_PLACES] = { 0 };
    assert_true(tacit_hiding_proofs_hold(&w->proofs, k, side, w->x));
    for (size_t t = 0; t < proof->n; t++)
        y[proof->cell[t]] = proof->move[t];
    for (size_t r = 0; r < s->n_equations; r++) {
        double sum = 0;
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            sum += (double)s->term[e].weight * y[s->term[e].at];
        assert_near(sum, 0, 1e-9);
    }
    assert_true((side == TACIT_SIDE_UP ? y[k] : -y[k]) >=
                tacit_claim_level(&s->cell[k], side) - 1e-6);
}

/* How far the prices say that cell `k` can go at most. */
static double bound_of(const looking *w, uint32_t k, int way)
{
    const tacit_system *s = w->s;
    const tacit_hiding_near *near = &w->proofs.near;
    double d[MOST_PLACES] = { 0 }, sum = 0;
    d[k] = 1;
    for (size_t i = 0; i < near->m; i++)
        for (size_t e = s->first[near->row[i]]; e < s->first[near->row[i] + 1]; e++)
            d[s->term[e].at] -= near->price[i] * (double)s->term[e].weight;
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell *c = &s->cell[i];
        sum += w->x[i] * way * d[i] * (way * d[i] > 0 ? c->high - c->value : c->low - c->value);
    }
    return sum;
}

static void check_side(tacit_ctx *cx, looking *w, uint32_t k, tacit_claim_side side)
{
    const double level = tacit_claim_level(&w->s->cell[k], side);
    const int way = side == TACIT_SIDE_UP ? 1 : -1;
    double far = 0;
    if (level <= 0)
        return;
    assert_ok(cx, tacit_attack_push(cx, &w->attack, k, way, 1e9, &far));
    for (size_t most = 1; most <= TACIT_FAR; most = most * 2 + 1) {
        bool found = false;
        const tacit_claim claim = { k, side, most };
        assert_ok(cx, tacit_hiding_proofs_seek(cx, &w->proofs, w->x, &claim, &found));
        if (found) {
            assert_true(far >= level - 1e-6);
            check_proof(w, k, side);
        } else {
            assert_true(bound_of(w, k, way) >= far - 1e-6);
        }
        if (w->proofs.near.n < most) {
            assert_int_equal(found, far >= level - 1e-6);
            if (!found)
                assert_near(bound_of(w, k, way), far, 1e-6);
        }
    }
}

static void check_table(tacit_ctx *cx, tacit_rng *rng, looking *w)
{
    uint32_t place[MOST_PLACES];
    tacit_cell_parts parts = { 0 };
    for (size_t i = 0; i < w->s->n_cells; i++)
        w->x[i] = tacit_system_hides(w->s, &w->s->cell[i])
                      ? 0.25 * (double)(1 + tacit_rng_below(rng, 4))
                      : 0;
    assert_ok(cx, tacit_parts_find(cx, w->s, w->x, &parts));
    assert_ok(cx, tacit_hiding_proofs_begin(cx, w->s, &w->proofs));
    const tacit_attack_on on = { w->s, &parts, w->x, place };
    for (size_t p = 0; p < parts.n; p++) {
        assert_ok(cx, tacit_attack_begin(cx, &on, p, &w->attack));
        for (size_t j = 0; j < w->attack.n; j++)
            if (w->s->cell[w->attack.cell[j]].status == TACIT_CELL_PRIMARY) {
                check_side(cx, w, w->attack.cell[j], TACIT_SIDE_UP);
                check_side(cx, w, w->attack.cell[j], TACIT_SIDE_DOWN);
            }
        tacit_attack_end(&w->attack);
    }
    tacit_hiding_proofs_free(&w->proofs);
}

static void test_seek(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(16);
    for (size_t times = 0; times < TABLES; times++) {
        const size_t mark = tacit_scratch_mark(cx);
        const system_draw how = { .dimensions = times % 2 == 0 ? 2 : 3,
                                  .most_value = 5,
                                  .most_hidden = 12 };
        small_system drawn;
        draw_system(cx, &rng, &how, &drawn);
        looking w = { .s = drawn.s };
        check_table(cx, &rng, &w);
        tacit_system_free(drawn.s);
        tacit_scratch_release(cx, mark);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_seek) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
