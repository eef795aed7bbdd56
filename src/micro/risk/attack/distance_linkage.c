/*
 * distance_linkage.c - re-identification by distance: is the nearest record the right one?
 *
 * Pagliuca and Seri (1999), Some results of individual ranking method on the system of
 * enterprise accounts annual survey; Domingo-Ferrer and Torra (2001), A quantitative comparison
 * of disclosure control methods for microdata.  Each protected record is linked to the original
 * record that is nearest (space.h says how distances are measured; scales are the original's).
 * With T the set of records at the least distance, up to a relative 1e-12 of rounding, and t the
 * true one,
 *
 *   re-identified  mean of [t in T] / |T|     the attacker guesses among those equally near
 *   unique         mean of [T = {t}]          and only links if there is no doubt
 *   lowest         mean of [t = first of T]   takes the first in the order of the file (on request)
 *   second         mean of [t at the second least distance]
 *   one to one     share of right links in the assignment of least total (assign.h)
 *
 * Records that are equal may change places in an assignment without changing its distance.  Its
 * share of right links is therefore the mean over all ways to order them: with m links between
 * a set F of equal records of one file and a set T of the other, each of the true pairs between
 * them is linked with probability m / (|F| |T|).
 *
 * All are in [0, 1]; 1 / n is what guessing gives.  Missing against missing counts 0, against a
 * value 1.  About O(n log n (p + q)) for each search (nearest.h); one for each number of
 * attributes, two more for the figures; the assignment up to `one_to_one` records only.  Of more
 * than `sample` records a random sample is linked, each still among all records of the other file:
 * with 10 000 of them the standard error of a share is half a per cent at most.
 */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "micro/linkage/assign/assign.h"
#include "micro/linkage/nearest_distinct.h"
#include "micro/linkage/nearest/nearest.h"
#include "micro/linkage/space_args.h"
#include "micro/risk/attack/attack.h"
#include "micro/risk/risk.h"

enum { DIRECTION = TACIT_SPACE_SCALING + 1, ONE_TO_ONE, BY_ATTRIBUTES, LOWEST, SAMPLE, SEED };
enum { PROTECTED_TO_ORIGINAL, ORIGINAL_TO_PROTECTED };

static const char *const DIRECTIONS[] = { "protected_to_original", "original_to_protected", NULL };

static const tacit_param PARAMS[] = {
    TACIT_SPACE_PARAMS("the keys that both files have, or all columns if there are no keys"),
    [DIRECTION] = { .name = "direction",
                    .type = TACIT_PARAM_CHOICE,
                    .choices = DIRECTIONS,
                    .help = "whose records are linked to the nearest of the other file" },
    [ONE_TO_ONE] = { .name = "one_to_one",
                     .type = TACIT_PARAM_INTEGER,
                     .preset = 2000.0,
                     .max = 10000000.0,
                     TACIT_USEFUL(0, 10000, "records"),
                     .importance = TACIT_ADVANCED,
                     .help = "most records for which the best one-to-one links are looked for" },
    [BY_ATTRIBUTES] = { .name = "by_attributes",
                        .type = TACIT_PARAM_FLAG,
                        .preset = 1.0,
                        .max = 1.0,
                        .help = "also measure with only the first 1, 2, 3 ... columns known" },
    [LOWEST] = { .name = "lowest",
                 .type = TACIT_PARAM_FLAG,
                 .max = 1.0,
                 .help = "also count who takes the first of those equally near, which depends on "
                         "the order of the file; then there is no sample" },
    [SAMPLE] = { .name = "sample",
                 .type = TACIT_PARAM_INTEGER,
                 .preset = 10000.0,
                 .max = 1e9,
                 TACIT_USEFUL(0, 100000, "records"),
                 .importance = TACIT_ADVANCED,
                 .samples = true,
                 .help = "records to link, of more a random sample, each among all of the other "
                         "file; 0 for all" },
    [SEED] = TACIT_SEED_PARAM,
    TACIT_PARAM_END
};

/* Columns up to which the number of known ones is varied, and ties up to which the second
 * nearest are looked for. */
enum { MOST_STEPS = 30, MOST_TIES = 1000 };

static const tacit_range DISTANCE = { 0.0, INFINITY, TACIT_BETTER_HIGHER };

/* Shares of records. */
typedef struct shares {
    double fraction, unique, lowest, second;
    double nearest, own; /* mean distances */
} shares;

/* ---- the sample ---- */

/* How many of `n` records are linked. */
static size_t sampled(const tacit_args *args, size_t n)
{
    const size_t most = (size_t)tacit_arg_integer(args, SAMPLE);
    return most == 0 || most > n || tacit_arg_flag(args, LOWEST) ? n : most;
}

/* All rows, those that the seed chooses first. */
static tacit_status order_rows(tacit_ctx *cx, const tacit_args *args, size_t n, size_t **out)
{
    const tacit_rng root = tacit_rng_seed((uint64_t)tacit_arg_integer(args, SEED));
    tacit_rng rng = tacit_rng_fork(&root, "sample");
    const size_t most = sampled(args, n);
    size_t first = 0, rest = most, *at = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t i = 0; i < n; i++) {
        const bool taken = tacit_rng_below(&rng, n - i) < most - first;
        at[taken ? first++ : rest++] = i;
    }
    *out = at;
    return TACIT_OK;
}

static tacit_status reorder(tacit_ctx *cx, const tacit_space *s, const size_t *at, tacit_records *r)
{
    double *x = NULL;
    uint32_t *code = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n * s->p, sizeof *x, &x));
    TACIT_TRY(tacit_scratch(cx, r->n * s->q, sizeof *code, &code));
    for (size_t i = 0; i < r->n; i++) {
        if (s->p > 0)
            memcpy(x + i * s->p, r->x + at[i] * s->p, s->p * sizeof *x);
        if (s->q > 0)
            memcpy(code + i * s->q, r->code + at[i] * s->q, s->q * sizeof *code);
    }
    r->x = x;
    r->code = code;
    return TACIT_OK;
}

/* The space with those records first that are linked, and only them in their file. */
static tacit_status space_of(tacit_ctx *cx, const tacit_space_spec *by, const tacit_args *args,
                             tacit_space *s)
{
    size_t *at = NULL;
    TACIT_TRY(tacit_space_of(cx, by, s));
    const size_t n = s->a.n, most = sampled(args, n);
    if (most == n || s->b.n != n)
        return TACIT_OK;
    TACIT_TRY(order_rows(cx, args, n, &at));
    TACIT_TRY(reorder(cx, s, at, &s->a));
    TACIT_TRY(reorder(cx, s, at, &s->b));
    *(tacit_arg_choice(args, DIRECTION) == ORIGINAL_TO_PROTECTED ? &s->a.n : &s->b.n) = most;
    return TACIT_OK;
}

static tacit_status tell_sample(tacit_ctx *cx, const tacit_nearest_spec *spec, tacit_result *result)
{
    if (spec->from->n == spec->to->n)
        return TACIT_OK;
    return tacit_result_note(cx, result,
                             "A random sample of %zu of %zu records was linked, each among all of "
                             "the other file; 'sample' sets another number, 0 takes all.",
                             spec->from->n, spec->to->n);
}

/* ---- linking ---- */

static tacit_nearest_spec search_of(const tacit_space *s, const tacit_args *args)
{
    const bool turned = tacit_arg_choice(args, DIRECTION) == ORIGINAL_TO_PROTECTED;
    return (tacit_nearest_spec){
        .space = s, .from = turned ? &s->a : &s->b, .to = turned ? &s->b : &s->a, .k = 1
    };
}

/* Whether record i is among those nearest to itself. */
static bool is_found(const tacit_nearest_spec *spec, const tacit_ties *ties, size_t i)
{
    const double own = tacit_space_distance(spec->space, spec->from, i, spec->to, i);
    return own <= ties->distance[i] * (1.0 + TACIT_TIE);
}

static void sum_up(const tacit_nearest_spec *spec, const tacit_ties *ties, shares *out)
{
    const double n = (double)spec->from->n;
    for (size_t i = 0; i < spec->from->n; i++) {
        const double own = tacit_space_distance(spec->space, spec->from, i, spec->to, i);
        out->nearest += tacit_space_readable(spec->space, ties->distance[i]) / n;
        out->own += tacit_space_readable(spec->space, own) / n;
        if (!is_found(spec, ties, i))
            continue;
        out->fraction += 1.0 / (double)ties->count[i] / n;
        out->unique += ties->count[i] == 1 ? 1.0 / n : 0.0;
        out->lowest += ties->row[i] == i ? 1.0 / n : 0.0;
    }
}

/* Records whose own counterpart comes second. */
typedef struct seconds {
    const tacit_nearest_spec *spec;
    const tacit_ties *ties;
    size_t n;
} seconds;

/* The least distance beyond those that tie, infinite if there is none. */
static double second_distance(const tacit_tie_class *c, size_t r, double least)
{
    const double *distance = c->near.distance + r * c->near.k;
    for (size_t k = 0; k < c->near.k; k++)
        if (distance[k] > least * (1.0 + TACIT_TIE))
            return distance[k];
    return INFINITY;
}

static tacit_status count_seconds(tacit_ctx *cx, const tacit_tie_class *c, void *user)
{
    seconds *s = user;
    (void)cx;
    for (size_t r = 0; r < c->n; r++) {
        const size_t i = c->row[r];
        const double own = tacit_space_distance(s->spec->space, s->spec->from, i, s->spec->to, i),
                     second = second_distance(c, r, s->ties->distance[i]);
        s->n += !is_found(s->spec, s->ties, i) && own <= second * (1.0 + TACIT_TIE);
    }
    return TACIT_OK;
}

static tacit_status link_all(tacit_ctx *cx, const tacit_nearest_spec *spec, shares *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_ties ties;
    TACIT_TRY(tacit_nearest_ties(cx, spec, &ties));
    sum_up(spec, &ties, out);
    seconds s = { .spec = spec, .ties = &ties };
    TACIT_TRY(tacit_list_ties(cx, &(tacit_tie_listing){ .spec = spec,
                                                        .ties = &ties,
                                                        .least = 1,
                                                        .most = MOST_TIES,
                                                        .each = count_seconds,
                                                        .user = &s }));
    out->second = (double)s.n / (double)spec->from->n;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* ---- the number of attributes ---- */

/* The share re-identified if only the first `known` columns are. */
static tacit_status link_by_first(tacit_ctx *cx, const tacit_space_spec *all, size_t known,
                                  const tacit_args *args, double *fraction)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_space_spec some = *all;
    tacit_space s;
    tacit_ties ties;
    shares found = { 0 };
    some.a.n = some.b.n = known;
    TACIT_TRY(space_of(cx, &some, args, &s));
    const tacit_nearest_spec spec = search_of(&s, args);
    TACIT_TRY(tacit_nearest_ties(cx, &spec, &ties));
    sum_up(&spec, &ties, &found);
    *fraction = found.fraction;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

static tacit_status tell_attributes(tacit_ctx *cx, const tacit_space_spec *all,
                                    const tacit_args *args, double whole, tacit_result *result)
{
    const size_t n = all->a.n < MOST_STEPS ? all->a.n : MOST_STEPS;
    double *share = NULL;
    json_t *chart = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *share, &share));
    TACIT_TRY(tacit_result_chart(cx, result, "by_attributes",
                                 "Re-identified by the number of columns known", TACIT_CHART_LINES,
                                 &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "columns known, each with all before it", "per cent"));
    for (size_t c = 0; c < n; c++) {
        const tacit_column *last = tacit_table_column(all->table_a, all->a.at[c]);
        share[c] = whole;
        if (c + 1 < all->a.n)
            TACIT_TRY(link_by_first(cx, all, c + 1, args, &share[c]));
        share[c] *= 100.0;
        TACIT_TRY(tacit_result_label(cx, chart, tacit_column_name(last)));
    }
    return tacit_result_series(cx, chart, "re-identified", share, n);
}

/* ---- one to one ---- */

/* Links and true pairs between sets of equal records, as keys to sort. */
typedef struct crossing {
    tacit_distinct from, to;
    tacit_keyed *links, *truth; /* key: set of `from`, set of `to` */
    size_t n;
} crossing;

static uint64_t key_of(uint32_t from, uint32_t to)
{
    return (uint64_t)from << 32 | to;
}

static size_t set_size(const tacit_distinct *d, uint64_t set)
{
    return d->start[set + 1] - d->start[set];
}

static tacit_status cross(tacit_ctx *cx, const tacit_nearest_spec *spec, const uint32_t *to_of,
                          crossing *c)
{
    c->n = spec->from->n;
    TACIT_TRY(tacit_distinct_of(cx, spec->space, spec->from, &c->from));
    TACIT_TRY(tacit_distinct_of(cx, spec->space, spec->to, &c->to));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *c->links, &c->links));
    TACIT_TRY(tacit_scratch(cx, c->n, sizeof *c->truth, &c->truth));
    for (size_t i = 0; i < c->n; i++) {
        TACIT_ASSERT(to_of[i] < spec->to->n); /* which has no fewer records */
        c->links[i] = (tacit_keyed){ key_of(c->from.of[i], c->to.of[to_of[i]]), i };
        c->truth[i] = (tacit_keyed){ key_of(c->from.of[i], c->to.of[i]), i };
    }
    TACIT_TRY(tacit_sort_keyed(cx, c->links, c->n));
    return tacit_sort_keyed(cx, c->truth, c->n);
}

/* The number of keys equal to `key` at `*at` of the sorted `a`, which is moved past them. */
static size_t count_equal(const tacit_keyed *a, size_t n, uint64_t key, size_t *at)
{
    size_t count = 0;
    for (; *at < n && a[*at].key <= key; (*at)++)
        count += a[*at].key == key;
    return count;
}

/* The share of right links, equal records in any order. */
static tacit_status right_links(tacit_ctx *cx, const tacit_nearest_spec *spec,
                                const uint32_t *to_of, double *share)
{
    crossing c = { .n = 0 };
    size_t linked = 0;
    double right = 0.0;
    TACIT_TRY(cross(cx, spec, to_of, &c));
    for (size_t i = 0; i < c.n;) {
        const uint64_t key = c.truth[i].key;
        const double pairs = (double)count_equal(c.truth, c.n, key, &i),
                     links = (double)count_equal(c.links, c.n, key, &linked);
        right += pairs * links / (double)set_size(&c.from, key >> 32) /
                 (double)set_size(&c.to, key & UINT32_MAX);
    }
    *share = right / (double)c.n;
    return TACIT_OK;
}

static tacit_status tell_one_to_one(tacit_ctx *cx, const tacit_nearest_spec *spec,
                                    const tacit_args *args, tacit_result *result)
{
    const size_t mark = tacit_scratch_mark(cx), n = spec->to->n,
                 most = (size_t)tacit_arg_integer(args, ONE_TO_ONE);
    tacit_assignment found = { 0 };
    double share = 0.0;
    if (n > most)
        return tacit_result_note(cx, result,
                                 "One-to-one links are looked for up to %zu records; "
                                 "'one_to_one' sets another limit.",
                                 most);
    TACIT_TRY(tacit_assign_records(cx, spec->space, spec->from, spec->to, &found));
    TACIT_TRY(right_links(cx, spec, found.to_of, &share));
    if (found.gap > 0.0)
        TACIT_TRY(
            tacit_result_note(cx, result, "The one-to-one links were not proven to be the best."));
    tacit_scratch_release(cx, mark);
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "one_to_one",
                               "Re-identified one to one", share, TACIT_UNIT_SHARE,
                               "share of records linked rightly if each is linked to another so "
                               "that the sum of squared distances (gower: of distances) is least; "
                               "equal records in any order");
}

/* ---- the result ---- */

static tacit_status tell_shares(tacit_ctx *cx, const shares *s, size_t n, tacit_result *result)
{
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "reidentified", "Re-identified",
                                  s->fraction, TACIT_UNIT_SHARE,
                                  "share of records whose nearest is the true one; if several are "
                                  "equally near and the true one is among them, it counts 1 / "
                                  "their number"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "unique",
                                  "Re-identified without doubt", s->unique, TACIT_UNIT_SHARE,
                                  "share of records whose only nearest is the true one"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "second", "True one is second",
                                  s->second, TACIT_UNIT_SHARE,
                                  "share of records whose true one lies at the second least "
                                  "distance"));
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "chance", "By chance",
                               1.0 / (double)n, TACIT_UNIT_SHARE,
                               "1 / records: what linking at random re-identifies");
}

/* What the order of the file decides. */
static tacit_status tell_lowest(tacit_ctx *cx, const shares *s, tacit_result *result)
{
    return tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "lowest",
                               "Re-identified by the first", s->lowest, TACIT_UNIT_SHARE,
                               "share of records for which the true one comes first in the file "
                               "among the nearest");
}

static tacit_status tell_distances(tacit_ctx *cx, const shares *s, tacit_result *result)
{
    TACIT_TRY(tacit_result_ranged(cx, result, &DISTANCE, "distance", "Mean distance to the nearest",
                                  s->nearest, TACIT_UNIT_NUMBER,
                                  "mean over records of the distance to the nearest"));
    return tacit_result_ranged(cx, result, &DISTANCE, "own_distance",
                               "Mean distance to the true one", s->own, TACIT_UNIT_NUMBER,
                               "mean over records of the distance between original and protected");
}

static tacit_status measure(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                            tacit_result *result)
{
    const tacit_common tables = { .table_a = tacit_subject_extra_of(subject)->original,
                                  .table_b = tacit_subject_table(subject),
                                  .keys = true };
    tacit_space_spec by;
    tacit_space s;
    shares found = { 0 };
    TACIT_TRY(tacit_space_asked(cx, &tables, args, &by));
    TACIT_TRY(space_of(cx, &by, args, &s));
    const tacit_nearest_spec spec = search_of(&s, args);
    TACIT_TRY(link_all(cx, &spec, &found));
    TACIT_TRY(tell_sample(cx, &spec, result));
    TACIT_TRY(tell_shares(cx, &found, spec.to->n, result));
    if (tacit_arg_flag(args, LOWEST))
        TACIT_TRY(tell_lowest(cx, &found, result));
    TACIT_TRY(tell_one_to_one(cx, &spec, args, result));
    TACIT_TRY(tell_distances(cx, &found, result));
    if (tacit_arg_flag(args, BY_ATTRIBUTES))
        TACIT_TRY(tell_attributes(cx, &by, args, found.fraction, result));
    return tacit_result_note(cx, result, "Compared by %zu columns: %zu as numbers, %zu as codes.",
                             by.a.n, s.p, s.q);
}

const tacit_measure tacit_risk_distance_linkage = {
    .about = { .name = "distance_linkage",
               .title = "Distance-based record linkage",
               .summary = "How many protected records are nearest to the record they were made "
                          "from.",
               .source = "Pagliuca and Seri (1999), Some results of individual ranking method on "
                         "the system of enterprise accounts annual survey; Domingo-Ferrer and "
                         "Torra (2001), A quantitative comparison of disclosure control methods "
                         "for microdata",
               .params = PARAMS },
    .family = TACIT_FAMILY_RISK,
    .needs = TACIT_NEEDS_ROWS | TACIT_NEEDS_ORIGINAL | TACIT_NEEDS_SAME_ROWS,
    .traits = TACIT_MEASURE_COMMON | TACIT_MEASURE_COSTLY,
    .follows = TACIT_PERTURBS,
    .run = measure,
};
