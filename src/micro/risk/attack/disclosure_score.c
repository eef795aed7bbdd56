/*
 * disclosure_score.c - disclosure risk and information loss in one number, as in the
 * literature on numeric masking, beside an attack that knows the method.
 *
 * DLD: share of masked records whose nearest original (Euclidean, columns divided by the
 * standard deviation of the original) is their own, ties 1 / number.  PLD: the same by the
 * highest weight of Fellegi and Sunter (1969): two values agree if they differ by at most
 * `tolerance` standard deviations of the original; u is fixed to the shares among all pairs and
 * the share of true pairs to 1 / n, as on correlated numbers a free fit finds clusters instead of
 * pairs; m is fitted by EM.  ID: rank-interval disclosure, mean over p = 1 ... `ranks`.
 * IL = 100 (mv X + mv mean + mv V + mv S + mae R) / 5; capped: no term above 1 (Trottini 2003).
 *
 *   simple   DR = (DLD + PLD) / 2                       score = (IL + DR) / 2
 *   DFT      DR = .25 DLD + .25 PLD + .5 ID             score = .5 IL + .5 DR
 *
 * (Domingo-Ferrer and Torra 2001), DR and ID in per cent here; weights are parameters.  0 is
 * best; doing nothing scores 50.  All of these take an attacker who does not know the method;
 * the share that the attack on rank swapping finds is printed beside them.
 *
 * Missing values: IL is of the records without any; linkage and ID as their own pages say.
 * Cost: nearest neighbours, and pairs of records for PLD (about 2e8 a processor second): all up to
 * MOST_PAIRS, beyond which PLD is of a random sample of masked records against all originals; its
 * standard error is at most 50 / sqrt(records) per cent.
 */
#include <math.h>

#include "micro/linkage/best_pattern.h"
#include "micro/linkage/compare.h"
#include "micro/linkage/nearest_credit.h"
#include "micro/linkage/rank_interval.h"
#include "micro/risk/numbers/numeric_space.h"
#include "micro/risk/attack/rank_windows.h"
#include "micro/risk/risk.h"
#include "stats/linear/loss_table.h"
#include "table/take.h"

enum { COLUMNS, TOLERANCE, RANKS, DISTANCE, PROBABILITY, INTERVAL, LOSS, SAMPLE, SEED };

#define MOST_PAIRS ((size_t)400000000)

#define WEIGHT(id, of, share, text)                                                                \
    [id] = { .name = of, .type = TACIT_PARAM_REAL, .preset = share, .max = 1.0, .help = text }

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_NUMERIC_COLUMNS,
    [TOLERANCE] = { .name = "tolerance",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.1,
                    .max = 10.0,
                    TACIT_USEFUL(0, 1, "standard deviations"),
                    .help = "values agree in probabilistic linkage if they differ by at most so "
                            "many standard deviations" },
    [RANKS] = { .name = "ranks",
                .type = TACIT_PARAM_INTEGER,
                .preset = 10,
                .min = 1.0,
                .max = 100.0,
                TACIT_USEFUL(1, 50, "per cent"),
                .help = "largest half length of a rank interval, in per cent of the records" },
    WEIGHT(DISTANCE, "distance", 0.25, "weight of distance-based linkage in the DFT risk"),
    WEIGHT(PROBABILITY, "probability", 0.25, "weight of probabilistic linkage in the DFT risk"),
    WEIGHT(INTERVAL, "interval", 0.5, "weight of interval disclosure in the DFT risk"),
    WEIGHT(LOSS, "loss", 0.5, "weight of information loss in the scores; risk has the rest"),
    [SAMPLE] = TACIT_SAMPLE_PARAM,
    [SEED] = TACIT_SAMPLE_SEED_PARAM,
    TACIT_PARAM_END
};

/* In per cent; NAN where the data do not define them. */
typedef struct parts {
    double dld, pld, id, il, il_capped, swap;
    size_t linked; /* masked records of which pld is */
} parts;

/* ---- the parts ---- */

/* The numbers of all rows, or of those in `some`: record i of one table belongs to record i of
 * the other. */
static tacit_status same_rows(tacit_ctx *cx, const tacit_attacked *some, uint32_t **out)
{
    TACIT_TRY(tacit_scratch(cx, some->n, sizeof **out, out));
    for (size_t i = 0; i < some->n; i++)
        (*out)[i] = (uint32_t)some->row[i];
    return TACIT_OK;
}

static tacit_status distance_linkage(tacit_ctx *cx, const tacit_subject *subject,
                                     const tacit_numeric *numeric, double *out)
{
    tacit_space s;
    tacit_attacked all;
    uint32_t *same = NULL;
    double *credit = NULL, sum = 0.0;
    TACIT_TRY(tacit_attacked_rows(cx, numeric->rows, numeric->rows, 0, &all));
    TACIT_TRY(same_rows(cx, &all, &same));
    TACIT_TRY(tacit_numeric_space(cx, subject, numeric, &s));
    TACIT_TRY(tacit_scratch(cx, numeric->rows, sizeof *credit, &credit));
    const tacit_nearest_spec spec = { .space = &s, .from = &s.b, .to = &s.a, .k = 1 };
    TACIT_TRY(tacit_nearest_credit(cx, &spec, same, credit));
    for (size_t i = 0; i < numeric->rows; i++)
        sum += credit[i];
    *out = 100.0 * sum / (double)numeric->rows;
    return TACIT_OK;
}

/* Whether there are few enough columns for all patterns of agreement. */
static bool can_count(const tacit_numeric *numeric)
{
    double patterns = 1.0;
    for (size_t c = 0; c < numeric->n; c++) {
        const bool gaps = tacit_column_missing(numeric->masked[c]) > 0 ||
                          tacit_column_missing(numeric->original[c]) > 0;
        patterns *= gaps ? 3.0 : 2.0;
    }
    return numeric->n <= TACIT_FIELDS_MAX && patterns <= TACIT_PATTERNS_MAX;
}

/* Compare the `some` masked records with all originals. */
static tacit_status compare_some(tacit_ctx *cx, const tacit_numeric *numeric,
                                 const tacit_attacked *some, const tacit_near_spec *usual,
                                 tacit_link_field *field)
{
    const tacit_row_list rows = { .n = some->n, .at = some->row };
    for (size_t c = 0; c < numeric->n; c++) {
        tacit_column *taken = NULL;
        TACIT_TRY(tacit_column_take(cx, numeric->masked[c], tacit_column_name(numeric->masked[c]),
                                    &rows, &taken));
        tacit_near_spec spec = *usual;
        spec.a = taken;
        spec.b = spec.scale = numeric->original[c];
        const tacit_status status = tacit_compare_near(cx, &spec, &field[c]);
        tacit_column_free(taken);
        TACIT_TRY(status);
    }
    return TACIT_OK;
}

static tacit_status probabilistic_linkage(tacit_ctx *cx, const tacit_numeric *numeric,
                                          double tolerance, const tacit_attacked *some, double *out)
{
    const tacit_near_spec spec = { .n = 1, .tolerance = &tolerance };
    tacit_link_field *field = NULL;
    tacit_patterns patterns;
    tacit_right_links right;
    tacit_fs_options options = tacit_fs_usual();
    uint32_t *same = NULL;
    TACIT_TRY(same_rows(cx, some, &same));
    TACIT_TRY(tacit_scratch(cx, numeric->n, sizeof *field, &field));
    TACIT_TRY(compare_some(cx, numeric, some, &spec, field));
    const tacit_pattern_pairs pairs = {
        .n_a = some->n, .n_b = numeric->rows, .fields = numeric->n, .field = field
    };
    TACIT_TRY(tacit_patterns_count(cx, &pairs, &patterns));
    tacit_fs model = tacit_fs_start(&patterns, 1.0 / (double)numeric->rows, 0.9);
    options.fix_lambda = options.fix_u = true;
    TACIT_TRY(tacit_fs_fit(cx, &patterns, &options, &model));
    TACIT_TRY(tacit_right_links_of(cx, &pairs, &model, same, &right));
    *out = 100.0 * right.credit / (double)some->n;
    return TACIT_OK;
}

/* The masked records whose links are looked for: all while all pairs are affordable, else as many
 * as are, and no fewer than are attacked otherwise. */
static tacit_status linked_rows(tacit_ctx *cx, const tacit_numeric *numeric, const tacit_args *args,
                                tacit_attacked *out)
{
    const size_t least = (size_t)tacit_arg_integer(args, SAMPLE), rows = numeric->rows;
    const size_t affordable = rows > 0 ? MOST_PAIRS / rows : 0;
    return tacit_attacked_rows(cx, rows, affordable > least ? affordable : least,
                               (uint64_t)tacit_arg_integer(args, SEED), out);
}

static tacit_status interval_disclosure(tacit_ctx *cx, const tacit_numeric *numeric, size_t ranks,
                                        double *out)
{
    tacit_rank_disclosure all = { 0 };
    for (size_t c = 0; c < numeric->n; c++) {
        tacit_rank_disclosure one;
        TACIT_TRY(
            tacit_rank_disclosure_of(cx, numeric->original[c], numeric->masked[c], ranks, &one));
        all.cells += one.cells;
        all.sum += one.sum;
    }
    *out = all.cells > 0 ? 100.0 * all.sum / (double)all.cells : NAN;
    return TACIT_OK;
}

static tacit_status information_loss(tacit_ctx *cx, const tacit_numeric *numeric, parts *out)
{
    tacit_numeric_points points;
    tacit_loss_table table;
    TACIT_TRY(tacit_numeric_complete(cx, numeric, &points));
    const tacit_loss_data data = { points.original, points.masked, points.n, points.p };
    TACIT_TRY(tacit_loss_table_of(cx, &data, NULL, &table));
    out->il = table.il;
    out->il_capped = table.il_capped;
    return TACIT_OK;
}

static tacit_status swap_attack(tacit_ctx *cx, const tacit_numeric *numeric, const tacit_args *args,
                                double *out)
{
    tacit_rank_windows w;
    tacit_attacked attacked;
    tacit_candidates c;
    tacit_candidate_figures f;
    double p = 0.0;
    TACIT_TRY(tacit_rank_windows_of(cx, numeric, &w));
    TACIT_TRY(tacit_attacked_rows(cx, numeric->rows, (size_t)tacit_arg_integer(args, SAMPLE),
                                  (uint64_t)tacit_arg_integer(args, SEED), &attacked));
    TACIT_TRY(tacit_rank_windows_least(cx, &w, 1.0, &p));
    TACIT_TRY(tacit_rank_windows_attack(cx, &w, p, &attacked, &c));
    TACIT_TRY(tacit_candidates_figures(cx, &c, &f));
    *out = 100.0 * f.mean;
    return TACIT_OK;
}

static tacit_status find_parts(tacit_ctx *cx, const tacit_subject *subject,
                               const tacit_numeric *numeric, const tacit_args *args, parts *out)
{
    tacit_attacked some;
    out->pld = NAN;
    TACIT_TRY(linked_rows(cx, numeric, args, &some));
    out->linked = some.n;
    TACIT_TRY(information_loss(cx, numeric, out));
    TACIT_TRY(interval_disclosure(cx, numeric, (size_t)tacit_arg_integer(args, RANKS), &out->id));
    TACIT_TRY(distance_linkage(cx, subject, numeric, &out->dld));
    if (can_count(numeric))
        TACIT_TRY(
            probabilistic_linkage(cx, numeric, tacit_arg_real(args, TOLERANCE), &some, &out->pld));
    return swap_attack(cx, numeric, args, &out->swap);
}

/* ---- the result ---- */

static const tacit_range PER_CENT = { 0.0, 100.0, TACIT_BETTER_LOWER };

static tacit_status tell_parts(tacit_ctx *cx, const parts *x, tacit_result *r)
{
    TACIT_TRY(tacit_result_ranged(cx, r, &PER_CENT, "dld", "Distance-based linkage, DLD", x->dld,
                                  TACIT_UNIT_NUMBER,
                                  "per cent of masked records whose nearest original is their own; "
                                  "ties 1 / number"));
    TACIT_TRY(tacit_result_ranged(cx, r, &PER_CENT, "pld", "Probabilistic linkage, PLD", x->pld,
                                  TACIT_UNIT_NUMBER,
                                  "per cent of masked records whose original has the highest "
                                  "Fellegi-Sunter weight; u and lambda fixed, m by EM; ties 1 / "
                                  "number"));
    TACIT_TRY(tacit_result_ranged(cx, r, &PER_CENT, "id", "Rank interval disclosure, ID", x->id,
                                  TACIT_UNIT_NUMBER,
                                  "per cent of original values within p per cent of ranks of the "
                                  "masked value, mean over p = 1 ... ranks"));
    TACIT_TRY(tacit_result_ranged(cx, r, &TACIT_RANGE_LOSS, "il", "Information loss, IL", x->il,
                                  TACIT_UNIT_NUMBER,
                                  "100 (mv X + mv means + mv V + mv S + mae R) / 5, mv being the "
                                  "mean of |change| / |original|"));
    return tacit_result_ranged(cx, r, &PER_CENT, "il_capped", "Information loss, capped",
                               x->il_capped, TACIT_UNIT_NUMBER,
                               "the same with each of the five terms at most 1");
}

static tacit_status tell_scores(tacit_ctx *cx, const parts *x, const tacit_args *args,
                                tacit_result *r)
{
    const double w = tacit_arg_real(args, LOSS), simple = (x->dld + x->pld) / 2.0,
                 dft = tacit_arg_real(args, DISTANCE) * x->dld +
                       tacit_arg_real(args, PROBABILITY) * x->pld +
                       tacit_arg_real(args, INTERVAL) * x->id;
    const tacit_figure figures[] = {
        { &PER_CENT, "dr", "Disclosure risk, simple", simple, TACIT_UNIT_NUMBER, "(DLD + PLD) / 2",
          TACIT_BETTER_NONE, false },
        { &PER_CENT, "dr_dft", "Disclosure risk, DFT", dft, TACIT_UNIT_NUMBER,
          "distance * DLD + probability * PLD + interval * ID, by default 0.25, 0.25 and 0.5",
          TACIT_BETTER_NONE, false },
        { &TACIT_RANGE_LOSS, "score", "Score, simple", w * x->il + (1.0 - w) * simple,
          TACIT_UNIT_NUMBER, "loss * IL + (1 - loss) * simple disclosure risk", TACIT_BETTER_NONE,
          false },
        { &PER_CENT, "score_capped", "Score, simple, capped", w * x->il_capped + (1.0 - w) * simple,
          TACIT_UNIT_NUMBER, "the same with capped IL", TACIT_BETTER_NONE, false },
        { &TACIT_RANGE_LOSS, "score_dft", "Score, DFT", w * x->il + (1.0 - w) * dft,
          TACIT_UNIT_NUMBER, "loss * IL + (1 - loss) * DFT disclosure risk", TACIT_BETTER_NONE,
          false },
        { &PER_CENT, "score_dft_capped", "Score, DFT, capped", w * x->il_capped + (1.0 - w) * dft,
          TACIT_UNIT_NUMBER, "the same with capped IL", TACIT_BETTER_NONE, false },
        { &PER_CENT, "rank_swap_attack", "Found by the attack on rank swapping", x->swap,
          TACIT_UNIT_NUMBER,
          "per cent re-identified by who knows how far ranks were moved; see that measure",
          TACIT_BETTER_NONE, false },
        { &TACIT_RANGE_LOSS, "score_attack", "Score with that attack",
          w * x->il + (1.0 - w) * fmax(x->swap, simple), TACIT_UNIT_NUMBER,
          "loss * IL + (1 - loss) * the larger of the attack and the simple disclosure risk",
          TACIT_BETTER_NONE, false },
    };
    for (size_t k = 0; k < sizeof figures / sizeof figures[0]; k++)
        TACIT_TRY(tacit_result_add_figure(cx, r, &figures[k]));
    return TACIT_OK;
}

static tacit_status draw(tacit_ctx *cx, const parts *x, tacit_result *r)
{
    static const char *const labels[] = { "DLD", "PLD", "ID", "rank swapping", "IL capped" };
    const double values[] = { x->dld, x->pld, x->id, x->swap, x->il_capped };
    json_t *chart = NULL;
    TACIT_TRY(
        tacit_result_chart(cx, r, "parts", "Risk and loss, by part", TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "part", "per cent"));
    for (size_t k = 0; k < 5; k++)
        TACIT_TRY(tacit_result_label(cx, chart, labels[k]));
    return tacit_result_series(cx, chart, "per cent", values, 5);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    tacit_numeric numeric;
    parts x = { 0 };
    TACIT_TRY(
        tacit_numeric_of(cx, "disclosure_score", subject, &args->at[COLUMNS], true, &numeric));
    if (numeric.n == 0)
        return tacit_result_note(cx, result, "No column is numeric in both tables.");
    TACIT_TRY(find_parts(cx, subject, &numeric, args, &x));
    TACIT_TRY(tell_parts(cx, &x, result));
    TACIT_TRY(tell_scores(cx, &x, args, result));
    if (!can_count(&numeric))
        TACIT_TRY(tacit_result_note(cx, result,
                                    "There are too many columns for probabilistic linkage; name "
                                    "fewer in 'columns'."));
    else if (x.linked < numeric.rows)
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Probabilistic linkage was tried for a random sample of %zu "
                                    "of the %zu masked records, each against all originals.",
                                    x.linked, numeric.rows));
    if (isnan(x.il))
        TACIT_TRY(tacit_result_note(cx, result,
                                    "Information loss needs two records without a "
                                    "missing number."));
    return draw(cx, &x, result);
}

const tacit_measure tacit_risk_disclosure_score = {
    .about = { .name = "disclosure_score",
               .title = "Scores of risk and loss",
               .summary = "Linkage, interval disclosure and information loss in one number.",
               .source = "Domingo-Ferrer and Torra (2001), A quantitative comparison of disclosure "
                         "control methods for microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COSTLY,
    .run = measure,
};
