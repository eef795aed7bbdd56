/*
 * test_linkers.c - what every linker promises.
 *
 * Links are in order and name rows that exist; the result does not depend on threads; a
 * file linked with itself finds itself; the rows' order does not matter; odd tables are
 * linked or refused.
 */
#include "support/measures.h"

#include "base/pool.h"
#include "micro/linkage/linker.h"
#include "table/take.h"

/* One linkage and what came of it. */
typedef struct linked {
    tacit_links links;
    tacit_result *result;
    size_t mark;
} linked;

static tacit_status try_link(tacit_ctx *cx, const tacit_linker *l, const tacit_link_job *job,
                             linked *out)
{
    arguments a;
    *out = (linked){ .mark = tacit_scratch_mark(cx) };
    preset_args(&a, &l->about);
    return tacit_linker_run(cx, l, job, &a.args, &out->links, &out->result);
}

static void end_link(tacit_ctx *cx, linked *l)
{
    json_decref(l->result);
    tacit_scratch_release(cx, l->mark);
}

static void for_each(tacit_ctx *cx, void (*what)(tacit_ctx *cx, const tacit_linker *l))
{
    for (size_t i = 0; i < tacit_linker_catalog.n; i++)
        what(cx, tacit_linker_find(tacit_linker_catalog.entry[i]->name));
}

static tacit_table *sample(tacit_ctx *cx, size_t rows, uint64_t seed, double missing)
{
    tacit_rng rng = tacit_rng_seed(seed);
    return random_table(cx, &rng, "a:c,b:i,c:d,x:r,y:i", rows, 20, missing);
}

/* ---- shape ---- */

static void check_links(const tacit_link_job *job, const linked *l)
{
    size_t sure = 0;
    assert_non_null(l->links.score);
    for (size_t i = 0; i < l->links.n; i++) {
        const tacit_link *x = &l->links.at[i];
        assert_true(x->a < tacit_table_rows(job->a) && x->b < tacit_table_rows(job->b));
        assert_true(isfinite(x->score) && x->credit > 0.0 && x->credit <= 1.0);
        assert_true(!job->within || x->a < x->b);
        sure += x->kind == TACIT_LINK_SURE;
        if (i > 0)
            assert_true(x[-1].a < x->a || (x[-1].a == x->a && x[-1].b < x->b));
    }
    assert_near(figure(l->result, "links"), (double)sure, 0.0);
    assert_near(figure(l->result, "possible_links"), (double)(l->links.n - sure), 0.0);
}

static void check_shape(tacit_ctx *cx, const tacit_linker *l)
{
    tacit_table *x = sample(cx, 200, 1, 0.1), *y = sample(cx, 150, 2, 0.1);
    const tacit_link_job between = { .a = x, .b = y }, within = { .a = x, .b = x, .within = true };
    linked out;
    assert_ok(cx, try_link(cx, l, &between, &out));
    check_links(&between, &out);
    end_link(cx, &out);
    assert_ok(cx, try_link(cx, l, &within, &out));
    check_links(&within, &out);
    end_link(cx, &out);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_shape(void **state)
{
    for_each(*state, check_shape);
}

/* ---- threads ---- */

static char *text_of(tacit_ctx *cx, const tacit_linker *l, const tacit_link_job *job)
{
    linked out;
    assert_ok(cx, try_link(cx, l, job, &out));
    double sum = 0.0;
    for (size_t i = 0; i < out.links.n; i++)
        sum += out.links.at[i].score * (double)(out.links.at[i].b + 1);
    assert_int_equal(json_object_set_new(out.result, "sum", json_real(isfinite(sum) ? sum : 0.0)),
                     0);
    char *text = json_dumps(out.result, JSON_COMPACT);
    end_link(cx, &out);
    return text;
}

static void check_threads(tacit_ctx *cx, const tacit_linker *l)
{
    tacit_table *x = sample(cx, 3000, 3, 0.05), *y = sample(cx, 3000, 4, 0.05);
    const tacit_link_job job = { .a = x, .b = y };
    tacit_pool_set(1);
    char *one = text_of(cx, l, &job);
    tacit_pool_set(8);
    char *many = text_of(cx, l, &job);
    tacit_pool_set(2);
    assert_string_equal(one, many);
    free(one);
    free(many);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_threads(void **state)
{
    for_each(*state, check_threads);
}

/* ---- identity ---- */

/* All records differ, so that each is its own best partner. */
static void check_identity(tacit_ctx *cx, const tacit_linker *l)
{
    enum { ROWS = 200 };
    tacit_rng rng = tacit_rng_seed(5);
    tacit_table *x = random_table(cx, &rng, "id:i,a:i,b:i,c:c,d:c", ROWS, 1000, 0.0);
    tacit_table *y = NULL;
    size_t at[ROWS];
    int64_t *id = NULL;
    linked out;
    assert_ok(cx, tacit_table_edit_integers(cx, x, 0, &id));
    for (size_t i = 0; i < ROWS; i++) {
        id[i] = (int64_t)i;
        at[i] = (i * 7 + 3) % ROWS;
    }
    tacit_table_set_roles(x, 0, TACIT_ROLE_IDENTIFIER);
    assert_ok(cx, tacit_table_take(cx, x, &(tacit_row_list){ ROWS, at }, &y));
    const tacit_link_job job = { .a = x, .b = y, .truth = "id" };
    assert_ok(cx, try_link(cx, l, &job, &out));
    assert_near(figure(out.result, "precision"), 1.0, 1e-12);
    assert_near(figure(out.result, "recall"), 1.0, 1e-12);
    assert_near(figure(out.result, "true_pairs"), ROWS, 0.0);
    end_link(cx, &out);
    tacit_table_free(x);
    tacit_table_free(y);
}

static void test_identity(void **state)
{
    for_each(*state, check_identity);
}

/* ---- odd tables ---- */

static void check_survives(tacit_ctx *cx, const tacit_linker *l, tacit_table *a, tacit_table *b)
{
    const tacit_link_job job = { .a = a, .b = b, .within = a == b };
    linked out;
    const tacit_status status = try_link(cx, l, &job, &out);
    if (status == TACIT_OK) {
        check_links(&job, &out);
    } else {
        assert_true(status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT);
        assert_message(cx, "");
        assert_untold(cx, "4711");
    }
    end_link(cx, &out);
    tacit_table_free(a);
    if (b != a)
        tacit_table_free(b);
}

static void check_odd(tacit_ctx *cx, const tacit_linker *l)
{
    tacit_table *one = sample(cx, 1, 6, 0.0);
    check_survives(cx, l, sample(cx, 0, 6, 0.0), sample(cx, 5, 7, 0.0));
    check_survives(cx, l, sample(cx, 5, 6, 0.0), sample(cx, 0, 7, 0.0));
    check_survives(cx, l, sample(cx, 1, 6, 0.0), sample(cx, 1, 7, 0.0));
    check_survives(cx, l, one, one);
    check_survives(cx, l, sample(cx, 50, 6, 1.0), sample(cx, 50, 7, 1.0));
    check_survives(cx, l, sample(cx, 50, 6, 0.0), table_of(cx, "q:c", "4711\n"));
    check_survives(cx, l, table_of(cx, "x:r", "1.7e308\n-1.7e308\n5e-324\n"),
                   table_of(cx, "x:r", "-1.7e308\n4711\n"));
    check_survives(cx, l, table_of(cx, "x:i", "1\n1\n1\n1\n"), table_of(cx, "x:i", "1\n1\n1\n"));
    check_survives(cx, l, table_of(cx, "x:i", "1\n2\n"), table_of(cx, "x:c", "4711\nb\n"));
}

static void test_odd(void **state)
{
    for_each(*state, check_odd);
}

/* ---- cancelling ---- */

static void check_cancel(tacit_ctx *cx, const tacit_linker *l)
{
    tacit_ctx *own = tacit_ctx_new();
    tacit_table *x = sample(cx, 100, 3, 0.05);
    const tacit_link_job job = { .a = x, .b = x };
    linked out;
    tacit_cancel(own);
    const tacit_status status = try_link(own, l, &job, &out);
    assert_true(status == TACIT_OK || status == TACIT_ERR_CANCELLED);
    end_link(own, &out);
    tacit_table_free(x);
    tacit_ctx_free(own);
}

static void test_cancel(void **state)
{
    for_each(*state, check_cancel);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_shape), with_context(test_threads), with_context(test_identity),
        with_context(test_odd),   with_context(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
