/*
 * table.h - immutable tables of columns with roles.
 *
 * A table is a list of shared columns of equal length.  Masking copies a table, which
 * costs a few pointers, and replaces columns in the copy; the original stays whole.
 */
#ifndef TACIT_TABLE_TABLE_H
#define TACIT_TABLE_TABLE_H

#include "table/column.h"

/* What a column is to an attacker or a method.  Bits: a stratum may also be a key. */
typedef enum tacit_role {
    TACIT_ROLE_IDENTIFIER = 1, /* names a person: never released */
    TACIT_ROLE_KEY = 2,        /* quasi-identifier */
    TACIT_ROLE_SENSITIVE = 4,  /* what must not be learnt */
    TACIT_ROLE_WEIGHT = 8,     /* sampling weight */
    TACIT_ROLE_HOUSEHOLD = 16, /* household identifier */
    TACIT_ROLE_STRATA = 32,    /* methods work within its values */
    TACIT_ROLE_CLUSTER = 64    /* identifier of another group: a sampling unit, a school */
} tacit_role;

enum { TACIT_ROLES = 7 };

/* Ids that say which records belong together, and nothing else. */
enum { TACIT_ROLE_LINKS = TACIT_ROLE_HOUSEHOLD | TACIT_ROLE_CLUSTER };

/* Names of the columns of a histogram that an engine counted: how many records a row
 * stands for, and the sum of their weights.  No data column can have such a name. */
#define TACIT_COUNT                                                                                \
    "\x01"                                                                                         \
    "count"
#define TACIT_WEIGHT                                                                               \
    "\x01"                                                                                         \
    "weight"

/* Name of the column with the numbers of the original rows while steps run that leave rows
 * out or move them. */
#define TACIT_ROW                                                                                  \
    "\x01"                                                                                         \
    "row"

typedef struct tacit_table tacit_table;

/* A selection of columns: positions in a table. */
typedef struct tacit_select {
    size_t n;
    const size_t *at;
} tacit_select;

/* The role's name in plans, for bit number `i` (0 ... TACIT_ROLES - 1). */
const char *tacit_role_name(size_t i);

/* An empty table of `rows` rows. */
tacit_status tacit_table_new(tacit_ctx *cx, size_t rows, tacit_table **out);

/* A table that shares all columns of `t`. */
tacit_status tacit_table_copy(tacit_ctx *cx, const tacit_table *t, tacit_table **out);

/* Free the table and its references to columns.  Accepts NULL. */
void tacit_table_free(tacit_table *t);

/* Number of rows and of columns; column j, borrowed. */
size_t tacit_table_rows(const tacit_table *t);
size_t tacit_table_columns(const tacit_table *t);
const tacit_column *tacit_table_column(const tacit_table *t, size_t j);

/* Position of the column called `name`, or the number of columns. */
size_t tacit_table_find(const tacit_table *t, const char *name);

/* Role bits of column j. */
unsigned tacit_table_roles(const tacit_table *t, size_t j);
void tacit_table_set_roles(tacit_table *t, size_t j, unsigned roles);

/* The columns that have any of the role bits, in scratch memory. */
tacit_status tacit_table_with_role(tacit_ctx *cx, const tacit_table *t, unsigned roles,
                                   tacit_select *out);

/* The only column with `role`, or the number of columns if there is none. */
size_t tacit_table_role_column(const tacit_table *t, tacit_role role);

/* Append a column; the table takes over the caller's reference, also on failure. */
tacit_status tacit_table_add(tacit_ctx *cx, tacit_table *t, tacit_column *c);

/* Put `c` in the place of column j, roles kept; takes over the reference. */
void tacit_table_replace(tacit_table *t, size_t j, tacit_column *c);

/* Take column j away. */
void tacit_table_drop(tacit_table *t, size_t j);

/* If column j is a category, number its texts in the order in which rows have them first, and
 * leave out those that no row has, as where a table is read. */
tacit_status tacit_table_number_texts(tacit_ctx *cx, tacit_table *t, size_t j);

/* Give `t` the rows, columns and roles of `from`, which is gone after. */
void tacit_table_become(tacit_table *t, tacit_table *from);

/* A writable copy of the numbers of column j of `t`, which becomes its own REAL
 * column if it was an INTEGER one.  Valid until the column is replaced. */
tacit_status tacit_table_edit_reals(tacit_ctx *cx, tacit_table *t, size_t j, double **x);

/* Make every -0 among the reals that are the table's alone a 0, after they were edited. */
void tacit_table_plain_zeros(tacit_table *t);

/* A writable copy of the integers of INTEGER column j. */
tacit_status tacit_table_edit_integers(tacit_ctx *cx, tacit_table *t, size_t j, int64_t **x);

/* Replace REAL column j by an INTEGER column of its values rounded to the nearest whole
 * number, halves away from zero; fails if one is beyond 2^53. */
tacit_status tacit_table_round(tacit_ctx *cx, tacit_table *t, size_t j);

/* Replace column j by a CATEGORY column over `dict` with the same cells missing, to be
 * filled: one code a cell, and the bitmap, in which cells may be made missing (then call
 * tacit_table_settle()). */
tacit_status tacit_table_recode(tacit_ctx *cx, tacit_table *t, size_t j, const tacit_dict *dict,
                                uint32_t **codes, uint64_t **valid);

/* Count the missing cells of column j again after its bitmap was written to. */
void tacit_table_settle(tacit_table *t, size_t j);

/* End building: a table of `rows` rows with the columns of `n` builders, which are gone, also on
 * failure; if `status` is one, they are only freed and it is returned. */
tacit_status tacit_table_build(tacit_ctx *cx, tacit_status status, size_t rows,
                               tacit_builder *const *builders, size_t n, tacit_table **out);

/* Bytes of memory that the columns hold. */
size_t tacit_table_bytes(const tacit_table *t);

#endif
