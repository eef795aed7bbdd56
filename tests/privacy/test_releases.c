/*
 * test_releases.c - counts and sums by group, and the mistakes that others made with them.
 *
 * A small model of a release: each person counts once, values are clamped to declared bounds record
 * by record, missing ones count as 0, declared groups are answered in their own order whether or
 * not anybody is in them, each with a count and a sum, and a ledger adds up what was spent.  Every
 * mutant makes one mistake.  Neighbours have a person more, with all his records.
 */
#include "support/check.h"

#include "privacy/accountant/units.h"
#include "privacy/sample/draw.h"
#include "support/privacy/trial.h"

typedef enum mistake {
    NO_MISTAKE = 0,
    HALF_THE_SCALE,
    SENSITIVITY_OFF_BY_ONE,
    LOWER_BOUND_TWICE, /* diffprivlib#105 */
    CLAMPED_AFTER_SUM,
    ALL_RECORDS,          /* of a person, not the first */
    NULLS_COUNTED_PLAIN,  /* smartnoise: counts of missing values without noise */
    MISSING_IS_NO_NUMBER, /* an answer that says so */
    KEYS_IN_DATA_ORDER,   /* opendp#2185 */
    GROUPS_FROM_DATA,     /* and no threshold */
    NOISE_USED_TWICE,
    SAME_NOISE_FOR_BOTH, /* groups */
    BOUNDS_FROM_DATA,    /* dpsynth#34 */
    BOUNDS_MISSING,      /* smartnoise#317: then there is no noise */
    DIVIDED_BY_N,        /* smartnoise-core#356: the sensitivity of a mean by the true n */
    ERROR_IF_EMPTY,      /* smartnoise#572, diffprivlib#107 */
    SPENT_ONCE_FOR_TWO,  /* diffprivlib#104 */
    SUM_IN_32_BITS,
    MISTAKES
} mistake;

static const char *const NAMES[MISTAKES] = {
    "right",
    "half the scale",
    "sensitivity off by one",
    "the lower bound twice",
    "clamped after the sum",
    "all records of a person",
    "nulls without noise",
    "missing is no number",
    "keys in data order",
    "groups from data",
    "noise used twice",
    "same noise for both groups",
    "bounds from data",
    "bounds missing",
    "divided by n",
    "an error if empty",
    "spent once for two",
    "a sum in 32 bits",
};

enum { GROUPS = 2, EXTRA = 2 * GROUPS, TOLD = EXTRA + 1, SAID = -1000000 };

typedef struct release {
    mistake wrong;
    double lower, upper;
    tacit_ratio each; /* epsilon of one answer */
} release;

/* What a group has. */
typedef struct part {
    int64_t n, sum, missing;
} part;

/* Whether record i comes before record k: by group and value, missing ones first, then as they are.
 */
static bool is_before(const people *in, size_t i, size_t k)
{
    const person *a = &in->at[i], *b = &in->at[k];
    const double x = isnan(a->value) ? -INFINITY : a->value;
    const double y = isnan(b->value) ? -INFINITY : b->value;
    if (a->group != b->group)
        return a->group < b->group;
    return x < y || (!(x > y) && i < k);
}

/* Each person counts by the first of his records in that order, however the data is ordered. */
static bool is_chosen(const people *in, size_t i)
{
    for (size_t k = 0; k < in->n; k++)
        if (in->at[k].id == in->at[i].id && is_before(in, k, i))
            return false;
    return true;
}

static double clamped(const release *r, double x)
{
    return fmax(r->lower, fmin(r->upper, x));
}

static part add_up(const release *r, const people *in, int64_t group)
{
    part out = { 0 };
    for (size_t i = 0; i < in->n; i++) {
        const double x = in->at[i].value;
        if (in->at[i].group != group || (r->wrong != ALL_RECORDS && !is_chosen(in, i)))
            continue;
        out.n++;
        out.missing += isnan(x);
        if (!isnan(x))
            out.sum += (int64_t)(r->wrong == CLAMPED_AFTER_SUM ? x : clamped(r, x));
    }
    if (r->wrong == CLAMPED_AFTER_SUM)
        out.sum =
            (int64_t)fmax(MOST_PEOPLE * r->lower, fmin(MOST_PEOPLE * r->upper, (double)out.sum));
    if (r->wrong == SUM_IN_32_BITS)
        out.sum = (int32_t)(uint32_t)(uint64_t)out.sum;
    return out;
}

/* By how much a person moves a sum. */
static uint64_t sensitivity(const release *r, const people *in)
{
    double low = fabs(r->lower), high = fabs(r->upper);
    if (r->wrong == LOWER_BOUND_TWICE)
        high = low;
    if (r->wrong == BOUNDS_FROM_DATA)
        low = high = 1;
    for (size_t i = 0; i < in->n && r->wrong == BOUNDS_FROM_DATA; i++)
        high = fmax(high, isnan(in->at[i].value) ? 0 : fabs(clamped(r, in->at[i].value)));
    return (uint64_t)fmax(low, high) - (r->wrong == SENSITIVITY_OFF_BY_ONE);
}

static int64_t laplace(const release *r, tacit_keystream *stream, uint64_t moves)
{
    const uint64_t under = r->each.over * (r->wrong == HALF_THE_SCALE ? 2 : 1);
    if (r->wrong == BOUNDS_MISSING && moves > 1)
        return 0;
    return (int64_t)tacit_draw_laplace(stream, (tacit_ratio){ moves * r->each.under, under });
}

/* What is told besides counts and sums; nothing, if all is right. */
static int64_t told_besides(const release *r, const people *in, const part of[GROUPS])
{
    switch (r->wrong) {
    case NULLS_COUNTED_PLAIN:
        return of[0].missing + of[1].missing;
    case MISSING_IS_NO_NUMBER:
        return of[0].missing > 0;
    case KEYS_IN_DATA_ORDER:
        return in->n > 0 ? in->at[0].group : 0;
    case GROUPS_FROM_DATA:
        return 2 * (of[0].n > 0) + (of[1].n > 0);
    case ERROR_IF_EMPTY:
        return of[0].n == 0 ? SAID : 0;
    default:
        return 0;
    }
}

static void answer(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const release *r = s->self;
    const uint64_t moves = sensitivity(r, in);
    part of[GROUPS];
    int64_t count = 0, sum = 0;
    for (int g = 0; g < GROUPS; g++) {
        of[g] = add_up(r, in, g);
        const uint64_t n = of[g].n > 0 && r->wrong == DIVIDED_BY_N ? (uint64_t)of[g].n : 1;
        if (g == 0 || r->wrong != SAME_NOISE_FOR_BOTH) {
            count = laplace(r, stream, 1);
            sum = r->wrong == NOISE_USED_TWICE ? count * (int64_t)moves
                                               : laplace(r, stream, (moves + n - 1) / n);
        }
        out[2 * g] = of[g].n + count;
        out[2 * g + 1] = of[g].sum + sum;
    }
    out[EXTRA] = told_besides(r, in, of);
    if (r->wrong == SPENT_ONCE_FOR_TWO)
        out[EXTRA] = of[0].sum + laplace(r, stream, moves);
}

/* What the ledger has: groups are declared and a person is in one, so each answer is paid for once.
 */
static double spent(const release *r)
{
    const tacit_units one = tacit_units_of_ratio(r->each);
    return tacit_units_real(tacit_units_add(one, one)); /* of counts and of sums */
}

/* Data: few persons with one or two records, values within and beyond the bounds, and missing. */
static person draw_person(const release *r, tacit_rng *rng)
{
    const double values[] = { r->lower, 0, r->upper, r->upper + 90, r->lower - 90, (double)NAN };
    return (person){ .id = (int64_t)tacit_rng_below(rng, 4),
                     .group = (int64_t)tacit_rng_below(rng, GROUPS),
                     .value = values[tacit_rng_below(rng, 6)] };
}

/* Data that is known to show mistakes: one to six persons of the greatest value in one group; one
 * person whose value is missing, or far out; one with three records. */
enum { KNOWN = 11 };

static void known_data(const release *r, size_t i, people *out)
{
    const double far = i < 8 ? (double)NAN : r->upper + 90;
    out->n = i < 6 ? i + 1 : i < 10 ? 1 : 3;
    for (size_t k = 0; k < out->n; k++)
        out->at[k] = (person){ .id = i < 10 ? (int64_t)k : 0,
                               .group = i < 6 ? 0 : (int64_t)(i % GROUPS),
                               .value = i < 6 || i == 10 ? r->upper : far };
}

/* b is a without the first person, or every fourth time a in another order. */
static void pair(const subject *s, size_t i, tacit_rng *rng, people *a, people *b)
{
    if (i < KNOWN)
        known_data(s->self, i, a);
    else
        a->n = 1 + tacit_rng_below(rng, 6);
    for (size_t k = 0; i >= KNOWN && k < a->n; k++)
        a->at[k] = draw_person(s->self, rng);
    const int64_t gone = a->at[0].id;
    b->n = 0;
    for (size_t k = 0; k < a->n; k++)
        if (i >= KNOWN && i % 4 == 3)
            b->at[b->n++] = a->at[a->n - 1 - k];
        else if (a->at[k].id != gone)
            b->at[b->n++] = a->at[k];
}

static subject release_subject(const release *r)
{
    return (subject){ .name = NAMES[r->wrong],
                      .epsilon = spent(r),
                      .told = TOLD,
                      .self = r,
                      .answer = answer,
                      .pair = pair };
}

static void test_right(void **state)
{
    const release r = { .lower = -1, .upper = 2, .each = { 1, 1 } };
    const subject s = release_subject(&r);
    assert_private(*state, &s);
}

static void test_mistakes(void **state)
{
    for (mistake m = NO_MISTAKE + 1; m < SUM_IN_32_BITS; m++) {
        const release r = { .wrong = m, .lower = -1, .upper = 2, .each = { 1, 1 } };
        const subject s = release_subject(&r);
        assert_broken(*state, &s);
    }
}

/* Three of 2^30 are below 0 in 32 bits. */
static void test_overflow(void **state)
{
    release r = { .lower = 0x1p29, .upper = 0x1p30, .each = { 1, 1 } };
    subject s = release_subject(&r);
    s.name = "large";
    assert_private(*state, &s);
    r.wrong = SUM_IN_32_BITS;
    s = release_subject(&r);
    assert_broken(*state, &s);
}

/* Groups that are found in the data: one is told of if its noisy count reaches 4, so that a person
 * who is alone in it is seen with probability delta = P(noise >= 3) = q^3 / (1 + q). */
static void answer_found(const subject *s, const people *in, tacit_keystream *stream, int64_t *out)
{
    const release *r = s->self;
    for (int g = 0; g < GROUPS; g++) {
        const part of = add_up(r, in, g);
        const int64_t noisy = of.n + laplace(r, stream, 1);
        out[g] = of.n > 0 && noisy >= 4 ? noisy : SAID;
    }
}

static void test_found_groups(void **state)
{
    const release r = { .lower = -1, .upper = 2, .each = { 1, 1 } };
    subject s = { .name = "groups by a threshold",
                  .epsilon = 1,
                  .delta = exp(-3) / (1 + exp(-1)),
                  .told = GROUPS,
                  .self = &r,
                  .answer = answer_found,
                  .pair = pair };
    assert_private(*state, &s);
    s.name = "delta not recorded";
    s.delta = 0;
    assert_broken(*state, &s);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_context(test_right),
        with_context(test_mistakes),
        with_context(test_overflow),
        with_context(test_found_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
