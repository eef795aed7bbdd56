/*
 * prepare.c - what must be there before a server is: the example's survey, a key, a certificate.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/secret.h"
#include "example/survey.h"
#include "plan/plan.h"
#include "task/serve/own.h"
#include "task/tasks.h"

static bool is_there(const char *path)
{
    struct stat st;
    return path != NULL && lstat(path, &st) == 0;
}

/* ---- the example ---- */

/* Make the folder of a file, if it is not there. */
static tacit_status make_folder(tacit_ctx *cx, const char *path)
{
    char *folder = NULL;
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &folder, "%.*s", (int)(slash - path), path));
    if (is_there(folder) || mkdir(folder, 0777) == 0)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_IO, "The folder %s cannot be made.", folder);
}

tacit_status tacit_serve_survey(tacit_ctx *cx, const char *path, uint64_t rows)
{
    char *half = NULL;
    const char *dot = strrchr(path, '.');
    tacit_survey *survey = NULL;
    TACIT_TRY(tacit_write_check(cx, path));
    TACIT_TRY(make_folder(cx, path));
    TACIT_TRY(tacit_scratch_format(cx, &half, "%s.half%s", path, dot != NULL ? dot : ""));
    TACIT_TRY(tacit_survey_new(cx, 1, rows, &survey));
    tacit_status status = tacit_write_rows(cx, tacit_survey_source(survey), path, half);
    tacit_survey_free(survey);
    if (status == TACIT_OK && rename(half, path) != 0)
        status = tacit_fail(cx, TACIT_ERR_IO, "%s cannot be written.", path);
    if (status != TACIT_OK) {
        (void)unlink(half);
        return status;
    }
    tacit_tell(cx, "Made up %llu persons in %s, to try things on.\n", (unsigned long long)rows,
               path);
    return TACIT_OK;
}

/* ---- the key ---- */

enum { KEY_BYTES = 32 };

static tacit_status make_key(tacit_ctx *cx, const char *path)
{
    unsigned char bytes[KEY_BYTES];
    TACIT_TRY(tacit_random_bytes(cx, bytes, sizeof bytes));
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    const bool good =
        fd >= 0 && write(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes && fsync(fd) == 0;
    tacit_wipe(bytes, sizeof bytes);
    if (fd >= 0)
        (void)close(fd);
    if (!good)
        return tacit_fail(cx, TACIT_ERR_IO, "The key %s cannot be written.", path);
    tacit_tell(cx, "Made a key for the noise of answers, %s; keep it to yourself.\n", path);
    return TACIT_OK;
}

/* A key may be made only if nothing was answered with another: two keys are two noises, and their
 * mean is nearer to the truth.  Of a ledger that others share that cannot be known here. */
static tacit_status prepare_key(tacit_ctx *cx, const tacit_plan_ask *query)
{
    const char *key = tacit_arg_text(&query->args, TACIT_POLICY_KEY),
               *ledger = tacit_arg_text(&query->args, TACIT_POLICY_LEDGER);
    const bool first = ledger != NULL && tacit_ledger_is_file(ledger) && !is_there(ledger);
    if (key == NULL || is_there(key) || !first)
        return TACIT_OK;
    return make_key(cx, key);
}

tacit_status tacit_serve_prepare(tacit_ctx *cx, const tacit_serve_set *set)
{
    const tacit_plan *plan = set->work->plan;
    const tacit_args *args = &tacit_plan_asked(plan, &tacit_task_serve.section)->args;
    if (tacit_arg_given(args, TACIT_SERVE_EXAMPLE) && !is_there(plan->data))
        TACIT_TRY(tacit_serve_survey(cx, plan->data,
                                     (uint64_t)tacit_arg_integer(args, TACIT_SERVE_EXAMPLE)));
    return prepare_key(cx, set->query);
}

/* ---- TLS ---- */

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

tacit_status tacit_serve_read_tls(tacit_ctx *cx, tacit_serve *s)
{
    const char *certificate = tacit_serve_text(s, TACIT_SERVE_CERTIFICATE),
               *key = tacit_serve_text(s, TACIT_SERVE_CERTIFICATE_KEY);
    char *text = NULL;
    if ((certificate == NULL) != (key == NULL))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: 'certificate' and 'certificate_key' go together; give both.",
                          s->work->plan->file);
    if (certificate == NULL && !is_loopback(s->address))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: listening on %s, where others can read along, needs a 'certificate' "
                          "and its 'certificate_key' for TLS.",
                          s->work->plan->file, s->address);
    if (certificate == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_plan_read(cx, certificate, &text));
    s->certificate = text;
    TACIT_TRY(tacit_plan_read(cx, key, &text));
    s->certificate_key = text;
    return TACIT_OK;
}
