/*
 * test_catalog.c - what clients ask of the catalog, and what nobody can reach through it.
 *
 * The questions are those of psql 15 (src/bin/psql/describe.c), SQLAlchemy 1.4 and R's DBI, with
 * numbers as they are here; the declarations are those of support/wire.h.
 */
#include "support/files.h"
#include "support/wire.h"

/* Ask, and give all that was said. */
static wire_said ask(const wire_desk *d, const char *sql)
{
    static wire_bytes b;
    b.n = 0;
    wire_put_login(&b, d);
    wire_put(&b, 'Q', "s", sql);
    wire_said said = wire_talk(d, b.at, b.n);
    assert_true(wire_is_framed(&said));
    return said;
}

/* The rows of an answer as one text: cells with | between, rows with /; nulls are ~. */
static void rows_of(const wire_said *said, char *out, size_t room)
{
    size_t n = 0, at = 0;
    const unsigned char *row = NULL;
    for (size_t i = 0; (row = wire_find(said, 'D', i, &n)) != NULL; i++) {
        const unsigned columns = (unsigned)row[0] << 8 | row[1];
        const unsigned char *cell = row + 2;
        for (unsigned j = 0; j < columns; j++) {
            const uint32_t length = (uint32_t)cell[0] << 24 | (uint32_t)cell[1] << 16 |
                                    (uint32_t)cell[2] << 8 | cell[3];
            const bool null = length == UINT32_MAX;
            at += (size_t)snprintf(out + at, room - at, "%s%.*s",
                                   j > 0   ? "|"
                                   : i > 0 ? "/"
                                           : "",
                                   null ? 1 : (int)length, null ? "~" : (const char *)cell + 4);
            assert_true(at < room);
            cell += 4 + (null ? 0 : length);
        }
    }
    out[at] = '\0';
}

typedef struct example {
    const char *sql, *rows;
} example;

static void check_all(const place *p, const example *all, size_t n)
{
    char path[PATH_BYTES];
    wire_desk d;
    wire_desk_open(&d, path_of(p, "people.csv", path));
    for (size_t i = 0; i < n; i++) {
        char rows[8192];
        size_t length = 0;
        wire_said said = ask(&d, all[i].sql);
        rows_of(&said, rows, sizeof rows);
        const unsigned char *failure = wire_find(&said, 'E', 0, &length);
        if (failure != NULL || strcmp(rows, all[i].rows) != 0)
            fail_msg("%s\ngave: %s\nnot:  %s%s", all[i].sql, rows, all[i].rows,
                     failure != NULL ? "\nand failed" : "");
        free(said.at);
    }
    wire_desk_close(&d);
}
#define CHECK_ALL(p, all) check_all(p, all, sizeof all / sizeof all[0])

static void test_psql(void **state)
{
    static const example all[] = {
        { "SELECT n.nspname as \"Schema\", c.relname as \"Name\", CASE c.relkind WHEN 'r' THEN "
          "'table' WHEN 'v' THEN 'view' WHEN 'p' THEN 'partitioned table' END as \"Type\", "
          "pg_catalog.pg_get_userbyid(c.relowner) as \"Owner\" FROM pg_catalog.pg_class c LEFT "
          "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_catalog.pg_am am "
          "ON am.oid = c.relam WHERE c.relkind IN ('r','p','') AND n.nspname <> 'pg_catalog' AND "
          "n.nspname !~ '^pg_toast' AND n.nspname <> 'information_schema' AND "
          "pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1,2;",
          "public|people|table|tacit" },
        { "SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c LEFT JOIN "
          "pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relname OPERATOR("
          "pg_catalog.~) '^(people)$' COLLATE pg_catalog.default AND "
          "pg_catalog.pg_table_is_visible(c.oid) ORDER BY 2, 3;",
          "16384|public|people" },
        { "SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), (SELECT "
          "pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d WHERE "
          "d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef), a.attnotnull, (SELECT "
          "c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t WHERE c.oid = "
          "a.attcollation AND t.oid = a.atttypid AND a.attcollation <> t.typcollation) AS "
          "attcollation, a.attidentity, a.attgenerated FROM pg_catalog.pg_attribute a WHERE "
          "a.attrelid = '16384' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum;",
          "id|text|~|f|~||/age|bigint|~|f|~||/sex|text|~|f|~||/Odd \"N\"|text|~|f|~||" },
        { "SELECT c.relchecks, c.relkind, false AS relhasoids, '', CASE WHEN c.reloftype = 0 THEN "
          "'' ELSE c.reloftype::pg_catalog.regtype::pg_catalog.text END, am.amname FROM "
          "pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_class tc ON (c.reltoastrelid = tc.oid) "
          "LEFT JOIN pg_catalog.pg_am am ON (c.relam = am.oid) WHERE c.oid = '16384';",
          "0|r|f|||heap" },
        { "SELECT pubname, NULL, NULL FROM pg_catalog.pg_publication p JOIN "
          "pg_catalog.pg_publication_namespace pn ON p.oid = pn.pnpubid JOIN pg_catalog.pg_class "
          "pc ON pc.relnamespace = pn.pnnspid WHERE pc.oid ='16384' and "
          "pg_catalog.pg_relation_is_publishable('16384') UNION SELECT pubname, "
          "pg_get_expr(pr.prqual, c.oid), (CASE WHEN pr.prattrs IS NOT NULL THEN (SELECT "
          "string_agg(attname, ', ') FROM pg_catalog.generate_series(0, "
          "pg_catalog.array_upper(pr.prattrs::pg_catalog.int2[], 1)) s, pg_catalog.pg_attribute "
          "WHERE attrelid = pr.prrelid AND attnum = prattrs[s]) ELSE NULL END) FROM "
          "pg_catalog.pg_publication p JOIN pg_catalog.pg_publication_rel pr ON p.oid = pr.prpubid "
          "JOIN pg_catalog.pg_class c ON c.oid = pr.prrelid WHERE pr.prrelid = '16384' ORDER BY 1;",
          "" },
        { "SELECT c.oid::pg_catalog.regclass FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i "
          "WHERE c.oid = i.inhparent AND i.inhrelid = '16384' ORDER BY inhseqno",
          "" },
        /* Tab completion. */
        { "SELECT pg_catalog.quote_ident(attname) FROM pg_catalog.pg_attribute a, "
          "pg_catalog.pg_class c WHERE c.oid = a.attrelid AND a.attnum > 0 AND "
          "substring(pg_catalog.quote_ident(attname),1,2)='\"O' AND "
          "pg_catalog.quote_ident(relname)='people' LIMIT 1000",
          "\"Odd \"\"N\"\"\"" },
    };
    CHECK_ALL(*state, all);
}

static void test_drivers(void **state)
{
    static const example all[] = {
        { "select current_schema()", "public" },
        { "SELECT CAST('test plain returns' AS VARCHAR(60)) AS anon_1", "test plain returns" },
        { "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
          "n.nspname = 'public' AND c.relkind in ('r', 'p')",
          "people" },
        { "SELECT a.attname FROM pg_attribute a JOIN (SELECT unnest(ix.indkey) attnum, "
          "generate_subscripts(ix.indkey, 1) ord FROM pg_index ix WHERE ix.indrelid = 16384 AND "
          "ix.indisprimary) k ON a.attnum=k.attnum WHERE a.attrelid = 16384 ORDER BY k.ord",
          "" },
        { "SELECT t.oid, typarray FROM pg_type t JOIN pg_namespace ns ON typnamespace = ns.oid "
          "WHERE typname = 'hstore'",
          "" },
        { "SELECT oid, typarray FROM pg_type WHERE typname = 'text'", "25|1009" },
        { "SELECT table_name FROM INFORMATION_SCHEMA.tables WHERE (table_schema = "
          "ANY(current_schemas(true))) AND (table_schema <> 'pg_catalog')",
          "people" },
        { "select tablename from pg_tables where schemaname !='information_schema' and schemaname "
          "!='pg_catalog'",
          "people" },
        { "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = "
          "'people' ORDER BY ordinal_position",
          "id|text/age|bigint/sex|text/Odd \"N\"|text" },
        { "SELECT 'people'::regclass::oid, 16384::regclass, 'nobody'::regclass, -1, true, NULL",
          "16384|people|~|-1|t|~" },
        { "SELECT current_user, current_database(), session_user, current_setting('TimeZone')",
          "ada|people|ada|UTC" },
        { "VALUES (1, 'a'), (2, 'b')", "1|a/2|b" },
        { "SELECT col_description(16384, 2)", "0 to 100; bins: [0, 18), [18, 65), [65, 100]" },
        { "SELECT count(*), max(attnum) FROM pg_attribute WHERE attrelid = 16384", "4|4" },
    };
    CHECK_ALL(*state, all);
}

/* What would reach further than the catalog, or take too long, is refused. */
static void test_refused(void **state)
{
    static const char *const ALL[] = {
        "SELECT * FROM pg_catalog.sqlite_master",
        "SELECT * FROM pg_sqlite_schema",
        "SELECT load_extension('x')",
        "SELECT readfile('/etc/passwd')",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT * FROM pg_catalog.pragma_table_info('x')",
        "SELECT randomblob(1000000000)",
        "SELECT sqlite_version()",
        "SELECT * FROM pg_shadow",
        "SELECT * FROM people, pg_class",
        "SELECT (SELECT COUNT(*) FROM people) FROM pg_class",
        "SELECT \"no such column\" FROM pg_class",
        "SELECT relname ~ 'a{1,9999}' FROM pg_class",
        "SELECT relname ~ '(a)\\1' FROM pg_class",
        "SELECT count(*) FROM pg_attribute a, pg_attribute b, pg_class c, pg_class d, pg_class e, "
        "pg_class f WHERE a.attname || b.attname = c.relname || d.relname || e.relname || "
        "f.relname",
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM t) SELECT * FROM t",
        "SELECT pg_sleep(100)",
        "SELECT set_config('a', 'b', false) FROM pg_class FOR UPDATE",
    };
    char path[PATH_BYTES];
    wire_desk d;
    wire_desk_open(&d, path_of(*state, "people.csv", path));
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        size_t n = 0;
        wire_said said = ask(&d, ALL[i]);
        if (wire_find(&said, 'E', 0, &n) == NULL || wire_find(&said, 'D', 0, &n) != NULL)
            fail_msg("not refused: %s", ALL[i]);
        free(said.at);
    }
    wire_desk_close(&d);
}

/* Columns have PostgreSQL's types and names. */
static void test_types(void **state)
{
    static const struct {
        const char *sql, *name;
        unsigned char type[4];
    } ALL[] = {
        { "SELECT attnotnull FROM pg_attribute", "attnotnull", { 0, 0, 0, 16 } },
        { "SELECT NOT attnotnull FROM pg_attribute", "?column?", { 0, 0, 0, 16 } },
        { "SELECT count(*) FROM pg_class", "count", { 0, 0, 0, 20 } },
        { "SELECT oid FROM pg_class", "oid", { 0, 0, 0, 26 } },
        { "SELECT max(relname) FROM pg_class", "max", { 0, 0, 0, 19 } },
        { "SELECT 1", "?column?", { 0, 0, 0, 23 } },
        { "SELECT 1::int8", "int8", { 0, 0, 0, 20 } },
        { "SELECT oid::regclass FROM pg_class", "oid", { 0, 0, 8, 157 } },
        { "SELECT COUNT(*) AS n FROM people", "n", { 0, 0, 0, 20 } },
        { "SELECT AVG(age) FROM people", "avg", { 0, 0, 2, 189 } },
        { "SELECT sex, COUNT(*) FROM people GROUP BY sex", "sex", { 0, 0, 0, 25 } },
    };
    char path[PATH_BYTES];
    wire_desk d;
    wire_desk_open(&d, path_of(*state, "people.csv", path));
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        size_t n = 0;
        wire_said said = ask(&d, ALL[i].sql);
        const unsigned char *t = wire_find(&said, 'T', 0, &n);
        assert_non_null(t);
        assert_string_equal((const char *)t + 2, ALL[i].name);
        if (memcmp(t + 2 + strlen(ALL[i].name) + 1 + 6, ALL[i].type, 4) != 0)
            fail_msg("%s has another type", ALL[i].sql);
        free(said.at);
    }
    wire_desk_close(&d);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_psql),
        with_place(test_drivers),
        with_place(test_refused),
        with_place(test_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
