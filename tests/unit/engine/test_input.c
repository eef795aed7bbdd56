/*
 * test_input.c - a name means a file, and reading loses nothing in silence.
 *
 * Provenance: by hand; each file is made so that a reader that guesses gives another table.
 */
#include "support/data.h"

#include <duckdb.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <zlib.h>

/* Run SQL in the DuckDB of `file`, NULL for one in memory; %s in it is the folder. */
static void run_sql(const place *p, const char *file, const char *format)
{
    char path[PATH_BYTES], sql[2048];
    duckdb_database db = NULL;
    duckdb_connection con = NULL;
    duckdb_result result;
    snprintf(sql, sizeof sql, format, p->folder);
    assert_int_equal(duckdb_open(file != NULL ? path_of(p, file, path) : NULL, &db), DuckDBSuccess);
    assert_int_equal(duckdb_connect(db, &con), DuckDBSuccess);
    const duckdb_state state = duckdb_query(con, sql, &result);
    if (state != DuckDBSuccess)
        fail_msg("%s", duckdb_result_error(&result));
    duckdb_destroy_result(&result);
    duckdb_disconnect(&con);
    duckdb_close(&db);
}

/* ---- names ---- */

static void assert_only(place *p, const char *name, const char *columns, const char *cells)
{
    tacit_table *t = load(p, name, NULL);
    assert_types(t, name, columns);
    assert_cells(t, "a", cells);
    tacit_table_free(t);
}

/* A name with signs of a pattern, of SQL or of an address is the file of that name. */
static void test_names(void **state)
{
    static const char *const odd[] = { "r[1]", "r*", "r?", "{r1,r2}", "-r", "r'1", "r\"1", "r;--" };
    static const char *const endings[] = { ".parquet", ".csv", ".json", ".csv.gz" };
    place *p = *state;
    tacit_table *decoy = table_of(p->cx, "a:i", "1\n"), *t = table_of(p->cx, "a:i", "2\n");
    for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
        char name[64];
        snprintf(name, sizeof name, "r1%s", endings[e]);
        store(p, decoy, name);
        for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
            snprintf(name, sizeof name, "%s%s", odd[i], endings[e]);
            assert_refused(p, name, NULL, TACIT_ERR_IO, odd[i]); /* it matches r1 at most */
            store(p, t, name);
            assert_only(p, name, "a:i", "2");
        }
    }
    tacit_table_free(decoy);
    tacit_table_free(t);
}

/* A folder k=7 is no column. */
static void test_folders(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    tacit_table *t = table_of(p->cx, "a:i", "2\n");
    assert_int_equal(mkdir(path_of(p, "k=7", path), 0777), 0);
    store(p, t, "k=7/a.parquet");
    store(p, t, "k=7/a.csv.gz");
    store(p, t, "k=7/a.json");
    assert_only(p, "k=7/a.parquet", "a:i", "2");
    assert_only(p, "k=7/a.csv.gz", "a:i", "2");
    assert_only(p, "k=7/a.json", "a:i", "2");
    unlink(path_of(p, "k=7/a.parquet", path));
    unlink(path_of(p, "k=7/a.csv.gz", path));
    unlink(path_of(p, "k=7/a.json", path));
    rmdir(path_of(p, "k=7", path));
    tacit_table_free(t);
}

/* What may never end is not waited for. */
static void test_no_files(void **state)
{
    static const char *const endings[] = { "csv", "csv.gz", "parquet", "json", "dta", "sav" };
    place *p = *state;
    char path[PATH_BYTES], name[32];
    for (size_t e = 0; e < sizeof endings / sizeof endings[0]; e++) {
        snprintf(name, sizeof name, "pipe.%s", endings[e]);
        assert_int_equal(mkfifo(path_of(p, name, path), 0600), 0);
        assert_refused(p, name, NULL, TACIT_ERR_IO, "named pipe");
        snprintf(name, sizeof name, "zero.%s", endings[e]);
        assert_int_equal(symlink("/dev/zero", path_of(p, name, path)), 0);
        assert_refused(p, name, NULL, TACIT_ERR_IO, "device");
    }
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path_of(p, "s.csv", path));
    assert_int_equal(bind(s, (const struct sockaddr *)&address, sizeof address), 0);
    assert_refused(p, "s.csv", NULL, TACIT_ERR_IO, "socket");
    close(s);
}

/* ---- databases ---- */

/* Read a table of a database. */
static tacit_status try_table(place *p, const char *file, const char *table, tacit_table **out)
{
    char uri[2 * PATH_BYTES];
    tacit_data *data = NULL;
    snprintf(uri, sizeof uri, "duckdb:%s/%s#%s", p->folder, file, table);
    const tacit_source source = { .uri = uri };
    tacit_status status = tacit_data_open(p->cx, &source, &data);
    if (status == TACIT_OK)
        status = tacit_data_load(p->cx, data, NULL, out);
    tacit_data_close(data);
    return status;
}

static tacit_table *load_table(place *p, const char *file, const char *table)
{
    tacit_table *t = NULL;
    assert_ok(p->cx, try_table(p, file, table, &t));
    return t;
}

static void assert_no_view(place *p, const char *view)
{
    tacit_table *t = NULL;
    assert_fails(p->cx, try_table(p, "a.duckdb", view, &t), TACIT_ERR_DATA, "another file");
}

/* A view reads tables beside it, and no other file. */
static void test_views(void **state)
{
    place *p = *state;
    put_text(p, "other.csv", "x\nsecret 4711\n");
    run_sql(p, "a.duckdb",
            "CREATE TABLE t AS SELECT 1 AS a; CREATE VIEW own AS SELECT a FROM t;"
            "CREATE VIEW csv AS SELECT * FROM read_csv('%1$s/other.csv');"
            "CREATE VIEW txt AS SELECT content FROM read_text('%1$s/other.csv');"
            "CREATE VIEW blob AS SELECT size FROM read_blob('%1$s/*');"
            "CREATE VIEW list AS SELECT file FROM glob('%1$s/*');"
            "CREATE MACRO m() AS TABLE SELECT * FROM read_csv('%1$s/other.csv');"
            "CREATE VIEW macro AS SELECT * FROM m();");
    tacit_table_free(load_table(p, "a.duckdb", "t"));
    tacit_table_free(load_table(p, "a.duckdb", "own"));
    assert_no_view(p, "csv");
    assert_no_view(p, "txt");
    assert_no_view(p, "blob");
    assert_no_view(p, "list");
    assert_no_view(p, "macro");
}

/* ---- numbers ---- */

static void assert_text_of(place *p, const char *name, const char *column, const char *cells)
{
    tacit_table *t = load(p, name, NULL);
    assert_cells(t, column, cells);
    tacit_table_free(t);
}

/* Two numbers that are one as doubles stay two. */
static void test_wide_numbers(void **state)
{
    place *p = *state;
    run_sql(p, "w.duckdb",
            "CREATE TABLE t AS SELECT 12345678901234567891::DECIMAL(20,0) AS d, "
            "18446744073709551615::UBIGINT AS u, 170141183460469231731687303715884105727::HUGEINT "
            "AS h, 12345678901234567.25::DECIMAL(30,2) AS f, 5::DECIMAL(20,0) AS small, "
            "0.25::DECIMAL(30,2) AS part, (-9223372036854775807-1)::BIGINT AS least, "
            "5e-324::DOUBLE AS tiny;"
            "INSERT INTO t VALUES (12345678901234567890, 18446744073709551614, "
            "170141183460469231731687303715884105726, 12345678901234567.5, 6, 0.5, 7, 1);"
            "COPY (SELECT d, f, small FROM t) TO '%s/w.parquet' (FORMAT parquet)");
    tacit_table *t = load_table(p, "w.duckdb", "t");
    assert_cells(t, "d", "12345678901234567891,12345678901234567890");
    assert_cells(t, "u", "18446744073709551615,18446744073709551614");
    assert_cells(t, "h",
                 "170141183460469231731687303715884105727,170141183460469231731687303715884105726");
    assert_cells(t, "f", "12345678901234567.25,12345678901234567.50");
    assert_cells(t, "small", "5,6");
    assert_cells(t, "part", "0.25,0.5");
    assert_cells(t, "least", "-9223372036854775808,7");
    assert_cells(t, "tiny", "5e-324,1");
    assert_types(t, "wide", "d:c,u:c,h:c,f:c,small:i,part:r,least:i,tiny:r");
    tacit_table_free(t);
    assert_text_of(p, "w.parquet", "d", "12345678901234567891,12345678901234567890");
    assert_text_of(p, "w.parquet", "f", "12345678901234567.25,12345678901234567.50");
    assert_text_of(p, "w.parquet", "small", "5,6");
}

static void test_json(void **state)
{
    place *p = *state;
    put_text(p, "n.json",
             "[{\"id\":123456789012345678901,\"u\":\"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11\","
             "\"t\":\"2020-01-01T10:00:00Z\",\"x\":1.5},"
             "{\"id\":123456789012345678902,\"u\":\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\","
             "\"t\":\"2020-01-01T11:00:00+01:00\",\"x\":2}]");
    assert_text_of(p, "n.json", "id", "123456789012345678901,123456789012345678902");
    assert_text_of(p, "n.json", "u",
                   "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11,a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    assert_text_of(p, "n.json", "t", "2020-01-01T10:00:00Z,2020-01-01T11:00:00+01:00");
    assert_text_of(p, "n.json", "x", "1.5,2");
    put_text(p, "k.json", "[{\"Age\":1},{\"age\":2}]");
    assert_refused(p, "k.json", NULL, TACIT_ERR_DATA, "'age'");
    put_text(p, "k.jsonl", "{\"age\":1,\"age_1\":2}\n");
    tacit_table *t = load(p, "k.jsonl", NULL);
    assert_types(t, "no rename", "age:i,age_1:i");
    tacit_table_free(t);
    put_text(p, "two.json", "{\"a\":1,\"a\":2}");
    assert_refused(p, "two.json", NULL, TACIT_ERR_DATA, "two.json");
}

/* A column that begins late is a column. */
static void test_late_json(void **state)
{
    place *p = *state;
    char path[PATH_BYTES];
    FILE *f = fopen(path_of(p, "late.jsonl", path), "w");
    assert_non_null(f);
    for (int i = 0; i < 30000; i++)
        fputs("{\"a\":1}\n", f);
    fputs("{\"a\":1,\"b\":5}\n", f);
    fclose(f);
    tacit_table *t = load(p, "late.jsonl", NULL);
    assert_types(t, "late", "a:i,b:i");
    tacit_table_free(t);
}

static void test_parquet_names(void **state)
{
    place *p = *state;
    run_sql(p, NULL, "COPY (SELECT 1 AS a, 2 AS a_1) TO '%s/n.parquet' (FORMAT parquet)");
    tacit_table *t = load(p, "n.parquet", NULL);
    assert_types(t, "no rename", "a:i,a_1:i");
    tacit_table_free(t);
}

/* ---- packed files ---- */

static size_t pack(const char *text, size_t n, char *out, size_t room)
{
    enum { GZIP_WINDOW = 15 + 16, MEMORY = 8 };
    z_stream z = { .next_in = (unsigned char *)(uintptr_t)text,
                   .avail_in = (uInt)n,
                   .next_out = (unsigned char *)out,
                   .avail_out = (uInt)room };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY),
                     Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return z.total_out;
}

/* Cut anywhere, or with a bit of the checksum or of the length changed, it is refused. */
static void test_gzip(void **state)
{
    static const char text[] = "a,b\n1,x\n2,y\n3,z\n";
    place *p = *state;
    char bytes[512];
    const size_t n = pack(text, sizeof text - 1, bytes, sizeof bytes);
    put_bytes(p, "a.csv.gz", bytes, n);
    assert_text_of(p, "a.csv.gz", "a", "1,2,3");
    for (size_t cut = 1; cut < n; cut++) {
        put_bytes(p, "a.csv.gz", bytes, cut);
        assert_refused(p, "a.csv.gz", NULL, TACIT_ERR_DATA, "damaged");
    }
    for (size_t bit = 0; bit < 64; bit++) {
        bytes[n - 8 + bit / 8] ^= (char)(1 << bit % 8);
        put_bytes(p, "a.csv.gz", bytes, n);
        assert_refused(p, "a.csv.gz", NULL, TACIT_ERR_DATA, "damaged");
        bytes[n - 8 + bit / 8] ^= (char)(1 << bit % 8);
    }
    memcpy(bytes + n, bytes, n); /* two members are one file, and garbage is none */
    put_bytes(p, "b.csv.gz", bytes, n + 4);
    assert_refused(p, "b.csv.gz", NULL, TACIT_ERR_DATA, "damaged");
}

/* A frame made by hand after RFC 8878: no checksum, one raw block. */
static void test_zstd(void **state)
{
    static const char bytes[] = "\x28\xB5\x2F\xFD\x20\x08\x41\0\0a,b\n1,x\n";
    place *p = *state;
    put_bytes(p, "a.csv.zst", bytes, sizeof bytes - 1);
    assert_text_of(p, "a.csv.zst", "a", "1");
    for (size_t cut = 1; cut < sizeof bytes - 1; cut++) {
        put_bytes(p, "a.csv.zst", bytes, cut);
        assert_refused(p, "a.csv.zst", NULL, TACIT_ERR_DATA, "damaged");
    }
}

/* ---- text files ---- */

/* What is no number in the first rows is none in the later ones. */
static void test_late_texts(void **state)
{
    static const char *const late[] = { "007", "nan", "inf", " 5", "1_000", "0x1p3", "5 " };
    place *p = *state;
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
        FILE *f = fopen(path_of(p, "late.txt", path), "w");
        assert_non_null(f);
        fputs("x|y\n", f);
        for (int row = 0; row < 30000; row++)
            fputs("1.5|\"a\nb\"\n", f);
        fprintf(f, "%s|z\r\n", late[i]); /* the end of this line is not that of the others */
        fclose(f);
        tacit_data *data = NULL;
        tacit_table *t = NULL;
        assert_ok(p->cx, try_open(p, "late.txt", NULL, &data));
        if (tacit_data_load(p->cx, data, NULL, &t) == TACIT_OK)
            assert_int_equal(tacit_column_type(tacit_table_column(t, 0)), TACIT_TYPE_CATEGORY);
        tacit_table_free(t);
        tacit_data_close(data);
    }
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_names),      with_place(test_folders),       with_place(test_no_files),
        with_place(test_views),      with_place(test_wide_numbers),  with_place(test_json),
        with_place(test_late_json),  with_place(test_parquet_names), with_place(test_gzip),
        with_place(test_zstd),       with_place(test_late_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
