/*
 * dialect.c - how a text file is spelled, by its first bytes.
 *
 * Quoting is that of all if numbers stand in quotes, of texts if every name and text does, and
 * else as needed.  Whole numbers among reals have decimals if one of them has only zeros there.
 * O(bytes looked at).
 */
#include "engine/dialect.h"

#include <ctype.h>
#include <string.h>
#include <zlib.h>

#include "engine/argus/argus.h"
#include "engine/csv_rules.h"

enum { HEAD = 65536 };

static bool is_tabbed(const char *name)
{
    return tacit_name_ends(name, ".tsv") || tacit_name_ends(name, ".tsv.gz");
}

bool tacit_dialect_plain(const char *name, tacit_dialect *out)
{
    *out = (tacit_dialect){ .delimiter = is_tabbed(name) ? '\t' : ',',
                            .decimal = '.',
                            .header = true };
    return tacit_csv_is_text(name);
}

/* ---- the first bytes ---- */

/* What the fields of a file are like. */
typedef struct survey {
    size_t texts, quoted_texts, numbers, quoted_numbers;
    bool zeros; /* a number with nothing but zeros behind its decimal mark */
} survey;

/* Whether a field is a number in some spelling. */
static bool is_number(const char *s, size_t n)
{
    size_t digits = 0;
    for (size_t i = 0; i < n; i++) {
        digits += isdigit((unsigned char)s[i]) != 0;
        if (isdigit((unsigned char)s[i]) == 0 && strchr("+-.,eE", s[i]) == NULL)
            return false;
    }
    return digits > 0;
}

static bool has_only_zeros(const char *s, size_t n, char decimal)
{
    const char *mark = memchr(s, decimal, n);
    const size_t left = mark != NULL ? n - (size_t)(mark - s) - 1 : 0;
    for (size_t i = 0; i < left; i++)
        if (mark[1 + i] != '0')
            return false;
    return left > 0;
}

static void look(survey *found, const char *s, size_t n, char decimal)
{
    const bool quoted = n >= 2 && s[0] == '"' && s[n - 1] == '"';
    if (quoted) {
        s++;
        n -= 2;
    }
    if (n == 0 || (n == 2 && memcmp(s, "NA", 2) == 0 && !quoted))
        return; /* missing */
    if (is_number(s, n)) {
        found->numbers++;
        found->quoted_numbers += quoted;
        found->zeros = found->zeros || has_only_zeros(s, n, decimal);
    } else {
        found->texts++;
        found->quoted_texts += quoted;
    }
}

/* Look at every field that is whole. */
static void look_at_all(const char *head, const tacit_dialect *d, survey *found)
{
    bool quoted = false;
    const char *from = head;
    for (const char *c = head; *c != '\0'; c++) {
        quoted ^= *c == '"';
        if (quoted || (*c != d->delimiter && *c != '\n'))
            continue;
        const size_t n = (size_t)(c - from), end = n > 0 && *c == '\n' && from[n - 1] == '\r';
        look(found, from, n - end, d->decimal);
        from = c + 1;
    }
}

/* The first bytes of a file, unpacked and without NUL, so that UTF-16 is nearly ASCII. */
static tacit_status read_head(tacit_ctx *cx, const char *path, char **out)
{
    char *head = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, HEAD + 1, 1, &head));
    gzFile f = gzopen(path, "rb");
    const int got = f != NULL ? gzread(f, head, HEAD) : -1;
    if (f != NULL)
        gzclose(f);
    for (int i = 0; i < got; i++)
        if (head[i] != '\0')
            head[n++] = head[i];
    head[n] = '\0';
    *out = head;
    return TACIT_OK;
}

/* Find the delimiter in the first line, if the names of both files leave it open. */
static tacit_status find_delimiter(tacit_ctx *cx, const tacit_source *source, const char *target,
                                   const char *head, tacit_dialect *d)
{
    char *line = NULL;
    if (is_tabbed(target) || is_tabbed(source->uri))
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &line, "%.*s", (int)strcspn(head, "\r\n"), head));
    return tacit_csv_delimiter(cx, source, line, &d->delimiter);
}

static void find_marks(const char *head, const tacit_source *source, tacit_dialect *d)
{
    const tacit_value *decimal = tacit_csv_option(source->args, TACIT_SOURCE_DECIMAL);
    const char *feed = strchr(head, '\n');
    d->header = tacit_csv_has_header(source->args);
    d->encoding = tacit_encoding_of(source);
    d->mark = strncmp(head, "\xEF\xBB\xBF", 3) == 0;
    d->crlf = feed != NULL && feed > head && feed[-1] == '\r';
    if (decimal != NULL)
        d->decimal = decimal->text[0];
}

/* Files with fixed places are in the encoding that the source is said to have, and end lines like
 * it. */
static tacit_status follow_fixed(tacit_ctx *cx, const tacit_source *source, tacit_dialect *d)
{
    const tacit_value *encoding = tacit_csv_option(source->args, TACIT_SOURCE_ENCODING);
    const size_t scheme = strlen(TACIT_ARGUS_SCHEME), mark = tacit_scratch_mark(cx);
    const char *path = tacit_source_path(source);
    char *head = NULL;
    path += strncmp(path, TACIT_ARGUS_SCHEME, scheme) == 0 ? scheme : 0;
    TACIT_TRY(read_head(cx, path, &head));
    const char *feed = strchr(head, '\n');
    d->crlf = feed != NULL && feed > head && feed[-1] == '\r';
    d->encoding = encoding != NULL && (tacit_encoding)encoding->number == TACIT_ENCODING_LATIN1
                      ? TACIT_ENCODING_LATIN1
                      : TACIT_ENCODING_UTF8;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_dialect_follow(tacit_ctx *cx, const tacit_source *source, const char *target,
                                  tacit_dialect *dialect)
{
    char *head = NULL;
    survey found = { 0 };
    const size_t mark = tacit_scratch_mark(cx);
    if (tacit_argus_writes(target))
        return follow_fixed(cx, source, dialect);
    if (!tacit_csv_is_text(source->uri))
        return TACIT_OK;
    TACIT_TRY(read_head(cx, tacit_source_path(source), &head));
    find_marks(head, source, dialect);
    TACIT_TRY(find_delimiter(cx, source, target, head + (dialect->mark ? 3 : 0), dialect));
    look_at_all(head + (dialect->mark ? 3 : 0), dialect, &found);
    dialect->whole = !found.zeros;
    if (found.quoted_numbers > 0 && found.quoted_numbers == found.numbers)
        dialect->quoting = TACIT_QUOTE_ALL;
    else if (found.texts > 0 && found.quoted_texts == found.texts)
        dialect->quoting = TACIT_QUOTE_TEXT;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}
