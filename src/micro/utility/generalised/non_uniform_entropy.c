/*
 * non_uniform_entropy.c - what each original key value would still have to be told.
 *
 *   Pi_ne = - sum over records i and keys j of log2( Pr(X_j = x_ij) / Pr(X_j in B_ij) )
 *
 * with the original's distribution and B_ij the values that the released cell covers
 * (cover.h), after Gionis and Tassa (2009); ARX computes the same by column.  In bits; a
 * column loses at most what it loses suppressed, by which `share` divides.  Rare values cost
 * more than frequent ones.  Cells that are missing in the original do not count.
 * O(rows + labels * values).
 */
#include "micro/utility/generalised/losses.h"
#include "micro/utility/told.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static const tacit_loss_words WORDS = {
    .total = "sum over records and keys of -log2( Pr(x) / Pr(B) ), x being the original value and "
             "B what the cell covers",
    .mean = "mean over keys of the mean over cells",
    .share = "mean over keys of the loss by that of a suppressed column",
};

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    tacit_losses l;
    TACIT_TRY(tacit_losses_new(cx, pair, &l));
    for (size_t c = 0; c < l.n; c++) {
        l.sum[c] = tacit_told_untold(&l.cover[c]);
        l.most[c] = l.cover[c].cells * tacit_losses_entropy(&l.cover[c]);
    }
    TACIT_TRY(tacit_losses_figures(cx, &l, &WORDS, result));
    return tacit_losses_tell(cx, &l, result);
}

const tacit_measure tacit_utility_non_uniform_entropy = {
    .about = { .name = "non_uniform_entropy",
               .title = "Non-uniform entropy loss",
               .summary = "How many bits would tell the original key values from the released.",
               .source = "Gionis and Tassa (2009), k-Anonymization with minimal loss of "
                         "information",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS | TACIT_NEEDS_SAME_ROWS,
    .headline = "share",
    .run = measure,
};
