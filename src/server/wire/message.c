/*
 * message.c - messages: a type, a length that counts itself, and contents in network byte order.
 *
 * The length is looked at before anything is read into memory that is there already, so that a
 * client's number never decides how much is allocated.
 */
#include <string.h>
#include <time.h>

#include "server/wire/own.h"

enum {
    SECONDS_FOR_MESSAGE = 30, /* from its first byte to its last */
    SEND_AT = 65536           /* bytes that are sent without being asked to */
};

int64_t tacit_wire_until(unsigned seconds)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + (int64_t)seconds * 1000;
}

/* ---- reading ---- */

const unsigned char *tacit_wire_get_bytes(tacit_wire_in *m, size_t n)
{
    const unsigned char *at = m->at;
    if (m->bad || (size_t)(m->end - m->at) < n) {
        m->bad = true;
        return NULL;
    }
    m->at += n;
    return at;
}

uint32_t tacit_wire_get32(tacit_wire_in *m)
{
    const unsigned char *b = tacit_wire_get_bytes(m, 4);
    return b == NULL ? 0 : (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

uint16_t tacit_wire_get16(tacit_wire_in *m)
{
    const unsigned char *b = tacit_wire_get_bytes(m, 2);
    return (uint16_t)(b == NULL ? 0 : b[0] << 8 | b[1]);
}

char tacit_wire_get_byte(tacit_wire_in *m)
{
    const unsigned char *b = tacit_wire_get_bytes(m, 1);
    return b == NULL ? '\0' : (char)b[0];
}

const char *tacit_wire_get_text(tacit_wire_in *m)
{
    const size_t left = (size_t)(m->end - m->at);
    const unsigned char *end = m->bad ? NULL : memchr(m->at, '\0', left);
    if (end == NULL) {
        m->bad = true;
        return "";
    }
    return (const char *)tacit_wire_get_bytes(m, (size_t)(end - m->at) + 1);
}

/* Read exactly `n` bytes. */
static bool read_all(tacit_wire_session *s, unsigned char *to, size_t n, int64_t until)
{
    for (size_t got = 0; got < n;) {
        const size_t more = s->link->read(s->link->user, to + got, n - got, until);
        if (more == 0) {
            s->broken = true;
            return false;
        }
        got += more;
    }
    return true;
}

bool tacit_wire_read(tacit_wire_session *s, tacit_wire_in *m, size_t most, bool typed,
                     int64_t until)
{
    const size_t head = typed ? 5 : 4;
    *m = (tacit_wire_in){ .at = s->in, .end = s->in + head };
    if (s->broken || !read_all(s, s->in, 1, until))
        return false;
    const int64_t soon = tacit_wire_until(SECONDS_FOR_MESSAGE);
    if (!read_all(s, s->in + 1, head - 1, soon < until ? soon : until))
        return false;
    m->type = typed ? tacit_wire_get_byte(m) : '\0';
    const uint32_t length = tacit_wire_get32(m);
    if (length < 4 || length - 4 > most - head) {
        tacit_wire_send_fatal(s, "08P01", "The message has no length that is allowed.");
        return false;
    }
    if (!read_all(s, s->in + head, length - 4, soon < until ? soon : until))
        return false;
    m->at = s->in + head;
    m->end = m->at + (length - 4);
    return true;
}

/* ---- writing ---- */

void tacit_wire_put_bytes(tacit_wire_session *s, const void *bytes, size_t n)
{
    if (!s->broken && n > 0 && tacit_buffer_bytes(s->cx, &s->out, bytes, n) != TACIT_OK)
        s->broken = true;
}

void tacit_wire_put32(tacit_wire_session *s, uint32_t x)
{
    const unsigned char b[] = { (unsigned char)(x >> 24), (unsigned char)(x >> 16),
                                (unsigned char)(x >> 8), (unsigned char)x };
    tacit_wire_put_bytes(s, b, sizeof b);
}

void tacit_wire_put16(tacit_wire_session *s, uint16_t x)
{
    const unsigned char b[] = { (unsigned char)(x >> 8), (unsigned char)x };
    tacit_wire_put_bytes(s, b, sizeof b);
}

void tacit_wire_put_byte(tacit_wire_session *s, char x)
{
    tacit_wire_put_bytes(s, &x, 1);
}

void tacit_wire_put_text(tacit_wire_session *s, const char *text)
{
    tacit_wire_put_bytes(s, text, strlen(text) + 1);
}

void tacit_wire_begin(tacit_wire_session *s, char type)
{
    tacit_wire_put_byte(s, type);
    s->begun = s->out.length;
    tacit_wire_put32(s, 0);
}

void tacit_wire_end(tacit_wire_session *s)
{
    if (s->broken)
        return;
    const size_t n = s->out.length - s->begun;
    for (size_t i = 0; i < 4; i++)
        s->out.text[s->begun + i] = (char)(unsigned char)(n >> (24 - 8 * i));
    if (s->out.length >= SEND_AT)
        tacit_wire_flush(s);
}

void tacit_wire_flush(tacit_wire_session *s)
{
    if (!s->broken && s->out.length > 0 &&
        !s->link->write(s->link->user, s->out.text, s->out.length))
        s->broken = true;
    s->out.length = 0;
}
