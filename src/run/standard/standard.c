/*
 * standard.c - standard input and output in the places of files.
 */
#include "run/standard/standard.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result.h"
#include "engine/spill.h"
#include "run/certificate/certificate.h"

struct tacit_standard {
    tacit_spill spill;
    char *in, *out; /* the files, or NULL */
};

enum { BLOCK = 65536 };

tacit_status tacit_standard_new(tacit_ctx *cx, tacit_standard **out)
{
    TACIT_TRY(tacit_alloc(cx, 1, sizeof **out, out));
    (*out)->spill.fd = -1;
    return TACIT_OK;
}

void tacit_standard_free(tacit_standard *s)
{
    if (s == NULL)
        return;
    if (s->spill.path != NULL)
        tacit_spill_close(&s->spill);
    tacit_free(s->in);
    tacit_free(s->out);
    tacit_free(s);
}

/* ---- copying ---- */

static tacit_status fail_io(tacit_ctx *cx, const char *what)
{
    return tacit_fail(cx, TACIT_ERR_IO, "Cannot %s: %s.", what, strerror(errno));
}

static tacit_status write_all(tacit_ctx *cx, int to, const char *bytes, size_t n, const char *what)
{
    for (size_t done = 0; done < n;) {
        const ssize_t put = write(to, bytes + done, n - done);
        if (put < 0 && errno != EINTR)
            return fail_io(cx, what);
        done += put > 0 ? (size_t)put : 0;
    }
    return TACIT_OK;
}

/* Copy all from one descriptor to the other; whoever wants to stop is heard between blocks. */
static tacit_status copy(tacit_ctx *cx, int from, int to, const char *reading, const char *writing)
{
    char block[BLOCK];
    uint64_t bytes = 0;
    for (;;) {
        const ssize_t n = read(from, block, sizeof block);
        if (n < 0 && errno != EINTR)
            return fail_io(cx, reading);
        if (n == 0)
            return TACIT_OK;
        if (n > 0)
            TACIT_TRY(write_all(cx, to, block, (size_t)n, writing));
        bytes += n > 0 ? (uint64_t)n : 0;
        TACIT_TRY(tacit_tick(cx, bytes, 0));
    }
}

/* ---- the files ---- */

/* The path of the file `name` in the folder, which is made if there is none yet.  Whoever stages
 * outputs locks their folder, and this one is locked already: so each has a folder inside it. */
static tacit_status place(tacit_ctx *cx, tacit_standard *s, const char *within, const char *name,
                          char **out)
{
    char *path = NULL;
    if (s->spill.path == NULL)
        TACIT_TRY(tacit_spill_open(cx, &s->spill));
    if (s->spill.path == NULL)
        return tacit_fail(cx, TACIT_ERR_IO,
                          "There is no folder for temporary files; set TMPDIR to one.");
    TACIT_TRY(tacit_scratch_format(cx, &path, "%s/%s", s->spill.path, within));
    if (mkdir(path, 0700) != 0)
        return fail_io(cx, "make a folder for temporary files");
    TACIT_TRY(tacit_scratch_format(cx, &path, "%s/%s", path, name));
    return tacit_copy_text(cx, path, out);
}

static tacit_status take_in(tacit_ctx *cx, tacit_standard *s, const char **path)
{
    if (*path == NULL || strcmp(*path, TACIT_STANDARD) != 0)
        return TACIT_OK;
    if (s->in != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Standard input can be read once only; name a file for the other '-'.");
    TACIT_TRY(place(cx, s, "in", "standard-input.csv", &s->in));
    tacit_stage(cx, "Reading standard input");
    const int fd = open(s->in, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail_io(cx, "keep standard input in a temporary file");
    const tacit_status status = copy(cx, STDIN_FILENO, fd, "read standard input",
                                     "keep standard input in a temporary file");
    close(fd);
    *path = s->in;
    return status;
}

static tacit_status put_out(tacit_ctx *cx, tacit_standard *s, const char *name, const char **path)
{
    if (*path == NULL || strcmp(*path, TACIT_STANDARD) != 0)
        return TACIT_OK;
    if (s->out != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "One output only can go to standard output; name a file for the other "
                          "'-'.");
    TACIT_TRY(place(cx, s, "out", name, &s->out));
    *path = s->out;
    return TACIT_OK;
}

/* The name of a release: what its certificate has before the ending. */
static tacit_status name_release(tacit_ctx *cx, const tacit_plan *plan, const char **out)
{
    static const char ending[] = TACIT_CERTIFICATE_ENDING;
    const char *certificate = plan->certificate;
    *out = "standard-output.csv";
    if (certificate == NULL) {
        tacit_warn(cx, "What goes to standard output is not certified; name a certificate, such as "
                       "safe.csv" TACIT_CERTIFICATE_ENDING " for a release that becomes safe.csv.");
        return TACIT_OK;
    }
    const char *slash = strrchr(certificate, '/');
    const char *name = slash == NULL ? certificate : slash + 1;
    const size_t n = strlen(name), m = sizeof ending - 1;
    char *copy = NULL;
    if (n <= m || strcmp(name + n - m, ending) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A release on standard output is certified under the name that its "
                          "certificate has before %s; call it NAME%s, or name the output.",
                          ending, ending);
    TACIT_TRY(tacit_scratch_format(cx, &copy, "%.*s", (int)(n - m), name));
    *out = copy;
    return TACIT_OK;
}

static tacit_status take_args(tacit_ctx *cx, tacit_standard *s, const tacit_args *args)
{
    for (size_t i = 0; i < args->n; i++) {
        const bool page = strstr(args->params[i].name, "report") != NULL;
        if (args->params[i].type == TACIT_PARAM_FILE)
            TACIT_TRY(take_in(cx, s, &args->at[i].text));
        if (args->params[i].type == TACIT_PARAM_OUTPUT)
            TACIT_TRY(put_out(cx, s, page ? "standard-output.html" : "standard-output.csv",
                              &args->at[i].text));
    }
    return TACIT_OK;
}

tacit_status tacit_standard_take(tacit_ctx *cx, tacit_standard *s, tacit_plan *plan,
                                 const tacit_plan_ask *ask, bool releases)
{
    const char *name = NULL;
    if (releases && plan->output != NULL && strcmp(plan->output, TACIT_STANDARD) == 0) {
        TACIT_TRY(name_release(cx, plan, &name));
        TACIT_TRY(put_out(cx, s, name, &plan->output));
    }
    if (releases) {
        TACIT_TRY(put_out(cx, s, "standard-output.html", &plan->report));
        TACIT_TRY(put_out(cx, s, "standard-output.html", &plan->custodian_report));
        TACIT_TRY(put_out(cx, s, "standard-output.sql", &plan->sql));
    }
    TACIT_TRY(take_args(cx, s, &ask->args));
    TACIT_TRY(take_args(cx, s, &ask->choice_args));
    TACIT_TRY(take_in(cx, s, &plan->data));
    TACIT_TRY(take_in(cx, s, &plan->population));
    TACIT_TRY(take_in(cx, s, &plan->histogram));
    return take_in(cx, s, &plan->control);
}

/* ---- what is told ---- */

static bool is_inside(const tacit_standard *s, const char *path)
{
    const size_t n = strlen(s->spill.path);
    return path != NULL && strncmp(path, s->spill.path, n) == 0 && path[n] == '/';
}

static const char *shown(const tacit_standard *s, const char *path)
{
    return s->in != NULL && strcmp(path, s->in) == 0 ? "standard input" : "standard output";
}

/* Replace the address in a part of the record that tells of data. */
static tacit_status tell_data(tacit_ctx *cx, const tacit_standard *s, json_t *part)
{
    const char *uri = json_string_value(json_object_get(part, "uri"));
    return is_inside(s, uri) ? tacit_json_put(cx, part, "uri", json_string(shown(s, uri)))
                             : TACIT_OK;
}

tacit_status tacit_standard_tell(tacit_ctx *cx, const tacit_standard *s, json_t *record)
{
    json_t *outputs = json_object_get(record, "outputs");
    if (s == NULL || s->spill.path == NULL)
        return TACIT_OK;
    TACIT_TRY(tell_data(cx, s, json_object_get(record, "data")));
    TACIT_TRY(tell_data(cx, s, json_object_get(record, "protected")));
    for (size_t i = json_array_size(outputs); i-- > 0;) {
        json_t *output = json_array_get(outputs, i);
        const char *path = json_string_value(json_object_get(output, "path"));
        if (!is_inside(s, path))
            continue;
        if (s->out != NULL && strcmp(path, s->out) == 0)
            TACIT_TRY(tacit_json_put(cx, output, "path", json_string(shown(s, path))));
        else
            (void)json_array_remove(outputs, i);
    }
    return TACIT_OK;
}

bool tacit_standard_takes(const tacit_standard *s)
{
    return s != NULL && s->in != NULL;
}

bool tacit_standard_gives(const tacit_standard *s)
{
    return s != NULL && s->out != NULL;
}

tacit_status tacit_standard_give(tacit_ctx *cx, const tacit_standard *s)
{
    if (!tacit_standard_gives(s))
        return TACIT_OK;
    const int fd = open(s->out, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? TACIT_OK : fail_io(cx, "read the output");
    const tacit_status status =
        copy(cx, fd, STDOUT_FILENO, "read the output", "write to standard output");
    close(fd);
    return status;
}
