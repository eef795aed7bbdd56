/*
 * parts.c - the parts of a plan that options write: the source, roles, requirements, measures.
 *
 * A model is given as its name, or as name:{parameter: value, ...} with the parameters written
 * as in a plan.
 */
#include "cli/request/own.h"

#include <string.h>

#include "base/result.h"
#include "cli/request/flow.h"

static tacit_status put_list(tacit_cli *cli, json_t *object, const char *key,
                             const tacit_given *given)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cli->cx, object, key, list));
    for (size_t i = 0; i < given->n; i++)
        TACIT_TRY(tacit_json_add(cli->cx, list, json_string(given->item[i])));
    return TACIT_OK;
}

/* Put the option `name` under its own name, as a list or as a text. */
static tacit_status put_option(tacit_cli *cli, json_t *object, const char *name)
{
    const tacit_given *given = tacit_cli_option(cli, name);
    if (given == NULL)
        return TACIT_OK;
    if (given->n > 0)
        return put_list(cli, object, name, given);
    const bool tab = strcmp(given->text, "tab") == 0 || strcmp(given->text, "\\t") == 0;
    const bool mark = strcmp(name, "delimiter") == 0;
    return tacit_json_put(cli->cx, object, name, json_string(mark && tab ? "\t" : given->text));
}

tacit_status tacit_part_named(tacit_cli *cli, const char *option, const char *text, json_t *object)
{
    const size_t n = strcspn(text, ":");
    char *name = NULL;
    json_t *parameters = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &name, "%.*s", (int)n, text));
    if (text[n] == '\0')
        return tacit_json_put(cli->cx, object, name, json_object());
    TACIT_TRY(tacit_flow_read(cli->cx, text + n + 1, &parameters));
    if (parameters == NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--%s' needs NAME or 'NAME:{parameter: value, ...}'.", option);
    return tacit_json_put(cli->cx, object, name, parameters);
}

/* ---- roles and the population ---- */

static const tacit_option ROLES[] = {
    { .name = "key",
      .argument = "COLUMNS",
      .type = TACIT_OPTION_LIST,
      .help = "columns by which a person could be recognised, with commas between them" },
    { .name = "sensitive",
      .argument = "COLUMNS",
      .type = TACIT_OPTION_LIST,
      .help = "columns that nobody should learn about a person" },
    { .name = "weight",
      .argument = "COLUMN",
      .type = TACIT_OPTION_TEXT,
      .help = "the column of sampling weights" },
    { .name = "household",
      .argument = "COLUMN",
      .type = TACIT_OPTION_TEXT,
      .help = "the column that says which records are of one household" },
    { .name = "cluster",
      .argument = "COLUMNS",
      .type = TACIT_OPTION_LIST,
      .help = "columns that say which records belong together otherwise, such as in a school" },
    { .name = "population",
      .argument = "FILE",
      .type = TACIT_OPTION_TEXT,
      .help = "a file of the whole population, with the same keys" },
    { .name = "fraction",
      .argument = "SHARE",
      .type = TACIT_OPTION_TEXT,
      .help = "share of the population that the data holds, above 0 and up to 1" },
    TACIT_OPTION_END
};

static tacit_status put_roles(tacit_cli *cli, json_t *plan)
{
    static const char *const names[] = { "key", "sensitive", "weight", "household", "cluster" };
    const char *fraction = tacit_cli_text(cli, "fraction");
    json_t *roles = json_object();
    double share = 0.0;
    TACIT_TRY(tacit_json_put(cli->cx, plan, "roles", roles));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        TACIT_TRY(put_option(cli, roles, names[i]));
    TACIT_TRY(put_option(cli, plan, "population"));
    if (fraction == NULL)
        return TACIT_OK;
    if (!tacit_parse_real(fraction, &share))
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--fraction' needs a number, such as 0.1.");
    return tacit_json_put(cli->cx, plan, "fraction", json_real(share));
}

/* ---- control ---- */

static const tacit_option CONTROL[] = {
    { .name = "control",
      .argument = "FILE",
      .type = TACIT_OPTION_TEXT,
      .help = "records of other persons, to tell what is learnt about a person from what is "
              "learnt about all" },
    TACIT_OPTION_END
};

static tacit_status put_control(tacit_cli *cli, json_t *plan)
{
    return put_option(cli, plan, "control");
}

/* ---- requirements ---- */

static const tacit_option REQUIRE[] = {
    { .name = "k",
      .argument = "K",
      .type = TACIT_OPTION_COUNT,
      .help = "require k-anonymity: at least K records share each key combination" },
    { .name = "model",
      .argument = "MODEL",
      .type = TACIT_OPTION_TEXTS,
      .help = "require a model, as NAME or 'NAME:{parameter: value}'; may be repeated" },
    TACIT_OPTION_END
};

/* Add a model, which may be there already with other parameters. */
static tacit_status add_model(tacit_cli *cli, const char *text, json_t *require)
{
    json_t *model = json_object();
    TACIT_TRY(tacit_json_add(cli->cx, require, model));
    TACIT_TRY(tacit_part_named(cli, "model", text, model));
    for (size_t i = 0; i + 1 < json_array_size(require); i++)
        if (json_equal(json_array_get(require, i), model))
            return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                              "Option '--model' gives '%s' twice with the same parameters.",
                              json_object_iter_key(json_object_iter(model)));
    return TACIT_OK;
}

static tacit_status put_require(tacit_cli *cli, json_t *plan)
{
    const tacit_given *k = tacit_cli_option(cli, "k"), *models = tacit_cli_option(cli, "model");
    if (k == NULL && models == NULL)
        return TACIT_OK;
    json_t *require = json_array();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "require", require));
    if (k != NULL)
        TACIT_TRY(tacit_json_add(
            cli->cx, require, json_pack("{s:{s:I}}", "k_anonymity", "k", (json_int_t)k->number)));
    for (size_t i = 0; models != NULL && i < models->n; i++)
        TACIT_TRY(add_model(cli, models->item[i], require));
    return TACIT_OK;
}

/* ---- measures ---- */

static const tacit_option MEASURES[] = {
    { .name = "measure",
      .argument = "MEASURE",
      .type = TACIT_OPTION_TEXTS,
      .help = "measure this instead of the defaults, as NAME or 'NAME:{parameter: value}'; risk "
              "and utility name the usual ones, risk_all, utility_all and all everything; may be "
              "repeated" },
    { .name = "all", .help = "measure everything that fits the data, which may take long" },
    TACIT_OPTION_END
};

/* The measures named; one without parameters may be a family. */
static tacit_status put_measures(tacit_cli *cli, json_t *plan)
{
    const tacit_given *given = tacit_cli_option(cli, "measure");
    const bool all = tacit_cli_option(cli, "all") != NULL;
    if (given == NULL && !all)
        return TACIT_OK;
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "measures", list));
    if (all)
        TACIT_TRY(tacit_json_add(cli->cx, list, json_string("all")));
    for (size_t i = 0; given != NULL && i < given->n; i++) {
        const char *text = given->item[i];
        json_t *item = strchr(text, ':') == NULL ? json_string(text) : json_object();
        TACIT_TRY(tacit_json_add(cli->cx, list, item));
        if (json_is_object(item))
            TACIT_TRY(tacit_part_named(cli, "measure", text, item));
    }
    return TACIT_OK;
}

/* ---- outputs ---- */

static const tacit_option OUTPUTS[] = {
    { .name = "output",
      .argument = "FILE",
      .type = TACIT_OPTION_TEXT,
      .help = "where to write the protected data, instead of where the plan says" },
    { .name = "report",
      .argument = "FILE",
      .type = TACIT_OPTION_TEXT,
      .help = "where to write the report that may be handed on, instead of where the plan says" },
    { .name = "custodian-report",
      .argument = "FILE",
      .type = TACIT_OPTION_TEXT,
      .help = "where to write the report with the figures of the original, which is confidential" },
    { .name = "dry-run",
      .help = "check the plan against the data, say what would be done, and do nothing" },
    TACIT_OPTION_END
};

static tacit_status put_outputs(tacit_cli *cli, json_t *plan)
{
    TACIT_TRY(put_option(cli, plan, "output"));
    TACIT_TRY(put_option(cli, plan, "report"));
    const tacit_given *full = tacit_cli_option(cli, "custodian-report");
    if (full == NULL)
        return TACIT_OK;
    return tacit_json_put(cli->cx, plan, "custodian_report", json_string(full->text));
}

/* ---- how to read the data ---- */

static const tacit_option SOURCE[] = {
    { .name = "delimiter",
      .argument = "CHARACTER",
      .type = TACIT_OPTION_TEXT,
      .help = "character between the fields of a text file; 'tab' is a tabulator" },
    { .name = "decimal",
      .argument = "CHARACTER",
      .type = TACIT_OPTION_TEXT,
      .help = "decimal mark of numbers in a text file" },
    { .name = "thousands",
      .argument = "CHARACTER",
      .type = TACIT_OPTION_TEXT,
      .help = "separator of thousands in numbers of a text file" },
    { .name = "missing",
      .argument = "TEXTS",
      .type = TACIT_OPTION_LIST,
      .help = "texts that stand for a missing value besides an empty field, with commas between "
              "them; NA if not given" },
    { .name = "no-header", .help = "the first line of a text file does not name the columns" },
    { .name = "encoding",
      .argument = "NAME",
      .type = TACIT_OPTION_TEXT,
      .help = "encoding of a text file: utf-8, latin-1 or utf-16" },
    { .name = "text",
      .argument = "COLUMNS",
      .type = TACIT_OPTION_LIST,
      .help = "columns to keep as text though they look like numbers or dates" },
    { .name = "sheet",
      .argument = "NAME",
      .type = TACIT_OPTION_TEXT,
      .help = "the sheet of an Excel workbook" },
    TACIT_OPTION_END
};

static tacit_status put_source(tacit_cli *cli, json_t *plan)
{
    json_t *data = json_object_get(plan, "data");
    for (const tacit_option *o = SOURCE; o->name != NULL; o++)
        if (o->type != TACIT_OPTION_FLAG)
            TACIT_TRY(put_option(cli, data, o->name));
    json_t *missing = json_object_get(data, "missing"); /* an empty word is not seen in a list */
    if (json_is_array(missing) && json_array_insert_new(missing, 0, json_string("")) != 0)
        return tacit_fail_memory(cli->cx);
    if (missing != NULL && !json_is_array(missing)) /* no word was given */
        TACIT_TRY(tacit_json_put(cli->cx, data, "missing", json_pack("[s]", "")));
    if (tacit_cli_option(cli, "no-header") == NULL)
        return TACIT_OK;
    return tacit_json_put(cli->cx, data, "header", json_false());
}

/* ---- batch files ---- */

static const tacit_option BATCH[] = {
    { .name = "print-plan",
      .help = "print the plan, or the one that a batch file is translated into, and do nothing" },
    TACIT_OPTION_END
};

/* It says nothing that a plan holds. */
static tacit_status put_nothing(tacit_cli *cli, json_t *plan)
{
    (void)cli;
    (void)plan;
    return TACIT_OK;
}

const tacit_option_part TACIT_OPTION_PARTS[] = {
    { TACIT_TAKES_ROLES, ROLES, put_roles },       { TACIT_TAKES_CONTROL, CONTROL, put_control },
    { TACIT_TAKES_REQUIRE, REQUIRE, put_require }, { TACIT_TAKES_MEASURES, MEASURES, put_measures },
    { TACIT_TAKES_OUTPUTS, OUTPUTS, put_outputs }, { TACIT_TAKES_SOURCE, SOURCE, put_source },
    { TACIT_TAKES_BATCH, BATCH, put_nothing },     { 0, NULL, NULL },
};
