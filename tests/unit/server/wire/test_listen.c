/*
 * test_listen.c - the port: many clients at once, too many, and a stop while they are connected.
 */
#include "support/files.h"
#include "support/wire.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

static int connect_to(const tacit_wire *w)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(tacit_wire_port(w)) };
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

/* The first byte that the server says to a wish for encryption: 'N', or 'E' if it is full. */
static char knock(int fd)
{
    static const unsigned char WISH[] = { 0, 0, 0, 8, 4, 210, 22, 47 };
    char said = 0;
    (void)send(fd, WISH, sizeof WISH, MSG_NOSIGNAL);
    return recv(fd, &said, 1, 0) == 1 ? said : 'X'; /* X: it was closed at once */
}

static tacit_wire *start(wire_desk *d, const place *p, size_t connections)
{
    char path[PATH_BYTES];
    tacit_wire *w = NULL;
    wire_desk_open(d, path_of(p, "people.csv", path));
    const tacit_wire_spec spec = { .plain_token = true, .connections = connections };
    assert_ok(d->cx, tacit_wire_start(d->cx, d->desk, &spec, &w));
    return w;
}

/* Half of the places are for clients who log in: those who only knock get the other half, and get
 * it again when one of them goes. */
static void test_full(void **state)
{
    wire_desk d;
    tacit_wire *w = start(&d, *state, 4);
    const int one = connect_to(w), two = connect_to(w);
    assert_int_equal(knock(one), 'N');
    assert_int_equal(knock(two), 'N');
    const int three = connect_to(w);
    assert_int_not_equal(knock(three), 'N');
    close(three);
    close(two);
    for (char said = 0; said != 'N';) { /* its thread takes a moment to notice */
        const int next = connect_to(w);
        said = knock(next);
        close(next);
    }
    tacit_wire_stop(w); /* `one` is still there */
    close(one);
    wire_desk_close(&d);
}

/* A client in a thread of its own. */
typedef struct client {
    const wire_desk *desk;
    const tacit_wire *wire;
    size_t rows;
} client;

static void *talk(void *user)
{
    client *c = user;
    wire_bytes *b = calloc(1, sizeof *b);
    unsigned char said[8192];
    wire_said all = { .at = said };
    size_t n = 0;
    const int fd = connect_to(c->wire);
    wire_put_login(b, c->desk);
    for (int i = 0; i < 20; i++)
        wire_put(b, 'Q', "s", i % 2 == 0 ? "SELECT COUNT(*) FROM people" : "SELECT 1");
    wire_put(b, 'X', "");
    (void)send(fd, b->at, b->n, MSG_NOSIGNAL);
    for (ssize_t got = 1; got > 0 && all.n < sizeof said; all.n += (size_t)got)
        if ((got = recv(fd, said + all.n, sizeof said - all.n, 0)) <= 0)
            break;
    while (wire_find(&all, 'D', c->rows, &n) != NULL)
        c->rows++;
    close(fd);
    free(b);
    return NULL;
}

static void test_many(void **state)
{
    enum { CLIENTS = 8 };
    pthread_t thread[CLIENTS];
    client c[CLIENTS];
    wire_desk d;
    tacit_wire *w = start(&d, *state, 2 * CLIENTS);
    for (size_t i = 0; i < CLIENTS; i++) {
        c[i] = (client){ .desk = &d, .wire = w };
        assert_int_equal(pthread_create(&thread[i], NULL, talk, &c[i]), 0);
    }
    for (size_t i = 0; i < CLIENTS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(c[i].rows, 20);
    }
    tacit_wire_stop(w);
    wire_desk_close(&d);
}

/* Without a certificate nobody beyond the machine is let in, and what is no address is refused. */
static void test_addresses(void **state)
{
    wire_desk d;
    tacit_wire *w = start(&d, *state, 4), *other = NULL;
    assert_fails(d.cx,
                 tacit_wire_start(d.cx, d.desk, &(tacit_wire_spec){ .address = "0.0.0.0" }, &other),
                 TACIT_ERR_INPUT, "need TLS");
    assert_fails(d.cx,
                 tacit_wire_start(d.cx, d.desk, &(tacit_wire_spec){ .address = "home" }, &other),
                 TACIT_ERR_INPUT, "no address");
    assert_fails(d.cx,
                 tacit_wire_start(d.cx, d.desk,
                                  &(tacit_wire_spec){ .certificate = "x", .key = "y" }, &other),
                 TACIT_ERR_INPUT, "certificate");
    assert_fails(
        d.cx,
        tacit_wire_start(d.cx, d.desk, &(tacit_wire_spec){ .port = tacit_wire_port(w) }, &other),
        TACIT_ERR_IO, "cannot be listened on");
    tacit_wire_stop(w);
    wire_desk_close(&d);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_full),
        with_place(test_many),
        with_place(test_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
