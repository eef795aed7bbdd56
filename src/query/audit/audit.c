/*
 * audit.c - the audit of a column: a system for each order of moments.
 */
#include "query/audit/audit.h"

#include "base/memory.h"
#include "query/audit/own.h"

struct tacit_expert {
    unsigned orders;
    tacit_sums *system[TACIT_EXPERT_ORDERS];
};

tacit_status tacit_expert_new(tacit_ctx *cx, uint32_t records, uint64_t k, unsigned orders,
                              tacit_expert **out)
{
    tacit_expert *a = NULL;
    if (orders < 1 || orders > TACIT_EXPERT_ORDERS || k < 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "An audit needs k of at least 1, and moments of order 1 to %d.",
                          TACIT_EXPERT_ORDERS);
    const uint64_t least = orders > 1 && k <= orders ? orders + 1 : k;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *a, &a));
    a->orders = orders;
    for (unsigned o = 0; o < orders; o++) {
        const tacit_status status = tacit_sums_new(cx, records, least, &a->system[o]);
        if (status != TACIT_OK) {
            tacit_expert_free(a);
            return status;
        }
    }
    *out = a;
    return TACIT_OK;
}

void tacit_expert_free(tacit_expert *a)
{
    for (unsigned o = 0; a != NULL && o < a->orders; o++)
        tacit_sums_free(a->system[o]);
    tacit_free(a);
}

/* Keep the query in the first `n` systems, or undo it. */
static void settle(tacit_expert *a, unsigned n, const tacit_query_set *set, bool keep)
{
    for (unsigned o = 0; o < n; o++) {
        if (keep)
            tacit_sums_keep(a->system[o]);
        else
            tacit_sums_undo(a->system[o], set);
    }
}

tacit_status tacit_expert_ask(tacit_ctx *cx, tacit_expert *a, const tacit_query_set *set,
                              unsigned order, tacit_expert_decision *out)
{
    bool allowed = true, known = true;
    unsigned n = 0;
    TACIT_ASSERT(order >= 1 && order <= a->orders);
    while (n < order && allowed) {
        const tacit_status status = tacit_sums_try(cx, a->system[n], set, &allowed);
        if (status != TACIT_OK) {
            settle(a, n, set, false);
            return status;
        }
        known = known && allowed && a->system[n]->pending == TACIT_PENDING_KNOWN;
        n += allowed;
    }
    settle(a, n, set, allowed);
    *out = !allowed ? TACIT_EXPERT_DENY : known ? TACIT_EXPERT_KNOWN : TACIT_EXPERT_ANSWER;
    return TACIT_OK;
}

/* Which columns of a row are not 0: that is the same in every field. */
static void add_support(const tacit_sums *s, size_t i, tacit_sha256 *hash)
{
    unsigned char bits[TACIT_EXPERT_ATOMS / 8] = { 0 };
    for (size_t j = 0; j < s->columns; j++)
        if (s->all.row[i][j] != 0)
            bits[j / 8] |= (unsigned char)(1u << j % 8);
    tacit_sha256_add(hash, bits, (s->columns + 7) / 8);
}

tacit_expert_state tacit_expert_state_of(const tacit_expert *a, unsigned order)
{
    TACIT_ASSERT(order >= 1 && order <= a->orders);
    const tacit_sums *s = a->system[order - 1];
    tacit_expert_state state = { .atoms = s->atoms, .rank = s->rank };
    tacit_sha256 hash;
    tacit_sha256_begin(&hash, tacit_sha256_is_fast());
    tacit_sha256_add(&hash, s->atom_of, s->records * sizeof *s->atom_of);
    tacit_sha256_add(&hash, s->size, s->atoms * sizeof *s->size);
    tacit_sha256_add(&hash, s->row_atom, s->rank * sizeof *s->row_atom);
    tacit_sha256_add(&hash, s->column_atom, s->columns * sizeof *s->column_atom);
    for (size_t i = 0; i < s->rank; i++)
        add_support(s, i, &hash);
    tacit_sha256_end(&hash, state.digest);
    for (size_t i = 0; i < s->rank; i++) {
        const uint64_t n = s->all.records[i];
        state.smallest = state.smallest == 0 || n < state.smallest ? n : state.smallest;
    }
    return state;
}
