/*
 * wire.c - a desk over a small policy, and clients of it whose bytes are written by hand.
 */
#include "support/wire.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "task/tasks.h"

#define HOLDS(cond) ((cond) ? (void)0 : wire_stop(#cond))
static _Noreturn void wire_stop(const char *what)
{
    fprintf(stderr, "wire: %s does not hold\n", what);
    abort();
}

/* ---- a desk ---- */

static void write_records(const char *path)
{
    FILE *file = fopen(path, "w");
    HOLDS(file != NULL);
    fprintf(file, "id,age,sex,\"Odd \"\"N\"\"\"\n");
    for (int i = 0; i < 40; i++)
        fprintf(file, "%d,%d,%s,%s\n", i, (i * 7) % 90, i % 2 == 0 ? "f" : "m",
                i % 4 == 0 ? "a" : "it's");
    HOLDS(fclose(file) == 0);
}

static void write_key(const char *path)
{
    const mode_t before = umask(077); /* a key is for its owner alone */
    FILE *file = fopen(path, "w");
    (void)umask(before);
    HOLDS(file != NULL && fwrite("0123456789abcdef0123456789abcdef", 1, 32, file) == 32);
    HOLDS(fclose(file) == 0);
}

static void open_gateway(wire_desk *d, const char *path)
{
    static const char POLICY[] = "data: %s\n"
                                 "domains:\n"
                                 "  age: {lower: 0, upper: 100, breaks: [18, 65]}\n"
                                 "  sex: {values: [f, m]}\n"
                                 "  'Odd \"N\"': {values: [a, \"it's\"]}\n"
                                 "query: {input: {}, name: people, person: id, key: %s}\n"
                                 "steps: [{round: {columns: age, base: 1}}]\n";
    const tacit_plan_use use = { .tasks = &tacit_task_catalog,
                                 .task = &tacit_task_query.section,
                                 .needs = TACIT_PART_DATA };
    char text[2048], key[512];
    (void)snprintf(key, sizeof key, "%s.key", path);
    write_key(key);
    (void)snprintf(text, sizeof text, POLICY, path, key);
    HOLDS(tacit_plan_parse(d->cx, "policy.yaml", text, &use, &d->plan) == TACIT_OK);
    d->work.plan = d->plan;
    HOLDS(tacit_gateway_open(d->cx, &d->work, tacit_plan_asked(d->plan, &tacit_task_query.section),
                             &d->gateway) == TACIT_OK);
    HOLDS(tacit_gateway_load(d->cx, d->gateway) == TACIT_OK);
}

void wire_desk_open(wire_desk *d, const char *path)
{
    *d = (wire_desk){ .cx = tacit_ctx_new() };
    HOLDS(d->cx != NULL);
    write_records(path);
    open_gateway(d, path);
    HOLDS(tacit_tokens_open(d->cx, NULL, false, &d->tokens) == TACIT_OK);
    HOLDS(tacit_tokens_add(d->cx, d->tokens, &(tacit_token_spec){ "ada", TACIT_CALLER_ANALYST, 0 },
                           d->token) == TACIT_OK);
    HOLDS(tacit_journal_open(d->cx, NULL, &d->journal) == TACIT_OK);
    const tacit_desk_spec spec = { .tokens = d->tokens,
                                   .journal = d->journal,
                                   .gateway = &d->gateway,
                                   .n = 1,
                                   .rate = 1e9,
                                   .burst = 1e6 };
    HOLDS(tacit_desk_new(d->cx, &spec, &d->desk) == TACIT_OK);
}

void wire_desk_close(wire_desk *d)
{
    tacit_desk_free(d->desk);
    tacit_journal_close(d->journal);
    tacit_tokens_close(d->tokens);
    tacit_gateway_close(d->gateway);
    tacit_work_end(&d->work);
    tacit_plan_free(d->plan);
    tacit_ctx_free(d->cx);
}

/* ---- a client ---- */

static void put(wire_bytes *b, const void *bytes, size_t n)
{
    HOLDS(b->n + n <= sizeof b->at);
    memcpy(b->at + b->n, bytes, n);
    b->n += n;
}

static void put_number(wire_bytes *b, unsigned long x, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        put(b, &(unsigned char){ (unsigned char)(x >> (8 * i)) }, 1);
}

static void put_part(wire_bytes *b, char kind, va_list *list)
{
    if (kind == 's' || kind == 'v') {
        const char *text = va_arg(*list, const char *);
        if (kind == 'v')
            put_number(b, strlen(text), 4);
        put(b, text, strlen(text) + (kind == 's'));
    } else {
        put_number(b, (unsigned long)va_arg(*list, int), kind == 'h' ? 2 : kind == 'b' ? 1 : 4);
    }
}

void wire_put(wire_bytes *b, char type, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (type != '\0')
        put(b, &type, 1);
    const size_t begin = b->n;
    put_number(b, 0, 4);
    for (const char *f = format; *f != '\0'; f++)
        put_part(b, *f, &list);
    va_end(list);
    wire_bytes length = { 0 };
    put_number(&length, b->n - begin, 4);
    memcpy(b->at + begin, length.at, 4);
}

void wire_put_login(wire_bytes *b, const wire_desk *d)
{
    wire_put(b, '\0', "isssss", 196608, "user", "ada", "database", "people", "");
    wire_put(b, 'p', "s", d->token);
}

/* ---- the talk ---- */

/* Both ends of a link in memory. */
typedef struct memory_link {
    const unsigned char *in;
    size_t left;
    wire_said said;
} memory_link;

static size_t read_memory(void *user, void *to, size_t n, int64_t until)
{
    memory_link *m = user;
    const size_t got = n < m->left ? n : m->left;
    (void)until;
    memcpy(to, m->in, got);
    m->in += got;
    m->left -= got;
    return got;
}

static bool write_memory(void *user, const void *from, size_t n)
{
    memory_link *m = user;
    unsigned char *more = realloc(m->said.at, m->said.n + n + 1);
    HOLDS(more != NULL);
    m->said.at = more;
    memcpy(m->said.at + m->said.n, from, n);
    m->said.n += n;
    return true;
}

wire_said wire_talk(const wire_desk *d, const void *bytes, size_t n)
{
    const tacit_wire_spec spec = { .plain_token = true };
    memory_link memory = { .in = bytes, .left = n };
    const tacit_wire_link link = { .user = &memory, .read = read_memory, .write = write_memory };
    tacit_wire_session s = {
        .desk = d->desk, .spec = &spec, .link = &link, .number = 7, .secret = 99
    };
    HOLDS(pthread_mutex_init(&s.lock, NULL) == 0);
    tacit_wire_talk(&s);
    (void)pthread_mutex_destroy(&s.lock);
    return memory.said;
}

/* ---- what was said ---- */

/* The message at `at`; its whole length, or 0 if there is none. */
static size_t length_at(const wire_said *said, size_t at)
{
    if (said->n - at < 5)
        return 0;
    const unsigned char *b = said->at + at + 1;
    const size_t n = ((size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3]) + 1;
    return n >= 5 && n <= said->n - at ? n : 0;
}

bool wire_is_framed(const wire_said *said)
{
    size_t at = 0;
    while (at < said->n && length_at(said, at) > 0)
        at += length_at(said, at);
    return at == said->n;
}

void wire_types(const wire_said *said, char *out, size_t room)
{
    size_t n = 0;
    for (size_t at = 0; at < said->n && length_at(said, at) > 0; at += length_at(said, at))
        if (said->at[at] != 'S' && n + 1 < room)
            out[n++] = (char)said->at[at];
    out[n] = '\0';
}

const unsigned char *wire_find(const wire_said *said, char type, size_t i, size_t *n)
{
    for (size_t at = 0; at < said->n && length_at(said, at) > 0; at += length_at(said, at)) {
        if ((char)said->at[at] != type || i-- > 0)
            continue;
        *n = length_at(said, at) - 5;
        return said->at + at + 5;
    }
    return NULL;
}
