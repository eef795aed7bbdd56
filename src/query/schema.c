/*
 * schema.c - what may be asked of one data set, and the one line that says it.
 */
#include "query/schema.h"

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
    if (d->missing_counts)
        TACIT_TRY(tacit_buffer_format(cx, b, " missing %lld", (long long)d->lattice.missing));
    for (size_t i = 0; i < d->n_bins; i++)
        TACIT_TRY(
            tacit_buffer_format(cx, b, "%s%lld", i == 0 ? " bins " : ",", (long long)d->edge[i]));
    return TACIT_OK;
}

static tacit_status put_level(tacit_ctx *cx, const tacit_query_column *c, size_t l, tacit_buffer *b)
{
    const size_t n = tacit_query_labels(c, 0);
    TACIT_TRY(tacit_buffer_format(cx, b, " level %zu", l));
    for (size_t g = 0; g < n; g++) {
        TACIT_TRY(tacit_buffer_text(cx, b, g == 0 ? " " : ","));
        TACIT_TRY(tacit_query_quote(cx, b, tacit_query_label(c, l, tacit_query_label_of(c, l, g))));
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
        for (size_t l = 0; l <= c->n_levels; l++)
            if (!c->domain.number || l > 0)
                TACIT_TRY(put_level(cx, c, l, b));
    }
    return TACIT_OK;
}
