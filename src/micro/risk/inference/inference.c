/*
 * inference.c - inference attack: the secret of the nearest protected record.
 *
 * Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for quantifying privacy
 * risk in synthetic data.  The attacker knows some columns of a person of the original, finds
 * the protected record that is nearest by Gower's distance over them, and takes its value of
 * the secret column for the person's.  A category or date is right if it is equal, a number g
 * for s if |g - s| <= tolerance |s| (or |g|, by choice).
 *
 * Ties: each of the records that are equally near counts with its share.  Missing: against
 * missing a distance of 0, against a value 1; a person whose secret is missing is not attacked,
 * a guess that is missing is wrong.  The naive attacker takes the secret of any protected
 * record: the expected number of right guesses, without a draw.
 *
 * Cost: one nearest-neighbour search for each secret.
 */
#include <math.h>

#include "base/sort.h"
#include "micro/risk/attack/attack.h"
#include "micro/risk/risk.h"
#include "micro/risk/attack/tie_sets.h"
#include "stats/counts/wilson.h"

enum { KNOWN, SECRETS, TOLERANCE, RELATIVE_TO, ATTACKS, CONFIDENCE, SEED };
enum { TO_ORIGINAL, TO_GUESS };

static const char *const BASES[] = { "original", "guess", NULL };

static const tacit_param PARAMS[] = {
    [KNOWN] = { .name = "known",
                .type = TACIT_PARAM_COLUMNS,
                .need = TACIT_OPTIONAL,
                .help = "columns that the attacker knows; by default the keys, or all others if "
                        "there are none" },
    [SECRETS] = { .name = "secrets",
                  .type = TACIT_PARAM_COLUMNS,
                  .need = TACIT_OPTIONAL,
                  .help = "columns to infer, one at a time; by default the sensitive ones" },
    [TOLERANCE] = { .name = "tolerance",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.05,
                    .max = 0.5,
                    .unit = "share",
                    .help = "share by which a guessed number may be off" },
    [RELATIVE_TO] = { .name = "relative_to",
                      .type = TACIT_PARAM_CHOICE,
                      .choices = BASES,
                      .help = "number that the tolerance is a share of" },
    [ATTACKS] = TACIT_ATTACKS_PARAM(2000),
    [CONFIDENCE] = TACIT_CONFIDENCE_PARAM,
    [SEED] = TACIT_SEED_PARAM,
    TACIT_PARAM_END
};

/* What is asked of one secret. */
typedef struct job {
    const tacit_subject *subject;
    const tacit_args *args;
    size_t secret;     /* column of the protected table */
    tacit_crowd known; /* points of the known columns */
    tacit_crowd value; /* the secret: one number or one code a record */
    double tolerance;  /* 0 for dates */
    double *sorted;    /* protected numbers, upwards ... */
    double *count;     /* ... or protected records of each code below `codes` */
    size_t n, codes;
} job;

/* ---- whether a guess is right ---- */

/* The numbers that are right for `s`: lo ... hi. */
typedef struct span {
    double lo, hi;
} span;

static span right_for(const job *w, double s)
{
    const double slack = 1e-12 * fabs(s), by = w->tolerance;
    if (tacit_arg_choice(w->args, RELATIVE_TO) == TO_ORIGINAL)
        return (span){ s - by * fabs(s) - slack, s + by * fabs(s) + slack };
    const double a = s / (1.0 + by), b = s / (1.0 - by); /* |g - s| = by |g| */
    return (span){ fmin(a, b) - slack, fmax(a, b) + slack };
}

static bool is_number(const job *w)
{
    return w->value.p > 0;
}

static bool is_missing(const job *w, size_t set, size_t i)
{
    const tacit_records *r = &w->value.set[set];
    return is_number(w) ? isnan(r->x[i]) : r->code[i] == TACIT_CODE_MISSING;
}

/* Whether protected record k has the right secret for record i of a set. */
static bool is_right(const job *w, size_t set, size_t i, size_t k)
{
    const tacit_records *person = &w->value.set[set], *guess = &w->value.set[TACIT_RELEASED];
    if (!is_number(w))
        return person->code[i] == guess->code[k];
    const span s = right_for(w, person->x[i]);
    return guess->x[k] >= s.lo && guess->x[k] <= s.hi;
}

/* How many of `n` numbers sorted upwards are below x, or not above it. */
static size_t rank_of(const double *sorted, size_t n, double x, bool included)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (sorted[mid] < x || (included && sorted[mid] <= x))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Share of the protected records that have the right secret for record i of the original. */
static double naive_share(const job *w, size_t i)
{
    const tacit_records *person = &w->value.set[TACIT_ORIGINAL];
    const double all = (double)w->value.set[TACIT_RELEASED].n;
    if (!is_number(w))
        return person->code[i] < w->codes ? w->count[person->code[i]] / all : 0.0;
    const span s = right_for(w, person->x[i]);
    return (double)(rank_of(w->sorted, w->n, s.hi, true) - rank_of(w->sorted, w->n, s.lo, false)) /
           all;
}

/* ---- the attack ---- */

/* The protected secrets, sorted or counted. */
static tacit_status collect(tacit_ctx *cx, job *w)
{
    const tacit_records *r = &w->value.set[TACIT_RELEASED];
    if (is_number(w)) {
        TACIT_TRY(tacit_scratch(cx, r->n, sizeof *w->sorted, &w->sorted));
        for (size_t i = 0; i < r->n; i++)
            if (!isnan(r->x[i]))
                w->sorted[w->n++] = r->x[i];
        return tacit_sort_reals(cx, w->sorted, w->n);
    }
    for (size_t i = 0; i < r->n; i++)
        if (r->code[i] != TACIT_CODE_MISSING && r->code[i] >= w->codes)
            w->codes = (size_t)r->code[i] + 1;
    TACIT_TRY(tacit_scratch(cx, w->codes, sizeof *w->count, &w->count));
    for (size_t i = 0; i < r->n; i++)
        if (r->code[i] != TACIT_CODE_MISSING)
            w->count[r->code[i]] += 1.0;
    return TACIT_OK;
}

/* Whom to attack: the records of a set whose secret is known, or some of them. */
static tacit_status choose(tacit_ctx *cx, const job *w, size_t set, tacit_sample *out)
{
    const uint64_t most = (uint64_t)tacit_arg_integer(w->args, ATTACKS);
    tacit_sample all;
    size_t n = 0;
    TACIT_TRY(tacit_sample_rows(cx, tacit_set_table(w->subject, set), 0,
                                (uint64_t)tacit_arg_integer(w->args, SEED), &all));
    for (size_t k = 0; k < all.n && (most == 0 || n < most); k++)
        if (!is_missing(w, set, all.row[k]))
            all.row[n++] = all.row[k];
    *out = (tacit_sample){ all.row, n };
    return TACIT_OK;
}

/* The share of the records tied for the nearest whose secret is right for record i. */
static double credit(const job *w, const tacit_kinds *to, const tacit_tie_sets *ties, size_t k,
                     size_t set, size_t i)
{
    double right = 0.0, all = 0.0;
    for (size_t c = ties->tied[k]; c < ties->start[k + 1]; c++) {
        const uint32_t g = ties->group[c];
        for (size_t h = to->start[g]; h < to->start[g + 1]; h++)
            right += is_right(w, set, i, to->row[h]);
        all += (double)(to->start[g + 1] - to->start[g]);
    }
    return right / all;
}

static tacit_status attack_set(tacit_ctx *cx, const job *w, const tacit_kinds *to, size_t set,
                               tacit_attack *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_sample sample;
    tacit_records from;
    tacit_tie_sets ties;
    double right = 0.0;
    TACIT_TRY(choose(cx, w, set, &sample));
    TACIT_TRY(tacit_crowd_take(cx, &w->known, &w->known.set[set], sample.row, sample.n, &from));
    const tacit_space space = tacit_crowd_space(&w->known, &from, &to->records);
    TACIT_TRY(tacit_tie_sets_of(cx, &space, to, 1, &ties));
    for (size_t k = 0; k < sample.n; k++) {
        right += credit(w, to, &ties, k, set, sample.row[k]);
        out->baseline += set == TACIT_ORIGINAL ? naive_share(w, sample.row[k]) : 0.0;
    }
    *(set == TACIT_ORIGINAL ? &out->made : &out->control_made) = (double)sample.n;
    *(set == TACIT_ORIGINAL ? &out->right : &out->control_right) = right;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Attack one secret, column `original` of the original. */
static tacit_status attack_secret(tacit_ctx *cx, job *w, size_t original, tacit_attack *out)
{
    const tacit_column *c = tacit_table_column(tacit_subject_table(w->subject), w->secret);
    const tacit_points_spec secret = { .released = { 1, &w->secret },
                                       .original = { 1, &original },
                                       .scaling = TACIT_SCALING_NONE };
    const tacit_columns_spec columns = { .given = &w->args->at[KNOWN],
                                         .role = TACIT_ROLE_KEY,
                                         .without = w->secret };
    tacit_points_spec known = { .metric = TACIT_METRIC_GOWER };
    tacit_kinds to;
    w->tolerance =
        tacit_column_type(c) == TACIT_TYPE_DATE ? 0.0 : tacit_arg_real(w->args, TOLERANCE);
    TACIT_TRY(tacit_sets_columns(cx, w->subject, &columns, &known.released, &known.original));
    TACIT_TRY(tacit_crowd_of(cx, w->subject, &known, &w->known));
    TACIT_TRY(tacit_crowd_of(cx, w->subject, &secret, &w->value));
    TACIT_TRY(collect(cx, w));
    const tacit_records *released = &w->known.set[TACIT_RELEASED];
    const tacit_space space = tacit_crowd_space(&w->known, released, released);
    TACIT_TRY(tacit_kinds_of(cx, &space, released, &to));
    TACIT_TRY(attack_set(cx, w, &to, TACIT_ORIGINAL, out));
    if (tacit_set_table(w->subject, TACIT_CONTROL) != NULL)
        TACIT_TRY(attack_set(cx, w, &to, TACIT_CONTROL, out));
    return TACIT_OK;
}

/* ---- the result ---- */

/* What an attack found above the control, or above naive guesses if there is none. */
static double excess_of(const tacit_attack *a, double confidence)
{
    const tacit_rate rate = tacit_wilson(a->right, a->made, confidence);
    const tacit_rate other = a->control_made > 0.0
                                 ? tacit_wilson(a->control_right, a->control_made, confidence)
                                 : tacit_wilson(a->baseline, a->made, confidence);
    return tacit_excess_of(rate, other).value;
}

static tacit_status tell_secrets(tacit_ctx *cx, const tacit_subject *s, const tacit_select *secrets,
                                 const tacit_attack *a, tacit_result *result)
{
    static const char *const columns[] = { "secret", "guesses",         "right",
                                           "naive",  "control guesses", "control right" };
    json_t *table = NULL;
    TACIT_TRY(
        tacit_result_table(cx, result, "secrets", "Right guesses by secret", 6, columns, &table));
    for (size_t k = 0; k < secrets->n; k++) {
        const tacit_column *c = tacit_table_column(tacit_subject_table(s), secrets->at[k]);
        TACIT_TRY(tacit_result_row(cx, table, "[s, f, f, f, f, f]", tacit_column_name(c), a[k].made,
                                   a[k].right, a[k].baseline, a[k].control_made,
                                   a[k].control_right));
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_subject *s, const tacit_args *args,
                         const tacit_attack *attack, tacit_result *result)
{
    const bool guess = tacit_arg_choice(args, RELATIVE_TO) == TO_GUESS;
    const tacit_attack_words words = {
        .prefix = "",
        .title = "",
        .success = guess ? "the nearest protected record has the person's category, or a number g "
                           "with |g - s| <= tolerance |g|, s the person's"
                         : "the nearest protected record has the person's category, or a number g "
                           "with |g - s| <= tolerance |s|, s the person's",
        .naive = "takes the secret of a protected record drawn at random (expected value)",
        .confidence = tacit_arg_real(args, CONFIDENCE)
    };
    TACIT_TRY(tacit_attack_tell(cx, attack, &words, result));
    return tacit_attack_tell_control(cx, s, result);
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_columns_spec columns = { .given = &args->at[SECRETS],
                                         .role = TACIT_ROLE_SENSITIVE,
                                         .without =
                                             tacit_table_columns(tacit_subject_table(subject)) };
    tacit_select secrets, original;
    tacit_attack *attack = NULL;
    size_t worst = 0;
    const double confidence = tacit_arg_real(args, CONFIDENCE);
    TACIT_TRY(tacit_sets_check(cx, subject, "inference"));
    TACIT_TRY(tacit_sets_columns(cx, subject, &columns, &secrets, &original));
    TACIT_TRY(tacit_scratch(cx, secrets.n, sizeof *attack, &attack));
    for (size_t k = 0; k < secrets.n; k++) {
        const size_t mark = tacit_scratch_mark(cx);
        job w = { .subject = subject, .args = args, .secret = secrets.at[k] };
        TACIT_TRY(attack_secret(cx, &w, original.at[k], &attack[k]));
        tacit_scratch_release(cx, mark);
        if (excess_of(&attack[k], confidence) > excess_of(&attack[worst], confidence))
            worst = k;
    }
    TACIT_TRY(tell(cx, subject, args, &attack[worst], result));
    TACIT_TRY(tell_secrets(cx, subject, &secrets, attack, result));
    if (secrets.n == 1)
        return TACIT_OK;
    const tacit_column *c = tacit_table_column(tacit_subject_table(subject), secrets.at[worst]);
    return tacit_result_note(cx, result,
                             "The figures are those of '%s', the secret that the attack was most "
                             "successful with; chosen after the fact, its interval is too narrow.",
                             tacit_column_name(c));
}

const tacit_measure tacit_risk_inference = {
    .about = { .name = "inference",
               .title = "Inference attack",
               .summary = "How often the nearest protected record tells a person's secret.",
               .source = "Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for "
                         "quantifying privacy risk in synthetic data",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SENSITIVE,
    .traits = TACIT_MEASURE_COSTLY | TACIT_MEASURE_CONTROL,
    .headline = "advantage",
    .run = measure,
};
