/*
 * names.c - which column names the formats of statistical packages allow.
 *
 * Stata: 32 letters, digits and underscores, no digit first, no reserved word.  SPSS:
 * 64 bytes, letters (of any script), digits and . _ $ # @, a letter or @ first, no full
 * stop last, no reserved word, upper and lower case alike.  SAS transport: 32 (8 in
 * version 5) letters, digits and underscores, no digit first, case alike.  A name that
 * is not allowed is an error that names the column: nothing is renamed behind the
 * user's back.  O(columns).
 */
#include "engine/readstat/file.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { STATA_BYTES = 32, SPSS_BYTES = 64, SAS_BYTES = 32 };

static const char *const STATA_WORDS[] = { "_all",  "_b",   "byte",  "_coef", "_cons", "double",
                                           "float", "if",   "in",    "int",   "long",  "_n",
                                           "_N",    "_pi",  "_pred", "_rc",   "_skip", "strL",
                                           "using", "with", NULL };
static const char *const SPSS_WORDS[] = { "ALL", "AND", "BY",  "EQ", "GE", "GT",   "LE",
                                          "LT",  "NE",  "NOT", "OR", "TO", "WITH", NULL };

static bool is_word(const char *const *words, const char *name)
{
    for (; *words != NULL; words++)
        if (strcmp(*words, name) == 0)
            return true;
    return false;
}

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Letters, digits and underscores, no digit first. */
static bool is_identifier(const char *name)
{
    if (!is_letter((unsigned char)name[0]) && name[0] != '_')
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!is_letter((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

/* str followed by a number is the name of a Stata type. */
static bool is_stata_type(const char *name)
{
    return strncmp(name, "str", 3) == 0 && isdigit((unsigned char)name[3]);
}

static bool is_stata_name(const char *name)
{
    return strlen(name) <= STATA_BYTES && is_identifier(name) && !is_word(STATA_WORDS, name) &&
           !is_stata_type(name);
}

static bool is_spss_word(const char *name)
{
    for (const char *const *word = SPSS_WORDS; *word != NULL; word++)
        if (strcasecmp(*word, name) == 0)
            return true;
    return false;
}

static bool is_spss_name(const char *name)
{
    const size_t n = strlen(name);
    const unsigned char first = (unsigned char)name[0];
    if (n == 0 || n > SPSS_BYTES || name[n - 1] == '.' || is_spss_word(name))
        return false;
    if (!is_letter(first) && first != '@' && first < 0x80)
        return false;
    for (const char *c = name; *c != '\0'; c++) {
        const unsigned char u = (unsigned char)*c;
        if (u < 0x80 && !is_letter(u) && !isdigit(u) && strchr("._$#@", *c) == NULL)
            return false;
    }
    return true;
}

static bool is_allowed(tacit_readstat_family family, const char *name)
{
    if (family == TACIT_READSTAT_STATA)
        return is_stata_name(name);
    if (family == TACIT_READSTAT_SPSS)
        return is_spss_name(name);
    return strlen(name) <= SAS_BYTES && is_identifier(name);
}

static const char *rule(tacit_readstat_family family)
{
    switch (family) {
    case TACIT_READSTAT_STATA:
        return "at most 32 letters a-z, digits and underscores, no digit first, no reserved word";
    case TACIT_READSTAT_SPSS:
        return "at most 64 bytes of letters, digits and . _ $ # @, a letter first, no reserved "
               "word";
    case TACIT_READSTAT_SAS:
    default:
        return "at most 32 letters a-z, digits and underscores, no digit first";
    }
}

/* Fail if the name differs from an earlier one in upper and lower case only. */
static tacit_status check_case(tacit_ctx *cx, const tacit_readstat_format *format, tacit_dict *seen,
                               const char *name, size_t j)
{
    char lower[SPSS_BYTES + 1] = { 0 };
    const size_t n = strlen(name);
    TACIT_ASSERT(n <= SPSS_BYTES);
    for (size_t i = 0; i < n; i++)
        lower[i] = format->family == TACIT_READSTAT_STATA ? name[i]
                                                          : (char)tolower((unsigned char)name[i]);
    uint32_t code = 0;
    TACIT_TRY(tacit_dict_add(cx, seen, lower, n, &code));
    if (code == j)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "A %s file cannot hold column '%s' beside another of the same name in "
                      "different case.",
                      format->title, name);
}

static tacit_status check_all(tacit_ctx *cx, const tacit_readstat_format *format,
                              const tacit_table *shape, tacit_dict *seen)
{
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        const char *name = tacit_column_name(tacit_table_column(shape, j));
        if (!is_allowed(format->family, name))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "A %s file cannot hold a column named '%s': a name is %s.",
                              format->title, name, rule(format->family));
        TACIT_TRY(check_case(cx, format, seen, name, j));
    }
    return TACIT_OK;
}

tacit_status tacit_readstat_names_check(tacit_ctx *cx, const tacit_readstat_format *format,
                                        const tacit_table *shape)
{
    tacit_dict *seen = NULL;
    TACIT_TRY(tacit_dict_new(cx, &seen));
    const tacit_status status = check_all(cx, format, shape, seen);
    tacit_dict_free(seen);
    return status;
}
