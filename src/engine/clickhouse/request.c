/*
 * request.c - requests to a ClickHouse server, by HTTP.
 *
 * A server may answer that all is well, send rows, and append the text of a failure to them (its
 * manual, "HTTP Interface"): answers that fit are kept back there until they are complete, and of
 * others every row has a mark (binary.c).  A profile of the server may say that an answer is cut
 * off at a limit, or left to those shards that can be reached, without a word: every request asks
 * for the opposite.  A setting that the server does not know is an error, so it is asked which it
 * knows. What servers say of a failure quotes data; only its number is passed on.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/secret.h"
#include "engine/clickhouse/data.h"

enum { CONNECT_SECONDS = 15, SAID = 256, ID = 40, WAIT_MILLISECONDS = 200 };

/* One request on its way. */
typedef struct exchange {
    tacit_ctx *cx;
    CURL *curl;
    const tacit_ch_sink *sink;
    tacit_status status; /* of what was taken, or of a wish to stop */
    char said[SAID];     /* the beginning of a failure's text */
    size_t n_said;
    char id[ID];      /* the query's name */
    bool ended, ends; /* it has ended; it takes something back */
} exchange;

/* ---- failures ---- */

static const struct {
    long code;
    const char *meaning;
} MEANINGS[] = {
    { 60, "there is no such table any more" },
    { 81, "there is no such database" },
    { 115, "it does not know a setting" },
    { 158, "a limit of this user on rows was reached" },
    { 159, "it took longer than this user may" },
    { 164, "this user may not change settings (readonly = 1); readonly = 2 is enough" },
    { 192, "it does not let this user and password in" },
    { 193, "it does not let this user and password in" },
    { 194, "it does not let this user and password in" },
    { 201, "the quota of this user is used up" },
    { 209, "a server of the cluster does not answer" },
    { 210, "a server of the cluster cannot be reached" },
    { 241, "it has too little memory" },
    { 243, "its disk is full" },
    { 279, "no server of a shard can be reached" },
    { 394, "somebody ended the query" },
    { 497, "this user has no right to it" },
    { 516, "it does not let this user and password in" },
};

/* The number in "Code: N", or 0. */
static long code_of(exchange *x)
{
    x->said[x->n_said < SAID ? x->n_said : SAID - 1] = '\0';
    const char *at = strstr(x->said, "Code: ");
    return at != NULL ? strtol(at + 6, NULL, 10) : 0;
}

static tacit_status fail_code(tacit_ctx *cx, const tacit_ch_data *d, long code)
{
    const char *meaning = "it refused";
    if (d->writes && code == 164)
        code = 497;
    for (size_t i = 0; i < sizeof MEANINGS / sizeof *MEANINGS; i++)
        if (MEANINGS[i].code == code)
            meaning = MEANINGS[i].meaning;
    return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be %s: the server says that %s (code %ld).",
                      d->place.shown, d->writes ? "made" : "read", meaning, code);
}

static tacit_status fail_transfer(tacit_ctx *cx, const tacit_ch_data *d, CURLcode code)
{
    const bool never = code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST ||
                       code == CURLE_OPERATION_TIMEDOUT;
    const bool tls = code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION ||
                     code == CURLE_SSL_CACERT_BADFILE;
    if (code == CURLE_OUT_OF_MEMORY)
        return tacit_fail_memory(cx);
    return tacit_fail(cx, TACIT_ERR_IO, "%s cannot be %s: %s.", d->place.shown,
                      d->writes ? "made" : "read",
                      never ? "there is no connection to the server"
                      : tls ? "the server's certificate is not one to trust, or it speaks no TLS"
                            : "the connection to the server was lost");
}

/* ---- a request ---- */

static size_t take_bytes(char *bytes, size_t size, size_t n, void *user)
{
    exchange *x = user;
    long http = 0;
    n *= size;
    (void)curl_easy_getinfo(x->curl, CURLINFO_RESPONSE_CODE, &http);
    if (http == 200) {
        x->status = x->sink->take(x->cx, x->sink->user, (const unsigned char *)bytes, n);
        return x->status == TACIT_OK ? n : 0;
    }
    const size_t room = SAID - x->n_said, most = n < room ? n : room;
    memcpy(x->said + x->n_said, bytes, most);
    x->n_said += most;
    return n;
}

static int look_up(void *user, curl_off_t down, curl_off_t done, curl_off_t up, curl_off_t sent)
{
    exchange *x = user;
    (void)down;
    (void)done;
    (void)up;
    (void)sent;
    if (x->status == TACIT_OK && !x->ends)
        x->status = tacit_tick(x->cx, 0, 0);
    return x->status == TACIT_OK ? 0 : 1;
}

/* What holds for every request: nothing but this server is asked, and it is the one it says. */
static bool prepare(CURL *curl, const tacit_ch_data *d, const char *url, const char *body,
                    exchange *x)
{
    curl_easy_reset(curl);
    return curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HTTPHEADER, d->place.header) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(body)) ==
               CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_bytes) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_WRITEDATA, x) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look_up) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_XFERINFODATA, x) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
}

static tacit_status drop_bytes(tacit_ctx *cx, void *user, const unsigned char *bytes, size_t n)
{
    (void)cx;
    (void)user;
    (void)bytes;
    (void)n;
    return TACIT_OK;
}

/* Have the server end a query whose answer nobody waits for; whether it could is of no account. */
static void end_query(const tacit_ch_data *d, const char *id)
{
    static const tacit_ch_sink nowhere = { .take = drop_bytes };
    char sql[ID + 64];
    exchange x = { .sink = &nowhere, .curl = curl_easy_init() };
    snprintf(sql, sizeof sql, "KILL QUERY WHERE query_id = '%s' ASYNC", id);
    if (x.curl != NULL && prepare(x.curl, d, d->place.url, sql, &x) &&
        curl_easy_setopt(x.curl, CURLOPT_NOPROGRESS, 1L) == CURLE_OK &&
        curl_easy_setopt(x.curl, CURLOPT_TIMEOUT, 5L) == CURLE_OK)
        (void)curl_easy_perform(x.curl);
    curl_easy_cleanup(x.curl);
}

static tacit_status make_id(tacit_ctx *cx, char out[ID])
{
    uint64_t bits[2];
    TACIT_TRY(tacit_random_bytes(cx, bits, sizeof bits));
    snprintf(out, ID, "tacit-%016" PRIx64 "%016" PRIx64, bits[0], bits[1]);
    return TACIT_OK;
}

/* Get a request ready; its query has the name `id`. */
static tacit_status begin(tacit_ctx *cx, CURL *curl, const tacit_ch_data *d, const char *sql,
                          const char *how, exchange *x)
{
    char *url = NULL;
    TACIT_TRY(make_id(cx, x->id));
    TACIT_TRY(tacit_scratch_format(cx, &url, "%s?query_id=%s%s%s", d->place.url, x->id,
                                   d->settings != NULL ? d->settings : "", how));
    return prepare(curl, d, url, sql, x) ? TACIT_OK : tacit_fail_memory(cx);
}

/* What came of a request that has ended; if nobody waits for its query any more, that ends. */
static tacit_status conclude(tacit_ctx *cx, const tacit_ch_data *d, exchange *x, CURLcode code)
{
    long http = 0;
    (void)curl_easy_getinfo(x->curl, CURLINFO_RESPONSE_CODE, &http);
    if (x->status != TACIT_OK) {
        end_query(d, x->id);
        return x->status;
    }
    if (http != 0 && http != 200)
        return fail_code(cx, d, code_of(x));
    if (code == CURLE_OK)
        return TACIT_OK;
    if (d->writes)
        end_query(d, x->id);
    return fail_transfer(cx, d, code);
}

tacit_status tacit_ch_request(tacit_ctx *cx, tacit_ch_data *d, const char *sql, bool whole,
                              const tacit_ch_sink *sink)
{
    exchange x = { .cx = cx, .sink = sink, .curl = d->curl, .ends = d->ends };
    TACIT_TRY(begin(cx, d->curl, d, sql, whole ? "&wait_end_of_query=1" : "&max_threads=1", &x));
    return conclude(cx, d, &x, curl_easy_perform(d->curl));
}

static const tacit_ch_sink NOWHERE = { .take = drop_bytes };

tacit_status tacit_ch_run(tacit_ctx *cx, tacit_ch_data *d, const char *sql)
{
    return tacit_ch_request(cx, d, sql, true, &NOWHERE);
}

/* Note that a request has ended; whether it went well. */
static bool note_end(const CURLMsg *m, exchange *x, size_t n, CURLcode *code)
{
    long http = 0;
    for (size_t i = 0; i < n; i++) {
        if (m->easy_handle != x[i].curl)
            continue;
        (void)curl_easy_getinfo(x[i].curl, CURLINFO_RESPONSE_CODE, &http);
        code[i] = m->data.result;
        x[i].ended = true;
    }
    return m->data.result == CURLE_OK && http == 200;
}

/* Let all requests go on until each has ended, or one has failed; `code` is what curl says. */
static tacit_status drive(tacit_ctx *cx, CURLM *multi, exchange *x, size_t n, CURLcode *code)
{
    size_t left = n;
    bool well = true;
    while (left > 0 && well) {
        int running = 0, rest = 0;
        if (curl_multi_perform(multi, &running) != CURLM_OK ||
            curl_multi_poll(multi, NULL, 0, WAIT_MILLISECONDS, NULL) != CURLM_OK)
            return tacit_fail_memory(cx);
        for (CURLMsg *m = NULL; (m = curl_multi_info_read(multi, &rest)) != NULL;) {
            well = note_end(m, x, n, code) && well;
            left--;
        }
    }
    return TACIT_OK;
}

tacit_status tacit_ch_run_all(tacit_ctx *cx, tacit_ch_data *const *d, size_t n, const char *sql)
{
    exchange *x = NULL;
    CURLcode *code = NULL;
    tacit_status status = TACIT_OK;
    CURLM *multi = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    multi = curl_multi_init();
    if (multi == NULL)
        return tacit_fail_memory(cx);
    for (size_t i = 0; i < n && status == TACIT_OK; i++) {
        x[i] = (exchange){ .cx = cx, .sink = &NOWHERE, .curl = d[i]->curl };
        status = begin(cx, d[i]->curl, d[i], sql, "&wait_end_of_query=1", &x[i]);
        if (status == TACIT_OK && curl_multi_add_handle(multi, d[i]->curl) != CURLM_OK)
            status = tacit_fail_memory(cx);
    }
    if (status == TACIT_OK)
        status = drive(cx, multi, x, n, code);
    for (size_t i = 0; i < n; i++) {
        (void)curl_multi_remove_handle(multi, d[i]->curl);
        if (x[i].curl != NULL && !x[i].ended)
            end_query(d[i], x[i].id);
        else if (status == TACIT_OK)
            status = conclude(cx, d[i], &x[i], code[i]);
    }
    (void)curl_multi_cleanup(multi);
    return status;
}

/* ---- settings ---- */

static const char *const SETTINGS[][2] = {
    { "skip_unavailable_shards", "0" },
    { "fallback_to_stale_replicas_for_distributed_queries", "0" },
    { "read_overflow_mode", "throw" },
    { "read_overflow_mode_leaf", "throw" },
    { "group_by_overflow_mode", "throw" },
    { "sort_overflow_mode", "throw" },
    { "result_overflow_mode", "throw" },
    { "timeout_overflow_mode", "throw" },
    { "set_overflow_mode", "throw" },
    { "distinct_overflow_mode", "throw" },
    { "limit", "0" },
    { "offset", "0" },
    { "extremes", "0" },
    { "join_use_nulls", "1" },
    { "distributed_product_mode", "deny" },
    { "distributed_group_by_no_merge", "0" },
    { "distributed_aggregation_memory_efficient", "1" },
    { "prefer_column_name_to_alias", "0" },
    { "group_by_use_nulls", "0" },
    { "session_timezone", "UTC" },
    { "use_query_cache", "0" },
    { "cancel_http_readonly_queries_on_client_close", "1" },
    { "max_query_size", "2000000000" }, /* a decision may be long */
    { "max_ast_elements", "100000000" },
    { "max_expanded_ast_elements", "100000000" },
    { "insert_distributed_sync", "1" }, /* rows are there when the statement has ended */
    { "insert_distributed_one_random_shard", "0" },
};
enum { N_SETTINGS = sizeof SETTINGS / sizeof *SETTINGS };

/* From so many bytes of groups on the server goes on with its disk: half of the memory that was
 * given, or this where its profile sets no limit.  The digest of a release takes some 140 a row. */
#define SPILLS "max_bytes_before_external_group_by"
#define HELD UINT64_C(2000000000)

/* Which of them the server knows, as a table. */
static tacit_status ask_settings(tacit_ctx *cx, tacit_ch_data *d, uint64_t memory,
                                 tacit_table **out)
{
    static const tacit_field name = { .name = "name", .type = TACIT_TYPE_CATEGORY };
    static const tacit_select none = { 0 };
    tacit_buffer sql = { 0 };
    tacit_status status =
        tacit_buffer_text(cx, &sql, "SELECT name FROM system.settings WHERE name IN (''");
    for (size_t i = 0; status == TACIT_OK && i < N_SETTINGS; i++)
        status = tacit_buffer_format(cx, &sql, ", '%s'", SETTINGS[i][0]);
    if (status == TACIT_OK)
        status = tacit_buffer_format(cx, &sql, ") OR (name = '" SPILLS "'%s)",
                                     memory > 0 ? "" : " AND value = '0'");
    const tacit_fetch f = { .sql = sql.text, .columns = &none, .extra = &name, .n_extra = 1 };
    if (status == TACIT_OK)
        status = tacit_ch_fetch_table(cx, d, &f, NULL, out);
    tacit_buffer_free(&sql);
    return status;
}

/* Write those settings that are in column 0 of `known`. */
static tacit_status put_settings(tacit_ctx *cx, const tacit_table *known, uint64_t memory,
                                 tacit_buffer *b)
{
    const tacit_dict *names = tacit_column_dict(tacit_table_column(known, 0));
    for (uint32_t k = 0; k < tacit_dict_size(names); k++) {
        const char *name = tacit_dict_text(names, k);
        for (size_t i = 0; i < N_SETTINGS; i++)
            if (strcmp(name, SETTINGS[i][0]) == 0)
                TACIT_TRY(tacit_buffer_format(cx, b, "&%s=%s", name, SETTINGS[i][1]));
        if (strcmp(name, SPILLS) == 0)
            TACIT_TRY(
                tacit_buffer_format(cx, b, "&%s=%" PRIu64, name, memory > 0 ? memory / 2 : HELD));
    }
    return TACIT_OK;
}

tacit_status tacit_ch_connect(tacit_ctx *cx, uint64_t memory, tacit_ch_data *d)
{
    tacit_table *known = NULL;
    tacit_buffer settings = { 0 };
    d->curl = curl_easy_init();
    if (d->curl == NULL)
        return tacit_fail_memory(cx);
    TACIT_TRY(ask_settings(cx, d, memory, &known));
    tacit_status status = put_settings(cx, known, memory, &settings);
    if (status == TACIT_OK)
        status = tacit_copy_text(cx, settings.text != NULL ? settings.text : "", &d->settings);
    tacit_buffer_free(&settings);
    tacit_table_free(known);
    return status;
}
