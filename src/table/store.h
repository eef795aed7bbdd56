/*
 * store.h - named tables in memory.
 *
 * A store holds what a host gives to the library and what the library gives back: plans name
 * its tables as memory:NAME.  Tables are wiped when the last reference to their columns goes.
 */
#ifndef TACIT_TABLE_STORE_H
#define TACIT_TABLE_STORE_H

#include "table/table.h"

typedef struct tacit_store tacit_store;

/* Make an empty store. */
tacit_status tacit_store_new(tacit_ctx *cx, tacit_store **out);

/* Free the store with its tables.  Accepts NULL. */
void tacit_store_free(tacit_store *s);

/* Keep `t` as `name`, in the place of what had that name; the store takes the table over,
 * also on failure. */
tacit_status tacit_store_put(tacit_ctx *cx, tacit_store *s, const char *name, tacit_table *t);

/* The table called `name`, borrowed, or NULL. */
const tacit_table *tacit_store_find(const tacit_store *s, const char *name);

/* Take the table called `name` out of the store: the caller frees it.  NULL if there is none. */
tacit_table *tacit_store_take(tacit_store *s, const char *name);

/* Number of tables, and the name of table `i` in the order in which they came. */
size_t tacit_store_size(const tacit_store *s);
const char *tacit_store_name(const tacit_store *s, size_t i);

#endif
