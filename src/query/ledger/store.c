/*
 * store.c - the log in an SQLite file (Hipp 2000): its most tested way to survive a stop anywhere.
 *
 * Write-ahead log with synchronous=FULL: COMMIT returns when the row is on the disk.  The file is
 * made for its owner alone, and its folder is synced.  A file that others have written cannot make
 * SQLite run anything: it must have the one table, word for word, and nothing besides.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "query/ledger/own.h"

#define SCHEMA                                                                                     \
    "CREATE TABLE log(number INTEGER PRIMARY KEY, body BLOB NOT NULL, hash BLOB NOT NULL, "        \
    "answer BLOB) STRICT"

/* How long to wait for other processes. */
enum { BUSY_MILLISECONDS = 20000 };

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB ||
           (code & 0xff) == SQLITE_FORMAT || (code & 0xff) == SQLITE_ERROR ||
           code == SQLITE_IOERR_SHORT_READ;
}

tacit_status tacit_store_fail(tacit_ctx *cx, const tacit_store_log *s, const char *what)
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

static tacit_status execute(tacit_ctx *cx, const tacit_store_log *s, const char *sql,
                            const char *what)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? TACIT_OK
                                                                   : tacit_store_fail(cx, s, what);
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
static bool says(const tacit_store_log *s, const char *sql, const char *wanted)
{
    sqlite3_stmt *q = NULL;
    const bool ready = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK;
    const bool row = ready && sqlite3_step(q) == SQLITE_ROW;
    const char *text = row ? (const char *)sqlite3_column_text(q, 0) : NULL;
    const bool same = text != NULL && strcmp(text, wanted) == 0;
    const bool ends = row && sqlite3_step(q) == SQLITE_DONE;
    return sqlite3_finalize(q) == SQLITE_OK && same && ends;
}

static tacit_status configure(tacit_ctx *cx, tacit_store_log *s)
{
    (void)sqlite3_extended_result_codes(s->db, 1);
    (void)sqlite3_busy_timeout(s->db, BUSY_MILLISECONDS);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    TACIT_TRY(execute(cx, s, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", "opened"));
    if (!s->writes)
        return TACIT_OK;
    if (!says(s, "PRAGMA journal_mode=WAL", "wal"))
        return tacit_store_fail(cx, s, "opened for writing");
    return execute(cx, s, "PRAGMA synchronous=FULL; PRAGMA fullfsync=ON", "opened");
}

/* Make the table in a file that has none. */
static tacit_status make_table(tacit_ctx *cx, tacit_store_log *s, const char *path)
{
    if (!says(s, "SELECT count(*) FROM sqlite_schema", "0"))
        return TACIT_OK;
    TACIT_TRY(execute(cx, s, "BEGIN IMMEDIATE", "made"));
    if (says(s, "SELECT count(*) FROM sqlite_schema", "0"))
        TACIT_TRY(execute(cx, s, SCHEMA, "made"));
    TACIT_TRY(execute(cx, s, "COMMIT", "made"));
    return sync_folder_of(cx, path);
}

static tacit_status prepare(tacit_ctx *cx, tacit_store_log *s)
{
    const bool done =
        sqlite3_prepare_v3(s->db,
                           "SELECT number, body, hash FROM log WHERE number > ? ORDER BY number",
                           -1, SQLITE_PREPARE_PERSISTENT, &s->rows, NULL) == SQLITE_OK &&
        sqlite3_prepare_v3(s->db, "SELECT body, answer FROM log WHERE number = ?", -1,
                           SQLITE_PREPARE_PERSISTENT, &s->answer, NULL) == SQLITE_OK &&
        sqlite3_prepare_v3(s->db, "INSERT INTO log VALUES (?, ?, ?, ?)", -1,
                           SQLITE_PREPARE_PERSISTENT, &s->append, NULL) == SQLITE_OK;
    return done ? TACIT_OK : tacit_store_fail(cx, s, "read");
}

static tacit_status open_log(tacit_ctx *cx, const char *path, bool make, tacit_store_log *s)
{
    if (make)
        TACIT_TRY(make_file(cx, path));
    const int flags =
        (s->writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX;
    char *real = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &real, "%s%s", path[0] == '/' ? "" : "./", path));
    if (sqlite3_open_v2(real, &s->db, flags, NULL) != SQLITE_OK)
        return tacit_store_fail(cx, s, "opened");
    TACIT_TRY(configure(cx, s));
    if (make)
        TACIT_TRY(make_table(cx, s, path));
    if (!says(s, "SELECT sql FROM sqlite_schema", SCHEMA))
        return (sqlite3_errcode(s->db) & 0xff) == SQLITE_BUSY
                   ? tacit_store_fail(cx, s, "read")
                   : tacit_fail(cx, TACIT_ERR_DATA,
                                "%s is no ledger, or is damaged: " TACIT_LEDGER_RECOVER, path);
    if (!says(s, "PRAGMA quick_check(1)", "ok"))
        return tacit_fail(cx, TACIT_ERR_DATA, "The ledger %s is damaged: " TACIT_LEDGER_RECOVER,
                          path);
    return prepare(cx, s);
}

tacit_status tacit_store_open_log(tacit_ctx *cx, const char *path, tacit_ledger_mode mode,
                                  bool make, tacit_store_log *out)
{
    *out = (tacit_store_log){ .writes = mode == TACIT_LEDGER_WRITE };
    const tacit_status status = open_log(cx, path, make && out->writes, out);
    if (status != TACIT_OK)
        tacit_store_close_log(out);
    return status;
}

void tacit_store_close_log(tacit_store_log *s)
{
    (void)sqlite3_finalize(s->rows);
    (void)sqlite3_finalize(s->answer);
    (void)sqlite3_finalize(s->append);
    (void)sqlite3_close(s->db);
    *s = (tacit_store_log){ .db = NULL };
}

/* ---- rows ---- */

tacit_status tacit_store_begin(tacit_ctx *cx, tacit_store_log *s)
{
    return execute(cx, s, "BEGIN IMMEDIATE", "written");
}

void tacit_store_undo(tacit_store_log *s)
{
    if (sqlite3_get_autocommit(s->db) == 0)
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

tacit_status tacit_store_end(tacit_ctx *cx, tacit_store_log *s)
{
    return execute(cx, s, "COMMIT", "written");
}

/* The row that a statement stands on, handed on. */
static tacit_status hand_on(tacit_ctx *cx, sqlite3_stmt *q, tacit_store_take *take, void *user)
{
    tacit_ledger_link link = { .n = (uint64_t)sqlite3_column_int64(q, 0) };
    const void *body = sqlite3_column_blob(q, 1), *hash = sqlite3_column_blob(q, 2);
    if (body == NULL || hash == NULL || sqlite3_column_bytes(q, 2) != TACIT_SHA256_BYTES)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "A row of the ledger is damaged: " TACIT_LEDGER_RECOVER);
    memcpy(link.hash, hash, sizeof link.hash);
    return take(cx, user, &link, body, (size_t)sqlite3_column_bytes(q, 1));
}

tacit_status tacit_store_read(tacit_ctx *cx, tacit_store_log *s, uint64_t after,
                              tacit_store_take *take, void *user)
{
    int code = sqlite3_bind_int64(s->rows, 1, (sqlite3_int64)after);
    tacit_status status = TACIT_OK;
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(s->rows);
        if (code == SQLITE_ROW)
            status = hand_on(cx, s->rows, take, user);
        if (status != TACIT_OK)
            break;
    }
    if (status == TACIT_OK && code != SQLITE_DONE)
        status = tacit_store_fail(cx, s, "read");
    (void)sqlite3_reset(s->rows);
    return status;
}

tacit_status tacit_store_append(tacit_ctx *cx, tacit_store_log *s, const tacit_ledger_link *link,
                                const tacit_buffer *body, const tacit_ledger_answer *answer)
{
    sqlite3_stmt *q = s->append;
    (void)sqlite3_reset(q);
    bool done =
        sqlite3_bind_int64(q, 1, (sqlite3_int64)link->n) == SQLITE_OK &&
        sqlite3_bind_blob64(q, 2, body->text, body->length, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_bind_blob64(q, 3, link->hash, sizeof link->hash, SQLITE_STATIC) == SQLITE_OK;
    if (done && answer == NULL)
        done = sqlite3_bind_null(q, 4) == SQLITE_OK;
    else if (done)
        done = sqlite3_bind_blob64(q, 4, answer->length == 0 ? "" : answer->bytes, answer->length,
                                   SQLITE_STATIC) == SQLITE_OK;
    done = done && sqlite3_step(q) == SQLITE_DONE;
    const tacit_status status = done ? TACIT_OK : tacit_store_fail(cx, s, "written");
    (void)sqlite3_reset(q);
    (void)sqlite3_clear_bindings(q);
    return status;
}

/* A blob of the row, in scratch memory, with a final NUL. */
static tacit_status copy_blob(tacit_ctx *cx, sqlite3_stmt *q, int column, tacit_ledger_answer *out)
{
    char *bytes = NULL;
    const void *blob = sqlite3_column_blob(q, column);
    out->found = sqlite3_column_type(q, column) != SQLITE_NULL;
    out->length = (size_t)sqlite3_column_bytes(q, column);
    TACIT_TRY(tacit_scratch(cx, out->length + 1, 1, &bytes));
    if (out->length > 0 && blob == NULL)
        return tacit_fail_memory(cx);
    if (out->length > 0)
        memcpy(bytes, blob, out->length);
    out->bytes = bytes;
    return TACIT_OK;
}

tacit_status tacit_store_row(tacit_ctx *cx, tacit_store_log *s, uint64_t number,
                             tacit_ledger_answer *body, tacit_ledger_answer *answer)
{
    sqlite3_stmt *q = s->answer;
    int code = sqlite3_bind_int64(q, 1, (sqlite3_int64)number);
    if (code == SQLITE_OK)
        code = sqlite3_step(q);
    tacit_status status =
        code == SQLITE_ROW ? copy_blob(cx, q, 0, body)
        : code == SQLITE_DONE
            ? tacit_fail(cx, TACIT_ERR_DATA, "A row of the ledger is gone: " TACIT_LEDGER_RECOVER)
            : tacit_store_fail(cx, s, "read");
    if (status == TACIT_OK)
        status = copy_blob(cx, q, 1, answer);
    (void)sqlite3_reset(q);
    return status;
}
