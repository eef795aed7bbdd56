/*
 * entropy.c - entropy loss of generalised keys, after Gionis and Tassa (2009).
 *
 *   Pi_e = sum over records i and keys j of H(X_j | X_j in B_ij),
 *   H(X_j | B) = - sum over b in B of Pr(X_j = b | X_j in B) log2 Pr(X_j = b | X_j in B),
 *
 * Pr being the distribution of the original column and B_ij the values that the released
 * cell covers (cover.h).  In bits, from 0; a column's sum is at most its cells times log2 of
 * its number of values, by which `share` divides.  It is not monotone: a coarser label can
 * lose less (monotone_entropy.c).  Cells that are missing in the original do not count.
 * O(rows + labels * values).
 */
#include <math.h>

#include "micro/utility/generalised/losses.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static const tacit_loss_words WORDS = {
    .total = "sum over records and keys of the entropy of the original within what the cell "
             "covers",
    .mean = "mean over keys of the mean over cells",
    .share = "mean over keys of the loss by the most it could be, log2(values) a cell",
};

static double cell_loss(const tacit_cover *c, const tacit_cover_set *s, const void *user)
{
    (void)user;
    return tacit_cover_entropy(c, s);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    tacit_losses l;
    TACIT_TRY(tacit_losses_new(cx, pair, &l));
    for (size_t c = 0; c < l.n; c++) {
        const double values = l.cover[c].values.n;
        l.sum[c] = tacit_losses_by_set(&l.cover[c], cell_loss, NULL);
        l.most[c] = values > 1.0 ? l.cover[c].cells * log2(values) : 0.0;
    }
    TACIT_TRY(tacit_losses_figures(cx, &l, &WORDS, result));
    return tacit_losses_tell(cx, &l, result);
}

const tacit_measure tacit_utility_entropy = {
    .about = { .name = "entropy",
               .title = "Entropy loss",
               .summary = "How uncertain the original key value is, given the released one.",
               .source = "Gionis and Tassa (2009), k-Anonymization with minimal loss of "
                         "information",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .headline = "share",
    .run = measure,
};
