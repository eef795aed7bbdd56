/*
 * schema.c - what may be asked of one data set, and the one line that says it.
 */
#include "query/schema.h"

#include <string.h>

size_t tacit_query_labels(const tacit_query_column *c, size_t l)
{
    TACIT_ASSERT(l <= c->n_levels);
    return l == 0 ? tacit_domain_groups(&c->domain) : c->level[l - 1].n;
}

const char *tacit_query_label(const tacit_query_column *c, size_t l, size_t i)
{
    TACIT_ASSERT(i < tacit_query_labels(c, l));
    return l == 0 ? c->domain.label[i] : c->level[l - 1].label[i];
}

size_t tacit_query_label_of(const tacit_query_column *c, size_t l, size_t g)
{
    TACIT_ASSERT(g < tacit_domain_groups(&c->domain));
    return l == 0 ? g : c->level[l - 1].of[g];
}

size_t tacit_query_numbered(const tacit_query_column *c)
{
    size_t n = 0;
    while (n < c->n_levels && c->level[n].name == NULL)
        n++;
    return n;
}

static bool is_table(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

size_t tacit_query_find_level(const tacit_query_column *c, const char *table, const char *name)
{
    for (size_t i = tacit_query_numbered(c); i < c->n_levels; i++)
        if (is_table(c->level[i].table, table) && strcmp(c->level[i].name, name) == 0)
            return i + 1;
    return 0;
}

tacit_status tacit_query_level_text(tacit_ctx *cx, const tacit_query_column *c, size_t l,
                                    tacit_buffer *b)
{
    const tacit_query_level *level = l > 0 ? &c->level[l - 1] : NULL;
    if (level == NULL)
        return TACIT_OK;
    if (level->name == NULL)
        return tacit_buffer_format(cx, b, "/%zu", l);
    if (level->table == NULL)
        return tacit_buffer_format(cx, b, "/%s", level->name);
    TACIT_TRY(tacit_buffer_text(cx, b, "/"));
    TACIT_TRY(tacit_query_quote(cx, b, level->table));
    TACIT_TRY(tacit_buffer_text(cx, b, "."));
    return tacit_query_quote(cx, b, level->name);
}

tacit_status tacit_query_quote(tacit_ctx *cx, tacit_buffer *b, const char *text)
{
    TACIT_TRY(tacit_buffer_text(cx, b, "\""));
    for (const char *c = text; *c != '\0'; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (byte < 0x20 || byte == 0x7f)
            TACIT_TRY(tacit_buffer_format(cx, b, "\\x%02x", byte));
        else if (byte == '"' || byte == '\\')
            TACIT_TRY(tacit_buffer_format(cx, b, "\\%c", byte));
        else
            TACIT_TRY(tacit_buffer_bytes(cx, b, c, 1));
    }
    return tacit_buffer_text(cx, b, "\"");
}

/* ---- the declaration as a text ---- */

static tacit_status put_number(tacit_ctx *cx, const tacit_domain *d, tacit_buffer *b)
{
    TACIT_TRY(tacit_buffer_format(cx, b, " number %lld..%lld e%d", (long long)d->lattice.lower,
                                  (long long)d->lattice.upper, -d->lattice.decimals));
    if (d->date)
        TACIT_TRY(tacit_buffer_format(cx, b, " dates by %s", tacit_period_name(d->by)));
    if (d->missing_counts)
        TACIT_TRY(tacit_buffer_format(cx, b, " missing %lld", (long long)d->lattice.missing));
    for (size_t i = 0; i < d->n_bins; i++)
        TACIT_TRY(
            tacit_buffer_format(cx, b, "%s%lld", i == 0 ? " bins " : ",", (long long)d->edge[i]));
    return TACIT_OK;
}

tacit_status tacit_query_put_level(tacit_ctx *cx, const tacit_query_column *c, size_t l,
                                   tacit_buffer *b)
{
    const size_t n = tacit_query_labels(c, 0);
    TACIT_TRY(tacit_buffer_format(cx, b, " level %zu", l));
    if (l > 0 && c->level[l - 1].name != NULL)
        TACIT_TRY(tacit_query_level_text(cx, c, l, b));
    for (size_t g = 0; g < n; g++) {
        const char *label = tacit_query_label(c, l, tacit_query_label_of(c, l, g));
        TACIT_TRY(tacit_buffer_text(cx, b, g == 0 ? " " : ","));
        TACIT_TRY(label != NULL ? tacit_query_quote(cx, b, label)
                                : tacit_buffer_text(cx, b, "null"));
    }
    return TACIT_OK;
}

tacit_status tacit_query_schema_text(tacit_ctx *cx, const tacit_query_schema *s, tacit_buffer *b)
{
    TACIT_TRY(tacit_query_quote(cx, b, s->name));
    if (s->person != NULL) {
        TACIT_TRY(tacit_buffer_text(cx, b, " persons "));
        TACIT_TRY(tacit_query_quote(cx, b, s->person));
    }
    for (size_t i = 0; i < s->n; i++) {
        const tacit_query_column *c = &s->column[i];
        TACIT_TRY(tacit_buffer_text(cx, b, "; "));
        TACIT_TRY(tacit_query_quote(cx, b, c->domain.column));
        if (c->domain.number)
            TACIT_TRY(put_number(cx, &c->domain, b));
        for (size_t l = c->domain.number ? 1 : 0; l <= c->n_levels; l++)
            if (l == 0 || c->level[l - 1].table == NULL)
                TACIT_TRY(tacit_query_put_level(cx, c, l, b));
    }
    return TACIT_OK;
}
