/*
 * fuzz_hierarchy.c - any bytes are a hierarchy file that keeps the laws or is refused.
 *
 * The file is read as ARX's and as those of Argus, for a column of texts and for one of
 * numbers.
 */
#include "fuzz.h"

#include <string.h>

#include "hierarchy/hierarchy.h"

/* Values that share a label share one at every higher level, and at the highest all do. */
static void check_laws(const tacit_hierarchy *h)
{
    const size_t n = tacit_hierarchy_values(h), top = tacit_hierarchy_levels(h) - 1;
    FUZZ_CHECK(top > 0 && tacit_dict_size(tacit_hierarchy_labels(h, top)) == 1);
    FUZZ_CHECK(!(tacit_hierarchy_weight(h, top, 0) < tacit_hierarchy_domain(h)));
    for (size_t l = 1; l + 1 < tacit_hierarchy_levels(h); l++)
        for (size_t v = 1; v < n; v++)
            FUZZ_CHECK(tacit_hierarchy_label(h, l, v) != tacit_hierarchy_label(h, l, v - 1) ||
                       tacit_hierarchy_label(h, l + 1, v) ==
                           tacit_hierarchy_label(h, l + 1, v - 1));
}

static void build(tacit_ctx *cx, const char *name, const char *path, const tacit_column *column)
{
    const tacit_hierarchy_builder *builder = tacit_hierarchy_builder_find(name);
    tacit_value at[2];
    tacit_args args;
    tacit_hierarchy *h = NULL;
    FUZZ_CHECK(builder != NULL && tacit_param_count(builder->about.params) <= 2);
    tacit_args_preset(builder->about.params, at, &args);
    at[0] = (tacit_value){ .given = true, .text = path };
    const tacit_status status = tacit_hierarchy_build(cx, builder, &args, column, &h);
    fuzz_check_status(cx, status);
    if (status == TACIT_OK)
        check_laws(h);
    tacit_hierarchy_free(h);
}

static tacit_column *texts(tacit_ctx *cx)
{
    static const char *const TEXTS[] = { "north", "south", "east", "a" };
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    FUZZ_CHECK(tacit_builder_new(cx, "region", TACIT_TYPE_CATEGORY, 4, &b) == TACIT_OK);
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        FUZZ_CHECK(tacit_builder_text(cx, b, TEXTS[i], strlen(TEXTS[i])) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_finish(cx, b, &c) == TACIT_OK);
    return c;
}

static tacit_column *numbers(tacit_ctx *cx)
{
    static const int64_t NUMBERS[] = { 1, 2, 7 };
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    FUZZ_CHECK(tacit_builder_new(cx, "age", TACIT_TYPE_INTEGER, 3, &b) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_integers(cx, b, NUMBERS, NULL, 3) == TACIT_OK);
    FUZZ_CHECK(tacit_builder_finish(cx, b, &c) == TACIT_OK);
    return c;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file(data, n, ".csv");
    tacit_ctx *cx = tacit_ctx_new();
    tacit_column *columns[] = { texts(cx), numbers(cx) };
    for (size_t i = 0; i < 2; i++) {
        build(cx, "file", path, columns[i]);
        build(cx, "argus", path, columns[i]);
        tacit_column_free(columns[i]);
    }
    tacit_ctx_free(cx);
    return 0;
}
