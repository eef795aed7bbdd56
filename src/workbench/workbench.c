/*
 * workbench.c - opening, saving and closing the workbench.
 */
#include "workbench/workbench.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result.h"
#include "plan/edit/edit.h"
#include "workbench/own.h"

/* ---- opening ---- */

static tacit_status open_document(tacit_ctx *cx, const tacit_bench_spec *spec, tacit_bench *b)
{
    const tacit_task *protect = tacit_catalog_get(spec->tasks, "protect");
    const tacit_plan_use use = { .tasks = spec->tasks,
                                 .task = &protect->section,
                                 .needs = TACIT_PART_DATA };
    if (spec->read)
        TACIT_TRY(tacit_copy_text(cx, spec->text, &b->saved));
    return tacit_document_new(cx, spec->text, &use, &b->document);
}

/* The data that the plan names at the start, in memory of the workbench; NULL if it names none. */
static tacit_status find_data(tacit_bench *b, const char *text, const char **out)
{
    json_t *plan = NULL;
    char *copy = NULL;
    *out = NULL;
    if (tacit_plan_json(b->cx, text, &plan) != TACIT_OK)
        return TACIT_OK; /* the plan's problems say what is wrong with it */
    const json_t *data = json_object_get(plan, "data");
    const char *path =
        json_string_value(json_is_object(data) ? json_object_get(data, "path") : data);
    const tacit_status status = path != NULL ? tacit_scratch_text(b->cx, path, &copy) : TACIT_OK;
    json_decref(plan);
    *out = copy;
    return status;
}

static tacit_status open_jobs(tacit_ctx *cx, const tacit_bench_spec *spec, tacit_bench *b)
{
    tacit_jobs_spec jobs = { .tasks = spec->looks,
                             .fence = { .root = b->root },
                             .file = b->file,
                             .memory = spec->memory,
                             .threads = tacit_ctx_threads_of(cx) };
    TACIT_TRY(find_data(b, spec->text, &jobs.fence.known));
    if (jobs.fence.known != NULL && strstr(jobs.fence.known, "://") == NULL)
        jobs.fence.known = NULL; /* a file is held to the root like any other */
    return tacit_jobs_open(cx, &jobs, &b->jobs);
}

/* Listen with a token that was made before, and say where; it is not kept elsewhere. */
static tacit_status open_door(tacit_ctx *cx, tacit_bench *b)
{
    char token[TACIT_TOKEN_TEXT], *text = NULL;
    TACIT_TRY(tacit_tokens_open(cx, NULL, false, &b->tokens));
    TACIT_TRY(tacit_tokens_add(
        cx, b->tokens, &(tacit_token_spec){ "custodian", TACIT_CALLER_CUSTODIAN, 0 }, token));
    tacit_status status = tacit_bench_listen(cx, b);
    if (status == TACIT_OK)
        status = tacit_scratch_format(b->cx, &text, "http://127.0.0.1:%u/#t=%s", (unsigned)b->port,
                                      token);
    tacit_wipe(token, sizeof token);
    b->address = text;
    return status;
}

static tacit_status open_all(tacit_ctx *cx, const tacit_bench_spec *spec, tacit_bench *b)
{
    char *file = NULL, *root = NULL;
    b->cx = tacit_ctx_new();
    if (b->cx == NULL)
        return tacit_fail_memory(cx);
    TACIT_TRY(tacit_scratch_text(b->cx, spec->file, &file));
    TACIT_TRY(tacit_scratch_text(b->cx, spec->root, &root));
    b->file = file;
    b->root = root;
    b->port = spec->port;
    b->records = spec->records;
    TACIT_TRY(tacit_json_text(cx, spec->catalog, JSON_COMPACT, &b->catalog));
    TACIT_TRY(open_document(cx, spec, b));
    TACIT_TRY(open_jobs(cx, spec, b));
    return open_door(cx, b);
}

tacit_status tacit_bench_open(tacit_ctx *cx, const tacit_bench_spec *spec, tacit_bench **out)
{
    tacit_bench *b = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *b, &b));
    (void)pthread_mutex_init(&b->lock, NULL);
    tacit_bench_note_asked(b);
    const tacit_status status = open_all(cx, spec, b);
    if (status == TACIT_OK)
        *out = b;
    else
        tacit_bench_close(b);
    return status;
}

const char *tacit_bench_address(const tacit_bench *b)
{
    return b->address;
}

uint16_t tacit_bench_port(const tacit_bench *b)
{
    return b->port;
}

static long long seconds_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

void tacit_bench_note_asked(tacit_bench *b)
{
    atomic_store(&b->asked, seconds_now());
}

double tacit_bench_idle(const tacit_bench *b)
{
    return tacit_jobs_work(b->jobs) ? 0.0 : (double)(seconds_now() - atomic_load(&b->asked));
}

void tacit_bench_close(tacit_bench *b)
{
    if (b == NULL)
        return;
    tacit_jobs_stop(b->jobs);
    tacit_bench_silence(b);
    tacit_jobs_close(b->jobs);
    tacit_tokens_close(b->tokens);
    tacit_document_free(b->document);
    tacit_buffer_free(&b->catalog);
    tacit_free(b->saved);
    tacit_ctx_free(b->cx);
    (void)pthread_mutex_destroy(&b->lock);
    tacit_free(b);
}

/* ---- saving ---- */

/* Whether the file is what was read or saved last: then it may be replaced. */
static bool is_ours(tacit_ctx *cx, const tacit_bench *b)
{
    char *text = NULL;
    struct stat st;
    if (lstat(b->file, &st) != 0)
        return errno == ENOENT;
    return b->saved != NULL && tacit_plan_read(cx, b->file, &text) == TACIT_OK &&
           strcmp(text, b->saved) == 0;
}

/* Write all of `text` to a new file, down to the disk. */
static bool write_whole(const char *path, const char *text)
{
    const size_t n = strlen(text);
    size_t done = 0;
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    bool good = fd >= 0;
    while (good && done < n) {
        const ssize_t step = write(fd, text + done, n - done);
        good = step > 0;
        done += good ? (size_t)step : 0;
    }
    good = good && fsync(fd) == 0;
    return fd >= 0 && close(fd) == 0 && good;
}

tacit_status tacit_bench_save(tacit_ctx *cx, tacit_bench *b)
{
    const char *text = tacit_document_text(b->document);
    char *half = NULL, *copy = NULL;
    if (!is_ours(cx, b))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s is there and is not what was opened or saved here, so it is kept; "
                          "move it away, or copy the text of the plan.",
                          b->file);
    TACIT_TRY(tacit_bench_fence_path(cx, &(tacit_bench_fence){ .root = b->root }, b->file));
    TACIT_TRY(tacit_scratch_format(cx, &half, "%s.half", b->file));
    TACIT_TRY(tacit_copy_text(cx, text, &copy));
    (void)unlink(half); /* what a process left that was killed here */
    if (!write_whole(half, text) || rename(half, b->file) != 0) {
        const int why = errno;
        (void)unlink(half);
        tacit_free(copy);
        return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be written: %s.", b->file, strerror(why));
    }
    tacit_free(b->saved);
    b->saved = copy;
    return TACIT_OK;
}
