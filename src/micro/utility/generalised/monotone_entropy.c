/*
 * monotone_entropy.c - monotone entropy loss, after Gionis and Tassa (2009).
 *
 *   Pi_me = sum over records i and keys j of Pr(X_j in B_ij) H(X_j | X_j in B_ij)
 *
 * with the original's distribution and B_ij the values that the released cell covers
 * (cover.h).  The weight is the probability of the released set, not of the original value:
 * only so does the loss never fall when labels get coarser.  In bits; a column loses at most
 * its cells times H(X_j), by which `share` divides.  Cells that are missing in the original
 * do not count.  O(rows + labels * values).
 */
#include "micro/utility/generalised/losses.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static const tacit_loss_words WORDS = {
    .total = "sum over records and keys of Pr(B) H(X | B), B being what the cell covers",
    .mean = "mean over keys of the mean over cells",
    .share = "mean over keys of the loss by that of a suppressed column",
};

static double cell_loss(const tacit_cover *c, const tacit_cover_set *s, const void *user)
{
    (void)user;
    return (double)s->mass / (double)c->present * tacit_cover_entropy(c, s);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    tacit_losses l;
    TACIT_TRY(tacit_losses_new(cx, pair, &l));
    for (size_t c = 0; c < l.n; c++) {
        l.sum[c] = tacit_losses_by_set(&l.cover[c], cell_loss, NULL);
        l.most[c] = l.cover[c].cells * tacit_losses_entropy(&l.cover[c]);
    }
    TACIT_TRY(tacit_losses_figures(cx, &l, &WORDS, result));
    return tacit_losses_tell(cx, &l, result);
}

const tacit_measure tacit_utility_monotone_entropy = {
    .about = { .name = "monotone_entropy",
               .title = "Monotone entropy loss",
               .summary = "Entropy loss that never falls when labels get coarser.",
               .source = "Gionis and Tassa (2009), k-Anonymization with minimal loss of "
                         "information",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .headline = "share",
    .run = measure,
};
