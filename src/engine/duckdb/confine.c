/*
 * confine.c - a DuckDB that reaches one file.
 *
 * A database file may hold views and macros, which run when they are read: one that reads
 * another file would put it into the release.  The file and its log are allowed by name, the
 * rest is switched off, and then the settings are locked.
 */
#include "base/text.h"
#include "engine/duckdb/session.h"
#include "engine/sql.h"

static tacit_status allow(tacit_ctx *cx, const char *path, tacit_buffer *sql)
{
    char *log = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &log, "%s.wal", path));
    TACIT_TRY(tacit_buffer_text(cx, sql, "SET allowed_paths=["));
    TACIT_TRY(tacit_sql_literal(cx, sql, path));
    TACIT_TRY(tacit_buffer_text(cx, sql, ", "));
    TACIT_TRY(tacit_sql_literal(cx, sql, log));
    return tacit_buffer_text(cx, sql, "]");
}

tacit_status tacit_duckdb_confine(tacit_ctx *cx, tacit_duckdb *d, const char *path)
{
    tacit_buffer sql = { 0 };
    tacit_status status = allow(cx, path, &sql);
    if (status == TACIT_OK)
        status = tacit_duckdb_run(cx, d, sql.text, "DuckDB");
    tacit_buffer_free(&sql);
    TACIT_TRY(status);
    TACIT_TRY(tacit_duckdb_run(cx, d, "SET enable_external_access=false", "DuckDB"));
    return tacit_duckdb_run(cx, d, "SET lock_configuration=true", "DuckDB");
}
