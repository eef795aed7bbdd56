/*
 * reread.c - a question back from its canonical text, as the log keeps it.
 *
 * The text is that of tacit_query_settle(): what is read is settled again, and is the same question
 * only if its text comes out the same.  Nothing is guessed: whatever does not fit, or names what is
 * not declared, is no question of this schema.  O(length * declared groups).
 */
#include <string.h>

#include "query/query.h"

/* A place in the text; `good` until something does not fit. */
typedef struct reader {
    tacit_ctx *cx;
    const char *at;
    bool good;
    tacit_query *query;
} reader;

/* Whether the text goes on with `word`, which is then passed. */
static bool passes(reader *r, const char *word)
{
    const size_t n = strlen(word);
    const bool does = r->good && strncmp(r->at, word, n) == 0;
    r->at += does ? n : 0;
    return does;
}

static void expect(reader *r, const char *word)
{
    r->good = passes(r, word);
}

/* What is behind a backslash: the byte itself, or two hexadecimal digits of it. */
static char unescape(reader *r)
{
    static const char digits[] = "0123456789abcdef";
    if (!passes(r, "x"))
        return *r->at != '\0' ? *r->at++ : '\0';
    const char *high = *r->at != '\0' ? strchr(digits, r->at[0]) : NULL;
    const char *low = high != NULL && r->at[1] != '\0' ? strchr(digits, r->at[1]) : NULL;
    r->good = low != NULL;
    if (!r->good)
        return '\0';
    r->at += 2;
    return (char)((high - digits) * 16 + (low - digits));
}

/* A text in quotes, in scratch memory. */
static tacit_status read_quoted(reader *r, const char **out)
{
    char *text = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(r->cx, strlen(r->at) + 1, 1, &text));
    expect(r, "\"");
    while (r->good && *r->at != '"' && *r->at != '\0')
        text[n++] = passes(r, "\\") ? unescape(r) : *r->at++;
    expect(r, "\"");
    *out = text;
    return TACIT_OK;
}

/* A declared column by its name in quotes. */
static tacit_status read_column(reader *r, size_t *out)
{
    const tacit_query_schema *schema = r->query->schema;
    const char *name = NULL;
    TACIT_TRY(read_quoted(r, &name));
    *out = 0;
    while (*out < schema->n && strcmp(schema->column[*out].domain.column, name) != 0)
        (*out)++;
    r->good = r->good && *out < schema->n;
    return TACIT_OK;
}

/* The text up to one of `ends`, in scratch memory. */
static tacit_status read_until(reader *r, const char *ends, char **out)
{
    const size_t n = strcspn(r->at, ends);
    TACIT_TRY(tacit_scratch_format(r->cx, out, "%.*s", (int)n, r->at));
    r->at += n;
    return TACIT_OK;
}

/* ---- aggregates and axes ---- */

/* The kind whose name stands here as a whole. */
static tacit_aggregate_kind read_kind(reader *r)
{
    const size_t n = strcspn(r->at, " (");
    for (unsigned k = 0; k < TACIT_AGGREGATES; k++) {
        const char *name = tacit_aggregate_name(k);
        if (strlen(name) == n && strncmp(r->at, name, n) == 0) {
            r->at += n;
            return k;
        }
    }
    r->good = false;
    return TACIT_AGGREGATE_COUNT;
}

static tacit_status read_aggregate(reader *r)
{
    tacit_query *q = r->query;
    tacit_aggregate a = { .kind = read_kind(r) };
    char *share = NULL;
    const bool pair = a.kind == TACIT_AGGREGATE_SLOPE || a.kind == TACIT_AGGREGATE_CORRELATION;
    const bool none = a.kind == TACIT_AGGREGATE_COUNT || a.kind == TACIT_AGGREGATE_PERSONS;
    r->good = r->good && q->n_aggregates < TACIT_QUERY_AGGREGATES;
    if (r->good && !none) {
        expect(r, "(");
        TACIT_TRY(read_column(r, &a.column));
        r->good = r->good && q->schema->column[a.column].domain.number;
        if (pair) {
            expect(r, ",");
            TACIT_TRY(read_column(r, &a.other));
            r->good = r->good && q->schema->column[a.other].domain.number;
        }
        if (a.kind == TACIT_AGGREGATE_QUANTILE) {
            expect(r, ",");
            TACIT_TRY(read_until(r, ")", &share));
            r->good = r->good && tacit_parse_real(share, &a.share);
        }
        expect(r, ")");
    }
    if (r->good)
        q->aggregate[q->n_aggregates++] = a;
    return TACIT_OK;
}

static tacit_status read_axis(reader *r)
{
    tacit_query *q = r->query;
    tacit_query_axis a = { 0 };
    char *level = NULL;
    double number = 0;
    TACIT_TRY(read_column(r, &a.column));
    if (passes(r, "/")) {
        TACIT_TRY(read_until(r, " ", &level));
        r->good = r->good && tacit_parse_real(level, &number) && number >= 1 &&
                  number <= (double)q->schema->column[a.column].n_levels;
        a.level = r->good ? (size_t)number : 0;
    }
    r->good = r->good && q->n_axes < TACIT_QUERY_AXES &&
              tacit_query_labels(&q->schema->column[a.column], 0) > 0;
    if (r->good)
        q->axis[q->n_axes++] = a;
    return TACIT_OK;
}

/* ---- conditions ---- */

/* The number of the edge that is written here, up to `ends`. */
static tacit_status read_edge(reader *r, const tacit_domain *d, const char *ends, size_t *out)
{
    char *text = NULL, number[TACIT_NUMBER_BYTES];
    TACIT_TRY(read_until(r, ends, &text));
    for (*out = 0; *out <= d->n_bins; (*out)++) {
        tacit_format_real(tacit_domain_real(d, (double)d->edge[*out]), number);
        if (strcmp(number, text) == 0)
            return TACIT_OK;
    }
    r->good = false;
    return TACIT_OK;
}

static tacit_status read_ranges(reader *r, const tacit_domain *d, bool *in)
{
    size_t from = 0, to = 0;
    r->good = r->at[0] == '[';
    while (passes(r, "[")) {
        TACIT_TRY(read_edge(r, d, ",", &from));
        expect(r, ",");
        TACIT_TRY(read_edge(r, d, ")]", &to));
        for (size_t g = from; r->good && g < to; g++)
            in[g] = true;
        r->good = r->good && (passes(r, ")") || passes(r, "]"));
        if (r->at[0] == ' ' && r->at[1] == '[')
            r->at++;
    }
    return TACIT_OK;
}

static tacit_status read_values(reader *r, const tacit_domain *d, bool *in)
{
    expect(r, "{");
    do {
        const char *value = NULL;
        size_t g = 0;
        TACIT_TRY(read_quoted(r, &value));
        while (g < d->n_values && strcmp(d->value[g], value) != 0)
            g++;
        r->good = r->good && g < d->n_values;
        if (r->good)
            in[g] = true;
    } while (r->good && passes(r, ","));
    expect(r, "}");
    return TACIT_OK;
}

static tacit_status read_condition(reader *r)
{
    tacit_query *q = r->query;
    size_t c = 0;
    bool *in = NULL;
    TACIT_TRY(read_column(r, &c));
    expect(r, " in ");
    r->good = r->good && q->in[c] == NULL;
    if (!r->good)
        return TACIT_OK;
    const tacit_domain *d = &q->schema->column[c].domain;
    TACIT_TRY(tacit_scratch(r->cx, tacit_domain_groups(d) + 1, sizeof *in, &in));
    r->good = tacit_domain_groups(d) > 0;
    if (r->good)
        TACIT_TRY(d->number ? read_ranges(r, d, in) : read_values(r, d, in));
    return r->good ? tacit_query_restrict(r->cx, q, c, in) : TACIT_OK;
}

/* ---- the whole ---- */

static tacit_status read_all(reader *r)
{
    const char *name = NULL;
    do
        TACIT_TRY(read_aggregate(r));
    while (passes(r, " ") && !passes(r, "of "));
    TACIT_TRY(read_quoted(r, &name));
    r->good = r->good && strcmp(name, r->query->schema->name) == 0;
    if (passes(r, " by "))
        do
            TACIT_TRY(read_axis(r));
        while (strncmp(r->at, " \"", 2) == 0 && passes(r, " "));
    if (passes(r, " where "))
        do
            TACIT_TRY(read_condition(r));
        while (passes(r, " and "));
    r->good = r->good && *r->at == '\0';
    return TACIT_OK;
}

tacit_status tacit_query_reread(tacit_ctx *cx, const tacit_query_schema *schema, const char *text,
                                tacit_query *out, bool *same)
{
    tacit_query_schema *wide = NULL;
    reader r = { .cx = cx, .at = text, .good = true, .query = out };
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *wide, &wide));
    *wide = *schema;
    wide->most_cells = SIZE_MAX; /* it was asked when more were allowed */
    *same = false;
    TACIT_TRY(tacit_query_start(cx, wide, out));
    TACIT_TRY(read_all(&r));
    if (!r.good)
        return TACIT_OK;
    TACIT_TRY(tacit_query_settle(cx, out));
    *same = strcmp(out->text, text) == 0;
    return TACIT_OK;
}
