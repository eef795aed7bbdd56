/*
 * test_decisions.c - a decision does to chunks, and read back from its text, what the method
 * does to the whole table.
 *
 * The methods and their arguments are those of the contract tests; tables are random, of some
 * blocks of rows, with missing values.
 */
#include "contract/examples.h"
#include "support/decisions.h"

enum { ROWS = 2 * TACIT_BLOCK_ROWS + 777, TABLES = 1 };

static const char *const COLUMNS[] = { "a:i,b:i,c:c,x:r,d:d", "a:r,b:r,c:c,x:r,d:d",
                                       "a:c,b:c,c:c,x:r,d:d", "a:d,b:d,c:c,x:r,d:d" };

/* Breaks, one label for the rest, and what unlisted values and missing ones become. */
static void set_others(arguments *a)
{
    set_groups(a);
    set_number(a, "others", 1);
    argument(a, "missing")->text = "none";
}

static void set_one_label(arguments *a)
{
    argument(a, "label")->text = "all";
}

static void set_value(arguments *a)
{
    set_number(set_number(set_number(a, "at", 7), "replace", 2), "value", 7.5);
}

static void set_by(arguments *a)
{
    set_most(a);
    argument(a, "by")->text = "c";
}

static void set_factors(arguments *a)
{
    set_number(set_number(a, "kind", 1), "restore", 1);
}

static void set_up(arguments *a)
{
    set_number(set_number(a, "base", 0.3), "how", 1);
}

/* A matrix as it is, for missing values too, and one that keeps frequencies, all as likely to stay.
 */
static void set_plain(arguments *a)
{
    set_number(set_number(a, "kind", 1), "missing", 1);
}

static void set_fixed(arguments *a)
{
    set_number(set_number(a, "stay", 1), "diagonal", 0.3);
}

static const example MORE[] = {
    { "drop", TACIT_TYPE_ANY, set_nothing },      { "recode", TACIT_TYPE_ANY, set_others },
    { "recode", TACIT_TYPE_ANY, set_one_label },  { "bottom_code", TACIT_TYPE_ANY, set_mean },
    { "bottom_code", TACIT_TYPE_ANY, set_label }, { "top_code", TACIT_TYPE_ANY, set_value },
    { "shift_dates", TACIT_TYPE_ANY, set_by },    { "round", TACIT_TYPE_ANY, set_up },
    { "noise", TACIT_TYPE_ANY, set_factors },     { "pram", TACIT_TYPE_ANY, set_plain },
    { "pram", TACIT_TYPE_ANY, set_fixed },
};

/* One method on one table. */
typedef struct trial {
    tacit_ctx *cx;
    const tacit_table *in, *out;
    const tacit_decision *decision;
    tacit_rng stream; /* of the step and its method */
    const char *who;
} trial;

/* Apply `d` to rows from ... from + n - 1 and compare with the whole. */
static void check_stretch(const trial *t, const tacit_decision *d, size_t from, size_t n)
{
    const tacit_stretch at = { .first = from, .rng = &t->stream };
    tacit_table *chunk = stretch_of(t->cx, t->in, from, n);
    assert_ok(t->cx, tacit_decision_apply(t->cx, d, &at, chunk));
    assert_rows(t->out, from, chunk, t->who);
    tacit_table_free(chunk);
}

static void check_chunks(const trial *t, const tacit_decision *d, tacit_rng *rng)
{
    for (size_t from = 0; from < ROWS;) {
        const size_t most = (1 + tacit_rng_below(rng, 2)) * TACIT_BLOCK_ROWS;
        const size_t n = ROWS - from < most ? ROWS - from : most;
        check_stretch(t, d, from, n);
        from += n;
    }
}

/* Deciding on the settled steps, one after the other, changes nothing any more. */
static void check_settled(const trial *t)
{
    for (size_t i = 0; i < t->decision->n; i++) {
        const tacit_change *change = &t->decision->at[i];
        tacit_decision again = { 0 };
        json_t *was = NULL, *is = NULL, *told = NULL;
        tacit_select cols;
        const size_t mark = tacit_scratch_mark(t->cx);
        assert_ok(t->cx, tacit_change_select(t->cx, change, t->in, &cols));
        assert_ok(t->cx,
                  tacit_result_new(t->cx, "method", &change->method->about, &change->args, &told));
        const tacit_job job = {
            .in = t->in, .cols = cols, .args = &change->args, .rng = &t->stream, .told = told
        };
        assert_ok(t->cx, tacit_method_decide(t->cx, change->method, &job, &again));
        assert_int_equal(again.n, 1);
        assert_ok(t->cx, tacit_args_json(t->cx, &change->args, &was));
        assert_ok(t->cx, tacit_args_json(t->cx, &again.at[0].args, &is));
        assert_true(json_equal(was, is));
        json_decref(was);
        json_decref(is);
        json_decref(told);
        tacit_decision_free(&again);
        tacit_scratch_release(t->cx, mark);
    }
}

static void check_trial(const trial *t, tacit_rng *rng)
{
    tacit_decision again = { 0 };
    if (t->decision->whole)
        return;
    check_chunks(t, t->decision, rng);
    read_back(t->cx, t->decision, &again);
    check_stretch(t, &again, 0, ROWS);
    check_chunks(t, &again, rng);
    tacit_decision_free(&again);
    if (strcmp(t->who, "drop") != 0)
        check_settled(t);
}

static void check_example(tacit_ctx *cx, const example *e, tacit_rng *rng)
{
    const tacit_method *method = tacit_method_find(e->method);
    for (size_t k = 0; (method->apply != NULL || method->decide != NULL) &&
                       k < sizeof COLUMNS / sizeof COLUMNS[0];
         k++) {
        tacit_table *in =
            random_table(cx, rng, COLUMNS[k], ROWS, 2 + tacit_rng_below(rng, 40), 0.1);
        if ((tacit_column_type(column_of(in, "a")) & method->accepts & e->types) != 0) {
            mask m;
            tacit_decision decision = { 0 };
            tacit_table *out = NULL;
            start_mask(&m, e->method);
            e->set(&m.a);
            add_column(add_column(&m, in, "a"), in, "b");
            const tacit_rng root = tacit_rng_seed(m.seed);
            const tacit_job job = { .in = in,
                                    .cols = { m.n, m.at },
                                    .args = &m.a.args,
                                    .rng = &root,
                                    .decided = &decision };
            if (tacit_method_run(cx, method, &job, &out) == TACIT_OK)
                check_trial(&(trial){ .cx = cx,
                                      .in = in,
                                      .out = out,
                                      .decision = &decision,
                                      .stream = tacit_rng_fork(&root, e->method),
                                      .who = e->method },
                            rng);
            tacit_decision_free(&decision);
            tacit_table_free(out);
        }
        tacit_table_free(in);
    }
}

static void test_chunks(void **state)
{
    tacit_rng rng = tacit_rng_seed(61);
    for (size_t i = 0; i < TABLES; i++) {
        for (size_t x = 0; x < N_EXAMPLES; x++)
            if (EXAMPLES[x].set != set_fewest)
                check_example(*state, &EXAMPLES[x], &rng);
        for (size_t x = 0; x < sizeof MORE / sizeof MORE[0]; x++)
            check_example(*state, &MORE[x], &rng);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_chunks) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
