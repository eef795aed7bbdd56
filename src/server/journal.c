/*
 * journal.c - who asked, when, what became of it: the log of a server.
 *
 * A line is written by one call to a file that is opened for appending, so that the lines of
 * several servers do not mix.
 */
#include "server/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result.h"

enum { KEPT = 500 };

struct tacit_journal {
    pthread_mutex_t lock;
    tacit_ctx *cx; /* for the lines; used under the lock */
    int fd;        /* -1: no file */
    json_t *line[KEPT];
    size_t n; /* lines ever */
};

static tacit_status open_file(tacit_ctx *cx, const char *path, int *fd)
{
    struct stat st;
    *fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (*fd < 0 || fstat(*fd, &st) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "The log %s cannot be written: %s.", path,
                          strerror(errno));
    if (!S_ISREG(st.st_mode) || (st.st_mode & 077) != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The log %s must be a file that only its owner can read; 'chmod 600' it.",
                          path);
    return TACIT_OK;
}

tacit_status tacit_journal_open(tacit_ctx *cx, const char *path, tacit_journal **out)
{
    tacit_journal *j = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *j, &j));
    j->fd = -1;
    (void)pthread_mutex_init(&j->lock, NULL);
    j->cx = tacit_ctx_new();
    tacit_status status = j->cx == NULL ? tacit_fail_memory(cx) : TACIT_OK;
    if (status == TACIT_OK && path != NULL)
        status = open_file(cx, path, &j->fd);
    if (status != TACIT_OK) {
        tacit_journal_close(j);
        return status;
    }
    *out = j;
    return TACIT_OK;
}

void tacit_journal_close(tacit_journal *j)
{
    if (j == NULL)
        return;
    for (size_t i = 0; i < KEPT; i++)
        json_decref(j->line[i]);
    if (j->fd >= 0)
        (void)close(j->fd);
    tacit_ctx_free(j->cx);
    (void)pthread_mutex_destroy(&j->lock);
    tacit_free(j);
}

static json_t *time_json(void)
{
    char text[32] = "";
    struct timespec now = { 0 };
    struct tm at = { 0 };
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)gmtime_r(&now.tv_sec, &at);
    (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &at);
    return json_string(text);
}

static json_t *line_json(const tacit_journal_line *l)
{
    return json_pack("{s:o*, s:s*, s:s*, s:s*, s:s*, s:s*, s:s*, s:s*, s:s*, s:f}", "time",
                     time_json(), "who", l->who, "role", l->role, "door", l->door, "what", l->what,
                     "dataset", l->dataset, "key", l->key, "outcome", l->outcome, "failure",
                     l->failure, "paid", l->paid);
}

static bool write_text(int fd, const tacit_buffer *text)
{
    ssize_t n = 0;
    do
        n = write(fd, text->text, text->length);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)text->length;
}

/* Write one line to the file; a half line, as on a full disk, is a failure. */
static bool write_file(const tacit_journal *j, const json_t *line)
{
    tacit_buffer text = { 0 };
    const bool good = tacit_json_text(j->cx, line, JSON_COMPACT, &text) == TACIT_OK &&
                      tacit_buffer_text(j->cx, &text, "\n") == TACIT_OK && write_text(j->fd, &text);
    tacit_buffer_free(&text);
    return good;
}

bool tacit_journal_write(tacit_journal *j, const tacit_journal_line *l)
{
    json_t *line = line_json(l);
    if (line == NULL)
        return false;
    (void)pthread_mutex_lock(&j->lock);
    const bool good = j->fd < 0 || write_file(j, line);
    json_decref(j->line[j->n % KEPT]);
    j->line[j->n++ % KEPT] = line;
    (void)pthread_mutex_unlock(&j->lock);
    return good;
}

json_t *tacit_journal_last(tacit_journal *j)
{
    json_t *all = json_array();
    (void)pthread_mutex_lock(&j->lock);
    for (size_t i = j->n < KEPT ? 0 : j->n - KEPT; all != NULL && i < j->n; i++)
        (void)json_array_append_new(all, json_deep_copy(j->line[i % KEPT]));
    (void)pthread_mutex_unlock(&j->lock);
    return all;
}
