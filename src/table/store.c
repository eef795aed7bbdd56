/*
 * store.c - named tables in memory.
 *
 * A host has a handful of tables: a list, searched from its beginning.
 */
#include "table/store.h"

#include <string.h>

#include "base/memory.h"

typedef struct named {
    char *name;
    tacit_table *table;
} named;

struct tacit_store {
    named *entry;
    size_t n, room;
};

tacit_status tacit_store_new(tacit_ctx *cx, tacit_store **out)
{
    return tacit_alloc(cx, 1, sizeof **out, out);
}

void tacit_store_free(tacit_store *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n; i++) {
        tacit_free(s->entry[i].name);
        tacit_table_free(s->entry[i].table);
    }
    tacit_free(s->entry);
    tacit_free(s);
}

/* Position of the table called `name`, or the number of tables. */
static size_t place(const tacit_store *s, const char *name)
{
    size_t i = 0;
    while (i < s->n && strcmp(s->entry[i].name, name) != 0)
        i++;
    return i;
}

/* Make an entry for `name` at the end. */
static tacit_status add_name(tacit_ctx *cx, tacit_store *s, const char *name)
{
    if (s->n == s->room) {
        const size_t room = s->room == 0 ? 8 : 2 * s->room;
        TACIT_TRY(tacit_grow(cx, room, sizeof *s->entry, &s->entry));
        s->room = room;
    }
    s->entry[s->n] = (named){ 0 };
    TACIT_TRY(tacit_copy_text(cx, name, &s->entry[s->n].name));
    s->n++;
    return TACIT_OK;
}

tacit_status tacit_store_put(tacit_ctx *cx, tacit_store *s, const char *name, tacit_table *t)
{
    const size_t i = place(s, name);
    const tacit_status status = i == s->n ? add_name(cx, s, name) : TACIT_OK;
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    tacit_table_free(s->entry[i].table);
    s->entry[i].table = t;
    return TACIT_OK;
}

const tacit_table *tacit_store_find(const tacit_store *s, const char *name)
{
    const size_t i = place(s, name);
    return i < s->n ? s->entry[i].table : NULL;
}

tacit_table *tacit_store_take(tacit_store *s, const char *name)
{
    const size_t i = place(s, name);
    if (i == s->n)
        return NULL;
    tacit_table *t = s->entry[i].table;
    tacit_free(s->entry[i].name);
    s->n--;
    memmove(s->entry + i, s->entry + i + 1, (s->n - i) * sizeof *s->entry);
    return t;
}

size_t tacit_store_size(const tacit_store *s)
{
    return s->n;
}

const char *tacit_store_name(const tacit_store *s, size_t i)
{
    TACIT_ASSERT(i < s->n);
    return s->entry[i].name;
}
