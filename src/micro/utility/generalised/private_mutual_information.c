/*
 * private_mutual_information.c - what the released keys tell about a sensitive column, after
 * Goldberger and Tassa (2010).
 *
 *   U_PMI  = (1 / nr) sum over records i and keys j of log2( Pr(Y = s_i | X_j in B_ij) / Pr(s_i) )
 *   Pi_PMI = -(1 / nr) sum over i and j of log2 Pr(Y = s_i | X_j in B_ij)
 *
 * with Pr from the original records, s_i the original's sensitive value and B_ij the values
 * that the released cell covers (cover.h).  Coarser keys that do not matter for the sensitive
 * column cost nothing.  Neither is bounded by 1; `kept` is U_PMI by that of unchanged keys.
 *
 * A record counts for a key if both the key and the sensitive value are present in the
 * original.  Keys and sensitive columns have equal weight.  O(rows + labels * values).
 */
#include <math.h>

#include "base/sort.h"
#include "micro/utility/key_classes.h"
#include "micro/utility/generalised/losses.h"

enum { TARGET };

static const tacit_param PARAMS[] = { [TARGET] = TACIT_KEY_TARGET, TACIT_PARAM_END };

/* Records counted by two numbers: those of `first` f from start[f] to start[f + 1]. */
typedef struct counts {
    size_t *start;
    uint32_t *second;
    uint64_t *count;
} counts;

/* A key column and the values of the sensitive one. */
typedef struct tie {
    const tacit_cover *key;
    const tacit_values *sensitive;
} tie;

/* Sums over the records of one key: bits that released, suppressed and unchanged cells leave
 * untold. */
typedef struct bits {
    double records, released, suppressed, unchanged;
} bits;

/* Whether row i counts. */
static bool counts_row(const tie *l, size_t i)
{
    return l->key->pair_of[i] < l->key->n_pairs && l->sensitive->of[i] < l->sensitive->n;
}

/* Number of row i: of what its cell covers, or of its original value. */
static uint32_t set_of(const tacit_cover *c, size_t i)
{
    return c->pair[c->pair_of[i]].set;
}

static uint32_t value_of(const tacit_cover *c, size_t i)
{
    return c->pair[c->pair_of[i]].value;
}

/* Count the rows by `first` (below `n`) and sensitive value. */
static tacit_status count_by(tacit_ctx *cx, const tie *l, size_t n,
                             uint32_t (*first)(const tacit_cover *c, size_t i), counts *out)
{
    const uint64_t radix = l->sensitive->n;
    const size_t rows = tacit_column_length(l->key->before);
    tacit_keyed *a = NULL;
    size_t used = 0, groups = 0;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *out->start, &out->start));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *a, &a));
    for (size_t i = 0; i < rows; i++)
        if (counts_row(l, i))
            a[used++].key = first(l->key, i) * radix + l->sensitive->of[i];
    TACIT_TRY(tacit_sort_keyed(cx, a, used));
    for (size_t k = 0; k < used; k++)
        groups += k == 0 || a[k].key != a[k - 1].key;
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *out->second, &out->second));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *out->count, &out->count));
    for (size_t k = 0, g = 0; k < used; k++) {
        g += k > 0 && a[k].key != a[k - 1].key;
        out->start[a[k].key / radix + 1] = g + 1;
        out->second[g] = (uint32_t)(a[k].key % radix);
        out->count[g]++;
    }
    for (size_t f = 1; f <= n; f++)
        out->start[f] = out->start[f] > out->start[f - 1] ? out->start[f] : out->start[f - 1];
    return TACIT_OK;
}

/* Records of original value v, by sensitive value, into `tally`; their number. */
static uint64_t add_value(const counts *by_value, uint32_t v, uint64_t *tally)
{
    uint64_t records = 0;
    for (size_t k = by_value->start[v]; k < by_value->start[v + 1]; k++) {
        tally[by_value->second[k]] += by_value->count[k];
        records += by_value->count[k];
    }
    return records;
}

static void clear_value(const counts *by_value, uint32_t v, uint64_t *tally)
{
    for (size_t k = by_value->start[v]; k < by_value->start[v + 1]; k++)
        tally[by_value->second[k]] = 0;
}

/* Bits that the cells of set number s leave untold about the sensitive value. */
static double untold_by(const tie *l, const counts *by_value, const counts *by_set, size_t s,
                        uint64_t *tally)
{
    const tacit_cover_set *set = &l->key->set[s];
    double sum = 0.0;
    uint64_t records = 0;
    if (by_set->start[s] == by_set->start[s + 1])
        return 0.0;
    for (uint32_t k = 0; k < set->n; k++)
        records += add_value(by_value, tacit_cover_value(set, k), tally);
    for (size_t k = by_set->start[s]; k < by_set->start[s + 1]; k++)
        sum += (double)by_set->count[k] * log2((double)records / (double)tally[by_set->second[k]]);
    for (uint32_t k = 0; k < set->n; k++)
        clear_value(by_value, tacit_cover_value(set, k), tally);
    return sum;
}

/* Bits that unchanged cells leave untold, and suppressed ones. */
static void untold_at_ends(const tie *l, const counts *by_value, uint64_t *tally, bits *out)
{
    const uint32_t values = l->key->values.n;
    for (uint32_t v = 0; v < values; v++) {
        const uint64_t records = add_value(by_value, v, tally);
        out->records += (double)records;
        double untold = 0.0; /* summed as untold_by() does, so that unchanged keys lose 0 */
        for (size_t k = by_value->start[v]; k < by_value->start[v + 1]; k++)
            untold +=
                (double)by_value->count[k] * log2((double)records / (double)by_value->count[k]);
        out->unchanged += untold;
    }
    for (uint32_t s = 0; s < l->sensitive->n; s++)
        if (tally[s] > 0)
            out->suppressed += (double)tally[s] * log2(out->records / (double)tally[s]);
    for (uint32_t s = 0; s < l->sensitive->n; s++)
        tally[s] = 0;
}

static tacit_status link_key(tacit_ctx *cx, const tie *l, bits *out)
{
    const size_t mark = tacit_scratch_mark(cx), sets = l->key->n_labels + 1;
    counts by_value, by_set;
    uint64_t *tally = NULL;
    *out = (bits){ 0 };
    TACIT_TRY(tacit_scratch(cx, l->sensitive->n, sizeof *tally, &tally));
    TACIT_TRY(count_by(cx, l, l->key->values.n, value_of, &by_value));
    TACIT_TRY(count_by(cx, l, sets, set_of, &by_set));
    untold_at_ends(l, &by_value, tally, out);
    for (size_t s = 0; s < sets; s++)
        out->released += untold_by(l, &by_value, &by_set, s, tally);
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- the result ---- */

/* Means over keys and sensitive columns of bits a record. */
typedef struct summary {
    double links, released, suppressed, unchanged;
} summary;

static void add_bits(summary *s, const bits *b)
{
    if (!(b->records > 0.0))
        return;
    s->links += 1.0;
    s->released += b->released / b->records;
    s->suppressed += b->suppressed / b->records;
    s->unchanged += b->unchanged / b->records;
}

static tacit_status figures(tacit_ctx *cx, const summary *s, tacit_result *result)
{
    static const tacit_range plain = { 0.0, INFINITY, TACIT_BETTER_NONE };
    static const tacit_range told = { -INFINITY, INFINITY, TACIT_BETTER_HIGHER };
    const double n = s->links > 0.0 ? s->links : NAN;
    const double most = (s->suppressed - s->unchanged) / n;
    TACIT_TRY(tacit_result_ranged(cx, result, &told, "utility", "Private mutual information, bits",
                                  (s->suppressed - s->released) / n, TACIT_UNIT_NUMBER,
                                  "mean over records and keys of log2( Pr(s | B) / Pr(s) ), s "
                                  "being the sensitive value and B what the cell covers"));
    TACIT_TRY(tacit_result_ranged(
        cx, result, &TACIT_RANGE_LOSS, "loss", "Untold about the sensitive value, bits",
        s->released / n, TACIT_UNIT_NUMBER, "mean over records and keys of -log2 Pr(s | B)"));
    TACIT_TRY(tacit_result_ranged(cx, result, &plain, "unchanged", "Untold by unchanged keys, bits",
                                  s->unchanged / n, TACIT_UNIT_NUMBER,
                                  "the loss if no key had been changed"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "added", "Bits lost",
                                  (s->released - s->unchanged) / n, TACIT_UNIT_NUMBER,
                                  "loss minus that of unchanged keys"));
    return tacit_result_ranged(cx, result, &told, "kept", "Share kept",
                               most > 0.0 ? (s->suppressed - s->released) / n / most : NAN,
                               TACIT_UNIT_NUMBER,
                               "private mutual information by that of unchanged keys; 1 is "
                               "unchanged, 0 is suppressed; none if unchanged keys tell nothing");
}

static tacit_status tell_link(tacit_ctx *cx, const char *key, const char *sensitive, const bits *b,
                              json_t *table)
{
    if (!(b->records > 0.0))
        return TACIT_OK;
    return tacit_result_row(cx, table, "[s, s, f, f, f]", key, sensitive,
                            (b->suppressed - b->released) / b->records, b->released / b->records,
                            b->unchanged / b->records);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    static const char *const titles[] = { "key", "sensitive", "told, bits", "untold, bits",
                                          "untold by unchanged, bits" };
    tacit_cover *cover = NULL;
    tacit_match *match = NULL;
    json_t *table = NULL;
    size_t keys = 0, n = 0;
    summary all = { 0 };
    TACIT_TRY(tacit_key_targets(cx, pair, &args->at[TARGET], &match, &n));
    TACIT_TRY(tacit_cover_keys(cx, pair, &cover, &keys));
    TACIT_TRY(tacit_result_table(cx, result, "keys", "By key", 5, titles, &table));
    for (size_t m = 0; m < n; m++) {
        tacit_values values;
        TACIT_TRY(tacit_values_of(cx, match[m].before, &values));
        for (size_t c = 0; c < keys; c++) {
            bits b;
            TACIT_TRY(tacit_tick(cx, m * keys + c, n * keys));
            TACIT_TRY(link_key(cx, &(tie){ .key = &cover[c], .sensitive = &values }, &b));
            TACIT_TRY(tell_link(cx, tacit_column_name(cover[c].before),
                                tacit_column_name(match[m].before), &b, table));
            add_bits(&all, &b);
        }
    }
    TACIT_TRY(figures(cx, &all, result));
    return tacit_losses_notes(cx, cover, keys, result);
}

const tacit_measure tacit_utility_private_mutual_information = {
    .about = { .name = "private_mutual_information",
               .title = "Private mutual information",
               .summary = "How many bits the released keys tell about the sensitive column.",
               .source = "Goldberger and Tassa (2010), Efficient anonymizations with enhanced "
                         "utility",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS | TACIT_NEEDS_SAME_ROWS,
    .headline = "kept",
    .run = measure,
};
