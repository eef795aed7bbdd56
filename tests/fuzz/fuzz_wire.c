/*
 * fuzz_wire.c - any bytes of a PostgreSQL client are answered by whole messages; before the login
 * by nothing but words about the login.
 *
 * An even first byte: the rest is all that the client says.  An odd one: it comes after a login.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "support/wire.h"

/* Nobody has logged in: nothing of the server was told. */
static void check_early(const wire_said *said)
{
    size_t n = 0;
    static const char TOLD[] = "SKZTDCtn12";
    for (const char *type = TOLD; *type != '\0'; type++)
        FUZZ_CHECK(wire_find(said, *type, 0, &n) == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static wire_desk desk;
    static wire_bytes all;
    if (desk.cx == NULL)
        wire_desk_open(&desk, fuzz_file((const uint8_t *)"", 0, ".csv"));
    if (n == 0 || n > 20000)
        return 0;
    all.n = 0;
    if (data[0] % 2 == 1)
        wire_put_login(&all, &desk);
    memcpy(all.at + all.n, data + 1, n - 1);
    all.n += n - 1;
    const size_t mark = tacit_scratch_mark(desk.cx);
    wire_said said = wire_talk(&desk, all.at, all.n);
    tacit_scratch_release(desk.cx, mark);
    /* A refused wish for encryption is one byte, before all messages. */
    while (said.n > 0 && said.at[0] == 'N' && (said.n == 1 || said.at[1] != '\0'))
        memmove(said.at, said.at + 1, --said.n);
    FUZZ_CHECK(wire_is_framed(&said));
    if (data[0] % 2 == 0)
        check_early(&said);
    free(said.at);
    return 0;
}
