/*
 * dict.c - dictionaries: the distinct texts of a categorical column.
 *
 * Texts lie end to end in one block, each with its final NUL; an open-addressing
 * table of codes with 32 bits of each text's hash finds them.  O(length) an operation.
 */
#include "table/dict.h"

#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 64 };

/* A slot is empty when `code` is UINT32_MAX. */
typedef struct slot {
    uint32_t hash, code;
} slot;

struct tacit_dict {
    atomic_size_t refs;
    char *bytes;
    size_t used, room;
    uint64_t *start; /* n + 1 of them: text c is bytes[start[c]] ... */
    size_t start_room;
    uint32_t n;
    slot *slots; /* a power of two, at most half full */
    size_t n_slots;
};

static void clear_slots(slot *s, size_t n)
{
    memset(s, 0xff, n * sizeof *s);
}

static tacit_status fill_dict(tacit_ctx *cx, tacit_dict *d)
{
    TACIT_TRY(tacit_alloc(cx, FIRST_SLOTS, sizeof *d->slots, &d->slots));
    d->n_slots = FIRST_SLOTS;
    clear_slots(d->slots, FIRST_SLOTS);
    TACIT_TRY(tacit_alloc(cx, FIRST_SLOTS, sizeof *d->start, &d->start));
    d->start_room = FIRST_SLOTS;
    return TACIT_OK;
}

tacit_status tacit_dict_new(tacit_ctx *cx, tacit_dict **out)
{
    tacit_dict *d = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *d, &d));
    atomic_init(&d->refs, 1);
    const tacit_status status = fill_dict(cx, d);
    if (status != TACIT_OK) {
        tacit_dict_free(d);
        return status;
    }
    *out = d;
    return TACIT_OK;
}

tacit_dict *tacit_dict_share(const tacit_dict *d)
{
    tacit_dict *own = NULL;
    memcpy(&own, &d, sizeof own); /* only the reference count changes */
    atomic_fetch_add(&own->refs, 1);
    return own;
}

void tacit_dict_free(tacit_dict *d)
{
    if (d == NULL || atomic_fetch_sub(&d->refs, 1) > 1)
        return;
    tacit_wipe(d->bytes, d->used);
    tacit_free(d->bytes);
    tacit_free(d->start);
    tacit_free(d->slots);
    tacit_free(d);
}

/* The slot that holds the text, or the empty one where it belongs. */
static size_t find_slot(const tacit_dict *d, const char *text, size_t n, uint32_t hash)
{
    size_t at = hash & (d->n_slots - 1);
    for (; d->slots[at].code != UINT32_MAX; at = (at + 1) & (d->n_slots - 1)) {
        const uint32_t c = d->slots[at].code;
        if (d->slots[at].hash == hash && tacit_dict_length(d, c) == n &&
            memcmp(tacit_dict_text(d, c), text, n) == 0)
            break;
    }
    return at;
}

static tacit_status grow_slots(tacit_ctx *cx, tacit_dict *d)
{
    const size_t n = 2 * d->n_slots;
    slot *grown = NULL;
    TACIT_TRY(tacit_alloc(cx, n, sizeof *grown, &grown));
    clear_slots(grown, n);
    for (size_t i = 0; i < d->n_slots; i++) {
        if (d->slots[i].code == UINT32_MAX)
            continue;
        size_t at = d->slots[i].hash & (n - 1);
        while (grown[at].code != UINT32_MAX)
            at = (at + 1) & (n - 1);
        grown[at] = d->slots[i];
    }
    tacit_free(d->slots);
    d->slots = grown;
    d->n_slots = n;
    return TACIT_OK;
}

/* Append the text's bytes and its end. */
static tacit_status keep_text(tacit_ctx *cx, tacit_dict *d, const char *text, size_t n)
{
    if (d->used + n + 1 > d->room) {
        const size_t room = 2 * d->room > d->used + n + 1 ? 2 * d->room : d->used + n + 1024;
        TACIT_TRY(tacit_grow(cx, room, 1, &d->bytes));
        d->room = room;
    }
    if ((size_t)d->n + 2 > d->start_room) {
        TACIT_TRY(tacit_grow(cx, 2 * d->start_room, sizeof *d->start, &d->start));
        d->start_room *= 2;
    }
    if (n > 0)
        memcpy(d->bytes + d->used, text, n);
    d->bytes[d->used + n] = '\0';
    d->used += n + 1;
    d->start[++d->n] = d->used;
    return TACIT_OK;
}

tacit_status tacit_dict_add(tacit_ctx *cx, tacit_dict *d, const char *text, size_t n,
                            uint32_t *code)
{
    const uint32_t hash = (uint32_t)tacit_hash_bytes(text, n);
    size_t at = find_slot(d, text, n, hash);
    if (d->slots[at].code == UINT32_MAX) {
        if (d->n == UINT32_MAX - 2)
            return tacit_fail(cx, TACIT_ERR_DATA, "A column has more than %u distinct texts.",
                              UINT32_MAX - 2);
        if (2 * ((size_t)d->n + 1) > d->n_slots) {
            TACIT_TRY(grow_slots(cx, d));
            at = find_slot(d, text, n, hash);
        }
        TACIT_TRY(keep_text(cx, d, text, n));
        d->slots[at] = (slot){ .hash = hash, .code = d->n - 1 };
    }
    *code = d->slots[at].code;
    return TACIT_OK;
}

uint32_t tacit_dict_find(const tacit_dict *d, const char *text)
{
    const size_t n = strlen(text);
    const size_t at = find_slot(d, text, n, (uint32_t)tacit_hash_bytes(text, n));
    return d->slots[at].code == UINT32_MAX ? d->n : d->slots[at].code;
}

uint32_t tacit_dict_size(const tacit_dict *d)
{
    return d->n;
}

const char *tacit_dict_text(const tacit_dict *d, uint32_t code)
{
    TACIT_ASSERT(code < d->n);
    return d->bytes + d->start[code];
}

size_t tacit_dict_length(const tacit_dict *d, uint32_t code)
{
    TACIT_ASSERT(code < d->n);
    return d->start[code + 1] - d->start[code] - 1;
}

size_t tacit_dict_bytes(const tacit_dict *d)
{
    return sizeof *d + d->room + d->start_room * sizeof *d->start + d->n_slots * sizeof *d->slots;
}
