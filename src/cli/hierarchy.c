/*
 * hierarchy.c - `tacit hierarchy`: show, check, build and draw hierarchies.
 */
#include <string.h>

#include "base/result.h"
#include "cli/cli.h"
#include "cli/request.h"
#include "report/hierarchy.h"

static const char *const ACTIONS[] = {
    [TACIT_HIERARCHY_SHOW] = "show",
    [TACIT_HIERARCHY_CHECK] = "check",
    [TACIT_HIERARCHY_BUILD] = "build",
    [TACIT_HIERARCHY_DRAW] = "draw",
};
enum { N_ACTIONS = sizeof ACTIONS / sizeof ACTIONS[0] };

static const char *action_word(const void *user, size_t i)
{
    (void)user;
    return ACTIONS[i];
}

static tacit_status read_action(tacit_cli *cli, tacit_hierarchy_action *out)
{
    const char *word = cli->argument[0];
    size_t i = 0;
    while (i < N_ACTIONS && strcmp(ACTIONS[i], word) != 0)
        i++;
    const char *near = tacit_suggest(word, N_ACTIONS, action_word, NULL);
    if (i == N_ACTIONS)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Unknown action '%s' of tacit hierarchy; %s%s%s", word,
                          near != NULL ? "did you mean '" : "it can be show, check, build, ",
                          near != NULL ? near : "draw.", near != NULL ? "'?" : "");
    *out = (tacit_hierarchy_action)i;
    return TACIT_OK;
}

/* Put the hierarchy that --how asks for into the plan for the data. */
static tacit_status put_hierarchy(tacit_cli *cli, json_t *plan)
{
    const char *how = tacit_cli_text(cli, "how");
    const char *column = cli->n_arguments > 1 ? cli->argument[1] : NULL;
    if (how == NULL || column == NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "With data instead of a plan, tacit hierarchy needs the COLUMN and "
                          "'--how BUILDER', such as --how 'mask:{levels: 5}'.");
    json_t *all = json_object(), *own = json_object();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "hierarchies", all));
    TACIT_TRY(tacit_json_put(cli->cx, all, column, own));
    return tacit_request_named(cli, "how", how, own);
}

static tacit_status put_picture(tacit_cli *cli, const json_t *h, tacit_buffer *out)
{
    char *title = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &title, "Hierarchy of %s",
                                   json_string_value(json_object_get(h, "column"))));
    return tacit_svg_tree(cli->cx, title, json_object_get(h, "tree"), out);
}

/* Write the picture, and name it among the outputs. */
static tacit_status write_picture(tacit_cli *cli, json_t *record, const char *path)
{
    tacit_buffer picture = { 0 };
    tacit_release *release = NULL;
    const json_t *h = json_array_get(json_object_get(record, "hierarchies"), 0);
    tacit_status status = put_picture(cli, h, &picture);
    if (status == TACIT_OK)
        status = tacit_release_new(cli->cx, NULL, &release);
    if (status == TACIT_OK)
        status = tacit_release_add(cli->cx, release, path, picture.text, picture.length);
    if (status == TACIT_OK)
        status = tacit_release_commit(cli->cx, release);
    tacit_release_free(release);
    tacit_buffer_free(&picture);
    TACIT_TRY(status);
    return tacit_json_put(cli->cx, record, "outputs",
                          json_pack("[{s:s,s:s}]", "kind", "picture", "path", path));
}

/* What people read: tables, the tree, or what was written. */
static tacit_status put_text(tacit_cli *cli, tacit_hierarchy_action action, const char *output)
{
    const json_t *list = json_object_get(cli->record, "hierarchies");
    if (output != NULL)
        return tacit_buffer_format(
            cli->cx, &cli->out, "Wrote the hierarchy of %s to %s.\n",
            json_string_value(json_object_get(json_array_get(list, 0), "column")), output);
    if (action == TACIT_HIERARCHY_DRAW)
        return tacit_report_tree(cli->cx, json_object_get(json_array_get(list, 0), "tree"),
                                 &cli->out);
    TACIT_TRY(
        tacit_report_hierarchies(cli->cx, cli->record, action == TACIT_HIERARCHY_CHECK, &cli->out));
    if (action != TACIT_HIERARCHY_CHECK)
        return TACIT_OK;
    return tacit_buffer_text(cli->cx, &cli->out,
                             "\nEvery value has a label at each level, and each hierarchy ends in "
                             "one.\n");
}

static tacit_status check_output(tacit_cli *cli, tacit_hierarchy_action action, const char *output)
{
    if (action == TACIT_HIERARCHY_BUILD && output == NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "tacit hierarchy build needs '--output FILE', such as zip.csv.");
    if (action != TACIT_HIERARCHY_BUILD && action != TACIT_HIERARCHY_DRAW && output != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--output' goes with tacit hierarchy build and draw.");
    return TACIT_OK;
}

static tacit_status run(tacit_cli *cli)
{
    tacit_request request = { 0 };
    tacit_hierarchy_ask ask = { .output = tacit_cli_text(cli, "output") };
    TACIT_TRY(read_action(cli, &ask.action));
    TACIT_TRY(check_output(cli, ask.action, ask.output));
    cli->argument++; /* the data or plan is the first from here on */
    cli->n_arguments--;
    ask.column = cli->n_arguments > 1 ? cli->argument[1] : NULL;
    TACIT_TRY(tacit_request_make(cli, put_hierarchy, &request));
    TACIT_TRY(tacit_run_hierarchy(cli->cx, &request, &ask, &cli->record));
    if (ask.action == TACIT_HIERARCHY_DRAW && ask.output != NULL)
        TACIT_TRY(write_picture(cli, cli->record, ask.output));
    if (cli->json || tacit_cli_option(cli, "quiet") != NULL)
        return TACIT_OK;
    return put_text(cli, ask.action, ask.output);
}

const tacit_command tacit_command_hierarchy = {
    .name = "hierarchy",
    .summary = "show, check, build and draw hierarchies",
    .arguments = "ACTION DATA|PLAN [COLUMN]",
    .details =
        "ACTION is one of show, check, build, draw. show tells the levels of the plan's "
        "hierarchies, how many labels each has and the widest of them. check tries them on the "
        "data and tells counts alone; the exit status is 4 if values are not covered. build "
        "writes one as a file with a row for each value, which tacit and ARX read. draw shows one "
        "as a tree, as text or, with --output, as a picture in SVG. Instead of a plan, data and a "
        "column can be given, with --how. What show, build and draw tell are values of the data: "
        "they are for the custodian alone.",
    .options = (const tacit_option[]){ { .name = "how",
                                         .argument = "BUILDER",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "how to make the hierarchy of COLUMN, as NAME or "
                                                 "'NAME:{parameter: value}'" },
                                       { .name = "output",
                                         .argument = "FILE",
                                         .type = TACIT_OPTION_TEXT,
                                         .help = "build: the file to write; draw: the picture" },
                                       TACIT_DATA_OPTIONS,
                                       TACIT_OPTION_END },
    .examples =
        (const tacit_example[]){
            { "hierarchy check plan.yaml", "Do the plan's hierarchies cover its data?" },
            { "hierarchy build survey.csv municipality --how 'mask:{levels: 5}' --output m.csv",
              "Write a hierarchy to a file, to edit it or to use it elsewhere." },
            { "hierarchy draw plan.yaml age", "The hierarchy of age as a tree." },
            { NULL, NULL },
        },
    .run = run,
};
