/*
 * alike.c - synthetic households that are some real one from end to end.
 *
 * A household is alike another if it has as many members and, in some order, they agree in every
 * key, or in every column if the plan has no keys.  Of the households that were learnt from and
 * that no other of them is like, and of those left out that no other of them is like, the share is
 * counted that is found among the synthetic ones.  What is found of those left out is what common
 * kinds of households give; the excess is copying.
 *
 * Households are compared by hashes of 64 bits.  O(cells), and sorting.
 */
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "table/values.h"
#include "task/synth/own.h"

/* Households as numbers that are the same if they are alike, upwards; in scratch memory. */
typedef struct kinds {
    tacit_keyed *at;
    size_t n;
} kinds;

/* Whether column j is compared. */
static bool is_compared(const tacit_table *t, size_t j, bool keys)
{
    const unsigned roles = tacit_table_roles(t, j);
    if ((roles & (TACIT_ROLE_IDENTIFIER | TACIT_ROLE_LINKS)) != 0)
        return false;
    return !keys || (roles & TACIT_ROLE_KEY) != 0;
}

/* Mix the texts of column j into the hashes of the records: equal values have equal texts in any
 * table. */
static tacit_status mix_column(tacit_ctx *cx, const tacit_column *c, uint64_t *hash)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint64_t *own = NULL;
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    TACIT_TRY(tacit_scratch(cx, (size_t)v.n + 1, sizeof *own, &own));
    for (uint32_t k = 0; k < v.n; k++) {
        char room[32];
        const char *text = tacit_column_text(c, v.row[k], room);
        own[k] = tacit_hash_bytes(text, strlen(text)) | 1; /* missing is 0 */
    }
    const uint64_t name = tacit_hash_bytes(tacit_column_name(c), strlen(tacit_column_name(c)));
    for (size_t i = 0; i < tacit_column_length(c); i++)
        hash[i] += tacit_hash_u64(name ^ tacit_hash_u64(own[v.of[i]]));
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status find_kinds(tacit_ctx *cx, const tacit_table *t, bool keys, kinds *out)
{
    const size_t id = tacit_table_role_column(t, TACIT_ROLE_HOUSEHOLD), rows = tacit_table_rows(t);
    uint64_t *hash = NULL;
    tacit_values home;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *hash, &hash));
    for (size_t j = 0; j < tacit_table_columns(t); j++)
        if (is_compared(t, j, keys))
            TACIT_TRY(mix_column(cx, tacit_table_column(t, j), hash));
    TACIT_TRY(tacit_values_of(cx, tacit_table_column(t, id), &home));
    TACIT_TRY(tacit_scratch(cx, home.n, sizeof *out->at, &out->at));
    out->n = home.n;
    for (size_t g = 0; g < home.n; g++)
        out->at[g] = (tacit_keyed){ tacit_hash_u64(home.count[g]), g };
    for (size_t i = 0; i < rows; i++) /* a sum: the order of members plays no part */
        out->at[home.of[i]].key += tacit_hash_u64(hash[i]);
    return tacit_sort_keyed(cx, out->at, out->n);
}

/* How many kinds are had by one household, and how many of those are among `made`. */
static void count(const kinds *k, const kinds *made, size_t *alone, size_t *found)
{
    *alone = *found = 0;
    for (size_t i = 0, m = 0; i < k->n; i++) {
        const uint64_t key = k->at[i].key;
        if ((i > 0 && k->at[i - 1].key == key) || (i + 1 < k->n && k->at[i + 1].key == key))
            continue;
        while (m < made->n && made->at[m].key < key)
            m++;
        (*alone)++;
        *found += m < made->n && made->at[m].key == key;
    }
}

static double share(size_t a, size_t b)
{
    return b > 0 ? (double)a / (double)b : 0.0;
}

tacit_status tacit_holdout_homes(tacit_ctx *cx, const tacit_table *made, tacit_holdout *h)
{
    const tacit_table *const real[2] = { h->in, h->out };
    const size_t mark = tacit_scratch_mark(cx);
    tacit_select keys;
    kinds m;
    TACIT_TRY(tacit_table_with_role(cx, made, TACIT_ROLE_KEY, &keys));
    TACIT_TRY(find_kinds(cx, made, keys.n > 0, &m));
    for (size_t side = 0; side < 2; side++) {
        size_t alone = 0, found = 0;
        kinds k;
        TACIT_TRY(find_kinds(cx, real[side], keys.n > 0, &k));
        count(&k, &m, &alone, &found);
        h->alone[side] = share(alone, k.n);
        h->found[side] = share(found, alone);
    }
    h->homes = true;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_holdout_tell_homes(tacit_ctx *cx, const tacit_holdout *h, tacit_result *leak)
{
    static const char *const heads[] = { "of households", "that were in", "left out" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, leak, "households", "Households found from end to end", 3,
                                 heads, &table));
    TACIT_TRY(
        tacit_result_row(cx, table, "[s, f, f]", "no other is like it", h->alone[0], h->alone[1]));
    return tacit_result_row(cx, table, "[s, f, f]", "such a one is among the synthetic",
                            h->found[0], h->found[1]);
}
