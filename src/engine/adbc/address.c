/*
 * address.c - which driver, which database and which table.
 *
 * An address is adbc:driver=NAME;KEY=VALUE;...#TABLE.  NAME is that of a library in one of the
 * folders that TACIT_ADBC_DRIVERS lists: a driver is code that runs in this process, and a plan,
 * which others may have written, does not choose it freely.  What else there is goes to the driver,
 * but for `entry` and `dialect`; a value $NAME is that of the variable NAME, and secrets can only
 * be given so.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/adbc/data.h"

static tacit_status fail_address(tacit_ctx *cx)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The address of the data is not understood; write "
                      "adbc:driver=NAME;KEY=VALUE;...#schema.table.");
}

/* Whether a key, or an address among the values, is one of a secret. */
static bool is_secret(const char *key, const char *value)
{
    static const char *const WORDS[] = { "pass", "pwd", "secret", "token", "credential", "key" };
    char small[128];
    size_t n = 0;
    for (; key[n] != '\0' && n + 1 < sizeof small; n++)
        small[n] = (char)tolower((unsigned char)key[n]);
    small[n] = '\0';
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strstr(small, WORDS[i]) != NULL)
            return true;
    const char *host = strstr(value, "://"), *at = host != NULL ? strchr(host, '@') : NULL;
    return at != NULL && memchr(host + 3, ':', (size_t)(at - host - 3)) != NULL;
}

/* The value of an option: as it is, or that of the variable it names. */
static tacit_status take_value(tacit_ctx *cx, const char *key, const char *value, const char **out)
{
    *out = value;
    if (value[0] == '$') {
        *out = getenv(value + 1);
        return *out != NULL ? TACIT_OK
                            : tacit_fail(cx, TACIT_ERR_INPUT,
                                         "The address of the data takes '%s' from the variable %s, "
                                         "which is not set.",
                                         key, value + 1);
    }
    if (!is_secret(key, value))
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The address of the data has a secret in it ('%s'); keep it in a variable of "
                      "the environment and write %s=$NAME.",
                      key, key);
}

/* The library called `name` in one of the folders that are listed. */
static tacit_status find_driver(tacit_ctx *cx, const char *name, const char **out)
{
    const char *folders = getenv("TACIT_ADBC_DRIVERS");
    char *path = NULL;
    struct stat st;
    if (name == NULL || name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The address of the data does not name a driver: write driver=NAME, the "
                          "name of a library in a folder that TACIT_ADBC_DRIVERS lists.");
    for (const char *at = folders; at != NULL && *at != '\0'; at += *at == ':') {
        const size_t n = strcspn(at, ":");
        TACIT_TRY(tacit_scratch_format(cx, &path, "%.*s/%s", (int)n, at, name));
        *out = path;
        if (at[0] == '/' && stat(path, &st) == 0 && S_ISREG(st.st_mode))
            return (st.st_mode & S_IWOTH) == 0
                       ? TACIT_OK
                       : tacit_fail(cx, TACIT_ERR_INPUT,
                                    "The driver %s can be changed by everybody; take that right "
                                    "away first.",
                                    name);
        at += n;
    }
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The driver %s is in none of the folders that TACIT_ADBC_DRIVERS lists; put "
                      "there the absolute path of the folder that it is in.",
                      name);
}

static tacit_status take_option(tacit_ctx *cx, char *text, tacit_adbc_place *p)
{
    char *equals = strchr(text, '=');
    const char *value = NULL;
    if (equals == NULL || equals == text)
        return fail_address(cx);
    *equals = '\0';
    TACIT_TRY(take_value(cx, text, equals + 1, &value));
    if (strcmp(text, "driver") == 0)
        p->driver = value;
    else if (strcmp(text, "entry") == 0)
        p->entry = value;
    else if (strcmp(text, "dialect") == 0)
        p->dialect = value;
    else
        p->option[p->n++] = (tacit_adbc_option){ .key = text, .value = value };
    return TACIT_OK;
}

tacit_status tacit_adbc_place_of(tacit_ctx *cx, const char *uri, tacit_adbc_place *out)
{
    char *text = NULL;
    *out = (tacit_adbc_place){ 0 };
    TACIT_TRY(tacit_scratch_text(cx, strchr(uri, ':') + 1, &text));
    char *mark = strrchr(text, '#');
    if (mark == NULL || mark[1] == '\0')
        return fail_address(cx);
    *mark = '\0';
    out->table = mark + 1;
    TACIT_TRY(tacit_scratch(cx, strlen(text) + 1, sizeof *out->option, &out->option));
    for (char *at = text, *next = NULL; at != NULL && *at != '\0'; at = next) {
        next = strchr(at, ';');
        if (next != NULL)
            *next++ = '\0';
        TACIT_TRY(take_option(cx, at, out));
    }
    return find_driver(cx, out->driver, &out->driver);
}
