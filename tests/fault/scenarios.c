/*
 * scenarios.c - the work that alloc.c interrupts.
 */
#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/result.h"
#include "base/sort.h"
#include "base/text.h"
#include "micro/classes/classes.h"
#include "engine/engine.h"
#include "engine/stage/stage.h"
#include "table/arrow/arrow.h"

enum { ROWS = 200 };

/* ---- base ---- */

static tacit_status use_scratch(tacit_ctx *cx)
{
    double *x = NULL;
    char *text = NULL;
    TACIT_TRY(tacit_scratch(cx, 1000, sizeof *x, &x));
    TACIT_TRY(tacit_scratch_text(cx, "household", &text));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s of %d persons", "household", 4));
    TACIT_TRY(tacit_scratch(cx, 1000000, sizeof *x, &x));
    for (size_t i = 0; i < ROWS; i++)
        x[i] = (double)(i * 7919 % 101) - 50.25;
    return tacit_sort_reals(cx, x, ROWS);
}

static tacit_status fill_buffer(tacit_ctx *cx, tacit_buffer *b)
{
    for (int i = 0; i < 500; i++)
        TACIT_TRY(tacit_buffer_format(cx, b, "line %d of the text\n", i));
    return tacit_buffer_text(cx, b, "end\n");
}

static tacit_status use_buffer(tacit_ctx *cx)
{
    tacit_buffer b = { 0 };
    const tacit_status status = fill_buffer(cx, &b);
    tacit_buffer_free(&b);
    return status;
}

static const tacit_param PARAMS[] = {
    { .name = "k", .type = TACIT_PARAM_INTEGER, .preset = 3, .min = 1, .max = 9, .help = "size" },
    { .name = "columns", .type = TACIT_PARAM_COLUMNS, .help = "columns" },
    TACIT_PARAM_END
};

static const tacit_entry ENTRY = { .name = "example",
                                   .title = "Example",
                                   .summary = "An example.",
                                   .source = "none",
                                   .params = PARAMS };

static tacit_status fill_result(tacit_ctx *cx, tacit_result *r)
{
    static const char *const COLUMNS[] = { "column", "before" };
    static const double VALUES[] = { 0.25, 0.75 };
    json_t *table = NULL, *chart = NULL;
    TACIT_TRY(tacit_result_figure(cx, r, "mean", "Mean", 2.385, TACIT_UNIT_NUMBER, "the mean"));
    TACIT_TRY(tacit_result_note(cx, r, "%d records were left out.", 3));
    TACIT_TRY(tacit_result_table(cx, r, "moments", "Moments", 2, COLUMNS, &table));
    TACIT_TRY(tacit_result_row(cx, table, "[s,f]", "income", 1.5));
    TACIT_TRY(tacit_result_chart(cx, r, "sizes", "Sizes", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "size", "classes"));
    TACIT_TRY(tacit_result_label(cx, chart, "1"));
    TACIT_TRY(tacit_result_label(cx, chart, "2"));
    TACIT_TRY(tacit_result_series(cx, chart, "before", VALUES, 2));
    return tacit_result_holds(cx, r, true);
}

static tacit_status use_result(tacit_ctx *cx)
{
    tacit_value at[2];
    tacit_args args;
    tacit_result *r = NULL;
    tacit_args_preset(PARAMS, at, &args);
    TACIT_TRY(tacit_result_new(cx, "model", &ENTRY, &args, &r));
    const tacit_status status = fill_result(cx, r);
    json_decref(r);
    return status;
}

/* ---- table ---- */

static tacit_status fill_category(tacit_ctx *cx, tacit_builder *b)
{
    static const char *const TEXTS[] = { "north", "south", "east", "west", "a rather long name" };
    for (size_t i = 0; i < ROWS; i++) {
        const char *text = TEXTS[i % 5];
        if (i % 11 == 3)
            TACIT_TRY(tacit_builder_missing(cx, b));
        else
            TACIT_TRY(tacit_builder_text(cx, b, text, strlen(text)));
    }
    return TACIT_OK;
}

static tacit_status fill_number(tacit_ctx *cx, tacit_builder *b)
{
    static const tacit_label LABELS[] = { { "1", "one" }, { "2", "two" } };
    const tacit_column_notes notes = { .title = "How much", .labels = LABELS, .n_labels = 2 };
    int64_t x[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        x[i] = (int64_t)(i % 17);
    TACIT_TRY(tacit_builder_integers(cx, b, x, NULL, ROWS - 1));
    TACIT_TRY(tacit_builder_missing(cx, b));
    return tacit_builder_notes(cx, b, &notes);
}

/* Build a column with `fill` and add it to `t`. */
static tacit_status add_column(tacit_ctx *cx, tacit_table *t, const char *name, tacit_type type,
                               tacit_status (*fill)(tacit_ctx *cx, tacit_builder *b))
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, name, type, 10, &b));
    const tacit_status status = fill(cx, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    tacit_column *c = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status fill_table(tacit_ctx *cx, tacit_table *t)
{
    TACIT_TRY(add_column(cx, t, "region", TACIT_TYPE_CATEGORY, fill_category));
    TACIT_TRY(add_column(cx, t, "children", TACIT_TYPE_INTEGER, fill_number));
    tacit_table_set_roles(t, 0, TACIT_ROLE_KEY);
    return TACIT_OK;
}

static tacit_status edit_table(tacit_ctx *cx, tacit_table *t)
{
    tacit_select keys = { 0 };
    double *x = NULL;
    TACIT_TRY(tacit_table_with_role(cx, t, TACIT_ROLE_KEY, &keys));
    TACIT_TRY(tacit_table_edit_reals(cx, t, 1, &x));
    x[0] = 2.385;
    return TACIT_OK;
}

/* Build a table, and do `use` with a copy of it. */
static tacit_status with_table(tacit_ctx *cx, tacit_status (*use)(tacit_ctx *cx, tacit_table *t))
{
    tacit_table *t = NULL, *copy = NULL;
    TACIT_TRY(tacit_table_new(cx, ROWS, &t));
    tacit_status status = fill_table(cx, t);
    if (status == TACIT_OK)
        status = tacit_table_copy(cx, t, &copy);
    if (status == TACIT_OK)
        status = use(cx, copy);
    tacit_table_free(copy);
    tacit_table_free(t);
    return status;
}

static tacit_status use_table(tacit_ctx *cx)
{
    return with_table(cx, edit_table);
}

/* A table as an Arrow stream and back, and as a source. */
static tacit_status stream_table(tacit_ctx *cx, tacit_table *t)
{
    struct ArrowArrayStream stream;
    tacit_table *back = NULL;
    tacit_store *store = NULL;
    tacit_data *data = NULL;
    TACIT_TRY(tacit_arrow_write(cx, t, &stream));
    TACIT_TRY(tacit_arrow_read(cx, &stream, &back));
    tacit_status status = tacit_store_new(cx, &store);
    if (status != TACIT_OK) {
        tacit_table_free(back);
        return status;
    }
    status = tacit_store_put(cx, store, "t", back);
    const tacit_source source = { .uri = "memory:t", .store = store };
    if (status == TACIT_OK)
        status = tacit_data_open(cx, &source, &data);
    tacit_data_close(data);
    tacit_store_free(store);
    return status;
}

static tacit_status use_stream(tacit_ctx *cx)
{
    return with_table(cx, stream_table);
}

/* ---- classes ---- */

static tacit_status class_by(tacit_ctx *cx, const tacit_table *t, tacit_missing_rule missing)
{
    const size_t keys[] = { 0, 1 };
    const tacit_class_spec spec = {
        .keys = { 2, keys }, .count = tacit_table_columns(t), .weight = 1, .missing = missing
    };
    tacit_classes *classes = NULL;
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &classes));
    tacit_classes_free(classes);
    return TACIT_OK;
}

static tacit_status class_table(tacit_ctx *cx, tacit_table *t)
{
    TACIT_TRY(class_by(cx, t, TACIT_MISSING_CATEGORY));
    return class_by(cx, t, TACIT_MISSING_WILDCARD);
}

static tacit_status use_classes(tacit_ctx *cx)
{
    return with_table(cx, class_table);
}

/* ---- engine ---- */

/* Write `t` to `target` through a stage. */
static tacit_status write_to(tacit_ctx *cx, tacit_staged *s, const tacit_table *t,
                             const char *target)
{
    const char *path = NULL;
    TACIT_TRY(tacit_staged_add(cx, s, target, &path));
    TACIT_TRY(tacit_write_table(cx, t, target, path));
    return tacit_staged_commit(cx, s);
}

/* Load what is at `uri`. */
static tacit_status load_from(tacit_ctx *cx, const char *uri)
{
    const tacit_source source = { .uri = uri };
    tacit_data *data = NULL;
    tacit_table *t = NULL;
    TACIT_TRY(tacit_data_open(cx, &source, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, &t);
    tacit_table_free(t);
    tacit_data_close(data);
    return status;
}

/* Write `t` to a file with this ending in the folder for temporary files, and load it. */
static tacit_status write_and_load(tacit_ctx *cx, const tacit_table *t, const char *ending)
{
    const char *folder = getenv("TMPDIR");
    char target[256];
    snprintf(target, sizeof target, "%s/fault-%ld%s", folder == NULL ? "/tmp" : folder,
             (long)getpid(), ending);
    tacit_staged *s = NULL;
    TACIT_TRY(tacit_staged_new(cx, &s));
    tacit_status status = write_to(cx, s, t, target);
    tacit_staged_free(s);
    if (status == TACIT_OK)
        status = load_from(cx, target);
    unlink(target);
    return status;
}

static tacit_status write_and_load_csv(tacit_ctx *cx, tacit_table *t)
{
    return write_and_load(cx, t, ".csv");
}

static tacit_status use_csv(tacit_ctx *cx)
{
    return with_table(cx, write_and_load_csv);
}

static tacit_status write_and_load_parquet(tacit_ctx *cx, tacit_table *t)
{
    return write_and_load(cx, t, ".parquet");
}

static tacit_status use_parquet(tacit_ctx *cx)
{
    return with_table(cx, write_and_load_parquet);
}

static tacit_status write_and_load_stata(tacit_ctx *cx, tacit_table *t)
{
    return write_and_load(cx, t, ".dta");
}

static tacit_status use_stata(tacit_ctx *cx)
{
    return with_table(cx, write_and_load_stata);
}

const scenario SCENARIOS[] = {
    { .name = "scratch memory and sorting", .run = use_scratch },
    { .name = "a growing text", .run = use_buffer },
    { .name = "a result", .run = use_result },
    { .name = "a table, its copy and edits", .run = use_table },
    { .name = "a table as an Arrow stream and back", .run = use_stream },
    { .name = "classes, missing keys either way", .run = use_classes },
    { .name = "writing and loading CSV", .run = use_csv },
    { .name = "writing and loading Parquet", .run = use_parquet },
    { .name = "writing and loading Stata", .run = use_stata },
    { .name = "every masking method", .run = scenario_methods },
    { .name = "every model", .parts = scenario_models_count, .run_part = scenario_models },
    { .name = "every risk", .parts = scenario_risks_count, .run_part = scenario_risks },
    { .name = "every utility", .parts = scenario_utilities_count, .run_part = scenario_utilities },
    { .name = "every linker", .parts = scenario_linkers_count, .run_part = scenario_linkers },
    { .name = "a hierarchy", .run = scenario_hierarchy },
    { .name = "parsing a plan", .run = scenario_plan },
    { .name = "protecting a file", .run = scenario_protect },
    { .name = "exploring a plan", .run = scenario_explore },
    { .name = "protecting a table", .run = scenario_tables },
    { .name = "releasing statistics", .run = scenario_release },
    { .name = NULL },
};
