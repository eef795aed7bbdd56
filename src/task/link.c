/*
 * link.c - the records of two files linked, or the duplicates of one found.
 *
 * The links that are written name records by their numbers in the files, from 1: for the
 * custodian, to see what an attacker would find; never part of a release.
 */
#include "micro/linkage/linker.h"
#include "run/account.h"
#include "task/align.h"
#include "task/tasks.h"

enum { WITH, ON, MAP, TRUTH, OUTPUT, REPORT };

/* One linkage on its way. */
typedef struct linkage {
    tacit_work *w;
    tacit_aligned files;
    tacit_links links;
    const tacit_linker *linker;
    tacit_args args; /* of the linker */
} linkage;

/* ---- the file of links ---- */

static tacit_status add_rows(tacit_ctx *cx, const tacit_links *links, bool second, tacit_table *t)
{
    int64_t *row = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof *row, &row));
    for (size_t i = 0; i < links->n; i++)
        row[i] = (int64_t)(second ? links->at[i].b : links->at[i].a) + 1;
    TACIT_TRY(
        tacit_builder_new(cx, second ? "record_b" : "record_a", TACIT_TYPE_INTEGER, links->n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, row, NULL, links->n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status add_reals(tacit_ctx *cx, const tacit_links *links, bool credit, tacit_table *t)
{
    double *x = NULL;
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_scratch(cx, links->n, sizeof *x, &x));
    for (size_t i = 0; i < links->n; i++)
        x[i] = credit ? links->at[i].credit : links->at[i].score;
    TACIT_TRY(tacit_builder_new(cx, credit ? "credit" : "score", TACIT_TYPE_REAL, links->n, &b));
    const tacit_status status = tacit_builder_reals(cx, b, x, NULL, links->n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status fill_kinds(tacit_ctx *cx, const tacit_links *links, tacit_builder *b)
{
    for (size_t i = 0; i < links->n; i++) {
        const bool sure = links->at[i].kind == TACIT_LINK_SURE;
        TACIT_TRY(tacit_builder_text(cx, b, sure ? "link" : "possible", sure ? 4 : 8));
    }
    return TACIT_OK;
}

static tacit_status add_kinds(tacit_ctx *cx, const tacit_links *links, tacit_table *t)
{
    tacit_builder *b = NULL;
    tacit_column *c = NULL;
    TACIT_TRY(tacit_builder_new(cx, "kind", TACIT_TYPE_CATEGORY, links->n, &b));
    const tacit_status status = fill_kinds(cx, links, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &c));
    return tacit_table_add(cx, t, c);
}

static tacit_status fill_links(tacit_ctx *cx, const tacit_links *links, tacit_table *t)
{
    TACIT_TRY(add_rows(cx, links, false, t));
    TACIT_TRY(add_rows(cx, links, true, t));
    TACIT_TRY(add_kinds(cx, links, t));
    TACIT_TRY(add_reals(cx, links, false, t));
    return add_reals(cx, links, true, t);
}

static tacit_status write_links(tacit_ctx *cx, const linkage *l)
{
    tacit_table *t = NULL;
    if (!tacit_arg_given(&l->w->ask->args, OUTPUT))
        return TACIT_OK;
    TACIT_TRY(tacit_table_new(cx, l->links.n, &t));
    tacit_status status = fill_links(cx, &l->links, t);
    if (status == TACIT_OK)
        status =
            tacit_work_write_table(cx, l->w, "links", tacit_arg_text(&l->w->ask->args, OUTPUT), t);
    tacit_table_free(t);
    return status;
}

/* ---- linking ---- */

/* The column of truth tells who is who, so it is no column to compare unless it is named. */
static void hide_truth(const char *truth, tacit_table *t)
{
    const size_t j = t != NULL && truth != NULL ? tacit_table_find(t, truth) : SIZE_MAX;
    if (j != SIZE_MAX && j < tacit_table_columns(t))
        tacit_table_set_roles(t, j, tacit_table_roles(t, j) | TACIT_ROLE_IDENTIFIER);
}

static tacit_status link_tables(tacit_ctx *cx, linkage *l)
{
    const bool within = l->files.b == NULL;
    const char *truth =
        tacit_arg_given(&l->w->ask->args, TRUTH) ? tacit_arg_text(&l->w->ask->args, TRUTH) : NULL;
    const tacit_link_job job = {
        .a = l->files.a, .b = within ? l->files.a : l->files.b, .within = within, .truth = truth
    };
    json_t *record = l->w->record;
    tacit_result *result = NULL;
    TACIT_TRY(tacit_account_table(cx, record, "data", l->files.uri_a, l->files.a, true));
    if (!within)
        TACIT_TRY(tacit_account_table(cx, record, "second", l->files.uri_b, l->files.b, true));
    hide_truth(truth, l->files.a);
    hide_truth(truth, l->files.b);
    tacit_stage(cx, "Linking by %s", l->linker->about.name);
    TACIT_TRY(tacit_linker_run(cx, l->linker, &job, &l->args, &l->links, &result));
    TACIT_TRY(tacit_json_put(cx, record, "linkage", json_pack("[o]", result)));
    TACIT_TRY(tacit_json_put(cx, record, "outputs", json_array()));
    return write_links(cx, l);
}

/* The linker that the plan chooses, or by distance; `on` names its columns. */
static tacit_status find_linker(tacit_ctx *cx, linkage *l)
{
    const tacit_plan_ask *ask = l->w->ask;
    const tacit_value *on = &ask->args.at[ON];
    tacit_value *at = NULL;
    l->linker = ask->choice != NULL ? tacit_linker_find(ask->choice->name) : &tacit_linker_distance;
    const size_t n = tacit_param_count(l->linker->about.params);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    tacit_args_preset(l->linker->about.params, at, &l->args);
    for (size_t i = 0; ask->choice != NULL && i < n; i++)
        at[i] = ask->choice_args.at[i];
    const size_t columns = tacit_param_find(l->linker->about.params, "columns");
    if (!on->given || columns == n)
        return TACIT_OK;
    if (at[columns].given)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The columns to compare are given twice: by 'on' and by '%s'.",
                          l->linker->about.name);
    at[columns] = *on;
    return TACIT_OK;
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    const tacit_args *args = &w->ask->args;
    const tacit_names map = tacit_names_of(args, MAP);
    linkage l = { .w = w };
    TACIT_TRY(find_linker(cx, &l));
    tacit_status status = tacit_align_load(
        cx, w, tacit_arg_given(args, WITH) ? tacit_arg_text(args, WITH) : NULL, &map, &l.files);
    if (status == TACIT_OK)
        status = link_tables(cx, &l);
    tacit_table_free(l.files.a);
    tacit_table_free(l.files.b);
    return status;
}

static const tacit_param PARAMS[] = {
    [WITH] = { .name = "with",
               .type = TACIT_PARAM_FILE,
               .need = TACIT_OPTIONAL,
               .help = "the second file; duplicates are looked for in the first without one" },
    [ON] = { .name = "on",
             .type = TACIT_PARAM_COLUMNS,
             .need = TACIT_OPTIONAL,
             .help = "columns to compare; by default all that both files have" },
    [MAP] = { .name = "map",
              .type = TACIT_PARAM_TEXTS,
              .need = TACIT_OPTIONAL,
              .help = "as a=b: column a of the first file is column b of the second" },
    [TRUTH] = { .name = "truth",
                .type = TACIT_PARAM_TEXT,
                .need = TACIT_OPTIONAL,
                .help = "column in both files whose equality makes a true pair" },
    [OUTPUT] = { .name = "output",
                 .type = TACIT_PARAM_OUTPUT,
                 .need = TACIT_OPTIONAL,
                 .help = "write the links, with the numbers of their records" },
    [REPORT] = TACIT_TASK_REPORT,
    TACIT_PARAM_END
};

const tacit_task tacit_task_link = {
    .section = { .about = { .name = "link",
                            .title = "Linkage report",
                            .summary = "link the records of two files, or find duplicates in one",
                            .params = PARAMS },
                 .chooses = &tacit_linker_catalog },
    .takes = TACIT_TAKES_SOURCE,
    .needs = TACIT_PART_DATA,
    .arguments = "A|PLAN [B]",
    .positions = "data with",
    .columns = "record_a record_b kind score credit",
    .details =
        "Finds for each record of A the record of B that seems to belong to the same person, by "
        "distance or by probability. With one file only, finds pairs of its records that seem to "
        "be the same. With --truth it also says how many links are right. The links name records: "
        "they are for the custodian alone.",
    .examples =
        (const tacit_task_example[]){
            { "link survey.csv survey-safe.csv --on age,income,spending --output links.csv",
              "Which protected record is nearest to each original one?" },
            { "link survey.csv survey-safe.csv --how 'probabilistic:{columns: [age, sex]}'",
              "The same by agreement patterns, after Fellegi and Sunter." },
            { NULL, NULL },
        },
    .words = { .plain = "Linked: records that seem to belong to the same person; for the "
                        "custodian alone." },
    .run = run,
};
