/*
 * registry.c - the catalog of linkers, and the one way to run them.
 *
 * With a column that tells the truth, a pair is true if both records have the same present
 * value there.  Precision is the share of credit that true pairs have among the links that
 * are sure, recall that credit over the number of true pairs, F their harmonic mean
 * (Christen 2012, Data matching, section 7.2).  O(rows + links).
 */
#include <math.h>

#include "micro/linkage/linker.h"
#include "micro/linkage/truth.h"

static const tacit_entry *const ENTRIES[] = {
#define TACIT_LINKER(id) &tacit_linker_##id.about,
#include "micro/linkage/linkers.def"
#undef TACIT_LINKER
};

const tacit_catalog tacit_linker_catalog = {
    .family = "linker",
    .title = "Record linkage",
    .entry = ENTRIES,
    .n = sizeof ENTRIES / sizeof ENTRIES[0],
};

const tacit_linker *tacit_linker_find(const char *name)
{
    return tacit_catalog_get(&tacit_linker_catalog, name);
}

/* Count sure and possible links and their credit. */
typedef struct tally {
    size_t sure, possible;
    double right, right_possible; /* credit of true pairs */
} tally;

static tally count_links(const tacit_links *links, const tacit_truth *truth)
{
    tally t = { 0 };
    for (size_t i = 0; i < links->n; i++) {
        const tacit_link *l = &links->at[i];
        const bool sure = l->kind == TACIT_LINK_SURE;
        const double credit = tacit_truth_holds(truth, l->a, l->b) ? l->credit : 0.0;
        t.sure += sure;
        t.possible += !sure;
        t.right += sure ? credit : 0.0;
        t.right_possible += sure ? 0.0 : credit;
    }
    return t;
}

static tacit_status tell_truth(tacit_ctx *cx, const tally *t, double pairs, tacit_result *r)
{
    const double precision = t->sure > 0 ? t->right / (double)t->sure : NAN;
    const double recall = pairs > 0.0 ? t->right / pairs : NAN;
    TACIT_TRY(tacit_result_figure(cx, r, "true_pairs", "True pairs", pairs, TACIT_UNIT_COUNT,
                                  "pairs of records with the same value in the column of truth"));
    TACIT_TRY(tacit_result_figure(cx, r, "precision", "Precision", precision, TACIT_UNIT_SHARE,
                                  "credit of true pairs among the links / links",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(cx, r, "recall", "Recall", recall, TACIT_UNIT_SHARE,
                                  "credit of true pairs among the links / true pairs",
                                  .better = TACIT_BETTER_HIGHER));
    TACIT_TRY(tacit_result_figure(
        cx, r, "f_measure", "F measure", 2.0 * t->right / ((double)t->sure + pairs),
        TACIT_UNIT_SHARE, "harmonic mean of precision and recall", .better = TACIT_BETTER_HIGHER));
    return tacit_result_figure(cx, r, "recall_with_review", "Recall with review",
                               pairs > 0.0 ? (t->right + t->right_possible) / pairs : NAN,
                               TACIT_UNIT_SHARE,
                               "the same if every possible link were looked at and decided rightly",
                               .better = TACIT_BETTER_HIGHER);
}

static tacit_status tell(tacit_ctx *cx, const tacit_link_job *job, const tacit_links *links,
                         tacit_result *r)
{
    tacit_truth truth = { 0 };
    TACIT_TRY(tacit_truth_of(cx, job, &truth));
    const tally t = count_links(links, &truth);
    TACIT_TRY(tacit_result_figure(cx, r, "links", "Links", (double)t.sure, TACIT_UNIT_COUNT,
                                  "pairs of records taken for the same"));
    TACIT_TRY(tacit_result_figure(cx, r, "possible_links", "Possible links", (double)t.possible,
                                  TACIT_UNIT_COUNT, "pairs of records left for clerical review"));
    return job->truth == NULL ? TACIT_OK : tell_truth(cx, &t, truth.pairs, r);
}

tacit_status tacit_linker_run(tacit_ctx *cx, const tacit_linker *linker, const tacit_link_job *job,
                              const tacit_args *args, tacit_links *links, tacit_result **out)
{
    tacit_result *result = NULL;
    TACIT_TRY(tacit_args_check(cx, linker->about.name, args));
    TACIT_TRY(tacit_result_new(cx, "linker", &linker->about, args, &result));
    tacit_status status = linker->link(cx, job, args, links, result);
    if (status == TACIT_OK)
        status = tell(cx, job, links, result);
    if (status == TACIT_OK)
        status = tacit_result_measured(cx, result, tacit_table_rows(job->a), true);
    if (status == TACIT_OK)
        *out = result;
    else
        json_decref(result);
    return status;
}
