/*
 * file.c - a plain text file: whether it is one, and what its columns are.
 *
 * Only the first line and the first rows are looked at here.  O(bytes of these).
 */
#include "engine/csv/file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utf8proc.h>

#include "base/memory.h"
#include "engine/csv_rules.h"
#include "engine/dialect.h"

enum { LONGEST_HEAD = 65536 };

static bool is_plain_name(const char *uri, const char *path)
{
    const bool ending = tacit_name_ends(uri, ".csv") || tacit_name_ends(uri, ".tsv") ||
                        tacit_name_ends(uri, ".txt");
    struct stat st;
    return ending && stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
}

/* Whether the options are among those that this reader knows. */
static bool has_plain_options(const tacit_args *args)
{
    const tacit_value *decimal = tacit_csv_option(args, TACIT_SOURCE_DECIMAL);
    const tacit_value *delimiter = tacit_csv_option(args, TACIT_SOURCE_DELIMITER);
    const bool marked =
        decimal == NULL || strcmp(decimal->text, ".") == 0 || strcmp(decimal->text, ",") == 0;
    const bool parted = delimiter == NULL || (strlen(delimiter->text) == 1 &&
                                              strchr(",;\t|:^~", delimiter->text[0]) != NULL);
    return marked && parted && tacit_csv_option(args, TACIT_SOURCE_THOUSANDS) == NULL;
}

/* An empty field must mean missing: else it depends on the type what it is. */
static bool empty_is_missing(const tacit_args *args)
{
    const char *const *texts = NULL;
    const size_t n = tacit_csv_missing(args, &texts);
    for (size_t i = 0; i < n; i++)
        if (texts[i][0] == '\0')
            return true;
    return false;
}

/* Read up to LONGEST_HEAD bytes from the beginning; how many, or 0. */
static size_t read_head(const char *path, char *head, uint64_t *bytes)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = fstat(fd, &st) == 0 ? pread(fd, head, LONGEST_HEAD, 0) : -1;
    close(fd);
    *bytes = (uint64_t)st.st_size;
    return n > 0 ? (size_t)n : 0;
}

/* Whether the line is a text with nothing odd in it. */
static bool is_plain_line(const char *line, size_t n)
{
    for (size_t at = 0; at < n;) {
        utf8proc_int32_t c = 0;
        const utf8proc_ssize_t used =
            utf8proc_iterate((const utf8proc_uint8_t *)line + at, (utf8proc_ssize_t)(n - at), &c);
        if (used <= 0 || (c < ' ' && c != '\t'))
            return false;
        at += (size_t)used;
    }
    return n > 0;
}

/* What follows the quoted field at `field`: its closing quote, or the end of an open one. */
static const char *closing_quote(const char *field)
{
    const char *c = field + 1;
    while (*c != '\0' && (*c != '"' || c[1] == '"'))
        c += *c == '"' ? 2 : 1;
    return c;
}

/* Whether quotes enclose whole fields of the line. */
static bool has_plain_quotes(const char *line, char delimiter)
{
    for (const char *c = line;; c++) {
        if (*c == '"') {
            c = closing_quote(c);
            if (*c != '"' || (c[1] != delimiter && c[1] != '\0'))
                return false;
            c++;
        }
        while (*c != delimiter && *c != '\0' && *c != '"')
            c++;
        if (*c != delimiter)
            return *c == '\0';
    }
}

/* Cut the first line out of `head`: NULL if it is not plain. */
static char *cut_line(tacit_csv_file *f, char *head, size_t n)
{
    const size_t mark = n >= 3 && memcmp(head, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    char *line = head + mark, *end = memchr(line, '\n', n - mark);
    if (end == NULL)
        return NULL;
    f->start = tacit_csv_has_header(f->source.args) ? (size_t)(end - head) + 1 : mark;
    f->crlf = end > line && end[-1] == '\r';
    end -= f->crlf;
    *end = '\0';
    return is_plain_line(line, (size_t)(end - line)) ? line : NULL;
}

static tacit_status keep_names(tacit_ctx *cx, tacit_csv_file *f, const char *const *name, size_t n)
{
    TACIT_TRY(tacit_alloc(cx, n, sizeof *f->name, &f->name));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *f->type, &f->type));
    TACIT_TRY(tacit_alloc(cx, n, sizeof *f->direct, &f->direct));
    f->n = n;
    for (size_t j = 0; j < n; j++)
        TACIT_TRY(tacit_copy_text(cx, name[j], &f->name[j]));
    return TACIT_OK;
}

static tacit_status look_at_head(tacit_ctx *cx, tacit_csv_file *f, bool *plain)
{
    char *head = NULL;
    TACIT_TRY(tacit_scratch(cx, LONGEST_HEAD, 1, &head));
    const size_t n = read_head(tacit_source_path(&f->source), head, &f->bytes);
    char *line = n > 0 ? cut_line(f, head, n) : NULL;
    if (line == NULL)
        return TACIT_OK;
    const char **name = NULL;
    size_t count = 0;
    TACIT_TRY(tacit_csv_delimiter(cx, &f->source, line, &f->delimiter));
    if (!has_plain_quotes(line, f->delimiter))
        return TACIT_OK;
    TACIT_TRY(tacit_csv_names(cx, &f->source, f->delimiter, line, &name, &count));
    TACIT_TRY(keep_names(cx, f, name, count));
    const tacit_value *decimal = tacit_csv_option(f->source.args, TACIT_SOURCE_DECIMAL);
    *plain = decimal == NULL || decimal->text[0] != f->delimiter;
    return TACIT_OK;
}

void tacit_csv_file_close(tacit_csv_file *f)
{
    for (size_t j = 0; j < f->n; j++)
        tacit_free(f->name[j]);
    tacit_free(f->name);
    tacit_free(f->type);
    tacit_free(f->direct);
    *f = (tacit_csv_file){ 0 };
}

tacit_status tacit_csv_file_begin(tacit_ctx *cx, const tacit_source *source, tacit_csv_file *f,
                                  bool *plain)
{
    const size_t mark = tacit_scratch_mark(cx);
    *f = (tacit_csv_file){ .source = *source };
    *plain = false;
    if (!is_plain_name(source->uri, tacit_source_path(source)) ||
        !has_plain_options(source->args) || !empty_is_missing(source->args) ||
        tacit_encoding_of(source) != TACIT_ENCODING_UTF8)
        return TACIT_OK;
    const tacit_status status = look_at_head(cx, f, plain);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK || !*plain)
        tacit_csv_file_close(f);
    return status;
}

tacit_status tacit_csv_file_open(tacit_ctx *cx, const tacit_source *source, tacit_csv_file *f,
                                 bool *plain)
{
    TACIT_TRY(tacit_csv_file_begin(cx, source, f, plain));
    if (!*plain)
        return TACIT_OK;
    const size_t mark = tacit_scratch_mark(cx);
    const tacit_status status = tacit_csv_file_look(cx, f, plain);
    tacit_scratch_release(cx, mark);
    if (status != TACIT_OK || !*plain)
        tacit_csv_file_close(f);
    return status;
}
