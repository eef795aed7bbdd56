/*
 * reread.c - a question back from its canonical text, as the log keeps it.
 *
 * The text is that of tacit_query_settle(): what is read is settled again, and is the same question
 * only if its text comes out the same.  Nothing is guessed: whatever does not fit, or names what is
 * not declared, is no question of this schema.  O(length * declared groups), and for an axis that
 * no level has O(levels * groups^2).
 */
#include <string.h>

#include "query/query.h"

/* An axis as it is written: a level, or the part of each group that conditions leave. */
typedef struct written_axis {
    size_t column, level; /* TACIT_NO_LEVEL: by parts */
    size_t n;
    uint32_t *part;
} written_axis;

/* A place in the text; `good` until something does not fit. */
typedef struct reader {
    tacit_ctx *cx;
    const char *at;
    bool good;
    tacit_query *query;
    size_t n_axes;
    written_axis axis[TACIT_QUERY_AXES];
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

/* The parts of groups: {0,1,0}. */
static tacit_status read_parts(reader *r, written_axis *a)
{
    const size_t groups = tacit_query_labels(&r->query->schema->column[a->column], 0);
    TACIT_TRY(tacit_scratch(r->cx, groups, sizeof *a->part, &a->part));
    do {
        char *text = NULL;
        double number = 0;
        TACIT_TRY(read_until(r, ",}", &text));
        r->good = r->good && a->n < groups && tacit_parse_real(text, &number) && number >= 0 &&
                  number < (double)groups;
        if (r->good)
            a->part[a->n++] = (uint32_t)number;
    } while (r->good && passes(r, ","));
    expect(r, "}");
    return TACIT_OK;
}

/* The level whose text stands here as a whole. */
static tacit_status read_level(reader *r, written_axis *a)
{
    const tacit_query_column *c = &r->query->schema->column[a->column];
    bool found = false;
    for (size_t l = 0; !found && l <= c->n_levels; l++) {
        tacit_buffer text = { 0 };
        const tacit_status status = tacit_query_level_text(r->cx, c, l, &text);
        found = status == TACIT_OK &&
                strncmp(r->at, text.text == NULL ? "" : text.text, text.length) == 0 &&
                strchr(" ", r->at[text.length]) != NULL;
        a->level = l;
        r->at += found ? text.length : 0;
        tacit_buffer_free(&text);
        TACIT_TRY(status);
    }
    r->good = r->good && found;
    return TACIT_OK;
}

static tacit_status read_axis(reader *r)
{
    written_axis a = { .level = TACIT_NO_LEVEL };
    TACIT_TRY(read_column(r, &a.column));
    r->good = r->good && r->n_axes < TACIT_QUERY_AXES &&
              tacit_query_labels(&r->query->schema->column[a.column], 0) > 0;
    if (!r->good)
        return TACIT_OK;
    TACIT_TRY(passes(r, "/{") ? read_parts(r, &a) : read_level(r, &a));
    r->axis[r->n_axes++] = a;
    return TACIT_OK;
}

/* ---- what is grouped by ---- */

static void add_by(reader *r, size_t column, size_t level)
{
    tacit_query *q = r->query;
    r->good = r->good && q->n_by < TACIT_QUERY_AXES;
    if (r->good)
        q->by[q->n_by++] = (tacit_query_by){ .column = column, .level = level };
}

/* Groups that conditions leave, with the part that each is in and where those are told apart so
 * far. */
typedef struct apart {
    const tacit_query_column *column;
    size_t n;
    uint32_t *group, *class;
    const uint32_t *part;
} apart;

static size_t label_at(const apart *p, size_t level, size_t i)
{
    return tacit_query_label_of(p->column, level, p->group[i]);
}

/* Whether a level has one label in each part, and tells more apart than is told already. */
static bool helps(const apart *p, size_t level)
{
    bool more = false;
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < i; j++) {
            const bool differ = label_at(p, level, i) != label_at(p, level, j);
            if (differ && p->part[i] == p->part[j])
                return false;
            more = more || (differ && p->class[i] == p->class[j]);
        }
    return more;
}

static void tell_apart(apart *p, size_t level)
{
    for (size_t i = p->n; i-- > 0;) { /* from behind: what is compared has its old class */
        size_t j = 0;
        while (p->class[j] != p->class[i] || label_at(p, level, j) != label_at(p, level, i))
            j++;
        p->class[i] = (uint32_t)(p->n * (level + 1) + j);
    }
}

/* An axis that no level has was made of levels that each have one label in a part; all of these
 * together tell just the parts apart. */
static tacit_status group_by_parts(reader *r, const written_axis *a)
{
    apart p = { .column = &r->query->schema->column[a->column], .part = a->part };
    const size_t groups = tacit_query_labels(p.column, 0);
    const bool *in = r->query->in[a->column];
    TACIT_TRY(tacit_scratch(r->cx, groups, sizeof *p.group, &p.group));
    TACIT_TRY(tacit_scratch(r->cx, groups, sizeof *p.class, &p.class));
    for (size_t g = 0; g < groups; g++)
        if (in == NULL || in[g])
            p.group[p.n++] = (uint32_t)g;
    r->good = r->good && p.n == a->n;
    for (size_t l = 0; r->good && l <= p.column->n_levels; l++)
        if (helps(&p, l)) {
            add_by(r, a->column, l);
            tell_apart(&p, l);
        }
    return TACIT_OK;
}

static tacit_status group_by(reader *r)
{
    for (size_t i = 0; r->good && i < r->n_axes; i++) {
        const written_axis *a = &r->axis[i];
        if (a->level == TACIT_NO_LEVEL)
            TACIT_TRY(group_by_parts(r, a));
        else
            add_by(r, a->column, a->level);
    }
    return TACIT_OK;
}

/* ---- conditions ---- */

/* The number of the edge that is written here, up to `ends`. */
static tacit_status read_edge(reader *r, const tacit_domain *d, const char *ends, size_t *out)
{
    char *text = NULL, number[TACIT_NUMBER_BYTES];
    TACIT_TRY(read_until(r, ends, &text));
    for (*out = 0; *out <= d->n_bins; (*out)++) {
        tacit_domain_edge(d, *out, number);
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
    return group_by(r);
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
