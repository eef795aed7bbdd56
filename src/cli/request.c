/*
 * request.c - a plan made from options.
 *
 * The plan is a JSON object, which is YAML.  A model is given as its name, or as
 * name:{parameter: value, ...} with the parameters written as in a plan.
 */
#include "cli/request.h"

#include <string.h>

#include "base/result.h"
#include "cli/flow.h"

/* Options by what becomes of them. */
static const char *const ROLES[] = { "key", "sensitive", "weight", "household", NULL };
static const char *const SOURCE_TEXTS[] = { "delimiter", "decimal", "thousands", "encoding", NULL };
static const char *const SOURCE_LISTS[] = { "missing", "text", NULL };
static const char *const OTHERS[] = { "no-header", "k",       "model", "population", "fraction",
                                      "control",   "measure", "on",    "how",        NULL };

static bool has_ending(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

bool tacit_request_is_plan(const char *name)
{
    return has_ending(name, ".yaml") || has_ending(name, ".yml");
}

tacit_status tacit_request_alone(tacit_cli *cli, const char *file)
{
    const char *const *const groups[] = { ROLES, SOURCE_TEXTS, SOURCE_LISTS, OTHERS };
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
        for (const char *const *name = groups[g]; *name != NULL; name++)
            if (tacit_cli_option(cli, *name) != NULL)
                return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                                  "Option '--%s' does not go with a plan; say it in %s.", *name,
                                  file);
    return TACIT_OK;
}

static tacit_status put_list(tacit_cli *cli, json_t *object, const char *key,
                             const tacit_given *given)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cli->cx, object, key, list));
    for (size_t i = 0; i < given->n; i++)
        TACIT_TRY(tacit_json_add(cli->cx, list, json_string(given->item[i])));
    return TACIT_OK;
}

static tacit_status put_source(tacit_cli *cli, const char *path, json_t *plan)
{
    json_t *data = json_object();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "data", data));
    TACIT_TRY(tacit_json_put(cli->cx, data, "path", json_string(path)));
    for (const char *const *name = SOURCE_TEXTS; *name != NULL; name++) {
        const char *text = tacit_cli_text(cli, *name);
        if (text == NULL)
            continue;
        const bool tab = strcmp(text, "tab") == 0 || strcmp(text, "\\t") == 0;
        TACIT_TRY(tacit_json_put(cli->cx, data, *name, json_string(tab ? "\t" : text)));
    }
    for (const char *const *name = SOURCE_LISTS; *name != NULL; name++)
        if (tacit_cli_option(cli, *name) != NULL)
            TACIT_TRY(put_list(cli, data, *name, tacit_cli_option(cli, *name)));
    if (tacit_cli_option(cli, "no-header") == NULL)
        return TACIT_OK;
    return tacit_json_put(cli->cx, data, "header", json_false());
}

static tacit_status put_roles(tacit_cli *cli, json_t *plan)
{
    json_t *roles = json_object();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "roles", roles));
    for (const char *const *name = ROLES; *name != NULL; name++) {
        const tacit_given *given = tacit_cli_option(cli, *name);
        if (given == NULL)
            continue;
        if (given->n > 0)
            TACIT_TRY(put_list(cli, roles, *name, given));
        else
            TACIT_TRY(tacit_json_put(cli->cx, roles, *name, json_string(given->text)));
    }
    return TACIT_OK;
}

tacit_status tacit_request_named(tacit_cli *cli, const char *option, const char *text,
                                 json_t *object)
{
    const size_t n = strcspn(text, ":");
    char *name = NULL;
    json_t *parameters = NULL;
    TACIT_TRY(tacit_scratch_format(cli->cx, &name, "%.*s", (int)n, text));
    if (json_object_get(object, name) != NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT, "Option '--%s' names '%s' twice.", option,
                          name);
    if (text[n] == '\0')
        return tacit_json_put(cli->cx, object, name, json_object());
    TACIT_TRY(tacit_flow_read(cli->cx, text + n + 1, &parameters));
    if (parameters == NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--%s' needs NAME or 'NAME:{parameter: value, ...}'.", option);
    return tacit_json_put(cli->cx, object, name, parameters);
}

static tacit_status put_require(tacit_cli *cli, json_t *plan)
{
    const tacit_given *k = tacit_cli_option(cli, "k"), *models = tacit_cli_option(cli, "model");
    if (k == NULL && models == NULL)
        return TACIT_OK;
    json_t *require = json_object();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "require", require));
    if (k != NULL)
        TACIT_TRY(tacit_json_put(cli->cx, require, "k_anonymity",
                                 json_pack("{s:I}", "k", (json_int_t)k->number)));
    for (size_t i = 0; models != NULL && i < models->n; i++)
        TACIT_TRY(tacit_request_named(cli, "model", models->item[i], require));
    return TACIT_OK;
}

/* The measures named; one without parameters may be a family. */
static tacit_status put_measures(tacit_cli *cli, json_t *plan)
{
    const tacit_given *given = tacit_cli_option(cli, "measure");
    if (given == NULL)
        return TACIT_OK;
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cli->cx, plan, "measures", list));
    for (size_t i = 0; i < given->n; i++) {
        const char *text = given->item[i];
        json_t *item = strchr(text, ':') == NULL ? json_string(text) : json_object();
        TACIT_TRY(tacit_json_add(cli->cx, list, item));
        if (json_is_object(item))
            TACIT_TRY(tacit_request_named(cli, "measure", text, item));
    }
    return TACIT_OK;
}

/* What is known of the population that the data is from. */
static tacit_status put_population(tacit_cli *cli, json_t *plan)
{
    const char *file = tacit_cli_text(cli, "population");
    const char *fraction = tacit_cli_text(cli, "fraction");
    const char *control = tacit_cli_text(cli, "control");
    double share = 0.0;
    if (control != NULL)
        TACIT_TRY(tacit_json_put(cli->cx, plan, "control", json_string(control)));
    if (file != NULL)
        TACIT_TRY(tacit_json_put(cli->cx, plan, "population", json_string(file)));
    if (fraction == NULL)
        return TACIT_OK;
    if (!tacit_parse_real(fraction, &share))
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "Option '--fraction' needs a number, such as 0.1.");
    return tacit_json_put(cli->cx, plan, "fraction", json_real(share));
}

static tacit_status fill_plan(tacit_cli *cli, const char *data, json_t *plan)
{
    TACIT_TRY(put_source(cli, data, plan));
    TACIT_TRY(put_roles(cli, plan));
    TACIT_TRY(put_population(cli, plan));
    TACIT_TRY(put_measures(cli, plan));
    return put_require(cli, plan);
}

tacit_status tacit_request_text(tacit_cli *cli, const char *data, tacit_request_more *more,
                                char **out)
{
    json_t *plan = json_object();
    tacit_buffer text = { 0 };
    if (plan == NULL)
        return tacit_fail_memory(cli->cx);
    tacit_status status = fill_plan(cli, data, plan);
    if (status == TACIT_OK && more != NULL)
        status = more(cli, plan);
    if (status == TACIT_OK)
        status = tacit_json_text(cli->cx, plan, 0, &text);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cli->cx, text.text, out);
    tacit_buffer_free(&text);
    json_decref(plan);
    return status;
}

tacit_status tacit_request_make(tacit_cli *cli, tacit_request_more *more, tacit_request *out)
{
    const char *data = cli->argument[0];
    char *text = NULL;
    if (tacit_request_is_plan(data)) {
        TACIT_TRY(tacit_request_alone(cli, data));
        *out = tacit_cli_request(cli, data, NULL);
        return TACIT_OK;
    }
    TACIT_TRY(tacit_request_text(cli, data, more, &text));
    *out = tacit_cli_request(cli, "command line", text);
    return TACIT_OK;
}

tacit_names tacit_request_names(const tacit_cli *cli, const char *option)
{
    const tacit_given *given = tacit_cli_option(cli, option);
    return given == NULL ? (tacit_names){ 0 } : (tacit_names){ .n = given->n, .at = given->item };
}
