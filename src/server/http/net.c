/*
 * net.c - requests as libmicrohttpd brings them, and replies as it sends them.
 */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "server/http/net.h"

/* ---- replies ---- */

static void put_header(struct MHD_Response *r, const char *name, const char *value)
{
    if (value != NULL)
        (void)MHD_add_response_header(r, name, value);
}

/* What a page of another origin needs to be told. */
static void put_origin(struct MHD_Response *response, const tacit_http_reply *reply)
{
    if (reply->origin == NULL)
        return;
    put_header(response, "Access-Control-Allow-Origin", reply->origin);
    put_header(response, "Vary", "Origin");
    if (!reply->preflight)
        return;
    put_header(response, "Access-Control-Allow-Headers", "authorization, content-type");
    put_header(response, "Access-Control-Allow-Methods", "GET, POST");
    put_header(response, "Access-Control-Max-Age", "600");
}

static void put_headers(const tacit_http *h, struct MHD_Response *response,
                        const tacit_http_reply *reply)
{
    char seconds[16];
    for (size_t i = 0; TACIT_HEAD_ALWAYS[i][0] != NULL; i++)
        put_header(response, TACIT_HEAD_ALWAYS[i][0], TACIT_HEAD_ALWAYS[i][1]);
    put_header(response, "Content-Type", reply->type);
    put_header(response, "Cache-Control", reply->tag != NULL ? "no-cache" : "no-store");
    put_header(response, "ETag", reply->tag);
    put_header(response, "Allow", reply->allow);
    put_origin(response, reply);
    if (h->spec.certificate != NULL)
        put_header(response, "Strict-Transport-Security", "max-age=31536000");
    if (reply->status == MHD_HTTP_UNAUTHORIZED)
        put_header(response, "WWW-Authenticate", "Bearer");
    if (reply->retry > 0) {
        (void)snprintf(seconds, sizeof seconds, "%u", reply->retry);
        put_header(response, "Retry-After", seconds);
    }
    if (atomic_load(&h->stopping) || reply->status == MHD_HTTP_CONTENT_TOO_LARGE)
        put_header(response, "Connection", "close");
}

/* libmicrohttpd takes a constant as a buffer that it could write to, but does not. */
static void *unchanged(const char *bytes)
{
    return (void *)(uintptr_t)bytes;
}

static enum MHD_Result send_reply(tacit_visit *v)
{
    tacit_http_reply *reply = &v->reply;
    struct MHD_Response *response = NULL;
    if (reply->file != NULL) {
        response = MHD_create_response_from_buffer(reply->file_length, unchanged(reply->file),
                                                   MHD_RESPMEM_PERSISTENT);
    } else if (reply->body.text != NULL) {
        response = MHD_create_response_from_buffer_with_free_callback(reply->body.length,
                                                                      reply->body.text, tacit_free);
        reply->body = response != NULL ? (tacit_buffer){ 0 } : reply->body;
    }
    if (response == NULL)
        return MHD_NO;
    put_headers(v->http, response, reply);
    const enum MHD_Result sent = MHD_queue_response(v->connection, reply->status, response);
    MHD_destroy_response(response);
    return sent;
}

/* ---- requests ---- */

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static tacit_http_line *line_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static tacit_visit *new_visit(tacit_http *h, struct MHD_Connection *c)
{
    tacit_visit *v = NULL;
    tacit_ctx *cx = tacit_ctx_new();
    if (cx == NULL || tacit_scratch(cx, 1, sizeof *v, &v) != TACIT_OK) {
        tacit_ctx_free(cx);
        return NULL;
    }
    *v = (tacit_visit){
        .http = h, .connection = c, .cx = cx, .line = line_of(c), .arrived = tacit_desk_now()
    };
    (void)pthread_mutex_lock(&h->lock);
    h->visits++;
    if (v->line != NULL)
        v->line->since = v->arrived;
    (void)pthread_mutex_unlock(&h->lock);
    return v;
}

static void read_head(tacit_visit *v, const char *method, const char *path)
{
    struct MHD_Connection *c = v->connection;
    v->request = (tacit_http_request){ .method = method,
                                       .path = path,
                                       .host = header(c, "Host"),
                                       .origin = header(c, "Origin"),
                                       .fetch_site = header(c, "Sec-Fetch-Site"),
                                       .type = header(c, "Content-Type"),
                                       .authorization = header(c, "Authorization"),
                                       .match = header(c, "If-None-Match"),
                                       .body = v->body.text,
                                       .length = v->body.length };
}

/* Take a part of the body; too much is not kept.  A body that does not come to an end is cut. */
static enum MHD_Result take_part(tacit_visit *v, const char *data, size_t *n)
{
    const uint64_t patience = (uint64_t)v->http->spec.patience * 1000000000;
    const bool fits = v->body.length + *n <= v->http->spec.body;
    if (tacit_desk_now() - v->arrived > patience)
        return MHD_NO;
    if (!fits)
        v->wrong = TACIT_OUTCOME_BODY;
    else if (tacit_buffer_bytes(v->cx, &v->body, data, *n) != TACIT_OK)
        v->wrong = TACIT_OUTCOME_SERVER;
    *n = 0;
    return MHD_YES;
}

/* A length that is told beforehand and too large is refused before it is read. */
static bool is_too_long(const tacit_visit *v)
{
    const char *length = header(v->connection, "Content-Length");
    double n = 0;
    return length != NULL && tacit_parse_real(length, &n) && n > (double)v->http->spec.body;
}

static enum MHD_Result refuse(tacit_visit *v, tacit_outcome code)
{
    tacit_site_problem(v->cx, &v->http->site, code, NULL, &v->reply);
    return send_reply(v);
}

/* Answer here and now; what goes by the grid waits for its time. */
static enum MHD_Result answer_quickly(tacit_visit *v)
{
    tacit_site_answer(v->cx, &v->http->site, &v->request, &v->reply);
    v->due = tacit_desk_due(v->http->site.desk, v->arrived);
    if (!v->reply.released || v->due <= tacit_desk_now())
        return send_reply(v);
    MHD_suspend_connection(v->connection);
    tacit_crew_delay(v->http, v);
    return MHD_YES;
}

/* The request is there as a whole. */
static enum MHD_Result take_whole(tacit_visit *v, const char *method, const char *path)
{
    tacit_http *h = v->http;
    (void)pthread_mutex_lock(&h->lock);
    if (v->line != NULL)
        v->line->since = 0;
    (void)pthread_mutex_unlock(&h->lock);
    read_head(v, method, path);
    if (v->wrong != TACIT_OUTCOME_OK)
        return refuse(v, v->wrong);
    if (atomic_load(&h->stopping))
        return refuse(v, TACIT_OUTCOME_BUSY);
    if (tacit_site_is_quick(&h->site, &v->request))
        return answer_quickly(v);
    return tacit_crew_take(h, v) ? MHD_YES : refuse(v, TACIT_OUTCOME_BUSY);
}

enum MHD_Result tacit_net_take(void *user, struct MHD_Connection *connection, const char *path,
                               const char *method, const char *version, const char *data, size_t *n,
                               void **own)
{
    tacit_visit *v = *own;
    (void)version;
    if (v == NULL) {
        v = new_visit(user, connection);
        *own = v;
        if (v == NULL)
            return MHD_NO;
        return is_too_long(v) ? refuse(v, TACIT_OUTCOME_BODY) : MHD_YES;
    }
    if (v->ready)
        return send_reply(v);
    return *n > 0 ? take_part(v, data, n) : take_whole(v, method, path);
}

void tacit_net_done(void *user, struct MHD_Connection *connection, void **own,
                    enum MHD_RequestTerminationCode why)
{
    tacit_http *h = user;
    tacit_visit *v = *own;
    (void)connection;
    (void)why;
    *own = NULL;
    if (v == NULL)
        return;
    (void)pthread_mutex_lock(&h->lock);
    if (v->line != NULL)
        v->line->since = tacit_desk_now();
    if (--h->visits == 0)
        (void)pthread_cond_broadcast(&h->quiet);
    (void)pthread_mutex_unlock(&h->lock);
    tacit_wipe(v->body.text, v->body.length);
    tacit_buffer_free(&v->body);
    tacit_buffer_free(&v->reply.body);
    tacit_ctx_free(v->cx);
}

/* ---- connections ---- */

static void add_line(tacit_http *h, struct MHD_Connection *connection, void **own)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    tacit_http_line *l = NULL;
    (void)pthread_mutex_lock(&h->lock);
    if (info != NULL && tacit_alloc(h->cx, 1, sizeof *l, &l) == TACIT_OK) {
        *l = (tacit_http_line){ .fd = info->connect_fd,
                                .since = tacit_desk_now(),
                                .next = h->lines };
        h->lines = l;
    }
    (void)pthread_mutex_unlock(&h->lock);
    *own = l;
}

void tacit_net_line(void *user, struct MHD_Connection *connection, void **own,
                    enum MHD_ConnectionNotificationCode what)
{
    tacit_http *h = user;
    tacit_http_line *l = *own;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        add_line(h, connection, own);
        return;
    }
    *own = NULL;
    (void)pthread_mutex_lock(&h->lock);
    for (tacit_http_line **at = &h->lines; *at != NULL; at = &(*at)->next)
        if (*at == l) {
            *at = l->next;
            break;
        }
    (void)pthread_mutex_unlock(&h->lock);
    tacit_free(l);
}
