/*
 * fill.c - the catalog's tables, filled from what policies declare.
 *
 * Nothing here looks at data: a table has as many rows as PostgreSQL says of one that was never
 * looked at, -1.
 */
#include <string.h>

#include "server/wire/pg/own.h"

/* ---- adding rows ---- */

static tacit_status run(tacit_ctx *cx, const tacit_pg_catalog *c, const char *sql)
{
    return sqlite3_exec(c->db, sql, NULL, NULL, NULL) == SQLITE_OK ? TACIT_OK
                                                                   : tacit_pg_fail(cx, c);
}

/* Run a statement of ours whose values are given; `format` has an 's' or 'i' for each. */
typedef struct value {
    const char *text; /* NULL: it is the number */
    int64_t number;
} value;
#define TEXT(x) ((value){ .text = (x) })
#define NUMBER(x) ((value){ .number = (int64_t)(x) })

static tacit_status add(tacit_ctx *cx, const tacit_pg_catalog *c, const char *sql,
                        const value *values, size_t n)
{
    sqlite3_stmt *st = NULL;
    int code = sqlite3_prepare_v2(c->db, sql, -1, &st, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < n; i++)
        code = values[i].text != NULL
                   ? sqlite3_bind_text(st, (int)i + 1, values[i].text, -1, SQLITE_STATIC)
                   : sqlite3_bind_int64(st, (int)i + 1, values[i].number);
    if (code == SQLITE_OK)
        code = sqlite3_step(st);
    (void)sqlite3_finalize(st);
    return code == SQLITE_DONE ? TACIT_OK : tacit_pg_fail(cx, c);
}
#define ADD(cx, c, sql, ...)                                                                       \
    add(cx, c, sql, (const value[]){ __VA_ARGS__ },                                                \
        sizeof(const value[]){ __VA_ARGS__ } / sizeof(value))

/* ---- the tables themselves ---- */

/* Types are declared so that SQLite sees numbers and texts, and we the type. */
static tacit_status make_table(tacit_ctx *cx, const tacit_pg_catalog *c, const tacit_pg_table *t)
{
    tacit_buffer sql = { 0 };
    tacit_pg_declared column;
    const char *list = t->columns, *comma = "";
    tacit_status status =
        tacit_buffer_format(cx, &sql, "CREATE TABLE %s.%s(",
                            t->information ? "information_schema" : "pg_catalog", t->name);
    while (status == TACIT_OK && tacit_pg_next_column(&list, &column)) {
        const char category = tacit_pg_kind_named(column.type)->category;
        status =
            tacit_buffer_format(cx, &sql, "%s\"%s\" %s_%s", comma, column.name,
                                category == 'N' || category == 'B' ? "INT" : "TEXT", column.type);
        comma = ", ";
    }
    if (status == TACIT_OK)
        status = tacit_buffer_text(cx, &sql, ")");
    if (status == TACIT_OK)
        status = run(cx, c, sql.text);
    tacit_buffer_free(&sql);
    return status;
}

static tacit_status add_types(tacit_ctx *cx, const tacit_pg_catalog *c)
{
    for (size_t i = 0; i < TACIT_PG_N_KINDS; i++) {
        const tacit_pg_kind *k = &TACIT_PG_KINDS[i];
        const char category[] = { k->category, '\0' };
        TACIT_TRY(ADD(cx, c,
                      "INSERT INTO pg_catalog.pg_type(oid, typname, typnamespace, typowner, typlen,"
                      " typbyval, typtype, typcategory, typispreferred, typisdefined, typdelim,"
                      " typrelid, typelem, typarray, typalign, typstorage, typnotnull, typbasetype,"
                      " typtypmod, typndims, typcollation, tacit_shown)"
                      " VALUES(?1, ?2, 11, 10, ?3, 0, 'b', ?4, 0, 1, ',', 0, ?5, 0, 'i', 'p', 0, 0,"
                      " -1, 0, 0, ?6)",
                      NUMBER(k->oid), TEXT(k->name), NUMBER(k->bytes), TEXT(category),
                      NUMBER(k->of), TEXT(k->shown)));
    }
    return run(cx, c,
               "UPDATE pg_catalog.pg_type SET typcollation = 100 WHERE typcategory = 'S';"
               "UPDATE pg_catalog.pg_type AS t SET typarray = coalesce((SELECT oid FROM "
               "pg_catalog.pg_type AS a WHERE a.typelem = t.oid), 0)");
}

/* ---- objects ---- */

/* A table as the catalog sees it. */
typedef struct relation {
    int64_t oid, space;
    const char *name, *space_name, *kind; /* 'r' or 'v' */
    size_t columns;
} relation;

static tacit_status add_relation(tacit_ctx *cx, const tacit_pg_catalog *c, const relation *r)
{
    TACIT_TRY(
        ADD(cx, c,
            "INSERT INTO pg_catalog.pg_class(oid, relname, relnamespace, reltype, reloftype,"
            " relowner, relam, relfilenode, reltablespace, relpages, reltuples,"
            " relallvisible, reltoastrelid, relhasindex, relisshared, relpersistence, relkind,"
            " relnatts, relchecks, relhasrules, relhastriggers, relhassubclass,"
            " relrowsecurity, relforcerowsecurity, relispopulated, relreplident,"
            " relispartition, relrewrite, tableoid)"
            " VALUES(?1, ?2, ?3, 0, 0, 10, 2, 0, 0, 0, -1, 0, 0, 0, 0, 'p', ?4, ?5, 0, 0, 0,"
            " 0, 0, 0, 1, 'd', 0, 0, 1259)",
            NUMBER(r->oid), TEXT(r->name), NUMBER(r->space), TEXT(r->kind), NUMBER(r->columns)));
    TACIT_TRY(ADD(cx, c,
                  "INSERT INTO pg_catalog.pg_tables SELECT ?1, ?2, 'tacit', NULL, 0, 0, 0, 0",
                  TEXT(r->space_name), TEXT(r->name)));
    return ADD(cx, c,
               "INSERT INTO information_schema.tables SELECT tacit_database(), ?1, ?2,"
               " 'BASE TABLE', NULL, NULL, NULL, NULL, NULL, 'NO', 'NO', NULL",
               TEXT(r->space_name), TEXT(r->name));
}

static tacit_status add_column(tacit_ctx *cx, const tacit_pg_catalog *c, const relation *r,
                               size_t number, const char *name, const tacit_pg_kind *type)
{
    const bool texts = type->category == 'S';
    TACIT_TRY(ADD(cx, c,
                  "INSERT INTO pg_catalog.pg_attribute(attrelid, attname, atttypid, attstattarget,"
                  " attlen, attnum, attndims, attcacheoff, atttypmod, attbyval, attalign,"
                  " attstorage, attcompression, attnotnull, atthasdef, atthasmissing, attidentity,"
                  " attgenerated, attisdropped, attislocal, attinhcount, attcollation)"
                  " VALUES(?1, ?2, ?3, -1, ?4, ?5, 0, -1, -1, 0, 'i', 'p', '', 0, 0, 0, '', '', 0,"
                  " 1, 0, ?6)",
                  NUMBER(r->oid), TEXT(name), NUMBER(type->oid), NUMBER(type->bytes),
                  NUMBER(number), NUMBER(texts ? 100 : 0)));
    return ADD(cx, c,
               "INSERT INTO information_schema.columns SELECT tacit_database(), ?1, ?2, ?3, ?4,"
               " NULL, 'YES', ?5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, tacit_database(),"
               " 'pg_catalog', ?6, ?4, 'NO', NULL, 'NEVER', NULL, 'NO'",
               TEXT(r->space_name), TEXT(r->name), TEXT(name), NUMBER(number), TEXT(type->shown),
               TEXT(type->name));
}

static tacit_status add_comment(tacit_ctx *cx, const tacit_pg_catalog *c, int64_t oid,
                                size_t column, const char *text)
{
    return ADD(cx, c, "INSERT INTO pg_catalog.pg_description VALUES(?1, 1259, ?2, ?3)", NUMBER(oid),
               NUMBER(column), TEXT(text));
}

static tacit_status add_system_table(tacit_ctx *cx, const tacit_pg_catalog *c, size_t i)
{
    const tacit_pg_table *t = &TACIT_PG_TABLES[i];
    const relation r = { .oid = strcmp(t->name, "pg_class") == 0 && !t->information
                                    ? 1259
                                    : TACIT_PG_FIRST_SYSTEM + (int64_t)i,
                         .space =
                             t->information ? TACIT_PG_INFORMATION_SPACE : TACIT_PG_CATALOG_SPACE,
                         .name = t->name,
                         .space_name = t->information ? "information_schema" : "pg_catalog",
                         .kind = t->information ? "v" : "r" };
    return add_relation(cx, c, &r);
}

/* ---- data sets ---- */

/* What people should know of a column: its bounds, bins or values. */
static tacit_status describe_column(tacit_ctx *cx, const tacit_query_column *col, char **out)
{
    enum { SHOWN = 12 };
    const tacit_domain *d = &col->domain;
    const size_t n = tacit_query_labels(col, 0);
    char low[TACIT_NUMBER_BYTES], high[TACIT_NUMBER_BYTES];
    if (d->date) {
        TACIT_TRY(tacit_scratch_format(cx, out, "dates from %s to %s; periods",
                                       tacit_query_label(col, 0, 0),
                                       tacit_query_label(col, 0, n - 1)));
    } else if (d->number) {
        tacit_format_real(tacit_domain_real(d, (double)d->lattice.lower), low);
        tacit_format_real(tacit_domain_real(d, (double)d->lattice.upper), high);
        TACIT_TRY(tacit_scratch_format(cx, out, "%s to %s%s", low, high,
                                       n == 0 ? "; has no bins: for aggregates only" : "; bins"));
    } else {
        TACIT_TRY(tacit_scratch_format(cx, out, "%zu values", n));
    }
    for (size_t i = 0; i < n && i < SHOWN; i++)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, i == 0 ? ": " : ", ",
                                       tacit_query_label(col, 0, i)));
    if (n > SHOWN)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s, ...", *out));
    if (tacit_query_numbered(col) > 0)
        TACIT_TRY(
            tacit_scratch_format(cx, out, "%s; levels 1 to %zu", *out, tacit_query_numbered(col)));
    return TACIT_OK;
}

uint32_t tacit_pg_declared_type(const tacit_query_column *column)
{
    const tacit_domain *d = &column->domain;
    return !d->number || d->date     ? TACIT_PG_TEXT /* the label of a period */
           : d->lattice.decimals > 0 ? TACIT_PG_FLOAT8
                                     : TACIT_PG_INT8;
}

static tacit_status add_data_column(tacit_ctx *cx, const tacit_pg_catalog *c, const relation *r,
                                    size_t number, const tacit_query_column *col)
{
    const tacit_domain *d = &col->domain;
    char *about = NULL;
    TACIT_TRY(
        add_column(cx, c, r, number, d->column, tacit_pg_kind_of(tacit_pg_declared_type(col))));
    TACIT_TRY(describe_column(cx, col, &about));
    return add_comment(cx, c, r->oid, number, about);
}

static tacit_status add_data_set(tacit_ctx *cx, const tacit_pg_catalog *c, size_t i)
{
    const tacit_policy *policy = tacit_desk_policy(c->session.desk, i);
    const tacit_query_schema *s = &policy->schema;
    const relation r = { .oid = TACIT_PG_FIRST + (int64_t)i,
                         .space = TACIT_PG_PUBLIC_SPACE,
                         .name = s->name,
                         .space_name = "public",
                         .kind = "r",
                         .columns = s->n + (s->person != NULL) };
    char *about = NULL;
    TACIT_TRY(add_relation(cx, c, &r));
    TACIT_TRY(tacit_scratch_format(cx, &about, "Answered in the mode '%s'. %s", s->mode,
                                   policy->mode->tells));
    TACIT_TRY(add_comment(cx, c, r.oid, 0, about));
    if (s->person != NULL) {
        TACIT_TRY(add_column(cx, c, &r, 1, s->person, tacit_pg_kind_named("text")));
        TACIT_TRY(
            add_comment(cx, c, r.oid, 1, "tells persons apart: for COUNT(DISTINCT ...) only"));
    }
    for (size_t j = 0; j < s->n; j++)
        TACIT_TRY(add_data_column(cx, c, &r, j + 1 + (s->person != NULL), &s->column[j]));
    return TACIT_OK;
}

/* ---- public tables ---- */

/* Its key, and the columns that it adds to the data's. */
static tacit_status add_public(tacit_ctx *cx, const tacit_pg_catalog *c,
                               const tacit_query_schema *s, const tacit_query_public *p,
                               int64_t oid)
{
    const tacit_query_column *joined = &s->column[p->column];
    relation r = { .oid = oid,
                   .space = TACIT_PG_PUBLIC_SPACE,
                   .name = p->name,
                   .space_name = "public",
                   .kind = "r",
                   .columns = 1 };
    char *about = NULL;
    for (size_t l = 0; l < joined->n_levels; l++)
        r.columns += joined->level[l].table != NULL && strcmp(joined->level[l].table, p->name) == 0;
    TACIT_TRY(add_relation(cx, c, &r));
    TACIT_TRY(tacit_scratch_format(cx, &about,
                                   "Everybody may see it: to be joined with %s ON %s.%s = %s.%s",
                                   s->name, p->name, p->key, s->name, joined->domain.column));
    TACIT_TRY(add_comment(cx, c, oid, 0, about));
    TACIT_TRY(add_column(cx, c, &r, 1, p->key, tacit_pg_kind_named("text")));
    for (size_t l = 0, number = 2; l < joined->n_levels; l++) {
        const tacit_query_level *level = &joined->level[l];
        if (level->table != NULL && strcmp(level->table, p->name) == 0)
            TACIT_TRY(add_column(cx, c, &r, number++, level->name, tacit_pg_kind_named("text")));
    }
    return TACIT_OK;
}

/* Whether a data set before number `i` has a public table called `name`, which is there then. */
static bool has_public(const tacit_pg_catalog *c, size_t i, const char *name)
{
    for (size_t k = 0; k < i; k++) {
        const tacit_query_schema *s = &tacit_desk_policy(c->session.desk, k)->schema;
        for (size_t t = 0; t < s->n_publics; t++)
            if (strcmp(s->publics[t].name, name) == 0)
                return true;
    }
    return false;
}

static tacit_status add_publics(tacit_ctx *cx, const tacit_pg_catalog *c)
{
    const size_t n = tacit_desk_datasets(c->session.desk);
    int64_t oid = TACIT_PG_FIRST + (int64_t)n;
    for (size_t i = 0; i < n; i++) {
        const tacit_query_schema *s = &tacit_desk_policy(c->session.desk, i)->schema;
        for (size_t t = 0; t < s->n_publics; t++)
            if (!has_public(c, i, s->publics[t].name))
                TACIT_TRY(add_public(cx, c, s, &s->publics[t], oid++));
    }
    return TACIT_OK;
}

/* ---- the rest ---- */

static const char FIXED[] =
    "INSERT INTO pg_catalog.pg_namespace VALUES (11, 'pg_catalog', 10, NULL, 2615),"
    " (2200, 'public', 10, NULL, 2615), (13000, 'information_schema', 10, NULL, 2615);"
    "INSERT INTO information_schema.schemata SELECT tacit_database(), nspname, 'tacit', NULL, NULL,"
    " NULL, NULL FROM pg_catalog.pg_namespace;"
    "INSERT INTO pg_catalog.pg_am VALUES (2, 'heap', 'heap_tableam_handler', 't');"
    "INSERT INTO pg_catalog.pg_collation VALUES"
    " (100, 'default', 11, 10, 'd', 1, -1, NULL, NULL, NULL, NULL);"
    "INSERT INTO pg_catalog.pg_tablespace VALUES (1663, 'pg_default', 10, NULL, NULL);"
    "INSERT INTO pg_catalog.pg_database VALUES (16001, tacit_database(), 10, 6, 'c', 0, 1, -1, 0,"
    " 0, 1663, 'C.UTF-8', 'C.UTF-8', NULL, NULL, NULL);"
    "INSERT INTO pg_catalog.pg_roles VALUES"
    " ('tacit', 0, 1, 0, 0, 0, 0, -1, NULL, NULL, 0, NULL, 10),"
    " (tacit_user(), 0, 1, 0, 0, 1, 0, -1, NULL, NULL, 0, NULL, 16002);"
    "INSERT INTO pg_catalog.pg_user VALUES (tacit_user(), 16002, 0, 0, 0, 0, NULL, NULL, NULL);"
    "INSERT INTO pg_catalog.pg_settings(name, setting) VALUES"
    " ('server_version', tacit_setting('server_version')),"
    " ('server_version_num', tacit_setting('server_version_num')),"
    " ('max_index_keys', '32'), ('max_identifier_length', '63'),"
    " ('standard_conforming_strings', 'on');";

tacit_status tacit_pg_fill(tacit_ctx *cx, const tacit_pg_catalog *c)
{
    TACIT_TRY(run(
        cx, c,
        "PRAGMA temp_store = MEMORY; PRAGMA automatic_index = OFF; ATTACH ':memory:' AS pg_catalog;"
        "ATTACH ':memory:' AS information_schema; BEGIN"));
    for (size_t i = 0; i < TACIT_PG_N_TABLES; i++)
        TACIT_TRY(make_table(cx, c, &TACIT_PG_TABLES[i]));
    TACIT_TRY(run(cx, c, FIXED));
    TACIT_TRY(add_types(cx, c));
    for (size_t i = 0; i < TACIT_PG_N_TABLES; i++)
        TACIT_TRY(add_system_table(cx, c, i));
    for (size_t i = 0; i < tacit_desk_datasets(c->session.desk); i++)
        TACIT_TRY(add_data_set(cx, c, i));
    TACIT_TRY(add_publics(cx, c));
    return run(cx, c, "COMMIT");
}
