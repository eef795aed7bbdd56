/*
 * request.c - a plan made from the words of the command line.
 *
 * The first file among the arguments is the data, or where the command takes one, a plan: a file
 * called .yaml or .yml, or one called .json that holds one object with the key `data`.  For data a
 * plan is made, as a JSON object, which is YAML.  A plan that is given is changed in its text,
 * where the task's own options, the outputs and the seed say so; what else it says is the plan's
 * business alone.
 */
#include "cli/request/request.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/result.h"
#include "cli/request/own.h"
#include "plan/edit/edit.h"
#include "task/tables/argus/argus.h"

tacit_status tacit_request_word(tacit_ctx *cx, const char *words, size_t i, char **out)
{
    const char *at = words;
    for (; i > 0 && *at != '\0'; i--) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    *out = NULL;
    return *at == '\0' ? TACIT_OK
                       : tacit_scratch_format(cx, out, "%.*s", (int)strcspn(at, " "), at);
}

/* ---- options ---- */

/* Whether an argument of the command gives the parameter. */
static bool is_position(const tacit_task *task, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strstr(task->positions, name); at != NULL; at = strstr(at + n, name))
        if ((at == task->positions || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

static size_t add_part(const tacit_option *from, tacit_option *to)
{
    size_t n = 0;
    for (; from[n].name != NULL; n++)
        to[n] = from[n];
    return n;
}

/* How one of the task's alternatives is chosen. */
static tacit_status make_how(tacit_ctx *cx, const tacit_catalog *chooses, tacit_option *out)
{
    char *help = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &help, "the %s, as NAME or 'NAME:{parameter: value}'",
                                   chooses->family));
    *out = (tacit_option){
        .name = "how", .argument = "NAME", .type = TACIT_OPTION_TEXT, .help = help
    };
    return TACIT_OK;
}

tacit_status tacit_request_options(tacit_ctx *cx, const tacit_task *task, const tacit_option **out)
{
    enum { MOST_IN_PARTS = 32 };
    const tacit_param *params = task->section.about.params;
    tacit_option *all = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, MOST_IN_PARTS + tacit_param_count(params) + 2, sizeof *all, &all));
    for (const tacit_param *p = params; p->name != NULL; p++)
        if (!is_position(task, p->name))
            TACIT_TRY(tacit_param_option(cx, p, &all[n++]));
    if (task->section.chooses != NULL)
        TACIT_TRY(make_how(cx, task->section.chooses, &all[n++]));
    for (const tacit_option_part *part = TACIT_OPTION_PARTS; part->takes != 0; part++)
        if ((task->takes & part->takes) != 0)
            n += add_part(part->options, all + n);
    *out = all;
    return TACIT_OK;
}

/* ---- what the task itself is asked ---- */

/* What was given for parameter `p`, by an option or as an argument, of a list as all that follow;
 * `given` is room. */
static tacit_status find_given(tacit_cli *cli, const tacit_param *p, tacit_given *given,
                               const tacit_given **out)
{
    tacit_option option;
    TACIT_TRY(tacit_param_option(cli->cx, p, &option));
    *out = tacit_cli_option(cli, option.name);
    for (size_t i = 0; i < cli->n_arguments; i++) {
        char *word = NULL;
        TACIT_TRY(tacit_request_word(cli->cx, cli->command->task->positions, i, &word));
        if (word == NULL || strcmp(word, p->name) != 0)
            continue;
        *given = (tacit_given){ .text = cli->argument[i],
                                .item = cli->argument + i,
                                .n = cli->n_arguments - i };
        *out = given;
    }
    return TACIT_OK;
}

static tacit_status fail_missing(tacit_cli *cli, const tacit_param *p)
{
    tacit_option option;
    TACIT_TRY(tacit_param_option(cli->cx, p, &option));
    return tacit_fail(cli->cx, TACIT_ERR_INPUT, "tacit %s needs '--%s %s': %s.", cli->command->name,
                      option.name, option.argument, option.help);
}

/* Fill the section of the task; with `needed` all of it that it cannot do without. */
static tacit_status put_section(tacit_cli *cli, bool needed, json_t *section)
{
    const tacit_task *task = cli->command->task;
    const char *how = task->section.chooses != NULL ? tacit_cli_text(cli, "how") : NULL;
    for (const tacit_param *p = task->section.about.params; p->name != NULL; p++) {
        const tacit_given *given = NULL;
        tacit_given room;
        json_t *value = NULL;
        TACIT_TRY(find_given(cli, p, &room, &given));
        if (given == NULL && needed && p->need == TACIT_REQUIRED)
            return fail_missing(cli, p);
        if (given == NULL)
            continue;
        TACIT_TRY(tacit_param_value(cli, p, given, &value));
        TACIT_TRY(tacit_json_put(cli->cx, section, p->name, value));
    }
    return how == NULL ? TACIT_OK : tacit_part_named(cli, "how", how, section);
}

/* JSON holds seeds up to INT64_MAX; a larger one is written as that and gets its digits in the
 * text of the plan. */
static tacit_status put_seed(tacit_cli *cli, json_t *plan)
{
    const tacit_given *seed = tacit_cli_option(cli, "seed");
    if (seed == NULL)
        return TACIT_OK;
    const uint64_t held = seed->number > INT64_MAX ? INT64_MAX : seed->number;
    return tacit_json_put(cli->cx, plan, "seed", json_integer((json_int_t)held));
}

#define LARGEST "9223372036854775807" /* INT64_MAX */

/* Whether what stands at `at` is the value of the key seed. */
static bool is_seed(const char *text, const char *at)
{
    while (at > text && strchr(" \t\"':", at[-1]) != NULL)
        at--;
    return at - text >= 4 && strncmp(at - 4, "seed", 4) == 0;
}

/* Give a seed that JSON could not hold its digits. */
static tacit_status write_seed(tacit_cli *cli, char **text)
{
    const tacit_given *seed = tacit_cli_option(cli, "seed");
    if (seed == NULL || seed->number <= INT64_MAX)
        return TACIT_OK;
    const char *at = strstr(*text, LARGEST);
    while (at != NULL && !is_seed(*text, at))
        at = strstr(at + 1, LARGEST);
    if (at == NULL)
        return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                          "The seed cannot be written into the plan; write it there by hand.");
    return tacit_scratch_format(cli->cx, text, "%.*s%llu%s", (int)(at - *text), *text,
                                (unsigned long long)seed->number, at + strlen(LARGEST));
}

/* Parts that change a plan that is given, too. */
enum { CHANGES = TACIT_TAKES_OUTPUTS | TACIT_TAKES_MEASURES };

/* What both a new plan and one that is given get: outputs, measures, the seed, the task's section,
 * of which a plan that is given may have some already. */
static tacit_status put_asked(tacit_cli *cli, bool given, json_t *plan)
{
    const tacit_task *task = cli->command->task;
    json_t *section = json_object();
    for (const tacit_option_part *part = TACIT_OPTION_PARTS; part->takes != 0; part++)
        if ((part->takes & task->takes & (unsigned)CHANGES) != 0)
            TACIT_TRY(part->put(cli, plan));
    TACIT_TRY(put_seed(cli, plan));
    TACIT_TRY(tacit_json_put(cli->cx, plan, task->section.about.name, section));
    TACIT_TRY(put_section(cli, !given, section));
    if (json_object_size(section) == 0)
        (void)json_object_del(plan, task->section.about.name);
    return TACIT_OK;
}

/* ---- a plan for data ---- */

static tacit_status put_parts(tacit_cli *cli, const char *data, json_t *plan)
{
    const tacit_task *task = cli->command->task;
    if (data != NULL)
        TACIT_TRY(tacit_json_put(cli->cx, plan, "data", json_pack("{s:s}", "path", data)));
    for (const tacit_option_part *part = TACIT_OPTION_PARTS; part->takes != 0; part++)
        if ((part->takes & task->takes & ~(unsigned)CHANGES) != 0)
            TACIT_TRY(part->put(cli, plan));
    return put_asked(cli, false, plan);
}

static tacit_status make_plan(tacit_cli *cli, const char *data, char **out)
{
    json_t *plan = json_object();
    tacit_buffer text = { 0 };
    if (plan == NULL)
        return tacit_fail_memory(cli->cx);
    tacit_status status = put_parts(cli, data, plan);
    if (status == TACIT_OK)
        status = tacit_json_text(cli->cx, plan, 0, &text);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cli->cx, text.text, out);
    tacit_buffer_free(&text);
    json_decref(plan);
    return status;
}

/* ---- a plan that is given ---- */

static bool has_ending(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && strcasecmp(name + n - m, ending) == 0;
}

/* Options that would say again what the plan says. */
static tacit_status check_alone(tacit_cli *cli, const char *file)
{
    for (const tacit_option_part *part = TACIT_OPTION_PARTS; part->takes != 0; part++)
        for (const tacit_option *o = part->options;
             (part->takes & ((unsigned)CHANGES | TACIT_TAKES_BATCH)) == 0 && o->name != NULL; o++)
            if ((cli->command->task->takes & part->takes) != 0 &&
                tacit_cli_option(cli, o->name) != NULL)
                return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                                  "Option '--%s' does not go with a plan; say it in %s.", o->name,
                                  file);
    return TACIT_OK;
}

/* Change the value at the path of one or two keys in the text of a plan. */
static tacit_status edit(tacit_cli *cli, const char *first, const char *second, const json_t *value,
                         char **text)
{
    const char *const at[] = { first, second };
    tacit_buffer edited = { 0 };
    tacit_status status =
        tacit_plan_edit(cli->cx, *text, &(tacit_plan_path){ .n = second != NULL ? 2 : 1, .at = at },
                        value, &edited);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cli->cx, edited.text, text);
    tacit_buffer_free(&edited);
    return status;
}

static tacit_status edit_all(tacit_cli *cli, json_t *wanted, char **text)
{
    const char *section = cli->command->task->section.about.name, *key = NULL, *inner = NULL;
    json_t *value = NULL, *own = NULL;
    json_object_foreach(wanted, key, value)
    {
        if (strcmp(key, section) != 0) {
            TACIT_TRY(edit(cli, key, NULL, value, text));
            continue;
        }
        json_object_foreach(value, inner, own) TACIT_TRY(edit(cli, section, inner, own, text));
    }
    return TACIT_OK;
}

/* Whether a table of tau-Argus is audited, which its metadata make a plan of. */
static bool is_argus_table(const tacit_task *task, const char *name)
{
    return task == &tacit_task_audit && has_ending(name, ".tab");
}

/* The plan in a file, or the one that a file of tau-Argus asks for. */
static tacit_status read_given(tacit_cli *cli, const char *file, char **out)
{
    tacit_batch batch = { 0 };
    if (is_argus_table(cli->command->task, file))
        return tacit_batch_of_table(cli->cx, file, out);
    if (cli->command->task != &tacit_task_tables || !has_ending(file, ".arb"))
        return tacit_plan_read(cli->cx, file, out);
    TACIT_TRY(tacit_batch_translate(cli->cx, file, &batch));
    *out = batch.plan;
    cli->batch = batch.account;
    return TACIT_OK;
}

static tacit_status change_plan(tacit_cli *cli, const char *file, char **out)
{
    json_t *wanted = json_object();
    char *text = NULL;
    if (wanted == NULL)
        return tacit_fail_memory(cli->cx);
    tacit_status status = check_alone(cli, file);
    if (status == TACIT_OK)
        status = read_given(cli, file, &text);
    if (status == TACIT_OK)
        status = put_asked(cli, true, wanted);
    if (status == TACIT_OK)
        status = edit_all(cli, wanted, &text);
    json_decref(wanted);
    *out = text;
    return status;
}

/* ---- which ---- */

/* Whether a file of JSON is a plan: one object that says where the data is.  Data is a list of
 * objects, or objects one after the other. */
static bool is_json_plan(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > TACIT_PLAN_BYTES)
        return false;
    json_t *whole = json_load_file(path, 0, NULL);
    const json_t *data = json_object_get(whole, "data");
    const bool is = json_is_string(data) || json_is_object(data);
    json_decref(whole);
    return is;
}

/* Whether the argument `name` is a plan: where the command takes data too, by its ending, and of
 * JSON, which both can be, by what is in it. */
static bool is_plan(const tacit_task *task, const char *name)
{
    const char *plan = strstr(task->arguments, "PLAN");
    if (plan == NULL)
        return false;
    return plan == task->arguments || plan[-1] != '|' || has_ending(name, ".yaml") ||
           has_ending(name, ".yml") || (has_ending(name, ".json") && is_json_plan(name));
}

/* Fail if a command that takes plans only is given data. */
static tacit_status refuse_data(tacit_cli *cli, const char *name)
{
    static const char *const endings[] = { ".csv",      ".tsv", ".tab",    ".txt",  ".parquet",
                                           ".feather",  ".sav", ".dta",    ".xlsx", ".por",
                                           ".sas7bdat", ".xpt", ".duckdb", NULL };
    struct stat st;
    if (stat(name, &st) != 0 || !S_ISREG(st.st_mode))
        return TACIT_OK; /* reading it says what is wrong */
    for (size_t i = 0; endings[i] != NULL; i++)
        if (has_ending(name, endings[i]))
            return tacit_fail(cli->cx, TACIT_ERR_INPUT,
                              "%s is data, and 'tacit %s' takes a plan: write one with 'tacit init "
                              "%s --output plan.yaml', read it, and give it to 'tacit %s'.",
                              name, cli->command->name, name, cli->command->name);
    return TACIT_OK;
}

/* Whether a plan with mistakes is opened all the same, for them to be put right on the page.  Not
 * one that may be meant to answer analysts: no other server stands in for it. */
static bool is_for_repair(tacit_cli *cli, const char *file)
{
    const tacit_task *task = cli->command->task;
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &task->section,
                                 .needs = task->needs };
    char *text = NULL;
    tacit_plan *plan = NULL;
    if (task != &tacit_task_serve || tacit_plan_read(cli->cx, file, &text) != TACIT_OK ||
        (strstr(text, "query") != NULL && tacit_cli_option(cli, "edit") == NULL))
        return false;
    const tacit_status status = tacit_plan_parse(cli->cx, file, text, &use, &plan);
    tacit_plan_free(plan);
    return status == TACIT_ERR_INPUT;
}

tacit_status tacit_request_plan(tacit_cli *cli, const char **file, char **text)
{
    const tacit_task *task = cli->command->task;
    const char *data = NULL;
    for (size_t i = 0; i < cli->n_arguments; i++) {
        char *word = NULL;
        TACIT_TRY(tacit_request_word(cli->cx, task->positions, i, &word));
        if (word != NULL && strcmp(word, "data") == 0)
            data = cli->argument[i];
    }
    const bool given = data != NULL && (is_plan(task, data) || is_argus_table(task, data));
    *file = given ? data : "command line";
    if (given && !is_argus_table(task, data))
        TACIT_TRY(refuse_data(cli, data));
    if (given && is_for_repair(cli, data))
        TACIT_TRY(make_plan(cli, NULL, text));
    else
        TACIT_TRY(given ? change_plan(cli, data, text) : make_plan(cli, data, text));
    return write_seed(cli, text);
}
