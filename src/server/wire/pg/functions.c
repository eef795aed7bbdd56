/*
 * functions.c - functions that questions about the catalog call.
 *
 * Most say something fixed: everything is visible, nothing has a definition, sizes are not told.
 * Those that look something up do it by SQL on the same tables.
 */
#include <regex.h>
#include <string.h>

#include "server/wire/pg/own.h"

enum { PATTERN_BYTES = 200 };

#define YES(name)                                                                                  \
    {                                                                                              \
        name, TACIT_PG_WORD, "1", TACIT_PG_BOOL                                                    \
    }
#define NO(name)                                                                                   \
    {                                                                                              \
        name, TACIT_PG_WORD, "0", TACIT_PG_BOOL                                                    \
    }
#define NOTHING(name)                                                                              \
    {                                                                                              \
        name, TACIT_PG_WORD, "NULL", TACIT_PG_TEXT                                                 \
    }

static const tacit_pg_function FUNCTIONS[] = {
    YES("has_any_column_privilege"),
    YES("has_column_privilege"),
    YES("has_database_privilege"),
    YES("has_function_privilege"),
    YES("has_schema_privilege"),
    YES("has_table_privilege"),
    YES("has_type_privilege"),
    NO("has_sequence_privilege"),
    NO("has_server_privilege"),
    NO("has_tablespace_privilege"),
    YES("pg_collation_is_visible"),
    YES("pg_conversion_is_visible"),
    YES("pg_function_is_visible"),
    YES("pg_has_role"),
    NO("pg_is_in_recovery"),
    NO("pg_is_other_temp_schema"),
    YES("pg_opclass_is_visible"),
    YES("pg_operator_is_visible"),
    YES("pg_opfamily_is_visible"),
    NO("pg_relation_is_publishable"),
    NO("row_security_active"),
    YES("pg_statistics_obj_is_visible"),
    YES("pg_ts_config_is_visible"),
    YES("pg_ts_dict_is_visible"),
    YES("pg_ts_parser_is_visible"),
    YES("pg_ts_template_is_visible"),
    YES("pg_type_is_visible"),
    NOTHING("array_length"),
    NOTHING("array_lower"),
    NOTHING("array_position"),
    NOTHING("array_upper"),
    NOTHING("generate_series"),
    NOTHING("generate_subscripts"),
    NOTHING("inet_client_addr"),
    NOTHING("inet_client_port"),
    NOTHING("inet_server_addr"),
    NOTHING("inet_server_port"),
    NOTHING("json_build_object"),
    NOTHING("pg_available_extensions"),
    NOTHING("pg_database_size"),
    NOTHING("pg_get_constraintdef"),
    NOTHING("pg_get_expr"),
    NOTHING("pg_get_function_arg_default"),
    NOTHING("pg_get_function_arguments"),
    NOTHING("pg_get_function_identity_arguments"),
    NOTHING("pg_get_function_result"),
    NOTHING("pg_get_function_sqlbody"),
    NOTHING("pg_get_functiondef"),
    NOTHING("pg_get_indexdef"),
    NOTHING("pg_get_keywords"),
    NOTHING("pg_get_partition_constraintdef"),
    NOTHING("pg_get_partkeydef"),
    NOTHING("pg_get_ruledef"),
    NOTHING("pg_get_serial_sequence"),
    NOTHING("pg_get_statisticsobjdef"),
    NOTHING("pg_get_statisticsobjdef_columns"),
    NOTHING("pg_get_triggerdef"),
    NOTHING("pg_get_viewdef"),
    NOTHING("pg_indexes_size"),
    NOTHING("pg_options_to_table"),
    NOTHING("pg_partition_ancestors"),
    NOTHING("pg_partition_root"),
    NOTHING("pg_relation_filenode"),
    NOTHING("pg_relation_size"),
    NOTHING("pg_size_pretty"),
    NOTHING("pg_table_size"),
    NOTHING("pg_tablespace_location"),
    NOTHING("pg_total_relation_size"),
    NOTHING("row_to_json"),
    NOTHING("shobj_description"),
    NOTHING("unnest"),
    NOTHING("xmin"),
    { "current_schemas", TACIT_PG_WORD, "'{pg_catalog,public}'", TACIT_PG_TEXTS },
    { "current_schema", TACIT_PG_WORD, "'public'", TACIT_PG_NAME },
    { "pg_client_encoding", TACIT_PG_WORD, "'UTF8'", TACIT_PG_NAME },
    { "pg_encoding_to_char", TACIT_PG_WORD, "'UTF8'", TACIT_PG_NAME },
    { "pg_my_temp_schema", TACIT_PG_WORD, "0", TACIT_PG_OID },
    { "current_database", TACIT_PG_WORD, "tacit_database()", TACIT_PG_NAME },
    { "pg_backend_pid", TACIT_PG_WORD, "tacit_number()", TACIT_PG_INT4 },
    { "version", TACIT_PG_WORD, "tacit_version()", TACIT_PG_TEXT },
    { "current_setting", TACIT_PG_CALL, "tacit_setting", TACIT_PG_TEXT },
    { "set_config", TACIT_PG_CALL, "tacit_set_config", TACIT_PG_TEXT },
    { "quote_ident", TACIT_PG_CALL, "tacit_quote_ident", TACIT_PG_TEXT },
    { "quote_literal", TACIT_PG_CALL, "quote", TACIT_PG_TEXT },
    { "array_to_string", TACIT_PG_CALL, "tacit_first", TACIT_PG_TEXT },
    { "format_type", TACIT_PG_CALL, "tacit_format_type", TACIT_PG_TEXT },
    { "pg_get_userbyid", TACIT_PG_CALL, "tacit_role_name", TACIT_PG_NAME },
    { "obj_description", TACIT_PG_CALL, "tacit_comment", TACIT_PG_TEXT },
    { "col_description", TACIT_PG_CALL, "tacit_column_comment", TACIT_PG_TEXT },
    { "pg_table_is_visible", TACIT_PG_CALL, "tacit_is_visible", TACIT_PG_BOOL },
    { "to_regclass", TACIT_PG_CALL, "tacit_table_oid", TACIT_PG_OID },
    { "to_regtype", TACIT_PG_CALL, "tacit_type_oid", TACIT_PG_OID },
    { "pg_typeof", TACIT_PG_CALL, "typeof", TACIT_PG_TEXT },
    { "now", TACIT_PG_WORD, "datetime('now')", 1114 },
    { "abs", TACIT_PG_CALL, "abs", 0 },
    { "array_agg", TACIT_PG_CALL, "group_concat", TACIT_PG_TEXT },
    { "avg", TACIT_PG_CALL, "avg", TACIT_PG_FLOAT8 },
    { "bool_and", TACIT_PG_CALL, "min", TACIT_PG_BOOL },
    { "bool_or", TACIT_PG_CALL, "max", TACIT_PG_BOOL },
    { "btrim", TACIT_PG_CALL, "trim", TACIT_PG_TEXT },
    { "char_length", TACIT_PG_CALL, "length", TACIT_PG_INT4 },
    { "count", TACIT_PG_CALL, "count", TACIT_PG_INT8 },
    { "length", TACIT_PG_CALL, "length", TACIT_PG_INT4 },
    { "lower", TACIT_PG_CALL, "lower", TACIT_PG_TEXT },
    { "ltrim", TACIT_PG_CALL, "ltrim", TACIT_PG_TEXT },
    { "max", TACIT_PG_CALL, "max", 0 },
    { "min", TACIT_PG_CALL, "min", 0 },
    { "round", TACIT_PG_CALL, "round", 0 },
    { "rtrim", TACIT_PG_CALL, "rtrim", TACIT_PG_TEXT },
    { "string_agg", TACIT_PG_CALL, "group_concat", TACIT_PG_TEXT },
    { "substr", TACIT_PG_CALL, "substr", TACIT_PG_TEXT },
    { "substring", TACIT_PG_CALL, "substr", TACIT_PG_TEXT },
    { "sum", TACIT_PG_CALL, "sum", TACIT_PG_INT8 },
    { "upper", TACIT_PG_CALL, "upper", TACIT_PG_TEXT },
};

const tacit_pg_function *tacit_pg_function_named(const char *name)
{
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof FUNCTIONS[0]; i++)
        if (strcmp(FUNCTIONS[i].name, name) == 0)
            return &FUNCTIONS[i];
    return NULL;
}

/* ---- looking up ---- */

#define PLAIN(x) "replace(replace(replace(" x ", '\"', ''), 'public.', ''), 'pg_catalog.', '')"

/* Functions that are a SELECT with their arguments. */
static const struct lookup {
    const char *name, *sql;
} LOOKUPS[] = {
    { "tacit_format_type", "SELECT tacit_shown FROM pg_catalog.pg_type WHERE oid = ?1" },
    { "tacit_role_name", "SELECT rolname FROM pg_catalog.pg_roles WHERE oid = ?1" },
    { "tacit_comment",
      "SELECT description FROM pg_catalog.pg_description WHERE objoid = ?1 AND objsubid = 0" },
    { "tacit_column_comment",
      "SELECT description FROM pg_catalog.pg_description WHERE objoid = ?1 AND objsubid = ?2" },
    { "tacit_table_oid", "SELECT oid FROM pg_catalog.pg_class WHERE relname = " PLAIN(
                             "?1") " OR oid = ?1 "
                                   "ORDER BY oid DESC LIMIT 1" },
    { "tacit_is_visible",
      "SELECT relnamespace IN (11, 2200) FROM pg_catalog.pg_class WHERE oid = ?1" },
    { "tacit_table_name", "SELECT relname FROM pg_catalog.pg_class WHERE oid = ?1" },
    { "tacit_type_oid",
      "SELECT oid FROM pg_catalog.pg_type WHERE typname = " PLAIN("?1") " OR tacit_shown = ?1 OR "
                                                                        "oid = ?1 LIMIT 1" },
    { "tacit_space_oid",
      "SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = ?1 OR oid = ?1 LIMIT 1" },
    { "tacit_space_name", "SELECT nspname FROM pg_catalog.pg_namespace WHERE oid = ?1" },
    { "tacit_role_oid",
      "SELECT oid FROM pg_catalog.pg_roles WHERE rolname = ?1 OR oid = ?1 LIMIT 1" },
};

static void look_up(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const struct lookup *l = sqlite3_user_data(call);
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(sqlite3_context_db_handle(call), l->sql, -1, &st, NULL) != SQLITE_OK) {
        sqlite3_result_error_code(call, SQLITE_INTERNAL);
        return;
    }
    for (int i = 0; i < n && i < sqlite3_bind_parameter_count(st); i++)
        (void)sqlite3_bind_value(st, i + 1, arg[i]);
    if (sqlite3_step(st) == SQLITE_ROW)
        sqlite3_result_value(call, sqlite3_column_value(st, 0));
    (void)sqlite3_finalize(st);
}

/* ---- the session ---- */

static void tell_text(sqlite3_context *call, const char *text)
{
    if (text != NULL)
        sqlite3_result_text(call, text, -1, SQLITE_TRANSIENT);
}

static void tell_database(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const tacit_pg_catalog *c = sqlite3_user_data(call);
    (void)n, (void)arg;
    tell_text(call, c->session.database);
}

static void tell_user(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const tacit_pg_catalog *c = sqlite3_user_data(call);
    (void)n, (void)arg;
    tell_text(call, c->session.user);
}

static void tell_number(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const tacit_pg_catalog *c = sqlite3_user_data(call);
    (void)n, (void)arg;
    sqlite3_result_int64(call, c->session.number);
}

static void tell_version(sqlite3_context *call, int n, sqlite3_value **arg)
{
    (void)n, (void)arg;
    tell_text(call, "PostgreSQL 15.0 (tacit " TACIT_VERSION ": protected answers from policies)");
}

static void tell_setting(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const tacit_pg_catalog *c = sqlite3_user_data(call);
    const char *name = n > 0 ? (const char *)sqlite3_value_text(arg[0]) : NULL;
    if (name != NULL)
        tell_text(call, c->session.setting(c->session.setting_user, name));
}

/* set_config() changes nothing; its value is what would be set. */
static void tell_second(sqlite3_context *call, int n, sqlite3_value **arg)
{
    if (n > 1)
        sqlite3_result_value(call, arg[1]);
}

static void tell_first(sqlite3_context *call, int n, sqlite3_value **arg)
{
    if (n > 0)
        sqlite3_result_value(call, arg[0]);
}

/* ---- texts ---- */

/* Quote a name unless it needs no quotes. */
static void quote_ident(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const char *name = n > 0 ? (const char *)sqlite3_value_text(arg[0]) : NULL;
    if (name == NULL)
        return;
    const size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (name[plain] == '\0' && *name != '\0' && strchr("0123456789", *name) == NULL) {
        tell_text(call, name);
        return;
    }
    char *quoted = sqlite3_mprintf("\"%w\"", name);
    if (quoted == NULL)
        sqlite3_result_error_nomem(call);
    else
        sqlite3_result_text(call, quoted, -1, sqlite3_free);
}

/* Whether a text matches a pattern (the third argument: whatever the case).  Patterns are those of
 * POSIX, short and without what makes matching slow: counted repetitions, references back. */
static void match(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const char *text = (const char *)sqlite3_value_text(arg[0]);
    const char *pattern = (const char *)sqlite3_value_text(arg[1]);
    regex_t compiled;
    TACIT_ASSERT(n == 3);
    if (text == NULL || pattern == NULL)
        return;
    const char *back = strchr(pattern, '\\');
    while (back != NULL && (back[1] < '0' || back[1] > '9'))
        back = back[1] == '\0' ? NULL : strchr(back + 2, '\\');
    if (strlen(pattern) > PATTERN_BYTES || strchr(pattern, '{') != NULL || back != NULL ||
        regcomp(&compiled, pattern,
                REG_EXTENDED | REG_NOSUB | (sqlite3_value_int(arg[2]) != 0 ? REG_ICASE : 0)) != 0) {
        sqlite3_result_error(call, "pattern", -1);
        return;
    }
    sqlite3_result_int(call, regexec(&compiled, text, 0, NULL, 0) == 0);
    regfree(&compiled);
}

/* Whether a value is one of an array's, {a,b}. */
static void is_any(sqlite3_context *call, int n, sqlite3_value **arg)
{
    const char *value = (const char *)sqlite3_value_text(arg[0]);
    const char *at = (const char *)sqlite3_value_text(arg[1]);
    bool found = false;
    TACIT_ASSERT(n == 2);
    if (value == NULL || at == NULL)
        return;
    for (at += strspn(at, "{, "); !found && *at != '\0'; at += strspn(at, "{}, ")) {
        const size_t length = strcspn(at, "}, ");
        found = length == strlen(value) && memcmp(at, value, length) == 0;
        at += length;
    }
    sqlite3_result_int(call, found);
}

/* ---- making them known ---- */

typedef void body(sqlite3_context *call, int n, sqlite3_value **arg);

static const struct own {
    const char *name;
    int n;
    body *run;
} OWN[] = {
    { "tacit_database", 0, tell_database },
    { "tacit_user", 0, tell_user },
    { "tacit_number", 0, tell_number },
    { "tacit_version", 0, tell_version },
    { "tacit_setting", -1, tell_setting },
    { "tacit_set_config", -1, tell_second },
    { "tacit_first", -1, tell_first },
    { "tacit_quote_ident", 1, quote_ident },
    { "tacit_match", 3, match },
    { "tacit_any", 2, is_any },
};

tacit_status tacit_pg_add_functions(tacit_ctx *cx, tacit_pg_catalog *c)
{
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < sizeof OWN / sizeof OWN[0]; i++)
        code = sqlite3_create_function(c->db, OWN[i].name, OWN[i].n, SQLITE_UTF8, c, OWN[i].run,
                                       NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < sizeof LOOKUPS / sizeof LOOKUPS[0]; i++) {
        union {
            const struct lookup *kept;
            void *given;
        } user = { &LOOKUPS[i] };
        code = sqlite3_create_function(c->db, LOOKUPS[i].name, -1, SQLITE_UTF8, user.given, look_up,
                                       NULL, NULL);
    }
    return code == SQLITE_OK ? TACIT_OK : tacit_pg_fail(cx, c);
}
