/*
 * argus_recode.c - a level from a recoding of mu-Argus (.grc).
 *
 * A line `new code: list` gives the codes in the list a new one; the list has codes (7),
 * ranges (1-4) and ranges that are open at an end (-20, 61-), separated by commas.  Codes are
 * compared as numbers where both are numbers, else as texts.  <MISSING> and <CODELIST>
 * say how to go on with the new codes and change nothing here.
 *
 * Codes that no list has stay as they are, and a warning says how many; if one of them is
 * also a new code, that is an error, because the two would become one.
 *
 * O(values * ranges).
 */
#include "hierarchy/argus.h"

#include <string.h>

#include "base/text.h"

/* From a code to a code; NULL where open. */
typedef struct range {
    const char *label, *low, *high;
    size_t line;
} range;

typedef struct recoding {
    const tacit_argus_file *file;
    const tacit_hierarchy *h;
    range *at;
    size_t n;
    const char **label; /* of each value; NULL if no range has it */
} recoding;

/* How the codes a and b compare: below 0, 0, above 0. */
static int compare(const char *a, const char *b)
{
    double x = 0.0, y = 0.0;
    if (tacit_parse_real(a, &x) && tacit_parse_real(b, &y))
        return (x > y) - (x < y);
    return strcmp(a, b);
}

/* One code or range of a list. */
static tacit_status take_range(tacit_ctx *cx, recoding *r, char *item, range own)
{
    char *dash = strchr(item, '-');
    if (dash != NULL)
        *dash = '\0';
    const char *low = tacit_argus_trim(item),
               *high = dash != NULL ? tacit_argus_trim(dash + 1) : low;
    own.low = low[0] != '\0' ? low : NULL;
    own.high = high[0] != '\0' ? high : NULL;
    if (own.low == NULL && own.high == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: the list of this line has a gap.",
                          r->file->path, own.line);
    r->at[r->n++] = own;
    return TACIT_OK;
}

static tacit_status take_line(tacit_ctx *cx, recoding *r, const tacit_argus_line *line)
{
    char *colon = strchr(line->text, ':');
    if (line->text[0] == '<')
        return TACIT_OK;
    if (colon == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s:%zu: a line of a recoding is 'new code: codes', such as '1: 1-4, 7'.",
                          r->file->path, line->number);
    *colon = '\0';
    const range own = { .label = tacit_argus_trim(line->text), .line = line->number };
    if (own.label[0] == '\0')
        return tacit_fail(cx, TACIT_ERR_INPUT, "%s:%zu: the new code of this line is empty.",
                          r->file->path, own.line);
    for (char *item = colon + 1; item != NULL;) {
        char *comma = strchr(item, ',');
        if (comma != NULL)
            *comma = '\0';
        TACIT_TRY(take_range(cx, r, item, own));
        item = comma != NULL ? comma + 1 : NULL;
    }
    return TACIT_OK;
}

static tacit_status take_lines(tacit_ctx *cx, recoding *r)
{
    size_t most = 0;
    for (size_t i = 0; i < r->file->n; i++) {
        most++;
        for (const char *c = r->file->line[i].text; *c != '\0'; c++)
            most += *c == ',';
    }
    TACIT_TRY(tacit_scratch(cx, most, sizeof *r->at, &r->at));
    for (size_t i = 0; i < r->file->n; i++)
        TACIT_TRY(take_line(cx, r, &r->file->line[i]));
    return TACIT_OK;
}

/* Find the new code of value v; two different ones are an error. */
static tacit_status recode_value(tacit_ctx *cx, recoding *r, size_t v)
{
    const char *text = tacit_hierarchy_value(r->h, v);
    const range *own = NULL;
    for (size_t i = 0; i < r->n; i++) {
        const range *other = &r->at[i];
        if ((other->low != NULL && compare(text, other->low) < 0) ||
            (other->high != NULL && compare(text, other->high) > 0))
            continue;
        if (own != NULL && strcmp(own->label, other->label) != 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "%s:%zu: this line and line %zu give one code of column '%s' two new "
                              "ones.",
                              r->file->path, other->line, own->line, tacit_hierarchy_column(r->h));
        own = other;
    }
    r->label[v] = own != NULL ? own->label : NULL;
    return TACIT_OK;
}

/* Whether the text is a new code. */
static bool is_new(const recoding *r, const char *text)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->at[i].label, text) == 0)
            return true;
    return false;
}

/* Let codes that no list has stay as they are. */
static tacit_status keep_others(tacit_ctx *cx, recoding *r)
{
    size_t kept = 0, clash = 0;
    for (size_t v = 0; v < tacit_hierarchy_values(r->h); v++)
        if (r->label[v] == NULL) {
            r->label[v] = tacit_hierarchy_value(r->h, v);
            kept++;
            clash += is_new(r, r->label[v]);
        }
    if (clash > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "The recoding '%s' leaves %zu values of column '%s' as they are that are "
                          "also new codes of others.",
                          r->file->path, clash, tacit_hierarchy_column(r->h));
    if (kept > 0)
        tacit_warn(cx, "The recoding '%s' leaves %zu values of column '%s' as they are.",
                   r->file->path, kept, tacit_hierarchy_column(r->h));
    return TACIT_OK;
}

static const char *label_of(void *user, size_t v)
{
    const recoding *r = user;
    return r->label[v];
}

tacit_status tacit_argus_recode(tacit_ctx *cx, const tacit_argus_file *f, tacit_hierarchy *h)
{
    recoding r = { .file = f, .h = h };
    TACIT_TRY(take_lines(cx, &r));
    TACIT_TRY(tacit_scratch(cx, tacit_hierarchy_values(h), sizeof *r.label, &r.label));
    for (size_t v = 0; v < tacit_hierarchy_values(h); v++) {
        TACIT_TRY(tacit_tick(cx, v, tacit_hierarchy_values(h)));
        TACIT_TRY(recode_value(cx, &r, v));
    }
    TACIT_TRY(keep_others(cx, &r));
    return tacit_hierarchy_add_level(cx, h, label_of, &r);
}
