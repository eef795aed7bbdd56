/*
 * linkability.c - linkability attack: two parts of a record found to belong together.
 *
 * Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for quantifying privacy
 * risk in synthetic data.  Somebody has two files, one with columns A and one with columns B of
 * the same persons, and uses the protected data to link them: for each person of the original
 * the k protected records nearest by A and the k nearest by B (Gower's distance) are found, and
 * a link is right if they have a record in common.
 *
 * Ties: if more than k records are equally near, the k are a random choice, drawn for A and B
 * apart, and the credit is the probability that they have a record in common.  With S the
 * records surely chosen, T those tied for a of the places of A (b of B), and none in S_A and
 * S_B at once, u = |S_A, T_B|, v = |T_A, S_B|, w = |T_A, T_B|, it is
 *
 *   1 - sum over j of C(w, j) C(|T_A| - v - w, a - j) / C(|T_A|, a)
 *                     * C(|T_B| - u - j, b) / C(|T_B|, b)
 *
 * Missing against missing has distance 0, against a value 1.  The naive attacker draws k of the
 * m protected records twice: 1 - C(m - k, k) / C(m, k).
 *
 * Cost: two nearest-neighbour searches for each set, and the ties.
 */
#include <math.h>

#include "base/text.h"
#include "micro/risk/attack/attack.h"
#include "micro/risk/risk.h"
#include "micro/risk/attack/tie_sets.h"

enum { COLUMNS_A, COLUMNS_B, NEIGHBOURS, ATTACKS, CONFIDENCE, SEED };
enum { A, B, SIDES };

static const tacit_param PARAMS[] = {
    [COLUMNS_A] = { .name = "a",
                    .type = TACIT_PARAM_COLUMNS,
                    .need = TACIT_OPTIONAL,
                    .help = "columns of the attacker's first file; by default the first half of "
                            "the columns in common" },
    [COLUMNS_B] = { .name = "b",
                    .type = TACIT_PARAM_COLUMNS,
                    .need = TACIT_OPTIONAL,
                    .help = "columns of the second file; by default the columns that the first "
                            "has not" },
    [NEIGHBOURS] = { .name = "neighbours",
                     .type = TACIT_PARAM_INTEGER,
                     .preset = 1,
                     .min = 1.0,
                     .max = 100.0,
                     TACIT_USEFUL(1, 20, "records"),
                     .help = "nearest protected records looked at on each side, k" },
    [ATTACKS] = TACIT_ATTACKS_PARAM(2000),
    [CONFIDENCE] = TACIT_CONFIDENCE_PARAM,
    [SEED] = TACIT_SEED_PARAM,
    TACIT_PARAM_END
};

/* ---- the columns ---- */

static bool is_among(const tacit_select *s, size_t j)
{
    for (size_t c = 0; c < s->n; c++)
        if (s->at[c] == j)
            return true;
    return false;
}

/* The columns of one side. */
typedef struct side {
    tacit_select released, original;
} side;

static tacit_status find_columns(tacit_ctx *cx, const tacit_subject *s, const tacit_value *given,
                                 side *out)
{
    const tacit_columns_spec spec = { .given = given,
                                      .without = tacit_table_columns(tacit_subject_table(s)) };
    return tacit_sets_columns(cx, s, &spec, &out->released, &out->original);
}

/* Of the columns `all` those from position `from` on that are not in `other`, up to `to`. */
static tacit_status take_columns(tacit_ctx *cx, const side *all, const side *other, size_t to,
                                 side *out)
{
    size_t *at[2] = { NULL }, n = 0;
    for (size_t k = 0; k < 2; k++)
        TACIT_TRY(tacit_scratch(cx, all->released.n, sizeof *at[k], &at[k]));
    for (size_t c = 0; c < to; c++) {
        if (is_among(&other->released, all->released.at[c]))
            continue;
        at[0][n] = all->released.at[c];
        at[1][n++] = all->original.at[c];
    }
    *out = (side){ { n, at[0] }, { n, at[1] } };
    return TACIT_OK;
}

static tacit_status find_sides(tacit_ctx *cx, const tacit_subject *s, const tacit_args *args,
                               side out[SIDES])
{
    static const tacit_value none = { .given = false };
    static const side empty = { { 0, NULL }, { 0, NULL } };
    const bool given[SIDES] = { tacit_arg_given(args, COLUMNS_A),
                                tacit_arg_given(args, COLUMNS_B) };
    side all;
    TACIT_TRY(find_columns(cx, s, &none, &all));
    for (size_t k = 0; k < SIDES; k++)
        if (given[k])
            TACIT_TRY(find_columns(cx, s, &args->at[COLUMNS_A + k], &out[k]));
    if (!given[A])
        TACIT_TRY(take_columns(cx, &all, given[B] ? &out[B] : &empty,
                               given[B] ? all.released.n : all.released.n / 2, &out[A]));
    if (!given[B])
        TACIT_TRY(take_columns(cx, &all, &out[A], all.released.n, &out[B]));
    if (out[A].released.n == 0 || out[B].released.n == 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "'linkability' needs at least one column on each side; the tables have "
                          "%zu columns in common.",
                          all.released.n);
    for (size_t c = 0; c < out[A].released.n; c++)
        if (is_among(&out[B].released, out[A].released.at[c]))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' is in both 'a' and 'b' of 'linkability'.",
                              tacit_column_name(tacit_table_column(tacit_subject_table(s),
                                                                   out[A].released.at[c])));
    return TACIT_OK;
}

/* ---- the attack ---- */

/* One side of the attack on one set. */
typedef struct view {
    tacit_crowd crowd;
    tacit_kinds to;
    tacit_tie_sets ties;
    uint32_t *sure, *tied; /* of each protected record the turn in which it was last so */
} view;

/* log C(n, k), minus infinity if k > n. */
static double log_choose(double n, double k)
{
    return k > n || k < 0.0 ? -INFINITY : lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0);
}

/* How the sets of a person overlap. */
typedef struct overlap {
    double tied[SIDES], left[SIDES]; /* records tied, and places for them */
    double both;                     /* sure on both sides */
    double u, v, w;
} overlap;

/* The probability that a random choice among ties has a record in common. */
static double credit(const overlap *o)
{
    double apart = 0.0;
    if (o->both > 0.0)
        return 1.0;
    for (double j = 0.0; j <= fmin(o->w, o->left[A]); j += 1.0)
        apart +=
            exp(log_choose(o->w, j) + log_choose(o->tied[A] - o->v - o->w, o->left[A] - j) -
                log_choose(o->tied[A], o->left[A]) + log_choose(o->tied[B] - o->u - j, o->left[B]) -
                log_choose(o->tied[B], o->left[B]));
    return fmax(1.0 - apart, 0.0);
}

/* Mark the records of person k's sets with its turn; the number tied. */
static double mark_records(view *v, size_t k)
{
    const uint32_t turn = (uint32_t)k + 1;
    double tied = 0.0;
    for (size_t c = v->ties.start[k]; c < v->ties.start[k + 1]; c++) {
        const uint32_t g = v->ties.group[c];
        uint32_t *marks = c < v->ties.tied[k] ? v->sure : v->tied;
        for (size_t h = v->to.start[g]; h < v->to.start[g + 1]; h++)
            marks[v->to.row[h]] = turn;
        tied += c < v->ties.tied[k] ? 0.0 : (double)(v->to.start[g + 1] - v->to.start[g]);
    }
    return tied;
}

static overlap compare(view view_of[SIDES], size_t k)
{
    const uint32_t turn = (uint32_t)k + 1;
    const view *a = &view_of[A], *b = &view_of[B];
    overlap o = { .both = 0.0 };
    for (size_t s = 0; s < SIDES; s++) {
        o.tied[s] = mark_records(&view_of[s], k);
        o.left[s] = (double)view_of[s].ties.left[k];
    }
    for (size_t c = a->ties.start[k]; c < a->ties.start[k + 1]; c++) {
        const uint32_t g = a->ties.group[c];
        const bool sure = c < a->ties.tied[k];
        for (size_t h = a->to.start[g]; h < a->to.start[g + 1]; h++) {
            const bool b_sure = b->sure[a->to.row[h]] == turn,
                       b_tied = b->tied[a->to.row[h]] == turn;
            o.both += sure && b_sure;
            o.u += sure && b_tied;
            o.v += !sure && b_sure;
            o.w += !sure && b_tied;
        }
    }
    return o;
}

/* What the attack on a set came to. */
typedef struct outcome {
    double made, right;
    double any; /* persons whose sets share a record, all ties included */
} outcome;

static tacit_status find_ties(tacit_ctx *cx, view *v, size_t set, const tacit_sample *sample,
                              size_t k)
{
    const size_t released = v->crowd.set[TACIT_RELEASED].n;
    tacit_records from;
    TACIT_TRY(tacit_crowd_take(cx, &v->crowd, &v->crowd.set[set], sample->row, sample->n, &from));
    const tacit_space space = tacit_crowd_space(&v->crowd, &from, &v->to.records);
    TACIT_TRY(tacit_scratch(cx, released, sizeof *v->sure, &v->sure));
    TACIT_TRY(tacit_scratch(cx, released, sizeof *v->tied, &v->tied));
    return tacit_tie_sets_of(cx, &space, &v->to, k, &v->ties);
}

static tacit_status attack_set(tacit_ctx *cx, const tacit_subject *s, const tacit_args *args,
                               view views[SIDES], size_t set, outcome *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_sample sample;
    TACIT_TRY(tacit_sample_rows(cx, tacit_set_table(s, set),
                                (uint64_t)tacit_arg_integer(args, ATTACKS),
                                (uint64_t)tacit_arg_integer(args, SEED), &sample));
    for (size_t k = 0; k < SIDES; k++)
        TACIT_TRY(
            find_ties(cx, &views[k], set, &sample, (size_t)tacit_arg_integer(args, NEIGHBOURS)));
    *out = (outcome){ .made = (double)sample.n };
    for (size_t k = 0; k < sample.n; k++) {
        const overlap o = compare(views, k);
        out->right += credit(&o);
        out->any += o.both + o.u + o.v + o.w > 0.0;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Probability that two random sets of k among m records share one. */
static double naive_credit(double m, double k)
{
    const double n = fmin(k, m);
    return 1.0 - exp(log_choose(m - n, n) - log_choose(m, n));
}

/* ---- the result ---- */

static tacit_status tell_side(tacit_ctx *cx, const tacit_subject *s, const side *its,
                              const char *which, tacit_result *result)
{
    tacit_buffer names = { 0 };
    tacit_status status = TACIT_OK;
    for (size_t c = 0; c < its->released.n && status == TACIT_OK; c++)
        status = tacit_buffer_format(
            cx, &names, "%s%s", c == 0 ? "" : ", ",
            tacit_column_name(tacit_table_column(tacit_subject_table(s), its->released.at[c])));
    if (status == TACIT_OK)
        status = tacit_result_note(cx, result, "Columns of side %s: %s.", which, names.text);
    tacit_buffer_free(&names);
    return status;
}

static tacit_status tell(tacit_ctx *cx, const tacit_args *args, const tacit_attack *attack,
                         double any, tacit_result *result)
{
    const tacit_attack_words words = {
        .prefix = "",
        .title = "",
        .success = "the k protected records nearest by one side's columns and the k nearest by "
                   "the other's have one in common",
        .naive = "draws k protected records for each side at random (expected value)",
        .confidence = tacit_arg_real(args, CONFIDENCE)
    };
    TACIT_TRY(tacit_attack_tell(cx, attack, &words, result));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_LOSS, "any_tie", "Links if all ties count",
                               any, TACIT_UNIT_COUNT,
                               "guesses in which a protected record is among the nearest of both "
                               "sides when all that tie for the last place are counted in");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    static const char *const letters[SIDES] = { "a", "b" };
    side sides[SIDES];
    view views[SIDES];
    outcome original, control = { .made = 0.0 };
    TACIT_TRY(tacit_sets_check(cx, subject, "linkability"));
    TACIT_TRY(find_sides(cx, subject, args, sides));
    for (size_t k = 0; k < SIDES; k++) {
        const tacit_points_spec spec = { .released = sides[k].released,
                                         .original = sides[k].original,
                                         .metric = TACIT_METRIC_GOWER };
        TACIT_TRY(tacit_crowd_of(cx, subject, &spec, &views[k].crowd));
        const tacit_records *r = &views[k].crowd.set[TACIT_RELEASED];
        const tacit_space space = tacit_crowd_space(&views[k].crowd, r, r);
        TACIT_TRY(tacit_kinds_of(cx, &space, r, &views[k].to));
    }
    TACIT_TRY(attack_set(cx, subject, args, views, TACIT_ORIGINAL, &original));
    if (tacit_set_table(subject, TACIT_CONTROL) != NULL)
        TACIT_TRY(attack_set(cx, subject, args, views, TACIT_CONTROL, &control));
    const double k = (double)tacit_arg_integer(args, NEIGHBOURS);
    const tacit_attack attack = {
        .made = original.made,
        .right = original.right,
        .baseline =
            original.made * naive_credit((double)tacit_table_rows(tacit_subject_table(subject)), k),
        .control_made = control.made,
        .control_right = control.right
    };
    TACIT_TRY(tell(cx, args, &attack, original.any, result));
    for (size_t s = 0; s < SIDES; s++)
        TACIT_TRY(tell_side(cx, subject, &sides[s], letters[s], result));
    return tacit_attack_tell_control(cx, subject, result);
}

const tacit_measure tacit_risk_linkability = {
    .about = { .name = "linkability",
               .title = "Linkability attack",
               .summary = "How often the protected data links two parts of a person's record.",
               .source = "Giomi, Boenisch, Wehmeyer and Tasnadi (2023), A unified framework for "
                         "quantifying privacy risk in synthetic data",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL,
    .traits = TACIT_MEASURE_COSTLY | TACIT_MEASURE_CONTROL,
    .headline = "advantage",
    .run = measure,
};
