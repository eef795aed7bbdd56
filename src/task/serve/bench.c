/*
 * bench.c - the workbench over a plan, over data, or over a survey that is made up.
 *
 * Before a thread is started the process locks itself out of all files but those below the root.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/result.h"
#include "plan/cells.h"
#include "plan/edit/edit.h"
#include "task/serve/own.h"
#include "task/tasks.h"
#include "workbench/workbench.h"

/* What jobs may be: all that can be asked, and looking at the data; at single records last. */
static const tacit_entry *const ENTRIES[] = {
#define TACIT_TASK(id) &tacit_task_##id.section.about,
#include "task/tasks.def"
#undef TACIT_TASK
    &tacit_look_values.section.about,
    &tacit_look_records.section.about,
};

enum { EXAMPLE_ROWS = 5000 };
static const char EXAMPLE[] = "tacit-example/survey.csv";

static bool is_there(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* A plan that says only where the data is. */
static tacit_status start_plan(tacit_ctx *cx, const char *data, char **out)
{
    static const char *const KEY[] = { "data" };
    json_t *value = json_string(data);
    tacit_buffer text = { 0 };
    tacit_status status =
        value == NULL
            ? tacit_fail_memory(cx)
            : tacit_plan_edit(cx, "", &(tacit_plan_path){ .n = 1, .at = KEY }, value, &text);
    if (status == TACIT_OK)
        status = tacit_scratch_text(cx, text.text, out);
    tacit_buffer_free(&text);
    json_decref(value);
    return status;
}

/* Where a plan for `data` is saved: beside it, under its name. */
static tacit_status name_plan(tacit_ctx *cx, const char *data, const char **out)
{
    const char *slash = strrchr(data, '/'), *dot = strrchr(data, '.');
    const size_t n = strstr(data, "://") != NULL                     ? 0
                     : dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - data)
                                                                     : strlen(data);
    char *name = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s%splan.yaml", (int)n, data, n > 0 ? "-" : ""));
    *out = name;
    return TACIT_OK;
}

/* The plan to begin with, and its file. */
static tacit_status find_plan(tacit_ctx *cx, const tacit_work *w, tacit_bench_spec *spec)
{
    const char *data = w->plan->data;
    char *text = NULL;
    spec->read = is_there(w->plan->file);
    if (spec->read) {
        spec->file = w->plan->file;
        TACIT_TRY(tacit_plan_read(cx, w->plan->file, &text));
        spec->text = text;
        return TACIT_OK;
    }
    if (data == NULL && !is_there(EXAMPLE))
        TACIT_TRY(tacit_serve_survey(cx, EXAMPLE, EXAMPLE_ROWS));
    data = data != NULL ? data : EXAMPLE;
    TACIT_TRY(name_plan(cx, data, &spec->file));
    TACIT_TRY(start_plan(cx, data, &text));
    spec->text = text;
    return TACIT_OK;
}

static tacit_status find_root(tacit_ctx *cx, const tacit_work *w, const char **out)
{
    const tacit_args *args = &w->ask->args;
    const char *root =
        tacit_arg_given(args, TACIT_SERVE_ROOT) ? tacit_arg_text(args, TACIT_SERVE_ROOT) : ".";
    char real[PATH_MAX], *copy = NULL;
    struct stat st;
    if (realpath(root, real) == NULL || stat(real, &st) != 0 || !S_ISDIR(st.st_mode))
        return tacit_fail(cx, TACIT_ERR_INPUT, "There is no folder %s to work in.", root);
    TACIT_TRY(tacit_scratch_text(cx, real, &copy));
    *out = copy;
    return TACIT_OK;
}

static void tell_address(tacit_ctx *cx, const tacit_bench *b, bool opened)
{
    const unsigned port = tacit_bench_port(b);
    tacit_tell(cx,
               "The workbench is at %s\n"
               "Whoever has this address has the data; it holds until the workbench stops.\n",
               tacit_bench_address(b));
    if (opened)
        tacit_tell(cx, "It opens in the browser; if it does not, open this address there.\n");
    else
        tacit_tell(cx,
                   "Open it in a browser of this machine.  From another machine, run\n"
                   "ssh -L %u:127.0.0.1:%u HERE there, and open it there.\n",
                   port, port);
    tacit_tell(cx, "Ctrl-C stops it.\n");
}

/* A workbench, and the seconds after which a forgotten one stops. */
typedef struct bench {
    tacit_bench *at;
    double patience;
} bench;

/* Pages that are open ask now and then. */
static bool is_wanted(const void *user)
{
    const bench *b = user;
    return !(b->patience > 0.0 && tacit_bench_idle(b->at) > b->patience);
}

static tacit_status serve(tacit_ctx *cx, tacit_work *w, tacit_bench_spec *spec,
                          tacit_serve_browser *browser)
{
    bench b = { .patience = 60.0 * tacit_arg_real(&w->ask->args, TACIT_SERVE_IDLE) };
    TACIT_TRY(tacit_bench_open(cx, spec, &b.at));
    tell_address(cx, b.at, tacit_serve_browser_open(browser, tacit_bench_address(b.at)));
    tacit_serve_wait(cx, is_wanted, &b);
    const bool forgotten = !is_wanted(&b);
    tacit_bench_close(b.at);
    return tacit_json_put(
        cx, w->record, "says",
        json_string(forgotten ? "Stopped: no page has asked for so long.\n" : "Stopped.\n"));
}

/* What is asked of the section 'serve' must not be passed over: an address or a certificate that is
 * not heeded would be believed. */
static tacit_status refuse_others(tacit_ctx *cx, const tacit_work *w)
{
    const bool policy = tacit_arg_flag(&w->ask->args, TACIT_SERVE_EDIT);
    for (size_t i = 0; TACIT_SERVE_PARAMS[i].name != NULL; i++)
        if (i != TACIT_SERVE_PORT && i < TACIT_SERVE_ROOT && tacit_arg_given(&w->ask->args, i) &&
            !(policy && i != TACIT_SERVE_ALSO))
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'%s' is for policies, plans with a section 'query'; the workbench is "
                "for this machine alone and takes 'port' and 'root'.",
                TACIT_SERVE_PARAMS[i].name);
    return TACIT_OK;
}

/* Everything that a plan can name, and what can be said of a table. */
static tacit_status make_catalog(tacit_ctx *cx, json_t **out)
{
    static const tacit_entry table = { .name = "table",
                                       .title = "Table",
                                       .summary = "Counts, or the sums of a column, by others.",
                                       .source = "",
                                       .params = TACIT_TABLE_PARAMS };
    json_t *all = NULL, *entry = NULL;
    TACIT_TRY(tacit_catalogs_json(cx, &all));
    tacit_status status = tacit_entry_json(cx, &table, &entry);
    if (status == TACIT_OK)
        status = tacit_json_put(cx, all, "table", entry);
    if (status == TACIT_OK)
        *out = all;
    else
        json_decref(all);
    return status;
}

static tacit_status open_bench(tacit_ctx *cx, tacit_work *w, tacit_serve_browser *browser)
{
    const tacit_args *args = &w->ask->args;
    const bool records = !tacit_arg_flag(args, TACIT_SERVE_NO_RECORDS);
    const tacit_catalog looks = { .family = tacit_task_catalog.family,
                                  .title = tacit_task_catalog.title,
                                  .entry = ENTRIES,
                                  .n = sizeof ENTRIES / sizeof *ENTRIES - !records };
    tacit_bench_spec spec = { .tasks = &tacit_task_catalog,
                              .looks = &looks,
                              .records = records,
                              .port = (uint16_t)tacit_arg_integer(args, TACIT_SERVE_PORT),
                              .memory = w->memory };
    json_t *catalog = NULL;
    TACIT_TRY(find_root(cx, w, &spec.root));
    TACIT_TRY(find_plan(cx, w, &spec));
    tacit_serve_lock_bench(cx, spec.root);
    TACIT_TRY(make_catalog(cx, &catalog));
    spec.catalog = catalog;
    const tacit_status status = serve(cx, w, &spec, browser);
    json_decref(catalog);
    return status;
}

tacit_status tacit_serve_bench(tacit_ctx *cx, tacit_work *w)
{
    tacit_serve_browser browser = { .door = -1 };
    TACIT_TRY(refuse_others(cx, w));
    if (!tacit_arg_flag(&w->ask->args, TACIT_SERVE_NO_BROWSER))
        browser = tacit_serve_browser_begin();
    const tacit_status status = open_bench(cx, w, &browser);
    (void)tacit_serve_browser_open(&browser, NULL);
    return status;
}
