/*
 * hierarchy.c - the hierarchies of a plan: shown, checked, written, drawn.
 *
 * Only the columns that hierarchies need are loaded.  A hierarchy's labels, and the values
 * below them, are data: they are in the record and in files because the custodian asks for
 * them; checking tells counts alone.  O(rows) a column to load, O(values * levels) a
 * hierarchy.
 */
#include <string.h>

#include "base/result.h"
#include "hierarchy/ordering.h"
#include "plan/account.h"
#include "plan/hierarchy_tree.h"
#include "plan/problems.h"
#include "plan/release.h"

/* Fields that a hierarchy's file may have in a row. */
enum { MOST_FIELDS = 256 };

/* A request being carried out. */
typedef struct showing {
    const tacit_plan *plan;
    const tacit_hierarchy_ask *ask;
    tacit_table *table;
    json_t *record;
    json_t *list;
    tacit_status status; /* of the first hierarchy that failed, when checking */
    char *failures;      /* what is wrong, one line each */
    size_t n_failures;
} showing;

/* ---- which ---- */

static bool is_asked(const showing *s, size_t i)
{
    return s->ask->column == NULL || strcmp(s->plan->hierarchy[i].spec.column, s->ask->column) == 0;
}

static const char *hierarchy_word(const void *user, size_t i)
{
    const tacit_plan *plan = user;
    return plan->hierarchy[i].spec.column;
}

/* The column must have a hierarchy; one alone must be meant where one is needed. */
static tacit_status check_ask(tacit_ctx *cx, const showing *s)
{
    const tacit_plan *plan = s->plan;
    const bool one =
        s->ask->action == TACIT_HIERARCHY_BUILD || s->ask->action == TACIT_HIERARCHY_DRAW;
    const char *hint = NULL;
    size_t n = 0;
    for (size_t i = 0; i < plan->n_hierarchies; i++)
        n += is_asked(s, i);
    if (plan->n_hierarchies == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s has no hierarchies; add 'hierarchies' to it.",
                          plan->file);
    if (one && n > 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s has %zu hierarchies; say which by the name of the column.",
                          plan->file, n);
    if (n > 0)
        return TACIT_OK;
    const tacit_words words = { .n = plan->n_hierarchies, .at = hierarchy_word, .user = plan };
    TACIT_TRY(tacit_words_hint(cx, &words, s->ask->column, &hint));
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s has no hierarchy of column '%s'%s", plan->file,
                      s->ask->column, hint);
}

/* ---- data ---- */

/* Mark column `name` as needed. */
static void need(const tacit_data *data, const char *name, bool *needed)
{
    const size_t j = tacit_data_find(data, name);
    if (j < data->schema.n)
        needed[j] = true;
}

static tacit_status load_columns(tacit_ctx *cx, tacit_data *data, showing *s)
{
    bool *needed = NULL;
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, data->schema.n, sizeof *needed, &needed));
    TACIT_TRY(tacit_scratch(cx, data->schema.n, sizeof *at, &at));
    for (size_t i = 0; i < s->plan->n_hierarchies; i++) {
        const tacit_hierarchy_spec *spec = &s->plan->hierarchy[i].spec;
        if (!is_asked(s, i))
            continue;
        need(data, spec->column, needed);
        for (size_t p = 0; p < spec->args.n; p++)
            if (spec->args.params[p].type == TACIT_PARAM_COLUMN && spec->args.at[p].given)
                need(data, spec->args.at[p].text, needed);
    }
    for (size_t j = 0; j < data->schema.n; j++)
        if (needed[j])
            at[n++] = j;
    const tacit_select columns = { .n = n, .at = at };
    return tacit_data_load(cx, data, &columns, &s->table);
}

/* ---- what a hierarchy is ---- */

/* The label of a level that stands for most of the domain, the first of equals. */
static uint32_t widest_label(const tacit_hierarchy *h, size_t level)
{
    uint32_t best = 0;
    for (uint32_t l = 1; l < tacit_dict_size(tacit_hierarchy_labels(h, level)); l++)
        if (tacit_hierarchy_weight(h, level, l) > tacit_hierarchy_weight(h, level, best))
            best = l;
    return best;
}

static tacit_status put_level(tacit_ctx *cx, const tacit_hierarchy *h, size_t level, bool texts,
                              json_t *levels)
{
    const tacit_dict *labels = tacit_hierarchy_labels(h, level);
    json_t *o = json_pack("{s:I, s:I}", "level", (json_int_t)level, "labels",
                          (json_int_t)tacit_dict_size(labels));
    TACIT_TRY(tacit_json_add(cx, levels, o));
    if (tacit_dict_size(labels) == 0)
        return TACIT_OK;
    const uint32_t widest = widest_label(h, level);
    const double weight = tacit_hierarchy_weight(h, level, widest);
    TACIT_TRY(tacit_json_put(cx, o, "widest", json_integer((json_int_t)weight)));
    TACIT_TRY(tacit_json_put(cx, o, "share", json_real(weight / tacit_hierarchy_domain(h))));
    if (!texts)
        return TACIT_OK;
    return tacit_json_put(cx, o, "widest_label", json_string(tacit_dict_text(labels, widest)));
}

static tacit_status tell(tacit_ctx *cx, const showing *s, const tacit_hierarchy_spec *spec,
                         const tacit_hierarchy *h)
{
    const bool texts = s->ask->action != TACIT_HIERARCHY_CHECK;
    json_t *o =
        json_pack("{s:s, s:s, s:I, s:I, s:[]}", "column", spec->column, "builder",
                  spec->builder->about.name, "values", (json_int_t)tacit_hierarchy_values(h),
                  "domain", (json_int_t)tacit_hierarchy_domain(h), "levels");
    json_t *tree = NULL;
    TACIT_TRY(tacit_json_add(cx, s->list, o));
    for (size_t level = 1; level < tacit_hierarchy_levels(h); level++)
        TACIT_TRY(put_level(cx, h, level, texts, json_object_get(o, "levels")));
    if (s->ask->action != TACIT_HIERARCHY_DRAW)
        return TACIT_OK;
    TACIT_TRY(tacit_hierarchy_tree(cx, h, &tree));
    return tacit_json_put(cx, o, "tree", tree);
}

/* ---- the file ---- */

/* Append a field, in quotes if it needs them. */
static tacit_status put_field(tacit_ctx *cx, tacit_buffer *out, const char *text)
{
    if (text[0] != '\0' && text[strcspn(text, ";,\t\"\r\n")] == '\0')
        return tacit_buffer_text(cx, out, text);
    TACIT_TRY(tacit_buffer_text(cx, out, "\""));
    for (size_t n = strcspn(text, "\""); text[n] != '\0'; n = strcspn(text, "\"")) {
        TACIT_TRY(tacit_buffer_bytes(cx, out, text, n));
        TACIT_TRY(tacit_buffer_text(cx, out, "\"\""));
        text += n + 1;
    }
    TACIT_TRY(tacit_buffer_text(cx, out, text));
    return tacit_buffer_text(cx, out, "\"");
}

static tacit_status put_rows(tacit_ctx *cx, const tacit_hierarchy *h, tacit_buffer *out)
{
    uint32_t *order = NULL;
    TACIT_TRY(tacit_ordering_natural(cx, h, &order));
    for (size_t i = 0; i < tacit_hierarchy_values(h); i++) {
        TACIT_TRY(put_field(cx, out, tacit_hierarchy_value(h, order[i])));
        for (size_t l = 1; l < tacit_hierarchy_levels(h); l++) {
            TACIT_TRY(tacit_buffer_text(cx, out, ";"));
            TACIT_TRY(put_field(cx, out,
                                tacit_dict_text(tacit_hierarchy_labels(h, l),
                                                tacit_hierarchy_label(h, l, order[i]))));
        }
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    }
    return TACIT_OK;
}

static tacit_status release_text(tacit_ctx *cx, const tacit_buffer *text, const char *target)
{
    tacit_release *release = NULL;
    TACIT_TRY(tacit_release_new(cx, NULL, &release));
    tacit_status status = tacit_release_add(cx, release, target, text->text, text->length);
    if (status == TACIT_OK)
        status = tacit_release_commit(cx, release);
    tacit_release_free(release);
    return status;
}

static tacit_status write_file(tacit_ctx *cx, const showing *s, const tacit_hierarchy *h)
{
    const size_t levels = tacit_hierarchy_levels(h);
    if (levels < 2 || levels > MOST_FIELDS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The hierarchy of column '%s' has %zu levels; a file can have 1 to %d.",
                          tacit_hierarchy_column(h), levels - 1, MOST_FIELDS - 1);
    tacit_buffer text = { 0 };
    tacit_status status = put_rows(cx, h, &text);
    if (status == TACIT_OK && text.length == 0)
        status =
            tacit_fail(cx, TACIT_ERR_DATA, "Column '%s' has no values.", tacit_hierarchy_column(h));
    if (status == TACIT_OK)
        status = release_text(cx, &text, s->ask->output);
    tacit_buffer_free(&text);
    TACIT_TRY(status);
    return tacit_json_put(cx, s->record, "outputs",
                          json_pack("[{s:s, s:s}]", "kind", "hierarchy", "path", s->ask->output));
}

/* ---- all ---- */

static tacit_status show_one(tacit_ctx *cx, const showing *s, const tacit_hierarchy_spec *spec)
{
    const size_t j = tacit_table_find(s->table, spec->column);
    tacit_hierarchy *h = NULL;
    tacit_stage(cx, "Building the hierarchy of %s", spec->column);
    TACIT_TRY(tacit_hierarchy_of(cx, spec, s->table, j, &h));
    tacit_status status = tell(cx, s, spec, h);
    if (status == TACIT_OK && s->ask->action == TACIT_HIERARCHY_BUILD)
        status = write_file(cx, s, h);
    tacit_hierarchy_free(h);
    return status;
}

/* Checking goes on after a hierarchy that does not fit, so that all are told at once. */
static tacit_status show_all(tacit_ctx *cx, showing *s)
{
    for (size_t i = 0; i < s->plan->n_hierarchies; i++) {
        const tacit_status status =
            is_asked(s, i) ? show_one(cx, s, &s->plan->hierarchy[i].spec) : TACIT_OK;
        if (status == TACIT_OK)
            continue;
        if (s->ask->action != TACIT_HIERARCHY_CHECK || status == TACIT_ERR_MEMORY ||
            status == TACIT_ERR_CANCELLED)
            return status;
        s->status = s->n_failures++ == 0 ? status : s->status;
        TACIT_TRY(tacit_scratch_format(cx, &s->failures, "%s%s%s",
                                       s->failures != NULL ? s->failures : "",
                                       s->failures != NULL ? "\n" : "", tacit_message(cx)));
    }
    return s->n_failures > 0 ? tacit_fail(cx, s->status, "%s", s->failures) : TACIT_OK;
}

static tacit_status show_table(tacit_ctx *cx, showing *s)
{
    TACIT_TRY(tacit_json_put(cx, s->record, "data",
                             json_pack("{s:s, s:I}", "uri", s->plan->data, "rows",
                                       (json_int_t)tacit_table_rows(s->table))));
    TACIT_TRY(tacit_json_put(cx, s->record, "hierarchies", s->list = json_array()));
    TACIT_TRY(show_all(cx, s));
    TACIT_TRY(tacit_account_versions(cx, s->record));
    return tacit_account_warnings(cx, s->record);
}

static tacit_status hierarchy_plan(tacit_ctx *cx, const tacit_request *request,
                                   const tacit_plan *plan, void *user, json_t *record)
{
    showing s = { .plan = plan,
                  .ask = *(const tacit_hierarchy_ask *const *)user,
                  .record = record,
                  .status = TACIT_OK };
    tacit_data *data = NULL;
    TACIT_TRY(check_ask(cx, &s));
    TACIT_TRY(tacit_plan_open(cx, plan, request->memory, &data));
    tacit_status status = load_columns(cx, data, &s);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = show_table(cx, &s);
    tacit_table_free(s.table);
    return status;
}

tacit_status tacit_run_hierarchy(tacit_ctx *cx, const tacit_request *request,
                                 const tacit_hierarchy_ask *ask, json_t **record)
{
    return tacit_request_run(cx, request, "hierarchy", hierarchy_plan, &ask, record);
}
