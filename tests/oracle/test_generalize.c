/*
 * test_generalize.c - whatever generalize gives out keeps what was required and costs what it
 * says.
 *
 * 3000 random tables of up to 80 records with three keys (one number with intervals, one number
 * without a hierarchy, one category) with missing cells in half of them, requirements of
 * k-anonymity alone or with a model of attribute disclosure, any share of suppression, whatever
 * becomes of the suppressed, and all ways of recoding.  On the output: each model, run as the
 * release gate does, holds; no non-key column is touched; and what is told is what is in the
 * table that was given out: the loss equals what the utilities measure once the records that were
 * left out are put back as blanks, and suppressed records, classes and the smallest of them are
 * counted anew.  Local recoding keeps no less when more may be suppressed.
 */
#include "support/compare.h"
#include "support/models.h"

#include <math.h>

#include "micro/method/method.h"
#include "micro/method/rewrite.h"
#include "micro/utility/utility.h"
#include "table/take.h"

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
        assert_ok(cx,
                  tacit_buffer_format(cx, &text, ",%d,%c,%c,%zu\n", (int)tacit_rng_below(rng, 3),
                                      (char)('p' + (char)tacit_rng_below(rng, 4)),
                                      (char)('x' + (char)tacit_rng_below(rng, 3)), i));
    }
    s->table = table_of(cx, "age:i,size:i,place:c,ill:c,row:i", text.text);
    tacit_buffer_free(&text);
    with_keys(s->table, 3);
    tacit_table_set_roles(s->table, 3, TACIT_ROLE_SENSITIVE);
}

/* Granularity, precision, discernibility: losses that a utility measures alike. */
static const double LOSSES[] = { 0, 1, 6 };

static void draw_model(tacit_rng *rng, setting *s)
{
    const uint64_t kind = tacit_rng_below(rng, 6);
    if (kind == 1)
        demand(s, with(ask(&s->q[1], "l_diversity"), "l", 2));
    if (kind == 2 || kind == 3) /* equal or ordered */
        demand(s, with(with(ask(&s->q[1], "t_closeness"), "t", 0.3), "distance", (double)kind - 2));
    if (kind == 4)
        demand(s, with(with(ask(&s->q[1], "beta_likeness"), "beta", 0.8), "kind", 1));
    if (kind == 5)
        demand(s, with(ask(&s->q[1], "delta_disclosure"), "delta", 1.2));
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
    draw_model(rng, s);
    preset_args(&s->step, &tacit_method_generalize.about);
    set_number(&s->step, "suppression", (double)tacit_rng_below(rng, 6) / 5.0);
    set_number(&s->step, "suppressed", (double)tacit_rng_below(rng, 3));
    set_number(&s->step, "loss", LOSSES[tacit_rng_below(rng, 3)]);
    set_number(&s->step, "aggregate", 2); /* arithmetic */
    set_number(&s->step, "recoding", (double)tacit_rng_below(rng, RECODINGS));
    set_number(&s->step, "ranges", (double)tacit_rng_below(rng, 2));
}

static void check_gate(tacit_ctx *cx, const setting *s, const tacit_table *out)
{
    for (size_t i = 0; i < s->n; i++) {
        tacit_subject *subject = NULL;
        tacit_result *r = NULL;
        assert_ok(cx, tacit_subject_new(cx, out, &subject));
        assert_ok(cx, tacit_measure_run(cx, &s->require[i].model->measure, subject,
                                        s->require[i].args, &r));
        if (!json_is_true(json_object_get(r, "holds")))
            fail_msg("%s does not hold", s->require[i].model->measure.about.name);
        json_decref(r);
        tacit_subject_free(subject);
    }
}

/* The table given out, with the records that were left out in their places as blanks. */
static tacit_table *put_back(tacit_ctx *cx, const setting *s, const tacit_table *out)
{
    const size_t rows = tacit_table_rows(s->table);
    const int64_t *row = tacit_column_integers(tacit_table_column(out, 4));
    size_t at[ROWS] = { 0 }, blanked = 0;
    bool gone[ROWS];
    tacit_table *all = NULL;
    for (size_t i = 0; i < rows; i++)
        gone[i] = true;
    for (size_t i = 0; i < tacit_table_rows(out); i++) {
        at[row[i]] = i;
        gone[row[i]] = false;
    }
    assert_ok(cx, tacit_table_take(cx, out, &(tacit_row_list){ .n = rows, .at = at }, &all));
    for (size_t c = 0; c < 3; c++)
        assert_ok(cx, tacit_rewrite_blank(cx, all, c, gone, &blanked));
    return all;
}

/* What a utility measures on an original without gaps and what became of it. */
static double measured(tacit_ctx *cx, const setting *s, const tacit_table *all, double loss)
{
    const char *const name = loss > 5.0   ? "discernibility"
                             : loss > 0.5 ? "precision"
                                          : "loss_metric";
    const tacit_measure *u = tacit_utility_find(name);
    const tacit_pair pair = {
        .original = s->table, .masked = all, .hierarchies = &s->hierarchy, .n_hierarchies = 1
    };
    arguments a;
    tacit_result *r = NULL;
    preset_args(&a, &u->about);
    if (loss < 0.5)
        set_number(set_number(&a, "numbers", 1), "values", 1);
    assert_ok(cx, measure_pair(cx, u, &pair, &a.args, &r));
    const double x = figure(r, loss > 5.0 ? "discernibility" : loss > 0.5 ? "loss" : "mean");
    json_decref(r);
    return x;
}

static void assert_told(double have, double want, const char *what)
{
    if (!(fabs(have - want) <= 1e-9 * fmax(1.0, fabs(want))))
        fail_msg("%s: told %.12g, measured %.12g", what, have, want);
}

/* Whether a row shows nothing. */
static bool is_blank(const tacit_table *t, size_t i)
{
    for (size_t c = 0; c < 3; c++)
        if (!tacit_column_is_missing(tacit_table_column(t, c), i))
            return false;
    return true;
}

/* Classes and suppressed records counted in the table with what was left out. */
static void check_counts(tacit_ctx *cx, const tacit_table *all, const tacit_result *told,
                         bool local)
{
    tacit_subject *subject = NULL;
    const tacit_classes *c = NULL;
    uint64_t suppressed = 0, smallest = 0;
    size_t classes = 0;
    assert_ok(cx, tacit_subject_new(cx, all, &subject));
    assert_ok(cx, tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &c));
    for (size_t g = 0; g < c->n; g++) {
        const bool blank = is_blank(all, c->row[g]);
        suppressed += blank ? c->size[g] : 0;
        classes += !blank;
        smallest = !blank && (smallest == 0 || c->size[g] < smallest) ? c->size[g] : smallest;
    }
    assert_told(figure(told, "suppressed"), (double)suppressed, "suppressed");
    assert_told(figure(told, local ? "groups" : "classes"), (double)classes, "classes");
    if (!local)
        assert_told(figure(told, "smallest"), (double)smallest, "smallest");
    tacit_subject_free(subject);
}

/* Run the step; the caller frees. */
static tacit_status run_step(tacit_ctx *cx, const setting *s, tacit_table **out,
                             tacit_result **told)
{
    static const size_t keys[] = { 0, 1, 2 };
    const tacit_rng root = tacit_rng_seed(1);
    tacit_job job = { .in = s->table,
                      .cols = { 3, keys },
                      .args = &s->step.args,
                      .rng = &root,
                      .hierarchies = &s->hierarchy,
                      .n_hierarchies = 1,
                      .require = s->require,
                      .n_require = s->n };
    assert_ok(cx, tacit_result_new(cx, "method", &tacit_method_generalize.about, &s->step.args,
                                   &job.told));
    *out = NULL;
    *told = job.told;
    const tacit_status status = tacit_method_run(cx, &tacit_method_generalize, &job, out);
    assert_true(status == TACIT_OK || status == TACIT_ERR_DATA);
    return status;
}

/* With more to be suppressed local recoding does not fail, and loses no more. */
static void check_more(tacit_ctx *cx, setting *s, double loss)
{
    tacit_table *out = NULL;
    tacit_result *told = NULL;
    set_number(&s->step, "suppression", fmin(1.0, argument(&s->step, "suppression")->number + 0.1));
    assert_ok(cx, run_step(cx, s, &out, &told));
    if (figure(told, "local_loss") > loss + 1e-12)
        fail_msg("loses %.12g with more to be suppressed, %.12g with less",
                 figure(told, "local_loss"), loss);
    json_decref(told);
    tacit_table_free(out);
}

static void check_one(tacit_ctx *cx, tacit_rng *rng, size_t *done)
{
    setting s = { 0 };
    tacit_table *out = NULL;
    tacit_result *told = NULL;
    draw(cx, rng, &s);
    const bool local = argument(&s.step, "recoding")->number > 0.0;
    const double loss = local ? 0.0 : argument(&s.step, "loss")->number;
    if (run_step(cx, &s, &out, &told) == TACIT_OK) {
        tacit_table *all = put_back(cx, &s, out);
        check_gate(cx, &s, out);
        if (tacit_table_rows(out) == tacit_table_rows(s.table))
            assert_ptr_equal(tacit_table_column(out, 3), tacit_table_column(s.table, 3));
        if (s.complete) {
            assert_told(figure(told, local ? "local_loss" : "loss"), measured(cx, &s, all, loss),
                        "loss");
            check_counts(cx, all, told, local);
        }
        if (local)
            check_more(cx, &s, figure(told, "local_loss"));
        tacit_table_free(all);
        ++*done;
    }
    json_decref(told);
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

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_promises) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
