/*
 * jj.c - JJ files.  O(bytes).
 */
#include "tabular/format/jj.h"

#include <math.h>
#include <string.h>

/* Letters of tacit_cell_status. */
static const char LETTERS[] = "sumzm";

/* A text that is read word by word. */
typedef struct reading {
    tacit_ctx *cx;
    const char *file, *at;
    size_t line;
    size_t decimals; /* most that a value has */
} reading;

static tacit_status fail(const reading *r, const char *wanted)
{
    return tacit_fail(r->cx, TACIT_ERR_DATA, "%s:%zu: %s is expected here.", r->file, r->line,
                      wanted);
}

/* The next word, without the parentheses of weights; empty at the end. */
static void next_word(reading *r, char out[TACIT_NUMBER_BYTES])
{
    size_t n = 0;
    while (*r->at != '\0' && strchr(" \t\r\n()", *r->at) != NULL)
        r->line += *r->at++ == '\n';
    for (; *r->at != '\0' && strchr(" \t\r\n()", *r->at) == NULL; r->at++)
        if (n + 1 < TACIT_NUMBER_BYTES)
            out[n++] = *r->at;
    out[n] = '\0';
}

static tacit_status read_number(reading *r, const char *wanted, double *out)
{
    char word[TACIT_NUMBER_BYTES];
    next_word(r, word);
    return tacit_parse_real(word, out) && isfinite(*out) ? TACIT_OK : fail(r, wanted);
}

static tacit_status read_count(reading *r, const char *wanted, size_t most, size_t *out)
{
    double x = 0;
    TACIT_TRY(read_number(r, wanted, &x));
    if (x < 0 || x > (double)most || x > floor(x))
        return fail(r, wanted);
    *out = (size_t)x;
    return TACIT_OK;
}

/* A value, of which the number of decimals counts. */
static tacit_status read_value(reading *r, double *out)
{
    char word[TACIT_NUMBER_BYTES];
    next_word(r, word);
    if (!tacit_parse_real(word, out) || !isfinite(*out))
        return fail(r, "the value of a cell");
    const char *point = strchr(word, '.');
    const size_t decimals = point != NULL ? strspn(point + 1, "0123456789") : 0;
    r->decimals = decimals > r->decimals ? decimals : r->decimals;
    return TACIT_OK;
}

static tacit_status read_status(reading *r, tacit_cell_status *out)
{
    char word[TACIT_NUMBER_BYTES];
    next_word(r, word);
    const char *letter = strlen(word) == 1 ? strchr(LETTERS, word[0]) : NULL;
    if (letter == NULL)
        return fail(r, "a status (s, u, m or z)");
    *out = (tacit_cell_status)(letter - LETTERS);
    return TACIT_OK;
}

static tacit_status read_cell(reading *r, size_t i, tacit_cell *c)
{
    size_t number = 0;
    TACIT_TRY(read_count(r, "the number of the next cell", i, &number));
    if (number != i)
        return fail(r, "the number of the next cell");
    TACIT_TRY(read_value(r, &c->value));
    TACIT_TRY(read_number(r, "a cost", &c->cost));
    TACIT_TRY(read_status(r, &c->status));
    TACIT_TRY(read_number(r, "a lower bound", &c->low));
    TACIT_TRY(read_number(r, "an upper bound", &c->high));
    TACIT_TRY(read_number(r, "a lower protection level", &c->lower));
    TACIT_TRY(read_number(r, "an upper protection level", &c->upper));
    TACIT_TRY(read_number(r, "a sliding protection level", &c->sliding));
    if (c->low > c->value || c->value > c->high)
        return fail(r, "a value between its bounds");
    if (c->lower < 0 || c->upper < 0 || c->sliding < 0 || c->cost < 0)
        return fail(r, "a cost and levels that are not negative");
    return TACIT_OK;
}

/* One equation; without `s` its terms are only counted. */
static tacit_status read_equation(reading *r, tacit_system *s, size_t n_cells, size_t row,
                                  size_t *terms)
{
    double right = 0;
    size_t n = 0;
    char colon[TACIT_NUMBER_BYTES];
    TACIT_TRY(read_number(r, "the right-hand side 0", &right));
    TACIT_TRY(read_count(r, "a number of terms", n_cells, &n));
    next_word(r, colon);
    if (right < 0 || right > 0 || strcmp(colon, ":") != 0)
        return fail(r, "an equation '0 terms : cell (weight) ...'");
    for (size_t e = 0; e < n; e++) {
        size_t cell = 0;
        double weight = 0;
        TACIT_TRY(read_count(r, "the number of a cell", n_cells - 1, &cell));
        TACIT_TRY(read_number(r, "a weight", &weight));
        if (!isfinite((float)weight))
            return fail(r, "a weight of moderate size");
        if (s != NULL)
            s->term[*terms + e] = (tacit_cell_term){ (uint32_t)cell, (float)weight };
    }
    *terms += n;
    if (s != NULL)
        s->first[row + 1] = *terms;
    return TACIT_OK;
}

/* All equations from here; without `s` they are only counted. */
static tacit_status read_equations(reading *r, tacit_system *s, size_t n_cells, size_t *n,
                                   size_t *terms)
{
    *terms = 0;
    TACIT_TRY(read_count(r, "the number of equations", UINT32_MAX, n));
    for (size_t row = 0; row < *n; row++)
        TACIT_TRY(read_equation(r, s, n_cells, row, terms));
    return TACIT_OK;
}

/* Where the equations begin: behind `n` lines of cells. */
static reading after_cells(const reading *r, size_t n)
{
    reading after = *r;
    for (size_t i = 0; i < n && *after.at != '\0';) {
        const char *end = strchr(after.at, '\n');
        const size_t length = end != NULL ? (size_t)(end - after.at) : strlen(after.at);
        i += strspn(after.at, " \t\r") < length; /* empty lines do not count */
        after.at += length + (end != NULL);
        after.line++;
    }
    return after;
}

static tacit_status fill(reading *r, size_t n_cells, tacit_system *s)
{
    size_t n = 0, terms = 0;
    for (size_t i = 0; i < n_cells; i++)
        TACIT_TRY(read_cell(r, i, &s->cell[i]));
    TACIT_TRY(read_equations(r, s, n_cells, &n, &terms));
    for (size_t i = 0; i < s->n_cells; i++)
        s->cell[i].unit = pow(10, -(double)r->decimals);
    return tacit_system_close(r->cx, s);
}

tacit_status tacit_jj_read(tacit_ctx *cx, const char *file, const char *text, tacit_system **out)
{
    reading r = { .cx = cx, .file = file, .at = text, .line = 1 };
    size_t zero = 0, n_cells = 0, n_equations = 0, n_terms = 0;
    TACIT_TRY(read_count(&r, "the line '0' of a JJ file", 0, &zero));
    TACIT_TRY(read_count(&r, "the number of cells", UINT32_MAX, &n_cells));
    r.at += strcspn(r.at, "\n");
    reading ahead = after_cells(&r, n_cells);
    TACIT_TRY(read_equations(&ahead, NULL, n_cells, &n_equations, &n_terms));
    tacit_system *s = NULL;
    TACIT_TRY(tacit_system_new(cx, n_cells, n_equations, n_terms, &s));
    const tacit_status status = fill(&r, n_cells, s);
    if (status == TACIT_OK)
        *out = s;
    else
        tacit_system_free(s);
    return status;
}

/* A cell of a changed system as everybody may see it: no value, level or status of the original. */
static tacit_cell as_shown(const tacit_cell *c)
{
    return (tacit_cell){ .value = c->shown, .cost = 1, .low = c->low, .high = c->high };
}

static tacit_status write_cell(tacit_ctx *cx, const tacit_cell *c, size_t i, tacit_buffer *out)
{
    const double numbers[] = { c->value, c->cost, c->low, c->high, c->lower, c->upper, c->sliding };
    TACIT_TRY(tacit_buffer_format(cx, out, "%zu", i));
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        char text[TACIT_NUMBER_BYTES];
        tacit_format_real(numbers[k], text);
        TACIT_TRY(tacit_buffer_format(cx, out, " %s", text));
        if (k == 1)
            TACIT_TRY(tacit_buffer_format(cx, out, " %c", LETTERS[c->status]));
    }
    return tacit_buffer_text(cx, out, "\n");
}

tacit_status tacit_jj_write(tacit_ctx *cx, const tacit_system *s, tacit_buffer *out)
{
    TACIT_TRY(tacit_buffer_format(cx, out, "0\n%zu\n", s->n_cells));
    for (size_t i = 0; i < s->n_cells; i++) {
        const tacit_cell shown = as_shown(&s->cell[i]);
        TACIT_TRY(write_cell(cx, s->changed ? &shown : &s->cell[i], i, out));
    }
    TACIT_TRY(tacit_buffer_format(cx, out, "%zu\n", s->n_equations));
    for (size_t r = 0; r < s->n_equations; r++) {
        TACIT_TRY(tacit_buffer_format(cx, out, "0 %zu :", s->first[r + 1] - s->first[r]));
        for (size_t e = s->first[r]; e < s->first[r + 1]; e++)
            TACIT_TRY(tacit_buffer_format(cx, out, " %u (%.9g)", s->term[e].at,
                                          (double)s->term[e].weight));
        TACIT_TRY(tacit_buffer_text(cx, out, "\n"));
    }
    return TACIT_OK;
}
