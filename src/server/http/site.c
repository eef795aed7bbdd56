/*
 * site.c - a request from its head to its reply: checks in a fixed order, then its handler.
 *
 * Bodies of the API are filled with blanks up to a power of two, at least 1 KiB, so that their
 * length over an encrypted connection tells little of what is in them.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/result.h"
#include "server/http/own.h"
#include "server/page/page.h"

enum { LEAST_BODY = 1024 };

/* ---- the reply ---- */

static void pad(tacit_ctx *cx, tacit_buffer *b)
{
    static const char BLANKS[] = "                                                                ";
    size_t room = LEAST_BODY;
    while (room < b->length)
        room *= 2;
    while (b->length < room) {
        const size_t left = room - b->length,
                     n = left < sizeof BLANKS - 1 ? left : sizeof BLANKS - 1;
        if (tacit_buffer_bytes(cx, b, BLANKS, n) != TACIT_OK)
            return;
    }
}

static void put_json(tacit_ctx *cx, const json_t *object, tacit_http_reply *out)
{
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(17);
    if (object == NULL || tacit_json_text(cx, object, flags, &out->body) != TACIT_OK)
        tacit_buffer_free(&out->body);
    else
        pad(cx, &out->body);
}

static void put_problem(tacit_ctx *cx, tacit_site *site, const tacit_said *said,
                        tacit_http_reply *out)
{
    json_t *object = json_pack(
        "{s:s, s:s, s:i, s:s, s:s}", "type", "about:blank", "title", tacit_outcome_why(said->code),
        "status", (int)tacit_outcome_http(said->code), "code", tacit_outcome_name(said->code),
        "detail", said->why != NULL ? said->why : tacit_outcome_why(said->code));
    if (object != NULL && said->line > 0) {
        (void)json_object_set_new(object, "line", json_integer(said->line));
        (void)json_object_set_new(object, "column", json_integer(said->column));
    }
    out->status = tacit_outcome_http(said->code);
    out->type = "application/problem+json";
    out->released = true;
    put_json(cx, object, out);
    json_decref(object);
    atomic_fetch_add(&site->requests[said->code], 1);
}

void tacit_site_problem(tacit_ctx *cx, tacit_site *site, tacit_outcome code, const char *why,
                        tacit_http_reply *out)
{
    put_problem(cx, site, &(tacit_said){ .code = code, .why = why }, out);
}

/* An answer that was told before goes out by the same bytes: the object of the rest is opened, and
 * the answer put first. */
static void put_answer(tacit_ctx *cx, const char *answer, const json_t *rest, tacit_http_reply *out)
{
    tacit_buffer text = { 0 };
    tacit_buffer *b = &out->body;
    if (rest != NULL &&
        tacit_json_text(cx, rest, JSON_COMPACT | JSON_REAL_PRECISION(17), &text) == TACIT_OK &&
        tacit_buffer_text(cx, b, "{\"answer\":") == TACIT_OK &&
        tacit_buffer_text(cx, b, answer) == TACIT_OK && tacit_buffer_text(cx, b, ",") == TACIT_OK)
        (void)tacit_buffer_text(cx, b, text.text + 1);
    tacit_buffer_free(&text);
    pad(cx, b);
}

static void put_said(tacit_ctx *cx, tacit_site *site, tacit_said *said, tacit_http_reply *out)
{
    if (said->code != TACIT_OUTCOME_OK) {
        put_problem(cx, site, said, out);
        json_decref(said->json);
        return;
    }
    out->status = 200;
    out->released = true;
    out->type = said->text != NULL ? "text/plain; version=0.0.4" : "application/json";
    if (said->text != NULL)
        (void)tacit_buffer_text(cx, &out->body, said->text);
    else if (said->answer != NULL)
        put_answer(cx, said->answer, said->json, out);
    else
        put_json(cx, said->json, out);
    json_decref(said->json);
    atomic_fetch_add(&site->requests[TACIT_OUTCOME_OK], 1);
}

/* ---- the checks ---- */

static bool is_named_origin(const tacit_site *site, const char *origin)
{
    for (size_t i = 0; origin != NULL && i < site->n_origins; i++)
        if (strcmp(site->origins[i], origin) == 0)
            return true;
    return false;
}

/* A page of the server itself asks, or one that was named, or no page. */
static bool is_origin(const tacit_site *site, const tacit_http_request *r)
{
    return is_named_origin(site, r->origin) ||
           tacit_hosts_is_own(&site->hosts, r->origin, r->fetch_site);
}

/* The route of a request; `*allow` gets the methods of its path if it has none. */
static const tacit_route *find_route(const tacit_http_request *r, const char **allow)
{
    *allow = NULL;
    for (const tacit_route *t = TACIT_ROUTES; t->method != NULL; t++) {
        if (strcmp(t->path, r->path) != 0)
            continue;
        if (strcmp(t->method, r->method) == 0)
            return t;
        *allow = *allow == NULL ? t->method : "GET, POST";
    }
    return NULL;
}

static tacit_outcome find_caller(const tacit_site *site, const tacit_http_request *r,
                                 tacit_caller *out)
{
    const char *given = tacit_head_token(r->authorization);
    if (given == NULL)
        return TACIT_OUTCOME_TOKEN;
    return tacit_desk_admit(site->desk, given, out);
}

/* ---- inside ---- */

static void handle(tacit_ctx *cx, const tacit_route *route, tacit_entered *e,
                   const tacit_http_request *r, tacit_said *said)
{
    if (strcmp(route->method, "POST") != 0) {
        route->handle(cx, e, said);
        return;
    }
    json_t *body = tacit_head_is_json(r->type) && r->body != NULL
                       ? json_loadb(r->body, r->length, JSON_REJECT_DUPLICATES, NULL)
                       : NULL;
    e->body = body;
    if (json_is_object(body))
        route->handle(cx, e, said);
    else
        *said = (tacit_said){ .code = TACIT_OUTCOME_REQUEST,
                              .why = "Send one JSON object, as application/json." };
    json_decref(body);
}

static void enter(tacit_ctx *cx, tacit_site *site, const tacit_route *route,
                  const tacit_http_request *r, tacit_http_reply *out)
{
    tacit_caller caller;
    tacit_entered e = { .site = site, .caller = &caller };
    tacit_said said = { .code = find_caller(site, r, &caller) };
    double seconds = 0;
    if (said.code == TACIT_OUTCOME_OK)
        said.code = tacit_desk_turn(site->desk, &caller, &seconds);
    if (said.code == TACIT_OUTCOME_OK && caller.role < route->role)
        said.code = TACIT_OUTCOME_ROLE;
    if (said.code == TACIT_OUTCOME_OK)
        handle(cx, route, &e, r, &said);
    out->retry = said.code == TACIT_OUTCOME_RATE ? (unsigned)seconds + 1 : 0;
    put_said(cx, site, &said, out);
}

/* A file of the page, which anybody may have: it says nothing of the data. */
static bool put_file(tacit_site *site, const tacit_http_request *r, tacit_http_reply *out)
{
    const tacit_page_file *f = tacit_page_find(TACIT_PAGE_FILES, r->path);
    if (f == NULL || strcmp(r->method, "GET") != 0)
        return false;
    const bool known = r->match != NULL && strcmp(r->match, f->tag) == 0;
    *out = (tacit_http_reply){ .status = known ? 304 : 200,
                               .type = f->type,
                               .tag = f->tag,
                               .file = known ? "" : f->bytes,
                               .file_length = known ? 0 : f->length };
    atomic_fetch_add(&site->requests[TACIT_OUTCOME_OK], 1);
    return true;
}

static void put_health(tacit_ctx *cx, tacit_site *site, tacit_http_reply *out)
{
    tacit_said said = { .json = json_pack("{s:s}", "status", "ok") };
    put_said(cx, site, &said, out);
    out->released = false;
}

/* Whether a browser asks if a page of a named origin may ask. */
static bool put_preflight(const tacit_site *site, const tacit_http_request *r,
                          tacit_http_reply *out)
{
    if (strcmp(r->method, "OPTIONS") != 0 || !is_named_origin(site, r->origin))
        return false;
    *out = (tacit_http_reply){ .status = 204, .preflight = true, .file = "" };
    return true;
}

void tacit_site_answer(tacit_ctx *cx, tacit_site *site, const tacit_http_request *r,
                       tacit_http_reply *out)
{
    const char *allow = NULL;
    const tacit_route *route = find_route(r, &allow);
    const bool is_api = strncmp(r->path, "/v1/", 4) == 0;
    if (!tacit_hosts_has(&site->hosts, r->host)) {
        tacit_site_problem(cx, site, TACIT_OUTCOME_HOST, NULL, out);
        return;
    }
    if (is_api && !is_origin(site, r)) {
        tacit_site_problem(cx, site, TACIT_OUTCOME_ORIGIN, NULL, out);
        return;
    }
    if (route != NULL)
        enter(cx, site, route, r, out);
    else if (strcmp(r->path, "/v1/health") == 0 && strcmp(r->method, "GET") == 0)
        put_health(cx, site, out);
    else if (!put_preflight(site, r, out) && !put_file(site, r, out)) {
        tacit_site_problem(cx, site, allow != NULL ? TACIT_OUTCOME_METHOD : TACIT_OUTCOME_ROUTE,
                           NULL, out);
        out->allow = allow;
    }
    if (is_api && is_named_origin(site, r->origin))
        out->origin = r->origin;
}

bool tacit_site_is_quick(tacit_site *site, const tacit_http_request *r)
{
    const char *allow = NULL;
    const tacit_route *route = find_route(r, &allow);
    if (route == NULL)
        return true;
    if (route->handle != tacit_route_query || r->body == NULL)
        return false;
    json_t *body = json_loadb(r->body, r->length, JSON_REJECT_DUPLICATES, NULL);
    const char *sql = json_string_value(json_object_get(body, "sql"));
    const bool known =
        sql != NULL && json_object_get(body, "epsilon") == NULL &&
        tacit_memo_has(site->memo, json_string_value(json_object_get(body, "dataset")), sql);
    json_decref(body);
    return known;
}
