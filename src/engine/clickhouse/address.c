/*
 * address.c - where a ClickHouse server is, and who asks it.
 *
 * An address is clickhouse://USER@HOST:PORT/DATABASE#TABLE; ?secure=1 asks for TLS.  There may be
 * several HOST:PORT with commas between, the servers of a cluster; the first is asked.  A password in
 * it is refused: it stands in plans, in lists of processes and in histories of shells.  It comes
 * from the variable CLICKHOUSE_PASSWORD or the file that CLICKHOUSE_PASSWORD_FILE names, and goes
 * to the server in a header, since addresses are logged there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/clickhouse/data.h"
#include "engine/sql.h"

static const char SCHEME[] = "clickhouse://";
enum { MOST_PASSWORD = 1024 };

bool tacit_is_clickhouse(const char *uri)
{
    return strncmp(uri, SCHEME, sizeof SCHEME - 1) == 0;
}

static tacit_status fail_address(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The address of the data is not understood; write "
                      "clickhouse://user@host:port/database#table.");
}

/* A part of an address in scratch memory; `preset` if it is not there. */
static tacit_status part_of(tacit_ctx *cx, CURLU *u, CURLUPart part, const char *preset, char **out)
{
    char *text = NULL;
    const bool found = curl_url_get(u, part, &text, CURLU_URLDECODE) == CURLUE_OK;
    const tacit_status status = tacit_scratch_text(cx, found ? text : preset, out);
    curl_free(text);
    TACIT_TRY(status);
    for (const char *c = *out; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == '\x7f')
            return fail_address(cx);
    return TACIT_OK;
}

/* ---- the password ---- */

static tacit_status read_file(tacit_ctx *cx, const char *path, char out[MOST_PASSWORD])
{
    FILE *f = fopen(path, "r");
    if (f == NULL || fgets(out, MOST_PASSWORD, f) == NULL) {
        if (f != NULL)
            (void)fclose(f);
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The file that CLICKHOUSE_PASSWORD_FILE names cannot be read; it holds "
                          "the password in its first line.");
    }
    (void)fclose(f);
    out[strcspn(out, "\r\n")] = '\0';
    return TACIT_OK;
}

static tacit_status add_header(tacit_ctx *cx, tacit_ch_place *p, const char *name,
                               const char *value)
{
    char line[MOST_PASSWORD + 64];
    if (strpbrk(value, "\r\n") != NULL || strlen(value) >= MOST_PASSWORD)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The user or the password of ClickHouse is longer than 1023 bytes or "
                          "has a line break in it.");
    snprintf(line, sizeof line, value[0] != '\0' ? "%s: %s" : "%s:", name, value);
    struct curl_slist *longer = curl_slist_append(p->header, line);
    explicit_bzero(line, sizeof line);
    if (longer == NULL)
        return tacit_fail_memory(cx);
    p->header = longer;
    return TACIT_OK;
}

static tacit_status add_password(tacit_ctx *cx, tacit_ch_place *p)
{
    char held[MOST_PASSWORD];
    const char *word = getenv("CLICKHOUSE_PASSWORD"), *path = getenv("CLICKHOUSE_PASSWORD_FILE");
    if (word == NULL && path == NULL)
        return TACIT_OK;
    if (word == NULL)
        TACIT_TRY(read_file(cx, path, held));
    const tacit_status status = add_header(cx, p, "X-ClickHouse-Key", word != NULL ? word : held);
    explicit_bzero(held, sizeof held);
    return status;
}

/* ---- the address ---- */

/* Where the hosts of an address begin, and how long they are together. */
static const char *hosts_of(const char *uri, size_t *n)
{
    const char *at = uri + sizeof SCHEME - 1;
    const size_t all = strcspn(at, "/?#");
    const char *user = memchr(at, '@', all);
    const char *from = user != NULL ? user + 1 : at;
    *n = all - (size_t)(from - at);
    return from;
}

size_t tacit_ch_hosts(const char *uri)
{
    size_t n = 0, hosts = 1;
    const char *at = hosts_of(uri, &n);
    for (size_t i = 0; i < n; i++)
        hosts += at[i] == ',';
    return hosts;
}

/* The address with host number `which` alone. */
static tacit_status take_host(tacit_ctx *cx, const char *uri, size_t which, char **out)
{
    size_t n = 0, one = 0;
    const char *at = hosts_of(uri, &n), *host = at;
    while (which-- > 0)
        host += strcspn(host, ",") + 1;
    while (host + one < at + n && host[one] != ',')
        one++;
    return tacit_scratch_format(cx, out, "%.*s%.*s%s", (int)(at - uri), uri, (int)one, host, at + n);
}

/* What `u` says, besides the table. */
static tacit_status take_parts(tacit_ctx *cx, CURLU *u, const char *table, tacit_ch_place *p)
{
    char *user = NULL, *word = NULL, *host = NULL, *port = NULL, *path = NULL, *options = NULL,
         *text = NULL, *database = NULL, *name = NULL;
    TACIT_TRY(part_of(cx, u, CURLUPART_PASSWORD, "", &word));
    if (word[0] != '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The address of the data has a password in it; leave it out, and keep it "
                          "in CLICKHOUSE_PASSWORD or in a file that CLICKHOUSE_PASSWORD_FILE "
                          "names.");
    TACIT_TRY(part_of(cx, u, CURLUPART_USER, "default", &user));
    TACIT_TRY(part_of(cx, u, CURLUPART_HOST, "localhost", &host));
    TACIT_TRY(part_of(cx, u, CURLUPART_QUERY, "", &options));
    const bool secure = strcmp(options, "secure=1") == 0;
    if (!secure && options[0] != '\0')
        return fail_address(cx);
    TACIT_TRY(part_of(cx, u, CURLUPART_PORT, secure ? "8443" : "8123", &port));
    TACIT_TRY(part_of(cx, u, CURLUPART_PATH, "/", &path));
    TACIT_TRY(tacit_sql_split(cx, table, &database, &name));
    if (database[0] == '\0')
        database = path[0] == '/' && path[1] != '\0' ? path + 1 : database;
    TACIT_TRY(tacit_copy_text(cx, database[0] != '\0' ? database : "default", &p->database));
    TACIT_TRY(tacit_copy_text(cx, name, &p->table));
    TACIT_TRY(tacit_scratch_format(cx, &text, "http%s://%s:%s/", secure ? "s" : "", host, port));
    TACIT_TRY(tacit_copy_text(cx, text, &p->url));
    TACIT_TRY(tacit_scratch_format(cx, &text, "%s%s:%s%s#%s", SCHEME, host, port, path, table));
    TACIT_TRY(tacit_copy_text(cx, text, &p->shown));
    TACIT_TRY(add_header(cx, p, "Expect", "")); /* a long query is sent at once */
    TACIT_TRY(add_header(cx, p, "X-ClickHouse-User", user));
    return add_password(cx, p);
}

tacit_status tacit_ch_place_of(tacit_ctx *cx, const char *uri, size_t which, tacit_ch_place *out)
{
    char *place = NULL;
    TACIT_TRY(take_host(cx, uri, which, &place));
    char *mark = strrchr(place, '#');
    if (mark == NULL || mark[1] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The address of the data does not say which table: write "
                          "clickhouse://user@host:port/database#table.");
    *mark = '\0';
    CURLU *u = curl_url();
    if (u == NULL)
        return tacit_fail_memory(cx);
    const CURLUcode code = curl_url_set(u, CURLUPART_URL, place, CURLU_NON_SUPPORT_SCHEME);
    const tacit_status status =
        code == CURLUE_OK ? take_parts(cx, u, mark + 1, out) : fail_address(cx);
    curl_url_cleanup(u);
    return status;
}

void tacit_ch_place_free(tacit_ch_place *place)
{
    for (struct curl_slist *h = place->header; h != NULL; h = h->next)
        explicit_bzero(h->data, strlen(h->data));
    curl_slist_free_all(place->header);
    tacit_free(place->url);
    tacit_free(place->shown);
    tacit_free(place->database);
    tacit_free(place->table);
}
