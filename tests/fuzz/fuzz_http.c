/*
 * fuzz_http.c - any request is answered by a reply of the API's form, and none tells of the server.
 *
 * An input is lines: the method and the path with a blank between, then headers as "name: value",
 * then an empty line and the body.  "Authorization: analyst" and "custodian" stand for good tokens.
 * The gateway has no data, so that questions end where the data would be opened.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "server/http/own.h"
#include "task/tasks.h"

static const char POLICY[] = "data: hidden-place.csv\n"
                             "domains:\n"
                             "  age: {lower: 0, upper: 110, breaks: [18, 30, 65]}\n"
                             "  sex: {values: [f, m]}\n"
                             "query: {sticky: {}, key: hidden-place.key, name: t}\n";
static const char *const HOSTS[] = { "127.0.0.1:8650" };
static const char *const ORIGINS[] = { "https://lab.example.org" };

/* What all inputs share. */
typedef struct stand {
    tacit_ctx *cx;
    tacit_work work;
    tacit_gateway *gateway;
    tacit_tokens *tokens;
    tacit_journal *journal;
    char analyst[TACIT_TOKEN_TEXT + 7], custodian[TACIT_TOKEN_TEXT + 7];
    tacit_site site;
} stand;

static void add_token(stand *s, const char *name, tacit_caller_role role, char *out)
{
    char text[TACIT_TOKEN_TEXT];
    FUZZ_CHECK(tacit_tokens_add(s->cx, s->tokens, &(tacit_token_spec){ name, role, 0 }, text) ==
               TACIT_OK);
    memcpy(out, "Bearer ", 7);
    memcpy(out + 7, text, sizeof text);
}

static void put_up(stand *s)
{
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_query.section,
                                 .needs = TACIT_PART_DATA };
    tacit_plan *plan = NULL;
    s->cx = tacit_ctx_new();
    FUZZ_CHECK(tacit_plan_parse(s->cx, "policy.yaml", POLICY, &use, &plan) == TACIT_OK);
    s->work.plan = plan;
    FUZZ_CHECK(tacit_gateway_open(s->cx, &s->work,
                                  tacit_plan_asked(plan, &tacit_task_query.section),
                                  &s->gateway) == TACIT_OK);
    FUZZ_CHECK(tacit_tokens_open(s->cx, NULL, false, &s->tokens) == TACIT_OK);
    add_token(s, "analyst", TACIT_CALLER_ANALYST, s->analyst);
    add_token(s, "custodian", TACIT_CALLER_CUSTODIAN, s->custodian);
    FUZZ_CHECK(tacit_journal_open(s->cx, NULL, &s->journal) == TACIT_OK);
    const tacit_desk_spec spec = { .tokens = s->tokens,
                                   .journal = s->journal,
                                   .gateway = &s->gateway,
                                   .n = 1,
                                   .rate = 1e9,
                                   .burst = 1e6 };
    FUZZ_CHECK(tacit_desk_new(s->cx, &spec, &s->site.desk) == TACIT_OK);
    FUZZ_CHECK(tacit_memo_new(s->cx, &s->site.memo) == TACIT_OK);
    s->site.hosts = (tacit_hosts){ .at = HOSTS, .n = 1 };
    s->site.origins = ORIGINS;
    s->site.n_origins = 1;
}

/* The next line, ended in place; NULL at the empty line or the end. */
static char *next_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n');
    if (end == NULL || end == line) {
        *at = end == NULL ? line + strlen(line) : end + 1;
        return end == NULL && *line != '\0' ? line : NULL;
    }
    *end = '\0';
    *at = end + 1;
    return line;
}

static void set_header(const stand *s, char *line, tacit_http_request *r)
{
    const struct {
        const char *name;
        const char **field;
    } FIELDS[] = { { "Host: ", &r->host },
                   { "Origin: ", &r->origin },
                   { "Sec-Fetch-Site: ", &r->fetch_site },
                   { "Content-Type: ", &r->type },
                   { "Authorization: ", &r->authorization },
                   { "If-None-Match: ", &r->match } };
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        if (strncmp(line, FIELDS[i].name, strlen(FIELDS[i].name)) == 0)
            *FIELDS[i].field = line + strlen(FIELDS[i].name);
    if (r->authorization != NULL && strcmp(r->authorization, "analyst") == 0)
        r->authorization = s->analyst;
    if (r->authorization != NULL && strcmp(r->authorization, "custodian") == 0)
        r->authorization = s->custodian;
}

/* Whether a text holds the name of the folder that nobody is told of.  By hand: libFuzzer sees what
 * strstr() looks for, and would send it as the name of a token. */
static bool tells_place(const char *text)
{
    static const char place[] = "hidden-place";
    bool found = false;
    for (; !found && *text != '\0'; text++) {
        size_t n = 0;
        while (place[n] != '\0' && text[n] == place[n])
            n++;
        found = place[n] == '\0';
    }
    return found;
}

static void check_reply(const tacit_http_request *r, const tacit_http_reply *reply)
{
    FUZZ_CHECK(reply->status >= 200 && reply->status < 600);
    FUZZ_CHECK((reply->file != NULL) != (reply->body.text != NULL));
    if (reply->body.text == NULL || strncmp(reply->type, "text/", 5) == 0)
        return;
    json_t *body = json_loadb(reply->body.text, reply->body.length, 0, NULL);
    FUZZ_CHECK(json_is_object(body));
    FUZZ_CHECK((reply->status == 200) == (json_object_get(body, "code") == NULL));
    FUZZ_CHECK((reply->body.length & (reply->body.length - 1)) == 0);
    const bool log = strcmp(r->path, "/v1/log") == 0; /* the custodian's, which says what failed */
    FUZZ_CHECK(log || !tells_place(reply->body.text));
    json_decref(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static stand s;
    if (s.cx == NULL)
        put_up(&s);
    char *text = malloc(n + 1), *at = text;
    tacit_ctx *cx = tacit_ctx_new();
    FUZZ_CHECK(text != NULL && cx != NULL);
    memcpy(text, data, n);
    text[n] = '\0';
    char *first = next_line(&at), *blank = first != NULL ? strchr(first, ' ') : NULL;
    if (blank != NULL) {
        *blank = '\0';
        tacit_http_request r = { .method = first, .path = blank + 1 };
        for (char *line = NULL; (line = next_line(&at)) != NULL;)
            set_header(&s, line, &r);
        r.body = at;
        r.length = n - (size_t)(at - text);
        tacit_http_reply reply = { 0 };
        (void)tacit_site_is_quick(&s.site, &r);
        tacit_site_answer(cx, &s.site, &r, &reply);
        check_reply(&r, &reply);
        tacit_buffer_free(&reply.body);
    }
    tacit_ctx_free(cx);
    free(text);
    return 0;
}
