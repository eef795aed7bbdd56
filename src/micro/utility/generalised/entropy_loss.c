/*
 * entropy_loss.c - entropy-based information loss (EBIL), made for post randomisation.
 *
 * With V the original and V' the masked value of a column, and the transitions between them
 * counted from the data: the loss of a record whose masked value is v' is the entropy
 * H(V | V' = v') = - sum_v p(v | v') log2 p(v | v') of the original value given the masked one,
 * in bits; EBIL is the sum over records (Kooiman, Willenborg and Gouweleeuw 1998).  Over n it
 * is the conditional entropy H(V | V'), and over n H(V) the share of the column's information
 * that is lost: 0 if the original can be told from the masked value, 1 if the masked value says
 * nothing.
 *
 * Row i of one table is row i of the other.  Missing is a value of its own.  A column whose
 * values are all one has nothing to lose and no share.  O(n) a column.
 */
#include <math.h>

#include "micro/classes/group.h"
#include "micro/utility/paired.h"

enum { COLUMNS };

static const tacit_param PARAMS[] = {
    [COLUMNS] = { .name = "columns",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to compare; by default keys and categories that both tables "
                          "have" },
    TACIT_PARAM_END
};

/* Loss of one column in bits: over all records, a record, and as a share of its entropy. */
typedef struct finding {
    double sum, mean, share, entropy;
} finding;

/* - sum count log2(count / n). */
static double surprise(const double *count, size_t k, double n)
{
    double sum = 0.0;
    for (size_t v = 0; v < k; v++)
        sum += count[v] > 0.0 ? count[v] * log2(n / count[v]) : 0.0;
    return sum;
}

/* Sum over records of - log2 p(v | v'). */
static tacit_status sum_transitions(tacit_ctx *cx, const tacit_coded *c, const double *after,
                                    double *out)
{
    const size_t n = c->rows_before;
    uint64_t *key = NULL;
    uint32_t *number = NULL;
    double *count = NULL, sum = 0.0;
    size_t groups = 0;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *number, &number));
    for (size_t i = 0; i < n; i++)
        key[i] = (uint64_t)c->before[i] * c->n + c->after[i];
    TACIT_TRY(tacit_group_keys(cx, key, n, (uint64_t)c->n * c->n, number, &groups));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *count, &count));
    for (size_t i = 0; i < n; i++)
        count[number[i]] += 1.0;
    for (size_t i = 0; i < n; i++) {
        double *mine = &count[number[i]];
        sum += *mine > 0.0 ? *mine * log2(after[c->after[i]] / *mine) : 0.0;
        *mine = 0.0; /* each transition once */
    }
    *out = sum;
    return TACIT_OK;
}

static tacit_status compare(tacit_ctx *cx, const tacit_match *m, finding *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_coded c;
    double *before = NULL, *after = NULL, sum = 0.0;
    TACIT_TRY(tacit_coded_of(cx, m, &c));
    const double n = (double)c.rows_before;
    TACIT_TRY(tacit_coded_count(cx, &c, &before, &after));
    TACIT_TRY(sum_transitions(cx, &c, after, &sum));
    const double entropy = surprise(before, c.n, n) / n;
    *out = (finding){ .sum = sum,
                      .mean = sum / n,
                      .entropy = entropy,
                      .share = entropy > 0.0 ? fmin(1.0, sum / n / entropy) : NAN };
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status figures(tacit_ctx *cx, const finding *f, size_t n, tacit_result *result)
{
    double sum = 0.0, mean = 0.0, share = 0.0, known = 0.0;
    for (size_t c = 0; c < n; c++) {
        sum += f[c].sum;
        mean += f[c].mean / (double)n;
        share += isnan(f[c].share) ? 0.0 : f[c].share;
        known += isnan(f[c].share) ? 0.0 : 1.0;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "entropy_share",
                                  "Share of information lost", known > 0.0 ? share / known : NAN,
                                  TACIT_UNIT_SHARE,
                                  "mean over columns of H(V | V') / H(V), transitions counted from "
                                  "the data"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "bits_per_cell",
                                  "Bits lost per cell", mean, TACIT_UNIT_NUMBER,
                                  "mean over columns of H(V | V'), log2"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "entropy_loss",
                               "Entropy-based loss EBIL", sum, TACIT_UNIT_NUMBER,
                               "sum over records and columns of H(V | V' = v'), log2; grows with "
                               "the number of records");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    static const char *const titles[] = { "column", "EBIL", "bits per record", "entropy before",
                                          "share lost" };
    static const tacit_bars bars = { "share", "Share of information lost by column", "share" };
    tacit_paired paired;
    finding *f = NULL;
    json_t *table = NULL;
    double *share = NULL;
    TACIT_TRY(tacit_paired_categories(cx, "entropy_loss", pair, &args->at[COLUMNS], &paired));
    if (paired.n == 0 || tacit_table_rows(pair->original) == 0)
        return tacit_result_note(cx, result,
                                 "There is no key or category column with records in both tables.");
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *f, &f));
    TACIT_TRY(tacit_scratch(cx, paired.n, sizeof *share, &share));
    TACIT_TRY(tacit_result_table(cx, result, "columns", "Entropy-based loss", 5, titles, &table));
    for (size_t c = 0; c < paired.n; c++) {
        TACIT_TRY(tacit_tick(cx, c, paired.n));
        TACIT_TRY(compare(cx, &paired.match[c], &f[c]));
        share[c] = f[c].share;
        const double row[] = { f[c].sum, f[c].mean, f[c].entropy, f[c].share };
        TACIT_TRY(tacit_paired_row(cx, table, tacit_column_name(paired.match[c].before), row, 4));
    }
    TACIT_TRY(figures(cx, f, paired.n, result));
    return tacit_paired_bars(cx, result, &bars, &paired, share);
}

const tacit_measure tacit_utility_entropy_loss = {
    .about = { .name = "entropy_loss",
               .title = "Entropy-based loss",
               .summary = "How unsure the original category is, given the masked one.",
               .source = "Kooiman, Willenborg and Gouweleeuw (1998), PRAM: a method for disclosure "
                         "limitation of microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .run = measure,
};
