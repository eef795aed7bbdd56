/*
 * mutual_information.c - what the released keys tell about the original ones, after
 * Goldberger and Tassa (2010).
 *
 *   U_MI  = (1 / nr) sum over records i and keys j of log2( Pr(x_ij | B_ij) / Pr(x_ij) )
 *   Pi_MI = -(1 / nr) sum over i and j of log2 Pr(x_ij | B_ij)
 *
 * with the original's distribution and B_ij the values that the released cell covers
 * (cover.h).  U_MI + Pi_MI is the mean entropy H of the original keys, so U_MI / H is in
 * [0, 1] and 1 if nothing was changed.  Where labels overlap (local recoding) U_MI is not the
 * mutual information of the two columns as they are; that is `joint`, from the joint
 * frequencies of original values and released labels.
 *
 * Keys have equal weight.  Cells that are missing in the original do not count; a released
 * missing cell is a label of its own in `joint`.  O(rows + labels * values).
 */
#include <math.h>

#include "micro/utility/generalised/losses.h"
#include "micro/utility/told.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Means over the keys that have original values. */
typedef struct information {
    double entropy, joint;
} information;

static tacit_status tell_key(tacit_ctx *cx, const tacit_cover *c, double untold, double joint,
                             json_t *table)
{
    const double entropy = tacit_losses_entropy(c);
    if (!(c->cells > 0.0))
        return TACIT_OK;
    return tacit_result_row(cx, table, "[s, f, f, f, f]", tacit_column_name(c->before), entropy,
                            entropy - untold / c->cells, untold / c->cells, joint);
}

/* Fill in the losses of the keys, tell of each, and find the means. */
static tacit_status inform(tacit_ctx *cx, tacit_losses *l, tacit_result *result, information *out)
{
    static const char *const titles[] = { "column", "entropy", "told", "untold", "joint" };
    double keys = 0.0, entropy = 0.0, joint = 0.0;
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "information", "Bits by column", 5, titles, &table));
    for (size_t c = 0; c < l->n; c++) {
        const tacit_cover *cover = &l->cover[c];
        double own = 0.0;
        TACIT_TRY(tacit_told_joint(cx, cover, &own));
        l->sum[c] = tacit_told_untold(cover);
        l->most[c] = cover->cells * tacit_losses_entropy(cover);
        TACIT_TRY(tell_key(cx, cover, l->sum[c], own, table));
        keys += cover->cells > 0.0 ? 1.0 : 0.0;
        entropy += tacit_losses_entropy(cover);
        joint += own;
    }
    *out = (information){ .entropy = keys > 0.0 ? entropy / keys : NAN,
                          .joint = keys > 0.0 ? joint / keys : NAN };
    return TACIT_OK;
}

static tacit_status figures(tacit_ctx *cx, const tacit_losses *l, const information *all,
                            tacit_result *result)
{
    static const tacit_range plain = { 0.0, INFINITY, TACIT_BETTER_NONE };
    static const tacit_range kept = { 0.0, INFINITY, TACIT_BETTER_HIGHER };
    const double loss = tacit_losses_mean(l), H = all->entropy;
    TACIT_TRY(tacit_result_ranged(cx, result, &kept, "utility", "Mutual information, bits",
                                  H > loss ? H - loss : 0.0 * H, TACIT_UNIT_NUMBER,
                                  "mean over keys and cells of log2( Pr(x | B) / Pr(x) ), B being "
                                  "what the cell covers"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "loss",
                                  "Loss of mutual information, bits", loss, TACIT_UNIT_NUMBER,
                                  "mean over keys and cells of -log2 Pr(x | B)"));
    TACIT_TRY(tacit_result_ranged(cx, result, &kept, "joint", "Joint mutual information, bits",
                                  all->joint, TACIT_UNIT_NUMBER,
                                  "mean over keys of the mutual information of original values and "
                                  "released labels, from their joint frequencies"));
    TACIT_TRY(tacit_result_ranged(cx, result, &plain, "entropy",
                                  "Entropy of the original keys, bits", H, TACIT_UNIT_NUMBER,
                                  "mean over keys; the most that can be told"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "share", "Share lost",
                               H > 0.0 ? loss / H : H, TACIT_UNIT_SHARE,
                               "loss by the entropy of the original keys; 0 if that is 0");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    tacit_losses l;
    information all;
    TACIT_TRY(tacit_losses_new(cx, pair, &l));
    TACIT_TRY(inform(cx, &l, result, &all));
    TACIT_TRY(figures(cx, &l, &all, result));
    return tacit_losses_tell(cx, &l, result);
}

const tacit_measure tacit_utility_mutual_information = {
    .about = { .name = "mutual_information",
               .title = "Mutual information",
               .summary = "How many bits the released keys tell about the original ones.",
               .source = "Goldberger and Tassa (2010), Efficient anonymizations with enhanced "
                         "utility",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS | TACIT_NEEDS_SAME_ROWS,
    .headline = "share",
    .run = measure,
};
