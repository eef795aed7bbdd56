/*
 * csv_rules.c - what a text file means: delimiter, names and types of its columns.
 *
 * A disclosure-control tool must not guess away a record, hence these few and strict rules.
 * O(bytes) each.
 */
#include "engine/csv_rules.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

bool tacit_name_ends(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && strcasecmp(name + n - m, ending) == 0;
}

bool tacit_csv_is_text(const char *name)
{
    return tacit_name_ends(name, ".csv") || tacit_name_ends(name, ".tsv") ||
           tacit_name_ends(name, ".txt") || tacit_name_ends(name, ".csv.gz") ||
           tacit_name_ends(name, ".tsv.gz");
}

const tacit_value *tacit_csv_option(const tacit_args *args, size_t i)
{
    return args != NULL && args->at[i].given ? &args->at[i] : NULL;
}

bool tacit_csv_has_header(const tacit_args *args)
{
    const tacit_value *v = tacit_csv_option(args, TACIT_SOURCE_HEADER);
    return v == NULL || v->number > 0.0;
}

size_t tacit_csv_missing(const tacit_args *args, const char *const **texts)
{
    static const char *const usual[] = { "", "NA" };
    const tacit_value *given = tacit_csv_option(args, TACIT_SOURCE_MISSING);
    *texts = given != NULL ? given->texts : usual;
    return given != NULL ? given->n : 2;
}

/* ---- the first line ---- */

/* The most frequent of the usual delimiters outside quotes; a comma if there is none. */
static char find_delimiter(const char *line)
{
    static const char usual[] = ",;\t|";
    size_t count[sizeof usual] = { 0 };
    bool quoted = false;
    for (const char *c = line; *c != '\0'; c++) {
        quoted ^= *c == '"';
        const char *at = strchr(usual, *c);
        if (!quoted && at != NULL)
            count[at - usual]++;
    }
    size_t best = 0;
    for (size_t i = 1; i + 1 < sizeof usual; i++)
        if (count[i] > count[best])
            best = i;
    return usual[best];
}

static bool is_tab_separated(const char *uri)
{
    return tacit_name_ends(uri, ".tsv") || tacit_name_ends(uri, ".tsv.gz") ||
           tacit_name_ends(uri, ".tsv.zst");
}

tacit_status tacit_csv_delimiter(tacit_ctx *cx, const tacit_source *source, const char *line,
                                 char *out)
{
    const tacit_value *given = tacit_csv_option(source->args, TACIT_SOURCE_DELIMITER);
    if (given != NULL && strlen(given->text) != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'delimiter' must be a single character.");
    *out = given != NULL                   ? given->text[0]
           : is_tab_separated(source->uri) ? '\t'
                                           : find_delimiter(line);
    return TACIT_OK;
}

/* Take the next field of a line: unquote it in place, and return what follows its
 * delimiter, or NULL at the end. */
static char *next_field(char *line, char delimiter, char **field)
{
    char *from = line, *to = line;
    *field = line;
    bool quoted = false;
    for (; *from != '\0' && (quoted || *from != delimiter); from++) {
        if (*from != '"')
            *to++ = *from;
        else if (quoted && from[1] == '"')
            *to++ = *from++;
        else
            quoted = !quoted;
    }
    char *rest = *from == '\0' ? NULL : from + 1;
    *to = '\0';
    return rest;
}

static size_t count_fields(const char *line, char delimiter)
{
    size_t n = 1;
    bool quoted = false;
    for (const char *c = line; *c != '\0'; c++) {
        quoted ^= *c == '"';
        n += !quoted && *c == delimiter;
    }
    return n;
}

static tacit_status check_names(tacit_ctx *cx, const char *uri, const char *const *name, size_t n)
{
    tacit_dict *seen = NULL;
    TACIT_TRY(tacit_dict_new(cx, &seen));
    tacit_status status = TACIT_OK;
    for (size_t j = 0; j < n && status == TACIT_OK; j++) {
        char folded[256];
        size_t m = 0;
        for (const char *c = name[j]; *c != '\0' && m + 1 < sizeof folded; c++)
            folded[m++] = (char)tolower((unsigned char)*c);
        uint32_t code = 0;
        status = tacit_dict_add(cx, seen, folded, m, &code);
        if (status == TACIT_OK && code < j)
            status = tacit_fail(cx, TACIT_ERR_DATA,
                                "%s: columns %u and %zu are both called '%s' (upper and lower "
                                "case count as the same); rename one of them.",
                                uri, code + 1, j + 1, name[j]);
    }
    tacit_dict_free(seen);
    return status;
}

tacit_status tacit_csv_names(tacit_ctx *cx, const tacit_source *source, char delimiter, char *line,
                             const char ***names, size_t *n)
{
    const size_t count = count_fields(line, delimiter);
    const char **name = NULL;
    TACIT_TRY(tacit_scratch(cx, count, sizeof *name, &name));
    char *rest = line;
    for (size_t j = 0; j < count; j++) {
        char *field = NULL;
        TACIT_ASSERT(rest != NULL);
        rest = next_field(rest, delimiter, &field);
        if (!tacit_csv_has_header(source->args) || field[0] == '\0')
            TACIT_TRY(tacit_scratch_format(cx, &field, "column%zu", j + 1));
        name[j] = field;
    }
    TACIT_TRY(check_names(cx, source->uri, name, count));
    *names = name;
    *n = count;
    return TACIT_OK;
}

/* ---- types ---- */

bool tacit_csv_keeps_text(const tacit_args *args, const char *name)
{
    const tacit_value *v = tacit_csv_option(args, TACIT_SOURCE_TEXT);
    for (size_t i = 0; v != NULL && i < v->n; i++)
        if (strcmp(v->texts[i], name) == 0)
            return true;
    return false;
}

/* Whether every `mark` among the `n` bytes stands between thousands: one to three digits before the
 * first, three behind each.  So 25.07.1978 is no number. */
static bool parts_thousands(const char *s, size_t n, char mark)
{
    const size_t sign = n > 0 && (s[0] == '-' || s[0] == '+');
    size_t run = 0, marks = 0;
    bool fits = true;
    for (size_t i = sign; i <= n; i++) {
        if (i < n && isdigit((unsigned char)s[i])) {
            run++;
            continue;
        }
        fits = fits && (marks == 0 || run == 3);
        if (i == n || s[i] != mark)
            return fits && memchr(s + i, mark, n - i) == NULL;
        fits = fits && (marks > 0 || (run >= 1 && run <= 3));
        marks++;
        run = 0;
    }
    return fits;
}

bool tacit_csv_real(const tacit_args *args, const char *s, size_t n, double *out)
{
    const tacit_value *given = tacit_csv_option(args, TACIT_SOURCE_DECIMAL);
    const tacit_value *grouped = tacit_csv_option(args, TACIT_SOURCE_THOUSANDS);
    const char decimal = given != NULL ? given->text[0] : '.';
    const char thousands = grouped != NULL ? grouped->text[0] : '\0';
    char plain[64];
    size_t m = 0;
    if (n >= sizeof plain || (thousands != '\0' && !parts_thousands(s, n, thousands)))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == thousands && thousands != '\0')
            continue;
        if (s[i] == '.' && decimal != '.')
            return false;
        plain[m++] = s[i] == decimal ? '.' : s[i];
    }
    plain[m] = '\0';
    const size_t sign = plain[0] == '-' || plain[0] == '+';
    const bool padded = plain[sign] == '0' && isdigit((unsigned char)plain[sign + 1]);
    const bool exact = strpbrk(plain, ".eE") != NULL || m <= 15; /* a long number is a code */
    return !padded && exact && tacit_parse_real(plain, out);
}

bool tacit_csv_date(const char *s, size_t n, int32_t *out)
{
    char text[11];
    if (n != 10)
        return false;
    memcpy(text, s, 10);
    text[10] = '\0';
    return tacit_parse_date(text, out);
}

unsigned tacit_csv_types(const tacit_args *args, const char *s, size_t n, unsigned types)
{
    int64_t whole = 0;
    double real = 0.0;
    int32_t day = 0;
    if ((types & TACIT_TYPE_INTEGER) != 0 && !tacit_parse_integer(s, n, &whole))
        types &= ~(unsigned)TACIT_TYPE_INTEGER;
    if ((types & TACIT_TYPE_REAL) != 0 && !tacit_csv_real(args, s, n, &real))
        types &= ~(unsigned)TACIT_TYPE_REAL;
    if ((types & TACIT_TYPE_DATE) != 0 && !tacit_csv_date(s, n, &day))
        types &= ~(unsigned)TACIT_TYPE_DATE;
    return types;
}

tacit_type tacit_csv_type(unsigned types)
{
    return (types & TACIT_TYPE_INTEGER) != 0 ? TACIT_TYPE_INTEGER
           : (types & TACIT_TYPE_REAL) != 0  ? TACIT_TYPE_REAL
           : (types & TACIT_TYPE_DATE) != 0  ? TACIT_TYPE_DATE
                                             : TACIT_TYPE_CATEGORY;
}
