/*
 * predicate.c - conditions on columns that are meant to fit one person.
 *
 * A value that is missing meets no condition but that it is missing.  O(records) a condition.
 */
#include "micro/risk/inference/predicate.h"

#include <math.h>

#include "base/hash.h"
#include "base/sort.h"

tacit_status tacit_columns_of(tacit_ctx *cx, const tacit_crowd *crowd, size_t set,
                              tacit_columns *out)
{
    const tacit_records *r = &crowd->set[set];
    *out = (tacit_columns){ .n = r->n, .p = crowd->p };
    TACIT_TRY(tacit_scratch(cx, r->n * crowd->p, sizeof *out->x, &out->x));
    TACIT_TRY(tacit_scratch(cx, r->n * crowd->q, sizeof *out->code, &out->code));
    for (size_t i = 0; i < r->n; i++) {
        for (size_t c = 0; c < crowd->p; c++)
            out->x[c * r->n + i] = r->x[i * crowd->p + c];
        for (size_t c = 0; c < crowd->q; c++)
            out->code[c * r->n + i] = r->code[i * crowd->q + c];
    }
    return TACIT_OK;
}

/* Whether record i meets the condition. */
static bool meets(const tacit_condition *c, const tacit_columns *columns, size_t i)
{
    if (c->column >= columns->p) {
        const uint32_t code = columns->code[(c->column - columns->p) * columns->n + i];
        return code == (c->relation == TACIT_MISSING ? TACIT_CODE_MISSING : c->code);
    }
    const double x = columns->x[c->column * columns->n + i];
    switch (c->relation) {
    case TACIT_AT_MOST:
        return x <= c->x;
    case TACIT_AT_LEAST:
        return x >= c->x;
    case TACIT_EQUAL:
        return x <= c->x && x >= c->x;
    case TACIT_MISSING:
        break;
    }
    return isnan(x);
}

size_t tacit_predicate_count(const tacit_predicate *p, const tacit_columns *columns, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < columns->n && count < most; i++) {
        size_t c = 0;
        while (c < p->n && meets(&p->at[c], columns, i))
            c++;
        count += c == p->n;
    }
    return count;
}

uint64_t tacit_predicate_hash(const tacit_predicate *p)
{
    uint64_t h = p->n;
    for (size_t c = 0; c < p->n; c++) {
        const tacit_condition *k = &p->at[c];
        h = tacit_hash_u64(h * 31 + k->column);
        h = tacit_hash_u64(h * 31 + (uint64_t)k->relation);
        h = tacit_hash_u64(h * 31 + tacit_sort_key_real(k->x));
        h = tacit_hash_u64(h * 31 + k->code);
    }
    return h;
}
