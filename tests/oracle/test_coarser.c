/*
 * test_coarser.c - keys that are generalised further never lose less, and unchanged ones lose
 * nothing.
 *
 * 500 random tables whose codes are masked character by character, with rows that correspond
 * and without.
 */
#include "support/generalised.h"

#include "hierarchy/hierarchy.h"

/* Measures that must not fall, and whether they need rows and are 0 for unchanged keys. */
static const struct {
    const char *measure, *figure;
    bool rows, zero;
} OF[] = { { "loss_metric", "sum", false, true },
           { "monotone_entropy", "total", false, true },
           { "entropy", "total", false, true },
           { "non_uniform_entropy", "total", true, true },
           { "mutual_information", "loss", true, true },
           { "private_mutual_information", "added", true, true },
           { "precision", "loss", false, true },
           { "discernibility", "discernibility", false, false },
           { "discernibility", "loss", false, true },
           { "average_class_size", "average", false, false },
           { "average_class_size", "loss", false, true },
           { "classification_metric", "classification_metric", false, false },
           { "classification_metric", "loss", false, true },
           { "spread", "spread", false, false },
           { "spread", "loss", false, true } };
enum { MEASURES = sizeof OF / sizeof OF[0] };

/* Plain entropy and what keys tell about another column can fall. */
static bool may_fall(const char *measure)
{
    return strcmp(measure, "entropy") == 0 || strcmp(measure, "private_mutual_information") == 0;
}

/* Codes of three letters, some missing, and a sensitive column. */
static tacit_table *draw_codes(tacit_ctx *cx, tacit_rng *rng)
{
    tacit_builder *b[MOST_FIELDS];
    tacit_type type[MOST_FIELDS];
    const size_t rows = 1 + tacit_rng_below(rng, 40);
    start_columns(cx, "a:c,s:c", b, type);
    for (size_t i = 0; i < rows; i++) {
        char text[FIELD_BYTES] = "";
        for (int k = 0; k < 3 && tacit_rng_below(rng, 20) > 0; k++)
            text[k] = (char)('p' + (char)tacit_rng_below(rng, 3));
        add_cell(cx, b[0], TACIT_TYPE_CATEGORY, strlen(text) == 3 ? text : "");
        add_cell(cx, b[1], TACIT_TYPE_CATEGORY,
                 random_cell(rng, TACIT_TYPE_CATEGORY, 3, 0.0, text));
    }
    tacit_table *t = with_keys(finish_columns(cx, b, 2, rows), 1);
    tacit_table_set_roles(t, 1, TACIT_ROLE_SENSITIVE);
    return t;
}

/* The figures at one level are at least `last`, and become it. */
static void check_level(const pairing *p, size_t level, double *last)
{
    for (size_t m = 0; m < MEASURES; m++) {
        if (OF[m].rows && p->pair.independent)
            continue;
        const double x = utility_figure(p, OF[m].measure, OF[m].figure);
        if (level == 0 && OF[m].zero && fabs(x) > 0.0)
            fail_msg("%s of %s is %g for unchanged keys", OF[m].figure, OF[m].measure, x);
        if (level > 0 && !may_fall(OF[m].measure) && x < last[m] - 1e-9)
            fail_msg("%s of %s falls from %g to %g", OF[m].figure, OF[m].measure, last[m], x);
        last[m] = x;
    }
}

static void check_table(tacit_ctx *cx, const tacit_table *t, bool independent)
{
    const tacit_hierarchy_builder *mask = tacit_hierarchy_builder_find("mask");
    double last[MEASURES] = { 0.0 };
    tacit_hierarchy *h = NULL;
    arguments a;
    preset_args(&a, &mask->about);
    const tacit_hierarchy_spec spec = { .column = "a", .builder = mask, .args = a.args };
    assert_ok(cx, tacit_hierarchy_build(cx, mask, &a.args, tacit_table_column(t, 0), &h));
    for (size_t level = 0; level < tacit_hierarchy_levels(h); level++) {
        tacit_table *after = NULL;
        assert_ok(cx, tacit_table_copy(cx, t, &after));
        assert_ok(cx, tacit_hierarchy_apply(cx, h, level, after, 0));
        const pairing p = { .cx = cx,
                            .pair = { .original = t,
                                      .masked = after,
                                      .independent = independent,
                                      .hierarchies = &spec,
                                      .n_hierarchies = 1 } };
        check_level(&p, level, last);
        tacit_table_free(after);
    }
    tacit_hierarchy_free(h);
}

static void test_coarser(void **state)
{
    tacit_rng rng = tacit_rng_seed(78);
    for (int round = 0; round < 500; round++) {
        tacit_table *t = draw_codes(*state, &rng);
        check_table(*state, t, round % 2 == 1);
        tacit_table_free(t);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { with_context(test_coarser) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
