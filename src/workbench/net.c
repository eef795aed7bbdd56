/*
 * net.c - requests as libmicrohttpd brings them, a thread for each connection.
 *
 * Checks come in a fixed order: to which host, from which page, by whom; only then is a request
 * looked into.  The files of the page itself are for everybody, as they hold nothing.  Nothing of a
 * request is logged.
 */
#include <microhttpd.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/result.h"
#include "server/page/page.h"
#include "workbench/own.h"

extern const tacit_page_file TACIT_BENCH_FILES[];

/* Connections at once, seconds that one may be silent, bytes of a body. */
enum { CONNECTIONS = 64, SILENCE = 60, MOST_BODY = 16 << 20 };

typedef struct visit {
    tacit_ctx *cx;
    tacit_buffer body;
    bool too_long;
} visit;

/* ---- replies ---- */

/* libmicrohttpd takes a constant as a buffer that it could write to, but does not. */
static void *unchanged(const char *bytes)
{
    return (void *)(uintptr_t)bytes;
}

static enum MHD_Result send_response(struct MHD_Connection *c, unsigned status,
                                     struct MHD_Response *response, const char *type,
                                     const char *tag)
{
    if (response == NULL)
        return MHD_NO;
    for (size_t i = 0; TACIT_HEAD_ALWAYS[i][0] != NULL; i++)
        (void)MHD_add_response_header(response, TACIT_HEAD_ALWAYS[i][0], TACIT_HEAD_ALWAYS[i][1]);
    (void)MHD_add_response_header(response, "Content-Type", type);
    (void)MHD_add_response_header(response, "Cache-Control", tag != NULL ? "no-cache" : "no-store");
    if (tag != NULL)
        (void)MHD_add_response_header(response, "ETag", tag);
    const enum MHD_Result sent = MHD_queue_response(c, status, response);
    MHD_destroy_response(response);
    return sent;
}

static enum MHD_Result send_reply(struct MHD_Connection *c, tacit_bench_reply *reply)
{
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback(
        reply->body.length, reply->body.text, tacit_free);
    if (response == NULL)
        tacit_buffer_free(&reply->body);
    return send_response(c, reply->status, response, "application/json", NULL);
}

static enum MHD_Result refuse(struct MHD_Connection *c, tacit_ctx *cx, unsigned status,
                              const char *why)
{
    tacit_bench_reply reply = { 0 };
    tacit_bench_refuse(cx, status, why, &reply);
    return reply.body.text != NULL ? send_reply(c, &reply) : MHD_NO;
}

static enum MHD_Result send_file(struct MHD_Connection *c, const tacit_page_file *file)
{
    const char *match = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "If-None-Match");
    const bool known = match != NULL && strcmp(match, file->tag) == 0;
    return send_response(c, known ? 304 : 200,
                         MHD_create_response_from_buffer(known ? 0 : file->length,
                                                         unchanged(file->bytes),
                                                         MHD_RESPMEM_PERSISTENT),
                         file->type, file->tag);
}

/* ---- events ---- */

/* Somebody who watches a job. */
typedef struct watch {
    tacit_ctx *cx;
    tacit_jobs *jobs;
    unsigned id;
    uint64_t seen;
    tacit_buffer text; /* of which `sent` bytes are gone */
    size_t sent;
} watch;

static ssize_t next_events(void *user, uint64_t at, char *out, size_t room)
{
    watch *w = user;
    json_t *event = NULL;
    (void)at;
    if (w->sent == w->text.length) {
        tacit_buffer_free(&w->text);
        w->sent = 0;
        if (!tacit_jobs_wait(w->jobs, w->id, &w->seen, &event))
            return MHD_CONTENT_READER_END_OF_STREAM;
        /* A comment shows who has gone meanwhile. */
        const char *before = event != NULL ? "data: " : ": still here";
        bool good =
            tacit_buffer_text(w->cx, &w->text, before) == TACIT_OK &&
            (event == NULL || tacit_json_text(w->cx, event, JSON_COMPACT, &w->text) == TACIT_OK) &&
            tacit_buffer_text(w->cx, &w->text, "\n\n") == TACIT_OK;
        json_decref(event);
        if (!good)
            return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    const size_t left = w->text.length - w->sent, n = left < room ? left : room;
    memcpy(out, w->text.text + w->sent, n);
    w->sent += n;
    return (ssize_t)n;
}

static void end_watch(void *user)
{
    watch *w = user;
    tacit_buffer_free(&w->text);
    tacit_ctx_free(w->cx);
}

static enum MHD_Result send_events(struct MHD_Connection *c, tacit_jobs *jobs, unsigned id)
{
    watch *w = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    if (cx == NULL || tacit_scratch(cx, 1, sizeof *w, &w) != TACIT_OK) {
        tacit_ctx_free(cx);
        return MHD_NO;
    }
    *w = (watch){ .cx = cx, .jobs = jobs, .id = id };
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, next_events, w, end_watch);
    if (response == NULL)
        end_watch(w);
    return send_response(c, 200, response, "text/event-stream", NULL);
}

/* ---- requests ---- */

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Whether the token of the request is ours. */
static bool is_known(const tacit_bench *b, struct MHD_Connection *c)
{
    const char *token = tacit_head_token(header(c, "Authorization"));
    tacit_token found;
    return token != NULL && tacit_tokens_find(b->tokens, token, &found) == TACIT_TOKEN_GOOD;
}

/* A request of the API by somebody who is known. */
static enum MHD_Result enter(tacit_bench *b, struct MHD_Connection *c, visit *v, const char *method,
                             const char *path)
{
    tacit_bench_reply reply = { 0 };
    tacit_bench_request request = { .method = method, .path = path };
    json_t *body = NULL;
    if (strcmp(method, "POST") == 0) {
        if (v->body.text != NULL && tacit_head_is_json(header(c, "Content-Type")))
            body = json_loadb(v->body.text, v->body.length, JSON_REJECT_DUPLICATES, NULL);
        if (!json_is_object(body)) {
            json_decref(body);
            return refuse(c, v->cx, 400, "Send one JSON object, as application/json.");
        }
        request.body = body;
    }
    tacit_bench_answer(v->cx, b, &request, &reply);
    json_decref(body);
    if (reply.events != 0)
        return send_events(c, b->jobs, reply.events);
    return reply.body.text != NULL ? send_reply(c, &reply) : MHD_NO;
}

static enum MHD_Result take_whole(tacit_bench *b, struct MHD_Connection *c, visit *v,
                                  const char *method, const char *path)
{
    const tacit_page_file *file = tacit_page_find(TACIT_BENCH_FILES, path);
    if (!tacit_hosts_has(&b->hosts, header(c, "Host")))
        return refuse(c, v->cx, 421, "This server has another name.");
    /* A link from elsewhere may open the page, which holds nothing; it may not ask. */
    if (file != NULL && strcmp(method, "GET") == 0)
        return send_file(c, file);
    if (!tacit_hosts_is_own(&b->hosts, header(c, "Origin"), header(c, "Sec-Fetch-Site")))
        return refuse(c, v->cx, 403, "Pages of other sites may not ask.");
    if (!is_known(b, c))
        return refuse(c, v->cx, 401,
                      "This needs the token of the address that 'tacit serve' printed when it was "
                      "started.");
    tacit_bench_note_asked(b);
    if (v->too_long)
        return refuse(c, v->cx, 413, "The request is too long.");
    return enter(b, c, v, method, path);
}

static enum MHD_Result take(void *user, struct MHD_Connection *c, const char *path,
                            const char *method, const char *version, const char *data, size_t *n,
                            void **own)
{
    visit *v = *own;
    (void)version;
    if (v == NULL) {
        tacit_ctx *cx = tacit_ctx_new();
        if (cx == NULL || tacit_scratch(cx, 1, sizeof *v, &v) != TACIT_OK) {
            tacit_ctx_free(cx);
            return MHD_NO;
        }
        *v = (visit){ .cx = cx };
        *own = v;
        return MHD_YES;
    }
    if (*n == 0)
        return take_whole(user, c, v, method, path);
    if (v->body.length + *n > MOST_BODY ||
        tacit_buffer_bytes(v->cx, &v->body, data, *n) != TACIT_OK)
        v->too_long = true;
    *n = 0;
    return MHD_YES;
}

static void done(void *user, struct MHD_Connection *c, void **own,
                 enum MHD_RequestTerminationCode why)
{
    visit *v = *own;
    (void)user;
    (void)c;
    (void)why;
    *own = NULL;
    if (v == NULL)
        return;
    tacit_buffer_free(&v->body);
    tacit_ctx_free(v->cx);
}

/* ---- listening ---- */

tacit_status tacit_bench_listen(tacit_ctx *cx, tacit_bench *b)
{
    int fd = -1;
    TACIT_TRY(tacit_head_listen(cx, "127.0.0.1", &b->port, &fd));
    if (tacit_hosts_make(b->cx, NULL, 0, b->port, false, &b->hosts) == TACIT_OK)
        b->daemon = MHD_start_daemon(
            MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL,
            NULL, take, b, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
            (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENCE,
            MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED, done, b, MHD_OPTION_END);
    if (b->daemon != NULL)
        return TACIT_OK;
    (void)close(fd);
    return tacit_fail(cx, TACIT_ERR_IO, "The server cannot be started.");
}

void tacit_bench_silence(tacit_bench *b)
{
    if (b->daemon != NULL)
        MHD_stop_daemon(b->daemon);
    b->daemon = NULL;
}
