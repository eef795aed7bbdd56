/*
 * test_hierarchies.c - every builder on random columns: total, monotone, one root, weights.
 *
 * The laws are checked value against value by their definitions.  Labels must not depend on
 * the order of rows.  Refusals are accepted where a builder may refuse (a list that does not
 * cover the column); each builder must succeed often.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "hierarchy/hierarchy.h"
#include "support/group.h"

enum { ROWS = 60, TRIALS = 150, WORDS = 40 };

/* ---- random columns and arguments ---- */

/* Words of one to four letters of five, so that prefixes are shared. */
static void word(tacit_rng *rng, char out[8])
{
    const size_t n = 1 + tacit_rng_below(rng, 4);
    for (size_t i = 0; i < n; i++)
        out[i] = (char)('a' + tacit_rng_below(rng, 5));
    out[n] = '\0';
}

static tacit_status add_cell(tacit_ctx *cx, tacit_builder *b, tacit_type type, tacit_rng *rng)
{
    char text[8];
    const int64_t whole = (int64_t)tacit_rng_below(rng, 120) - 20;
    const double real = (double)whole / 7.0;
    const int32_t day = (int32_t)(whole * 97);
    if (tacit_rng_below(rng, 12) == 0)
        return tacit_builder_missing(cx, b);
    word(rng, text);
    return type == TACIT_TYPE_CATEGORY  ? tacit_builder_text(cx, b, text, strlen(text))
           : type == TACIT_TYPE_INTEGER ? tacit_builder_integers(cx, b, &whole, NULL, 1)
           : type == TACIT_TYPE_REAL    ? tacit_builder_reals(cx, b, &real, NULL, 1)
                                        : tacit_builder_dates(cx, b, &day, NULL, 1);
}

static tacit_column *random_column(tacit_ctx *cx, tacit_type type, size_t rows, tacit_rng *rng)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    assert_int_equal(tacit_builder_new(cx, "x", type, rows, &b), TACIT_OK);
    for (size_t i = 0; i < rows; i++)
        assert_int_equal(add_cell(cx, b, type, rng), TACIT_OK);
    assert_int_equal(tacit_builder_finish(cx, b, &c), TACIT_OK);
    return c;
}

/* What lists and files of a trial refer to. */
typedef struct material {
    char word[WORDS][8];
    const char *text[WORDS];
    double real[4];
    tacit_group group[4];
    char path[64];
} material;

/* Words without repeats; a file with them, each with its first letter and a star, or below one
 * code as in a tree of Argus. */
static void make_material(tacit_rng *rng, bool argus, material *m)
{
    size_t n = 0;
    while (n < WORDS) {
        word(rng, m->word[n]);
        size_t k = 0;
        while (k < n && strcmp(m->word[k], m->word[n]) != 0)
            k++;
        n += k == n;
    }
    snprintf(m->path, sizeof m->path, "/tmp/tacit-oracle-XXXXXX");
    const int fd = mkstemp(m->path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    for (size_t i = 0; i < WORDS; i++) {
        m->text[i] = m->word[i];
        if (argus)
            fprintf(f, "%s@%s\n", i == 0 ? "TOP\n" : "", m->word[i]);
        else
            fprintf(f, "%s;%.1s;*\n", m->word[i], m->word[i]);
    }
    assert_int_equal(fclose(f), 0);
    for (size_t g = 0; g < 4; g++)
        m->group[g] = (tacit_group){ .label = g == 0   ? "A"
                                              : g == 1 ? "AA"
                                              : g == 2 ? "AB"
                                                       : "B",
                                     .member = m->text + g * WORDS / 4,
                                     .n = WORDS / 4,
                                     .depth = g == 1 || g == 2 };
}

static void give_reals(material *m, tacit_value *v, double a, double b)
{
    m->real[0] = a;
    m->real[1] = b;
    v->given = true;
    v->reals = m->real;
    v->n = b > 0.0 ? 2 : 1;
}

/* Arguments that the builder may accept. */
static void choose_args(const char *name, tacit_rng *rng, material *m, tacit_args *args)
{
    tacit_value *at = args->at;
    const double a = 2.0 + (double)tacit_rng_below(rng, 4),
                 b = 1.0 + (double)tacit_rng_below(rng, 3);
    if (strcmp(name, "file") == 0 || strcmp(name, "argus") == 0) {
        at[0].text = m->path;
        at[0].given = true;
    } else if (strcmp(name, "intervals") == 0) {
        if (tacit_rng_below(rng, 2) == 0)
            give_reals(m, &at[0], a, a * (b + 1.0));
        else
            give_reals(m, &at[tacit_param_find(args->params, "parts")], a * (b + 1.0), a);
    } else if (strcmp(name, "order") == 0) {
        give_reals(m, &at[0], a, b + 1.0);
        if (tacit_rng_below(rng, 3) == 0) {
            at[1].given = true;
            at[1].texts = m->text;
            at[1].n = WORDS;
        }
    } else if (strcmp(name, "prefix") == 0) {
        give_reals(m, &at[0], a, 1.0);
    } else if (strcmp(name, "tree") == 0) {
        at[0].given = true;
        at[0].groups = m->group;
        at[0].n = 4;
    }
}

/* ---- the laws ---- */

static void check_level(const tacit_hierarchy *h, size_t level)
{
    const size_t n = tacit_hierarchy_values(h);
    const bool top = level + 1 == tacit_hierarchy_levels(h);
    double sum = 0.0;
    for (size_t a = 0; a < n; a++) {
        const uint32_t own = tacit_hierarchy_label(h, level, a);
        double members = 0.0;
        assert_true(own < tacit_dict_size(tacit_hierarchy_labels(h, level)));
        for (size_t b = 0; b < n; b++) {
            const bool same = tacit_hierarchy_label(h, level, b) == own;
            members += same;
            assert_true(!top || same);
            if (same && !top)
                assert_int_equal(tacit_hierarchy_label(h, level + 1, a),
                                 tacit_hierarchy_label(h, level + 1, b));
        }
        assert_true(tacit_hierarchy_weight(h, level, own) >= members);
    }
    for (uint32_t l = 0; l < tacit_dict_size(tacit_hierarchy_labels(h, level)); l++)
        sum += tacit_hierarchy_weight(h, level, l);
    assert_true(sum <= tacit_hierarchy_domain(h));
    if (top && n > 0)
        assert_float_equal(sum, tacit_hierarchy_domain(h), 0.0);
}

static void check_laws(const tacit_hierarchy *h)
{
    const size_t n = tacit_hierarchy_values(h), levels = tacit_hierarchy_levels(h);
    assert_true(tacit_hierarchy_domain(h) >= (double)n);
    assert_true(levels > 1 || n < 2);
    for (size_t level = 1; level < levels; level++)
        check_level(h, level);
}

/* The same rows upside down. */
static tacit_column *turned(tacit_ctx *cx, const tacit_column *c)
{
    const tacit_type type = tacit_column_type(c);
    tacit_builder *b = NULL;
    tacit_column *out = NULL;
    assert_int_equal(tacit_builder_new(cx, "x", type, ROWS, &b), TACIT_OK);
    for (size_t i = tacit_column_length(c); i-- > 0;) {
        char room[32];
        const char *text = tacit_column_text(c, i, room);
        assert_int_equal(tacit_column_is_missing(c, i) ? tacit_builder_missing(cx, b)
                         : type == TACIT_TYPE_CATEGORY
                             ? tacit_builder_text(cx, b, text, strlen(text))
                         : type == TACIT_TYPE_INTEGER
                             ? tacit_builder_integers(cx, b, tacit_column_integers(c) + i, NULL, 1)
                         : type == TACIT_TYPE_REAL
                             ? tacit_builder_reals(cx, b, tacit_column_reals(c) + i, NULL, 1)
                             : tacit_builder_dates(cx, b, tacit_column_dates(c) + i, NULL, 1),
                         TACIT_OK);
    }
    assert_int_equal(tacit_builder_finish(cx, b, &out), TACIT_OK);
    return out;
}

/* Each value has the same labels in both. */
static void check_same(const tacit_hierarchy *a, const tacit_hierarchy *b)
{
    assert_int_equal(tacit_hierarchy_levels(a), tacit_hierarchy_levels(b));
    for (size_t v = 0; v < tacit_hierarchy_values(a); v++) {
        const size_t w = tacit_hierarchy_find_text(b, tacit_hierarchy_value(a, v));
        for (size_t l = 1; l < tacit_hierarchy_levels(a); l++)
            assert_string_equal(
                tacit_dict_text(tacit_hierarchy_labels(a, l), tacit_hierarchy_label(a, l, v)),
                tacit_dict_text(tacit_hierarchy_labels(b, l), tacit_hierarchy_label(b, l, w)));
    }
}

/* One column; whether the builder took it. */
static bool try_builder(tacit_ctx *cx, const tacit_hierarchy_builder *builder,
                        const tacit_column *c, const tacit_args *args)
{
    tacit_hierarchy *h = NULL, *again = NULL;
    const tacit_status status = tacit_hierarchy_build(cx, builder, args, c, &h);
    if (status != TACIT_OK) {
        assert_true(status == TACIT_ERR_DATA || status == TACIT_ERR_INPUT);
        return false;
    }
    check_laws(h);
    tacit_column *other = turned(cx, c);
    assert_int_equal(tacit_hierarchy_build(cx, builder, args, other, &again), TACIT_OK);
    check_same(h, again);
    tacit_column_free(other);
    tacit_hierarchy_free(again);
    tacit_hierarchy_free(h);
    return true;
}

static size_t try_type(const tacit_hierarchy_builder *builder, tacit_type type, tacit_rng *rng)
{
    size_t built = 0;
    for (size_t trial = 0; trial < TRIALS; trial++) {
        tacit_ctx *cx = tacit_ctx_new();
        tacit_value at[16];
        tacit_args args;
        material m;
        make_material(rng, builder == &tacit_hierarchy_builder_argus, &m);
        tacit_args_preset(builder->about.params, at, &args);
        choose_args(builder->about.name, rng, &m, &args);
        tacit_column *c = random_column(cx, type, tacit_rng_below(rng, trial % 2 ? 4 : ROWS), rng);
        built += try_builder(cx, builder, c, &args);
        tacit_column_free(c);
        unlink(m.path);
        tacit_ctx_free(cx);
    }
    return built;
}

static void test_laws(void **state)
{
    (void)state;
    static const tacit_type types[] = { TACIT_TYPE_CATEGORY, TACIT_TYPE_INTEGER, TACIT_TYPE_REAL,
                                        TACIT_TYPE_DATE };
    tacit_rng rng = tacit_rng_seed(77);
    for (size_t i = 0; i < tacit_hierarchy_catalog.n; i++) {
        const tacit_hierarchy_builder *b =
            tacit_hierarchy_builder_find(tacit_hierarchy_catalog.entry[i]->name);
        size_t built = 0;
        for (size_t t = 0; t < 4; t++)
            if ((b->accepts & types[t]) != 0)
                built += try_type(b, types[t], &rng);
        if (built < TRIALS / 10)
            fail_msg("%s built %zu hierarchies only", b->about.name, built);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_laws) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
