/*
 * compat.c - local suppression as sdcMicro does it.
 *
 * localSuppression and kAnon of sdcMicro (Templ, Kowarik and Meindl 2015), stratum by stratum
 * and within it promised set by promised set, once each.  For one set of keys:
 *
 *   1. of each combination of keys the first k records are kept, the others stay as they are;
 *   2. the frequencies f of the kept records are counted by sdcMicro's rule with alpha;
 *   3. the records with f < k are taken by rising f, ties in the order of the file.  Among the
 *      records that differ from it in the fewest keys, but in at least one, where only keys
 *      present in both count, the key of highest importance in which one of them differs is
 *      blanked.  Later records see the blanks of earlier ones;
 *   4. back to 2 until all have f >= k.
 *
 * sdcMicro takes the importance of a key from the wrong place if sets of keys are given for a
 * data frame (but not for its own objects): the figures it prints then are those of other
 * numbers of importance.  This file uses the numbers given.
 *
 * In the worst case O(records at risk * kept records * keys) for each pass; a search ends early
 * where a record differs in the first key alone.
 */
#include "micro/method/local_suppress/own.h"

#include "base/sort.h"
#include "micro/classes/frequency.h"
#include "micro/classes/group.h"
#include "micro/method/strata.h"
#include "table/take.h"

/* The kept records of one stratum and one set of keys; a code of 0 is missing. */
typedef struct kept {
    const tacit_suppress_space *s;
    size_t key[TACIT_SUPPRESS_KEYS];  /* of the set, in the order of the columns */
    size_t walk[TACIT_SUPPRESS_KEYS]; /* positions in `key`, to be blanked first first */
    size_t keys;
    uint64_t k;
    double alpha;
    size_t *row; /* of the table */
    size_t n;
    uint32_t *code; /* code[i * keys + c] */
    size_t head;    /* records before it are blank */
} kept;

/* ---- frequencies ---- */

/* The kept records as a column of a table. */
static tacit_status add_column(tacit_ctx *cx, const kept *k, size_t c, tacit_table *t)
{
    const size_t mark = tacit_scratch_mark(cx);
    int64_t *value = NULL;
    uint64_t *valid = NULL;
    tacit_builder *b = NULL;
    tacit_column *column = NULL;
    const char name[] = { (char)('A' + c % 26), (char)('A' + c / 26), '\0' };
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, k->n / 64 + 1, sizeof *valid, &valid));
    for (size_t i = 0; i < k->n; i++) {
        const uint32_t code = k->code[i * k->keys + c];
        value[i] = code;
        valid[i / 64] |= (uint64_t)(code != 0) << (i % 64);
    }
    TACIT_TRY(tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, k->n, &b));
    const tacit_status status = tacit_builder_integers(cx, b, value, valid, k->n);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &column));
    tacit_scratch_release(cx, mark);
    TACIT_TRY(tacit_table_add(cx, t, column));
    tacit_table_set_roles(t, c, TACIT_ROLE_KEY);
    return TACIT_OK;
}

/* The records with f < k, by rising f, in `bad`. */
static tacit_status list_bad(tacit_ctx *cx, const kept *k, tacit_subject *subject, tacit_keyed *bad,
                             size_t *n)
{
    tacit_frequencies q = { 0 };
    TACIT_TRY(tacit_frequencies_of(cx, subject, TACIT_FREQUENCY_SDCMICRO, k->alpha, &q));
    *n = 0;
    for (size_t i = 0; i < k->n; i++) {
        const double f = q.f[q.classes->of_row[i]];
        if (f < (double)k->k)
            bad[(*n)++] = (tacit_keyed){ .key = tacit_sort_key_real(f), .row = i };
    }
    return tacit_sort_keyed(cx, bad, *n);
}

static tacit_status find_bad(tacit_ctx *cx, const kept *k, tacit_keyed *bad, size_t *n)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_table *t = NULL;
    tacit_subject *subject = NULL;
    TACIT_TRY(tacit_table_new(cx, k->n, &t));
    tacit_status status = TACIT_OK;
    for (size_t c = 0; c < k->keys && status == TACIT_OK; c++)
        status = add_column(cx, k, c, t);
    if (status == TACIT_OK)
        status = tacit_subject_new(cx, t, &subject);
    if (status == TACIT_OK)
        status = list_bad(cx, k, subject, bad, n);
    tacit_subject_free(subject);
    tacit_table_free(t);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- suppression ---- */

/* The keys in which two records differ. */
static uint64_t differences(const uint32_t *x, const uint32_t *y, size_t keys)
{
    uint64_t bits = 0;
    for (size_t c = 0; c < keys; c++)
        bits |= (uint64_t)(x[c] != y[c] && x[c] != 0 && y[c] != 0) << c;
    return bits;
}

/* Whether record i has no key left: it differs from nobody. */
static bool is_blank(const kept *k, size_t i)
{
    for (size_t c = 0; c < k->keys; c++)
        if (k->code[i * k->keys + c] != 0)
            return false;
    return true;
}

/* The key to blank in record x, or the number of keys if nothing differs. */
static size_t choose_key(kept *k, size_t x)
{
    const uint32_t *own = k->code + x * k->keys;
    size_t first = 0;
    int least = TACIT_SUPPRESS_KEYS + 1;
    uint64_t found = 0;
    while (first < k->keys && own[k->walk[first]] == 0)
        first++;
    if (first == k->keys)
        return k->keys;
    while (k->head < k->n && is_blank(k, k->head))
        k->head++;
    for (size_t i = k->head; i < k->n && (least > 1 || (found >> k->walk[first] & 1) == 0); i++) {
        const uint64_t bits = differences(own, k->code + i * k->keys, k->keys);
        const int n = __builtin_popcountll(bits);
        if (n == 0 || n > least)
            continue;
        found = n < least ? bits : found | bits;
        least = n;
    }
    for (size_t w = first; w < k->keys; w++)
        if ((found >> k->walk[w] & 1) != 0)
            return k->walk[w];
    return k->keys;
}

/* Pass after pass until no record is below k, or nothing can be blanked. */
static tacit_status suppress(tacit_ctx *cx, kept *k)
{
    tacit_keyed *bad = NULL;
    size_t n = 0, blanked = 1;
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *bad, &bad));
    TACIT_TRY(find_bad(cx, k, bad, &n));
    while (n > 0 && blanked > 0) {
        blanked = 0;
        for (size_t i = 0; i < n; i++) {
            if (i % 256 == 0)
                TACIT_TRY(tacit_tick(cx, i, n));
            const size_t c = choose_key(k, bad[i].row);
            if (c == k->keys)
                continue;
            k->code[bad[i].row * k->keys + c] = 0;
            blanked++;
        }
        TACIT_TRY(find_bad(cx, k, bad, &n));
    }
    return TACIT_OK;
}

/* ---- sets and strata ---- */

/* The keys of a set, and their order. */
static void choose_keys(kept *k, uint64_t set)
{
    size_t place[TACIT_SUPPRESS_KEYS], walked = 0;
    for (size_t j = 0; j < k->s->keys; j++)
        if ((set >> j & 1) != 0) {
            place[j] = k->keys;
            k->key[k->keys++] = j;
        }
    for (size_t i = 0; i < k->s->keys; i++)
        if ((set >> k->s->order[i] & 1) != 0)
            k->walk[walked++] = place[k->s->order[i]];
}

/* Code of a key of a row, 0 if it is missing or blanked. */
static uint32_t code_of(const tacit_suppress_space *s, const uint64_t *blank, size_t row, size_t j)
{
    const size_t g = s->of_row[row];
    return ((s->missing[g] | blank[row]) >> j & 1) != 0 ? 0 : s->code[j * s->n + g] + 1;
}

/* Number the rows of a stratum by what they show of the set. */
static tacit_status group_rows(tacit_ctx *cx, const kept *k, const tacit_row_list *rows,
                               const uint64_t *blank, uint32_t *group, size_t *groups)
{
    uint64_t *key = NULL, space = 1;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *key, &key));
    for (size_t c = 0; c < k->keys; c++) {
        const uint64_t radix = k->s->radix[k->key[c]] + 1;
        uint64_t wider = 0;
        if (__builtin_mul_overflow(space, radix, &wider) || wider > TACIT_GROUP_SPACE) {
            TACIT_TRY(tacit_group_keys(cx, key, rows->n, space, group, groups));
            for (size_t i = 0; i < rows->n; i++)
                key[i] = group[i];
            space = *groups;
        }
        for (size_t i = 0; i < rows->n; i++)
            key[i] = key[i] * radix + code_of(k->s, blank, rows->at[i], k->key[c]);
        space *= radix;
    }
    return tacit_group_keys(cx, key, rows->n, space, group, groups);
}

/* Keep the first k records of each combination. */
static tacit_status keep_first(tacit_ctx *cx, const tacit_row_list *rows, const uint64_t *blank,
                               kept *k)
{
    uint32_t *group = NULL;
    uint64_t *seen = NULL;
    size_t groups = 0;
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *group, &group));
    TACIT_TRY(group_rows(cx, k, rows, blank, group, &groups));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *seen, &seen));
    TACIT_TRY(tacit_scratch(cx, rows->n, sizeof *k->row, &k->row));
    for (size_t i = 0; i < rows->n; i++)
        if (seen[group[i]]++ < k->k)
            k->row[k->n++] = rows->at[i];
    TACIT_TRY(tacit_scratch(cx, k->n * k->keys, sizeof *k->code, &k->code));
    for (size_t i = 0; i < k->n; i++)
        for (size_t c = 0; c < k->keys; c++)
            k->code[i * k->keys + c] = code_of(k->s, blank, k->row[i], k->key[c]);
    return TACIT_OK;
}

/* Make one promised set safe in the rows of one stratum. */
static tacit_status suppress_set(tacit_ctx *cx, const tacit_row_list *rows, uint64_t set, kept *k,
                                 tacit_suppression *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    choose_keys(k, set);
    TACIT_TRY(keep_first(cx, rows, out->blank, k));
    TACIT_TRY(suppress(cx, k));
    for (size_t i = 0; i < k->n; i++)
        for (size_t c = 0; c < k->keys; c++)
            if (k->code[i * k->keys + c] == 0)
                out->blank[k->row[i]] |= UINT64_C(1) << k->key[c];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_suppress_compat(tacit_ctx *cx, const tacit_job *job,
                                   const tacit_suppress_space *s, tacit_suppression *out)
{
    tacit_strata strata = { 0 };
    TACIT_TRY(tacit_strata_of(cx, job->in, &strata));
    for (size_t h = 0; h < strata.n; h++)
        for (size_t p = 0; p < s->promises; p++) {
            const tacit_row_list rows = { strata.start[h + 1] - strata.start[h],
                                          strata.row + strata.start[h] };
            kept k = { .s = s,
                       .k = s->promise[p].k,
                       .alpha = tacit_arg_real(job->args, TACIT_SUPPRESS_ALPHA) };
            TACIT_TRY(suppress_set(cx, &rows, s->promise[p].set, &k, out));
        }
    for (size_t i = 0; i < s->rows; i++)
        out->blank[i] &= ~s->missing[s->of_row[i]];
    return TACIT_OK;
}
