/*
 * store_sqlite.c - the log in an SQLite file (Hipp 2000): its most tested way to survive a stop
 * anywhere.
 *
 * Write-ahead log with synchronous=FULL: COMMIT returns when the row is on the disk.  The file is
 * made for its owner alone, and its folder is synced.  A file that others have written cannot make
 * SQLite run anything: it must have the one table, word for word, and nothing besides.  A reader
 * opens the file as a writer that may not change rows, where the system lets it: only so does the
 * last one to close it take the write-ahead log away.
 */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "query/ledger/own.h"

#define SCHEMA                                                                                     \
    "CREATE TABLE log(number INTEGER PRIMARY KEY, body BLOB NOT NULL, hash BLOB NOT NULL, "        \
    "answer BLOB) STRICT"

/* How long to wait for other processes. */
enum { BUSY_MILLISECONDS = 20000 };

/* An open log. */
typedef struct file_log {
    char *path;       /* as SQLite wants it: never a name that means something to it */
    const char *name; /* as it was said */
    sqlite3 *db;
    sqlite3_stmt *row, *append;
    bool writes;
} file_log;

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
           (code & 0xff) == SQLITE_FORMAT || (code & 0xff) == SQLITE_ERROR ||
           code == SQLITE_IOERR_SHORT_READ;
}

/* Record what SQLite said, with what was being done. */
static tacit_status fail(tacit_ctx *cx, const file_log *s, const char *what)
{
    const int code = s->db == NULL ? SQLITE_NOMEM : sqlite3_extended_errcode(s->db);
    if ((code & 0xff) == SQLITE_NOMEM)
        return tacit_fail_memory(cx);
    if (is_damage(code))
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The ledger's file is damaged: " TACIT_LEDGER_RECOVER);
    return tacit_fail(
        cx, TACIT_ERR_IO, "The ledger cannot be %s, so nothing is answered: %s.", what,
        (code & 0xff) == SQLITE_BUSY ? "another process holds it" : sqlite3_errstr(code));
}

static tacit_status execute(tacit_ctx *cx, const file_log *s, const char *sql, const char *what)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? TACIT_OK : fail(cx, s, what);
}

/* ---- opening ---- */

static tacit_status sync_folder_of(tacit_ctx *cx, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &folder, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
                                   slash == NULL ? "." : path));
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    const int why = errno;
    if (fd >= 0)
        (void)close(fd);
    return done ? TACIT_OK
                : tacit_fail(cx, TACIT_ERR_IO, "The folder of %s cannot be synced: %s.", path,
                             strerror(why));
}

/* Make an empty file that only its owner can read; one that is there stays. */
static tacit_status make_file(tacit_ctx *cx, const char *path)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "The ledger %s cannot be opened: %s.", path,
                          strerror(errno));
    (void)close(fd);
    return TACIT_OK;
}

/* Whether the answer of `sql` is the one text `wanted`. */
static bool says(const file_log *s, const char *sql, const char *wanted)
{
    sqlite3_stmt *q = NULL;
    const bool ready = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK;
    const bool row = ready && sqlite3_step(q) == SQLITE_ROW;
    const char *text = row ? (const char *)sqlite3_column_text(q, 0) : NULL;
    const bool same = text != NULL && strcmp(text, wanted) == 0;
    const bool ends = row && sqlite3_step(q) == SQLITE_DONE;
    return sqlite3_finalize(q) == SQLITE_OK && same && ends;
}

static tacit_status configure(tacit_ctx *cx, file_log *s)
{
    (void)sqlite3_extended_result_codes(s->db, 1);
    (void)sqlite3_busy_timeout(s->db, BUSY_MILLISECONDS);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    TACIT_TRY(execute(cx, s, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", "opened"));
    if (!s->writes)
        return execute(cx, s, "PRAGMA query_only=ON", "opened");
    if (!says(s, "PRAGMA journal_mode=WAL", "wal"))
        return fail(cx, s, "opened for writing");
    return execute(cx, s, "PRAGMA synchronous=FULL; PRAGMA fullfsync=ON", "opened");
}

/* Make the table in a file that has none. */
static tacit_status make_table(tacit_ctx *cx, file_log *s, const char *path)
{
    if (!says(s, "SELECT count(*) FROM sqlite_schema", "0"))
        return TACIT_OK;
    TACIT_TRY(execute(cx, s, "BEGIN IMMEDIATE", "made"));
    if (says(s, "SELECT count(*) FROM sqlite_schema", "0"))
        TACIT_TRY(execute(cx, s, SCHEMA, "made"));
    TACIT_TRY(execute(cx, s, "COMMIT", "made"));
    return sync_folder_of(cx, path);
}

static tacit_status prepare(tacit_ctx *cx, file_log *s)
{
    const bool done = sqlite3_prepare_v3(s->db, "SELECT body, answer FROM log WHERE number = ?", -1,
                                         SQLITE_PREPARE_PERSISTENT, &s->row, NULL) == SQLITE_OK &&
                      sqlite3_prepare_v3(s->db, "INSERT INTO log VALUES (?, ?, ?, ?)", -1,
                                         SQLITE_PREPARE_PERSISTENT, &s->append, NULL) == SQLITE_OK;
    return done ? TACIT_OK : fail(cx, s, "read");
}

static tacit_status show_name(tacit_ctx *cx, const char *place, const char **out)
{
    (void)cx;
    *out = place;
    return TACIT_OK;
}

static tacit_status open_log(tacit_ctx *cx, const char *place, tacit_ledger_mode mode, void **log,
                             bool *there)
{
    file_log *s = NULL;
    char *real = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *s, &s));
    *log = s;
    s->writes = mode == TACIT_LEDGER_WRITE;
    *there = access(place, F_OK) == 0;
    TACIT_TRY(tacit_scratch_format(cx, &real, "%s%s", place[0] == '/' ? "" : "./", place));
    TACIT_TRY(tacit_copy_text(cx, real, &s->path));
    s->name = s->path + (place[0] == '/' ? 0 : 2);
    return TACIT_OK;
}

static tacit_status start(tacit_ctx *cx, void *log, bool make)
{
    file_log *s = log;
    if (make)
        TACIT_TRY(make_file(cx, s->name));
    if (sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return fail(cx, s, "opened");
    TACIT_TRY(configure(cx, s));
    if (make)
        TACIT_TRY(make_table(cx, s, s->name));
    if (!says(s, "SELECT sql FROM sqlite_schema", SCHEMA))
        return (sqlite3_errcode(s->db) & 0xff) == SQLITE_BUSY
                   ? fail(cx, s, "read")
                   : tacit_fail(cx, TACIT_ERR_DATA,
                                "%s is no ledger, or is damaged: " TACIT_LEDGER_RECOVER, s->name);
    if (!says(s, "PRAGMA quick_check(1)", "ok"))
        return tacit_fail(cx, TACIT_ERR_DATA, "The ledger %s is damaged: " TACIT_LEDGER_RECOVER,
                          s->name);
    return prepare(cx, s);
}

static void close_log(void *log)
{
    file_log *s = log;
    if (s == NULL)
        return;
    (void)sqlite3_finalize(s->row);
    (void)sqlite3_finalize(s->append);
    (void)sqlite3_close(s->db);
    tacit_free(s->path);
    tacit_free(s);
}

/* ---- rows ---- */

static tacit_status begin(tacit_ctx *cx, void *log)
{
    return execute(cx, log, "BEGIN IMMEDIATE", "written");
}

static void undo(void *log)
{
    const file_log *s = log;
    if (sqlite3_get_autocommit(s->db) == 0)
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

static tacit_status end(tacit_ctx *cx, void *log)
{
    return execute(cx, log, "COMMIT", "written");
}

/* A blob of the row that a statement stands on; false if memory is exhausted. */
static bool blob_at(sqlite3_stmt *q, int column, const void **out, size_t *n)
{
    *out = sqlite3_column_blob(q, column);
    *n = (size_t)sqlite3_column_bytes(q, column);
    return *out != NULL || *n == 0;
}

/* The row that a statement stands on, handed on. */
static tacit_status hand_on(tacit_ctx *cx, sqlite3_stmt *q, tacit_store_take *take, void *user)
{
    tacit_store_row row = { .link.n = (uint64_t)sqlite3_column_int64(q, 0) };
    const void *hash = NULL, *answer = NULL;
    size_t n = 0;
    if (!blob_at(q, 1, &row.body, &row.n) || !blob_at(q, 2, &hash, &n) ||
        !blob_at(q, 3, &answer, &row.answer.length))
        return tacit_fail_memory(cx);
    if (row.body == NULL || n != sizeof row.link.hash)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A row of the ledger is damaged: " TACIT_LEDGER_RECOVER);
    memcpy(row.link.hash, hash, n);
    row.answer.found = sqlite3_column_type(q, 3) != SQLITE_NULL;
    row.answer.bytes = answer;
    return take(cx, user, &row);
}

static tacit_status hand_on_all(tacit_ctx *cx, const file_log *s, sqlite3_stmt *q,
                                tacit_store_take *take, void *user)
{
    int code = sqlite3_step(q);
    for (; code == SQLITE_ROW; code = sqlite3_step(q))
        TACIT_TRY(hand_on(cx, q, take, user));
    return code == SQLITE_DONE ? TACIT_OK : fail(cx, s, "read");
}

/* A statement of its own for each call, because `take` may read, too. */
static tacit_status read_rows(tacit_ctx *cx, void *log, const tacit_store_range *range,
                              tacit_store_take *take, void *user)
{
    const file_log *s = log;
    sqlite3_stmt *q = NULL;
    const char *sql =
        range->answers ? "SELECT number, body, hash, answer FROM log WHERE number BETWEEN ? AND ? "
                         "ORDER BY number"
                       : "SELECT number, body, hash, NULL FROM log WHERE number BETWEEN ? AND ? "
                         "ORDER BY number";
    const uint64_t to = range->to > INT64_MAX ? INT64_MAX : range->to;
    const bool ready = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK &&
                       sqlite3_bind_int64(q, 1, (sqlite3_int64)range->from) == SQLITE_OK &&
                       sqlite3_bind_int64(q, 2, (sqlite3_int64)to) == SQLITE_OK;
    const tacit_status status = ready ? hand_on_all(cx, s, q, take, user) : fail(cx, s, "read");
    (void)sqlite3_finalize(q);
    return status;
}

static tacit_status append(tacit_ctx *cx, void *log, const tacit_store_row *row)
{
    const file_log *s = log;
    const tacit_ledger_answer *answer = &row->answer;
    sqlite3_stmt *q = s->append;
    (void)sqlite3_reset(q);
    bool done = sqlite3_bind_int64(q, 1, (sqlite3_int64)row->link.n) == SQLITE_OK &&
                sqlite3_bind_blob64(q, 2, row->body, row->n, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_bind_blob64(q, 3, row->link.hash, sizeof row->link.hash, SQLITE_STATIC) ==
                    SQLITE_OK;
    if (done && !answer->found)
        done = sqlite3_bind_null(q, 4) == SQLITE_OK;
    else if (done)
        done = sqlite3_bind_blob64(q, 4, answer->length == 0 ? "" : answer->bytes, answer->length,
                                   SQLITE_STATIC) == SQLITE_OK;
    done = done && sqlite3_step(q) == SQLITE_DONE;
    const tacit_status status = done ? TACIT_OK : fail(cx, s, "written");
    (void)sqlite3_reset(q);
    (void)sqlite3_clear_bindings(q);
    return status;
}

/* A blob in scratch memory, with a final NUL. */
static tacit_status copy_blob(tacit_ctx *cx, sqlite3_stmt *q, int column, const char **out,
                              size_t *n)
{
    const void *blob = NULL;
    char *bytes = NULL;
    if (!blob_at(q, column, &blob, n))
        return tacit_fail_memory(cx);
    TACIT_TRY(tacit_scratch(cx, *n + 1, 1, &bytes));
    if (*n > 0)
        memcpy(bytes, blob, *n);
    *out = bytes;
    return TACIT_OK;
}

static tacit_status copy_row(tacit_ctx *cx, sqlite3_stmt *q, tacit_store_row *out)
{
    const char *body = NULL;
    TACIT_TRY(copy_blob(cx, q, 0, &body, &out->n));
    out->body = body;
    out->answer.found = sqlite3_column_type(q, 1) != SQLITE_NULL;
    return copy_blob(cx, q, 1, &out->answer.bytes, &out->answer.length);
}

static tacit_status read_row(tacit_ctx *cx, void *log, uint64_t number, tacit_store_row *out)
{
    const file_log *s = log;
    sqlite3_stmt *q = s->row;
    *out = (tacit_store_row){ .link.n = number };
    int code = sqlite3_bind_int64(q, 1, (sqlite3_int64)number);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    const tacit_status status =
        code == SQLITE_ROW ? copy_row(cx, q, out)
        : code == SQLITE_DONE
            ? tacit_fail(cx, TACIT_ERR_DATA, "A row of the ledger is gone: " TACIT_LEDGER_RECOVER)
            : fail(cx, s, "read");
    (void)sqlite3_reset(q);
    return status;
}

const tacit_ledger_store tacit_store_sqlite = { .name = show_name,
                                                .open = open_log,
                                                .start = start,
                                                .close = close_log,
                                                .begin = begin,
                                                .undo = undo,
                                                .end = end,
                                                .read = read_rows,
                                                .append = append,
                                                .row = read_row };
