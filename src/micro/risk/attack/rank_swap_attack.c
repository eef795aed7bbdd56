/*
 * rank_swap_attack.c - linking rank-swapped records by who knows p.
 *
 * Rank swapping with parameter p exchanges each value for one whose rank differs by at most p
 * per cent of n.  So the original of a protected record is among those whose rank is within p
 * per cent of its own in column 1, and in column 2, and so on: with several columns the
 * intersection soon has one record (Nin, Herranz and Torra 2008).  Distance-based linkage does
 * not see that.  A value that occurs several times has all the ranks of its equals, so that
 * swapped data always keep the true record.
 *
 * Without p the least one that keeps every true record is used, which for swapped data is what
 * the swapping did; the table shows smaller ones as well, for an attacker may try several.
 *
 * Range 0 to 1.  Missing values: a masked one tells nothing, an original one fits anything.
 * O(n log n) a column and a search in a tree of boxes for each attacked record: near log n
 * where few candidates are left, at worst O(n columns).
 */
#include <math.h>

#include "micro/risk/attack/rank_windows.h"
#include "micro/risk/risk.h"

enum { COLUMNS, P, SAMPLE, SEED };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [P] = { .name = "p",
            .type = TACIT_PARAM_REAL,
            .need = TACIT_OPTIONAL,
            .max = 100.0,
            TACIT_USEFUL(0.5, 30, "per cent"),
            .importance = TACIT_FIRST,
            .help = "largest difference of ranks that the attacker knows of, in per cent of the "
                    "records; by default the least that keeps every true record" },
    [SAMPLE] = TACIT_SAMPLE_PARAM,
    [SEED] = TACIT_SAMPLE_SEED_PARAM,
    TACIT_PARAM_END
};

/* Shares of records whose true one each tried p keeps. */
static const double TRIED[] = { 0.5, 0.75, 0.9, 0.95, 0.99, 1.0 };
enum { N_TRIED = sizeof TRIED / sizeof TRIED[0] };

static tacit_status tell_parts(tacit_ctx *cx, const tacit_rank_windows *w, double p,
                               const tacit_attacked *attacked, tacit_result *result)
{
    tacit_candidates c;
    tacit_candidate_figures f;
    TACIT_TRY(tacit_rank_windows_attack(cx, w, p, attacked, &c));
    TACIT_TRY(tacit_candidates_figures(cx, &c, &f));
    TACIT_TRY(tacit_candidates_tell(cx, &c, &f, result));
    TACIT_TRY(tacit_result_figure(cx, result, "p", "Known difference of ranks", p,
                                  TACIT_UNIT_NUMBER, "per cent of the records of each column"));
    return tacit_result_figure(cx, result, "attacked", "Records attacked", (double)attacked->n,
                               TACIT_UNIT_COUNT, "all, or a random sample of so many");
}

/* Add a row for one p to the table; `*worst` becomes what was found if that is more. */
static tacit_status try_p(tacit_ctx *cx, const tacit_rank_windows *w, double p,
                          const tacit_attacked *attacked, json_t *table, double *worst)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_candidates c;
    tacit_candidate_figures f;
    TACIT_TRY(tacit_rank_windows_attack(cx, w, p, attacked, &c));
    TACIT_TRY(tacit_candidates_figures(cx, &c, &f));
    tacit_scratch_release(cx, mark);
    *worst = fmax(*worst, f.mean);
    return tacit_result_row(cx, table, "[f, f, f, f, f]", p, f.kept, f.unique, f.mean, f.median);
}

static tacit_status tell_tried(tacit_ctx *cx, const tacit_rank_windows *w,
                               const tacit_attacked *attacked, tacit_result *result)
{
    static const char *const columns[] = { "p, %", "true record in set", "unique and right",
                                           "re-identified", "median set" };
    json_t *table = NULL;
    double worst = 0.0, last = -1.0;
    TACIT_TRY(tacit_result_table(cx, result, "tried", "If the attacker takes another p", 5, columns,
                                 &table));
    for (size_t k = 0; k < N_TRIED; k++) {
        double p = 0.0;
        TACIT_TRY(tacit_rank_windows_least(cx, w, TRIED[k], &p));
        if (p > last)
            TACIT_TRY(try_p(cx, w, p, attacked, table, &worst));
        last = p;
    }
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "reidentified_worst",
                               "Re-identified at the worst p", worst, TACIT_UNIT_SHARE,
                               "largest share re-identified over the values of p in the table");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const bool given = tacit_arg_given(args, P);
    tacit_numeric numeric;
    tacit_rank_windows w;
    tacit_attacked attacked;
    double p = NAN;
    TACIT_TRY(
        tacit_numeric_of(cx, "rank_swap_attack", subject, &args->at[COLUMNS], true, &numeric));
    if (numeric.n == 0)
        return tacit_result_note(cx, result, "No column is numeric in both tables.");
    TACIT_TRY(tacit_rank_windows_of(cx, &numeric, &w));
    TACIT_TRY(tacit_attacked_rows(cx, numeric.rows, (size_t)tacit_arg_integer(args, SAMPLE),
                                  (uint64_t)tacit_arg_integer(args, SEED), &attacked));
    TACIT_TRY(tacit_rank_windows_least(cx, &w, 1.0, &p));
    if (!given)
        TACIT_TRY(
            tacit_result_note(cx, result,
                              "p was not given: the least one that keeps every true record "
                              "was found with the original, which an attacker has to guess."));
    TACIT_TRY(tell_parts(cx, &w, given ? tacit_arg_real(args, P) : p, &attacked, result));
    return given ? TACIT_OK : tell_tried(cx, &w, &attacked, result);
}

const tacit_measure tacit_risk_rank_swap_attack = {
    .about = { .name = "rank_swap_attack",
               .title = "Attack on rank swapping",
               .summary = "How many records are found by who knows how far ranks were moved.",
               .source = "Nin, Herranz and Torra (2008), Rethinking rank swapping to decrease "
                         "disclosure risk",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COSTLY,
    .follows = "rank_swap",
    .run = measure,
};
