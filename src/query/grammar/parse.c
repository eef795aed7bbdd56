/*
 * parse.c - PostgreSQL's parser under guards.
 *
 * libpg_query walks the tree of an expression by recursion, and a chain such as 1+1+1+... ends it
 * with a stack overflow: so texts and words are few, and the parser has a thread with a stack of
 * its own, 16 MB, which 2 000 words do not fill.  Words are counted first, by the lexer alone.
 *
 * pg_query_init(), which the library calls by itself in every new thread, makes a key for data of
 * threads (pthread_key_create) and never gives it back.  A process has 1 024 of them: after a
 * thousand questions there were none left, and what wants one later fails; OpenSSL, when libpq
 * connects to a ledger anew, by a crash.  So the thread does itself what that function does of use,
 * says that it was done, and frees at its end what the key would have freed.
 */
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include <pg_query.h>

#include "query/grammar/own.h"

enum { STACK = 16 << 20, UTF8 = 6 /* PG_UTF8 */ };

#if PG_VERSION_NUM / 10000 == 15
/* Of libpg_query 15, which exports them without a header. */
extern __thread sig_atomic_t pg_query_initialized;
extern void MemoryContextInit(void);
extern void SetDatabaseEncoding(int encoding);
#else
#error "Look at what pg_query_init() of this version does."
#endif

/* What the thread does, and what it found. */
typedef struct parse {
    tacit_ctx *cx; /* used by one thread at a time: the other waits */
    const char *text;
    tacit_status status;
    json_t *tree;
} parse;

/* The next whole number of a protocol buffer. */
static uint64_t read_varint(const unsigned char **at, const unsigned char *end)
{
    uint64_t x = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        const unsigned char byte = *(*at)++;
        x |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            break;
    }
    return x;
}

/* How many words the lexer found: of the message { int32 version = 1; repeated ScanToken tokens =
 * 2; } the fields number 2. */
static size_t count_words(const PgQueryProtobuf *scanned)
{
    const unsigned char *at = (const unsigned char *)scanned->data, *end = at + scanned->len;
    size_t n = 0;
    while (at < end) {
        const uint64_t tag = read_varint(&at, end), value = read_varint(&at, end);
        const size_t left = (size_t)(end - at);
        n += tag >> 3 == 2;
        if ((tag & 7) == 2) /* bytes follow their number */
            at += value < left ? value : left;
    }
    return n;
}

/* The byte at which character number `at`, from 1, begins. */
static json_int_t byte_of(const char *text, int at)
{
    json_int_t i = 0;
    for (int seen = 1; seen < at && text[i] != '\0'; i++)
        seen += ((unsigned char)text[i + 1] & 0xc0) != 0x80;
    return i;
}

static tacit_status refuse_error(const parse *p, const PgQueryError *e)
{
    return tacit_sql_refuse(p->cx, p->text, e->cursorpos > 0 ? byte_of(p->text, e->cursorpos) : -1,
                            "syntax", "this is no SQL that can be read (%s).", e->message);
}

static tacit_status check_words(const parse *p)
{
    const PgQueryScanResult scanned = pg_query_scan(p->text);
    tacit_status status = TACIT_OK;
    if (scanned.error != NULL)
        status = refuse_error(p, scanned.error);
    else if (count_words(&scanned.pbuf) > TACIT_SQL_WORDS)
        status = tacit_sql_refuse(p->cx, p->text, -1, "too_large",
                                  "it can have %d words and signs at most.", TACIT_SQL_WORDS);
    pg_query_free_scan_result(scanned);
    return status;
}

static tacit_status read_tree(parse *p)
{
    TACIT_TRY(check_words(p));
    const PgQueryParseResult parsed = pg_query_parse(p->text);
    tacit_status status = TACIT_OK;
    if (parsed.error != NULL)
        status = refuse_error(p, parsed.error);
    else if ((p->tree = json_loads(parsed.parse_tree, 0, NULL)) == NULL)
        status = tacit_sql_refuse(p->cx, p->text, -1, "too_large",
                                  "it is nested too deeply; write it without needless brackets.");
    pg_query_free_parse_result(parsed);
    return status;
}

static void *run(void *user)
{
    parse *p = user;
    pg_query_initialized = 1;
    MemoryContextInit();
    SetDatabaseEncoding(UTF8);
    p->status = read_tree(p);
    pg_query_exit();
    return NULL;
}

static tacit_status start(parse *p)
{
    pthread_attr_t attr;
    pthread_t thread;
    if (pthread_attr_init(&attr) != 0)
        return tacit_fail_memory(p->cx);
    const bool started =
        pthread_attr_setstacksize(&attr, STACK) == 0 && pthread_create(&thread, &attr, run, p) == 0;
    (void)pthread_attr_destroy(&attr);
    if (!started)
        return tacit_fail_memory(p->cx);
    (void)pthread_join(thread, NULL);
    return p->status;
}

tacit_status tacit_sql_tree(tacit_ctx *cx, const char *text, json_t **out)
{
    const size_t n = strlen(text);
    parse p = { .cx = cx, .text = text };
    if (n > TACIT_SQL_BYTES)
        return tacit_sql_refuse(cx, text, -1, "too_large", "it can have %d bytes at most.",
                                TACIT_SQL_BYTES);
    if (!tacit_is_utf8(text, n))
        return tacit_sql_refuse(cx, text, -1, "encoding", "it is not valid UTF-8.");
    TACIT_TRY(start(&p));
    *out = p.tree;
    return TACIT_OK;
}
