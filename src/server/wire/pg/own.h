/*
 * own.h - tables, functions and types of the catalog, and the way of a question through them; for
 * the files of this room.
 */
#ifndef TACIT_SERVER_WIRE_PG_OWN_H
#define TACIT_SERVER_WIRE_PG_OWN_H

#include <sqlite3.h>

#include "base/text.h"
#include "query/grammar/tree.h"
#include "server/wire/pg/pg.h"

/* Numbers of objects; those below 16384 are PostgreSQL's own. */
enum {
    TACIT_PG_OWNER = 10,
    TACIT_PG_CATALOG_SPACE = 11,
    TACIT_PG_PUBLIC_SPACE = 2200,
    TACIT_PG_INFORMATION_SPACE = 13000,
    TACIT_PG_FIRST_SYSTEM = 13100, /* table of the catalog itself */
    TACIT_PG_DATABASE = 16001,
    TACIT_PG_USER = 16002,
    TACIT_PG_FIRST = 16384 /* data set */
};

struct tacit_pg_catalog {
    tacit_pg_session session;
    sqlite3 *db;
    uint64_t steps; /* that the statement at work may still make, in thousands */
};

/* ---- tables (tables.c, fill.c) ---- */

/* A table of the catalog: "pg_class", "oid:oid relname:name ...". */
typedef struct tacit_pg_table {
    bool information; /* in information_schema, else in pg_catalog */
    const char *name, *columns;
} tacit_pg_table;

extern const tacit_pg_table TACIT_PG_TABLES[];
extern const size_t TACIT_PG_N_TABLES;

/* The next column of a list, which is moved on; false at its end. */
typedef struct tacit_pg_declared {
    char name[64], type[24];
} tacit_pg_declared;
bool tacit_pg_next_column(const char **list, tacit_pg_declared *out);

/* The type of the first column of that name in any table; TACIT_PG_TEXT if there is none. */
uint32_t tacit_pg_column_type(const char *name);

/* Make the tables and fill them. */
tacit_status tacit_pg_fill(tacit_ctx *cx, const tacit_pg_catalog *c);

/* What went wrong in SQLite, without its words. */
tacit_status tacit_pg_fail(tacit_ctx *cx, const tacit_pg_catalog *c);

/* ---- types (types.c) ---- */

/* A type: its number, PostgreSQL's name of it, and how it is shown. */
typedef struct tacit_pg_kind {
    uint32_t oid;
    const char *name, *shown;
    int bytes;
    char category;
    uint32_t of; /* of an array: its elements' */
} tacit_pg_kind;

extern const tacit_pg_kind TACIT_PG_KINDS[];
extern const size_t TACIT_PG_N_KINDS;

/* The type of that name; NULL if there is none. */
const tacit_pg_kind *tacit_pg_kind_named(const char *name);

/* The type of that number, which there is. */
const tacit_pg_kind *tacit_pg_kind_of(uint32_t oid);

/* The name of a TypeName, without a schema. */
const char *tacit_pg_type_name(const json_t *type);

/* The type that an expression has, and the name of the column that it makes, by PostgreSQL's
 * rules. */
uint32_t tacit_pg_type_of(const json_t *node);
const char *tacit_pg_name_of(const json_t *node);

/* ---- functions (functions.c) ---- */

/* How a function is emitted. */
typedef enum tacit_pg_form {
    TACIT_PG_CALL = 0, /* a call of `sql` */
    TACIT_PG_WORD      /* `sql` itself */
} tacit_pg_form;

typedef struct tacit_pg_function {
    const char *name;
    tacit_pg_form form;
    const char *sql;
    uint32_t type; /* 0: that of its first argument */
} tacit_pg_function;

/* The function of that name; NULL if there is none. */
const tacit_pg_function *tacit_pg_function_named(const char *name);

/* Make known to SQLite what is called. */
tacit_status tacit_pg_add_functions(tacit_ctx *cx, tacit_pg_catalog *c);

/* ---- translation (translate.c, expression.c) ---- */

/* A translation under way. */
typedef struct tacit_pg_writing {
    tacit_ctx *cx;
    const char *text; /* of the question */
    char *state;      /* SQLSTATE of a refusal */
    tacit_buffer sql;
} tacit_pg_writing;

/* Write a SELECT; `top` if its rows are what is told. */
tacit_status tacit_pg_write_select(tacit_pg_writing *w, const json_t *select, bool top);

/* Write an expression, or a list of them with commas. */
tacit_status tacit_pg_write(tacit_pg_writing *w, const json_t *node);
tacit_status tacit_pg_write_list(tacit_pg_writing *w, const json_t *list);

/* Write a name or a text so that it is nothing else. */
tacit_status tacit_pg_write_name(tacit_pg_writing *w, const char *name);
tacit_status tacit_pg_write_text(tacit_pg_writing *w, const char *text);

/* Append to what was written. */
#define tacit_pg_put(w, ...) tacit_buffer_format((w)->cx, &(w)->sql, __VA_ARGS__)

/* Refuse a node. */
tacit_status tacit_pg_refuse(tacit_pg_writing *w, const json_t *node, const char *state,
                             const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* The text of a String. */
const char *tacit_pg_string(const json_t *node);

#endif
