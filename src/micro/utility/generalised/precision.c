/*
 * precision.c - how far up their hierarchies the released key values are, after Sweeney (2002).
 *
 *   Prec = 1 - (1 / keys) sum over keys j of the mean over cells of h_ij / |DGH_j|
 *
 * h being the level of the released label in the column's hierarchy and |DGH| its highest
 * level; in [0, 1], 1 is unchanged.  The level of a label that is at several levels is the
 * lowest that fits (cover.h); a label that the hierarchy has not has the lowest level at
 * which one label covers as much, the highest if none does; a suppressed cell the highest.
 * A column without a hierarchy has two levels, unchanged and suppressed; a label in between
 * is an error.
 *
 * Cells that are missing in the original do not count.  O(rows + labels * values * levels).
 */
#include "micro/utility/generalised/losses.h"

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

static double cell_loss(const tacit_cover *c, const tacit_cover_set *s, const void *user)
{
    (void)user;
    const size_t level = s->level < c->height ? s->level : c->height;
    return c->height > 0 ? (double)level / (double)c->height : 0.0;
}

/* Labels that join values need a hierarchy. */
static tacit_status check_levels(tacit_ctx *cx, const tacit_cover *c)
{
    size_t joined = 0;
    for (size_t l = 0; l < c->n_labels; l++)
        joined += c->set[l].cells > 0.0 && c->set[l].level == TACIT_COVER_NO_LEVEL;
    if (joined > 0 && !c->has_hierarchy)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'precision' needs a hierarchy of column '%s', which has %zu labels that "
                          "join values.",
                          tacit_column_name(c->before), joined);
    return TACIT_OK;
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_pair *pair = tacit_subject_pair(subject);
    (void)args;
    tacit_losses l;
    TACIT_TRY(tacit_losses_new(cx, pair, &l));
    for (size_t c = 0; c < l.n; c++) {
        TACIT_TRY(check_levels(cx, &l.cover[c]));
        l.sum[c] = tacit_losses_by_set(&l.cover[c], cell_loss, NULL);
        l.most[c] = l.cover[c].cells;
    }
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_KEPT, "precision", "Precision",
                                  1.0 - tacit_losses_mean(&l), TACIT_UNIT_SHARE,
                                  "1 - mean over keys of the mean over cells of level / highest "
                                  "level of the hierarchy; suppressed is the highest"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS_SHARE, "loss", "Loss of precision",
                                  tacit_losses_mean(&l), TACIT_UNIT_SHARE, "1 - precision"));
    return tacit_losses_tell(cx, &l, result);
}

const tacit_measure tacit_utility_precision = {
    .about = { .name = "precision",
               .title = "Precision",
               .summary = "How far up their hierarchies the released key values are.",
               .source = "Sweeney (2002), Achieving k-anonymity privacy protection using "
                         "generalization and suppression",
               .params = PARAMS },
    .family = TACIT_FAMILY_UTILITY,
    .needs = TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_COMMON_KEYS,
    .run = measure,
};
