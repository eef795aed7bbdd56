/*
 * settings.c - SET, SHOW and RESET: what drivers set, and what is tacit's own.
 *
 * Most settings are there because clients set or ask them when they connect; they change nothing,
 * as nothing here depends on them.  One that would have to change what is told takes only the
 * value that it has.
 */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/version.h"
#include "query/grammar/tree.h"
#include "server/wire/own.h"

/* What a setting takes. */
typedef enum takes { ANY = 0, FIXED, SWITCH, EPSILON, UTF8, TIME } takes;

static const struct setting {
    const char *name, *preset;
    takes takes;
    bool told; /* to a client that logs in */
} SETTINGS[] = {
    [TACIT_WIRE_APPLICATION] = { "application_name", "", ANY, true },
    [TACIT_WIRE_ENCODING] = { "client_encoding", "UTF8", UTF8, true },
    [TACIT_WIRE_DATE_STYLE] = { "DateStyle", "ISO, MDY", ANY, true },
    [TACIT_WIRE_MESSAGES] = { "client_min_messages", "notice", ANY, false },
    [TACIT_WIRE_ERROR] = { "tacit.error", "off", SWITCH, false },
    [TACIT_WIRE_EPSILON] = { "tacit.epsilon", "", EPSILON, false },
    [TACIT_WIRE_TIMEOUT] = { "statement_timeout", "0", TIME, false },
    { "default_transaction_isolation", "serializable", ANY, false },
    { "default_transaction_read_only", "on", FIXED, true },
    { "extra_float_digits", "1", ANY, false },
    { "idle_in_transaction_session_timeout", "0", ANY, false },
    { "in_hot_standby", "off", FIXED, true },
    { "integer_datetimes", "on", FIXED, true },
    { "IntervalStyle", "postgres", ANY, true },
    { "is_superuser", "off", FIXED, true },
    { "lock_timeout", "0", ANY, false },
    { "max_identifier_length", "63", FIXED, false },
    { "row_security", "on", ANY, false },
    { "search_path", "public", ANY, false },
    { "server_encoding", "UTF8", FIXED, true },
    { "server_version", "15.0 (tacit " TACIT_VERSION ")", FIXED, true },
    { "server_version_num", "150000", FIXED, false },
    { "standard_conforming_strings", "on", FIXED, true },
    { "synchronize_seqscans", "on", ANY, false },
    { "TimeZone", "UTC", ANY, true },
    { "transaction_isolation", "serializable", ANY, false },
    { "transaction_read_only", "on", FIXED, false },
    { "transaction_deferrable", "off", ANY, false },
    { "bytea_output", "hex", ANY, false },
};
enum { N = sizeof SETTINGS / sizeof SETTINGS[0] };
_Static_assert(N <= (int)TACIT_WIRE_SETTINGS, "A session has room for all settings.");

static size_t find(const char *name)
{
    size_t i = 0;
    while (i < N && strcasecmp(SETTINGS[i].name, name) != 0)
        i++;
    return i;
}

static const char *value_of(const tacit_wire_session *s, size_t i)
{
    return s->setting[i] != NULL ? s->setting[i] : SETTINGS[i].preset;
}

const char *tacit_wire_setting(const tacit_wire_session *s, const char *name)
{
    const size_t i = find(name);
    if (strcasecmp(name, "session_authorization") == 0)
        return s->user;
    return i < N ? value_of(s, i) : NULL;
}

static bool reads_as_on(const char *value)
{
    return strcasecmp(value, "on") == 0 || strcasecmp(value, "true") == 0 ||
           strcasecmp(value, "yes") == 0 || strcmp(value, "1") == 0;
}

static bool reads_as_off(const char *value)
{
    return strcasecmp(value, "off") == 0 || strcasecmp(value, "false") == 0 ||
           strcasecmp(value, "no") == 0 || strcmp(value, "0") == 0;
}

bool tacit_wire_is_on(const tacit_wire_session *s, enum tacit_wire_setting i)
{
    return reads_as_on(value_of(s, i));
}

/* A time as PostgreSQL writes it, in nanoseconds: a number of milliseconds, or with a unit. */
static bool read_time(const char *text, uint64_t *out)
{
    static const struct {
        const char *name;
        double nanoseconds;
    } UNITS[] = { { "", 1e6 },     { "us", 1e3 },   { "ms", 1e6 },   { "s", 1e9 },
                  { "min", 6e10 }, { "h", 3.6e12 }, { "d", 8.64e13 } };
    const size_t digits = strspn(text, "0123456789.");
    const char *unit = text + digits + strspn(text + digits, " ");
    char number[32];
    double x = 0;
    (void)snprintf(number, sizeof number, "%.*s", (int)digits, text);
    if (digits >= sizeof number || !tacit_parse_real(number, &x))
        return false;
    for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++) {
        *out = (uint64_t)(x * UNITS[i].nanoseconds);
        if (strcmp(unit, UNITS[i].name) == 0 && x * UNITS[i].nanoseconds <= 2147483647e6)
            return true;
    }
    return false;
}

uint64_t tacit_wire_timeout(const tacit_wire_session *s)
{
    uint64_t time = 0;
    return read_time(value_of(s, TACIT_WIRE_TIMEOUT), &time) ? time : 0;
}

/* Whether a setting takes the value. */
static bool fits(size_t i, const char *value)
{
    double x = 0;
    uint64_t time = 0;
    switch (SETTINGS[i].takes) {
    case FIXED:
        return strcasecmp(value, SETTINGS[i].preset) == 0 ||
               (reads_as_on(value) && reads_as_on(SETTINGS[i].preset)) ||
               (reads_as_off(value) && reads_as_off(SETTINGS[i].preset));
    case SWITCH:
        return reads_as_on(value) || reads_as_off(value);
    case EPSILON:
        return *value == '\0' || (tacit_parse_real(value, &x) && x > 0 && x < 1000);
    case TIME:
        return read_time(value, &time);
    case UTF8:
        return strcasecmp(value, "utf8") == 0 || strcasecmp(value, "utf-8") == 0 ||
               strcasecmp(value, "unicode") == 0 || strcasecmp(value, "sql_ascii") == 0;
    default:
        return strlen(value) < 256;
    }
}

static void forget(tacit_wire_session *s, size_t i)
{
    union {
        const char *kept;
        char *own;
    } text = { s->setting[i] };
    tacit_free(text.own);
    s->setting[i] = NULL;
}

static void tell(tacit_wire_session *s, const char *name, const char *value)
{
    tacit_wire_begin(s, 'S');
    tacit_wire_put_text(s, name);
    tacit_wire_put_text(s, value);
    tacit_wire_end(s);
}

tacit_status tacit_wire_set(tacit_wire_session *s, tacit_ctx *cx, const char *name,
                            const char *value)
{
    const size_t i = find(name);
    char *copy = NULL;
    if (i == N)
        return tacit_wire_refuse(s, cx, "42704", "There is no setting '%.60s'.", name);
    if (!fits(i, value) || !tacit_is_utf8(value, strlen(value)))
        return tacit_wire_refuse(s, cx, "22023", "The setting '%s' does not take this value%s%s.",
                                 SETTINGS[i].name, SETTINGS[i].takes == FIXED ? "; it is " : "",
                                 SETTINGS[i].takes == FIXED ? SETTINGS[i].preset : "");
    TACIT_TRY(tacit_copy_text(cx, SETTINGS[i].takes == UTF8 ? "UTF8" : value, &copy));
    forget(s, i);
    s->setting[i] = copy;
    if (SETTINGS[i].told && s->number != 0 && s->setting_told)
        tell(s, SETTINGS[i].name, copy);
    return TACIT_OK;
}

void tacit_wire_reset(tacit_wire_session *s)
{
    for (size_t i = 0; i < N; i++)
        forget(s, i);
}

void tacit_wire_send_settings(tacit_wire_session *s)
{
    for (size_t i = 0; i < N; i++)
        if (SETTINGS[i].told)
            tell(s, SETTINGS[i].name, value_of(s, i));
    tell(s, "session_authorization", s->user);
    s->setting_told = true;
}

/* ---- the statements ---- */

/* The words of the values of a SET, with commas between. */
static tacit_status read_values(tacit_wire_session *s, tacit_ctx *cx, const json_t *args,
                                char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    for (size_t i = 0; i < json_array_size(args); i++) {
        const json_t *node = json_array_get(args, i), *k = tacit_sql_is(node, "A_Const");
        const json_t *whole = json_object_get(k, "ival");
        const char *text = json_string_value(json_object_get(json_object_get(k, "sval"), "sval"));
        if (text == NULL)
            text = json_string_value(json_object_get(json_object_get(k, "fval"), "fval"));
        if (text == NULL && whole == NULL)
            return tacit_wire_refuse(s, cx, "22023", "A setting is set to a constant.");
        if (text != NULL)
            TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, i > 0 ? ", " : "", text));
        else
            TACIT_TRY(tacit_scratch_format(
                cx, out, "%s%s%lld", *out, i > 0 ? ", " : "",
                (long long)json_integer_value(json_object_get(whole, "ival"))));
    }
    return TACIT_OK;
}

tacit_status tacit_wire_run_set(tacit_wire_session *s, tacit_ctx *cx, const json_t *node,
                                tacit_wire_result *out)
{
    const json_t *set = tacit_sql_is(node, "VariableSetStmt");
    const char *kind = json_string_value(json_object_get(set, "kind"));
    const char *name = json_string_value(json_object_get(set, "name"));
    char *value = NULL;
    const bool resets = strcmp(kind, "VAR_RESET") == 0 || strcmp(kind, "VAR_SET_DEFAULT") == 0;
    (void)snprintf(out->tag, sizeof out->tag, strncmp(kind, "VAR_RESET", 9) == 0 ? "RESET" : "SET");
    if (strcmp(kind, "VAR_RESET_ALL") == 0)
        tacit_wire_reset(s);
    /* SET TRANSACTION and SESSION CHARACTERISTICS: every session reads, and one at a time. */
    if (strcmp(kind, "VAR_RESET_ALL") == 0 || strcmp(kind, "VAR_SET_MULTI") == 0)
        return TACIT_OK;
    if (name == NULL || (find(name) == N && strcasecmp(name, "session_authorization") != 0))
        return tacit_wire_refuse(s, cx, "42704", "There is no setting '%.60s'.",
                                 name != NULL ? name : "");
    if (resets && find(name) < N)
        forget(s, find(name));
    if (resets)
        return TACIT_OK;
    TACIT_TRY(read_values(s, cx, json_object_get(set, "args"), &value));
    return tacit_wire_set(s, cx, name, value);
}
