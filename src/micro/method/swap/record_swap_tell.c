/*
 * record_swap_tell.c - the account of an exchange of households.
 *
 * A household at risk at a level is safe if it moved to another region of that level.  One that
 * could not, and then moved as the partner of another within the region, is not.
 */
#include "micro/method/swap/record_swap_tell.h"

#include <math.h>

/* Households at risk first at `level`, and how many of them moved to another region of it. */
static void count_level(const tacit_exchange *x, size_t level, size_t *risky, size_t *safe)
{
    const uint32_t *region = x->risk.region[level];
    *risky = *safe = 0;
    for (size_t h = 0; h < x->homes.n; h++) {
        if (x->risk.level[h] != level)
            continue;
        ++*risky;
        *safe += region[h] != region[x->partner[h]];
    }
}

static tacit_status tell_levels(tacit_ctx *cx, const tacit_exchange *x, const tacit_job *job,
                                const tacit_select *regions, size_t *left)
{
    static const char *const heads[] = { "level", "households at risk", "moved out of their region",
                                         "left" };
    json_t *table = NULL;
    *left = 0;
    TACIT_TRY(tacit_result_table(cx, job->told, "levels",
                                 "Households by the first level at which they are at risk", 4,
                                 heads, &table));
    for (size_t l = 0; l < x->risk.levels; l++) {
        const char *name = tacit_column_name(tacit_table_column(job->in, regions->at[l]));
        size_t risky = 0, safe = 0;
        count_level(x, l, &risky, &safe);
        *left += risky - safe;
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,I]", name, (json_int_t)risky,
                                   (json_int_t)safe, (json_int_t)(risky - safe)));
    }
    return TACIT_OK;
}

static tacit_status tell_profiles(tacit_ctx *cx, const tacit_exchange *x, const tacit_job *job)
{
    static const char *const heads[] = { "profile", "pairs exchanged" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, job->told, "profiles", "Exchanges by profile", 2, heads, &table));
    for (size_t p = 0; p < x->n_profiles; p++)
        TACIT_TRY(
            tacit_result_row(cx, table, "[s,I]", x->profile[p].label, (json_int_t)x->pairs[p]));
    return TACIT_OK;
}

static tacit_status tell_figures(tacit_ctx *cx, const tacit_exchange *x, const tacit_job *job,
                                 size_t left)
{
    const double homes = (double)x->homes.n;
    TACIT_TRY(tacit_result_figure(cx, job->told, "households", "Households", homes,
                                  TACIT_UNIT_COUNT, "distinct values of the household column"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "moved", "Households exchanged", (double)x->moved,
                                  TACIT_UNIT_COUNT, "twice the number of exchanges"));
    TACIT_TRY(tacit_result_figure(cx, job->told, "moved_share", "Share of households exchanged",
                                  homes > 0.0 ? (double)x->moved / homes : NAN, TACIT_UNIT_SHARE,
                                  "households exchanged by all households"));
    return tacit_result_figure(cx, job->told, "left_at_risk", "Households at risk that stay",
                               (double)left, TACIT_UNIT_COUNT,
                               "households with a member that fewer than k records of the region "
                               "are alike, for which no partner in another region was found",
                               .better = TACIT_BETTER_LOWER);
}

static tacit_status tell_notes(tacit_ctx *cx, const tacit_exchange *x, const tacit_job *job,
                               const tacit_select *risk)
{
    if (!x->homes.known)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "No column has the role of household, so each record is "
                                    "exchanged by itself."));
    if (risk->n == 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "There are no columns by which a household could be at risk, "
                                    "so all are exchanged with the same probability."));
    if (x->homes.unable > 0)
        TACIT_TRY(tacit_result_note(cx, job->told,
                                    "%zu households take no part, for one of the columns to "
                                    "exchange is missing or differs within the household.",
                                    x->homes.unable));
    return TACIT_OK;
}

tacit_status tacit_exchange_tell(tacit_ctx *cx, const tacit_exchange *x, const tacit_job *job,
                                 const tacit_select regions_risk[2])
{
    size_t left = 0;
    TACIT_TRY(tell_levels(cx, x, job, &regions_risk[0], &left));
    TACIT_TRY(tell_figures(cx, x, job, left));
    TACIT_TRY(tell_profiles(cx, x, job));
    return tell_notes(cx, x, job, &regions_risk[1]);
}
