/*
 * score.c - special uniques: scores, contributions and disclosure probabilities.
 *
 * A record's score is the sum over its minimal sample uniques (MSUs) of (n - k)!, where the
 * MSU has k of n keys (Elliot, Manning and Ford 2002): the number of ways in which it can be
 * extended, key by key, to all keys.  Normalised, an MSU scores
 * (2^(n-k) - 1) k! (n - k)! / n!.
 *
 * DIS (Elliot 2002; as in sdcMicro): the probability that a match on the keys with a record
 * of score s is right,
 *     DIS = 1 / (1 + P (1 - d) / d / (s^Q A)),  Q = 1 + (8 - n) / 20,  A = sum of s^-Q,
 * with d the sampling fraction, P the records in classes of two, and the sum over all
 * records with a score.  Without pairs it is 1.
 *
 * Missing values are in no MSU; for P they are a value of their own.  Sums go through the
 * classes in order, so they do not depend on threads.  Memory: lists for a batch of classes
 * at a time.
 */
#include "micro/risk/keys/suda/score.h"

#include <math.h>

#include "micro/risk/keys/suda/search.h"

const char *const TACIT_SUDA_SCORES_CHOICES[] = { "factorial", "normalised", NULL };

enum { BATCH = 1 << 22 };

/* Sums while scoring. */
typedef struct tally {
    const tacit_suda_space *space;
    const tacit_classes *classes;
    double points[TACIT_SUDA_KEYS + 1]; /* score of an MSU by its keys */
    double *score, *portion;
    double *by_code[TACIT_SUDA_KEYS]; /* of each variable and code */
} tally;

static void set_points(size_t n, tacit_suda_scores scores, double *points)
{
    for (size_t k = 1; k <= n; k++) {
        const double factorial = tgamma((double)(n - k) + 1.0);
        const double share = tgamma((double)k + 1.0) / tgamma((double)n + 1.0);
        points[k] = scores == TACIT_SUDA_FACTORIAL
                        ? round(factorial)
                        : (ldexp(1.0, (int)(n - k)) - 1.0) * factorial * share;
    }
}

static tacit_status make_tally(tacit_ctx *cx, const tacit_suda_spec *spec, tally *t)
{
    const size_t n = t->space->n, rows = t->space->rows;
    set_points(n, spec->scores, t->points);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *t->score, &t->score));
    if (spec->each)
        TACIT_TRY(tacit_scratch(cx, rows * n, sizeof *t->portion, &t->portion));
    for (size_t v = 0; v < n; v++)
        TACIT_TRY(
            tacit_scratch(cx, (size_t)t->space->values[v] + 1, sizeof(double), &t->by_code[v]));
    return TACIT_OK;
}

/* The keys of a set of variables. */
static uint32_t keys_of(const tacit_suda_space *s, uint32_t set)
{
    uint32_t keys = 0;
    for (; set != 0; set &= set - 1)
        keys |= UINT32_C(1) << s->key[__builtin_ctz(set)];
    return keys;
}

/* Count one value of key j with this part of the key's score. */
static void count_value(tacit_suda_key *key, double part)
{
    key->values += part > 0.0;
    key->highest = part > key->highest ? part : key->highest;
}

/* Spread what class g has on each variable over its values. */
static void add_portions(tally *t, size_t g, const double *part, tacit_suda *out)
{
    for (size_t v = 0; v < t->space->n; v++) {
        const size_t j = t->space->key[v];
        const uint32_t code = t->space->code[v][g];
        out->key[j].score += part[v];
        if (t->portion != NULL)
            t->portion[g * t->space->n + j] = part[v];
        if (code > 0)
            t->by_code[v][code] += part[v];
        else
            count_value(&out->key[j], part[v]);
    }
}

static tacit_status score_class(tacit_ctx *cx, tally *t, size_t g, const tacit_suda_msus *list,
                                tacit_suda *out)
{
    double part[TACIT_SUDA_KEYS] = { 0 }, score = 0.0;
    size_t smallest = t->space->n;
    TACIT_ASSERT(t->classes->size[g] == 1);
    for (; list != NULL; list = list->next)
        for (uint32_t i = 0; i < list->n; i++) {
            const size_t k = (size_t)__builtin_popcount(list->mask[i]);
            const uint32_t keys = keys_of(t->space, list->mask[i]);
            for (uint32_t set = list->mask[i]; set != 0; set &= set - 1)
                part[__builtin_ctz(set)] += t->points[k];
            for (uint32_t set = keys; set != 0; set &= set - 1)
                out->key[__builtin_ctz(set)].msus++;
            TACIT_TRY(tacit_suda_sets_count(cx, &out->sets, keys));
            score += t->points[k];
            out->msus[k]++;
            smallest = k < smallest ? k : smallest;
        }
    t->score[g] = score;
    out->smallest[smallest]++;
    add_portions(t, g, part, out);
    return TACIT_OK;
}

static tacit_status score_batch(tacit_ctx *cx, tally *t, const tacit_suda_search *q,
                                tacit_suda *out)
{
    tacit_suda_found *found = NULL;
    TACIT_TRY(tacit_suda_find(cx, q, &found));
    tacit_status status = TACIT_OK;
    for (size_t g = q->from; g < q->to && status == TACIT_OK; g++) {
        const tacit_suda_msus *list = tacit_suda_msus_of(found, g);
        if (list != NULL)
            status = score_class(cx, t, g, list, out);
    }
    tacit_suda_found_free(found);
    return status;
}

static tacit_status set_dis(tacit_ctx *cx, const tally *t, double d, tacit_suda *out)
{
    const double Q = 1.0 + (8.0 - (double)out->n) / 20.0;
    double A = 0.0, *dis = NULL;
    TACIT_TRY(tacit_scratch(cx, t->classes->n, sizeof *dis, &dis));
    for (size_t g = 0; g < t->classes->n; g++) {
        out->pairs += t->classes->size[g] == 2 ? 2 : 0;
        A += t->score[g] > 0.0 ? pow(t->score[g], -Q) : 0.0;
    }
    const double odds = (double)out->pairs * (1.0 - d) / d;
    for (size_t g = 0; g < t->classes->n; g++) {
        if (!(t->score[g] > 0.0))
            continue;
        dis[g] = 1.0 / (1.0 + odds / (pow(t->score[g], Q) * A));
        out->scored++;
        out->sum += t->score[g];
        out->sum_dis += dis[g];
        out->highest = fmax(out->highest, t->score[g]);
        out->highest_dis = fmax(out->highest_dis, dis[g]);
    }
    out->score = t->score;
    out->portion = t->portion;
    out->dis = dis;
    return TACIT_OK;
}

static void count_values(const tally *t, tacit_suda *out)
{
    for (size_t v = 0; v < t->space->n; v++)
        for (uint32_t code = 1; code <= t->space->values[v]; code++)
            count_value(&out->key[t->space->key[v]], t->by_code[v][code]);
}

tacit_status tacit_suda_measure(tacit_ctx *cx, tacit_subject *subject, const tacit_suda_spec *spec,
                                tacit_suda *out)
{
    const size_t n = tacit_subject_keys(subject)->n;
    tacit_suda_space space;
    tally t = { .space = &space };
    if (n > TACIT_SUDA_KEYS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Special uniques can be searched on at most %d "
                          "keys; there are %zu.",
                          TACIT_SUDA_KEYS, n);
    TACIT_TRY(tacit_subject_classes(cx, subject, TACIT_MISSING_CATEGORY, &t.classes));
    TACIT_TRY(tacit_suda_space_make(cx, subject, t.classes, &space));
    *out = (tacit_suda){ .n = n, .classes = t.classes->n };
    TACIT_TRY(make_tally(cx, spec, &t));
    tacit_suda_search q = { .space = &space,
                            .size = t.classes->size,
                            .depth = spec->depth > 0 && spec->depth < n ? spec->depth : n };
    for (; q.from < space.rows; q.from = q.to) {
        q.to = space.rows - q.from < BATCH ? space.rows : q.from + BATCH;
        TACIT_TRY(score_batch(cx, &t, &q, out));
    }
    count_values(&t, out);
    return set_dis(cx, &t, spec->fraction, out);
}
