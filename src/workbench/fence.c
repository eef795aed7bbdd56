/*
 * fence.c - no file outside of the root is read or written.
 *
 * The kernel holds the process to the same (server/lock); this check says it in a sentence, and
 * stands alone where the kernel cannot.
 */
#include "workbench/fence.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "plan/inputs.h"

/* The folder of `path` in `out`; false if it is too long. */
static bool folder_of(const char *path, char out[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const size_t n = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (n >= PATH_MAX)
        return false;
    memcpy(out, slash == NULL ? "." : path, n);
    out[n] = '\0';
    return true;
}

static bool is_below(const char *root, const char *path)
{
    const size_t n = strlen(root);
    return strncmp(path, root, n) == 0 && (n == 1 || path[n] == '/' || path[n] == '\0');
}

tacit_status tacit_bench_fence_path(tacit_ctx *cx, const tacit_bench_fence *fence, const char *path)
{
    char folder[PATH_MAX], real[PATH_MAX];
    const char *name = strrchr(path, '/');
    name = name != NULL ? name + 1 : path;
    if (fence->known != NULL && strcmp(path, fence->known) == 0)
        return TACIT_OK;
    const bool there = realpath(path, real) != NULL;
    const bool placed = there || (strcmp(name, "..") != 0 && folder_of(path, folder) &&
                                  realpath(folder, real) != NULL);
    if (placed && is_below(fence->root, real))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s is outside of %s, the folder that the workbench may touch; start it in "
                      "another with 'root'.",
                      path, fence->root);
}

static tacit_status check_plan(tacit_ctx *cx, const tacit_bench_fence *fence,
                               const tacit_run_spec *run, const tacit_plan *plan)
{
    const tacit_plan_ask *ask = tacit_plan_asked(plan, &run->task->section);
    const bool releases = (run->task->takes & TACIT_TAKES_OUTPUTS) != 0;
    const tacit_plan_input *in = NULL;
    const tacit_plan_output *out = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_plan_inputs(cx, plan, ask, &in, &n));
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_bench_fence_path(cx, fence, in[i].path));
    TACIT_TRY(tacit_plan_outputs(cx, plan, ask, releases, &out, &n));
    for (size_t i = 0; i < n; i++)
        if (!tacit_session_is_memory(out[i].path))
            TACIT_TRY(tacit_bench_fence_path(cx, fence, out[i].path));
    return TACIT_OK;
}

tacit_status tacit_bench_fence_plan(tacit_ctx *cx, const tacit_bench_fence *fence,
                                    const tacit_run_spec *run)
{
    const tacit_plan_use use = { .tasks = run->tasks,
                                 .task = &run->task->section,
                                 .needs = run->task->needs };
    tacit_plan *plan = NULL;
    TACIT_TRY(tacit_plan_parse(cx, run->file, run->text, &use, &plan));
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = check_plan(cx, fence, run, plan);
    tacit_scratch_release(cx, mark);
    tacit_plan_free(plan);
    return status;
}
