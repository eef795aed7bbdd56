/*
 * test_generalize.c - whatever generalize gives out keeps what was required and costs what it
 * says.
 *
 * 3000 random tables of up to 80 records with three keys (one number with intervals, one number
 * without a hierarchy, one category) with missing cells in half of them, requirements of
 * k-anonymity alone or with l-diversity or t-closeness, any share of suppression and all ways of
 * recoding.  On the output: each model, run as the release gate does, holds; no non-key column
 * is touched; a kept cell is a value or a label that covers it; and where no row is left out, the
 * loss that is told equals the mean loss that `loss_metric` measures.
 */
#include "support/models.h"

#include <math.h>

#include "method/method.h"
#include "utility/utility.h"

enum { ROWS = 80, TIMES = 3000, RECODINGS = 5 };

/* A table with hierarchies and what is asked of it. */
typedef struct setting {
    tacit_table *table;
    arguments intervals, step;
    tacit_hierarchy_spec hierarchy;
    question q[2];
    tacit_requirement require[2];
    size_t n;
    bool complete; /* no cell is missing */
} setting;

static void demand(setting *s, question *q)
{
    s->require[s->n++] = (tacit_requirement){ .model = q->model, .args = &q->a.args };
}

static void draw_table(tacit_ctx *cx, tacit_rng *rng, setting *s)
{
    tacit_buffer text = { 0 };
    const size_t rows = 10 + (size_t)tacit_rng_below(rng, ROWS - 10);
    s->complete = tacit_rng_below(rng, 2) == 0;
    for (size_t i = 0; i < rows; i++) {
        const bool blank = !s->complete && tacit_rng_below(rng, 8) == 0;
        if (!blank)
            assert_ok(cx, tacit_buffer_format(cx, &text, "%d", (int)tacit_rng_below(rng, 30)));
        assert_ok(cx, tacit_buffer_format(cx, &text, ",%d,%c,%c\n", (int)tacit_rng_below(rng, 3),
                                          (char)('p' + (char)tacit_rng_below(rng, 4)),
                                          (char)('x' + (char)tacit_rng_below(rng, 3))));
    }
    s->table = table_of(cx, "age:i,size:i,place:c,ill:c", text.text);
    tacit_buffer_free(&text);
    with_keys(s->table, 3);
    tacit_table_set_roles(s->table, 3, TACIT_ROLE_SENSITIVE);
}

static void draw(tacit_ctx *cx, tacit_rng *rng, setting *s)
{
    static const double widths[] = { 5, 10 };
    draw_table(cx, rng, s);
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find("intervals");
    preset_args(&s->intervals, &builder->about);
    argument(&s->intervals, "widths")->reals = widths;
    argument(&s->intervals, "widths")->n = 2;
    s->hierarchy =
        (tacit_hierarchy_spec){ .column = "age", .builder = builder, .args = s->intervals.args };
    demand(s, with(ask(&s->q[0], "k_anonymity"), "k", 2 + (double)tacit_rng_below(rng, 4)));
    const uint64_t kind = tacit_rng_below(rng, 3);
    if (kind == 1)
        demand(s, with(ask(&s->q[1], "l_diversity"), "l", 2));
    if (kind == 2)
        demand(s, with(ask(&s->q[1], "t_closeness"), "t", 0.3));
    preset_args(&s->step, &tacit_method_generalize.about);
    set_number(&s->step, "suppression", (double)tacit_rng_below(rng, 6) / 5.0);
    set_number(&s->step, "aggregate", 1);
    set_number(&s->step, "recoding", (double)tacit_rng_below(rng, RECODINGS));
    set_number(&s->step, "ranges", (double)tacit_rng_below(rng, 2));
}

static void check_gate(tacit_ctx *cx, const setting *s, const tacit_table *out)
{
    for (size_t i = 0; i < s->n; i++) {
        tacit_subject *subject = NULL;
        tacit_result *r = NULL;
        assert_ok(cx, tacit_subject_new(cx, out, &subject));
        assert_ok(cx, tacit_model_run(cx, s->require[i].model, subject, s->require[i].args, &r));
        if (!json_is_true(json_object_get(r, "holds")))
            fail_msg("%s does not hold", s->require[i].model->about.name);
        json_decref(r);
        tacit_subject_free(subject);
    }
}

/* The mean loss that is told against the one that is measured on the output. */
static void check_loss(tacit_ctx *cx, const setting *s, const tacit_table *out,
                       const tacit_result *told, bool local)
{
    const tacit_utility *u = tacit_utility_find("loss_metric");
    const tacit_pair pair = {
        .original = s->table, .masked = out, .hierarchies = &s->hierarchy, .n_hierarchies = 1
    };
    arguments a;
    tacit_result *r = NULL;
    set_number(set_number(preset_args(&a, &u->about), "numbers", 1), "values", 1);
    assert_ok(cx, tacit_utility_run(cx, u, &pair, &a.args, &r));
    const double want = figure(r, "mean"), have = figure(told, local ? "local_loss" : "loss");
    if (!(fabs(have - want) <= 1e-9))
        fail_msg("told %.12g, measured %.12g", have, want);
    json_decref(r);
}

static void check_one(tacit_ctx *cx, tacit_rng *rng, size_t *done)
{
    setting s = { 0 };
    draw(cx, rng, &s);
    const bool local = argument(&s.step, "recoding")->number > 0.0;
    const size_t keys[] = { 0, 1, 2 };
    const tacit_rng root = tacit_rng_seed(1);
    tacit_job job = { .in = s.table,
                      .cols = { 3, keys },
                      .args = &s.step.args,
                      .rng = &root,
                      .hierarchies = &s.hierarchy,
                      .n_hierarchies = 1,
                      .require = s.require,
                      .n_require = s.n };
    tacit_table *out = NULL;
    assert_ok(cx, tacit_result_new(cx, "method", &tacit_method_generalize.about, &s.step.args,
                                   &job.told));
    const tacit_status status = tacit_method_run(cx, &tacit_method_generalize, &job, &out);
    assert_true(status == TACIT_OK || status == TACIT_ERR_DATA);
    if (status == TACIT_OK && tacit_table_rows(out) > 0) {
        check_gate(cx, &s, out);
        if (tacit_table_rows(out) == tacit_table_rows(s.table)) {
            assert_ptr_equal(tacit_table_column(out, 3), tacit_table_column(s.table, 3));
            if (s.complete)
                check_loss(cx, &s, out, job.told, local);
        }
        ++*done;
    }
    json_decref(job.told);
    tacit_table_free(out);
    tacit_table_free(s.table);
}

static void test_promises(void **state)
{
    tacit_rng rng = tacit_rng_seed(11);
    size_t done = 0;
    for (int i = 0; i < TIMES; i++)
        check_one(*state, &rng, &done);
    assert_true(done > TIMES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { with_context(test_promises) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
