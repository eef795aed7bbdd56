/*
 * hierarchy.c - the hierarchies of a plan: shown, checked, written, drawn.
 *
 * Only the columns that hierarchies need are loaded.  A hierarchy's labels, and the values
 * below them, are data: they are in the record and in files because the custodian asks for
 * them; checking tells counts alone.  O(rows) a column to load, O(values * levels) a
 * hierarchy.
 */
#include <string.h>

#include "hierarchy/ordering.h"
#include "plan/problems.h"
#include "report/hierarchy.h"
#include "run/account.h"
#include "task/hierarchy/tree.h"
#include "task/tasks.h"

enum { ACTION, COLUMN, OUTPUT };

/* What to do with the hierarchies. */
enum { SHOW, CHECK, BUILD, DRAW };
static const char *const ACTIONS[] = { "show", "check", "build", "draw", NULL };

/* Fields that a hierarchy's file may have in a row. */
enum { MOST_FIELDS = 256 };

/* A request being carried out. */
typedef struct showing {
    tacit_work *w;
    size_t action;
    const char *column;               /* NULL: all, or the only one */
    const char *output;               /* or NULL */
    const tacit_hierarchy_spec *spec; /* of the plan, or the one that the task chooses */
    size_t n;
    tacit_table *table;
    json_t *list;
    tacit_status status; /* of the first hierarchy that failed, when checking */
    char *failures;      /* what is wrong, one line each */
    size_t n_failures;
} showing;

/* ---- which ---- */

static bool is_asked(const showing *s, size_t i)
{
    return s->column == NULL || strcmp(s->spec[i].column, s->column) == 0;
}

static const char *hierarchy_word(const void *user, size_t i)
{
    const showing *s = user;
    return s->spec[i].column;
}

/* The hierarchies of the plan, or the one of the column that the task chooses a builder for. */
static tacit_status find_specs(tacit_ctx *cx, showing *s)
{
    const tacit_plan *plan = s->w->plan;
    const tacit_plan_ask *ask = s->w->ask;
    tacit_hierarchy_spec *specs = NULL;
    s->n = ask->choice != NULL ? 1 : plan->n_hierarchies;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *specs, &specs));
    for (size_t i = 0; ask->choice == NULL && i < s->n; i++)
        specs[i] = plan->hierarchy[i].spec;
    if (ask->choice != NULL && s->column == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'%s' is how to make the hierarchy of a column; say of which.",
                          ask->choice->name);
    if (ask->choice != NULL)
        specs[0] = (tacit_hierarchy_spec){ .column = s->column,
                                           .builder = (const void *)ask->choice,
                                           .args = ask->choice_args };
    s->spec = specs;
    return TACIT_OK;
}

/* The column must have a hierarchy; one alone must be meant where one is needed. */
static tacit_status check_ask(tacit_ctx *cx, const showing *s)
{
    const char *file = s->w->plan->file, *hint = NULL;
    const bool one = s->action == BUILD || s->action == DRAW;
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += is_asked(s, i);
    if (s->n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s has no hierarchies; add 'hierarchies' to it, or name a COLUMN and "
                          "how to make its hierarchy, such as --how 'mask:{levels: 5}'.",
                          file);
    if (one && n > 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s has %zu hierarchies; say which by the name of the column.", file, n);
    if (s->action == BUILD && s->output == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "tacit hierarchy build needs '--output FILE', such as zip.csv.");
    if (!one && s->output != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Option '--output' goes with tacit hierarchy build and draw.");
    if (n > 0)
        return TACIT_OK;
    const tacit_words words = { .n = s->n, .at = hierarchy_word, .user = s };
    TACIT_TRY(tacit_words_hint(cx, &words, s->column, &hint));
    return tacit_fail(cx, TACIT_ERR_INPUT, "%s has no hierarchy of column '%s'%s", file, s->column,
                      hint);
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
    for (size_t i = 0; i < s->n; i++) {
        const tacit_hierarchy_spec *spec = &s->spec[i];
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

static tacit_status tell(tacit_ctx *cx, showing *s, const tacit_hierarchy_spec *spec,
                         const tacit_hierarchy *h)
{
    const bool texts = s->action != CHECK;
    json_t *o =
        json_pack("{s:s, s:s, s:I, s:I, s:[]}", "column", spec->column, "builder",
                  spec->builder->about.name, "values", (json_int_t)tacit_hierarchy_values(h),
                  "domain", (json_int_t)tacit_hierarchy_domain(h), "levels");
    json_t *tree = NULL;
    TACIT_TRY(tacit_json_add(cx, s->list, o));
    for (size_t level = 1; level < tacit_hierarchy_levels(h); level++)
        TACIT_TRY(put_level(cx, h, level, texts, json_object_get(o, "levels")));
    if (s->action != DRAW)
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

static tacit_status write_file(tacit_ctx *cx, showing *s, const tacit_hierarchy *h)
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
        status = tacit_work_write_text(cx, s->w, "hierarchy", s->output, &text);
    tacit_buffer_free(&text);
    return status;
}

/* Write the tree of the hierarchy that was told last as a picture. */
static tacit_status write_picture(tacit_ctx *cx, showing *s, const tacit_hierarchy *h)
{
    const json_t *told = json_array_get(s->list, json_array_size(s->list) - 1);
    tacit_buffer picture = { 0 };
    char *title = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &title, "Hierarchy of %s", tacit_hierarchy_column(h)));
    tacit_status status = tacit_svg_tree(cx, title, json_object_get(told, "tree"), &picture);
    if (status == TACIT_OK)
        status = tacit_work_write_text(cx, s->w, "picture", s->output, &picture);
    tacit_buffer_free(&picture);
    return status;
}

/* Write what the action asks to write, and say so. */
static tacit_status write_output(tacit_ctx *cx, showing *s, const tacit_hierarchy *h)
{
    char *says = NULL;
    if (s->output == NULL)
        return TACIT_OK;
    TACIT_TRY(s->action == BUILD ? write_file(cx, s, h) : write_picture(cx, s, h));
    TACIT_TRY(tacit_scratch_format(cx, &says, "Wrote the hierarchy of %s to %s.\n",
                                   tacit_hierarchy_column(h), s->output));
    return tacit_json_put(cx, s->w->record, "says", json_string(says));
}

/* ---- all ---- */

static tacit_status show_one(tacit_ctx *cx, showing *s, const tacit_hierarchy_spec *spec)
{
    const size_t j = tacit_table_find(s->table, spec->column);
    tacit_hierarchy *h = NULL;
    tacit_stage(cx, "Building the hierarchy of %s", spec->column);
    TACIT_TRY(tacit_hierarchy_of(cx, spec, s->table, j, &h));
    tacit_status status = tell(cx, s, spec, h);
    if (status == TACIT_OK)
        status = write_output(cx, s, h);
    tacit_hierarchy_free(h);
    return status;
}

/* Checking goes on after a hierarchy that does not fit, so that all are told at once. */
static tacit_status show_all(tacit_ctx *cx, showing *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const tacit_status status = is_asked(s, i) ? show_one(cx, s, &s->spec[i]) : TACIT_OK;
        if (status == TACIT_OK)
            continue;
        if (s->action != CHECK || status == TACIT_ERR_MEMORY || status == TACIT_ERR_CANCELLED)
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
    json_t *record = s->w->record;
    TACIT_TRY(tacit_json_put(cx, record, "data",
                             json_pack("{s:s, s:I}", "uri", s->w->plan->data, "rows",
                                       (json_int_t)tacit_table_rows(s->table))));
    TACIT_TRY(tacit_json_put(cx, record, "action", json_string(ACTIONS[s->action])));
    TACIT_TRY(tacit_json_put(cx, record, "hierarchies", s->list = json_array()));
    return show_all(cx, s);
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_args *args = &w->ask->args;
    showing s = { .w = w,
                  .action = tacit_arg_choice(args, ACTION),
                  .column = tacit_arg_text(args, COLUMN),
                  .output = tacit_arg_text(args, OUTPUT),
                  .status = TACIT_OK };
    tacit_data *data = NULL;
    TACIT_TRY(find_specs(cx, &s));
    TACIT_TRY(check_ask(cx, &s));
    TACIT_TRY(tacit_work_open(cx, w, &data));
    tacit_status status = load_columns(cx, data, &s);
    tacit_data_close(data);
    if (status == TACIT_OK)
        status = show_table(cx, &s);
    tacit_table_free(s.table);
    return status;
}

static const tacit_param PARAMS[] = {
    [ACTION] = { .name = "action",
                 .type = TACIT_PARAM_CHOICE,
                 .choices = ACTIONS,
                 .help = "what to do with the hierarchies" },
    [COLUMN] = { .name = "column",
                 .type = TACIT_PARAM_COLUMN,
                 .need = TACIT_OPTIONAL,
                 .help = "whose hierarchy; all if not given" },
    [OUTPUT] = { .name = "output",
                 .type = TACIT_PARAM_OUTPUT,
                 .need = TACIT_OPTIONAL,
                 .help = "build: the file to write; draw: the picture" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_hierarchy = {
    .section = { .about = { .name = "hierarchy",
                            .title = "Hierarchies",
                            .summary = "show, check, build and draw hierarchies",
                            .params = PARAMS },
                 .chooses = &tacit_hierarchy_catalog },
    .takes = TACIT_TAKES_SOURCE,
    .needs = TACIT_PART_DATA,
    .arguments = "ACTION DATA|PLAN [COLUMN]",
    .positions = "action data column",
    .details =
        "ACTION is one of show, check, build, draw. show tells the levels of the plan's "
        "hierarchies, how many labels each has and the widest of them. check tries them on the "
        "data and tells counts alone; the exit status is 4 if values are not covered. build "
        "writes one as a file with a row for each value, which tacit and ARX read. draw shows one "
        "as a tree, as text or, with --output, as a picture in SVG. Instead of a plan, data and a "
        "column can be given, with --how. What show, build and draw tell are values of the data: "
        "they are for the custodian alone.",
    .examples =
        (const tacit_task_example[]){
            { "hierarchy check plan.yaml", "Do the plan's hierarchies cover its data?" },
            { "hierarchy build survey.csv municipality --how 'mask:{levels: 5}' --output m.csv",
              "Write a hierarchy to a file, to edit it or to use it elsewhere." },
            { "hierarchy draw plan.yaml age", "The hierarchy of age as a tree." },
            { NULL, NULL },
        },
    .run = run,
};
