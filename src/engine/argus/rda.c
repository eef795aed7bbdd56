/*
 * rda.c - the metadata files of mu-Argus and tau-Argus.  O(bytes + variables * tags).
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "engine/argus/argus.h"
#include "engine/input.h"

/* ---- texts and words ---- */

/* Metadata, and whole files of data: the size of a file that is read at once. */
static tacit_status read_all(tacit_ctx *cx, const char *path, FILE *f, char **out, size_t *n)
{
    if (fseek(f, 0, SEEK_END) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno));
    const long size = ftell(f);
    rewind(f);
    TACIT_TRY(tacit_scratch(cx, (size_t)(size > 0 ? size : 0) + 1, 1, out));
    *n = fread(*out, 1, size > 0 ? (size_t)size : 0, f);
    return ferror(f) ? tacit_fail(cx, TACIT_ERR_IO, "Cannot read %s: %s.", path, strerror(errno))
                     : TACIT_OK;
}

tacit_status tacit_argus_text(tacit_ctx *cx, const char *path, char **out, size_t *n)
{
    TACIT_TRY(tacit_input_check(cx, path));
    FILE *f = fopen(path, "rbe");
    if (f == NULL)
        return tacit_fail(cx, TACIT_ERR_IO, "Cannot open %s: %s.", path, strerror(errno));
    const tacit_status status = read_all(cx, path, f, out, n);
    (void)fclose(f);
    TACIT_TRY(status);
    if (memchr(*out, '\0', *n) != NULL)
        return tacit_fail(cx, TACIT_ERR_DATA, "%s has a NUL byte and is no text.", path);
    return TACIT_OK;
}

char *tacit_argus_word(char **line)
{
    char *word = *line + strspn(*line, " \t\r");
    if (*word == '\0')
        return NULL;
    const bool quoted = *word == '"';
    word += quoted;
    char *end = word + strcspn(word, quoted ? "\"" : " \t\r");
    *line = end + (*end != '\0');
    *end = '\0';
    return word;
}

/* ---- variables ---- */

typedef struct reading {
    tacit_ctx *cx;
    tacit_rda *rda;
    tacit_rda_variable *last;
    size_t line;
} reading;

static tacit_status fail(const reading *r, const char *what)
{
    return tacit_fail(r->cx, TACIT_ERR_INPUT, "%s:%zu: %s.", r->rda->path, r->line, what);
}

static bool read_count(const char *word, double *out)
{
    return word != NULL && tacit_parse_real(word, out) && *out >= 0 && *out <= 1e9 &&
           !(*out > floor(*out));
}

/* The words behind a name: numbers and missing codes are told apart once all lines are read. */
static tacit_status read_variable(reading *r, char *name, char *line)
{
    tacit_rda_variable *v = &r->rda->variable[r->rda->n++];
    double numbers[2] = { 0, 0 };
    const size_t places = r->rda->cells ? 0 : r->rda->separator[0] != '\0' ? 1 : 2;
    *v = (tacit_rda_variable){
        .name = name, .line = r->line, .total = "", .tree = "", .mark = "", .request = { "", "" }
    };
    r->last = v;
    for (size_t k = 0; k < places; k++)
        if (!read_count(tacit_argus_word(&line), &numbers[k]))
            return fail(r, places == 2 ? "a variable is 'name position length missing codes'"
                                       : "a variable is 'name length missing codes'");
    v->position = places == 2 ? (size_t)numbers[0] : 0;
    v->length = places == 2 ? (size_t)numbers[1] : 0;
    if (places == 2 && (v->position == 0 || v->length == 0))
        return fail(r, "positions and lengths are counted from 1");
    for (char *word = NULL; v->n_missing < 2 && (word = tacit_argus_word(&line)) != NULL;)
        if (word[0] != '\0')
            v->missing[v->n_missing++] = word;
    return TACIT_OK;
}

/* ---- tags ---- */

/* Where a tag puts the word behind it. */
static const char **text_of(reading *r, const char *tag)
{
    tacit_rda_variable *v = r->last;
    if (strcmp(tag, "<TOTCODE>") == 0)
        return &v->total;
    if (strcmp(tag, "<HIERCODELIST>") == 0)
        return &v->tree;
    return strcmp(tag, "<HIERLEADSTRING>") == 0 ? &v->mark : NULL;
}

/* Tags that say what a variable is. */
static const struct {
    const char *tag;
    tacit_rda_kind kind;
} KINDS[] = {
    { "<WEIGHT>", TACIT_RDA_WEIGHT },       { "<HOLDING>", TACIT_RDA_HOLDING },
    { "<REQUEST>", TACIT_RDA_REQUEST },     { "<RECORDKEY>", TACIT_RDA_KEY },
    { "<FREQUENCY>", TACIT_RDA_FREQUENCY }, { "<MAXSCORE>", TACIT_RDA_LARGEST },
    { "<STATUS>", TACIT_RDA_STATUS },       { "<LOWERPL>", TACIT_RDA_LOWER },
    { "<UPPERPL>", TACIT_RDA_UPPER },       { "<COST>", TACIT_RDA_COST },
    { "<COSTVAR>", TACIT_RDA_COST },        { "<SHADOW>", TACIT_RDA_SHADOW },
};

/* Tags that change nothing here: labels, and what mu-Argus and the cell key method want. */
static const char *const IGNORED[] = {
    "<CODELIST>",   "<HIERARCHICAL>",     "<TRUNCABLE>",
    "<IDLEVEL>",    "<SUPPRESSWEIGHT>",   "<HOUSEHOLD>",
    "<HOUSE_ID>",   "<SUPPRESSPRIORITY>", "<PFILE>",
    "<PFILE_FREQ>", "<PFILE_CONT>",       "<PFILE_SEP>",
    "<CKM>",        "<INCLUDEZEROS>",     "<PARITY>",
    "<SCALING>",    "<SEPARATION>",       "<SPSS>",
};

static bool is_ignored(const char *tag)
{
    for (size_t k = 0; k < sizeof IGNORED / sizeof IGNORED[0]; k++)
        if (strcmp(tag, IGNORED[k]) == 0)
            return true;
    return false;
}

static tacit_status read_levels(reading *r, char *line)
{
    for (char *word = NULL; (word = tacit_argus_word(&line)) != NULL;) {
        double n = 0;
        if (!read_count(word, &n) || r->last->n_levels == TACIT_RDA_WORDS)
            return fail(r, "levels are at most 10 numbers of characters");
        if (n > 0)
            r->last->level[r->last->n_levels++] = n;
    }
    return TACIT_OK;
}

/* Whether the tag says what kind of variable it is; its number of decimals counts too. */
static bool read_kind(reading *r, const char *tag, char *line)
{
    tacit_rda_variable *v = r->last;
    for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++) {
        if (strcmp(tag, KINDS[k].tag) != 0)
            continue;
        v->kind = KINDS[k].kind;
        v->number = v->kind != TACIT_RDA_HOLDING && v->kind != TACIT_RDA_REQUEST &&
                    v->kind != TACIT_RDA_STATUS;
        for (size_t i = 0; v->kind == TACIT_RDA_REQUEST && i < 2; i++) {
            const char *word = tacit_argus_word(&line);
            v->request[i] = word != NULL ? word : "";
        }
        return true;
    }
    return false;
}

/* What a tag says of the last variable. */
static tacit_status read_property(reading *r, const char *tag, char *line)
{
    tacit_rda_variable *v = r->last;
    const char **text = text_of(r, tag);
    if (text != NULL) {
        const char *word = tacit_argus_word(&line);
        *text = word != NULL ? word : "";
        return TACIT_OK;
    }
    if (strcmp(tag, "<HIERLEVELS>") == 0)
        return read_levels(r, line);
    if (strcmp(tag, "<DECIMALS>") == 0)
        return read_count(tacit_argus_word(&line), &v->decimals)
                   ? TACIT_OK
                   : fail(r, "'<DECIMALS>' needs a whole number");
    if (strcmp(tag, "<RECODEABLE>") == 0 || strcmp(tag, "<RECODABLE>") == 0)
        v->category = true;
    else if (strcmp(tag, "<NUMERIC>") == 0)
        v->number = true;
    else if (strcmp(tag, "<DISTANCE>") == 0)
        v->distances = true;
    else if (!read_kind(r, tag, line) && !is_ignored(tag))
        return tacit_fail(r->cx, TACIT_ERR_INPUT, "%s:%zu: unknown tag '%s'.", r->rda->path,
                          r->line, tag);
    char *second = tacit_argus_word(&line);
    return second != NULL && second[0] == '<' ? read_property(r, second, line) : TACIT_OK;
}

/* What a tag says of the whole file; false if it says nothing of it. */
static bool read_heading(reading *r, const char *tag, char *line)
{
    const char **text = strcmp(tag, "<SEPARATOR>") == 0 ? &r->rda->separator
                        : strcmp(tag, "<SAFE>") == 0    ? &r->rda->safe
                        : strcmp(tag, "<UNSAFE>") == 0  ? &r->rda->unsafe
                        : strcmp(tag, "<PROTECT>") == 0 ? &r->rda->protect
                                                        : NULL;
    if (text == NULL)
        return false;
    const char *word = tacit_argus_word(&line);
    if (word != NULL && word[0] != '\0')
        *text = word;
    return true;
}

static tacit_status read_line(reading *r, char *line)
{
    char *first = tacit_argus_word(&line);
    if (first == NULL || strncmp(first, "//", 2) == 0)
        return TACIT_OK;
    if (first[0] != '<')
        return read_variable(r, first, line);
    for (char *c = first; *c != '\0'; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 0x20) : *c;
    if (read_heading(r, first, line) || (r->last == NULL && is_ignored(first)))
        return TACIT_OK;
    if (r->last == NULL)
        return fail(r, "a variable must stand before what is said of it");
    return read_property(r, first, line);
}

/* ---- all of it ---- */

/* Whether a line names a variable and nothing more. */
static bool is_alone(const char *line, size_t n)
{
    const size_t blanks = strspn(line, " \t");
    if (blanks >= n || line[blanks] == '<' || line[blanks] == '/')
        return false;
    const size_t word = strcspn(line + blanks, " \t\r\n");
    return blanks + word + strspn(line + blanks + word, " \t\r") >= n;
}

/* Lines, and whether the file holds cells: it has separated fields, and a variable without a
 * length. */
static size_t look_ahead(const char *text, bool *cells)
{
    const char *separator = strstr(text, "<SEPARATOR>");
    size_t lines = 1;
    *cells = false;
    for (const char *at = text; *at != '\0'; lines++) {
        const size_t n = strcspn(at, "\n");
        *cells = *cells || (n > 0 && separator != NULL && is_alone(at, n));
        at += n + (at[n] != '\0');
    }
    return lines;
}

tacit_status tacit_rda_parse(tacit_ctx *cx, const char *path, char *text, tacit_rda *out)
{
    static const char mark[] = "\xef\xbb\xbf";
    reading r = { .cx = cx, .rda = out, .line = 1 };
    *out = (tacit_rda){ .path = path, .separator = "", .safe = "S", .unsafe = "U", .protect = "P" };
    const size_t lines = look_ahead(text, &out->cells);
    TACIT_TRY(tacit_scratch(cx, lines, sizeof *out->variable, &out->variable));
    text += strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    for (char *line = text; line != NULL; r.line++) {
        char *end = strchr(line, '\n'), *next = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
        TACIT_TRY(read_line(&r, line));
        line = next;
    }
    return out->n > 0 ? TACIT_OK
                      : tacit_fail(cx, TACIT_ERR_INPUT, "%s describes no variable.", path);
}

tacit_status tacit_rda_read(tacit_ctx *cx, const char *path, tacit_rda *out)
{
    char *text = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_argus_text(cx, path, &text, &n));
    if (!tacit_is_utf8(text, n))
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s is not UTF-8; save it so.", path);
    return tacit_rda_parse(cx, path, text, out);
}

const tacit_rda_variable *tacit_rda_find(const tacit_rda *rda, const char *name)
{
    for (size_t j = 0; j < rda->n; j++)
        if (strcasecmp(rda->variable[j].name, name) == 0)
            return &rda->variable[j];
    return NULL;
}
