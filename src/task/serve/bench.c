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
#include "plan/edit/edit.h"
#include "task/serve/own.h"
#include "task/tasks.h"
#include "workbench/workbench.h"

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

static void tell_address(tacit_ctx *cx, const tacit_bench *b)
{
    const unsigned port = tacit_bench_port(b);
    tacit_tell(cx,
               "The workbench is at %s\n"
               "Whoever has this address has the data; it holds until the workbench stops.\n"
               "From another machine: ssh -L %u:127.0.0.1:%u HERE, then open it there.\n"
               "Ctrl-C stops it.\n",
               tacit_bench_address(b), port, port);
}

static tacit_status serve(tacit_ctx *cx, tacit_work *w, tacit_bench_spec *spec)
{
    tacit_bench *b = NULL;
    TACIT_TRY(tacit_bench_open(cx, spec, &b));
    tell_address(cx, b);
    tacit_serve_wait(cx);
    tacit_bench_close(b);
    return tacit_json_put(cx, w->record, "says", json_string("Stopped.\n"));
}

/* What is asked of the section 'serve' must not be passed over: an address or a certificate that is
 * not heeded would be believed. */
static tacit_status refuse_others(tacit_ctx *cx, const tacit_work *w)
{
    for (size_t i = 0; TACIT_SERVE_PARAMS[i].name != NULL; i++)
        if (i != TACIT_SERVE_PORT && i != TACIT_SERVE_ROOT && tacit_arg_given(&w->ask->args, i))
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "'%s' is for policies, plans with a section 'query'; the workbench is "
                "for this machine alone and takes 'port' and 'root'.",
                TACIT_SERVE_PARAMS[i].name);
    return TACIT_OK;
}

tacit_status tacit_serve_bench(tacit_ctx *cx, tacit_work *w)
{
    tacit_bench_spec spec = { .tasks = &tacit_task_catalog,
                              .port = (uint16_t)tacit_arg_integer(&w->ask->args, TACIT_SERVE_PORT),
                              .memory = w->memory };
    json_t *catalog = NULL;
    TACIT_TRY(refuse_others(cx, w));
    TACIT_TRY(find_root(cx, w, &spec.root));
    TACIT_TRY(find_plan(cx, w, &spec));
    tacit_serve_lock_bench(cx, spec.root);
    TACIT_TRY(tacit_catalogs_json(cx, &catalog));
    spec.catalog = catalog;
    const tacit_status status = serve(cx, w, &spec);
    json_decref(catalog);
    return status;
}
